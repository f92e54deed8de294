/* *Dead cells*: where a box must not stand, because it comes to no target from there (bound/boxes.h). The bound of a state with a box in a dead cell says that
 * no goal can be reached, that of any other is 0. It costs next to nothing to look up, so that searches without a bound can leave such states out. */
#ifndef FEW_BOUND_DEAD_CELLS_H
#define FEW_BOUND_DEAD_CELLS_H

#include "bound/bound.h"
#include "state/field.h"

struct few_dead_cells {
    struct few_bound bound;
    uint32_t kinds, room; /* of boxes */
    uint64_t *low;      /* of each word: the low bits of every cell, as few_match wants them */
    uint64_t *patterns; /* of each kind and word: the piece in every cell */
    uint64_t *dead;     /* of each kind and word: the top bits of its dead cells */
};

/* For so many kinds at most, none as yet, of cells in fields of one width. NULL: no memory. */
struct few_dead_cells *few_dead_cells_create(struct few_memory *memory, uint32_t words, const struct few_field *field, uint32_t cells, uint32_t kinds);

/* One more kind: pieces of that value; is_dead[cell] of each of these cells. */
void few_dead_cells_add(struct few_dead_cells *cells, const struct few_field *field, uint32_t count, uint32_t value, const bool *is_dead);

#endif
