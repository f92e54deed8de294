/* Where the pieces of a state come from, read off the state. Cells are *points*, and points that stay together are *blocks*, each with its
 * points in an order that moves keep. The contents of a block, in that order, are looked up: which points of the first state hold the same. So
 * a piece with the colours white, green, red is the corner that has them, and how it lies is known as well. Points of the first state that cannot
 * be told from each other in this way are *alike*, and one of them stands for all. */
#ifndef FEW_STATE_HOMES_H
#define FEW_STATE_HOMES_H

#include "base/memory.h"
#include "state/field.h"

enum {
    FEW_HOME_POINTS = 128,
    FEW_HOME_BLOCK = 8, /* points of a block, at most */
};

/* A slot of an open hash table. */
struct few_home {
    uint64_t contents;
    uint8_t kind; /* of the block, plus one; 0: an empty slot */
    uint8_t point[FEW_HOME_BLOCK];
};

struct few_homes {
    struct few_memory *memory;
    struct few_field field[FEW_HOME_POINTS]; /* of each point */
    uint32_t points, blocks;
    uint8_t order[FEW_HOME_POINTS];     /* the points of all blocks, one block after the other */
    uint8_t first[FEW_HOME_POINTS + 1]; /* of each block, in `order` */
    uint8_t kind[FEW_HOME_POINTS];      /* of each block: those of one kind can be in each other's place */
    unsigned width;                     /* bits that a content takes */
    struct few_home *slots;
    uint32_t mask;
};

/* Room for that many contents of blocks, none of them there yet. false: no memory. */
bool few_homes_init(struct few_homes *homes, struct few_memory *memory, uint32_t contents);
void few_homes_free(struct few_homes *homes);

/* The slot of these contents; *is_new: its points are to be filled in. */
struct few_home *few_homes_add(struct few_homes *homes, uint8_t kind, uint64_t contents, bool *is_new);

/* home[p] is the point of the first state that the content of p comes from, or one that is alike. false: no state that can be reached
 * from the first one has such contents. */
bool few_homes_read(const struct few_homes *homes, const uint64_t *state, uint8_t *home);

#endif
