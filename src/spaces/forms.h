/* Texts in all forms: the puzzle language, and those that a kind of space brings with it (today spaces/walker/maze.h:
 * mazes as matrices and maps, and a cell for the place of the one piece that moves). */
#ifndef FEW_SPACES_FORMS_H
#define FEW_SPACES_FORMS_H

#include "language/puzzle.h"

/* Whether a text is in the puzzle language, and not in another form. */
bool few_text_is_rules(const char *text, size_t length);

/* As few_parse, few_parse_start and few_parse_goal, for a text in any form. */
struct few_puzzle *few_read_any(struct few_memory *memory, const char *file, const char *text, size_t length,
                                struct few_error *error);
bool few_read_any_start(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                        struct few_error *error);
bool few_read_any_goal(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                       struct few_error *error);

/* Reads a state as the start of a copy of a puzzle, which has an arena of its own: the puzzle itself is not changed. */
bool few_read_any_state(struct few_puzzle *copy, const char *what, const char *text, size_t length,
                        struct few_error *error);

#endif
