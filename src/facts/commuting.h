/* Pairs of moves that no search needs, because other moves do the same. */
#ifndef FEW_FACTS_COMMUTING_H
#define FEW_FACTS_COMMUTING_H

#include "base/memory.h"

struct few_commuting {
    uint32_t moves;
    /* Bit a * moves + b: move b need not be tried right after move a. Where both can be done, a cheaper path leads to the same
     * state, or one of two moves that costs as much and comes first in the order of moves: b, then a, if they can be done in
     * either order. So the first of all shortest solutions has no such pair. */
    uint64_t *skip;
};

/* With no pair as yet. NULL: no memory. */
struct few_commuting *few_commuting_create(struct few_memory *memory, uint32_t moves);
void few_commuting_free(struct few_memory *memory, struct few_commuting *commuting); /* NULL is fine */

static inline size_t few_commuting_bytes(const struct few_commuting *commuting) {
    return ((size_t)commuting->moves * commuting->moves + 63) / 64 * sizeof *commuting->skip;
}

static inline bool few_commuting_skips(const struct few_commuting *commuting, uint32_t last, uint32_t move) {
    const uint64_t bit = (uint64_t)last * commuting->moves + move;
    return commuting->skip[bit / 64] >> bit % 64 & 1;
}

static inline void few_commuting_add(struct few_commuting *commuting, uint32_t last, uint32_t move) {
    const uint64_t bit = (uint64_t)last * commuting->moves + move;
    commuting->skip[bit / 64] |= UINT64_C(1) << bit % 64;
}

#endif
