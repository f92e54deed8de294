/* Dijkstra's search again, among the moves on paths of least cost: a state is taken out by its distance, which is known, and
 * then by its free moves. All states that have both numbers in common are a *stage*. The stages, numbered as they are met, take the
 * place of costs when the paths are followed. */
#include "search/best/free_moves.h"

#include "search/best/heap.h"

struct stage {
    uint64_t cost;
    uint32_t free;
};

#define NOT_MET UINT32_MAX

struct sorting {
    const struct few_problem *problem;
    const struct few_space *space;
    struct few_watch *watch;
    const struct few_costs_found *found;
    size_t nodes;
    uint32_t *free;    /* of each node: the fewest free moves of a path of its distance */
    uint32_t *stage_of; /* of each node that was taken out */
    bool *marked;      /* of each node: it lies on a shortest path */
    struct few_list stages, order; /* struct stage; uint32_t, the nodes as they were taken out */
    struct few_heap heap; /* by distance, then by free moves: those that come first are the greater ones there, so ~free */
    uint64_t *made;
    struct few_step *steps;
    size_t room;
};

static bool prepare(struct sorting *s) {
    struct few_memory *memory = s->watch->memory;
    s->nodes = s->found->nodes->states.count;
    s->room = s->space->max_successors ? s->space->max_successors : 1;
    few_list_init(&s->stages, memory, sizeof(struct stage));
    few_list_init(&s->order, memory, sizeof(uint32_t));
    few_heap_init(&s->heap, memory);
    s->free = few_alloc(memory, few_array_size(s->nodes, sizeof *s->free));
    s->stage_of = few_alloc(memory, few_array_size(s->nodes, sizeof *s->stage_of));
    s->marked = few_alloc_zeroed(memory, s->nodes * sizeof *s->marked);
    s->made = few_alloc(memory, few_array_size(s->room, s->space->words * sizeof *s->made));
    s->steps = few_alloc(memory, few_array_size(s->room, sizeof *s->steps));
    if (!s->free || !s->stage_of || !s->marked || !s->made || !s->steps)
        return false;
    for (size_t n = 0; n < s->nodes; n++)
        s->free[n] = s->stage_of[n] = NOT_MET;
    return true;
}

static void release(struct sorting *s) {
    struct few_memory *memory = s->watch->memory;
    few_free(memory, s->free, s->nodes * sizeof *s->free);
    few_free(memory, s->stage_of, s->nodes * sizeof *s->stage_of);
    few_free(memory, s->marked, s->nodes * sizeof *s->marked);
    few_free(memory, s->made, s->room * s->space->words * sizeof *s->made);
    few_free(memory, s->steps, s->room * sizeof *s->steps);
    few_list_free(&s->heap.list);
    few_list_free(&s->stages);
    few_list_free(&s->order);
}

static uint64_t distance_of(const struct sorting *s, uint32_t node) {
    return *few_node_distance(s->found->nodes, node);
}

/* A path of the least cost leads to that node with so many free moves. */
static bool offer(struct sorting *s, uint32_t node, uint32_t free) {
    if (s->free[node] <= free || (s->found->closed && !s->found->closed(s->found->context, node)))
        return true;
    s->free[node] = free;
    return few_heap_push(&s->heap, node, ~(uint64_t)free, distance_of(s, node));
}

static bool expand(struct sorting *s, uint32_t node) {
    const struct few_nodes *nodes = s->found->nodes;
    const uint64_t cost = distance_of(s, node);
    const size_t made = s->space->run->successors(s->space, few_node_state(nodes, node), 1, s->made, s->steps);
    for (size_t i = 0; i < made; i++) {
        const uint64_t reached = cost + s->steps[i].cost;
        const uint32_t next = reached > s->found->total ? FEW_NO_NODE : few_nodes_find(nodes, s->made + i * s->space->words);
        if (next != FEW_NO_NODE && distance_of(s, next) == reached && !offer(s, next, s->free[node] + (s->steps[i].cost == 0)))
            return false;
    }
    return true;
}

/* Takes out all nodes of the next stage; *goal says whether one of them ends a path of least cost. */
static bool take_out(struct sorting *s, bool *goal) {
    const struct few_waiting *top = few_heap_top(&s->heap);
    if (!top)
        return true;
    const struct stage stage = {top->sum, (uint32_t)~top->cost};
    const uint32_t number = (uint32_t)s->stages.count;
    if (!few_list_append(&s->stages, &stage, 1))
        return false;
    while ((top = few_heap_top(&s->heap)) && top->sum == stage.cost && (uint32_t)~top->cost == stage.free) {
        const uint32_t node = top->node;
        few_heap_pop(&s->heap);
        if (s->stage_of[node] != NOT_MET)
            continue; /* overtaken */
        s->stage_of[node] = number;
        if (!few_list_append(&s->order, &node, 1))
            return false;
        if (stage.cost == s->found->total)
            s->space->run->is_goal(s->space, few_node_state(s->found->nodes, node), 1, &s->marked[node]);
        *goal = *goal || s->marked[node];
    }
    return true;
}

/* Takes out stage after stage, up to that of the first goals. */
static enum few_end sort(struct sorting *s) {
    const struct few_problem *problem = s->problem;
    for (size_t i = 0; i < problem->start_count; i++) {
        const uint32_t node = few_nodes_find(s->found->nodes, problem->starts + i * s->space->words);
        if (node != FEW_NO_NODE && !offer(s, node, 0))
            return few_refused(s->watch);
    }
    for (bool goal = false; few_heap_top(&s->heap);) {
        const size_t first = s->order.count;
        if (!take_out(s, &goal))
            return few_refused(s->watch);
        if (goal)
            return FEW_RUNNING;
        for (size_t i = first; i < s->order.count; i++) {
            if (!expand(s, *(uint32_t *)few_list_at(&s->order, i)))
                return few_refused(s->watch);
            const enum few_end end = few_watch_check(s->watch);
            if (end != FEW_RUNNING)
                return end;
        }
    }
    return FEW_CONTRADICTION;
}

/* The number of the stage that a move of that cost leads to; UINT64_MAX: there is none. */
static uint64_t advance(void *self, uint64_t number, uint32_t cost) {
    const struct sorting *s = self;
    const struct stage *const stages = s->stages.items;
    const struct stage wanted = {stages[number].cost + cost, stages[number].free + (cost == 0)};
    size_t low = (size_t)number + 1, high = s->stages.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const bool before = stages[middle].cost != wanted.cost ? stages[middle].cost < wanted.cost : stages[middle].free < wanted.free;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->stages.count && stages[low].cost == wanted.cost && stages[low].free == wanted.free ? low : UINT64_MAX;
}

static void test_marked(void *self, const uint64_t *states, const uint64_t *numbers, size_t count, bool *on_path) {
    const struct sorting *s = self;
    for (size_t i = 0; i < count; i++) {
        const uint32_t node = few_nodes_find(s->found->nodes, states + i * s->space->words);
        on_path[i] = node != FEW_NO_NODE && s->marked[node] && s->stage_of[node] == numbers[i];
    }
}

/* From far to near: a state from which a move leads to a marked one of the right stage lies on a shortest path. */
static enum few_end mark(struct sorting *s) {
    const struct few_nodes *nodes = s->found->nodes;
    for (size_t i = s->order.count; i-- > 0;) {
        const uint32_t node = *(uint32_t *)few_list_at(&s->order, i);
        if (s->stage_of[node] + (size_t)1 == s->stages.count)
            continue;
        const size_t made = s->space->run->successors(s->space, few_node_state(nodes, node), 1, s->made, s->steps);
        for (size_t k = 0; k < made && !s->marked[node]; k++) {
            const uint32_t next = few_nodes_find(nodes, s->made + k * s->space->words);
            s->marked[node] = next != FEW_NO_NODE && s->marked[next] &&
                              advance(s, s->stage_of[node], s->steps[k].cost) == s->stage_of[next];
        }
        const enum few_end end = few_watch_check(s->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return FEW_RUNNING;
}

enum few_end few_follow_free(const struct few_problem *problem, struct few_watch *watch, const struct few_costs_found *found,
                             size_t list, bool count, struct few_solutions *solutions) {
    struct sorting s = {.problem = problem, .space = problem->space, .watch = watch, .found = found};
    enum few_end end = prepare(&s) ? sort(&s) : few_refused(watch);
    if (end == FEW_RUNNING)
        end = mark(&s);
    if (end == FEW_RUNNING) {
        struct few_guide guide = {.self = &s, .total = s.stages.count - 1, .test = test_marked, .advance = advance};
        end = few_follow(problem, watch, &guide, list, count, solutions);
        solutions->cost = found->total;
    }
    release(&s);
    return end;
}
