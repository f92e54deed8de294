/* Rows of an exploration by coordinates (search/explore/coordinate_rows.h) that are the same by symmetry (facts/coordinate_maps.h). A symmetry takes a
 * whole row to one other row, and there each column to another by one table. It takes layers onto themselves. So of each class of rows only the first
 * is kept; what is in another one follows from it, column by column, and counts of states are multiplied by the rows of the class. */
#ifndef FEW_SEARCH_ROW_CLASSES_H
#define FEW_SEARCH_ROW_CLASSES_H

#include "facts/coordinates.h"

struct few_row_classes {
    struct few_memory *memory;
    uint32_t rows, count;    /* all rows, and classes of them */
    uint32_t columns, maps;  /* maps: but for the one that changes nothing */
    uint32_t *class_of;      /* of each row */
    uint8_t *map_of;         /* of each row: the map that takes the first one of its class there; 0: it is that */
    uint32_t *first;         /* row of each class */
    uint8_t *size;           /* rows of each class */
    uint16_t *to, *back;     /* of each map, from 1: where it takes a column, and where from */
};

/* NULL: there are no symmetries, or no memory to spare for them. */
struct few_row_classes *few_row_classes_find(const struct few_coordinates *coordinates, struct few_memory *memory);
void few_row_classes_free(struct few_row_classes *classes); /* NULL is fine */

/* Where a map takes the columns of a row, and where from; NULL: it changes nothing. */
static inline const uint16_t *few_class_to(const struct few_row_classes *classes, uint32_t map) {
    return map ? classes->to + (size_t)(map - 1) * classes->columns : NULL;
}

static inline const uint16_t *few_class_back(const struct few_row_classes *classes, uint32_t map) {
    return map ? classes->back + (size_t)(map - 1) * classes->columns : NULL;
}

#endif
