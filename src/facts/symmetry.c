#include "facts/symmetry.h"

#include "base/random.h"

#include <string.h>

enum {
    LANES = 8,             /* sums that are added at once */
    MOST_CHUNK_BITS = 10,
    TABLE_BYTES = 256 << 10, /* of the images, unless chunks of one field take more */
};

/* ---- Tables */

/* Cuts the fields into chunks of at most so many bits, or of one field. Returns how many rows that makes. */
static uint64_t cut(struct few_symmetry *self, const struct few_field *fields, uint32_t count, uint32_t most) {
    uint64_t rows = 0;
    struct few_symmetry_chunk *chunk = NULL;
    self->chunks = 0;
    for (uint32_t f = 0; f < count; f++) {
        const struct few_field field = fields[f];
        if (!chunk || chunk->word != field.word || field.shift + field.width - chunk->shift > most) {
            chunk = &self->chunk[self->chunks++];
            *chunk = (struct few_symmetry_chunk){.word = field.word, .shift = field.shift, .field = f};
        }
        chunk->bits = field.shift + field.width - chunk->shift;
        chunk->fields++;
    }
    for (uint32_t c = 0; c < self->chunks; c++) {
        self->chunk[c].first = (uint32_t)rows;
        rows += UINT64_C(1) << self->chunk[c].bits;
    }
    return rows;
}

static uint16_t weight(uint32_t field, uint32_t value) {
    uint64_t seed = (uint64_t)field << 32 | value;
    return (uint16_t)few_random(&seed);
}

static uint64_t *image_row(const struct few_symmetry *self, uint32_t map, uint32_t row) {
    return self->images + ((size_t)map * self->rows + row) * self->words;
}

static void fill_chunk(struct few_symmetry *self, const struct few_symmetry_chunk *chunk, const struct few_field *fields,
                       const struct few_field_map *map, uint32_t number) {
    for (uint32_t content = 0; content < UINT32_C(1) << chunk->bits; content++) {
        uint64_t *image = image_row(self, number, chunk->first + content);
        uint16_t sum = 0;
        for (uint32_t f = chunk->field; f < chunk->field + chunk->fields; f++) {
            const uint32_t value = content >> (fields[f].shift - chunk->shift) & (uint32_t)few_field_ones(fields[f]);
            const uint32_t to = map[f].to, made = map[f].values[value];
            image[fields[to].word] |= (uint64_t)made << fields[to].shift;
            sum = (uint16_t)(sum + weight(to, made));
        }
        uint16_t *sums = self->sums + (size_t)(chunk->first + content) * self->lanes;
        sums[number] = sum;
        for (uint32_t lane = self->count; lane < self->lanes; lane++)
            sums[lane] = sums[0];
    }
}

struct few_symmetry *few_symmetry_create(struct few_memory *memory, uint32_t words, const struct few_field *fields,
                                         uint32_t field_count, const struct few_field_map *maps, uint32_t count) {
    struct few_symmetry *self = few_alloc_zeroed(memory, sizeof *self);
    if (!self)
        return NULL;
    *self = (struct few_symmetry){.memory = memory, .words = words, .count = count, .fields = field_count,
                                   .lanes = (count + LANES - 1) / LANES * LANES};
    self->chunk = few_alloc_zeroed(memory, field_count * sizeof *self->chunk);
    if (self->chunk) {
        uint32_t bits = MOST_CHUNK_BITS;
        while (cut(self, fields, field_count, bits) * count * words * sizeof(uint64_t) > TABLE_BYTES && bits > 1)
            bits--;
        self->rows = (uint32_t)cut(self, fields, field_count, bits);
        self->sums = few_alloc_zeroed(memory, few_array_size(self->rows, self->lanes * sizeof *self->sums));
        self->images = few_alloc_zeroed(memory, few_array_size(self->rows, (size_t)count * words * sizeof *self->images));
    }
    if (!self->chunk || !self->sums || !self->images) {
        few_symmetry_free(self);
        return NULL;
    }
    for (uint32_t c = 0; c < self->chunks; c++)
        for (uint32_t m = 0; m < count; m++)
            fill_chunk(self, &self->chunk[c], fields, maps + (size_t)m * field_count, m);
    return self;
}

void few_symmetry_free(struct few_symmetry *self) {
    if (!self)
        return;
    few_free(self->memory, self->chunk, self->fields * sizeof *self->chunk);
    few_free(self->memory, self->sums, (size_t)self->rows * self->lanes * sizeof *self->sums);
    few_free(self->memory, self->images, (size_t)self->rows * self->count * self->words * sizeof *self->images);
    few_free(self->memory, self, sizeof *self);
}

/* ---- Images */

static inline uint32_t row_of(const struct few_symmetry_chunk *chunk, const uint64_t *state) {
    return chunk->first + (uint32_t)(state[chunk->word] >> chunk->shift & ((UINT64_C(1) << chunk->bits) - 1));
}

void few_symmetry_image(const struct few_symmetry *self, uint32_t map, const uint64_t *state, uint64_t *image) {
    const uint32_t words = self->words;
    uint64_t made[FEW_MAX_WORDS];
    memset(made, 0, words * sizeof *made);
    for (uint32_t c = 0; c < self->chunks; c++) {
        const uint64_t *row = image_row(self, map, row_of(&self->chunk[c], state));
        for (uint32_t w = 0; w < words; w++)
            made[w] |= row[w];
    }
    memcpy(image, made, words * sizeof *made);
}

/* The same for states of one word, which most are. */
static inline uint64_t image_word(const struct few_symmetry *self, uint32_t map, uint64_t state) {
    const uint64_t *rows = self->images + (size_t)map * self->rows;
    uint64_t made = 0;
    for (uint32_t c = 0; c < self->chunks; c++)
        made |= rows[row_of(&self->chunk[c], &state)];
    return made;
}

static bool is_lower(const uint64_t *a, const uint64_t *b, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        if (a[w] != b[w])
            return a[w] < b[w];
    return false;
}

/* Of the images with that sum, one at least, the lowest. Returns how many maps lead there. */
static uint32_t choose(const struct few_symmetry *self, const uint16_t *sums, uint16_t lowest, const uint64_t *state,
                       uint64_t *least) {
    uint32_t times = 0;
    uint64_t image[FEW_MAX_WORDS];
    for (uint32_t m = 0; m < self->count; m++) {
        if (sums[m] != lowest)
            continue;
        if (self->words == 1)
            image[0] = image_word(self, m, state[0]);
        else
            few_symmetry_image(self, m, state, image);
        const bool first = times == 0, lower = first || is_lower(image, least, self->words);
        if (lower)
            memcpy(least, image, self->words * sizeof *least);
        times = lower ? 1 : times + (memcmp(image, least, self->words * sizeof *least) == 0);
    }
    return times ? times : 1;
}

/* Inlined for each number of lanes, so that the sums stay in registers. */
static inline __attribute__((always_inline)) uint32_t find_least(const struct few_symmetry *self, uint32_t lanes, const uint64_t *state,
                                                                 uint64_t *least) {
    uint16_t sums[FEW_MOST_SYMMETRIES] = {0}, lowest = UINT16_MAX;
    for (uint32_t c = 0; c < self->chunks; c++) {
        const uint16_t *row = self->sums + (size_t)row_of(&self->chunk[c], state) * lanes;
        for (uint32_t i = 0; i < lanes; i++)
            sums[i] = (uint16_t)(sums[i] + row[i]);
    }
    for (uint32_t i = 0; i < lanes; i++)
        lowest = sums[i] < lowest ? sums[i] : lowest;
    return choose(self, sums, lowest, state, least);
}

static uint32_t least_of(const struct few_symmetry *self, const uint64_t *state, uint64_t *least) {
    switch (self->lanes) {
    case 8: return find_least(self, 8, state, least);
    case 16: return find_least(self, 16, state, least);
    case 48: return find_least(self, 48, state, least);
    default: return find_least(self, self->lanes, state, least);
    }
}

void few_symmetry_reduce(const struct few_symmetry *self, uint64_t *states, size_t count) {
    uint64_t least[FEW_MAX_WORDS];
    for (size_t i = 0; i < count; i++, states += self->words) {
        least_of(self, states, least);
        memcpy(states, least, self->words * sizeof *states);
    }
}

uint64_t few_symmetry_count(const struct few_symmetry *self, const uint64_t *states, size_t count) {
    uint64_t least[FEW_MAX_WORDS], all = 0;
    for (size_t i = 0; i < count; i++)
        all += self->count / least_of(self, states + i * self->words, least);
    return all;
}

/* ---- Sets of states */

static size_t place_of(const uint64_t *state, uint32_t words, size_t mask) {
    uint64_t mixed = 0;
    for (uint32_t w = 0; w < words; w++) {
        mixed ^= state[w];
        mixed = few_random(&mixed);
    }
    return (size_t)mixed & mask;
}

struct state_set {
    const uint64_t *states;
    size_t *places; /* 0: empty; else the number of a state, from 1 */
    size_t mask;
    uint32_t words;
};

/* Where a state is in the set, or would be. */
static size_t find(const struct state_set *set, const uint64_t *state) {
    size_t place = place_of(state, set->words, set->mask);
    while (set->places[place] &&
           memcmp(set->states + (set->places[place] - 1) * set->words, state, set->words * sizeof *state) != 0)
        place = (place + 1) & set->mask;
    return place;
}

bool few_symmetry_keeps(const struct few_symmetry *self, const uint64_t *states, size_t count, bool *keeps) {
    struct state_set set = {.states = states, .words = self->words, .mask = 15};
    while (set.mask < 2 * count)
        set.mask = 2 * set.mask + 1;
    const size_t bytes = (set.mask + 1) * sizeof *set.places;
    set.places = few_alloc_zeroed(self->memory, bytes);
    if (!set.places)
        return false;
    for (size_t i = 0; i < count; i++)
        set.places[find(&set, states + i * set.words)] = i + 1;
    for (uint32_t m = 0; m < self->count; m++) {
        uint64_t image[FEW_MAX_WORDS];
        keeps[m] = true;
        for (size_t i = 0; i < count && keeps[m]; i++) {
            few_symmetry_image(self, m, states + i * set.words, image);
            keeps[m] = set.places[find(&set, image)] != 0;
        }
    }
    few_free(self->memory, set.places, bytes);
    return true;
}
