/* Text for the plain form of a state (see few_space_functions.read). */
#ifndef FEW_LANGUAGE_STATE_TEXT_H
#define FEW_LANGUAGE_STATE_TEXT_H

#include "language/puzzle.h"

/* The most values that a state of the puzzle has. */
size_t few_values_room(const struct few_puzzle *puzzle);

/* Both give a NUL-terminated block from few_alloc, *bytes its size for few_free; NULL: no memory.
 */

/* One line as after `start`: `234 / 15x / 768`, `1 2 10 / 3 4 5 and turn is B`, `A is 0 and B is
 * 4`, `abc`. Cells are separated by a space only where some piece of the board has more than one
 * character. */
char *few_state_line(struct few_memory *memory, const struct few_puzzle *puzzle,
                     const uint16_t *values, size_t length, size_t *bytes);

/* For people: each row on a line of its own, cells in columns padded to the widest piece and one
 * space apart, the vars on a last line (`turn B, key no`); a string as it is. No white space at the
 * end of a line, no newline at the end. */
char *few_state_drawing(struct few_memory *memory, const struct few_puzzle *puzzle,
                        const uint16_t *values, size_t length, size_t *bytes);

#endif
