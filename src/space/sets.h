/* The set form of a space: all its states as bits in bitmaps, and each move as something done to whole bitmaps.
 *
 * Where rules only move pieces around, a state is an arrangement of pieces on cells, together with some vars. One kind
 * of piece, the *key*, is singled out (in sliding puzzles the blank). Then
 *
 *     plane     which cells hold the key, and the vars
 *     sequence  the other pieces in the order of the cells, the keys left out
 *     bit       the place of the sequence in lexicographic order
 *
 * In one plane it is known of every move whether the key stands where the move needs it; what is left of the move is a
 * rearrangement of the sequence, the same for all of its states, and perhaps a guard on single pieces. A blank that
 * goes to the next cell rearranges nothing: the bits of one plane move to another plane as they are. A blank that jumps
 * over two tiles turns round the window of three tiles: what stands before the window stays, and all sequences that
 * agree up to its end lie side by side and move as one run.
 *
 * Where all pieces of the sequence differ and each step keeps the parity of its permutation, or changes it together with the colour
 * of the plane (sliding puzzles), half of the sequences can never be reached. Sequences 2i and 2i + 1 differ in their last two pieces alone,
 * so one of them is even and one is odd: bit i then stands for the one whose parity is that of the plane, and everything takes half the
 * memory. The parity of a sequence is the sum of the digits of its place in the factorial number system, modulo 2.
 *
 * Planes are cut into chunks, which are small enough for the first caches. The unit of work is one chunk of one plane
 * as the target of all moves that lead there: units write to their own bits only. */
#ifndef FEW_SPACE_SETS_H
#define FEW_SPACE_SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct few_memory;

enum few_set_kind {
    FEW_SET_SAME, /* every bit stays where it is */
    FEW_SET_BITS, /* bits move within blocks that do not cross a chunk: one by one, by a table */
    FEW_SET_RUNS, /* runs move within blocks of many chunks; a run is part of one chunk, or some whole ones */
};

struct few_set_map {
    enum few_set_kind kind;
    uint32_t block;       /* bits or runs of a block */
    uint32_t run;         /* bits of a run */
    const uint16_t *to[2]; /* BITS: where each bit of a block goes; of halved planes, in blocks of either parity */
    const uint8_t *odd;    /* BITS of halved planes: the parity of each block within its chunk */
    const uint32_t *from; /* RUNS: where each run of a block comes from */
};

#define FEW_NO_MASK UINT32_MAX

struct few_set_step {
    uint32_t from, to; /* planes */
    uint32_t map;
    uint32_t mask; /* the guard: bits of `from` that may take this step; FEW_NO_MASK: all of them */
};

struct few_sets {
    uint32_t planes;
    uint64_t bits;        /* of a plane */
    uint32_t chunk_bits;  /* bits = chunks * chunk_bits */
    uint32_t chunk_words; /* of memory: one more than are used, so that a shift may read beyond */
    uint64_t chunks;
    const uint8_t *parity; /* of each plane, where planes are halved; NULL: they are not */
    uint32_t chunk_cells;  /* places of the sequence that a chunk is about; known where planes are halved */
    uint64_t reach;        /* states that can be reached from the starts, at most */
    const struct few_set_map *maps; /* the first is SAME */
    const uint64_t *masks; /* chunk_words each; there are some only where a plane is one chunk */
    const struct few_set_step *steps; /* by target plane, then by map: those into p are first_step[p] … */
    const uint32_t *first_step;

    /* Between packed states and their places. false: the state is of the half that was left out. */
    bool (*locate)(const struct few_sets *sets, const uint64_t *state, uint32_t *plane, uint64_t *bit);
    void (*state_at)(const struct few_sets *sets, uint32_t plane, uint64_t bit, uint64_t *state);
    void (*free)(struct few_sets *sets);
};

/* What a set form is asked for. */
struct few_set_request {
    bool backward;          /* by the inverse moves */
    bool always;            /* even where it does not pay off */
    const uint64_t *starts; /* states that it begins with: only what can be reached from them needs a place */
    size_t start_count;
};

/* The parity of the digits of `number` in the factorial number system, of which the last has `radix` values. */
static inline bool few_digits_odd(uint64_t number, uint32_t radix) {
    uint64_t sum = 0;
    for (; number; number /= radix++)
        sum ^= number % radix;
    return sum & 1;
}

/* Which of the two tables serve a chunk of a plane; few_set_table takes it from there to a block. */
static inline bool few_set_chunk_odd(const struct few_sets *sets, uint32_t plane, uint64_t chunk) {
    return sets->parity && (sets->parity[plane] ^ few_digits_odd(chunk, sets->chunk_cells + 1));
}

static inline const uint16_t *few_set_table(const struct few_set_map *map, bool chunk_odd, uint64_t block) {
    return map->to[map->odd ? chunk_odd ^ map->odd[block] : 0];
}

#endif
