/* Puzzles in which every move exchanges one certain piece, the *blank*, of which there is one, with what stands in
 * another cell. Depth-first search on them needs no more than these tables. */
#ifndef FEW_FACTS_EXCHANGES_H
#define FEW_FACTS_EXCHANGES_H

#include "base/memory.h"

struct few_exchange {
    uint32_t move;
    uint8_t blank_shift, other_shift; /* of the fields in the (single) word */
    uint8_t place;                    /* where the blank then is: index into first */
    uint8_t back;                     /* the same before */
};

struct few_exchanges {
    struct few_exchange *list; /* by place of the blank, then by move */
    uint32_t *first;           /* of each place, and one more */
    uint32_t count, places;
    uint32_t width;            /* of every field */
    uint32_t blank;            /* its packed value */
    uint8_t *shift;            /* of each place's field */
    uint64_t goal_mask, goal_want;
};

/* With room for that many exchanges and places, undefined as yet. NULL: no memory. */
struct few_exchanges *few_exchanges_create(struct few_memory *memory, uint32_t count, uint32_t places);
void few_exchanges_free(struct few_memory *memory, struct few_exchanges *exchanges); /* NULL is fine */

#endif
