/* Symmetries in breadth-first search: on random puzzles whose start and goal are mirror images of themselves, the searches find the same with and without:
 * length, number of solutions, the first of them state by state, and which puzzles have none. And they see less. */
#include "api.h"

#include "random_boxes.h"

enum { LISTED = 6, SIDE = 4 };

/* What moves pieces: each list is as it was if the board is mirrored. */
static const char *const rules[] = {
    "move    any direction:  a . -> . a\nmove    any direction:  b . -> . b\n",
    "move    any direction:  a . -> . a\nmove    any direction:  a b . -> . a b\n",                   /* cannot be undone */
    "move    any direction:  a b -> b a\nmove    left or right:  a . -> . a\n",
    "let     x = a b\nmove    any direction:  x . -> . x\nmove    any direction:  a b . -> . b a\n",
    "move    any direction:  a a . -> . . a\nmove    any direction:  b . -> . b\n",                   /* the same, and pieces are lost */
    "move    any direction:  . a -> b a\nmove    any direction:  b a -> . a\nmove    any direction:  a . -> . a\n",
};
enum { RULES = sizeof rules / sizeof *rules };

/* A board of which the right half is the left half, mirrored. */
static void draw(char *text, uint32_t rows, uint32_t a, uint32_t b, uint64_t *random) {
    char cells[SIDE * SIDE + 1];
    memset(cells, '.', sizeof cells);
    for (uint32_t n = 0; n < a + b; n++) {
        const uint32_t r = below(random, rows), c = below(random, SIDE / 2);
        cells[r * SIDE + c] = cells[r * SIDE + SIDE - 1 - c] = n < a ? 'a' : 'b';
    }
    write_rows(text, cells, rows, SIDE);
}

static void invent_mirrored(char *text, uint32_t kind, uint64_t *random) {
    const uint32_t rows = 2 + below(random, 2), a = 1 + below(random, 2), b = 1 + below(random, 2);
    sprintf(text, "board   %u x %u\npieces  a b .\n%sstart\n", rows, SIDE, rules[kind]);
    draw(text, rows, a, b, random);
    strcat(text, "goal\n");
    draw(text, rows, a, b, random);
}

static fewest_answer *solve_by(fewest_puzzle *puzzle, fewest_algorithm algorithm, fewest_remember remember, fewest_symmetry_use symmetry, bool all) {
    fewest_options options = {.size = sizeof options, .algorithm = algorithm, .remember = remember, .all = all, .list = LISTED, .symmetry = symmetry};
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    if (!answer)
        fail_msg("%s", error.text);
    return answer;
}

static bool are_alike(const fewest_answer *one, const fewest_answer *other) {
    if (fewest_answer_status(one) != fewest_answer_status(other))
        return false;
    if (fewest_answer_status(one) != FEWEST_SOLVED)
        return fewest_answer_status(one) == FEWEST_UNSOLVABLE;
    if (fewest_answer_length(one) != fewest_answer_length(other) || fewest_answer_solutions(one) != fewest_answer_solutions(other) ||
        fewest_answer_listed(one) != fewest_answer_listed(other))
        return false;
    for (size_t s = 0; s < fewest_answer_listed(one); s++)
        for (size_t step = 0; step <= fewest_answer_length(one); step++)
            if (strcmp(fewest_answer_state(one, s, step), fewest_answer_state(other, s, step)) != 0 ||
                (step < fewest_answer_length(one) && strcmp(fewest_answer_move(one, s, step), fewest_answer_move(other, s, step)) != 0))
                return false;
    return true;
}

static size_t tried, used, solved, unsolvable, by_kind[RULES];
static uint64_t seen_with, seen_without;

static void compare(fewest_puzzle *puzzle, const char *text, fewest_algorithm algorithm, fewest_remember remember, bool all, uint32_t kind) {
    fewest_answer *off = solve_by(puzzle, algorithm, remember, FEWEST_SYMMETRY_OFF, all), *on = solve_by(puzzle, algorithm, remember, FEWEST_SYMMETRY_ON, all);
    const bool is_used = strstr(fewest_answer_reason(on), "states as one by symmetry") != NULL;
    if (!are_alike(off, on))
        fail_msg("%s: another answer than without symmetries:\n%s", fewest_answer_reason(on), text);
    assert_null(strstr(fewest_answer_reason(off), "by symmetry"));
    tried++;
    used += is_used;
    by_kind[kind] += is_used;
    solved += is_used && fewest_answer_status(on) == FEWEST_SOLVED;
    unsolvable += is_used && fewest_answer_status(on) == FEWEST_UNSOLVABLE;
    if (is_used) {
        assert_true(algorithm != FEWEST_BFS || fewest_answer_statistics(on)->remembered <= fewest_answer_statistics(off)->remembered); /* from both ends, others may be seen */
        seen_with += fewest_answer_statistics(on)->remembered;
        seen_without += fewest_answer_statistics(off)->remembered;
    }
    fewest_answer_free(off);
    fewest_answer_free(on);
}

static void answers_are_the_same_with_and_without(void **state) {
    (void)state;
    static const fewest_remember stores[] = {FEWEST_REMEMBER_AUTO, FEWEST_REMEMBER_HASH, FEWEST_REMEMBER_TREE};
    const char *chosen = getenv("FEWEST_SEED");
    uint64_t random = chosen ? strtoull(chosen, NULL, 10) : 17;
    for (uint32_t round = 0; round < (SANITIZED ? 36 : 90); round++) {
        char text[2048];
        invent_mirrored(text, round % RULES, &random);
        fewest_puzzle *puzzle = parse(text);
        for (uint32_t way = 0; way < 4; way++)
            compare(puzzle, text, way & 1 ? FEWEST_BIDIRECTIONAL : FEWEST_BFS, stores[below(&random, 3)], way & 2, round % RULES);
        fewest_puzzle_free(puzzle);
    }
    if (getenv("FEWEST_VERBOSE"))
        fprintf(stderr, "%zu searches, %zu with symmetries: %zu solved, %zu unsolvable; %llu states for %llu\n", tried, used, solved, unsolvable,
                (unsigned long long)seen_with, (unsigned long long)seen_without);
    uint32_t kinds = 0;
    for (uint32_t kind = 0; kind < RULES; kind++)
        kinds += by_kind[kind] > 0;
    assert_true(kinds >= RULES / 2 && used > tried / 8 && solved > 0 && unsolvable > 0 && 3 * seen_with < 2 * seen_without);
}

/* Symmetries that move the goal, or the start, are of no use. */
static void what_moves_an_end_is_not_used(void **state) {
    (void)state;
    static const struct {
        const char *start, *goal;
        const char *says; /* or NULL */
    } cases[] = {
        {"a..a/..../....", "..../..../.aa.", "up to 2 states"},
        {"a..a/..../....", "..../..../a.a.", NULL},
        {"aa../..../....", "..../..../.aa.", NULL},
        {"a..a/..../a..a", ".aa./..../.aa.", "up to 4 states"},
        {"a..a/..../a..a", "..../aaaa/....", "up to 4 states"},
        {"a..a/..../a..a", "aaaa/..../....", "up to 2 states"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        sprintf(text, "board   3 x 4\npieces  a .\nmove    any direction:  a . -> . a\nstart   %s\ngoal    %s\n", cases[i].start, cases[i].goal);
        fewest_puzzle *puzzle = parse(text);
        for (uint32_t way = 0; way < 2; way++) {
            fewest_answer *answer = solve_by(puzzle, way ? FEWEST_BIDIRECTIONAL : FEWEST_BFS, FEWEST_REMEMBER_HASH, FEWEST_SYMMETRY_ON, false);
            assert_true(cases[i].says ? strstr(fewest_answer_reason(answer), cases[i].says) != NULL : strstr(fewest_answer_reason(answer), "as one") == NULL);
            fewest_answer_free(answer);
        }
        fewest_puzzle_free(puzzle);
    }
}

/* Without being asked for, once many states were seen. All layers before that are whole. */
static void they_are_looked_for_on_the_way(void **state) {
    (void)state;
    fewest_puzzle *puzzle = fewest_load("hanoi-9-4", &error);
    assert_non_null(puzzle);
    fewest_answer *off = solve_by(puzzle, FEWEST_BFS, FEWEST_REMEMBER_HASH, FEWEST_SYMMETRY_OFF, true);
    fewest_answer *chosen = solve_by(puzzle, FEWEST_BFS, FEWEST_REMEMBER_HASH, FEWEST_SYMMETRY_AUTO, true);
    assert_true(are_alike(off, chosen));
    assert_non_null(strstr(fewest_answer_reason(chosen), "up to 2 states as one"));
    assert_true(3 * fewest_answer_statistics(chosen)->remembered < 2 * fewest_answer_statistics(off)->remembered + 1000);
    fewest_answer_free(off);
    fewest_answer_free(chosen);
    fewest_puzzle_free(puzzle);
}

/* What was kept of a search with symmetries serves one without, and the other way round. */
static void searches_one_after_the_other_do_not_mix(void **state) {
    (void)state;
    fewest_puzzle *puzzle = fewest_load("knights", &error);
    assert_non_null(puzzle);
    fewest_answer *first = solve_by(puzzle, FEWEST_BIDIRECTIONAL, FEWEST_REMEMBER_AUTO, FEWEST_SYMMETRY_OFF, true);
    for (uint32_t round = 0; round < 12; round++) {
        const fewest_symmetry_use use = round % 3 == 1 ? FEWEST_SYMMETRY_OFF : FEWEST_SYMMETRY_ON;
        fewest_answer *answer = solve_by(puzzle, round & 1 ? FEWEST_BFS : FEWEST_BIDIRECTIONAL, FEWEST_REMEMBER_AUTO, use, true);
        assert_true(are_alike(first, answer));
        fewest_answer_free(answer);
    }
    fewest_answer_free(first);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_the_same_with_and_without),
        cmocka_unit_test(what_moves_an_end_is_not_used),
        cmocka_unit_test(they_are_looked_for_on_the_way),
        cmocka_unit_test(searches_one_after_the_other_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
