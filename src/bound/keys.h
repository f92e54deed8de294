/* Bounds by linear *keys*: sums over the fields of a state (bound/sums.h). With distances to the goal as weights a
 * key is the Manhattan distance. With
 *
 *     weight[cell][piece i of the pattern] = number of the cell * cells^i,      0 for all other pieces
 *
 * it is the place of a pattern's entry in its table. A move changes few fields, so a search may carry keys along and
 * add what a move changes instead of reading the whole state again. */
#ifndef FEW_BOUND_KEYS_H
#define FEW_BOUND_KEYS_H

#include "bound/bound.h"
#include "bound/sums.h"

enum {
    FEW_MOST_KEYS = FEW_MOST_SUMS,
    FEW_FAR = 1 << 22, /* a weight that says: this piece never comes home from here; 512 of them fit 32 bits */
};

struct few_key {
    uint32_t *weights;      /* [field * stride + value] */
    const uint8_t *entries; /* of a table, by key; NULL: the key itself is a distance */
    uint64_t size;          /* of the table */
    bool borrowed;          /* the table lies in a file, or is that of another key */
    uint32_t shares;        /* the number of that key, plus one; 0: the table is its own */
};

struct few_keys {
    struct few_bound bound;
    struct few_sums sums;
    struct few_key list[FEW_MOST_KEYS];
    uint32_t count;
    bool added;       /* every key has a table, and their entries are added up; else the lowest of the keys counts, … */
    uint32_t divisor; /* … divided by this, rounded up */
};

extern const struct few_bound_kind few_keys_kind;

/* With no key as yet; NULL: no memory. */
struct few_keys *few_keys_create(struct few_memory *memory, uint32_t words, const struct few_field *field, uint32_t fields,
                                 uint32_t stride);
/* One more key with weights of 0; NULL: no memory. */
struct few_key *few_keys_add(struct few_keys *keys);
/* Gives the key a table of `size` bytes, undefined as yet; it is freed with the keys. */
uint8_t *few_keys_add_table(struct few_keys *keys, struct few_key *key, uint64_t size);
/* Frees all keys, and their tables if these are not borrowed. */
void few_keys_drop(struct few_keys *keys);
/* All keys are there, or have changed: from now on they are looked up faster. false: no memory. */
bool few_keys_finish(struct few_keys *keys);

/* Field by field: for keys that have not been finished. */
void few_keys_by_fields(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds);

static inline uint32_t few_key_of(const struct few_keys *keys, const struct few_key *key, const uint64_t *state) {
    return few_sum_of(&keys->sums, key->weights, state);
}

#endif
