#include "api/searches.h"

#define FEW_SEARCH_DECLARE(name, word, meaning) extern const struct few_search few_search_of_##name;
FEW_SEARCH_TABLE(FEW_SEARCH_DECLARE)
#undef FEW_SEARCH_DECLARE

FEW_SEARCH(AUTO, FEW_IS_CHOSEN, NULL);

const struct few_search_row few_searches[FEW_SEARCHES] = {
#define FEW_SEARCH_ROW(name, word, meaning) [FEW_##name] = {word, &few_search_of_##name},
    FEW_SEARCH_TABLE(FEW_SEARCH_ROW)
#undef FEW_SEARCH_ROW
};

#define FEW_STORE_DECLARE(name, word, meaning) extern const struct few_visited_kind *const few_store_of_##name;
FEWEST_STORES(FEW_STORE_DECLARE)
#undef FEW_STORE_DECLARE

const struct few_visited_kind *const few_store_of_REMEMBER_AUTO = NULL;

const struct few_visited_kind *few_store_asked_for(fewest_remember remember) {
    static const struct few_visited_kind *const *const stores[] = {
#define FEW_STORE_ROW(name, word, meaning) [FEWEST_##name] = &few_store_of_##name,
        FEWEST_STORES(FEW_STORE_ROW)
#undef FEW_STORE_ROW
    };
    return *stores[remember];
}

struct few_store_plan few_search_store(const struct few_search *search, const struct few_problem *problem, struct few_watch *watch) {
    struct few_store_plan plan = {0};
    if (search->needs & FEW_NEEDS_EQUAL_COSTS)
        return few_side_plan(problem, watch, search->needs & FEW_NEEDS_GOALS);
    plan.name = search->needs & FEW_NEEDS_TABLE ? "distance table"
                : search->needs & FEW_FINDS_ONE ? "the current path, and a transposition table where it pays off"
                                                : "hash table with distances";
    return plan;
}
