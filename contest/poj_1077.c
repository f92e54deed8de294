/* POJ 1077, Eight: one board, the moves of x or `unsolvable`. */
#include "contest/cases.h"
#include "contest/eight.h"

static bool solve(struct run *run) {
    struct solver *solver = eight_solver(run, "12345678x");
    return solver && eight_print_moves(solver) && input_expect_end(&run->input, "the board");
}

const struct judge judge_poj_1077 = {
    .name = "poj-1077",
    .alias = "",
    .summary = "the eight puzzle, one board: the moves of x",
    .solve = solve,
    .edges = CASES(EIGHT_EDGES),
    .beyond_edges = NO_CASES,
    .generate = eight_generate,
    .is_right = eight_is_right,
};
