/* The open table of states of more than one word. A state is looked up in three steps, each for a batch before the next one
 * begins, so that cache misses overlap: it is mixed, once; its slot is guessed by prints (prints.h); and it is compared
 * with what is there. The body is compiled for each number of words up to eight, and for any number. */
#include "visited/prints.h"

enum { BATCH = 16 };

/* Some states one behind the other, and where they are looked for. */
struct batch {
    size_t first, count;
    uint64_t homes[BATCH], slots[BATCH];
    uint8_t prints[BATCH];
};

FEW_SPECIALISED void mix(const struct few_visited *visited, const uint64_t *states, unsigned words, struct batch *batch) {
    const uint64_t home_lines = visited->home_lines;
    for (size_t i = 0; i < batch->count; i++) {
        const uint64_t hash = few_state_hash(states + (batch->first + i) * words, words);
        batch->homes[i] = few_hash_home(hash, home_lines);
        batch->prints[i] = few_print(hash);
        __builtin_prefetch(visited->prints + batch->homes[i]);
    }
}

FEW_SPECIALISED void guess(const struct few_visited *visited, unsigned words, struct batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        const uint64_t slot = few_next_print(visited, batch->homes[i], batch->prints[i]), *const at = visited->slots + slot * words;
        batch->slots[i] = slot;
        __builtin_prefetch(at);
        __builtin_prefetch(at + words - 1); /* it may end in the next line of the cache */
    }
}

/* The slot where this state is, or the empty one where it should go. */
FEW_SPECIALISED uint64_t probe(const struct few_visited *visited, uint64_t home, uint8_t print, const uint64_t *state,
                               unsigned words) {
    uint64_t slot = few_next_print(visited, home, print);
    while (visited->prints[slot] && !few_states_equal(visited->slots + slot * words, state, words))
        slot = few_next_print(visited, slot + 1, print);
    return slot;
}

/* Of a batch those that are not where they were guessed to be: mostly new ones. */
FEW_SPECIALISED size_t find_unseen(const struct few_visited *visited, const uint64_t *states, unsigned words,
                                   const struct batch *batch, uint8_t *unseen) {
    size_t left = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const uint64_t slot = batch->slots[i], *const at = visited->slots + slot * words;
        unseen[left] = (uint8_t)i;
        left += (few_states_unlike(at, states + (batch->first + i) * words, words) != 0) | (visited->prints[slot] == 0);
    }
    return left;
}

/* Fills the slot of a state, if it is new; returns whether it was. A slot that was empty when it was guessed is the right one
 * as long as it still is. */
FEW_SPECIALISED bool put(struct few_visited *visited, const uint64_t *state, unsigned words, const struct batch *batch, size_t i,
                         uint64_t *slot) {
    if (__builtin_expect(few_state_is_zero(state, words), 0)) { /* it is in no slot */
        *slot = visited->end;
        return few_tag_get(visited->tags, visited->end, visited->tag_bits) == 0;
    }
    *slot = batch->slots[i];
    if (__builtin_expect(visited->prints[*slot] != 0, 0))
        *slot = probe(visited, batch->homes[i], batch->prints[i], state, words);
    if (visited->prints[*slot])
        return false;
    visited->prints[*slot] = batch->prints[i];
    few_state_copy(visited->slots + *slot * words, state, words);
    if (__builtin_expect(*slot - batch->homes[i] > visited->farthest, 0))
        few_hashed_note_distance(visited, batch->homes[i], *slot);
    return true;
}

/* Adds those of a batch that are new, and moves them behind the `fresh` ones at the front. */
FEW_SPECIALISED size_t add_batch(struct few_visited *visited, uint64_t *states, unsigned words, const struct batch *batch,
                                 size_t fresh, unsigned tag) {
    uint8_t unseen[BATCH];
    const size_t left = find_unseen(visited, states, words, batch, unseen);
    for (size_t n = 0; n < left; n++) {
        const uint64_t *const state = states + (batch->first + unseen[n]) * words;
        uint64_t slot;
        if (!put(visited, state, words, batch, unseen[n], &slot))
            continue;
        few_tag_put(visited->tags, slot, tag, visited->tag_bits);
        few_state_copy(states + fresh * words, state, words);
        if (visited->count < visited->log_room)
            visited->log[visited->count] = slot;
        visited->count++;
        fresh++;
    }
    return fresh;
}

static void begin_batch(struct batch *batch, size_t first, size_t all) {
    const size_t left = first < all ? all - first : 0;
    batch->first = first;
    batch->count = left < BATCH ? left : BATCH;
}

/* While a batch is added, the slots of the next one are on their way to the cache, and the prints of the one behind it. */
FEW_SPECIALISED size_t add(struct few_visited *visited, uint64_t *states, unsigned words, size_t count, unsigned tag) {
    struct batch batches[3];
    size_t fresh = 0;
    batches[1].count = batches[2].count = 0;
    for (size_t first = 0, turn = 0; first < count + 2 * (size_t)BATCH; first += BATCH, turn = turn == 2 ? 0 : turn + 1) {
        begin_batch(&batches[turn], first, count);
        mix(visited, states, words, &batches[turn]);
        guess(visited, words, &batches[turn == 0 ? 2 : turn - 1]);
        fresh = add_batch(visited, states, words, &batches[turn == 2 ? 0 : turn + 1], fresh, tag);
    }
    return fresh;
}

size_t few_wide_add(struct few_visited *visited, uint64_t *states, size_t count, unsigned tag) {
    switch (visited->words) {
    case 2: return add(visited, states, 2, count, tag);
    case 3: return add(visited, states, 3, count, tag);
    case 4: return add(visited, states, 4, count, tag);
    case 5: return add(visited, states, 5, count, tag);
    case 6: return add(visited, states, 6, count, tag);
    case 7: return add(visited, states, 7, count, tag);
    case 8: return add(visited, states, 8, count, tag);
    default: return add(visited, states, visited->words, count, tag);
    }
}

FEW_SPECIALISED void find_batch(const struct few_visited *visited, const uint64_t *states, unsigned words,
                                const struct batch *batch, uint64_t *slots) {
    for (size_t i = 0; i < batch->count; i++) {
        const uint64_t *const state = states + (batch->first + i) * words;
        uint64_t slot = batch->slots[i];
        if (__builtin_expect(visited->prints[slot] && few_states_unlike(visited->slots + slot * words, state, words), 0))
            slot = probe(visited, batch->homes[i], batch->prints[i], state, words);
        if (__builtin_expect(few_state_is_zero(state, words), 0))
            slots[batch->first + i] = few_visited_tag(visited, visited->end) ? visited->end : FEW_NO_SLOT;
        else
            slots[batch->first + i] = visited->prints[slot] ? slot : FEW_NO_SLOT;
    }
}

FEW_SPECIALISED void find(const struct few_visited *visited, const uint64_t *states, unsigned words, size_t count,
                          uint64_t *slots) {
    struct batch batches[3];
    batches[1].count = batches[2].count = 0;
    for (size_t first = 0, turn = 0; first < count + 2 * (size_t)BATCH; first += BATCH, turn = turn == 2 ? 0 : turn + 1) {
        begin_batch(&batches[turn], first, count);
        mix(visited, states, words, &batches[turn]);
        guess(visited, words, &batches[turn == 0 ? 2 : turn - 1]);
        find_batch(visited, states, words, &batches[turn == 2 ? 0 : turn + 1], slots);
    }
}

void few_wide_find(const struct few_visited *visited, const uint64_t *states, size_t count, uint64_t *slots) {
    switch (visited->words) {
    case 2: find(visited, states, 2, count, slots); break;
    case 3: find(visited, states, 3, count, slots); break;
    case 4: find(visited, states, 4, count, slots); break;
    case 5: find(visited, states, 5, count, slots); break;
    case 6: find(visited, states, 6, count, slots); break;
    case 7: find(visited, states, 7, count, slots); break;
    case 8: find(visited, states, 8, count, slots); break;
    default: find(visited, states, visited->words, count, slots); break;
    }
}
