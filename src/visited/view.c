/* Reading a store from outside: going through all of its slots, and a store made of tags (and states) that lie
 * somewhere else, in a file that is mapped say, which is only read. */
#include <assert.h>

#include "base/words.h"
#include "visited/internal.h"

struct view {
    struct few_visited visited;
    const uint64_t *sorted; /* the states in ascending order; NULL: none, tags go by rank */
};

static void find_sorted(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks, size_t count,
                        uint64_t *slots) {
    const uint64_t *sorted = ((const struct view *)visited)->sorted;
    const unsigned words = visited->words;
    (void)ranks;
    for (size_t i = 0; i < count; i++, states += words) {
        uint64_t low = 0, high = visited->end;
        while (low < high) {
            uint64_t middle = low + (high - low) / 2;
            if (few_words_compare(sorted + middle * words, states, words) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        bool found = low < visited->end && few_words_compare(sorted + low * words, states, words) == 0;
        slots[i] = found ? low : FEW_NO_SLOT;
    }
}

static const uint64_t *state_in(const struct few_visited *visited, uint64_t slot) {
    return ((const struct view *)visited)->sorted + slot * visited->words;
}

/* Nothing is ever added to them. */
static const struct few_visited_kind view_of_ranks = {
    .size = sizeof(struct view), .by_rank = true, .in_order = true, .borrows = true, .find = few_ranked_find};
static const struct few_visited_kind view_of_states = {
    .size = sizeof(struct view), .in_order = true, .borrows = true, .find = find_sorted, .state = state_in};

struct few_visited *few_visited_view(struct few_memory *memory, const uint64_t *states, unsigned words,
                                     const uint8_t *tags, uint64_t count, unsigned tag_bits) {
    assert(tag_bits == 2 || tag_bits == 8);
    struct view *view = few_alloc_zeroed(memory, sizeof *view);
    if (!view)
        return NULL;
    *view = (struct view){.sorted = states,
                          .visited = {.kind = states ? &view_of_states : &view_of_ranks,
                                      .memory = memory,
                                      .words = words,
                                      .tags = (uint8_t *)(uintptr_t)tags, /* never written */
                                      .tags_bytes = few_tags_size(count, tag_bits),
                                      .tag_bits = tag_bits,
                                      .end = count,
                                      .count = count}};
    return &view->visited;
}

size_t few_visited_slots(const struct few_visited *visited, uint64_t *at, uint64_t *slots, size_t room) {
    const uint64_t end = few_tagged_slots(visited);
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
