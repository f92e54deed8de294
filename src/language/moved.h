/* Which piece a move moves, and which cells it leaves and reaches, as the rule is written. */
#ifndef FEW_LANGUAGE_MOVED_H
#define FEW_LANGUAGE_MOVED_H

#include "language/puzzle.h"
#include "space/space.h"

/* A cell of a pattern. */
struct few_pattern_cell {
    uint32_t pattern;     /* which of the patterns of the move */
    uint32_t row, column; /* in it */
};

/* What is written in cells that change, on the left of some and on the right of some, moves, but for the piece `.`, which is an
 * empty cell. Of several such, let names count before pieces. */
struct few_moved {
    few_code code;                    /* FEW_CODE_ANY: none, or it is not clear which of them */
    uint32_t leaves, reaches;         /* how many cells */
    struct few_pattern_cell from, to; /* where there is one */
};
struct few_moved few_find_moved(const struct few_puzzle *puzzle, const struct few_move *move);

/* The board cell (from 0) that it leaves or reaches, by the cells of the patterns or of the two ends of a link. */
uint32_t few_cell_left(const struct few_puzzle *puzzle, struct few_move_place place, const struct few_moved *moved,
                       const uint32_t *cells);
uint32_t few_cell_reached(const struct few_puzzle *puzzle, struct few_move_place place, const struct few_moved *moved,
                          const uint32_t *cells);

#endif
