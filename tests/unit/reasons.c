/* What is told where something cannot be: the limit that ended it, and why another search runs. */
#include "api.h"

#include <fewest/explain.h>
#include <fewest/explore.h>
#include <fewest/space.h>
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

static size_t count_on(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    (void)context;
    for (uint32_t i = 0; i < count; i++) {
        next[i] = (states[i] + 1) % 10;
        if (steps)
            steps[i] = (fewest_step){i, 0, 1};
    }
    return count;
}

static void moves_that_only_go_forwards_are_the_reason(void **state) {
    (void)state;
    const uint64_t start = 3, goal = 1;
    const fewest_space space = {.words = 1, .max_moves = 1, .expand = count_on, .starts = &start, .start_count = 1, .goals = &goal,
                                .goal_count = 1};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    fewest_answer *answer = solve(puzzle, NULL);
    assert_string_equal(fewest_answer_reason(answer), "bfs: moves cannot be inverted");
    assert_int_equal(fewest_answer_length(answer), 8);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

/* Why auto does not search from both ends: the one reason that holds. */
static void the_reason_is_the_one_that_decided(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"board 4 x 4\npieces a b c d e f g .\nlet p = a b c d e f g\nmove any direction: p . -> . p\n"
         "start b c d a / e f g . / . . . . / . . . .\ngoal _ _ _ _ / _ _ _ a / _ _ _ _ / _ _ _ _\n",
         "bfs: there are more than 4096 goals"},
        {"string\nmove ab -> ba\nmove ba -> ab\nstart aab\ngoal somewhere: bb\nwithin 4\n", "bfs: the goals cannot be listed"},
        {"board 3\npieces a .\nmove a . -> . a\nmove . a -> a .\nstart a . .\ngoal . . a\n",
         "bfs: most states may lie on shortest paths: breadth-first, back from the goal"},
        {eight, "bidirectional: moves can be inverted, and there are few goals (1)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_puzzle *puzzle = parse(cases[i].text);
        fewest_answer *answer = solve(puzzle, NULL);
        assert_string_equal(fewest_answer_reason(answer), cases[i].why);
        fewest_answer_free(answer);
        fewest_explanation *explanation = fewest_explain(puzzle, NULL, &error); /* says the same, in the same words */
        assert_non_null(explanation);
        assert_string_equal(fewest_explanation_facts(explanation)->search_why, strstr(cases[i].why, ": ") + 2);
        fewest_explanation_free(explanation);
        fewest_puzzle_free(puzzle);
    }
}

/* What is near is found with a bound that costs nothing, before tables are made or layers are kept. */
static void the_cheap_bound_comes_first(void **state) {
    (void)state;
    static const struct {
        const char *name, *start, *why;
        uint64_t expanded; /* at the most */
    } cases[] = {
        {"fifteen", NULL, "idastar: every move exchanges the blank, ", 10000},
        {"tiles-3x4", "1 2 3 4 / 5 6 7 8 / 9 x 10 11", "idastar: every move exchanges the blank, ", 100},
        {"pancake-20", NULL, "idastar: gaps between neighbours bound the distance; gaps among 20 pairs", 100},
        {"pancake-24", "3 9 17 1 22 12 6 24 14 20 2 10 18 8 16 4 23 13 5 19 11 21 7 15", "idastar: ", 10000000},
        {"pancake-8", NULL, "bidirectional: ", 10000}, /* so few states that it does not matter */
        {"topspin-16-4", "16 14 5 12 7 3 1 10 9 2 11 4 13 6 15 8", "", 0}, /* the plan only */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_puzzle *puzzle = fewest_load(cases[i].name, &error);
        assert_non_null(puzzle);
        assert_true(!cases[i].start || fewest_set_start(puzzle, cases[i].start, &error));
        if (cases[i].expanded) {
            fewest_answer *answer = solve(puzzle, NULL);
            assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
            assert_memory_equal(fewest_answer_reason(answer), cases[i].why, strlen(cases[i].why));
            assert_in_range(fewest_answer_statistics(answer)->expanded, 0, cases[i].expanded);
            fewest_answer_free(answer);
        } else {
            fewest_options options = {.size = sizeof options};
            options.limits.states = 1000;
            fewest_explanation *explanation = fewest_explain(puzzle, &options, &error);
            assert_non_null(explanation);
            assert_int_equal(fewest_explanation_choices(explanation), 2);
            assert_string_equal(fewest_explanation_choice(explanation, 0).search, "idastar");
            assert_string_equal(fewest_explanation_choice(explanation, 1).search, "bidirectional"); /* gaps say too little here */
            fewest_explanation_free(explanation);
        }
        fewest_puzzle_free(puzzle);
    }
}

/* Tables for a start that is a goal would be made for nothing. */
static void a_start_that_is_a_goal_needs_no_bound(void **state) {
    (void)state;
    static const char *const puzzles[][2] = {
        {"fifteen", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 x"},
        {"tiles-5x5", "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 24 x"},
        {"pancake-12", "1 2 3 4 5 6 7 8 9 10 11 12"},
        {"lights-out-4x4", "0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"},
    };
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++)
        for (fewest_algorithm algorithm = FEWEST_AUTO; algorithm <= FEWEST_IDASTAR; algorithm++) {
            fewest_puzzle *puzzle = fewest_load(puzzles[i][0], &error);
            assert_non_null(puzzle);
            assert_true(fewest_set_start(puzzle, puzzles[i][1], &error));
            fewest_options options = {.size = sizeof options};
            options.algorithm = algorithm;
            options.limits.states = 1; /* which is enough for the start */
            fewest_answer *answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
            assert_int_equal(fewest_answer_length(answer), 0);
            if (fewest_uses_bound(algorithm)) {
                assert_non_null(strstr(fewest_answer_reason(answer), "the start is a goal"));
                assert_null(puzzle->model->bound);
            }
            fewest_answer_free(answer);
            fewest_puzzle_free(puzzle);
        }
}

/* A maze of so many rows and columns: either free but for one wall in a hundred cells, or one long way from side to side. */
static fewest_puzzle *large_maze(unsigned side, bool is_labyrinth) {
    char *text = malloc((size_t)side * (side + 1) + 1), *at = text;
    assert_non_null(text);
    for (unsigned row = 0; row < side; row++) {
        for (unsigned column = 0; column < side; column++) {
            const bool door = column == (row % 4 == 1 ? side - 1 : 0);
            *at++ = is_labyrinth ? row % 2 && !door ? '1' : '0' : row % 10 == 5 && column % 10 == 5 ? '1' : '0';
        }
        *at++ = '\n';
    }
    *at = 0;
    fewest_puzzle *puzzle = fewest_parse(text, (size_t)(at - text), NULL, &error);
    assert_non_null(puzzle);
    free(text);
    return puzzle;
}

static void a_wide_board_is_searched_by_its_bound_and_a_labyrinth_from_the_goal(void **state) {
    (void)state;
    static const struct {
        unsigned side;
        bool is_labyrinth;
        const char *expected;
    } cases[] = {{301, false, "astar"}, {301, true, "bfs"}, {31, false, "bfs"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_puzzle *puzzle = large_maze(cases[i].side, cases[i].is_labyrinth);
        fewest_options options = {.size = sizeof options};
        fewest_answer *chosen = solve(puzzle, &options);
        options.algorithm = FEWEST_BFS;
        fewest_answer *plain = solve(puzzle, &options);
        assert_string_equal(fewest_answer_statistics(chosen)->algorithm, cases[i].expected);
        assert_int_equal(fewest_answer_status(chosen), FEWEST_SOLVED);
        assert_int_equal(fewest_answer_length(chosen), fewest_answer_length(plain));
        for (size_t step = 0; step < fewest_answer_length(plain); step++)
            assert_string_equal(fewest_answer_move(chosen, 0, step), fewest_answer_move(plain, 0, step));
        fewest_answer_free(chosen);
        fewest_answer_free(plain);
        fewest_puzzle_free(puzzle);
    }
}

static void searches_with_a_bound_say_so(void **state) {
    (void)state;
    assert_true(fewest_uses_bound(FEWEST_ASTAR) && fewest_uses_bound(FEWEST_IDASTAR));
    assert_false(fewest_uses_bound(FEWEST_AUTO) || fewest_uses_bound(FEWEST_BFS) || fewest_uses_bound(FEWEST_BIDIRECTIONAL));
    assert_false(fewest_uses_bound((fewest_algorithm)-1) || fewest_uses_bound((fewest_algorithm)77));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_is_not_made_tells_the_limit),
        cmocka_unit_test(all_solutions_by_idastar_name_the_search_that_runs),
        cmocka_unit_test(a_pattern_without_pieces_is_refused),
        cmocka_unit_test(one_piece_has_as_many_arrangements_as_places),
        cmocka_unit_test(moves_that_only_go_forwards_are_the_reason),
        cmocka_unit_test(the_reason_is_the_one_that_decided),
        cmocka_unit_test(the_cheap_bound_comes_first),
        cmocka_unit_test(a_start_that_is_a_goal_needs_no_bound),
        cmocka_unit_test(a_wide_board_is_searched_by_its_bound_and_a_labyrinth_from_the_goal),
        cmocka_unit_test(searches_with_a_bound_say_so),
    };
    return cmocka_run_group_tests_name("reasons", tests, NULL, NULL);
}
