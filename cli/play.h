/* A solution played in the terminal. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <fewest.h>

/* Whether standard input and output are a terminal that can do it. */
bool can_play(void);

/* Plays the first solution until the user ends it; the terminal is then as it was before, also after a signal that ends
 * the process. false: no memory. */
bool play(const fewest_puzzle *puzzle, fewest_answer *answer);

#endif
