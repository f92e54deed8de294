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
