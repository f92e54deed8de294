/* A distance table is written as it lies in memory where it goes by rank, and where that is smaller; otherwise as a
 * sorted list of the states with a tag for each. Both are looked up in the file as they are. */
#include "build/table_distances.h"

#include "base/order.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 512 };

static struct few_table_section *add_section(struct few_distances_sections *sections, const char *name, const void *bytes, uint64_t size) {
    struct few_table_section *section = &sections->list[sections->count++];
    *section = (struct few_table_section){.bytes = bytes, .size = size};
    memcpy(section->name, name, strlen(name));
    return section;
}

bool few_distances_list(const struct few_table *table, uint64_t first, struct few_list *entries) {
    const struct few_space *space = table->space;
    const size_t words = space->words;
    uint64_t slots[BATCH], at = 0, unranked[FEW_MAX_WORDS + 1];
    few_list_init(entries, table->memory, (words + 1) * sizeof(uint64_t));
    if (!few_list_reserve(entries, table->states))
        return false;
    for (size_t count; (count = few_visited_slots(table->seen, &at, slots, BATCH)) > 0;)
        for (size_t i = 0; i < count; i++) {
            const uint64_t *state = few_visited_state(table->seen, slots[i]);
            if (state)
                memcpy(unranked, state, words * sizeof *state);
            else
                space->run->unrank(space, &(uint64_t){first + slots[i]}, 1, unranked);
            unranked[words] = few_visited_tag(table->seen, slots[i]);
            if (!few_list_append(entries, unranked, 1))
                return false;
        }
    return true;
}

/* States and tags apart. */
static bool make_sorted(const struct few_table *table, struct few_distances_sections *sections) {
    const size_t words = table->space->words;
    struct few_list entries;
    size_t order = words;
    bool good = few_distances_list(table, 0, &entries);
    if (good && entries.count > 1)
        few_order(entries.items, entries.count, entries.size, few_words_order, &order);
    sections->state_bytes = few_array_size(table->states, words * sizeof(uint64_t));
    sections->tag_bytes = table->tag_bits == 2 ? table->states / 4 + 1 : table->states + 1;
    sections->states = few_alloc(table->memory, sections->state_bytes);
    sections->tags = few_alloc_zeroed(table->memory, sections->tag_bytes);
    good = good && sections->states && sections->tags;
    for (size_t i = 0; good && i < entries.count; i++) {
        const uint64_t *entry = few_list_at(&entries, i);
        memcpy(sections->states + i * words, entry, words * sizeof *entry);
        if (table->tag_bits == 2)
            sections->tags[i / 4] |= (uint8_t)(entry[words] << i % 4 * 2);
        else
            sections->tags[i] = (uint8_t)entry[words];
    }
    few_list_free(&entries);
    return good;
}

static uint64_t bytes_of_tags(const struct few_table *table, uint64_t count) {
    return table->tag_bits == 2 ? count / 4 + (count % 4 != 0) : count;
}

bool few_distances_by_rank(const struct few_table *table) {
    const struct few_space *space = table->space;
    return bytes_of_tags(table, space->ranks) <= few_array_size(table->states, space->words * sizeof(uint64_t) + 1); /* else few of the ranks are states */
}

/* All but the tags. */
static bool begin_sections(const struct few_table *table, bool by_rank, struct few_distances_sections *sections, struct few_error *error) {
    const uint64_t ranks = by_rank ? table->space->ranks : 0;
    *sections = (struct few_distances_sections){.about = {
        .words = table->space->words, .tag_bits = table->tag_bits, .ranks = ranks, .count = by_rank ? ranks : table->states, .states = table->states,
        .layers = table->layers.count, .far_layer = table->far_layer, .far_count = table->far.count}};
    if (table->tag_bits > 8)
        snprintf(error->hint, sizeof error->hint, "the farthest state is %llu moves from the goal; searches need no table",
                 (unsigned long long)(table->layers.count - 1));
    if (table->tag_bits > 8)
        return few_fail(error, FEW_ERROR_INPUT,
                        "distances of more than 254 moves cannot be kept in a file where moves cannot be undone");
    add_section(sections, "about", &sections->about, sizeof sections->about);
    add_section(sections, "layers", table->layers.items, table->layers.count * sizeof(uint64_t));
    add_section(sections, "far", table->far.items, table->far.count * table->far.size);
    if (table->around)
        add_section(sections, "around", "", 1);
    return true;
}

bool few_distances_arrange(const struct few_table *table, struct few_distances_sections *sections,
                           struct few_error *error) {
    size_t ranked_bytes = 0;
    const uint8_t *ranked = few_visited_is_ranked(table->seen) ? few_visited_tags(table->seen, &ranked_bytes) : NULL;
    const bool by_rank = ranked && few_distances_by_rank(table);
    if (!begin_sections(table, by_rank, sections, error))
        return false;
    if (by_rank) {
        add_section(sections, "tags", ranked, ranked_bytes);
        return true;
    }
    if (!make_sorted(table, sections)) {
        few_distances_release(table, sections);
        return few_fail_memory(error);
    }
    add_section(sections, "tags", sections->tags, bytes_of_tags(table, table->states));
    add_section(sections, "states", sections->states, sections->state_bytes);
    return true;
}

bool few_distances_arrange_made(const struct few_table *table, const struct few_distances_maker *maker, struct few_distances_sections *sections,
                                struct few_error *error) {
    if (!begin_sections(table, maker->by_rank, sections, error))
        return false;
    struct few_table_section *tags = add_section(sections, "tags", NULL, bytes_of_tags(table, sections->about.count));
    tags->make = maker->tags;
    tags->context = maker->context;
    if (maker->by_rank)
        return true;
    struct few_table_section *states = add_section(sections, "states", NULL, few_array_size(table->states, table->space->words * sizeof(uint64_t)));
    states->make = maker->states;
    states->context = maker->context;
    return true;
}

void few_distances_release(const struct few_table *table, struct few_distances_sections *sections) {
    few_free(table->memory, sections->states, sections->state_bytes);
    few_free(table->memory, sections->tags, sections->tag_bytes);
    sections->states = NULL;
    sections->tags = NULL;
}

/* ---- Reading */

const struct few_distances_about *few_distances_about(const struct few_table_file *file) {
    uint64_t size;
    const struct few_distances_about *about = few_table_file_section(file, "about", &size);
    return about && size == sizeof *about ? about : NULL;
}

/* What stands in the sections, still in question. */
struct content {
    const struct few_distances_about *about;
    const uint8_t *tags;
    const uint64_t *states, *layers, *far;
    uint64_t tag_bytes, state_bytes, layer_bytes, far_bytes;
};

static struct content content_of(const struct few_table_file *file) {
    struct content c = {.about = few_distances_about(file)};
    c.tags = few_table_file_section(file, "tags", &c.tag_bytes);
    c.states = few_table_file_section(file, "states", &c.state_bytes);
    c.layers = few_table_file_section(file, "layers", &c.layer_bytes);
    c.far = few_table_file_section(file, "far", &c.far_bytes);
    return c;
}

static bool sizes_fit(const struct few_table *table, const struct content *c) {
    const struct few_space *space = table->space;
    const struct few_distances_about *about = c->about;
    const uint64_t size = space->words * sizeof(uint64_t);
    return about && c->tags && c->layers && c->far && about->words == space->words && about->tag_bits == table->tag_bits &&
           (about->ranks == 0 || (about->ranks == space->ranks && about->count == about->ranks)) &&
           c->tag_bytes == (table->tag_bits == 2 ? about->count / 4 + (about->count % 4 != 0) : about->count) &&
           (about->ranks || (c->states && c->state_bytes / size == about->count && c->state_bytes % size == 0)) &&
           c->layer_bytes / sizeof(uint64_t) == about->layers && c->layer_bytes % sizeof(uint64_t) == 0 &&
           c->far_bytes / size == about->far_count && c->far_bytes % size == 0;
}

/* How many entries have each tag. */
static void count_tags(const struct content *c, unsigned tag_bits, uint64_t counts[256]) {
    uint64_t bytes[256] = {0};
    memset(counts, 0, 256 * sizeof *counts);
    for (uint64_t i = 0; i < c->tag_bytes; i++)
        bytes[c->tags[i]]++;
    const unsigned over = tag_bits == 2 ? (unsigned)(c->about->count % 4) : 0;
    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned k = 0; k < 8 / tag_bits; k++)
            counts[byte >> k * tag_bits & ((1u << tag_bits) - 1)] += bytes[byte];
    for (unsigned k = over; over && k < 4; k++) /* what lies behind the last entry */
        counts[c->tags[c->tag_bytes - 1] >> 2 * k & 3]--;
}

/* Whether the layers are those of the tags, and `far` has the last of them. */
static bool counts_fit(const struct few_table *table, const struct content *c) {
    const struct few_distances_about *about = c->about;
    uint64_t counts[256], total = 0, far = 0;
    if (about->far_layer > about->layers || (table->tag_bits == 8 && about->layers > 255))
        return false;
    count_tags(c, table->tag_bits, counts);
    for (uint64_t d = 0; d < about->layers; d++) {
        uint64_t *left = &counts[few_distance_tag(d, table->tag_bits)];
        if (c->layers[d] == 0 || c->layers[d] > *left)
            return false;
        *left -= c->layers[d];
        total += c->layers[d];
        far += d >= about->far_layer ? c->layers[d] : 0;
    }
    for (unsigned tag = 1; tag < 256; tag++)
        if (counts[tag])
            return false;
    return total == about->states && far == about->far_count;
}

static bool all_hold(const struct few_space *space, const uint64_t *states, uint64_t count, bool ascending) {
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * space->words;
        if (!space->run->holds(space, state) ||
            (ascending && i && few_words_compare(state - space->words, state, space->words) >= 0))
            return false;
    }
    return true;
}

/* Where a state is its own rank, not every rank need be one. Elsewhere each stands for an arrangement. */
static bool ranks_hold(const struct few_table *table, const struct content *c) {
    const struct few_space *space = table->space;
    for (uint64_t rank = 0; space->states_are_ranks && rank < c->about->count; rank++) {
        unsigned tag = table->tag_bits == 2 ? c->tags[rank / 4] >> rank % 4 * 2 & 3 : c->tags[rank];
        if (tag && !space->run->holds(space, &rank))
            return false;
    }
    return true;
}

/* Nothing in a file is trusted but what only verification can show: that each distance is right. */
static bool fits(const struct few_table *table, const struct content *c) {
    const struct few_space *space = table->space;
    return space->run->holds && sizes_fit(table, c) && counts_fit(table, c) &&
           (c->about->ranks ? ranks_hold(table, c) : all_hold(space, c->states, c->about->count, true)) &&
           all_hold(space, c->far, c->about->far_count, false);
}

bool few_distances_read(struct few_table *table, const struct few_space *space, struct few_memory *memory,
                        const struct few_table_file *file, const char *path, struct few_error *error) {
    const struct content c = content_of(file);
    const struct few_distances_about *about = c.about;
    bool good = few_table_init(table, space, memory) || few_fail_memory(error);
    if (good && !fits(table, &c))
        good = few_fail(error, FEW_ERROR_INPUT, "%.120s does not fit this puzzle: rebuild it", path);
    if (good) {
        uint64_t size;
        table->whole = true;
        table->around = few_table_file_section(file, "around", &size) != NULL;
        table->states = about->states;
        table->far_layer = about->far_layer;
        table->seen = few_visited_view(memory, about->ranks ? NULL : c.states, space->words, c.tags, about->count,
                                       table->tag_bits);
        good = (table->seen && few_list_append(&table->layers, c.layers, about->layers) &&
                few_list_append(&table->far, c.far, about->far_count)) ||
               few_fail_memory(error);
    }
    if (!good)
        few_table_free(table);
    return good;
}
