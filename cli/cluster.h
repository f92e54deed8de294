/* The other processes, where mpirun or the like started several. They all do the same; the first one speaks for all. */
#ifndef CLI_CLUSTER_H
#define CLI_CLUSTER_H

#include <fewest/cluster.h>

/* *cluster is NULL where there are no others. false: see *error. */
bool join_cluster(fewest_cluster **cluster, fewest_error *error);

/* Whether this process prints, and writes files. */
static inline bool speaks(const fewest_cluster *cluster) {
    return fewest_cluster_number(cluster) == 0;
}

#endif
