/* Luogu P4289 and AcWing 1105: two boards, the least number of swaps. The judges only give boards with
 * as many 1s in one as in the other; for others we say `unreachable`. */
#include "contest/swap.h"

bool judge_luogu_p4289(struct run *run) {
    struct solver *solver = solver_load(run, "swap");
    return solver && solver_print_length(solver, swap_solve(solver), "unreachable");
}
