/* HDU 1401, Solitaire: pairs of lines with the places of four pieces on a chessboard; whether the second
 * can be reached from the first in at most 8 moves. */
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
        if (!input_number(input, numbers[2 * piece], "a row", 1, SIDE, &row)) return false;
        if (!input_number(input, numbers[2 * piece + 1], "a column", 1, SIDE, &column)) return false;
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
    if (!read_position(&run->input, &start) || !read_position(&run->input, &goal)) return false;
    if (!solver_start(solver, start.cells) || !solver_goal(solver, goal.cells)) return false;
    const enum solved solved = solver_solve(solver, start.line);
    return solved != STOPPED && run_print(run, solved == SOLVED ? "YES\n" : "NO\n");
}

bool judge_hdu_1401(struct run *run) {
    struct solver *solver = solver_load(run, "solitaire");
    bool good = solver;
    if (solver) solver->options.depth = MOST_MOVES;
    while (good && !input_at_end(&run->input)) good = answer_pair(solver);
    return good;
}
