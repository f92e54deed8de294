/* What every judge gets: the input, the output as far as it is known, and a solver that is kept from
 * case to case. A judge reads all cases, adds the answers to the output and returns true; false: the run
 * says why. The output is printed only when all of the input was good. */
#ifndef CONTEST_JUDGE_H
#define CONTEST_JUDGE_H

#include "contest/read.h"

#include <fewest.h>

struct output {
    char *text;
    size_t length, room;
};

struct run {
    struct input input;
    struct output output;
    const struct contest_limits *limits; /* NULL: none */
    struct solver *solver; /* made when it is first needed, kept from case to case */
    /* Where it fails for another reason than the input: */
    fewest_status trouble;
    char message[1024];
};

typedef bool judge_run(struct run *run);

/* One row for each judge: the word of its function, its name, its other name or "", what is solved. */
#define CONTEST_JUDGES(X)                                                                                 \
    X(poj_3984, "poj-3984", "", "the shortest way through a maze, as coordinates")                        \
    X(poj_1077, "poj-1077", "", "the eight puzzle, one board: the moves of x")                            \
    X(hdu_1043, "hdu-1043", "", "the eight puzzle, many boards: the moves of x")                          \
    X(codevs_1225, "codevs-1225", "luogu-p1379", "the eight puzzle to 123804765: the number of moves")    \
    X(codevs_1004, "codevs-1004", "luogu-p2346", "four in a line: the number of moves")                   \
    X(hdu_1195, "hdu-1195", "", "open the lock: the number of steps")                                     \
    X(hdu_1401, "hdu-1401", "", "solitaire on 8 x 8: whether 8 moves are enough")                         \
    X(acwing_190, "acwing-190", "luogu-p1032", "string rewriting: the number of steps up to 10")          \
    X(luogu_p4289, "luogu-p4289", "acwing-1105", "swaps on 4 x 4: their number")                          \
    X(luogu_p1225, "luogu-p1225", "swap-moves", "swaps on 4 x 4: their number and the swaps")             \
    X(poj_2049, "poj-2049", "", "finding Nemo: the number of doors")                                      \
    X(poj_2893, "poj-2893", "", "M x N tiles: whether a board is solvable")

#define CONTEST_DECLARE(word, name, alias, summary) judge_run judge_##word;
CONTEST_JUDGES(CONTEST_DECLARE)
#undef CONTEST_DECLARE

/* Adds to the output. False: no memory, which the run then says. */
bool run_print(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A failure that is not the input's; always false. */
bool run_fail(struct run *run, fewest_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
