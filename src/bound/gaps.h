/* Bounds by *gaps*. Some pairs of cells are *neighbours*: most moves carry both of a pair to cells that are neighbours
 * again, or leave both alone, and separate few. A gap is a pair of neighbours whose contents are neighbours in no goal. A
 * goal has none, and paying `cost` closes `drop` of them at the most: with g gaps at least g * cost / drop is left to
 * pay. A stack of pancakes has a gap wherever two that do not follow each other lie on each other, and turning over the
 * upper ones separates one pair. */
#ifndef FEW_BOUND_GAPS_H
#define FEW_BOUND_GAPS_H

#include "bound/bound.h"
#include "state/field.h"

enum { FEW_GAP_CELLS = 128 }; /* at most */

/* With contents x and y it is a gap if is_gap[table + x * stride + y] is 1. a == b: a cell by itself, which has a neighbour
 * that never moves (the plate below the pancakes). */
struct few_neighbour {
    uint16_t a, b;
    uint32_t table;
};

/* Contents go from one cell to another. */
struct few_gap_carry {
    uint16_t from, to;
};

/* What a move does, whatever stands in the cells. Its first `before` pairs are separated; the others come together by it:
 * a and b are the cells that their contents come from. */
struct few_gap_move {
    uint32_t first_pair, before, after;
    uint32_t first_carry, carries;
    uint32_t cost;
    uint32_t undone_by; /* UINT32_MAX: by none */
};

struct few_gaps {
    struct few_bound bound;
    struct few_arena arena; /* of all that follows */
    struct few_field *field; /* of each cell */
    uint32_t cells, stride;
    struct few_neighbour *pairs;
    uint32_t pair_count;
    uint8_t *is_gap;
    uint32_t *left; /* to pay, by the number of gaps */
    uint32_t drop, cost;
    double mean; /* of the bound, over all arrangements of what is on the board */
    /* Every move, where each of them can always be done and carries contents from cell to cell, and no more: a search may
     * then carry the gaps along. Else NULL. */
    struct few_gap_move *moves;
    uint32_t move_count;
    struct few_neighbour *changes; /* the pairs of all moves */
    struct few_gap_carry *carries;
};

extern const struct few_bound_kind few_gaps_kind;

/* With nothing in it yet; NULL: no memory. */
struct few_gaps *few_gaps_create(struct few_memory *memory, uint32_t words);

/* The contents of all cells. */
void few_gaps_read(const struct few_gaps *gaps, const uint64_t *state, uint8_t *contents);
/* How many gaps there are in these. */
uint32_t few_gaps_count(const struct few_gaps *gaps, const uint8_t *contents);

/* 1 or 0 for contents that come from the cells of the pair. */
static inline uint32_t few_is_gap(const struct few_gaps *gaps, const struct few_neighbour *pair, const uint8_t *contents) {
    return gaps->is_gap[pair->table + (size_t)contents[pair->a] * gaps->stride + contents[pair->b]];
}

#endif
