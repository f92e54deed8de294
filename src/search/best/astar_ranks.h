/* A* where a state is its own rank and every move costs 1, as on a grid: what is known of a state is one number in an array. */
#ifndef FEW_SEARCH_ASTAR_RANKS_H
#define FEW_SEARCH_ASTAR_RANKS_H

#include "search/search.h"

/* Whether it serves: the bound must be consistent, and nobody wants to see the states one by one. */
bool few_astar_ranks_fits(const struct few_problem *problem, const struct few_watch *watch);

/* Finds one solution. */
enum few_end few_astar_ranks(const struct few_problem *problem, struct few_watch *watch, struct few_solutions *solutions);

#endif
