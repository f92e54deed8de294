/* Scenes of every built-in, from the start to the goal: every cell is shown, every shape is inside the picture, every key is
 * there once, a thing that has not moved keeps its key and its place, and one that moved is marked. */
#include <fewest/pictures.h>
#include <math.h>

#include "draw/plan.h"
#include "draw/svg.h"
#include "unit/api.h"

static const char *const names[] = {
    "eight",      "fifteen",    "four-in-line",  "frogs",          "klotski", "knights",    "lock",
    "maze",       "pocket-cube", "sokoban",      "solitaire",      "strings", "swap",       "two-jugs",
    "tiles-2x3",  "hanoi-4-3",  "lights-out-3x3", "pancake-7",     "topspin-8-4", "wolf-goat-cabbage",
    "peg-solitaire", "bridge",   "missionaries-3-2", "ball-sort-3-3", "queens-6",  "romania",    "cube-1x3x3",
    "rush-hour",  "ricochet",   "lunar-lockout", "atomix",
};

static struct draw_scene *scene_of(struct draw_plan *plan, const char *state, struct draw_track *track) {
    fewest_error error = {0};
    struct draw_scene *scene = draw_scene_of(plan, state, track, &error);
    if (!scene) fail_msg("%s: %s", state, error.text);
    return scene;
}

static int by_key(const void *a, const void *b) {
    return strcmp((*(struct draw_shape *const *)a)->key, (*(struct draw_shape *const *)b)->key);
}

static void check_shape(const struct draw_scene *scene, const struct draw_shape *shape) {
    const double slack = 0.06, reach = shape->kind == DRAW_RECT ? 0 : shape->kind == DRAW_CIRCLE ? shape->w / 2 : 0;
    assert_true(shape->key[0] != '\0');
    assert_true(shape->tone[0] != '\0');
    assert_int_equal(shape->kind == DRAW_PATH, shape->points != NULL);
    assert_true(shape->x - reach >= -slack && shape->y - reach >= -slack);
    const double right = shape->kind == DRAW_RECT ? shape->x + shape->w : shape->x + reach;
    const double bottom = shape->kind == DRAW_RECT ? shape->y + shape->h : shape->y + reach;
    assert_true(right <= scene->width + slack && bottom <= scene->height + slack);
    assert_int_equal(shape->label != NULL, shape->size > 0);
}

/* Shapes sorted by key, in which no key is twice. */
static struct draw_shape **check_keys(const struct draw_scene *scene) {
    struct draw_shape **sorted = malloc((scene->count + 1) * sizeof *sorted);
    for (size_t i = 0; i < scene->count; i++) {
        check_shape(scene, &scene->shapes[i]);
        sorted[i] = &scene->shapes[i];
    }
    qsort(sorted, scene->count, sizeof *sorted, by_key);
    for (size_t i = 1; i < scene->count; i++) assert_string_not_equal(sorted[i - 1]->key, sorted[i]->key);
    return sorted;
}

/* Every cell of a board is shown, unless it is drawn as nothing. On pegs a disk is shown where it is. */
static void check_cells(const struct draw_plan *plan, const struct draw_scene *scene, const uint16_t *values) {
    for (size_t cell = 0; cell < plan->cells; cell++) {
        bool shown = false;
        for (size_t i = 0; i < scene->count && !shown; i++) shown = scene->shapes[i].cell == (long)cell;
        const enum draw_look look = plan->pieces[values[cell]].look;
        const bool hidden = look == LOOK_NONE || (plan->form == FORM_PEGS && look == LOOK_FLOOR);
        assert_int_equal(shown, !hidden);
    }
}

/* What is at a cell is the same thing as before where the cell has not changed: most shapes stay as they were. */
static size_t count_changes(struct draw_shape *const *before, size_t count, struct draw_shape *const *now,
                            size_t now_count) {
    size_t changes = 0;
    for (size_t i = 0; i < now_count; i++) {
        struct draw_shape *const *found = bsearch(&now[i], before, count, sizeof *before, by_key);
        const bool same = found && fabs((*found)->x - now[i]->x) < 1e-9 && fabs((*found)->y - now[i]->y) < 1e-9
            && fabs((*found)->h - now[i]->h) < 1e-9 && strcmp((*found)->tone, now[i]->tone) == 0
            && (!now[i]->label || strcmp((*found)->label, now[i]->label) == 0);
        changes += !same && strcmp(now[i]->tone, "mark") != 0;
    }
    return changes;
}

static void check_solution(fewest_puzzle *puzzle, fewest_answer *answer, const char *name) {
    struct draw_plan *plan = draw_plan_create(puzzle);
    struct draw_track *track = draw_track_create();
    struct draw_scene *before = NULL;
    struct draw_shape **sorted_before = NULL;
    for (size_t step = 0; step <= fewest_answer_length(answer); step++) {
        const char *state = fewest_answer_state(answer, 0, step);
        size_t count = 0;
        fewest_error error = {0};
        uint16_t *values = fewest_read_state(puzzle, state, &count, &error);
        struct draw_scene *scene = scene_of(plan, state, track), *alone = scene_of(plan, state, NULL);
        struct draw_shape **sorted = check_keys(scene);
        if (!plan->parts.is_string) {
            assert_int_equal(count, plan->cells + plan->parts.vars);
            check_cells(plan, scene, values);
        }
        assert_true(alone->count <= scene->count); /* marks and the trail come with a track */
        if (before) {
            const size_t changes = count_changes(sorted_before, before->count, sorted, scene->count);
            if (changes == 0) fail_msg("%s, step %zu: nothing changed", name, step);
            /* turning a whole ring moves everything; on no other board does a move come near that */
            if (plan->form != FORM_RING && plan->cells >= 9 && 2 * changes > scene->count)
                fail_msg("%s, step %zu: %zu of %zu shapes changed", name, step, changes, scene->count);
        }
        draw_scene_free(before);
        draw_scene_free(alone);
        free(sorted_before);
        fewest_free(values);
        before = scene;
        sorted_before = sorted;
    }
    draw_scene_free(before);
    free(sorted_before);
    draw_track_free(track);
    draw_plan_free(plan);
}

static void every_built_in_is_drawn_from_start_to_goal(void **context) {
    (void)context;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        fewest_error error = {0};
        fewest_puzzle *puzzle = fewest_load(names[i], &error);
        assert_non_null(puzzle);
        if (strcmp(names[i], "peg-solitaire") == 0) /* the whole game is too much for here: a few pegs */
            assert_true(fewest_set_start(puzzle, "##...##/##.o.##/..ooo../...o.../...o.../##...##/##...##", &error));
        fewest_answer *answer = fewest_solve(puzzle, NULL, &error);
        assert_non_null(answer);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        check_solution(puzzle, answer, names[i]);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
}

/* The list above has every built-in, families by an example. */
static void no_built_in_is_left_out(void **context) {
    (void)context;
    for (size_t i = 0; i < fewest_builtin_count(); i++) {
        const fewest_builtin builtin = fewest_builtin_at(i);
        const size_t length = builtin.is_family ? strcspn(builtin.name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") : strlen(builtin.name) + 1;
        bool found = false;
        for (size_t j = 0; j < sizeof names / sizeof *names; j++) found |= strncmp(names[j], builtin.name, length) == 0;
        if (!found) fail_msg("%s is not drawn here", builtin.name);
    }
}

/* ---- Single rules */

static struct draw_plan *plan_of(const char *text, fewest_puzzle **puzzle) {
    fewest_error error = {0};
    *puzzle = fewest_parse(text, strlen(text), "test", &error);
    if (!*puzzle) fail_msg("%s", error.text);
    return draw_plan_create(*puzzle);
}

static const struct draw_shape *shape_of(const struct draw_scene *scene, const char *key) {
    for (size_t i = 0; i < scene->count; i++)
        if (strcmp(scene->shapes[i].key, key) == 0) return &scene->shapes[i];
    return NULL;
}

static void a_block_is_one_shape_wherever_it_stands(void **context) {
    (void)context;
    fewest_puzzle *puzzle;
    struct draw_plan *plan = plan_of("board 3 x 3\npieces n u o .\nmove o . -> . o\ndraw n / u as block red\n", &puzzle);
    struct draw_scene *scene = scene_of(plan, "n n o / u u . / . . .", NULL);
    const struct draw_shape *first = shape_of(scene, "4-0"), *second = shape_of(scene, "4-1");
    assert_true(first && second && !shape_of(scene, "4-2") && !shape_of(scene, "0-0"));
    assert_true(first->h > 1.8 && first->h < 2 && first->w < 1);
    assert_true(fabs(second->x - first->x - 1) < 1e-9);
    assert_string_equal(first->tone, "3");
    draw_scene_free(scene);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
}

/* What the rules only ever move together is one shape, with the name of its piece where there is one; any shape will do. */
static void what_moves_together_is_one_block_without_being_told(void **context) {
    (void)context;
    fewest_puzzle *puzzle;
    struct draw_plan *plan = plan_of("board 3 x 4\npieces A n u L .\nmove A A . -> . A A\nmove n . / u . -> . n / . u\n"
                                     "move L . . / L L . -> . L . / . L L\nstart A A . . / L . . n / L L . u\n", &puzzle);
    struct draw_scene *scene = scene_of(plan, ". A A . / L . . n / L L . u", NULL);
    const struct draw_shape *car = shape_of(scene, "5-0"), *tall = shape_of(scene, "6-0"), *hook = shape_of(scene, "8-0");
    assert_true(car && tall && hook && !shape_of(scene, "0-0") && !shape_of(scene, "2-0") && !shape_of(scene, "3-0"));
    assert_true(car->kind == DRAW_RECT && car->w > 1.8 && car->h < 1);
    assert_string_equal(car->label, "A");
    assert_true(tall->kind == DRAW_RECT && tall->h > 1.8 && tall->w < 1 && !tall->label);
    assert_true(hook->kind == DRAW_PATH && fabs(hook->x - 0.6) < 1e-9 && fabs(hook->y - 1.6) < 1e-9);
    /* six corners, clockwise, 0.05 inside the edges of its cells */
    size_t corners = 0;
    for (const char *at = hook->points; (at = strchr(at, 'Q')); at++) corners++;
    assert_int_equal(corners, 6);
    assert_non_null(strstr(hook->points, "Q0.45 -0.45 "));
    assert_non_null(strstr(hook->points, "Q0.45 0.55 "));
    assert_non_null(strstr(hook->points, "Q1.45 1.45 "));
    draw_scene_free(scene);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
}

static void a_look_that_is_told_comes_before_what_moves_together(void **context) {
    (void)context;
    fewest_puzzle *puzzle;
    struct draw_plan *plan = plan_of("board 1 x 4\npieces A .\nmove A A . -> . A A\ndraw A as peg\nstart A A . .\n", &puzzle);
    struct draw_scene *scene = scene_of(plan, "A A . .", NULL);
    assert_true(shape_of(scene, "0-0") && shape_of(scene, "0-1") && shape_of(scene, "0-0")->kind == DRAW_CIRCLE);
    draw_scene_free(scene);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
}

static void a_name_in_a_block_is_any_of_its_pieces_the_same_throughout(void **context) {
    (void)context;
    fewest_puzzle *puzzle;
    struct draw_plan *plan = plan_of("board 2 x 4\npieces A B .\nvar v = x y\nlet c = A x B\nmove A . -> . A\nmove B . -> . B\n"
                                     "draw c c as block teal\n", &puzzle);
    assert_int_equal(fewest_parts_of(puzzle).drawing_rules, 2); /* x stands in no cell */
    struct draw_scene *scene = scene_of(plan, "A A B B / A B . . and v is x", NULL);
    const struct draw_shape *first = shape_of(scene, "5-0"), *second = shape_of(scene, "6-0");
    assert_true(first && second && shape_of(scene, "0-0") && shape_of(scene, "1-0") && !shape_of(scene, "0-1"));
    assert_string_equal(first->label, "A");
    assert_string_equal(second->label, "B");
    assert_string_equal(second->tone, "9");
    draw_scene_free(scene);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
}

/* A graph whose cells have names: circles, a name below each, the weight beside the middle of a link. */
static void cells_with_names_and_links_with_weights_show_them(void **context) {
    (void)context;
    fewest_puzzle *puzzle;
    struct draw_plan *plan = plan_of("cells Arad Sibiu Fagaras\nlinks Arad-Sibiu:140 Sibiu-Fagaras:99\npieces @ .\n"
                                     "move along links: @ . -> . @\ndraw at 1,1 1,4 3,4\n", &puzzle);
    struct draw_scene *scene = scene_of(plan, "Sibiu is @", NULL);
    const struct draw_shape *arad = shape_of(scene, "cell-0"), *name = shape_of(scene, "name-of-0"), *weight = shape_of(scene, "weight-0");
    assert_true(arad && name && weight && arad->kind == DRAW_CIRCLE);
    assert_string_equal(name->label, "Arad");
    assert_true(fabs(name->x - arad->x) < 1e-9 && name->y > arad->y + arad->w / 2);
    assert_string_equal(weight->label, "140");
    assert_true(weight->y < arad->y && fabs(weight->x - arad->x - 1.5) < 1e-9);
    for (size_t i = 0; i < scene->count; i++) check_shape(scene, &scene->shapes[i]);
    assert_true(name->x - name->w / 2 >= 0 && shape_of(scene, "name-of-2")->y + 0.15 <= scene->height);
    draw_scene_free(scene);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
}

static void a_name_that_is_too_long_for_its_cell_is_shortened(void **context) {
    (void)context;
    static const char *const pieces[] = {"missionary-1", "missionary-2", "abcde", "\xe4\xbc\xa0\xe6\x95\x99\xe5\xa3\xab\xe4\xbb\xac\xe4\xb9\x9f"};
    static const char *const labels[] = {"mi\xe2\x80\xa6-1", "mi\xe2\x80\xa6-2", "abcde", "\xe4\xbc\xa0\xe2\x80\xa6\xe4\xb9\x9f"};
    char text[300];
    snprintf(text, sizeof text, "board 1 x 5\npieces %s %s %s %s .\nmove abcde . -> . abcde\n", pieces[0], pieces[1], pieces[2], pieces[3]);
    fewest_puzzle *puzzle;
    struct draw_plan *plan = plan_of(text, &puzzle);
    snprintf(text, sizeof text, "%s %s %s %s .", pieces[0], pieces[1], pieces[2], pieces[3]);
    struct draw_scene *scene = scene_of(plan, text, NULL);
    for (size_t i = 0; i < 4; i++) {
        char key[20];
        snprintf(key, sizeof key, "%zu-0", i);
        const struct draw_shape *shape = shape_of(scene, key);
        assert_string_equal(shape->label, labels[i]);
        assert_true(shape->size >= 0.19 && shape->size * 0.6 * 5 <= shape->w);
    }
    draw_scene_free(scene);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
}

/* A jump that takes the piece jumped over: the one that is left is the one that jumped. */
static void what_jumps_keeps_its_key_and_what_is_taken_loses_it(void **context) {
    (void)context;
    fewest_puzzle *puzzle;
    struct draw_plan *plan = plan_of("board 5\npieces o .\nmove o o . -> . . o\n", &puzzle);
    struct draw_track *track = draw_track_create();
    draw_scene_free(scene_of(plan, "oo..o", track));
    struct draw_scene *scene = scene_of(plan, "..o.o", track);
    assert_non_null(shape_of(scene, "0-0"));
    assert_int_equal(shape_of(scene, "0-0")->cell, 2);
    assert_null(shape_of(scene, "0-1"));
    assert_int_equal(shape_of(scene, "0-2")->cell, 4);
    assert_non_null(shape_of(scene, "mark-0-0"));
    draw_scene_free(scene);
    draw_track_free(track);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
}

static void the_part_of_a_string_that_is_new_is_marked(void **context) {
    (void)context;
    fewest_puzzle *puzzle;
    struct draw_plan *plan = plan_of("string 9\nmove bc -> xyz\n", &puzzle);
    struct draw_track *track = draw_track_create();
    draw_scene_free(scene_of(plan, "abcd", track));
    struct draw_scene *scene = scene_of(plan, "axyzd", track);
    assert_string_equal(shape_of(scene, "letter-0")->label, "a");
    assert_string_equal(shape_of(scene, "letter-3")->label, "d");
    assert_int_equal(shape_of(scene, "letter-3")->cell, 4);
    assert_null(shape_of(scene, "letter-1"));
    size_t marks = 0;
    for (size_t i = 0; i < scene->count; i++) marks += strcmp(scene->shapes[i].tone, "mark") == 0;
    assert_int_equal(marks, 3);
    draw_scene_free(scene);
    draw_track_free(track);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
}

static void a_state_that_is_wrong_is_told(void **context) {
    (void)context;
    fewest_puzzle *puzzle;
    fewest_error error = {0};
    struct draw_plan *plan = plan_of("board 3\npieces o .\nmove o . -> . o\nstart o..\n", &puzzle);
    assert_null(draw_scene_of(plan, "oo", NULL, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_true(error.message[0] != '\0');
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
}

/* Reading a state changes nothing about the puzzle, not even its memory. */
static void reading_a_state_leaves_the_puzzle_as_it_was(void **context) {
    (void)context;
    fewest_error error = {0};
    static const char *const texts[] = {swaps, rewriting, jugs};
    static const char *const states[] = {"101/010", "xq", "A is 1 and B is any"};
    for (size_t i = 0; i < 3; i++) {
        fewest_puzzle *puzzle = fewest_parse(texts[i], strlen(texts[i]), "test", &error);
        assert_non_null(puzzle);
        const size_t used = atomic_load(&puzzle->memory.used);
        size_t count = 0;
        uint16_t *values = fewest_read_state(puzzle, states[i], &count, &error);
        assert_non_null(values);
        assert_int_equal(count, i == 0 ? 6 : 2);
        if (i == 2) assert_int_equal(values[1], UINT16_MAX);
        fewest_free(values);
        assert_null(fewest_read_state(puzzle, "nonsense and more", &count, &error));
        assert_int_equal(atomic_load(&puzzle->memory.used), used);
        fewest_puzzle_free(puzzle);
    }
}

/* Where every character is allowed, one that the puzzle does not know is still no piece of it. */
static void a_state_has_only_pieces_that_there_are(void **context) {
    (void)context;
    fewest_error error = {0};
    size_t count = 0;
    fewest_puzzle *puzzle = fewest_parse(rewriting, strlen(rewriting), "test", &error);
    assert_non_null(puzzle);
    for (int known = 0; known < 2; known++) {
        uint16_t *values = fewest_read_state(puzzle, "QxQ\xe2\x99\x9e", &count, &error);
        assert_non_null(values);
        assert_int_equal(count, 4);
        assert_string_equal(fewest_piece(puzzle, values[1]), "x");
        assert_int_equal(values[3], UINT16_MAX);
        for (int i = 0; i < 3; i += 2) {
            assert_true(known ? values[i] < fewest_parts_of(puzzle).pieces : values[i] == UINT16_MAX);
            assert_string_equal(fewest_piece(puzzle, values[i]), known ? "Q" : "");
        }
        fewest_free(values);
        assert_true(fewest_set_start(puzzle, "xQ", &error)); /* now it knows it */
    }
    fewest_puzzle_free(puzzle);
}

static size_t put_utf8(char *to, uint32_t code) {
    if (code < 0x80) return (size_t)sprintf(to, "%c", (int)code);
    if (code < 0x800) return (size_t)sprintf(to, "%c%c", (int)(0xc0 | code >> 6), (int)(0x80 | (code & 63)));
    if (code < 0x10000)
        return (size_t)sprintf(to, "%c%c%c", (int)(0xe0 | code >> 12), (int)(0x80 | (code >> 6 & 63)),
                               (int)(0x80 | (code & 63)));
    return (size_t)sprintf(to, "%c%c%c%c", (int)(0xf0 | code >> 18), (int)(0x80 | (code >> 12 & 63)),
                           (int)(0x80 | (code >> 6 & 63)), (int)(0x80 | (code & 63)));
}

/* Of all there are, and of bytes that are no characters: what XML 1.0 does not allow is a question mark. */
static void svg_has_only_characters_that_xml_allows(void **context) {
    (void)context;
    for (uint32_t code = 1; code < 0x110800; code++) {
        char text[8] = {0}, wanted[16] = {0}, *made = NULL;
        size_t size;
        put_utf8(text, code);
        bool allowed = (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd) ||
                       (code >= 0x10000 && code <= 0x10ffff);
        strcpy(wanted, code == '&' ? "&amp;" : code == '<' ? "&lt;" : code == '>' ? "&gt;" : code == '"' ? "&quot;"
                       : allowed ? text : code == '\t' || code == '\n' || code == '\r' ? " " : "?");
        FILE *file = open_memstream(&made, &size);
        assert_non_null(file);
        draw_svg_text(file, text);
        fclose(file);
        if (strcmp(made, wanted) != 0) fail_msg("U+%04X is written as %s", code, made);
        free(made);
    }
    static const char *const broken[] = {"\xff", "\xc0\x80", "\xe0\x80\xbc", "\xf0\x80\x80\xbc", "\xe2\x99", "\x80"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        char *made = NULL;
        size_t size;
        FILE *file = open_memstream(&made, &size);
        assert_non_null(file);
        draw_svg_text(file, broken[i]);
        fclose(file);
        assert_int_equal(strspn(made, "?"), strlen(broken[i]));
        assert_int_equal(size, strlen(broken[i]));
        free(made);
    }
}

static void a_large_board_is_drawn_coarsely(void **context) {
    (void)context;
    fewest_puzzle *puzzle;
    enum { SIDE = 100 };
    char *text = malloc(SIDE * (SIDE + 1) + 1), *at = text;
    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) *at++ = row % 2 && column % 2 ? '1' : '0';
        *at++ = '\n';
    }
    *at = 0;
    struct draw_plan *plan = plan_of(text, &puzzle);
    struct draw_scene *scene = scene_of(plan, "3,3", NULL);
    assert_true(scene->count < 10);
    assert_non_null(shape_of(scene, "walls"));
    draw_scene_free(scene);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_built_in_is_drawn_from_start_to_goal),
        cmocka_unit_test(no_built_in_is_left_out),
        cmocka_unit_test(a_block_is_one_shape_wherever_it_stands),
        cmocka_unit_test(what_moves_together_is_one_block_without_being_told),
        cmocka_unit_test(a_look_that_is_told_comes_before_what_moves_together),
        cmocka_unit_test(a_name_in_a_block_is_any_of_its_pieces_the_same_throughout),
        cmocka_unit_test(cells_with_names_and_links_with_weights_show_them),
        cmocka_unit_test(a_name_that_is_too_long_for_its_cell_is_shortened),
        cmocka_unit_test(what_jumps_keeps_its_key_and_what_is_taken_loses_it),
        cmocka_unit_test(the_part_of_a_string_that_is_new_is_marked),
        cmocka_unit_test(a_state_that_is_wrong_is_told),
        cmocka_unit_test(reading_a_state_leaves_the_puzzle_as_it_was),
        cmocka_unit_test(a_state_has_only_pieces_that_there_are),
        cmocka_unit_test(svg_has_only_characters_that_xml_allows),
        cmocka_unit_test(a_large_board_is_drawn_coarsely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
