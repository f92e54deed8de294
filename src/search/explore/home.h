/* Which process a state belongs to, by hash: by some of its bits, those that few moves change, so that most moves stay at home. Any bits will do for the
 * result; these are chosen by a random walk through the space. */
#ifndef FEW_SEARCH_EXPLORE_HOME_H
#define FEW_SEARCH_EXPLORE_HOME_H

#include "search/explore/explore.h"
#include "team/cluster.h"

struct few_home {
    uint64_t seed;
    uint64_t mask[FEW_MAX_WORDS];
};

static inline uint32_t few_home_of(const struct few_home *home, const uint64_t *state, size_t words, unsigned processes) {
    uint64_t mixed = home->seed;
    for (size_t i = 0; i < words; i++) {
        const uint64_t bits = state[i] & home->mask[i];
        mixed = (mixed ^ bits ^ bits >> 31) * UINT64_C(0xff51afd7ed558ccd);
    }
    return (uint32_t)((mixed >> 24 & 0xffffff) * processes >> 24); /* processes * fraction, without a division */
}

/* All processes get the same. */
void few_home_choose(struct few_home *home, const struct few_problem *problem, struct few_watch *watch, const struct few_exploration *result);

#endif
