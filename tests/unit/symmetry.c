/* Symmetries: the known ones are found, a map that is none is refused, and what is said of images and classes holds in every
 * state that is looked at. */
#include "corpus.h"

#include <fewest/explore.h>

#include "facts/rules/symmetry.h"
#include "visited/nodes.h"

enum { STATES = SANITIZED ? 60 : 300, MOST_MOVES = 400 };

static struct few_memory memory;

static int set_up(void **state) {
    few_memory_init(&memory, (size_t)1 << 28);
    return go_to_source_root(state);
}

static int nothing_leaks(void **state) {
    (void)state;
    return memory.used != 0;
}

static const struct few_rule_space *rules_of(const struct subject *subject) {
    return few_is_board(subject->space) ? (const struct few_rule_space *)subject->space : NULL;
}

static void those_of_boards_rings_and_cubes_are_found(void **state) {
    (void)state;
    static const struct {
        const char *path;
        uint32_t of_rules, of_start;
    } puzzles[] = {
        {"eight", 8, 2},          /* the blank is in a corner */
        {"fifteen", 8, 1},        /* the start is a mixed one */
        {"peg-solitaire", 8, 8},  /* all but the middle */
        {"klotski", 4, 2},        /* it stands upright, mirrored */
        {"knights", 16, 4},       /* the cells are a ring of eight: it can be turned and mirrored in more ways than the board */
        {"wolf-goat-cabbage", 2, 2}, /* wolf and cabbage */
        {"tests/puzzles/floppy-cube.few", 8, 8},
        {"tests/puzzles/lights-three-colours.few", 8, 8},
        {"tests/puzzles/hanoi-4-pegs.few", 1, 6}, /* three pegs are alike, and have names only */
        {"tests/puzzles/hanoi-one-way.few", 1, 1},
        {"sokoban", 1, 1},
        {"two-jugs", 1, 1},
    };
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        struct subject subject;
        subject_open(&subject, puzzles[i].path);
        struct few_symmetry *symmetry = few_symmetry_find(&memory, rules_of(&subject), subject.starts, subject.start_count, FEW_SYMMETRY_WORK);
        const uint32_t of_start = symmetry ? symmetry->count : 0, of_rules = few_symmetry_of_rules(&memory, rules_of(&subject), FEW_SYMMETRY_WORK);
        if (of_start != puzzles[i].of_start || of_rules != puzzles[i].of_rules)
            fail_msg("%s: %u and %u", puzzles[i].path, of_rules, of_start);
        few_symmetry_free(symmetry);
        subject_close(&subject);
    }
}

/* The solved pocket cube with one corner held: three turns about that corner, each plain or mirrored. */
static void a_solved_cube_has_those_that_hold_a_corner(void **state) {
    (void)state;
    struct subject subject;
    subject_open(&subject, "pocket-cube");
    uint64_t *goals;
    size_t count;
    assert_int_equal(subject.space->keep->goals(subject.space, &memory, 100, &goals, &count), FEW_GOALS_LISTED);
    struct few_symmetry *symmetry = few_symmetry_find(&memory, rules_of(&subject), goals, count, FEW_SYMMETRY_WORK);
    assert_non_null(symmetry);
    assert_int_equal(symmetry->count, 6);
    few_symmetry_free(symmetry);
    few_free(&memory, goals, count * subject.space->words * sizeof *goals);
    subject_close(&subject);
}

/* ---- Planted faults */

static void a_map_that_is_none_is_refused(void **state) {
    (void)state;
    struct subject subject;
    struct few_shape shape;
    uint32_t image[4096];
    subject_open(&subject, "eight");
    assert_true(few_shape_init(&shape, &memory, rules_of(&subject), NULL, 0));
    assert_in_range(shape.vertices, 18, 4096);
    for (uint32_t v = 0; v < shape.vertices; v++)
        image[v] = v;
    assert_true(few_shape_keeps(&shape, image));
    for (uint32_t f = 0; f < 9; f++) /* mirrored */
        image[f] = f / 3 * 3 + 2 - f % 3;
    assert_true(few_shape_keeps(&shape, image));
    for (uint32_t a = 0; a < shape.vertices; a++) /* two vertices more change places: tiles alone may */
        for (uint32_t b = 0; b < a; b++) {
            const uint32_t kept = image[a];
            image[a] = image[b];
            image[b] = kept;
            const bool tiles = b >= 9 && shape.vertices - 1 != a && shape.vertices - 1 != b;
            const bool blank_is_last = rules_of(&subject)->layout.cell_piece[8] == 8;
            if (blank_is_last && few_shape_keeps(&shape, image) != tiles)
                fail_msg("vertices %u and %u", a, b);
            if (b < 9)
                assert_false(few_shape_keeps(&shape, image));
            image[b] = image[a];
            image[a] = kept;
        }
    image[0] = image[1]; /* two to one */
    assert_false(few_shape_keeps(&shape, image));
    image[0] = shape.vertices;
    assert_false(few_shape_keeps(&shape, image));
    few_shape_free(&shape);
    subject_close(&subject);
}

/* Of the eight maps of the board, four keep two opposite corners, and two keep one corner or two side by side. */
static void only_maps_that_keep_all_states_are_taken(void **state) {
    (void)state;
    static const char text[] = "board 3 x 3\npieces o .\nmove any direction: o . -> . o\nstart o.. / ... / ...\ngoal ... / ... / ..o\n";
    static const struct {
        size_t count;
        uint32_t corners[4], kept;
    } cases[] = {{1, {0}, 2}, {2, {0, 8}, 4}, {2, {0, 2}, 2}, {3, {0, 2, 8}, 2}, {4, {0, 2, 6, 8}, 8}, {2, {0, 4}, 2}, {2, {0, 1}, 1}};
    struct few_error error = {0};
    struct few_puzzle *puzzle = few_parse(&memory, "test", text, sizeof text - 1, &error);
    struct few_rule_space *space = few_rule_space_create(&memory, puzzle, &error);
    assert_non_null(space);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t states[4];
        for (size_t k = 0; k < cases[i].count; k++) {
            uint16_t values[9];
            for (uint32_t c = 0; c < 9; c++)
                values[c] = c != cases[i].corners[k]; /* the first piece is o */
            assert_true(space->space.run->write(&space->space, values, 9, &states[k]));
        }
        struct few_symmetry *symmetry = few_symmetry_find(&memory, space, states, cases[i].count, FEW_SYMMETRY_WORK);
        assert_non_null(symmetry);
        if (symmetry->count != cases[i].kept)
            fail_msg("case %zu: %u", i, symmetry->count);
        few_symmetry_free(symmetry);
    }
    few_rule_space_free(space);
    few_puzzle_free(puzzle);
}

/* ---- Every puzzle of the corpus */

static void first_states(struct few_nodes *nodes, const struct subject *subject) {
    const struct few_space *space = subject->space;
    bool fresh;
    assert_true(few_nodes_init(nodes, &memory, space->words));
    for (size_t i = 0; i < subject->start_count; i++)
        few_nodes_add(nodes, subject->starts + i * space->words, 0, &fresh);
    for (uint32_t n = 0; n < nodes->states.count && nodes->states.count < STATES; n++) {
        uint64_t from[FEW_MAX_WORDS];
        memcpy(from, few_node_state(nodes, n), space->words * sizeof *from);
        const size_t made = space->run->successors(space, from, 1, subject->next, subject->steps);
        for (size_t i = 0; i < made; i++)
            few_nodes_add(nodes, subject->next + i * space->words, 0, &fresh);
    }
}

struct looking {
    const struct subject *subject;
    const struct few_symmetry *symmetry;
    uint64_t *images; /* of the moves of one state */
    uint32_t *costs;
};

static bool is_among(const uint64_t *states, size_t count, const uint64_t *state, size_t words) {
    for (size_t i = 0; i < count; i++)
        if (memcmp(states + i * words, state, words * sizeof *state) == 0)
            return true;
    return false;
}

static void look_at_moves(const struct looking *l, uint32_t map, const uint64_t *state, const uint64_t *image) {
    const struct few_space *space = l->subject->space;
    const size_t words = space->words;
    const size_t made = space->run->successors(space, state, 1, l->subject->next, l->subject->steps);
    if (made > MOST_MOVES)
        return;
    for (size_t i = 0; i < made; i++)
        few_symmetry_image(l->symmetry, map, l->subject->next + i * words, l->images + i * words);
    const size_t others = space->run->successors(space, image, 1, l->subject->next, l->subject->steps);
    for (size_t i = 0; i < made; i++)
        if (!is_among(l->subject->next, others, l->images + i * words, words))
            fail_msg("%s: a move has no image", l->subject->path);
    for (size_t i = 0; i < others; i++)
        if (!is_among(l->images, made, l->subject->next + i * words, words))
            fail_msg("%s: a move is no image", l->subject->path);
}

static void look_at(const struct looking *l, const uint64_t *state) {
    const size_t words = l->symmetry->words, bytes = words * sizeof *state;
    uint64_t images[FEW_MOST_SYMMETRIES * FEW_MAX_WORDS], least[FEW_MAX_WORDS], other[FEW_MAX_WORDS];
    size_t different = 0;
    memcpy(least, state, bytes);
    few_symmetry_reduce(l->symmetry, least, 1);
    for (uint32_t m = 0; m < l->symmetry->count; m++) {
        uint64_t *image = images + different * words;
        few_symmetry_image(l->symmetry, m, state, image);
        if (m == 0)
            assert_memory_equal(image, state, bytes);
        memcpy(other, image, bytes);
        few_symmetry_reduce(l->symmetry, other, 1);
        assert_memory_equal(other, least, bytes);
        look_at_moves(l, m, state, image);
        different += !is_among(images, different, image, words);
    }
    assert_true(is_among(images, different, least, words));
    assert_int_equal(few_symmetry_count(l->symmetry, state, 1), different);
}

static void visit(struct subject *subject, void *context) {
    const struct few_rule_space *rules = rules_of(subject);
    struct few_symmetry *symmetry = rules ? few_symmetry_find(&memory, rules, subject->starts, subject->start_count, FEW_SYMMETRY_WORK) : NULL;
    if (!symmetry || symmetry->count == 1) {
        few_symmetry_free(symmetry);
        return;
    }
    struct looking l = {.subject = subject, .symmetry = symmetry, .images = malloc(MOST_MOVES * subject->space->words * sizeof *l.images)};
    bool keeps[FEW_MOST_SYMMETRIES];
    assert_true(few_symmetry_keeps(symmetry, subject->starts, subject->start_count, keeps));
    for (uint32_t m = 0; m < symmetry->count; m++)
        assert_true(keeps[m]);
    assert_true(few_symmetry_keeps_all(symmetry, subject->starts, subject->start_count));
    struct few_nodes nodes;
    first_states(&nodes, subject);
    for (uint32_t n = 0; n < nodes.states.count && n < STATES; n++)
        look_at(&l, few_node_state(&nodes, n));
    few_nodes_free(&nodes);
    free(l.images);
    few_symmetry_free(symmetry);
    ++*(size_t *)context;
}

static void moves_of_an_image_are_images_of_the_moves(void **state) {
    (void)state;
    size_t seen = 0;
    each_puzzle("puzzles/*.few", visit, &seen);
    assert_in_range(seen, 8, 100);
    each_puzzle("tests/puzzles/*.few", visit, &seen);
    assert_in_range(seen, 50, 1000);
}

/* ---- Explorations */

enum { EXPLORED = SANITIZED ? 1500 : 15000 };

static fewest_exploration *explore(fewest_puzzle *puzzle, fewest_explore_options options) {
    fewest_error error;
    options.size = sizeof options;
    options.hardest = 7;
    options.limits.states = EXPLORED;
    options.limits.seconds = 60;
    return fewest_explore(puzzle, &options, &error);
}

static void same_explorations(const char *path, const fewest_exploration *a, const fewest_exploration *b) {
    if (fewest_exploration_status(a) != fewest_exploration_status(b) || fewest_exploration_states(a) != fewest_exploration_states(b))
        fail_msg("%s: %u, %lu states; %u, %lu states", path, fewest_exploration_status(a), (unsigned long)fewest_exploration_states(a),
                 fewest_exploration_status(b), (unsigned long)fewest_exploration_states(b));
    assert_int_equal(fewest_exploration_layers(a), fewest_exploration_layers(b));
    for (size_t d = 0; d < fewest_exploration_layers(a); d++)
        assert_int_equal(fewest_exploration_layer(a, d), fewest_exploration_layer(b, d));
    assert_int_equal(fewest_exploration_hardest(a), fewest_exploration_hardest(b));
    for (size_t i = 0; i < fewest_exploration_hardest(a); i++)
        assert_string_equal(fewest_exploration_state(a, i), fewest_exploration_state(b, i));
}

static bool has_few_goals(const struct subject *subject) {
    uint64_t *goals = NULL;
    size_t count = 0;
    const bool listed = fewest_has_goal(subject->puzzle) && subject->space->keep->goals &&
                        subject->space->keep->goals(subject->space, &memory, 1000, &goals, &count) == FEW_GOALS_LISTED;
    if (listed)
        few_free(&memory, goals, count * subject->space->words * sizeof *goals);
    return listed;
}

/* From the start and from the goals, by each list method. */
static void compare(struct subject *subject, void *context) {
    const unsigned ends = has_few_goals(subject) ? 2 : 1;
    for (unsigned how = 0; how < 2 * ends; how++) {
        fewest_explore_options options = {.method = how & 1 ? FEWEST_METHOD_RANK : FEWEST_METHOD_HASH, .from_goal = how & 2};
        options.limits.threads = 1 + how % 2;
        options.symmetry = FEWEST_SYMMETRY_OFF;
        fewest_exploration *plain = explore(subject->puzzle, options);
        if (!plain)
            continue; /* there is no goal, say */
        assert_int_equal(fewest_exploration_symmetries(plain), 1);
        options.symmetry = FEWEST_SYMMETRY_ON;
        fewest_exploration *folded = explore(subject->puzzle, options);
        assert_non_null(folded);
        same_explorations(subject->path, plain, folded);
        ((size_t *)context)[options.from_goal] += fewest_exploration_symmetries(folded) > 1;
        fewest_exploration_free(plain);
        fewest_exploration_free(folded);
    }
}

static void one_of_each_class_counts_all_of_it(void **state) {
    (void)state;
    size_t used[2] = {0};
    each_puzzle("puzzles/*.few", compare, used);
    assert_in_range(used[0], 16, 200);
    assert_in_range(used[1], 16, 200);
    each_puzzle("tests/puzzles/*.few", compare, used);
    assert_in_range(used[0], 100, 2000);
    assert_in_range(used[1], 100, 2000);
}

/* ---- Too little memory */

static void without_memory_there_are_none(void **state) {
    (void)state;
    struct subject subject;
    subject_open(&subject, "peg-solitaire");
    bool found = false;
    for (uint64_t call = 1; !found && call < 1000; call++) {
        memory.calls = 0;
        memory.fail_at = call;
        struct few_symmetry *symmetry = few_symmetry_find(&memory, rules_of(&subject), subject.starts, subject.start_count, FEW_SYMMETRY_WORK);
        found = symmetry && memory.calls < call;
        few_symmetry_free(symmetry);
        assert_int_equal(memory.used, 0);
    }
    memory.fail_at = 0;
    assert_true(found);
    subject_close(&subject);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_of_boards_rings_and_cubes_are_found),
        cmocka_unit_test(a_solved_cube_has_those_that_hold_a_corner),
        cmocka_unit_test(a_map_that_is_none_is_refused),
        cmocka_unit_test(only_maps_that_keep_all_states_are_taken),
        cmocka_unit_test(moves_of_an_image_are_images_of_the_moves),
        cmocka_unit_test(one_of_each_class_counts_all_of_it),
        cmocka_unit_test(without_memory_there_are_none),
    };
    return cmocka_run_group_tests(tests, set_up, nothing_leaks);
}
