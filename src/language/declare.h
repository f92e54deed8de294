/* Which words may be declared as what. */
#ifndef FEW_LANGUAGE_DECLARE_H
#define FEW_LANGUAGE_DECLARE_H

#include "language/reader.h"

/* A word that people choose: a piece, a let name, a var, the name of a move or of a direction. `what` is for
 * the message ("a piece"). */
bool few_check_piece_word(struct few_reader *reader, struct few_word word, const char *what);
bool few_check_name_word(struct few_reader *reader, struct few_word word, const char *what);

/* The kinds of floor, up to the end of the line. */
bool few_read_kinds(struct few_reader *reader, struct few_cursor *cursor);

/* The same for words of a solution, which must not be mistaken for a cell (@) or a choice (#). */
bool few_check_move_word(struct few_reader *reader, struct few_word word, const char *what);

#endif
