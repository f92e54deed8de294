/* What pattern databases of a puzzle whose moves only permute are made of. A *view* is a labelling of the pieces that can be read off a state
 * (facts/pieces.h); what moves make of its labels is a coordinate (facts/coordinates.h). A *product* is some views side by side: the
 * distances of its combinations to that of a goal are a pattern database.
 *
 *     positions     of all blocks of an orbit, or of as many as a coordinate has room for, all others being the same
 *     turns         how the points of the blocks lie, whichever blocks these are
 *
 * Positions go together with the turns of their orbit, or, where there are none, with other positions; and small products with each other, as long as there
 * is room. Which are taken is a matter of taste: any labels would do. */
#ifndef FEW_FACTS_VIEWS_H
#define FEW_FACTS_VIEWS_H

#include "facts/pieces.h"

enum {
    FEW_MOST_VIEWS = FEW_MOST_COORDINATES,
    FEW_MOST_PRODUCTS = 12,
    FEW_PRODUCT_VIEWS = 4,
};

struct few_view {
    uint8_t labels[FEW_GROUP_POINTS]; /* 0: of another orbit */
    uint32_t size;                    /* arrangements that moves make of them */
};

struct few_view_product {
    uint32_t views[FEW_PRODUCT_VIEWS], count;
    uint64_t size;   /* combinations */
    uint64_t states; /* those that moves come to */
};

struct few_views {
    struct few_view view[FEW_MOST_VIEWS];
    uint32_t count;
    struct few_view_product product[FEW_MOST_PRODUCTS];
    uint32_t products;
};

/* Products of up to so many combinations each. There may be none. false: stopped. */
bool few_views_find(struct few_views *views, const struct few_pieces *pieces, const struct few_orbit *orbit, struct few_memory *memory,
                    const struct few_coordinates *moves, uint64_t most);

#endif
