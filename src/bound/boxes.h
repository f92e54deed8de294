/* Bounds by *boxes and targets*. Some pieces, all of a kind alike (boxes), must come to stand on some cells (targets), and what it
 * costs at least to bring one from cell to cell is known. Each box gets a target of its own, so that the sum is lowest: an
 * assignment. Where there is none, no goal can be reached; a box in a *dead* cell, from which it comes to no target, is the simplest case.
 *
 * Several kinds of boxes are added up, of several goals the lowest sum counts. Costs are kept times `scale`, so that a move
 * of several boxes can be shared among them. */
#ifndef FEW_BOUND_BOXES_H
#define FEW_BOUND_BOXES_H

#include "bound/bound.h"
#include "state/field.h"

enum {
    FEW_MOST_BOXES = 40,        /* of a kind */
    FEW_MOST_BOX_KINDS = 4,
    FEW_MOST_BOX_GOALS = 8,
    FEW_MOST_BOX_PLACES = 96,   /* that the boxes of a kind are assigned to */
    FEW_BOX_FAR = 1 << 24,      /* no path; more than all boxes of a kind may cost together */
    FEW_BOX_MOST = FEW_BOX_FAR / (FEW_MOST_BOXES + 1) - 1, /* what one may cost: more is cut to this, which is still a bound */
    FEW_BOX_WANTED = 1 << 30,   /* taken off for a place that must not stay empty; more than all boxes being far */
};

/* Where the boxes of one kind go in one goal. */
struct few_box_targets {
    uint32_t places;    /* at least as many as boxes, each for one box; 0: each box goes to the nearest, whatever the others do */
    uint32_t wanted;    /* so many of these must not stay empty */
    const int32_t *cost;   /* [cell * places + place]; less FEW_BOX_WANTED if that place is wanted and there are more places than boxes */
    const uint32_t *least; /* [cell]: to the nearest of all */
};

struct few_box_kind {
    uint64_t *pattern; /* of each word: the piece in every cell */
    uint32_t count;    /* of boxes */
    struct few_box_targets targets[FEW_MOST_BOX_GOALS];
};

struct few_boxes {
    struct few_bound bound;
    struct few_arena arena; /* of all that follows */
    uint64_t *low, *high;   /* of each word: the low bits and the top bit of every cell, as few_match wants them */
    uint32_t *cell;         /* of each word and place of a top bit: which cell it is */
    struct few_box_kind kind[FEW_MOST_BOX_KINDS];
    uint32_t kinds, goals, scale;
    uint32_t width; /* of a field */
};

extern const struct few_bound_kind few_boxes_kind;

/* For cells in fields of one width; without kinds or goals as yet. NULL: no memory. */
struct few_boxes *few_boxes_create(struct few_memory *memory, uint32_t words, const struct few_field *field, uint32_t cells);

/* One more kind: so many pieces of that value. NULL: no memory. */
struct few_box_kind *few_boxes_add(struct few_boxes *boxes, uint32_t value, uint32_t count);

/* The cells of the boxes of a kind; there is room for `count` of them. false: there are not as many. */
bool few_boxes_read(const struct few_boxes *boxes, uint32_t kind, const uint64_t *state, uint32_t *cells);

/* The lowest sum of one place for each row, no place twice: cost[row[i] * places + place]. There are at most FEW_MOST_BOXES rows, and not more
 * than places. */
int64_t few_assign(const int32_t *cost, const uint32_t *row, uint32_t rows, uint32_t places);

#endif
