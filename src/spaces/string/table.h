#ifndef FEW_SPACES_STRING_TABLE_H
#define FEW_SPACES_STRING_TABLE_H

#include "spaces/string/space.h"

/* Fills the index of a table whose rewrites are there (those that look for nothing first) and bounds
 * how many successors one state may have. */
bool few_string_index(struct few_string_table *table, struct few_arena *arena, uint32_t longest,
                      uint32_t character_bits, struct few_error *error);

/* Returns false. */
bool few_string_too_many_moves(struct few_error *error);

#endif
