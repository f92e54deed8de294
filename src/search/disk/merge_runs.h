/* Many runs become one: each key once, and without those that other runs hold; or only those. */
#ifndef FEW_SEARCH_DISK_MERGE_RUNS_H
#define FEW_SEARCH_DISK_MERGE_RUNS_H

#include "search/disk/run_file.h"
#include "search/search.h"

struct few_merge {
    struct few_disk *disk;
    struct few_watch *watch;
    uint32_t words;
    uint8_t *memory;  /* for buffers: FEW_RUN_BLOCK bytes for each run, and for the result */
    size_t buffers;   /* that there is room for */
    struct few_run_reader *readers; /* as many, and FEW_MERGE_LISTS; first those of the others */
    uint32_t *heap;                 /* likewise */
    struct few_run_writer writer;
    size_t others;
    bool within;
};

enum { FEW_MERGE_LISTS = 16 };

struct few_merge_job {
    const struct few_run_file *const *runs;
    size_t count;
    const struct few_run_file *const *others;
    size_t other_count;
    bool within;                /* only keys that one of the others holds; else those that none does */
    bool passes;                /* no checkpoint will refer to the result */
    struct few_disk_file *into; /* the result is written behind what is there; NULL: into a file of its own */
};

/* The most runs that can be merged at once, with so many others. */
size_t few_merge_most(const struct few_merge *merge, size_t others);
/* The same part by part, where runs are lists in memory: each has only keys behind those of the part before. Of the job, runs are not looked at. */
enum few_end few_merge_begin(struct few_merge *merge, const struct few_merge_job *job, struct few_run_file *result);
enum few_end few_merge_lists(struct few_merge *merge, const uint64_t *const *lists, const size_t *counts, size_t count);
enum few_end few_merge_end(struct few_merge *merge);
/* FEW_RUNNING: all of it is in *result. */
enum few_end few_merge_runs(struct few_merge *merge, const struct few_merge_job *job, struct few_run_file *result);

#endif
