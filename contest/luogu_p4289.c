/* Luogu P4289 and AcWing 1105: two boards, the least number of swaps. The judges only give boards with
 * as many 1s in one as in the other; for others we say `unreachable`. */
#include "contest/swap.h"

bool judge_luogu_p4289(struct run *run) {
    struct solver solver;
    bool good = solver_load(&solver, run, "swap");
    if (good) {
        const enum solved solved = swap_solve(&solver);
        good = solved == SOLVED   ? run_print(run, "%zu\n", fewest_answer_length(solver.answer))
               : solved == NO_WAY ? run_print(run, "unreachable\n")
                                  : false;
    }
    solver_close(&solver);
    return good;
}
