/* Seconds on a clock that only goes forward. */
#ifndef FEW_BASE_CLOCK_H
#define FEW_BASE_CLOCK_H

#include <time.h>

static inline double few_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
