/* The rankings of one group; each is a file of its own, made where it fits and left alone where not.
 * `create` gives NULL where this ranking does not fit the group (or memory is short: the next one is tried, and
 * the plain one at the end needs next to nothing). */
#ifndef FEW_STATE_RANK_GROUP_H
#define FEW_STATE_RANK_GROUP_H

#include "state/rank.h"

struct few_group {
    const struct few_group_functions *run;
    struct few_memory *memory;
    uint32_t words; /* of a state */
    uint64_t size;  /* number of ranks */
};

struct few_group_functions {
    const char *name;
    /* adds scale * rank of each state to ranks[i] */
    void (*rank)(const struct few_group *group, const uint64_t *states, size_t count, uint64_t scale,
                 uint64_t *ranks);
    /* puts the values of each rank into its state; quickest where ranks ascend */
    void (*unrank)(const struct few_group *group, const uint64_t *ranks, size_t count, uint64_t *states);
    void (*free)(struct few_group *group);
};

/* choose[k * (cells + 1) + p] = C(p, k + 1) for k < rows, p <= cells, in a table of zeros: C(p, k + 1) = C(p - 1, k + 1) + C(p - 1, k) */
static inline void few_fill_choose(uint64_t *choose, uint32_t rows, uint32_t cells) {
    for (uint32_t k = 0; k < rows; k++) {
        uint64_t *row = choose + (size_t)k * (cells + 1);
        const uint64_t *above = k ? row - (cells + 1) : NULL;
        for (uint32_t p = 1; p <= cells; p++)
            row[p] = row[p - 1] + (above ? above[p - 1] : 1);
    }
}

/* Table look-ups on two to four chunks of the packed word: the fastest where the tables are small. */
struct few_group *few_group_split(struct few_memory *memory, uint32_t words, const struct few_rank_group *group);
/* Two kinds of value, one of them rare: a sum of binomial coefficients over the places of the rare one. */
struct few_group *few_group_binomial(struct few_memory *memory, uint32_t words,
                                     const struct few_rank_group *group);
/* All values different: Lehmer code by popcount. */
struct few_group *few_group_lehmer(struct few_memory *memory, uint32_t words, const struct few_rank_group *group);
/* One value fills most cells: the set of the other cells, and what stands there. */
struct few_group *few_group_sparse(struct few_memory *memory, uint32_t words, const struct few_rank_group *group);
/* Any multiset, cell by cell. */
struct few_group *few_group_plain(struct few_memory *memory, uint32_t words, const struct few_rank_group *group);
/* A digit for each field. */
struct few_group *few_group_digits(struct few_memory *memory, uint32_t words, const struct few_rank_group *group);

#endif
