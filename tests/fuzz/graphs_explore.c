/* Questions about whole spaces: tables, explorations, the graph around the start, the check of a bound. */
#include "graphs.h"

#include "../temporary.h"

#include <fewest/explore.h>
#include <fewest/space.h>
#include <fewest/tables.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Tables */

/* Where moves can be undone, remainders are enough; else only so many distances can be kept. */
static bool must_tabulate(const struct trial *trial, bool *may) {
    const struct truth *truth = &trial->truth;
    const struct graph *graph = truth->graph;
    bool can = (graph->backward || graph->undirected) && graph->max_cost <= 1 && !graph->free_moves && graph->lists_goals;
    uint64_t deepest = 0;
    for (uint32_t n = 0; n < graph->nodes; n++)
        if (truth->to_goal[n] != NO_WAY && truth->to_goal[n] > deepest)
            deepest = truth->to_goal[n];
    *may = can;
    return can && graph->backward && graph->goal_count && (graph->undirected || deepest < 254);
}

/* A table within limits, or none; what is made or not made must not change any answer. */
static bool tabulate(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance, bool *made) {
    struct listener listener = {.trial = trial, .last = draw_between(chance, 1, 3)};
    fewest_options options = {.size = sizeof options};
    fewest_error error = {0};
    bool may, must = must_tabulate(trial, &may), limited = one_in(chance, 3);
    switch (limited ? draw(chance, 4) : 4) {
    case 0: options.limits.states = draw_between(chance, 1, 500); break;
    case 1: options.limits.memory = draw_between(chance, 1, 64) << draw(chance, 18); break;
    case 2: options.limits.seconds = 0.001 * draw_between(chance, 1, 20); clock_step(1000000); break;
    case 3: options.limits.progress = listen; options.limits.context = &listener; clock_step(60000000); break;
    default: break;
    }
    snprintf(trial->asked, sizeof trial->asked, "tabulate: states %llu, memory %llu, seconds %g",
             (unsigned long long)options.limits.states, (unsigned long long)options.limits.memory, options.limits.seconds);
    *made = fewest_tabulate(puzzle, &options, &error);
    clock_step(1000);
    trial->questions++;
    if (*made && !may)
        return differs(trial, "table", "a table was made where none can be");
    if (*made && listener.stopped)
        return differs(trial, "table", "stopped, and a table was made");
    if (!*made && must && !limited)
        return differs(trial, "table", "no table: %s", error.message);
    fewest_status wanted = listener.stopped ? FEWEST_INTERRUPTED : must ? FEWEST_LIMIT : error.status;
    if (!*made && (error.status != wanted || error.status == FEWEST_SYSTEM))
        return differs(trial, "table", "no table, status %s: %s", fewest_status_word(error.status), error.message);
    return !listener.wrong;
}

bool ask_table(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    bool made;
    fewest_error error = {0};
    if (!tabulate(trial, puzzle, chance, &made))
        return false;
    for (int i = 0; i < 3; i++) {
        fewest_options options = draw_options(trial, chance);
        if (made && i == 1) { /* one that fails leaves the first as it was */
            fewest_options none = {.size = sizeof none};
            none.limits.states = 1;
            fewest_tabulate(puzzle, &none, &error);
        }
        char asked[sizeof trial->asked];
        memcpy(asked, trial->asked, sizeof asked);
        snprintf(trial->asked, sizeof trial->asked, "tabulate, %.180s", asked);
        if (!made && trial->truth.graph->bound == BOUND_TOO_HIGH)
            continue;
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        bool used = answer && strcmp(fewest_answer_statistics(answer)->algorithm, "table") == 0;
        if (!expect_answer(trial, answer, &options, &error))
            return false;
        if (answer && used != made)
            return differs(trial, "table", made ? "the table is not used" : "a table is used that was not made");
    }
    return true;
}

/* What only puzzles from text can: it is refused, nothing is written, and what is known stays as it was. */
bool ask_refused(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    fewest_error error = {0};
    char path[4096], *state = NULL;
    size_t step;
    const char *const words[] = {"1"};
    snprintf(trial->asked, sizeof trial->asked, "what a space of one's own cannot");
    snprintf(path, sizeof path, "%s/fuzz-graphs-%d.table", temporary_folder(), (int)getpid());
    bool made = fewest_table_build(puzzle, one_in(chance, 2) ? FEWEST_TABLE_DISTANCES : FEWEST_TABLE_PATTERNS, NULL, path, &error);
    trial->questions++;
    if (made || error.status != FEWEST_INVALID || unlink(path) == 0)
        return differs(trial, "not refused", "a table file: %s", error.message);
    if (fewest_check(puzzle, words, 1, &step, &state, &error) != FEWEST_CANNOT_CHECK || error.status != FEWEST_INVALID)
        return differs(trial, "not refused", "check: %s", error.message);
    if (fewest_random_state(puzzle, 3, 1, &error) || error.status != FEWEST_INVALID)
        return differs(trial, "not refused", "random state: %s", error.message);
    if (fewest_generate(puzzle, NULL, &error) || error.status != FEWEST_INVALID)
        return differs(trial, "not refused", "generate: %s", error.message);
    if (fewest_set_start(puzzle, "1", &error) || fewest_set_goal(puzzle, "1", &error) || error.status != FEWEST_INVALID)
        return differs(trial, "not refused", "another start or goal: %s", error.message);
    fewest_options options = {.size = sizeof options};
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    bool used = answer && strcmp(fewest_answer_statistics(answer)->algorithm, "table") == 0;
    return expect_answer(trial, answer, &options, &error) &&
           (!used || differs(trial, "table", "a table is used that was not made"));
}

/* ---- Explorations */

static bool expect_path_to(struct trial *trial, fewest_exploration *explored, size_t index, uint64_t deepest,
                            const fewest_explore_options *options) {
    const struct truth *truth = &trial->truth;
    fewest_error error = {0};
    fewest_answer *solution = fewest_exploration_solution(explored, index, &error);
    trial->questions++;
    if (!solution)
        return differs(trial, "path to a state", "no path: %s", error.message);
    bool limited = options->limits.memory || options->limits.seconds > 0, good = fewest_answer_status(solution) == FEWEST_SOLVED;
    if (limited && fewest_answer_status(solution) == FEWEST_LIMIT) {
        fewest_answer_free(solution);
        return true;
    }
    if (!good)
        differs(trial, "path to a state", "the status is %s", fewest_status_word(fewest_answer_status(solution)));
    if (good && fewest_answer_length(solution) != deepest)
        good = differs(trial, "path to a state", "%zu moves, not %llu", fewest_answer_length(solution), (unsigned long long)deepest);
    good = good && expect_solution(trial, solution, 0, true);
    if (good) {
        uint32_t first = own_node(&trial->own, fewest_answer_words(solution, 0, 0));
        uint32_t last = own_node(&trial->own, fewest_answer_words(solution, 0, fewest_answer_length(solution)));
        if (options->from_goal ? truth->to_goal_moves[first] != deepest || truth->to_goal_moves[last] != 0
                      : truth->depth[first] != 0 || truth->depth[last] != deepest)
            good = differs(trial, "path to a state", "from %u to %u, which are not its ends", first, last);
    }
    fewest_answer_free(solution);
    return good;
}

static bool expect_exploration(struct trial *trial, fewest_exploration *explored, const fewest_explore_options *options) {
    const struct truth *truth = &trial->truth;
    const uint64_t *depth = options->from_goal ? truth->to_goal_moves : truth->depth;
    uint32_t nodes = truth->graph->nodes;
    uint64_t states = 0, deepest = 0, *counts = calloc(nodes + 1, sizeof *counts);
    if (!counts)
        abort();
    for (uint32_t n = 0; n < nodes; n++)
        if (depth[n] != NO_WAY) {
            states++;
            counts[depth[n]]++;
            deepest = depth[n] > deepest ? depth[n] : deepest;
        }
    size_t layers = fewest_exploration_layers(explored);
    bool whole = fewest_exploration_status(explored) == FEWEST_SOLVED, good = true;
    if (whole && (fewest_exploration_states(explored) != states || layers != (states ? deepest + 1 : 0)))
        good = differs(trial, "explore", "%llu states in %zu layers, not %llu in %llu",
                       (unsigned long long)fewest_exploration_states(explored), layers, (unsigned long long)states,
                       (unsigned long long)deepest + 1);
    uint64_t sum = 0;
    for (size_t d = 0; d < layers && good; d++) {
        sum += fewest_exploration_layer(explored, d);
        if (d >= nodes || fewest_exploration_layer(explored, d) != counts[d])
            good = differs(trial, "explore", "%llu states at depth %zu, not %llu",
                           (unsigned long long)fewest_exploration_layer(explored, d), d, (unsigned long long)(d < nodes ? counts[d] : 0));
    }
    if (good && sum != fewest_exploration_states(explored))
        good = differs(trial, "explore", "%llu states, and %llu in its layers",
                       (unsigned long long)fewest_exploration_states(explored), (unsigned long long)sum);
    size_t kept = fewest_exploration_hardest(explored);
    if (good && whole && states && kept != (counts[deepest] < meant(options->hardest, 1) ? counts[deepest] : meant(options->hardest, 1)))
        good = differs(trial, "explore", "%zu hardest states are kept", kept);
    free(counts);
    for (size_t i = 0; whole && i < kept && i < 3 && good; i++)
        good = fewest_exploration_state(explored, i) ? expect_path_to(trial, explored, i, deepest, options)
                                                 : differs(trial, "explore", "a hardest state has no text");
    return good;
}

bool ask_exploration(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    static const fewest_method methods[] = {FEWEST_METHOD_AUTO, FEWEST_METHOD_SETS, FEWEST_METHOD_RANK, FEWEST_METHOD_HASH,
                                            FEWEST_METHOD_COORDINATES};
    const struct graph *graph = trial->truth.graph;
    fewest_explore_options options = {.size = sizeof options};
    options.method = methods[draw(chance, 5)];
    options.from_goal = one_in(chance, 2);
    options.limits.threads = draw_between(chance, 0, 3);
    options.hardest = FEWEST_EXACTLY(draw(chance, 5));
    struct listener listener = {.trial = trial, .last = draw(chance, 4)};
    bool limited = one_in(chance, 3);
    switch (limited ? draw(chance, 5) : 5) {
    case 0: options.limits.depth = FEWEST_EXACTLY(draw(chance, 300)); break;
    case 1: options.limits.states = draw_between(chance, 1, 2000); break;
    case 2: options.limits.memory = draw_between(chance, 1, 64) << draw(chance, 18); break;
    case 3: options.limits.seconds = 0.001 * draw_between(chance, 1, 20); clock_step(1000000); break;
    case 4: options.limits.progress = listen; options.limits.context = &listener; clock_step(60000000); break;
    default: break;
    }
    snprintf(trial->asked, sizeof trial->asked,
             "explore: %s%s, threads %llu, depth %llu, states %llu, memory %llu, seconds %g", fewest_method_word(options.method),
             options.from_goal ? ", from goal" : "", (unsigned long long)options.limits.threads,
             (unsigned long long)meant(options.limits.depth, UINT64_MAX),
             (unsigned long long)options.limits.states, (unsigned long long)options.limits.memory, options.limits.seconds);
    fewest_error error = {0};
    fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
    clock_step(1000);
    trial->questions++;
    if (!explored) {
        bool refused = graph->start_count == 0 || options.method == FEWEST_METHOD_COORDINATES ||
                       (options.from_goal && (!graph->lists_goals || (!graph->backward && !graph->undirected)));
        return (refused && error.status == FEWEST_INVALID) || differs(trial, "explore", "none: %s", error.message);
    }
    fewest_status status = fewest_exploration_status(explored);
    bool good = true;
    if (listener.stopped ? status != FEWEST_INTERRUPTED
                         : status != FEWEST_SOLVED && !(limited && !options.limits.progress && status == FEWEST_LIMIT))
        good = differs(trial, "explore", "the status is %s", fewest_status_word(status));
    good = good && !listener.wrong && (listener.stopped || expect_exploration(trial, explored, &options));
    fewest_exploration_free(explored);
    return good;
}

/* ---- The graph around the start */

static bool expect_edges(struct trial *trial, fewest_graph *around) {
    const struct truth *truth = &trial->truth;
    const struct graph *graph = truth->graph;
    size_t edges = fewest_graph_edges(around);
    for (size_t i = 0; i < edges; i++) {
        fewest_edge edge = fewest_graph_edge(around, i);
        uint32_t from = own_node(&trial->own, fewest_graph_node(around, edge.from).words);
        uint32_t to = own_node(&trial->own, fewest_graph_node(around, edge.to).words);
        uint32_t arc = from != NO_NODE && to != NO_NODE ? truth_arc(truth, from, to) : NO_NODE;
        if (arc == NO_NODE)
            return differs(trial, "graph", "there is no move from %u to %u", from, to);
        char text[16];
        snprintf(text, sizeof text, "%u", graph->arcs[arc].move);
        if (edge.cost != cost_of(graph, &graph->arcs[arc]) || !edge.word || strcmp(edge.word, text) != 0)
            return differs(trial, "graph", "the move from %u to %u is %s, not %s", from, to, edge.word ? edge.word : "NULL", text);
    }
    return true;
}

static bool expect_nodes(struct trial *trial, fewest_graph *around, uint64_t depth, uint64_t most) {
    const struct truth *truth = &trial->truth;
    uint64_t near = 0, pairs = 0, last = 0;
    for (uint32_t n = 0; n < truth->graph->nodes; n++)
        near += truth->depth[n] != NO_WAY && truth->depth[n] <= depth;
    size_t nodes = fewest_graph_nodes(around);
    if (nodes != (near < most ? near : most))
        return differs(trial, "graph", "%zu nodes, not %llu", nodes, (unsigned long long)near);
    for (size_t i = 0; i < nodes; i++) {
        fewest_node node = fewest_graph_node(around, i);
        uint32_t mine = own_node(&trial->own, node.words);
        if (mine == NO_NODE || truth->depth[mine] != node.depth || truth->is_goal[mine] != node.is_goal || node.depth < last)
            return differs(trial, "graph", "node %zu is wrong: %u", i, mine);
        if (fewest_graph_find(around, node.words) != i)
            return differs(trial, "graph", "node %zu is not found", i);
        last = node.depth;
        for (uint32_t k = truth->first_out[mine]; k < truth->first_out[mine + 1]; k++) {
            uint32_t a = truth->out[k], to = truth->graph->arcs[a].to;
            pairs += truth_arc(truth, mine, to) == a &&
                     fewest_graph_find(around, trial->own.states + (size_t)to * truth->graph->words) != SIZE_MAX;
        }
    }
    if (truth->graph->distinct && pairs != fewest_graph_edges(around))
        return differs(trial, "graph", "%zu edges, not %llu", fewest_graph_edges(around), (unsigned long long)pairs);
    return true;
}

bool ask_graph(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    fewest_options options = {.size = sizeof options};
    if (one_in(chance, 2))
        options.limits.depth = FEWEST_EXACTLY(draw(chance, 20));
    if (one_in(chance, 4))
        options.limits.states = draw_between(chance, 1, 100);
    snprintf(trial->asked, sizeof trial->asked, "graph around: depth %llu, states %llu",
             (unsigned long long)meant(options.limits.depth, UINT64_MAX), (unsigned long long)options.limits.states);
    fewest_error error = {0};
    fewest_graph *around = fewest_graph_around(puzzle, &options, &error);
    trial->questions++;
    if (!around)
        return (trial->truth.graph->start_count == 0 && error.status == FEWEST_INVALID) ||
               differs(trial, "graph", "none: %s", error.message);
    bool good = expect_nodes(trial, around, meant(options.limits.depth, UINT64_MAX), options.limits.states ? options.limits.states : UINT64_MAX) &&
                expect_edges(trial, around);
    fewest_graph_free(around);
    return good;
}

/* ---- The check of a bound */

static fewest_bound_verdict true_verdict(const struct truth *truth) {
    const struct graph *graph = truth->graph;
    bool high = false, drops = false;
    for (uint32_t n = 0; n < graph->nodes; n++)
        high |= truth->depth[n] != NO_WAY && truth->to_goal[n] != NO_WAY && truth->bound[n] > truth->to_goal[n];
    for (uint32_t a = 0; a < graph->arc_count; a++) {
        const struct arc *arc = &graph->arcs[a];
        uint32_t before = truth->bound[arc->from], after = truth->bound[arc->to];
        drops |= truth->depth[arc->from] != NO_WAY && after != UINT32_MAX && before > (uint64_t)after + cost_of(graph, arc);
    }
    return high ? FEWEST_BOUND_TOO_HIGH : drops ? FEWEST_BOUND_DROPS : FEWEST_BOUND_HOLDS;
}

bool ask_bound(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    const struct truth *truth = &trial->truth;
    const struct graph *graph = truth->graph;
    fewest_options options = {.size = sizeof options};
    fewest_bound_check check;
    fewest_error error = {0};
    (void)chance;
    snprintf(trial->asked, sizeof trial->asked, "check bound");
    bool made = fewest_check_bound(puzzle, &options, &check, NULL, &error);
    trial->questions++;
    if (!made)
        return graph->start_count == 0 || graph->bound == BOUND_NONE || differs(trial, "bound", "not checked: %s", error.message);
    fewest_bound_verdict right = true_verdict(truth);
    if (check.verdict != right)
        return differs(trial, "bound", "verdict %d, and %d is right", (int)check.verdict, (int)right);
    if (right == FEWEST_BOUND_TOO_HIGH || right == FEWEST_BOUND_DROPS) {
        uint32_t node = own_node(&trial->own, check.words);
        if (node == NO_NODE || truth->bound[node] != check.bound ||
            (right == FEWEST_BOUND_TOO_HIGH && truth->to_goal[node] != check.distance))
            return differs(trial, "bound", "what is said of node %u is not so", node);
    }
    return true;
}
