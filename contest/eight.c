/* Boards of the eight puzzle, for three judges: reading and solving them, random ones, what an output means. */
#include "contest/cases.h"
#include "contest/eight.h"

#include <stdio.h>
#include <string.h>

bool eight_read(struct input *input, char blank, struct eight_board *board) {
    struct token tokens[EIGHT_CELLS];
    bool seen[256] = {false};
    if (!input_group(input, MARK, EIGHT_CELLS, "nine pieces", tokens))
        return false;
    board->line = tokens[0].line;
    for (size_t cell = 0; cell < EIGHT_CELLS; cell++) {
        const char piece = tokens[cell].text[0];
        if (piece != blank && (piece < '1' || piece > '8')) {
            return input_fail(input, tokens[cell].line, "expected a piece 1 to 8 or %c, found %s", blank,
                              input_quote(tokens[cell]).text);
        }
        if (seen[(unsigned char)piece]) {
            return input_fail(input, tokens[cell].line, "expected each piece once, found a second %c", piece);
        }
        seen[(unsigned char)piece] = true;
        board->pieces[cell] = piece == blank ? 'x' : piece;
    }
    return true;
}

struct solver *eight_solver(struct run *run, const char *goal) {
    const bool is_new = !run->solver;
    struct solver *solver = solver_load(run, "eight");
    return solver && (!is_new || solver_goal(solver, goal)) ? solver : NULL;
}

/* A slide changes the number of pairs of tiles in the wrong order by an even number, so half of the boards
 * cannot be reached: no search is needed to see that. */
static bool is_odd(const char *pieces) {
    unsigned inversions = 0;
    for (size_t i = 0; i < EIGHT_CELLS; i++) {
        for (size_t j = i + 1; j < EIGHT_CELLS; j++) {
            inversions += pieces[i] != 'x' && pieces[j] != 'x' && pieces[i] > pieces[j];
        }
    }
    return inversions % 2 != 0;
}

enum solved eight_solve(struct solver *solver, const struct eight_board *board, const char *goal) {
    if (is_odd(board->pieces) != is_odd(goal))
        return NO_WAY;
    char start[2 * EIGHT_CELLS];
    for (size_t cell = 0; cell < EIGHT_CELLS; cell++) {
        start[2 * cell] = board->pieces[cell];
        start[2 * cell + 1] = cell + 1 < EIGHT_CELLS ? ' ' : '\0';
    }
    return solver_start(solver, start) ? solver_solve(solver, board->line) : STOPPED;
}

bool eight_print_moves(struct solver *solver) {
    struct run *run = solver->run;
    struct eight_board board;
    char line[EIGHT_FARTHEST + 1];
    solver->options.any = false; /* the first path in the order u d l r */
    if (!eight_read(&run->input, 'x', &board))
        return false;
    const enum solved solved = eight_solve(solver, &board, "12345678x");
    if (solved == STOPPED)
        return false;
    if (solved == NO_WAY)
        return run_print(run, "unsolvable\n");
    const size_t length = fewest_answer_length(solver->answer);
    for (size_t step = 0; step < length; step++) {
        const char *word = fewest_answer_move(solver->answer, 0, step);
        if (!word)
            return run_fail(run, FEWEST_SYSTEM, "there is not enough memory");
        line[step] = word[0];
    }
    return run_print(run, "%.*s\n", (int)length, line);
}

/* ---- Cases */

void eight_walk_blank(char *board, char blank, uint64_t *seed, double level) {
    unsigned steps = level > 0.6 ? 400 : case_within(seed, level, 1, 60);
    for (unsigned i = 0; i < steps; i++) {
        int at = (int)(strchr(board, blank) - board), direction = (int)case_random(seed, 4);
        int r = at / 3 + (direction == 0) - (direction == 1), c = at % 3 + (direction == 2) - (direction == 3);
        if (r < 0 || r > 2 || c < 0 || c > 2)
            continue;
        board[at] = board[r * 3 + c];
        board[r * 3 + c] = blank;
    }
}

void eight_generate(struct text *text, uint64_t *seed, double level) {
    char board[] = "12345678x";
    eight_walk_blank(board, 'x', seed, level);
    if (level > 0.2 && case_chance(seed, 12)) { /* two tiles the wrong way round: it cannot be solved */
        int a = board[0] == 'x' ? 2 : 0, b = board[1] == 'x' ? 2 : 1;
        char tile = board[a];
        board[a] = board[b];
        board[b] = tile;
    }
    for (int i = 0; i < 9; i++)
        text_print(text, "%c%s", board[i], i < 8 ? " " : "\n");
}

/* ---- Meaning */

static bool slide(char *board, char letter) {
    int at = (int)(strchr(board, 'x') - board);
    int r = at / 3 + (letter == 'd') - (letter == 'u'), c = at % 3 + (letter == 'r') - (letter == 'l');
    if (r < 0 || r > 2 || c < 0 || c > 2)
        return false;
    board[at] = board[r * 3 + c];
    board[r * 3 + c] = 'x';
    return true;
}

struct slides {
    const struct comparison *comparison;
    const char *start, *moves;
};

static int slides_left(void *context, size_t step) {
    const struct slides *slides = context;
    struct text output = {0}, input = {0};
    char board[10];
    snprintf(board, sizeof board, "%s", slides->start);
    for (size_t i = 0; i < step; i++)
        slide(board, slides->moves[i]);
    for (int i = 0; i < 9; i++)
        text_print(&input, "%c ", board[i]);
    bool good = slides->comparison->answer("poj-1077", text_of(&input), &output);
    int left = good ? (int)strcspn(text_of(&output), "\n") : -1;
    text_free(&output);
    text_free(&input);
    return left;
}

static bool right_moves(const struct comparison *it, const char *start, const char *ours, const char *theirs) {
    struct text *why = it->why;
    char board[10];
    compare_marks(start, board, 9);
    struct slides slides = {.comparison = it, .moves = theirs};
    char begin[10];
    memcpy(begin, board, sizeof begin);
    slides.start = begin;
    bool hopeless = strcmp(ours, "unsolvable") == 0;
    if (hopeless || strcmp(theirs, "unsolvable") == 0) {
        if (strcmp(ours, theirs) == 0)
            return true;
        text_print(why, hopeless ? "the board cannot be solved: expected unsolvable" : "the board can be solved");
        return false;
    }
    size_t count = strlen(theirs);
    for (size_t step = 0; step < count; step++) {
        if (!strchr("udlr", theirs[step])) {
            text_print(why, "step %zu is `%c`, which is none of u d l r", step + 1, theirs[step]);
            return false;
        }
        char before[10];
        memcpy(before, board, sizeof before);
        if (!slide(board, theirs[step])) {
            text_print(why, "step %zu, `%c`, takes x off the board %.3s / %.3s / %.3s", step + 1, theirs[step], before,
                       before + 3, before + 6);
            return false;
        }
    }
    if (strcmp(board, "12345678x") != 0) {
        text_print(why, "after its %zu move%s the board is %.3s / %.3s / %.3s, not the goal; a shortest solution has %zu",
                   count, count == 1 ? "" : "s", board, board + 3, board + 6, strlen(ours));
        return false;
    }
    if (count <= strlen(ours))
        return true;
    compare_name_detour(why, count, strlen(ours), slides_left, &slides);
    return false;
}

bool eight_is_right(struct comparison *it) {
    const char *ours = it->ours, *theirs = it->theirs;
    const bool many = it->judge->many;
    struct text right = {0}, given = {0};
    bool good = true;
    for (size_t i = 0; good && i < it->count; i++) {
        it->which = i;
        compare_line(&ours, &right);
        text_set(&given, "");
        bool is_there = many ? compare_line(&theirs, &given) : compare_full_line(&theirs, &given);
        if (!is_there && (many || right.length)) {
            text_print(it->why, "there is no line for this board");
            good = false;
        } else {
            good = right_moves(it, text_of(&it->cases[i]), text_of(&right), text_of(&given));
        }
    }
    if (good && compare_full_line(&theirs, &given)) {
        text_print(it->why, "there are more lines than boards");
        good = false;
    }
    text_free(&right);
    text_free(&given);
    return good;
}
