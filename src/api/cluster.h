/* Where processes share a puzzle, each of them does the same; what may go wrong in one of them only, all must know before they go on. */
#ifndef FEW_API_CLUSTER_H
#define FEW_API_CLUSTER_H

#include <fewest/cluster.h>

#include "base/error.h"
#include "search/search.h"
#include "team/cluster.h"

/* Whether it is good in all processes; if not, *error becomes that of the first one where it is not. */
bool few_agree(const fewest_puzzle *puzzle, bool good, struct few_error *error);
/* FEW_RUNNING, if it is in all processes. */
enum few_end few_agree_on_end(const fewest_puzzle *puzzle, enum few_end end);

/* Whether all processes have the same puzzle and begin from the same states; if so, whether they number states in the same way, which may
 * depend on the memory that there is. false: see *error. */
bool few_agree_on_puzzle(const fewest_puzzle *puzzle, const struct few_problem *problem, bool *same_ranks, struct few_error *error);

#endif
