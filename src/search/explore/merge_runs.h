/* Many runs become one: each key once, and without those that other runs hold. */
#ifndef FEW_SEARCH_EXPLORE_MERGE_RUNS_H
#define FEW_SEARCH_EXPLORE_MERGE_RUNS_H

#include "search/explore/run_file.h"
#include "search/search.h"

struct few_merge {
    struct few_disk *disk;
    struct few_watch *watch;
    uint32_t words;
    uint8_t *memory;  /* for buffers: FEW_RUN_BLOCK bytes for each run, and for the result */
    size_t buffers;   /* that there is room for */
    struct few_run_reader *readers; /* as many */
    uint32_t *heap;                 /* likewise */
};

/* The most runs that can be merged at once, with so many to be left out. */
size_t few_merge_most(const struct few_merge *merge, size_t without);
/* FEW_RUNNING: all of it is in *result. */
enum few_end few_merge_runs(struct few_merge *merge, const struct few_run_file *const *runs, size_t count,
                            const struct few_run_file *const *without, size_t without_count, struct few_run_file *result);

#endif
