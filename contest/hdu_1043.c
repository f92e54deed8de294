/* HDU 1043, Eight: boards to the end of the file, for each the moves of x or `unsolvable`. */
#include "contest/eight.h"

bool judge_hdu_1043(struct run *run) {
    struct solver *solver = eight_solver(run, "12345678x");
    bool good = solver;
    while (good && !input_at_end(&run->input)) good = eight_print_moves(solver);
    return good;
}
