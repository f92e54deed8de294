/* Single steps of searches: what puzzles and random spaces meet too seldom. */
#include "api.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "bound/bound.h"
#include "search/search.h"

/* ---- Moves are counted */

enum { CIRCLE = 10 };

static size_t go_either_way(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next, struct few_step *steps) {
    (void)space;
    for (size_t i = 0; i < 2 * count; i++) {
        next[i] = (states[i / 2] + (i % 2 ? 1 : CIRCLE - 1)) % CIRCLE;
        if (steps)
            steps[i] = (struct few_step){.source = (uint32_t)(i / 2), .move = (uint32_t)(i % 2), .cost = 1};
    }
    return 2 * count;
}

static void never_a_goal(const struct few_space *space, const uint64_t *states, size_t count, bool *goal) {
    (void)space, (void)states;
    memset(goal, 0, count * sizeof *goal);
}

/* Where there is no goal, each state is expanded once. */
static void moves_are_counted_by_each_search(void **state) {
    (void)state;
    static const struct few_space_functions run = {.successors = go_either_way, .is_goal = never_a_goal};
    const struct few_space space = {.run = &run, .words = 1, .max_successors = 2, .max_cost = 1, .undirected = true};
    const uint64_t start = 3;
    const struct few_problem problem = {.space = &space, .starts = &start, .start_count = 1};
    enum few_end (*const searches[])(const struct few_problem *, struct few_watch *, size_t, bool, struct few_solutions *) = {
        few_search_bfs, few_search_costs, few_search_astar};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        struct few_memory memory;
        few_memory_init(&memory, SIZE_MAX);
        struct few_watch watch = {.memory = &memory, .max_depth = UINT64_MAX, .within = UINT64_MAX};
        struct few_solutions solutions;
        few_solutions_init(&solutions, &memory, 1);
        assert_int_equal(searches[i](&problem, &watch, 1, false, &solutions), FEW_UNSOLVABLE);
        assert_int_equal(watch.counts.expanded, CIRCLE);
        assert_int_equal(watch.counts.generated, 2 * CIRCLE);
        few_solutions_free(&solutions);
        assert_int_equal(memory.used, 0);
    }
}

/* ---- IDA*: a thread that waits for another is told to stop */

/* A tree of two branches at each state. Below the subtrees that are shared out, it ends at once for the thread that called and
 * goes on nearly for ever for the other. */
enum { DEEPEST = 60, SHARED_OUT = 11, TOO_MANY = 1 << 20 };

struct forked {
    pthread_t caller;
    struct few_watch *watch;
    atomic_uint_fast64_t by_caller, by_other, after_stop;
    uint64_t seen_of_caller;
    atomic_bool told;
};
static struct forked forked; /* a space has no context of its own */

static uint32_t depth_of(uint64_t state) {
    return 63 - (uint32_t)__builtin_clzll(state);
}

static void nap(void) {
    nanosleep(&(struct timespec){0, 200000}, NULL);
}

static bool goes_on(uint64_t state) {
    if (depth_of(state) < SHARED_OUT)
        return true;
    if (pthread_equal(pthread_self(), forked.caller)) {
        while (atomic_load(&forked.by_other) == 0)
            nap();
        atomic_fetch_add(&forked.by_caller, 1);
        return false;
    }
    atomic_fetch_add(&forked.by_other, 1);
    const uint64_t late = atomic_load(&forked.told) ? atomic_fetch_add(&forked.after_stop, 1) : 0;
    if (late % 64 == 1)
        nap();
    return depth_of(state) < DEEPEST && late < TOO_MANY; /* so that the test ends even if the thread is not told */
}

static size_t fork_out(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next, struct few_step *steps) {
    size_t made = 0;
    (void)space;
    for (size_t i = 0; i < count; i++) {
        const uint32_t branches = goes_on(states[i]) ? 2 : 0;
        for (uint32_t k = 0; k < branches; k++, made++) {
            next[made] = 2 * states[i] + k;
            if (steps)
                steps[made] = (struct few_step){.source = (uint32_t)i, .move = k, .cost = 1};
        }
    }
    return made;
}

static void levels_left(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)bound;
    for (size_t i = 0; i < count; i++)
        bounds[i] = DEEPEST - depth_of(states[i]);
}

/* Stops the search once the caller has nothing left to do: then it has expanded nothing since it was asked before. */
static bool until_the_caller_waits(void *context, const struct few_counts *counts) {
    struct forked *f = context;
    (void)counts;
    const uint64_t now = atomic_load(&f->by_caller);
    const bool waits = now > 0 && now == f->seen_of_caller;
    f->seen_of_caller = now;
    f->watch->next_report = 0; /* it is to ask each time */
    atomic_store(&f->told, waits);
    return !waits;
}

static void a_thread_is_stopped_by_one_that_waits_for_it(void **state) {
    (void)state;
    static const struct few_space_functions run = {.successors = fork_out, .is_goal = never_a_goal};
    const struct few_space space = {.run = &run, .words = 1, .max_successors = 2, .max_cost = 1};
    const struct few_bound bound = {.look_up = levels_left, .words = 1, .consistent = true};
    const uint64_t start = 1;
    const struct few_problem problem = {.space = &space, .starts = &start, .start_count = 1, .bound = &bound};
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    struct few_watch watch = {.memory = &memory, .max_depth = UINT64_MAX, .within = UINT64_MAX, .threads = 2,
                              .report = until_the_caller_waits, .context = &forked};
    forked.caller = pthread_self();
    forked.watch = &watch;
    struct few_solutions solutions;
    few_solutions_init(&solutions, &memory, 1);
    assert_int_equal(few_search_idastar(&problem, &watch, 1, false, &solutions), FEW_INTERRUPTED);
    assert_true(atomic_load(&forked.told));
    assert_true(atomic_load(&forked.after_stop) < TOO_MANY);
    few_solutions_free(&solutions);
    assert_int_equal(memory.used, 0);
}

/* ---- IDA*: sliding puzzles with long solutions */

/* A track of 28 places, a blank and one piece that differs: it goes on by one place each time the blank has gone round. */
static const char track[] = "board   8 x 8\n"
                            "pieces  a . x #\n"
                            "let     t = a .\n"
                            "move    any direction:  x t -> t x\n"
                            "start   x a . . . . . . / . # # # # # # . / . # # # # # # . / . # # # # # # . /\n"
                            "        . # # # # # # . / . # # # # # # . / . # # # # # # . / . . . . . . . .\n"
                            "goal    x . . . . . . . / . # # # # # # . / . # # # # # # . / . # # # # # # . /\n"
                            "        . # # # # # # . / . # # # # # # . / . # # # # # # a / . . . . . . . .\n";

static void a_sliding_puzzle_of_hundreds_of_moves_is_solved_in_depth(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(track);
    size_t lengths[2];
    static const fewest_algorithm algorithms[] = {FEWEST_BFS, FEWEST_IDASTAR};
    for (int a = 0; a < 2; a++) {
        fewest_options options = {.size = sizeof options, .algorithm = algorithms[a]};
        options.bound_memory = 1; /* no tables: the bound is a sum, which moves of a blank change by what they change */
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        lengths[a] = fewest_answer_length(answer);
        if (a)
            assert_string_equal(fewest_answer_statistics(answer)->store, "the current path only");
        fewest_answer_free(answer);
    }
    assert_true(lengths[0] > 300);
    assert_int_equal(lengths[1], lengths[0]);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_counted_by_each_search),
        cmocka_unit_test(a_thread_is_stopped_by_one_that_waits_for_it),
        cmocka_unit_test(a_sliding_puzzle_of_hundreds_of_moves_is_solved_in_depth),
    };
    return cmocka_run_group_tests_name("search_parts", tests, NULL, NULL);
}
