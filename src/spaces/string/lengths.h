#ifndef FEW_SPACES_STRING_LENGTHS_H
#define FEW_SPACES_STRING_LENGTHS_H

#include "space/space.h"
#include "spaces/string/rules.h"
#include "spaces/string/space.h"

/* The length of the longest string that matters for this purpose. */
bool few_string_find_longest(struct few_string_space *space, const struct few_puzzle *puzzle, struct few_string_rules *list,
                             struct few_purpose purpose, uint64_t *longest, struct few_error *error);

/* The length of the longest string that a state can hold. */
uint64_t few_string_room(const struct few_string_space *space);

/* Moves for which an exploration has room, where so many are usual and so many were asked for. */
uint64_t few_string_steps_to_explore(uint64_t usual, uint64_t asked);

#endif
