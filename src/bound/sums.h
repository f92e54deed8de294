/* Sums over the fields of a state, from which keys and potentials are made:
 *
 *     sum(s) = weight[field 0][value in it] + weight[field 1][value in it] + …      modulo 2^32
 *
 * Where several fields stand side by side in a few bits, a *chunk*, what they add to each sum is written out for every
 * content of these bits, so that a state is read by its chunks instead of by its fields. */
#ifndef FEW_BOUND_SUMS_H
#define FEW_BOUND_SUMS_H

#include "base/memory.h"
#include "base/specialised.h"
#include "state/field.h"

#include <string.h>

enum { FEW_MOST_SUMS = 16, FEW_SUMS_BATCH = 16 };

struct few_chunk {
    uint32_t first; /* its place in the list of sums, for a content of 0 */
    uint32_t ones;  /* the largest content */
    uint32_t first_field;
    uint8_t word, shift;
    uint8_t skip; /* from the chunk before it in the word */
};

struct few_sums {
    struct few_memory *memory;
    uint32_t words, fields;
    uint32_t stride; /* values of a field, in a list of weights: [field * stride + value] */
    struct few_field *field;
    struct few_chunk *chunks; /* NULL: nothing is written out */
    uint32_t chunk_count;
    uint32_t columns;  /* sums that are written out */
    uint32_t *written; /* [(first + content) * columns + column] */
    size_t bytes;      /* of these */
};

/* false: no memory; few_sums_free is right in any case. */
bool few_sums_init(struct few_sums *sums, struct few_memory *memory, uint32_t words, const struct few_field *field,
                   uint32_t fields, uint32_t stride);
void few_sums_free(struct few_sums *sums);

/* Bytes of the weights of one sum. */
static inline size_t few_weight_bytes(const struct few_sums *sums) {
    return (size_t)sums->fields * sums->stride * sizeof(uint32_t);
}

/* Writes out the sums with these weights, where that makes them faster to read. false: no memory. */
bool few_sums_write_out(struct few_sums *sums, const uint32_t *const *weights, uint32_t columns);

/* Field by field. */
uint32_t few_sum_of(const struct few_sums *sums, const uint32_t *weights, const uint64_t *state);

/* What a kind of bound makes of the sums of a state; and what it will need for that, to be fetched beforehand. */
typedef uint32_t few_of_sums(const void *self, const uint32_t *sums);
typedef void few_fetch(const void *self, const uint32_t *sums);

/* States of one word and one or two sums, as most bounds have: the word is shifted on from chunk to chunk. Sums of some
 * states first, then their entries, which are fetched meanwhile. */
FEW_SPECIALISED void few_sums_of_words(const struct few_sums *sums, const uint64_t *states, size_t count, uint32_t *bounds,
                                       const uint32_t columns, few_fetch *fetch, few_of_sums *of, const void *self) {
    const struct few_chunk *const chunks = sums->chunks, *const end = chunks + sums->chunk_count;
    const uint32_t *const all = sums->written;
    uint32_t found[FEW_SUMS_BATCH][2];
    for (size_t done = 0; done < count; done += FEW_SUMS_BATCH) {
        const size_t some = count - done < FEW_SUMS_BATCH ? count - done : FEW_SUMS_BATCH;
        for (size_t i = 0; i < some; i++) {
            uint64_t rest = states[done + i];
            uint32_t first = 0, second = 0;
            for (const struct few_chunk *chunk = chunks; chunk < end; chunk++) {
                rest >>= chunk->skip;
                const uint32_t *row = all + (chunk->first + (rest & chunk->ones)) * columns;
                first += row[0];
                second += row[columns - 1];
            }
            found[i][0] = first;
            found[i][1] = second;
            if (fetch)
                fetch(self, found[i]);
        }
        for (size_t i = 0; i < some; i++)
            bounds[done + i] = of(self, found[i]);
    }
}

/* The same for states of any size and any number of sums. */
FEW_SPECIALISED void few_sums_of_states(const struct few_sums *sums, const uint64_t *states, size_t count, uint32_t *bounds,
                                        few_of_sums *of, const void *self) {
    const struct few_chunk *const chunks = sums->chunks, *const end = chunks + sums->chunk_count;
    const uint32_t *const all = sums->written, columns = sums->columns;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * sums->words;
        uint32_t found[FEW_MOST_SUMS];
        memset(found, 0, columns * sizeof *found);
        for (const struct few_chunk *chunk = chunks; chunk < end; chunk++) {
            const uint64_t content = state[chunk->word] >> chunk->shift & chunk->ones;
            const uint32_t *row = all + (chunk->first + content) * columns;
            for (uint32_t k = 0; k < columns; k++)
                found[k] += row[k];
        }
        bounds[i] = of(self, found);
    }
}

#endif
