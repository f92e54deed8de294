/* fewest_graph_around: the states near the start, found breadth-first, and the moves between them. fewest_graph_back: those that
 * lead to a state, or to the goals. */
#include "api/run.h"

#include "visited/nodes.h"

#include <fewest/pictures.h>
#include <stdlib.h>

enum { MOST_NODES = 1000000, CHECK_EVERY = 256 };

struct edge {
    uint32_t from, to, move, cost;
};

struct fewest_graph {
    struct few_memory memory;
    fewest_puzzle *puzzle; /* held */
    struct few_model *model;
    bool is_whole;
    bool *is_goal; /* of each node */
    size_t goal_room;
    size_t most;
    struct few_nodes nodes; /* their distances are depths */
    struct few_list edges;  /* struct edge */
    struct few_texts states, words; /* of nodes, of edges */
    /* Room for the moves of one state. */
    size_t room;
    uint64_t *made;
    struct few_step *steps;
};

/* ---- Making it */

static bool prepare(fewest_graph *graph) {
    const struct few_space *space = graph->model->space;
    struct few_memory *memory = &graph->memory;
    few_list_init(&graph->edges, memory, sizeof(struct edge));
    graph->room = space->max_successors > space->max_predecessors ? space->max_successors : space->max_predecessors;
    graph->room += graph->room == 0;
    graph->made = few_alloc(memory, few_array_size(graph->room, space->words * sizeof *graph->made));
    graph->steps = few_alloc(memory, few_array_size(graph->room, sizeof *graph->steps));
    return few_nodes_init(&graph->nodes, memory, space->words) && graph->made && graph->steps;
}

static void release_scratch(fewest_graph *graph) {
    few_free(&graph->memory, graph->made, graph->room * graph->model->space->words * sizeof *graph->made);
    few_free(&graph->memory, graph->steps, graph->room * sizeof *graph->steps);
    graph->made = NULL;
    graph->steps = NULL;
}

/* The node of a state, which is made if there is room; FEW_NO_NODE with *good: there is none. */
static uint32_t node_of(fewest_graph *graph, const uint64_t *state, uint64_t depth, bool may_grow, bool *good) {
    bool fresh;
    uint32_t node = few_nodes_find(&graph->nodes, state);
    if (node != FEW_NO_NODE)
        return node;
    if (!may_grow || graph->nodes.states.count >= graph->most) {
        graph->is_whole = false;
        return FEW_NO_NODE;
    }
    node = few_nodes_add(&graph->nodes, state, depth, &fresh);
    *good = node != FEW_NO_NODE;
    return node;
}

/* Of moves that lead to the same state the cheapest counts, and the lowest of these: that is what their word means. */
static bool add_edge(fewest_graph *graph, size_t first, struct edge edge) {
    for (size_t i = first; i < graph->edges.count; i++) {
        struct edge *other = few_list_at(&graph->edges, i);
        if (other->to != edge.to)
            continue;
        if (edge.cost < other->cost)
            *other = edge;
        return true;
    }
    return few_list_append(&graph->edges, &edge, 1);
}

static int compare_steps(const void *x, const void *y) {
    uint32_t a = ((const struct few_step *)x)->move, b = ((const struct few_step *)y)->move;
    return (a > b) - (a < b);
}

static int compare_moves(const void *x, const void *y) {
    uint32_t a = ((const struct edge *)x)->move, b = ((const struct edge *)y)->move;
    return (a > b) - (a < b);
}

/* The moves of a node in their order; a space gives them in any. */
static bool expand(fewest_graph *graph, uint32_t node, bool may_grow) {
    const struct few_space *space = graph->model->space;
    const uint64_t depth = *few_node_distance(&graph->nodes, node) + 1;
    const size_t first = graph->edges.count;
    size_t made = space->run->successors(space, few_node_state(&graph->nodes, node), 1, graph->made, graph->steps);
    for (size_t i = 0; i < made; i++)
        graph->steps[i].source = (uint32_t)i; /* where its state is, once they are sorted */
    qsort(graph->steps, made, sizeof *graph->steps, compare_steps);
    for (size_t i = 0; i < made; i++) {
        bool good = true;
        const struct few_step *step = &graph->steps[i];
        uint32_t to = node_of(graph, graph->made + (size_t)step->source * space->words, depth, may_grow, &good);
        if (good && to != FEW_NO_NODE)
            good = add_edge(graph, first, (struct edge){node, to, step->move, step->cost});
        if (!good)
            return false;
    }
    if (graph->edges.count > first)
        qsort(few_list_at(&graph->edges, first), graph->edges.count - first, graph->edges.size, compare_moves);
    return true;
}

static enum few_end add_starts(fewest_graph *graph, const struct few_watch *watch) {
    const struct few_space *space = graph->model->space;
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    bool good = few_model_starts(graph->model, &graph->memory, &starts, &count, &room);
    for (size_t i = 0; i < count && good; i++)
        node_of(graph, starts + i * space->words, 0, true, &good);
    few_free(&graph->memory, starts, room * space->words * sizeof *starts);
    return good ? FEW_RUNNING : few_refused(watch);
}

/* The states at the largest depth are expanded as well, for their moves to states that are known. */
static enum few_end grow(fewest_graph *graph, struct few_watch *watch) {
    enum few_end end = add_starts(graph, watch);
    for (uint32_t node = 0; node < graph->nodes.states.count && end == FEW_RUNNING; node++) {
        if (!expand(graph, node, *few_node_distance(&graph->nodes, node) < watch->max_depth))
            end = few_refused(watch);
        else if (node % CHECK_EVERY == 0)
            end = few_watch_check(watch);
    }
    return end;
}

/* ---- The same backwards */

/* The states from which one move leads to a node. */
static bool expand_back(fewest_graph *graph, uint32_t node, bool may_grow) {
    const struct few_space *space = graph->model->space;
    const uint64_t depth = *few_node_distance(&graph->nodes, node) + 1, *state = few_node_state(&graph->nodes, node);
    size_t made = space->run->predecessors ? space->run->predecessors(space, state, 1, graph->made, graph->steps)
                                           : space->run->successors(space, state, 1, graph->made, graph->steps);
    bool good = true;
    for (size_t i = 0; i < made && good; i++)
        node_of(graph, graph->made + i * space->words, depth, may_grow, &good);
    return good;
}

/* All states first, and then the moves between them. */
static enum few_end grow_back(fewest_graph *graph, struct few_watch *watch) {
    enum few_end end = FEW_RUNNING;
    for (uint32_t node = 0; node < graph->nodes.states.count && end == FEW_RUNNING; node++) {
        if (!expand_back(graph, node, *few_node_distance(&graph->nodes, node) < watch->max_depth))
            end = few_refused(watch);
        else if (node % CHECK_EVERY == 0)
            end = few_watch_check(watch);
    }
    const bool is_whole = graph->is_whole; /* moves that lead elsewhere are no loss */
    for (uint32_t node = 0; node < graph->nodes.states.count && end == FEW_RUNNING; node++) {
        if (!expand(graph, node, false))
            end = few_refused(watch);
        else if (node % CHECK_EVERY == 0)
            end = few_watch_check(watch);
    }
    graph->is_whole = is_whole;
    return end;
}

static enum few_end add_goals(fewest_graph *graph, struct few_watch *watch, struct few_error *error) {
    const size_t words = graph->model->space->words;
    uint64_t *goals = NULL;
    size_t count = 0, room = 0;
    enum few_goal_list result;
    enum few_end end = few_model_goals_within(graph->model, watch, graph->most, &goals, &count, &room, &result);
    bool good = true;
    for (size_t i = 0; i < count && good && end == FEW_RUNNING && result == FEW_GOALS_LISTED; i++)
        node_of(graph, goals + i * words, 0, true, &good);
    few_free(&graph->memory, goals, room * words * sizeof *goals);
    if (end == FEW_RUNNING && result != FEW_GOALS_LISTED)
        few_fail(error, FEW_ERROR_INPUT, "the goals of this puzzle are too many to be listed");
    return end == FEW_RUNNING && !good ? few_refused(watch) : end;
}

/* `any` is no piece, nor is a character that the puzzle does not know. */
static bool write_values(const fewest_graph *graph, const uint16_t *values, size_t count, uint64_t *state) {
    const struct few_space *space = graph->model->space;
    for (size_t i = 0; i < count; i++)
        if (values[i] >= graph->puzzle->rules->piece_count)
            return false;
    return space->run->write(space, values, count, state) && (!space->run->holds || space->run->holds(space, state));
}

static enum few_end add_state(fewest_graph *graph, const char *text, const struct few_watch *watch, struct few_error *error) {
    uint64_t state[FEW_MAX_WORDS];
    size_t count;
    fewest_error why = {0};
    uint16_t *values = fewest_read_state(graph->puzzle, text, &count, &why);
    bool good = true;
    if (!values && why.status == FEWEST_SYSTEM)
        good = false;
    else if (!values)
        few_fail(error, FEW_ERROR_INPUT, "%s", why.message);
    else if (!write_values(graph, values, count, state))
        few_fail(error, FEW_ERROR_INPUT, "this is no state of the puzzle with its present start");
    else
        node_of(graph, state, 0, true, &good);
    fewest_free(values);
    return good ? FEW_RUNNING : few_refused(watch);
}

static bool can_go_back(const fewest_puzzle *puzzle, const char *text, struct few_error *error) {
    const struct few_space *space = puzzle->model->space;
    if (!space->run->predecessors && !space->undirected)
        return few_fail(error, FEW_ERROR_INPUT, "the moves of this puzzle cannot be inverted");
    if (text && !puzzle->rules)
        return few_fail(error, FEW_ERROR_INPUT, "a state of a space of your own has no text");
    return text || fewest_has_goal(puzzle) || few_fail(error, FEW_ERROR_INPUT, "this puzzle has no goal: give one");
}

/* Which of the states are goals: the puzzle may have others by the time of the question. */
static bool note_goals(fewest_graph *graph, bool has_goal) {
    const struct few_space *space = graph->model->space;
    const size_t count = graph->nodes.states.count;
    graph->is_goal = few_alloc_zeroed(&graph->memory, count * sizeof *graph->is_goal);
    graph->goal_room = count * sizeof *graph->is_goal;
    if (graph->is_goal && has_goal)
        space->run->is_goal(space, graph->nodes.states.items, count, graph->is_goal);
    return graph->is_goal || count == 0;
}

/* ---- The handle */

/* What a graph is of. */
struct wish {
    bool backward;
    const char *state; /* backward: to this one; NULL: to the goals */
};

static enum few_end fill(fewest_graph *graph, const struct wish *wish, struct few_watch *watch, struct few_error *error) {
    enum few_end end = prepare(graph) ? FEW_RUNNING : few_refused(watch);
    if (end != FEW_RUNNING || !wish->backward)
        return end == FEW_RUNNING ? grow(graph, watch) : end;
    end = wish->state ? add_state(graph, wish->state, watch, error) : add_goals(graph, watch, error);
    return end == FEW_RUNNING && error->kind == FEW_ERROR_NONE ? grow_back(graph, watch) : end;
}

static bool make(fewest_graph *graph, fewest_puzzle *puzzle, const struct wish *wish, const fewest_limits *limits,
                 struct few_error *error) {
    struct few_run run;
    few_run_init(&run, puzzle, limits, "graph");
    run.store = "hash table";
    if (!few_puzzle_prepare_to_explore(puzzle, limits->depth, limits, error))
        return false;
    if (wish->backward && !can_go_back(puzzle, wish->state, error))
        return false;
    few_run_begin(&run, &graph->memory, 0);
    graph->puzzle = few_puzzle_hold(puzzle);
    few_texts_init(&graph->states, &graph->memory);
    few_texts_init(&graph->words, &graph->memory);
    graph->model = puzzle->model;
    atomic_fetch_add(&graph->model->users, 1);
    const uint64_t steps = few_model_steps(graph->model, wish->backward);
    if (steps < limits->depth)
        run.watch.max_depth = steps;
    run.watch.max_states = 0; /* a graph that is full is a part of the whole, and no failure */
    graph->is_whole = true;
    graph->most = limits->states ? (size_t)limits->states : MOST_NODES;
    enum few_end end = fill(graph, wish, &run.watch, error);
    if (end == FEW_RUNNING && !note_goals(graph, fewest_has_goal(puzzle)))
        end = few_refused(&run.watch);
    release_scratch(graph);
    graph->memory.budget = SIZE_MAX / 2; /* what is read from it now is no longer the graph's memory */
    return few_run_explain(end, "for these states", error) && error->kind == FEW_ERROR_NONE;
}

static fewest_graph *graph_of(fewest_puzzle *puzzle, const struct wish *wish, const fewest_options *options, fewest_error *error) {
    struct few_error inner = {0};
    fewest_options wanted;
    fewest_graph *graph = calloc(1, sizeof *graph);
    bool good = (graph || few_fail_memory(&inner)) &&
                few_options_read(options, few_puzzle_limits(puzzle), &wanted, &inner) &&
                make(graph, puzzle, wish, &wanted.limits, &inner);
    if (good)
        return graph;
    fewest_graph_free(graph);
    few_error_publish(&inner, error);
    return NULL;
}

fewest_graph *fewest_graph_around(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error) {
    return graph_of(puzzle, &(struct wish){.backward = false}, options, error);
}

fewest_graph *fewest_graph_back(fewest_puzzle *puzzle, const char *state, const fewest_options *options, fewest_error *error) {
    return graph_of(puzzle, &(struct wish){.backward = true, .state = state}, options, error);
}

void fewest_graph_free(fewest_graph *graph) {
    if (!graph)
        return;
    if (graph->model) {
        few_texts_free(&graph->states);
        few_texts_free(&graph->words);
        few_free(&graph->memory, graph->is_goal, graph->goal_room);
        few_list_free(&graph->edges);
        few_nodes_free(&graph->nodes);
        few_model_release(graph->model);
    }
    few_puzzle_release(graph->puzzle);
    free(graph);
}

/* ---- Reading it */

bool fewest_graph_is_whole(const fewest_graph *graph) {
    return graph->is_whole;
}

size_t fewest_graph_nodes(const fewest_graph *graph) {
    return graph->nodes.states.count;
}

size_t fewest_graph_edges(const fewest_graph *graph) {
    return graph->edges.count;
}

size_t fewest_graph_find(const fewest_graph *graph, const uint64_t *words) {
    uint32_t node = words ? few_nodes_find(&graph->nodes, words) : FEW_NO_NODE;
    return node == FEW_NO_NODE ? SIZE_MAX : node;
}

struct place {
    const struct few_model *model;
    const uint64_t *state;
    uint32_t move;
};

static const char *make_state(const void *context, struct few_memory *memory, size_t *bytes) {
    const struct place *place = context;
    return few_model_line(place->model, memory, place->state, bytes);
}

static const char *make_word(const void *context, struct few_memory *memory, size_t *bytes) {
    const struct place *place = context;
    return few_model_word(place->model, memory, place->state, place->move, bytes);
}

fewest_node fewest_graph_node(const fewest_graph *graph, size_t index) {
    const size_t count = graph->nodes.states.count;
    if (index >= count)
        return (fewest_node){0};
    const struct place place = {.model = graph->model, .state = few_node_state(&graph->nodes, (uint32_t)index)};
    return (fewest_node){.state = few_texts_at(&graph->states, count, index, make_state, &place),
                         .words = place.state,
                         .depth = *few_node_distance(&graph->nodes, (uint32_t)index),
                         .is_goal = graph->is_goal[index]};
}

fewest_edge fewest_graph_edge(const fewest_graph *graph, size_t index) {
    if (index >= graph->edges.count)
        return (fewest_edge){0};
    const struct edge *edge = few_list_at(&graph->edges, index);
    const struct place place = {graph->model, few_node_state(&graph->nodes, edge->from), edge->move};
    return (fewest_edge){.from = edge->from, .to = edge->to, .cost = edge->cost,
                         .word = few_texts_at(&graph->words, graph->edges.count, index, make_word, &place)};
}

uint64_t fewest_graph_depth(const fewest_graph *graph, size_t node) {
    return node < graph->nodes.states.count ? *few_node_distance(&graph->nodes, (uint32_t)node) : 0;
}

bool fewest_graph_is_goal(const fewest_graph *graph, size_t node) {
    return node < graph->nodes.states.count && graph->is_goal[node];
}

static struct edge edge_at(const fewest_graph *graph, size_t edge) {
    return edge < graph->edges.count ? *(const struct edge *)few_list_at(&graph->edges, edge) : (struct edge){0};
}

size_t fewest_graph_from(const fewest_graph *graph, size_t edge) {
    return edge_at(graph, edge).from;
}

size_t fewest_graph_to(const fewest_graph *graph, size_t edge) {
    return edge_at(graph, edge).to;
}

uint64_t fewest_graph_cost(const fewest_graph *graph, size_t edge) {
    return edge_at(graph, edge).cost;
}

/* ---- Lower bounds of its states */

struct looking_up {
    struct few_run run;
    enum few_end end;
};

static bool go_on_building(void *context, uint64_t states) {
    struct looking_up *work = context;
    (void)states;
    work->end = few_watch_check(&work->run.watch);
    return work->end == FEW_RUNNING;
}

static bool look_up(struct looking_up *work, const fewest_graph *graph, const fewest_options *options, uint32_t *bounds,
                    struct few_error *error) {
    const struct few_bound *bound;
    const struct few_bound_wish wish = {.memory = options->bound_memory, .patterns = options->patterns,
                                        .pattern_count = options->pattern_count, .go_on = go_on_building, .context = work};
    if (!few_model_bound_within(graph->model, wish, options->limits.memory, &bound, error))
        return work->end != FEW_RUNNING && few_run_explain(work->end, "for the lower bound", error);
    few_bound_look_up(bound, graph->nodes.states.items, graph->nodes.states.count, bounds);
    return true;
}

bool fewest_graph_bounds(const fewest_graph *graph, const fewest_options *options, uint32_t *bounds, fewest_error *error) {
    struct few_error inner = {0};
    fewest_options wanted;
    struct looking_up work = {.end = FEW_RUNNING};
    fewest_puzzle *puzzle = graph->puzzle;
    bool good = few_options_read(options, few_puzzle_limits(puzzle), &wanted, &inner);
    if (good && puzzle->model != graph->model)
        good = few_fail(&inner, FEW_ERROR_INPUT, "the puzzle was changed after this graph was made");
    if (good && !fewest_has_goal(puzzle))
        good = few_fail(&inner, FEW_ERROR_INPUT, "this puzzle has no goal: give one");
    if (good) {
        few_run_init(&work.run, puzzle, &wanted.limits, "bound");
        few_run_begin_inside(&work.run);
        good = look_up(&work, graph, &wanted, bounds, &inner);
        few_run_end_inside(&work.run, &inner);
    }
    if (!good)
        few_error_publish(&inner, error);
    return good;
}
