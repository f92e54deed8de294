#include "facts/rules/rule_facts.h"

void few_rule_facts_free(struct few_rule_facts *facts) {
    if (!facts)
        return;
    few_exchanges_free(facts->memory, facts->facts.exchanges);
    few_commuting_free(facts->memory, facts->facts.commuting);
    few_orbit_free(facts->facts.orbit);
    few_movers_free(&facts->movers);
    few_tallies_free(&facts->tallies);
    few_free(facts->memory, facts, sizeof *facts);
}

static void free_facts(struct few_facts *facts) {
    few_rule_facts_free((struct few_rule_facts *)facts);
}

/* false: no memory. */
static bool find(struct few_rule_facts *found, const struct few_rule_space *space) {
    struct few_facts *facts = &found->facts;
    struct few_memory *memory = found->memory;
    if (!few_tallies_find(&found->tallies, space, memory) || !few_movers_find(&found->movers, space, memory))
        return false;
    facts->graded = found->tallies.graded;
    facts->orbit = few_orbit_find(memory, space);
    if (space->nevers.filters) /* which moves there are does not follow from the instructions alone */
        return true;
    if (found->movers.known && !few_exchanges_find(memory, space, &facts->exchanges))
        return false;
    if (facts->exchanges) {
        few_parity_find(&facts->parity, facts->exchanges);
        return true; /* the one blank is in every move: none commute */
    }
    return few_commuting_find(memory, space, &facts->commuting);
}

struct few_rule_facts *few_rule_facts_find(struct few_memory *memory, const struct few_rule_space *space) {
    struct few_rule_facts *found = few_alloc_zeroed(memory, sizeof *found);
    if (!found)
        return NULL;
    *found = (struct few_rule_facts){.facts = {.free = free_facts}, .memory = memory, .movers = {.memory = memory},
                                     .tallies = {.memory = memory}};
    if (!find(found, space)) {
        few_rule_facts_free(found);
        return NULL;
    }
    few_facts_try(&found->facts, space);
    return found;
}
