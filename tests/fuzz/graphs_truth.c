/* What is true of a graph, found in the plainest manner: Dijkstra with a list that is searched through, or a queue where
 * every move costs 1; solutions are counted from the goals on, nearest first. A solution is a sequence of states: parallel moves
 * make no second one, nor does a start that is given twice. */
#include "graphs.h"

#include <stdlib.h>
#include <string.h>

static void *room_for(size_t count, size_t size) {
    void *room = calloc(count ? count : 1, size);
    if (!room)
        abort();
    return room;
}

static void sort_arcs(const struct graph *graph, bool by_end, uint32_t **first, uint32_t **list) {
    uint32_t *begin = *first = room_for(graph->nodes + 2, sizeof *begin);
    *list = room_for(graph->arc_count, sizeof **list);
    for (uint32_t a = 0; a < graph->arc_count; a++)
        begin[(by_end ? graph->arcs[a].to : graph->arcs[a].from) + 2]++;
    for (uint32_t n = 2; n <= graph->nodes + 1; n++)
        begin[n] += begin[n - 1];
    for (uint32_t a = 0; a < graph->arc_count; a++)
        (*list)[begin[(by_end ? graph->arcs[a].to : graph->arcs[a].from) + 1]++] = a;
}

/* ---- Distances, by a heap of pairs; the same node may lie in it more than once */

/* Of equal costs that with the fewer free moves is less. */
struct pair {
    uint64_t cost, free;
    uint32_t node;
};

static bool is_less(struct pair a, struct pair b) {
    return a.cost != b.cost ? a.cost < b.cost : a.free < b.free;
}

struct heap {
    struct pair *pairs;
    size_t count;
};

static void heap_push(struct heap *heap, struct pair pair) {
    size_t at = heap->count++;
    for (; at && is_less(pair, heap->pairs[(at - 1) / 2]); at = (at - 1) / 2)
        heap->pairs[at] = heap->pairs[(at - 1) / 2];
    heap->pairs[at] = pair;
}

static struct pair heap_pop(struct heap *heap) {
    struct pair least = heap->pairs[0], last = heap->pairs[--heap->count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count && is_less(heap->pairs[child + 1], heap->pairs[child]))
            child++;
        if (!is_less(heap->pairs[child], last))
            break;
        heap->pairs[at] = heap->pairs[child];
    }
    heap->pairs[at] = last;
    return least;
}

/* From the given nodes along arcs, or against them; each arc as it costs, or 1. *free_moves is how many of them are free. */
static uint64_t *distances(const struct truth *truth, const uint32_t *ends, uint32_t end_count, bool against, bool by_moves,
                           uint64_t **free_moves) {
    const struct graph *graph = truth->graph;
    const uint32_t *first = against ? truth->first_in : truth->first_out, *list = against ? truth->in : truth->out;
    uint64_t *distance = room_for(graph->nodes, sizeof *distance), *free_count = room_for(graph->nodes, sizeof *free_count);
    struct heap heap = {room_for(graph->arc_count + end_count + 1, sizeof *heap.pairs), 0};
    for (uint32_t n = 0; n < graph->nodes; n++)
        distance[n] = NO_WAY;
    for (uint32_t i = 0; i < end_count; i++) {
        distance[ends[i]] = 0;
        heap_push(&heap, (struct pair){0, 0, ends[i]});
    }
    while (heap.count) {
        struct pair least = heap_pop(&heap);
        if (is_less((struct pair){distance[least.node], free_count[least.node], 0}, least))
            continue;
        for (uint32_t i = first[least.node]; i < first[least.node + 1]; i++) {
            const struct arc *arc = &graph->arcs[list[i]];
            uint32_t to = against ? arc->from : arc->to;
            uint32_t cost = by_moves ? 1 : cost_of(graph, arc);
            struct pair after = {least.cost + cost, least.free + (cost == 0), to};
            if (is_less(after, (struct pair){distance[to], free_count[to], 0})) {
                distance[to] = after.cost;
                free_count[to] = after.free;
                heap_push(&heap, after);
            }
        }
    }
    free(heap.pairs);
    if (free_moves)
        *free_moves = free_count;
    else
        free(free_count);
    return distance;
}

/* ---- Ways */

uint32_t truth_arc(const struct truth *truth, uint32_t from, uint32_t to) {
    const struct graph *graph = truth->graph;
    uint32_t best = NO_NODE;
    for (uint32_t i = truth->first_out[from]; i < truth->first_out[from + 1]; i++) {
        uint32_t a = truth->out[i];
        const struct arc *arc = &graph->arcs[a], *other = best == NO_NODE ? NULL : &graph->arcs[best];
        if (arc->to != to)
            continue;
        if (!other || cost_of(graph, arc) < cost_of(graph, other) ||
            (cost_of(graph, arc) == cost_of(graph, other) && arc->move < other->move))
            best = a;
    }
    return best;
}

static int compare_by_move(const void *x, const void *y, void *arcs) {
    uint32_t a = ((const struct arc *)arcs)[*(const uint32_t *)x].move, b = ((const struct arc *)arcs)[*(const uint32_t *)y].move;
    return (a > b) - (a < b);
}

uint32_t truth_steps(const struct truth *truth, uint32_t node, uint32_t *arcs) {
    const struct graph *graph = truth->graph;
    uint32_t count = 0;
    for (uint32_t i = truth->first_out[node]; i < truth->first_out[node + 1]; i++) {
        const struct arc *arc = &graph->arcs[truth->out[i]];
        if (truth->to_goal[arc->to] == NO_WAY ||
            truth->to_goal[arc->to] + cost_of(graph, arc) != truth->to_goal[node] ||
            truth->to_goal_free[arc->to] + (cost_of(graph, arc) == 0) != truth->to_goal_free[node])
            continue;
        uint32_t k = 0;
        while (k < count && graph->arcs[arcs[k]].to != arc->to)
            k++;
        if (k == count)
            arcs[count++] = truth->out[i];
        else if (arc->move < graph->arcs[arcs[k]].move)
            arcs[k] = truth->out[i];
    }
    qsort_r(arcs, count, sizeof *arcs, compare_by_move, graph->arcs);
    return count;
}

static uint64_t add_solutions(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static int compare_by_distance(const void *x, const void *y, void *context) {
    const struct truth *truth = context;
    uint32_t m = *(const uint32_t *)x, n = *(const uint32_t *)y;
    struct pair a = {truth->to_goal[m], truth->to_goal_free[m], 0}, b = {truth->to_goal[n], truth->to_goal_free[n], 0};
    return is_less(b, a) - is_less(a, b);
}

static void count_solutions(struct truth *truth) {
    const struct graph *graph = truth->graph;
    uint32_t *order = room_for(graph->nodes, sizeof *order), *arcs = room_for(graph->arc_count, sizeof *arcs);
    truth->solutions = room_for(graph->nodes, sizeof *truth->solutions);
    for (uint32_t n = 0; n < graph->nodes; n++)
        order[n] = n;
    qsort_r(order, graph->nodes, sizeof *order, compare_by_distance, truth);
    for (uint32_t i = 0; i < graph->nodes && truth->to_goal[order[i]] != NO_WAY; i++) {
        uint32_t node = order[i];
        if (truth->is_goal[node]) {
            truth->solutions[node] = 1;
            continue;
        }
        uint32_t count = truth_steps(truth, node, arcs);
        for (uint32_t k = 0; k < count; k++)
            truth->solutions[node] = add_solutions(truth->solutions[node], truth->solutions[graph->arcs[arcs[k]].to]);
    }
    free(order);
    free(arcs);
}

static void sum_up(struct truth *truth) {
    const struct graph *graph = truth->graph;
    struct pair best = {NO_WAY, 0, 0};
    truth->total = 0;
    for (uint32_t i = 0; i < graph->start_count; i++) {
        struct pair one = {truth->to_goal[graph->starts[i]], truth->to_goal_free[graph->starts[i]], 0};
        if (is_less(one, best))
            best = one;
    }
    truth->best = best.cost;
    truth->best_free = best.free;
    for (uint32_t i = 0; i < graph->start_count && truth->best != NO_WAY; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i; k++)
            again |= graph->starts[k] == graph->starts[i];
        if (!again && truth_is_best(truth, graph->starts[i]))
            truth->total = add_solutions(truth->total, truth->solutions[graph->starts[i]]);
    }
}

/* ---- Bounds */

static uint32_t at_most(uint64_t bound) {
    return bound < UINT32_MAX ? (uint32_t)bound : UINT32_MAX - 1;
}

static uint32_t bound_at(const struct truth *truth, uint32_t node) {
    struct chance chance = {truth->graph->bound_seed + node * UINT64_C(0x632be59bd9b4e019)};
    uint64_t left = truth->to_goal[node];
    switch (truth->graph->bound) {
    case BOUND_EXACT: return left == NO_WAY ? UINT32_MAX : at_most(left);
    case BOUND_LOWER: /* where there is no solution, everything is a lower bound */
        if (left == NO_WAY)
            return one_in(&chance, 3) ? UINT32_MAX : draw(&chance, 50);
        return at_most(one_in(&chance, 3) ? left : draw_word(&chance) % (left + 1));
    case BOUND_LARGE:
        if (left == NO_WAY)
            return one_in(&chance, 2) ? 2000000000 + draw(&chance, 1000) : UINT32_MAX - draw(&chance, 3);
        return at_most(left / 2);
    case BOUND_TOO_HIGH:
        return left == NO_WAY ? UINT32_MAX : at_most(left + (one_in(&chance, 5) ? draw_between(&chance, 1, 9) : 0));
    default: return 0;
    }
}

void truth_find(struct truth *truth, const struct graph *graph) {
    *truth = (struct truth){.graph = graph};
    sort_arcs(graph, false, &truth->first_out, &truth->out);
    sort_arcs(graph, true, &truth->first_in, &truth->in);
    truth->is_goal = room_for(graph->nodes, sizeof *truth->is_goal);
    for (uint32_t i = 0; i < graph->goal_count; i++)
        truth->is_goal[graph->goals[i]] = true;
    truth->to_goal = distances(truth, graph->goals, graph->goal_count, true, false, &truth->to_goal_free);
    truth->to_goal_moves = distances(truth, graph->goals, graph->goal_count, true, true, NULL);
    truth->from_start = distances(truth, graph->starts, graph->start_count, false, false, NULL);
    truth->depth = distances(truth, graph->starts, graph->start_count, false, true, NULL);
    count_solutions(truth);
    sum_up(truth);
    truth->bound = room_for(graph->nodes, sizeof *truth->bound);
    for (uint32_t n = 0; n < graph->nodes; n++)
        truth->bound[n] = bound_at(truth, n);
}

void truth_free(struct truth *truth) {
    free(truth->first_out);
    free(truth->out);
    free(truth->first_in);
    free(truth->in);
    free(truth->is_goal);
    free(truth->to_goal);
    free(truth->to_goal_free);
    free(truth->to_goal_moves);
    free(truth->from_start);
    free(truth->depth);
    free(truth->solutions);
    free(truth->bound);
}
