/* Puzzles in the files of other programs, translated to the puzzle language (docs/language.md): a text that a person can read
 * and change. What a file is, is recognised by its content. */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include <fewest.h>

/* What one move is. The columns: name, word, meaning. */
#define IMPORT_COUNTS(X)                                                                      \
    X(USUAL, "auto", "slides of Rush Hour, moves of Sokoban")                                 \
    X(SLIDES, "slides", "Rush Hour: a slide of any length")                                   \
    X(STEPS, "steps", "Rush Hour: each cell that a car goes")                                 \
    X(MOVES, "moves", "Sokoban: each step of the keeper, with a box or without")              \
    X(PUSHES, "pushes", "Sokoban: only steps with a box")

enum import_count {
#define IMPORT_ENUM(name, word, meaning) IMPORT_##name,
    IMPORT_COUNTS(IMPORT_ENUM)
#undef IMPORT_ENUM
};

/* What a person may say about a file. All zero: nothing. */
struct import_options {
    uint64_t level; /* which of the puzzles in the file, from 1; 0: the first */
    int count;      /* enum import_count */
    bool words;     /* it is a list of words: a move changes one letter */
    bool one_way;   /* the lines of an edge list lead from the first node to the second only */
};

/* What kind of file this is ("a Sokoban level"), or NULL: none that is known here. */
const char *import_kind(const char *text, size_t length, const struct import_options *options);

/* How many puzzles the file holds, at least 1; 1 where it is none that is known here. */
uint64_t import_levels(const char *text, size_t length, const struct import_options *options);

/* The rules as a text that ends with a zero byte, to be freed; `name` is what errors call the file, and `options` may be
 * NULL. NULL: see *error, which has the line and the column of what is wrong. */
char *import_rules(const char *text, size_t length, const char *name, const struct import_options *options,
                   fewest_error *error);

#endif
