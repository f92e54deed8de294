/* A*: the open state with the lowest sum of cost so far and bound is taken out next; among equal sums the one that has come
 * furthest. A state is closed when it is taken out and opened again if a cheaper way to it turns up later, which
 * happens only where the bound is not consistent; the goal test is on taking out.
 *
 * A child never waits at a lower sum than that of its parent (the bound of the parent holds for ways through the child,
 * too), so sums only rise, and the first goal to be taken out has the cost T of a shortest way.
 *
 * Which of the shortest ways has the lowest moves is found by trying: depth-first in the order of moves through states
 * whose cost and bound do not exceed T, each tried once. That is a small part of the states of sum T, which are often as
 * many as all before them. Only where all ways are asked for, what else is open at T is expanded as well: then every
 * state on any shortest way is known with its distance, and can be marked. */
#include "search/search.h"

#include "visited/nodes.h"

#include <stdlib.h>

enum { NONE = 0, FIRST_ROOM = 256 /* nodes: as many as a quick search has, without growing again and again */ };

/* What is known of a node besides its distance. */
struct known {
    uint32_t bound;
    bool closed;
};

/* Open states of one sum, by cost so far: heads[cost - base] begins a chain of entries. */
struct row {
    uint32_t *heads; /* entry + 1 */
    uint64_t base, room, top; /* costs base .. base + room - 1; none above base + top */
};

struct entry {
    uint32_t node, next; /* entry + 1 */
};

struct astar {
    const struct few_problem *problem;
    const struct few_space *space;
    struct few_watch *watch;
    struct few_nodes nodes;
    struct few_list known;  /* of each node */
    struct few_list rows;   /* by sum - lowest */
    struct few_list pool;   /* entries */
    uint32_t unused;        /* chain of entries that were taken out */
    uint64_t lowest, waiting;
    size_t room;
    uint64_t *made;
    struct few_step *steps;
    uint32_t *made_bounds;
    uint8_t *marked;
    size_t marked_bytes;
    uint64_t total; /* UINT64_MAX until a goal is found */
    uint32_t goal;  /* the node that was found */
    bool first_way; /* only one way is asked for */
    struct few_list tried; /* bool of each node, from then on */
};

static struct known *known_of(const struct astar *a, uint32_t node) {
    return (struct known *)few_list_at(&a->known, node);
}

static bool prepare(struct astar *a) {
    struct few_memory *memory = a->watch->memory;
    few_list_init(&a->known, memory, sizeof(struct known));
    few_list_init(&a->rows, memory, sizeof(struct row));
    few_list_init(&a->pool, memory, sizeof(struct entry));
    few_list_init(&a->tried, memory, sizeof(bool));
    size_t most = a->space->max_successors;
    if (a->space->run->predecessors && a->space->max_predecessors > most)
        most = a->space->max_predecessors;
    a->room = most ? most : 1;
    a->total = UINT64_MAX;
    a->made = few_alloc(memory, few_array_size(a->room, a->space->words * sizeof *a->made));
    a->steps = few_alloc(memory, few_array_size(a->room, sizeof *a->steps));
    a->made_bounds = few_alloc(memory, few_array_size(a->room, sizeof *a->made_bounds));
    return few_nodes_init(&a->nodes, memory, a->space->words) && few_list_reserve(&a->nodes.states, FIRST_ROOM) &&
           few_list_reserve(&a->nodes.distances, FIRST_ROOM) && few_list_reserve(&a->known, FIRST_ROOM) &&
           few_list_reserve(&a->pool, FIRST_ROOM) && a->made && a->steps && a->made_bounds;
}

static void release(struct astar *a) {
    struct few_memory *memory = a->watch->memory;
    for (size_t i = 0; i < a->rows.count; i++) {
        struct row *row = few_list_at(&a->rows, i);
        few_free(memory, row->heads, row->room * sizeof *row->heads);
    }
    few_list_free(&a->rows);
    few_list_free(&a->pool);
    few_list_free(&a->known);
    few_list_free(&a->tried);
    few_free(memory, a->made, a->room * a->space->words * sizeof *a->made);
    few_free(memory, a->steps, a->room * sizeof *a->steps);
    few_free(memory, a->made_bounds, a->room * sizeof *a->made_bounds);
    few_free(memory, a->marked, a->marked_bytes);
    few_nodes_free(&a->nodes);
}

/* Makes the row hold `cost`: it grows at both ends. */
static bool stretch(struct astar *a, struct row *row, uint64_t cost) {
    uint64_t base = row->base, end = row->base + row->room;
    if (row->room == 0)
        base = cost > 4 ? cost - 4 : 0, end = cost + 12;
    if (cost < base)
        base = cost > row->room ? cost - row->room : 0;
    if (cost >= end)
        end = cost + row->room + 1;
    uint32_t *heads = few_alloc_zeroed(a->watch->memory, few_array_size((size_t)(end - base), sizeof *heads));
    if (!heads)
        return false;
    if (row->room)
        memcpy(heads + (row->base - base), row->heads, row->room * sizeof *heads);
    few_free(a->watch->memory, row->heads, row->room * sizeof *heads);
    *row = (struct row){heads, base, end - base, row->room ? row->top + (row->base - base) : 0};
    return true;
}

static bool push(struct astar *a, uint32_t node, uint64_t cost, uint64_t sum) {
    size_t index = (size_t)(sum - a->lowest);
    while (a->rows.count <= index) {
        struct row empty = {0};
        if (!few_list_append(&a->rows, &empty, 1))
            return false;
    }
    struct row *row = few_list_at(&a->rows, index);
    if ((row->room == 0 || cost < row->base || cost >= row->base + row->room) && !stretch(a, row, cost))
        return false;
    uint64_t at = cost - row->base;
    struct entry entry = {node, row->heads[at]};
    if (a->unused) {
        uint32_t free_one = a->unused;
        struct entry *place = few_list_at(&a->pool, free_one - 1);
        a->unused = place->next;
        *place = entry;
        row->heads[at] = free_one;
    } else {
        if (!few_list_append(&a->pool, &entry, 1))
            return false;
        row->heads[at] = (uint32_t)a->pool.count;
    }
    row->top = at > row->top ? at : row->top;
    a->waiting++;
    return true;
}

/* Takes out the state of the row that has come furthest and is still as it was put in; false: there is none. */
static bool pop(struct astar *a, struct row *row, uint32_t *node) {
    while (row->room) {
        uint32_t head = row->heads[row->top];
        if (head == NONE) {
            if (row->top == 0)
                return false;
            row->top--;
            continue;
        }
        struct entry *entry = few_list_at(&a->pool, head - 1);
        *node = entry->node;
        row->heads[row->top] = entry->next;
        entry->next = a->unused;
        a->unused = head;
        a->waiting--;
        bool *closed = &known_of(a, *node)->closed;
        if (*closed || *few_node_distance(&a->nodes, *node) != row->base + row->top)
            continue;
        *closed = true;
        return true;
    }
    return false;
}

/* A state that can be reached at that cost; `least` is the sum at which its parent was taken out. Its bound is looked up
 * only once: of what a move leads to, a good third is known already. */
static bool offer(struct astar *a, const uint64_t *state, uint64_t cost, uint64_t least) {
    uint32_t bound, node = few_nodes_find(&a->nodes, state);
    if (node != FEW_NO_NODE) {
        uint64_t *known = few_node_distance(&a->nodes, node);
        if (*known <= cost)
            return true;
        *known = cost;
        known_of(a, node)->closed = false;
        bound = known_of(a, node)->bound;
    } else {
        bool fresh;
        few_bound_look_up(a->problem->bound, state, 1, &bound);
        if (bound == FEW_NO_WAY || cost + bound > a->total)
            return true;
        node = few_nodes_add(&a->nodes, state, cost, &fresh);
        if (node == FEW_NO_NODE || !few_list_reserve(&a->known, 1))
            return false;
        *known_of(a, (uint32_t)a->known.count++) = (struct known){bound, false};
        a->watch->counts.remembered++;
    }
    uint64_t sum = cost + bound;
    return push(a, node, cost, sum > least ? sum : least);
}

static enum few_end expand(struct astar *a, uint32_t node, uint64_t sum) {
    const uint32_t words = a->space->words;
    const uint64_t cost = *few_node_distance(&a->nodes, node);
    size_t made = a->space->run->successors(a->space, few_node_state(&a->nodes, node), 1, a->made, a->steps);
    a->watch->counts.expanded++;
    a->watch->counts.generated += made;
    const size_t known = a->nodes.states.count;
    for (size_t i = 0; i < made; i++)
        if (!offer(a, a->made + i * words, cost + a->steps[i].cost, sum))
            return few_refused(a->watch);
    few_watch_reached(a->watch, 0, sum, few_list_at(&a->nodes.states, known), a->nodes.states.count - known);
    return FEW_RUNNING;
}

/* Takes out all states of one sum. */
static enum few_end settle(struct astar *a, uint64_t sum) {
    const bool always_test = a->problem->bound && a->problem->bound->kind == FEW_BOUND_OWN;
    uint32_t node;
    while (pop(a, few_list_at(&a->rows, (size_t)(sum - a->lowest)), &node)) {
        bool goal = false;
        if (always_test || known_of(a, node)->bound == 0)
            a->space->run->is_goal(a->space, few_node_state(&a->nodes, node), 1, &goal);
        uint64_t cost = *few_node_distance(&a->nodes, node);
        if (goal && cost < a->total) {
            a->total = cost;
            a->goal = node;
        }
        if (goal && a->first_way)
            return FEW_RUNNING;
        if (goal || cost >= a->total)
            continue;
        enum few_end end = expand(a, node, sum);
        a->watch->counts.frontier = a->waiting;
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
    a->lowest = UINT64_MAX;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < problem->start_count; i++) {
            uint32_t bound;
            const uint64_t *start = problem->starts + i * words;
            few_bound_look_up(problem->bound, start, 1, &bound);
            if (pass == 0)
                a->lowest = bound < a->lowest ? bound : a->lowest;
            else if (!offer(a, start, 0, 0))
                return few_refused(a->watch);
        }
    few_watch_reached(a->watch, 0, a->lowest, a->nodes.states.items, a->nodes.states.count);
    for (uint64_t sum = a->lowest; a->waiting && a->total == UINT64_MAX; sum++) {
        enum few_end end = sum ? few_depth_check(a->watch, sum - 1) : FEW_RUNNING;
        a->watch->counts.depth = sum;
        if (end == FEW_RUNNING)
            end = settle(a, sum);
        if (end == FEW_RUNNING && a->total == UINT64_MAX && !few_watch_level(a->watch, sum))
            end = few_refused(a->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return a->total == UINT64_MAX ? FEW_UNSOLVABLE : FEW_RUNNING;
}

/* Marks what lies on a shortest way, back from the goals: a state whose distance and move make up the next one's. */
static enum few_end mark_back(struct astar *a, struct few_list *ends) {
    const uint32_t words = a->space->words;
    while (ends->count) {
        uint32_t node = *(uint32_t *)few_list_at(ends, --ends->count);
        uint64_t cost = *few_node_distance(&a->nodes, node);
        size_t made = a->space->run->predecessors(a->space, few_node_state(&a->nodes, node), 1, a->made, a->steps);
        for (size_t i = 0; i < made; i++) {
            uint32_t before = few_nodes_find(&a->nodes, a->made + i * words);
            if (before == FEW_NO_NODE || a->marked[before] || !known_of(a, before)->closed ||
                *few_node_distance(&a->nodes, before) + a->steps[i].cost != cost)
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
    uint64_t p = *few_node_distance(&a->nodes, *(const uint32_t *)x);
    uint64_t q = *few_node_distance(&a->nodes, *(const uint32_t *)y);
    return (p < q) - (p > q);
}

/* The same where moves cannot be turned round: every closed state, from far to near, looks at where it leads. */
static enum few_end mark_forward(struct astar *a, struct few_list *order) {
    const uint32_t words = a->space->words;
    order->count = 0;
    for (uint32_t node = 0; node < a->nodes.states.count; node++)
        if (known_of(a, node)->closed && !few_list_append(order, &node, 1))
            return few_refused(a->watch);
    if (order->count > 1)
        qsort_r(order->items, order->count, order->size, further_first, a);
    for (size_t i = 0; i < order->count; i++) {
        uint32_t node = *(uint32_t *)few_list_at(order, i);
        uint64_t cost = *few_node_distance(&a->nodes, node);
        if (cost >= a->total)
            continue;
        size_t made = a->space->run->successors(a->space, few_node_state(&a->nodes, node), 1, a->made, a->steps);
        for (size_t k = 0; k < made && !a->marked[node]; k++) {
            uint32_t next = few_nodes_find(&a->nodes, a->made + k * words);
            a->marked[node] = next != FEW_NO_NODE && a->marked[next] &&
                              *few_node_distance(&a->nodes, next) == cost + a->steps[k].cost;
        }
        enum few_end end = few_watch_check(a->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return FEW_RUNNING;
}

/* A state before this one on a way of its distance; FEW_NO_NODE: none, which may happen where the bound is not
 * consistent and a state before it waits to be taken out again. */
static uint32_t find_before(struct astar *a, uint32_t node) {
    const uint64_t cost = *few_node_distance(&a->nodes, node);
    size_t made = a->space->run->predecessors(a->space, few_node_state(&a->nodes, node), 1, a->made, a->steps);
    for (size_t i = 0; i < made; i++) {
        uint32_t before = few_nodes_find(&a->nodes, a->made + i * a->space->words);
        if (before != FEW_NO_NODE && *few_node_distance(&a->nodes, before) + a->steps[i].cost == cost)
            return before;
    }
    return FEW_NO_NODE;
}

/* Writes just one shortest way, where any will do and moves cost 1: FEW_RUNNING says that it did not work. */
static enum few_end write_one_way(struct astar *a, struct few_ways *ways) {
    const size_t count = (size_t)a->total + 1, words = a->space->words, bytes = count * words * sizeof(uint64_t);
    uint64_t *states = few_alloc(a->watch->memory, bytes);
    if (!states)
        return few_refused(a->watch);
    uint32_t node = a->goal;
    for (size_t i = count; i-- > 0 && node != FEW_NO_NODE;) {
        memcpy(states + i * words, few_node_state(&a->nodes, node), words * sizeof *states);
        node = i ? find_before(a, node) : node;
    }
    enum few_end end = node == FEW_NO_NODE ? FEW_RUNNING : few_write_way(a->problem, a->watch, states, count, ways);
    few_free(a->watch->memory, states, bytes);
    return end;
}

static enum few_end mark_ways(struct astar *a) {
    struct few_list ends;
    few_list_init(&ends, a->watch->memory, sizeof(uint32_t));
    a->marked_bytes = a->nodes.states.count;
    a->marked = few_alloc_zeroed(a->watch->memory, a->marked_bytes);
    enum few_end end = a->marked ? FEW_RUNNING : few_refused(a->watch);
    for (uint32_t node = 0; node < a->nodes.states.count && end == FEW_RUNNING; node++) {
        bool goal = false;
        if (known_of(a, node)->closed && *few_node_distance(&a->nodes, node) == a->total)
            a->space->run->is_goal(a->space, few_node_state(&a->nodes, node), 1, &goal);
        a->marked[node] = goal;
        if (goal && !few_list_append(&ends, &node, 1))
            end = few_refused(a->watch);
    }
    if (end == FEW_RUNNING)
        end = a->space->run->predecessors ? mark_back(a, &ends) : mark_forward(a, &ends);
    few_list_free(&ends);
    return end;
}

static void test_marked(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_way) {
    const struct astar *a = self;
    for (size_t i = 0; i < count; i++) {
        uint32_t node = few_nodes_find(&a->nodes, states + i * a->space->words);
        on_way[i] = node != FEW_NO_NODE && a->marked[node] && *few_node_distance(&a->nodes, node) == costs[i];
    }
}

/* Whether a state at that cost may lie on a shortest way: nothing speaks against it. */
static void test_possible(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *possible) {
    struct astar *a = self;
    const uint32_t words = a->space->words;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        const uint32_t node = few_nodes_find(&a->nodes, state);
        uint32_t bound;
        if (node < a->known.count) /* a look-up in a large table costs more than finding the state again */
            bound = known_of(a, node)->bound;
        else
            few_bound_look_up(a->problem->bound, state, 1, &bound);
        possible[i] = bound != FEW_NO_WAY && costs[i] + bound <= a->total &&
                      (node == FEW_NO_NODE || *few_node_distance(&a->nodes, node) >= costs[i]);
        if (possible[i] && costs[i] == a->total)
            a->space->run->is_goal(a->space, state, 1, &possible[i]);
    }
    a->watch->counts.generated += count;
}

static enum few_end attempt(void *self, const uint64_t *state, uint64_t cost) {
    struct astar *a = self;
    bool fresh, no = false;
    uint32_t node = few_nodes_add(&a->nodes, state, cost, &fresh);
    if (node == FEW_NO_NODE)
        return few_refused(a->watch);
    while (a->tried.count <= node)
        if (!few_list_append(&a->tried, &no, 1))
            return few_refused(a->watch);
    a->watch->counts.remembered += fresh;
    few_watch_reached(a->watch, 0, a->total, state, fresh);
    uint64_t *known = few_node_distance(&a->nodes, node);
    bool *tried = few_list_at(&a->tried, node);
    if (*known < cost || (*known == cost && *tried))
        return FEW_UNSOLVABLE;
    *known = cost;
    *tried = true;
    a->watch->counts.expanded++;
    return FEW_RUNNING;
}

enum few_end few_search_astar(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                              struct few_ways *ways) {
    struct astar a = {.problem = problem, .space = problem->space, .watch = watch};
    /* A user's bound may be too high, and then deny the very way that was found. */
    a.first_way = list == 1 && !count && !(problem->bound && problem->bound->kind == FEW_BOUND_OWN);
    watch->store_name = "hash table with distances";
    const struct few_exchanges *exchanges = problem->bound ? problem->bound->exchanges : NULL;
    if (exchanges && problem->start_count == 1 && few_exchanges_never(exchanges, *problem->starts))
        return FEW_UNSOLVABLE;
    enum few_end end = prepare(&a) ? search(&a) : few_refused(watch);
    if (end == FEW_RUNNING && !a.first_way)
        end = mark_ways(&a);
    else if (end == FEW_RUNNING && watch->any_way && problem->space->max_cost == 1 && problem->space->run->predecessors)
        end = write_one_way(&a, ways);
    if (end == FEW_RUNNING) {
        struct few_guide guide = {.self = &a, .total = a.total, .test = test_marked};
        if (a.first_way) {
            guide.test = test_possible;
            guide.attempt = attempt;
        }
        end = few_follow(problem, watch, &guide, list, count, ways);
        if (end == FEW_SOLVED && !few_watch_level(watch, a.total))
            end = few_refused(watch);
    }
    release(&a);
    return end;
}
