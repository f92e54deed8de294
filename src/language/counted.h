/* Conditions about all cells at once, in goals and in `never`: `every P on F`, `every F has P`, `count P in row 2`. */
#ifndef FEW_LANGUAGE_COUNTED_H
#define FEW_LANGUAGE_COUNTED_H

#include "language/reader.h"

/* Whether a word is a word of the language here: boards have it, and nothing else is called so. */
bool few_is_keyword(const struct few_reader *reader, struct few_token token, const char *keyword);

/* What begins with `every`. */
bool few_read_every(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition);

/* Once it is known whether `not` stands before it: `every F has P` is a drawing where P is one piece. */
bool few_finish_every(struct few_reader *reader, struct few_condition *condition);

/* What begins with `count`. An operator may follow its last word without white space. */
bool few_read_counted(struct few_reader *reader, struct few_cursor *cursor, struct few_counted *counted);

#endif
