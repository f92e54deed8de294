/* A table with one tag for each rank. The table is fresh zeroed memory: pages that no state falls into cost
 * nothing. Whether a state is new is as good as random, so nothing here branches on it: the tag is written
 * in any case, the state is copied to the front in any case, and only the number of new ones moves on.
 *
 * Several threads share such a table by exchanging its bytes. That costs about five times as much as a plain access to the
 * cache, so that what was seen long ago, as most states are, is sorted out first. */
#include <assert.h>

#include "visited/internal.h"

enum {
    AHEAD = 32,            /* prefetches under way; more than the line fill buffers gains nothing */
    IN_CACHE = 256 << 10,  /* smaller tables stay in the second-level cache: prefetching only costs */
    WIPED_WHOLE = 32 << 10,
    /* A log entry costs no more to clear than a cache line of the table. Large tables have a log of less than a
     * two-hundredth of their size all the same. */
    BYTES_PER_LOG = 64,
    SHORT_LOG = 4096,
    BYTES_PER_LONG_LOG = 2048
};

static uint64_t log_room(size_t table) {
    if (table <= WIPED_WHOLE)
        return 0;
    if (table / BYTES_PER_LONG_LOG > SHORT_LOG)
        return table / BYTES_PER_LONG_LOG;
    return table / BYTES_PER_LOG < SHORT_LOG ? table / BYTES_PER_LOG : SHORT_LOG;
}

size_t few_ranked_table_size(uint64_t ranks, unsigned tag_bits) {
    return (few_tags_size(ranks, tag_bits) + 7) & ~(size_t)7;
}

size_t few_visited_ranked_bytes(uint64_t ranks, unsigned tag_bits) {
    if (ranks > SIZE_MAX / 4)
        return SIZE_MAX;
    size_t table = few_ranked_table_size(ranks, tag_bits);
    return sizeof(struct few_visited) + table + log_room(table) * sizeof(uint64_t);
}

struct few_visited *few_visited_ranked(struct few_memory *memory, uint64_t ranks, unsigned tag_bits) {
    assert(ranks > 0 && (tag_bits == 2 || tag_bits == 8));
    size_t bytes = few_visited_ranked_bytes(ranks, tag_bits), table = few_ranked_table_size(ranks, tag_bits);
    if (bytes == SIZE_MAX) {
        atomic_store(&memory->over_budget, true);
        return NULL;
    }
    struct few_visited *visited = few_alloc_zeroed(memory, sizeof *visited);
    if (!visited)
        return NULL;
    *visited = (struct few_visited){.kind = &few_ranked_kind, .memory = memory, .end = ranks, .tag_bits = tag_bits,
                                    .tags_bytes = bytes - sizeof *visited, .log_room = log_room(table)};
    visited->tags = few_alloc_zeroed(memory, visited->tags_bytes);
    if (!visited->tags) {
        few_free(memory, visited, sizeof *visited);
        return NULL;
    }
    return visited;
}

/* The log shares the block of the tags, so that it needs no failure of its own. */
static uint64_t *log_of(const struct few_visited *visited) {
    return (uint64_t *)(void *)(visited->tags + few_ranked_table_size(visited->end, visited->tag_bits));
}

FEW_SPECIALISED size_t add(uint8_t *restrict tags, uint64_t *restrict states, uint64_t *restrict ranks,
                           size_t words, size_t count, unsigned tag, unsigned tag_bits, bool prefetch) {
    size_t fresh = 0;
    if (prefetch)
        for (size_t i = 0; i < AHEAD && i < count; i++)
            __builtin_prefetch(few_tag_place(tags, ranks[i], tag_bits), 1);
    for (size_t i = 0; i < count; i++) {
        if (prefetch && i + AHEAD < count)
            __builtin_prefetch(few_tag_place(tags, ranks[i + AHEAD], tag_bits), 1);
        uint64_t rank = ranks[i];
        unsigned seen; /* 1 or 0, by arithmetic: from a condition, compilers like to make a branch */
        if (tag_bits == 2) {
            unsigned byte = tags[rank >> 2], shift = (rank & 3) * 2, old = byte >> shift;
            seen = (old | old >> 1) & 1;
            tags[rank >> 2] = (uint8_t)(byte | (tag & (seen - 1)) << shift);
        } else {
            unsigned old = tags[rank];
            seen = (old + 255) >> 8;
            tags[rank] = (uint8_t)(old | (tag & (seen - 1)));
        }
        ranks[fresh] = rank;
        few_state_copy(states + fresh * words, states + i * words, (unsigned)words);
        fresh += 1 - seen;
    }
    return fresh;
}

FEW_SPECIALISED size_t add_words(uint8_t *tags, uint64_t *states, uint64_t *ranks, size_t words, size_t count,
                                 unsigned tag, unsigned tag_bits, bool prefetch) {
    if (words == 0)
        return add(tags, states, ranks, 0, count, tag, tag_bits, prefetch);
    if (words == 1)
        return add(tags, states, ranks, 1, count, tag, tag_bits, prefetch);
    return add(tags, states, ranks, words, count, tag, tag_bits, prefetch);
}

/* The same with wide tags. Few searches are that deep, and their layers are small: it is kept short. */
static size_t add_wide(uint8_t *tags, uint64_t *states, uint64_t *ranks, size_t words, size_t count, unsigned tag,
                       unsigned tag_bits) {
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t rank = ranks[i];
        if (few_wide_tag_get(tags, rank, tag_bits))
            continue;
        few_wide_tag_set(tags, rank, tag, tag_bits);
        ranks[fresh] = rank;
        few_state_copy(states + fresh++ * words, states + i * words, (unsigned)words);
    }
    return fresh;
}

static size_t add_ranked(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words,
                      size_t count, unsigned tag) {
    uint8_t *tags = visited->tags;
    size_t fresh;
    if (visited->tag_bits > 8)
        fresh = add_wide(tags, states, ranks, words, count, tag, visited->tag_bits);
    else if (visited->tags_bytes <= IN_CACHE)
        fresh = visited->tag_bits == 2 ? add_words(tags, states, ranks, words, count, tag, 2, false)
                                       : add_words(tags, states, ranks, words, count, tag, 8, false);
    else
        fresh = visited->tag_bits == 2 ? add_words(tags, states, ranks, words, count, tag, 2, true)
                                       : add_words(tags, states, ranks, words, count, tag, 8, true);
    if (visited->count + fresh <= visited->log_room)
        memcpy(log_of(visited) + visited->count, ranks, fresh * sizeof *ranks);
    visited->count += fresh;
    return fresh;
}

/* What has no tag as yet goes to the front. */
static size_t sift_unseen(const uint8_t *tags, uint64_t *restrict states, uint64_t *restrict ranks, size_t words,
                          size_t count) {
    size_t unseen = 0;
    for (size_t i = 0; i < AHEAD && i < count; i++)
        __builtin_prefetch(tags + (ranks[i] >> 2), 1);
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            __builtin_prefetch(tags + (ranks[i + AHEAD] >> 2), 1);
        const uint64_t rank = ranks[i];
        const unsigned old = (unsigned)__atomic_load_n(tags + (rank >> 2), __ATOMIC_RELAXED) >> (rank & 3) * 2;
        ranks[unseen] = rank;
        few_state_copy(states + unseen * words, states + i * words, (unsigned)words);
        unseen += 1 - ((old | old >> 1) & 1);
    }
    return unseen;
}

static size_t add_shared(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count,
                              unsigned tag) {
    uint8_t *const tags = visited->tags;
    count = words == 1 ? sift_unseen(tags, states, ranks, 1, count) : sift_unseen(tags, states, ranks, words, count);
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_mine = few_tag_claim(tags, ranks[i], tag);
        few_state_copy(states + fresh * words, states + i * words, (unsigned)words);
        fresh += is_mine;
    }
    __atomic_fetch_add(&visited->count, fresh, __ATOMIC_RELAXED);
    return fresh;
}

FEW_SPECIALISED void find(const struct few_visited *visited, const uint64_t *ranks, size_t count, uint64_t *slots,
                          unsigned tag_bits) {
    const uint8_t *tags = visited->tags;
    if (visited->tags_bytes <= IN_CACHE) {
        for (size_t i = 0; i < count; i++)
            slots[i] = few_tag_get(tags, ranks[i], tag_bits) ? ranks[i] : FEW_NO_SLOT;
        return;
    }
    for (size_t i = 0; i < AHEAD && i < count; i++)
        __builtin_prefetch(few_tag_place(tags, ranks[i], tag_bits), 0);
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            __builtin_prefetch(few_tag_place(tags, ranks[i + AHEAD], tag_bits), 0);
        slots[i] = few_tag_get(tags, ranks[i], tag_bits) ? ranks[i] : FEW_NO_SLOT;
    }
}

void few_ranked_find(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks, size_t count,
                     uint64_t *slots) {
    (void)states;
    switch (visited->tag_bits) {
    case 2: find(visited, ranks, count, slots, 2); break;
    case 8: find(visited, ranks, count, slots, 8); break;
    default: find(visited, ranks, count, slots, visited->tag_bits); break;
    }
}

static void clear(struct few_visited *visited) {
    if (visited->count > visited->log_room) {
        memset(visited->tags, 0, few_tags_size(visited->end, visited->tag_bits));
        if (visited->marks)
            memset(visited->marks, 0, visited->marks_bytes);
        return;
    }
    const uint64_t *log = log_of(visited);
    const unsigned shift = visited->tag_bits == 2 ? 2 : 0;
    for (uint64_t i = 0; i < visited->count && visited->tag_bits <= 8; i++)
        visited->tags[log[i] >> shift] = 0; /* with its neighbours: all of them go */
    for (uint64_t i = 0; i < visited->count && visited->tag_bits > 8; i++)
        few_wide_tag_set(visited->tags, log[i], 0, visited->tag_bits);
    for (uint64_t i = 0; visited->marks && i < visited->count; i++)
        visited->marks[log[i] / 64] = 0;
}

/* ---- By tags, 32 of them in a word */

/* The lower bit of each tag of the word that is `tag`. */
static inline uint64_t tag_bits_of(uint64_t word, unsigned tag) {
    const uint64_t ones = UINT64_C(0x5555555555555555), unlike = word ^ ones * tag;
    return ~(unlike | unlike >> 1) & ones;
}

/* 32 tags, the first in the lowest bits, whatever the byte order. Others may add to the table meanwhile. */
static inline uint64_t load_tags(const uint64_t *word) {
    const uint64_t tags = __atomic_load_n(word, __ATOMIC_RELAXED);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(tags) : tags;
}

size_t few_visited_tagged(const struct few_visited *visited, unsigned tag, uint64_t *at, uint64_t *slots, size_t room) {
    assert(visited->kind->by_rank && !visited->kind->borrows && visited->tag_bits == 2 && tag != 0);
    const uint64_t *words = (const uint64_t *)(const void *)visited->tags;
    const uint64_t end = few_ranked_table_size(visited->end, 2) / sizeof *words;
    uint64_t bits_left = ~UINT64_C(0) << *at % 32 * 2; /* of the first word */
    size_t count = 0;
    for (uint64_t w = *at / 32; w < end; w++, bits_left = ~UINT64_C(0))
        for (uint64_t bits = tag_bits_of(load_tags(&words[w]), tag) & bits_left; bits; bits &= bits - 1) {
            uint64_t slot = w * 32 + (unsigned)__builtin_ctzll(bits) / 2;
            if (count == room) {
                *at = slot;
                return count;
            }
            slots[count++] = slot;
        }
    *at = end * 32;
    return count;
}

void few_visited_retag(struct few_visited *visited, unsigned from, unsigned to) {
    assert(visited->kind->by_rank && !visited->kind->borrows && visited->tag_bits == 2 && from != 0 && to != 0);
    uint64_t *words = (uint64_t *)(void *)visited->tags;
    const uint64_t end = few_ranked_table_size(visited->end, 2) / sizeof *words;
    for (uint64_t w = 0; w < end; w++)
        words[w] ^= tag_bits_of(words[w], from) * (from ^ to);
}

void few_visited_set_tags(struct few_visited *visited, const uint64_t *ranks, size_t count, unsigned tag) {
    assert(visited->kind->by_rank && !visited->kind->borrows && visited->tag_bits == 2 && tag != 0);
    for (size_t i = 0; i < count; i++) {
        few_tag_zero(visited->tags, ranks[i], 2);
        few_tag_put(visited->tags, ranks[i], tag, 2);
    }
}

const uint64_t *few_visited_words(const struct few_visited *visited, size_t *count) {
    assert(visited->kind->by_rank && !visited->kind->borrows && visited->tag_bits == 2);
    *count = few_ranked_table_size(visited->end, 2) / sizeof(uint64_t);
    return (const uint64_t *)(const void *)visited->tags;
}

uint64_t *few_visited_fill(struct few_visited *visited, size_t *count) {
    assert(visited->kind->by_rank && !visited->kind->borrows && visited->tag_bits == 2);
    visited->log_room = 0; /* what is filled in is not in the log */
    *count = few_ranked_table_size(visited->end, 2) / sizeof(uint64_t);
    return (uint64_t *)(void *)visited->tags;
}

static void share(struct few_visited *visited) {
    visited->log_room = 0; /* the log is part of the table */
}

static struct few_visited *create(struct few_memory *memory, uint64_t ranks, unsigned words, unsigned tag_bits) {
    (void)words;
    return few_visited_ranked(memory, ranks, tag_bits);
}

const struct few_visited_kind few_ranked_kind = {
    .size = sizeof(struct few_visited), .by_rank = true, .reusable = true, .in_order = true, .create = create,
    .clear = clear, .add = add_ranked, .find = few_ranked_find, .share = share, .add_shared = add_shared,
};
FEW_STORE(REMEMBER_RANK, few_ranked_kind);
