/* Exploring a space by coordinates: layer after layer, row by row (search/explore/coordinate_rows.h); then how many moves there were,
 * and the states of the last layer. */
#include "search/explore/explore.h"

#include "search/explore/checkpoint.h"
#include "search/explore/coordinate_rows.h"

#include <string.h>

enum { MOST_WORKERS = 256 };

size_t few_explore_coordinates_bytes(const struct few_coordinates *coordinates, const struct few_row_classes *classes, unsigned threads,
                                     bool is_packed) {
    return few_rows_bytes(coordinates, classes, threads, is_packed);
}

/* ---- Layers */

static bool make_rows(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct few_rows *rows = context;
    for (uint64_t row = first; row < end; row++)
        rows->makers[worker].fresh += few_row_make(rows, &rows->makers[worker], row) * few_row_times(rows, row);
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

/* Packed rows stay as they are once the last layer is found: there it can be told from the others. */
static bool are_all_found(const struct few_rows *rows, uint64_t states) {
    return rows->packed && states == rows->coordinates->states;
}

static void turn(struct few_rows *rows, bool shared) {
    if (!rows->all_found)
        do_rows(rows, shared, turn_rows);
    few_rows_swap_counts(rows);
}

/* ---- Checkpoints: what was seen, and the layer that is to be expanded. What is being made of the next one is made again. Where the layer is not
 * known, as rows are packed, it is all that was seen: that leads to the same next layer. All rows are written, also those that are not kept: with or without
 * symmetries the file is the same. */

static void read_row(const struct few_rows *rows, uint64_t number, bool are_all) {
    const struct few_row_maker *maker = rows->makers; /* nobody works on them now */
    few_row_read_number(rows, number, maker->seen, maker->layer);
    for (uint32_t w = 0; w < rows->words && rows->packed && !are_all; w++) {
        maker->seen[w] &= ~maker->layer[w];
        maker->layer[w] = maker->seen[w];
    }
}

/* Which coordinates these are: others for the same states may have as many rows and columns, but are not of the same sizes, one by one. */
static void keep(void *context, struct few_out *out) {
    const struct few_rows *rows = context;
    const struct few_coordinates *coordinates = rows->coordinates;
    few_out_number(out, coordinates->count);
    for (uint32_t n = 0; n < coordinates->count; n++)
        few_out_number(out, coordinates->coordinate[n].values);
    for (uint64_t number = 0; number < rows->numbers; number++) {
        read_row(rows, number, rows->all_found);
        few_out_bits(out, rows->makers->seen, rows->words);
        few_out_bits(out, rows->makers->layer, rows->words);
    }
}

static uint64_t count_row(const uint64_t *words, uint32_t count) {
    uint64_t ones = 0;
    for (uint32_t w = 0; w < count; w++)
        ones += (uint64_t)__builtin_popcountll(words[w]);
    return ones;
}

/* Takes up what the first maker has of a row. */
static void take_up_row(const struct few_rows *rows, uint64_t row) {
    const struct few_row_maker *maker = rows->makers;
    const size_t bytes = rows->words * sizeof *maker->seen;
    if (!rows->packed) {
        memcpy(rows->seen + row * rows->words, maker->seen, bytes);
        memcpy(rows->mark + row * rows->words, maker->layer, bytes);
        return;
    }
    for (uint32_t w = 0; w < rows->words; w++) {
        maker->layer[w] = rows->all_found ? maker->layer[w] : 0;
        maker->seen[w] &= ~maker->layer[w];
    }
    few_pack_all(&rows->packing, maker->seen, maker->layer, rows->words, rows->packed + row * rows->groups, rows->groups);
}

/* Whether what the first maker has of a row that is not kept is what the first one of its class says. */
static bool is_image(const struct few_rows *rows, uint64_t number) {
    const struct few_row_maker *maker = rows->makers;
    const size_t bytes = rows->words * sizeof *maker->seen;
    uint64_t *seen = (uint64_t *)maker->wanted, *layer = seen + rows->words; /* which has room for more than that */
    few_row_read_number(rows, number, seen, layer);
    const bool knows_layer = !rows->packed || rows->all_found;
    return memcmp(seen, maker->seen, bytes) == 0 && (!knows_layer || memcmp(layer, maker->layer, bytes) == 0);
}

/* What the first maker has of a row is well formed. */
static bool is_row(const struct few_rows *rows) {
    const struct few_row_maker *maker = rows->makers;
    const uint32_t last = rows->column->values % 64; /* columns in the last word */
    bool good = !last || !((maker->seen[rows->words - 1] | maker->layer[rows->words - 1]) >> last);
    for (uint32_t w = 0; w < rows->words; w++)
        good = good && !(maker->layer[w] & ~maker->seen[w]);
    return good;
}

/* Reads the layer that is to be expanded, and how many states it has. The sizes of coordinates were read, to choose these by. */
static enum few_end take_up(struct few_rows *rows, struct few_exploration *result, uint64_t *count) {
    struct few_in *from = few_kept_from(result);
    const uint64_t *depths = result->depths.items;
    const struct few_row_maker *maker = rows->makers;
    const uint64_t layer = depths[result->depths.count - 1];
    uint64_t seen = 0, marked = 0;
    rows->all_found = are_all_found(rows, result->states);
    for (uint64_t number = 0; number < rows->numbers && !from->failed; number++) {
        const bool is_kept = !rows->classes || rows->classes->map_of[number] == 0;
        const uint64_t row = rows->classes ? rows->classes->class_of[number] : number;
        few_in_bits(from, maker->seen, rows->words);
        few_in_bits(from, maker->layer, rows->words);
        const uint64_t here = count_row(maker->layer, rows->words), all = count_row(maker->seen, rows->words);
        const uint64_t counted = rows->packed && !rows->all_found ? all : here;
        marked += here;
        seen += all;
        if (!is_row(rows) || (!is_kept && !is_image(rows, number)))
            few_in_refuse(from);
        if (!is_kept || from->failed)
            continue;
        rows->layer_counts[row] = (uint16_t)(counted < UINT16_MAX ? counted : UINT16_MAX);
        take_up_row(rows, row);
    }
    const bool is_any = marked == seen && seen < rows->coordinates->states;
    if ((marked != layer && !is_any) || seen != result->states)
        few_in_refuse(from);
    *count = layer;
    return few_taken_up(result) ? FEW_RUNNING : few_not_taken_up(result, rows->watch);
}

/* ---- How many moves there were. One that leads back to the same state is none. */

/* States that a move leaves as they are, of those that were seen; for all moves together also in rows that are not kept, as a symmetry takes moves
 * to moves that are as many. */
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
        uint64_t here = 0;
        few_row_values(rows, few_row_number(rows, row), values);
        if (few_row_before(rows, values, move) != few_row_number(rows, row))
            continue;
        few_row_read(rows, row, rows->makers->seen, rows->makers->layer);
        for (uint32_t w = 0; w < rows->words; w++)
            here += (uint64_t)__builtin_popcountll(rows->makers->seen[w] & fixed[w]);
        unmoved += here * few_row_times(rows, row);
    }
    return unmoved;
}

static uint64_t count_moves(const struct few_rows *rows, uint64_t states) {
    uint64_t moves = 0;
    for (uint32_t m = 0; m < rows->coordinates->moves; m++)
        moves += (states - count_unmoved(rows, m, rows->makers->next)) * rows->coordinates->times[m];
    return moves;
}

/* ---- The last layer */

static enum few_end offer_row(const struct few_rows *rows, struct few_exploration *result, uint64_t number) {
    uint32_t values[FEW_MOST_COORDINATES] = {0};
    uint64_t state[FEW_MAX_WORDS];
    few_row_values(rows, number, values);
    few_row_read_number(rows, number, rows->makers->seen, rows->makers->layer);
    for (uint32_t w = 0; w < rows->words; w++) {
        for (uint64_t word = rows->makers->layer[w]; word; word &= word - 1) {
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
    for (uint64_t number = 0; number < rows->numbers && result->keep; number++) {
        if (rows->layer_counts[rows->classes ? rows->classes->class_of[number] : number] == 0)
            continue;
        enum few_end end = few_watch_check(rows->watch); /* a state takes a microsecond, and a row has thousands */
        if (end == FEW_RUNNING)
            end = offer_row(rows, result, number);
        if (end != FEW_SOLVED)
            return end;
    }
    return FEW_SOLVED;
}

/* ---- All of it */

static void begin(const struct few_rows *rows) {
    const struct few_row_maker *maker = rows->makers;
    memset(maker->seen, 0, rows->words * sizeof *maker->seen);
    memset(maker->layer, 0, rows->words * sizeof *maker->layer);
    maker->seen[0] = maker->layer[0] = 1; /* all values of the first state are 0 */
    take_up_row(rows, 0);
    rows->layer_counts[0] = 1;
}

static enum few_end explore(struct few_rows *rows, struct few_exploration *result) {
    struct few_watch *watch = rows->watch;
    uint64_t count = 1;
    enum few_end end = FEW_RUNNING;
    bool is_added = few_kept_from(result) != NULL;
    rows->all_found = are_all_found(rows, count);
    if (is_added)
        end = take_up(rows, result, &count);
    else
        begin(rows);
    if (end != FEW_RUNNING)
        return end;
    while (count) {
        end = is_added ? FEW_RUNNING : few_exploration_add_layer(result, watch, count);
        is_added = false;
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        few_keep(result, end, &watch->counts, keep, rows);
        if (end != FEW_RUNNING)
            return end;
        if (rows->all_found)
            break;
        const bool shared = few_is_shared(result, count);
        end = advance(rows, shared, &count);
        if (end != FEW_RUNNING) {
            few_keep(result, end, &watch->counts, keep, rows);
            return end;
        }
        rows->all_found = are_all_found(rows, result->states + count);
        if (count)
            turn(rows, shared);
    }
    watch->counts.expanded = result->states;
    watch->counts.generated = count_moves(rows, result->states);
    if (result->states != rows->coordinates->states)
        return FEW_CONTRADICTION; /* the number was known before */
    return offer_layer(rows, result);
}

enum few_end few_explore_coordinates(const struct few_coordinates *coordinates, const struct few_row_classes *classes, bool is_packed,
                                     struct few_watch *watch, struct few_exploration *result) {
    const unsigned threads = result->threads < MOST_WORKERS ? result->threads : MOST_WORKERS;
    struct few_rows rows = {.watch = watch, .classes = classes, .end = FEW_RUNNING};
    watch->store_name = is_packed ? "three values a state, packed" : "bitmaps";
    enum few_end end = few_rows_prepare(&rows, coordinates, watch->memory, threads, is_packed) ? explore(&rows, result) : few_refused(watch);
    few_rows_release(&rows);
    return end;
}
