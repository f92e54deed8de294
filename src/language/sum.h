/* Sums as `a+2*b-5`, and which names are bound. */
#ifndef FEW_LANGUAGE_SUM_H
#define FEW_LANGUAGE_SUM_H

#include "language/reader.h"

enum few_sum_result { FEW_SUM_NONE, FEW_SUM_FOUND, FEW_SUM_WRONG };

/* A word on the right side of a part, if it is a sum. The same sum gets the same number again. */
enum few_sum_result few_read_sum(struct few_reader *reader, struct few_word word, few_code *code);

/* A side of a comparison, which may be a number, too. */
enum few_sum_result few_read_compared(struct few_reader *reader, struct few_word word, struct few_sum *sum);

/* Whether a word would be a sum, if a sum could stand there. */
bool few_looks_like_sum(const struct few_reader *reader, struct few_word word);

/* Terms of a word that is split at `+` and `-`, one after the other; start with an empty one at the word's
 * begin. */
struct few_term {
    struct few_word word;
    int sign;
};
bool few_next_term(struct few_word sum, struct few_term *term);

/* The same for the factors of a term, split at `*`. */
bool few_next_factor(struct few_word term, struct few_word *factor);

/* Names on the right side and in conditions are noted; names on a left side are bound; at the end of a move
 * those that are noted and not bound are its free names, in the order in which they stand. */
bool few_note_use(struct few_reader *reader, uint32_t name);
bool few_use_name(struct few_reader *reader, uint32_t name, struct few_word word); /* the same, where it must stand for a value */
bool few_bind_name(struct few_reader *reader, uint32_t name);
bool few_keep_free_names(struct few_reader *reader, struct few_move *move);

#endif
