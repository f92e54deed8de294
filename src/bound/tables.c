/* Look-up of pattern databases that are indexed by rank. */
#include "bound/bound.h"

#include <string.h>

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
static void look_up(const struct few_table_by_rank *table, const uint64_t *states, size_t count, uint32_t *found) {
    uint64_t images[BATCH * FEW_IMAGE_WORDS], ranks[BATCH];
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
        look_up(tables[t], states, count, found);
        for (size_t i = 0; i < count; i++) {
            sum[i] += found[i];
            if (found[i] == FEW_TABLE_NO_WAY)
                bounds[i] = FEW_NO_WAY;
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
