/* The swap game, for two judges: reading and solving it, and random boards. */
#include "contest/cases.h"
#include "contest/swap.h"

static bool read_board(struct input *input, char *cells) {
    struct token row[SWAP_SIDE];
    for (size_t cell = 0; cell < SWAP_CELLS; cell++) {
        if (cell % SWAP_SIDE == 0 && !input_group(input, MARK, SWAP_SIDE, "a row of four cells", row)) {
            return false;
        }
        const struct token token = row[cell % SWAP_SIDE];
        cells[cell] = token.text[0];
        if (cells[cell] != '0' && cells[cell] != '1') {
            return input_fail(input, token.line, "expected 0 or 1, found %s", input_quote(token).text);
        }
    }
    cells[SWAP_CELLS] = '\0';
    return true;
}

enum solved swap_solve(struct solver *solver) {
    struct input *input = &solver->run->input;
    char start[SWAP_CELLS + 1], goal[SWAP_CELLS + 1];
    const size_t line = input->line;
    if (!read_board(input, start) || !read_board(input, goal) ||
        !input_expect_end(input, "the second board")) {
        return STOPPED;
    }
    if (!solver_start(solver, start) || !solver_goal(solver, goal))
        return STOPPED;
    return solver_solve(solver, line);
}

void swap_make_boards(uint64_t *seed, double level, char *from, char *to) {
    for (int i = 0; i < 16; i++)
        from[i] = to[i] = case_chance(seed, 50) ? '1' : '0';
    if (level > 0.5)
        case_shuffle(to, 16, seed);
    for (unsigned left = case_within(seed, level, 0, 8); left > 0; left--) {
        size_t a = case_random(seed, 16), b = case_random(seed, 16);
        char cell = to[a];
        to[a] = to[b];
        to[b] = cell;
    }
}
