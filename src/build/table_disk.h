/* Distance tables that do not fit into memory: their layers are explored on disk (search/disk/kept_runs.h), and the file is then made of these
 * part by part, with the same bytes as in memory. */
#ifndef FEW_BUILD_TABLE_DISK_H
#define FEW_BUILD_TABLE_DISK_H

#include "build/table_distances.h"
#include "search/explore/explore.h"
#include "search/disk/kept_runs.h"

struct few_disk_table {
    struct few_table table; /* all but the distances */
    struct few_watch *watch;
    struct few_disk *disk;
    struct few_kept_runs runs;
    bool by_rank;           /* keys are ranks; else states */
    size_t part;            /* bytes that are made at once; 0: as many as there is memory for */
    enum few_end end;       /* why it could not be made */
};

/* Explores back from the goals, as few_table_build does. The keeper writes checkpoints, or goes on from one; NULL: there are none. FEW_SOLVED, or why it
 * stopped; to be freed in any case. */
enum few_end few_disk_table_explore(struct few_disk_table *table, const struct few_problem *problem, struct few_watch *watch, struct few_disk *disk,
                                    struct few_keeper *keeper);
/* As few_distances_arrange. While the sections are written, table->end says what went wrong, if that is not in errno. */
bool few_disk_table_arrange(struct few_disk_table *table, struct few_distances_sections *sections, struct few_error *error);
/* The table is written: its files go. */
void few_disk_table_drop(struct few_disk_table *table);
void few_disk_table_free(struct few_disk_table *table);

#endif
