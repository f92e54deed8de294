/* Prints: a byte of the hash of each state of a hashed store whose states take more than one word, one behind the other.
 * Slots are wide there: each one that is looked at is another line of the cache, and at 80 percent load a state that is not
 * there has some ten others before its slot. So a state is compared with nothing but prints, up to 64 at once, until one is its
 * own or there is none: then it is there (or, once in some hundred look-ups, another one with the same print), or belongs
 * there. */
#ifndef FEW_VISITED_PRINTS_H
#define FEW_VISITED_PRINTS_H

#if defined __SSE2__
#include <immintrin.h>
#endif

#include "visited/internal.h"

enum { FEW_PRINTS_BEHIND = 64 }; /* of no slot, and always 0: so many may be read at once */

/* Bytes for the prints of that many slots. */
static inline size_t few_prints_size(uint64_t slots) {
    return slots + FEW_PRINTS_BEHIND;
}

/* 1 .. 255; 0: the slot is empty. Other bits than those that decide the home: neighbours have the same of these. */
FEW_SPECIALISED uint8_t few_print(uint64_t hash) {
    const uint8_t print = (uint8_t)(hash >> 20);
    return (uint8_t)(print + (print == 0));
}

/* Which of the next prints are this one or 0: a bit for each, up to FEW_PRINTS_AT_ONCE. */
#if defined __AVX512BW__
enum { FEW_PRINTS_AT_ONCE = 64 };
FEW_SPECIALISED uint64_t few_prints_ending(const uint8_t *at, uint8_t print) {
    const __m512i prints = _mm512_loadu_si512((const void *)at);
    return _mm512_cmpeq_epi8_mask(prints, _mm512_set1_epi8((char)print)) | _mm512_testn_epi8_mask(prints, prints);
}
#elif defined __AVX2__
enum { FEW_PRINTS_AT_ONCE = 32 };
FEW_SPECIALISED uint64_t few_prints_ending(const uint8_t *at, uint8_t print) {
    const __m256i prints = _mm256_loadu_si256((const __m256i *)(const void *)at);
    const __m256i own = _mm256_cmpeq_epi8(prints, _mm256_set1_epi8((char)print));
    const __m256i none = _mm256_cmpeq_epi8(prints, _mm256_setzero_si256());
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(own, none));
}
#elif defined __SSE2__
enum { FEW_PRINTS_AT_ONCE = 16 };
FEW_SPECIALISED uint64_t few_prints_ending(const uint8_t *at, uint8_t print) {
    const __m128i prints = _mm_loadu_si128((const __m128i *)(const void *)at);
    const __m128i own = _mm_cmpeq_epi8(prints, _mm_set1_epi8((char)print));
    const __m128i none = _mm_cmpeq_epi8(prints, _mm_setzero_si128());
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(own, none));
}
#else
enum { FEW_PRINTS_AT_ONCE = 8 };
FEW_SPECIALISED uint64_t few_prints_ending(const uint8_t *at, uint8_t print) {
    uint64_t ending = 0;
    for (unsigned i = 0; i < FEW_PRINTS_AT_ONCE; i++)
        ending |= (uint64_t)((at[i] == print) | (at[i] == 0)) << i;
    return ending;
}
#endif

/* The first slot from this one on that is empty or has this print. */
FEW_SPECIALISED uint64_t few_next_print(const struct few_visited *visited, uint64_t slot, uint8_t print) {
    const uint8_t *const prints = visited->prints;
    for (;;) {
        const uint64_t ending = few_prints_ending(prints + slot, print);
        slot += ending ? (unsigned)__builtin_ctzll(ending) : FEW_PRINTS_AT_ONCE;
        if (__builtin_expect(slot >= visited->end, 0))
            slot = 0;
        else if (__builtin_expect(ending != 0, 1))
            return slot;
    }
}

#endif
