/* Arranged groups in which one value, the *common* one, fills most cells: few pieces on a large board. The cells of all
 * others, p_1 < p_2 < …, are a set, and what stands in them, in this order, is a short arrangement:
 *
 *     rank = (C(p_1, 1) + C(p_2, 2) + …) * arrangements + number of the arrangement
 *
 * Only the cells of the others are looked at. Which arrangement it is, is followed from cell to cell by a table: for what is
 * left of each value, and each value that may be next, how many arrangements begin with a lower one. */
#include "state/rank_group.h"
#include "state/rare.h"

#include <string.h>

enum { MOST_RARE = 32, MOST_ENTRIES = 1 << 16 };

struct sparse {
    struct few_group group;
    size_t bytes;
    uint32_t cells, rare, values, common, width, spans, stride;
    uint32_t full;          /* the number of what is left of each value: at first, all */
    uint64_t arrangements;  /* of the rare ones */
    struct few_rare_span *span;
    struct few_field *fields;
    uint64_t *choose;       /* choose[k * (cells + 1) + p] = C(p, k + 1) */
    uint64_t *lower;        /* lower[left * stride + v]: arrangements that begin with a value below v; at the end of a row, all */
    uint32_t *weight;       /* of each value: how much less is left when it is taken */
};

static inline uint64_t rank_one(const struct sparse *self, const uint64_t *state) {
    const uint64_t *choose = self->choose;
    const uint32_t width = self->width;
    uint64_t set = 0, arrangement = 0;
    uint32_t left = self->full;
    for (uint32_t s = 0; s < self->spans; s++) {
        const struct few_rare_span *span = &self->span[s];
        const uint64_t word = state[span->word];
        for (uint64_t found = few_rare_tops(span, word); found; found &= found - 1) {
            const uint32_t top = (uint32_t)__builtin_ctzll(found), value = few_rare_value(word, top, width);
            set += choose[span->place[top]];
            choose += self->cells + 1;
            arrangement += self->lower[(size_t)left * self->stride + value];
            left -= self->weight[value];
        }
    }
    return set * self->arrangements + arrangement;
}

static void rank(const struct few_group *group, const uint64_t *states, size_t count, uint64_t scale, uint64_t *ranks) {
    for (size_t i = 0; i < count; i++)
        ranks[i] += scale * rank_one((const struct sparse *)group, states + i * group->words);
}

/* The highest place p with C(p, k + 1) at most `rank`, below `end`. */
static uint32_t place_below(const uint64_t *choose, uint32_t end, uint64_t rank) {
    uint32_t low = 0;
    while (end - low > 1) {
        const uint32_t middle = low + (end - low) / 2;
        if (choose[middle] <= rank)
            low = middle;
        else
            end = middle;
    }
    return low;
}

static void unrank_one(const struct sparse *self, uint64_t rank, uint64_t *state) {
    uint64_t set = rank / self->arrangements, arrangement = rank % self->arrangements;
    uint32_t places[MOST_RARE], left = self->full, end = self->cells;
    for (uint32_t k = self->rare; k-- > 0;) {
        const uint64_t *choose = self->choose + (size_t)k * (self->cells + 1);
        places[k] = end = place_below(choose, end, set);
        set -= choose[end];
    }
    for (uint32_t s = 0; s < self->spans; s++) {
        const struct few_rare_span *span = &self->span[s];
        state[span->word] |= span->pattern & (span->low | span->high);
    }
    for (uint32_t k = 0; k < self->rare; k++) {
        const uint64_t *lower = self->lower + (size_t)left * self->stride;
        uint32_t value = self->values - 1;
        while (lower[value] > arrangement)
            value--;
        arrangement -= lower[value];
        left -= self->weight[value];
        few_field_set(state, self->fields[places[k]], value);
    }
}

static void unrank(const struct few_group *group, const uint64_t *ranks, size_t count, uint64_t *states) {
    for (size_t i = 0; i < count; i++)
        unrank_one((const struct sparse *)group, ranks[i], states + i * group->words);
}

static void free_sparse(struct few_group *group) {
    few_free(group->memory, group, ((struct sparse *)group)->bytes);
}

static const struct few_group_functions functions = {"multiset rank", rank, unrank, free_sparse};

/* `entries` numbers say what may be left of each value, the last one all of it. */
static void fill_lower(struct sparse *self, const uint32_t *counts, uint32_t entries) {
    for (uint32_t v = 0, weight = 1; v < self->values; v++) {
        self->weight[v] = v == self->common ? 0 : weight;
        weight *= v == self->common ? 1 : counts[v] + 1;
    }
    self->lower[self->values] = 1;
    for (uint32_t left = 1; left < entries; left++) {
        uint64_t *lower = self->lower + (size_t)left * self->stride, sum = 0;
        for (uint32_t v = 0; v < self->values; v++) {
            const bool is_left = v != self->common && left / self->weight[v] % (counts[v] + 1) > 0;
            lower[v] = is_left ? sum : UINT64_MAX; /* so that unranking passes it over */
            sum += is_left ? self->lower[(size_t)(left - self->weight[v]) * self->stride + self->values] : 0;
        }
        lower[self->values] = sum;
    }
}

/* Of how many numbers one says what is left of each value; 0: of too many. */
static uint32_t count_entries(const struct few_rank_group *group, uint32_t common) {
    uint64_t entries = 1;
    for (uint32_t v = 0; v < group->values && entries <= MOST_ENTRIES; v++)
        entries *= v == common ? 1 : (uint64_t)group->counts[v] + 1;
    return entries <= MOST_ENTRIES ? (uint32_t)entries : 0;
}

struct few_group *few_group_sparse(struct few_memory *memory, uint32_t words, const struct few_rank_group *group) {
    uint32_t common = 0;
    for (uint32_t v = 1; v < group->values; v++)
        if (group->counts[v] > group->counts[common])
            common = v;
    const uint32_t rare = group->count - group->counts[common], entries = count_entries(group, common);
    if (rare == 0 || rare > MOST_RARE || rare > group->count / 2 || group->count > UINT16_MAX || !entries)
        return NULL;
    const size_t stride = (size_t)group->values + 1, choose = (size_t)rare * (group->count + 1) * sizeof(uint64_t);
    const size_t lower = entries * stride * sizeof(uint64_t), spans = words * sizeof(struct few_rare_span);
    const size_t weights = group->values * sizeof(uint32_t), fields = group->count * sizeof(struct few_field);
    const size_t bytes = sizeof(struct sparse) + choose + lower + spans + weights + fields;
    struct sparse *self = few_alloc_zeroed(memory, bytes);
    if (!self)
        return NULL;
    self->group = (struct few_group){&functions, memory, words, few_arrangements(group->counts, group->values)};
    self->bytes = bytes;
    self->cells = group->count;
    self->rare = rare;
    self->values = group->values;
    self->stride = (uint32_t)stride;
    self->common = common;
    self->width = group->fields[0].width;
    self->full = entries - 1;
    self->choose = (uint64_t *)(self + 1);
    self->lower = self->choose + choose / sizeof(uint64_t);
    self->span = (struct few_rare_span *)(self->lower + lower / sizeof(uint64_t));
    self->weight = (uint32_t *)(self->span + words);
    self->fields = (struct few_field *)(self->weight + group->values);
    memcpy(self->fields, group->fields, fields);
    self->spans = few_rare_spans(self->span, self->fields, self->cells, common);
    few_fill_choose(self->choose, rare, self->cells);
    fill_lower(self, group->counts, entries);
    self->arrangements = self->lower[(size_t)self->full * stride + self->values];
    return &self->group;
}
