/* The rows of an exploration by coordinates, or of a table. Other threads read `mark` while a row is made; what changes in it then are bits of
 * states that are not seen yet, which they mask out: so each word is read and written at once, and that is all it takes. */
#include "search/explore/coordinate_rows.h"

#include <string.h>

/* ---- Room */

static uint64_t row_count(const struct few_coordinates *coordinates) {
    return coordinates->product / coordinates->coordinate[coordinates->count - 1].values;
}

static uint32_t row_words(const struct few_coordinates *coordinates) {
    return (coordinates->coordinate[coordinates->count - 1].values + 63) / 64;
}

static size_t maker_bytes(uint32_t words) {
    return words * (64 * (sizeof(uint8_t) + sizeof(uint16_t)) + 2 * sizeof(uint64_t));
}

size_t few_rows_bytes(const struct few_coordinates *coordinates, unsigned threads) {
    const uint32_t words = row_words(coordinates);
    const uint64_t row = 2 * (sizeof(uint64_t) * words + sizeof(uint16_t)); /* two bitmaps, two counts */
    __extension__ unsigned __int128 bytes = (unsigned __int128)row_count(coordinates) * row;
    const size_t makers = threads * (maker_bytes(words) + sizeof(struct few_row_maker));
    bytes += makers;
    return bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX;
}

static bool make_makers(struct few_rows *rows) {
    struct few_memory *memory = rows->memory;
    for (unsigned i = 0; i < rows->workers; i++) {
        struct few_row_maker *maker = &rows->makers[i];
        maker->layer = few_alloc_zeroed(memory, maker_bytes(rows->words));
        if (!maker->layer)
            return false;
        maker->next = maker->layer + rows->words;
        maker->wanted = (uint16_t *)(maker->next + rows->words);
        maker->reached = (uint8_t *)(maker->wanted + rows->words * (size_t)64);
    }
    return true;
}

static size_t bitmap_bytes(const struct few_rows *rows) {
    return few_array_size(rows->rows, rows->words * sizeof *rows->seen);
}

bool few_rows_prepare(struct few_rows *rows, const struct few_coordinates *coordinates, struct few_memory *memory, unsigned threads) {
    rows->memory = memory;
    rows->coordinates = coordinates;
    rows->column = &coordinates->coordinate[coordinates->count - 1];
    rows->rows = row_count(coordinates);
    rows->words = row_words(coordinates);
    rows->seen = few_alloc_zeroed(memory, bitmap_bytes(rows));
    rows->mark = few_alloc_zeroed(memory, bitmap_bytes(rows));
    rows->layer_counts = few_alloc_zeroed(memory, rows->rows * sizeof *rows->layer_counts);
    rows->next_counts = few_alloc_zeroed(memory, rows->rows * sizeof *rows->next_counts);
    rows->team = few_team_create(memory, threads);
    rows->workers = threads;
    rows->makers = few_alloc_zeroed(memory, threads * sizeof *rows->makers);
    return rows->seen && rows->mark && rows->layer_counts && rows->next_counts && rows->team && rows->makers && make_makers(rows);
}

void few_rows_release(struct few_rows *rows) {
    struct few_memory *memory = rows->memory;
    few_team_free(rows->team);
    for (unsigned i = 0; rows->makers && i < rows->workers; i++)
        few_free(memory, rows->makers[i].layer, maker_bytes(rows->words));
    few_free(memory, rows->makers, rows->workers * sizeof *rows->makers);
    few_free(memory, rows->seen, bitmap_bytes(rows));
    few_free(memory, rows->mark, bitmap_bytes(rows));
    few_free(memory, rows->layer_counts, rows->rows * sizeof *rows->layer_counts);
    few_free(memory, rows->next_counts, rows->rows * sizeof *rows->next_counts);
}

/* ---- Rows */

enum { PUSH_COST = 4, PULL_COST = 5 }; /* of one state and move, beside each other */

/* The rows that moves come from, where anything is in them. */
struct sources {
    uint32_t count;
    uint64_t states; /* in all of them, those that several moves come from as often */
    uint32_t move[FEW_COORDINATE_MOVES];
    uint64_t row[FEW_COORDINATE_MOVES];
};

void few_row_values(const struct few_rows *rows, uint64_t row, uint32_t *values) {
    for (uint32_t n = rows->coordinates->count - 1; n-- > 0;) {
        const uint32_t base = rows->coordinates->coordinate[n].values;
        values[n] = (uint32_t)(row % base);
        row /= base;
    }
}

uint64_t few_row_before(const struct few_rows *rows, const uint32_t *values, uint32_t move) {
    uint64_t row = 0;
    for (uint32_t n = 0; n + 1 < rows->coordinates->count; n++) {
        const struct few_coordinate *coordinate = &rows->coordinates->coordinate[n];
        row = row * coordinate->values + few_coordinate_from(coordinate, move)[values[n]];
    }
    return row;
}

static void find_sources(const struct few_rows *rows, uint64_t row, struct sources *sources) {
    uint32_t values[FEW_MOST_COORDINATES] = {0};
    few_row_values(rows, row, values);
    sources->count = 0;
    sources->states = 0;
    for (uint32_t m = 0; m < rows->coordinates->moves; m++) {
        const uint64_t before = few_row_before(rows, values, m);
        if (rows->layer_counts[before] == 0)
            continue;
        sources->move[sources->count] = m;
        sources->row[sources->count++] = before;
        sources->states += rows->layer_counts[before];
    }
}

static inline uint64_t layer_word(const struct few_rows *rows, uint64_t row, uint32_t w) {
    const uint64_t at = row * rows->words + w;
    return rows->seen[at] & __atomic_load_n(&rows->mark[at], __ATOMIC_RELAXED);
}

static void push(const struct few_rows *rows, const struct few_row_maker *maker, const struct sources *sources) {
    uint8_t *reached = maker->reached;
    memset(reached, 0, rows->words * (size_t)64);
    for (uint32_t s = 0; s < sources->count; s++) {
        const uint16_t *to = few_column_to(rows->coordinates, sources->move[s]);
        for (uint32_t w = 0; w < rows->words; w++)
            for (uint64_t word = layer_word(rows, sources->row[s], w); word; word &= word - 1)
                reached[to[w * 64 + (uint32_t)__builtin_ctzll(word)]] = 1;
    }
    for (uint32_t w = 0; w < rows->words; w++) {
        uint64_t bits = 0;
        for (uint32_t k = 0; k < 8; k++) { /* eight bytes, 0 or 1 each, to eight bits */
            uint64_t eight;
            memcpy(&eight, reached + (size_t)w * 64 + (size_t)k * 8, sizeof eight);
            bits |= (eight * UINT64_C(0x0102040810204080) >> 56) << 8 * k;
        }
        maker->next[w] = bits;
    }
}

static uint32_t list_unseen(const struct few_rows *rows, const struct few_row_maker *maker, uint64_t row) {
    const uint64_t *seen = rows->seen + row * rows->words;
    uint32_t count = 0;
    for (uint32_t w = 0; w < rows->words; w++)
        for (uint64_t word = ~seen[w]; word; word &= word - 1)
            maker->wanted[count++] = (uint16_t)(w * 64 + (uint32_t)__builtin_ctzll(word));
    while (count && maker->wanted[count - 1] >= rows->column->values)
        count--; /* what fills up the last word */
    return count;
}

/* Of the unseen states those are left, move by move, that were not reached so far. */
static void pull(const struct few_rows *rows, const struct few_row_maker *maker, const struct sources *sources, uint64_t row) {
    uint32_t left = list_unseen(rows, maker, row);
    uint16_t *wanted = maker->wanted;
    memset(maker->next, 0, rows->words * sizeof *maker->next);
    for (uint32_t n = 0; n < left; n++)
        maker->next[wanted[n] / 64] |= UINT64_C(1) << wanted[n] % 64;
    for (uint32_t s = 0; s < sources->count && left; s++) {
        const uint16_t *from = few_coordinate_from(rows->column, sources->move[s]);
        uint32_t kept = 0;
        for (uint32_t w = 0; w < rows->words; w++)
            maker->layer[w] = layer_word(rows, sources->row[s], w);
        for (uint32_t n = 0; n < left; n++) {
            const uint16_t column = wanted[n], before = from[column];
            wanted[kept] = column;
            kept += !(maker->layer[before / 64] >> before % 64 & 1);
        }
        left = kept;
    }
    for (uint32_t n = 0; n < left; n++)
        maker->next[wanted[n] / 64] ^= UINT64_C(1) << wanted[n] % 64;
}

/* Whether to pull: if states of the layer were strewn about, an unseen one would find one after so many moves. */
static bool should_pull(const struct few_rows *rows, const struct sources *sources, uint64_t unseen) {
    const uint64_t places = (uint64_t)rows->column->values * sources->count;
    uint64_t tries = places / sources->states + 1;
    if (tries > sources->count)
        tries = sources->count;
    return unseen * tries * PULL_COST < sources->states * PUSH_COST;
}

static uint64_t count_ones(const uint64_t *words, uint32_t count) {
    uint64_t ones = 0;
    for (uint32_t w = 0; w < count; w++)
        ones += (uint64_t)__builtin_popcountll(words[w]);
    return ones;
}

uint64_t few_row_make(const struct few_rows *rows, const struct few_row_maker *maker, uint64_t row) {
    const uint64_t *seen = rows->seen + row * rows->words;
    uint64_t *mark = rows->mark + row * rows->words;
    struct sources sources;
    uint64_t fresh = 0, unseen = rows->column->values - count_ones(seen, rows->words);
    rows->next_counts[row] = 0;
    if (unseen == 0)
        return 0;
    find_sources(rows, row, &sources);
    if (sources.count == 0)
        return 0;
    if (should_pull(rows, &sources, unseen))
        pull(rows, maker, &sources, row);
    else
        push(rows, maker, &sources);
    for (uint32_t w = 0; w < rows->words; w++) {
        const uint64_t new = maker->next[w] & ~seen[w];
        if (new)
            __atomic_store_n(&mark[w], mark[w] | new, __ATOMIC_RELAXED);
        fresh += (uint64_t)__builtin_popcountll(new);
    }
    rows->next_counts[row] = (uint16_t)(fresh < UINT16_MAX ? fresh : UINT16_MAX);
    return fresh;
}

void few_row_turn(const struct few_rows *rows, uint64_t row) {
    uint64_t *seen = rows->seen + row * rows->words, *mark = rows->mark + row * rows->words;
    if (!rows->layer_counts[row] && !rows->next_counts[row])
        return;
    for (uint32_t w = 0; w < rows->words; w++) {
        const uint64_t new = mark[w] & ~seen[w];
        seen[w] |= new;
        mark[w] = new;
    }
}
