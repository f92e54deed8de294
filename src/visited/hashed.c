/* An open table of the states themselves, with linear probing; internal.h draws it. States come in batches:
 * the homes of some thirty are computed and prefetched before the first of them is probed, so that the cache
 * misses of a batch overlap. The body is compiled for states of one word, of two, and of any number.
 *
 * For several threads that share one table: claim a slot of a one-word state by compare-and-swap and write the
 * tag after it; grow only between layers. States of more words would need a lock bit in the tag. */
#include <assert.h>

#include "visited/internal.h"

enum {
    BATCH = 32,
    FIRST_BYTES = 4096,    /* of the first table, so that a tiny search costs nothing */
    FIRST_TAIL = 32,
    WIPED_WHOLE = 32 << 10,
    SLOTS_PER_LOG = 256
};

struct few_visited *few_visited_hashed(struct few_memory *memory, unsigned words, unsigned tag_bits) {
    assert(words > 0 && (tag_bits == 2 || tag_bits == 8));
    struct few_visited *visited = few_alloc_zeroed(memory, sizeof *visited);
    if (!visited)
        return NULL;
    uint64_t capacity = FIRST_BYTES / (words * sizeof(uint64_t));
    if (capacity < FIRST_TAIL)
        capacity = FIRST_TAIL;
    uint64_t end = capacity + FIRST_TAIL;
    *visited = (struct few_visited){.memory = memory, .words = words, .tag_bits = tag_bits, .capacity = capacity,
                                    .end = end};
    visited->slots_bytes = few_array_size(end + 1, words * sizeof(uint64_t));
    visited->slots = few_alloc_zeroed(memory, visited->slots_bytes);
    visited->tags_bytes = few_tags_size(end + 1, tag_bits);
    visited->tags = few_alloc_zeroed(memory, visited->tags_bytes);
    if (!visited->slots || !visited->tags) {
        few_visited_free(visited);
        return NULL;
    }
    return visited;
}

/* The slot where this state is, or the empty one where it should go. */
FEW_SPECIALISED uint64_t probe(const uint64_t *slots, uint64_t home, uint64_t end, const uint64_t *state,
                               unsigned words, bool *is_empty) {
    for (uint64_t slot = home;;) {
        const uint64_t *here = slots + slot * words;
        if (few_states_equal(here, state, words)) {
            *is_empty = false;
            return slot;
        }
        if (few_state_is_zero(here, words)) {
            if (__builtin_expect(slot != end, 1)) {
                *is_empty = true;
                return slot;
            }
            slot = 0; /* ran over the tail */
        } else {
            slot++;
        }
    }
}

/* The home of each state, prefetched. The state 0 goes to the number that is its own. */
FEW_SPECIALISED void find_homes(const struct few_visited *visited, const uint64_t *states, unsigned words,
                                unsigned tag_bits, size_t count, uint64_t *homes, int for_write) {
    const uint64_t *slots = visited->slots, capacity = visited->capacity, end = visited->end;
    const uint8_t *tags = visited->tags;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        uint64_t home = few_hash_home(few_state_hash(state, words), capacity);
        home = few_state_is_zero(state, words) ? end : home;
        homes[i] = home;
        if (for_write) {
            __builtin_prefetch(slots + home * words, 1);
            __builtin_prefetch(few_tag_place(tags, home, tag_bits), 1);
        } else {
            __builtin_prefetch(slots + home * words, 0);
        }
    }
}

/* Up to BATCH states. The new ones go to `to`, which is not behind `states`. */
FEW_SPECIALISED size_t add_batch(struct few_visited *visited, uint64_t *to, const uint64_t *states,
                                 unsigned words, unsigned tag_bits, size_t count, unsigned tag) {
    uint64_t homes[BATCH], filled[BATCH];
    find_homes(visited, states, words, tag_bits, count, homes, 1);
    uint64_t *const slots = visited->slots;
    uint8_t *const tags = visited->tags;
    const uint64_t end = visited->end;
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        uint64_t slot = homes[i];
        bool is_new;
        if (__builtin_expect(slot == end, 0)) { /* the state 0 */
            is_new = few_tag_get(tags, end, tag_bits) == 0;
        } else {
            slot = probe(slots, slot, end, state, words, &is_new);
            if (is_new && __builtin_expect(slot < homes[i], 0))
                visited->wrapped++;
        }
        if (is_new) {
            if (slot != end)
                few_state_copy(slots + slot * words, state, words);
            few_tag_put(tags, slot, tag, tag_bits);
            few_state_copy(to + fresh * words, state, words);
            filled[fresh++] = slot;
        }
    }
    if (visited->count + fresh <= visited->log_room)
        memcpy(visited->log + visited->count, filled, fresh * sizeof *filled);
    visited->count += fresh;
    return fresh;
}

FEW_SPECIALISED size_t add(struct few_visited *visited, uint64_t *states, unsigned words, unsigned tag_bits,
                           size_t count, unsigned tag) {
    size_t fresh = 0;
    for (size_t i = 0; i < count; i += BATCH) {
        size_t batch = count - i < BATCH ? count - i : BATCH;
        fresh += add_batch(visited, states + fresh * words, states + i * words, words, tag_bits, batch, tag);
    }
    return fresh;
}

size_t few_hashed_add(struct few_visited *visited, uint64_t *states, size_t count, unsigned tag) {
    if (visited->tag_bits == 2)
        switch (visited->words) {
        case 1: return add(visited, states, 1, 2, count, tag);
        case 2: return add(visited, states, 2, 2, count, tag);
        default: return add(visited, states, visited->words, 2, count, tag);
        }
    switch (visited->words) {
    case 1: return add(visited, states, 1, 8, count, tag);
    case 2: return add(visited, states, 2, 8, count, tag);
    default: return add(visited, states, visited->words, 8, count, tag);
    }
}

FEW_SPECIALISED void find(const struct few_visited *visited, const uint64_t *states, unsigned words,
                          size_t count, uint64_t *found) {
    uint64_t homes[BATCH];
    const uint64_t end = visited->end;
    for (size_t i = 0; i < count; i += BATCH) {
        size_t batch = count - i < BATCH ? count - i : BATCH;
        find_homes(visited, states + i * words, words, 8, batch, homes, 0);
        for (size_t j = 0; j < batch; j++) {
            bool is_empty;
            uint64_t slot = homes[j];
            if (__builtin_expect(slot == end, 0))
                is_empty = few_visited_tag(visited, end) == 0;
            else
                slot = probe(visited->slots, slot, end, states + (i + j) * words, words, &is_empty);
            found[i + j] = is_empty ? FEW_NO_SLOT : slot;
        }
    }
}

void few_hashed_find(const struct few_visited *visited, const uint64_t *states, size_t count,
                     uint64_t *slots) {
    switch (visited->words) {
    case 1: find(visited, states, 1, count, slots); break;
    case 2: find(visited, states, 2, count, slots); break;
    default: find(visited, states, visited->words, count, slots); break;
    }
}

/* A table that once grew large and is used for small searches again and again gets a log of the slots it
 * fills, so that the next clearing need not touch the rest. Without memory for a log it is wiped whole. */
static void start_log(struct few_visited *visited) {
    size_t room = visited->end / SLOTS_PER_LOG, bytes = room * sizeof(uint64_t);
    if (visited->slots_bytes <= WIPED_WHOLE || visited->log || few_memory_left(visited->memory) / 8 < bytes)
        return;
    visited->log = few_alloc(visited->memory, bytes);
    if (!visited->log)
        return;
    visited->log_bytes = bytes;
    visited->log_room = room;
}

void few_hashed_clear(struct few_visited *visited) {
    if (visited->count <= visited->log_room) {
        for (uint64_t i = 0; i < visited->count; i++) {
            uint64_t slot = visited->log[i];
            memset(visited->slots + slot * visited->words, 0, visited->words * sizeof(uint64_t));
            few_tag_zero(visited->tags, slot, visited->tag_bits);
        }
    } else {
        memset(visited->slots, 0, visited->slots_bytes);
        memset(visited->tags, 0, visited->tags_bytes);
        start_log(visited);
    }
    visited->wrapped = 0;
}
