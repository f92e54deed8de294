/* Reading drawings and patterns, which may be a hundred million cells large. */
#ifndef FEW_LANGUAGE_DRAWING_H
#define FEW_LANGUAGE_DRAWING_H

#include "language/reader.h"

/* A cell of a drawing, and the kind of floor or the name that stands behind its `|`. */
struct few_on_floor {
    size_t cell;
    few_code kind;
};

/* A drawing while it is read. Its cells are in the reader's scratch until few_keep_drawing copies them. */
struct few_sketch {
    const char *what;   /* for messages: "start", "pattern" */
    const char *until;  /* the word of the language that ends it, besides `->` */
    const char *also;   /* another such word; NULL: there is none */
    unsigned allowed;   /* FEW_CELL_… */
    bool joined;        /* it stands behind `and`, `or` or a comma */
    bool note_uses;     /* let names are free unless some left side binds them */
    struct few_on_floor *floors; /* the cells of which a kind of floor is asked for, in reading order */
    uint32_t floor_count, floor_capacity;

    size_t rows, columns; /* 0 x 0: nothing was there */
    bool too_large;       /* more cells than the board has; they were counted, but not kept */
    struct few_word first_row;
};

/* Whether a word is a piece or a name that stands in cells; and whether each of its characters is one, or `_`. */
bool few_is_on_board(const struct few_reader *reader, struct few_word word);
bool few_is_made_of_cells(const struct few_reader *reader, struct few_word word);

/* Reads up to what cannot be part of a drawing and leaves the cursor in front of it. */
bool few_read_drawing(struct few_reader *reader, struct few_cursor *cursor, struct few_sketch *sketch);

/* A drawing of the whole board; on a command line it may be in one row. */
bool few_read_board_drawing(struct few_reader *reader, struct few_cursor *cursor, struct few_sketch *sketch);

/* Room for as many cells in the scratch. */
bool few_reserve_scratch(struct few_reader *reader, size_t cells);

/* *floors is NULL where none is asked for. */
bool few_keep_drawing(struct few_reader *reader, const struct few_sketch *sketch, few_code **cells, few_code **floors);

#endif
