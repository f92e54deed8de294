/* Luogu P1225: two boards, the least number of swaps and then the swaps, each as the two cells row column
 * row column.
 *
 * Among all shortest ways the one is printed that seed 000's program finds: the least where swaps are
 * ordered by their upper or left cell in reading order, down before right. The library prefers the
 * lowest moves in the order of the puzzle, so the puzzle here names its pairs of cells in that order. */
#include "contest/swap.h"

#include <string.h>

static const char swap_in_reading_order[] =
    "title   Swap\n"
    "board   4 x 4\n"
    "pieces  0 1\n"
    "links   1-5 1-2  2-6 2-3  3-7 3-4  4-8\n"
    "links   5-9 5-6  6-10 6-7  7-11 7-8  8-12\n"
    "links   9-13 9-10  10-14 10-11  11-15 11-12  12-16\n"
    "links   13-14 14-15 15-16\n"
    "move    swap, along links:  0 1 -> 1 0\n";

/* The cells of a state before that step, without what stands between them. */
static bool read_state(struct solver *solver, size_t step, char *cells) {
    const char *text = fewest_answer_state(solver->answer, 0, step);
    if (!text) return run_fail(solver->run, FEWEST_SYSTEM, "there is not enough memory");
    size_t count = 0;
    for (; *text && count < SWAP_CELLS; text++) {
        if (*text == '0' || *text == '1') cells[count++] = *text;
    }
    return true;
}

static bool print_swaps(struct solver *solver) {
    char before[SWAP_CELLS], after[SWAP_CELLS];
    const size_t length = fewest_answer_length(solver->answer);
    if (!run_print(solver->run, "%zu\n", length) || !read_state(solver, 0, before)) return false;
    for (size_t step = 1; step <= length; step++) {
        if (!read_state(solver, step, after)) return false;
        unsigned first = 0, second = SWAP_CELLS - 1;
        while (before[first] == after[first]) first++;
        while (before[second] == after[second]) second--;
        if (!run_print(solver->run, "%u%u%u%u\n", first / SWAP_SIDE + 1, first % SWAP_SIDE + 1,
                       second / SWAP_SIDE + 1, second % SWAP_SIDE + 1)) {
            return false;
        }
        memcpy(before, after, sizeof before);
    }
    return true;
}

bool judge_luogu_p1225(struct run *run) {
    struct solver *solver = solver_rules(run, swap_in_reading_order);
    if (!solver) return false;
    solver->options.any = false;
    const enum solved solved = swap_solve(solver);
    if (solved == NO_WAY) return run_print(run, "unreachable\n");
    return solved == SOLVED && print_swaps(solver);
}
