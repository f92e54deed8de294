/* Aims of a board puzzle (space/aim.h). */
#ifndef FEW_RULES_AIMS_H
#define FEW_RULES_AIMS_H

#include "rules/rule_space.h"
#include "space/aim.h"

/* NULL: nothing is known that way, or no memory. */
struct few_aims *few_rule_aims(const struct few_space *space, struct few_memory *memory);

#endif
