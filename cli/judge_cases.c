/* The cases of each judge: those known to be hard or special, and random ones from tiny to the judge's limits. A case is
 * written as it stands in an input; what surrounds the cases is added by judge_join. */
#include "cli/judge.h"

#include "contest/contest.h"

#include <stdlib.h>
#include <string.h>

uint64_t judge_random(uint64_t *seed, uint64_t below) {
    uint64_t mixed = *seed += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    mixed ^= mixed >> 31;
    return mixed % below;
}

static bool chance(uint64_t *seed, unsigned percent) { return judge_random(seed, 100) < percent; }

/* From `low` to what the level allows, at most `high`. */
static unsigned within(uint64_t *seed, double level, unsigned low, unsigned high) {
    unsigned most = low + (unsigned)(level * (double)(high - low) + 0.5);
    return low + (unsigned)judge_random(seed, most - low + 1);
}

static void shuffle(char *cells, size_t count, uint64_t *seed) {
    for (size_t i = count; i > 1; i--) {
        size_t j = judge_random(seed, i);
        char cell = cells[i - 1];
        cells[i - 1] = cells[j];
        cells[j] = cell;
    }
}

static void add_rows(struct text *text, const char *cells, size_t rows, size_t columns) {
    for (size_t r = 0; r < rows; r++) text_print(text, "%.*s\n", (int)columns, cells + r * columns);
}

/* ---- poj-3984 */

enum { MAZE = 5 };

/* Whether the way is open from the top left to the bottom right: by flooding, again and again until nothing changes. */
static bool maze_is_open(const char *cells) {
    bool wet[MAZE * MAZE] = {cells[0] == '0'};
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < MAZE * MAZE; i++) {
            bool near = (i % MAZE > 0 && wet[i - 1]) || (i % MAZE < MAZE - 1 && wet[i + 1]) ||
                        (i >= MAZE && wet[i - MAZE]) || (i < MAZE * MAZE - MAZE && wet[i + MAZE]);
            if (wet[i] || !near || cells[i] != '0') continue;
            wet[i] = changed = true;
        }
    }
    return wet[MAZE * MAZE - 1];
}

static void make_maze(struct text *text, uint64_t *seed, double level) {
    char cells[MAZE * MAZE];
    unsigned percent = (unsigned)(level * 50);
    do {
        for (int i = 0; i < MAZE * MAZE; i++) cells[i] = chance(seed, percent) ? '1' : '0';
        cells[0] = cells[MAZE * MAZE - 1] = '0';
    } while (!maze_is_open(cells));
    for (int i = 0; i < MAZE * MAZE; i++) text_print(text, "%c%c", cells[i], i % MAZE == MAZE - 1 ? '\n' : ' ');
}

/* ---- the eight puzzle */

/* The board after a walk of the blank from the goal; at the highest levels any board of the same parity. */
static void walk_blank(char *board, char blank, uint64_t *seed, double level) {
    unsigned steps = level > 0.6 ? 400 : within(seed, level, 1, 60);
    for (unsigned i = 0; i < steps; i++) {
        int at = (int)(strchr(board, blank) - board), direction = (int)judge_random(seed, 4);
        int r = at / 3 + (direction == 0) - (direction == 1), c = at % 3 + (direction == 2) - (direction == 3);
        if (r < 0 || r > 2 || c < 0 || c > 2) continue;
        board[at] = board[r * 3 + c];
        board[r * 3 + c] = blank;
    }
}

static void make_eight(struct text *text, uint64_t *seed, double level) {
    char board[] = "12345678x";
    walk_blank(board, 'x', seed, level);
    if (level > 0.2 && chance(seed, 12)) { /* two tiles the wrong way round: it cannot be solved */
        int a = board[0] == 'x' ? 2 : 0, b = board[1] == 'x' ? 2 : 1;
        char tile = board[a];
        board[a] = board[b];
        board[b] = tile;
    }
    for (int i = 0; i < 9; i++) text_print(text, "%c%s", board[i], i < 8 ? " " : "\n");
}

static void make_eight_number(struct text *text, uint64_t *seed, double level) {
    char board[] = "123804765";
    walk_blank(board, '0', seed, level);
    text_print(text, "%s\n", board);
}

/* ---- boards of 4 x 4 */

static void make_four_in_line(struct text *text, uint64_t *seed, double level) {
    char cells[] = "BBBBBBBWWWWWWWOO";
    (void)level;
    shuffle(cells, 16, seed);
    add_rows(text, cells, 4, 4);
}

/* Two boards with as many 1s; at low levels they differ by a few swaps. */
static void make_swap_boards(uint64_t *seed, double level, char *from, char *to) {
    for (int i = 0; i < 16; i++) from[i] = to[i] = chance(seed, 50) ? '1' : '0';
    if (level > 0.5) shuffle(to, 16, seed);
    for (unsigned left = within(seed, level, 0, 8); left > 0; left--) {
        size_t a = judge_random(seed, 16), b = judge_random(seed, 16);
        char cell = to[a];
        to[a] = to[b];
        to[b] = cell;
    }
}

static void make_swap(struct text *text, uint64_t *seed, double level) {
    char from[16], to[16];
    make_swap_boards(seed, level, from, to);
    add_rows(text, from, 4, 4);
    text_print(text, "\n");
    add_rows(text, to, 4, 4);
}

static void make_swap_moves(struct text *text, uint64_t *seed, double level) {
    char from[16], to[16];
    make_swap_boards(seed, level, from, to);
    add_rows(text, from, 4, 4);
    add_rows(text, to, 4, 4);
}

/* ---- lock and solitaire */

static void make_lock(struct text *text, uint64_t *seed, double level) {
    char from[5] = "", to[5] = "";
    for (int i = 0; i < 4; i++) {
        from[i] = (char)('1' + judge_random(seed, 9));
        to[i] = chance(seed, (unsigned)(100 * level) + 10) ? (char)('1' + judge_random(seed, 9)) : from[i];
    }
    text_print(text, "%s\n%s\n\n", from, to);
}

static bool is_taken(const int *pieces, int cell, int but) {
    for (int i = 0; i < 4; i++) {
        if (i != but && pieces[i] == cell) return true;
    }
    return false;
}

/* One step or jump of a piece; nothing where there is no room. */
static void move_piece(int *pieces, uint64_t *seed) {
    int piece = (int)judge_random(seed, 4), direction = (int)judge_random(seed, 4);
    int dr = (direction == 0) - (direction == 1), dc = (direction == 2) - (direction == 3);
    int r = pieces[piece] / 8 + dr, c = pieces[piece] % 8 + dc;
    if (r >= 0 && r < 8 && c >= 0 && c < 8 && is_taken(pieces, r * 8 + c, piece)) {
        r += dr;
        c += dc;
    }
    if (r >= 0 && r < 8 && c >= 0 && c < 8 && !is_taken(pieces, r * 8 + c, piece)) pieces[piece] = r * 8 + c;
}

static void add_pieces(struct text *text, const int *pieces) {
    for (int i = 0; i < 4; i++)
        text_print(text, "%d %d%s", pieces[i] / 8 + 1, pieces[i] % 8 + 1, i < 3 ? " " : "\n");
}

static void make_solitaire(struct text *text, uint64_t *seed, double level) {
    int pieces[4] = {-1, -1, -1, -1};
    int corner = (int)judge_random(seed, 5) * 8 + (int)judge_random(seed, 5);
    for (int i = 0; i < 4; i++) {
        do pieces[i] = chance(seed, 30) ? (int)judge_random(seed, 64)
                                        : corner + (int)judge_random(seed, 4) * 8 + (int)judge_random(seed, 4);
        while (is_taken(pieces, pieces[i], i));
    }
    add_pieces(text, pieces);
    for (unsigned left = within(seed, level, 0, 40); left > 0; left--) move_piece(pieces, seed);
    add_pieces(text, pieces);
}

/* ---- strings */

static void add_word(struct text *text, uint64_t *seed, unsigned letters, unsigned longest, const char *end) {
    for (unsigned left = 1 + (unsigned)judge_random(seed, longest); left > 0; left--)
        text_print(text, "%c", (char)('a' + judge_random(seed, letters)));
    text_print(text, "%s", end);
}

/* A goal is made by rewriting the start, so that there is often a way. */
static void make_strings(struct text *text, uint64_t *seed, double level) {
    struct text rules = {0};
    char before[6][24], after[6][24], string[256];
    unsigned letters = 2 + (unsigned)judge_random(seed, 4), longest = within(seed, level, 2, 4);
    unsigned count = within(seed, level, 1, 6);
    for (unsigned i = 0; i < count; i++) {
        struct text word = {0};
        add_word(&word, seed, letters, chance(seed, 50) ? 1 : 2, "");
        snprintf(before[i], sizeof before[i], "%s", text_of(&word));
        word.length = 0;
        add_word(&word, seed, letters, longest, "");
        snprintf(after[i], sizeof after[i], "%s", text_of(&word));
        text_free(&word);
        text_print(&rules, "%s %s\n", before[i], after[i]);
    }
    struct text start = {0};
    add_word(&start, seed, letters, within(seed, level, 2, 12), "");
    snprintf(string, sizeof string, "%s", text_of(&start));
    for (unsigned left = within(seed, level, 0, 12) * 6; left > 0; left--) {
        unsigned rule = (unsigned)judge_random(seed, count);
        size_t at = judge_random(seed, strlen(string)), cut = strlen(before[rule]);
        char next[256];
        if (strncmp(string + at, before[rule], cut) != 0) continue;
        snprintf(next, sizeof next, "%.*s%s%s", (int)at, string, after[rule], string + at + cut);
        if (strlen(next) <= 20) memcpy(string, next, sizeof string);
    }
    text_print(text, "%s %s\n%s", text_of(&start), string, text_of(&rules));
    text_free(&start);
    text_free(&rules);
}

/* ---- Nemo */

/* A grid of rooms, with doors in some of the walls between them. */
static void make_nemo(struct text *text, uint64_t *seed, double level) {
    struct text walls = {0}, doors = {0};
    unsigned side = level >= 1 ? 198 : within(seed, level, 1, 12), wall_count = 0, door_count = 0;
    unsigned shift = level >= 1 ? 1 : 1 + (unsigned)judge_random(seed, 199 - side);
    unsigned percent = 20 + (unsigned)judge_random(seed, 50);
    for (unsigned i = 0; i <= side; i++) {
        for (unsigned d = 0; d < 2; d++) {
            if (i > 0 && i < side && chance(seed, 10)) continue; /* a wall that is missing */
            unsigned x = d ? shift + i : shift, y = d ? shift : shift + i;
            text_print(&walls, "%u %u %u %u\n", x, y, d, side);
            wall_count++;
            for (unsigned k = 0; k < side; k++) {
                if (!chance(seed, percent)) continue;
                text_print(&doors, "%u %u %u\n", d ? x : x + k, d ? y + k : y, d);
                door_count++;
            }
        }
    }
    text_print(text, "%u %u\n%s%s", wall_count, door_count, text_of(&walls), text_of(&doors));
    unsigned x = shift + (unsigned)judge_random(seed, side), y = shift + (unsigned)judge_random(seed, side);
    if (chance(seed, 8)) x = 0; /* outside */
    text_print(text, "%u.5 %u.%u\n", x, y, 1 + (unsigned)judge_random(seed, 8));
    text_free(&walls);
    text_free(&doors);
}

/* ---- M x N tiles */

static void make_tiles(struct text *text, uint64_t *seed, double level) {
    unsigned rows = level >= 1 ? 999 : within(seed, level, 2, 40);
    unsigned columns = level >= 1 ? 999 : within(seed, level, 2, 40);
    unsigned count = rows * columns, *board = malloc(count * sizeof *board);
    if (!board) return;
    for (unsigned i = 0; i < count; i++) board[i] = (i + 1) % count;
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)judge_random(seed, i), tile = board[i - 1];
        board[i - 1] = board[j];
        board[j] = tile;
    }
    text_print(text, "%u %u\n", rows, columns);
    for (unsigned i = 0; i < count; i++) text_print(text, "%u%c", board[i], i % columns == columns - 1 ? '\n' : ' ');
    free(board);
}

/* ---- The table */

#define EDGES(...) (const char *const[]) { __VA_ARGS__, NULL }
#define NONE EDGES(NULL)

#define EIGHT_EDGES                                                                                                \
    "1 2 3 4 5 6 7 8 x\n", "1 2 3 4 5 6 7 x 8\n", "1 2 3 4 5 6 8 7 x\n", "4 1 2 5 x 6 7 3 8\n",                   \
        "2 3 4 1 5 x 7 6 8\n", "x 6 8 4 7 3 5 1 2\n", "8 6 7 2 5 4 3 x 1\n", "6 4 7 8 5 x 3 2 1\n"
#define SWAP_EDGES(between)                                                                                        \
    "0000\n0000\n0000\n0000\n" between "0000\n0000\n0000\n0000\n",                                                  \
        "1010\n0101\n1010\n0101\n" between "1010\n0101\n1010\n0101\n",                                              \
        "1000\n0000\n0000\n0000\n" between "0000\n0000\n0000\n0001\n",                                              \
        "1111\n0000\n1110\n0010\n" between "1010\n0101\n1010\n0101\n",                                              \
        "0000\n0001\n0111\n1111\n" between "1111\n1110\n1000\n0000\n"

static const struct judge_task tasks[] = {
    {.name = "poj-3984",
     .beyond = "no path",
     .edges = EDGES("0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n",
                    "0 0 0 0 0\n1 1 1 1 0\n0 0 0 0 0\n0 1 1 1 1\n0 0 0 0 0\n",
                    "0 1 0 0 0\n0 1 0 1 0\n0 1 0 1 0\n0 1 0 1 0\n0 0 0 1 0\n"),
     .beyond_edges = EDGES("0 1 0 0 0\n1 1 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n",
                           "1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n",
                           "0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 1\n"),
     .generate = make_maze},
    {.name = "poj-1077", .edges = EDGES(EIGHT_EDGES), .beyond_edges = NONE, .generate = make_eight},
    {.name = "hdu-1043", .many = true, .edges = EDGES(EIGHT_EDGES), .beyond_edges = NONE, .generate = make_eight},
    {.name = "codevs-1225",
     .beyond = "unsolvable",
     .edges = EDGES("123804765\n", "103824765\n", "283104765\n", "057684321\n", "765804321\n"),
     .beyond_edges = EDGES("213804765\n"),
     .generate = make_eight_number},
    {.name = "codevs-1004",
     .edges = EDGES("BWBO\nWBWB\nBWBW\nWBWO\n", "WBBW\nBOOB\nWWWW\nWBBB\n", "WWWW\nWWWB\nBBBB\nBBOO\n",
                    "BBBB\nWWWO\nWBOW\nBWBW\n"),
     .beyond_edges = NONE,
     .generate = make_four_in_line},
    {.name = "hdu-1195",
     .many = true,
     .counts_cases = true,
     .edges = EDGES("1111\n1111\n\n", "8435\n8435\n\n", "1111\n9999\n\n", "1234\n2144\n\n", "1111\n6666\n\n"),
     .beyond_edges = NONE,
     .generate = make_lock},
    {.name = "hdu-1401",
     .many = true,
     .edges = EDGES("1 1 1 2 2 1 2 2\n2 2 2 1 1 2 1 1\n", "4 4 4 5 5 4 6 5\n2 4 3 3 3 6 4 6\n",
                    "1 1 1 2 2 1 2 2\n7 7 7 8 8 7 8 8\n", "1 1 1 3 1 5 1 7\n8 1 8 3 8 5 8 7\n",
                    "1 1 3 3 5 5 7 7\n3 1 5 3 7 5 8 8\n"),
     .beyond_edges = NONE,
     .generate = make_solitaire},
    {.name = "acwing-190",
     .edges = EDGES("abcd xyz\nabc xu\nud y\ny yz\n", "a a\n", "a b\n", "a b\na b\n",
                    "aabbca aaaccca\nb a\nba bcc\n", "aa aaaaaaaa\naaaa aaa\na aaa\n",
                    "aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb\naa bb\n", "aaaa b\naa a\naa b\n"),
     .beyond_edges = NONE,
     .generate = make_strings},
    {.name = "luogu-p4289", .beyond = "unreachable", .edges = EDGES(SWAP_EDGES("\n")),
     .beyond_edges = EDGES("1111\n0000\n0000\n0000\n\n1110\n0000\n0000\n0000\n"), .generate = make_swap},
    {.name = "luogu-p1225", .beyond = "unreachable", .edges = EDGES(SWAP_EDGES("")),
     .beyond_edges = EDGES("1111\n0000\n0000\n0000\n1110\n0000\n0000\n0000\n"), .generate = make_swap_moves},
    {.name = "poj-2049",
     .many = true,
     .last = "-1 -1\n",
     .edges = EDGES("4 0\n1 1 0 1\n1 1 1 1\n2 1 1 1\n1 2 0 1\n1.5 1.7\n",
                    "4 1\n1 1 0 1\n1 1 1 1\n2 1 1 1\n1 2 0 1\n2 1 1\n1.5 1.7\n", "0 0\n1.5 1.5\n",
                    "8 9\n1 1 1 3\n2 1 1 3\n3 1 1 3\n4 1 1 3\n1 1 0 3\n1 2 0 3\n1 3 0 3\n1 4 0 3\n2 1 1\n2 2 1\n"
                    "2 3 1\n3 1 1\n3 2 1\n3 3 1\n1 2 0\n3 3 0\n4 3 1\n1.5 1.5\n",
                    "4 0\n1 1 0 1\n1 1 1 1\n2 1 1 1\n1 2 0 1\n5.5 5.5\n"),
     .beyond_edges = NONE,
     .generate = make_nemo},
    {.name = "poj-2893",
     .many = true,
     .last = "0 0\n",
     .edges = EDGES("2 2\n1 2\n3 0\n", "2 2\n2 1\n3 0\n", "2 2\n1 2\n0 3\n", "2 2\n1 0\n3 2\n", "3 2\n1 2\n3 4\n0 5\n",
                    "2 3\n0 2 3\n1 4 5\n", "3 3\n1 0 3\n4 2 5\n7 8 6\n", "4 3\n1 2 5\n4 6 9\n11 8 10\n3 7 0\n"),
     .beyond_edges = NONE,
     .generate = make_tiles},
};

const struct judge_task *judge_task_named(const char *name) {
    for (size_t i = 0; i < contest_count(); i++) {
        const struct contest_judge *judge = contest_at(i);
        if (*judge->alias && strcmp(judge->alias, name) == 0) name = judge->name;
    }
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        if (strcmp(tasks[i].name, name) == 0) return &tasks[i];
    }
    return NULL;
}

void judge_join(const struct judge_task *task, const struct text *cases, size_t count, struct text *input) {
    text_set(input, "");
    if (task->counts_cases) text_print(input, "%zu\n", count);
    for (size_t i = 0; i < count; i++) text_add(input, text_of(&cases[i]), cases[i].length);
    if (task->last) text_print(input, "%s", task->last);
}
