/* The other processes, where mpirun or the like started several. They all do the same; the first one speaks for all. */
#ifndef CLI_CLUSTER_H
#define CLI_CLUSTER_H

#include "cli/commands.h"

#include <fewest/cluster.h>

/* *cluster is NULL where there are no others. All must have been called with the same command and options, but for limits and the names of
 * files. false: see *error. */
bool join_cluster(const struct command *command, const void *settings, bool has_operands, fewest_cluster **cluster, fewest_error *error);

/* What starts them, before a command: "mpirun -n 4 ", or nothing. */
struct starter {
    char text[32];
};
struct starter mpirun_of(const fewest_cluster *cluster);

/* A checkpoint is written, whatever signal comes; if this process is one of several that mpirun ends because another one was lost, there is no
 * time for a report, and it says how to go on. */
void promise_way_on(const fewest_cluster *cluster, const char *command, const char *kept);

/* Whether this process prints, and writes files. */
static inline bool speaks(const fewest_cluster *cluster) {
    return fewest_cluster_number(cluster) == 0;
}

#endif
