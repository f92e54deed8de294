/* Symmetries that take each coordinate (facts/coordinates.h) to one of them, the last one to itself: a bijection of the moves, and for each coordinate a map
 * of its values onto those of the one that it is taken to, value 0 to value 0, so that
 *
 *     the map of (where move m leads from value v) = where the image of move m leads from (the map of v)
 *
 * for every move and every value of every coordinate. The first state, all of whose values are 0, then stays where it is, and a state
 * and its image are equally far from it. This is all that is asked for, and all of it is proved on the tables, entry by entry: nothing is assumed
 * about boards or pieces. Symmetries that mix coordinates, such as those that turn a cube over, are not among these. */
#ifndef FEW_FACTS_COORDINATE_MAPS_H
#define FEW_FACTS_COORDINATE_MAPS_H

#include "facts/coordinates.h"

enum { FEW_MOST_COORDINATE_MAPS = 127 };

struct few_coordinate_maps {
    struct few_memory *memory;
    uint32_t count;  /* maps, but for the one that changes nothing */
    uint32_t values; /* of all coordinates, added up */
    uint8_t image[FEW_MOST_COORDINATE_MAPS][FEW_MOST_COORDINATES]; /* of each map: which coordinate it takes each one to */
    uint16_t *to;    /* of each map: where it takes the values of the first coordinate, then those of the second, … */
};

/* All of them, or those that follow from what was found with `work` entries of tables looked at. false: no memory. To be released in any case. */
bool few_coordinate_maps_find(struct few_coordinate_maps *maps, const struct few_coordinates *coordinates, struct few_memory *memory,
                              uint64_t work);
void few_coordinate_maps_release(struct few_coordinate_maps *maps);

/* Where a map takes the values of the n-th coordinate. */
const uint16_t *few_coordinate_map(const struct few_coordinate_maps *maps, const struct few_coordinates *coordinates, uint32_t map, uint32_t n);

#endif
