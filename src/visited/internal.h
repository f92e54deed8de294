/* What stores share: the struct, the hash, and reading and writing tags. Only for those who write a store, and for
 * tests and benchmarks of stores. Tags, marks and counts are kept here for all kinds; a kind says which slot is a
 * state's. */
#ifndef FEW_VISITED_INTERNAL_H
#define FEW_VISITED_INTERNAL_H

#include <string.h>

#include "base/specialised.h"
#include "visited/visited.h"

__extension__ typedef unsigned __int128 few_u128;

/* ranked:  tags    | tag of rank 0 | tag of rank 1 | ...            4 or 1 to a byte; wide ones of 2 or 4 bytes
 *          log       behind the tags, in the same block
 *
 * hashed:  slots   | line 0 | line 1 | ...                  | tail      |
 *          tags    | one for each slot                      |           | z |
 *          prints  | likewise a byte of each state's hash, of states of more than one word (prints.h)
 *
 *          A slot is `words` words; all zero: empty. A line is 8 slots of one word, filled from the
 *          left, or one wider slot. A state lives in its home line or, where that is full, in the first line
 *          behind it that is not: of one word, at 80 percent load, most look-ups touch one cache line only;
 *          of more words prints say which slot to look at. Behind the home lines is a short tail; what runs over even that, goes on from line 0.
 *          The state which is itself all zero is in no slot: it owns the number `end`, and z is its tag.
 *
 *          home line = home lines * hash / 2^64, rounded down: any number will do, and states with larger
 *          hashes have later homes, whatever that number. So a table can grow in place (see grow.c). */
struct few_visited {
    const struct few_visited_kind *kind;
    struct few_memory *memory;
    uint8_t *tags;
    uint64_t *slots; /* the states, where the kind has them in one block; else NULL */
    uint8_t *prints; /* NULL: there are none */
    uint64_t *marks; /* NULL until the first mark */
    uint64_t *log;   /* the slots that were filled since the store was empty, as long as they are few */
    uint64_t count;
    uint64_t end;        /* ranks, or slots */
    uint64_t home_lines; /* hashed: that states have as a home */
    uint64_t lines;      /* with the tail */
    uint64_t wrapped;    /* states that ran over the end of the tail and live at the front instead */
    uint64_t farthest;   /* lines between a state and its home, at most */
    uint64_t log_room; /* once `count` is larger, the log is of no use until the store is cleared */
    size_t tags_bytes, slots_bytes, prints_bytes, marks_bytes, log_bytes;
    size_t own_bytes; /* of what the kind has besides */
    unsigned words, tag_bits;
};

#define FEW_HASH_FIRST UINT64_C(0x9e3779b97f4a7c15)
#define FEW_HASH_SECOND UINT64_C(0xd6e8feb86659fd93)

/* Random numbers, without a relation between any of them. */
static const uint64_t few_hash_keys[8] = {
    UINT64_C(0x2cfa2f23425329e1), UINT64_C(0xdcad513c211f942d), UINT64_C(0x7b9b825c35c18b75), UINT64_C(0xad1d5088c022a189),
    UINT64_C(0xf804f37aa5267871), UINT64_C(0x5ef0afac47dcdf79), UINT64_C(0x315974ec6c94b8bd), UINT64_C(0x96c792007d4d6def),
};

enum { FEW_HASH_AT_ONCE = 8 };

/* `before` and the products of pairs of words, each with a key added; of a word that is left, times a constant. */
FEW_SPECIALISED few_u128 few_hash_sum(uint64_t before, const uint64_t *state, unsigned words) {
    few_u128 sum = before;
    unsigned i = 0;
    for (; i + 1 < words; i += 2)
        sum += (few_u128)(state[i] + few_hash_keys[i]) * (state[i + 1] + few_hash_keys[i + 1]);
    return i < words ? sum + state[i] * FEW_HASH_FIRST : sum;
}

/* One word is mixed by a bijection. Of several, pairs are multiplied (Black and others call it NH), so that no product waits
 * for another one: eight words at a time, and the sum of what follows begins with what they come to. Only the high half of the
 * hash need be good, which chooses the home, and the bits of prints. */
FEW_SPECIALISED uint64_t few_state_hash(const uint64_t *state, unsigned words) {
    uint64_t hash = 0;
    for (unsigned first = 0; first < words; first += FEW_HASH_AT_ONCE) {
        const unsigned left = words - first, some = left < FEW_HASH_AT_ONCE ? left : FEW_HASH_AT_ONCE;
        const few_u128 sum = few_hash_sum(hash, state + first, some);
        hash = (uint64_t)sum ^ (uint64_t)(sum >> 64);
    }
    return (hash ^ hash >> 32) * FEW_HASH_SECOND;
}

FEW_SPECIALISED uint64_t few_hash_home(uint64_t hash, uint64_t home_lines) {
    return (uint64_t)((few_u128)hash * home_lines >> 64);
}

/* Slots in a line. */
FEW_SPECIALISED unsigned few_line_slots(unsigned words) {
    return words == 1 ? 8 : 1;
}

FEW_SPECIALISED bool few_has_prints(unsigned words) {
    return words > 1;
}

/* Not 0 where some bit is set, or where two states differ. */
FEW_SPECIALISED uint64_t few_state_bits(const uint64_t *state, unsigned words) {
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= state[i];
    return any;
}

FEW_SPECIALISED uint64_t few_states_unlike(const uint64_t *a, const uint64_t *b, unsigned words) {
    uint64_t unlike = 0;
    for (unsigned i = 0; i < words; i++)
        unlike |= a[i] ^ b[i];
    return unlike;
}

FEW_SPECIALISED bool few_state_is_zero(const uint64_t *state, unsigned words) {
    return few_state_bits(state, words) == 0;
}

FEW_SPECIALISED bool few_states_equal(const uint64_t *a, const uint64_t *b, unsigned words) {
    return few_states_unlike(a, b, words) == 0;
}

FEW_SPECIALISED void few_state_copy(uint64_t *to, const uint64_t *from, unsigned words) {
    for (unsigned i = 0; i < words; i++)
        to[i] = from[i];
}

/* Wide tags are of 16 or 32 bits (few_visited_widen). */
static inline unsigned few_wide_tag_get(const uint8_t *tags, uint64_t slot, unsigned tag_bits) {
    const void *const wide = tags;
    return tag_bits == 16 ? ((const uint16_t *)wide)[slot] : ((const uint32_t *)wide)[slot];
}

static inline void few_wide_tag_set(uint8_t *tags, uint64_t slot, unsigned tag, unsigned tag_bits) {
    void *const wide = tags;
    if (tag_bits == 16)
        ((uint16_t *)wide)[slot] = (uint16_t)tag;
    else
        ((uint32_t *)wide)[slot] = tag;
}

FEW_SPECIALISED const uint8_t *few_tag_place(const uint8_t *tags, uint64_t slot, unsigned tag_bits) {
    return tags + (tag_bits == 2 ? slot >> 2 : tag_bits == 8 ? slot : slot * (tag_bits / 8));
}

FEW_SPECIALISED unsigned few_tag_get(const uint8_t *tags, uint64_t slot, unsigned tag_bits) {
    return tag_bits == 2   ? tags[slot >> 2] >> (slot & 3) * 2 & 3
           : tag_bits == 8 ? tags[slot]
                           : few_wide_tag_get(tags, slot, tag_bits);
}

/* Where the tag is still 0; or the tag to put is 0, which changes nothing. */
FEW_SPECIALISED void few_tag_put(uint8_t *tags, uint64_t slot, unsigned tag, unsigned tag_bits) {
    if (tag_bits == 2)
        tags[slot >> 2] |= (uint8_t)(tag << (slot & 3) * 2);
    else if (tag_bits == 8)
        tags[slot] |= (uint8_t)tag;
    else if (tag)
        few_wide_tag_set(tags, slot, tag, tag_bits);
}

FEW_SPECIALISED void few_tag_zero(uint8_t *tags, uint64_t slot, unsigned tag_bits) {
    if (tag_bits == 2)
        tags[slot >> 2] &= (uint8_t)~(3u << (slot & 3) * 2);
    else if (tag_bits == 8)
        tags[slot] = 0;
    else
        few_wide_tag_set(tags, slot, 0, tag_bits);
}

/* Puts a tag of 2 bits where there is none, whatever other threads do. false: there is one. */
FEW_SPECIALISED bool few_tag_claim(uint8_t *tags, uint64_t slot, unsigned tag) {
    const unsigned shift = (slot & 3) * 2;
    uint8_t *const byte = tags + (slot >> 2);
    for (uint8_t now = __atomic_load_n(byte, __ATOMIC_RELAXED); (now >> shift & 3) == 0;)
        if (__atomic_compare_exchange_n(byte, &now, (uint8_t)(now | tag << shift), false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return true;
    return false;
}

/* Bytes for the tags of that many slots. */
static inline size_t few_tags_size(uint64_t slots, unsigned tag_bits) {
    return tag_bits == 2 ? slots / 4 + (slots % 4 != 0) : slots * (tag_bits / 8);
}

/* Bytes for the marks of that many slots. */
static inline size_t few_marks_size(uint64_t slots) {
    return (slots / 64 + (slots % 64 != 0)) * sizeof(uint64_t);
}

/* Slots that have a tag. */
static inline uint64_t few_tagged_slots(const struct few_visited *visited) {
    return visited->end + visited->kind->zero_apart;
}

/* ranked.c */
size_t few_ranked_table_size(uint64_t ranks, unsigned tag_bits); /* of the tags; the log is behind them */
void few_ranked_find(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks, size_t count,
                     uint64_t *slots);

/* wide.c: of states of more than one word */
size_t few_wide_add(struct few_visited *visited, uint64_t *states, size_t count, unsigned tag);
void few_wide_find(const struct few_visited *visited, const uint64_t *states, size_t count, uint64_t *slots);

/* hashed.c, grow.c, forget.c */
void few_hashed_note_distance(struct few_visited *visited, uint64_t home, uint64_t line);
bool few_hashed_has_room(const struct few_visited *visited, size_t more);
bool few_hashed_reserve(struct few_visited *visited, size_t more);
void few_hashed_drop_log(struct few_visited *visited);
bool few_hashed_forget(struct few_visited *visited, const bool *kept_tags);

#endif
