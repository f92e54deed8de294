/* Which words a move with braces in its name can have at all, in any state. */
#ifndef FEW_LANGUAGE_FILLED_H
#define FEW_LANGUAGE_FILLED_H

#include "language/puzzle.h"

/* Whether the word is the name of the move in that turn with something put in for its braces; `@` or `#` may follow. */
bool few_may_be_filled(const struct few_puzzle *puzzle, const struct few_move *move, int32_t turn, const char *word);

#endif
