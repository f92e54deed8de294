/* Sums as `a+b-5`, the conditions behind `where`, and which names are bound. */
#ifndef FEW_LANGUAGE_SUM_H
#define FEW_LANGUAGE_SUM_H

#include "language/reader.h"

enum few_sum_result { FEW_SUM_NONE, FEW_SUM_FOUND, FEW_SUM_WRONG };

/* A word on the right side of a part, if it is a sum. The same sum gets the same number again. */
enum few_sum_result few_read_sum(struct few_reader *reader, struct few_word word, few_code *code);

/* Whether a word would be a sum, if a sum could stand there. */
bool few_looks_like_sum(const struct few_reader *reader, struct few_word word);

/* Terms of a word that is split at `+` and `-`, one after the other; start with an empty one at the word's
 * begin. */
struct few_term {
    struct few_word word;
    int sign;
};
bool few_next_term(struct few_word sum, struct few_term *term);

/* Comparisons up to the end of the statement. */
bool few_read_conditions(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move);

/* Names on the right side and in conditions are noted; names on a left side are bound; at the end of a move
 * those that are noted and not bound are its free names, in the order in which they stand. */
bool few_note_use(struct few_reader *reader, uint32_t name);
bool few_bind_name(struct few_reader *reader, uint32_t name);
bool few_keep_free_names(struct few_reader *reader, struct few_move *move);

#endif
