/* A search as others see it: what it needs of a problem, and what runs it. The table of all is api/searches.h. */
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
    FEW_IS_CHOSEN = 128,       /* it is none: one of the others is chosen */
    FEW_NEEDS_PAID_MOVES = 256, /* no move is free: paths of no cost would be tried for ever */
    FEW_CAN_BE_KEPT = 512,     /* in a checkpoint (search/keeper.h) */
    FEW_LEAVES_HOPELESS = 1024, /* out: states from which no goal can be reached, where that is told without a bound */
};
enum { FEW_SMALL_COST = 1000 };

typedef enum few_end few_search_function(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                         struct few_solutions *solutions);

struct few_search {
    unsigned needs; /* of enum few_need */
    few_search_function *run;
};

/* The search of a row of the table, at the end of its file. A new search is a file with this, and that row. */
#define FEW_SEARCH(row, ...) extern const struct few_search few_search_of_##row; \
    const struct few_search few_search_of_##row = {__VA_ARGS__}

/* What the problem lacks for this search, in words; NULL: nothing. `all`: all shortest solutions are to be counted. */
const char *few_search_lacks(const struct few_search *search, const struct few_problem *problem, bool all);

#endif
