/* An open table of the states themselves, probed line by line; internal.h draws it. States come in batches:
 * the homes of the next sixteen are computed and prefetched before the last sixteen are looked up, so that
 * cache misses overlap with each other and with work. The body is compiled for states of one word, of two,
 * and of any number.
 *
 * For several threads that share one table: claim a slot of a one-word state by compare-and-swap and write the
 * tag after it; grow only between layers. States of more words would need a lock bit in the tag. */
#include <assert.h>

#include "visited/internal.h"

enum {
    BATCH = 16,
    FIRST_BYTES = 4096, /* of the first table, so that a tiny search costs nothing */
    FIRST_TAIL = 4,     /* lines */
    WIPED_WHOLE = 32 << 10,
    SLOTS_PER_LOG = 256
};

struct few_visited *few_visited_hashed(struct few_memory *memory, unsigned words, unsigned tag_bits) {
    assert(words > 0 && (tag_bits == 2 || tag_bits == 8));
    struct few_visited *visited = few_alloc_zeroed(memory, sizeof *visited);
    if (!visited)
        return NULL;
    unsigned line_slots = few_line_slots(words);
    uint64_t home_lines = FIRST_BYTES / (line_slots * words * sizeof(uint64_t));
    if (home_lines < 32)
        home_lines = 32;
    uint64_t lines = home_lines + FIRST_TAIL, end = lines * line_slots;
    *visited = (struct few_visited){.memory = memory, .words = words, .tag_bits = tag_bits,
                                    .home_lines = home_lines, .lines = lines, .end = end};
    visited->slots_bytes = few_array_size(end, words * sizeof(uint64_t));
    visited->slots = few_alloc_zeroed(memory, visited->slots_bytes);
    visited->tags_bytes = few_tags_size(end + 1, tag_bits);
    visited->tags = few_alloc_zeroed(memory, visited->tags_bytes);
    if (!visited->slots || !visited->tags) {
        few_visited_free(visited);
        return NULL;
    }
    return visited;
}

/* What is in a line: the state at `place`; or no such state, and place is the first empty slot; or, when it is
 * full, line_slots. */
struct look {
    uint64_t place;
    bool is_found;
};

/* The same for the whole table. */
struct spot {
    uint64_t slot;
    uint64_t is_found;
};

typedef uint64_t four_words __attribute__((vector_size(32)));

/* Lines of one-word slots are compared without branches: all eight slots give 16 where they are filled and
 * 1 .. 8 where they are equal, and the sum tells both how many are filled and which one is equal. */
FEW_SPECIALISED struct look look_at_words(const uint64_t *line, uint64_t state) {
    four_words low, high, wanted = {state, state, state, state};
    memcpy(&low, line, sizeof low);
    memcpy(&high, line + 4, sizeof high);
    four_words sums = ((four_words)(low == wanted) & (four_words){1, 2, 3, 4}) +
                      ((four_words)(high == wanted) & (four_words){5, 6, 7, 8}) +
                      ((four_words)(low != 0) & 16) + ((four_words)(high != 0) & 16);
    uint64_t sum = sums[0] + sums[1] + sums[2] + sums[3], equal = sum & 15, filled = sum >> 4;
    uint64_t is_found = (equal + 15) >> 4; /* 1 or 0, by arithmetic, lest a branch be made of it */
    return (struct look){.place = filled + ((equal - 1 - filled) & -is_found), .is_found = is_found};
}

FEW_SPECIALISED struct look look_at_line(const uint64_t *line, const uint64_t *state, unsigned words) {
    if (words == 1)
        return look_at_words(line, *state);
    uint64_t place = 0;
    for (; place < few_line_slots(words); place++, line += words) {
        if (few_states_equal(line, state, words))
            return (struct look){place, true};
        if (few_state_is_zero(line, words))
            break;
    }
    return (struct look){place, false};
}

/* The slot where this state is, or the empty one where it should go. The state 0 has the number `end`. */
FEW_SPECIALISED struct spot probe(const struct few_visited *visited, uint64_t line, const uint64_t *state,
                                  unsigned words) {
    const unsigned line_slots = few_line_slots(words);
    const uint64_t *const slots = visited->slots;
    if (__builtin_expect(few_state_is_zero(state, words), 0))
        return (struct spot){visited->end, few_visited_tag(visited, visited->end) != 0};
    for (;;) {
        const uint64_t *here = slots + line * line_slots * words;
        struct look look = look_at_line(here, state, words);
        /* The last word of the line is known long before the sum: a branch on it that was guessed wrong costs
         * half as much. Only in a full line it matters whether the state was found. */
        bool has_room = words == 1 ? here[line_slots - 1] == 0 : look.place < line_slots;
        if (has_room || look.is_found)
            return (struct spot){line * line_slots + look.place, look.is_found};
        line = line + 1 == visited->lines ? 0 : line + 1;
    }
}

/* The home line of each state, prefetched. */
FEW_SPECIALISED void find_homes(const struct few_visited *visited, const uint64_t *states, unsigned words,
                                unsigned tag_bits, size_t count, uint64_t *homes, bool for_write) {
    const unsigned line_slots = few_line_slots(words);
    const uint64_t *slots = visited->slots, home_lines = visited->home_lines;
    const uint8_t *tags = visited->tags;
    for (size_t i = 0; i < count; i++) {
        uint64_t home = few_hash_home(few_state_hash(states + i * words, words), home_lines);
        if (for_write) {
            __builtin_prefetch(slots + home * line_slots * words, 1);
            __builtin_prefetch(few_tag_place(tags, home * line_slots, tag_bits), 1);
        } else {
            __builtin_prefetch(slots + home * line_slots * words, 0);
        }
        homes[i] = home;
    }
}

/* At 70 to 80 percent load every third home line is full: prefetches the two behind it, too. */
FEW_SPECIALISED void prefetch_overflows(const struct few_visited *visited, unsigned words, size_t count,
                                        const uint64_t *homes) {
    const unsigned line_slots = few_line_slots(words);
    if (line_slots == 1)
        return;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *line = visited->slots + homes[i] * line_slots * words;
        unsigned further = (line[(line_slots - 1) * words] != 0) * line_slots * words;
        __builtin_prefetch(line + further, 1);
        __builtin_prefetch(line + 2 * further, 1);
    }
}

/* Keeps account of how far from their homes states had to go; rarely called. */
static void note_distance(struct few_visited *visited, uint64_t home, uint64_t line) {
    uint64_t distance = line - home;
    if (line < home) {
        distance += visited->lines;
        visited->wrapped++;
    }
    if (distance > visited->farthest)
        visited->farthest = distance;
}

/* Whether something was put into an empty spot since it was found; the state 0 has no slot, but a tag. */
FEW_SPECIALISED bool was_taken(const struct few_visited *visited, struct spot spot, unsigned words,
                               unsigned tag_bits) {
    if (words == 1 && spot.slot != visited->end)
        return visited->slots[spot.slot] != 0;
    return few_tag_get(visited->tags, spot.slot, tag_bits) != 0;
}

/* Up to BATCH states. The new ones go to `to`, which is not behind `states`. First all are looked up, then all
 * are written: a look-up that might touch what was written just before would have to wait for it. The few that
 * really do are looked up again. Like in ranked.c, there is no branch on whether a state is new: it is written
 * to its slot and copied to the front in any case. */
FEW_SPECIALISED size_t add_batch(struct few_visited *visited, uint64_t *to, const uint64_t *states,
                                 const uint64_t *homes, unsigned words, unsigned tag_bits, size_t count,
                                 unsigned tag) {
    struct spot spots[BATCH];
    uint64_t filled[BATCH];
    prefetch_overflows(visited, words, count, homes);
    for (size_t i = 0; i < count; i++)
        spots[i] = probe(visited, homes[i], states + i * words, words);
    uint64_t *const slots = visited->slots;
    uint8_t *const tags = visited->tags;
    const unsigned line_slots = few_line_slots(words);
    const uint64_t end = visited->end;
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        struct spot spot = spots[i];
        if (__builtin_expect(!spot.is_found & was_taken(visited, spot, words, tag_bits), 0))
            spot = probe(visited, homes[i], state, words);
        if (__builtin_expect(spot.slot != end, 1)) {
            few_state_copy(slots + spot.slot * words, state, words);
            uint64_t line = spot.slot / line_slots;
            if (__builtin_expect(line - homes[i] > visited->farthest, 0) && !spot.is_found)
                note_distance(visited, homes[i], line);
        }
        few_tag_put(tags, spot.slot, tag & (unsigned)(spot.is_found - 1), tag_bits);
        few_state_copy(to + fresh * words, state, words);
        filled[fresh] = spot.slot;
        fresh += 1 - spot.is_found;
    }
    if (visited->count + fresh <= visited->log_room)
        memcpy(visited->log + visited->count, filled, fresh * sizeof *filled);
    visited->count += fresh;
    return fresh;
}

FEW_SPECIALISED size_t add(struct few_visited *visited, uint64_t *states, unsigned words, unsigned tag_bits,
                           size_t count, unsigned tag) {
    uint64_t homes[2][BATCH];
    size_t fresh = 0, batch = count < BATCH ? count : BATCH, next;
    find_homes(visited, states, words, tag_bits, batch, homes[0], true);
    for (size_t i = 0, turn = 0; i < count; i += batch, batch = next, turn ^= 1) {
        size_t after = i + batch, left = count - after;
        next = left < BATCH ? left : BATCH;
        find_homes(visited, states + after * words, words, tag_bits, next, homes[turn ^ 1], true);
        fresh += add_batch(visited, states + fresh * words, states + i * words, homes[turn], words, tag_bits,
                           batch, tag);
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
    uint64_t homes[2][BATCH];
    size_t batch = count < BATCH ? count : BATCH, next;
    find_homes(visited, states, words, 8, batch, homes[0], false);
    for (size_t i = 0, turn = 0; i < count; i += batch, batch = next, turn ^= 1) {
        size_t after = i + batch, left = count - after;
        next = left < BATCH ? left : BATCH;
        find_homes(visited, states + after * words, words, 8, next, homes[turn ^ 1], false);
        prefetch_overflows(visited, words, batch, homes[turn]);
        for (size_t j = 0; j < batch; j++) {
            struct spot spot = probe(visited, homes[turn][j], states + (i + j) * words, words);
            found[i + j] = spot.slot | (spot.is_found - 1); /* FEW_NO_SLOT is all ones */
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
            if (slot != visited->end)
                memset(visited->slots + slot * visited->words, 0, visited->words * sizeof(uint64_t));
            few_tag_zero(visited->tags, slot, visited->tag_bits);
        }
    } else {
        memset(visited->slots, 0, visited->slots_bytes);
        memset(visited->tags, 0, visited->tags_bytes);
        start_log(visited);
    }
    visited->wrapped = 0;
    visited->farthest = 0;
}
