/* What the two files of fewest_generate share. */
#ifndef FEW_API_GENERATE_H
#define FEW_API_GENERATE_H

#include "api/run.h"
#include "api/sample.h"

struct few_generator {
    fewest_puzzle *puzzle;
    fewest_generate_options options;
    struct few_run run;
    struct few_sample sample;
    struct few_table own; /* made for the purpose */
    uint64_t within;      /* longer solutions do not count; UINT64_MAX: all do */
    char reason[128];
};

/* Says that no state meets the goal; always false. */
bool few_generator_has_no_goal(struct few_generator *g, struct few_error *error);

/* In spaces that are too large to explore: by random walks, to sample.states. */
bool few_generate_walks(struct few_generator *g, struct few_error *error);

#endif
