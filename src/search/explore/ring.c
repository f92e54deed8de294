/* See ring.h. */
#include "search/explore/ring.h"

#include "search/explore/checkpoint.h"
#include "space/fingerprint.h"
#include "visited/visited.h"

enum {
    SHARE = 5,         /* of all states: one of that many */
    SMALL_RING = 1 << 15, /* states */
    LARGE_RING = 64 << 20, /* bytes */
    BATCH_RESULTS = 2048,
    SEEN = FEW_TABLE_SEEN,
    UNLISTED_EVEN = FEW_TABLE_EVEN,
    FLIP = FEW_TABLE_FLIP,
    BLOCK = 1 << 10,   /* words that are read at once: as many as are coded together (base/stream.c), or a multiple */
};

static size_t bytes_of(const struct few_space *space, size_t room, size_t batch) {
    return (room + batch) * space->words * sizeof(uint64_t) + batch * sizeof(uint64_t);
}

size_t few_ring_room(const struct few_space *space, const struct few_memory *memory, unsigned rings, size_t batch) {
    const uint64_t least = space->ranks < SMALL_RING ? space->ranks : SMALL_RING;
    const size_t state_size = space->words * sizeof(uint64_t), quarter = few_visited_ranked_bytes(space->ranks, 2) / 4;
    uint64_t share = space->ranks / SHARE;
    const uint64_t enough = (quarter > LARGE_RING ? quarter : LARGE_RING) / state_size;
    if (!space->undirected && share > enough) /* of many ranks perhaps few can be reached */
        share = enough;
    uint64_t room = (share > least ? share : least) / rings;
    room += rings > 1 ? room / 16 : 0; /* rings are not quite alike */
    room += BATCH_RESULTS; /* as there must be room for all results of a batch, new or not */
    const size_t left = few_memory_left(memory), taken = FEW_EXPLORE_RESERVE + bytes_of(space, 0, batch) * rings;
    const uint64_t most = left > taken ? (left - taken) / rings / state_size : 0;
    return (size_t)(room < most ? room : most);
}

bool few_ring_init(struct few_ring *ring, const struct few_space *space, struct few_memory *memory, size_t room,
                   size_t batch) {
    ring->space = space;
    ring->memory = memory;
    ring->room = room;
    ring->batch = batch;
    ring->tag = UNLISTED_EVEN ^ FLIP;
    ring->states = few_alloc(memory, bytes_of(space, room, batch));
    if (!ring->states)
        return false;
    ring->unranked = ring->states + room * space->words;
    ring->ranks = ring->unranked + batch * space->words;
    return true;
}

void few_ring_free(struct few_ring *ring) {
    if (ring->states)
        few_free(ring->memory, ring->states, bytes_of(ring->space, ring->room, ring->batch));
    ring->states = NULL;
}

static uint64_t *place(const struct few_ring *ring, size_t index) {
    return ring->states + (index < ring->room ? index : index - ring->room) * ring->space->words;
}

static size_t add_unseen(struct few_ring *ring, uint64_t *states, uint64_t *ranks, size_t count, unsigned tag) {
    const size_t words = ring->space->words;
    return ring->shared ? few_visited_add_shared(ring->seen, states, ranks, words, count, tag)
                        : few_visited_add(ring->seen, states, ranks, words, count, tag);
}

size_t few_ring_add(struct few_ring *ring, uint64_t *states, uint64_t *ranks, size_t count) {
    const size_t words = ring->space->words;
    const size_t left = atomic_load_explicit(&ring->left, memory_order_acquire);
    if (count > ring->room - left - ring->next) { /* even if there were room for what is new of it */
        size_t fresh = add_unseen(ring, states, ranks, count, ring->tag ^ FLIP);
        ring->next_unlisted += fresh;
        return fresh;
    }
    size_t fresh = add_unseen(ring, states, ranks, count, SEEN);
    size_t straight = ring->room - ring->end < fresh ? ring->room - ring->end : fresh;
    memcpy(place(ring, ring->end), states, straight * words * sizeof *states);
    memcpy(ring->states, states + straight * words, (fresh - straight) * words * sizeof *states);
    ring->end += fresh;
    ring->end -= ring->end < ring->room ? 0 : ring->room;
    ring->next += fresh;
    return fresh;
}

/* Up to `most` unlisted states of the layer, from *at in the table on. */
static size_t find(struct few_ring *ring, uint64_t *at, size_t most) {
    size_t count = few_visited_tagged(ring->seen, ring->tag, at, ring->ranks, most < ring->batch ? most : ring->batch);
    ring->space->run->unrank(ring->space, ring->ranks, count, ring->unranked);
    return count;
}

static const uint64_t *copied(const struct few_ring *ring, const uint64_t *states, size_t count, uint64_t *copy) {
    return copy ? memcpy(copy, states, count * ring->space->words * sizeof *copy) : states;
}

const uint64_t *few_ring_take(struct few_ring *ring, size_t most, uint64_t *copy, size_t *count) {
    const size_t left = atomic_load_explicit(&ring->left, memory_order_relaxed);
    if (left) {
        size_t straight = ring->room - ring->first, some = left < most ? left : most;
        *count = some < straight ? some : straight;
        const uint64_t *taken = copied(ring, place(ring, ring->first), *count, copy);
        ring->first += *count;
        ring->first = ring->first < ring->room ? ring->first : 0;
        atomic_store_explicit(&ring->left, left - *count, memory_order_release); /* its owner may write there now */
        return taken;
    }
    *count = ring->found < ring->unlisted ? find(ring, &ring->at, most) : 0;
    ring->found += *count;
    return copied(ring, ring->unranked, *count, copy);
}

uint64_t few_ring_left(const struct few_ring *ring) {
    return ring->left + ring->unlisted - ring->found;
}

uint64_t few_ring_next(const struct few_ring *ring) {
    return ring->next + ring->next_unlisted;
}

uint64_t few_ring_turn(struct few_ring *ring) {
    if (ring->unlisted)
        few_visited_retag(ring->seen, ring->tag, SEEN);
    ring->tag ^= FLIP;
    ring->listed = ring->next;
    atomic_store_explicit(&ring->left, ring->next, memory_order_relaxed);
    ring->unlisted = ring->next_unlisted;
    ring->next = 0;
    ring->next_unlisted = 0;
    ring->found = 0;
    ring->at = 0;
    return ring->left + ring->unlisted;
}

bool few_ring_offer(struct few_ring *ring, struct few_exploration *result) {
    const size_t from = ring->first >= ring->listed ? ring->first - ring->listed : ring->first + ring->room - ring->listed;
    for (size_t i = 0; i < ring->listed; i++)
        if (!few_exploration_offer(result, place(ring, from + i), 1))
            return false;
    uint64_t at = 0;
    for (size_t count; ring->unlisted && (count = find(ring, &at, ring->batch)) > 0;)
        if (!few_exploration_offer(result, ring->unranked, count))
            return false;
    return true;
}

/* ---- Checkpoints */

/* States that lie in the ring from an index on get a tag. */
static void tag_states(struct few_ring *ring, size_t from, size_t count, unsigned tag) {
    for (size_t some; count; count -= some, from += some) {
        from %= ring->room;
        some = ring->room - from < count ? ring->room - from : count;
        some = some < ring->batch ? some : ring->batch;
        ring->space->run->rank(ring->space, place(ring, from), some, ring->ranks);
        few_visited_set_tags(ring->seen, ring->ranks, some, tag);
    }
}

/* Those of the layer that were found in the table and taken are like all that was seen before. */
static void forget_taken(struct few_ring *ring) {
    uint64_t at = 0;
    for (uint64_t left = ring->found; left;) {
        const size_t count = few_visited_tagged(ring->seen, ring->tag, &at, ring->ranks, left < ring->batch ? (size_t)left : ring->batch);
        few_visited_set_tags(ring->seen, ring->ranks, count, SEEN);
        left -= count;
    }
}

void few_ring_settle(struct few_ring *ring, bool whole) {
    const size_t left = ring->left, waiting = whole ? ring->listed : left;
    if (!whole)
        forget_taken(ring);
    tag_states(ring, ring->first + ring->room + left - waiting, waiting, ring->tag);
    tag_states(ring, ring->end + ring->room - ring->next, ring->next, ring->tag ^ FLIP);
    ring->unlisted += waiting;
    ring->unlisted -= whole ? 0 : ring->found;
    ring->next_unlisted += ring->next;
    ring->left = ring->listed = ring->next = 0;
    ring->found = ring->at = 0;
    ring->first = ring->end;
}

void few_table_keep(const struct few_space *space, unsigned tag, uint64_t first, const uint64_t *words, size_t count, struct few_out *out) {
    few_out_number(out, space->ranks);
    few_out_number(out, few_order_of(space));
    few_out_number(out, tag);
    few_out_number(out, first);
    few_out_number(out, count);
    few_out_bits(out, words, count);
}

void few_ring_keep(const struct few_ring *ring, struct few_out *out) {
    size_t words;
    const uint64_t *table = few_visited_words(ring->seen, &words);
    few_table_keep(ring->space, ring->tag, 0, table, words, out);
}

/* Whether a word of the table has tags only of ranks that there are. */
static bool is_within(const struct few_space *space, uint64_t at, uint64_t word) {
    const uint64_t left = at < space->ranks / 32 + 1 ? space->ranks - at * 32 : 0;
    return left >= 32 || (left ? word >> 2 * left : word) == 0;
}

/* What is ours of one part. */
static bool read_table(struct few_in *from, const struct few_space *space, uint64_t first, uint64_t *words, size_t count, unsigned *tag) {
    uint64_t some[BLOCK];
    if (few_in_number(from) != space->ranks)
        return few_in_refuse(from);
    if (!few_order_fits(from, space, few_in_number(from)))
        return false;
    const unsigned its = (unsigned)few_in_count(from, UNLISTED_EVEN | FLIP);
    const uint64_t begin = few_in_count(from, UINT64_MAX / 64), all = few_in_count(from, UINT64_MAX / 64);
    if (its < UNLISTED_EVEN || (*tag && *tag != its))
        return few_in_refuse(from);
    *tag = its;
    for (uint64_t at = begin, left = all, now; left && !from->failed; at += now, left -= now) {
        now = left < BLOCK ? left : BLOCK;
        few_in_bits(from, some, (size_t)now);
        for (uint64_t w = 0; w < now && !from->failed; w++) {
            if (!is_within(space, at + w, some[w]))
                few_in_refuse(from);
            else if (at + w - first < count)
                words[at + w - first] = some[w];
        }
    }
    return !from->failed;
}

bool few_table_take_up(const struct few_exploration *result, const struct few_space *space, uint64_t first, uint64_t *words, size_t count, unsigned *tag) {
    const uint64_t parts = few_kept_parts(result), share = few_table_share(space->ranks, parts);
    *tag = 0;
    for (uint64_t number = 0; number < parts; number++) {
        struct few_kept_part part;
        if (result->keeper->taken.count && ((number + 1) * share <= first || number * share >= first + count))
            continue;
        const bool good = few_kept_open(result, number, &part) && read_table(part.in, space, first, words, count, tag);
        if (!few_kept_close(result, &part, good))
            return false;
    }
    return true;
}

/* How many states have that tag, and what they stand for. */
static uint64_t count_tagged(struct few_ring *ring, const struct few_exploration *result, unsigned tag, uint64_t *standing) {
    uint64_t at = 0, all = 0;
    *standing = 0;
    for (size_t count; (count = few_visited_tagged(ring->seen, tag, &at, ring->ranks, ring->batch)) > 0; all += count) {
        if (result->symmetry)
            ring->space->run->unrank(ring->space, ring->ranks, count, ring->unranked);
        *standing += few_stand_for(result, ring->unranked, count);
    }
    return all;
}

bool few_ring_take_up(struct few_ring *ring, struct few_exploration *result, uint64_t *known) {
    struct few_in *from = few_kept_from(result);
    const uint64_t *depths = result->depths.items, layer = depths[result->depths.count - 1];
    size_t words;
    uint64_t *table = few_visited_fill(ring->seen, &words), waiting, older;
    if (!few_table_take_up(result, ring->space, 0, table, words, &ring->tag))
        return false;
    ring->unlisted = count_tagged(ring, result, ring->tag, &waiting);
    ring->next_unlisted = count_tagged(ring, result, ring->tag ^ FLIP, known);
    count_tagged(ring, result, SEEN, &older);
    if (waiting > layer || older + waiting != result->states || (*known == 0 && waiting != layer))
        return few_in_refuse(from);
    return few_taken_up(result);
}
