/* Layers that were explored on disk, and stay there: runs of keys (search/disk/run_file.h), all in one file. */
#ifndef FEW_SEARCH_EXPLORE_RUNS_H
#define FEW_SEARCH_EXPLORE_RUNS_H

#include "search/disk/run_file.h"

struct few_kept_runs {
    struct few_disk_file file;
    struct few_list layers; /* struct few_run_file, of each layer that was found */
};

void few_kept_runs_init(struct few_kept_runs *runs, struct few_memory *memory);
/* The file stays, if it has a name: few_disk_drop is for that. */
void few_kept_runs_free(struct few_kept_runs *runs);

#endif
