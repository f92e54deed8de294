/* A run: any work in a puzzle that takes time. The one place with its limits, its watch, what a progress function is given,
 * and what an end means in words. */
#ifndef FEW_API_RUN_H
#define FEW_API_RUN_H

#include "api/handle.h"

struct few_run {
    fewest_puzzle *puzzle;
    struct few_memory *memory;  /* what the work takes is taken from: its own, or the puzzle's */
    fewest_limits limits;
    const char *word;           /* what is done, for people: "bfs", "table", … */
    const char *store;          /* how states are remembered, where the watch does not say */
    const double *expected_end; /* on few_now's clock; NULL: not known */
    bool keeps_layers;          /* those that are finished become a part of the statistics */
    bool starts_anew;           /* an exploration may start over: layer 0 is then the first again */
    struct few_list layers;     /* fewest_layer */
    double started;
    size_t budget;              /* of puzzle and work together */
    size_t budget_before;       /* of the puzzle, when the work began */
    struct few_watch watch;
    fewest_statistics statistics; /* as few_run_measure found them */
};

/* The clock begins. The limits have been read. */
void few_run_init(struct few_run *run, fewest_puzzle *puzzle, const fewest_limits *limits, const char *word);

/* The work begins, in memory of its own, which gets what the limit leaves beside the puzzle and `taken` bytes; or in that
 * of the puzzle, which then has a budget until few_run_end. The watch has all limits; a search may set more of it. */
void few_run_begin(struct few_run *run, struct few_memory *own, size_t taken);
void few_run_set_budget(struct few_run *run, size_t taken); /* once more, after the puzzle's memory changed */
void few_run_begin_inside(struct few_run *run);
/* The puzzle's memory is as before; an error that came of the budget says so. */
void few_run_end_inside(struct few_run *run, struct few_error *error);

/* Fills the statistics with what was done till now. */
void few_run_measure(struct few_run *run);
/* Does so, and asks the progress function, which there must be, whether to go on. */
bool few_run_ask(struct few_run *run);

/* What an end means to a person. true: FEW_RUNNING or FEW_SOLVED. `too_little` is what the memory was for: "for a distance
 * table". */
bool few_run_explain(enum few_end end, const char *too_little, struct few_error *error);

#endif
