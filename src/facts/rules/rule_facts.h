/* Facts that are read off the rules of a board puzzle, and what bounds are built from. */
#ifndef FEW_FACTS_RULES_RULE_FACTS_H
#define FEW_FACTS_RULES_RULE_FACTS_H

#include "facts/coordinates.h"
#include "facts/facts.h"
#include "facts/rules/movers.h"
#include "facts/rules/tallies.h"

struct few_rule_facts {
    struct few_facts facts; /* first: what searches see */
    struct few_memory *memory;
    struct few_movers movers;
    struct few_tallies tallies;
};

/* For the present goals of the space. NULL: no memory. */
struct few_rule_facts *few_rule_facts_find(struct few_memory *memory, const struct few_rule_space *space);
void few_rule_facts_free(struct few_rule_facts *facts); /* NULL is fine */

/* Single ones. *found NULL: there are none. false: no memory. */
bool few_exchanges_find(struct few_memory *memory, const struct few_rule_space *space, struct few_exchanges **found);
bool few_commuting_find(struct few_memory *memory, const struct few_rule_space *space, struct few_commuting **found);

/* NULL: there is none, or memory or time for it is not there. */
struct few_orbit *few_orbit_find(struct few_memory *memory, const struct few_rule_space *space);
/* The same where moves ask for nothing and do nothing else, without goals; NULL elsewhere, and *why, which is NULL where memory or time
 * was not there. */
struct few_orbit *few_orbit_find_whole(struct few_memory *memory, const struct few_rule_space *space, const char **why);

#ifdef NDEBUG
static inline void few_facts_try(const struct few_facts *facts, const struct few_rule_space *space) {
    (void)facts, (void)space;
}
static inline void few_coordinates_try(const struct few_coordinates *coordinates, const struct few_rule_space *space,
                                       bool backward) {
    (void)coordinates, (void)space, (void)backward;
}
#else
/* Facts are beliefs, too (rules/beliefs.h): parities stay, orbits are not left, moves that commute do. */
void few_facts_try(const struct few_facts *facts, const struct few_rule_space *space);
/* Moves lead from values to values as they lead from state to state. */
void few_coordinates_try(const struct few_coordinates *coordinates, const struct few_rule_space *space, bool backward);
#endif

#endif
