/* Distance tables that several processes build together (team/cluster.h): each explores its part of the states and keeps their distances
 * (search/explore/tags.h). The first one writes the file, which has the same bytes as that of one process, and takes what the others have as it
 * writes: no process ever has all of it. */
#ifndef FEW_BUILD_TABLE_SHARED_H
#define FEW_BUILD_TABLE_SHARED_H

#include "build/table_distances.h"
#include "search/explore/tags.h"
#include "team/cluster.h"

struct few_shared_table {
    struct few_table table; /* all but the distances; only the first process has the farthest states */
    struct few_watch *watch;
    const struct few_cluster *cluster;
    struct few_kept_tags tags;
    bool by_rank;            /* the file is */
    struct few_list entries; /* if it is not: our states in order, each with its tag behind it */
    size_t at, batch;        /* the next of these, and how many are given at once */
    struct few_mail mail;    /* to the first process, */
    struct few_list come;    /* which gathers these, */
    struct few_table_sink *sink; /* and writes there */
    uint64_t left;           /* bytes of the section */
    enum few_end end;        /* why it cannot be written, if a limit is why */
};

/* Explores back from the goals; all processes do it together. By hash, if the processes number states in different ways. FEW_SOLVED, or why it
 * stopped, the same for all; to be freed in any case. */
enum few_end few_shared_table_explore(struct few_shared_table *table, const struct few_problem *problem, struct few_watch *watch,
                                      const struct few_cluster *cluster, bool same_ranks);
/* All do it together; `write` is called by the first process, and writes a file with these sections. FEW_SOLVED; FEW_CONTRADICTION: see the *error of the
 * first one; or the limit that was reached. The same for all. */
typedef bool few_write_sections(void *context, const struct few_distances_sections *sections, struct few_error *error);
enum few_end few_shared_table_write(struct few_shared_table *table, few_write_sections *write, void *context, struct few_error *error);
void few_shared_table_free(struct few_shared_table *table);

#endif
