/* Perfect hashes of packed states, found from what the rules conserve.
 *
 * A state is cut into groups of fields. The rank of a state is the mixed-radix number of its groups' ranks,
 * the last group being the fastest digit:
 *
 *     rank = (rank_0 * size_1 + rank_1) * size_2 + rank_2 …
 *
 * A group is either *arranged* (its values are always the same multiset, in some order: there are
 * n! / (c_0! c_1! …) arrangements) or *free* (every field has a digit of its own). */
#ifndef FEW_STATE_RANK_H
#define FEW_STATE_RANK_H

#include "base/memory.h"
#include "state/field.h"

struct few_rank_group {
    const struct few_field *fields;
    uint32_t count;
    /* arranged: how often each value 0 .. values - 1 stands in the group; else NULL */
    const uint32_t *counts;
    uint32_t values;
    /* free: for each field the number of its values and the digit of each value (digits[f][value], or
     * NULL where the value is the digit) */
    const uint32_t *radix;
    const uint32_t *const *digits;
};

struct few_ranking;

/* NULL with *too_many set where there are more than 2^62 states; NULL without it: no memory. The groups'
 * arrays are copied. */
struct few_ranking *few_ranking_create(struct few_memory *memory, uint32_t words,
                                       const struct few_rank_group *groups, uint32_t group_count,
                                       bool *too_many);
void few_ranking_free(struct few_ranking *ranking);

uint64_t few_ranking_size(const struct few_ranking *ranking);
uint32_t few_ranking_words(const struct few_ranking *ranking); /* of a state */
const char *few_ranking_name(const struct few_ranking *ranking); /* how it ranks, for people */
void few_rank(const struct few_ranking *ranking, const uint64_t *states, size_t count, uint64_t *ranks);
void few_unrank(const struct few_ranking *ranking, const uint64_t *ranks, size_t count, uint64_t *states);

/* n! / (counts[0]! counts[1]! …) with n the sum of the counts; 0 where it exceeds 2^62. */
uint64_t few_arrangements(const uint32_t *counts, uint32_t values);

#endif
