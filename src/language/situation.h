/* All moves of a state, by which words are made and read: those that a word fits are kept, and what they lead to is
 * compared. Two moves that lead to the same state are one. */
#ifndef FEW_LANGUAGE_SITUATION_H
#define FEW_LANGUAGE_SITUATION_H

#include "language/namings.h"
#include "language/puzzle.h"
#include "space/space.h"

struct few_situation {
    struct few_memory *memory;
    const struct few_puzzle *puzzle;
    const struct few_space *space;
    const uint64_t *state;
    size_t room, count;
    uint64_t *next;
    struct few_step *steps;
    struct few_move_place *places;
    uint32_t *fitting;  /* indices of moves that a word fits */
    uint32_t *namesake; /* the same, while the word of some move is made */
    bool told;          /* namings have what tells moves with the same label apart */
    uint32_t *order;    /* of a move whose name has braces: which match gave it the label that was last asked for */
    struct few_namings namings;
};

bool few_situation_open(struct few_situation *s, struct few_memory *memory, const struct few_puzzle *puzzle,
                        const struct few_space *space, const uint64_t *state); /* false: no memory */
void few_situation_close(struct few_situation *s);

/* Makes what tells moves with the same label apart, once. False: no memory. */
bool few_situation_tell(struct few_situation *s);

/* Lists of moves, by their places in the situation. */

/* The moves that a word means, without what stands behind `@` and `#`: those with this label; if there are none, those that
 * it tells apart from others. */
size_t few_moves_called(const struct few_situation *s, const char *text, size_t length, uint32_t *moves);

/* Adds the moves that are called so by a name with braces. */
size_t few_add_filled(const struct few_situation *s, const char *text, size_t length, uint32_t *moves, size_t count);

size_t few_keep_cell(const struct few_situation *s, uint32_t *moves, size_t count, uint32_t cell);

/* Keeps of each result the first move that leads to it, and sorts these. Returns how many results there are. */
size_t few_keep_results(const struct few_situation *s, uint32_t *moves, size_t count);
bool few_results_differ(const struct few_situation *s, const uint32_t *moves, size_t count);
int few_compare_results(const struct few_situation *s, uint32_t a, uint32_t b);

/* make_word.c: the word of the i-th move, in a block of few_alloc, *bytes long. NULL: no memory. */
char *few_word_of(struct few_situation *s, uint32_t i, size_t *bytes);

#endif
