/* Reading a store from outside: going through all of its slots, and a store made of tags (and states) that lie
 * somewhere else, in a file that is mapped say, which is only read. */
#include <assert.h>

#include "base/words.h"
#include "visited/internal.h"

struct few_visited *few_visited_view(struct few_memory *memory, const uint64_t *states, unsigned words,
                                     const uint8_t *tags, uint64_t count, unsigned tag_bits) {
    assert(tag_bits == 2 || tag_bits == 8);
    struct few_visited *visited = few_alloc_zeroed(memory, sizeof *visited);
    if (!visited)
        return NULL;
    visited->memory = memory;
    visited->borrowed = true;
    visited->sorted = states;
    visited->words = words;
    visited->tags = (uint8_t *)(uintptr_t)tags; /* never written: nothing is added to a view */
    visited->tags_bytes = few_tags_size(count, tag_bits);
    visited->tag_bits = tag_bits;
    visited->end = count;
    visited->count = count;
    return visited;
}

void few_sorted_find(const struct few_visited *visited, const uint64_t *states, size_t count, uint64_t *slots) {
    const unsigned words = visited->words;
    for (size_t i = 0; i < count; i++, states += words) {
        uint64_t low = 0, high = visited->end;
        while (low < high) {
            uint64_t middle = low + (high - low) / 2;
            if (few_words_compare(visited->sorted + middle * words, states, words) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        bool found = low < visited->end && few_words_compare(visited->sorted + low * words, states, words) == 0;
        slots[i] = found ? low : FEW_NO_SLOT;
    }
}

size_t few_visited_slots(const struct few_visited *visited, uint64_t *at, uint64_t *slots, size_t room) {
    const uint64_t end = visited->end + (visited->slots != NULL); /* behind the slots: the state that is all zero */
    const uint8_t *tags = visited->tags;
    const unsigned tag_bits = visited->tag_bits, in_byte = tag_bits == 2 ? 4 : 1;
    uint64_t slot = *at;
    size_t count = 0;
    while (slot < end && count < room) {
        if (tag_bits <= 8 && slot % in_byte == 0 && tags[slot / in_byte] == 0) {
            slot += in_byte;
            continue;
        }
        if (few_tag_get(tags, slot, tag_bits))
            slots[count++] = slot;
        slot++;
    }
    *at = slot;
    return count;
}

const uint64_t *few_visited_state(const struct few_visited *visited, uint64_t slot) {
    static const uint64_t zero[64];
    if (visited->sorted)
        return visited->sorted + slot * visited->words;
    if (!visited->slots)
        return NULL;
    return slot == visited->end ? zero : visited->slots + slot * visited->words;
}

const uint8_t *few_visited_tags(const struct few_visited *visited, size_t *bytes) {
    *bytes = few_tags_size(visited->end, visited->tag_bits);
    return visited->slots ? NULL : visited->tags;
}
