/* The kinds of spaces that a puzzle from text may become. */
#ifndef FEW_SPACES_KINDS_H
#define FEW_SPACES_KINDS_H

#include "language/puzzle.h"
#include "space/space.h"

/* The space of the first kind that fits the puzzle. NULL on failure, with *error filled. The puzzle must outlive it. */
struct few_space *few_space_of(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_purpose purpose,
                               struct few_error *error);

#endif
