#include "bound/sums.h"

enum { CHUNK_BITS = 8 };

/* Cuts the fields into chunks and returns how many there are; `list` NULL: only counts. */
static uint32_t cut(const struct few_sums *sums, struct few_chunk *list) {
    uint32_t count = 0, values = 0, width = 0, shift = 0;
    for (uint32_t f = 0; f < sums->fields; f++) {
        const struct few_field field = sums->field[f], *last = f ? &sums->field[f - 1] : NULL;
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

/* Writes out what every content of a chunk adds to one sum: that of the lower fields, and the weight of the highest. */
static void write_out(const struct few_sums *sums, struct few_chunk chunk, const uint32_t *weights, uint32_t column) {
    const uint32_t columns = sums->columns;
    uint32_t *const first = sums->written + (size_t)chunk.first * columns + column;
    for (uint32_t f = chunk.first_field, lower = 1; lower <= chunk.ones; f++) {
        const uint32_t values = UINT32_C(1) << sums->field[f].width;
        for (uint32_t value = values; value-- > 0;) { /* 0 last: the others begin with it */
            const uint32_t weight = value < sums->stride ? weights[(size_t)f * sums->stride + value] : 0; /* none holds that */
            for (uint32_t low = 0; low < lower; low++)
                first[(size_t)(value * lower + low) * columns] = first[(size_t)low * columns] + weight;
        }
        lower *= values;
    }
}

/* Fields that fit into chunks, in the order in which they stand in the words. */
static bool fields_fit(const struct few_sums *sums) {
    for (uint32_t f = 0; f < sums->fields; f++) {
        const struct few_field *field = &sums->field[f], *last = f ? field - 1 : NULL;
        if (field->width > CHUNK_BITS ||
            (last && (field->word < last->word || (field->word == last->word && field->shift < last->shift))))
            return false;
    }
    return true;
}

static void forget_written(struct few_sums *sums) {
    few_free(sums->memory, sums->chunks, sums->chunk_count * sizeof *sums->chunks);
    few_free(sums->memory, sums->written, sums->bytes);
    sums->chunks = NULL;
    sums->written = NULL;
    sums->chunk_count = sums->columns = 0;
    sums->bytes = 0;
}

bool few_sums_init(struct few_sums *sums, struct few_memory *memory, uint32_t words, const struct few_field *field,
                   uint32_t fields, uint32_t stride) {
    *sums = (struct few_sums){.memory = memory, .words = words, .stride = stride};
    if (fields == 0)
        return true;
    sums->field = few_alloc(memory, fields * sizeof *field);
    if (!sums->field)
        return false;
    sums->fields = fields;
    memcpy(sums->field, field, fields * sizeof *field);
    return true;
}

void few_sums_free(struct few_sums *sums) {
    forget_written(sums);
    few_free(sums->memory, sums->field, sums->fields * sizeof *sums->field);
}

bool few_sums_write_out(struct few_sums *sums, const uint32_t *const *weights, uint32_t columns) {
    const uint32_t count = cut(sums, NULL);
    forget_written(sums);
    if (count == sums->fields || columns == 0 || !fields_fit(sums))
        return true; /* nothing to be gained */
    sums->chunks = few_alloc(sums->memory, count * sizeof *sums->chunks);
    if (!sums->chunks)
        return false;
    sums->chunk_count = count;
    cut(sums, sums->chunks);
    const struct few_chunk last = sums->chunks[count - 1];
    const size_t bytes = few_array_size(last.first + last.ones + 1, columns * sizeof *sums->written);
    sums->written = few_alloc_zeroed(sums->memory, bytes);
    if (!sums->written) {
        forget_written(sums);
        return false;
    }
    sums->bytes = bytes;
    sums->columns = columns;
    for (uint32_t c = 0; c < count; c++)
        for (uint32_t column = 0; column < columns; column++)
            write_out(sums, sums->chunks[c], weights[column], column);
    return true;
}

uint32_t few_sum_of(const struct few_sums *sums, const uint32_t *weights, const uint64_t *state) {
    uint32_t sum = 0;
    for (uint32_t f = 0; f < sums->fields; f++)
        sum += weights[f * sums->stride + few_field_get(state, sums->field[f])];
    return sum;
}
