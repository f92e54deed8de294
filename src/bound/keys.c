#include "bound/keys.h"

static void free_keys(struct few_bound *bound) {
    struct few_keys *keys = (struct few_keys *)bound;
    few_keys_drop(keys);
    few_sums_free(&keys->sums);
    few_free(bound->memory, keys, sizeof *keys);
}

const struct few_bound_kind few_keys_kind = {.free = free_keys};

struct few_keys *few_keys_create(struct few_memory *memory, uint32_t words, const struct few_field *field, uint32_t fields,
                                 uint32_t stride) {
    struct few_keys *keys = few_alloc_zeroed(memory, sizeof *keys);
    if (!keys)
        return NULL;
    keys->bound = (struct few_bound){.kind = &few_keys_kind, .look_up = few_keys_by_fields, .memory = memory,
                                     .words = words, .consistent = true};
    keys->divisor = 1;
    if (few_sums_init(&keys->sums, memory, words, field, fields, stride))
        return keys;
    free_keys(&keys->bound);
    return NULL;
}

struct few_key *few_keys_add(struct few_keys *keys) {
    if (keys->count == FEW_MOST_KEYS)
        return NULL;
    struct few_key *key = &keys->list[keys->count];
    *key = (struct few_key){.weights = few_alloc_zeroed(keys->bound.memory, few_weight_bytes(&keys->sums))};
    if (!key->weights)
        return NULL;
    keys->count++;
    return key;
}

uint8_t *few_keys_add_table(struct few_keys *keys, struct few_key *key, uint64_t size) {
    uint8_t *entries = few_alloc(keys->bound.memory, size);
    if (entries) {
        key->entries = entries;
        key->size = size;
    }
    return entries;
}

void few_keys_drop(struct few_keys *keys) {
    for (uint32_t k = 0; k < keys->count; k++) {
        few_free(keys->bound.memory, keys->list[k].weights, few_weight_bytes(&keys->sums));
        if (!keys->list[k].borrowed)
            few_free(keys->bound.memory, (uint8_t *)(uintptr_t)keys->list[k].entries, keys->list[k].size);
    }
    keys->count = 0;
}

/* ---- Looking up */

static uint32_t lowest(const struct few_keys *keys, const uint32_t *sums) {
    uint32_t lowest = FEW_NO_PATH;
    for (uint32_t k = 0; k < keys->count; k++)
        lowest = sums[k] < lowest ? sums[k] : lowest;
    if (lowest >= FEW_FAR)
        return FEW_NO_PATH;
    return keys->divisor == 1 ? lowest : (lowest + keys->divisor - 1) / keys->divisor;
}

static uint32_t added(const struct few_keys *keys, const uint32_t *sums) {
    uint32_t sum = 0;
    for (uint32_t k = 0; k < keys->count; k++) {
        const uint32_t entry = keys->list[k].entries[sums[k]];
        if (entry == FEW_TABLE_NO_PATH)
            return FEW_NO_PATH;
        sum += entry;
    }
    return sum;
}

/* Apart from the loops that call it, which have few registers to save then. */
static __attribute__((noinline)) uint32_t of_sums(const void *self, const uint32_t *sums) {
    const struct few_keys *keys = self;
    return keys->added ? added(keys, sums) : lowest(keys, sums);
}

FEW_SPECIALISED void fetch(const void *self, const uint32_t *sums) {
    const struct few_keys *keys = self;
    for (uint32_t k = 0; keys->added && k < keys->count; k++)
        __builtin_prefetch(keys->list[k].entries + sums[k]);
}

static void look_up_one(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    few_sums_of_words(&((const struct few_keys *)bound)->sums, states, count, bounds, 1, fetch, of_sums, bound);
}

static void look_up_two(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    few_sums_of_words(&((const struct few_keys *)bound)->sums, states, count, bounds, 2, fetch, of_sums, bound);
}

static void look_up_any(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    few_sums_of_states(&((const struct few_keys *)bound)->sums, states, count, bounds, of_sums, bound);
}

void few_keys_by_fields(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_keys *keys = (const struct few_keys *)bound;
    uint32_t sums[FEW_MOST_KEYS];
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < keys->count; k++)
            sums[k] = few_key_of(keys, &keys->list[k], states + i * keys->sums.words);
        bounds[i] = of_sums(keys, sums);
    }
}

bool few_keys_finish(struct few_keys *keys) {
    const uint32_t *weights[FEW_MOST_KEYS];
    for (uint32_t k = 0; k < keys->count; k++)
        weights[k] = keys->list[k].weights;
    if (!few_sums_write_out(&keys->sums, weights, keys->count))
        return false;
    const bool one_word = keys->sums.words == 1;
    keys->bound.look_up = !keys->sums.written               ? few_keys_by_fields
                          : one_word && keys->count == 1 ? look_up_one
                          : one_word && keys->count == 2 ? look_up_two
                                                         : look_up_any;
    return true;
}
