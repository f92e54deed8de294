/* Free groups: each field is a digit of its own radix. One plain multiply-add a field. */
#include "state/rank_group.h"

#include <string.h>

struct digit {
    struct few_field field;
    uint32_t radix, values;
    uint64_t scale;
    const uint32_t *digits; /* of each value; NULL: the value itself */
    uint32_t *value;        /* of each digit, where digits is given */
};

struct digits {
    struct few_group group;
    size_t bytes;
    uint32_t count;
    struct digit digit[];
};

static inline uint64_t rank_one(const struct digits *self, const uint64_t *state) {
    uint64_t rank = 0;
    for (uint32_t i = 0; i < self->count; i++) {
        const struct digit *d = &self->digit[i];
        uint32_t value = few_field_get(state, d->field);
        rank += (d->digits ? d->digits[value] : value) * d->scale;
    }
    return rank;
}

static void rank(const struct few_group *group, const uint64_t *states, size_t count, uint64_t scale,
                 uint64_t *ranks) {
    const struct digits *self = (const struct digits *)group;
    const uint32_t words = group->words;
    for (size_t i = 0; i < count; i++)
        ranks[i] += scale * rank_one(self, states + i * words);
}

static void unrank(const struct few_group *group, uint64_t rank, uint64_t *state) {
    const struct digits *self = (const struct digits *)group;
    for (uint32_t i = 0; i < self->count; i++) {
        const struct digit *d = &self->digit[i];
        uint32_t digit = (uint32_t)(rank / d->scale % d->radix);
        few_field_set(state, d->field, d->value ? d->value[digit] : digit);
    }
}

static void free_digits(struct few_group *group) {
    few_free(group->memory, group, ((struct digits *)group)->bytes);
}

static const struct few_group_functions functions = {"mixed radix", rank, unrank, free_digits};

struct few_group *few_group_digits(struct few_memory *memory, uint32_t words,
                                   const struct few_rank_group *group) {
    size_t tables = 0;
    for (uint32_t f = 0; f < group->count; f++)
        if (group->digits && group->digits[f])
            tables += (size_t)(few_field_ones(group->fields[f]) + 1 + group->radix[f]);
    size_t bytes = sizeof(struct digits) + group->count * sizeof(struct digit) + tables * sizeof(uint32_t);
    struct digits *self = few_alloc_zeroed(memory, bytes);
    if (!self)
        return NULL;
    self->group = (struct few_group){&functions, memory, words, 1};
    self->bytes = bytes;
    self->count = group->count;
    uint32_t *table = (uint32_t *)(self->digit + group->count);
    for (uint32_t f = group->count; f-- > 0;) {
        struct digit *d = &self->digit[f];
        d->field = group->fields[f];
        d->radix = group->radix[f];
        d->scale = self->group.size;
        self->group.size *= d->radix;
        if (!group->digits || !group->digits[f])
            continue;
        uint32_t values = (uint32_t)few_field_ones(d->field) + 1;
        memcpy(table, group->digits[f], values * sizeof *table);
        d->digits = table;
        d->value = table + values;
        for (uint32_t v = 0; v < values; v++)
            if (table[v] < d->radix)
                d->value[table[v]] = v;
        table += values + d->radix;
    }
    return &self->group;
}
