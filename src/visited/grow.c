/* How a hashed store grows, in place: the arrays are lengthened by remapping and the states spread out over
 * them in one pass from the back to the front, so that there are never two copies.
 *
 * Call a run a longest stretch [a, b) of filled slots. Let g > 1 be new capacity / old capacity.
 *
 * 1. The homes of the m states of a run lie in the run, and the slots which linear probing fills do not depend
 *    on the order in which states come. So, in the order of their hashes, the one with j-1 more behind it has
 *    a home of at most b - j, that is hash * capacity < b + 1 - j (hash taken as a fraction).
 * 2. Its new home is at most ceil((b + 1 - j) g) - 1, and j - 1 more states may have to follow it. So the run
 *    comes to lie before ceil((b + 1 - j) g) + j - 1 <= ceil((b + 1) g) - 1 <= floor((b + 1) g).
 * 3. The next run begins at b + 1 or later: its new homes begin at floor((b + 1) g) or later. So runs never
 *    meet in the new table, and each can be moved on its own, the last one first.
 * 4. The new homes of a run begin at floor(a g) >= a: what is not moved yet is never overwritten. Where
 *    floor(a g) >= b, they do not touch the run itself either, and its states are just put in one by one.
 *    Only some runs at the very front overlap with their new place; see spread_onto_itself.
 * 5. A distance from the end of the home slots only becomes larger: capacity - home is ceil((1 - hash) capacity).
 *    So a tail that was long enough before is long enough after. */
#include <assert.h>

#include "visited/internal.h"

enum {
    USUAL_LOAD = 80,        /* percent; above it, probes become long */
    HIGHEST_LOAD = 92,      /* where there is no memory to grow */
    DOUBLED_UP_TO = 8 << 20, /* bytes; larger tables grow by a fifth */
    ZEROED_FROM = 1 << 20   /* few_resize gives zeroed bytes to blocks of this size */
};

static uint64_t part(uint64_t capacity, unsigned percent) {
    return capacity / 100 * percent + capacity % 100 * percent / 100;
}

FEW_SPECIALISED void move(uint64_t *slots, uint8_t *tags, uint64_t to, uint64_t from, unsigned words,
                          unsigned tag_bits) {
    unsigned tag = few_tag_get(tags, from, tag_bits);
    few_tag_zero(tags, from, tag_bits);
    few_tag_put(tags, to, tag, tag_bits);
    for (unsigned i = 0; i < words; i++) {
        uint64_t word = slots[from * words + i];
        slots[from * words + i] = 0;
        slots[to * words + i] = word;
    }
}

static void exchange(uint64_t *slots, uint8_t *tags, uint64_t a, uint64_t b, unsigned words,
                     unsigned tag_bits) {
    for (unsigned i = 0; i < words; i++) {
        uint64_t word = slots[a * words + i];
        slots[a * words + i] = slots[b * words + i];
        slots[b * words + i] = word;
    }
    unsigned tag_a = few_tag_get(tags, a, tag_bits), tag_b = few_tag_get(tags, b, tag_bits);
    few_tag_zero(tags, a, tag_bits);
    few_tag_put(tags, a, tag_b, tag_bits);
    few_tag_zero(tags, b, tag_bits);
    few_tag_put(tags, b, tag_a, tag_bits);
}

/* A run that overlaps with its new place: sort it by hash; then its states come to lie in that order, each at
 * its new home or right behind the one before, up to some slot `last`. Move the run to the end of that stretch
 * and from there, from the front on, to the places. The one with j-1 more behind it is then read from
 * last + 1 - j and written to last + 1 - j at most: writing never overtakes reading. Sorting by exchange is
 * good enough: an exchange is needed only where a state had been displaced by one more slot. */
static void spread_onto_itself(struct few_visited *visited, uint64_t begin, uint64_t end) {
    uint64_t *slots = visited->slots, capacity = visited->capacity;
    uint8_t *tags = visited->tags;
    unsigned words = visited->words, tag_bits = visited->tag_bits;
    for (uint64_t i = begin + 1; i < end; i++) {
        uint64_t hash = few_state_hash(slots + i * words, words);
        for (uint64_t j = i; j > begin && few_state_hash(slots + (j - 1) * words, words) > hash; j--)
            exchange(slots, tags, j - 1, j, words, tag_bits);
    }
    uint64_t next = 0;
    for (uint64_t i = begin; i < end; i++) {
        uint64_t home = few_hash_home(few_state_hash(slots + i * words, words), capacity);
        next = (home > next ? home : next) + 1;
    }
    uint64_t from = next - (end - begin);
    assert(from >= begin);
    if (from > begin)
        for (uint64_t i = end; i-- > begin;)
            move(slots, tags, i + (from - begin), i, words, tag_bits);
    next = 0;
    for (uint64_t i = from; i < from + (end - begin); i++) {
        uint64_t home = few_hash_home(few_state_hash(slots + i * words, words), capacity);
        uint64_t to = home > next ? home : next;
        assert(to <= i);
        if (to != i)
            move(slots, tags, to, i, words, tag_bits);
        next = to + 1;
    }
}

FEW_SPECIALISED void spread(struct few_visited *visited, uint64_t old_capacity, uint64_t old_end,
                            unsigned words, unsigned tag_bits) {
    uint64_t *const slots = visited->slots;
    uint8_t *const tags = visited->tags;
    const uint64_t capacity = visited->capacity;
    for (uint64_t end = old_end; end > 0;) {
        if (few_state_is_zero(slots + (end - 1) * words, words)) {
            end--;
            continue;
        }
        uint64_t begin = end - 1;
        while (begin > 0 && !few_state_is_zero(slots + (begin - 1) * words, words))
            begin--;
        /* begin * g >= end? */
        if ((few_u128)begin * (capacity - old_capacity) >= (few_u128)(end - begin) * old_capacity) {
            for (uint64_t i = begin; i < end; i++) {
                uint64_t to = few_hash_home(few_state_hash(slots + i * words, words), capacity);
                while (!few_state_is_zero(slots + to * words, words))
                    to++;
                move(slots, tags, to, i, words, tag_bits);
            }
        } else {
            spread_onto_itself(visited, begin, end);
        }
        end = begin;
    }
}

/* Brings the states that ran over the tail and went on at the front to a tail that is now long enough, and
 * closes the gaps that they leave. They are recognised by a home behind their slot. */
static void unwrap(struct few_visited *visited, uint64_t old_capacity, uint64_t old_end) {
    uint64_t *slots = visited->slots, to = old_end, front = 0;
    unsigned words = visited->words;
    for (; !few_state_is_zero(slots + front * words, words); front++)
        if (few_hash_home(few_state_hash(slots + front * words, words), old_capacity) > front)
            move(slots, visited->tags, to++, front, words, visited->tag_bits);
    assert(to == old_end + visited->wrapped);
    for (uint64_t i = 0; i < front; i++) {
        if (few_state_is_zero(slots + i * words, words))
            continue;
        uint64_t place = few_hash_home(few_state_hash(slots + i * words, words), old_capacity);
        while (place < i && !few_state_is_zero(slots + place * words, words))
            place++;
        if (place != i)
            move(slots, visited->tags, place, i, words, visited->tag_bits);
    }
}

/* Lengthens a block; what is new in it is zero. */
static bool lengthen(struct few_memory *memory, void **block, size_t *bytes, size_t new_bytes) {
    if (new_bytes <= *bytes)
        return true;
    char *longer = few_resize(memory, *block, *bytes, new_bytes);
    if (!longer)
        return false;
    if (*bytes < ZEROED_FROM)
        memset(longer + *bytes, 0, new_bytes - *bytes);
    *block = longer;
    *bytes = new_bytes;
    return true;
}

/* If only the tags could be lengthened, they just stay longer than need be. */
static bool grow(struct few_visited *visited, uint64_t capacity) {
    uint64_t old_capacity = visited->capacity, old_end = visited->end, wrapped = visited->wrapped;
    uint64_t end = capacity + (old_end - old_capacity) + wrapped;
    void *slots = visited->slots, *tags = visited->tags;
    bool longer = lengthen(visited->memory, &tags, &visited->tags_bytes, few_tags_size(end + 1, visited->tag_bits));
    visited->tags = tags;
    if (!longer)
        return false;
    longer = lengthen(visited->memory, &slots, &visited->slots_bytes,
                      few_array_size(end + 1, visited->words * sizeof(uint64_t)));
    visited->slots = slots;
    if (!longer)
        return false;

    unsigned zero_tag = few_tag_get(visited->tags, old_end, visited->tag_bits);
    few_tag_zero(visited->tags, old_end, visited->tag_bits);
    if (wrapped)
        unwrap(visited, old_capacity, old_end);
    old_end += wrapped;
    visited->capacity = capacity;
    visited->end = end;
    visited->wrapped = 0;
    switch (visited->words * 16 + visited->tag_bits) {
    case 16 + 2: spread(visited, old_capacity, old_end, 1, 2); break;
    case 16 + 8: spread(visited, old_capacity, old_end, 1, 8); break;
    case 32 + 2: spread(visited, old_capacity, old_end, 2, 2); break;
    case 32 + 8: spread(visited, old_capacity, old_end, 2, 8); break;
    default: spread(visited, old_capacity, old_end, visited->words, visited->tag_bits); break;
    }
    few_tag_put(visited->tags, end, zero_tag, visited->tag_bits);
    return true;
}

/* The largest capacity for which the budget has room, marks included. One eighth of what is left is left to
 * others: a search that is short of memory needs its frontier, too. */
static uint64_t affordable(const struct few_visited *visited) {
    size_t left = few_memory_left(visited->memory), slot_bytes = visited->words * sizeof(uint64_t);
    left -= left / 8;
    size_t taken = few_marks_size(visited->end) + few_array_size(visited->wrapped, slot_bytes + 1) + 64;
    if (left <= taken)
        return visited->capacity;
    return visited->capacity + (left - taken) / (slot_bytes * 8 + visited->tag_bits + 1) * 8;
}

static void drop_log(struct few_visited *visited) {
    few_free(visited->memory, visited->log, visited->log_bytes);
    visited->log = NULL;
    visited->log_bytes = 0;
    visited->log_room = 0;
}

bool few_hashed_reserve(struct few_visited *visited, size_t more) {
    uint64_t capacity = visited->capacity, need;
    if (__builtin_add_overflow(visited->count, more, &need) || need > UINT64_MAX / 256) {
        atomic_store(&visited->memory->over_budget, true);
        return false;
    }
    if (need <= part(capacity, USUAL_LOAD))
        return true;
    assert(!visited->marks); /* slots would move away from under their marks */
    uint64_t least = need * 100 / HIGHEST_LOAD + 1, wanted = need * 100 / USUAL_LOAD + 1;
    uint64_t usual = visited->slots_bytes < DOUBLED_UP_TO ? capacity * 2 : capacity + capacity / 5;
    if (wanted < usual)
        wanted = usual;
    bool enough = need <= part(capacity, HIGHEST_LOAD);
    uint64_t most = affordable(visited);
    if (wanted > most) {
        wanted = most;
        /* Near the end of the budget the table rather fills up than grows by a little again and again. */
        if (enough && most < capacity + capacity / 10)
            return true;
        if (most < least)
            atomic_store(&visited->memory->over_budget, true);
    }
    drop_log(visited);
    if (enough)
        least = capacity + capacity / 10;
    for (; wanted >= least && wanted > capacity; wanted = capacity + (wanted - capacity) / 2)
        if (grow(visited, wanted))
            return true;
    return enough;
}
