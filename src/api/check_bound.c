/* fewest_check_bound: explores the space and compares the bound with the true distances. */
#include "api/run.h"

#include "search/best/heap.h"
#include "visited/nodes.h"

#include <string.h>

enum { STATES = 1000000 };

struct edge {
    uint32_t from, to, cost;
};

struct explorer {
    const struct few_space *space;
    struct few_memory *memory;
    struct few_run run;
    const fewest_options *options;
    enum few_end stopped; /* why the bound was not made, or the exploration not finished; FEW_RUNNING: neither */
    struct few_nodes nodes;
    struct few_list edges;
    struct few_list bounds; /* uint32_t of each state */
    struct few_list arrivals; /* uint32_t: edges by where they lead, those of each state one after the other */
    struct few_heap heap;
    uint64_t *made;
    struct few_step *steps;
    size_t room;
    uint64_t limit; /* states to look at */
    bool begun, complete;
};

static void free_explorer(struct explorer *explorer) {
    if (!explorer->begun)
        return;
    few_nodes_free(&explorer->nodes);
    few_list_free(&explorer->edges);
    few_list_free(&explorer->bounds);
    few_list_free(&explorer->arrivals);
    few_list_free(&explorer->heap.list);
    few_free(explorer->memory, explorer->made, explorer->room * explorer->space->words * sizeof *explorer->made);
    few_free(explorer->memory, explorer->steps, explorer->room * sizeof *explorer->steps);
}

static bool go_on_building(void *context, uint64_t states) {
    struct explorer *explorer = context;
    (void)states;
    explorer->stopped = few_watch_check(&explorer->run.watch);
    return explorer->stopped == FEW_RUNNING;
}

static bool begin(struct explorer *explorer) {
    const struct few_space *space = explorer->space;
    explorer->begun = true;
    few_list_init(&explorer->arrivals, explorer->memory, sizeof(uint32_t));
    few_heap_init(&explorer->heap, explorer->memory);
    explorer->room = space->max_successors ? space->max_successors : 1;
    few_list_init(&explorer->edges, explorer->memory, sizeof(struct edge));
    few_list_init(&explorer->bounds, explorer->memory, sizeof(uint32_t));
    explorer->made = few_alloc(explorer->memory, few_array_size(explorer->room, space->words * sizeof *explorer->made));
    explorer->steps = few_alloc(explorer->memory, few_array_size(explorer->room, sizeof *explorer->steps));
    return few_nodes_init(&explorer->nodes, explorer->memory, space->words) && explorer->made && explorer->steps;
}

/* The node of a state. FEW_NO_NODE: it is a new one beyond the limits, and there are more states than are looked at;
 * or there is no memory, and *good is false. */
static uint32_t meet(struct explorer *explorer, const uint64_t *state, bool may_add, bool *good) {
    const size_t slot = few_nodes_slot(&explorer->nodes, state);
    uint32_t node = few_nodes_in(&explorer->nodes, slot);
    if (node != FEW_NO_NODE)
        return node;
    may_add &= explorer->nodes.states.count < explorer->limit;
    if (may_add)
        node = few_nodes_put(&explorer->nodes, slot, state, 0);
    else
        explorer->complete = false;
    *good = !may_add || node != FEW_NO_NODE;
    return node;
}

/* The moves of a node; new states only where they are not too deep. */
static bool expand_node(struct explorer *explorer, uint32_t n, bool may_add) {
    const struct few_space *space = explorer->space;
    bool good = true;
    size_t made = space->run->successors(space, few_node_state(&explorer->nodes, n), 1, explorer->made, explorer->steps);
    for (size_t i = 0; i < made && good; i++) {
        struct edge edge = {n, meet(explorer, explorer->made + i * space->words, may_add, &good), explorer->steps[i].cost};
        good = good && (edge.to == FEW_NO_NODE || few_list_append(&explorer->edges, &edge, 1));
    }
    return good;
}

/* All states that can be reached from the starts: the first `limit` of them, up to a depth, and as long as there is time. */
static bool explore(struct explorer *explorer, const uint64_t *starts, size_t count) {
    bool good = begin(explorer);
    explorer->complete = true;
    for (size_t i = 0; i < count && good; i++)
        meet(explorer, starts + i * explorer->space->words, true, &good);
    uint64_t depth = 0;
    size_t layer = good ? explorer->nodes.states.count : 0; /* where the next one begins */
    for (uint32_t n = 0; good && n < explorer->nodes.states.count && explorer->stopped == FEW_RUNNING; n++) {
        if (n == layer) {
            layer = explorer->nodes.states.count;
            depth++;
        }
        good = expand_node(explorer, n, depth < explorer->options->limits.depth);
        explorer->run.watch.counts.expanded++;
        explorer->run.watch.counts.depth = depth;
        explorer->run.watch.counts.remembered = explorer->nodes.states.count;
        explorer->stopped = few_watch_check(&explorer->run.watch);
    }
    explorer->complete &= explorer->stopped == FEW_RUNNING;
    return good;
}

/* The edges by where they lead: first[n] .. first[n + 1] - 1 of the list are those to node n. */
static bool sort_edges(struct explorer *explorer, size_t *first) {
    const size_t nodes = explorer->nodes.states.count, edges = explorer->edges.count;
    const struct edge *all = explorer->edges.items;
    if (!few_list_reserve(&explorer->arrivals, edges + 1))
        return false;
    uint32_t *arrivals = explorer->arrivals.items;
    memset(first, 0, (nodes + 2) * sizeof *first);
    for (size_t e = 0; e < edges; e++)
        first[all[e].to + 2]++;
    for (size_t n = 2; n < nodes + 2; n++)
        first[n] += first[n - 1];
    for (size_t e = 0; e < edges; e++)
        arrivals[first[all[e].to + 1]++] = (uint32_t)e;
    return true;
}

/* Distances to the goal in the nodes, UINT64_MAX where there is none, from near to far. */
static bool spread_distances(struct explorer *explorer, const size_t *first) {
    const uint32_t *arrivals = explorer->arrivals.items;
    const struct edge *edges = explorer->edges.items;
    bool good = true;
    for (uint32_t n = 0; n < explorer->nodes.states.count && good; n++) {
        bool goal;
        explorer->space->run->is_goal(explorer->space, few_node_state(&explorer->nodes, n), 1, &goal);
        *few_node_distance(&explorer->nodes, n) = goal ? 0 : UINT64_MAX;
        good = !goal || few_heap_push(&explorer->heap, n, 0, 0);
    }
    for (const struct few_waiting *top; good && (top = few_heap_top(&explorer->heap));) {
        const struct few_waiting at = *top;
        few_heap_pop(&explorer->heap);
        if (at.sum != *few_node_distance(&explorer->nodes, at.node))
            continue; /* overtaken */
        for (size_t i = first[at.node]; i < first[at.node + 1] && good; i++) {
            const struct edge *edge = &edges[arrivals[i]];
            uint64_t *far = few_node_distance(&explorer->nodes, edge->from);
            if (at.sum + edge->cost >= *far)
                continue;
            *far = at.sum + edge->cost;
            good = few_heap_push(&explorer->heap, edge->from, *far, *far);
        }
    }
    return good;
}

static bool find_distances(struct explorer *explorer) {
    const size_t bytes = (explorer->nodes.states.count + 2) * sizeof(size_t);
    size_t *first = few_alloc(explorer->memory, bytes);
    bool good = first && explorer->edges.count < UINT32_MAX && sort_edges(explorer, first) && spread_distances(explorer, first);
    few_free(explorer->memory, first, bytes);
    return good;
}

static uint32_t *bound_of(const struct explorer *explorer, uint32_t node) {
    return few_list_at(&explorer->bounds, node);
}

/* The first state, in the order of the exploration, where something is wrong. A distance that was found in a part of the space
 * is one that can be paid, so a bound above it is too high in any case. */
static uint32_t compare(const struct explorer *explorer, fewest_bound_check *check) {
    uint32_t wrong = FEW_NO_NODE;
    for (uint32_t n = 0; n < explorer->nodes.states.count && wrong == FEW_NO_NODE; n++)
        if (*few_node_distance(&explorer->nodes, n) != UINT64_MAX && *bound_of(explorer, n) > *few_node_distance(&explorer->nodes, n)) {
            check->verdict = FEWEST_BOUND_TOO_HIGH;
            check->bound = *bound_of(explorer, n);
            check->distance = *few_node_distance(&explorer->nodes, n);
            wrong = n;
        }
    for (size_t e = 0; e < explorer->edges.count && wrong == FEW_NO_NODE; e++) {
        const struct edge *edge = few_list_at(&explorer->edges, e);
        uint32_t before = *bound_of(explorer, edge->from), after = *bound_of(explorer, edge->to);
        if (after != FEW_NO_PATH && before > (uint64_t)after + edge->cost) {
            check->verdict = FEWEST_BOUND_DROPS;
            check->bound = before;
            check->distance = after;
            check->cost = edge->cost;
            wrong = edge->from;
        }
    }
    return wrong;
}

/* Why there is nothing to tell. */
static bool explain(const struct explorer *explorer, struct few_error *error) {
    return few_run_explain(explorer->stopped, "to compare the bound", error);
}

static bool judge(struct explorer *explorer, const struct few_bound *bound, fewest_bound_check *check, uint32_t *wrong) {
    if (!few_list_reserve(&explorer->bounds, explorer->nodes.states.count))
        return false;
    explorer->bounds.count = explorer->nodes.states.count;
    few_bound_look_up(bound, explorer->nodes.states.items, explorer->nodes.states.count, explorer->bounds.items);
    if (!find_distances(explorer))
        return false;
    check->states = explorer->nodes.states.count;
    check->verdict = explorer->complete ? FEWEST_BOUND_HOLDS : FEWEST_BOUND_HOLDS_SO_FAR;
    *wrong = compare(explorer, check);
    return true;
}

/* What ended the making of the bound. */
static bool no_bound(struct explorer *explorer, struct few_error *error) {
    if (explorer->stopped == FEW_RUNNING) {
        if (error->kind != FEW_ERROR_MEMORY || atomic_load(&explorer->memory->refused))
            return false;
        explorer->stopped = FEW_MEMORY_LIMIT;
    }
    *error = (struct few_error){0};
    return explain(explorer, error);
}

static bool run_check(struct explorer *explorer, struct few_model *model, fewest_bound_check *check, char **state,
                      struct few_error *error) {
    const fewest_options *options = explorer->options;
    const struct few_bound *bound;
    struct few_bound_wish wish = {.memory = options->bound_memory, .patterns = options->patterns,
                                  .pattern_count = options->pattern_count, .go_on = go_on_building, .context = explorer};
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    uint32_t wrong = FEW_NO_NODE;
    if (!few_model_bound_within(model, wish, options->limits.memory, &bound, error))
        return no_bound(explorer, error);
    bool good = few_model_starts(model, explorer->memory, &starts, &count, &room) &&
                explore(explorer, starts, count);
    few_free(explorer->memory, starts, room * model->space->words * sizeof *starts);
    if (good && explorer->stopped == FEW_INTERRUPTED)
        return explain(explorer, error);
    if (!good || !judge(explorer, bound, check, &wrong)) {
        explorer->stopped = FEW_MEMORY_LIMIT;
        return atomic_load(&explorer->memory->refused) ? few_fail_memory(error) : explain(explorer, error);
    }
    if (wrong != FEW_NO_NODE) {
        memcpy(check->words, few_node_state(&explorer->nodes, wrong), model->space->words * sizeof *check->words);
        if (state && model->puzzle)
            *state = few_state_text(model, explorer->memory, check->words);
    }
    return true;
}

/* Within the limits of memory and time. */
static bool run_within(fewest_puzzle *puzzle, const fewest_options *options, fewest_bound_check *check, char **state,
                       struct few_error *error) {
    struct explorer explorer = {.space = puzzle->model->space, .memory = &puzzle->memory, .options = options,
                        .limit = options->limits.states ? options->limits.states : STATES};
    few_run_init(&explorer.run, puzzle, &options->limits, "check-bound");
    explorer.run.store = "hash table";
    few_run_begin_inside(&explorer.run);
    explorer.run.watch.max_states = 0; /* there it ends with what it has */
    bool good = run_check(&explorer, puzzle->model, check, state, error);
    free_explorer(&explorer);
    few_run_end_inside(&explorer.run, error);
    return good;
}

bool fewest_check_bound(fewest_puzzle *puzzle, const fewest_options *options, fewest_bound_check *check, char **state,
                        fewest_error *error) {
    struct few_error inner = {0};
    fewest_options wanted;
    *check = (fewest_bound_check){0};
    if (state)
        *state = NULL;
    bool good = few_options_read(options, few_puzzle_limits(puzzle), &wanted, &inner) &&
                few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, &wanted.limits, &inner);
    if (good && puzzle->model->space->words > sizeof check->words / sizeof *check->words)
        good = few_fail(&inner, FEW_ERROR_INPUT, "bounds are checked in spaces of up to 8 words a state");
    good = good && run_within(puzzle, &wanted, check, state, &inner);
    if (!good)
        few_error_publish(&inner, error);
    return good;
}
