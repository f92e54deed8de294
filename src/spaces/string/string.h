/* The space of a `string` puzzle: a string of varying length, rewritten piece by piece.
 *
 * A state is the string as one long number, b bits a character, the first character lowest.
 * Character code 0 is 'no character', so that strings of different lengths are different numbers;
 * code p + 1 is piece p of the puzzle:
 *
 *     bit  0        b        2b       3b …
 *          | 1st    | 2nd    | 3rd    | 0 …      (a character may cross from one word to the next)
 *
 * Rewriting at place p is then low part | right side << pb | rest << (p + length of the right side)
 * b. */
#ifndef FEW_SPACES_STRING_H
#define FEW_SPACES_STRING_H

#include "language/puzzle.h"
#include "space/space.h"
#include "space/goal_list.h"

/* To find a solution, strings that are too long to lie on a path `within` the limit from the start to a goal are left out,
 * so that states stay small. To explore, nothing is left out but what `string N` forbids; where it allows any length, there
 * is room for the steps that are asked for, from the start and backwards from a goal. NULL on failure, with *error filled.
 * The puzzle need not outlive it. */
struct few_space *few_string_space(struct few_memory *memory, const struct few_puzzle *puzzle,
                                   struct few_purpose purpose, struct few_error *error);

void few_string_space_free(struct few_space *space); /* NULL is fine */

/* The longest string that is a state of this space. */
uint32_t few_string_longest(const struct few_space *space);

/* How many moves of an exploration can be made before a string may become too long for this space (not for the puzzle);
 * UINT64_MAX: any number. */
uint64_t few_string_steps(const struct few_space *space, bool backward);

/* Whether the space is right for this. */
bool few_string_suits(const struct few_space *space, struct few_purpose purpose);

/* Appends the start, if the puzzle had one when the space was made. */
bool few_string_starts(const struct few_space *space, struct few_list *list);

/* All goal states one after the other, if there are at most `limit`. The block is *count * words *
 * 8 bytes, to be given back to few_free; NULL where there are none. */
enum few_goal_list few_string_goals(const struct few_space *space, struct few_memory *memory,
                                    size_t limit, uint64_t **states, size_t *count);

#endif
