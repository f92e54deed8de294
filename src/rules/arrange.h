/* Sequences of a multiset in lexicographic order, value by value.
 *
 * With n places left, N sequences of what is left and c_v pieces of value v, N * c_v / n of the sequences begin with v:
 * exactly, as every piece is equally often the first. So one product and one division follow a place. */
#ifndef FEW_RULES_ARRANGE_H
#define FEW_RULES_ARRANGE_H

#include <stdint.h>
#include <string.h>

enum { FEW_ARRANGE_LENGTH = 64, FEW_ARRANGE_VALUES = 64 };

struct few_arrange {
    uint32_t length, values;
    uint64_t size; /* number of sequences */
    uint8_t counts[FEW_ARRANGE_VALUES];
};

static inline uint64_t few_arrange_share(uint64_t all, uint64_t part, uint64_t whole) {
    __extension__ typedef unsigned __int128 wide;
    return all >> 32 ? (uint64_t)((wide)all * part / whole) : all * part / whole;
}

static inline uint64_t few_arrange_rank(const struct few_arrange *set, const uint8_t *sequence) {
    uint8_t left[FEW_ARRANGE_VALUES];
    uint64_t rank = 0, all = set->size;
    memcpy(left, set->counts, set->values);
    for (uint32_t i = 0; i < set->length && all > 1; i++) {
        uint32_t places = set->length - i, below = 0, value = sequence[i];
        for (uint32_t v = 0; v < value; v++)
            below += left[v];
        rank += few_arrange_share(all, below, places);
        all = few_arrange_share(all, left[value], places);
        left[value]--;
    }
    return rank;
}

static inline void few_arrange_unrank(const struct few_arrange *set, uint64_t rank, uint8_t *sequence) {
    uint8_t left[FEW_ARRANGE_VALUES];
    uint64_t all = set->size;
    memcpy(left, set->counts, set->values);
    for (uint32_t i = 0; i < set->length; i++) {
        for (uint32_t v = 0; v < set->values; v++) {
            uint64_t part = few_arrange_share(all, left[v], set->length - i);
            if (rank < part) {
                sequence[i] = (uint8_t)v;
                left[v]--;
                all = part;
                break;
            }
            rank -= part;
        }
    }
}

#endif
