/* The eight puzzle by breadth-first search, in every combination of three choices, to compare them:
 *
 *     cc -O2 -o eight eight.c
 *     ./eight perfect|hash|library one|two parents|map|none [BOARD]
 *
 * BOARD is nine digits, 0 for the blank. Prints the number of moves and, if there is a path, the moves of the blank; then how
 * many states were found and how many bytes each of the three parts takes. A board is one number, four bits a cell. */
#include <search.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALL = 362880, REACHED = ALL / 2, SLOTS = 1 << 19 };
static uint64_t goal;

static unsigned cell(uint64_t board, int at) { return (unsigned)(board >> (32 - 4 * at) & 15); }

static uint64_t read_board(const char *digits) {
    uint64_t board = 0;
    for (int i = 0; i < 9; i++) board = board << 4 | (uint64_t)(digits[i] - '0');
    return board;
}

/* ---- Remembering: each says whether the board is new ---- */

/* The Cantor expansion: for each cell, how many of the numbers that are left are smaller. */
static unsigned rank_of(uint64_t board) {
    unsigned rank = 0, left = 0x1ff;
    for (int i = 0; i < 9; i++) {
        unsigned piece = cell(board, i);
        rank = rank * (unsigned)(9 - i) + (unsigned)__builtin_popcount(left & ((1u << piece) - 1));
        left &= ~(1u << piece);
    }
    return rank;
}

static unsigned char seen[ALL / 8 + 1];
static bool is_new_by_rank(uint64_t board) {
    unsigned rank = rank_of(board), bit = 1u << rank % 8;
    if (seen[rank / 8] & bit) return false;
    return seen[rank / 8] |= (unsigned char)bit, true;
}

/* An open table: if a slot is taken by another board, look at the next one. 0 is no board. */
static uint32_t slot_of(const uint64_t *table, uint64_t board) {
    uint32_t slot = (uint32_t)(board * UINT64_C(0x9E3779B97F4A7C15) >> 45);
    while (table[slot] && table[slot] != board) slot = (slot + 1) % SLOTS;
    return slot;
}

static uint64_t table[SLOTS];
static bool is_new_by_hash(uint64_t board) {
    uint32_t slot = slot_of(table, board);
    if (table[slot]) return false;
    return table[slot] = board, true;
}

/* The search tree of the C library. */
static uint64_t keys[REACHED + 1]; /* one more for the board that is looked up */
static int key_count;
static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
static bool is_new_by_library(uint64_t board) {
    static void *tree;
    keys[key_count] = board;
    if (*(uint64_t **)tsearch(&keys[key_count], &tree, compare) != &keys[key_count]) return false;
    return key_count++, true;
}

/* ---- The path: where a board was found from ---- */

static uint64_t sons[SLOTS], fathers[SLOTS]; /* a map in an open table */
static int parent[REACHED];                  /* or the number of the parent, for each board in the order of the queue */
static char path_kind;

static void note(int number, int from, uint64_t board, uint64_t father) {
    if (path_kind == 'p') parent[number] = from;
    if (path_kind != 'm') return;
    uint32_t slot = slot_of(sons, board);
    sons[slot] = board;
    fathers[slot] = father;
}

/* ---- Expanding and searching ---- */

static const int around[4] = {-3, 3, -1, 1};

static int expand(uint64_t board, uint64_t *next) {
    int blank = 0, count = 0;
    while (cell(board, blank)) blank++;
    for (int way = 0; way < 4; way++) {
        int to = blank + around[way];
        if (to < 0 || to > 8 || (way > 1 && to / 3 != blank / 3)) continue;
        uint64_t piece = cell(board, to);
        next[count++] = (board ^ piece << (32 - 4 * to)) | piece << (32 - 4 * blank);
    }
    return count;
}

/* One queue: boards in the order in which they were found, each with its number of steps. Returns that of the goal. */
static uint64_t queue[REACHED];
static unsigned char steps[REACHED];
static int found;

static int search_one(bool (*is_new)(uint64_t), uint64_t start) {
    uint64_t next[4];
    queue[found++] = start;
    is_new(start);
    note(0, -1, start, 0);
    if (start == goal) return 0;
    for (int head = 0; head < found; head++)
        for (int i = 0, count = expand(queue[head], next); i < count; i++) {
            if (!is_new(next[i])) continue;
            note(found, head, next[i], queue[head]);
            steps[found] = (unsigned char)(steps[head] + 1);
            queue[found++] = next[i];
            if (next[i] == goal) return found - 1;
        }
    return -1;
}

/* Two queues: this layer and the next. Nothing needs to know its number of steps; they are counted outside. */
static uint64_t layers[2][32768];
static int numbers[2][32768], depth, widest;

static int search_two(bool (*is_new)(uint64_t), uint64_t start) {
    uint64_t next[4];
    int size = 1;
    layers[0][0] = queue[0] = start;
    found = 1;
    is_new(start);
    note(0, -1, start, 0);
    for (int now = 0; start != goal && size; now = !now, depth++) {
        int following = 0;
        for (int k = 0; k < size; k++)
            for (int i = 0, count = expand(layers[now][k], next); i < count; i++) {
                if (!is_new(next[i])) continue;
                note(found, numbers[now][k], next[i], layers[now][k]);
                if (path_kind == 'p') queue[found] = next[i];
                numbers[!now][following] = found++;
                layers[!now][following++] = next[i];
                if (next[i] == goal) return depth++, found - 1;
            }
        size = following;
        widest = size > widest ? size : widest;
    }
    return start == goal ? 0 : -1;
}

static void print_path(int last, int length) {
    char moves[64] = {0};
    uint64_t board = goal;
    for (int i = length - 1; i >= 0; i--) {
        uint64_t before = path_kind == 'p' ? queue[parent[last]] : fathers[slot_of(sons, board)];
        int from = 0, to = 0;
        while (cell(before, from)) from++;
        while (cell(board, to)) to++;
        for (int way = 0; way < 4; way++)
            if (from + around[way] == to) moves[i] = "udlr"[way];
        board = before;
        last = path_kind == 'p' ? parent[last] : last;
    }
    puts(moves);
}

int main(int argc, char **argv) {
    if (argc < 4) return fprintf(stderr, "usage: eight perfect|hash|library one|two parents|map|none [BOARD]\n"), 2;
    bool one = strcmp(argv[2], "one") == 0;
    bool (*is_new)(uint64_t) = argv[1][0] == 'p' ? is_new_by_rank : argv[1][0] == 'h' ? is_new_by_hash : is_new_by_library;
    path_kind = argv[3][0];
    goal = read_board("123456780");
    uint64_t start = read_board(argc > 4 ? argv[4] : "867254301");
    int last = (one ? search_one : search_two)(is_new, start);
    if (last < 0) return printf("no solution; %d boards found\n", found), 1;
    int length = one ? steps[last] : depth;
    printf("%d moves\n", length);
    if (path_kind != 'n') print_path(last, length);
    size_t remembered = argv[1][0] == 'p' ? sizeof seen : argv[1][0] == 'h' ? sizeof table : (size_t)found * (sizeof *keys + 32); /* a node of the tree */
    size_t waiting = one ? (size_t)found * (sizeof *queue + sizeof *steps) : (size_t)widest * 2 * (sizeof **layers + sizeof **numbers);
    size_t path = path_kind == 'm' ? sizeof sons + sizeof fathers : path_kind == 'p' ? (size_t)found * sizeof *parent : 0;
    if (path_kind == 'p' && !one) path += (size_t)found * sizeof *queue; /* the boards themselves, which one queue has anyway */
    printf("%d boards found; bytes: remembering %zu, waiting %zu, path %zu\n", found, remembered, waiting, path);
    return 0;
}
