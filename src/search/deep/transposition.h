/* Transpositions: states that a depth-first search has expanded before, with the cost that was left then. Coming to
 * such a state again with no more left is of no use.
 *
 * Why that loses nothing, not even the first of all shortest solutions: let that solution be W, and s a state on it.
 * W comes to s at the lowest cost there is. If s was expanded before with as much left, then in the same round at the
 * same cost, by a path that comes earlier in the order of moves; that path and the rest of W would be a shortest path
 * before W. So it matters that visits come in the order of moves, and not whether the visit to s has ended, nor what
 * else was left out below it.
 *
 * States are compared in full. A table grows up to its limit; then what promises least is overwritten:
 *
 *     line    | what was left with slot 0, 1, … | state 0 | state 1 | …        one cache line for states of up to 3 words
 *
 * A state belongs to one line, and into any of its slots. */
#ifndef FEW_SEARCH_TRANSPOSITION_H
#define FEW_SEARCH_TRANSPOSITION_H

#include "base/memory.h"

enum { FEW_TRANSPOSITIONS_MOST = UINT16_MAX - 1 }; /* with more left than this, a state is never found */

struct few_transpositions {
    struct few_memory *memory;
    uint64_t *items;
    size_t lines, most_lines;
    uint32_t words, slots, line_words; /* of a state, of a line */
    uint64_t count;                    /* slots in use */
};

/* Of at most `bytes`. Without memory for the smallest table, or with less, there is none, and nothing is ever found: that
 * is no failure. */
void few_transpositions_init(struct few_transpositions *table, struct few_memory *memory, uint32_t words, size_t bytes);
void few_transpositions_free(struct few_transpositions *table);
void few_transpositions_clear(struct few_transpositions *table);

/* Whether the state was expanded before with `left` or more left to pay. If not, it counts as expanded from now on. */
bool few_transpositions_seen(struct few_transpositions *table, const uint64_t *state, uint64_t left);

/* Has the line of a state brought near, which will be asked for soon. */
void few_transpositions_prefetch(const struct few_transpositions *table, const uint64_t *state);

#endif
