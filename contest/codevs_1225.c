/* CODEVS 1225 and Luogu P1379: the eight puzzle with 0 for the blank and another goal; the number of
 * moves. The judges only give boards that can be solved; for another one we say so. */
#include "contest/eight.h"

static const char goal[] = "1238x4765";

static bool print_length(struct solver *solver) {
    struct run *run = solver->run;
    struct eight_board board;
    if (!eight_read(&run->input, '0', &board) || !input_expect_end(&run->input, "the board")) return false;
    return solver_print_length(solver, eight_solve(solver, &board, goal), "unsolvable");
}

bool judge_codevs_1225(struct run *run) {
    struct solver *solver = eight_solver(run, goal);
    return solver && print_length(solver);
}
