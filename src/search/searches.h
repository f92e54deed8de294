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

typedef enum few_end few_search_function(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                         struct few_solutions *solutions);

struct few_search {
    const char *word;
    unsigned needs; /* of enum few_need */
    few_search_function *run;
};

/* A row for each: its number, its word, what it needs and what runs it. A new search is a file and a row here. */
#define FEW_SEARCH_TABLE(X) \
    X(FEW_BFS, "bfs", FEW_NEEDS_EQUAL_COSTS, few_search_bfs) \
    X(FEW_BIDIRECTIONAL, "bidirectional", FEW_NEEDS_EQUAL_COSTS | FEW_NEEDS_BACKWARD | FEW_NEEDS_GOALS, \
      few_search_bidirectional) \
    X(FEW_ASTAR, "astar", FEW_NEEDS_SMALL_COSTS | FEW_USES_BOUND, few_search_astar) \
    X(FEW_IDASTAR, "idastar", FEW_NEEDS_SMALL_COSTS | FEW_USES_BOUND | FEW_FINDS_ONE, few_search_idastar) \
    X(FEW_DIJKSTRA, "dijkstra", 0, few_search_costs) \
    X(FEW_TABLE, "table", FEW_NEEDS_TABLE, few_search_table)

#define FEW_SEARCH_NUMBER(number, word, needs, run) number,
enum { FEW_SEARCH_TABLE(FEW_SEARCH_NUMBER) FEW_SEARCHES };
#undef FEW_SEARCH_NUMBER
#define FEW_SEARCH_DECLARE(number, word, needs, run) few_search_function run;
FEW_SEARCH_TABLE(FEW_SEARCH_DECLARE)
#undef FEW_SEARCH_DECLARE
extern const struct few_search few_searches[FEW_SEARCHES];

/* What the problem lacks for this search, in words; NULL: nothing. `all`: all shortest solutions are to be counted. */
const char *few_search_lacks(const struct few_search *search, const struct few_problem *problem, bool all);

#endif
