/* What is learnt of a space by going through a part of it: for fewest_explain. */
#ifndef FEW_API_MEASURE_H
#define FEW_API_MEASURE_H

#include "api/run.h"

struct few_measure {
    uint64_t starts;
    /* The moves of single states. */
    uint64_t measured, least, most, moves; /* states; different states that one move leads to, of each and in all */
    bool measured_all;                     /* no state that can be reached was left out */
    uint64_t cheapest, dearest;            /* of all moves, without those that a cheaper one to the same state replaces */
    uint64_t goals;                        /* among the states that were measured */
    bool goals_counted;
    char *one_way_state;                   /* of a move that cannot be undone; NULL: none was met, or it has no text */
    const char *one_way_move;
    size_t state_bytes, move_bytes;
    /* The exploration. */
    uint64_t reached, depth;
    bool whole;
    uint64_t expected; /* states at most; 0: not known */
    uint64_t bytes;    /* taken, or predicted; 0: not known */
    double taken;      /* seconds for what was reached */
    double seconds;    /* for all of it, taken or predicted; negative: not known */
};

/* Goes through the states around the starts, as far as the limits of the run and its own allow: too little memory makes that
 * fewer. FEW_RUNNING, or why it was stopped. */
enum few_end few_measure_take(struct few_measure *measure, const struct few_model *model, struct few_run *run, bool has_goal);
void few_measure_free(struct few_measure *measure, struct few_memory *memory);

#endif
