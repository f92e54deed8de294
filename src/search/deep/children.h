/* The children of a state in a depth-first search: what its moves lead to at a cost that may still be enough, in the
 * order of moves. What is left out never lies on the first of all shortest solutions: undoing the last move makes a
 * path longer; of two moves that can be done in either order, the path with the lower one first comes before; so
 * does, of two moves that lead to the same state at the same cost, the one with the lower. */
#ifndef FEW_SEARCH_CHILDREN_H
#define FEW_SEARCH_CHILDREN_H

#include "search/search.h"

struct few_child {
    uint64_t cost; /* from the start */
    uint32_t move, bound;
    uint32_t made; /* index of its state */
};

struct few_children {
    const struct few_space *space;
    const struct few_bound *bound;
    const struct few_commuting *commuting; /* or NULL */
    struct few_memory *memory;
    uint64_t *states; /* of all that was made */
    struct few_child *list;
    size_t count, room;
    struct few_step *steps;
    uint32_t *bounds;
};

/* false: no memory; few_children_free is right in any case. */
bool few_children_init(struct few_children *children, const struct few_problem *problem, struct few_memory *memory);
void few_children_free(struct few_children *children);

/* Where the search stands: a state, the one before it (NULL: it is a start), the move between, what was paid and what
 * is left to pay at least. */
struct few_stand {
    const uint64_t *state, *before;
    uint64_t cost;
    uint32_t move, bound;
};

/* Fills list and count; *next becomes the lowest sum of cost and bound above the threshold, if that is lower. Returns the
 * number of all moves that could be made. */
size_t few_children_find(struct few_children *children, const struct few_stand *at, uint64_t threshold, uint64_t *next);

static inline const uint64_t *few_child_state(const struct few_children *children, const struct few_child *child) {
    return children->states + (size_t)child->made * children->space->words;
}

#endif
