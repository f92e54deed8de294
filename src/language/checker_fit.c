/* Whether a pattern fits at a place, and what its names stand for then. */
#include "language/checker_fit.h"

const struct few_orientation few_orientations[FEW_ORIENTATIONS] = {
    [FEW_UP] = {0, 1, -1, 0},        [FEW_DOWN] = {0, -1, 1, 0},
    [FEW_LEFT] = {-1, 0, 0, -1},     [FEW_RIGHT] = {1, 0, 0, 1},
    [FEW_DOWN_RIGHT] = {0, 0, 1, 1}, [FEW_DOWN_LEFT] = {0, 0, 1, -1},
    [FEW_UP_LEFT] = {0, 0, -1, -1},  [FEW_UP_RIGHT] = {0, 0, -1, 1},
    [FEW_UP_MIRRORED] = {0, -1, -1, 0},  [FEW_DOWN_MIRRORED] = {0, 1, 1, 0},
    [FEW_LEFT_MIRRORED] = {1, 0, 0, -1}, [FEW_RIGHT_MIRRORED] = {-1, 0, 0, 1},
};

void few_checker_unbind(struct few_checker *checker, uint32_t trail) {
    while (checker->trail_length > trail)
        checker->bound[checker->trail[--checker->trail_length]] = FEW_CODE_ANY;
}

bool few_checker_allows(struct few_checker *checker, few_code code, uint16_t piece) {
    if (code == FEW_CODE_ANY)
        return true;
    if (few_code_is_piece(code))
        return code == piece;
    unsigned name = few_code_index(code);
    if (checker->bound[name] != FEW_CODE_ANY)
        return checker->bound[name] == piece;
    const struct few_let *let = &checker->puzzle->lets[name];
    for (uint32_t i = 0; i < let->count; i++) {
        if (let->domain[i] != piece)
            continue;
        checker->bound[name] = piece;
        checker->trail[checker->trail_length++] = (uint16_t)name;
        return true;
    }
    return false;
}

static int64_t distance(int64_t steps) {
    return steps < 0 ? -steps : steps;
}

/* Whether a pattern comes round to a cell that it covers already. Beside a side that is wrapped there may be an edge, so
 * that only what is wrapped is looked at. */
static bool comes_round(const struct few_puzzle *puzzle, const struct few_sought *sought,
                        const struct few_orientation *turn) {
    const int64_t down = (sought->rows - 1) * turn->row_down + (sought->columns - 1) * turn->column_down;
    const int64_t right = (sought->rows - 1) * turn->row_right + (sought->columns - 1) * turn->column_right;
    if (turn->column_down == 0 || turn->column_right == 0)
        return distance(down) >= puzzle->rows || distance(right) >= puzzle->columns;
    for (uint32_t step = 1; step < sought->columns; step++)
        if (step % puzzle->rows == 0 && step % puzzle->columns == 0)
            return true;
    return false;
}

/* On a board of which at least one side is wrapped. */
static bool lay_across(const struct few_checker *checker, struct few_sought *sought,
                       const struct few_orientation *turn, size_t cell) {
    const struct few_puzzle *puzzle = checker->puzzle;
    const int64_t rows = puzzle->rows, columns = puzzle->columns;
    const int64_t row = (int64_t)cell / columns + (sought->rows - 1) * turn->row_down +
                        (sought->columns - 1) * turn->column_down;
    const int64_t column = (int64_t)cell % columns + (sought->rows - 1) * turn->row_right +
                           (sought->columns - 1) * turn->column_right;
    if ((!puzzle->wraps_rows && (row < 0 || row >= rows)) ||
        (!puzzle->wraps_columns && (column < 0 || column >= columns)) || comes_round(puzzle, sought, turn))
        return false;
    sought->lie = (struct few_lie){.first = (int64_t)cell, .across = turn, .rows = rows, .columns = columns};
    return true;
}

size_t few_lie_across(const struct few_sought *sought, size_t i) {
    const struct few_lie *lie = &sought->lie;
    const int64_t r = (int64_t)(i / sought->columns), c = (int64_t)(i % sought->columns);
    int64_t row = (lie->first / lie->columns + r * lie->across->row_down + c * lie->across->column_down) % lie->rows;
    int64_t column = (lie->first % lie->columns + r * lie->across->row_right + c * lie->across->column_right) % lie->columns;
    row += row < 0 ? lie->rows : 0;
    column += column < 0 ? lie->columns : 0;
    return (size_t)(row * lie->columns + column);
}

bool few_checker_lay(const struct few_checker *checker, struct few_sought *sought,
                     const struct few_orientation *orientation, size_t cell) {
    int64_t rows = (int64_t)few_checker_rows(checker),
            columns = (int64_t)few_checker_columns(checker);
    if (cell >= (size_t)(rows * columns))
        return false;
    if (checker->puzzle->wraps_rows || checker->puzzle->wraps_columns)
        return lay_across(checker, sought, orientation, cell);
    /* The last cell of the pattern is the farthest from the first, so all lie between these two. */
    int64_t last_row = (int64_t)sought->rows - 1, last_column = (int64_t)sought->columns - 1;
    const uint32_t first = (uint32_t)cell, across = (uint32_t)columns; /* divided faster */
    int64_t row = first / across + last_row * orientation->row_down + last_column * orientation->column_down;
    int64_t column = first % across + last_row * orientation->row_right + last_column * orientation->column_right;
    if (row < 0 || row >= rows || column < 0 || column >= columns)
        return false;
    sought->lie = (struct few_lie){
        .first = (int64_t)cell,
        .row_step = orientation->row_down * columns + orientation->row_right,
        .column_step = orientation->column_down * columns + orientation->column_right,
    };
    return true;
}

enum { FREE_BLOCK = 64 }; /* cells */

static inline bool allows(struct few_checker *checker, few_code code, uint16_t piece) {
    return code == FEW_CODE_ANY || code == piece || few_checker_allows(checker, code, piece);
}

static bool floors_fit(struct few_checker *checker, const struct few_sought *sought) {
    const uint16_t *floor = checker->puzzle->floor;
    for (size_t i = 0; i < (size_t)sought->rows * sought->columns; i++)
        if (!allows(checker, sought->floors[i], floor[few_lie_cell(sought, i)]))
            return false;
    return true;
}

/* On a large board most of a goal says nothing. */
static bool is_free_block(const few_code *codes) {
    few_code all = FEW_CODE_ANY;
    for (size_t i = 0; i < FREE_BLOCK; i++)
        all &= codes[i];
    return all == FEW_CODE_ANY;
}

static bool pieces_fit(struct few_checker *checker, const struct few_sought *sought) {
    const struct few_lie *lie = &sought->lie;
    const uint16_t *values = few_checker_state(checker);
    const few_code *codes = sought->codes;
    const size_t cells = (size_t)sought->rows * sought->columns;
    /* Whole boards, and rows: the cells follow each other. */
    if (!lie->cells && !lie->across && lie->column_step == 1 &&
        (sought->rows == 1 || lie->row_step == (int64_t)sought->columns)) {
        values += lie->first;
        for (size_t i = 0; i < cells; i++) {
            while (cells - i > FREE_BLOCK && is_free_block(codes + i))
                i += FREE_BLOCK;
            if (!allows(checker, codes[i], values[i]))
                return false;
        }
        return true;
    }
    for (size_t i = 0; i < cells; i++)
        if (!allows(checker, codes[i], values[few_lie_cell(sought, i)]))
            return false;
    return true;
}

bool few_checker_fits(struct few_checker *checker, const struct few_sought *sought) {
    return pieces_fit(checker, sought) && (!sought->floors || floors_fit(checker, sought));
}
