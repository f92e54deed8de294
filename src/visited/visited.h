/* Which states were seen, and how far away: one interface, and stores of several kinds:
 *
 * - ranked: a table with one tag for each rank of a perfect hash;
 * - hashed: an open table of the states themselves with a tag for each slot;
 * - tree: a search tree of the states, there to be compared with.
 *
 * A search is given a kind (struct few_watch) or chooses one, and never asks which it has but for what stands in
 * struct few_visited_kind. A new kind is a file of its own, which includes visited/internal.h.
 *
 * A *tag* is 1 .. 3 in 2 bits (the distance modulo 3, plus 1: enough where moves can be undone), 1 .. 255 in 8 bits (the
 * distance modulo 255, plus 1), or the distance itself, plus 1, in 16 or 32 bits. 0 means unseen. A *slot* is the place of a state
 * in the store: its rank, or its index in the open table; slots move when a hashed store grows. Each slot
 * also has one mark, used to trace back a path; marks are all clear at first. */
#ifndef FEW_VISITED_VISITED_H
#define FEW_VISITED_VISITED_H

#include "base/memory.h"

#define FEW_NO_SLOT UINT64_MAX

struct few_visited;

/* What a kind of store does. States are given in batches; what each function promises is said below, where it is called from
 * (few_visited_add …). */
struct few_visited_kind {
    const char *name; /* for people; NULL: what the ranks are called */
    size_t size;      /* of the struct whose first member a store of this kind is */
    bool by_rank;     /* a state is found by its rank, which is its slot; else by itself, and `ranks` is NULL */
    bool reusable;    /* it is emptied in no time, and may be kept for the next search */
    bool zero_apart;  /* the state that is all zero has the slot behind the last one */
    bool in_order;    /* tags lie by rank, or in the order of the states */
    bool borrows;     /* the tags are not its own */
    /* tag_bits is 2 or 8. NULL: no memory. */
    struct few_visited *(*create)(struct few_memory *memory, uint64_t ranks, unsigned words, unsigned tag_bits);
    void (*free)(struct few_visited *visited); /* what is not in struct few_visited; NULL: nothing */
    void (*clear)(struct few_visited *visited);
    bool (*reserve)(struct few_visited *visited, size_t more);        /* NULL: there is always room */
    bool (*has_room)(const struct few_visited *visited, size_t more); /* NULL: as reserve says, or it is not known */
    size_t (*add)(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count, unsigned tag);
    void (*find)(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks, size_t count,
                 uint64_t *slots);
    const uint64_t *(*state)(const struct few_visited *visited, uint64_t slot); /* NULL: slots are ranks */
    /* What only some can: to be shared by threads, and to take states out. NULL: not this one. */
    void (*share)(struct few_visited *visited);
    size_t (*add_shared)(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count,
                         unsigned tag);
    bool (*forget)(struct few_visited *visited, const bool *kept_tags);
};

/* The kind that is asked for by a row of FEWEST_STORES, in its file. A new store is a file with this, and that row. */
#define FEW_STORE(row, kind) extern const struct few_visited_kind *const few_store_of_##row; \
    const struct few_visited_kind *const few_store_of_##row = &(kind)

extern const struct few_visited_kind few_ranked_kind, few_hashed_kind, few_tree_kind;

const struct few_visited_kind *few_visited_kind(const struct few_visited *visited);

/* NULL: no memory. tag_bits is 2 or 8; few_visited_widen gives more. */
struct few_visited *few_visited_ranked(struct few_memory *memory, uint64_t ranks, unsigned tag_bits);
struct few_visited *few_visited_hashed(struct few_memory *memory, unsigned words, unsigned tag_bits);
struct few_visited *few_visited_tree(struct few_memory *memory, unsigned words, unsigned tag_bits);

/* A store that is only read, of tags that lie elsewhere and outlive it: by rank, or (states not NULL) those of `count`
 * states in ascending order of their words. Nothing is copied; finding and reading tags is all it can do. NULL: no
 * memory. */
struct few_visited *few_visited_view(struct few_memory *memory, const uint64_t *states, unsigned words,
                                     const uint8_t *tags, uint64_t count, unsigned tag_bits);

/* What few_visited_ranked would take, to choose a store by; SIZE_MAX: more than there can be. Marks come
 * on top: one bit for each rank, if they are used. */
size_t few_visited_ranked_bytes(uint64_t ranks, unsigned tag_bits);

void few_visited_free(struct few_visited *visited); /* NULL is fine */
void few_visited_clear(struct few_visited *visited); /* empty again, memory kept, cheap when few were in */
/* All its memory is counted against another budget from now on. */
void few_visited_pass(struct few_visited *visited, struct few_memory *to);

/* Tags of 8 bits become such of 16 or 32 bits, or those of 16 such of 32: they keep their values. There are no marks as
 * yet. false: no memory; the store is unchanged. */
bool few_visited_widen(struct few_visited *visited, unsigned tag_bits);

/* Whether it takes ranks. */
bool few_visited_is_ranked(const struct few_visited *visited);
uint64_t few_visited_count(const struct few_visited *visited);
size_t few_visited_bytes(const struct few_visited *visited);

/* Makes room for `more` further states, so that few_visited_add of up to that many cannot fail.
 * false: no memory; the store is unchanged and still good. A ranked store always has room. */
bool few_visited_reserve(struct few_visited *visited, size_t more);

/* Whether few_visited_reserve of that many more would leave the store as it is. */
bool few_visited_has_room(const struct few_visited *visited, size_t more);

/* Takes out all states whose tag is not kept (kept_tags has an entry for each value of a tag), so that there is room
 * for others. For a store without marks whose kind can. false: no memory; nothing has changed. */
bool few_visited_forget(struct few_visited *visited, const bool *kept_tags);

/* Adds those of `count` states that are not there yet, with that tag, and moves them to the front of
 * `states`, in their order; returns how many they were. `ranks` holds the rank of each state for a ranked
 * store and is moved along; a hashed store takes NULL. Room was reserved before. Where states are ranks, words is 0
 * and only `ranks` is moved. */
size_t few_visited_add(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words,
                       size_t count, unsigned tag);

/* The same where several threads add at once, to a ranked store or to a hashed one of states of one word, with tags
 * of 2 bits: a state is new to one of them, whose tag it gets. few_visited_share comes first; in a hashed store room
 * was reserved for what all of them add. Meanwhile few_visited_tagged is all that may be asked, for tags that no
 * thread writes meanwhile. `ranks` is not kept. */
void few_visited_share(struct few_visited *visited);
size_t few_visited_add_shared(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count,
                              unsigned tag);

/* States that can be added to a hashed store before it grows. */
size_t few_visited_room(const struct few_visited *visited);

/* The slot of each state (FEW_NO_SLOT: not there), prefetched as a batch. */
void few_visited_find(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks,
                      size_t count, uint64_t *slots);

unsigned few_visited_tag(const struct few_visited *visited, uint64_t slot);

/* Goes through all that was seen: up to `room` slots from *at on (0 at first), in ascending order, and moves *at past them;
 * returns how many, 0: that was all. */
size_t few_visited_slots(const struct few_visited *visited, uint64_t *at, uint64_t *slots, size_t room);
/* The same for those with that tag, in a store by rank with tags of 2 bits. */
size_t few_visited_tagged(const struct few_visited *visited, unsigned tag, uint64_t *at, uint64_t *slots, size_t room);
/* All that have one tag get another one, in such a store. */
void few_visited_retag(struct few_visited *visited, unsigned from, unsigned to);
/* Other tags for states that have one, by their ranks, in such a store; its table, 32 tags to a word; and the same to be filled by
 * the caller, with what it was. */
void few_visited_set_tags(struct few_visited *visited, const uint64_t *ranks, size_t count, unsigned tag);
const uint64_t *few_visited_words(const struct few_visited *visited, size_t *count);
uint64_t *few_visited_fill(struct few_visited *visited, size_t *count);
/* The state in a slot; NULL in a store by rank, whose slots are ranks. */
const uint64_t *few_visited_state(const struct few_visited *visited, uint64_t slot);
/* All tags as they lie there, by rank or in the order of a view's states; NULL: in no such order. */
const uint8_t *few_visited_tags(const struct few_visited *visited, size_t *bytes);

/* Marks, allocated at the first call; false: no memory. `fresh` says whether it was not marked before. */
bool few_visited_mark(struct few_visited *visited, uint64_t slot, bool *fresh);
bool few_visited_marked(const struct few_visited *visited, uint64_t slot);

/* Marks those of `count` states that were seen with that tag and are not marked yet, and moves them to the front of
 * `states` (and `ranks`, as in few_visited_add); returns how many. Some mark was made before, so that there is
 * memory for all. */
size_t few_visited_mark_seen(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words,
                             size_t count, unsigned tag);

/* The tag that stands for a distance. */
static inline unsigned few_distance_tag(uint64_t distance, unsigned tag_bits) {
    return (unsigned)(tag_bits == 2 ? distance % 3 : tag_bits == 8 ? distance % 255 : distance) + 1;
}

/* The largest distance whose tag no smaller one has. */
static inline uint64_t few_last_distance(unsigned tag_bits) {
    return (UINT64_C(1) << tag_bits) - 2;
}

#endif
