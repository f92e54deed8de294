/* fewest_check_bound: walks the space and compares the bound with the true distances. */
#include "api/run.h"

#include "search/heap.h"
#include "visited/nodes.h"

#include <string.h>

enum { STATES = 1000000 };

struct edge {
    uint32_t from, to, cost;
};

struct walk {
    const struct few_space *space;
    struct few_memory *memory;
    struct few_run run;
    const fewest_options *options;
    enum few_end stopped; /* why the bound was not made, or the walk not finished; FEW_RUNNING: neither */
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

static void walk_free(struct walk *walk) {
    if (!walk->begun)
        return;
    few_nodes_free(&walk->nodes);
    few_list_free(&walk->edges);
    few_list_free(&walk->bounds);
    few_list_free(&walk->arrivals);
    few_list_free(&walk->heap.list);
    few_free(walk->memory, walk->made, walk->room * walk->space->words * sizeof *walk->made);
    few_free(walk->memory, walk->steps, walk->room * sizeof *walk->steps);
}

static bool go_on_building(void *context, uint64_t states) {
    struct walk *walk = context;
    (void)states;
    walk->stopped = few_watch_check(&walk->run.watch);
    return walk->stopped == FEW_RUNNING;
}

static bool begin_walk(struct walk *walk) {
    const struct few_space *space = walk->space;
    walk->begun = true;
    few_list_init(&walk->arrivals, walk->memory, sizeof(uint32_t));
    few_heap_init(&walk->heap, walk->memory);
    walk->room = space->max_successors ? space->max_successors : 1;
    few_list_init(&walk->edges, walk->memory, sizeof(struct edge));
    few_list_init(&walk->bounds, walk->memory, sizeof(uint32_t));
    walk->made = few_alloc(walk->memory, few_array_size(walk->room, space->words * sizeof *walk->made));
    walk->steps = few_alloc(walk->memory, few_array_size(walk->room, sizeof *walk->steps));
    return few_nodes_init(&walk->nodes, walk->memory, space->words) && walk->made && walk->steps;
}

/* The node of a state. FEW_NO_NODE: it is a new one beyond the limits, and there are more states than are looked at; or there is no
 * memory, and *good is false. */
static uint32_t meet(struct walk *walk, const uint64_t *state, bool may_add, bool *good) {
    const size_t slot = few_nodes_slot(&walk->nodes, state);
    uint32_t node = few_nodes_in(&walk->nodes, slot);
    if (node != FEW_NO_NODE)
        return node;
    may_add &= walk->nodes.states.count < walk->limit;
    if (may_add)
        node = few_nodes_put(&walk->nodes, slot, state, 0);
    else
        walk->complete = false;
    *good = !may_add || node != FEW_NO_NODE;
    return node;
}

/* The moves of a node; new states only where they are not too deep. */
static bool walk_from(struct walk *walk, uint32_t n, bool may_add) {
    const struct few_space *space = walk->space;
    bool good = true;
    size_t made = space->run->successors(space, few_node_state(&walk->nodes, n), 1, walk->made, walk->steps);
    for (size_t i = 0; i < made && good; i++) {
        struct edge edge = {n, meet(walk, walk->made + i * space->words, may_add, &good), walk->steps[i].cost};
        good = good && (edge.to == FEW_NO_NODE || few_list_append(&walk->edges, &edge, 1));
    }
    return good;
}

/* All states that can be reached from the starts: the first `limit` of them, up to a depth, and as long as there is time. */
static bool walk_on(struct walk *walk, const uint64_t *starts, size_t count) {
    bool good = begin_walk(walk);
    walk->complete = true;
    for (size_t i = 0; i < count && good; i++)
        meet(walk, starts + i * walk->space->words, true, &good);
    uint64_t depth = 0;
    size_t layer = good ? walk->nodes.states.count : 0; /* where the next one begins */
    for (uint32_t n = 0; good && n < walk->nodes.states.count && walk->stopped == FEW_RUNNING; n++) {
        if (n == layer) {
            layer = walk->nodes.states.count;
            depth++;
        }
        good = walk_from(walk, n, depth < walk->options->limits.depth);
        walk->run.watch.counts.expanded++;
        walk->run.watch.counts.depth = depth;
        walk->run.watch.counts.remembered = walk->nodes.states.count;
        walk->stopped = few_watch_check(&walk->run.watch);
    }
    walk->complete &= walk->stopped == FEW_RUNNING;
    return good;
}

/* The edges by where they lead: first[n] .. first[n + 1] - 1 of the list are those to node n. */
static bool sort_edges(struct walk *walk, size_t *first) {
    const size_t nodes = walk->nodes.states.count, edges = walk->edges.count;
    const struct edge *all = walk->edges.items;
    if (!few_list_reserve(&walk->arrivals, edges + 1))
        return false;
    uint32_t *arrivals = walk->arrivals.items;
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
static bool spread_distances(struct walk *walk, const size_t *first) {
    const uint32_t *arrivals = walk->arrivals.items;
    const struct edge *edges = walk->edges.items;
    bool good = true;
    for (uint32_t n = 0; n < walk->nodes.states.count && good; n++) {
        bool goal;
        walk->space->run->is_goal(walk->space, few_node_state(&walk->nodes, n), 1, &goal);
        *few_node_distance(&walk->nodes, n) = goal ? 0 : UINT64_MAX;
        good = !goal || few_heap_push(&walk->heap, n, 0, 0);
    }
    for (const struct few_waiting *top; good && (top = few_heap_top(&walk->heap));) {
        const struct few_waiting at = *top;
        few_heap_pop(&walk->heap);
        if (at.sum != *few_node_distance(&walk->nodes, at.node))
            continue; /* overtaken */
        for (size_t i = first[at.node]; i < first[at.node + 1] && good; i++) {
            const struct edge *edge = &edges[arrivals[i]];
            uint64_t *far = few_node_distance(&walk->nodes, edge->from);
            if (at.sum + edge->cost >= *far)
                continue;
            *far = at.sum + edge->cost;
            good = few_heap_push(&walk->heap, edge->from, *far, *far);
        }
    }
    return good;
}

static bool find_distances(struct walk *walk) {
    const size_t bytes = (walk->nodes.states.count + 2) * sizeof(size_t);
    size_t *first = few_alloc(walk->memory, bytes);
    bool good = first && walk->edges.count < UINT32_MAX && sort_edges(walk, first) && spread_distances(walk, first);
    few_free(walk->memory, first, bytes);
    return good;
}

static uint32_t *bound_of(const struct walk *walk, uint32_t node) {
    return few_list_at(&walk->bounds, node);
}

/* The first state, in the order of the walk, where something is wrong. A distance that was found in a part of the space
 * is one that can be paid, so a bound above it is too high in any case. */
static uint32_t compare(const struct walk *walk, fewest_bound_check *check) {
    uint32_t wrong = FEW_NO_NODE;
    for (uint32_t n = 0; n < walk->nodes.states.count && wrong == FEW_NO_NODE; n++)
        if (*few_node_distance(&walk->nodes, n) != UINT64_MAX && *bound_of(walk, n) > *few_node_distance(&walk->nodes, n)) {
            check->verdict = FEWEST_BOUND_TOO_HIGH;
            check->bound = *bound_of(walk, n);
            check->distance = *few_node_distance(&walk->nodes, n);
            wrong = n;
        }
    for (size_t e = 0; e < walk->edges.count && wrong == FEW_NO_NODE; e++) {
        const struct edge *edge = few_list_at(&walk->edges, e);
        uint32_t before = *bound_of(walk, edge->from), after = *bound_of(walk, edge->to);
        if (after != FEW_NO_WAY && before > (uint64_t)after + edge->cost) {
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
static bool explain(const struct walk *walk, struct few_error *error) {
    return few_run_explain(walk->stopped, "to compare the bound", error);
}

static bool judge(struct walk *walk, const struct few_bound *bound, fewest_bound_check *check, uint32_t *wrong) {
    if (!few_list_reserve(&walk->bounds, walk->nodes.states.count))
        return false;
    walk->bounds.count = walk->nodes.states.count;
    few_bound_look_up(bound, walk->nodes.states.items, walk->nodes.states.count, walk->bounds.items);
    if (!find_distances(walk))
        return false;
    check->states = walk->nodes.states.count;
    check->verdict = walk->complete ? FEWEST_BOUND_HOLDS : FEWEST_BOUND_HOLDS_SO_FAR;
    *wrong = compare(walk, check);
    return true;
}

/* What ended the making of the bound. */
static bool no_bound(struct walk *walk, struct few_error *error) {
    if (walk->stopped == FEW_RUNNING) {
        if (error->kind != FEW_ERROR_MEMORY || atomic_load(&walk->memory->refused))
            return false;
        walk->stopped = FEW_MEMORY_LIMIT;
    }
    *error = (struct few_error){0};
    return explain(walk, error);
}

static bool run_check(struct walk *walk, struct few_model *model, fewest_bound_check *check, char **state,
                      struct few_error *error) {
    const fewest_options *options = walk->options;
    const struct few_bound *bound;
    struct few_bound_wish wish = {.memory = options->bound_memory, .patterns = options->patterns,
                                  .pattern_count = options->pattern_count, .go_on = go_on_building, .context = walk};
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    uint32_t wrong = FEW_NO_NODE;
    if (!few_model_bound_within(model, wish, options->limits.memory, &bound, error))
        return no_bound(walk, error);
    bool good = few_model_starts(model, walk->memory, &starts, &count, &room) &&
                walk_on(walk, starts, count);
    few_free(walk->memory, starts, room * model->space->words * sizeof *starts);
    if (good && walk->stopped == FEW_INTERRUPTED)
        return explain(walk, error);
    if (!good || !judge(walk, bound, check, &wrong)) {
        walk->stopped = FEW_MEMORY_LIMIT;
        return atomic_load(&walk->memory->refused) ? few_fail_memory(error) : explain(walk, error);
    }
    if (wrong != FEW_NO_NODE) {
        memcpy(check->words, few_node_state(&walk->nodes, wrong), model->space->words * sizeof *check->words);
        if (state && model->puzzle)
            *state = few_state_text(model, walk->memory, check->words);
    }
    return true;
}

/* Within the limits of memory and time. */
static bool run_within(fewest_puzzle *puzzle, const fewest_options *options, fewest_bound_check *check, char **state,
                       struct few_error *error) {
    struct walk walk = {.space = puzzle->model->space, .memory = &puzzle->memory, .options = options,
                        .limit = options->limits.states ? options->limits.states : STATES};
    few_run_init(&walk.run, puzzle, &options->limits, "check-bound");
    walk.run.store = "hash table";
    few_run_begin_inside(&walk.run);
    walk.run.watch.max_states = 0; /* there it ends with what it has */
    bool good = run_check(&walk, puzzle->model, check, state, error);
    walk_free(&walk);
    few_run_end_inside(&walk.run, error);
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
                few_puzzle_prepare(puzzle, FEW_TO_WALK, &wanted.limits, &inner);
    if (good && puzzle->model->space->words > sizeof check->words / sizeof *check->words)
        good = few_fail(&inner, FEW_ERROR_INPUT, "bounds are checked in spaces of up to 8 words a state");
    good = good && run_within(puzzle, &wanted, check, state, &inner);
    if (!good)
        few_error_publish(&inner, error);
    return good;
}
