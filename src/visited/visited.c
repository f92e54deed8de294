/* What all stores have in common: tags by slot, marks, accounts. The rest is asked of their kind, once for a batch.
 *
 * A store belongs to one thread. For several threads, cut the states by their hash or rank into as many
 * stores as threads and hand batches over between layers; nothing here would have to change. */
#include "visited/visited.h"

#include <assert.h>

#include "visited/internal.h"

const struct few_visited_kind *few_visited_kind(const struct few_visited *visited) {
    return visited->kind;
}

void few_visited_free(struct few_visited *visited) {
    if (!visited)
        return;
    struct few_memory *memory = visited->memory;
    if (visited->kind->free)
        visited->kind->free(visited);
    few_free(memory, visited->marks, visited->marks_bytes);
    few_free(memory, visited->log, visited->log_bytes);
    few_free(memory, visited->prints, visited->prints_bytes);
    few_free(memory, visited->slots, visited->slots_bytes);
    if (!visited->kind->borrows)
        few_free(memory, visited->tags, visited->tags_bytes);
    few_free(memory, visited, visited->kind->size);
}

void few_visited_clear(struct few_visited *visited) {
    if (!visited->kind->by_rank) { /* marks of a ranked store are wiped with its tags */
        few_free(visited->memory, visited->marks, visited->marks_bytes);
        visited->marks = NULL;
        visited->marks_bytes = 0;
    }
    if (visited->count == 0)
        return;
    visited->kind->clear(visited);
    visited->count = 0;
}

void few_visited_pass(struct few_visited *visited, struct few_memory *to) {
    few_memory_pass(visited->memory, to, few_visited_bytes(visited));
    visited->memory = to;
}

bool few_visited_is_ranked(const struct few_visited *visited) {
    return visited->kind->by_rank;
}

uint64_t few_visited_count(const struct few_visited *visited) {
    return visited->count;
}

size_t few_visited_bytes(const struct few_visited *visited) {
    return visited->kind->size + visited->tags_bytes + visited->slots_bytes + visited->prints_bytes + visited->marks_bytes +
           visited->log_bytes + visited->own_bytes;
}

bool few_visited_reserve(struct few_visited *visited, size_t more) {
    return !visited->kind->reserve || visited->kind->reserve(visited, more);
}

bool few_visited_has_room(const struct few_visited *visited, size_t more) {
    return visited->kind->has_room ? visited->kind->has_room(visited, more) : !visited->kind->reserve;
}

bool few_visited_forget(struct few_visited *visited, const bool *kept_tags) {
    assert(visited->kind->forget && !visited->marks);
    return visited->kind->forget(visited, kept_tags);
}

size_t few_visited_add(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words,
                       size_t count, unsigned tag) {
    assert(visited->kind->add);
    assert(tag != 0 && tag <= UINT32_MAX >> (32 - visited->tag_bits));
    assert(visited->kind->by_rank || words == visited->words);
    return visited->kind->add(visited, states, ranks, words, count, tag);
}

void few_visited_share(struct few_visited *visited) {
    assert(visited->kind->share && visited->tag_bits == 2);
    visited->kind->share(visited);
}

size_t few_visited_add_shared(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count,
                              unsigned tag) {
    return visited->kind->add_shared(visited, states, ranks, words, count, tag);
}

void few_visited_find(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks,
                      size_t count, uint64_t *slots) {
    visited->kind->find(visited, states, ranks, count, slots);
}

const uint64_t *few_visited_state(const struct few_visited *visited, uint64_t slot) {
    return visited->kind->state ? visited->kind->state(visited, slot) : NULL;
}

const uint8_t *few_visited_tags(const struct few_visited *visited, size_t *bytes) {
    *bytes = few_tags_size(visited->end, visited->tag_bits);
    return visited->kind->in_order ? visited->tags : NULL;
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
