/* Luogu P4289 and AcWing 1105: two boards, the least number of swaps. The judges only give boards with
 * as many 1s in one as in the other; for others we say `unreachable`. */
#include "contest/cases.h"
#include "contest/swap.h"

static bool solve(struct run *run) {
    struct solver *solver = solver_load(run, "swap");
    return solver && solver_print_length(solver, swap_solve(solver), "unreachable");
}

/* ---- Cases */

static void make_swap(struct text *text, uint64_t *seed, double level) {
    char from[16], to[16];
    swap_make_boards(seed, level, from, to);
    case_add_rows(text, from, 4, 4);
    text_print(text, "\n");
    case_add_rows(text, to, 4, 4);
}

const struct judge judge_luogu_p4289 = {
    .name = "luogu-p4289",
    .alias = "acwing-1105",
    .summary = "swaps on 4 x 4: their number",
    .solve = solve,
    .beyond = "unreachable",
    .edges = CASES(SWAP_EDGES("\n")),
    .beyond_edges = CASES("1111\n0000\n0000\n0000\n\n1110\n0000\n0000\n0000\n"),
    .generate = make_swap,
};
