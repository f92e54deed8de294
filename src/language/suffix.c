#include "language/suffix.h"

#include <string.h>

#include "language/name.h"
#include "language/text.h"

void few_pen_suffix(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_suffix suffix) {
    if (suffix.has_cell) {
        few_pen_put(pen, "@");
        few_pen_cell(pen, puzzle, suffix.cell);
    }
    if (suffix.number) {
        few_pen_put(pen, "#");
        few_pen_number(pen, (int64_t)suffix.number);
    }
}

static bool read_count(const char **at, uint64_t *count) {
    size_t digits = few_leading_count((struct few_word){*at, strlen(*at)}, count);
    *at += digits;
    return digits > 0;
}

/* The cell that is called so up to `#` or the end, from 0; FEW_NO_CELL: none is. */
static uint32_t named_cell(const struct few_puzzle *puzzle, const char **at) {
    const size_t length = strcspn(*at, "#");
    uint32_t cell = 0;
    while (cell < puzzle->columns && (strncmp(puzzle->cell_names[cell], *at, length) != 0 || puzzle->cell_names[cell][length]))
        cell++;
    *at += length;
    return cell < puzzle->columns ? cell : FEW_NO_CELL;
}

/* `ROW,COLUMN` or `N`; FEW_NO_CELL where the board has none such. False: it is neither. */
static bool read_place(const struct few_puzzle *puzzle, const char **at, uint32_t *cell) {
    uint64_t first = 1, second = 0, limit = (uint64_t)puzzle->rows * puzzle->columns;
    if (!read_count(at, &first))
        return false;
    bool has_column = **at == ',' && !puzzle->is_string;
    if (has_column && (++*at, !read_count(at, &second)))
        return false;
    bool beyond = first == 0 || first > (puzzle->is_string ? FEW_NO_CELL - 1 : limit);
    if (has_column)
        beyond = first == 0 || first > puzzle->rows || second == 0 || second > puzzle->columns;
    if (!beyond)
        *cell = (uint32_t)(has_column ? (first - 1) * puzzle->columns + second - 1 : first - 1);
    return true;
}

enum few_suffix_fault few_read_suffix(const struct few_puzzle *puzzle, const char *at,
                                     struct few_suffix *suffix) {
    *suffix = (struct few_suffix){false, FEW_NO_CELL, 0};
    if (*at == '@') {
        at++;
        suffix->has_cell = true;
        if (puzzle->cell_names)
            suffix->cell = named_cell(puzzle, &at);
        else if (!read_place(puzzle, &at, &suffix->cell))
            return FEW_SUFFIX_MALFORMED;
    }
    if (*at == '#') {
        at++;
        if (!read_count(&at, &suffix->number) || suffix->number == 0)
            return FEW_SUFFIX_MALFORMED;
    }
    if (*at)
        return FEW_SUFFIX_MALFORMED;
    return suffix->has_cell && suffix->cell == FEW_NO_CELL ? FEW_SUFFIX_BEYOND : FEW_SUFFIX_FINE;
}
