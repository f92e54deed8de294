/* What a puzzle means: the moves of a state, their words, and whether a state is a goal. Plain and slow: every rule is
 * tried in every turn at every place of every state. */
#ifndef FUZZ_INTERPRETER_H
#define FUZZ_INTERPRETER_H

#include "puzzle.h"

/* The piece of each cell, then the value of each var; or the characters of a string. */
typedef struct state {
    symbol *at;
    size_t count;
} state;

typedef struct move {
    const char *call; /* its word without @ and # */
    const char *others[4]; /* words that say more: what was chosen, where to, both, where from; NULL: it has none */
    long place;       /* of the first pattern's first cell; -1: it has no pattern */
    uint32_t cost;
    state result;
} move;

typedef struct moves {
    move *items;
    size_t count;
} moves;

/* One for each state that is led to. */
typedef struct step {
    size_t move;
    uint32_t cost;
} step;

bool same_state(state a, state b);
/* All moves in the order of docs/language.md. They live in `memory`. */
moves moves_of(const puzzle *game, state from, arena *memory);
/* The same, but what they are called is not worked out: that takes longer than all the rest. */
moves moves_without_words(const puzzle *game, state from, arena *memory);
/* The moves that name the steps, in their order. Returns how many. */
size_t steps_of(const moves *all, arena *memory, step **result);
/* A cell as it is told: its name, its row and column on a grid, else its number. */
const char *cell_text(const puzzle *game, size_t at, arena *memory);
/* Whether the word fits the moves of one result only, and one of them: SIZE_MAX, it fits none, or several. */
size_t move_of_word(const puzzle *game, const moves *all, const char *word, arena *memory);
const char *word_of(const puzzle *game, const moves *all, size_t index, arena *memory);
bool is_goal(const puzzle *game, const goal *goals, size_t goal_count, state one);
/* Whether some `never` holds: it is not entered, and no goal. */
bool must_never_be(const puzzle *game, state one);

/* Start states in their order. */
size_t starts_of(const puzzle *game, const start *from, arena *memory, state **result);
/* The state as it is written after `start`. */
char *state_text(const puzzle *game, state one, arena *memory);

/* ---- among the files of the interpreter ---- */

/* Where cell (row, column) of a pattern lies on the board; false: beyond an edge. */
bool lies_at(const puzzle *game, const way *how, size_t first, size_t row, size_t column, size_t *result);
/* Whether all of a pattern lies on the board, no two of its cells on the same one. */
bool lies_on_board(const puzzle *game, const way *how, size_t rows, size_t columns, size_t first);

enum { UNBOUND = -1 };
/* Whether a cell of a pattern fits a piece; a name that is not bound yet is bound. */
bool cell_fits(const puzzle *game, const cell *pattern, symbol piece, int *bound);
/* The same for a cell of the board, whose floor may be asked for as well. */
bool fits_on(const puzzle *game, const cell *pattern, state on, size_t at, int *bound);

#endif
