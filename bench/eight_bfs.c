/* The work of plain/eight_bfs.c through the public API: breadth-first search from a board from which the solved
 * one cannot be reached, so that all 181,440 states of its half are explored.
 *
 *     eight_bfs [TIMES]     prints states and seconds for each way of remembering */
#include <fewest.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STATES = 181440 };

static const char rules[] = "board 3 x 3\n"
                            "pieces 1..8 x\n"
                            "let t = 1..8\n"
                            "names u d l r\n"
                            "move any direction: x t -> t x\n"
                            "start 1 2 3 / 4 5 6 / 8 7 x\n"
                            "goal  1 2 3 / 4 5 6 / 7 8 x\n";

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool explore(fewest_puzzle *puzzle, const fewest_options *options) {
    fewest_error error;
    fewest_answer *answer = fewest_solve(puzzle, options, &error);
    if (!answer) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    bool right = fewest_answer_status(answer) == FEWEST_UNSOLVABLE &&
                 fewest_answer_statistics(answer)->remembered == STATES;
    fewest_answer_free(answer);
    return right;
}

/* The first search also prepares what later ones share; it counts like the others. */
static bool measure(fewest_puzzle *puzzle, const char *name, fewest_remember remember, int times) {
    fewest_options options = {.size = sizeof options};
    options.algorithm = FEWEST_BFS;
    options.remember = remember;
    bool right = true;
    double best = 0, begin = seconds_now();
    for (int i = 0; i < times && right; i++) {
        double before = seconds_now();
        right = explore(puzzle, &options);
        double taken = seconds_now() - before;
        if (i == 0 || taken < best) best = taken;
    }
    double total = seconds_now() - begin;
    if (!right) fprintf(stderr, "%s: did not reach the %d states and prove it unsolvable\n", name, STATES);
    printf("%s %d states, %d times: %.6f seconds, best %.6f\n", name, STATES, times, total, best);
    return right;
}

int main(int argc, char **argv) {
    int times = argc > 1 ? atoi(argv[1]) : 1;
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(rules, sizeof rules - 1, "eight", &error);
    if (!puzzle || times < 1) {
        fprintf(stderr, "%s\n", puzzle ? "TIMES is at least 1" : error.text);
        return 2;
    }
    bool right = measure(puzzle, "rank", FEWEST_REMEMBER_RANK, times);
    right &= measure(puzzle, "hash", FEWEST_REMEMBER_HASH, times);
    fewest_puzzle_free(puzzle);
    return right ? 0 : 1;
}
