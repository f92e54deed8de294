/* What can be watched of a search: its layers and levels, and the order in which it reaches states. */
#include "api.h"

#include <fewest/explore.h>

static const char *const texts[] = {eight, swaps, rewriting, jugs, roads, maze};
enum { TEXT_COUNT = sizeof texts / sizeof *texts };

static fewest_options with(fewest_algorithm algorithm) {
    fewest_options options = {.size = sizeof options};
    options.algorithm = algorithm;
    options.bound_memory = 1 << 16; /* so that there is something left to search */
    return options;
}

static bool is(const fewest_answer *answer, const char *algorithm) {
    return strcmp(fewest_answer_statistics(answer)->algorithm, algorithm) == 0;
}

/* ---- Layers */

/* The layers from the start are those of an exploration; the last one is the layer with the goal, where the search may stop. */
static void breadth_first_tells_its_layers(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        if (texts[i] == roads)
            continue; /* by costs, not by layers */
        fewest_options options = with(FEWEST_BFS);
        fewest_puzzle *puzzle = parse(texts[i]);
        fewest_exploration *explored = fewest_explore(puzzle, NULL, &error);
        fewest_answer *answer = solve(puzzle, &options);
        const fewest_statistics *statistics = fewest_answer_statistics(answer);
        uint64_t sum = 0;
        assert_int_equal(statistics->layer_count, fewest_answer_length(answer) + 1);
        for (size_t k = 0; k < statistics->layer_count; k++) {
            fewest_layer layer = statistics->layers[k];
            assert_int_equal(layer.side, 0);
            assert_int_equal(layer.depth, k);
            if (k + 1 < statistics->layer_count)
                assert_int_equal(layer.states, fewest_exploration_layer(explored, k));
            else
                assert_true(layer.states <= fewest_exploration_layer(explored, k));
            sum += layer.states;
        }
        assert_int_equal(sum, statistics->remembered);
        assert_int_equal(statistics->frontiers[0], statistics->frontier);
        fewest_answer_free(answer);
        fewest_exploration_free(explored);
        fewest_puzzle_free(puzzle);
    }
}

static void both_sides_tell_theirs(void **state) {
    (void)state;
    fewest_options options = with(FEWEST_BIDIRECTIONAL);
    fewest_explore_options from_goal = {.size = sizeof from_goal};
    from_goal.from_goal = true;
    fewest_puzzle *puzzle = parse(eight);
    fewest_exploration *explored[2] = {fewest_explore(puzzle, NULL, &error), fewest_explore(puzzle, &from_goal, &error)};
    fewest_answer *answer = solve(puzzle, &options);
    const fewest_statistics *statistics = fewest_answer_statistics(answer);
    uint64_t depths[2] = {0, 0};
    for (size_t k = 0; k + 1 < statistics->layer_count; k++) {
        fewest_layer layer = statistics->layers[k];
        assert_int_equal(layer.depth, depths[layer.side]++);
        assert_int_equal(layer.states, fewest_exploration_layer(explored[layer.side], (size_t)layer.depth));
    }
    assert_true(depths[0] > 5 && depths[1] > 5);
    assert_int_equal(statistics->layer_count, fewest_answer_length(answer) + 2); /* two of them are the first */
    assert_true(statistics->frontiers[0] > 1 && statistics->frontiers[1] > 1);
    fewest_answer_free(answer);
    fewest_exploration_free(explored[0]);
    fewest_exploration_free(explored[1]);
    fewest_puzzle_free(puzzle);
}

/* A* and IDA*: what was expanded is the sum of all levels, which rise up to the length of the solution. */
static void levels_add_up_to_what_was_expanded(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++)
        for (int algorithm = FEWEST_ASTAR; algorithm <= FEWEST_IDASTAR; algorithm++) {
            fewest_options options = with((fewest_algorithm)algorithm);
            fewest_puzzle *puzzle = parse(texts[i]);
            fewest_answer *answer = solve(puzzle, &options);
            const fewest_statistics *statistics = fewest_answer_statistics(answer);
            uint64_t sum = 0;
            assert_true(statistics->layer_count > 0);
            for (size_t k = 0; k < statistics->layer_count; k++) {
                sum += statistics->layers[k].states;
                if (k > 0)
                    assert_true(statistics->layers[k].depth > statistics->layers[k - 1].depth);
            }
            assert_int_equal(sum, statistics->expanded);
            assert_int_equal(statistics->layers[statistics->layer_count - 1].depth, fewest_answer_cost(answer));
            fewest_answer_free(answer);
            fewest_puzzle_free(puzzle);
        }
}

struct seen {
    size_t layers;
    uint64_t largest;
};

/* Stops the search once it has told enough. */
static bool look(void *context, const fewest_statistics *so_far) {
    struct seen *seen = context;
    assert_true(so_far->layer_count >= seen->layers);
    seen->layers = so_far->layer_count;
    for (size_t k = 0; k < so_far->layer_count; k++)
        if (so_far->layers[k].states > seen->largest)
            seen->largest = so_far->layers[k].states;
    return seen->layers < 6 || seen->largest < 100;
}

static void layers_are_there_while_it_runs(void **state) {
    (void)state;
    struct seen seen = {0};
    fewest_options options = with(FEWEST_BFS);
    fewest_explore_options to_explore = {.size = sizeof to_explore};
    fewest_puzzle *puzzle = parse(fifteen);
    options.limits.progress = to_explore.limits.progress = look;
    options.limits.context = to_explore.limits.context = &seen;
    expect_end(puzzle, &options, FEWEST_INTERRUPTED, FEWEST_NO_LIMIT);
    seen = (struct seen){0};
    to_explore.method = FEWEST_METHOD_HASH;
    fewest_exploration *explored = fewest_explore(puzzle, &to_explore, &error);
    assert_int_equal(fewest_exploration_status(explored), FEWEST_INTERRUPTED);
    fewest_exploration_free(explored);
    fewest_puzzle_free(puzzle);
}

/* Tables of a bound are made before anything is expanded; that can be stopped, too. */
static void the_making_of_tables_can_be_stopped(void **state) {
    (void)state;
    static const char *const large[] = {fifteen, eight};
    for (size_t i = 0; i < 2; i++)
        for (int algorithm = FEWEST_ASTAR; algorithm <= FEWEST_IDASTAR; algorithm++) {
            fewest_puzzle *puzzle = parse(large[i]);
            fewest_options options = {.size = sizeof options};
            options.algorithm = (fewest_algorithm)algorithm;
            options.limits.seconds = 1e-9;
            fewest_answer *answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_status(answer), FEWEST_LIMIT);
            assert_int_equal(fewest_answer_limit(answer), FEWEST_TIME_LIMIT);
            assert_int_equal(fewest_answer_statistics(answer)->expanded, 0);
            fewest_answer_free(answer);
            if (large[i] == eight) /* which is none the worse for it */
                expect_length(puzzle, 19);
            fewest_puzzle_free(puzzle);
        }
}

/* ---- Traces */

enum { MOST_LAYERS = 100 };

struct trace {
    fewest_graph *graph;
    uint8_t *met[2]; /* how often each node was reached, by side */
    uint64_t count, depths[2], calls;
    uint64_t layers[2][MOST_LAYERS]; /* states reached at each depth */
    bool exact; /* depths from the start are those of the graph */
};

static void follow(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t words,
                   size_t count) {
    struct trace *trace = context;
    assert_true(side < 2);
    assert_true(depth >= trace->depths[side]);
    trace->depths[side] = depth;
    trace->calls++;
    assert_true(depth < MOST_LAYERS);
    trace->layers[side][depth] += count;
    for (size_t i = 0; i < count; i++, trace->count++) {
        size_t node = fewest_graph_find(trace->graph, states + i * words);
        if (node == SIZE_MAX) { /* backwards one may come to states that the start does not lead to */
            assert_int_equal(side, 1);
            continue;
        }
        trace->met[side][node]++;
        if (trace->exact && side == 0)
            assert_int_equal(fewest_graph_node(trace->graph, node).depth, depth);
    }
}

static void trace_one(const char *text, fewest_algorithm algorithm) {
    fewest_puzzle *puzzle = parse(text);
    fewest_options options = with(algorithm);
    fewest_answer *sound = solve(puzzle, &options);
    struct trace trace = {.graph = fewest_graph_around(puzzle, NULL, &error)};
    size_t nodes = fewest_graph_nodes(trace.graph);
    for (int side = 0; side < 2; side++)
        trace.met[side] = calloc(nodes, 1);
    trace.exact = is(sound, "bfs") || is(sound, "bidirectional");
    options.trace = follow;
    options.limits.context = &trace;
    fewest_answer *answer = solve(puzzle, &options);
    assert_int_equal(fewest_answer_status(answer), fewest_answer_status(sound));
    assert_int_equal(fewest_answer_length(answer), fewest_answer_length(sound));
    for (size_t step = 0; step < fewest_answer_length(sound); step++) /* to be watched changes nothing */
        assert_string_equal(fewest_answer_move(answer, 0, step), fewest_answer_move(sound, 0, step));
    const fewest_statistics *statistics = fewest_answer_statistics(answer);
    if (algorithm == FEWEST_IDASTAR) {
        assert_int_equal(trace.count, statistics->expanded);
    } else {
        assert_int_equal(trace.count, statistics->remembered);
        for (size_t node = 0; node < nodes; node++)
            assert_true(trace.met[0][node] <= 1 && trace.met[1][node] <= 1);
    }
    for (size_t k = 0; trace.exact && k < statistics->layer_count; k++) /* also of the layer in which it ended */
        assert_int_equal(statistics->layers[k].states, trace.layers[statistics->layers[k].side][statistics->layers[k].depth]);
    for (size_t step = 0; step < fewest_answer_length(answer); step++) { /* the path was met, from one side or the other */
        size_t node = fewest_graph_find(trace.graph, fewest_answer_words(answer, 0, step));
        assert_true(trace.met[0][node] || trace.met[1][node]);
    }
    for (int side = 0; side < 2; side++)
        free(trace.met[side]);
    fewest_graph_free(trace.graph);
    fewest_answer_free(answer);
    fewest_answer_free(sound);
    fewest_puzzle_free(puzzle);
}

static void every_search_tells_what_it_reaches(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++)
        for (int algorithm = FEWEST_BFS; algorithm <= FEWEST_IDASTAR; algorithm++)
            trace_one(texts[i], (fewest_algorithm)algorithm);
}

/* ---- Without memory */

static void any_allocation_may_fail(void **state) {
    (void)state;
    for (size_t i = 1; i < TEXT_COUNT; i++)
        for (int algorithm = FEWEST_BFS; algorithm <= FEWEST_IDASTAR; algorithm++) {
            fewest_options options = with((fewest_algorithm)algorithm);
            bool reached = true;
            for (uint64_t n = 1; reached; n++) {
                fewest_puzzle *puzzle = parse(texts[i]);
                puzzle->fail_at = n;
                fewest_answer *answer = fewest_solve(puzzle, &options, &error);
                reached = answer && atomic_load(&answer->memory.calls) >= n;
                if (answer) {
                    const fewest_statistics *statistics = fewest_answer_statistics(answer);
                    for (size_t k = 0; k < statistics->layer_count; k++)
                        assert_true(statistics->layers[k].side < 2);
                    if (fewest_answer_status(answer) == FEWEST_SOLVED)
                        assert_true(statistics->layer_count > 0);
                }
                fewest_answer_free(answer);
                fewest_puzzle_free(puzzle);
            }
        }
}

/* Those that go by cost tell the cost that was reached. */
static void the_cost_that_was_reached_is_told(void **state) {
    (void)state;
    static const fewest_algorithm algorithms[] = {FEWEST_ASTAR, FEWEST_IDASTAR};
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        fewest_puzzle *puzzle = parse(eight);
        fewest_options options = {.size = sizeof options, .algorithm = algorithms[i]};
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        const uint64_t length = fewest_answer_length(answer);
        assert_int_equal(fewest_answer_statistics(answer)->depth, length);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breadth_first_tells_its_layers),
        cmocka_unit_test(both_sides_tell_theirs),
        cmocka_unit_test(levels_add_up_to_what_was_expanded),
        cmocka_unit_test(layers_are_there_while_it_runs),
        cmocka_unit_test(the_making_of_tables_can_be_stopped),
        cmocka_unit_test(every_search_tells_what_it_reaches),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(the_cost_that_was_reached_is_told),
    };
    return cmocka_run_group_tests_name("watching", tests, NULL, NULL);
}
