/* Free groups: each field is a digit of its own radix, and the rank is the sum of digit * scale. The sum over all fields
 * of a chunk of up to 11 bits of a word is one table entry, so that a rank is a few look-ups and additions. */
#include "state/rank_group.h"

#include <string.h>

enum { CHUNK_BITS = 11 };

struct digit {
    struct few_field field;
    uint32_t radix;
    uint64_t scale;
    const uint32_t *digits; /* of each value; NULL: the value itself */
    uint32_t *value;        /* of each digit, where digits is given */
};

struct chunk {
    uint32_t word, shift;
    uint64_t mask; /* after shifting */
    uint64_t *sum; /* of each packed value */
};

struct digits {
    struct few_group group;
    struct few_arena arena;
    uint32_t count, chunks;
    struct digit *digit;
    struct chunk *chunk;
};

static void rank(const struct few_group *group, const uint64_t *states, size_t count, uint64_t scale,
                 uint64_t *ranks) {
    const struct digits *self = (const struct digits *)group;
    const uint32_t words = group->words;
    for (uint32_t c = 0; c < self->chunks; c++) { /* one table at a time stays in the first cache */
        const struct chunk chunk = self->chunk[c];
        for (size_t i = 0; i < count; i++)
            ranks[i] += scale * chunk.sum[states[i * words + chunk.word] >> chunk.shift & chunk.mask];
    }
}

static void unrank_one(const struct digits *self, uint64_t rank, uint64_t *state) {
    for (uint32_t i = 0; i < self->count; i++) {
        const struct digit *d = &self->digit[i];
        uint32_t digit = (uint32_t)(rank / d->scale % d->radix);
        few_field_set(state, d->field, d->value ? d->value[digit] : digit);
    }
}

static void unrank(const struct few_group *group, const uint64_t *ranks, size_t count, uint64_t *states) {
    for (size_t i = 0; i < count; i++)
        unrank_one((const struct digits *)group, ranks[i], states + i * group->words);
}

static void free_digits(struct few_group *group) {
    few_arena_free(&((struct digits *)group)->arena);
    few_free(group->memory, group, sizeof(struct digits));
}

static const struct few_group_functions functions = {"mixed radix", rank, unrank, free_digits};

static bool copy_digits(struct digits *self, const struct few_rank_group *group) {
    self->digit = few_arena_alloc(&self->arena, (group->count + 1) * sizeof *self->digit);
    if (!self->digit)
        return false;
    for (uint32_t f = group->count; f-- > 0;) {
        struct digit *d = &self->digit[f];
        d->field = group->fields[f];
        d->radix = group->radix[f];
        d->scale = self->group.size;
        self->group.size *= d->radix;
        if (!group->digits || !group->digits[f])
            continue;
        uint32_t values = (uint32_t)few_field_ones(d->field) + 1;
        uint32_t *digits = few_arena_alloc(&self->arena, values * sizeof *digits);
        d->value = few_arena_alloc(&self->arena, d->radix * sizeof *d->value);
        if (!digits || !d->value)
            return false;
        memcpy(digits, group->digits[f], values * sizeof *digits);
        d->digits = digits;
        for (uint32_t v = 0; v < values; v++)
            if (digits[v] < d->radix)
                d->value[digits[v]] = v;
    }
    return true;
}

/* The table of fields first .. end - 1, which lie side by side in one word. */
static bool sum_up(struct digits *self, struct chunk *chunk, uint32_t first, uint32_t end) {
    const struct few_field *from = &self->digit[first].field, *to = &self->digit[end - 1].field;
    uint32_t bits = (uint32_t)to->shift + to->width - from->shift;
    *chunk = (struct chunk){from->word, from->shift, (UINT64_C(1) << bits) - 1, NULL};
    chunk->sum = few_arena_alloc(&self->arena, sizeof *chunk->sum << bits);
    if (!chunk->sum)
        return false;
    for (uint64_t packed = 0; packed <= chunk->mask; packed++)
        for (uint32_t f = first; f < end; f++) {
            const struct digit *d = &self->digit[f];
            uint64_t value = packed >> (d->field.shift - chunk->shift) & few_field_ones(d->field);
            uint64_t digit = d->digits ? d->digits[value] : value;
            if (digit < d->radix) /* other values stand in no state */
                chunk->sum[packed] += digit * d->scale;
        }
    return true;
}

static bool make_chunks(struct digits *self) {
    self->chunk = few_arena_alloc(&self->arena, (self->count + 1) * sizeof *self->chunk);
    if (!self->chunk)
        return false;
    for (uint32_t first = 0, end; first < self->count; first = end) {
        const struct few_field *from = &self->digit[first].field;
        for (end = first + 1; end < self->count; end++) {
            const struct few_field *to = &self->digit[end].field;
            if (to->word != from->word || to->shift < from->shift ||
                (uint32_t)to->shift + to->width - from->shift > CHUNK_BITS)
                break;
        }
        if (!sum_up(self, &self->chunk[self->chunks++], first, end))
            return false;
    }
    return true;
}

struct few_group *few_group_digits(struct few_memory *memory, uint32_t words,
                                   const struct few_rank_group *group) {
    struct digits *self = few_alloc_zeroed(memory, sizeof *self);
    if (!self)
        return NULL;
    self->group = (struct few_group){&functions, memory, words, 1};
    self->count = group->count;
    few_arena_init(&self->arena, memory);
    if (!copy_digits(self, group) || !make_chunks(self)) {
        free_digits(&self->group);
        return NULL;
    }
    return &self->group;
}
