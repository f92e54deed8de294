/* Puzzles in which every move exchanges one certain piece, the *blank*, of which there is one, with what stands in
 * another cell. Depth-first search on them needs no more than these tables. */
#ifndef FEW_FACTS_EXCHANGES_H
#define FEW_FACTS_EXCHANGES_H

#include "base/memory.h"
#include "state/field.h"

struct few_exchange {
    uint32_t move;
    uint8_t blank_shift, other_shift; /* of the fields, each in its word */
    uint8_t place;                    /* where the blank then is: index into first */
    uint8_t back;                     /* the same before */
};

enum { FEW_ANY_VALUE = 255 }; /* values are smaller */

struct few_exchanges {
    struct few_exchange *list; /* by place of the blank, then by move */
    uint32_t *first;           /* of each place, and one more */
    uint32_t count, places;
    uint32_t width;            /* of every field */
    uint32_t blank;            /* its packed value */
    uint32_t words;            /* of a state */
    struct few_field *field;   /* of each place */
    uint8_t *goal;             /* what is wanted in each place; FEW_ANY_VALUE: anything */
    uint64_t goal_mask, goal_want; /* the same, where a state is one word */
};

/* With room for that many exchanges and places, undefined as yet. NULL: no memory. */
struct few_exchanges *few_exchanges_create(struct few_memory *memory, uint32_t count, uint32_t places);
void few_exchanges_free(struct few_memory *memory, struct few_exchanges *exchanges); /* NULL is fine */

#endif
