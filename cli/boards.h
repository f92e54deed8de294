/* A solution as boards, move by move. */
#ifndef CLI_BOARDS_H
#define CLI_BOARDS_H

#include "cli/paint.h"

/* Draws the states of that solution side by side, as many as `width` columns hold, each under the move that led to
 * it, in colours where the terminal has them. false: no memory. */
bool print_boards(FILE *file, const fewest_puzzle *puzzle, fewest_answer *answer, size_t solution, size_t width,
                  enum paint paint);

#endif
