/* The table of searches: those that can be asked for are the rows of FEWEST_ALGORITHMS, and two more are used where
 * nothing else can be. Each is in a file of src/search, which says what it needs and what runs it (FEW_SEARCH). */
#ifndef FEW_API_SEARCHES_H
#define FEW_API_SEARCHES_H

#include <fewest.h>

#include "search/layers/side.h"
#include "search/searches.h"
#include "visited/visited.h"

#define FEW_SEARCH_TABLE(X) \
    FEWEST_ALGORITHMS(X) \
    X(DIJKSTRA, "dijkstra", "the cheapest state first, where moves have costs") \
    X(TABLE, "table", "the distances of all states are known, and looked up")

/* Their numbers: FEW_BFS is FEWEST_BFS. */
#define FEW_SEARCH_NUMBER(name, word, meaning) FEW_##name,
enum { FEW_SEARCH_TABLE(FEW_SEARCH_NUMBER) FEW_SEARCHES };
#undef FEW_SEARCH_NUMBER

struct few_search_row {
    const char *word;
    const struct few_search *search;
};
extern const struct few_search_row few_searches[FEW_SEARCHES];

/* The kinds of stores that can be asked for are the rows of FEWEST_STORES; each is in a file of src/visited (FEW_STORE).
 * NULL: as the search chooses. */
const struct few_visited_kind *few_store_asked_for(fewest_remember remember);

/* How a search would remember states. */
struct few_store_plan few_search_store(const struct few_search *search, const struct few_problem *problem, struct few_watch *watch);

#endif
