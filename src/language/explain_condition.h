/* Conditions as other languages write them. */
#ifndef FEW_LANGUAGE_EXPLAIN_CONDITION_H
#define FEW_LANGUAGE_EXPLAIN_CONDITION_H

#include "language/reader.h"

/* False: what stands here is a condition of another language, and the error says how it is written here. */
bool few_is_plain_condition(struct few_reader *reader, struct few_cursor cursor);

/* Whether a word begins with an operator such as `<`, and is not declared. */
bool few_begins_operator(const struct few_reader *reader, struct few_token token);

#endif
