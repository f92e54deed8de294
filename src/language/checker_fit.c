/* Whether a pattern fits at a place, and what its names stand for then. */
#include "language/checker_fit.h"

const struct few_orientation few_orientations[FEW_ORIENTATIONS] = {
    [FEW_UP] = {0, 1, -1, 0},        [FEW_DOWN] = {0, -1, 1, 0},
    [FEW_LEFT] = {-1, 0, 0, -1},     [FEW_RIGHT] = {1, 0, 0, 1},
    [FEW_DOWN_RIGHT] = {0, 0, 1, 1}, [FEW_DOWN_LEFT] = {0, 0, 1, -1},
    [FEW_UP_LEFT] = {0, 0, -1, -1},  [FEW_UP_RIGHT] = {0, 0, -1, 1},
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

bool few_checker_lay(const struct few_checker *checker, struct few_sought *sought,
                     const struct few_orientation *orientation, size_t cell) {
    int64_t rows = (int64_t)few_checker_rows(checker),
            columns = (int64_t)few_checker_columns(checker);
    if (cell >= (size_t)(rows * columns))
        return false;
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

static inline bool allows(struct few_checker *checker, few_code code, uint16_t piece) {
    return code == FEW_CODE_ANY || code == piece || few_checker_allows(checker, code, piece);
}

bool few_checker_fits(struct few_checker *checker, const struct few_sought *sought) {
    const struct few_lie *lie = &sought->lie;
    const uint16_t *values = few_checker_state(checker);
    const few_code *codes = sought->codes;
    const size_t cells = (size_t)sought->rows * sought->columns;
    /* Whole boards, and rows: the cells follow each other. */
    if (!lie->cells && lie->column_step == 1 &&
        (sought->rows == 1 || lie->row_step == (int64_t)sought->columns)) {
        values += lie->first;
        for (size_t i = 0; i < cells; i++)
            if (!allows(checker, codes[i], values[i]))
                return false;
        return true;
    }
    for (size_t i = 0; i < cells; i++)
        if (!allows(checker, codes[i], values[few_lie_cell(sought, i)]))
            return false;
    return true;
}
