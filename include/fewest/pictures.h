/* libfewest: the parts of a puzzle, for programs that draw its states. Beside <fewest.h>, which it includes. */
#ifndef FEWEST_PICTURES_H
#define FEWEST_PICTURES_H

#include <fewest.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Pictures ------------------------------------------------------------------------------------------- */

/* What a picture of a state needs: the parts of a puzzle and its `draw` statements. Pieces, cells and vars are
 * numbered from 0. What is pointed to lives until the puzzle is freed or given another goal. */
typedef struct fewest_parts {
    bool is_string;
    size_t rows, columns; /* of the board; 0: there is none */
    size_t pieces, board_pieces, vars, links, drawing_rules; /* how many there are */
    const uint16_t *board_piece;  /* the pieces that can stand in a cell */
    const uint32_t (*link)[2];    /* pairs of cells */
    const uint16_t *goal;         /* the drawing of the first goal; what is no piece may be any. NULL: none */
    size_t kinds;                 /* of floor; the first is the wall, which is one of the pieces of the board */
    const uint16_t *kind, *floor; /* they are numbered as pieces; and the kind of each cell. NULL: there is no floor */
    const char *const *cell_name; /* of each cell; NULL: they have none */
    const uint32_t *weight;       /* of each link; NULL: each weighs 1 */
} fewest_parts;
typedef struct fewest_var { const char *name; const uint16_t *values; size_t count; } fewest_var;
typedef struct fewest_drawing_rule {      /* one `draw` statement */
    const char *as, *colour;      /* NULL: not said */
    const uint16_t *pieces;       /* rows x columns pieces; 0 x 0: it is about the whole picture */
    size_t rows, columns, places;
    const uint32_t (*place)[2];   /* rows and columns, from 1 */
} fewest_drawing_rule;
FEWEST_API fewest_parts fewest_parts_of(const fewest_puzzle *puzzle); /* all 0 for a space of your own */
FEWEST_API const char *fewest_piece(const fewest_puzzle *puzzle, size_t piece);
FEWEST_API fewest_var fewest_var_at(const fewest_puzzle *puzzle, size_t var);
FEWEST_API fewest_drawing_rule fewest_drawing_rule_at(const fewest_puzzle *puzzle, size_t index);
/* Pieces that the rules only ever move together, in every state that the start leads to: where `other` stands right of
 * `piece`, or below it, they are parts of one block. To be freed with fewest_free; NULL: there are none, or no memory. */
typedef struct fewest_bond { uint16_t piece, other; bool below; } fewest_bond;
FEWEST_API fewest_bond *fewest_bonds(const fewest_puzzle *puzzle, size_t *count);
/* Reads a state as it is written after `start`: the piece of each cell, then the value of each var (UINT16_MAX: any;
 * or, where a string may have every character, one that the puzzle does not know), to be freed with fewest_free. The
 * puzzle stays as it was. NULL: see *error. */
FEWEST_API uint16_t *fewest_read_state(const fewest_puzzle *puzzle, const char *state, size_t *count,
                                       fewest_error *error);

#ifdef __cplusplus
}
#endif

#endif
