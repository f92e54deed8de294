/* See ring.h. */
#include "search/explore/ring.h"

#include "visited/visited.h"

enum {
    SHARE = 5,         /* of all states: one of that many */
    SMALL_RING = 1 << 15, /* states */
    LARGE_RING = 64 << 20, /* bytes */
    BATCH_RESULTS = 2048,
    SEEN = 1,
    UNLISTED_EVEN = 2, /* and 3: odd */
    FLIP = 1,          /* from one to the other */
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
