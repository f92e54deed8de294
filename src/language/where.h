/* The conditions behind `where`: comparisons of sums, joined by `and`, `or`, `not`, commas and parentheses. */
#ifndef FEW_LANGUAGE_WHERE_H
#define FEW_LANGUAGE_WHERE_H

#include "language/reader.h"

/* Conditions up to the end of the statement. */
bool few_read_conditions(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move);

/* Whether a sum is always a number, as `<` and its like need it; otherwise a mistake, and `so` says what follows. */
bool few_check_ordered(struct few_reader *reader, const struct few_sum *sum, struct few_word word, const char *so);

#endif
