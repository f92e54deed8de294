/* The distance of every state to the goal, kept: afterwards any start is answered by walking down the distances. */
#ifndef FEW_SEARCH_TABLE_H
#define FEW_SEARCH_TABLE_H

#include "search/side.h"

struct few_table {
    struct few_watch watch;
    struct few_side side;
    uint64_t depth; /* of the state that is furthest from a goal */
};

/* Searches back from all goals until nothing is left. Needs predecessors, listed goals, moves of cost 1. `watch` is
 * copied. FEW_SOLVED: *table is ready, to be freed; otherwise why it stopped, and there is nothing to free. */
enum few_end few_table_build(struct few_table *table, const struct few_problem *problem, const struct few_watch *watch);
void few_table_free(struct few_table *table);

/* As the searches in search.h, without searching. */
enum few_end few_table_answer(struct few_table *table, const struct few_problem *problem, struct few_watch *watch,
                              size_t list, bool count, struct few_ways *ways);

#endif
