/* Arranged groups of different values: the Lehmer code. Reading the cells in order, digit i counts the values
 * smaller than the one in cell i that are still to come: its value minus how many smaller ones were used, which is
 * one popcount. The rank is the number with these digits in the factorial base:
 *
 *     rank = (… (d_0 * (n-1) + d_1) * (n-2) + …) * 1 + d_{n-1} */
#include "state/rank_group.h"

#include <string.h>

struct lehmer {
    struct few_group group;
    uint32_t count;
    uint32_t step;               /* distance of the fields, where all lie in one word at equal distance; else 0 */
    uint8_t order[64], value[64]; /* value -> place among the group's values, and back */
    bool plain;                  /* order is the identity */
    struct few_field fields[64];
};

static inline uint64_t rank_one(const struct lehmer *self, const uint64_t *state, uint32_t count) {
    uint64_t used = 0, rank = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = self->order[few_field_get(state, self->fields[i])];
        uint32_t digit = v - (uint32_t)__builtin_popcountll(used & ((UINT64_C(1) << v) - 1));
        rank = rank * (count - i) + digit;
        used |= UINT64_C(1) << v;
    }
    return rank;
}

/* One word, fields side by side, values 0 .. n-1: what every sliding puzzle is. */
static inline uint64_t rank_row(uint64_t word, uint32_t count, uint32_t step) {
    const uint64_t ones = (UINT64_C(1) << step) - 1;
    uint32_t used = 0;
    uint64_t rank = 0;
    for (uint32_t i = 0; i + 1 < count; i++, word >>= step) {
        uint32_t v = (uint32_t)(word & ones);
        rank = rank * (count - i) + (v - (uint32_t)__builtin_popcount(used & ((1u << v) - 1)));
        used |= 1u << v;
    }
    return rank;
}

static void rank(const struct few_group *group, const uint64_t *states, size_t count, uint64_t scale,
                 uint64_t *ranks) {
    const struct lehmer *self = (const struct lehmer *)group;
    const uint32_t words = group->words, cells = self->count;
    if (self->step && self->plain) {
        const uint32_t word = self->fields[0].word, shift = self->fields[0].shift, step = self->step;
        for (size_t i = 0; i < count; i++)
            ranks[i] += scale * rank_row(states[i * words + word] >> shift, cells, step);
        return;
    }
    for (size_t i = 0; i < count; i++)
        ranks[i] += scale * rank_one(self, states + i * words, cells);
}

static void unrank_one(const struct lehmer *self, uint64_t rank, uint64_t *state) {
    const uint32_t count = self->count;
    uint32_t digits[64] = {0};
    for (uint32_t i = count; i-- > 0;) {
        digits[i] = (uint32_t)(rank % (count - i));
        rank /= count - i;
    }
    uint64_t left = count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits = left;
        for (uint32_t k = 0; k < digits[i]; k++)
            bits &= bits - 1;
        uint32_t v = (uint32_t)__builtin_ctzll(bits);
        left &= ~(UINT64_C(1) << v);
        few_field_set(state, self->fields[i], self->value[v]);
    }
}

static void unrank(const struct few_group *group, const uint64_t *ranks, size_t count, uint64_t *states) {
    for (size_t i = 0; i < count; i++)
        unrank_one((const struct lehmer *)group, ranks[i], states + i * group->words);
}

static void free_lehmer(struct few_group *group) {
    few_free(group->memory, group, sizeof(struct lehmer));
}

static const struct few_group_functions functions = {"permutation rank", rank, unrank, free_lehmer};

struct few_group *few_group_lehmer(struct few_memory *memory, uint32_t words,
                                   const struct few_rank_group *group) {
    if (group->count > 20) /* 21! does not fit in 64 bits */
        return NULL;
    for (uint32_t v = 0; v < group->values; v++)
        if (group->counts[v] > 1 || (group->counts[v] && v >= 64))
            return NULL;
    struct lehmer *self = few_alloc_zeroed(memory, sizeof *self);
    if (!self)
        return NULL;
    self->group = (struct few_group){&functions, memory, words, few_arrangements(group->counts, group->values)};
    self->count = group->count;
    memcpy(self->fields, group->fields, group->count * sizeof *self->fields);
    uint32_t place = 0;
    for (uint32_t v = 0; v < group->values; v++)
        if (group->counts[v]) {
            self->value[place] = (uint8_t)v;
            self->order[v] = (uint8_t)place++;
        }
    self->plain = group->count <= 32;
    for (uint32_t p = 0; p < place; p++)
        self->plain = self->plain && self->value[p] == p;
    self->step = self->fields[0].width;
    for (uint32_t i = 1; i < self->count; i++)
        if (self->fields[i].word != self->fields[0].word ||
            self->fields[i].shift != self->fields[0].shift + i * self->step)
            self->step = 0;
    return &self->group;
}
