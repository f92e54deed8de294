/* Blocks: points that stay together, whichever moves are done (the three stickers of a corner). */
#ifndef FEW_FACTS_BLOCKS_H
#define FEW_FACTS_BLOCKS_H

#include "facts/group.h"

/* Sets of points: each point leads to a lower one of its set, the lowest to itself. */
static inline uint8_t few_points_root(uint8_t *parent, uint8_t p) {
    while (parent[p] != p)
        p = parent[p] = parent[parent[p]];
    return p;
}

/* Makes the sets of two points one; false: they are one already. */
static inline bool few_points_unite(uint8_t *parent, uint8_t a, uint8_t b) {
    a = few_points_root(parent, a);
    b = few_points_root(parent, b);
    parent[a > b ? a : b] = a > b ? b : a;
    return a != b;
}

/* The smallest blocks such that two points are in one: what is in one block stays in one block, whatever the move. block[p] is the
 * lowest point of the block of p. */
void few_blocks_find(uint32_t points, const few_permutation *moves, uint32_t count, uint8_t a, uint8_t b, uint8_t *block);

enum { FEW_MOST_NUMBERED = 256 };

/* Labels for the points of each block, carried by moves from the block of `first` to all others of the orbit: where the points of a block
 * can only be turned round, they have the same order in all of them. 0: no point of that orbit. Moves that agree with each other are taken first, those of the first
 * FEW_MOST_NUMBERED that never lead from a point to another one of its block: they leave all labels as they are. So what is up and down on a cube is
 * told apart from what is at its sides, and symmetries that keep that keep the labels. */
void few_blocks_number(uint32_t points, const few_permutation *moves, uint32_t count, uint8_t first, const uint8_t *block,
                       uint8_t *labels);

#endif
