/* The three pieces a `move` statement is read in: its head up to the colon, its parts, and whether these go
 * together. */
#ifndef FEW_LANGUAGE_MOVE_H
#define FEW_LANGUAGE_MOVE_H

#include "language/reader.h"

enum few_qualifier {
    FEW_ANY_DIRECTION,
    FEW_LEFT_OR_RIGHT,
    FEW_UP_OR_DOWN,
    FEW_MIRRORED,
    FEW_DIAGONAL,
    FEW_REPEAT,
    FEW_UNTIL,
    FEW_AT,
    FEW_ON,
    FEW_ALONG_LINKS,
    FEW_COST,
    FEW_QUALIFIERS
};

/* Where the qualifiers stand, for messages; text is NULL for those that were not given. */
struct few_head {
    struct few_word given[FEW_QUALIFIERS];
};

/* Reads the head, if there is one, and leaves the cursor behind its colon. */
bool few_read_head(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move,
                   struct few_head *head);

/* The colon that ends a head must be followed by white space. */
bool few_check_colon(struct few_reader *reader, struct few_token colon, const struct few_cursor *behind);

/* A word that is none of the qualifiers that can stand here. Returns false. */
bool few_unknown_qualifier(struct few_reader *reader, struct few_word word, const char *const *known,
                           size_t count);

/* `begin` or `end` behind `at`, in a string puzzle. */
bool few_read_end(struct few_reader *reader, struct few_cursor *cursor, struct few_word at, struct few_ends *ends);

/* Reads the parts up to `where` or the end. */
bool few_read_parts(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move);

/* A value of a var: a piece, or a name, or a sum or `_` where `right`. */
bool few_read_var_value(struct few_reader *reader, struct few_cursor *cursor, uint32_t var, bool right,
                        few_code *code);

#endif
