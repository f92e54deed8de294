/* The limits of one call, while a puzzle is read or compiled: the puzzle's memory has a budget and a stopper from the
 * first byte on, and is as before when the call ends. What a search has is few_watch. */
#ifndef FEW_API_SCOPE_H
#define FEW_API_SCOPE_H

#include "api/handle.h"

struct few_scope {
    fewest_puzzle *puzzle;
    struct few_stopper stopper, *stopper_before;
    size_t budget_before;
    fewest_progress *progress;
    void *context;
    double started;
};

/* Of the limits, memory, seconds, progress and its context count. NULL: those that the puzzle was loaded with. */
void few_scope_begin(struct few_scope *scope, fewest_puzzle *puzzle, const fewest_limits *limits);

/* `good` where nothing stopped the work; where a limit or the caller did, *error says which. */
bool few_scope_end(struct few_scope *scope, bool good, struct few_error *error);

/* After work that failed for want of memory: if it was a budget that refused it, *error says so. */
void few_tell_budget(const struct few_memory *memory, struct few_error *error);

#endif
