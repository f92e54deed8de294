/* The best bound that can be had from the rules of a puzzle within a budget: additive pattern databases where moves carry
 * one piece each and tables fit, else Manhattan distances, else nothing. */
#include "build/build.h"

#include <stdio.h>

static bool build(struct few_bound *bound, const struct few_rule_space *space, struct few_movers *movers,
                  uint64_t budget, const struct few_groups *named) {
    bool fits, built = false;
    snprintf(bound->text, sizeof bound->text, "no bound");
    if (!few_movers_find(movers, space, &fits))
        return false;
    if (!fits || space->goals.count == 0)
        return few_find_commuting(bound, space);
    if (!few_find_exchanges(bound, space) || !few_find_commuting(bound, space))
        return false;
    if (budget && !few_build_patterns(bound, space, movers, named, budget, &built))
        return false;
    if (built)
        return true;
    if (bound->divisor == 1)
        snprintf(bound->text, sizeof bound->text, "distances of the pieces to their goals");
    return few_build_manhattan(bound, space, movers);
}

struct few_bound *few_build_bound(struct few_memory *memory, const struct few_rule_space *space, uint64_t budget,
                                  const struct few_groups *named) {
    struct few_movers movers = {.memory = space->memory};
    struct few_bound *bound = few_bound_for(space, memory);
    if (bound && !build(bound, space, &movers, budget, named)) {
        few_bound_free(bound);
        bound = NULL;
    }
    few_movers_free(&movers);
    return bound;
}
