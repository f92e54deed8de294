/* Bounds are beliefs, too: in builds without NDEBUG each is tried on some states before it is used (rules/beliefs.h). */
#ifndef FEW_BUILD_BOUND_BELIEFS_H
#define FEW_BUILD_BOUND_BELIEFS_H

#include "bound/bound.h"
#include "rules/rule_space.h"

#ifdef NDEBUG
static inline void few_bound_try(struct few_bound *bound, const struct few_rule_space *space) {
    (void)bound, (void)space;
}
#else
/* A goal has 0; where a bound is consistent no move lowers it by more than it costs; no bound is above the cost of a
 * path that was explored back from a goal; graded puzzles count down. */
void few_bound_try(struct few_bound *bound, const struct few_rule_space *space);
#endif

#endif
