/* The searches there are: what each is called, what it needs of a problem, and what runs it. Whoever chooses, compares or
 * tests searches reads this table. */
#ifndef FEW_SEARCH_SEARCHES_H
#define FEW_SEARCH_SEARCHES_H

#include "search/search.h"

enum few_need {
    FEW_NEEDS_EQUAL_COSTS = 1, /* every move costs 1 */
    FEW_NEEDS_SMALL_COSTS = 2, /* none costs more than FEW_SMALL_COST: there is a row for each sum */
    FEW_NEEDS_BACKWARD = 4,    /* moves can be inverted */
    FEW_NEEDS_GOALS = 8,       /* all goals are listed */
    FEW_NEEDS_TABLE = 16,      /* the distances of all states are known */
    FEW_USES_BOUND = 32,       /* a lower bound is of use; without one it is slower */
    FEW_FINDS_ONE = 64,        /* one shortest solution, not their number */
};
enum { FEW_SMALL_COST = 1000 };

struct few_search {
    const char *word;
    unsigned needs; /* of enum few_need */
    enum few_end (*run)(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                        struct few_solutions *solutions);
};

enum { FEW_BFS, FEW_BIDIRECTIONAL, FEW_ASTAR, FEW_IDASTAR, FEW_DIJKSTRA, FEW_TABLE, FEW_SEARCHES };
extern const struct few_search few_searches[FEW_SEARCHES];

/* What the problem lacks for this search, in words; NULL: nothing. `all`: all shortest solutions are to be counted. */
const char *few_search_lacks(const struct few_search *search, const struct few_problem *problem, bool all);

#endif
