#include "facts/facts.h"

const struct few_obstacle *few_facts_forbid(const struct few_facts *facts, const uint64_t *state) {
    static const struct few_obstacle half = {"parity",
                                             "only half of all arrangements can be solved, and this one is in the other half"};
    static const struct few_obstacle orbit = {"group",
                                              "moves permute the pieces, and none of their combinations leads to a goal"};
    if (facts && facts->exchanges && few_parity_differs(&facts->parity, facts->exchanges, state))
        return &half;
    return facts && facts->orbit && few_orbit_lacks_goal(facts->orbit, state) ? &orbit : NULL;
}
