/* Pieces of a state whose moves only permute: which points move together, and where each piece of any state that can be reached comes from
 * (state/homes.h).
 *
 * Let t be the points of a block, in order, and T all tuples that moves make of it. What lies on the block in some state came from one tuple of
 * T, and shows its contents. Two tuples of the first state with the same contents cannot be told apart: so their points, one by one,
 * are *alike*. Labels that are equal where points are alike are thus a function of the state, whatever else is alike in it. */
#ifndef FEW_FACTS_PIECES_H
#define FEW_FACTS_PIECES_H

#include "facts/coordinates.h"
#include "state/homes.h"

struct few_pieces {
    struct few_homes homes;
    uint32_t points;
    uint8_t lowest[FEW_GROUP_POINTS]; /* point of the orbit of each point */
    uint8_t block[FEW_GROUP_POINTS];  /* the lowest point of the block of each point */
    uint8_t alike[FEW_GROUP_POINTS];  /* the lowest point that is alike */
};

/* Of coordinates->first, with its moves. false: no memory, or stopped; to be freed in any case. */
bool few_pieces_find(struct few_pieces *pieces, struct few_memory *memory, const struct few_coordinates *coordinates);
void few_pieces_free(struct few_pieces *pieces);

#endif
