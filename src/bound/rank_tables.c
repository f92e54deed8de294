#include "bound/rank_tables.h"

enum { BATCH = 64 };

void few_table_by_rank_free(struct few_memory *memory, struct few_table_by_rank *table) {
    if (!table)
        return;
    few_image_free(&table->image);
    few_ranking_free(table->ranking);
    if (!table->borrowed)
        few_free(memory, table->entries, table->size);
    few_free(memory, table->origin, table->origin_bytes);
    few_free(memory, table, sizeof *table);
}

/* Image all, rank all, fetch all, then read all. */
static void look_up_in(const struct few_table_by_rank *table, const uint64_t *states, size_t count, uint32_t *found) {
    uint64_t images[BATCH * FEW_MAX_WORDS], ranks[BATCH];
    few_image_of(&table->image, states, count, images);
    few_rank(table->ranking, images, count, ranks);
    for (size_t i = 0; i < count; i++)
        __builtin_prefetch(&table->entries[ranks[i]]);
    for (size_t i = 0; i < count; i++)
        found[i] = table->entries[ranks[i]];
}

static void raise_batch(struct few_table_by_rank *const *tables, uint32_t table_count, const uint64_t *states,
                        size_t count, uint32_t *bounds) {
    uint32_t sum[BATCH] = {0}, found[BATCH];
    for (uint32_t t = 0; t < table_count; t++) {
        if (t > 0 && tables[t]->sum != tables[t - 1]->sum)
            memset(sum, 0, count * sizeof *sum);
        look_up_in(tables[t], states, count, found);
        for (size_t i = 0; i < count; i++) {
            sum[i] += found[i];
            if (found[i] == FEW_TABLE_NO_PATH)
                bounds[i] = FEW_NO_PATH;
            else if (sum[i] > bounds[i])
                bounds[i] = sum[i];
        }
    }
}

void few_tables_raise(struct few_table_by_rank *const *tables, uint32_t table_count, const uint64_t *states,
                      size_t count, uint32_t *bounds) {
    for (size_t first = 0; first < count; first += BATCH) {
        size_t some = count - first < BATCH ? count - first : BATCH;
        raise_batch(tables, table_count, states + first * tables[0]->image.words, some, bounds + first);
    }
}

static void raise(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_rank_tables *tables = (const struct few_rank_tables *)bound;
    few_tables_raise(tables->list, tables->count, states, count, bounds);
}

static void look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    memset(bounds, 0, count * sizeof *bounds);
    raise(bound, states, count, bounds);
}

static void free_tables(struct few_bound *bound) {
    struct few_rank_tables *tables = (struct few_rank_tables *)bound;
    for (uint32_t t = 0; t < tables->count; t++)
        few_table_by_rank_free(bound->memory, tables->list[t]);
    few_free(bound->memory, tables, sizeof *tables);
}

const struct few_bound_kind few_rank_tables_kind = {.free = free_tables, .raise = raise};

struct few_rank_tables *few_rank_tables_create(struct few_memory *memory, uint32_t words) {
    struct few_rank_tables *tables = few_alloc_zeroed(memory, sizeof *tables);
    if (tables)
        tables->bound = (struct few_bound){.kind = &few_rank_tables_kind, .look_up = look_up, .memory = memory, .words = words,
                                           .consistent = true};
    return tables;
}
