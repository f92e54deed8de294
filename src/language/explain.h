/* Why a word cannot stand where it stands. All of type bool return false, but for the first. */
#ifndef FEW_LANGUAGE_EXPLAIN_H
#define FEW_LANGUAGE_EXPLAIN_H

#include "language/reader.h"

/* Whether the text is found in a word. */
bool few_contains(struct few_word word, const char *text);

/* A hint that lists pieces, as many as fit on a line. */
void few_hint_pieces(struct few_reader *reader, const char *what, const uint16_t *pieces, uint32_t count);

/* A value of a `let`, which must be declared. */
bool few_undeclared_value(struct few_reader *reader, struct few_word value, struct few_word place);

/* A character of a word in a drawing. `right` says that a sum could have stood there. */
bool few_undeclared_cell(struct few_reader *reader, struct few_word word, struct few_word character,
                         bool right);

/* A value of a var, in a move, a start or a goal. */
bool few_undeclared_var_value(struct few_reader *reader, struct few_word word, uint32_t var);

/* A word that should be a var. */
bool few_undeclared_var(struct few_reader *reader, struct few_word word);

/* A word between operators behind `where`. */
bool few_undeclared_operand(struct few_reader *reader, struct few_word word);

/* A name or `_`, by FEW_CELL_…, where only pieces may be. */
bool few_not_in_start(struct few_reader *reader, struct few_word word, unsigned kind);

#endif
