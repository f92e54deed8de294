/* POJ 2893, M x N Puzzle: boards until `0 0`; for each whether it can be brought to 1 2 3 … 0.
 *
 * No search: a slide along a row changes nothing in the order of the tiles, a slide along a column moves
 * one tile past N - 1 others. So with N odd the number of inversions stays even or odd, and with N even
 * that of inversions plus the blank's row does. Every board of the right kind can be reached. */
#include "contest/cases.h"
#include "contest/judge.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 999 };

/* The inversions of all tiles, modulo 2: a permutation of n tiles that falls into c cycles has an even
 * number of them exactly if n - c is even. tiles[i] is the tile at place i without the blank, from 0; it
 * is overwritten. */
static bool has_odd_inversions(uint32_t *tiles, size_t count) {
    size_t cycles = 0;
    for (size_t i = 0; i < count; i++) {
        if (tiles[i] == UINT32_MAX)
            continue;
        cycles++;
        for (size_t at = i; tiles[at] != UINT32_MAX;) {
            const size_t next = tiles[at];
            tiles[at] = UINT32_MAX;
            at = next;
        }
    }
    return (count - cycles) % 2 != 0;
}

/* Reads the board into `tiles` and finds the blank's row. `seen` has room for every number. */
static bool read_board(struct input *input, size_t rows, size_t columns, uint32_t *tiles, bool *seen,
                       size_t *blank_row) {
    size_t count = 0;
    for (size_t cell = 0; cell < rows * columns; cell++) {
        int64_t number;
        if (!input_next_number(input, "a tile", 0, (int64_t)(rows * columns - 1), &number))
            return false;
        if (seen[number]) {
            return input_fail(input, input->line, "expected each tile once, found a second %d", (int)number);
        }
        seen[number] = true;
        if (number == 0) {
            *blank_row = cell / columns;
        } else {
            tiles[count++] = (uint32_t)(number - 1);
        }
    }
    return true;
}

static bool answer_board(struct run *run, size_t rows, size_t columns) {
    const size_t cells = rows * columns;
    uint32_t *tiles = malloc(cells * sizeof *tiles);
    bool *seen = calloc(cells, sizeof *seen);
    bool good = tiles && seen;
    size_t blank_row = 0;
    if (!good) {
        input_fail_memory(&run->input);
    } else {
        good = read_board(&run->input, rows, columns, tiles, seen, &blank_row);
    }
    if (good) {
        bool odd = has_odd_inversions(tiles, cells - 1);
        if (columns % 2 == 0 && (rows - 1 - blank_row) % 2 != 0)
            odd = !odd;
        good = run_print(run, odd ? "NO\n" : "YES\n");
    }
    free(tiles);
    free(seen);
    return good;
}

static bool solve(struct run *run) {
    struct input *input = &run->input;
    for (;;) {
        int64_t rows, columns;
        if (!input_next_number(input, "the number of rows (or 0)", 0, MOST_SIDE, &rows))
            return false;
        const size_t line = input->line;
        if (!input_next_number(input, "the number of columns (or 0)", 0, MOST_SIDE, &columns))
            return false;
        if (rows == 0 && columns == 0)
            return input_expect_end(input, "0 0");
        if (rows < 2 || columns < 2) {
            return input_fail(input, line,
                              "expected 2 to %d rows and columns, or 0 0 as the end, found %d %d", MOST_SIDE,
                              (int)rows, (int)columns);
        }
        if (!answer_board(run, (size_t)rows, (size_t)columns))
            return false;
    }
}

/* ---- Cases */

static void make_tiles(struct text *text, uint64_t *seed, double level) {
    unsigned rows = level >= 1 ? 999 : case_within(seed, level, 2, 40);
    unsigned columns = level >= 1 ? 999 : case_within(seed, level, 2, 40);
    unsigned count = rows * columns, *board = malloc(count * sizeof *board);
    if (!board)
        return;
    for (unsigned i = 0; i < count; i++)
        board[i] = (i + 1) % count;
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)case_random(seed, i), tile = board[i - 1];
        board[i - 1] = board[j];
        board[j] = tile;
    }
    text_print(text, "%u %u\n", rows, columns);
    for (unsigned i = 0; i < count; i++)
        text_print(text, "%u%c", board[i], i % columns == columns - 1 ? '\n' : ' ');
    free(board);
}

const struct judge judge_poj_2893 = {
    .name = "poj-2893",
    .alias = "",
    .summary = "M x N tiles: whether a board is solvable",
    .solve = solve,
    .many = true,
    .last = "0 0\n",
    .edges = CASES(
        "2 2\n1 2\n3 0\n", "2 2\n2 1\n3 0\n", "2 2\n1 2\n0 3\n", "2 2\n1 0\n3 2\n", "3 2\n1 2\n3 4\n0 5\n",
        "2 3\n0 2 3\n1 4 5\n", "3 3\n1 0 3\n4 2 5\n7 8 6\n", "4 3\n1 2 5\n4 6 9\n11 8 10\n3 7 0\n"),
    .beyond_edges = NO_CASES,
    .generate = make_tiles,
};
