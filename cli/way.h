/* One shortest way of an answer, in words. */
#ifndef CLI_WAY_H
#define CLI_WAY_H

#include <fewest.h>

/* The words on one line; if all are single characters, as judges want them, without spaces. false: no memory. */
bool print_way(fewest_answer *answer, size_t way);

#endif
