/* How the pattern of a move lies on the board: its turns, its mirror images, the diagonals, and boards that are wrapped. */
#ifndef FEW_LANGUAGE_TURNS_H
#define FEW_LANGUAGE_TURNS_H

#include "language/puzzle.h"

/* Where one row further and one column further in a pattern lead on the board. */
struct few_turn {
    int64_t row_down, row_right, column_down, column_right;
};
extern const struct few_turn few_turns[FEW_TURNS];

/* Whether words of the move tell a direction. */
static inline bool few_is_directed(const struct few_move *move) {
    return move->turns != 0 && move->turns != FEW_MIRRORED_ONLY;
}

/* The turns of a move in the order of moves, FEW_TURNS behind the last. What has no direction comes as drawn first: -1. */
static inline int32_t few_next_turn(const struct few_move *move, int32_t turn) {
    turn++;
    while (turn < FEW_TURNS && !(move->turns >> turn & 1))
        turn++;
    return turn;
}
static inline int32_t few_first_turn(const struct few_move *move) {
    return few_is_directed(move) ? few_next_turn(move, -1) : -1;
}
static inline bool few_has_turn(const struct few_move *move, int32_t turn) {
    return turn < 0 ? turn == -1 && !few_is_directed(move) : turn < FEW_TURNS && move->turns >> turn & 1;
}
uint32_t few_count_turns(const struct few_move *move);

/* No move of the puzzle has more steps; 0: this one is not repeated. */
uint32_t few_most_steps(const struct few_puzzle *puzzle, const struct few_move *move);

/* Whether all turns are among the four of `any direction`, on a board with edges: no cell lies beyond one. */
bool few_lies_plainly(const struct few_puzzle *puzzle, const struct few_move *move);

/* Whether a pattern turned like this lies on the board at all: some place has room, and no cell is covered twice. */
bool few_has_room(const struct few_puzzle *puzzle, int32_t turn, uint32_t rows, uint32_t columns);

/* The board cell of a cell of a pattern whose first cell is `first`; FEW_NOWHERE: beyond an edge. */
uint32_t few_turned_cell(const struct few_puzzle *puzzle, int32_t turn, uint32_t first, uint32_t row, uint32_t column);

/* The same for all cells of a pattern that has room; false: some of them are beyond an edge. */
bool few_turned_cells(const struct few_puzzle *puzzle, int32_t turn, uint32_t rows, uint32_t columns, uint32_t first,
                      uint32_t *cells);

#endif
