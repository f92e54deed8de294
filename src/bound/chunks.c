/* Keys and potentials by chunks: where several fields stand side by side in a few bits, what they add to each sum is
 * written out for every content of these bits, so that a state is read by its chunks instead of by its fields. */
#include "bound/bound.h"

#include <string.h>

enum { CHUNK_BITS = 8 };

/* Cuts the fields into chunks and returns how many there are; `list` NULL: only counts. */
static uint32_t cut(const struct few_bound *bound, struct few_chunk *list) {
    uint32_t count = 0, values = 0, width = 0, shift = 0;
    for (uint32_t f = 0; f < bound->fields; f++) {
        const struct few_field field = bound->field[f], *last = f ? &bound->field[f - 1] : NULL;
        const bool joins = last && field.word == last->word && field.shift == last->shift + last->width &&
                           width + field.width <= CHUNK_BITS;
        if (!joins) {
            values += count ? UINT32_C(1) << width : 0;
            shift = last && last->word == field.word ? shift : 0;
            width = 0;
            if (list)
                list[count] = (struct few_chunk){.first = values, .first_field = f, .word = field.word,
                                                 .shift = field.shift, .skip = (uint8_t)(field.shift - shift)};
            shift = field.shift;
            count++;
        }
        width += field.width;
        if (list)
            list[count - 1].ones = (UINT32_C(1) << width) - 1;
    }
    return count;
}

static uint32_t weight_of(const struct few_bound *bound, uint32_t column, uint32_t field, uint32_t value) {
    const size_t at = (size_t)field * bound->stride + value;
    if (value >= bound->stride)
        return 0; /* no field ever holds that */
    return column < bound->key_count ? bound->keys[column].weights[at]
                                     : (uint32_t)bound->potentials[column - bound->key_count].weights[at];
}

/* Writes out what every content of a chunk adds to one sum: that of the lower fields, and the weight of the highest. */
static void write_out(const struct few_bound *bound, struct few_chunk chunk, uint32_t column, uint32_t columns,
                      uint32_t *sums) {
    uint32_t *const first = sums + (size_t)chunk.first * columns + column;
    for (uint32_t f = chunk.first_field, lower = 1; lower <= chunk.ones; f++) {
        const uint32_t values = UINT32_C(1) << bound->field[f].width;
        for (uint32_t value = values; value-- > 0;) { /* 0 last: the others begin with it */
            const uint32_t weight = weight_of(bound, column, f, value);
            for (uint32_t low = 0; low < lower; low++)
                first[(size_t)(value * lower + low) * columns] = first[(size_t)low * columns] + weight;
        }
        lower *= values;
    }
}

/* Fields that fit into chunks, in the order in which they stand in the words. */
static bool fields_fit(const struct few_bound *bound) {
    for (uint32_t f = 0; f < bound->fields; f++) {
        const struct few_field *field = &bound->field[f], *last = f ? field - 1 : NULL;
        if (field->width > CHUNK_BITS ||
            (last && (field->word < last->word || (field->word == last->word && field->shift < last->shift))))
            return false;
    }
    return true;
}

/* Whether the sums of potentials, which are of either sign, fit into 32 bits. */
static bool sums_fit(const struct few_bound *bound) {
    for (uint32_t p = 0; p < bound->potential_count; p++) {
        int64_t most = 0;
        for (size_t i = 0; i < (size_t)bound->fields * bound->stride; i++) {
            const int64_t weight = bound->potentials[p].weights[i];
            most += weight < 0 ? -weight : weight;
        }
        if (most > INT32_MAX)
            return false;
    }
    return true;
}

bool few_bound_finish(struct few_bound *bound) {
    const uint32_t count = cut(bound, NULL), columns = bound->key_count + bound->potential_count;
    if (count == bound->fields || columns == 0 || !fields_fit(bound) || !sums_fit(bound))
        return true; /* nothing to be gained */
    struct few_chunks chunks = {.count = count, .columns = columns, .list = few_alloc(bound->memory, count * sizeof *chunks.list)};
    if (!chunks.list)
        return false;
    cut(bound, chunks.list);
    const struct few_chunk last = chunks.list[count - 1];
    const uint32_t values = last.first + last.ones + 1;
    chunks.bytes = few_array_size(values, columns * sizeof *chunks.sums);
    chunks.sums = few_alloc_zeroed(bound->memory, chunks.bytes);
    for (uint32_t c = 0; chunks.sums && c < count; c++)
        for (uint32_t column = 0; column < columns; column++)
            write_out(bound, chunks.list[c], column, columns, chunks.sums);
    few_chunks_free(bound->memory, &bound->chunks);
    bound->chunks = chunks;
    bound->chunks.look_up = chunks.sums ? few_look_up_by_chunks(bound) : NULL;
    return chunks.sums != NULL;
}

void few_chunks_free(struct few_memory *memory, struct few_chunks *chunks) {
    few_free(memory, chunks->list, chunks->count * sizeof *chunks->list);
    few_free(memory, chunks->sums, chunks->bytes);
    *chunks = (struct few_chunks){0};
}
