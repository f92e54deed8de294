/* The diver for any space: children of all levels of the path lie one after the other, those of a level in the order of
 * moves. */
#include "search/deep/idastar.h"

enum { CHECK_EVERY = 1 << 12, CHECK_OFTEN = 1 << 6 }; /* states; a user's own functions may be slow */

/* The children of one state of the path: at .. end - 1 are still to be tried. */
struct level {
    size_t first, at, end;
};

struct any {
    const struct few_problem *problem;
    const struct few_space *space;
    struct few_worker *worker;
    struct few_children children;
    struct few_list states, nodes, levels; /* of all levels: states, struct few_child, struct level */
    bool has_before;
    uint64_t *before; /* the state before the first one of the path */
    uint64_t expanded, generated; /* since the last check */
    uint64_t check_every;
};

static void release(void *self) {
    struct any *any = self;
    struct few_memory *memory = any->worker->memory;
    few_children_free(&any->children);
    few_list_free(&any->states);
    few_list_free(&any->nodes);
    few_list_free(&any->levels);
    few_free(memory, any->before, any->space->words * sizeof *any->before);
    few_free(memory, any, sizeof *any);
}

static void *create(const struct few_problem *problem, struct few_worker *worker) {
    struct few_memory *memory = worker->memory;
    struct any *any = few_alloc_zeroed(memory, sizeof *any);
    if (!any)
        return NULL;
    any->problem = problem;
    any->space = problem->space;
    any->worker = worker;
    any->check_every = problem->space->run->place ? CHECK_EVERY : CHECK_OFTEN;
    few_list_init(&any->states, memory, problem->space->words * sizeof(uint64_t));
    few_list_init(&any->nodes, memory, sizeof(struct few_child));
    few_list_init(&any->levels, memory, sizeof(struct level));
    any->before = few_alloc(memory, problem->space->words * sizeof *any->before);
    if (few_children_init(&any->children, problem, memory) && any->before)
        return any;
    release(any);
    return NULL;
}

static struct level *level_at(const struct any *any, size_t level) {
    return few_list_at(&any->levels, level);
}

/* The state of the path at a level: the child that was taken last. */
static size_t taken(const struct any *any, size_t level) {
    return level_at(any, level)->at - 1;
}

static const uint64_t *state_before(const struct any *any) {
    if (any->levels.count > 1)
        return few_list_at(&any->states, taken(any, any->levels.count - 2));
    return any->has_before ? any->before : NULL;
}

/* One level more: the children of the last state of the path. */
static bool go_down(struct any *any, uint64_t threshold) {
    struct few_children *children = &any->children;
    const size_t words = any->space->words, top = taken(any, any->levels.count - 1);
    const struct few_child *node = few_list_at(&any->nodes, top);
    const struct few_stand at = {few_list_at(&any->states, top), state_before(any), node->cost, node->move,
                                 node->bound};
    any->generated += few_children_find(children, &at, threshold, &any->worker->next);
    any->expanded++;
    few_watch_reached(any->worker->watch, 0, threshold, at.state, 1);
    const size_t first = any->nodes.count, count = children->count;
    if (!few_list_append(&any->nodes, children->list, count) || !few_list_reserve(&any->states, count))
        return false;
    uint64_t *to = few_list_at(&any->states, any->states.count);
    for (size_t i = 0; i < count; i++) {
        memcpy(to + i * words, few_child_state(children, &children->list[i]), words * sizeof *to);
        few_transpositions_prefetch(&any->worker->transpositions, to + i * words);
    }
    any->states.count += count;
    struct level level = {first, first, first + count};
    return few_list_append(&any->levels, &level, 1);
}

static bool begin(struct any *any, const struct few_stand *at) {
    struct few_child node = {at->cost, at->move, at->bound, 0};
    struct level level = {0, 0, 1};
    any->states.count = any->nodes.count = any->levels.count = 0;
    any->has_before = at->before != NULL;
    if (at->before)
        memcpy(any->before, at->before, any->states.size);
    return few_list_append(&any->states, at->state, 1) && few_list_append(&any->nodes, &node, 1) &&
           few_list_append(&any->levels, &level, 1);
}

static enum few_end check(struct any *any) {
    uint64_t expanded = any->expanded, generated = any->generated;
    any->expanded = any->generated = 0;
    return few_worker_check(any->worker, expanded, generated, any->levels.count);
}

/* Whether this state is already on the path: going on from its first visit is cheaper. */
static bool comes_back(const struct any *any, const uint64_t *state) {
    for (size_t level = 0; level + 1 < any->levels.count; level++)
        if (memcmp(few_list_at(&any->states, taken(any, level)), state, any->space->words * sizeof *state) == 0)
            return true;
    return false;
}

static enum few_end search(struct any *any, uint64_t threshold) {
    const bool always_test = any->problem->bound && any->problem->bound->foreign;
    struct few_transpositions *seen = &any->worker->transpositions;
    const bool remembers = seen->most_lines > 0;
    while (any->levels.count) {
        struct level *level = level_at(any, any->levels.count - 1);
        if (level->at == level->end) {
            any->states.count = any->nodes.count = level->first;
            any->levels.count--;
            continue;
        }
        const size_t at = level->at++;
        const struct few_child *node = few_list_at(&any->nodes, at);
        const uint64_t *state = few_list_at(&any->states, at);
        bool goal = false;
        if (node->bound == 0 || always_test)
            any->space->run->is_goal(any->space, state, 1, &goal);
        if (goal)
            return FEW_SOLVED;
        const uint64_t left = threshold - node->cost;
        if (remembers && few_transpositions_seen(seen, state, left))
            continue;
        if (left > FEW_TRANSPOSITIONS_MOST && comes_back(any, state)) /* the table would let it go round and round */
            continue;
        if (!go_down(any, threshold))
            return few_worker_refused(any->worker);
        if (any->expanded == any->check_every) {
            enum few_end end = check(any);
            if (end != FEW_RUNNING)
                return end;
        }
    }
    return FEW_RUNNING;
}

static enum few_end dive(void *self, const struct few_stand *at, uint64_t threshold) {
    struct any *any = self;
    enum few_end end = begin(any, at) ? search(any, threshold) : few_worker_refused(any->worker);
    enum few_end checked = check(any);
    return few_dive_end(end, checked);
}

static bool write_solution(const void *self, struct few_solutions *solutions) {
    const struct any *any = self;
    for (size_t level = 0; level < any->levels.count; level++) {
        const struct few_child *node = few_list_at(&any->nodes, taken(any, level));
        if (!few_list_append(&solutions->states, few_list_at(&any->states, taken(any, level)), 1) ||
            (level > 0 && !few_list_append(&solutions->moves, &node->move, 1)))
            return false;
        solutions->cost = node->cost;
    }
    return true;
}

const struct few_diver few_any_diver = {create, release, dive, write_solution};
