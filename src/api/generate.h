/* What the two files of fewest_generate share. */
#ifndef FEW_API_GENERATE_H
#define FEW_API_GENERATE_H

#include "api/handle.h"
#include "api/sample.h"

struct few_generator {
    fewest_puzzle *puzzle;
    fewest_generate_options options;
    double started;
    size_t budget;
    struct few_watch watch;
    struct few_sample sample;
    struct few_table own; /* made for the purpose */
    uint64_t within;      /* longer solutions do not count; UINT64_MAX: all do */
    fewest_status status; /* where it fails */
    char reason[96];
};

/* Says that no state meets the goal; always false. */
bool few_generator_has_no_goal(struct few_generator *g, struct few_error *error);

/* What an end of a search means for it: true where it is to go on. */
bool few_generator_ended(struct few_generator *g, enum few_end end, struct few_error *error);

/* In spaces that cannot be walked whole: by random walks, to sample.states. */
bool few_generate_walks(struct few_generator *g, struct few_error *error);

#endif
