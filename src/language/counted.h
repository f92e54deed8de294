/* `every P on F` and `every F has P`, in goals and in `never`. */
#ifndef FEW_LANGUAGE_COUNTED_H
#define FEW_LANGUAGE_COUNTED_H

#include "language/reader.h"

/* Whether a word is a word of the language here: boards have it, and nothing else is called so. */
bool few_is_keyword(const struct few_reader *reader, struct few_token token, const char *keyword);

/* A piece of the board, or a name that has some in its list. */
bool few_read_counted_piece(struct few_reader *reader, struct few_cursor *cursor, few_code *piece);

/* What stands behind `every`. */
bool few_read_every(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition);

/* Once it is known whether `not` stands before it: `every F has P` is a drawing where P is one piece. */
bool few_finish_every(struct few_reader *reader, struct few_condition *condition);

#endif
