/* HDU 1401, Solitaire: pairs of lines with the places of four pieces on a chessboard; whether the second
 * can be reached from the first in at most 8 moves. */
#include "contest/cases.h"
#include "contest/solver.h"

#include <string.h>

enum { SIDE = 8, PIECES = 4, MOST_MOVES = 8 };

struct position {
    char cells[SIDE * SIDE + 1]; /* a drawing in one row */
    size_t line;
};

static bool read_position(struct input *input, struct position *position) {
    struct token numbers[2 * PIECES];
    if (!input_group(input, WORD, 2 * PIECES, "eight numbers: the rows and columns of four pieces",
                     numbers)) {
        return false;
    }
    memset(position->cells, '.', SIDE * SIDE);
    position->cells[SIDE * SIDE] = '\0';
    position->line = numbers[0].line;
    for (size_t piece = 0; piece < PIECES; piece++) {
        int64_t row, column;
        if (!input_number(input, numbers[2 * piece], "a row", 1, SIDE, &row))
            return false;
        if (!input_number(input, numbers[2 * piece + 1], "a column", 1, SIDE, &column))
            return false;
        char *cell = &position->cells[(row - 1) * SIDE + column - 1];
        if (*cell == 'o') {
            return input_fail(input, numbers[2 * piece].line,
                              "expected four different places, found %d %d twice", (int)row, (int)column);
        }
        *cell = 'o';
    }
    return true;
}

static bool answer_pair(struct solver *solver) {
    struct run *run = solver->run;
    struct position start, goal;
    if (!read_position(&run->input, &start) || !read_position(&run->input, &goal))
        return false;
    if (!solver_start(solver, start.cells) || !solver_goal(solver, goal.cells))
        return false;
    const enum solved solved = solver_solve(solver, start.line);
    return solved != STOPPED && run_print(run, solved == SOLVED ? "YES\n" : "NO\n");
}

static bool solve(struct run *run) {
    struct solver *solver = solver_load(run, "solitaire");
    bool good = solver;
    if (solver)
        solver->options.limits.depth = MOST_MOVES;
    while (good && !input_at_end(&run->input))
        good = answer_pair(solver);
    return good;
}

/* ---- Cases */

static bool is_taken(const int *pieces, int cell, int but) {
    for (int i = 0; i < 4; i++) {
        if (i != but && pieces[i] == cell)
            return true;
    }
    return false;
}

/* One step or jump of a piece; nothing where there is no room. */
static void move_piece(int *pieces, uint64_t *seed) {
    int piece = (int)case_random(seed, 4), direction = (int)case_random(seed, 4);
    int dr = (direction == 0) - (direction == 1), dc = (direction == 2) - (direction == 3);
    int r = pieces[piece] / 8 + dr, c = pieces[piece] % 8 + dc;
    if (r >= 0 && r < 8 && c >= 0 && c < 8 && is_taken(pieces, r * 8 + c, piece)) {
        r += dr;
        c += dc;
    }
    if (r >= 0 && r < 8 && c >= 0 && c < 8 && !is_taken(pieces, r * 8 + c, piece))
        pieces[piece] = r * 8 + c;
}

static void add_pieces(struct text *text, const int *pieces) {
    for (int i = 0; i < 4; i++)
        text_print(text, "%d %d%s", pieces[i] / 8 + 1, pieces[i] % 8 + 1, i < 3 ? " " : "\n");
}

static void make_solitaire(struct text *text, uint64_t *seed, double level) {
    int pieces[4] = {-1, -1, -1, -1};
    int corner = (int)case_random(seed, 5) * 8 + (int)case_random(seed, 5);
    for (int i = 0; i < 4; i++) {
        do pieces[i] = case_chance(seed, 30) ? (int)case_random(seed, 64)
                                        : corner + (int)case_random(seed, 4) * 8 + (int)case_random(seed, 4);
        while (is_taken(pieces, pieces[i], i));
    }
    add_pieces(text, pieces);
    for (unsigned left = case_within(seed, level, 0, 40); left > 0; left--)
        move_piece(pieces, seed);
    add_pieces(text, pieces);
}

const struct judge judge_hdu_1401 = {
    .name = "hdu-1401",
    .alias = "",
    .summary = "solitaire on 8 x 8: whether 8 moves are enough",
    .solve = solve,
    .many = true,
    .edges = CASES(
        "1 1 1 2 2 1 2 2\n2 2 2 1 1 2 1 1\n", "4 4 4 5 5 4 6 5\n2 4 3 3 3 6 4 6\n",
        "1 1 1 2 2 1 2 2\n7 7 7 8 8 7 8 8\n", "1 1 1 3 1 5 1 7\n8 1 8 3 8 5 8 7\n",
        "1 1 3 3 5 5 7 7\n3 1 5 3 7 5 8 8\n"),
    .beyond_edges = NO_CASES,
    .generate = make_solitaire,
};
