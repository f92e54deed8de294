/* The swap game as the judges write it: two boards of 4 x 4. */
#ifndef CONTEST_SWAP_H
#define CONTEST_SWAP_H

#include "contest/solver.h"

enum { SWAP_SIDE = 4, SWAP_CELLS = SWAP_SIDE * SWAP_SIDE };

/* Reads start and goal, which must be all of the input, and solves. */
enum solved swap_solve(struct solver *solver);

#endif
