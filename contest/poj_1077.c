/* POJ 1077, Eight: one board, the moves of x or `unsolvable`. */
#include "contest/eight.h"

bool judge_poj_1077(struct run *run) {
    struct solver *solver = eight_solver(run, "12345678x");
    return solver && eight_print_moves(solver) && input_expect_end(&run->input, "the board");
}
