#include "search/searches.h"

static const char *why_not_listed(const struct few_problem *problem) {
    switch (problem->goal_outcome) {
    case FEW_GOALS_TOO_MANY: return "there are too many goals";
    case FEW_GOALS_LABORIOUS: return "it would take too long to list the goals";
    case FEW_GOALS_LISTED:
    case FEW_GOALS_UNLISTED:
    case FEW_GOALS_NO_MEMORY: break;
    }
    return "the goals cannot be listed";
}

const char *few_search_lacks(const struct few_search *search, const struct few_problem *problem, bool all) {
    const struct few_space *space = problem->space;
    const unsigned needs = search->needs;
    return needs & FEW_IS_CHOSEN                                           ? "it names no search"
           : needs & FEW_NEEDS_TABLE && !problem->table                    ? "the distances are not known"
           : needs & FEW_NEEDS_EQUAL_COSTS && space->max_cost > 1 && !problem->by_moves
               ? "moves cost more than 1"
           : needs & FEW_NEEDS_EQUAL_COSTS && space->has_free && !problem->by_moves ? "some moves cost nothing"
           : needs & FEW_NEEDS_PAID_MOVES && space->has_free                        ? "some moves cost nothing"
           : needs & FEW_NEEDS_SMALL_COSTS && space->max_cost > FEW_SMALL_COST ? "bounds are for moves that cost up to 1000"
           : needs & FEW_NEEDS_BACKWARD && !space->run->predecessors       ? "moves cannot be inverted"
           : needs & FEW_NEEDS_GOALS && !problem->goals_listed             ? why_not_listed(problem)
           : needs & FEW_FINDS_ONE && all                                  ? "it finds only one solution"
                                                                           : NULL;
}
