/* HDU 1043, Eight: boards to the end of the file, for each the moves of x or `unsolvable`. */
#include "contest/cases.h"
#include "contest/eight.h"

static bool solve(struct run *run) {
    struct solver *solver = eight_solver(run, "12345678x");
    bool good = solver;
    while (good && !input_at_end(&run->input))
        good = eight_print_moves(solver);
    return good;
}

const struct judge judge_hdu_1043 = {
    .name = "hdu-1043",
    .alias = "",
    .summary = "the eight puzzle, many boards: the moves of x",
    .solve = solve,
    .many = true,
    .edges = CASES(EIGHT_EDGES),
    .beyond_edges = NO_CASES,
    .generate = eight_generate,
    .is_right = eight_is_right,
};
