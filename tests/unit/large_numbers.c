/* Costs and bounds near the largest numbers there are: memory and time go by the states, not by the numbers. */
#include "api.h"

#include <fewest/space.h>

enum { LENGTH = 100, MEMORY = 4 << 20 };

/* A chain with steps of one and of two; what they cost differs from state to state. */
static uint32_t cost_of(uint64_t state, unsigned steps) {
    return (uint32_t)(steps * 999983 - (state * 7919 + steps * 104729) % 65521);
}

static size_t step_up(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    (void)context;
    for (size_t i = 0; i < count; i++)
        for (unsigned s = 1; s <= 2; s++)
            if (states[i] + s <= LENGTH) {
                steps[made] = (fewest_step){(uint32_t)i, s, cost_of(states[i], s)};
                next[made++] = states[i] + s;
            }
    return made;
}

static uint64_t cheapest(void) {
    uint64_t cost[LENGTH + 1] = {0};
    for (uint64_t n = 1; n <= LENGTH; n++) {
        cost[n] = cost[n - 1] + cost_of(n - 1, 1);
        if (n > 1 && cost[n - 2] + cost_of(n - 2, 2) < cost[n])
            cost[n] = cost[n - 2] + cost_of(n - 2, 2);
    }
    return cost[LENGTH];
}

static void a_hundred_moves_that_cost_a_million_each_take_little_memory(void **state) {
    (void)state;
    const uint64_t start = 0, goal = LENGTH;
    const fewest_space space = {.words = 1, .max_moves = 2, .max_cost = 2000000, .expand = step_up, .starts = &start,
                                .start_count = 1, .goals = &goal, .goal_count = 1};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_ASTAR; algorithm++) {
        fewest_options options = {.size = sizeof options};
        options.algorithm = (fewest_algorithm)algorithm;
        options.limits.memory = MEMORY;
        options.all = true;
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        assert_int_equal(fewest_answer_cost(answer), cheapest());
        assert_true(fewest_answer_statistics(answer)->layer_count <= LENGTH + 1);
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

static void dear_moves_in_a_text_take_little_memory(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("var n = 0..100\nlet k = 0..100\nmove cost 1000000: n k -> k+1\n"
                                  "move cost 999999: n k -> k-1\nstart n is 0\ngoal n is 100\n");
    fewest_options options = {.size = sizeof options};
    options.limits.memory = MEMORY;
    fewest_answer *answer = solve(puzzle, &options);
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    assert_int_equal(fewest_answer_cost(answer), 100000000);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

/* From 0 to 1 and on to 2, the goal; or to 3, from where there is no solution, and the bound nearly says so. */
static size_t to_a_dead_end(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    (void)context;
    for (size_t i = 0; i < count; i++) {
        if (states[i] < 2) {
            steps[made] = (fewest_step){(uint32_t)i, 1, 1};
            next[made++] = states[i] + 1;
        }
        if (states[i] == 0) {
            steps[made] = (fewest_step){(uint32_t)i, 0, 1};
            next[made++] = 3;
        }
    }
    return made;
}

static void two_thousand_million(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)context;
    for (size_t i = 0; i < count; i++)
        bounds[i] = states[i] == 3 ? 2000000000 : 0;
}

static void a_bound_of_two_thousand_million_takes_little_memory(void **state) {
    (void)state;
    const uint64_t start = 0;
    for (uint64_t goal = 2; goal <= 4; goal += 2) { /* 4 is never reached */
        const fewest_space space = {.words = 1, .max_moves = 2, .expand = to_a_dead_end, .starts = &start, .start_count = 1,
                                    .goals = &goal, .goal_count = 1, .bound = two_thousand_million};
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        assert_non_null(puzzle);
        for (int all = 0; all < 2; all++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = FEWEST_ASTAR;
            options.limits.memory = MEMORY;
            options.all = all;
            fewest_answer *answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_status(answer), goal == 2 ? FEWEST_SOLVED : FEWEST_UNSOLVABLE);
            assert_int_equal(fewest_answer_cost(answer), goal == 2 ? 2 : 0);
            fewest_answer_free(answer);
        }
        fewest_puzzle_free(puzzle);
    }
}

/* Moves to and fro that say they cost 0, and one ahead that costs 2: a 0 is read as 1, so that going round costs, too. */
static size_t for_nothing(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    (void)context;
    for (size_t i = 0; i < count; i++)
        for (unsigned move = 0; move < 3; move++)
            if (move == 0 ? states[i] > 0 : states[i] + move <= 20) {
                steps[made] = (fewest_step){(uint32_t)i, move, move == 2 ? 3 : 0};
                next[made++] = move ? states[i] + move : states[i] - 1;
            }
    return made;
}

static void no_bound(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)context, (void)states;
    memset(bounds, 0, count * sizeof *bounds);
}

struct outcome {
    uint64_t cost, length; /* length 0: any */
};

/* The one shortest solution by each algorithm, with a largest cost that is told. */
static void expect_for_nothing(uint32_t most, bool free_moves, struct outcome wanted) {
    const uint64_t start = 0, goal = 20;
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_IDASTAR; algorithm++)
        for (int all = 0; all < 2; all++) {
            const fewest_space space = {.words = 1, .max_moves = 3, .max_cost = most, .free_moves = free_moves, .expand = for_nothing,
                                        .starts = &start, .start_count = 1, .goals = &goal, .goal_count = 1, .bound = no_bound};
            fewest_puzzle *puzzle = fewest_wrap(&space, &error);
            assert_non_null(puzzle);
            fewest_options options = {.size = sizeof options};
            options.algorithm = (fewest_algorithm)algorithm;
            options.all = all;
            options.limits.memory = MEMORY;
            fewest_answer *answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
            assert_int_equal(fewest_answer_cost(answer), wanted.cost);
            if (wanted.length)
                assert_int_equal(fewest_answer_length(answer), wanted.length);
            assert_int_equal(fewest_answer_solutions(answer), 1);
            fewest_answer_free(answer);
            fewest_puzzle_free(puzzle);
        }
}

static void moves_that_cost_nothing_cost_one(void **state) {
    (void)state;
    static const uint32_t most[] = {0, 1, 3, 100, 5000000}; /* by layers, in a ring of buckets, in a heap */
    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
        expect_for_nothing(most[i], false, (struct outcome){.cost = most[i] > 1 ? 20 : 10});
}

/* The same, and they are free: twenty of them are the shortest, for nothing; ahead to 20 and back, 22, is one more. */
static void free_moves_are_as_few_as_possible(void **state) {
    (void)state;
    static const uint32_t most[] = {0, 1, 3, 100, 5000000, UINT32_MAX};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
        expect_for_nothing(most[i], true, (struct outcome){.cost = 0, .length = 20});
}

static void ten_thousand_moves_of_the_highest_cost_are_added_up(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("var n = 0..9999\n"
                                  "let a = 0..9999\n"
                                  "move up, cost 1000000000: n a -> a+1\n"
                                  "move up, cost 0: n 5000 -> 5003\n"
                                  "start n is 0\n"
                                  "goal n is 9999\n");
    fewest_options options = {.size = sizeof options};
    options.limits.memory = 4 * MEMORY; /* most of it is the puzzle */
    fewest_answer *answer = solve(puzzle, &options);
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    assert_true(fewest_answer_cost(answer) == UINT64_C(9996000000000));
    assert_int_equal(fewest_answer_length(answer), 9997);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

static void a_string_of_any_length_has_no_move_that_names_make_free(void **state) {
    (void)state;
    for (int free = 0; free < 2; free++) {
        char text[300];
        snprintf(text, sizeof text, "string\npieces a b 0..2\nlet n, k = 0..2\nmove grow, cost n-k: a n k -> a b n k where n %s k\n"
                                    "start a21\ngoal ab21\nwithin 5\n", free ? ">=" : ">");
        fewest_puzzle *puzzle = fewest_parse(text, strlen(text), "growing.few", &error);
        assert_non_null(puzzle);
        fewest_answer *answer = fewest_solve(puzzle, NULL, &error);
        assert_int_equal(answer != NULL, !free);
        if (free)
            assert_non_null(strstr(error.text, "growing.few:4:1: `within` does not count a move that costs nothing"));
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
}

/* It is refused like `cost 0` is, even where it changes nothing. */
static void nor_one_that_changes_nothing(void **state) {
    static const char text[] = "string\nlet n = 0\nmove cost n: n 0 -> nn\nstart 00\nwithin 1\ngoal 000\n";
    (void)state;
    fewest_puzzle *puzzle = fewest_parse(text, strlen(text), "same.few", &error);
    assert_non_null(puzzle);
    assert_null(fewest_solve(puzzle, NULL, &error));
    assert_non_null(strstr(error.text, "same.few:3:1: `within` does not count a move that costs nothing"));
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_moves_that_cost_a_million_each_take_little_memory),
        cmocka_unit_test(dear_moves_in_a_text_take_little_memory),
        cmocka_unit_test(a_bound_of_two_thousand_million_takes_little_memory),
        cmocka_unit_test(moves_that_cost_nothing_cost_one),
        cmocka_unit_test(free_moves_are_as_few_as_possible),
        cmocka_unit_test(ten_thousand_moves_of_the_highest_cost_are_added_up),
        cmocka_unit_test(a_string_of_any_length_has_no_move_that_names_make_free),
        cmocka_unit_test(nor_one_that_changes_nothing),
    };
    return cmocka_run_group_tests_name("large_numbers", tests, NULL, NULL);
}
