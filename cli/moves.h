/* One shortest solution of an answer, in words. */
#ifndef CLI_MOVES_H
#define CLI_MOVES_H

#include <fewest.h>

/* The words on one line; without spaces, as judges want them, where each is one character and no move has a longer name. false:
 * no memory. */
bool print_moves(const fewest_puzzle *puzzle, const fewest_answer *answer, size_t solution);

#endif
