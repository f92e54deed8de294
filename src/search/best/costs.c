/* Moves of different costs: Dijkstra's algorithm with buckets (Dial). Costs are small whole numbers, so the states that
 * wait lie within `max_cost` of the current distance: a ring of max_cost + 1 buckets holds them all. Where costs are large,
 * most of these would be empty, and a heap takes their place. A state is settled when it is taken out at its distance;
 * entries that were overtaken by a shorter path are skipped. */
#include "search/searches.h"

#include "search/best/free_moves.h"
#include "search/best/heap.h"
#include "visited/nodes.h"

#include <assert.h>

enum { MOST_BUCKETS = 1024 };

struct dijkstra {
    const struct few_problem *problem;
    struct few_watch *watch;
    struct few_nodes nodes;
    struct few_list *buckets; /* uint32_t nodes; bucket of distance d is d % ring */
    uint64_t ring;            /* 0: there are none */
    struct few_heap heap;     /* then */
    uint64_t waiting;         /* entries in all */
    struct few_list settled; /* nodes by rising distance */
    uint8_t *marked;         /* of each node, once the goal is found */
    size_t marked_bytes;
    size_t room;
    uint64_t *made;
    struct few_step *steps;
    uint64_t total;
};

static bool prepare(struct dijkstra *d) {
    const struct few_space *space = d->problem->space;
    struct few_memory *memory = d->watch->memory;
    d->ring = space->max_cost < MOST_BUCKETS ? (uint64_t)space->max_cost + 1 : 0;
    d->room = space->max_successors ? space->max_successors : 1;
    few_list_init(&d->settled, memory, sizeof(uint32_t));
    few_heap_init(&d->heap, memory);
    d->buckets = d->ring ? few_alloc_zeroed(memory, d->ring * sizeof *d->buckets) : NULL;
    d->made = few_alloc(memory, few_array_size(d->room, space->words * sizeof *d->made));
    d->steps = few_alloc(memory, few_array_size(d->room, sizeof *d->steps));
    bool ready = few_nodes_init(&d->nodes, memory, space->words);
    for (uint64_t b = 0; d->buckets && b < d->ring; b++)
        few_list_init(&d->buckets[b], memory, sizeof(uint32_t));
    return ready && (d->buckets || d->ring == 0) && d->made && d->steps;
}

static void release(struct dijkstra *d) {
    struct few_memory *memory = d->watch->memory;
    for (uint64_t b = 0; d->buckets && b < d->ring; b++)
        few_list_free(&d->buckets[b]);
    few_free(memory, d->buckets, d->ring * sizeof *d->buckets);
    few_free(memory, d->made, d->room * d->problem->space->words * sizeof *d->made);
    few_free(memory, d->steps, d->room * sizeof *d->steps);
    few_free(memory, d->marked, d->marked_bytes);
    few_list_free(&d->heap.list);
    few_list_free(&d->settled);
    few_nodes_free(&d->nodes);
}

/* Puts a state into the bucket of its distance, unless it is known to be as near. */
static bool offer(struct dijkstra *d, const uint64_t *state, uint64_t distance) {
    bool fresh;
    uint32_t node = few_nodes_add(&d->nodes, state, distance, &fresh);
    if (node == FEW_NO_NODE)
        return false;
    uint64_t *known = few_node_distance(&d->nodes, node);
    if (!fresh && *known <= distance)
        return true;
    *known = distance;
    d->watch->counts.remembered += fresh;
    d->waiting++;
    return d->ring ? few_list_append(&d->buckets[distance % d->ring], &node, 1)
                   : few_heap_push(&d->heap, node, distance, distance);
}

/* The least distance from `distance` on that a state waits at, where one waits. */
static uint64_t next_distance(const struct dijkstra *d, uint64_t distance) {
    if (d->ring == 0) {
        const struct few_waiting *top = few_heap_top(&d->heap);
        assert(top);
        return top->sum;
    }
    while (d->buckets[distance % d->ring].count == 0)
        distance++;
    return distance;
}

/* Takes out all that wait at `distance`; those that were not overtaken are settled. */
static bool take_out(struct dijkstra *d, uint64_t distance) {
    struct few_list *bucket = d->ring ? &d->buckets[distance % d->ring] : NULL;
    const struct few_waiting *top;
    for (size_t i = 0; bucket ? i < bucket->count : (top = few_heap_top(&d->heap)) && top->sum == distance; i++) {
        const uint32_t node = bucket ? *(uint32_t *)few_list_at(bucket, i) : top->node;
        if (*few_node_distance(&d->nodes, node) == distance && !few_list_append(&d->settled, &node, 1))
            return false;
        if (!bucket)
            few_heap_pop(&d->heap);
        d->waiting--;
    }
    if (bucket)
        bucket->count = 0;
    return true;
}

static enum few_end expand(struct dijkstra *d, uint32_t node, uint64_t distance) {
    const struct few_space *space = d->problem->space;
    size_t made = space->run->successors(space, few_node_state(&d->nodes, node), 1, d->made, d->steps);
    d->watch->counts.expanded++;
    d->watch->counts.generated += made;
    const size_t known = d->nodes.states.count;
    for (size_t i = 0; i < made; i++) {
        if (!offer(d, d->made + i * space->words, distance + d->steps[i].cost))
            return few_refused(d->watch);
        if (few_watch_is_full(d->watch))
            return FEW_STATE_LIMIT;
    }
    few_watch_reached(d->watch, 0, distance, few_list_at(&d->nodes.states, known), d->nodes.states.count - known);
    return FEW_RUNNING;
}

/* Settles all states at `distance`; *found says whether a goal was among them. Free moves lead to further states at the same
 * distance. All of these are settled as well, also behind a goal: which goal has the fewest free moves is found later. */
static enum few_end settle(struct dijkstra *d, uint64_t distance, bool *found) {
    const struct few_space *space = d->problem->space;
    enum few_end end = FEW_RUNNING;
    for (size_t first = d->settled.count; end == FEW_RUNNING; first = d->settled.count) {
        if (!take_out(d, distance))
            return few_refused(d->watch);
        if (first == d->settled.count)
            break;
        for (size_t i = first; i < d->settled.count && !*found; i++)
            space->run->is_goal(space, few_node_state(&d->nodes, *(uint32_t *)few_list_at(&d->settled, i)), 1, found);
        for (size_t i = first; i < d->settled.count && (!*found || space->has_free) && end == FEW_RUNNING; i++) {
            end = expand(d, *(uint32_t *)few_list_at(&d->settled, i), distance);
            if (end == FEW_RUNNING)
                end = few_watch_check(d->watch);
        }
    }
    return end;
}

/* Goals at the last distance are marked, then from far to near every state with a marked successor at the right
 * distance: what is marked lies on a shortest path. */
static enum few_end mark_paths(struct dijkstra *d) {
    const struct few_space *space = d->problem->space;
    d->marked_bytes = d->nodes.states.count;
    d->marked = few_alloc_zeroed(d->watch->memory, d->marked_bytes);
    if (!d->marked)
        return few_refused(d->watch);
    for (size_t i = d->settled.count; i-- > 0;) {
        uint32_t node = *(uint32_t *)few_list_at(&d->settled, i);
        uint64_t distance = *few_node_distance(&d->nodes, node);
        bool marked = false;
        if (distance == d->total) {
            space->run->is_goal(space, few_node_state(&d->nodes, node), 1, &marked);
            d->marked[node] = marked;
            continue;
        }
        size_t made = space->run->successors(space, few_node_state(&d->nodes, node), 1, d->made, d->steps);
        for (size_t k = 0; k < made && !marked; k++) {
            uint32_t next = few_nodes_find(&d->nodes, d->made + k * space->words);
            marked = next != FEW_NO_NODE && d->marked[next] &&
                     *few_node_distance(&d->nodes, next) == distance + d->steps[k].cost;
        }
        d->marked[node] = marked;
        enum few_end end = few_watch_check(d->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return FEW_RUNNING;
}

static void test_marked(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_path) {
    const struct dijkstra *d = self;
    for (size_t i = 0; i < count; i++) {
        uint32_t node = few_nodes_find(&d->nodes, states + i * d->problem->space->words);
        on_path[i] = node != FEW_NO_NODE && d->marked[node] && *few_node_distance(&d->nodes, node) == costs[i];
    }
}

enum few_end few_search_costs(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                              struct few_solutions *solutions) {
    struct dijkstra d = {.problem = problem, .watch = watch};
    watch->store_name = "hash table with distances";
    enum few_end end = prepare(&d) ? FEW_RUNNING : few_refused(watch);
    for (size_t i = 0; i < problem->start_count && end == FEW_RUNNING; i++)
        if (!offer(&d, problem->starts + i * problem->space->words, 0))
            end = few_refused(watch);
        else if (few_watch_is_full(watch))
            end = FEW_STATE_LIMIT;
    few_watch_reached(watch, 0, 0, d.nodes.states.items, d.nodes.states.count);
    bool found = false;
    for (uint64_t distance = 0; end == FEW_RUNNING && !found; distance++) {
        if (d.waiting == 0)
            end = FEW_UNSOLVABLE;
        else
            distance = next_distance(&d, distance);
        if (end == FEW_RUNNING && distance > 0)
            end = few_depth_check(watch, distance - 1);
        if (end != FEW_RUNNING)
            break;
        watch->counts.depth = d.total = distance;
        watch->counts.frontier = d.waiting;
        const size_t before = d.settled.count;
        end = settle(&d, distance, &found);
        if (end == FEW_RUNNING && d.settled.count > before && !few_watch_level(watch, distance))
            end = few_refused(watch);
    }
    const bool has_free = problem->space->has_free;
    const struct few_costs_found costs = {.nodes = &d.nodes, .total = d.total};
    if (end == FEW_RUNNING)
        end = has_free ? few_follow_free(problem, watch, &costs, list, count, solutions) : mark_paths(&d);
    if (end == FEW_RUNNING && !has_free) {
        struct few_guide guide = {.self = &d, .total = d.total, .test = test_marked};
        end = few_follow(problem, watch, &guide, list, count, solutions);
    }
    release(&d);
    return end;
}

FEW_SEARCH(DIJKSTRA, 0, few_search_costs);
