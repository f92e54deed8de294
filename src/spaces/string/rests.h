#ifndef FEW_SPACES_STRING_RESTS_H
#define FEW_SPACES_STRING_RESTS_H

#include "spaces/string/rules.h"
#include "spaces/string/space.h"

/* Fills space->rests from the rules that take the rest of the string. */
bool few_string_make_rests(struct few_string_space *space, const struct few_string_rules *list, struct few_error *error);

/* Appends what the rests lead to from one state, forwards or backwards, behind the `found` that are there. Returns how many
 * there are then. */
size_t few_string_expand_rests(const struct few_string_space *space, bool backward, const uint64_t *state, uint32_t source,
                               uint64_t *next, struct few_step *steps, size_t found);

#endif
