#include "search/explore/packed_rows.h"

#include "base/specialised.h"

#include <stdbool.h>

enum { DIGITS = 5, NUMBERS = 243, BYTES = 8, FIVE = (1 << DIGITS) - 1 };

void few_packing_init(struct few_packing *packing) {
    *packing = (struct few_packing){.seen = {0}};
    for (uint32_t number = 0; number < NUMBERS; number++) {
        uint32_t seen = 0, next = 0, turned = 0, rest = number, power = 1;
        for (uint32_t k = 0; k < DIGITS; k++, rest /= 3, power *= 3) {
            seen |= (uint32_t)(rest % 3 == 1) << k;
            next |= (uint32_t)(rest % 3 == 2) << k;
            turned += rest % 3 ? power : 0;
        }
        packing->seen[number] = (uint8_t)seen;
        packing->next[number] = (uint8_t)next;
        packing->turned[number] = (uint8_t)turned;
        packing->byte[next << DIGITS | seen] = (uint8_t)number;
    }
}

static inline uint64_t unpack_word(const uint8_t *of_byte, uint64_t word) {
    uint64_t bits = 0;
    for (uint32_t k = 0; k < BYTES; k++)
        bits |= (uint64_t)of_byte[word >> 8 * k & UINT8_MAX] << DIGITS * k;
    return bits;
}

void few_unpack(const uint8_t *of_byte, const uint64_t *packed, uint32_t groups, uint64_t *bits, uint32_t words) {
    uint64_t open = 0;    /* bits of the word that is not full yet, … */
    uint32_t filled = 0, w = 0; /* … how many of them, and which word that is */
    for (uint32_t g = 0; g < groups; g++) {
        const uint64_t word = __atomic_load_n(&packed[g], __ATOMIC_RELAXED), forty = word ? unpack_word(of_byte, word) : 0;
        open |= forty << filled;
        filled += FEW_PACKED_STATES;
        if (filled >= 64) {
            filled -= 64;
            bits[w++] = open;
            open = forty >> (FEW_PACKED_STATES - filled);
        }
    }
    if (filled && w < words) /* else there is nothing in it: a row ends before */
        bits[w] = open;
}

/* Forty bits of a row. */
static inline uint64_t forty_of(const uint64_t *bits, uint32_t words, uint32_t group) {
    const uint32_t first = group * FEW_PACKED_STATES, w = first / 64, shift = first % 64;
    uint64_t forty = bits[w] >> shift;
    if (shift > 64 - FEW_PACKED_STATES && w + 1 < words)
        forty |= bits[w + 1] << (64 - shift);
    return forty & ((UINT64_C(1) << FEW_PACKED_STATES) - 1);
}

FEW_SPECIALISED void pack(const struct few_packing *packing, const uint64_t *seen, const uint64_t *next, uint32_t words, uint64_t *packed,
                          uint32_t groups, const bool all) {
    for (uint32_t g = 0; g < groups; g++) {
        const uint64_t fresh = forty_of(next, words, g), old = forty_of(seen, words, g);
        uint64_t word = 0;
        if (!all && !fresh)
            continue;
        for (uint32_t k = 0; k < BYTES; k++) {
            const uint64_t index = (fresh >> DIGITS * k & FIVE) << DIGITS | (old >> DIGITS * k & FIVE);
            word |= (uint64_t)packing->byte[index] << 8 * k;
        }
        __atomic_store_n(&packed[g], word, __ATOMIC_RELAXED);
    }
}

void few_pack_next(const struct few_packing *packing, const uint64_t *seen, const uint64_t *next, uint32_t words, uint64_t *packed,
                   uint32_t groups) {
    pack(packing, seen, next, words, packed, groups, false);
}

void few_pack_all(const struct few_packing *packing, const uint64_t *seen, const uint64_t *next, uint32_t words, uint64_t *packed,
                  uint32_t groups) {
    pack(packing, seen, next, words, packed, groups, true);
}

void few_turn_packed(const struct few_packing *packing, uint64_t *packed, uint32_t groups) {
    for (uint32_t g = 0; g < groups; g++) {
        const uint64_t word = packed[g];
        uint64_t turned = 0;
        for (uint32_t k = 0; k < BYTES && word; k++)
            turned |= (uint64_t)packing->turned[word >> 8 * k & UINT8_MAX] << 8 * k;
        packed[g] = turned;
    }
}
