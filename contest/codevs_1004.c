/* CODEVS 1004 and Luogu P2346, four in a line: four rows of B, W and O; the least number of moves. */
#include "contest/cases.h"
#include "contest/solver.h"

#include <string.h>

enum { SIDE = 4, CELLS = SIDE * SIDE };

static bool read_board(struct input *input, char *cells, size_t *line) {
    unsigned black = 0, white = 0;
    struct token row[SIDE];
    for (size_t cell = 0; cell < CELLS; cell++) {
        if (cell % SIDE == 0 && !input_group(input, MARK, SIDE, "a row of four pieces", row))
            return false;
        const struct token token = row[cell % SIDE];
        if (cell == 0)
            *line = token.line;
        cells[cell] = token.text[0];
        if (!strchr("BWO", cells[cell])) {
            return input_fail(input, token.line, "expected B, W or O, found %s", input_quote(token).text);
        }
        black += cells[cell] == 'B';
        white += cells[cell] == 'W';
    }
    if (black != 7 || white != 7) {
        return input_fail(input, *line, "expected 7 B, 7 W and 2 O, found %u, %u and %u", black, white,
                          CELLS - black - white);
    }
    return input_expect_end(input, "the board");
}

static bool answer_board(struct solver *solver) {
    struct run *run = solver->run;
    char start[] = "BWBOWBWBBWBWWBWO and turn is any";
    size_t line = 1;
    if (!read_board(&run->input, start, &line) || !solver_start(solver, start))
        return false;
    /* Every start of 7 and 7 has a solution; this message is for the case that one has not. */
    return solver_print_length(solver, solver_solve(solver, line), "unsolvable");
}

static bool solve(struct run *run) {
    struct solver *solver = solver_load(run, "four-in-line");
    return solver && answer_board(solver);
}

/* ---- Cases */

static void make_four_in_line(struct text *text, uint64_t *seed, double level) {
    char cells[] = "BBBBBBBWWWWWWWOO";
    (void)level;
    case_shuffle(cells, 16, seed);
    case_add_rows(text, cells, 4, 4);
}

const struct judge judge_codevs_1004 = {
    .name = "codevs-1004",
    .alias = "luogu-p2346",
    .summary = "four in a line: the number of moves",
    .solve = solve,
    .edges = CASES(
        "BWBO\nWBWB\nBWBW\nWBWO\n", "WBBW\nBOOB\nWWWW\nWBBB\n", "WWWW\nWWWB\nBBBB\nBBOO\n",
        "BBBB\nWWWO\nWBOW\nBWBW\n"),
    .beyond_edges = NO_CASES,
    .generate = make_four_in_line,
};
