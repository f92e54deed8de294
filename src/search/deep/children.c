#include "search/deep/children.h"

#include <string.h>

bool few_children_init(struct few_children *children, const struct few_problem *problem, struct few_memory *memory) {
    const struct few_space *space = problem->space;
    const size_t room = space->max_successors ? space->max_successors : 1;
    *children = (struct few_children){.space = space, .bound = problem->bound, .memory = memory, .room = room,
                                      .commuting = problem->facts ? problem->facts->commuting : NULL};
    children->states = few_alloc(memory, few_array_size(room, space->words * sizeof *children->states));
    children->list = few_alloc(memory, few_array_size(room, sizeof *children->list));
    children->steps = few_alloc(memory, few_array_size(room, sizeof *children->steps));
    children->bounds = few_alloc(memory, few_array_size(room, sizeof *children->bounds));
    return children->states && children->list && children->steps && children->bounds;
}

void few_children_free(struct few_children *children) {
    struct few_memory *memory = children->memory;
    const size_t room = children->room;
    if (!memory)
        return;
    few_free(memory, children->states, children->states ? room * children->space->words * sizeof(uint64_t) : 0);
    few_free(memory, children->list, room * sizeof *children->list);
    few_free(memory, children->steps, room * sizeof *children->steps);
    few_free(memory, children->bounds, room * sizeof *children->bounds);
    children->memory = NULL;
}

static bool same(const uint64_t *a, const uint64_t *b, uint32_t words) {
    return words == 1 ? *a == *b : memcmp(a, b, words * sizeof *a) == 0;
}

/* Puts a child in its place by move. A state that is there at the same cost stays only with the lower move. */
static void insert(struct few_children *children, struct few_child child) {
    const uint32_t words = children->space->words;
    const uint64_t *state = few_child_state(children, &child);
    struct few_child *list = children->list;
    for (size_t i = 0; i < children->count; i++)
        if (list[i].cost == child.cost && same(few_child_state(children, &list[i]), state, words)) {
            if (child.move >= list[i].move)
                return;
            children->count--;
            memmove(list + i, list + i + 1, (children->count - i) * sizeof *list);
            break;
        }
    size_t at = children->count++;
    for (; at > 0 && list[at - 1].move > child.move; at--)
        list[at] = list[at - 1];
    list[at] = child;
}

static void find_bounds(struct few_children *children, size_t made, uint32_t here) {
    if (!children->bound || !children->bound->counts_down) {
        few_bound_look_up(children->bound, children->states, made, children->bounds);
        return;
    }
    for (size_t i = 0; i < made; i++)
        children->bounds[i] = here ? here - 1 : FEW_NO_PATH;
}

size_t few_children_find(struct few_children *children, const struct few_stand *at, uint64_t threshold,
                         uint64_t *next) {
    const struct few_space *space = children->space;
    const struct few_commuting *commuting = at->before ? children->commuting : NULL;
    const uint32_t words = space->words;
    const size_t made = space->run->successors(space, at->state, 1, children->states, children->steps);
    uint64_t lowest = *next;
    find_bounds(children, made, at->bound);
    children->count = 0;
    for (size_t i = 0; i < made; i++) {
        const struct few_step step = children->steps[i];
        if (children->bounds[i] == FEW_NO_PATH ||
            (at->before && same(children->states + i * words, at->before, words)) ||
            (commuting && few_commuting_skips(commuting, at->move, step.move)))
            continue;
        struct few_child child = {at->cost + step.cost, step.move, children->bounds[i], (uint32_t)i};
        uint64_t sum = child.cost + child.bound;
        if (sum <= threshold)
            insert(children, child);
        else if (sum < lowest)
            lowest = sum;
    }
    *next = lowest;
    return made;
}
