/* What the handle of a walk is made of. */
#ifndef FEW_API_EXPLORATION_H
#define FEW_API_EXPLORATION_H

#include "api/handle.h"
#include "search/explore.h"

enum { FEW_EXPLORE_GOALS = 1 << 22 }; /* that a walk may begin from, at most */

struct fewest_exploration {
    struct few_memory memory;
    fewest_puzzle *puzzle;
    struct few_model *model;
    fewest_explore_options options;
    fewest_status status;
    fewest_limit limit;
    fewest_statistics statistics;
    struct few_list layers; /* fewest_layer */
    struct few_watch watch;
    struct few_exploration result;
    double started;
    char **texts; /* of the farthest states, made when they are asked for */
    size_t *text_bytes;
};

#endif
