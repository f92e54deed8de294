/* One shortest solution of an answer, in words. */
#ifndef CLI_MOVES_H
#define CLI_MOVES_H

#include <fewest.h>

/* The words on one line; if all are single characters, as judges want them, without spaces. false: no memory. */
bool print_moves(fewest_answer *answer, size_t solution);

#endif
