#include "build/table_patterns.h"

#include <stdio.h>
#include <string.h>

bool few_patterns_any(const struct few_bound *bound) {
    bool any = bound->table_count > 0;
    for (uint32_t k = 0; k < bound->key_count; k++)
        any = any || bound->keys[k].entries;
    return any;
}

struct few_digest_value few_ranking_order(const struct few_ranking *ranking) {
    enum { SAMPLES = 64 };
    const uint64_t size = few_ranking_size(ranking);
    uint64_t state[FEW_MAX_WORDS] = {0};
    struct few_digest digest;
    few_digest_begin(&digest);
    few_digest_number(&digest, size);
    for (uint64_t i = 0; i < SAMPLES; i++) {
        uint64_t rank = i < 2 ? i * (size - 1) : i * UINT64_C(0x9e3779b97f4a7c15) % size;
        few_unrank(ranking, &rank, 1, state);
        few_digest_add(&digest, state, FEW_MAX_BOARD_WORDS * sizeof *state);
    }
    return few_digest_end(&digest);
}

/* ---- Origins: the new name of each piece, what each slot and each piece is, one byte each */

enum { PAID_FOR_ALL, PAID_FOR_SOME };

static size_t origin_size(const struct few_rule_space *space) {
    return 1 + space->puzzle->piece_count * (sizeof(few_code) + 1) + space->layout.slots;
}

bool few_table_keep_origin(struct few_table_by_rank *table, const struct few_rule_space *space,
                           const struct few_abstraction *abstraction, struct few_memory *memory) {
    const uint32_t pieces = space->puzzle->piece_count;
    table->origin = few_alloc(memory, origin_size(space));
    if (!table->origin)
        return false;
    table->origin_bytes = origin_size(space);
    uint8_t *at = table->origin;
    *at++ = abstraction->paid ? PAID_FOR_SOME : PAID_FOR_ALL;
    memcpy(at, abstraction->renamed, pieces * sizeof(few_code));
    at += pieces * sizeof(few_code);
    for (uint32_t p = 0; p < pieces; p++)
        *at++ = abstraction->paid && abstraction->paid[p];
    for (uint32_t s = 0; s < space->layout.slots; s++)
        *at++ = abstraction->dropped[s];
    return true;
}

struct few_rule_space *few_table_space(const uint8_t *origin, size_t bytes, const struct few_rule_space *space,
                                       struct few_memory *memory, struct few_image *image, bool *fits) {
    const uint32_t pieces = space->puzzle->piece_count, slots = space->layout.slots;
    struct few_arena scratch;
    *fits = bytes == origin_size(space);
    if (!*fits)
        return NULL;
    few_arena_init(&scratch, memory);
    few_code *renamed = few_arena_alloc(&scratch, (pieces + 1) * sizeof *renamed);
    bool *paid = few_arena_alloc(&scratch, pieces + 1), *dropped = few_arena_alloc(&scratch, slots + 1);
    struct few_rule_space *made = NULL;
    if (renamed && paid && dropped) {
        const uint8_t *at = origin + 1 + pieces * sizeof *renamed;
        memcpy(renamed, origin + 1, pieces * sizeof *renamed);
        for (uint32_t p = 0; p < pieces; p++) {
            *fits = *fits && renamed[p] < pieces;
            paid[p] = at[p] != 0;
        }
        for (uint32_t s = 0; s < slots; s++)
            dropped[s] = at[pieces + s] != 0;
        struct few_abstraction abstraction = {renamed, dropped, origin[0] == PAID_FOR_SOME ? paid : NULL};
        if (*fits)
            made = few_rule_space_abstract(memory, space, &abstraction, image, fits);
    }
    few_arena_free(&scratch);
    return made;
}

/* ---- Writing */

static struct few_table_section *add_section(struct few_patterns_sections *sections, const char *name, uint32_t number,
                                             const void *bytes, uint64_t size) {
    struct few_table_section *section = &sections->list[sections->count++];
    *section = (struct few_table_section){.bytes = bytes, .size = size};
    if (number == UINT32_MAX)
        snprintf(section->name, sizeof section->name, "%s", name);
    else
        snprintf(section->name, sizeof section->name, "%.8s-%u", name, number % 1000);
    return section;
}

static size_t weight_bytes(const struct few_bound *bound) {
    return (size_t)bound->fields * bound->stride * sizeof(uint32_t);
}

void few_patterns_arrange(const struct few_bound *bound, uint64_t wished, const char *patterns,
                          struct few_patterns_sections *sections) {
    *sections = (struct few_patterns_sections){.about = {
        .kind = bound->kind, .consistent = bound->consistent, .divisor = bound->divisor,
        .exchanges = bound->exchanges != NULL, .words = bound->words, .fields = bound->fields,
        .stride = bound->stride, .keys = bound->key_count, .tables = bound->table_count, .wished = wished}};
    add_section(sections, "about", UINT32_MAX, &sections->about, sizeof sections->about);
    add_section(sections, "text", UINT32_MAX, bound->text, strlen(bound->text));
    add_section(sections, "patterns", UINT32_MAX, patterns, strlen(patterns));
    add_section(sections, "keys", UINT32_MAX, sections->key_sizes, bound->key_count * sizeof *sections->key_sizes);
    add_section(sections, "tables", UINT32_MAX, sections->tables, bound->table_count * sizeof *sections->tables);
    for (uint32_t k = 0; k < bound->key_count; k++) {
        const struct few_key *key = &bound->keys[k];
        sections->key_sizes[k] = key->entries ? key->size : 0;
        sections->about.entries += sections->key_sizes[k];
        add_section(sections, "weights", k, key->weights, weight_bytes(bound));
        if (key->entries)
            add_section(sections, "key", k, key->entries, key->size);
    }
    for (uint32_t t = 0; t < bound->table_count; t++) {
        const struct few_table_by_rank *table = bound->tables[t];
        sections->tables[t] = (struct few_patterns_table){table->size, table->sum, few_ranking_order(table->ranking)};
        sections->about.entries += table->size;
        add_section(sections, "origin", t, table->origin, table->origin_bytes);
        add_section(sections, "table", t, table->entries, table->size);
    }
}

/* ---- Reading */

static const void *numbered(const struct few_table_file *file, const char *name, uint32_t number, uint64_t *size) {
    char text[FEW_TABLE_NAME];
    snprintf(text, sizeof text, "%.8s-%u", name, number % 1000);
    return few_table_file_section(file, text, size);
}

const struct few_patterns_about *few_patterns_about(const struct few_table_file *file) {
    uint64_t size;
    const struct few_patterns_about *about = few_table_file_section(file, "about", &size);
    return about && size == sizeof *about ? about : NULL;
}

/* false: no memory, or (*fits false) the file is not for this puzzle. */
static bool read_keys(const struct few_table_file *file, uint64_t count, struct few_bound *bound, bool *fits) {
    uint64_t size, entry_bytes;
    const uint64_t *sizes = few_table_file_section(file, "keys", &size);
    *fits = sizes && size == count * sizeof *sizes && count <= FEW_MOST_KEYS;
    for (uint32_t k = 0; *fits && k < count; k++) {
        const void *weights = numbered(file, "weights", k, &size);
        const uint8_t *entries = numbered(file, "key", k, &entry_bytes);
        *fits = weights && size == weight_bytes(bound) && (sizes[k] == 0 || (entries && entry_bytes == sizes[k]));
        struct few_key *key = *fits ? few_bound_add_key(bound) : NULL;
        if (!key)
            return false;
        memcpy(key->weights, weights, size);
        if (sizes[k]) {
            key->entries = entries;
            key->size = sizes[k];
            key->borrowed = true;
        }
    }
    return *fits;
}

static struct few_table_by_rank *read_table(const struct few_table_file *file, uint32_t number,
                                            const struct few_patterns_table *about, const struct few_rule_space *space,
                                            struct few_memory *memory, bool *fits) {
    uint64_t origin_bytes, entry_bytes;
    const uint8_t *origin = numbered(file, "origin", number, &origin_bytes);
    const uint8_t *entries = numbered(file, "table", number, &entry_bytes);
    *fits = origin && entries && entry_bytes == about->size;
    struct few_table_by_rank *table = *fits ? few_alloc_zeroed(memory, sizeof *table) : NULL;
    if (!table)
        return NULL;
    struct few_rule_space *smaller = few_table_space(origin, origin_bytes, space, memory, &table->image, fits);
    if (smaller && smaller->ranking) {
        struct few_digest_value order = few_ranking_order(smaller->ranking);
        *fits = smaller->space.ranks == about->size && memcmp(&order, &about->order, sizeof order) == 0;
        table->ranking = smaller->ranking;
        smaller->ranking = NULL;
        table->entries = (uint8_t *)(uintptr_t)entries; /* never written: it is borrowed */
        table->size = about->size;
        table->sum = (uint32_t)about->sum;
        table->borrowed = true;
        table->origin = few_alloc(memory, origin_bytes);
        table->origin_bytes = origin_bytes;
        if (table->origin)
            memcpy(table->origin, origin, origin_bytes);
    }
    few_rule_space_free(smaller);
    if (*fits && table->ranking && table->origin)
        return table;
    few_table_by_rank_free(memory, table);
    return NULL;
}

static bool read_tables(const struct few_table_file *file, uint64_t count, struct few_bound *bound,
                        const struct few_rule_space *space, bool *fits) {
    uint64_t size;
    const struct few_patterns_table *tables = few_table_file_section(file, "tables", &size);
    *fits = tables && size == count * sizeof *tables && count <= FEW_MOST_TABLES;
    for (uint32_t t = 0; *fits && t < count; t++) {
        bound->tables[t] = read_table(file, t, &tables[t], space, bound->memory, fits);
        if (!bound->tables[t])
            return false;
        bound->table_count++;
    }
    return *fits;
}

struct few_bound *few_patterns_read(const struct few_table_file *file, const struct few_rule_space *space,
                                    struct few_memory *memory, const char *path, struct few_error *error) {
    const struct few_patterns_about *about = few_patterns_about(file);
    struct few_bound *bound = few_bound_for(space, memory);
    uint64_t length;
    const char *text = few_table_file_section(file, "text", &length);
    bool fits = true, good = bound != NULL;
    if (good) {
        fits = about && text && about->words == bound->words && about->fields == bound->fields &&
               about->stride == bound->stride;
        good = fits && (!about->exchanges || few_find_exchanges(bound, space)) && few_find_commuting(bound, space) &&
               read_keys(file, about->keys, bound, &fits) && read_tables(file, about->tables, bound, space, &fits);
    }
    if (good) {
        bound->kind = (enum few_bound_kind)about->kind;
        bound->consistent = about->consistent;
        bound->divisor = (uint32_t)about->divisor;
        snprintf(bound->text, sizeof bound->text, "%.*s, from a file", (int)(length < 120 ? length : 120), text);
        if (few_bound_finish(bound))
            return bound;
    }
    few_bound_free(bound);
    if (fits)
        few_fail_memory(error);
    else
        few_fail(error, FEW_ERROR_INPUT, "%.120s does not fit this puzzle: build it anew", path);
    return NULL;
}
