#include "build/table_patterns.h"

#include <stdio.h>
#include <string.h>

struct few_patterns_parts few_patterns_parts(struct few_bound *bound) {
    return (struct few_patterns_parts){(struct few_keys *)few_bound_part(bound, &few_keys_kind),
                                       (struct few_rank_tables *)few_bound_part(bound, &few_rank_tables_kind)};
}

bool few_patterns_any(struct few_bound *bound) {
    const struct few_patterns_parts parts = few_patterns_parts(bound);
    return (parts.tables && parts.tables->count) || (parts.keys && parts.keys->added);
}

struct few_digest_value few_ranking_order(const struct few_ranking *ranking) {
    enum { SAMPLES = 64, LEAST_WORDS = 8 }; /* a small state counts as so many words */
    const uint32_t words = few_ranking_words(ranking);
    const uint64_t size = few_ranking_size(ranking);
    uint64_t state[FEW_MAX_WORDS] = {0};
    struct few_digest digest;
    few_digest_begin(&digest);
    few_digest_number(&digest, size);
    for (uint64_t i = 0; i < SAMPLES; i++) {
        uint64_t rank = i < 2 ? i * (size - 1) : i * UINT64_C(0x9e3779b97f4a7c15) % size;
        few_unrank(ranking, &rank, 1, state);
        few_digest_add(&digest, state, (words > LEAST_WORDS ? words : LEAST_WORDS) * sizeof *state);
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

/* Whether something of the kind that features are forgotten in (features.c): pieces that are not told apart have the name
 * of one of them, and all pieces of a cell have a packed value; where pieces are conserved, all cells are left out or
 * none. Otherwise images of states would not be states. */
static bool is_sound(const struct few_rule_space *space, const few_code *renamed, const bool *dropped) {
    const struct few_layout *layout = &space->layout;
    for (uint32_t p = 0; p < space->puzzle->piece_count; p++)
        if (renamed[renamed[p]] != renamed[p] ||
            (layout->cell_value[p] != FEW_CODE_ANY && layout->cell_value[renamed[p]] == FEW_CODE_ANY))
            return false;
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        const uint32_t slot = layout->order[i], root = space->component[slot];
        if (space->conserved[root] && dropped[slot] != dropped[root])
            return false;
    }
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
        *fits = *fits && origin[0] <= PAID_FOR_SOME && is_sound(space, renamed, dropped);
        if (*fits)
            made = few_rule_space_abstract(memory, space, &abstraction, image, fits);
    }
    few_arena_free(&scratch);
    return made;
}

bool few_table_pays_for(const struct few_table_by_rank *table, const struct few_rule_space *space, few_code piece) {
    return table->origin[0] == PAID_FOR_SOME &&
           table->origin[1 + space->puzzle->piece_count * sizeof(few_code) + piece] != 0;
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

void few_patterns_arrange(struct few_bound *bound, const struct few_rule_space *space, const struct few_facts *facts,
                          uint64_t wished, const char *patterns, struct few_patterns_sections *sections) {
    const struct few_patterns_parts parts = few_patterns_parts(bound);
    const struct few_layout *layout = &space->layout;
    const uint32_t key_count = parts.keys ? parts.keys->count : 0, table_count = parts.tables ? parts.tables->count : 0;
    *sections = (struct few_patterns_sections){.about = {
        .keys_how = few_keys_how(parts.keys), .consistent = bound->consistent, .divisor = parts.keys ? parts.keys->divisor : 1,
        .exchanges = facts->exchanges != NULL, .words = layout->words, .fields = layout->cell_fields,
        .stride = UINT64_C(1) << layout->cell_width, .keys = key_count, .tables = table_count, .wished = wished}};
    add_section(sections, "about", UINT32_MAX, &sections->about, sizeof sections->about);
    add_section(sections, "text", UINT32_MAX, bound->text, strlen(bound->text));
    add_section(sections, "patterns", UINT32_MAX, patterns, strlen(patterns));
    add_section(sections, "keys", UINT32_MAX, sections->key_sizes, key_count * sizeof *sections->key_sizes);
    add_section(sections, "tables", UINT32_MAX, sections->tables, table_count * sizeof *sections->tables);
    for (uint32_t k = 0; k < key_count; k++) {
        const struct few_key *key = &parts.keys->list[k];
        sections->key_sizes[k] = key->entries ? key->size : 0;
        sections->about.entries += key->shares ? 0 : sections->key_sizes[k];
        add_section(sections, "weights", k, key->weights, few_weight_bytes(&parts.keys->sums));
        if (key->entries && !key->shares)
            add_section(sections, "key", k, key->entries, key->size);
    }
    for (uint32_t t = 0; t < table_count; t++) {
        const struct few_table_by_rank *table = parts.tables->list[t];
        sections->tables[t] = (struct few_patterns_table){table->size, table->sum, few_ranking_order(table->ranking)};
        sections->about.entries += table->size;
        add_section(sections, "origin", t, table->origin, table->origin_bytes);
        add_section(sections, "table", t, table->entries, table->size);
    }
}
