/* Wider tags, for a search that has come deeper than its tags can hold. What was seen is copied to a new table of tags: a
 * search gets there at most twice, so that it need not be quick. */
#include <assert.h>

#include "visited/internal.h"

bool few_visited_widen(struct few_visited *visited, unsigned tag_bits) {
    const unsigned old_bits = visited->tag_bits;
    /* No slot moves, so marks stay where they are; a ranked store that was cleared has some, all of them wiped. */
    assert(!visited->kind->borrows && old_bits >= 8 && tag_bits > old_bits && tag_bits <= 32);
    const bool ranked = few_visited_is_ranked(visited);
    const uint64_t slots = few_tagged_slots(visited);
    const size_t log_bytes = ranked ? (size_t)visited->log_room * sizeof *visited->log : 0;
    const size_t table = ranked ? few_ranked_table_size(slots, tag_bits) : few_tags_size(slots, tag_bits);
    uint8_t *const tags = few_alloc_zeroed(visited->memory, table + log_bytes);
    if (!tags)
        return false;
    for (uint64_t slot = 0; slot < slots; slot++) {
        const unsigned tag = few_tag_get(visited->tags, slot, old_bits);
        if (tag) /* pages of a table that no state falls into cost nothing */
            few_wide_tag_set(tags, slot, tag, tag_bits);
    }
    if (ranked)
        memcpy(tags + table, visited->tags + few_ranked_table_size(slots, old_bits), log_bytes);
    few_free(visited->memory, visited->tags, visited->tags_bytes);
    visited->tags = tags;
    visited->tags_bytes = table + log_bytes;
    visited->tag_bits = tag_bits;
    return true;
}
