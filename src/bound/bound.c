#include "bound/bound.h"

#include "base/specialised.h"

#include <string.h>

enum { BATCH = 16 };

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
    few_chunks_free(bound->memory, &bound->chunks);
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

static uint32_t plain_bound(const struct few_bound *bound, const uint32_t *keys) {
    uint32_t lowest = FEW_NO_WAY;
    for (uint32_t k = 0; k < bound->key_count; k++)
        lowest = keys[k] < lowest ? keys[k] : lowest;
    if (lowest >= FEW_FAR)
        return FEW_NO_WAY;
    return bound->divisor == 1 ? lowest : (lowest + bound->divisor - 1) / bound->divisor;
}

static uint32_t table_bound(const struct few_bound *bound, const uint32_t *keys) {
    uint32_t sum = 0;
    for (uint32_t k = 0; k < bound->key_count; k++) {
        const uint32_t entry = bound->keys[k].entries[keys[k]];
        if (entry == FEW_TABLE_NO_WAY)
            return FEW_NO_WAY;
        sum = bound->kind == FEW_BOUND_SUM ? sum + entry : entry > sum ? entry : sum;
    }
    return sum;
}

/* What the potentials say, from their sums, if it is more. */
static uint32_t raise_by_potentials(const struct few_bound *bound, const uint32_t *sums, uint32_t least) {
    for (uint32_t p = 0; p < bound->potential_count; p++) {
        const struct few_potential *potential = &bound->potentials[p];
        const uint32_t left = few_potential_left(potential, (int32_t)sums[p] - potential->goal);
        least = left > least ? left : least;
    }
    return least;
}

static uint32_t bound_of_keys(const struct few_bound *bound, const uint32_t *keys) {
    return bound->kind == FEW_BOUND_NONE    ? 0
           : bound->kind == FEW_BOUND_PLAIN ? plain_bound(bound, keys)
                                            : table_bound(bound, keys);
}

/* Apart from the loops that call it, which have few registers to save then. */
static __attribute__((noinline)) uint32_t bound_of_sums(const struct few_bound *bound, const uint32_t *sums) {
    const uint32_t least = bound_of_keys(bound, sums);
    return bound->potential_count ? raise_by_potentials(bound, sums + bound->key_count, least) : least;
}

/* States of one word and one or two sums, as most bounds have: the word is shifted on from chunk to chunk. Sums of some
 * states first, then their entries, which are fetched meanwhile. */
FEW_SPECIALISED void look_up_words(const struct few_bound *bound, const uint64_t *states,
                                                                size_t count, uint32_t *bounds, const uint32_t columns) {
    const struct few_chunk *const chunks = bound->chunks.list, *const end = chunks + bound->chunks.count;
    const uint32_t *const all = bound->chunks.sums;
    const uint32_t tables = bound->kind == FEW_BOUND_SUM || bound->kind == FEW_BOUND_MOST ? bound->key_count : 0;
    uint32_t sums[BATCH][2];
    for (size_t done = 0; done < count; done += BATCH) {
        const size_t some = count - done < BATCH ? count - done : BATCH;
        for (size_t i = 0; i < some; i++) {
            uint64_t rest = states[done + i];
            uint32_t first = 0, second = 0;
            for (const struct few_chunk *chunk = chunks; chunk < end; chunk++) {
                rest >>= chunk->skip;
                const uint32_t *row = all + (chunk->first + (rest & chunk->ones)) * columns;
                first += row[0];
                second += row[columns - 1];
            }
            sums[i][0] = first;
            sums[i][1] = second;
            for (uint32_t k = 0; k < tables; k++)
                __builtin_prefetch(bound->keys[k].entries + sums[i][k]);
        }
        for (size_t i = 0; i < some; i++)
            bounds[done + i] = bound_of_sums(bound, sums[i]);
    }
}

static void look_up_one_sum(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    look_up_words(bound, states, count, bounds, 1);
}

static void look_up_two_sums(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    look_up_words(bound, states, count, bounds, 2);
}

static void look_up_sums(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_chunk *const chunks = bound->chunks.list, *const end = chunks + bound->chunks.count;
    const uint32_t *const all = bound->chunks.sums, columns = bound->chunks.columns;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * bound->words;
        uint32_t sums[FEW_MOST_KEYS + FEW_MOST_POTENTIALS];
        memset(sums, 0, columns * sizeof *sums);
        for (const struct few_chunk *chunk = chunks; chunk < end; chunk++) {
            const uint64_t content = state[chunk->word] >> chunk->shift & chunk->ones;
            const uint32_t *row = all + (chunk->first + content) * columns;
            for (uint32_t k = 0; k < columns; k++)
                sums[k] += row[k];
        }
        bounds[i] = bound_of_sums(bound, sums);
    }
}

static __attribute__((noinline)) void look_up_by_fields(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    uint32_t keys[FEW_MOST_KEYS] = {0};
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < bound->key_count; k++)
            keys[k] = few_bound_key(bound, &bound->keys[k], states + i * bound->words);
        bounds[i] = bound_of_keys(bound, keys);
    }
    if (bound->potential_count)
        few_potentials_raise(bound, states, count, bounds);
}

few_look_up *few_look_up_by_chunks(const struct few_bound *bound) {
    const bool one_word = bound->words == 1;
    return one_word && bound->chunks.columns == 1   ? look_up_one_sum
           : one_word && bound->chunks.columns == 2 ? look_up_two_sums
                                                    : look_up_sums;
}

void few_bound_look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    if (count == 0)
        return;
    if (!bound)
        memset(bounds, 0, count * sizeof *bounds);
    else if (bound->chunks.look_up)
        bound->chunks.look_up(bound, states, count, bounds);
    else if (bound->kind == FEW_BOUND_OWN)
        bound->own(bound->context, states, count, bounds);
    else
        look_up_by_fields(bound, states, count, bounds);
    if (bound && bound->table_count)
        few_tables_raise(bound->tables, bound->table_count, states, count, bounds);
}
