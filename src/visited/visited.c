/* The face of the stores: it chooses the store once for a batch, and keeps what they have in common (tags by
 * slot, marks, accounts).
 *
 * A store belongs to one thread. For several threads, cut the states by their hash or rank into as many
 * stores as threads and hand batches over between layers; nothing here would have to change. */
#include "visited/visited.h"

#include <assert.h>

#include "visited/internal.h"

void few_visited_free(struct few_visited *visited) {
    if (!visited)
        return;
    struct few_memory *memory = visited->memory;
    few_free(memory, visited->marks, visited->marks_bytes);
    few_free(memory, visited->log, visited->log_bytes);
    few_free(memory, visited->slots, visited->slots_bytes);
    few_free(memory, visited->children, visited->children_bytes);
    if (!visited->borrowed)
        few_free(memory, visited->tags, visited->tags_bytes);
    few_free(memory, visited, sizeof *visited);
}

void few_visited_clear(struct few_visited *visited) {
    if (visited->slots) { /* marks of a ranked store are wiped with its tags */
        few_free(visited->memory, visited->marks, visited->marks_bytes);
        visited->marks = NULL;
        visited->marks_bytes = 0;
    }
    if (visited->count == 0)
        return;
    if (visited->children)
        few_tree_clear(visited);
    else if (visited->slots)
        few_hashed_clear(visited);
    else
        few_ranked_clear(visited);
    visited->count = 0;
}

void few_visited_pass(struct few_visited *visited, struct few_memory *to) {
    few_memory_pass(visited->memory, to, few_visited_bytes(visited));
    visited->memory = to;
}

bool few_visited_is_ranked(const struct few_visited *visited) {
    return !visited->slots && !visited->sorted;
}

uint64_t few_visited_count(const struct few_visited *visited) {
    return visited->count;
}

size_t few_visited_bytes(const struct few_visited *visited) {
    return sizeof *visited + visited->tags_bytes + visited->slots_bytes + visited->marks_bytes +
           visited->log_bytes + visited->children_bytes;
}

bool few_visited_reserve(struct few_visited *visited, size_t more) {
    if (visited->children)
        return few_tree_reserve(visited, more);
    return !visited->slots || few_hashed_reserve(visited, more);
}

bool few_visited_has_room(const struct few_visited *visited, size_t more) {
    return !visited->slots || (!visited->children && few_hashed_has_room(visited, more));
}

size_t few_visited_add(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words,
                       size_t count, unsigned tag) {
    assert(!visited->borrowed);
    assert(tag != 0 && tag <= UINT32_MAX >> (32 - visited->tag_bits));
    if (!visited->slots)
        return few_ranked_add(visited, states, ranks, words, count, tag);
    assert(words == visited->words);
    if (visited->children)
        return few_tree_add(visited, states, count, tag);
    return few_hashed_add(visited, states, count, tag);
}

void few_visited_share(struct few_visited *visited) {
    assert(!visited->borrowed && !visited->children && visited->tag_bits == 2);
    assert(!visited->slots || visited->words == 1);
    if (visited->slots)
        few_hashed_drop_log(visited);
    visited->log_room = 0; /* of a ranked store the log is part of the table */
}

size_t few_visited_add_shared(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count,
                              unsigned tag) {
    return visited->slots ? few_hashed_add_shared(visited, states, count, tag)
                          : few_ranked_add_shared(visited, states, ranks, words, count, tag);
}

void few_visited_find(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks,
                      size_t count, uint64_t *slots) {
    if (visited->children)
        few_tree_find(visited, states, count, slots);
    else if (visited->slots)
        few_hashed_find(visited, states, count, slots);
    else if (visited->sorted)
        few_sorted_find(visited, states, count, slots);
    else
        few_ranked_find(visited, ranks, count, slots);
}

unsigned few_visited_tag(const struct few_visited *visited, uint64_t slot) {
    return few_tag_get(visited->tags, slot, visited->tag_bits);
}

bool few_visited_mark(struct few_visited *visited, uint64_t slot, bool *fresh) {
    if (!visited->marks) {
        size_t size = few_marks_size(visited->end + 1);
        visited->marks = few_alloc_zeroed(visited->memory, size);
        if (!visited->marks)
            return false;
        visited->marks_bytes = size;
    }
    uint64_t *word = visited->marks + slot / 64, bit = UINT64_C(1) << slot % 64;
    *fresh = !(*word & bit);
    *word |= bit;
    return true;
}

bool few_visited_marked(const struct few_visited *visited, uint64_t slot) {
    return visited->marks && (visited->marks[slot / 64] >> slot % 64 & 1);
}
