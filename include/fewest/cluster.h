/* libfewest: several processes that share an exploration, a search or the building of a distance table, on one machine or on many. Beside <fewest.h>, which it includes.
 *
 * The processes are started by mpirun, srun or the like. All of them run the same program, load the same puzzle and make the same calls in
 * the same order; each then has the whole result. MPI calls the number of a process its rank.
 *
 *     fewest_cluster *cluster = fewest_cluster_is_started() ? fewest_cluster_join(&error) : NULL;
 *     fewest_puzzle *puzzle = fewest_load("cube-2x2x2.few", &error);
 *     if (fewest_cluster_agree(cluster, puzzle != NULL, &error)) {
 *         fewest_share(puzzle, cluster);
 *         fewest_exploration *exploration = fewest_explore(puzzle, NULL, &error);
 *         …
 *     }
 *     fewest_cluster_leave(cluster);
 */
#ifndef FEWEST_CLUSTER_H
#define FEWEST_CLUSTER_H

#include <fewest.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Several processes --------------------------------------------------------------------------------------- */

typedef struct fewest_cluster fewest_cluster;

/* Whether this process was started by mpirun or the like as one of several, as the environment says. */
FEWEST_API bool fewest_cluster_is_started(void);

/* Joins the others, once in a process: this loads the part of the library that uses MPI, and starts MPI unless the program did.
 * NULL: see *error; the others then wait in vain, so the process must end, with a status that is not 0. */
FEWEST_API fewest_cluster *fewest_cluster_join(fewest_error *error);
/* The last call; MPI has ended then. It waits for the others. NULL is fine. */
FEWEST_API void fewest_cluster_leave(fewest_cluster *cluster);

FEWEST_API unsigned fewest_cluster_number(const fewest_cluster *cluster); /* of this process, from 0; of no cluster 0 */
FEWEST_API unsigned fewest_cluster_size(const fewest_cluster *cluster);   /* of no cluster 1 */

/* Whether all processes say true; all of them call it. If not, *error is that of the first one that says false, with its number and
 * its machine in front where that is another one. Without a cluster, `good` is returned. */
FEWEST_API bool fewest_cluster_agree(fewest_cluster *cluster, bool good, fewest_error *error);

/* Whether the value is the same in all processes; all of them call it. Without a cluster it is. A program may ask this of what it was told to do,
 * because processes that make different calls get wrong answers, or wait for each other for ever. */
FEWEST_API bool fewest_cluster_is_same(fewest_cluster *cluster, uint64_t value);

/* From now on fewest_explore and fewest_solve of this puzzle are shared by the processes of the cluster (NULL: by none), on one
 * thread of each, or on several by sets: explorations by sets, rank or hash, on disk without checkpoints; searches by FEWEST_BFS, which is the one that is
 * chosen, or FEWEST_BIDIRECTIONAL, where moves have no costs and can be inverted. options.any has no
 * effect: the first solution is found. So is fewest_table_build of a distance table, in memory and without checkpoints: the first process
 * writes the file. Limits are those of each process, but the number of states is that of all. The cluster must live as long as the
 * puzzle. */
FEWEST_API void fewest_share(fewest_puzzle *puzzle, fewest_cluster *cluster);

#ifdef __cplusplus
}
#endif

#endif
