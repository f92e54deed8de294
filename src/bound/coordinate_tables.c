#include "bound/coordinate_tables.h"

static void free_coordinate(const struct few_coordinate_tables *tables, struct few_table_coordinate *c) {
    struct few_memory *memory = tables->bound.memory;
    const size_t slots = c->mask + (size_t)1;
    few_free(memory, c->to, (size_t)c->values * tables->moves * sizeof *c->to);
    few_free(memory, c->weights, (size_t)tables->points * tables->points * sizeof *c->weights);
    few_free(memory, c->sums, slots * sizeof *c->sums);
    few_free(memory, c->value, slots * sizeof *c->value);
    few_free(memory, c->is_used, slots * sizeof *c->is_used);
}

static void free_tables(struct few_bound *bound) {
    struct few_coordinate_tables *tables = (struct few_coordinate_tables *)bound;
    for (uint32_t n = 0; n < tables->tables; n++)
        few_free(bound->memory, tables->table[n].entry, few_coordinate_table_bytes(&tables->table[n]));
    for (uint32_t n = 0; n < tables->coordinates; n++)
        free_coordinate(tables, &tables->coordinate[n]);
    few_homes_free(&tables->homes);
    few_free(bound->memory, tables->carry, tables->moves * sizeof *tables->carry);
    few_free(bound->memory, tables->number, tables->moves * sizeof *tables->number);
    few_free(bound->memory, tables, sizeof *tables);
}

const struct few_bound_kind few_coordinate_tables_kind = {.free = free_tables};

static bool find_value(const struct few_coordinate_tables *tables, const struct few_table_coordinate *c, const uint8_t *home,
                       uint16_t *value) {
    uint64_t sum = 0;
    for (uint32_t p = 0; p < tables->points; p++)
        sum += c->weights[p * tables->points + home[p]];
    uint32_t slot = (uint32_t)(sum >> 32) & c->mask;
    while (c->is_used[slot] && c->sums[slot] != sum)
        slot = (slot + 1) & c->mask;
    *value = c->value[slot];
    return c->is_used[slot];
}

bool few_coordinate_values(const struct few_coordinate_tables *tables, const uint64_t *state, uint16_t *values) {
    uint8_t home[FEW_HOME_POINTS];
    for (uint32_t p = 0; p < tables->points; p++)
        home[p] = (uint8_t)p; /* of points that no move changes */
    if (!few_homes_read(&tables->homes, state, home))
        return false;
    for (uint32_t n = 0; n < tables->coordinates; n++)
        if (!find_value(tables, &tables->coordinate[n], home, &values[n]))
            return false;
    return true;
}

static void look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_coordinate_tables *tables = (const struct few_coordinate_tables *)bound;
    for (size_t i = 0; i < count; i++) {
        uint16_t values[FEW_TABLE_COORDINATES];
        bounds[i] = 0;
        if (!few_coordinate_values(tables, states + i * bound->words, values)) {
            bounds[i] = FEW_NO_PATH;
            continue;
        }
        for (uint32_t n = 0; n < tables->tables; n++) {
            const struct few_coordinate_table *table = &tables->table[n];
            uint64_t index = 0;
            for (uint32_t k = 0; k < table->parts; k++)
                index += values[table->part[k]] * table->stride[k];
            const uint32_t entry = few_coordinate_entry(table, index);
            bounds[i] = entry > bounds[i] ? entry : bounds[i];
        }
    }
}

struct few_coordinate_tables *few_coordinate_tables_create(struct few_memory *memory, uint32_t words) {
    struct few_coordinate_tables *tables = few_alloc_zeroed(memory, sizeof *tables);
    if (tables)
        tables->bound = (struct few_bound){.kind = &few_coordinate_tables_kind, .look_up = look_up, .memory = memory, .words = words,
                                           .consistent = true};
    return tables;
}
