/* A solution as boards, move by move. */
#ifndef CLI_BOARDS_H
#define CLI_BOARDS_H

#include <fewest.h>
#include <stdio.h>

/* Draws the states of that way side by side, as many as `width` columns hold, each under the move that led to
 * it. false: no memory. */
bool print_boards(FILE *file, fewest_answer *answer, size_t way, size_t width);

#endif
