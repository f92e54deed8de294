#include "search/searches.h"

const char *few_search_lacks(const struct few_search *search, const struct few_problem *problem, bool all) {
    const struct few_space *space = problem->space;
    const unsigned needs = search->needs;
    return needs & FEW_IS_CHOSEN                                           ? "it names no search"
           : needs & FEW_NEEDS_TABLE && !problem->table                      ? "the distances are not known"
           : needs & FEW_NEEDS_EQUAL_COSTS && space->max_cost > 1          ? "moves cost more than 1"
           : needs & FEW_NEEDS_SMALL_COSTS && space->max_cost > FEW_SMALL_COST ? "bounds are for moves that cost up to 1000"
           : needs & FEW_NEEDS_BACKWARD && !space->run->predecessors       ? "moves cannot be inverted"
           : needs & FEW_NEEDS_GOALS && !problem->goals_listed             ? "there are too many goals to list them"
           : needs & FEW_FINDS_ONE && all                                  ? "it finds only one solution"
                                                                           : NULL;
}
