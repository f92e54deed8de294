/* Coordinates of the states that can be reached from one of them, where each move permutes the contents of some cells (the *points*)
 * and asks for nothing (facts/orbit.h).
 *
 * Give each piece of that state a label, the same one to several pieces if you like, and look at the labels alone. Where a label
 * goes depends on where it is and on nothing else, so that a move leads from each arrangement of labels to one other. That is a
 * *coordinate*: all arrangements of its labels that moves make of the first one, numbered from 0, the *values*, and a table of where each move
 * leads from each value. A state is a value of each coordinate. Labels are chosen so:
 *
 *     pieces of different orbits of points      have coordinates of their own
 *     points that stay together, a *block*      (the three stickers of a corner) have two: labels that tell the blocks apart, which
 *                                               is a permutation, and labels that tell the points of a block apart, which is an orientation
 *     coordinates that depend on each other     become one, which has the labels of both, until the number of all combinations is
 *                                               the number of states or nothing more is gained by it
 *
 * Orbits that are not split have fewer and larger coordinates, which more symmetries take to themselves (facts/coordinate_maps.h): who asks for them
 * gets both kinds.
 *
 * How they were chosen is no proof. This is: pieces that have the same labels in all coordinates are alike, so that the values
 * of a state say what it is; and there are as many arrangements of all labels together as there are states (facts/group.h counts
 * both), so that a state has one value in each coordinate. That each move leads to one value is seen when the table is made. */
#ifndef FEW_FACTS_COORDINATES_H
#define FEW_FACTS_COORDINATES_H

#include "facts/orbit.h"

enum {
    FEW_MOST_COORDINATES = 16,
    FEW_COORDINATE_VALUES = 1 << 16,    /* of a coordinate */
    FEW_COORDINATE_MOVES = 256,   /* at most */
    FEW_WHOLE_STATES = 64,        /* see struct few_coordinates_wish */
};

/* Tables are by move: entry move * values + value. Value 0 is that of the first state. */
struct few_coordinate {
    uint32_t values;
    uint16_t *from; /* where the move comes from */
    uint16_t *to;   /* where the move leads; only of the last coordinate, and NULL where every move is undone by another one */
    uint8_t labels[FEW_GROUP_POINTS]; /* of the first state's pieces; 0: none of this coordinate */
    uint32_t radix;                   /* of these labels: one more than the largest */
};

struct few_coordinates {
    struct few_memory *memory;
    uint32_t points, words;
    uint32_t moves;                       /* permutations that differ, and none that moves nothing */
    uint32_t room;                        /* for as many */
    few_permutation *move;
    uint32_t *times;                      /* how many moves of the puzzle each one is */
    uint32_t *number;                     /* the lowest of these */
    uint16_t *inverse;                    /* the move that undoes it, if there is one */
    bool undone;                          /* there is one for all of them */
    struct few_field field[FEW_GROUP_POINTS];
    uint64_t first[FEW_MAX_WORDS];        /* the first state */
    uint32_t count;
    struct few_coordinate coordinate[FEW_MOST_COORDINATES]; /* the last one is of a size that fits a cache */
    uint64_t states;                      /* that can be reached */
    uint64_t product;                     /* of the numbers of values: not less */
    uint16_t *point_of_labels;            /* the first point, in the first state, that has these labels; by all labels as digits */
    size_t label_sets;
    struct few_coordinates *whole;        /* other ones for the same states, if they were asked for; NULL: none. They go where these go */
};

/* For the orbit of this state: wish->found, or wish->why there are none. */
struct few_coordinates_wish;
void few_coordinates_find(struct few_memory *memory, const struct few_orbit *orbit, const uint64_t *state,
                          struct few_coordinates_wish *wish);
/* With the moves, and no coordinate as yet. NULL: no memory, or there are too many moves. */
struct few_coordinates *few_coordinates_create(struct few_memory *memory, const struct few_orbit *orbit, const uint64_t *state,
                                               bool backward, bool *too_many);
void few_coordinates_free(struct few_coordinates *coordinates); /* NULL is fine */

/* The state that has these values, which some state has. false: labels do not fit together, so none has. */
bool few_coordinates_state(const struct few_coordinates *coordinates, const uint32_t *values, uint64_t *state);

/* Makes the tables of a coordinate whose labels are set, which has that many values. false: no memory, stopped, or it has another
 * number of values. */
bool few_coordinate_tabulate(const struct few_coordinates *coordinates, struct few_coordinate *coordinate, uint32_t values, bool is_last);

/* Where a move comes from, by value. */
static inline const uint16_t *few_coordinate_from(const struct few_coordinate *coordinate, uint32_t move) {
    return coordinate->from + (size_t)move * coordinate->values;
}

/* Where a move leads, by value: of the last coordinate. */
static inline const uint16_t *few_column_to(const struct few_coordinates *coordinates, uint32_t move) {
    const struct few_coordinate *column = &coordinates->coordinate[coordinates->count - 1];
    return coordinates->undone ? few_coordinate_from(column, coordinates->inverse[move]) : column->to + (size_t)move * column->values;
}

#endif
