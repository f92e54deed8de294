/* The words of a solution: what a move is called in a state, and which move a word means. */
#ifndef FEW_LANGUAGE_SOLUTION_H
#define FEW_LANGUAGE_SOLUTION_H

#include "language/puzzle.h"
#include "space/space.h"

/* The word of a move (as numbered by the space's steps) in a state: its label; @CELL where the
 * label fits moves with different results in this state; #K where label@CELL still does. A
 * NUL-terminated text, *bytes its size for few_word_free. NULL: no memory, or the state has no such
 * move. */
const char *few_move_word(struct few_memory *memory, const struct few_puzzle *puzzle,
                          const struct few_space *space, const uint64_t *state, uint32_t move,
                          size_t *bytes);

/* Words that are labels belong to the puzzle: they have 0 bytes. */
static inline void few_word_free(struct few_memory *memory, const char *word, size_t bytes) {
    if (bytes)
        few_free(memory, (char *)word, bytes);
}

enum few_word_reading {
    FEW_WORD_FITS,
    FEW_WORD_UNKNOWN, /* no move of the puzzle has such a label; error->hint gives the nearest one,
                         if any */
    FEW_WORD_IMPOSSIBLE, /* there is such a move, but not in this state */
    FEW_WORD_AMBIGUOUS,  /* it fits several results; the message gives a word that would do */
    FEW_WORD_NO_MEMORY,
};

/* Reads a word back in a state. Where it fits, *step is the first of the cheapest moves that it
 * means, and `next` (space->words words) the state it leads to; otherwise *error, which must be
 * empty before, says why in one sentence. On a grid `@ROW,COLUMN` and `@N` are both accepted. */
enum few_word_reading few_read_word(struct few_memory *memory, const struct few_puzzle *puzzle,
                                    const struct few_space *space, const uint64_t *state,
                                    const char *word, struct few_step *step, uint64_t *next,
                                    struct few_error *error);

#endif
