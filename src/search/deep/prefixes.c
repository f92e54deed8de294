#include "search/deep/prefixes.h"

enum { MOST_LEVELS = 64 }; /* deeper down, a tree that is still thin is not worth sharing */

bool few_prefixes_init(struct few_prefixes *prefixes, const struct few_problem *problem, struct few_memory *memory) {
    *prefixes = (struct few_prefixes){.problem = problem};
    few_list_init(&prefixes->nodes, memory, sizeof(struct few_prefix));
    few_list_init(&prefixes->states, memory, problem->space->words * sizeof(uint64_t));
    return few_children_init(&prefixes->children, problem, memory);
}

void few_prefixes_free(struct few_prefixes *prefixes) {
    few_list_free(&prefixes->nodes);
    few_list_free(&prefixes->states);
    few_children_free(&prefixes->children);
}

static bool add(struct few_prefixes *prefixes, struct few_prefix node, const uint64_t *state) {
    return few_list_append(&prefixes->nodes, &node, 1) && few_list_append(&prefixes->states, state, 1);
}

bool few_prefixes_begin(struct few_prefixes *prefixes, uint64_t threshold, uint64_t *next) {
    const struct few_problem *problem = prefixes->problem;
    prefixes->nodes.count = prefixes->states.count = prefixes->first = 0;
    for (size_t i = 0; i < problem->start_count; i++) {
        const uint64_t *start = problem->starts + i * problem->space->words;
        uint32_t bound;
        few_bound_look_up(problem->bound, start, 1, &bound);
        if (bound == FEW_NO_PATH)
            continue;
        if (bound > threshold)
            *next = bound < *next ? bound : *next;
        else if (!add(prefixes, (struct few_prefix){.parent = FEW_NO_PARENT, .bound = bound}, start))
            return false;
    }
    return true;
}

struct few_stand few_prefix_stand(const struct few_prefixes *prefixes, size_t index) {
    const struct few_prefix *node = few_prefix_at(prefixes, index);
    const uint64_t *before = node->parent == FEW_NO_PARENT ? NULL : few_list_at(&prefixes->states, node->parent);
    return (struct few_stand){few_list_at(&prefixes->states, index), before, node->cost, node->move,
                              node->bound};
}

/* Adds the children of a node to the next level. The lists may move meanwhile: nothing that points into them is kept. */
static bool split_node(struct few_prefixes *prefixes, size_t index, uint64_t threshold, uint64_t *next,
                       struct few_counts *counts) {
    struct few_children *children = &prefixes->children;
    const struct few_stand at = few_prefix_stand(prefixes, index);
    counts->generated += few_children_find(children, &at, threshold, next);
    counts->expanded++;
    for (size_t i = 0; i < children->count; i++) {
        const struct few_child *child = &children->list[i];
        if (!add(prefixes, (struct few_prefix){index, child->cost, child->move, child->bound},
                 few_child_state(children, child)))
            return false;
    }
    return true;
}

bool few_prefixes_split(struct few_prefixes *prefixes, size_t wanted, uint64_t threshold, uint64_t *next,
                        struct few_counts *counts) {
    const struct few_problem *problem = prefixes->problem;
    const bool always_test = problem->bound && problem->bound->foreign;
    for (uint32_t level = 0; level < MOST_LEVELS; level++) {
        const size_t first = prefixes->first, end = prefixes->nodes.count;
        bool only_goal = true;
        if (end == first || end - first >= wanted)
            break;
        for (size_t i = first; i < end; i++) {
            const struct few_prefix node = *few_prefix_at(prefixes, i);
            bool goal = false;
            if (node.bound == 0 || always_test)
                problem->space->run->is_goal(problem->space, few_list_at(&prefixes->states, i), 1, &goal);
            if (goal) {
                if (!few_list_reserve(&prefixes->states, 1) || !add(prefixes, node, few_list_at(&prefixes->states, i)))
                    return false;
                break;
            }
            only_goal = false;
            if (!split_node(prefixes, i, threshold, next, counts))
                return false;
        }
        prefixes->first = end;
        if (only_goal)
            break;
    }
    return true;
}

bool few_prefix_write(const struct few_prefixes *prefixes, size_t index, struct few_solutions *solutions) {
    size_t length = 0, at = index;
    for (; few_prefix_at(prefixes, at)->parent != FEW_NO_PARENT; at = few_prefix_at(prefixes, at)->parent)
        length++;
    if (!length)
        return true;
    if (!few_list_reserve(&solutions->states, length) || !few_list_reserve(&solutions->moves, length))
        return false;
    solutions->states.count += length;
    solutions->moves.count += length;
    at = index;
    for (size_t i = 1; i <= length; i++) {
        const struct few_prefix *node = few_prefix_at(prefixes, at);
        memcpy(few_list_at(&solutions->moves, solutions->moves.count - i), &node->move, solutions->moves.size);
        memcpy(few_list_at(&solutions->states, solutions->states.count - i), few_list_at(&prefixes->states, node->parent),
               solutions->states.size);
        at = node->parent;
    }
    return true;
}
