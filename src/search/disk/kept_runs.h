/* Layers that stay on disk: runs of keys (run_file.h), all in one file. And how a checkpoint refers to runs: what is in them is there already, so that only
 * which files there are is written. */
#ifndef FEW_SEARCH_DISK_KEPT_RUNS_H
#define FEW_SEARCH_DISK_KEPT_RUNS_H

#include "search/disk/past.h"

struct few_kept_runs {
    struct few_disk_file file;
    struct few_list layers; /* struct few_run_file, of each layer that was found */
};

void few_kept_runs_init(struct few_kept_runs *runs, struct few_memory *memory);
/* The file stays, if it has a name: few_disk_drop is for that. */
void few_kept_runs_free(struct few_kept_runs *runs);

/* All runs that a checkpoint refers to. */
struct few_run_set {
    const struct few_space *space;
    struct few_disk *disk;
    bool by_rank;
    uint32_t words;             /* of a key */
    struct few_disk_file *file; /* that runs share; NULL: each has its own */
    struct few_list *lists[2];  /* struct few_run_file, in the file; NULL: there are no more */
    uint64_t counts[2];         /* to read: how many */
    struct few_run_file *layer; /* NULL: it is the last of a list */
    struct few_past *past;
};

/* All of them are on the disk. false: see disk->error. */
bool few_run_set_keep(const struct few_run_set *set);
void few_run_set_write(const struct few_run_set *set, struct few_out *out);
/* Into lists that are empty. false: see from->error, or disk->error, or memory was refused. */
bool few_run_set_read(const struct few_run_set *set, struct few_in *from);
/* After all was read: takes away what was written behind the checkpoint. */
void few_run_set_clean(const struct few_run_set *set);

#endif
