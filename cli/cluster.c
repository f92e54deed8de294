#include "cli/cluster.h"

bool join_cluster(fewest_cluster **cluster, fewest_error *error) {
    *cluster = NULL;
    return !fewest_cluster_is_started() || (*cluster = fewest_cluster_join(error)) != NULL;
}
