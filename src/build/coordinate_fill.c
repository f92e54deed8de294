/* Fills a pattern database by coordinates, back from the goals, layer by layer and row by row as an exploration does
 * (search/explore/coordinate_rows.h). */
#include "build/coordinate_build.h"
#include "rules/beliefs.h"
#include "search/explore/coordinate_rows.h"

#include <string.h>

enum { UNKNOWN = 255, FITTING = 4096 };

struct filler {
    struct few_filling *wish;
    struct few_coordinate_table *table;
    struct few_coordinates product; /* those of the table, in its order */
    struct few_rows rows;
};

/* ---- Entries */

static void put_entry(struct few_coordinate_table *table, uint64_t index, uint32_t distance) {
    if (table->bytes)
        table->entry[index] = (uint8_t)distance;
    else
        table->entry[index / 2] ^= (uint8_t)((distance ^ FEW_NIBBLE) << index % 2 * 4);
}

static bool make_entries(struct filler *f) {
    f->table->entry = few_alloc(f->wish->memory, few_coordinate_table_bytes(f->table));
    if (f->table->entry)
        memset(f->table->entry, UNKNOWN, few_coordinate_table_bytes(f->table));
    return f->table->entry != NULL;
}

/* A byte for each entry instead of four bits. false: there is no room for that. */
static bool widen(struct filler *f) {
    struct few_coordinate_table *table = f->table, narrow = *table;
    if (table->entries > f->wish->most_bytes || table->entries > few_memory_left(f->wish->memory))
        return false;
    table->bytes = true;
    if (!make_entries(f)) {
        *table = narrow;
        return false;
    }
    for (uint64_t i = 0; i < table->entries; i++) {
        const uint32_t entry = few_coordinate_entry(&narrow, i);
        table->entry[i] = (uint8_t)(entry == FEW_NIBBLE ? UNKNOWN : entry);
    }
    few_free(f->wish->memory, narrow.entry, few_coordinate_table_bytes(&narrow));
    return true;
}

/* What was not found is farther than what was. */
static void cut(struct few_coordinate_table *table) {
    const uint32_t least = table->depth + 1;
    if (table->bytes) {
        for (uint64_t i = 0; i < table->entries; i++)
            table->entry[i] = table->entry[i] == UNKNOWN ? (uint8_t)least : table->entry[i];
        return;
    }
    const size_t bytes = few_coordinate_table_bytes(table);
    size_t at = 0;
    for (; at + sizeof(uint64_t) <= bytes; at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, table->entry + at, sizeof word);
        const uint64_t unknown = word & word >> 1 & word >> 2 & word >> 3 & UINT64_C(0x1111111111111111);
        word ^= unknown * (least ^ FEW_NIBBLE);
        memcpy(table->entry + at, &word, sizeof word);
    }
    for (; at < bytes; at++) {
        const uint8_t byte = table->entry[at], unknown = byte & byte >> 1 & byte >> 2 & byte >> 3 & 0x11;
        table->entry[at] = (uint8_t)(byte ^ unknown * (least ^ FEW_NIBBLE));
    }
}

/* ---- Layers */

/* The states of the next layer get their distance, and it becomes the layer. */
static void turn(struct filler *f, uint32_t distance) {
    struct few_rows *rows = &f->rows;
    for (uint64_t row = 0; row < rows->rows; row++) {
        for (uint32_t w = 0; w < rows->words && rows->next_counts[row]; w++) {
            const uint64_t at = row * rows->words + w;
            for (uint64_t word = rows->mark[at] & ~rows->seen[at]; word; word &= word - 1)
                put_entry(f->table, row * rows->column->values + (uint64_t)w * 64 + (uint32_t)__builtin_ctzll(word), distance);
        }
        few_row_turn(rows, row);
    }
    few_rows_swap_counts(rows);
}

/* Finds the next layer. false: asked to stop. */
static bool advance(struct filler *f, uint64_t *count) {
    *count = 0;
    for (uint64_t row = 0; row < f->rows.rows; row++) {
        const uint64_t fresh = few_row_make(&f->rows, f->rows.makers, row);
        *count += fresh;
        if (!few_work_done(f->wish->work, fresh + 1))
            return false;
    }
    return true;
}

/* The combinations of the goals, as a next layer. Returns how many there are. */
static uint64_t begin(const struct filler *f) {
    const struct few_rows *rows = &f->rows;
    uint64_t count = 0;
    for (size_t g = 0; g < f->wish->goal_count; g++) {
        uint64_t index = 0;
        for (uint32_t n = 0; n < f->table->parts; n++)
            index += f->wish->goals[g][f->table->part[n]] * f->table->stride[n];
        const uint64_t row = index / rows->column->values, column = index % rows->column->values, bit = UINT64_C(1) << column % 64;
        uint64_t *mark = &rows->mark[row * rows->words + column / 64];
        count += !(*mark & bit);
        *mark |= bit;
        rows->next_counts[row] = 1;
    }
    return count;
}

/* Whether a layer of that distance can be entered. */
static bool has_room_for(struct filler *f, uint32_t distance) {
    return distance < (f->table->bytes ? UNKNOWN - 1 : FEW_NIBBLE) || (!f->table->bytes && widen(f));
}

static bool fill(struct filler *f) {
    struct few_filling *wish = f->wish;
    uint64_t count = begin(f);
    for (uint32_t distance = 0; count && has_room_for(f, distance); distance++) {
        turn(f, distance);
        f->table->depth = distance;
        wish->states += count;
        wish->sum += (double)count * distance;
        if (count > wish->most_layer)
            break;
        if (!advance(f, &count))
            return false;
    }
    few_belief("no more combinations are found than there are", wish->states <= wish->reachable, wish->puzzle);
    few_belief("all combinations are found", count || wish->states == wish->reachable, wish->puzzle);
    wish->sum += (double)(wish->reachable - wish->states) * (f->table->depth + 1);
    cut(f->table);
    return true;
}

/* ---- The table as rows */

/* The coordinate that is nearest to what fits a cache becomes the column. */
static void choose_column(const struct few_coordinates *all, struct few_coordinate_table *table) {
    uint32_t best = 0;
    uint64_t least = UINT64_MAX;
    for (uint32_t n = 0; n < table->parts; n++) {
        const uint64_t size = all->coordinate[table->part[n]].values;
        const uint64_t away = size < FITTING ? UINT64_C(64) * FITTING / size : 64 * size / FITTING;
        if (away < least) {
            least = away;
            best = n;
        }
    }
    const uint32_t column = table->part[best];
    table->part[best] = table->part[table->parts - 1];
    table->part[table->parts - 1] = column;
}

bool few_coordinate_fill(struct few_filling *wish) {
    struct filler f = {.wish = wish, .table = wish->table, .product = *wish->all};
    struct few_coordinate_table *table = wish->table;
    choose_column(wish->all, table);
    table->entries = 1;
    for (uint32_t n = table->parts; n-- > 0;) {
        f.product.coordinate[n] = wish->all->coordinate[table->part[n]];
        table->stride[n] = table->entries;
        table->entries *= f.product.coordinate[n].values;
    }
    f.product.count = table->parts;
    f.product.product = table->entries;
    f.product.states = wish->reachable;
    const bool good = make_entries(&f) && few_rows_prepare(&f.rows, &f.product, wish->memory, 1, false) && fill(&f);
    few_rows_release(&f.rows);
    return good;
}
