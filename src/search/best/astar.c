/* A*: the open state with the lowest sum of cost so far and bound is taken out next; among equal sums the one that has come
 * furthest. A state is closed when it is taken out and opened again if a cheaper path to it turns up later, which
 * happens only where the bound is not consistent; the goal test is on taking out.
 *
 * A child never waits at a lower sum than that of its parent (the bound of the parent holds for paths through the child,
 * too), so sums only rise, and the first goal to be taken out has the cost T of a shortest path.
 *
 * Which of the shortest solutions has the lowest moves is found by trying: depth-first in the order of moves through states
 * whose cost and bound do not exceed T, each tried once. That is a small part of the states of sum T, which are often as
 * many as all before them. Only where all solutions are asked for, or some moves are free, what else is open at T is expanded as
 * well: then every state on any shortest path is known with its distance, and can be marked. */
#include "base/order.h"
#include "search/best/astar_ranks.h"
#include "search/best/astar_store.h"
#include "search/best/free_moves.h"
#include "search/searches.h"

#include <stdlib.h>

enum { MOST_BOUND = INT32_MAX }; /* as large as one is remembered: less is still a bound */

struct astar {
    const struct few_problem *problem;
    const struct few_space *space;
    struct few_watch *watch;
    struct few_astar_store store;
    uint8_t *marked;
    size_t marked_bytes;
    uint64_t total; /* UINT64_MAX until a goal is found */
    uint32_t goal;  /* the node that was found */
    bool first_only; /* only one solution is asked for */
    struct few_list tried; /* bool of each node, from then on */
};

static bool prepare(struct astar *a) {
    few_list_init(&a->tried, a->watch->memory, sizeof(bool));
    a->total = UINT64_MAX;
    return few_astar_store_init(&a->store, a->space, a->watch);
}

static void release(struct astar *a) {
    few_list_free(&a->tried);
    few_free(a->watch->memory, a->marked, a->marked_bytes);
    few_astar_store_leave(&a->store, a->watch);
}

/* Takes out the state of that sum that has come furthest and is still as it was put in; false: there is none. */
static bool take_out(struct astar *a, uint64_t sum, uint32_t *node) {
    uint64_t cost;
    while (few_open_pop(&a->store.open, sum, node, &cost)) {
        struct few_known *known = few_known_of(&a->store, *node);
        if (known->closed || *few_node_distance(&a->store.nodes, *node) != cost)
            continue;
        known->closed = true;
        return true;
    }
    return false;
}

/* The node can be reached at that cost from `parent`, which was taken out at the sum `least`. */
static bool reach_again(struct astar *a, uint32_t node, uint64_t cost, uint64_t least, uint32_t parent) {
    uint64_t *distance = few_node_distance(&a->store.nodes, node);
    if (*distance <= cost)
        return true;
    *distance = cost;
    struct few_known *known = few_known_of(&a->store, node);
    known->closed = false;
    known->parent = parent;
    const uint64_t sum = cost + known->bound;
    return few_open_push(&a->store.open, node, cost, sum > least ? sum : least);
}

/* The same for a state that was new when `slot` was its place among the nodes. */
static bool reach_first(struct astar *a, size_t slot, const uint64_t *state, uint32_t bound, uint64_t cost,
                        uint64_t least, uint32_t parent) {
    struct few_nodes *nodes = &a->store.nodes;
    if (bound == FEW_NO_PATH || cost + bound > a->total)
        return true;
    if (!few_list_reserve(&a->store.known, 1))
        return false;
    const uint32_t node = few_nodes_put(nodes, slot, state, cost), most = MOST_BOUND;
    if (node == FEW_NO_NODE)
        return false;
    *few_known_of(&a->store, node) = (struct few_known){bound < most ? bound : most, false, parent};
    a->store.known.count++;
    a->watch->counts.remembered++;
    const uint64_t sum = cost + few_known_of(&a->store, node)->bound;
    return few_open_push(&a->store.open, node, cost, sum > least ? sum : least);
}

/* Bounds are looked up only of states that are new (a good third is not), and of all that one state leads to at once: their
 * tables are large, and so their parts are fetched side by side. */
static enum few_end expand(struct astar *a, uint32_t parent, uint64_t least) {
    struct few_nodes *nodes = &a->store.nodes;
    struct few_fresh *fresh = a->store.fresh;
    uint64_t *made = a->store.made;
    const uint32_t words = a->space->words;
    const uint64_t cost = *few_node_distance(nodes, parent);
    const size_t known = nodes->states.count, slots = nodes->slots;
    size_t count = a->space->run->successors(a->space, few_node_state(nodes, parent), 1, made, a->store.steps), kept = 0;
    a->watch->counts.expanded++;
    a->watch->counts.generated += count;
    for (size_t i = 0; i < count; i++) {
        const uint64_t child_cost = cost + a->store.steps[i].cost;
        const size_t slot = few_nodes_slot(nodes, made + i * words);
        const uint32_t node = few_nodes_in(nodes, slot);
        if (node == FEW_NO_NODE) {
            for (uint32_t w = 0; w < words; w++)
                made[kept * words + w] = made[i * words + w];
            fresh[kept++] = (struct few_fresh){slot, child_cost};
        } else if (!reach_again(a, node, child_cost, least, parent)) {
            return few_refused(a->watch);
        }
    }
    few_bound_look_up(a->problem->bound, made, kept, a->store.bounds);
    for (size_t i = 0; i < kept; i++) {
        const uint64_t *state = made + i * words;
        size_t slot = fresh[i].slot;
        if (nodes->slots != slots || few_nodes_in(nodes, slot) != FEW_NO_NODE) /* it was taken by another */
            slot = few_nodes_slot(nodes, state);
        const uint32_t node = few_nodes_in(nodes, slot);
        if (!(node != FEW_NO_NODE ? reach_again(a, node, fresh[i].cost, least, parent)
                                  : reach_first(a, slot, state, a->store.bounds[i], fresh[i].cost, least, parent)))
            return few_refused(a->watch);
        if (few_watch_is_full(a->watch))
            return FEW_STATE_LIMIT;
    }
    few_watch_reached(a->watch, 0, least, few_list_at(&nodes->states, known), nodes->states.count - known);
    return FEW_RUNNING;
}

/* Takes out all states of one sum. */
static enum few_end settle(struct astar *a, uint64_t sum) {
    const bool always_test = a->problem->bound && a->problem->bound->foreign;
    uint32_t node;
    while (take_out(a, sum, &node)) {
        bool goal = false;
        if (always_test || few_known_of(&a->store, node)->bound == 0)
            a->space->run->is_goal(a->space, few_node_state(&a->store.nodes, node), 1, &goal);
        uint64_t cost = *few_node_distance(&a->store.nodes, node);
        if (goal && cost < a->total) {
            a->total = cost;
            a->goal = node;
        }
        if (goal && a->first_only)
            return FEW_RUNNING;
        if (goal || cost > a->total || (cost == a->total && !a->space->has_free))
            continue;
        enum few_end end = expand(a, node, sum);
        a->watch->counts.frontier = a->store.open.waiting;
        if (end == FEW_RUNNING)
            end = few_watch_check(a->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return FEW_RUNNING;
}

static enum few_end search(struct astar *a) {
    const struct few_problem *problem = a->problem;
    const uint32_t words = a->space->words;
    a->store.open.lowest = UINT64_MAX;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < problem->start_count; i++) {
            uint32_t bound;
            const uint64_t *start = problem->starts + i * words;
            const size_t slot = few_nodes_slot(&a->store.nodes, start);
            few_bound_look_up(problem->bound, start, 1, &bound);
            const uint32_t most = MOST_BOUND, kept = bound < most ? bound : most; /* as reach_first keeps it */
            if (pass == 0)
                a->store.open.lowest = kept < a->store.open.lowest ? kept : a->store.open.lowest;
            else if (few_nodes_in(&a->store.nodes, slot) == FEW_NO_NODE &&
                     !reach_first(a, slot, start, bound, 0, 0, FEW_NO_NODE))
                return few_refused(a->watch);
        }
    few_watch_reached(a->watch, 0, a->store.open.lowest, a->store.nodes.states.items, a->store.nodes.states.count);
    for (uint64_t sum = a->store.open.lowest; a->total == UINT64_MAX; sum++) {
        sum = few_open_next(&a->store.open, sum);
        if (sum == UINT64_MAX)
            break;
        enum few_end end = sum ? few_depth_check(a->watch, sum - 1) : FEW_RUNNING;
        if (end == FEW_RUNNING)
            a->watch->counts.depth = sum;
        if (end == FEW_RUNNING)
            end = settle(a, sum);
        const bool expanded = a->watch->counts.expanded > a->watch->levelled;
        if (end == FEW_RUNNING && a->total == UINT64_MAX && expanded && !few_watch_level(a->watch, sum))
            end = few_refused(a->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return a->total == UINT64_MAX ? FEW_UNSOLVABLE : FEW_RUNNING;
}

/* Marks what lies on a shortest path, back from the goals: a state whose distance and move make up the next one's. */
static enum few_end mark_back(struct astar *a, struct few_list *ends) {
    const uint32_t words = a->space->words;
    while (ends->count) {
        uint32_t node = *(uint32_t *)few_list_at(ends, --ends->count);
        uint64_t cost = *few_node_distance(&a->store.nodes, node);
        size_t made = a->space->run->predecessors(a->space, few_node_state(&a->store.nodes, node), 1, a->store.made, a->store.steps);
        for (size_t i = 0; i < made; i++) {
            uint32_t before = few_nodes_find(&a->store.nodes, a->store.made + i * words);
            if (before == FEW_NO_NODE || a->marked[before] || !few_known_of(&a->store, before)->closed ||
                *few_node_distance(&a->store.nodes, before) + a->store.steps[i].cost != cost)
                continue;
            a->marked[before] = true;
            if (!few_list_append(ends, &before, 1))
                return few_refused(a->watch);
        }
        enum few_end end = few_watch_check(a->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return FEW_RUNNING;
}

static int further_first(const void *x, const void *y, void *context) {
    const struct astar *a = context;
    uint64_t p = *few_node_distance(&a->store.nodes, *(const uint32_t *)x);
    uint64_t q = *few_node_distance(&a->store.nodes, *(const uint32_t *)y);
    return (p < q) - (p > q);
}

/* The same where moves cannot be inverted: every closed state, from far to near, looks at where it leads. */
static enum few_end mark_forward(struct astar *a, struct few_list *order) {
    const uint32_t words = a->space->words;
    order->count = 0;
    for (uint32_t node = 0; node < a->store.nodes.states.count; node++)
        if (few_known_of(&a->store, node)->closed && !few_list_append(order, &node, 1))
            return few_refused(a->watch);
    if (order->count > 1)
        few_order(order->items, order->count, order->size, further_first, a);
    for (size_t i = 0; i < order->count; i++) {
        uint32_t node = *(uint32_t *)few_list_at(order, i);
        uint64_t cost = *few_node_distance(&a->store.nodes, node);
        if (cost >= a->total)
            continue;
        size_t made = a->space->run->successors(a->space, few_node_state(&a->store.nodes, node), 1, a->store.made, a->store.steps);
        for (size_t k = 0; k < made && !a->marked[node]; k++) {
            uint32_t next = few_nodes_find(&a->store.nodes, a->store.made + k * words);
            a->marked[node] = next != FEW_NO_NODE && a->marked[next] &&
                              *few_node_distance(&a->store.nodes, next) == cost + a->store.steps[k].cost;
        }
        enum few_end end = few_watch_check(a->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return FEW_RUNNING;
}

/* The move from a state to the next: the cheapest, and the lowest of these. */
static uint32_t move_between(struct astar *a, const uint64_t *from, const uint64_t *to) {
    const struct few_space *space = a->space;
    const size_t made = space->run->successors(space, from, 1, a->store.made, a->store.steps);
    struct few_step best = {0, UINT32_MAX, UINT32_MAX};
    for (size_t i = 0; i < made; i++) {
        const struct few_step step = a->store.steps[i];
        if ((step.cost < best.cost || (step.cost == best.cost && step.move < best.move)) &&
            memcmp(a->store.made + i * space->words, to, space->words * sizeof *to) == 0)
            best = step;
    }
    return best.move;
}

/* Writes just one shortest path, where any will do: from node to node before it. The distance of a node may have become
 * less since it was made the parent of another (where the bound is not consistent), so that the path along parents costs
 * no more than the distance of its end says; and the distance of the goal is the least there is. */
static enum few_end write_one_solution(struct astar *a, struct few_solutions *solutions) {
    const struct few_nodes *nodes = &a->store.nodes;
    size_t length = 0;
    for (uint32_t node = a->goal; few_known_of(&a->store, node)->parent != FEW_NO_NODE; length++)
        node = few_known_of(&a->store, node)->parent;
    const struct few_solution solution = {solutions->states.count, solutions->moves.count, length};
    if (!few_list_reserve(&solutions->states, length + 1) || !few_list_reserve(&solutions->moves, length) ||
        !few_list_append(&solutions->list, &solution, 1))
        return few_refused(a->watch);
    solutions->states.count += length + 1;
    solutions->moves.count += length;
    uint32_t node = a->goal;
    for (size_t i = length + 1; i-- > 0; node = few_known_of(&a->store, node)->parent) {
        uint64_t *state = few_list_at(&solutions->states, solution.first_state + i);
        memcpy(state, few_node_state(nodes, node), solutions->states.size);
        if (i < length)
            *(uint32_t *)few_list_at(&solutions->moves, solution.first_move + i) = move_between(a, state, state + a->space->words);
    }
    solutions->total = 1;
    solutions->cost = a->total;
    return FEW_SOLVED;
}

static enum few_end mark_paths(struct astar *a) {
    struct few_list ends;
    few_list_init(&ends, a->watch->memory, sizeof(uint32_t));
    a->marked_bytes = a->store.nodes.states.count;
    a->marked = few_alloc_zeroed(a->watch->memory, a->marked_bytes);
    enum few_end end = a->marked ? FEW_RUNNING : few_refused(a->watch);
    for (uint32_t node = 0; node < a->store.nodes.states.count && end == FEW_RUNNING; node++) {
        bool goal = false;
        if (few_known_of(&a->store, node)->closed && *few_node_distance(&a->store.nodes, node) == a->total)
            a->space->run->is_goal(a->space, few_node_state(&a->store.nodes, node), 1, &goal);
        a->marked[node] = goal;
        if (goal && !few_list_append(&ends, &node, 1))
            end = few_refused(a->watch);
    }
    if (end == FEW_RUNNING)
        end = a->space->run->predecessors ? mark_back(a, &ends) : mark_forward(a, &ends);
    few_list_free(&ends);
    return end;
}

static void test_marked(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_path) {
    const struct astar *a = self;
    for (size_t i = 0; i < count; i++) {
        uint32_t node = few_nodes_find(&a->store.nodes, states + i * a->space->words);
        on_path[i] = node != FEW_NO_NODE && a->marked[node] && *few_node_distance(&a->store.nodes, node) == costs[i];
    }
}

/* Whether a state at that cost may lie on a shortest path: nothing speaks against it. */
static void test_possible(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *possible) {
    struct astar *a = self;
    const uint32_t words = a->space->words;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        const uint32_t node = few_nodes_find(&a->store.nodes, state);
        uint32_t bound;
        if (node < a->store.known.count) /* a look-up in a large table costs more than finding the state again */
            bound = few_known_of(&a->store, node)->bound;
        else
            few_bound_look_up(a->problem->bound, state, 1, &bound);
        possible[i] = bound != FEW_NO_PATH && costs[i] + bound <= a->total &&
                      (node == FEW_NO_NODE || *few_node_distance(&a->store.nodes, node) >= costs[i]);
        if (possible[i] && costs[i] == a->total)
            a->space->run->is_goal(a->space, state, 1, &possible[i]);
    }
    a->watch->counts.generated += count;
}

static enum few_end attempt(void *self, const uint64_t *state, uint64_t cost) {
    struct astar *a = self;
    bool fresh, no = false;
    uint32_t node = few_nodes_add(&a->store.nodes, state, cost, &fresh);
    if (node == FEW_NO_NODE)
        return few_refused(a->watch);
    while (a->tried.count <= node)
        if (!few_list_append(&a->tried, &no, 1))
            return few_refused(a->watch);
    a->watch->counts.remembered += fresh;
    few_watch_reached(a->watch, 0, a->total, state, fresh);
    uint64_t *known = few_node_distance(&a->store.nodes, node);
    bool *tried = few_list_at(&a->tried, node);
    if (*known < cost || (*known == cost && *tried))
        return FEW_UNSOLVABLE;
    *known = cost;
    *tried = true;
    a->watch->counts.expanded++;
    return FEW_RUNNING;
}

static bool is_closed(const void *context, uint32_t node) {
    const struct astar *a = context;
    return few_known_of(&a->store, node)->closed;
}

static enum few_end follow_free(struct astar *a, size_t list, bool count, struct few_solutions *solutions) {
    const struct few_costs_found found = {&a->store.nodes, a->total, is_closed, a};
    const enum few_end end = few_follow_free(a->problem, a->watch, &found, list, count, solutions);
    return end == FEW_SOLVED && !few_watch_level(a->watch, a->total) ? few_refused(a->watch) : end;
}

/* The first solution in order, by trying; or all of them, by what was marked. */
static enum few_end follow(struct astar *a, size_t list, bool count, struct few_solutions *solutions) {
    struct few_guide guide = {.self = a, .total = a->total, .test = test_marked};
    if (a->first_only) {
        guide.test = test_possible;
        guide.attempt = attempt;
    }
    enum few_end end = few_follow(a->problem, a->watch, &guide, list, count, solutions);
    /* A user's bound may be too high, and then exclude the very path that was found. */
    if (end == FEW_CONTRADICTION && a->first_only && a->problem->bound && a->problem->bound->foreign)
        end = write_one_solution(a, solutions);
    return end == FEW_SOLVED && !few_watch_level(a->watch, a->total) ? few_refused(a->watch) : end;
}

enum few_end few_search_astar(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                              struct few_solutions *solutions) {
    struct astar a = {.problem = problem, .space = problem->space, .watch = watch};
    a.first_only = list == 1 && !count && !problem->space->has_free;
    if (a.first_only && few_astar_ranks_fits(problem, watch))
        return few_astar_ranks(problem, watch, solutions);
    watch->store_name = "hash table with distances";
    if (problem->start_count == 1 && few_facts_forbid(problem->facts, problem->starts))
        return FEW_UNSOLVABLE;
    enum few_end end = prepare(&a) ? search(&a) : few_refused(watch);
    if (end == FEW_RUNNING && problem->space->has_free)
        end = follow_free(&a, list, count, solutions);
    else if (end == FEW_RUNNING && !a.first_only)
        end = mark_paths(&a);
    else if (end == FEW_RUNNING && watch->any_solution)
        end = write_one_solution(&a, solutions);
    if (end == FEW_RUNNING)
        end = follow(&a, list, count, solutions);
    release(&a);
    return end;
}

FEW_SEARCH(ASTAR, FEW_NEEDS_SMALL_COSTS | FEW_USES_BOUND, few_search_astar);
