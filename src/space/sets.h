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
    const uint16_t *to;   /* BITS: where each bit of a block goes */
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
    const struct few_set_map *maps; /* the first is SAME */
    const uint64_t *masks; /* chunk_words each; there are some only where a plane is one chunk */
    const struct few_set_step *steps; /* by target plane, then by map: those into p are first_step[p] … */
    const uint32_t *first_step;

    /* Between packed states and their places. */
    void (*locate)(const struct few_sets *sets, const uint64_t *state, uint32_t *plane, uint64_t *bit);
    void (*state_at)(const struct few_sets *sets, uint32_t plane, uint64_t bit, uint64_t *state);
    /* How many states can be reached from these, at most. */
    uint64_t (*reach)(const struct few_sets *sets, struct few_memory *memory, const uint64_t *starts, size_t count);
    void (*free)(struct few_sets *sets);
};

#endif
