/* Spaces that the user defines, made of callbacks: random graphs in every form that the header allows (with and without
 * backward moves, perfect hash, goal test, costs, several starts and goals, moves that can be undone or not, states of one
 * to eight words) are solved by every algorithm with every store as a plain search by repeated relaxation solves
 * them: the length, the number of solutions, and the first one, move by move. */
#include "api.h"

#include <fewest/explore.h>
#include <fewest/space.h>
#include <stdatomic.h>
#include <threads.h>

enum { MOST_NODES = 60, MOST_ARCS = 4, MOST_STEPS = 4 * MOST_ARCS * MOST_NODES };

#if defined(__SANITIZE_ADDRESS__)
enum { GRAPHS = 300 };
#else
enum { GRAPHS = 3000 };
#endif

static uint64_t generator;

static unsigned random_below(unsigned limit) { /* splitmix64 */
    uint64_t x = generator += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((x ^ x >> 31) % limit);
}

struct arc {
    unsigned from, to, move, cost;
};

struct graph {
    unsigned nodes, words, max_cost;
    struct arc arcs[MOST_STEPS];
    unsigned arc_count;
    bool is_start[MOST_NODES], is_goal[MOST_NODES];
    unsigned starts[MOST_NODES], start_count;
    size_t calls, backward_calls, goal_calls, rank_calls;
};

/* ---- The callbacks ------------------------------------------------------------------------------------ */

/* A node is spread over the words of its state so that no single word tells all. */
static void write_state(const struct graph *graph, unsigned node, uint64_t *state) {
    for (unsigned w = 0; w < graph->words; w++)
        state[w] = graph->words == 1   ? node * UINT64_C(0x0123456789abcdef)
                   : w == node % graph->words ? node + 1
                                              : UINT64_MAX - w;
}

static unsigned read_state(const struct graph *graph, const uint64_t *state) {
    uint64_t expected[8];
    for (unsigned node = 0; node < graph->nodes; node++) {
        write_state(graph, node, expected);
        if (memcmp(expected, state, graph->words * sizeof *state) == 0)
            return node;
    }
    fail_msg("a state that nobody made");
    return 0;
}

static size_t follow_arcs(const struct graph *graph, const uint64_t *states, size_t count, uint64_t *next,
                          fewest_step *steps, bool backward) {
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned node = read_state(graph, states + i * graph->words);
        for (unsigned a = 0; a < graph->arc_count; a++) {
            const struct arc *arc = &graph->arcs[a];
            if ((backward ? arc->to : arc->from) != node)
                continue;
            write_state(graph, backward ? arc->from : arc->to, next + made * graph->words);
            if (steps)
                steps[made] = (fewest_step){(uint32_t)i, arc->move, arc->cost};
            made++;
        }
    }
    return made;
}

static size_t expand(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    struct graph *graph = context;
    graph->calls++;
    return follow_arcs(graph, states, count, next, steps, false);
}

static size_t backward(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    struct graph *graph = context;
    graph->backward_calls++;
    return follow_arcs(graph, states, count, next, steps, true);
}

static void test_goals(void *context, const uint64_t *states, size_t count, bool *goal) {
    struct graph *graph = context;
    graph->goal_calls++;
    for (size_t i = 0; i < count; i++)
        goal[i] = graph->is_goal[read_state(graph, states + i * graph->words)];
}

static void rank(void *context, const uint64_t *states, size_t count, uint64_t *ranks) {
    struct graph *graph = context;
    graph->rank_calls++;
    for (size_t i = 0; i < count; i++)
        ranks[i] = MOST_NODES - 1 - read_state(graph, states + i * graph->words);
}

/* ---- Random graphs ------------------------------------------------------------------------------------ */

static void add_arc(struct graph *graph, unsigned from, unsigned to, unsigned move, unsigned cost) {
    if (from != to && graph->arc_count < MOST_STEPS)
        graph->arcs[graph->arc_count++] = (struct arc){from, to, move, cost};
}

/* Moves have the same number wherever they lead, as those of a puzzle have. */
static void make_graph(struct graph *graph, bool undirected, bool with_costs) {
    memset(graph, 0, sizeof *graph);
    graph->nodes = 2 + random_below(MOST_NODES - 2);
    graph->words = random_below(3) ? 1 : 1 + random_below(8);
    graph->max_cost = with_costs ? 2 + random_below(6) : 1;
    unsigned arcs = random_below(graph->nodes * 2 + 1), reach = 1 + random_below(graph->nodes);
    for (unsigned a = 0; a < arcs; a++) {
        unsigned from = random_below(graph->nodes), to = (from + 1 + random_below(reach)) % graph->nodes;
        unsigned move = random_below(10), cost = 1 + random_below(graph->max_cost);
        add_arc(graph, from, to, move, cost);
        if (undirected)
            add_arc(graph, to, from, random_below(10), cost);
    }
    for (unsigned i = 1 + (random_below(2) ? 0 : random_below(4)); i > 0; i--) {
        unsigned node = random_below(graph->nodes);
        if (!graph->is_start[node])
            graph->starts[graph->start_count++] = node;
        graph->is_start[node] = true;
    }
    for (unsigned i = 1 + (random_below(2) ? 0 : random_below(4)); i > 0; i--)
        graph->is_goal[random_below(graph->nodes)] = true;
}

/* ---- What the answer must be -------------------------------------------------------------------------- */

struct expected {
    unsigned to_goal[MOST_NODES]; /* cheapest path to a goal; UINT_MAX: none */
    uint64_t solutions[MOST_NODES];    /* as sequences of nodes */
    unsigned best;
};
#define FAR 1000000u

/* Nodes one arc away, each once by its cheapest arc, if it lies on a cheapest path. */
static bool leads_on(const struct graph *graph, const struct expected *expected, const struct arc *arc) {
    if (expected->to_goal[arc->to] + arc->cost != expected->to_goal[arc->from])
        return false;
    for (unsigned a = 0; a < graph->arc_count; a++) { /* another arc does the same and has a lower number */
        const struct arc *other = &graph->arcs[a];
        if (other->from == arc->from && other->to == arc->to && other->cost == arc->cost &&
            (other->move < arc->move || (other->move == arc->move && other < arc)))
            return false;
    }
    return true;
}

static void find_expected(const struct graph *graph, struct expected *expected) {
    for (unsigned n = 0; n < graph->nodes; n++) {
        expected->to_goal[n] = graph->is_goal[n] ? 0 : FAR;
        expected->solutions[n] = graph->is_goal[n];
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned a = 0; a < graph->arc_count; a++) {
            const struct arc *arc = &graph->arcs[a];
            unsigned cost = expected->to_goal[arc->to] + arc->cost;
            if (cost < expected->to_goal[arc->from]) {
                expected->to_goal[arc->from] = cost;
                changed = true;
            }
        }
    }
    for (unsigned distance = 1; distance < FAR && distance < MOST_NODES * 8; distance++)
        for (unsigned a = 0; a < graph->arc_count; a++) {
            const struct arc *arc = &graph->arcs[a];
            if (expected->to_goal[arc->from] == distance && leads_on(graph, expected, arc))
                expected->solutions[arc->from] += expected->solutions[arc->to];
        }
    expected->best = FAR;
    for (unsigned i = 0; i < graph->start_count; i++)
        if (expected->to_goal[graph->starts[i]] < expected->best)
            expected->best = expected->to_goal[graph->starts[i]];
}

/* The lowest moves at every step. Where one number leads to several nodes, the first of them in the order in which they
 * were expanded may be taken, so that only the number is compared. */
static void expect_first_solution(const struct graph *graph, const struct expected *expected, fewest_answer *answer) {
    unsigned node = read_state(graph, fewest_answer_words(answer, 0, 0));
    unsigned first = 0;
    while (expected->to_goal[graph->starts[first]] != expected->best)
        first++;
    assert_int_equal(node, graph->starts[first]);
    for (size_t step = 0; step < fewest_answer_length(answer); step++) {
        unsigned lowest = UINT32_MAX, next = read_state(graph, fewest_answer_words(answer, 0, step + 1));
        bool found = false;
        for (unsigned a = 0; a < graph->arc_count; a++) {
            const struct arc *arc = &graph->arcs[a];
            if (arc->from != node || !leads_on(graph, expected, arc))
                continue;
            lowest = arc->move < lowest ? arc->move : lowest;
            found |= arc->to == next && arc->move == fewest_answer_move_number(answer, 0, step);
        }
        assert_true(found);
        assert_int_equal(fewest_answer_move_number(answer, 0, step), lowest);
        char text[32];
        snprintf(text, sizeof text, "%u", lowest);
        assert_string_equal(fewest_answer_move(answer, 0, step), text);
        node = next;
    }
    assert_true(graph->is_goal[node]);
}

static void expect_answer(const struct graph *graph, const struct expected *expected, fewest_answer *answer) {
    if (expected->best == FAR) {
        assert_int_equal(fewest_answer_status(answer), FEWEST_UNSOLVABLE);
        return;
    }
    uint64_t solutions = 0;
    for (unsigned i = 0; i < graph->start_count; i++)
        if (expected->to_goal[graph->starts[i]] == expected->best)
            solutions += expected->solutions[graph->starts[i]];
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    assert_int_equal(fewest_answer_cost(answer), expected->best);
    assert_int_equal(fewest_answer_solutions(answer), solutions);
    assert_int_equal(fewest_answer_listed(answer), solutions < 5 ? solutions : 5);
    expect_first_solution(graph, expected, answer);
    assert_non_null(fewest_answer_state(answer, 0, 0));
    assert_non_null(fewest_answer_drawing(answer, 0, 0));
}

/* Every algorithm with every store that this space allows. */
static void solve_in_every_manner(const struct graph *graph, const struct expected *expected,
                                  const fewest_space *space) {
    fewest_puzzle *puzzle = fewest_wrap(space, &error);
    assert_non_null(puzzle);
    assert_true(fewest_has_start(puzzle) && fewest_has_goal(puzzle));
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++)
        for (int remember = FEWEST_REMEMBER_AUTO; remember <= FEWEST_REMEMBER_HASH; remember++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = (fewest_algorithm)algorithm;
            options.remember = (fewest_remember)remember;
            options.all = true;
            options.list = 5;
            options.limits.memory = 16 << 20;
            if (remember == FEWEST_REMEMBER_RANK && !space->rank) {
                assert_null(fewest_solve(puzzle, &options, &error));
                continue;
            }
            fewest_answer *answer = solve(puzzle, &options);
            expect_answer(graph, expected, answer);
            fewest_answer_free(answer);
        }
    fewest_puzzle_free(puzzle);
}

static void try_graphs(bool undirected, bool with_costs, unsigned seed) {
    static struct graph graph;
    static struct expected expected;
    static uint64_t starts[MOST_NODES * 8], goals[MOST_NODES * 8];
    unsigned solved = 0;
    generator = seed;
    for (unsigned n = 0; n < GRAPHS / 4; n++) {
        make_graph(&graph, undirected, with_costs);
        find_expected(&graph, &expected);
        solved += expected.best != FAR && expected.best != 0;
        size_t goal_count = 0;
        for (unsigned i = 0; i < graph.start_count; i++)
            write_state(&graph, graph.starts[i], starts + i * graph.words);
        for (unsigned i = 0; i < graph.nodes; i++)
            if (graph.is_goal[i])
                write_state(&graph, i, goals + goal_count++ * graph.words);
        unsigned form = random_below(64);
        bool tests = form & 1, lists = (form & 2) || !tests, backwards = form & 4, ranks = form & 8;
        fewest_space space = {
            .words = graph.words,
            .max_moves = MOST_STEPS,
            .max_cost = with_costs ? graph.max_cost : form & 16 ? 1 : 0,
            .undirected = undirected && (form & 32),
            .expand = expand,
            .backward = backwards ? backward : NULL,
            .is_goal = tests ? test_goals : NULL,
            .rank = ranks ? rank : NULL,
            .ranks = ranks ? MOST_NODES : 0,
            .starts = starts,
            .start_count = graph.start_count,
            .goals = lists ? goals : NULL,
            .goal_count = lists ? goal_count : 0,
            .context = &graph,
        };
        solve_in_every_manner(&graph, &expected, &space);
        assert_true(graph.calls > 0 || expected.best == 0 || expected.best == FAR);
        assert_true(backwards || graph.backward_calls == 0);
        assert_true(tests || graph.goal_calls == 0);
        assert_true(ranks || graph.rank_calls == 0);
    }
    assert_true(solved > GRAPHS / 20);
}

static void one_way_graphs_are_solved_in_every_form(void **state) {
    (void)state;
    try_graphs(false, false, 1);
}

static void undirected_graphs_are_solved_in_every_form(void **state) {
    (void)state;
    try_graphs(true, false, 2);
}

static void one_way_graphs_with_costs_are_solved_in_every_form(void **state) {
    (void)state;
    try_graphs(false, true, 3);
}

static void undirected_graphs_with_costs_are_solved_in_every_form(void **state) {
    (void)state;
    try_graphs(true, true, 4);
}

/* ---- By hand ------------------------------------------------------------------------------------------ */

/* Add one, or double: from 1 upwards. */
static size_t add_or_double(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    (void)context;
    for (size_t i = 0; i < count; i++) {
        next[2 * i] = states[i] + 1;
        next[2 * i + 1] = states[i] * 2;
        for (uint32_t k = 0; steps && k < 2; k++)
            steps[2 * i + k] = (fewest_step){(uint32_t)i, k, 1};
    }
    return 2 * count;
}

/* A chain longer than any remainder that a distance is remembered by. */
static size_t next_in_chain(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        if (states[i] == *(const uint64_t *)context)
            continue;
        next[made] = states[i] + 1;
        if (steps)
            steps[made] = (fewest_step){(uint32_t)i, 7, 1};
        made++;
    }
    return made;
}

static void doubling_reaches_a_thousand_in_fourteen_moves(void **state) {
    (void)state;
    uint64_t start = 1, goal = 1000;
    fewest_space space = {.words = 1, .max_moves = 2, .expand = add_or_double, .starts = &start, .start_count = 1,
                          .goals = &goal, .goal_count = 1};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    start = goal = 77; /* they were copied */
    expect_length(puzzle, 14);
    assert_false(fewest_set_start(puzzle, "2", &error));
    assert_false(fewest_set_goal(puzzle, "2", &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    static const char *const words[] = {"0"};
    assert_int_equal(fewest_check(puzzle, words, 1, NULL, NULL, &error), FEWEST_CANNOT_CHECK);
    assert_string_equal(fewest_title(puzzle), "");
    fewest_puzzle_free(puzzle);
}

static void a_chain_of_a_thousand_moves_is_followed_back(void **state) {
    (void)state;
    uint64_t start = 5, goal = 1005, end = 2000;
    fewest_space space = {.words = 1, .max_moves = 1, .expand = next_in_chain, .starts = &start, .start_count = 1,
                          .goals = &goal, .goal_count = 1, .context = &end};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    expect_length(puzzle, 1000);
    end = 1004; /* the context is the user's own */
    expect_end(puzzle, NULL, FEWEST_UNSOLVABLE, FEWEST_NO_LIMIT);
    fewest_puzzle_free(puzzle);
}

static void a_space_that_makes_no_sense_is_refused(void **state) {
    (void)state;
    uint64_t start = 1, goal = 9;
    const fewest_space good = {.words = 1, .max_moves = 2, .expand = add_or_double, .starts = &start, .start_count = 1,
                               .goals = &goal, .goal_count = 1};
    fewest_space bad[7];
    for (size_t i = 0; i < 7; i++)
        bad[i] = good;
    bad[0].words = 0;
    bad[1].words = 9;
    bad[2].max_moves = 0;
    bad[3].expand = NULL;
    bad[4].starts = NULL;
    bad[5].ranks = 5;
    bad[6].goals = NULL;
    for (size_t i = 0; i < 7; i++) {
        assert_null(fewest_wrap(&bad[i], &error));
        assert_int_equal(error.status, FEWEST_INVALID);
        assert_true(error.message[0]);
        assert_null(fewest_wrap(&bad[i], NULL));
    }
}

static void without_goals_or_starts(void **state) {
    (void)state;
    uint64_t start = 1, end = 50;
    fewest_space space = {.words = 1, .max_moves = 1, .expand = next_in_chain, .starts = &start, .start_count = 1,
                          .context = &end};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error); /* no goal can ever be told */
    assert_non_null(puzzle);
    assert_false(fewest_has_goal(puzzle));
    assert_null(fewest_solve(puzzle, NULL, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    fewest_puzzle_free(puzzle);
    space.goals = &end; /* a list of no goals */
    puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    expect_end(puzzle, NULL, FEWEST_UNSOLVABLE, FEWEST_NO_LIMIT);
    fewest_puzzle_free(puzzle);
    space.goal_count = 1;
    space.start_count = 0;
    puzzle = fewest_wrap(&space, &error); /* nowhere to begin */
    assert_non_null(puzzle);
    fewest_answer *answer = fewest_solve(puzzle, NULL, &error);
    assert_true(!answer || fewest_answer_status(answer) == FEWEST_UNSOLVABLE);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

/* Who is inside a callback, and whether two ever were. */
struct visitors {
    atomic_int inside;
    atomic_bool met;
};

/* Bits of a number are turned over one by one, and slowly enough for another thread to come in. */
static size_t turn_bits(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    enum { BITS = 14 };
    struct visitors *visitors = context;
    if (atomic_fetch_add(&visitors->inside, 1) != 0)
        atomic_store(&visitors->met, true);
    thrd_yield();
    for (size_t i = 0; i < count; i++)
        for (unsigned bit = 0; bit < BITS; bit++) {
            next[i * BITS + bit] = states[i] ^ UINT64_C(1) << bit;
            steps[i * BITS + bit] = (fewest_step){(uint32_t)i, bit, 1};
        }
    atomic_fetch_sub(&visitors->inside, 1);
    return count * BITS;
}

static void callbacks_are_called_by_one_thread_at_a_time(void **state) {
    (void)state;
    struct visitors visitors = {0};
    const uint64_t zero = 0;
    const fewest_space space = {.words = 1, .max_moves = 14, .max_cost = 1, .undirected = true, .expand = turn_bits,
                                .starts = &zero, .start_count = 1, .goals = &zero, .goal_count = 1,
                                .context = &visitors};
    fewest_error error;
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    fewest_explore_options options = {.size = sizeof options};
    options.limits.threads = 4;
    fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
    assert_non_null(explored);
    assert_int_equal(fewest_exploration_states(explored), 1 << 14);
    assert_int_equal(fewest_exploration_layers(explored), 15);
    assert_false(atomic_load(&visitors.met));
    fewest_exploration_free(explored);
    fewest_puzzle_free(puzzle);
}

/* A state that leads nowhere, and a bound that is nearly as high as a bound can be. */
static size_t lead_nowhere(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    (void)context, (void)states, (void)count, (void)next, (void)steps;
    return 0;
}

static void no_goals(void *context, const uint64_t *states, size_t count, bool *goal) {
    (void)context, (void)states;
    memset(goal, 0, count * sizeof *goal);
}

static void vast_bounds(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)context, (void)states;
    for (size_t i = 0; i < count; i++)
        bounds[i] = UINT32_MAX - 3;
}

static void note_depth(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t words, size_t count) {
    (void)side, (void)states, (void)words, (void)count;
    *(uint64_t *)context = depth;
}

static void a_start_with_a_vast_bound_is_expanded_where_the_search_begins(void **state) {
    (void)state;
    const uint64_t start = 7;
    uint64_t traced = 0;
    const fewest_space space = {.words = 1, .max_moves = 1, .expand = lead_nowhere, .is_goal = no_goals, .starts = &start,
                                .start_count = 1, .bound = vast_bounds};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    fewest_options options = {.size = sizeof options};
    options.algorithm = FEWEST_ASTAR;
    options.trace = note_depth;
    options.limits.context = &traced;
    fewest_answer *answer = solve(puzzle, &options);
    assert_int_equal(fewest_answer_status(answer), FEWEST_UNSOLVABLE);
    const fewest_statistics *statistics = fewest_answer_statistics(answer);
    assert_int_equal(statistics->layer_count, 1);
    assert_int_equal(statistics->layers[0].depth, traced);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

/* Three states in a circle, one of them with a bound beyond what a table of transpositions notes: there the depth-first search went
 * round and round. */
static size_t go_round(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    (void)context;
    for (size_t i = 0; i < count; i++) {
        next[i] = (states[i] + 1) % 3;
        steps[i] = (fewest_step){(uint32_t)i, 0, 1};
    }
    return count;
}

static void one_vast_bound(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)context;
    for (size_t i = 0; i < count; i++)
        bounds[i] = states[i] == 1 ? 2000000000 : 5;
}

static void a_circle_with_a_vast_bound_is_left(void **state) {
    (void)state;
    const uint64_t start = 0, goal = 9;
    static const fewest_algorithm algorithms[] = {FEWEST_BFS, FEWEST_ASTAR, FEWEST_IDASTAR};
    for (size_t a = 0; a < sizeof algorithms / sizeof *algorithms; a++) {
        const fewest_space space = {.words = 1, .max_moves = 1, .expand = go_round, .starts = &start, .start_count = 1,
                                    .goals = &goal, .goal_count = 1, .bound = one_vast_bound};
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        assert_non_null(puzzle);
        fewest_options options = {.size = sizeof options, .algorithm = algorithms[a]};
        options.limits.seconds = 20; /* where it goes round and round all the same */
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_UNSOLVABLE);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
}

static void one_goal_too_far(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)context;
    for (size_t i = 0; i < count; i++)
        bounds[i] = states[i] == 2 ? 9 : 0;
}

static void a_bound_that_is_too_high_does_not_hide_the_path_that_was_found(void **state) {
    (void)state;
    const uint64_t start = 0, goal = 2;
    for (int kind = 0; kind < 3; kind++) {
        const fewest_space space = {.words = 1, .max_moves = 1, .expand = go_round, .starts = &start, .start_count = 1,
                                    .goals = &goal, .goal_count = 1, .bound = one_goal_too_far};
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        assert_non_null(puzzle);
        const fewest_options options = {.size = sizeof options, .algorithm = FEWEST_ASTAR, .any = kind == 1, .all = kind == 2};
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        assert_int_equal(fewest_answer_length(answer), 2);
        assert_int_equal(*fewest_answer_words(answer, 0, 2), goal);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callbacks_are_called_by_one_thread_at_a_time),
        cmocka_unit_test(one_way_graphs_are_solved_in_every_form),
        cmocka_unit_test(undirected_graphs_are_solved_in_every_form),
        cmocka_unit_test(one_way_graphs_with_costs_are_solved_in_every_form),
        cmocka_unit_test(undirected_graphs_with_costs_are_solved_in_every_form),
        cmocka_unit_test(doubling_reaches_a_thousand_in_fourteen_moves),
        cmocka_unit_test(a_chain_of_a_thousand_moves_is_followed_back),
        cmocka_unit_test(a_space_that_makes_no_sense_is_refused),
        cmocka_unit_test(without_goals_or_starts),
        cmocka_unit_test(a_start_with_a_vast_bound_is_expanded_where_the_search_begins),
        cmocka_unit_test(a_circle_with_a_vast_bound_is_left),
        cmocka_unit_test(a_bound_that_is_too_high_does_not_hide_the_path_that_was_found),
    };
    return cmocka_run_group_tests_name("own_spaces", tests, NULL, NULL);
}
