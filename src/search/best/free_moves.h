/* Shortest solutions where some moves are free. Of solutions of the same cost those with the fewest free moves are the
 * shortest: so every path has two numbers, its cost and its free moves, of which the first counts more, and each move adds to one of
 * them. There are no circles on a shortest path then, and not endlessly many solutions. */
#ifndef FEW_SEARCH_FREE_MOVES_H
#define FEW_SEARCH_FREE_MOVES_H

#include "search/search.h"
#include "visited/nodes.h"

/* What a search by cost alone has found: every state on a path of least cost is a node with its distance, and the cost
 * is `total`. `closed` says of a node whether it may be such a state; NULL: all may. */
struct few_costs_found {
    const struct few_nodes *nodes;
    uint64_t total;
    bool (*closed)(const void *context, uint32_t node);
    const void *context;
};

/* Writes solutions as few_follow does. */
enum few_end few_follow_free(const struct few_problem *problem, struct few_watch *watch, const struct few_costs_found *found,
                             size_t list, bool count, struct few_solutions *solutions);

#endif
