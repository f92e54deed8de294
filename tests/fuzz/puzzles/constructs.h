/* Which constructs of the language a puzzle uses, so that a campaign can say what it tried. */
#ifndef FUZZ_CONSTRUCTS_H
#define FUZZ_CONSTRUCTS_H

#include "trial.h"

#define CONSTRUCTS(X)                                                                                      \
    X(GRID, "grids") X(ROW, "boards of one number") X(STRING, "strings") X(NO_BOARD, "vars alone")         \
    X(BOARD_AND_VARS, "boards with vars") X(NAMES, "names") X(RING, "rings") X(KEPT, "kept cells: a -> _") \
    X(COPIED, "copied names") X(FREE, "free names") X(BRACES, "names with braces") X(FREES, "several free names") X(SUM, "sums") X(RING_SUM, "sums in a ring") X(WHERE, "where") X(OR, "or in where") X(NOT, "not in where") X(TIMES, "products")               \
    X(CYCLE, "cycles") X(CYCLE_BESIDE, "cycles beside other parts") X(SEVERAL, "several patterns")         \
    X(VALUE, "values in moves") X(DIRECTION, "any direction") X(TWO_WAYS, "left or right, up or down") X(MIRRORED, "mirrored") \
    X(REPEAT, "repeated steps") X(UNTIL, "steps until blocked") X(DIAGONAL_MOVE, "moves along diagonals") X(WRAPPED, "wrapped boards") X(AT_CELL, "at") X(ON_CELLS, "on")           \
    X(LINKS, "along links") X(CELL_NAMES, "cells with names") X(WEIGHT, "weights of links") X(WEIGHT_SUM, "weights in costs") \
    X(AT_END, "at begin, at end") X(COST, "costs") X(COST_SUM, "costs that names decide") X(HIGH_COST, "costs near a milliard") X(FREE_MOVE, "moves that cost nothing")                          \
    X(STARTS, "several starts") X(GOALS, "several goals") X(SOMEWHERE, "somewhere") X(NOWHERE, "nowhere")  \
    X(DIAGONAL, "diagonal") X(GOAL_NAMES, "names in goals") X(WITHIN, "within") X(NEVER, "never")          \
    X(GOAL_OR, "or in goals") X(GOAL_NOT, "not in goals") X(NEVER_OR, "or in never") X(NEVER_NOT, "not in never")  \
    X(NEVER_NAMES, "names in never") X(FLOOR, "floors") X(WALL, "walls") X(FLOOR_ASKED, "moves that ask for the floor") X(FLOOR_NAMES, "names of floors") X(FLOOR_GOAL, "goals that ask for the floor") \
    X(EVERY, "every") X(COUNT, "counts") X(COMPARED, "comparisons of vars") X(ADDED, "sums of vars")                                                                    \
    X(REST, "rests of strings") X(NO_BOUND, "strings without a bound") X(AT_BOUND, "strings at their bound")                           \
    X(MANY_VALUES, "vars of 256 values and more") X(MANY_PIECES, "256 pieces and more")                    \
    X(TWO_WORDS, "states of more than 64 bits") X(FIVE_WORDS, "states of more than 256 bits") X(NINE_WORDS, "states of more than 512 bits")            \
    X(LONG_WAY, "solutions of more than 255 moves") X(ONE_STATE, "spaces of one state")                    \
    X(NO_GOAL_STATE, "no goal among the states") X(SOLVABLE, "solvable") X(UNSOLVABLE, "unsolvable")

typedef enum construct {
#define CONSTRUCT_ENUM(name, text) USES_##name,
    CONSTRUCTS(CONSTRUCT_ENUM)
#undef CONSTRUCT_ENUM
        CONSTRUCT_COUNT
} construct;

extern const char *const construct_texts[CONSTRUCT_COUNT];

/* Which of them are in a puzzle; nothing in `used` yet. */
void find_constructs(const puzzle *game, const space *reach, const truth *known, bool *used);
/* Adds one to the count of everything that is in the puzzle, and of each two things that are in it together:
 * counts[a * CONSTRUCT_COUNT + b], where a == b is one alone. */
void count_constructs(const trial *self, uint64_t *counts);

#endif
