/* Whatever is derived from rules is a belief until it was tried. Builds for debugging (without NDEBUG: so are the sanitized
 * ones) try each belief on some states against the plain moves of the checker before it is used; one that is false ends
 * the program, with its name and the puzzle. Elsewhere these calls do nothing. */
#ifndef FEW_RULES_BELIEFS_H
#define FEW_RULES_BELIEFS_H

#include "rules/rule_space.h"

struct few_sets;

#ifdef NDEBUG
static inline void few_belief(const char *what, bool holds, const struct few_puzzle *puzzle) {
    (void)what, (void)holds, (void)puzzle;
}
static inline void few_beliefs_try(const struct few_rule_space *space) {
    (void)space;
}
static inline void few_beliefs_try_goals(const struct few_rule_space *space) {
    (void)space;
}
static inline void few_beliefs_try_sets(const struct few_rule_space *space, const struct few_sets *sets, bool backward) {
    (void)space, (void)sets, (void)backward;
}
static inline void few_beliefs_try_aims(const struct few_rule_space *space, struct few_aims *aims) {
    (void)space, (void)aims;
}
#else
/* Ends the program where `holds` is false. */
void few_belief(const char *what, bool holds, const struct few_puzzle *puzzle);
/* Moves and their costs, inverse moves, that all can be undone, what is conserved, ranks. */
void few_beliefs_try(const struct few_rule_space *space);
void few_beliefs_try_goals(const struct few_rule_space *space);
void few_beliefs_try_sets(const struct few_rule_space *space, const struct few_sets *sets, bool backward);
void few_beliefs_try_aims(const struct few_rule_space *space, struct few_aims *aims);
#endif

#endif
