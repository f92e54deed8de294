/* Luogu P1225: two boards, the least number of swaps and then the swaps, each as the two cells row column
 * row column.
 *
 * Among all shortest solutions the one is printed that seed 000's program finds: the least where swaps are
 * ordered by their upper or left cell in reading order, down before right. The library prefers the
 * lowest moves in the order of the puzzle, so the puzzle here names its pairs of cells in that order. */
#include "contest/cases.h"
#include "contest/swap.h"

#include <stdlib.h>
#include <string.h>

static const char swap_in_reading_order[] =
    "title   Swap\n"
    "board   4 x 4\n"
    "pieces  0 1\n"
    "links   1-5 1-2  2-6 2-3  3-7 3-4  4-8\n"
    "links   5-9 5-6  6-10 6-7  7-11 7-8  8-12\n"
    "links   9-13 9-10  10-14 10-11  11-15 11-12  12-16\n"
    "links   13-14 14-15 15-16\n"
    "move    swap, along links:  0 1 -> 1 0\n";

/* The cells of a state before that step, without what stands between them. */
static bool read_state(struct solver *solver, size_t step, char *cells) {
    const char *text = fewest_answer_state(solver->answer, 0, step);
    if (!text)
        return run_fail(solver->run, FEWEST_SYSTEM, "there is not enough memory");
    size_t count = 0;
    for (; *text && count < SWAP_CELLS; text++) {
        if (*text == '0' || *text == '1')
            cells[count++] = *text;
    }
    return true;
}

static bool print_swaps(struct solver *solver) {
    char before[SWAP_CELLS], after[SWAP_CELLS];
    const size_t length = fewest_answer_length(solver->answer);
    if (!run_print(solver->run, "%zu\n", length) || !read_state(solver, 0, before))
        return false;
    for (size_t step = 1; step <= length; step++) {
        if (!read_state(solver, step, after))
            return false;
        unsigned first = 0, second = SWAP_CELLS - 1;
        while (before[first] == after[first])
            first++;
        while (before[second] == after[second])
            second--;
        if (!run_print(solver->run, "%u%u%u%u\n", first / SWAP_SIDE + 1, first % SWAP_SIDE + 1,
                       second / SWAP_SIDE + 1, second % SWAP_SIDE + 1)) {
            return false;
        }
        memcpy(before, after, sizeof before);
    }
    return true;
}

static bool solve(struct run *run) {
    struct solver *solver = solver_rules(run, swap_in_reading_order);
    if (!solver)
        return false;
    solver->options.any = false;
    const enum solved solved = swap_solve(solver);
    if (solved == NO_WAY)
        return run_print(run, "unreachable\n");
    return solved == SOLVED && print_swaps(solver);
}

/* ---- Cases */

static void make_swap_moves(struct text *text, uint64_t *seed, double level) {
    char from[16], to[16];
    swap_make_boards(seed, level, from, to);
    case_add_rows(text, from, 4, 4);
    case_add_rows(text, to, 4, 4);
}

/* ---- Meaning */

static void swap_cells(char *board, const char *move) {
    size_t a = (size_t)((move[0] - '1') * 4 + move[1] - '1'), b = (size_t)((move[2] - '1') * 4 + move[3] - '1');
    char cell = board[a];
    board[a] = board[b];
    board[b] = cell;
}

struct swaps {
    const struct comparison *comparison;
    const char *boards; /* 32 marks */
    const char (*moves)[5];
};

static int swaps_left(void *context, size_t step) {
    const struct swaps *swaps = context;
    struct text output = {0}, input = {0};
    char boards[33];
    memcpy(boards, swaps->boards, sizeof boards);
    for (size_t i = 0; i < step; i++)
        swap_cells(boards, swaps->moves[i]);
    for (size_t i = 0; i < 8; i++)
        text_print(&input, "%.4s\n%s", boards + 4 * i, i == 3 ? "\n" : "");
    int left = swaps->comparison->answer("luogu-p4289", text_of(&input), &output) ? atoi(text_of(&output)) : -1;
    text_free(&output);
    text_free(&input);
    return left;
}

static bool is_swap(const char *move) {
    for (int i = 0; i < 4; i++) {
        if (move[i] < '1' || move[i] > '4')
            return false;
    }
    return move[4] == '\0' && abs(move[0] - move[2]) + abs(move[1] - move[3]) == 1;
}

static bool is_right(struct comparison *it) {
    enum { MOST = 4096 };
    const char *ours = it->ours, *theirs = it->theirs;
    struct text *why = it->why;
    if (compare_words(ours, theirs))
        return true;
    char boards[33], at[33], (*moves)[5] = calloc(MOST, sizeof *moves);
    struct text word = {0};
    bool good = false;
    size_t count = 0, least = (size_t)atoi(ours);
    compare_marks(text_of(&it->cases[0]), boards, 32);
    memcpy(at, boards, sizeof at);
    if (!moves || !compare_word(&theirs, &word) || *ours < '0' || *ours > '9')
        goto done;
    char *end;
    unsigned long said = strtoul(text_of(&word), &end, 10);
    if (*end || *text_of(&word) < '0' || *text_of(&word) > '9') {
        text_print(why, "the first word is no number");
        goto done;
    }
    while (count < MOST && compare_word(&theirs, &word)) {
        if (word.length != 4 || !is_swap(text_of(&word))) {
            text_print(why, "step %zu, `%.20s`, is no swap of two neighbours", count + 1, text_of(&word));
            goto done;
        }
        memcpy(moves[count], text_of(&word), 5);
        swap_cells(at, moves[count++]);
    }
    if (said != count)
        text_print(why, "it says %lu swaps, but prints %zu", said, count);
    else if (strncmp(at, boards + 16, 16) != 0)
        text_print(why, "after its %zu swaps the board is %.4s / %.4s / %.4s / %.4s, not the goal", count, at, at + 4,
                   at + 8, at + 12);
    else if (count > least)
        compare_name_detour(why, count, least, swaps_left, &(struct swaps){it, boards, (const char (*)[5])moves});
    else
        good = true;
done:
    text_free(&word);
    free(moves);
    return good;
}

const struct judge judge_luogu_p1225 = {
    .name = "luogu-p1225",
    .alias = "swap-moves",
    .summary = "swaps on 4 x 4: their number and the swaps",
    .solve = solve,
    .beyond = "unreachable",
    .edges = CASES(SWAP_EDGES("")),
    .beyond_edges = CASES("1111\n0000\n0000\n0000\n1110\n0000\n0000\n0000\n"),
    .generate = make_swap_moves,
    .is_right = is_right,
};
