/* CODEVS 1225 and Luogu P1379: the eight puzzle with 0 for the blank and another goal; the number of
 * moves. The judges only give boards that can be solved; for another one we say so. */
#include "contest/cases.h"
#include "contest/eight.h"

static const char goal[] = "1238x4765";

static bool print_length(struct solver *solver) {
    struct run *run = solver->run;
    struct eight_board board;
    if (!eight_read(&run->input, '0', &board) || !input_expect_end(&run->input, "the board"))
        return false;
    return solver_print_length(solver, eight_solve(solver, &board, goal), "unsolvable");
}

static bool solve(struct run *run) {
    struct solver *solver = eight_solver(run, goal);
    return solver && print_length(solver);
}

/* ---- Cases */

static void make_eight_number(struct text *text, uint64_t *seed, double level) {
    char board[] = "123804765";
    eight_walk_blank(board, '0', seed, level);
    text_print(text, "%s\n", board);
}

const struct judge judge_codevs_1225 = {
    .name = "codevs-1225",
    .alias = "luogu-p1379",
    .summary = "the eight puzzle to 123804765: the number of moves",
    .solve = solve,
    .beyond = "unsolvable",
    .edges = CASES("123804765\n", "103824765\n", "283104765\n", "057684321\n", "765804321\n"),
    .beyond_edges = CASES("213804765\n"),
    .generate = make_eight_number,
};
