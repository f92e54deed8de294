/* `let r = rest`: a name for all further characters of a string, at the end of a left side. */
#ifndef FEW_LANGUAGE_REST_H
#define FEW_LANGUAGE_REST_H

#include "language/drawing.h"

static inline bool few_is_rest(const struct few_reader *reader, uint32_t name) {
    return reader->puzzle->lets[name].rest;
}

/* Whether `rest` stands behind the `=` of a `let`, as a word of the language. */
bool few_is_rest_next(const struct few_reader *reader, const struct few_cursor *cursor);

/* Reads it: all names from `first` on are such names. */
bool few_read_rest(struct few_reader *reader, struct few_cursor *cursor, uint32_t first);

/* A name for the rest where there can be none. Returns false. */
bool few_rest_elsewhere(struct few_reader *reader, struct few_word word);

/* Cells of a side that has just been read which are the rest. */
size_t few_count_rests(const struct few_reader *reader, const struct few_sketch *sketch);

/* Takes the rest off the end of a left side. */
bool few_take_rest(struct few_reader *reader, struct few_part *part, struct few_sketch *left);

/* Whether the right side holds no other rest, and there is no `_` beside one. */
bool few_check_rest(struct few_reader *reader, const struct few_part *part, const struct few_sketch *left,
                    const struct few_sketch *right);

#endif
