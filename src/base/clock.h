/* Seconds on a clock that only goes forward. */
#ifndef FEW_BASE_CLOCK_H
#define FEW_BASE_CLOCK_H

#include <time.h>

static inline double few_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The same to about a hundredth of a second, for what is asked for several times in each of many short searches: it takes a
 * quarter of the time where the system has such a clock. */
static inline double few_roughly_now(void) {
#ifdef CLOCK_MONOTONIC_COARSE
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC_COARSE, &now) == 0)
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
    return few_now();
}

#endif
