/* Exploring a space by coordinates: layer after layer, row by row (search/explore/coordinate_rows.h); then how many moves there were,
 * and the states of the last layer. */
#include "search/explore/explore.h"

#include "search/explore/coordinate_rows.h"

enum { MOST_WORKERS = 256 };

static uint64_t row_count(const struct few_coordinates *coordinates) {
    return coordinates->product / coordinates->coordinate[coordinates->count - 1].values;
}

static uint32_t row_words(const struct few_coordinates *coordinates) {
    return (coordinates->coordinate[coordinates->count - 1].values + 63) / 64;
}

static size_t maker_bytes(uint32_t words) {
    return words * (64 * (sizeof(uint8_t) + sizeof(uint16_t)) + 2 * sizeof(uint64_t));
}

size_t few_explore_coordinates_bytes(const struct few_coordinates *coordinates, unsigned threads) {
    const uint32_t words = row_words(coordinates);
    const uint64_t row = 2 * (sizeof(uint64_t) * words + sizeof(uint16_t)); /* two bitmaps, two counts */
    __extension__ unsigned __int128 bytes = (unsigned __int128)row_count(coordinates) * row;
    const size_t makers = threads * (maker_bytes(words) + sizeof(struct few_row_maker));
    bytes += makers;
    return bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX;
}

static bool make_makers(struct few_rows *rows) {
    struct few_memory *memory = rows->watch->memory;
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

static bool prepare(struct few_rows *rows, unsigned threads) {
    struct few_memory *memory = rows->watch->memory;
    rows->seen = few_alloc_zeroed(memory, bitmap_bytes(rows));
    rows->mark = few_alloc_zeroed(memory, bitmap_bytes(rows));
    rows->layer_counts = few_alloc_zeroed(memory, rows->rows * sizeof *rows->layer_counts);
    rows->next_counts = few_alloc_zeroed(memory, rows->rows * sizeof *rows->next_counts);
    rows->team = few_team_create(memory, threads);
    rows->workers = threads;
    rows->makers = few_alloc_zeroed(memory, threads * sizeof *rows->makers);
    return rows->seen && rows->mark && rows->layer_counts && rows->next_counts && rows->team && rows->makers && make_makers(rows);
}

static void release(struct few_rows *rows) {
    struct few_memory *memory = rows->watch->memory;
    few_team_free(rows->team);
    for (unsigned i = 0; rows->makers && i < rows->workers; i++)
        few_free(memory, rows->makers[i].layer, maker_bytes(rows->words));
    few_free(memory, rows->makers, rows->workers * sizeof *rows->makers);
    few_free(memory, rows->seen, bitmap_bytes(rows));
    few_free(memory, rows->mark, bitmap_bytes(rows));
    few_free(memory, rows->layer_counts, rows->rows * sizeof *rows->layer_counts);
    few_free(memory, rows->next_counts, rows->rows * sizeof *rows->next_counts);
}

/* ---- Layers */

static bool make_rows(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct few_rows *rows = context;
    for (uint64_t row = first; row < end; row++)
        rows->makers[worker].fresh += few_row_make(rows, &rows->makers[worker], row);
    if (worker != 0)
        return true;
    rows->end = few_watch_check(rows->watch);
    return rows->end == FEW_RUNNING;
}

static bool turn_rows(void *context, unsigned worker, uint64_t first, uint64_t end) {
    (void)worker;
    for (uint64_t row = first; row < end; row++)
        few_row_turn(context, row);
    return true;
}

/* By one or by all. false: it was stopped. */
static bool do_rows(struct few_rows *rows, bool shared, few_team_work *work) {
    enum { GRAIN_WORDS = 1 << 12 };
    const uint64_t grain = GRAIN_WORDS / rows->words + 1;
    bool whole = true;
    if (shared)
        return few_team_run(rows->team, work, rows, rows->rows, grain);
    for (uint64_t row = 0; whole && row < rows->rows; row += grain)
        whole = work(rows, 0, row, rows->rows - row < grain ? rows->rows : row + grain);
    return whole;
}

/* Finds the next layer, and how many states it has. */
static enum few_end advance(struct few_rows *rows, bool shared, uint64_t *count) {
    for (unsigned i = 0; i < rows->workers; i++)
        rows->makers[i].fresh = 0;
    if (!do_rows(rows, shared, make_rows))
        return rows->end;
    *count = 0;
    for (unsigned i = 0; i < rows->workers; i++)
        *count += rows->makers[i].fresh;
    return FEW_RUNNING;
}

static void turn(struct few_rows *rows, bool shared) {
    do_rows(rows, shared, turn_rows);
    uint16_t *counts = rows->layer_counts;
    rows->layer_counts = rows->next_counts;
    rows->next_counts = counts;
}

/* ---- How many moves there were. One that leads back to the same state is none. */

/* States that a move leaves as they are, of those that were seen. */
static uint64_t count_unmoved(const struct few_rows *rows, uint32_t move, uint64_t *fixed) {
    const uint16_t *to = few_column_to(rows->coordinates, move);
    uint64_t unmoved = 0;
    bool any = false;
    for (uint32_t w = 0; w < rows->words; w++)
        fixed[w] = 0;
    for (uint32_t c = 0; c < rows->column->values; c++)
        if (to[c] == c) {
            fixed[c / 64] |= UINT64_C(1) << c % 64;
            any = true;
        }
    for (uint64_t row = 0; row < rows->rows && any; row++) {
        uint32_t values[FEW_MOST_COORDINATES] = {0};
        few_row_values(rows, row, values);
        if (few_row_before(rows, values, move) != row)
            continue;
        for (uint32_t w = 0; w < rows->words; w++)
            unmoved += (uint64_t)__builtin_popcountll(rows->seen[row * rows->words + w] & fixed[w]);
    }
    return unmoved;
}

static uint64_t count_moves(const struct few_rows *rows, uint64_t states) {
    uint64_t moves = 0;
    for (uint32_t m = 0; m < rows->coordinates->moves; m++)
        moves += (states - count_unmoved(rows, m, rows->makers->layer)) * rows->coordinates->times[m];
    return moves;
}

/* ---- The last layer */

static enum few_end offer_row(const struct few_rows *rows, struct few_exploration *result, uint64_t row) {
    uint32_t values[FEW_MOST_COORDINATES] = {0};
    uint64_t state[FEW_MAX_WORDS];
    few_row_values(rows, row, values);
    for (uint32_t w = 0; w < rows->words; w++) {
        const uint64_t at = row * rows->words + w;
        for (uint64_t word = rows->seen[at] & rows->mark[at]; word; word &= word - 1) {
            values[rows->coordinates->count - 1] = w * 64 + (uint32_t)__builtin_ctzll(word);
            if (!few_coordinates_state(rows->coordinates, values, state))
                return FEW_CONTRADICTION;
            if (!few_exploration_offer(result, state, 1))
                return few_refused(rows->watch);
        }
    }
    return FEW_SOLVED;
}

static enum few_end offer_layer(const struct few_rows *rows, struct few_exploration *result) {
    for (uint64_t row = 0; row < rows->rows && result->keep; row++) {
        if (rows->layer_counts[row] == 0)
            continue;
        enum few_end end = few_watch_check(rows->watch); /* a state takes a microsecond, and a row has thousands */
        if (end == FEW_RUNNING)
            end = offer_row(rows, result, row);
        if (end != FEW_SOLVED)
            return end;
    }
    return FEW_SOLVED;
}

/* ---- All of it */

static enum few_end explore(struct few_rows *rows, struct few_exploration *result) {
    struct few_watch *watch = rows->watch;
    uint64_t count = 1;
    enum few_end end = FEW_RUNNING;
    rows->seen[0] = rows->mark[0] = 1; /* all values of the first state are 0 */
    rows->layer_counts[0] = 1;
    while (count) {
        end = few_exploration_add_layer(result, watch, count);
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        const bool shared = few_is_shared(result, count);
        if (end == FEW_RUNNING)
            end = advance(rows, shared, &count);
        if (end != FEW_RUNNING)
            return end;
        if (count)
            turn(rows, shared);
    }
    watch->counts.expanded = result->states;
    watch->counts.generated = count_moves(rows, result->states);
    if (result->states != rows->coordinates->states)
        return FEW_CONTRADICTION; /* the number was known before */
    return offer_layer(rows, result);
}

enum few_end few_explore_coordinates(const struct few_coordinates *coordinates, struct few_watch *watch,
                                     struct few_exploration *result) {
    const unsigned threads = result->threads < MOST_WORKERS ? result->threads : MOST_WORKERS;
    struct few_rows rows = {.coordinates = coordinates, .watch = watch, .rows = row_count(coordinates),
                            .column = &coordinates->coordinate[coordinates->count - 1], .words = row_words(coordinates),
                            .end = FEW_RUNNING};
    watch->store_name = "bitmaps";
    enum few_end end = prepare(&rows, threads) ? explore(&rows, result) : few_refused(watch);
    release(&rows);
    return end;
}
