/* Successors towards known states. An *aim* is a set of states that a search wants to get to, together with a lower
 * bound on how many moves are left to the nearest of them. The bound is consistent: one move changes it by one at most.
 * It costs so little that only those successors need be written whose bound lies where the search wants it.
 *
 * There is room for two aims, one for each end of a search. Only for spaces whose moves can be undone and cost 1. */
#ifndef FEW_SPACE_AIM_H
#define FEW_SPACE_AIM_H

#include <stddef.h>
#include <stdint.h>

struct few_memory;
struct few_aims;

/* A bound of this and more: there is no solution. */
#define FEW_AIM_FAR 255

struct few_aims_functions {
    /* The aim of that side is these states from now on. */
    void (*set)(struct few_aims *aims, unsigned side, const uint64_t *states, size_t count);
    uint32_t (*bound)(const struct few_aims *aims, unsigned side, const uint64_t *state);
    /* As the successors of the space, but only those with a bound of low .. high. */
    size_t (*successors)(const struct few_aims *aims, unsigned side, const uint64_t *states, size_t count, uint32_t low,
                         uint32_t high, uint64_t *next);
    void (*free)(struct few_aims *aims);
};

/* The first member of a larger struct which its functions know: one block of `bytes`. */
struct few_aims {
    const struct few_aims_functions *run;
    struct few_memory *memory;
    size_t bytes;
};

#endif
