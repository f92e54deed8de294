#include "facts/symmetry.h"

#include "base/random.h"
#include "base/sort.h"

#include <string.h>
#ifdef __SSE4_1__
#include <immintrin.h>
#endif

enum {
    LANES = 8,             /* sums that are added at once */
    MOST_CHUNK_BITS = 10,
    TABLE_BYTES = 512 << 10, /* of the images, unless chunks of one field take more */
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
        self->chunk[c].mask = (UINT32_C(1) << self->chunk[c].bits) - 1;
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

static uint32_t lanes_for(uint32_t count) {
    return (count + LANES - 1) / LANES * LANES;
}

struct few_symmetry *few_symmetry_create(struct few_memory *memory, uint32_t words, const struct few_field *fields,
                                         uint32_t field_count, const struct few_field_map *maps, uint32_t count) {
    struct few_symmetry *self = few_alloc_zeroed(memory, sizeof *self);
    if (!self)
        return NULL;
    *self = (struct few_symmetry){.memory = memory, .words = words, .count = count, .fields = field_count,
                                   .lanes = lanes_for(count)};
    self->chunk = few_alloc_zeroed(memory, field_count * sizeof *self->chunk);
    if (self->chunk) {
        uint32_t bits = count > 1 ? MOST_CHUNK_BITS : 1;
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
    return chunk->first + ((uint32_t)(state[chunk->word] >> chunk->shift) & chunk->mask);
}

/* Inlined for small numbers of words, so that the image stays in registers; it may be the state itself. */
static inline __attribute__((always_inline)) void make_image(const struct few_symmetry *self, uint32_t words, uint32_t map,
                                                             const uint64_t *state, uint64_t *image) {
    const uint64_t *rows = self->images + (size_t)map * self->rows * words;
    uint64_t made[FEW_MAX_WORDS];
    for (uint32_t w = 0; w < words; w++)
        made[w] = 0;
    for (uint32_t c = 0; c < self->chunks; c++) {
        const uint64_t *row = rows + (size_t)row_of(&self->chunk[c], state) * words;
        for (uint32_t w = 0; w < words; w++)
            made[w] |= row[w];
    }
    for (uint32_t w = 0; w < words; w++)
        image[w] = made[w];
}

void few_symmetry_image(const struct few_symmetry *self, uint32_t map, const uint64_t *state, uint64_t *image) {
    make_image(self, self->words, map, state, image);
}

/* ---- The least state of a class */

typedef uint16_t lanes_vector __attribute__((vector_size(2 * LANES), aligned(2)));
enum { MOST_VECTORS = FEW_MOST_SYMMETRIES / LANES };

static bool is_lower(const uint64_t *a, const uint64_t *b, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        if (a[w] != b[w])
            return a[w] < b[w];
    return false;
}

/* Of the images with that sum, one at least, the lowest. Returns how many maps lead there. */
static __attribute__((noinline)) uint32_t choose(const struct few_symmetry *self, const uint16_t *sums, uint16_t lowest,
                                                 const uint64_t *state, uint64_t *least) {
    const size_t bytes = self->words * sizeof *state;
    uint64_t image[FEW_MAX_WORDS], best[FEW_MAX_WORDS] = {0};
    uint32_t times = 0;
    for (uint32_t m = 0; m < self->count; m++) {
        if (sums[m] != lowest)
            continue;
        few_symmetry_image(self, m, state, image);
        if (times == 0 || is_lower(image, best, self->words)) {
            memcpy(best, image, bytes);
            times = 1;
        } else {
            times += memcmp(image, best, bytes) == 0;
        }
    }
    if (least)
        memcpy(least, best, bytes);
    return times ? times : 1;
}

/* The lowest of some sums, and one map that has it; FEW_MOST_SYMMETRIES: several have. */
static inline __attribute__((always_inline)) uint16_t find_lowest(const lanes_vector *sums, uint32_t vectors, uint32_t count,
                                                                  uint32_t *map) {
#ifdef __SSE4_1__
    __m128i low = (__m128i)sums[0];
    for (uint32_t k = 1; k < vectors; k++)
        low = _mm_min_epu16(low, (__m128i)sums[k]);
    const uint16_t lowest = (uint16_t)_mm_extract_epi16(_mm_minpos_epu16(low), 0);
    const __m128i same = _mm_set1_epi16((short)lowest);
    uint32_t found = 0;
    for (uint32_t k = 0; k < vectors; k++) {
        uint32_t bits = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi16((__m128i)sums[k], same));
        if (LANES * (k + 1) > count)
            bits &= (UINT32_C(1) << 2 * (count - LANES * k)) - 1;
        if (!bits)
            continue;
        *map = LANES * k + (uint32_t)__builtin_ctz(bits) / 2;
        found += bits == UINT32_C(3) << __builtin_ctz(bits) ? 1 : 2; /* two bits a lane */
    }
#else
    uint16_t lowest = UINT16_MAX;
    uint32_t found = 0;
    (void)vectors;
    for (uint32_t m = 0; m < count; m++)
        lowest = sums[m / LANES][m % LANES] < lowest ? sums[m / LANES][m % LANES] : lowest;
    for (uint32_t m = 0; m < count; m++)
        if (sums[m / LANES][m % LANES] == lowest) {
            *map = m;
            found++;
        }
#endif
    if (found != 1)
        *map = FEW_MOST_SYMMETRIES;
    return lowest;
}

/* Returns how many maps lead from the state to the least one, which may be written over it; NULL: it is not wanted. Inlined for usual numbers of maps and
 * words, so that the sums stay in registers. */
static inline __attribute__((always_inline)) uint32_t find_least(const struct few_symmetry *self, uint32_t vectors, uint32_t words,
                                                                 const uint64_t *state, uint64_t *least) {
    lanes_vector sums[MOST_VECTORS], more;
    uint32_t map = 0;
    sums[0] = (lanes_vector){0};
    for (uint32_t k = 1; k < vectors; k++)
        sums[k] = (lanes_vector){0};
    for (uint32_t c = 0; c < self->chunks; c++) {
        const uint16_t *row = self->sums + (size_t)row_of(&self->chunk[c], state) * vectors * LANES;
        for (uint32_t k = 0; k < vectors; k++) {
            memcpy(&more, row + (size_t)k * LANES, sizeof more);
            sums[k] += more;
        }
    }
    const uint16_t lowest = find_lowest(sums, vectors, self->count, &map);
    if (map == FEW_MOST_SYMMETRIES) {
        uint16_t list[FEW_MOST_SYMMETRIES] = {0};
        memcpy(list, sums, vectors * sizeof *sums);
        return choose(self, list, lowest, state, least);
    }
    if (least)
        make_image(self, words, map, state, least);
    return 1;
}

static inline __attribute__((always_inline)) void reduce_all(const struct few_symmetry *self, uint32_t vectors, uint32_t words,
                                                             uint64_t *states, size_t count) {
    for (size_t i = 0; i < count; i++, states += words)
        find_least(self, vectors, words, states, states);
}

void few_symmetry_reduce(const struct few_symmetry *self, uint64_t *states, size_t count) {
    const uint32_t vectors = self->lanes / LANES;
    if (vectors == 1 && self->words == 1)
        reduce_all(self, 1, 1, states, count);
    else if (vectors == 1 && self->words == 2)
        reduce_all(self, 1, 2, states, count);
    else if (self->words == 1)
        reduce_all(self, vectors, 1, states, count);
    else
        reduce_all(self, vectors, self->words, states, count);
}

uint64_t few_symmetry_count(const struct few_symmetry *self, const uint64_t *states, size_t count) {
    const uint32_t vectors = self->lanes / LANES, words = self->words;
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++, states += words)
        all += self->count / (vectors == 1 ? find_least(self, 1, words, states, NULL) : find_least(self, vectors, words, states, NULL));
    return all;
}

/* ---- Sets of states */

bool few_symmetry_keeps_all(const struct few_symmetry *self, const uint64_t *states, size_t count) {
    const size_t words = self->words, bytes = few_array_size(count, words * sizeof *states);
    uint64_t *least = few_alloc(self->memory, bytes), in_classes = 0;
    if (!least)
        return false;
    memcpy(least, states, bytes);
    few_symmetry_reduce(self, least, count);
    const bool sorted = few_sort_states(self->memory, least, count, words);
    for (size_t i = 0; i < count && sorted; i++)
        if (i == 0 || memcmp(least + i * words, least + (i - 1) * words, words * sizeof *least) != 0)
            in_classes += few_symmetry_count(self, least + i * words, 1);
    few_free(self->memory, least, bytes);
    return sorted && in_classes == count;
}

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

static void copy_map(struct few_symmetry *self, uint32_t to, const struct few_symmetry *other, uint32_t from) {
    memcpy(image_row(self, to, 0), image_row(other, from, 0), (size_t)self->rows * self->words * sizeof *self->images);
    for (uint32_t row = 0; row < self->rows; row++)
        self->sums[(size_t)row * self->lanes + to] = other->sums[(size_t)row * other->lanes + from];
}

struct few_symmetry *few_symmetry_keeping(const struct few_symmetry *other, const uint64_t *states, size_t count) {
    bool keeps[FEW_MOST_SYMMETRIES];
    struct few_symmetry *self = few_alloc_zeroed(other->memory, sizeof *self);
    uint32_t kept = 0;
    if (!self || !few_symmetry_keeps(other, states, count, keeps)) {
        few_free(other->memory, self, self ? sizeof *self : 0);
        return NULL;
    }
    *self = *other;
    self->count = 0;
    for (uint32_t m = 0; m < other->count; m++)
        self->count += keeps[m];
    self->lanes = lanes_for(self->count);
    self->chunk = few_alloc(self->memory, self->fields * sizeof *self->chunk);
    self->sums = few_alloc_zeroed(self->memory, few_array_size(self->rows, self->lanes * sizeof *self->sums));
    self->images = few_alloc(self->memory, few_array_size(self->rows, (size_t)self->count * self->words * sizeof *self->images));
    if (!self->chunk || !self->sums || !self->images) {
        few_symmetry_free(self);
        return NULL;
    }
    memcpy(self->chunk, other->chunk, self->fields * sizeof *self->chunk);
    for (uint32_t m = 0; m < other->count; m++)
        if (keeps[m])
            copy_map(self, kept++, other, m);
    for (uint32_t row = 0; row < self->rows; row++)
        for (uint32_t lane = self->count; lane < self->lanes; lane++)
            self->sums[(size_t)row * self->lanes + lane] = self->sums[(size_t)row * self->lanes];
    return self;
}
