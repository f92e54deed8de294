/* A distance table is written as it lies in memory where it goes by rank, and where that is smaller; otherwise as a
 * sorted list of the states with a tag for each. Both are looked up in the file as they are. */
#include "build/table_distances.h"

#include "base/words.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 512 };

static void add_section(struct few_distances_sections *sections, const char *name, const void *bytes, uint64_t size) {
    struct few_table_section *section = &sections->list[sections->count++];
    *section = (struct few_table_section){.bytes = bytes, .size = size};
    memcpy(section->name, name, strlen(name));
}

/* All states with their tags, `words` + 1 words each. false: no memory. */
static bool list_states(const struct few_table *table, struct few_list *entries) {
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
                space->run->unrank(space, &slots[i], 1, unranked);
            unranked[words] = few_visited_tag(table->seen, slots[i]);
            if (!few_list_append(entries, unranked, 1))
                return false;
        }
    size_t order = words;
    if (entries->count > 1)
        qsort_r(entries->items, entries->count, entries->size, few_words_order, &order);
    return true;
}

/* States and tags apart. */
static bool make_sorted(const struct few_table *table, struct few_distances_sections *sections) {
    const size_t words = table->space->words;
    struct few_list entries;
    bool good = list_states(table, &entries);
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

bool few_distances_arrange(const struct few_table *table, struct few_distances_sections *sections,
                           struct few_error *error) {
    const struct few_space *space = table->space;
    size_t ranked_bytes;
    const uint8_t *ranked = few_visited_is_ranked(table->seen) ? few_visited_tags(table->seen, &ranked_bytes) : NULL;
    *sections = (struct few_distances_sections){.about = {
        .words = space->words, .tag_bits = table->tag_bits, .states = table->states, .layers = table->layers.count,
        .far_layer = table->far_layer, .far_count = table->far.count}};
    struct few_distances_about *about = &sections->about;
    if (table->tag_bits > 8)
        return few_fail(error, FEW_ERROR_INPUT,
                        "distances of more than 254 moves cannot be kept in a file where moves cannot be undone");
    if (ranked && ranked_bytes > few_array_size(table->states, space->words * sizeof(uint64_t) + 1))
        ranked = NULL; /* few of the ranks are states */
    add_section(sections, "about", about, sizeof *about);
    add_section(sections, "layers", table->layers.items, table->layers.count * sizeof(uint64_t));
    add_section(sections, "far", table->far.items, table->far.count * table->far.size);
    if (ranked) {
        about->ranks = about->count = space->ranks;
        add_section(sections, "tags", ranked, ranked_bytes);
        return true;
    }
    about->count = table->states;
    if (!make_sorted(table, sections)) {
        few_distances_release(table, sections);
        return few_fail_memory(error);
    }
    add_section(sections, "tags", sections->tags,
                table->tag_bits == 2 ? (about->count + 3) / 4 : about->count);
    add_section(sections, "states", sections->states, sections->state_bytes);
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

static bool fits(const struct few_table *table, const struct few_distances_about *about, uint64_t tags,
                 uint64_t states, uint64_t layers, uint64_t far) {
    const struct few_space *space = table->space;
    const uint64_t state_bytes = space->words * sizeof(uint64_t);
    return about->words == space->words && about->tag_bits == table->tag_bits &&
           (about->ranks == 0 || (about->ranks == space->ranks && about->count == about->ranks)) &&
           tags == (table->tag_bits == 2 ? about->count / 4 + (about->count % 4 != 0) : about->count) &&
           (about->ranks || (states / state_bytes == about->count && states % state_bytes == 0)) &&
           layers / sizeof(uint64_t) == about->layers && layers % sizeof(uint64_t) == 0 &&
           far / state_bytes == about->far_count && far % state_bytes == 0;
}

bool few_distances_read(struct few_table *table, const struct few_space *space, struct few_memory *memory,
                        const struct few_table_file *file, const char *path, struct few_error *error) {
    uint64_t tag_bytes, state_bytes, layer_bytes, far_bytes;
    const struct few_distances_about *about = few_distances_about(file);
    const uint8_t *tags = few_table_file_section(file, "tags", &tag_bytes);
    const uint64_t *states = few_table_file_section(file, "states", &state_bytes);
    const void *layers = few_table_file_section(file, "layers", &layer_bytes);
    const void *far = few_table_file_section(file, "far", &far_bytes);
    bool good = few_table_init(table, space, memory) || few_fail_memory(error);
    if (good && (!about || !tags || !layers || !far || !fits(table, about, tag_bytes, state_bytes, layer_bytes, far_bytes)))
        good = few_fail(error, FEW_ERROR_INPUT, "%.120s does not fit this puzzle: build it anew", path);
    if (good) {
        table->whole = true;
        table->states = about->states;
        table->far_layer = about->far_layer;
        table->seen = few_visited_view(memory, about->ranks ? NULL : states, space->words, tags, about->count,
                                       table->tag_bits);
        good = (table->seen && few_list_append(&table->layers, layers, about->layers) &&
                few_list_append(&table->far, far, about->far_count)) ||
               few_fail_memory(error);
    }
    if (!good)
        few_table_free(table);
    return good;
}
