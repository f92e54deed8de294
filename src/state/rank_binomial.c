/* Arranged groups of two values of one bit, one of them rare: the places p_1 < p_2 < … of the rare value give
 *
 *     rank = C(p_1, 1) + C(p_2, 2) + …
 *
 * which counts the sets of places that come before (the combinatorial number system). A loop over the set bits
 * with one look-up each: four for four pieces on 64 cells. */
#include "state/rank_group.h"

#include "base/specialised.h"

#include <string.h>

enum { MOST_RARE = 8, MOST_CELLS = 512, MOST_SPANS = 8 };

/* Fields that lie side by side in one word. */
struct span {
    uint32_t word, shift, first; /* place of the first field in the group */
    uint64_t mask;               /* as it stands in the word */
};

struct binomial {
    struct few_group group;
    size_t bytes;
    uint32_t cells, rare, spans;
    bool rare_is_zero;
    struct span span[MOST_SPANS];
    struct few_field *fields;
    uint64_t *choose; /* choose[k * (cells + 1) + p] = C(p, k + 1) */
};

static inline uint64_t rank_one(const struct binomial *self, const uint64_t *state) {
    const uint64_t *choose = self->choose;
    const uint64_t flip = self->rare_is_zero ? ~UINT64_C(0) : 0;
    uint64_t rank = 0;
    for (uint32_t s = 0; s < self->spans; s++) {
        const struct span *span = &self->span[s];
        uint64_t bits = ((state[span->word] ^ flip) & span->mask) >> span->shift;
        for (; bits; bits &= bits - 1) {
            rank += choose[span->first + (uint32_t)__builtin_ctzll(bits)];
            choose += self->cells + 1;
        }
    }
    return rank;
}

/* The same for fields that lie side by side: compiled for each number of rare ones, it is a row of look-ups without a
 * loop, in about a third of the instructions. */
FEW_SPECIALISED void rank_span(const struct binomial *self, const uint64_t *states,
                                                            size_t count, uint64_t scale, uint64_t *ranks,
                                                            uint32_t rare) {
    const struct span span = self->span[0];
    const uint32_t words = self->group.words, stride = self->cells + 1;
    const uint64_t *const choose = self->choose, flip = self->rare_is_zero ? ~UINT64_C(0) : 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = ((states[i * words + span.word] ^ flip) & span.mask) >> span.shift, rank = 0;
        for (uint32_t k = 0; k < rare; k++, bits &= bits - 1)
            rank += choose[k * stride + (uint32_t)__builtin_ctzll(bits)];
        ranks[i] += scale * rank;
    }
}

static void rank(const struct few_group *group, const uint64_t *states, size_t count, uint64_t scale,
                 uint64_t *ranks) {
    const struct binomial *self = (const struct binomial *)group;
    const uint32_t words = group->words;
    if (self->spans == 1)
        switch (self->rare) {
        case 2: rank_span(self, states, count, scale, ranks, 2); return;
        case 3: rank_span(self, states, count, scale, ranks, 3); return;
        case 4: rank_span(self, states, count, scale, ranks, 4); return;
        case 5: rank_span(self, states, count, scale, ranks, 5); return;
        case 6: rank_span(self, states, count, scale, ranks, 6); return;
        }
    for (size_t i = 0; i < count; i++)
        ranks[i] += scale * rank_one(self, states + i * words);
}

static void unrank_one(const struct binomial *self, uint64_t rank, uint64_t *state) {
    for (uint32_t s = 0; s < self->spans && self->rare_is_zero; s++)
        state[self->span[s].word] |= self->span[s].mask;
    uint32_t place = self->cells;
    for (uint32_t k = self->rare; k-- > 0;) {
        const uint64_t *choose = self->choose + (size_t)k * (self->cells + 1);
        do
            place--;
        while (choose[place] > rank);
        rank -= choose[place];
        state[self->fields[place].word] ^= few_field_mask(self->fields[place]);
    }
}

static void unrank(const struct few_group *group, const uint64_t *ranks, size_t count, uint64_t *states) {
    for (size_t i = 0; i < count; i++)
        unrank_one((const struct binomial *)group, ranks[i], states + i * group->words);
}

static void free_binomial(struct few_group *group) {
    few_free(group->memory, group, ((struct binomial *)group)->bytes);
}

static const struct few_group_functions functions = {"combination rank", rank, unrank, free_binomial};

static bool find_spans(struct binomial *self) {
    for (uint32_t i = 0; i < self->cells; i++) {
        const struct few_field *field = &self->fields[i];
        if (field->width != 1)
            return false;
        struct span *last = self->spans ? &self->span[self->spans - 1] : NULL;
        bool follows = last && last->word == field->word && last->shift + (i - last->first) == field->shift;
        if (!follows) {
            if (self->spans == MOST_SPANS)
                return false;
            last = &self->span[self->spans++];
            *last = (struct span){field->word, field->shift, i, 0};
        }
        last->mask |= few_field_mask(*field);
    }
    return true;
}

struct few_group *few_group_binomial(struct few_memory *memory, uint32_t words,
                                     const struct few_rank_group *group) {
    uint32_t zeros = group->values > 0 ? group->counts[0] : 0, ones = group->values > 1 ? group->counts[1] : 0;
    uint32_t rare = zeros < ones ? zeros : ones;
    if (zeros + ones != group->count || group->count > MOST_CELLS || rare > MOST_RARE || group->count < 17)
        return NULL;
    size_t table = (size_t)rare * (group->count + 1) * sizeof(uint64_t);
    size_t bytes = sizeof(struct binomial) + table + group->count * sizeof(struct few_field);
    struct binomial *self = few_alloc_zeroed(memory, bytes);
    if (!self)
        return NULL;
    self->group = (struct few_group){&functions, memory, words, few_arrangements(group->counts, group->values)};
    self->bytes = bytes;
    self->cells = group->count;
    self->rare = rare;
    self->rare_is_zero = zeros < ones;
    self->choose = (uint64_t *)(self + 1);
    self->fields = (struct few_field *)((char *)self->choose + table);
    memcpy(self->fields, group->fields, group->count * sizeof *self->fields);
    if (!find_spans(self)) {
        free_binomial(&self->group);
        return NULL;
    }
    few_fill_choose(self->choose, rare, self->cells);
    return &self->group;
}
