/* Drawing states at random, without regard to how their distances came to be known: from a table that is there, or from
 * one made for the purpose, the same seed draws the same states. */
#ifndef FEW_API_SAMPLE_H
#define FEW_API_SAMPLE_H

#include "search/layers/table.h"

struct few_sample {
    struct few_table *table;
    struct few_watch *watch;
    uint64_t seed;
    uint64_t depth; /* UINT64_MAX: any up to `within` */
    uint64_t within;
    size_t wanted;
    bool unique;
    struct few_list states; /* what was drawn */
    struct few_list depths; /* uint64_t */
    bool gave_up;           /* there may be more than were drawn */
    bool met_empty;         /* the empty string would be one of them */
};

/* The empty string cannot be written as a start. */
static inline bool few_state_is_empty(const struct few_space *space, const uint64_t *state) {
    bool empty = space->zero_is_empty;
    for (uint32_t w = 0; w < space->words && empty; w++)
        empty = state[w] == 0;
    return empty;
}

/* The same, and it is noted. */
bool few_sample_is_empty(struct few_sample *sample, const struct few_space *space, const uint64_t *state);

/* How many states there are at a depth; how many are in question. */
uint64_t few_sample_layer(const struct few_table *table, uint64_t depth);
uint64_t few_sample_size(const struct few_sample *sample);

/* Whether states are drawn by rank: where enough of the ranks are in question, and few enough of these are wanted. */
bool few_sample_by_rank(const struct few_sample *sample);

/* Whether a state is one of those in question, and how far it is from the goal. */
bool few_sample_has(const struct few_sample *sample, const uint64_t *state, uint64_t *depth);

/* By rank. FEW_RUNNING: *enough says whether all that were wanted have been found; if not, the rest is to be drawn from
 * a list. */
enum few_end few_sample_ranks(struct few_sample *sample, bool *enough);

/* From a list of all that are in question, whose order is changed. Those that were drawn already are left out. */
enum few_end few_sample_list(struct few_sample *sample, struct few_list *all);

#endif
