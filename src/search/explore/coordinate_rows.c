/* The rows of an exploration by coordinates, or of a table. Other threads read `mark` while a row is made; what changes in it then are bits of
 * states that are not seen yet, which they mask out: so each word is read and written at once, and that is all it takes. */
#include "search/explore/coordinate_rows.h"

#include "base/specialised.h"

#include <string.h>

/* ---- Room */

static uint64_t row_count(const struct few_coordinates *coordinates) {
    return coordinates->product / coordinates->coordinate[coordinates->count - 1].values;
}

static uint32_t row_words(const struct few_coordinates *coordinates) {
    return (coordinates->coordinate[coordinates->count - 1].values + 63) / 64;
}

static uint32_t row_groups(const struct few_coordinates *coordinates) {
    return (coordinates->coordinate[coordinates->count - 1].values + FEW_PACKED_STATES - 1) / FEW_PACKED_STATES;
}

static size_t maker_bytes(uint32_t words) {
    return words * (64 * (sizeof(uint8_t) + sizeof(uint16_t)) + 3 * sizeof(uint64_t));
}

size_t few_rows_bytes(const struct few_coordinates *coordinates, const struct few_row_classes *classes, unsigned threads, bool is_packed) {
    const uint32_t words = row_words(coordinates);
    const uint64_t states = sizeof(uint64_t) * (is_packed ? row_groups(coordinates) : 2 * words), row = states + 2 * sizeof(uint16_t); /* and two counts */
    __extension__ unsigned __int128 bytes = (unsigned __int128)(classes ? classes->count : row_count(coordinates)) * row;
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
        maker->seen = maker->next + rows->words;
        maker->wanted = (uint16_t *)(maker->seen + rows->words);
        maker->reached = (uint8_t *)(maker->wanted + rows->words * (size_t)64);
    }
    return true;
}

static size_t bitmap_bytes(const struct few_rows *rows) {
    return few_array_size(rows->rows, rows->words * sizeof *rows->seen);
}

static size_t packed_bytes(const struct few_rows *rows) {
    return few_array_size(rows->rows, rows->groups * sizeof *rows->packed);
}

static bool make_states(struct few_rows *rows, bool is_packed) {
    if (is_packed) {
        few_packing_init(&rows->packing);
        rows->packed = few_alloc_zeroed(rows->memory, packed_bytes(rows));
        return rows->packed;
    }
    rows->seen = few_alloc_zeroed(rows->memory, bitmap_bytes(rows));
    rows->mark = few_alloc_zeroed(rows->memory, bitmap_bytes(rows));
    return rows->seen && rows->mark;
}

bool few_rows_prepare(struct few_rows *rows, const struct few_coordinates *coordinates, struct few_memory *memory, unsigned threads,
                      bool is_packed) {
    rows->memory = memory;
    rows->coordinates = coordinates;
    rows->column = &coordinates->coordinate[coordinates->count - 1];
    rows->numbers = row_count(coordinates);
    rows->rows = rows->classes ? rows->classes->count : rows->numbers;
    rows->words = row_words(coordinates);
    rows->groups = row_groups(coordinates);
    const bool has_states = make_states(rows, is_packed);
    rows->layer_counts = few_alloc_zeroed(memory, rows->rows * sizeof *rows->layer_counts);
    rows->next_counts = few_alloc_zeroed(memory, rows->rows * sizeof *rows->next_counts);
    rows->team = few_team_create(memory, threads);
    rows->workers = threads;
    rows->makers = few_alloc_zeroed(memory, threads * sizeof *rows->makers);
    return has_states && rows->layer_counts && rows->next_counts && rows->team && rows->makers && make_makers(rows);
}

void few_rows_release(struct few_rows *rows) {
    struct few_memory *memory = rows->memory;
    few_team_free(rows->team);
    for (unsigned i = 0; rows->makers && i < rows->workers; i++)
        few_free(memory, rows->makers[i].layer, maker_bytes(rows->words));
    few_free(memory, rows->makers, rows->workers * sizeof *rows->makers);
    few_free(memory, rows->seen, bitmap_bytes(rows));
    few_free(memory, rows->mark, bitmap_bytes(rows));
    few_free(memory, rows->packed, packed_bytes(rows));
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
    uint8_t map[FEW_COORDINATE_MOVES]; /* that takes it to where the move comes from; 0: it is that row */
};

void few_row_values(const struct few_rows *rows, uint64_t number, uint32_t *values) {
    for (uint32_t n = rows->coordinates->count - 1; n-- > 0;) {
        const uint32_t base = rows->coordinates->coordinate[n].values;
        values[n] = (uint32_t)(number % base);
        number /= base;
    }
}

uint64_t few_row_before(const struct few_rows *rows, const uint32_t *values, uint32_t move) {
    uint64_t number = 0;
    for (uint32_t n = 0; n + 1 < rows->coordinates->count; n++) {
        const struct few_coordinate *coordinate = &rows->coordinates->coordinate[n];
        number = number * coordinate->values + few_coordinate_from(coordinate, move)[values[n]];
    }
    return number;
}

static void find_sources(const struct few_rows *rows, uint64_t row, struct sources *sources) {
    uint32_t values[FEW_MOST_COORDINATES] = {0};
    few_row_values(rows, few_row_number(rows, row), values);
    sources->count = 0;
    sources->states = 0;
    for (uint32_t m = 0; m < rows->coordinates->moves; m++) {
        const uint64_t number = few_row_before(rows, values, m), before = rows->classes ? rows->classes->class_of[number] : number;
        if (rows->layer_counts[before] == 0)
            continue;
        sources->map[sources->count] = rows->classes ? rows->classes->map_of[number] : 0;
        sources->move[sources->count] = m;
        sources->row[sources->count++] = before;
        sources->states += rows->layer_counts[before];
    }
}

/* A word of a row, of which these are the first words. */
static inline uint64_t layer_word(const uint64_t *seen, const uint64_t *mark, uint32_t w) {
    return seen[w] & __atomic_load_n(&mark[w], __ATOMIC_RELAXED);
}

static void unpack_seen(const struct few_rows *rows, uint64_t row, uint64_t *bits) {
    few_unpack(rows->packing.seen, rows->packed + row * rows->groups, rows->groups, bits, rows->words);
}

FEW_SPECIALISED void push(const struct few_rows *rows, const struct few_row_maker *maker, const struct sources *sources, const bool packed) {
    uint8_t *const reached = maker->reached;
    const uint32_t words = rows->words;
    memset(reached, 0, words * (size_t)64);
    for (uint32_t s = 0; s < sources->count; s++) {
        const uint64_t first = sources->row[s] * words;
        const uint64_t *const seen = packed ? maker->layer : rows->seen + first, *const mark = packed ? NULL : rows->mark + first;
        const uint16_t *const to = few_column_to(rows->coordinates, sources->move[s]);
        const uint16_t *const map = sources->map[s] ? few_class_to(rows->classes, sources->map[s]) : NULL;
        if (packed)
            unpack_seen(rows, sources->row[s], maker->layer);
        for (uint32_t w = 0; w < words && !map; w++)
            for (uint64_t word = packed ? seen[w] : layer_word(seen, mark, w); word; word &= word - 1)
                reached[to[w * (size_t)64 + (uint32_t)__builtin_ctzll(word)]] = 1;
        for (uint32_t w = 0; w < words && map; w++)
            for (uint64_t word = packed ? seen[w] : layer_word(seen, mark, w); word; word &= word - 1)
                reached[to[map[w * (size_t)64 + (uint32_t)__builtin_ctzll(word)]]] = 1;
    }
    for (uint32_t w = 0; w < words; w++) {
        uint64_t bits = 0;
        for (uint32_t k = 0; k < 8; k++) { /* eight bytes, 0 or 1 each, to eight bits */
            uint64_t eight;
            memcpy(&eight, reached + (size_t)w * 64 + (size_t)k * 8, sizeof eight);
            bits |= (eight * UINT64_C(0x0102040810204080) >> 56) << 8 * k;
        }
        maker->next[w] = bits;
    }
}

static uint32_t list_unseen(const struct few_rows *rows, const struct few_row_maker *maker, const uint64_t *seen) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < rows->words; w++)
        for (uint64_t word = ~seen[w]; word; word &= word - 1)
            maker->wanted[count++] = (uint16_t)(w * 64 + (uint32_t)__builtin_ctzll(word));
    while (count && maker->wanted[count - 1] >= rows->column->values)
        count--; /* what fills up the last word */
    return count;
}

/* Of the unseen states those are left, move by move, that were not reached so far. */
FEW_SPECIALISED void pull(const struct few_rows *rows, const struct few_row_maker *maker, const struct sources *sources,
                          const uint64_t *seen, const bool packed) {
    uint32_t left = list_unseen(rows, maker, seen);
    uint16_t *wanted = maker->wanted;
    memset(maker->next, 0, rows->words * sizeof *maker->next);
    for (uint32_t n = 0; n < left; n++)
        maker->next[wanted[n] / 64] |= UINT64_C(1) << wanted[n] % 64;
    for (uint32_t s = 0; s < sources->count && left; s++) {
        const uint16_t *from = few_coordinate_from(rows->column, sources->move[s]);
        uint32_t kept = 0;
        const uint64_t first = sources->row[s] * rows->words;
        if (packed)
            unpack_seen(rows, sources->row[s], maker->layer);
        for (uint32_t w = 0; w < rows->words && !packed; w++)
            maker->layer[w] = layer_word(rows->seen + first, rows->mark + first, w);
        const uint16_t *const back = sources->map[s] ? few_class_back(rows->classes, sources->map[s]) : NULL;
        for (uint32_t n = 0; n < left && !back; n++) {
            const uint16_t column = wanted[n], before = from[column];
            wanted[kept] = column;
            kept += !(maker->layer[before / 64] >> before % 64 & 1);
        }
        for (uint32_t n = 0; n < left && back; n++) {
            const uint16_t column = wanted[n], before = back[from[column]];
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

/* Each by itself: in one function with the others their loops would be short of registers. */
#define BY_ITSELF static __attribute__((noinline))

BY_ITSELF void push_bitmaps(const struct few_rows *rows, const struct few_row_maker *maker, const struct sources *sources) {
    push(rows, maker, sources, false);
}

BY_ITSELF void push_packed(const struct few_rows *rows, const struct few_row_maker *maker, const struct sources *sources) {
    push(rows, maker, sources, true);
}

BY_ITSELF void pull_bitmaps(const struct few_rows *rows, const struct few_row_maker *maker, const struct sources *sources, const uint64_t *seen) {
    pull(rows, maker, sources, seen, false);
}

BY_ITSELF void pull_packed(const struct few_rows *rows, const struct few_row_maker *maker, const struct sources *sources, const uint64_t *seen) {
    pull(rows, maker, sources, seen, true);
}

/* Notes what of the next layer is new. Returns how many states. */
static uint64_t note(const struct few_rows *rows, const struct few_row_maker *maker, const uint64_t *seen, uint64_t row) {
    uint64_t fresh = 0, *mark = rows->mark + row * rows->words;
    for (uint32_t w = 0; w < rows->words; w++) {
        const uint64_t new = maker->next[w] & ~seen[w];
        if (new)
            __atomic_store_n(&mark[w], mark[w] | new, __ATOMIC_RELAXED);
        fresh += (uint64_t)__builtin_popcountll(new);
    }
    return fresh;
}

static uint64_t note_packed(const struct few_rows *rows, const struct few_row_maker *maker, const uint64_t *seen, uint64_t row) {
    for (uint32_t w = 0; w < rows->words; w++)
        maker->next[w] &= ~seen[w];
    const uint64_t fresh = count_ones(maker->next, rows->words);
    if (fresh)
        few_pack_next(&rows->packing, seen, maker->next, rows->words, rows->packed + row * rows->groups, rows->groups);
    return fresh;
}

FEW_SPECIALISED uint64_t make_row(const struct few_rows *rows, const struct few_row_maker *maker, uint64_t row, const bool packed) {
    if (packed)
        unpack_seen(rows, row, maker->seen);
    const uint64_t *seen = packed ? maker->seen : rows->seen + row * rows->words;
    const uint64_t unseen = rows->column->values - count_ones(seen, rows->words);
    struct sources sources;
    rows->next_counts[row] = 0;
    if (unseen == 0)
        return 0;
    find_sources(rows, row, &sources);
    if (sources.count == 0)
        return 0;
    const bool pulls = should_pull(rows, &sources, unseen);
    if (packed)
        pulls ? pull_packed(rows, maker, &sources, seen) : push_packed(rows, maker, &sources);
    else
        pulls ? pull_bitmaps(rows, maker, &sources, seen) : push_bitmaps(rows, maker, &sources);
    const uint64_t fresh = packed ? note_packed(rows, maker, seen, row) : note(rows, maker, seen, row);
    const uint64_t counted = packed && fresh ? rows->column->values - unseen + fresh : fresh;
    rows->next_counts[row] = (uint16_t)(counted < UINT16_MAX ? counted : UINT16_MAX);
    return fresh;
}

uint64_t few_row_make(const struct few_rows *rows, const struct few_row_maker *maker, uint64_t row) {
    return rows->packed ? make_row(rows, maker, row, true) : make_row(rows, maker, row, false);
}

void few_row_turn(const struct few_rows *rows, uint64_t row) {
    if (!rows->layer_counts[row] && !rows->next_counts[row])
        return;
    if (rows->packed) {
        if (rows->next_counts[row])
            few_turn_packed(&rows->packing, rows->packed + row * rows->groups, rows->groups);
        return;
    }
    uint64_t *seen = rows->seen + row * rows->words, *mark = rows->mark + row * rows->words;
    for (uint32_t w = 0; w < rows->words; w++) {
        const uint64_t new = mark[w] & ~seen[w];
        seen[w] |= new;
        mark[w] = new;
    }
}

void few_row_read(const struct few_rows *rows, uint64_t row, uint64_t *seen, uint64_t *layer) {
    const uint64_t *packed = rows->packed ? rows->packed + row * rows->groups : NULL;
    if (packed) {
        unpack_seen(rows, row, seen);
        few_unpack(rows->packing.next, packed, rows->groups, layer, rows->words);
    }
    for (uint32_t w = 0; w < rows->words; w++) {
        const uint64_t at = row * rows->words + w;
        seen[w] = packed ? seen[w] | layer[w] : rows->seen[at];
        layer[w] = packed ? layer[w] : rows->seen[at] & rows->mark[at];
    }
}

/* The bits of a row as they are in its image. */
static void move_columns(const uint16_t *to, uint64_t *bits, uint32_t words, uint64_t *made) {
    memset(made, 0, words * sizeof *made);
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t word = bits[w]; word; word &= word - 1) {
            const uint32_t column = to[w * (size_t)64 + (uint32_t)__builtin_ctzll(word)];
            made[column / 64] |= UINT64_C(1) << column % 64;
        }
    memcpy(bits, made, words * sizeof *made);
}

void few_row_read_number(const struct few_rows *rows, uint64_t number, uint64_t *seen, uint64_t *layer) {
    const struct few_row_classes *classes = rows->classes;
    few_row_read(rows, classes ? classes->class_of[number] : number, seen, layer);
    if (!classes || !classes->map_of[number])
        return;
    const uint16_t *to = few_class_to(classes, classes->map_of[number]);
    move_columns(to, seen, rows->words, rows->makers->next); /* nobody works on them now */
    move_columns(to, layer, rows->words, rows->makers->next);
}
