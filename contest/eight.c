/* Reading and solving boards of the eight puzzle, for three judges. */
#include "contest/eight.h"

bool eight_read(struct input *input, char blank, struct eight_board *board) {
    struct token tokens[EIGHT_CELLS];
    bool seen[256] = {false};
    if (!input_group(input, MARK, EIGHT_CELLS, "nine pieces", tokens)) return false;
    board->line = tokens[0].line;
    for (size_t cell = 0; cell < EIGHT_CELLS; cell++) {
        const char piece = tokens[cell].text[0];
        if (piece != blank && (piece < '1' || piece > '8')) {
            return input_fail(input, tokens[cell].line, "expected a piece 1 to 8 or %c, found %s", blank,
                              input_quote(tokens[cell]).text);
        }
        if (seen[(unsigned char)piece]) {
            return input_fail(input, tokens[cell].line, "expected each piece once, found a second %c", piece);
        }
        seen[(unsigned char)piece] = true;
        board->pieces[cell] = piece == blank ? 'x' : piece;
    }
    return true;
}

struct solver *eight_solver(struct run *run, const char *goal) {
    const bool is_new = !run->solver;
    struct solver *solver = solver_load(run, "eight");
    return solver && (!is_new || solver_goal(solver, goal)) ? solver : NULL;
}

/* A slide changes the number of pairs of tiles in the wrong order by an even number, so half of the boards
 * cannot be reached: no search is needed to see that. */
static bool is_odd(const char *pieces) {
    unsigned inversions = 0;
    for (size_t i = 0; i < EIGHT_CELLS; i++) {
        for (size_t j = i + 1; j < EIGHT_CELLS; j++) {
            inversions += pieces[i] != 'x' && pieces[j] != 'x' && pieces[i] > pieces[j];
        }
    }
    return inversions % 2 != 0;
}

enum solved eight_solve(struct solver *solver, const struct eight_board *board, const char *goal) {
    if (is_odd(board->pieces) != is_odd(goal)) return NO_WAY;
    char start[2 * EIGHT_CELLS];
    for (size_t cell = 0; cell < EIGHT_CELLS; cell++) {
        start[2 * cell] = board->pieces[cell];
        start[2 * cell + 1] = cell + 1 < EIGHT_CELLS ? ' ' : '\0';
    }
    return solver_start(solver, start) ? solver_solve(solver, board->line) : STOPPED;
}

bool eight_print_moves(struct solver *solver) {
    struct run *run = solver->run;
    struct eight_board board;
    char line[EIGHT_FARTHEST + 1];
    solver->options.any = false; /* the first way in the order u d l r */
    if (!eight_read(&run->input, 'x', &board)) return false;
    const enum solved solved = eight_solve(solver, &board, "12345678x");
    if (solved == STOPPED) return false;
    if (solved == NO_WAY) return run_print(run, "unsolvable\n");
    const size_t length = fewest_answer_length(solver->answer);
    for (size_t step = 0; step < length; step++) {
        const char *word = fewest_answer_move(solver->answer, 0, step);
        if (!word) return run_fail(run, FEWEST_SYSTEM, "there is not enough memory");
        line[step] = word[0];
    }
    return run_print(run, "%.*s\n", (int)length, line);
}
