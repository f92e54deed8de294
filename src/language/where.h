/* The conditions behind `where`: comparisons of sums, joined by `and`, `or`, `not`, commas and parentheses. */
#ifndef FEW_LANGUAGE_WHERE_H
#define FEW_LANGUAGE_WHERE_H

#include "language/reader.h"

/* Conditions up to the end of the statement. */
bool few_read_conditions(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move);

#endif
