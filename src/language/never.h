/* Whether the start obeys what `never` says. */
#ifndef FEW_LANGUAGE_NEVER_H
#define FEW_LANGUAGE_NEVER_H

#include "language/reader.h"

/* False, with a mistake at `place`: some `never` of the puzzle holds in this start, or in one of those that it stands for. */
bool few_check_start(struct few_reader *reader, struct few_word place, const struct few_start *start);

/* The same without a text: the first line that holds in some start. NULL: none does, or *no_memory. With `vars`, as many
 * as the puzzle has, the values of the vars there. */
const struct few_goal *few_never_at_start(struct few_memory *memory, const struct few_puzzle *puzzle,
                                          const struct few_start *start, few_code *vars, bool *no_memory);

#endif
