/* Lower bounds on the cost from a state to the nearest goal. Only look-up lives here; src/build makes them.
 *
 * Every bound that comes from rules is read through linear *keys*. A key is a sum over the fields of a state:
 *
 *     key(s) = weight[field 0][value in it] + weight[field 1][value in it] + …      modulo 2^32
 *
 * With distances to the goal as weights the key is the Manhattan distance. With
 *
 *     weight[cell][piece i of the pattern] = number of the cell * cells^i,      0 for all other pieces
 *
 * it is the place of a pattern's entry in its table. A move changes few fields, so a search may carry keys along
 * and add what a move changes instead of reading the whole state again.
 *
 * Other pattern databases are indexed by the rank of a state's image (state/image.h). They raise what the keys say. */
#ifndef FEW_BOUND_BOUND_H
#define FEW_BOUND_BOUND_H

#include "base/memory.h"
#include "space/space.h"
#include "state/field.h"
#include "state/image.h"
#include "state/rank.h"

/* What is asked for of a bound. */
struct few_bound_wish {
    uint64_t memory;             /* for tables; 0: none */
    const char *const *patterns; /* groups of pieces, "1,2,3"; none: chosen by what fits */
    size_t pattern_count;
    bool (*go_on)(void *context, uint64_t states); /* called as work is done; false: stop; NULL: nobody asks */
    void *context;
};

/* No goal can be reached from here. */
#define FEW_NO_WAY UINT32_MAX

enum {
    FEW_MOST_KEYS = 16,
    FEW_MOST_TABLES = 32,
    FEW_MOST_POTENTIALS = 8,
    FEW_FAR = 1 << 22,      /* a weight that says: this piece never comes home from here; 512 of them fit 32 bits */
    FEW_TABLE_NO_WAY = 255, /* an entry: no goal of the pattern can be reached */
    FEW_TABLE_MOST = 254,   /* larger distances are cut to this, which is still a bound */
};

struct few_key {
    uint32_t *weights;      /* [field * stride + value] */
    const uint8_t *entries; /* of a table, by key; NULL: the key itself is a distance */
    uint64_t size;          /* of the table */
    bool borrowed;          /* the table lies in a file */
};

/* A pattern database by rank: the least cost to a goal from every image of a state. */
struct few_table_by_rank {
    struct few_image image;
    struct few_ranking *ranking; /* of the images */
    uint8_t *entries;
    uint64_t size;
    uint32_t sum; /* the entries of tables with the same number, which stand side by side, are added up */
    bool borrowed;   /* the entries lie in a file */
    uint8_t *origin; /* how the images are made, to make them again when the entries come from a file */
    size_t origin_bytes;
};

enum few_bound_kind {
    FEW_BOUND_NONE,  /* 0 everywhere: nothing is known */
    FEW_BOUND_PLAIN, /* the lowest of the keys (one for each goal), divided by `divisor`, rounded up */
    FEW_BOUND_SUM,   /* the tables' entries added up */
    FEW_BOUND_MOST,  /* the largest of the tables' entries */
    FEW_BOUND_OWN,   /* a function of the user's */
};

/* A *potential* is a sum over the fields, too, with weights of either sign. Paying `cost` lowers it by `drop` at the most, and
 * in no goal is it larger than `goal`: from a sum p on, at least (p - goal) * cost / drop is left to pay; with a drop of 0
 * there is no way at all. Counting the pieces of one kind is a potential: in peg solitaire a move takes one peg. */
struct few_potential {
    int32_t *weights; /* [field * stride + value] */
    int64_t goal;
    uint32_t drop, cost;
    bool exact; /* every move lowers it by `drop` and costs 1, and it is `goal` in every goal: what is left is known */
};

struct few_bound;
typedef void few_look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds);

/* Fields side by side, read at once (chunks.c). */
struct few_chunk {
    uint32_t first; /* its place in the list of sums, for a content of 0 */
    uint32_t ones;  /* the largest content */
    uint32_t first_field;
    uint8_t word, shift;
    uint8_t skip; /* from the chunk before it in the word */
};

struct few_chunks {
    struct few_chunk *list;
    uint32_t count;
    uint32_t columns; /* keys, then potentials */
    uint32_t *sums;   /* [(first + content) * columns + column], modulo 2^32 */
    size_t bytes;     /* of the sums */
    few_look_up *look_up; /* NULL: there are no chunks */
};

struct few_bound {
    struct few_memory *memory;
    enum few_bound_kind kind;
    bool consistent; /* no move lowers it by more than the move costs: A* need not open a state twice */
    uint32_t words, fields, stride;
    struct few_field *field;
    struct few_key keys[FEW_MOST_KEYS];
    uint32_t key_count;
    uint32_t divisor;
    struct few_table_by_rank *tables[FEW_MOST_TABLES]; /* the largest of their sums counts, if the keys do not say more */
    uint32_t table_count;
    struct few_potential potentials[FEW_MOST_POTENTIALS]; /* the largest of all counts, besides the kind above */
    uint32_t potential_count;
    struct few_chunks chunks; /* keys and potentials once more */
    void (*own)(void *context, const uint64_t *states, size_t count, uint32_t *bounds);
    void *context;
    char text[160]; /* what it is, for people */
};

/* A bound of kind FEW_BOUND_NONE with room for keys on these fields; NULL: no memory. */
struct few_bound *few_bound_create(struct few_memory *memory, uint32_t words, const struct few_field *field,
                                   uint32_t fields, uint32_t stride);
void few_bound_free(struct few_bound *bound); /* NULL is fine */

/* One more key with weights of 0; NULL: no memory. */
struct few_key *few_bound_add_key(struct few_bound *bound);
/* Gives the key a table of `size` bytes, undefined as yet; the bound frees it. */
uint8_t *few_bound_add_table(struct few_bound *bound, struct few_key *key, uint64_t size);

/* All keys and potentials are there: from now on they are looked up faster. false: no memory. */
bool few_bound_finish(struct few_bound *bound);
void few_chunks_free(struct few_memory *memory, struct few_chunks *chunks);
few_look_up *few_look_up_by_chunks(const struct few_bound *bound); /* for so many words and sums */

void few_table_by_rank_free(struct few_memory *memory, struct few_table_by_rank *table); /* NULL is fine */
/* Raises each of the bounds to the largest sum of table entries. */
void few_tables_raise(struct few_table_by_rank *const *tables, uint32_t table_count, const uint64_t *states,
                      size_t count, uint32_t *bounds);
/* One more potential with weights of 0; NULL: no memory, or (full) no more of them are kept. */
struct few_potential *few_bound_add_potential(struct few_bound *bound, bool *full);
/* Raises bounds[i] to what the potentials of states[i] say. */
void few_potentials_raise(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds);
/* What is left to pay when a potential is `above` what a goal may have. */
uint32_t few_potential_left(const struct few_potential *potential, int64_t above);

uint32_t few_bound_key(const struct few_bound *bound, const struct few_key *key, const uint64_t *state);

/* bounds[i] of states[i]; `bound` may be NULL: 0 everywhere. */
void few_bound_look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds);

#endif
