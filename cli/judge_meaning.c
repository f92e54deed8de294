/* What an output means. Where a judge accepts any shortest way, the way is walked step by step; where it is longer than
 * need be, the first step is named from which it can no longer be a shortest one. */
#include "cli/judge.h"

#include <stdlib.h>
#include <string.h>

/* ---- Lines and words */

/* The next line, without white space at its end; false: there is none. */
static bool next_line(const char **at, struct text *line) {
    if (!**at) return false;
    size_t length = strcspn(*at, "\n");
    const char *begin = *at;
    *at += length + ((*at)[length] == '\n');
    while (length && strchr(" \t\r", begin[length - 1])) length--;
    text_set(line, "");
    text_add(line, begin, length);
    return true;
}

static bool next_full_line(const char **at, struct text *line) {
    while (next_line(at, line)) {
        if (line->length) return true;
    }
    text_set(line, "");
    return false;
}

static bool next_word(const char **at, struct text *word) {
    *at += strspn(*at, " \t\r\n");
    size_t length = strcspn(*at, " \t\r\n");
    text_set(word, "");
    text_add(word, *at, length);
    *at += length;
    return length > 0;
}

static bool same_words(const char *a, const char *b) {
    struct text left = {0}, right = {0};
    bool same = true, more = true;
    while (same && more) {
        more = next_word(&a, &left);
        same = next_word(&b, &right) == more && strcmp(text_of(&left), text_of(&right)) == 0;
    }
    text_free(&left);
    text_free(&right);
    return same;
}

/* The marks of a board, without what stands between them. */
static void read_marks(const char *text, char *marks, size_t most) {
    size_t count = 0;
    for (; *text && count < most; text++) {
        if (!strchr(" \t\r\n", *text)) marks[count++] = *text;
    }
    marks[count] = '\0';
}

/* Our own answer to a case of some judge. */
static bool answer(const char *judge, const char *input, struct text *output) {
    const struct judge_limits limits = {.seconds = 10, .output = 1 << 20};
    struct text given = {0};
    struct judge_run run;
    text_set(&given, input);
    judge_run_program(NULL, judge, &given, &limits, &run);
    bool good = run.ending == ENDED_WELL;
    text_set(output, text_of(&run.output));
    judge_run_free(&run);
    text_free(&given);
    return good;
}

/* ---- A way that is longer than need be */

/* Names the first of `count` states that the way should not have gone to. left(context, i) is what is left to go after
 * i steps, -1: not known. */
static void name_detour(struct text *why, size_t count, size_t least, int (*left)(void *context, size_t step),
                        void *context) {
    text_print(why, "%zu moves where %zu are enough", count, least);
    for (size_t step = 1; step <= count; step++) {
        int after = left(context, step);
        if (after < 0) return;
        if ((size_t)after + step > least) {
            text_print(why, "; step %zu goes wrong: %zu would be left before it, and %d are left after it", step,
                       least - step + 1, after);
            return;
        }
    }
}

/* ---- The eight puzzle */

static bool slide(char *board, char letter) {
    int at = (int)(strchr(board, 'x') - board);
    int r = at / 3 + (letter == 'd') - (letter == 'u'), c = at % 3 + (letter == 'r') - (letter == 'l');
    if (r < 0 || r > 2 || c < 0 || c > 2) return false;
    board[at] = board[r * 3 + c];
    board[r * 3 + c] = 'x';
    return true;
}

struct slides {
    const char *start, *moves;
};

static int slides_left(void *context, size_t step) {
    const struct slides *slides = context;
    struct text output = {0}, input = {0};
    char board[10];
    snprintf(board, sizeof board, "%s", slides->start);
    for (size_t i = 0; i < step; i++) slide(board, slides->moves[i]);
    for (int i = 0; i < 9; i++) text_print(&input, "%c ", board[i]);
    bool good = answer("poj-1077", text_of(&input), &output);
    int left = good ? (int)strcspn(text_of(&output), "\n") : -1;
    text_free(&output);
    text_free(&input);
    return left;
}

static bool right_moves(const char *start, const char *ours, const char *theirs, struct text *why) {
    char board[10];
    read_marks(start, board, 9);
    struct slides slides = {.moves = theirs};
    char begin[10];
    memcpy(begin, board, sizeof begin);
    slides.start = begin;
    bool hopeless = strcmp(ours, "unsolvable") == 0;
    if (hopeless || strcmp(theirs, "unsolvable") == 0) {
        if (strcmp(ours, theirs) == 0) return true;
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
        text_print(why, "after its %zu moves the board is %.3s / %.3s / %.3s, not the goal; a shortest solution has %zu",
                   count, board, board + 3, board + 6, strlen(ours));
        return false;
    }
    if (count <= strlen(ours)) return true;
    name_detour(why, count, strlen(ours), slides_left, &slides);
    return false;
}

/* A line for each board; an empty one where it is solved already. */
static bool right_slides(const struct judge_task *task, const struct text *cases, size_t count, const char *ours,
                         const char *theirs, struct text *why, size_t *which) {
    struct text right = {0}, given = {0};
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        *which = i;
        next_line(&ours, &right);
        text_set(&given, "");
        bool is_there = task->many ? next_line(&theirs, &given) : next_full_line(&theirs, &given);
        if (!is_there && (task->many || right.length)) {
            text_print(why, "there is no line for this board");
            good = false;
        } else {
            good = right_moves(text_of(&cases[i]), text_of(&right), text_of(&given), why);
        }
    }
    if (good && next_full_line(&theirs, &given)) {
        text_print(why, "there are more lines than boards");
        good = false;
    }
    text_free(&right);
    text_free(&given);
    return good;
}

/* ---- Swaps */

static void swap_cells(char *board, const char *move) {
    size_t a = (size_t)((move[0] - '1') * 4 + move[1] - '1'), b = (size_t)((move[2] - '1') * 4 + move[3] - '1');
    char cell = board[a];
    board[a] = board[b];
    board[b] = cell;
}

struct swaps {
    const char *boards; /* 32 marks */
    const char (*moves)[5];
};

static int swaps_left(void *context, size_t step) {
    const struct swaps *swaps = context;
    struct text output = {0}, input = {0};
    char boards[33];
    memcpy(boards, swaps->boards, sizeof boards);
    for (size_t i = 0; i < step; i++) swap_cells(boards, swaps->moves[i]);
    for (size_t i = 0; i < 8; i++) text_print(&input, "%.4s\n%s", boards + 4 * i, i == 3 ? "\n" : "");
    int left = answer("luogu-p4289", text_of(&input), &output) ? atoi(text_of(&output)) : -1;
    text_free(&output);
    text_free(&input);
    return left;
}

static bool is_swap(const char *move) {
    for (int i = 0; i < 4; i++) {
        if (move[i] < '1' || move[i] > '4') return false;
    }
    return move[4] == '\0' && abs(move[0] - move[2]) + abs(move[1] - move[3]) == 1;
}

static bool right_swaps(const char *start, const char *ours, const char *theirs, struct text *why) {
    enum { MOST = 4096 };
    if (same_words(ours, theirs)) return true;
    char boards[33], at[33], (*moves)[5] = calloc(MOST, sizeof *moves);
    struct text word = {0};
    bool good = false;
    size_t count = 0, least = (size_t)atoi(ours);
    read_marks(start, boards, 32);
    memcpy(at, boards, sizeof at);
    if (!moves || !next_word(&theirs, &word) || *ours < '0' || *ours > '9') goto done;
    char *end;
    unsigned long said = strtoul(text_of(&word), &end, 10);
    if (*end || *text_of(&word) < '0' || *text_of(&word) > '9') {
        text_print(why, "the first word is no number");
        goto done;
    }
    while (count < MOST && next_word(&theirs, &word)) {
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
        name_detour(why, count, least, swaps_left, &(struct swaps){boards, (const char (*)[5])moves});
    else
        good = true;
done:
    text_free(&word);
    free(moves);
    return good;
}

/* ---- The maze */

enum { SIDE = 5, CELLS = SIDE * SIDE };

struct maze_way {
    char cells[CELLS + 1];
    int way[4 * CELLS];
};

static bool are_neighbours(int a, int b) { return abs(a / SIDE - b / SIDE) + abs(a % SIDE - b % SIDE) == 1; }

/* Moves from a cell of the way to the end: distances are lowered until nothing changes. */
static int cells_left(void *context, size_t step) {
    const struct maze_way *maze = context;
    int left[CELLS];
    for (int i = 0; i < CELLS; i++) left[i] = i == CELLS - 1 ? 0 : CELLS;
    for (int round = 0; round < CELLS; round++) {
        for (int a = 0; a < CELLS; a++) {
            for (int b = 0; b < CELLS; b++) {
                bool open = maze->cells[a] == '0' && maze->cells[b] == '0';
                if (open && are_neighbours(a, b) && left[b] + 1 < left[a]) left[a] = left[b] + 1;
            }
        }
    }
    return left[maze->way[step]];
}

static bool right_way(const char *start, const char *ours, const char *theirs, struct text *why) {
    if (same_words(ours, theirs)) return true;
    if (strncmp(ours, "no path", 7) == 0) return false;
    struct maze_way maze = {0};
    struct text line = {0};
    size_t count = 0, cells = 0;
    bool good = false;
    read_marks(start, maze.cells, CELLS);
    for (const char *at = ours; *at; at++) cells += *at == '\n';
    while (next_full_line(&theirs, &line)) {
        int r, c, end = 0;
        if (sscanf(text_of(&line), " ( %9d , %9d )%n", &r, &c, &end) != 2 || end == 0 || text_of(&line)[end]) {
            text_print(why, "line %zu, `%.40s`, is not of the form (r, c)", count + 1, text_of(&line));
            goto done;
        }
        if (r < 0 || r >= SIDE || c < 0 || c >= SIDE || maze.cells[r * SIDE + c] != '0') {
            text_print(why, "step %zu goes wrong: (%d, %d) is %s", count, r, c,
                       r < 0 || r >= SIDE || c < 0 || c >= SIDE ? "outside the maze" : "a wall");
            goto done;
        }
        int cell = r * SIDE + c;
        if (count == 0 && cell != 0) {
            text_print(why, "the path begins at (%d, %d), not at (0, 0)", r, c);
            goto done;
        }
        if (count > 0 && !are_neighbours(maze.way[count - 1], cell)) {
            text_print(why, "step %zu goes wrong: (%d, %d) is no neighbour of the cell before it", count, r, c);
            goto done;
        }
        if (count == 4 * CELLS) break;
        maze.way[count++] = cell;
    }
    if (count == 0 || maze.way[count - 1] != CELLS - 1)
        text_print(why, "the path does not end at (4, 4)");
    else if (count > cells)
        name_detour(why, count - 1, cells - 1, cells_left, &maze);
    else
        good = true;
done:
    text_free(&line);
    return good;
}

/* ---- Answers that are one line for each case */

static bool right_lines(size_t count, const char *ours, const char *theirs, struct text *why, size_t *which) {
    struct text right = {0}, given = {0};
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        *which = i;
        next_full_line(&ours, &right);
        bool is_there = next_full_line(&theirs, &given);
        good = same_words(text_of(&right), text_of(&given));
        if (!good && is_there)
            text_print(why, "expected %.60s, got %.60s", text_of(&right), text_of(&given));
        else if (!good)
            text_print(why, "expected %.60s, but there is no line for this case", text_of(&right));
    }
    if (good && next_full_line(&theirs, &given)) {
        text_print(why, "there is more output than cases: `%.60s`", text_of(&given));
        good = false;
    }
    text_free(&right);
    text_free(&given);
    return good;
}

bool judge_means_right(const struct judge_task *task, const struct text *cases, size_t count, const char *ours,
                       const char *theirs, struct text *why, size_t *which) {
    text_set(why, "");
    *which = 0;
    bool (*one)(const char *, const char *, const char *, struct text *) =
        strcmp(task->name, "poj-3984") == 0 ? right_way : strcmp(task->name, "luogu-p1225") == 0 ? right_swaps : NULL;
    bool good;
    if (one)
        good = one(text_of(&cases[0]), ours, theirs, why);
    else if (task->generate == judge_task_named("poj-1077")->generate)
        good = right_slides(task, cases, count, ours, theirs, why, which);
    else
        return right_lines(count, ours, theirs, why, which);
    if (!good && why->length == 0) text_print(why, "expected %.*s", (int)strcspn(ours, "\n"), ours);
    return good;
}
