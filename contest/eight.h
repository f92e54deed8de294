/* The eight puzzle as the judges write it. */
#ifndef CONTEST_EIGHT_H
#define CONTEST_EIGHT_H

#include "contest/solver.h"

enum { EIGHT_CELLS = 9, EIGHT_FARTHEST = 31 /* moves of the longest shortest path */ };

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

/* The board after a random walk of the blank; at the highest levels any board of the same parity. */
void eight_walk_blank(char *board, char blank, uint64_t *seed, double level);
/* For the judges that ask for moves: a random board, and whether an output is right. It has a line for each board, an
 * empty one where the board is solved already. */
void eight_generate(struct text *text, uint64_t *seed, double level);
bool eight_is_right(struct comparison *it);

#define EIGHT_EDGES                                                                             \
    "1 2 3 4 5 6 7 8 x\n", "1 2 3 4 5 6 7 x 8\n", "1 2 3 4 5 6 8 7 x\n", "4 1 2 5 x 6 7 3 8\n", \
        "2 3 4 1 5 x 7 6 8\n", "x 6 8 4 7 3 5 1 2\n", "8 6 7 2 5 4 3 x 1\n", "6 4 7 8 5 x 3 2 1\n"

#endif
