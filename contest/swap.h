/* The swap game as the judges write it: two boards of 4 x 4. */
#ifndef CONTEST_SWAP_H
#define CONTEST_SWAP_H

#include "contest/solver.h"

enum { SWAP_SIDE = 4, SWAP_CELLS = SWAP_SIDE * SWAP_SIDE };

/* Reads start and goal, which must be all of the input, and solves. */
enum solved swap_solve(struct solver *solver);

/* Two boards with as many 1s; at low levels they differ by a few swaps. */
void swap_make_boards(uint64_t *seed, double level, char *from, char *to);

/* Special pairs of boards, with what the judge writes between two. */
#define SWAP_EDGES(between)                                            \
    "0000\n0000\n0000\n0000\n" between "0000\n0000\n0000\n0000\n",     \
        "1010\n0101\n1010\n0101\n" between "1010\n0101\n1010\n0101\n", \
        "1000\n0000\n0000\n0000\n" between "0000\n0000\n0000\n0001\n", \
        "1111\n0000\n1110\n0010\n" between "1010\n0101\n1010\n0101\n", \
        "0000\n0001\n0111\n1111\n" between "1111\n1110\n1000\n0000\n"

#endif
