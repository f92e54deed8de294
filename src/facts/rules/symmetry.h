/* Finds the symmetries of a board from its instructions (facts/rules/shape.h), and proves each of them there. */
#ifndef FEW_FACTS_RULES_SYMMETRY_H
#define FEW_FACTS_RULES_SYMMETRY_H

#include "facts/rules/shape.h"
#include "facts/symmetry.h"

/* `work`: atoms of instructions to look at, at most. */

/* The symmetries that take these states, at least one, onto themselves; where they are very many, some of them that are a group.
 * NULL: it takes too long or too much memory to tell. */
struct few_symmetry *few_symmetry_find(struct few_memory *memory, const struct few_rule_space *space, const uint64_t *states,
                                       size_t count, uint64_t work);

/* In how many ways the board, and the vars, can be mapped onto themselves so that the rules stay as they are, if pieces are renamed
 * fittingly; the one that changes nothing is counted. 0: that is not known, or more than FEW_MOST_SYMMETRIES. */
uint32_t few_symmetry_of_rules(struct few_memory *memory, const struct few_rule_space *space, uint64_t work);

#ifdef NDEBUG
static inline void few_symmetry_try(const struct few_symmetry *symmetry, const struct few_rule_space *space) {
    (void)symmetry, (void)space;
}
#else
/* A belief (rules/beliefs.h): the moves of an image are the images of the moves. */
void few_symmetry_try(const struct few_symmetry *symmetry, const struct few_rule_space *space);
#endif

#endif
