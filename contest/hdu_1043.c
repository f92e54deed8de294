/* HDU 1043, Eight: boards to the end of the file, for each the moves of x or `unsolvable`. */
#include "contest/eight.h"

bool judge_hdu_1043(struct run *run) {
    struct solver solver;
    bool good = solver_load(&solver, run, "eight");
    while (good && !input_at_end(&run->input)) good = eight_print_moves(&solver);
    solver_close(&solver);
    return good;
}
