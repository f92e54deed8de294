/* Comparisons of vars and counts, in goals and in `never`. */
#ifndef FEW_LANGUAGE_COMPARED_H
#define FEW_LANGUAGE_COMPARED_H

#include "language/reader.h"

/* Whether a comparison begins here: `count`, or a var or a sum with a var in it, and an operator behind it. */
bool few_is_compared(struct few_reader *reader, struct few_cursor cursor);
bool few_read_compared_vars(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition);

/* The part of a word before an operator. A declared word is never cut. */
struct few_word few_before_operator(const struct few_reader *reader, struct few_word word);

/* The same that does not hold where this one does. */
enum few_comparator few_opposite(enum few_comparator comparator);

#endif
