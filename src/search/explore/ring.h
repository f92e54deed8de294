/* The layers of an exploration by rank, in memory that is allocated before it begins. States wait in a ring: those of
 * the layer that is expanded in front, those of the next one behind them, in the room of what was taken. A layer that
 * is too wide for it is found again from the table of what was seen, whose tags say
 *
 *     1     seen, and in the ring if it is of one of the two layers
 *     2, 3  of a layer of even or odd depth, and not in the ring
 *
 * so that the ring may be small, and what the exploration needs is known to the byte. */
#ifndef FEW_SEARCH_RING_H
#define FEW_SEARCH_RING_H

#include "search/explore/explore.h"

struct few_out;
struct few_visited;

struct few_ring {
    const struct few_space *space;
    struct few_memory *memory;
    struct few_visited *seen;
    bool shared;               /* with rings of other threads */
    uint64_t *states;          /* NULL: there is no ring */
    size_t room;               /* states */
    size_t first;              /* of the layer that is expanded: the next state to take */
    atomic_size_t left;        /* and how many there are: other workers may take some while the owner adds */
    size_t next, end;          /* states of the next layer, and where the next one of these goes */
    size_t listed;             /* states of the expanded layer that were in the ring at first, before `first + left` */
    uint64_t unlisted, found;  /* of the expanded layer, in the table only; and how many of these were taken */
    uint64_t next_unlisted;
    uint64_t at;               /* where in the table to go on */
    unsigned tag;              /* of the unlisted states of the expanded layer; the next one's is the other */
    size_t batch;              /* states that can be taken at once from the table */
    uint64_t *ranks, *unranked;
};

/* Whether an exploration by that method has rings. */
static inline bool few_has_ring(const struct few_space *space, enum few_explore_method method) {
    return method == FEW_EXPLORE_RANK && space->run->unrank;
}

/* States for each of that many rings: a share of the space that most layers are within; less where memory is short. */
size_t few_ring_room(const struct few_space *space, const struct few_memory *memory, unsigned rings, size_t batch);
/* ring->seen and ring->shared are set before. false: no memory. */
bool few_ring_init(struct few_ring *ring, const struct few_space *space, struct few_memory *memory, size_t room,
                   size_t batch);
void few_ring_free(struct few_ring *ring);

/* Adds what is new of `count` states and puts it into the next layer. Returns how many. */
size_t few_ring_add(struct few_ring *ring, uint64_t *states, uint64_t *ranks, size_t count);
/* Up to `most` states (and up to `batch`) of the layer; *count 0: that was all. Of a ring that is not shared they are to be
 * expanded before anything is added, and `copy` is NULL; of a shared one they are copied. */
const uint64_t *few_ring_take(struct few_ring *ring, size_t most, uint64_t *copy, size_t *count);
/* The next layer is to be expanded. Returns its states. */
uint64_t few_ring_turn(struct few_ring *ring);
uint64_t few_ring_left(const struct few_ring *ring); /* states of the layer that were not taken yet */
uint64_t few_ring_next(const struct few_ring *ring);
/* Offers all states of the layer, after it was expanded and nothing new was found. */
bool few_ring_offer(struct few_ring *ring, struct few_exploration *result);

/* ---- Checkpoints. All that waits in the ring is put into the table alone, with its tag: of the layer what was not taken yet; or,
 * where nothing is known of the next one (`whole`), all of it, as if nothing had been taken. */
void few_ring_settle(struct few_ring *ring, bool whole);
/* The tags of such a table: of states that wait, in layers of even depth; one more: of odd depth; and of all others that were seen. */
enum { FEW_TABLE_SEEN = 1, FEW_TABLE_EVEN = 2, FEW_TABLE_FLIP = 1 /* from one to the other */ };
/* Words of a table, 32 tags each, of which each of so many processes has the same number; the last ones may lie behind the ranks. */
static inline uint64_t few_table_share(uint64_t ranks, uint64_t processes) {
    return (ranks / processes + (ranks % processes != 0) + 31) / 32;
}
/* Some words of it; `tag` is that of the layer. */
void few_table_keep(const struct few_space *space, unsigned tag, uint64_t first, const uint64_t *words, size_t count, struct few_out *out);
/* Reads the words first .. first + count - 1 of the whole table from those parts that have some. All have the same tag. false: see the keeper's error. */
bool few_table_take_up(const struct few_exploration *result, const struct few_space *space, uint64_t first, uint64_t *words, size_t count, unsigned *tag);

/* The table; all rings that share it are settled. */
void few_ring_keep(const struct few_ring *ring, struct few_out *out);
/* The table as it was kept, and what waits in it; *known: states of the next layer. false: see the keeper's error. */
bool few_ring_take_up(struct few_ring *ring, struct few_exploration *result, uint64_t *known);

#endif
