/* Spaces that are deeper than any remainder of a distance: random chains of hundreds to thousands of states with jumps back
 * and forth, one-way or not, are solved by every algorithm with every store, tabulated and explored, and compared with a
 * plain breadth-first search back from the goals: the length, the number of solutions, and the first one, move by move. */
#include "api.h"

#include <fewest/explore.h>
#include <fewest/space.h>
#include <fewest/tables.h>
#include <limits.h>

enum { MOST_NODES = 3200, MOST_ARCS = 12000, MOST_ENDS = 4 };

#if defined(__SANITIZE_ADDRESS__)
enum { GRAPHS = 12 };
#else
enum { GRAPHS = 60 };
#endif

static uint64_t generator;

static unsigned random_below(unsigned limit) { /* splitmix64 */
    uint64_t x = generator += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((x ^ x >> 31) % limit);
}

struct arc {
    unsigned from, to;
};

/* A node is its own state; a move has the number of its arc. */
struct graph {
    unsigned nodes, arc_count, start_count, goal_count;
    struct arc arcs[MOST_ARCS];
    unsigned first_out[MOST_NODES + 1], out[MOST_ARCS]; /* arcs by where they begin, in ascending order */
    unsigned first_in[MOST_NODES + 1], in[MOST_ARCS];   /* and by where they end */
    uint64_t starts[MOST_ENDS], goals[MOST_ENDS];
    unsigned to_goal[MOST_NODES]; /* UINT_MAX: none can be reached */
    uint64_t solutions[MOST_NODES];
    uint64_t best, best_solutions; /* of all starts */
};

static size_t follow_arcs(const struct graph *graph, const uint64_t *states, size_t count, uint64_t *next,
                          fewest_step *steps, bool back) {
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned *first = (back ? graph->first_in : graph->first_out) + states[i];
        assert_true(states[i] < graph->nodes);
        for (unsigned a = first[0]; a < first[1]; a++) {
            const unsigned arc = (back ? graph->in : graph->out)[a];
            next[made] = back ? graph->arcs[arc].from : graph->arcs[arc].to;
            steps[made++] = (fewest_step){(uint32_t)i, arc, 1};
        }
    }
    return made;
}

static size_t expand(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    return follow_arcs(context, states, count, next, steps, false);
}

static size_t backward(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    return follow_arcs(context, states, count, next, steps, true);
}

static void rank(void *context, const uint64_t *states, size_t count, uint64_t *ranks) {
    const struct graph *graph = context;
    for (size_t i = 0; i < count; i++)
        ranks[i] = graph->nodes - 1 - states[i];
}

static void index_arcs(const struct graph *graph, unsigned *first, unsigned *list, bool back) {
    memset(first, 0, (MOST_NODES + 1) * sizeof *first);
    for (unsigned a = 0; a < graph->arc_count; a++)
        first[(back ? graph->arcs[a].to : graph->arcs[a].from) + 1]++;
    for (unsigned n = 0; n < graph->nodes; n++)
        first[n + 1] += first[n];
    static unsigned at[MOST_NODES + 1];
    memcpy(at, first, sizeof at);
    for (unsigned a = 0; a < graph->arc_count; a++)
        list[at[back ? graph->arcs[a].to : graph->arcs[a].from]++] = a;
}

/* Back from the goals; then the solutions from near to far. Arcs between the same two nodes are one way. */
static void find_expected(struct graph *graph) {
    static unsigned queue[MOST_NODES];
    unsigned done = 0, found = 0;
    memset(graph->to_goal, 0xff, sizeof graph->to_goal);
    memset(graph->solutions, 0, sizeof graph->solutions);
    for (unsigned i = 0; i < graph->goal_count; i++)
        if (graph->to_goal[graph->goals[i]] != 0) {
            graph->to_goal[graph->goals[i]] = 0;
            graph->solutions[graph->goals[i]] = 1;
            queue[found++] = (unsigned)graph->goals[i];
        }
    for (; done < found; done++) {
        const unsigned node = queue[done];
        for (unsigned a = graph->first_out[node]; a < graph->first_out[node + 1]; a++) {
            const unsigned to = graph->arcs[graph->out[a]].to;
            bool again = false;
            for (unsigned b = graph->first_out[node]; b < a && !again; b++)
                again = graph->arcs[graph->out[b]].to == to;
            if (!again && graph->to_goal[to] != UINT_MAX && graph->to_goal[to] + 1 == graph->to_goal[node] &&
                __builtin_add_overflow(graph->solutions[node], graph->solutions[to], &graph->solutions[node]))
                graph->solutions[node] = UINT64_MAX;
        }
        for (unsigned a = graph->first_in[node]; a < graph->first_in[node + 1]; a++) {
            const unsigned from = graph->arcs[graph->in[a]].from;
            if (graph->to_goal[from] == UINT_MAX) {
                graph->to_goal[from] = graph->to_goal[node] + 1;
                queue[found++] = from;
            }
        }
    }
    graph->best = UINT_MAX;
    graph->best_solutions = 0;
    for (unsigned i = 0; i < graph->start_count; i++) {
        const unsigned far = graph->to_goal[graph->starts[i]];
        if (far < graph->best)
            graph->best_solutions = 0;
        graph->best = far < graph->best ? far : graph->best;
        if (far == graph->best && far != UINT_MAX &&
            __builtin_add_overflow(graph->best_solutions, graph->solutions[graph->starts[i]], &graph->best_solutions))
            graph->best_solutions = UINT64_MAX;
    }
}

static void add_arc(struct graph *graph, unsigned from, unsigned to, bool undirected) {
    if (from == to || graph->arc_count + 2 > MOST_ARCS)
        return;
    graph->arcs[graph->arc_count++] = (struct arc){from, to};
    if (undirected)
        graph->arcs[graph->arc_count++] = (struct arc){to, from};
}

static void finish_graph(struct graph *graph) {
    index_arcs(graph, graph->first_out, graph->out, false);
    index_arcs(graph, graph->first_in, graph->in, true);
    find_expected(graph);
}

/* Nodes that are `end` are so once: the list has no repetitions. */
static unsigned draw_ends(const struct graph *graph, uint64_t *ends, unsigned from, unsigned range) {
    const unsigned wanted = random_below(2) ? 1 : 1 + random_below(MOST_ENDS);
    unsigned count = 0;
    for (unsigned i = 0; i < wanted; i++) {
        const uint64_t node = (from + random_below(range)) % graph->nodes;
        bool known = false;
        for (unsigned k = 0; k < count; k++)
            known |= ends[k] == node;
        if (!known)
            ends[count++] = node;
    }
    return count;
}

/* A chain; jumps back of about a remainder, and of any length; some short jumps ahead, so that there are several solutions. */
static void make_graph(struct graph *graph, bool undirected) {
    memset(graph, 0, sizeof *graph);
    graph->nodes = 300 + random_below(random_below(4) ? 600 : MOST_NODES - 300);
    for (unsigned n = 0; n + 1 < graph->nodes; n++)
        add_arc(graph, n, n + 1, undirected);
    static const unsigned lengths[] = {253, 254, 255, 256, 257, 509, 510, 2, 3, 1};
    const unsigned jumps = random_below(200), kind = random_below(3);
    for (unsigned i = 0; i < jumps && !(undirected && kind == 2); i++) {
        const unsigned length = kind == 0 ? lengths[random_below(10)] : 1 + random_below(graph->nodes - 1);
        const unsigned from = random_below(graph->nodes);
        if (from >= length && !(undirected && length > 3))
            add_arc(graph, from, from - length, undirected);
    }
    for (unsigned i = random_below(60); i > 0; i--) {
        const unsigned from = random_below(graph->nodes), to = from + 2 + random_below(2);
        if (to < graph->nodes)
            add_arc(graph, from, to, undirected);
    }
    graph->start_count = draw_ends(graph, graph->starts, 0, random_below(2) ? 5 : graph->nodes);
    graph->goal_count = draw_ends(graph, graph->goals, graph->nodes - 5, random_below(2) ? 5 : graph->nodes);
    finish_graph(graph);
}

static fewest_space space_of(struct graph *graph, bool undirected, bool turns, bool ranked) {
    return (fewest_space){.words = 1, .max_moves = MOST_ARCS, .undirected = undirected, .expand = expand,
                          .backward = turns ? backward : NULL, .rank = ranked ? rank : NULL,
                          .ranks = ranked ? graph->nodes : 0, .starts = graph->starts, .start_count = graph->start_count,
                          .goals = graph->goals, .goal_count = graph->goal_count, .context = graph};
}

/* At each step the lowest move that leads nearer. */
static void expect_first_solution(const struct graph *graph, fewest_answer *answer) {
    unsigned first = 0;
    while (graph->to_goal[graph->starts[first]] != graph->best)
        first++;
    uint64_t node = *fewest_answer_words(answer, 0, 0);
    assert_int_equal(node, graph->starts[first]);
    for (size_t step = 0; step < fewest_answer_length(answer); step++) {
        unsigned lowest = UINT_MAX;
        for (unsigned a = graph->first_out[node + 1]; a-- > graph->first_out[node];)
            if (graph->to_goal[graph->arcs[graph->out[a]].to] + 1 == graph->to_goal[node])
                lowest = graph->out[a];
        assert_int_equal(fewest_answer_move_number(answer, 0, step), lowest);
        node = *fewest_answer_words(answer, 0, step + 1);
        assert_int_equal(node, graph->arcs[lowest].to);
    }
    assert_int_equal(graph->to_goal[node], 0);
}

static void expect_answer(const struct graph *graph, fewest_puzzle *puzzle, const fewest_options *options) {
    fewest_answer *answer = solve(puzzle, options);
    if (graph->best == UINT_MAX) {
        assert_int_equal(fewest_answer_status(answer), FEWEST_UNSOLVABLE);
    } else {
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        assert_int_equal(fewest_answer_cost(answer), graph->best);
        assert_int_equal(fewest_answer_solutions(answer), options->all ? graph->best_solutions : 1);
        if (!options->any)
            expect_first_solution(graph, answer);
    }
    fewest_answer_free(answer);
}

static void solve_in_every_manner(const struct graph *graph, fewest_puzzle *puzzle, bool ranked) {
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_ASTAR; algorithm++)
        for (int remember = FEWEST_REMEMBER_AUTO; remember <= FEWEST_REMEMBER_TREE; remember++)
            for (int manner = 0; manner < 3; manner++) {
                fewest_options options = {.size = sizeof options};
                options.algorithm = (fewest_algorithm)algorithm;
                options.remember = (fewest_remember)remember;
                options.all = manner == 1;
                options.any = manner == 2;
                options.list = 3;
                options.limits.memory = 64 << 20;
                if (remember != FEWEST_REMEMBER_RANK || ranked)
                    expect_answer(graph, puzzle, &options);
            }
}

/* All distances first, then the same without a search. */
static void solve_by_table(const struct graph *graph, fewest_puzzle *puzzle) {
    assert_true(fewest_tabulate(puzzle, NULL, &error));
    for (int manner = 0; manner < 2; manner++) {
        fewest_options options = {.size = sizeof options};
        options.all = manner == 1;
        expect_answer(graph, puzzle, &options);
    }
}

/* The solution for one of the deepest states leads there, and is as long as it is deep. */
static void explore_all(fewest_puzzle *puzzle, bool from_goal) {
    fewest_explore_options options = {.size = sizeof options};
    options.from_goal = from_goal;
    options.hardest = 3;
    fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
    assert_non_null(explored);
    assert_int_equal(fewest_exploration_status(explored), FEWEST_SOLVED);
    assert_true(fewest_exploration_hardest(explored) > 0);
    for (size_t i = 0; i < fewest_exploration_hardest(explored); i++) {
        fewest_answer *answer = fewest_exploration_solution(explored, i, &error);
        assert_non_null(answer);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        const size_t length = fewest_answer_length(answer);
        assert_int_equal(length + 1, fewest_exploration_layers(explored));
        assert_string_equal(fewest_answer_state(answer, 0, from_goal ? 0 : length), fewest_exploration_state(explored, i));
        fewest_answer_free(answer);
    }
    fewest_exploration_free(explored);
}

static void try_graphs(bool undirected, unsigned seed) {
    static struct graph graph;
    unsigned deep = 0;
    generator = seed;
    for (unsigned n = 0; n < GRAPHS; n++) {
        make_graph(&graph, undirected);
        const unsigned form = random_below(8);
        const bool turns = form & 1, ranked = form & 2, said = undirected && (form & 4);
        const fewest_space space = space_of(&graph, said, turns, ranked);
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        assert_non_null(puzzle);
        deep += graph.best > 254 && graph.best != UINT_MAX;
        solve_in_every_manner(&graph, puzzle, ranked);
        explore_all(puzzle, false);
        if (turns) {
            explore_all(puzzle, true);
            solve_by_table(&graph, puzzle);
        }
        fewest_puzzle_free(puzzle);
    }
    assert_true(deep > GRAPHS / 6);
}

static void deep_one_way_graphs_are_solved_in_every_form(void **state) {
    (void)state;
    try_graphs(false, 5);
}

static void deep_undirected_graphs_are_solved_in_every_form(void **state) {
    (void)state;
    try_graphs(true, 6);
}

/* A jump from 254 to 0 has the remainder of a move ahead. */
static void a_jump_back_by_a_remainder_is_no_move_ahead(void **state) {
    (void)state;
    static struct graph graph;
    for (unsigned length = 250; length < 260; length++) {
        memset(&graph, 0, sizeof graph);
        graph.nodes = 301;
        for (unsigned n = 0; n + 1 < graph.nodes; n++)
            add_arc(&graph, n, n + 1, false);
        add_arc(&graph, length, 0, false);
        graph.starts[0] = 0;
        graph.goals[0] = 300;
        graph.start_count = graph.goal_count = 1;
        finish_graph(&graph);
        assert_int_equal(graph.best, 300);
        assert_int_equal(graph.best_solutions, 1);
        for (int turns = 0; turns < 2; turns++) {
            const fewest_space space = space_of(&graph, false, turns, false);
            fewest_puzzle *puzzle = fewest_wrap(&space, &error);
            assert_non_null(puzzle);
            solve_in_every_manner(&graph, puzzle, false);
            explore_all(puzzle, false);
            fewest_puzzle_free(puzzle);
        }
    }
}

/* From 0 up to 140,000, and from 131,000 back by as much as a tag of 16 bits can tell. */
static size_t climb(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    (void)context;
    for (size_t i = 0; i < count; i++) {
        if (states[i] == 131000) {
            steps[made] = (fewest_step){(uint32_t)i, 0, 1};
            next[made++] = states[i] - 65534;
        }
        if (states[i] < 140000) {
            steps[made] = (fewest_step){(uint32_t)i, 1, 1};
            next[made++] = states[i] + 1;
        }
    }
    return made;
}

static size_t climb_down(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    (void)context;
    for (size_t i = 0; i < count; i++) {
        if (states[i] == 131000 - 65534) {
            steps[made] = (fewest_step){(uint32_t)i, 0, 1};
            next[made++] = 131000;
        }
        if (states[i] > 0) {
            steps[made] = (fewest_step){(uint32_t)i, 1, 1};
            next[made++] = states[i] - 1;
        }
    }
    return made;
}

static void solutions_of_more_moves_than_16_bits_can_tell_are_found(void **state) {
    (void)state;
    const uint64_t start = 0, goal = 140000;
    fewest_space space = {.words = 1, .max_moves = 2, .expand = climb, .starts = &start, .start_count = 1, .goals = &goal,
                          .goal_count = 1};
    for (int turns = 0; turns < 2; turns++) {
        space.backward = turns ? climb_down : NULL;
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        assert_non_null(puzzle);
        for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = (fewest_algorithm)algorithm;
            options.all = true;
            fewest_answer *answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
            assert_int_equal(fewest_answer_length(answer), 140000);
            assert_int_equal(fewest_answer_solutions(answer), 1);
            fewest_answer_free(answer);
        }
        fewest_puzzle_free(puzzle);
    }
}

static void a_var_that_can_be_set_to_0_is_counted_up_to_256(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("var v = 0..300\nlet n = 0..300\nlet g = 256..300\nmove zero: v n -> 0\n"
                                  "move up: v n -> n+1\nstart v is 0\ngoal v is g\n");
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++) {
        fewest_options options = {.size = sizeof options};
        options.algorithm = (fewest_algorithm)algorithm;
        options.all = true;
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        assert_int_equal(fewest_answer_length(answer), 256);
        assert_int_equal(fewest_answer_solutions(answer), 1);
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

/* Two starts, one farther by 3, which modulo 3 is as near. */
static void a_table_tells_a_farther_start_with_the_same_remainder(void **state) {
    (void)state;
    enum { LAYERS = 50 };
    static struct graph graph;
    memset(&graph, 0, sizeof graph);
    graph.nodes = 2 * LAYERS;
    for (unsigned n = 0; n + 2 < graph.nodes; n++) { /* two nodes in a layer, and so 2^44 solutions: trying all takes for ever */
        add_arc(&graph, n, n + 2, true);
        add_arc(&graph, n, (n ^ 1) + 2, true);
    }
    graph.starts[0] = 2 * 45;
    graph.starts[1] = 2 * 42;
    graph.goals[0] = 0;
    graph.start_count = 2;
    graph.goal_count = 1;
    finish_graph(&graph);
    assert_int_equal(graph.to_goal[graph.starts[0]], 45);
    assert_int_equal(graph.to_goal[graph.starts[1]], 42);
    const fewest_space space = space_of(&graph, true, true, false);
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    solve_by_table(&graph, puzzle);
    fewest_puzzle_free(puzzle);
}

/* One arc in a hundred cannot be undone, which the space denies: an answer may then be wrong, but comes, or is refused with
 * the reason; trying all solutions would take for ever. */
static void a_space_that_is_not_as_undirected_as_it_says_ends(void **state) {
    (void)state;
    static struct graph graph;
    generator = 9;
    for (unsigned n = 0; n < GRAPHS; n++) {
        make_graph(&graph, true);
        for (unsigned i = 0; i < graph.nodes / 50; i++)
            add_arc(&graph, random_below(graph.nodes), random_below(graph.nodes), false);
        finish_graph(&graph);
        const fewest_space space = space_of(&graph, true, n % 2, false);
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        assert_non_null(puzzle);
        for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = (fewest_algorithm)algorithm;
            options.all = true;
            fewest_answer *answer = fewest_solve(puzzle, &options, &error);
            if (!answer)
                assert_int_equal(error.status, FEWEST_INVALID);
            fewest_answer_free(answer);
        }
        fewest_puzzle_free(puzzle);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jump_back_by_a_remainder_is_no_move_ahead),
        cmocka_unit_test(solutions_of_more_moves_than_16_bits_can_tell_are_found),
        cmocka_unit_test(a_var_that_can_be_set_to_0_is_counted_up_to_256),
        cmocka_unit_test(a_table_tells_a_farther_start_with_the_same_remainder),
        cmocka_unit_test(deep_one_way_graphs_are_solved_in_every_form),
        cmocka_unit_test(deep_undirected_graphs_are_solved_in_every_form),
        cmocka_unit_test(a_space_that_is_not_as_undirected_as_it_says_ends),
    };
    return cmocka_run_group_tests_name("deep_spaces", tests, NULL, NULL);
}
