/* What a command may use, from the first byte that it reads on. */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include "cli/progress.h"

struct limits {
    uint64_t memory; /* for the library; 0: as it sees fit */
    double deadline; /* of now_seconds; 0: none */
    struct progress progress;
};

double now_seconds(void); /* on a clock that only goes forward */

/* `memory` and `seconds` as given on the command line; 0: not given. */
void limits_begin(struct limits *limits, uint64_t memory, double seconds);

/* What is left of the limits, with the progress line, and the limits that were asked for besides (NULL: none); `limits` must
 * live as long as what they are for. */
fewest_limits limits_left(struct limits *limits, const fewest_limits *asked);

#endif
