/* Single steps of searches: what puzzles and random spaces meet too seldom. */
#include "api.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "bound/bound.h"
#include "search/explore/explore.h"
#include "search/explore/ring.h"
#include "search/layers/graph.h"
#include "search/search.h"
#include "visited/visited.h"

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

/* ---- Explorations of layers that take many rounds */

/* Each of many starts leads to one state of its own, from where no move leads on. */
enum { CROWD = 100001 };

static void crowd_ranks(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *ranks) {
    for (size_t i = 0; i < count; i++)
        ranks[i] = states[i * space->words];
}

static void crowd_states(const struct few_space *space, const uint64_t *ranks, size_t count, uint64_t *states) {
    memset(states, 0, count * space->words * sizeof *states);
    for (size_t i = 0; i < count; i++)
        states[i * space->words] = ranks[i];
}

static size_t step_aside(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next, struct few_step *steps) {
    size_t made = 0;
    (void)steps;
    for (size_t i = 0; i < count; i++) {
        const uint64_t rank = states[i * space->words];
        if (rank >= CROWD)
            continue;
        const uint64_t there = rank + CROWD;
        crowd_states(space, &there, 1, next + made++ * space->words);
    }
    return made;
}

static void explore_crowd(uint32_t words, enum few_explore_method method, unsigned threads, size_t ring) {
    static const struct few_space_functions run = {.successors = step_aside, .is_goal = never_a_goal, .rank = crowd_ranks, .unrank = crowd_states};
    const struct few_space space = {.run = &run, .words = words, .max_successors = 1, .max_cost = 1, .ranks = 2 * CROWD,
                                    .rank_name = "number"};
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    const size_t bytes = CROWD * words * sizeof(uint64_t);
    uint64_t *const starts = few_alloc(&memory, bytes);
    assert_non_null(starts);
    for (uint64_t i = 0; i < CROWD; i++)
        crowd_states(&space, &i, 1, starts + i * words);
    const struct few_problem problem = {.space = &space, .starts = starts, .start_count = CROWD};
    struct few_watch watch = {.memory = &memory, .max_depth = UINT64_MAX, .within = UINT64_MAX};
    struct few_exploration result;
    few_exploration_init(&result, &memory, words);
    result.method = method;
    result.threads = threads;
    result.shared_from = 1;
    result.ring = ring;
    result.keep = 2;
    assert_int_equal(few_explore(&problem, &watch, &result), FEW_SOLVED);
    assert_int_equal(result.method, method);
    assert_int_equal(result.depths.count, 2);
    const uint64_t *const layers = result.depths.items, *const farthest = result.farthest.items;
    assert_true(layers[0] == CROWD && layers[1] == CROWD);
    assert_int_equal(watch.counts.expanded, 2 * CROWD);
    assert_int_equal(watch.counts.generated, CROWD);
    assert_int_equal(result.farthest.count, 2);
    assert_true(farthest[0] == CROWD && farthest[words] == CROWD + 1);
    few_exploration_free(&result);
    few_free(&memory, starts, bytes);
    assert_int_equal(memory.used, 0);
}

static void layers_that_take_many_rounds_are_explored_to_the_end(void **state) {
    (void)state;
    for (uint32_t words = 1; words <= 2; words++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            explore_crowd(words, FEW_EXPLORE_HASH, threads, 0);
            explore_crowd(words, FEW_EXPLORE_RANK, threads, 0);
            explore_crowd(words, FEW_EXPLORE_RANK, threads, 5000);
        }
}

static void a_ring_has_room_for_a_share_of_the_space_or_for_what_memory_is_left(void **state) {
    (void)state;
    const size_t batch = 100, most = 1000;
    for (uint32_t words = 1; words <= 3; words++)
        for (unsigned rings = 1; rings <= 3; rings++) {
            const struct few_space space = {.words = words, .ranks = 1000000, .undirected = true};
            const size_t state_size = words * sizeof(uint64_t), needed = (batch * state_size + batch * sizeof(uint64_t)) * rings;
            struct few_memory memory;
            few_memory_init(&memory, SIZE_MAX);
            assert_true(few_ring_room(&space, &memory, rings, batch) >= space.ranks / 5 / rings);
            few_memory_init(&memory, FEW_EXPLORE_RESERVE + needed + most * rings * state_size);
            assert_int_equal(few_ring_room(&space, &memory, rings, batch), most);
            few_memory_init(&memory, FEW_EXPLORE_RESERVE);
            assert_int_equal(few_ring_room(&space, &memory, rings, batch), 0);
        }
}

/* ---- A space that is written out */

static void own_ranks(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *ranks) {
    (void)space;
    memcpy(ranks, states, count * sizeof *ranks);
}

/* One direction, both, or none is known; of an undirected space, one serves for both. */
static void a_graph_is_passed_on_to_another_budget_with_every_byte(void **state) {
    (void)state;
    static const struct few_space_functions run = {
        .successors = go_either_way, .predecessors = go_either_way, .is_goal = never_a_goal, .rank = own_ranks, .unrank = own_ranks};
    for (unsigned manner = 0; manner < 8; manner++) {
        const struct few_space space = {.run = &run, .words = 1, .max_successors = 2, .max_predecessors = 2, .max_cost = 1,
                                        .ranks = CIRCLE, .undirected = manner >> 2};
        struct few_memory first, second;
        few_memory_init(&first, SIZE_MAX / 2);
        few_memory_init(&second, SIZE_MAX / 2);
        struct few_graph *graph = few_graph_create(&first, &space);
        assert_non_null(graph);
        for (unsigned backward = 0; backward < 2; backward++) {
            const uint64_t from = 3;
            uint64_t next[2];
            size_t made = 0;
            if (manner >> backward & 1) {
                assert_true(few_graph_expand(graph, backward, &from, 1, next, &made));
                assert_true(made == 2 && next[0] == 2 && next[1] == 4);
            }
        }
        const size_t used = first.used;
        assert_int_equal(few_graph_bytes(graph), used);
        few_graph_pass(graph, &second);
        assert_int_equal(first.used, 0);
        assert_int_equal(second.used, used);
        few_graph_free(graph);
        assert_int_equal(second.used, 0);
    }
}

/* ---- Two sides that remember states differently */

/* Starts, states between, and goals; each of the first PAIRS starts has one path to a goal. There seem to be many moves
 * forwards and there is one backwards, so that a batch of the backward side has more results than one of the forward side. */
enum { PAIRS = 1600, STARTS = 4500, BETWEEN = 100000, BEHIND = 200000, RANKS = 9000000, SEEMING_MOVES = 1500 };

static size_t go_on(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next, struct few_step *steps) {
    size_t made = 0;
    (void)space;
    for (size_t i = 0; i < count; i++)
        if (states[i] < PAIRS || (states[i] >= BETWEEN && states[i] < BETWEEN + PAIRS)) {
            next[made] = states[i] + BETWEEN;
            if (steps)
                steps[made] = (struct few_step){.source = (uint32_t)i, .cost = 1};
            made++;
        }
    return made;
}

static size_t go_back(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next, struct few_step *steps) {
    size_t made = 0;
    (void)space;
    for (size_t i = 0; i < count; i++)
        if (states[i] >= BETWEEN) {
            next[made] = states[i] - BETWEEN;
            if (steps)
                steps[made] = (struct few_step){.source = (uint32_t)i, .cost = 1};
            made++;
        }
    return made;
}

static void is_behind(const struct few_space *space, const uint64_t *states, size_t count, bool *goal) {
    (void)space;
    for (size_t i = 0; i < count; i++)
        goal[i] = states[i] >= BEHIND;
}

/* The starts are so many that their side has a table by rank; the other one does not yet, and asks that table for more states
 * at once than a batch of its owner has: what it used for their ranks was too short. */
static void a_side_asks_a_table_by_rank_for_larger_batches_than_its_owner_has(void **state) {
    (void)state;
    static const struct few_space_functions run = {.successors = go_on, .predecessors = go_back, .is_goal = is_behind, .rank = own_ranks};
    const struct few_space space = {.run = &run, .words = 1, .max_successors = SEEMING_MOVES, .max_predecessors = 1, .max_cost = 1,
                                    .ranks = RANKS, .rank_name = "number"};
    static uint64_t starts[STARTS], goals[PAIRS];
    for (uint64_t i = 0; i < STARTS; i++)
        starts[i] = i;
    for (uint64_t i = 0; i < PAIRS; i++)
        goals[i] = BEHIND + i;
    const struct few_problem problem = {.space = &space, .starts = starts, .start_count = STARTS, .goals = goals, .goal_count = PAIRS,
                                        .goals_listed = true};
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct few_watch watch = {.memory = &memory, .store = &few_ranked_kind, .max_depth = UINT64_MAX, .within = UINT64_MAX};
    struct few_solutions solutions;
    few_solutions_init(&solutions, &memory, 1);
    assert_int_equal(few_search_bidirectional(&problem, &watch, 1, true, &solutions), FEW_SOLVED);
    assert_int_equal(solutions.cost, 2);
    assert_int_equal(solutions.total, PAIRS);
    assert_string_equal(watch.store_name, "number");
    few_solutions_free(&solutions);
    assert_int_equal(memory.used, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_counted_by_each_search),
        cmocka_unit_test(a_thread_is_stopped_by_one_that_waits_for_it),
        cmocka_unit_test(a_sliding_puzzle_of_hundreds_of_moves_is_solved_in_depth),
        cmocka_unit_test(layers_that_take_many_rounds_are_explored_to_the_end),
        cmocka_unit_test(a_ring_has_room_for_a_share_of_the_space_or_for_what_memory_is_left),
        cmocka_unit_test(a_graph_is_passed_on_to_another_budget_with_every_byte),
        cmocka_unit_test(a_side_asks_a_table_by_rank_for_larger_batches_than_its_owner_has),
    };
    return cmocka_run_group_tests_name("search_parts", tests, NULL, NULL);
}
