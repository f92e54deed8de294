#include "bound/bound.h"

#include <string.h>

struct few_bound *few_bound_create(struct few_memory *memory, uint32_t words, const struct few_field *field,
                                   uint32_t fields, uint32_t stride) {
    struct few_bound *bound = few_alloc_zeroed(memory, sizeof *bound);
    if (!bound)
        return NULL;
    *bound = (struct few_bound){.memory = memory, .words = words, .stride = stride, .divisor = 1, .consistent = true};
    if (fields) {
        bound->field = few_alloc(memory, fields * sizeof *field);
        if (!bound->field) {
            few_bound_free(bound);
            return NULL;
        }
        bound->fields = fields;
        memcpy(bound->field, field, fields * sizeof *field);
    }
    return bound;
}

static size_t weight_bytes(const struct few_bound *bound) {
    return (size_t)bound->fields * bound->stride * sizeof(uint32_t);
}

static void free_exchanges(struct few_memory *memory, struct few_exchanges *exchanges) {
    if (!exchanges)
        return;
    few_free(memory, exchanges->list, exchanges->count * sizeof *exchanges->list);
    few_free(memory, exchanges->first, (exchanges->places + 1) * sizeof *exchanges->first);
    few_free(memory, exchanges->shift, exchanges->places);
    few_free(memory, exchanges, sizeof *exchanges);
}

void few_bound_free(struct few_bound *bound) {
    if (!bound)
        return;
    for (uint32_t k = 0; k < bound->key_count; k++) {
        few_free(bound->memory, bound->keys[k].weights, weight_bytes(bound));
        if (!bound->keys[k].borrowed)
            few_free(bound->memory, (uint8_t *)bound->keys[k].entries, bound->keys[k].size);
    }
    for (uint32_t t = 0; t < bound->table_count; t++)
        few_table_by_rank_free(bound->memory, bound->tables[t]);
    for (uint32_t p = 0; p < bound->potential_count; p++)
        few_free(bound->memory, bound->potentials[p].weights, weight_bytes(bound));
    free_exchanges(bound->memory, bound->exchanges);
    few_free(bound->memory, bound->skip, bound->skip ? few_skip_bytes(bound->moves) : 0);
    few_free(bound->memory, bound->field, bound->fields * sizeof *bound->field);
    few_free(bound->memory, bound, sizeof *bound);
}

struct few_key *few_bound_add_key(struct few_bound *bound) {
    if (bound->key_count == FEW_MOST_KEYS)
        return NULL;
    struct few_key *key = &bound->keys[bound->key_count];
    *key = (struct few_key){.weights = few_alloc_zeroed(bound->memory, weight_bytes(bound))};
    if (!key->weights)
        return NULL;
    bound->key_count++;
    return key;
}

uint8_t *few_bound_add_table(struct few_bound *bound, struct few_key *key, uint64_t size) {
    uint8_t *entries = few_alloc(bound->memory, size);
    if (entries) {
        key->entries = entries;
        key->size = size;
    }
    return entries;
}

uint32_t few_bound_key(const struct few_bound *bound, const struct few_key *key, const uint64_t *state) {
    const uint32_t *weights = key->weights, stride = bound->stride, fields = bound->fields;
    const struct few_field *field = bound->field;
    uint32_t sum = 0;
    for (uint32_t f = 0; f < fields; f++)
        sum += weights[f * stride + few_field_get(state, field[f])];
    return sum;
}

static uint32_t plain_bound(const struct few_bound *bound, const uint64_t *state) {
    uint32_t lowest = FEW_NO_WAY;
    for (uint32_t k = 0; k < bound->key_count; k++) {
        uint32_t key = few_bound_key(bound, &bound->keys[k], state);
        if (key < lowest)
            lowest = key;
    }
    return lowest >= FEW_FAR ? FEW_NO_WAY : (lowest + bound->divisor - 1) / bound->divisor;
}

/* The keys of all tables in one pass over the cells, for a constant number of tables: most bounds have two. */
static inline __attribute__((always_inline)) uint32_t tables_bound(const struct few_bound *bound, const uint64_t *state,
                                                                   const uint32_t tables) {
    const uint32_t stride = bound->stride, fields = bound->fields;
    const struct few_field *field = bound->field;
    uint32_t place[FEW_MOST_KEYS] = {0}, sum = 0;
    for (uint32_t f = 0; f < fields; f++) {
        const size_t at = f * stride + few_field_get(state, field[f]);
        for (uint32_t k = 0; k < tables; k++)
            place[k] += bound->keys[k].weights[at];
    }
    for (uint32_t k = 0; k < tables; k++) {
        const uint32_t entry = bound->keys[k].entries[place[k]];
        if (entry == FEW_TABLE_NO_WAY)
            return FEW_NO_WAY;
        sum = bound->kind == FEW_BOUND_SUM ? sum + entry : entry > sum ? entry : sum;
    }
    return sum;
}

static uint32_t table_bound(const struct few_bound *bound, const uint64_t *state) {
    return bound->key_count == 2 ? tables_bound(bound, state, 2) : tables_bound(bound, state, bound->key_count);
}

void few_bound_look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    switch (bound ? bound->kind : FEW_BOUND_NONE) {
    case FEW_BOUND_NONE: memset(bounds, 0, count * sizeof *bounds); break;
    case FEW_BOUND_OWN: bound->own(bound->context, states, count, bounds); break;
    case FEW_BOUND_PLAIN:
        for (size_t i = 0; i < count; i++)
            bounds[i] = plain_bound(bound, states + i * bound->words);
        break;
    case FEW_BOUND_SUM:
    case FEW_BOUND_MOST:
        for (size_t i = 0; i < count; i++)
            bounds[i] = table_bound(bound, states + i * bound->words);
        break;
    }
    if (bound && bound->table_count)
        few_tables_raise(bound->tables, bound->table_count, states, count, bounds);
    if (bound && bound->potential_count)
        few_potentials_raise(bound, states, count, bounds);
}
