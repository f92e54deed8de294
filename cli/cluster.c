#include "cli/cluster.h"

#include "cli/progress.h"

#include <stdio.h>

/* Control-C may take as long as what was found takes to be written; once more ends it at once. */
enum { KEEPING_SECONDS = 3600 };

bool join_cluster(fewest_cluster **cluster, fewest_error *error) {
    *cluster = NULL;
    return !fewest_cluster_is_started() || (*cluster = fewest_cluster_join(error)) != NULL;
}

struct starter mpirun_of(const fewest_cluster *cluster) {
    struct starter starter = {""};
    if (cluster)
        snprintf(starter.text, sizeof starter.text, "mpirun -n %u ", fewest_cluster_size(cluster));
    return starter;
}

void promise_way_on(const fewest_cluster *cluster, const char *command, const char *kept) {
    if (!kept)
        return;
    allow_after_signal(KEEPING_SECONDS);
    if (cluster)
        say_at_signal(kept, "fewest: told to end; continue from the last checkpoint with: %sfewest %s --resume %s\n", mpirun_of(cluster).text, command, kept);
}
