/* The eight puzzle as the judges write it. */
#ifndef CONTEST_EIGHT_H
#define CONTEST_EIGHT_H

#include "contest/solver.h"

enum { EIGHT_CELLS = 9, EIGHT_FARTHEST = 31 /* moves of the longest shortest way */ };

struct eight_board {
    char pieces[EIGHT_CELLS]; /* '1' to '8' and 'x' */
    size_t line;              /* where it begins */
};

/* `blank` is how this judge writes the empty cell. */
bool eight_read(struct input *input, char blank, struct eight_board *board);

/* A solver of the eight puzzle with that goal, nine pieces; NULL: the run says why. */
struct solver *eight_solver(struct run *run, const char *goal);
/* Solves it to that goal. */
enum solved eight_solve(struct solver *solver, const struct eight_board *board, const char *goal);

/* Reads a board and prints its moves as u, d, l and r or `unsolvable`. */
bool eight_print_moves(struct solver *solver);

#endif
