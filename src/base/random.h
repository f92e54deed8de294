/* Random numbers that are the same everywhere: splitmix64. Every seed is a good one, 0 too. */
#ifndef FEW_BASE_RANDOM_H
#define FEW_BASE_RANDOM_H

#include <stdint.h>

static inline uint64_t few_random(uint64_t *seed) {
    uint64_t mixed = *seed += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

/* 0 .. end - 1, all equally likely; end > 0. */
static inline uint64_t few_random_below(uint64_t *seed, uint64_t end) {
    __extension__ typedef unsigned __int128 wide;
    const uint64_t uneven = -end % end; /* so many of the low halves would favour some numbers */
    wide product;
    do
        product = (wide)few_random(seed) * end;
    while ((uint64_t)product < uneven);
    return (uint64_t)(product >> 64);
}

#endif
