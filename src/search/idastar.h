/* The two forms of IDA*: the special one for exchanges, which the general one calls where it fits. */
#ifndef FEW_SEARCH_IDASTAR_H
#define FEW_SEARCH_IDASTAR_H

#include "search/search.h"

bool few_idastar_exchanges_fit(const struct few_problem *problem);
enum few_end few_idastar_exchanges(const struct few_problem *problem, struct few_watch *watch, struct few_ways *ways);

#endif
