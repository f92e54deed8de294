/* What the files that make pattern databases by coordinates (bound/coordinate_tables.h) share. */
#ifndef FEW_BUILD_COORDINATE_BUILD_H
#define FEW_BUILD_COORDINATE_BUILD_H

#include "bound/coordinate_tables.h"
#include "build/build.h"

/* One database to be filled. */
struct few_filling {
    struct few_coordinate_table *table; /* its coordinates are set */
    const struct few_coordinates *all;  /* of all coordinates of the bound, with the moves backward */
    const uint16_t (*goals)[FEW_TABLE_COORDINATES]; /* their values */
    size_t goal_count;
    const struct few_puzzle *puzzle; /* for what is said of it */
    struct few_memory *memory;
    struct few_work *work;
    uint64_t most_layer; /* a layer of more states is not expanded */
    uint64_t most_bytes; /* for the entries */
    uint64_t states;     /* that were found, … */
    double sum;          /* … and of all combinations that moves come to: the sum of their entries */
    uint64_t reachable;  /* how many these are */
};

/* Fills the entries. false: no memory, or asked to stop. */
bool few_coordinate_fill(struct few_filling *filling);

#endif
