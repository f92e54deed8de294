/* What is told where something cannot be: the limit that ended it, and why another search runs. */
#include "api.h"

#include <fewest/explore.h>
#include <fewest/tables.h>

static void expect_limit(fewest_options options, fewest_limit limit) {
    fewest_puzzle *puzzle = fewest_parse(eight, strlen(eight), NULL, &error);
    assert_non_null(puzzle);
    assert_false(fewest_tabulate(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_int_equal(error.limit, limit);
    fewest_puzzle_free(puzzle);
}

static void a_table_that_is_not_made_tells_the_limit(void **state) {
    (void)state;
    fewest_options options = {.size = sizeof options};
    options.limits.states = 5;
    expect_limit(options, FEWEST_STATE_LIMIT);
    options = (fewest_options){.size = sizeof options};
    options.limits.depth = 3;
    expect_limit(options, FEWEST_DEPTH_LIMIT);
    options = (fewest_options){.size = sizeof options};
    options.limits.seconds = 1e-9;
    expect_limit(options, FEWEST_TIME_LIMIT);
    options = (fewest_options){.size = sizeof options};
    options.limits.memory = 1;
    expect_limit(options, FEWEST_MEMORY_LIMIT);
}

static void all_solutions_by_idastar_name_the_search_that_runs(void **state) {
    (void)state;
    fewest_puzzle *puzzle = fewest_parse(eight, strlen(eight), NULL, &error);
    assert_non_null(puzzle);
    fewest_options options = {.size = sizeof options};
    options.algorithm = FEWEST_IDASTAR;
    options.all = true;
    fewest_answer *answer = solve(puzzle, &options);
    static const char expected[] = "astar: idastar finds only one solution; ";
    assert_memory_equal(fewest_answer_reason(answer), expected, strlen(expected));
    fewest_answer_free(answer);
    options.algorithm = FEWEST_ASTAR;
    answer = solve(puzzle, &options);
    assert_null(strstr(fewest_answer_reason(answer), "idastar"));
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

static void a_pattern_without_pieces_is_refused(void **state) {
    (void)state;
    static const char *const nothing[] = {""}, *const some[] = {"1,2,3", ""};
    fewest_puzzle *puzzle = fewest_parse(eight, strlen(eight), NULL, &error);
    assert_non_null(puzzle);
    fewest_options options = {.size = sizeof options};
    options.algorithm = FEWEST_ASTAR;
    for (size_t count = 1; count <= 2; count++) {
        options.patterns = count == 1 ? nothing : some;
        options.pattern_count = count;
        assert_null(fewest_solve(puzzle, &options, &error));
        assert_int_equal(error.status, FEWEST_INVALID);
        assert_string_equal(error.message, "a pattern names no piece");
    }
    fewest_puzzle_free(puzzle);
}

/* The border around a board is no place. */
static void one_piece_has_as_many_arrangements_as_places(void **state) {
    (void)state;
    static const char text[] = "board 4\npieces a . #\nmove a . -> . a\nstart a . # .\n";
    fewest_puzzle *puzzle = fewest_parse(text, strlen(text), NULL, &error);
    assert_non_null(puzzle);
    fewest_exploration *explored = fewest_explore(puzzle, NULL, &error);
    assert_non_null(explored);
    assert_int_equal(fewest_exploration_states(explored), 2);
    assert_int_equal(fewest_exploration_space(explored), 3);
    fewest_exploration_free(explored);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_is_not_made_tells_the_limit),
        cmocka_unit_test(all_solutions_by_idastar_name_the_search_that_runs),
        cmocka_unit_test(a_pattern_without_pieces_is_refused),
        cmocka_unit_test(one_piece_has_as_many_arrangements_as_places),
    };
    return cmocka_run_group_tests_name("reasons", tests, NULL, NULL);
}
