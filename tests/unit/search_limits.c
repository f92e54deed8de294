/* Limits hold, whatever a search is at, and how it ended is said as it is. */
#include "api.h"

#include "search/search.h"

#include <fewest/explore.h>
#include <fewest/space.h>
#include <time.h>

enum { ARMS = 3000, CHAIN = 400000 };

/* A star: from 0 to each of its arms, and back. */
static size_t along_arms(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    (void)context;
    for (size_t i = 0; i < count; i++)
        for (uint32_t arm = 1; arm <= (states[i] ? 1 : ARMS); arm++) {
            steps[made] = (fewest_step){(uint32_t)i, arm, 1};
            next[made++] = states[i] ? 0 : arm;
        }
    return made;
}

static void no_bound(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)context, (void)states;
    memset(bounds, 0, count * sizeof *bounds);
}

static void a_limit_of_five_states_is_passed_by_one(void **state) {
    (void)state;
    const uint64_t start = 0, goal = ARMS + 1;
    for (uint32_t max_cost = 1; max_cost <= 2; max_cost++)
        for (int turns = 0; turns < 2; turns++) {
            const fewest_space space = {.words = 1, .max_moves = ARMS, .max_cost = max_cost, .expand = along_arms,
                                        .backward = turns ? along_arms : NULL, .starts = &start, .start_count = 1,
                                        .goals = &goal, .goal_count = 1, .bound = no_bound};
            fewest_puzzle *puzzle = fewest_wrap(&space, &error);
            assert_non_null(puzzle);
            for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_ASTAR; algorithm++) {
                fewest_options options = {.size = sizeof options};
                options.algorithm = (fewest_algorithm)algorithm;
                options.limits.states = 5;
                fewest_answer *answer = solve(puzzle, &options);
                const bool meets = fewest_answer_status(answer) == FEWEST_UNSOLVABLE; /* from the goal, which has no arms */
                assert_true(meets || fewest_answer_limit(answer) == FEWEST_STATE_LIMIT);
                assert_in_range(fewest_answer_statistics(answer)->remembered, 1, 6);
                fewest_answer_free(answer);
            }
            fewest_explore_options options = {.size = sizeof options};
            options.limits.states = 5;
            fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
            assert_non_null(explored);
            assert_int_equal(fewest_exploration_limit(explored), FEWEST_STATE_LIMIT);
            assert_in_range(fewest_exploration_statistics(explored)->remembered, 5, 6);
            fewest_exploration_free(explored);
            fewest_puzzle_free(puzzle);
        }
}

/* ---- A chain, to and fro */

static size_t to_and_fro(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    const uint64_t end = *(const uint64_t *)context;
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t up = 0; up < 2; up++)
            if (up ? states[i] < end : states[i] > 0) {
                steps[made] = (fewest_step){(uint32_t)i, up, 1};
                next[made++] = up ? states[i] + 1 : states[i] - 1;
            }
    return made;
}

static void the_states_of_an_exploration_are_the_sum_of_its_layers_when_memory_ends(void **state) {
    (void)state;
    uint64_t start = 0, goal = 7, end = 3000;
    const fewest_space space = {.words = 1, .max_moves = 2, .expand = to_and_fro, .starts = &start, .start_count = 1,
                                .goals = &goal, .goal_count = 1, .context = &end};
    size_t short_of = 0;
    for (uint64_t memory = 100000; memory < 400000; memory += 1500) {
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        fewest_explore_options options = {.size = sizeof options};
        options.limits.memory = memory;
        fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
        assert_non_null(explored);
        uint64_t sum = 0;
        for (size_t depth = 0; depth < fewest_exploration_layers(explored); depth++)
            sum += fewest_exploration_layer(explored, depth);
        assert_int_equal(fewest_exploration_states(explored), sum);
        short_of += fewest_exploration_limit(explored) == FEWEST_MEMORY_LIMIT && sum > 0;
        fewest_exploration_free(explored);
        fewest_puzzle_free(puzzle);
    }
    assert_true(short_of > 3);
}

static void too_little_memory_for_a_bound_is_a_limit(void **state) {
    (void)state;
    uint64_t start = 0, goal = 70, end = 100;
    const fewest_space space = {.words = 1, .max_moves = 2, .expand = to_and_fro, .starts = &start, .start_count = 1,
                                .goals = &goal, .goal_count = 1, .bound = no_bound, .context = &end};
    for (uint64_t memory = 1; memory < 100000; memory += memory / 4 + 1)
        for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_IDASTAR; algorithm++) {
            fewest_puzzle *puzzle = fewest_wrap(&space, &error);
            fewest_options options = {.size = sizeof options};
            options.algorithm = (fewest_algorithm)algorithm;
            options.limits.memory = memory;
            fewest_answer *answer = solve(puzzle, &options);
            assert_true(fewest_answer_status(answer) == FEWEST_SOLVED ||
                        fewest_answer_limit(answer) == FEWEST_MEMORY_LIMIT);
            assert_null(strstr(fewest_answer_reason(answer), "auto: as asked"));
            fewest_answer_free(answer);
            fewest_puzzle_free(puzzle);
        }
}

/* ---- Checks of bounds */

static bool stop(void *context, const fewest_statistics *statistics) {
    (void)statistics;
    ++*(unsigned *)context;
    return false;
}

/* The goal is where the exploration begins, so that distances rise along it. */
static void a_bound_on_a_long_chain_is_checked(void **state) {
    (void)state;
    uint64_t start = 0, end = CHAIN;
    const fewest_space space = {.words = 1, .max_moves = 2, .undirected = true, .expand = to_and_fro, .starts = &start,
                                .start_count = 1, .goals = &start, .goal_count = 1, .bound = no_bound, .context = &end};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    fewest_bound_check check;
    assert_true(fewest_check_bound(puzzle, NULL, &check, NULL, &error));
    assert_int_equal(check.verdict, FEWEST_BOUND_HOLDS);
    assert_int_equal(check.states, CHAIN + 1);
    fewest_puzzle_free(puzzle);
}

static void a_check_of_a_bound_ends_when_time_does_or_when_it_is_told_to(void **state) {
    (void)state;
    enum { MANY = 4000000 };
    uint64_t start = 0, end = UINT64_MAX;
    const fewest_space space = {.words = 1, .max_moves = 2, .undirected = true, .expand = to_and_fro, .starts = &start,
                                .start_count = 1, .goals = &start, .goal_count = 1, .bound = no_bound, .context = &end};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    fewest_bound_check check;
    unsigned calls = 0;
    fewest_options options = {.size = sizeof options};
    options.limits.states = MANY;
    options.limits.progress = stop;
    options.limits.context = &calls;
    assert_false(fewest_check_bound(puzzle, &options, &check, NULL, &error));
    assert_int_equal(error.status, FEWEST_INTERRUPTED);
    assert_int_equal(calls, 1);
    options.limits.progress = NULL;
    options.limits.seconds = 0.01;
    assert_true(fewest_check_bound(puzzle, &options, &check, NULL, &error));
    assert_int_equal(check.verdict, FEWEST_BOUND_HOLDS_SO_FAR);
    assert_true(check.states < MANY);
    options.limits.seconds = 0;
    options.limits.memory = 1 << 20;
    assert_false(fewest_check_bound(puzzle, &options, &check, NULL, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    fewest_puzzle_free(puzzle);
}

static void a_check_of_a_bound_keeps_to_limits_of_states_and_depth(void **state) {
    (void)state;
    uint64_t start = 0, end = 99;
    const fewest_space space = {.words = 1, .max_moves = 2, .undirected = true, .expand = to_and_fro, .starts = &start,
                                .start_count = 1, .goals = &start, .goal_count = 1, .bound = no_bound, .context = &end};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    for (uint64_t most = 1; most <= 102; most++) {
        const uint64_t looked_at = most < 100 ? most : 100;
        fewest_bound_check check;
        for (int by_depth = 0; by_depth < 2; by_depth++) {
            fewest_options options = {.size = sizeof options};
            if (by_depth)
                options.limits.depth = FEWEST_EXACTLY(most - 1);
            else
                options.limits.states = most;
            assert_true(fewest_check_bound(puzzle, &options, &check, NULL, &error));
            assert_int_equal(check.states, looked_at);
            assert_int_equal(check.verdict, most < 100 ? FEWEST_BOUND_HOLDS_SO_FAR : FEWEST_BOUND_HOLDS);
        }
    }
    fewest_puzzle_free(puzzle);
}

/* Whether it is the bound or the exploration that there is no room for. */
static void too_little_memory_to_check_a_bound_is_a_limit(void **state) {
    (void)state;
    static const char *const names[] = {"eight", "klotski"};
    for (size_t i = 0; i < 2; i++)
        for (uint64_t memory = 1 << 12; memory <= 8 << 20; memory *= 2) {
            fewest_puzzle *puzzle = fewest_load(names[i], &error);
            fewest_options options = {.size = sizeof options};
            fewest_bound_check check;
            options.limits.memory = memory;
            if (!fewest_check_bound(puzzle, &options, &check, NULL, &error)) {
                assert_int_equal(error.status, FEWEST_LIMIT);
                assert_int_equal(error.limit, FEWEST_MEMORY_LIMIT);
            } else {
                assert_int_equal(check.verdict, FEWEST_BOUND_HOLDS);
            }
            fewest_puzzle_free(puzzle);
        }
}

/* ---- Told to stop, and reasons */

/* Slow enough for a report to be due before the goal is found. */
static size_t slowly(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    const struct timespec nap = {0, 60 * 1000 * 1000};
    (void)context;
    nanosleep(&nap, NULL);
    for (size_t i = 0; i < count; i++) {
        steps[i] = (fewest_step){(uint32_t)i, 0, 1};
        next[i] = states[i] + 1;
    }
    return count;
}

/* The bound is the distance: IDA* finds the goal the first time it goes down. */
static void just_as_far(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)context;
    for (size_t i = 0; i < count; i++)
        bounds[i] = states[i] > 4 ? UINT32_MAX : (uint32_t)(4 - states[i]);
}

static void what_was_told_to_stop_is_interrupted_by_every_algorithm(void **state) {
    (void)state;
    const uint64_t start = 0, goal = 4;
    const fewest_space space = {.words = 1, .max_moves = 1, .expand = slowly, .starts = &start, .start_count = 1,
                                .goals = &goal, .goal_count = 1, .bound = just_as_far};
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_IDASTAR; algorithm++) {
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        unsigned calls = 0;
        fewest_options options = {.size = sizeof options};
        options.algorithm = (fewest_algorithm)algorithm;
        options.limits.progress = stop;
        options.limits.context = &calls;
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(calls, 1);
        assert_int_equal(fewest_answer_status(answer), FEWEST_INTERRUPTED);
        assert_int_equal(fewest_answer_listed(answer), 0);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
}

static void every_reason_says_something(void **state) {
    (void)state;
    uint64_t start = 0, goal = 30, end = 40;
    for (int form = 0; form < 8; form++) {
        const fewest_space space = {.words = 1, .max_moves = 2, .max_cost = form & 1 ? 5000 : 1, .undirected = form & 2,
                                    .expand = to_and_fro, .starts = &start, .start_count = 1, .goals = &goal,
                                    .goal_count = 1, .bound = form & 4 ? no_bound : NULL, .context = &end};
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_IDASTAR; algorithm++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = (fewest_algorithm)algorithm;
            fewest_answer *answer = solve(puzzle, &options);
            const char *colon = strstr(fewest_answer_reason(answer), ": ");
            assert_int_equal(fewest_answer_length(answer), 30);
            assert_non_null(colon);
            assert_true(strlen(colon) > 5);
            fewest_answer_free(answer);
        }
        fewest_puzzle_free(puzzle);
    }
}

static void moves_that_can_be_undone_are_searched_from_both_ends_without_backward(void **state) {
    (void)state;
    uint64_t start = 20, goal = 60, end = 100;
    const fewest_space space = {.words = 1, .max_moves = 2, .undirected = true, .expand = to_and_fro, .starts = &start,
                                .start_count = 1, .goals = &goal, .goal_count = 1, .context = &end};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    fewest_answer *answer = solve(puzzle, NULL);
    assert_string_equal(fewest_answer_statistics(answer)->algorithm, "bidirectional");
    assert_int_equal(fewest_answer_length(answer), 40);
    for (size_t step = 0; step < 40; step++)
        assert_int_equal(fewest_answer_move_number(answer, 0, step), 1);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

static bool say_stop(void *context, const struct few_counts *counts) {
    (void)counts;
    ++*(unsigned *)context;
    return false;
}

static void who_said_stop_is_not_asked_again(void **state) {
    (void)state;
    unsigned calls = 0;
    struct few_watch watch = {.report = say_stop, .context = &calls};
    for (int i = 0; i < 3; i++) {
        watch.next_report = 0; /* it is time again */
        assert_int_equal(few_watch_check(&watch), FEW_INTERRUPTED);
    }
    assert_int_equal(calls, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_of_five_states_is_passed_by_one),
        cmocka_unit_test(the_states_of_an_exploration_are_the_sum_of_its_layers_when_memory_ends),
        cmocka_unit_test(too_little_memory_for_a_bound_is_a_limit),
        cmocka_unit_test(a_bound_on_a_long_chain_is_checked),
        cmocka_unit_test(a_check_of_a_bound_ends_when_time_does_or_when_it_is_told_to),
        cmocka_unit_test(a_check_of_a_bound_keeps_to_limits_of_states_and_depth),
        cmocka_unit_test(too_little_memory_to_check_a_bound_is_a_limit),
        cmocka_unit_test(what_was_told_to_stop_is_interrupted_by_every_algorithm),
        cmocka_unit_test(who_said_stop_is_not_asked_again),
        cmocka_unit_test(every_reason_says_something),
        cmocka_unit_test(moves_that_can_be_undone_are_searched_from_both_ends_without_backward),
    };
    return cmocka_run_group_tests_name("search_limits", tests, NULL, NULL);
}
