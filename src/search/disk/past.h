/* The layers before the present one, as runs, of which nothing is to be found anew. Where every move can be undone, that is the one before; else all of
 * them, and those of like size are merged, so that there are few. */
#ifndef FEW_SEARCH_DISK_PAST_H
#define FEW_SEARCH_DISK_PAST_H

#include "search/disk/merge_runs.h"

struct few_past {
    struct few_list runs; /* struct few_run_file */
    bool keeps_all;
};

void few_past_init(struct few_past *past, struct few_memory *memory, bool keeps_all);
/* Files that have names stay. */
void few_past_close(struct few_past *past);
/* They are not needed any more. */
void few_past_drop(struct few_past *past, struct few_disk *disk);

/* A layer belongs to the past. false: no memory, and nothing has changed. */
bool few_past_add(struct few_past *past, struct few_disk *disk, const struct few_run_file *layer);
/* Merges those of like size. */
enum few_end few_past_tidy(struct few_past *past, struct few_merge *merge);
/* Writes them and the present layer to `others`, which has room for FEW_SORTER_MOST; returns how many these are. */
size_t few_past_with(const struct few_past *past, const struct few_run_file *layer, const struct few_run_file **others);

#endif
