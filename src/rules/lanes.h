/* Several words side by side, as the processor adds and compares them. */
#ifndef FEW_RULES_LANES_H
#define FEW_RULES_LANES_H

#include "base/specialised.h"
#include "rules/program.h"

#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* How lanes are passed depends on the processor that is compiled for. That does not matter here: what takes them is
 * always in line. */
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint64_t few_lanes __attribute__((vector_size(FEW_LANES * sizeof(uint64_t))));

FEW_SPECIALISED few_lanes few_lanes_read(const uint64_t *from) {
    few_lanes lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

/* Which lanes are all ones, where the others are 0: one bit each. */
FEW_SPECIALISED unsigned few_lanes_which(few_lanes lanes) {
#ifdef __AVX2__
    return (unsigned)_mm256_movemask_pd((__m256d)lanes);
#else
    unsigned which = 0;
    for (unsigned lane = 0; lane < FEW_LANES; lane++)
        which |= (unsigned)(lanes[lane] & 1) << lane;
    return which;
#endif
}

/* Writes those lanes one behind the other, and returns where the next goes. As much as all lanes may be written over. */
FEW_SPECIALISED uint64_t *few_lanes_write(uint64_t *to, few_lanes lanes, unsigned which) {
#ifdef __AVX2__
    /* The halves of the lanes to be written, in order. */
    static const uint32_t halves[1 << FEW_LANES][2 * FEW_LANES] = {
        {0},          {0, 1},             {2, 3},             {0, 1, 2, 3},
        {4, 5},       {0, 1, 4, 5},       {2, 3, 4, 5},       {0, 1, 2, 3, 4, 5},
        {6, 7},       {0, 1, 6, 7},       {2, 3, 6, 7},       {0, 1, 2, 3, 6, 7},
        {4, 5, 6, 7}, {0, 1, 4, 5, 6, 7}, {2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    };
    const __m256i order = _mm256_loadu_si256((const __m256i *)halves[which]);
    _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32((__m256i)lanes, order));
    return to + __builtin_popcount(which);
#else
    for (unsigned lane = 0; lane < FEW_LANES; lane++) {
        *to = lanes[lane];
        to += which >> lane & 1;
    }
    return to;
#endif
}

#endif
