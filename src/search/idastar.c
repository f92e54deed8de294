/* IDA*: depth-first search up to a threshold on cost plus bound, which rises to the lowest sum that was cut off, until a
 * goal is found. It remembers only the way at hand.
 *
 * Moves are tried in their order, so the first way at the last threshold is the one with the lowest moves. What is
 * left out never lies on it: undoing the last move makes a way longer, and of two moves that can be done in either
 * order, the way with the lower one first is tried before. */
#include "search/idastar.h"

enum { CHECK_EVERY = 1 << 12 };

struct child {
    uint64_t cost; /* from the start */
    uint32_t move, bound;
};

/* The children of one state of the way: at .. end - 1 are still to be tried. */
struct level {
    size_t first, at, end;
};

struct dive {
    const struct few_problem *problem;
    const struct few_space *space;
    struct few_watch *watch;
    struct few_list states, children, levels; /* of all levels one after the other */
    size_t room;
    uint64_t *made;
    struct few_step *steps;
    uint32_t *bounds;
    uint64_t threshold, next;
    uint64_t since_check;
};

static bool prepare(struct dive *d) {
    struct few_memory *memory = d->watch->memory;
    few_list_init(&d->states, memory, d->space->words * sizeof(uint64_t));
    few_list_init(&d->children, memory, sizeof(struct child));
    few_list_init(&d->levels, memory, sizeof(struct level));
    d->room = d->space->max_successors ? d->space->max_successors : 1;
    d->made = few_alloc(memory, few_array_size(d->room, d->space->words * sizeof *d->made));
    d->steps = few_alloc(memory, few_array_size(d->room, sizeof *d->steps));
    d->bounds = few_alloc(memory, few_array_size(d->room, sizeof *d->bounds));
    return d->made && d->steps && d->bounds;
}

static void release(struct dive *d) {
    struct few_memory *memory = d->watch->memory;
    few_list_free(&d->states);
    few_list_free(&d->children);
    few_list_free(&d->levels);
    few_free(memory, d->made, d->room * d->space->words * sizeof *d->made);
    few_free(memory, d->steps, d->room * sizeof *d->steps);
    few_free(memory, d->bounds, d->room * sizeof *d->bounds);
}

static bool same(const struct dive *d, const uint64_t *a, const uint64_t *b) {
    return memcmp(a, b, d->space->words * sizeof *a) == 0;
}

/* The state of the way at a level: the child that was taken last. */
static size_t taken(const struct dive *d, size_t level) {
    return ((struct level *)few_list_at(&d->levels, level))->at - 1;
}

/* Puts a child in its place among those of the level that begins at `first`, by move. A state that is there already at
 * the same cost is not put again. */
static bool insert(struct dive *d, size_t first, const uint64_t *state, struct child child) {
    const size_t size = d->states.size;
    size_t at = d->children.count;
    for (size_t i = first; i < d->children.count; i++) {
        struct child *other = few_list_at(&d->children, i);
        if (other->cost == child.cost && same(d, few_list_at(&d->states, i), state)) {
            if (child.move >= other->move)
                return true;
            d->children.count--; /* it comes with a lower move now */
            d->states.count--;
            memmove(other, other + 1, (d->children.count - i) * sizeof *other);
            memmove(few_list_at(&d->states, i), few_list_at(&d->states, i + 1), (d->states.count - i) * size);
            at = d->children.count;
            break;
        }
    }
    while (at > first && ((struct child *)few_list_at(&d->children, at - 1))->move > child.move)
        at--;
    if (!few_list_append(&d->children, &child, 1) || !few_list_append(&d->states, state, 1))
        return false;
    size_t behind = d->children.count - 1 - at;
    if (behind) {
        memmove(few_list_at(&d->children, at + 1), few_list_at(&d->children, at), behind * sizeof child);
        memmove(few_list_at(&d->states, at + 1), few_list_at(&d->states, at), behind * size);
        memcpy(few_list_at(&d->children, at), &child, sizeof child);
        memcpy(few_list_at(&d->states, at), state, size);
    }
    return true;
}

/* The children of the state on top of the way that are within the threshold. */
static bool push_level(struct dive *d) {
    const struct few_bound *bound = d->problem->bound;
    const size_t depth = d->levels.count - 1, top = taken(d, depth), first = d->children.count;
    const struct child parent = *(struct child *)few_list_at(&d->children, top);
    const bool has_before = depth > 0;
    const size_t before = has_before ? taken(d, depth - 1) : 0;
    size_t made = d->space->run->successors(d->space, few_list_at(&d->states, top), 1, d->made, d->steps);
    few_bound_look_up(bound, d->made, made, d->bounds);
    d->watch->counts.expanded++;
    d->watch->counts.generated += made;
    few_watch_reached(d->watch, 0, d->threshold, few_list_at(&d->states, top), 1);
    for (size_t i = 0; i < made; i++) {
        const uint64_t *state = d->made + i * d->space->words;
        if (d->bounds[i] == FEW_NO_WAY)
            continue;
        if (has_before && (same(d, state, few_list_at(&d->states, before)) ||
                           (bound && bound->skip && few_bound_skips(bound, parent.move, d->steps[i].move))))
            continue;
        struct child child = {parent.cost + d->steps[i].cost, d->steps[i].move, d->bounds[i]};
        uint64_t sum = child.cost + child.bound;
        if (sum > d->threshold) {
            if (sum < d->next)
                d->next = sum;
            continue;
        }
        if (!insert(d, first, state, child))
            return false;
    }
    struct level level = {first, first, d->children.count};
    return few_list_append(&d->levels, &level, 1);
}

static bool push_start(struct dive *d, const uint64_t *start) {
    struct child child = {0};
    struct level level = {0, 0, 1};
    d->states.count = d->children.count = d->levels.count = 0;
    return few_list_append(&d->states, start, 1) && few_list_append(&d->children, &child, 1) &&
           few_list_append(&d->levels, &level, 1);
}

/* Depth-first up to the threshold. FEW_SOLVED: the way is what was taken at each level. */
static enum few_end dive(struct dive *d) {
    const bool always_test = d->problem->bound && d->problem->bound->kind == FEW_BOUND_OWN;
    while (d->levels.count) {
        struct level *level = few_list_at(&d->levels, d->levels.count - 1);
        if (level->at == level->end) {
            d->states.count = d->children.count = level->first;
            d->levels.count--;
            continue;
        }
        size_t at = level->at++;
        const struct child *child = few_list_at(&d->children, at);
        bool goal = false;
        if (child->bound == 0 || always_test)
            d->space->run->is_goal(d->space, few_list_at(&d->states, at), 1, &goal);
        if (goal)
            return FEW_SOLVED;
        if (!push_level(d))
            return few_refused(d->watch);
        if (++d->since_check == CHECK_EVERY) {
            d->since_check = 0;
            d->watch->counts.frontier = d->levels.count;
            enum few_end end = few_watch_check(d->watch);
            if (end != FEW_RUNNING)
                return end;
        }
    }
    return FEW_RUNNING;
}

static bool write_way(const struct dive *d, struct few_ways *ways) {
    struct few_way way = {ways->states.count, ways->moves.count, d->levels.count - 1};
    for (size_t level = 0; level < d->levels.count; level++) {
        const struct child *child = few_list_at(&d->children, taken(d, level));
        if (!few_list_append(&ways->states, few_list_at(&d->states, taken(d, level)), 1) ||
            (level > 0 && !few_list_append(&ways->moves, &child->move, 1)))
            return false;
        ways->cost = child->cost;
    }
    ways->total = 1;
    return few_list_append(&ways->list, &way, 1);
}

static enum few_end deepen(struct dive *d) {
    const struct few_problem *problem = d->problem;
    const uint32_t words = d->space->words;
    uint64_t lowest = UINT64_MAX;
    for (size_t i = 0; i < problem->start_count; i++) {
        uint32_t bound;
        few_bound_look_up(problem->bound, problem->starts + i * words, 1, &bound);
        if (bound != FEW_NO_WAY && bound < lowest)
            lowest = bound;
    }
    for (d->threshold = lowest; d->threshold != UINT64_MAX; d->threshold = d->next) {
        enum few_end end = d->threshold ? few_depth_check(d->watch, d->threshold - 1) : FEW_RUNNING;
        d->next = UINT64_MAX;
        d->watch->counts.depth = d->threshold;
        for (size_t i = 0; i < problem->start_count && end == FEW_RUNNING; i++) {
            uint32_t bound;
            few_bound_look_up(problem->bound, problem->starts + i * words, 1, &bound);
            if (bound == FEW_NO_WAY)
                continue;
            if (bound > d->threshold) {
                d->next = bound < d->next ? bound : d->next;
                continue;
            }
            end = push_start(d, problem->starts + i * words) ? dive(d) : few_refused(d->watch);
        }
        if ((end == FEW_RUNNING || end == FEW_SOLVED) && !few_watch_level(d->watch, d->threshold))
            end = few_refused(d->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return FEW_UNSOLVABLE; /* nothing was cut off for its length: all ways were tried */
}

enum few_end few_search_idastar(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                struct few_ways *ways) {
    watch->store_name = "only the way at hand";
    if (list > 1 || count)
        return few_search_astar(problem, watch, list, count, ways);
    if (!watch->reached && few_idastar_exchanges_fit(problem)) /* which is in too much of a hurry to be watched */
        return few_idastar_exchanges(problem, watch, ways);
    struct dive d = {.problem = problem, .space = problem->space, .watch = watch};
    enum few_end end = prepare(&d) ? deepen(&d) : few_refused(watch);
    if (end == FEW_SOLVED && !write_way(&d, ways))
        end = few_refused(watch);
    release(&d);
    return end;
}
