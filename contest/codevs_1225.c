/* CODEVS 1225 and Luogu P1379: the eight puzzle with 0 for the blank and another goal; the number of
 * moves. The judges only give boards that can be solved; for another one we say so. */
#include "contest/eight.h"

static bool print_length(struct solver *solver) {
    struct run *run = solver->run;
    struct eight_board board;
    if (!eight_read(&run->input, '0', &board) || !input_expect_end(&run->input, "the board")) return false;
    const enum solved solved = eight_solve(solver, &board, "1238x4765");
    if (solved == STOPPED) return false;
    if (solved == NO_WAY) return run_print(run, "unsolvable\n");
    return run_print(run, "%zu\n", fewest_answer_length(solver->answer));
}

bool judge_codevs_1225(struct run *run) {
    struct solver solver;
    const bool good = solver_load(&solver, run, "eight") && solver_goal(&solver, "1 2 3 / 8 x 4 / 7 6 5") &&
                      print_length(&solver);
    solver_close(&solver);
    return good;
}
