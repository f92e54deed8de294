/* Pattern databases by coordinates (bound/coordinate_tables.h), where moves only permute: the coordinates are made from views of the
 * pieces of the first goal (facts/views.h), and each product of them that fits becomes a table. */
#include "build/coordinate_build.h"
#include "facts/views.h"

#include "base/random.h"

#include <stdio.h>
#include <string.h>

enum {
    PARTS = 4,          /* a table may take one of so many parts of the memory */
    LAYER_PART = 64,    /* a layer that has more states than there are such parts of a byte is not expanded */
    MOST_ENTRIES = 1 << 30,
    ATTEMPTS = 4,       /* to find weights whose sums differ */
};

struct maker {
    struct few_coordinate_tables *tables;
    struct few_coordinates *all; /* moves backward: from a goal */
    struct few_pieces pieces;
    struct few_views views;
    const struct few_orbit *orbit;
    const struct few_puzzle *puzzle;
    struct few_work *work;
    struct few_memory *memory;
    uint16_t (*goals)[FEW_TABLE_COORDINATES];
    double strength[FEW_COORDINATE_TABLES]; /* mean entry of each table */
};

/* ---- Goals */

static void read_contents(const struct few_orbit *orbit, const uint64_t *state, uint32_t *contents) {
    for (uint32_t p = 0; p < orbit->points; p++)
        contents[p] = few_field_get(state, orbit->field[p]);
}

/* Whether moves lead from the first goal to all others. */
static bool are_together(const struct few_orbit *orbit) {
    uint32_t first[FEW_GROUP_POINTS], other[FEW_GROUP_POINTS];
    read_contents(orbit, orbit->goals, first);
    for (size_t g = 1; g < orbit->goal_count; g++) {
        read_contents(orbit, orbit->goals + g * orbit->words, other);
        if (few_group_leads(orbit->group, first, other) != FEW_GROUP_YES)
            return false;
    }
    return true;
}

/* ---- Coordinates */

/* What labels are at each point with each value: by a move from a value that was found before. */
static void arrange(const struct maker *m, const struct few_coordinate *made, uint8_t *labels) {
    const uint32_t points = m->all->points;
    memcpy(labels, made->labels, points);
    for (uint32_t value = 1; value < made->values; value++) {
        uint32_t before = UINT32_MAX, best = 0;
        for (uint32_t k = 0; k < m->all->moves; k++) {
            const uint32_t from = few_coordinate_from(made, k)[value];
            if (from < before) {
                before = from;
                best = k;
            }
        }
        for (uint32_t p = 0; p < points; p++)
            labels[(size_t)value * points + m->all->move[best][p]] = labels[(size_t)before * points + p];
    }
}

/* Enters the sum of each value. false: two are equal. */
static bool enter_sums(const struct maker *m, struct few_table_coordinate *c, const uint8_t *labels, const uint64_t *weight_of) {
    const uint32_t points = m->all->points;
    memset(c->is_used, 0, c->mask + (size_t)1);
    for (uint32_t value = 0; value < c->values; value++) {
        uint64_t sum = 0;
        for (uint32_t p = 0; p < points; p++)
            sum += weight_of[p << 8 | labels[(size_t)value * points + p]];
        uint32_t slot = (uint32_t)(sum >> 32) & c->mask;
        for (; c->is_used[slot]; slot = (slot + 1) & c->mask)
            if (c->sums[slot] == sum)
                return false;
        c->is_used[slot] = true;
        c->sums[slot] = sum;
        c->value[slot] = (uint16_t)value;
    }
    return true;
}

/* Weights at random; a label of another orbit weighs nothing. */
static bool weigh(const struct maker *m, struct few_table_coordinate *c, const struct few_coordinate *made, const uint8_t *labels,
                  uint64_t *weight_of) {
    const uint32_t points = m->all->points;
    bool differ = false;
    for (uint64_t attempt = 0; attempt < ATTEMPTS && !differ; attempt++) {
        uint64_t seed = attempt;
        for (uint32_t i = 0; i < points << 8; i++)
            weight_of[i] = i % 256 ? few_random(&seed) : 0;
        differ = enter_sums(m, c, labels, weight_of);
    }
    for (uint32_t p = 0; p < points; p++)
        for (uint32_t home = 0; home < points; home++)
            c->weights[p * points + home] = made->labels[p] ? weight_of[p << 8 | made->labels[home]] : 0;
    return differ;
}

static bool make_room(const struct maker *m, struct few_table_coordinate *c, uint32_t values) {
    struct few_memory *memory = m->memory;
    c->values = values;
    c->mask = 15;
    while (c->mask < 2 * values)
        c->mask = 2 * c->mask + 1;
    const size_t slots = c->mask + (size_t)1, points = m->all->points;
    c->to = few_alloc(memory, (size_t)values * m->all->moves * sizeof *c->to);
    c->weights = few_alloc(memory, points * points * sizeof *c->weights);
    c->sums = few_alloc(memory, slots * sizeof *c->sums);
    c->value = few_alloc_zeroed(memory, slots * sizeof *c->value);
    c->is_used = few_alloc(memory, slots * sizeof *c->is_used);
    return c->to && c->weights && c->sums && c->value && c->is_used;
}

/* *fits false: no weights were found, which is hardly possible. */
static bool make_coordinate(struct maker *m, uint32_t n, bool *fits) {
    struct few_coordinate *made = &m->all->coordinate[n];
    struct few_table_coordinate *c = &m->tables->coordinate[n];
    const size_t points = m->all->points, bytes = few_array_size(m->views.view[n].size, points);
    m->all->count = m->tables->coordinates = n + 1;
    memcpy(made->labels, m->views.view[n].labels, sizeof made->labels);
    if (!few_coordinate_tabulate(m->all, made, m->views.view[n].size, true) || !make_room(m, c, made->values))
        return false;
    uint8_t *labels = few_alloc(m->memory, bytes);
    uint64_t *weight_of = few_alloc(m->memory, (points << 8) * sizeof *weight_of);
    if (labels && weight_of) {
        arrange(m, made, labels);
        *fits = weigh(m, c, made, labels, weight_of);
        /* Where a move comes from, going back, is where it leads. */
        for (uint32_t k = 0; k < m->all->moves; k++)
            for (uint32_t value = 0; value < made->values; value++)
                c->to[(size_t)value * m->all->moves + k] = few_coordinate_from(made, k)[value];
    }
    const bool good = labels && weight_of;
    few_free(m->memory, labels, bytes);
    few_free(m->memory, weight_of, (points << 8) * sizeof *weight_of);
    return good && few_work_done(m->work, made->values);
}

static bool make_coordinates(struct maker *m, bool *fits) {
    struct few_coordinate_tables *tables = m->tables;
    tables->points = m->all->points;
    tables->moves = m->all->moves;
    tables->carry = few_alloc(m->memory, tables->moves * sizeof *tables->carry);
    tables->number = few_alloc(m->memory, tables->moves * sizeof *tables->number);
    if (!tables->carry || !tables->number)
        return false;
    for (uint32_t k = 0; k < tables->moves; k++) {
        for (uint32_t p = 0; p < tables->points; p++)
            tables->carry[k][m->all->move[k][p]] = (uint8_t)p; /* backward, undone */
        tables->number[k] = m->all->number[k];
    }
    for (uint32_t n = 0; n < m->views.count && *fits; n++)
        if (!make_coordinate(m, n, fits))
            return false;
    tables->homes = m->pieces.homes;
    m->pieces.homes.slots = NULL;
    return true;
}

/* ---- Tables */

/* What says most comes first. */
static void put_in_order(struct maker *m, uint32_t at) {
    const struct few_coordinate_table table = m->tables->table[at];
    const double strength = m->strength[at];
    for (; at > 0 && m->strength[at - 1] < strength; at--) {
        m->tables->table[at] = m->tables->table[at - 1];
        m->strength[at] = m->strength[at - 1];
    }
    m->tables->table[at] = table;
    m->strength[at] = strength;
}

static bool make_table(struct maker *m, const struct few_view_product *product, uint64_t budget, uint64_t *used) {
    struct few_coordinate_table *table = &m->tables->table[m->tables->tables];
    struct few_filling filling = {.table = table, .all = m->all, .goals = (const uint16_t(*)[FEW_TABLE_COORDINATES])m->goals,
                                  .goal_count = m->orbit->goal_count, .puzzle = m->puzzle, .memory = m->memory, .work = m->work,
                                  .most_layer = budget / LAYER_PART, .most_bytes = budget - *used, .reachable = product->states};
    *table = (struct few_coordinate_table){.parts = product->count};
    memcpy(table->part, product->views, sizeof table->part);
    m->tables->tables++;
    if (!few_coordinate_fill(&filling))
        return false;
    m->strength[m->tables->tables - 1] = filling.sum / (double)product->states;
    *used += few_coordinate_table_bytes(table);
    put_in_order(m, m->tables->tables - 1);
    return true;
}

static bool make_tables(struct maker *m) {
    const uint64_t budget = m->work->build->budget;
    uint64_t used = 0;
    for (size_t g = 0; g < m->orbit->goal_count; g++)
        if (!few_coordinate_values(m->tables, m->orbit->goals + g * m->orbit->words, m->goals[g]))
            return true; /* never: goals are where moves lead from the first */
    for (uint32_t n = 0; n < m->views.products && n < FEW_COORDINATE_TABLES; n++) {
        const struct few_view_product *product = &m->views.product[n];
        if ((product->size + 1) / 2 <= budget - used && !make_table(m, product, budget, &used))
            return false;
    }
    return true;
}

static void describe(const struct maker *m) {
    m->tables->mean = m->strength[0];
    const uint32_t count = m->tables->tables;
    uint64_t entries = 0;
    for (uint32_t n = 0; n < count; n++)
        entries += m->tables->table[n].entries;
    if (count == 1)
        snprintf(m->tables->bound.text, sizeof m->tables->bound.text, "pattern database of %llu entries by coordinates", (unsigned long long)entries);
    else
        snprintf(m->tables->bound.text, sizeof m->tables->bound.text, "%u pattern databases of %llu entries in all by coordinates", count,
                 (unsigned long long)entries);
}

/* ---- All of it */

static bool make(struct maker *m) {
    bool fits = true, too_many;
    const uint64_t most = m->work->build->budget / PARTS * 2;
    m->all = few_coordinates_create(m->memory, m->orbit, m->orbit->goals, true, &too_many);
    if (!m->all)
        return too_many;
    if (m->all->moves == 0)
        return true;
    if (!few_pieces_find(&m->pieces, m->memory, m->all) ||
        !few_views_find(&m->views, &m->pieces, m->orbit, m->memory, m->all, most < MOST_ENTRIES ? most : MOST_ENTRIES))
        return false;
    if (m->views.products == 0)
        return true;
    m->tables = few_coordinate_tables_create(m->memory, m->orbit->words);
    m->goals = few_alloc_zeroed(m->memory, m->orbit->goal_count * sizeof *m->goals);
    if (!m->tables || !m->goals || !make_coordinates(m, &fits) || (fits && !make_tables(m)))
        return false;
    describe(m);
    return true;
}

static void release(struct maker *m) {
    few_coordinates_free(m->all);
    few_pieces_free(&m->pieces);
    few_free(m->memory, m->goals, m->orbit->goal_count * sizeof *m->goals);
}

bool few_build_coordinates(struct few_memory *memory, const struct few_rule_space *space, struct few_work *work,
                           struct few_coordinate_tables **made) {
    const struct few_orbit *orbit = work->build->facts->facts.orbit;
    struct maker m = {.orbit = orbit, .puzzle = space->puzzle, .work = work, .memory = memory};
    *made = NULL;
    if (!orbit || !orbit->whole || !orbit->goals || !orbit->goal_count || !few_costs_are_equal(&space->space) || !are_together(orbit))
        return true;
    const bool good = make(&m);
    release(&m);
    if (good && m.tables && m.tables->tables)
        *made = m.tables;
    else if (m.tables)
        few_bound_free(&m.tables->bound);
    return good;
}
