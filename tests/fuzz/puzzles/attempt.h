/* A rule that is tried: among the files of the interpreter. */
#ifndef FUZZ_ATTEMPT_H
#define FUZZ_ATTEMPT_H

#include "interpreter.h"

enum { NOTHING = -1 };

typedef struct attempt {
    const puzzle *game;
    const rule *made;
    const way *how;
    state from;
    int *bound; /* the symbol of each name */
    size_t *origin; /* of each part: the cell, or the number of the link, of its first cell */
    int *put;   /* what each cell and var is given */
    size_t steps; /* of a repeated step: how many; 1 otherwise */
    symbol *board; /* of a repeated step: as it is after them */
    bool is_possible; /* some choice of free names allows that many */
    arena *memory;
    moves *found;
    bool has_words; /* it is asked what moves are called */
} attempt;

/* What a sum comes to. */
typedef struct operand {
    bool is_number;
    long number;
    int index;
} operand;

operand evaluate(const puzzle *game, const cell *one, const int *bound, long weight);
/* What a cell of the right side puts, or NOTHING where the result is no piece (no value of the var). */
int piece_to_put(const puzzle *game, const cell *one, const int *bound, const choice *var);
bool conditions_hold(const attempt *self);

/* The cell of the board on which a cell of a pattern lies; false: beside the board. */
bool find_cell(const attempt *self, size_t first, size_t row, size_t column, size_t index, size_t *result);
/* The words of the move without @ and #. */
const char *call_of(const attempt *self, long place);
void find_calls(const attempt *self, long place, move *made);

#endif
