/* Arranged groups of any kind, cell by cell: with n cells left and T arrangements of what is left, value v stands
 * first in T * count[v] / n of them. The rank is the number of arrangements with a smaller value at the first cell
 * where they differ: the place in lexicographic order. Slow, needs no tables, fits always. */
#include "state/rank_group.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

struct plain {
    struct few_group group;
    size_t bytes;
    uint32_t cells, values;
    struct few_field *fields;
    uint32_t *counts;
};

enum { MOST_VALUES = 256 };

static uint64_t rank_one(const struct plain *self, const uint64_t *state) {
    uint32_t counts[MOST_VALUES];
    memcpy(counts, self->counts, self->values * sizeof *counts);
    uint64_t rank = 0, total = self->group.size;
    for (uint32_t i = 0; i < self->cells; i++) {
        uint32_t value = few_field_get(state, self->fields[i]), before = 0, left = self->cells - i;
        for (uint32_t v = 0; v < value; v++)
            before += counts[v];
        rank += (uint64_t)((wide)total * before / left);
        total = (uint64_t)((wide)total * counts[value]-- / left);
    }
    return rank;
}

static void rank(const struct few_group *group, const uint64_t *states, size_t count, uint64_t scale,
                 uint64_t *ranks) {
    const struct plain *self = (const struct plain *)group;
    for (size_t i = 0; i < count; i++)
        ranks[i] += scale * rank_one(self, states + i * group->words);
}

static void unrank_one(const struct plain *self, uint64_t rank, uint64_t *state) {
    uint32_t counts[MOST_VALUES];
    memcpy(counts, self->counts, self->values * sizeof *counts);
    uint64_t total = self->group.size;
    for (uint32_t i = 0; i < self->cells; i++) {
        uint32_t left = self->cells - i, value = 0;
        for (;; value++) {
            uint64_t share = (uint64_t)((wide)total * counts[value] / left);
            if (rank < share) {
                total = share;
                break;
            }
            rank -= share;
        }
        counts[value]--;
        few_field_set(state, self->fields[i], value);
    }
}

static void unrank(const struct few_group *group, const uint64_t *ranks, size_t count, uint64_t *states) {
    for (size_t i = 0; i < count; i++)
        unrank_one((const struct plain *)group, ranks[i], states + i * group->words);
}

static void free_plain(struct few_group *group) {
    few_free(group->memory, group, ((struct plain *)group)->bytes);
}

static const struct few_group_functions functions = {"multiset rank", rank, unrank, free_plain};

struct few_group *few_group_plain(struct few_memory *memory, uint32_t words,
                                  const struct few_rank_group *group) {
    if (group->values > MOST_VALUES)
        return NULL;
    size_t bytes = sizeof(struct plain) + group->values * sizeof(uint32_t) + group->count * sizeof(struct few_field);
    struct plain *self = few_alloc_zeroed(memory, bytes);
    if (!self)
        return NULL;
    self->group = (struct few_group){&functions, memory, words, few_arrangements(group->counts, group->values)};
    self->bytes = bytes;
    self->cells = group->count;
    self->values = group->values;
    self->counts = (uint32_t *)(self + 1);
    self->fields = (struct few_field *)(self->counts + group->values);
    memcpy(self->counts, group->counts, group->values * sizeof *self->counts);
    memcpy(self->fields, group->fields, group->count * sizeof *self->fields);
    return &self->group;
}
