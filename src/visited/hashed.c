/* An open table of the states themselves, probed line by line; internal.h draws it. States come in batches:
 * the homes of the next sixteen are computed and prefetched before the last sixteen are looked up, so that
 * cache misses overlap with each other and with work. Those of more than one word are in wide.c. */
#include <assert.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "visited/internal.h"
#include "visited/prints.h"

enum {
    BATCH = 16,
    FIRST_BYTES = 4096, /* of the first table, so that a tiny search costs nothing */
    FIRST_TAIL = 4,     /* lines */
    CACHED = 256 << 10, /* tables that stay in the second-level cache: prefetching only costs */
    WIPED_WHOLE = 32 << 10,
    SLOTS_PER_LOG = 256,
    LINE_SLOTS = 8      /* as few_line_slots says of one word */
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
    *visited = (struct few_visited){.kind = &few_hashed_kind, .memory = memory, .words = words, .tag_bits = tag_bits,
                                    .home_lines = home_lines, .lines = lines, .end = end};
    visited->slots_bytes = few_array_size(end, words * sizeof(uint64_t));
    visited->slots = few_alloc_zeroed(memory, visited->slots_bytes);
    visited->tags_bytes = few_tags_size(end + 1, tag_bits);
    visited->tags = few_alloc_zeroed(memory, visited->tags_bytes);
    const bool has_prints = few_has_prints(words);
    if (has_prints) {
        visited->prints_bytes = few_prints_size(end);
        visited->prints = few_alloc_zeroed(memory, visited->prints_bytes);
    }
    if (!visited->slots || !visited->tags || (has_prints && !visited->prints)) {
        few_visited_free(visited);
        return NULL;
    }
    return visited;
}

/* What lines are prefetched for. */
enum use { IN_CACHE, TO_READ, TO_WRITE };

/* Which slots of a line of one-word slots hold this word: one bit for each. */
FEW_SPECIALISED unsigned slots_with(const uint64_t *line, uint64_t word) {
#ifdef __AVX2__
    const __m256i wanted = _mm256_set1_epi64x((long long)word);
    const __m256i low = _mm256_cmpeq_epi64(_mm256_loadu_si256((const __m256i *)(const void *)line), wanted);
    const __m256i high = _mm256_cmpeq_epi64(_mm256_loadu_si256((const __m256i *)(const void *)(line + 4)), wanted);
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(low)) |
           (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(high)) << 4;
#else
    unsigned slots = 0;
    for (unsigned i = 0; i < 8; i++)
        slots |= (unsigned)(line[i] == word) << i;
    return slots;
#endif
}

/* The place of a state in a line; or, where it is not there, that of the first empty slot; or LINE_SLOTS: the line is full
 * of others. Without branches: as a line is filled from the left, the first slot that holds the state or nothing is the one. */
FEW_SPECIALISED unsigned place_in_line(const uint64_t *line, uint64_t state) {
    return (unsigned)__builtin_ctz(slots_with(line, state) | slots_with(line, 0) | 1u << LINE_SLOTS);
}

/* The slot where this state is, or the empty one where it should go. The state 0 has the number `end`. */
FEW_SPECIALISED uint64_t probe(const struct few_visited *visited, uint64_t line, uint64_t state) {
    if (__builtin_expect(state == 0, 0))
        return visited->end;
    for (;;) {
        const unsigned place = place_in_line(visited->slots + line * LINE_SLOTS, state);
        if (__builtin_expect(place < LINE_SLOTS, 1))
            return line * LINE_SLOTS + place;
        line = line + 1 == visited->lines ? 0 : line + 1;
    }
}

/* The home line of each state; where the table is larger than the cache, prefetched. */
FEW_SPECIALISED void find_homes(const struct few_visited *visited, const uint64_t *states, size_t count, uint64_t *homes,
                                enum use use) {
    const uint64_t *slots = visited->slots, home_lines = visited->home_lines;
    for (size_t i = 0; i < count; i++) {
        homes[i] = few_hash_home(few_state_hash(states + i, 1), home_lines);
        const uint64_t *line = slots + homes[i] * LINE_SLOTS;
        if (use == TO_WRITE)
            __builtin_prefetch(line, 1);
        else if (use == TO_READ)
            __builtin_prefetch(line, 0);
    }
}

/* At 70 to 80 percent load every third home line is full: prefetches the two behind it, too. */
FEW_SPECIALISED void prefetch_overflows(const struct few_visited *visited, size_t count, const uint64_t *homes) {
    for (size_t i = 0; i < count; i++) {
        const uint64_t *line = visited->slots + homes[i] * LINE_SLOTS;
        const uint64_t last = __atomic_load_n(&line[LINE_SLOTS - 1], __ATOMIC_RELAXED);
        const unsigned further = (last != 0) * LINE_SLOTS;
        __builtin_prefetch(line + further, 1);
        __builtin_prefetch(line + 2 * further, 1);
    }
}

/* Keeps account of how far from their homes states had to go; rarely called. */
void few_hashed_note_distance(struct few_visited *visited, uint64_t home, uint64_t line) {
    uint64_t distance = line - home;
    if (line < home) {
        distance += visited->lines;
        visited->wrapped++;
    }
    if (distance > visited->farthest)
        visited->farthest = distance;
}

/* 1 or 0, by arithmetic: from a condition, compilers like to make a branch. */
FEW_SPECIALISED uint64_t is_not_zero(uint64_t x) {
    return (x | -x) >> 63;
}

/* Up to BATCH states. The new ones go to `to`, which is not behind `states`. First all are looked up, then all
 * are written: a look-up that might touch what was written just before would have to wait for it. Where another one was
 * put into the slot since, the state is looked up again. Like in ranked.c, there is no branch on whether a state is new:
 * it is written to its slot and copied to the front in any case. */
FEW_SPECIALISED size_t add_batch(struct few_visited *visited, uint64_t *to, const uint64_t *states,
                                 const uint64_t *homes, unsigned tag_bits, size_t count, unsigned tag, enum use use) {
    if (use != IN_CACHE)
        prefetch_overflows(visited, count, homes);
    uint64_t found[BATCH], filled[BATCH], lines[BATCH];
    for (size_t i = 0; i < count; i++)
        found[i] = probe(visited, homes[i], states[i]);
    uint64_t *const slots = visited->slots;
    const uint64_t end = visited->end;
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t state = states[i];
        uint64_t slot = found[i], seen;
        if (__builtin_expect(slot == end, 0)) { /* its tag is put at once: it might come again */
            seen = few_tag_get(visited->tags, end, tag_bits) != 0;
            few_tag_put(visited->tags, end, seen ? 0 : tag, tag_bits);
        } else {
            seen = is_not_zero(slots[slot]);
            if (__builtin_expect(seen & is_not_zero(slots[slot] ^ state), 0)) {
                slot = probe(visited, homes[i], state);
                seen = is_not_zero(slots[slot]);
            }
            slots[slot] = state;
        }
        to[fresh] = state;
        filled[fresh] = slot;
        lines[fresh] = homes[i];
        fresh += 1 - seen;
    }
    for (size_t i = 0; i < fresh; i++) {
        const uint64_t line = filled[i] / LINE_SLOTS;
        if (__builtin_expect(filled[i] == end, 0))
            continue;
        few_tag_put(visited->tags, filled[i], tag, tag_bits);
        if (__builtin_expect(line - lines[i] > visited->farthest, 0))
            few_hashed_note_distance(visited, lines[i], line);
    }
    if (visited->count + fresh <= visited->log_room)
        memcpy(visited->log + visited->count, filled, fresh * sizeof *filled);
    visited->count += fresh;
    return fresh;
}

FEW_SPECIALISED size_t add(struct few_visited *visited, uint64_t *states, unsigned tag_bits, size_t count, unsigned tag,
                           enum use use) {
    uint64_t homes[2][BATCH];
    size_t fresh = 0, batch = count < BATCH ? count : BATCH, next;
    find_homes(visited, states, batch, homes[0], use);
    for (size_t i = 0, turn = 0; i < count; i += batch, batch = next, turn ^= 1) {
        size_t after = i + batch, left = count - after;
        next = left < BATCH ? left : BATCH;
        find_homes(visited, states + after, next, homes[turn ^ 1], use);
        fresh += add_batch(visited, states + fresh, states + i, homes[turn], tag_bits, batch, tag, use);
    }
    return fresh;
}

/* ---- Several threads at once
 *
 * A slot of one word is claimed by exchanging 0 for the state, the first empty one behind all others that the state could
 * be in. These never become empty again, so that two threads that claim the same state meet at the same slot. For that,
 * each word of a line is read once: a slot that is not the state at one time and not empty at a later one may have become
 * the state between the two. What is decided is decided on words that were loaded atomically. */

#ifdef __AVX2__
/* Four words at once of a line that others write to: only a hint. In assembly, because C has no 32-byte load that may race
 * with a write. */
static inline __m256i glance(const uint64_t *words) {
    __m256i seen;
    __asm__("vmovdqu %1, %0" : "=x"(seen) : "m"(*(const uint64_t(*)[4])(const void *)words));
    return seen;
}

/* Guesses the slot of the state in this line, 8 if it is not found. Another thread may be writing, so the caller checks; for
 * states seen long ago the guess is right. */
static inline unsigned guess_place(const uint64_t *line, uint64_t state) {
    const __m256i wanted = _mm256_set1_epi64x((long long)state);
    const __m256i low = _mm256_cmpeq_epi64(glance(line), wanted), high = _mm256_cmpeq_epi64(glance(line + 4), wanted);
    return (unsigned)__builtin_ctz((unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(low)) |
                                   (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(high)) << 4 | 1u << 8);
}
#endif

/* As place_in_line, whatever other threads do. */
static inline unsigned place_in_shared_line(const uint64_t *line, uint64_t state) {
#ifdef __AVX2__
    const unsigned guess = guess_place(line, state);
    if (guess < LINE_SLOTS && __atomic_load_n(&line[guess], __ATOMIC_RELAXED) == state)
        return guess;
#endif
    unsigned place = 0;
    for (; place < LINE_SLOTS; place++) {
        const uint64_t there = __atomic_load_n(&line[place], __ATOMIC_RELAXED);
        if (there == state || there == 0)
            break;
    }
    return place;
}

/* As probe. */
static inline uint64_t probe_shared(const struct few_visited *visited, uint64_t line, uint64_t state) {
    if (__builtin_expect(state == 0, 0))
        return visited->end;
    for (;;) {
        const unsigned place = place_in_shared_line(visited->slots + line * LINE_SLOTS, state);
        if (__builtin_expect(place < LINE_SLOTS, 1))
            return line * LINE_SLOTS + place;
        line = line + 1 == visited->lines ? 0 : line + 1;
    }
}

static void note_distance_shared(struct few_visited *visited, uint64_t home, uint64_t line) {
    uint64_t distance = line - home, farthest = __atomic_load_n(&visited->farthest, __ATOMIC_RELAXED);
    if (line < home) {
        distance += visited->lines;
        __atomic_fetch_add(&visited->wrapped, 1, __ATOMIC_RELAXED);
    }
    while (distance > farthest && !__atomic_compare_exchange_n(&visited->farthest, &farthest, distance, false,
                                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

/* Whether the state is new to the table: then it is there now. The slot is where it was looked for. */
static bool claim(struct few_visited *visited, uint64_t state, uint64_t home, uint64_t slot, unsigned tag) {
    if (slot == visited->end)
        return few_tag_claim(visited->tags, slot, tag);
    for (;;) {
        uint64_t there = 0;
        if (__atomic_compare_exchange_n(&visited->slots[slot], &there, state, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            break;
        if (there == state)
            return false;
        slot = probe_shared(visited, home, state);
    }
    few_tag_claim(visited->tags, slot, tag);
    note_distance_shared(visited, home, slot / LINE_SLOTS);
    return true;
}

static size_t add_batch_shared(struct few_visited *visited, uint64_t *to, const uint64_t *states, const uint64_t *homes,
                               size_t count, unsigned tag) {
    uint64_t unseen[BATCH], places[BATCH], lines[BATCH];
    size_t left = 0, fresh = 0;
    prefetch_overflows(visited, count, homes);
    for (size_t i = 0; i < count; i++) {
        const uint64_t slot = probe_shared(visited, homes[i], states[i]);
        unseen[left] = states[i];
        places[left] = slot;
        lines[left] = homes[i];
        left += slot == visited->end || is_not_zero(__atomic_load_n(&visited->slots[slot], __ATOMIC_RELAXED) ^ states[i]);
    }
    for (size_t i = 0; i < left; i++) {
        to[fresh] = unseen[i];
        fresh += claim(visited, unseen[i], lines[i], places[i], tag);
    }
    return fresh;
}

static size_t add_shared(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count,
                         unsigned tag) {
    (void)ranks, (void)words;
    uint64_t homes[2][BATCH];
    size_t fresh = 0, batch = count < BATCH ? count : BATCH, next;
    find_homes(visited, states, batch, homes[0], TO_WRITE);
    for (size_t i = 0, turn = 0; i < count; i += batch, batch = next, turn ^= 1) {
        size_t after = i + batch, left = count - after;
        next = left < BATCH ? left : BATCH;
        find_homes(visited, states + after, next, homes[turn ^ 1], TO_WRITE);
        fresh += add_batch_shared(visited, states + fresh, states + i, homes[turn], batch, tag);
    }
    __atomic_fetch_add(&visited->count, fresh, __ATOMIC_RELAXED);
    return fresh;
}

FEW_SPECIALISED size_t add_words(struct few_visited *visited, uint64_t *states, unsigned tag_bits, size_t count,
                                 unsigned tag) {
    if (visited->slots_bytes <= CACHED)
        return add(visited, states, tag_bits, count, tag, IN_CACHE);
    return add(visited, states, tag_bits, count, tag, TO_WRITE);
}

static size_t add_hashed(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count,
                         unsigned tag) {
    (void)ranks, (void)words;
    return visited->prints          ? few_wide_add(visited, states, count, tag)
           : visited->tag_bits == 2 ? add_words(visited, states, 2, count, tag)
           : visited->tag_bits == 8 ? add_words(visited, states, 8, count, tag)
                                    : add_words(visited, states, visited->tag_bits, count, tag);
}

static void find(const struct few_visited *visited, const uint64_t *states, size_t count, uint64_t *found) {
    uint64_t homes[2][BATCH];
    size_t batch = count < BATCH ? count : BATCH, next;
    find_homes(visited, states, batch, homes[0], TO_READ);
    for (size_t i = 0, turn = 0; i < count; i += batch, batch = next, turn ^= 1) {
        size_t after = i + batch, left = count - after;
        next = left < BATCH ? left : BATCH;
        find_homes(visited, states + after, next, homes[turn ^ 1], TO_READ);
        prefetch_overflows(visited, batch, homes[turn]);
        for (size_t j = 0; j < batch; j++) {
            const uint64_t slot = probe(visited, homes[turn][j], states[i + j]);
            const bool is_there = slot == visited->end ? few_visited_tag(visited, slot) != 0 : visited->slots[slot] != 0;
            found[i + j] = is_there ? slot : FEW_NO_SLOT;
        }
    }
}

static void find_hashed(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks, size_t count,
                        uint64_t *slots) {
    (void)ranks;
    visited->prints ? few_wide_find(visited, states, count, slots) : find(visited, states, count, slots);
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

static void clear(struct few_visited *visited) {
    if (visited->count <= visited->log_room) {
        for (uint64_t i = 0; i < visited->count; i++) {
            uint64_t slot = visited->log[i];
            if (slot != visited->end)
                memset(visited->slots + slot * visited->words, 0, visited->words * sizeof(uint64_t));
            if (visited->prints && slot != visited->end)
                visited->prints[slot] = 0;
            few_tag_zero(visited->tags, slot, visited->tag_bits);
        }
    } else {
        memset(visited->slots, 0, visited->slots_bytes);
        if (visited->prints)
            memset(visited->prints, 0, visited->prints_bytes);
        memset(visited->tags, 0, visited->tags_bytes);
        start_log(visited);
    }
    visited->wrapped = 0;
    visited->farthest = 0;
}

static const uint64_t *state_in(const struct few_visited *visited, uint64_t slot) {
    static const uint64_t zero[64];
    return slot == visited->end ? zero : visited->slots + slot * visited->words;
}

static void share(struct few_visited *visited) {
    assert(visited->words == 1);
    few_hashed_drop_log(visited);
    visited->log_room = 0;
}

static struct few_visited *create(struct few_memory *memory, uint64_t ranks, unsigned words, unsigned tag_bits) {
    (void)ranks;
    return few_visited_hashed(memory, words, tag_bits);
}

const struct few_visited_kind few_hashed_kind = {
    .name = "hash table", .size = sizeof(struct few_visited), .reusable = true, .zero_apart = true, .create = create,
    .clear = clear, .reserve = few_hashed_reserve, .has_room = few_hashed_has_room, .add = add_hashed, .find = find_hashed,
    .state = state_in, .share = share, .add_shared = add_shared, .forget = few_hashed_forget,
};
FEW_STORE(REMEMBER_HASH, few_hashed_kind);
