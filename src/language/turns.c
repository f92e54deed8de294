#include "language/turns.h"

const struct few_turn few_turns[FEW_TURNS] = {
    {0, 1, -1, 0},  {0, -1, 1, 0}, {-1, 0, 0, -1}, {1, 0, 0, 1},  /* up, down, left, right */
    {0, -1, -1, 0}, {0, 1, 1, 0},  {1, 0, 0, -1},  {-1, 0, 0, 1}, /* the same, rows running to the other side */
    {0, 0, -1, -1}, {0, 0, -1, 1}, {0, 0, 1, -1},  {0, 0, 1, 1},  /* up-left, up-right, down-left, down-right */
};

static const struct few_turn *turn_of(int32_t turn) {
    return &few_turns[turn < 0 ? FEW_TURN_RIGHT : turn];
}

uint32_t few_count_turns(const struct few_move *move) {
    uint32_t count = 0;
    for (int32_t turn = few_first_turn(move); turn < FEW_TURNS; turn = few_next_turn(move, turn))
        count++;
    return count;
}

bool few_lies_plainly(const struct few_puzzle *puzzle, const struct few_move *move) {
    return move->turns < 1u << 4 && !puzzle->wraps_rows && !puzzle->wraps_columns;
}

/* After how many steps along a diagonal of a board that is wrapped both ways the first cell comes again. */
static uint64_t diagonal_round(const struct few_puzzle *puzzle) {
    uint64_t a = puzzle->rows, b = puzzle->columns;
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return (uint64_t)puzzle->rows / a * puzzle->columns;
}

uint32_t few_most_steps(const struct few_puzzle *puzzle, const struct few_move *move) {
    if (!move->repeat)
        return 0;
    if (move->turns >> FEW_TURN_DIAGONAL && puzzle->wraps_rows && puzzle->wraps_columns)
        return (uint32_t)diagonal_round(puzzle);
    return puzzle->rows > puzzle->columns ? puzzle->rows : puzzle->columns;
}

bool few_has_room(const struct few_puzzle *puzzle, int32_t turn, uint32_t rows, uint32_t columns) {
    const struct few_turn *step = turn_of(turn);
    bool diagonal = step->column_down && step->column_right, upright = step->column_right == 0;
    if (diagonal && puzzle->wraps_rows && puzzle->wraps_columns)
        return columns <= diagonal_round(puzzle);
    if (diagonal) /* an edge keeps it from coming round */
        return (puzzle->wraps_rows || columns <= puzzle->rows) && (puzzle->wraps_columns || columns <= puzzle->columns);
    uint32_t high = upright ? columns : rows, wide = upright ? rows : columns;
    return high <= puzzle->rows && wide <= puzzle->columns;
}

/* A row or column that may be beyond an edge: back on the board where it is wrapped, otherwise still beyond. */
static int64_t come_round(int64_t place, uint32_t size, bool wraps) {
    return wraps ? (place % size + size) % size : place;
}

uint32_t few_turned_cell(const struct few_puzzle *puzzle, int32_t turn, uint32_t first, uint32_t row, uint32_t column) {
    const struct few_turn *step = turn_of(turn);
    int64_t down = first / puzzle->columns + row * step->row_down + column * step->column_down;
    int64_t right = first % puzzle->columns + row * step->row_right + column * step->column_right;
    down = come_round(down, puzzle->rows, puzzle->wraps_rows);
    right = come_round(right, puzzle->columns, puzzle->wraps_columns);
    if (down < 0 || down >= puzzle->rows || right < 0 || right >= puzzle->columns)
        return FEW_NOWHERE;
    return (uint32_t)(down * puzzle->columns + right);
}

bool few_turned_cells(const struct few_puzzle *puzzle, int32_t turn, uint32_t rows, uint32_t columns, uint32_t first,
                      uint32_t *cells) {
    for (uint32_t row = 0, i = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++, i++) {
            cells[i] = few_turned_cell(puzzle, turn, first, row, column);
            if (cells[i] == FEW_NOWHERE)
                return false;
        }
    return true;
}
