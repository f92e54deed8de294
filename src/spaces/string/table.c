/* The index of rules by the first characters they look for. */
#include "spaces/string/table.h"

enum {
    INDEX_BITS = 12,      /* an index that stays in the first-level cache */
    LIST_LIMIT = 1 << 20, /* a shorter index is taken where the list would be longer than this */
};

/* A rewrite whose side is shorter than the index stands under everything that can follow it. */
static uint64_t entries_of(const struct few_string_rewrite *rewrite, uint32_t bits) {
    return rewrite->from_bits >= bits ? 1 : (uint64_t)1 << (bits - rewrite->from_bits);
}

static uint32_t choose_bits(const struct few_string_table *table, uint32_t character_bits) {
    uint32_t longest = character_bits;
    for (uint32_t i = 0; i < table->count; i++)
        if (table->rewrites[i].from_bits > longest)
            longest = table->rewrites[i].from_bits;
    uint32_t bits = character_bits;
    while (bits + character_bits <= INDEX_BITS && bits + character_bits <= longest)
        bits += character_bits;
    for (; bits > character_bits; bits -= character_bits) {
        uint64_t entries = 0;
        for (uint32_t i = table->empty_count; i < table->count; i++)
            entries += entries_of(&table->rewrites[i], bits);
        if (entries <= LIST_LIMIT)
            break;
    }
    return bits;
}

/* No more can fit in one state than the longest list allows at each place, nor than each rewrite has
 * places. */
static bool bound_successors(struct few_string_table *table, uint32_t longest,
                             uint32_t character_bits) {
    uint64_t most_listed = 0, by_rewrites = 0;
    for (size_t i = 0; i < (size_t)1 << table->bits; i++)
        if (table->first[i + 1] - table->first[i] > most_listed)
            most_listed = table->first[i + 1] - table->first[i];
    uint64_t by_places = most_listed * longest + (uint64_t)table->empty_count * (longest + 1);
    for (uint32_t i = 0; i < table->count; i++)
        by_rewrites += longest - table->rewrites[i].from_bits / character_bits + 1;
    uint64_t most = by_places < by_rewrites ? by_places : by_rewrites;
    table->most = most == 0 ? 1 : (uint32_t)most;
    return most <= UINT32_MAX;
}

bool few_string_too_many_moves(struct few_error *error) {
    return few_fail(error, FEW_ERROR_INPUT, "one string may have too many moves; say `string N` with a smaller N");
}

bool few_string_index(struct few_string_table *table, struct few_arena *arena, uint32_t longest,
                      uint32_t character_bits, struct few_error *error) {
    const uint32_t bits = table->bits = choose_bits(table, character_bits);
    const size_t entries = (size_t)1 << bits;
    const uint64_t mask = entries - 1;
    table->first = few_arena_alloc(arena, (entries + 1) * sizeof *table->first);
    if (!table->first)
        return few_fail_memory(error);
    uint64_t listed = 0;
    for (uint32_t i = table->empty_count; i < table->count; i++)
        listed += entries_of(&table->rewrites[i], bits);
    table->list = few_arena_alloc(arena, few_array_size(listed + 1, sizeof *table->list));
    if (!table->list)
        return few_fail_memory(error);

    /* Counting sort: lengths, then ends, then filled from the back so that `first` comes to its
     * begin. */
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = table->count; i-- > table->empty_count;) {
            const struct few_string_rewrite *rewrite = &table->rewrites[i];
            for (uint64_t e = 0; e < entries_of(rewrite, bits); e++) {
                uint64_t entry =
                    (rewrite->from | (rewrite->from_bits < bits ? e << rewrite->from_bits : 0)) & mask;
                if (pass == 0)
                    table->first[entry]++;
                else
                    table->list[--table->first[entry]] = i;
            }
        }
        for (size_t e = 0; pass == 0 && e < entries; e++)
            table->first[e + 1] += table->first[e];
    }
    return bound_successors(table, longest, character_bits) || few_string_too_many_moves(error);
}
