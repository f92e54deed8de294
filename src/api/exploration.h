/* What the handle of an exploration is made of. */
#ifndef FEW_API_EXPLORATION_H
#define FEW_API_EXPLORATION_H

#include "api/run.h"
#include "search/explore/explore.h"

enum { FEW_EXPLORE_GOALS = 1 << 22 }; /* the most goals that an exploration may begin from */

struct fewest_exploration {
    struct few_memory memory;
    fewest_puzzle *puzzle; /* held */
    struct few_model *model;
    fewest_explore_options options;
    fewest_status status;
    fewest_limit limit;
    struct few_run run;
    struct few_exploration result;
    uint64_t needed;         /* bytes, of puzzle and exploration; 0: not known */
    struct few_texts texts;  /* of the farthest states */
};

#endif
