#include "search/searches.h"

#include "search/table.h"

const struct few_search few_searches[FEW_SEARCHES] = {
    [FEW_BFS] = {"bfs", FEW_NEEDS_EQUAL_COSTS, few_search_bfs},
    [FEW_BIDIRECTIONAL] = {"bidirectional", FEW_NEEDS_EQUAL_COSTS | FEW_NEEDS_BACKWARD | FEW_NEEDS_GOALS,
                           few_search_bidirectional},
    [FEW_ASTAR] = {"astar", FEW_NEEDS_SMALL_COSTS | FEW_USES_BOUND, few_search_astar},
    [FEW_IDASTAR] = {"idastar", FEW_NEEDS_SMALL_COSTS | FEW_USES_BOUND | FEW_FINDS_ONE, few_search_idastar},
    [FEW_DIJKSTRA] = {"dijkstra", 0, few_search_costs},
    [FEW_TABLE] = {"table", FEW_NEEDS_TABLE, few_search_table},
};

const char *few_search_lacks(const struct few_search *search, const struct few_problem *problem, bool all) {
    const struct few_space *space = problem->space;
    const unsigned needs = search->needs;
    return needs & FEW_NEEDS_TABLE && !problem->table                      ? "the distances are not known"
           : needs & FEW_NEEDS_EQUAL_COSTS && space->max_cost > 1          ? "moves cost more than 1"
           : needs & FEW_NEEDS_SMALL_COSTS && space->max_cost > FEW_SMALL_COST ? "bounds are for moves that cost up to 1000"
           : needs & FEW_NEEDS_BACKWARD && !space->run->predecessors       ? "moves cannot be inverted"
           : needs & FEW_NEEDS_GOALS && !problem->goals_listed             ? "there are too many goals to list them"
           : needs & FEW_FINDS_ONE && all                                  ? "it finds only one solution"
                                                                           : NULL;
}
