/* What an exploration by sets works on. The layer is a bitmap, and a move is done to whole words of it (space/sets.h).
 *
 *     unit     | chunk 0, plane 0 | chunk 0, plane 1 | … | chunk 1, plane 0 | …
 *     three bitmaps of all units: `now` (the layer), `next`, `seen`; and of each of `now` and `next` a flag for each
 *     unit, whether anything is in it
 *
 * The same chunk of all planes lies together, as most moves lead from plane to plane within a chunk. A unit is made
 * from start to end while it is in the cache: all moves into it, then
 *
 *     next = next & ~seen,  seen = seen | next,  count
 *
 * Units that no move leads to are not touched, so that thin layers cost what they hold, and flags spare all clearing:
 * what is in a unit whose flag is not set is rubbish. Units write to themselves only: any number of threads comes to
 * the same result, in any order. */
#ifndef FEW_SEARCH_SET_EXPLORER_H
#define FEW_SEARCH_SET_EXPLORER_H

#include "search/search.h"
#include "space/sets.h"
#include "team/team.h"

/* A cache line each, so that workers do not get in each other's way. */
struct few_set_tally {
    uint64_t count;
    uint64_t padding[7];
};

/* What a flag of `next` says besides 0, nothing is in it, and 1: it was not made yet. */
enum { FEW_SET_UNMADE = 2 };

struct few_set_explorer {
    const struct few_sets *sets;
    struct few_watch *watch;
    struct few_team *team;
    uint64_t units, chunk_words; /* units that are made here: all of them, or those of this process */
    uint64_t sample; /* all ones; in a rehearsal, the bits of a unit's number that say which of a few it is */
    uint64_t *now, *next, *seen;
    uint64_t first; /* the unit that `next` and `seen` begin with, and `now`, if that is not in blocks */
    const uint64_t *order;         /* in which units are made; NULL: as they are */
    struct few_set_share *share;   /* with other processes (search/explore/set_share.h); NULL: with none */
    const uint64_t *const *blocks; /* of `now`, where it is not whole (search/explore/set_blocks.h); NULL: it is */
    uint64_t part_chunks;          /* of a block */
    uint8_t *now_flags, *next_flags;
    struct few_set_tally *tallies;
    enum few_end end; /* what the watch said; only worker 0 asks it */
};

/* Makes that unit of `next` from `now`, takes out what was seen and adds the rest to it; returns how many are new. */
uint64_t few_set_unit(const struct few_set_explorer *explorer, uint64_t unit);

/* Moves by one step from the states of one chunk, whose bits these are; those that lead back to the same state are none. */
uint64_t few_set_count_step(const struct few_sets *sets, const struct few_set_step *step, uint64_t chunk, const uint64_t *bits);

#endif
