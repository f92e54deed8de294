/* Dealing out states. */
#ifndef FEW_TEAM_PART_H
#define FEW_TEAM_PART_H

#include <stddef.h>
#include <stdint.h>

/* Which of some parts, or processes, a state belongs to, by its hash: by other bits of it than the high ones which the tables go by. */
static inline uint32_t few_part_of(const uint64_t *state, size_t words, unsigned parts) {
    uint64_t mixed = 0;
    for (size_t i = 0; i < words; i++)
        mixed = (mixed ^ state[i] ^ state[i] >> 31) * UINT64_C(0xff51afd7ed558ccd);
    return (uint32_t)((mixed >> 24 & 0xffffff) * parts >> 24); /* parts * fraction, without a division */
}

#endif
