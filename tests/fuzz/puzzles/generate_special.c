/* Puzzles that are rare by their size: long solutions, many values, many pieces, states of several words, spaces of one
 * state and of none. */
#include "generator.h"

#include <string.h>

static void add_counter(draft *self) {
    const unsigned most = draft_chance(self, 50) ? 250 + draft_below(self, 100) : 10 + draft_below(self, 990);
    const bool on_board = most < 400 && draft_chance(self, 30);
    const bool ring = draft_chance(self, 20);
    const unsigned moves = 1 + draft_below(self, 4);
    const char *const v = on_board ? "" : "v ";
    if (on_board) draft_add(self, "board   1\npieces  0..%u\n", most);
    else draft_add(self, "var     v = 0..%u\n", most);
    draft_add(self, "let     n = %s0..%u\n", ring ? "ring " : "", most);
    for (unsigned i = 0; i < moves; i++) {
        const char *cost = draft_chance(self, 10) ? "cost 3: " : "";
        const unsigned kind = draft_below(self, 6), by = draft_chance(self, 60) ? 1 : 1 + draft_below(self, 300);
        if (kind == 0 && i > 0) draft_add(self, "move    %s%sn -> 0\n", cost, v);
        else if (kind == 1 && i > 0) draft_add(self, "move    %s%sn -> n-%u where n = %u\n", cost, v, by, draft_below(self, most));
        else if (kind == 2 && i > 0) draft_add(self, "move    down: %sn -> n-%u\n", v, by);
        else if (kind == 3 && i > 0) draft_add(self, "move    %s%sn -> n+%u where n > %u\n", cost, v, by, draft_below(self, most));
        else draft_add(self, "move    up: %sn -> n+%u\n", v, i == 0 ? 1 : by);
    }
    const unsigned goal = draft_chance(self, 60) ? most - draft_below(self, 1 + most / 8) : draft_below(self, most);
    const char *is = on_board ? "" : "v is ";
    draft_add(self, "start   %s%u\ngoal    %s%u\n", is, draft_below(self, 2), is, goal);
    if (draft_chance(self, 20)) draft_add(self, "within  %u\n", draft_below(self, 400));
}

/* A walker among walls and things that never move. */
static void add_wide(draft *self) {
    static const char *const stuff[] = {"@", ".", "#", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O",
                                        "P", "Q", "R", "S", "T", "U", "W", "X", "Y", "Z", "a", "b", "c", "d", "e", "f"};
    const unsigned rows = 2 + draft_below(self, 9), columns = 8 + draft_below(self, 15), pieces = 3 + draft_below(self, 31);
    const unsigned open = 30 + draft_below(self, 50), cells = rows * columns, player = draft_below(self, cells);
    unsigned last = player;
    const bool pushes = draft_chance(self, 40) && pieces > 4;
    static const char *const wrapped[] = {"", "", "", " wrapped", " wrapped left-right", " wrapped up-down"};
    static const char *const walks[] = {"any direction:  @ . -> . @", "any direction:  @ . -> . @", "any direction:  @ . -> . @",
                                        "diagonal:  @ . -> . @", "any direction, diagonal:  @ . -> . @",
                                        "any direction, mirrored:  @ _ _ / _ _ . -> . _ _ / _ _ @",
                                        "mirrored:  @ . / _ _ -> . @ / _ _\nmove    up or down:  @ . -> . @", "left or right, diagonal:  @ _ . -> . _ @"};
    draft_add(self, "board   %u x %u%s\npieces ", rows, columns, wrapped[draft_below(self, 6)]);
    for (unsigned i = 0; i < pieces; i++) draft_add(self, " %s", stuff[i]);
    draft_add(self, "\nmove    %s\n", walks[draft_below(self, 8)]);
    if (pushes) draft_add(self, "move    eat, any direction:  @ A -> %s @\n", draft_chance(self, 50) ? "." : "#");
    draft_add(self, "start");
    for (unsigned i = 0; i < cells; i++) {
        const unsigned kind = draft_below(self, 100);
        if (i > 0 && i % columns == 0) draft_add(self, " /");
        const char *piece = kind < open ? "." : pushes && kind < open + 2 ? "A" : stuff[pieces < 5 ? 2 : 4 + draft_below(self, pieces - 4)];
        if (kind < open && draft_chance(self, 30)) last = i;
        draft_add(self, " %s", i == player ? "@" : piece);
    }
    draft_add(self, "\ngoal");
    for (unsigned i = 0; i < cells; i++) draft_add(self, "%s %s", i > 0 && i % columns == 0 ? " /" : "", i == last ? "@" : "_");
    draft_add(self, "\n");
}

static void add_many_pieces(draft *self) {
    const unsigned most = 250 + draft_below(self, 60), cells = 1 + draft_below(self, 3);
    draft_add(self, "board   %u\npieces  0..%u\nlet     n = 0..%u\nlet     m = ring %u..%u\n", cells, most, most, most - 5, most);
    draft_add(self, "move    on 1: n -> n+%u where n > %u\n", 1 + draft_below(self, 3), most - 10 - draft_below(self, 100));
    if (cells > 1) draft_add(self, "move    n m -> %s\n", draft_chance(self, 50) ? "m n" : "n m+1");
    if (draft_chance(self, 50)) draft_add(self, "move    at 1: n -> n-%u\n", 100 + draft_below(self, 100));
    draft_add(self, "start  ");
    for (unsigned i = 0; i < cells; i++) draft_add(self, " %u", most - draft_below(self, 7));
    draft_add(self, "\ngoal   ");
    for (unsigned i = 0; i < cells; i++) {
        if (draft_chance(self, 40)) draft_add(self, " _");
        else draft_add(self, " %u", most - draft_below(self, 7));
    }
    draft_add(self, "\n");
}

static void add_lonely(draft *self) {
    switch (draft_below(self, 4)) {
    case 0: draft_add(self, "var     v = a b c\nmove    v b -> c\nstart   v is a\ngoal    v is %s\n", draft_chance(self, 50) ? "a" : "c"); break;
    case 1: draft_add(self, "board   1\npieces  a%s\nmove    a -> a\nstart   a\ngoal    a\n", draft_chance(self, 50) ? " b" : ""); break;
    case 2: draft_add(self, "board   2\npieces  a b\nmove    cycle (1 2)\nstart   a a\ngoal    %s\n", draft_chance(self, 50) ? "a a" : "b a"); break;
    default: draft_add(self, "string  1\nmove    aa -> a\nstart   a\ngoal    %s\n", draft_chance(self, 50) ? "a" : "nowhere: _"); break;
    }
}

/* Pieces that are only moved about, in spaces large enough for several threads and for sets. */
static void add_sliding(draft *self) {
    static const char *const pieces[] = {"x", "1", "2", "3", "4", "5", "6", "7"};
    const unsigned rows = 1 + draft_below(self, 3), columns = rows == 1 ? 5 + draft_below(self, 3) : rows == 2 ? 2 + draft_below(self, 3) : 2;
    const unsigned kinds = 2 + draft_below(self, 7), cells = rows * columns;
    const char *board[9], *goal[9];
    const bool different = cells <= 8 && draft_chance(self, 30);
    for (unsigned i = 0; i < cells; i++)
        goal[i] = board[i] = i == 0 ? "x" : pieces[different ? i : 1 + draft_below(self, kinds - 1)];
    for (unsigned i = 0; i < 3 * cells; i++) {
        const unsigned a = draft_below(self, cells), b = draft_below(self, cells);
        const char **of = draft_chance(self, 50) ? board : goal, *kept = of[a];
        of[a] = of[b], of[b] = kept;
    }
    draft_add(self, "board   %u x %u\npieces  x 1..7\nlet     t, u = 1..7\n", rows, columns);
    if (draft_chance(self, 80)) draft_add(self, "move    any direction:  x t -> t x\n");
    else draft_add(self, "move    slide:  t x -> x t\nmove    back:  x t -> t x%s\n", draft_chance(self, 50) ? "" : " where t < 4");
    if (draft_chance(self, 30)) draft_add(self, "move    swap%s:  t u -> u t where t %s u\n", draft_chance(self, 50) ? ", any direction" : "", draft_chance(self, 50) ? "<" : "!=");
    if (draft_chance(self, 20)) draft_add(self, "move    cycle (%u %u)\n", 1 + draft_below(self, cells - 1), cells);
    for (unsigned n = 0; n < 2; n++) {
        draft_add(self, n == 0 ? "start  " : "goal   ");
        for (unsigned i = 0; i < cells; i++) {
            const char *one = n == 0 ? board[i] : draft_chance(self, 20) ? "_" : goal[i];
            draft_add(self, "%s %s", i > 0 && i % columns == 0 ? " /" : "", one);
        }
        draft_add(self, "\n");
    }
}

/* Tiles in a row or a ring that keep their order: few of very many arrangements can be reached. */
static void add_orderly(draft *self) {
    static const char *const tiles[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d"};
    const bool vast = draft_chance(self, 15); /* and so many goals that they cannot be listed */
    const unsigned cells = vast ? 14 : 8 + draft_below(self, 2), blanks = 1 + draft_below(self, 3);
    const unsigned kinds = vast || draft_chance(self, 70) ? 13 : 2 + draft_below(self, 6);
    const bool ring = draft_chance(self, 40), column = !ring && draft_chance(self, 30);
    const char *row[2][16];
    for (unsigned i = 0; i < cells; i++) row[0][i] = i < blanks ? "x" : tiles[(i - blanks) % kinds];
    for (unsigned i = 0; i < cells; i++) { /* the goal: the same tiles in the same order, other gaps */
        const unsigned shift = draft_below(self, cells);
        const char *kept = row[0][i];
        if (i < blanks) row[0][i] = row[0][shift], row[0][shift] = kept;
    }
    unsigned next = ring ? draft_below(self, cells) : 0, gaps = 0;
    for (unsigned i = 0; i < cells; i++) {
        const bool gap = gaps < blanks && (cells - i <= blanks - gaps || draft_chance(self, 30));
        gaps += gap;
        row[1][i] = "x";
        while (!gap && strcmp(row[1][i], "x") == 0) row[1][i] = row[0][next++ % cells];
    }
    draft_add(self, column ? "board   %u x 1\n" : "board   %u\n", cells);
    if (ring) {
        draft_add(self, "links   1-%u", cells);
        for (unsigned i = 1; i < cells; i++) draft_add(self, " %u-%u", i, i + 1);
        draft_add(self, "\n");
    }
    draft_add(self, "pieces  x 1..9 a b c d\nlet     t = 1..9 a b c d\nmove    %s:  x t -> t x\n", ring ? "along links" : "any direction");
    for (unsigned n = 0; n < 2; n++) {
        draft_add(self, n == 0 ? "start  " : "goal   ");
        for (unsigned i = 0; i < cells; i++)
            draft_add(self, "%s %s", i > 0 && column ? " /" : "", n == 1 && vast && *row[n][i] != 'x' && !draft_chance(self, 5) ? "_" : row[n][i]);
        draft_add(self, "\n");
    }
}

/* Many cells with two kinds of pieces, one of them rare. */
static void add_pairs(draft *self) {
    const unsigned rows = 1 + draft_below(self, 3), columns = 1 + (17 + draft_below(self, 12)) / rows, cells = rows * columns, rare = 1 + draft_below(self, 3);
    const char *common = draft_chance(self, 50) ? "a" : "b", *other = *common == 'a' ? "b" : "a";
    draft_add(self, "board   %u x %u\npieces  a b\n", rows, columns);
    if (draft_chance(self, 60)) draft_add(self, "move    any direction:  a b -> b a\n");
    else draft_add(self, "move    %s b -> b %s\nmove    cycle (1 %u)\n", draft_chance(self, 50) ? "a _" : "a", "a", 2 + draft_below(self, cells - 1));
    for (unsigned n = 0; n < 2; n++) {
        bool taken[64] = {false};
        for (unsigned i = 0; i < rare; i++) taken[draft_below(self, cells)] = true;
        draft_add(self, n == 0 ? "start  " : "goal   ");
        for (unsigned i = 0; i < cells; i++) draft_add(self, "%s %s", i > 0 && i % columns == 0 ? " /" : "", taken[i] ? other : common);
        draft_add(self, "\n");
    }
}

static void add_vars(draft *self) {
    draft_many_vars(self, 4 + draft_below(self, 40));
}

static void add_wheels(draft *self) {
    draft_wheels(self, 18 + draft_below(self, 90), 2 + draft_below(self, 14));
}

/* A matrix of free cells and walls. */
static void add_maze(draft *self) {
    const unsigned rows = 1 + draft_below(self, 5), columns = 1 + draft_below(self, 6), open = 5 + draft_below(self, 90);
    const unsigned last = draft_below(self, rows * columns);
    const char *between = draft_chance(self, 40) ? " " : "";
    for (unsigned i = 0; i < rows * columns; i++)
        draft_add(self, "%s%s", i == last || draft_chance(self, open) ? "0" : "1", i % columns == columns - 1 ? "\n" : between);
}

/* More states than are gone through one by one: there, explorations by several threads must agree with each other. */
static void add_large(draft *self) {
    static const unsigned char sizes[][2] = {{6, 6}, {8, 5}, {5, 7}, {4, 8}, {3, 10}};
    const unsigned char *size = sizes[draft_below(self, 5)];
    for (unsigned i = 0; i < size[1]; i++) draft_add(self, "var     v%u = 0..%u\n", i, size[0] - 1);
    draft_add(self, "let     r = ring 0..%u\n", size[0] - 1);
    for (unsigned i = 0; i < size[1]; i++) {
        draft_add(self, "move    v%u r -> r+1\n", i);
        if (draft_chance(self, 50)) draft_add(self, "move    v%u r -> r-1\n", i);
    }
    for (unsigned n = 0; n < 2; n++) {
        draft_add(self, n == 0 ? "start  " : "goal   ");
        for (unsigned i = 0; i < size[1]; i++) draft_add(self, "%s v%u is %u", i > 0 ? " and" : "", i, draft_below(self, size[0]));
        draft_add(self, "\n");
    }
}

/* Four men on a wide board, not far from their goal: too many states to go through, and a search within a narrow limit. */
static void add_men(draft *self) {
    enum { MEN = 4 };
    const unsigned rows = 7 + draft_below(self, 2), columns = 7 + draft_below(self, 2), cells = rows * columns;
    const unsigned top = 1 + draft_below(self, rows - 5), left = 1 + draft_below(self, columns - 5);
    char board[2][64];
    unsigned at[MEN];
    memset(board, '.', sizeof board);
    for (unsigned placed = 0; placed < MEN;) {
        at[placed] = (top + draft_below(self, 3)) * columns + left + draft_below(self, 3);
        if (board[0][at[placed]] == '.') board[0][at[placed++]] = 'o';
    }
    memcpy(board[1], board[0], sizeof board[1]);
    for (unsigned i = 0; i < 3; i++) { /* moved by one or two; by two is a move only over another man */
        const unsigned man = draft_below(self, MEN), by = (1 + draft_below(self, 2)) * (draft_chance(self, 50) ? 1 : columns);
        const unsigned to = draft_chance(self, 50) ? at[man] + by : at[man] - by;
        if (to >= cells || board[1][to] != '.') continue;
        board[1][at[man]] = '.';
        board[1][at[man] = to] = 'o';
    }
    draft_add(self, "board   %u x %u\npieces  o .\nmove    any direction:  o . -> . o\n", rows, columns);
    if (draft_chance(self, 90)) draft_add(self, "move    any direction:  o o . -> . o o\n");
    for (unsigned n = 0; n < 2; n++) {
        draft_add(self, n == 0 ? "start  " : "goal   ");
        for (unsigned i = 0; i < cells; i++) draft_add(self, "%s %c", i > 0 && i % columns == 0 ? " /" : "", board[n][i]);
        draft_add(self, "\n");
    }
}

/* Costs that nearly add up, high ones or low ones: of the paths to a state some are cheaper by one. */
static void add_dear(draft *self) {
    const unsigned most = 4 + draft_below(self, 40), strides = 2 + draft_below(self, 3);
    const unsigned apiece = draft_chance(self, 50) ? draft_below(self, 3) : draft_chance(self, 50) ? 1000 + draft_below(self, 240000) : 1000 + draft_below(self, 240000000);
    draft_add(self, "var     v = 0..%u\nlet     n = 0..%u\n", most, most);
    for (unsigned i = 1; i <= strides; i++) {
        draft_add(self, "move    cost %u: v n -> n+%u\n", i * apiece + draft_below(self, 4), i);
        if (draft_chance(self, 30)) draft_add(self, "move    cost %u: v n -> n-%u\n", i * apiece + draft_below(self, 4), i);
    }
    draft_add(self, "start   v is %u\ngoal    v is %u\n", draft_below(self, 3), most - draft_below(self, 3));
}

/* Walking is free, pushing is not: many paths of the same cost, of which those with the fewest steps count. */
static void add_pushes(draft *self) {
    static const unsigned char sizes[][2] = {{1, 7}, {2, 4}, {3, 3}, {3, 4}, {4, 3}};
    static const char *const others[] = {"", "", "move    pull, any direction:  . @ $ -> @ $ .\n", "move    jump, any direction, cost 2:  @ $ . -> . $ @\n",
                                         "move    cost 0:  $ $ -> $ .\n", "move    cost 999999:  @ # -> # @\n"};
    const unsigned char *size = sizes[draft_below(self, 5)];
    const unsigned cells = (unsigned)size[0] * size[1], player = draft_below(self, cells), box = draft_below(self, cells), to = draft_below(self, cells);
    draft_add(self, "board   %u x %u\npieces  @ $ . #\n", size[0], size[1]);
    draft_add(self, "move    any direction, cost 0:  @ . -> . @\nmove    push, any direction%s:  @ $ . -> . @ $\n", draft_chance(self, 30) ? ", cost 3" : "");
    draft_add(self, "%sstart  ", others[draft_below(self, 6)]);
    for (unsigned i = 0; i < cells; i++)
        draft_add(self, "%s %s", i > 0 && i % size[1] == 0 ? " /" : "", i == player ? "@" : i == box || draft_chance(self, 6) ? "$" : draft_chance(self, 8) ? "#" : ".");
    draft_add(self, "\ngoal   ");
    for (unsigned i = 0; i < cells; i++) draft_add(self, "%s %s", i > 0 && i % size[1] == 0 ? " /" : "", i == to ? "$" : "_");
    draft_add(self, "\n");
}

/* Boxes and targets, of one kind or two, as many or fewer: what stands in a corner is lost. */
static void add_boxes(draft *self) {
    static const unsigned char sizes[][2] = {{3, 4}, {4, 3}, {3, 5}, {4, 4}};
    static const char *const walks[] = {"any direction", "any direction", "any direction, cost 0", "any direction, cost 2"};
    static const char *const others[] = {"", "", "", "move    pull, any direction:  x @ . -> . x @\n", "move    slide, left or right:  x . -> . x\n",
                                         "move    both, left or right, cost 2:  @ x x -> x x @\n", "move    pair, up or down:  $ / $ / . -> . / $ / $\n"};
    const unsigned char *size = sizes[draft_below(self, 4)];
    const unsigned cells = (unsigned)size[0] * size[1], boxes = 1 + draft_below(self, 3), kinds = 1 + draft_chance(self, 30);
    char board[2][16];
    memset(board, '.', sizeof board);
    for (unsigned n = 0; n < 2; n++)
        for (unsigned i = 0; i < boxes - (n && boxes > 1 && draft_chance(self, 20)); i++) {
            unsigned cell = draft_below(self, cells);
            while (board[n][cell] != '.') cell = (cell + 1) % cells;
            board[n][cell] = i > 0 && kinds > 1 ? '&' : '$';
        }
    unsigned player = draft_below(self, cells);
    while (board[0][player] != '.') player = (player + 1) % cells;
    board[0][player] = '@';
    draft_add(self, "board   %u x %u\npieces  @ $ & . #\nlet     x = $ &\nmove    %s:  @ . -> . @\nmove    push, any direction:  @ x . -> . @ x\n%s", size[0], size[1],
              walks[draft_below(self, 4)], others[draft_below(self, 7)]);
    for (unsigned n = 0; n < 2; n++) {
        draft_add(self, n == 0 ? "start  " : "goal   ");
        for (unsigned i = 0; i < cells; i++)
            draft_add(self, "%s %c", i > 0 && i % size[1] == 0 ? " /" : "", board[n][i] != '.' ? board[n][i] : n ? '_' : draft_chance(self, 6) ? '#' : '.');
        draft_add(self, "\n");
    }
}

/* Start and goal are mirror images of themselves, and so are the moves: half of the states need not be looked at. */
static void add_mirrored(draft *self) {
    static const char *const moves[] = {"any direction:  a . -> . a", "any direction:  b . -> . b", "any direction:  a b . -> . a b", "any direction:  a b -> b a",
                                        "left or right:  a a . -> . . a", "any direction:  . a -> b a", "up or down:  b . -> a ."};
    const unsigned rows = 2 + draft_below(self, 2), half = 1 + draft_below(self, rows == 2 ? 2 : 1), middle = draft_below(self, 2), columns = 2 * half + middle;
    draft_add(self, "board   %u x %u\npieces  a b .\n", rows, columns);
    for (unsigned i = 0, count = 1 + draft_below(self, 3); i < count; i++) draft_add(self, "move    %s\n", moves[draft_below(self, 7)]);
    for (unsigned n = 0; n < 2; n++) {
        char cells[3][8];
        for (unsigned r = 0; r < rows; r++)
            for (unsigned c = 0; c < half + middle; c++) cells[r][c] = cells[r][columns - 1 - c] = "ab.._"[draft_below(self, n ? 5 : 4)];
        draft_add(self, n == 0 ? "start  " : "goal   ");
        for (unsigned i = 0; i < rows * columns; i++) draft_add(self, "%s %c", i > 0 && i % columns == 0 ? " /" : "", cells[i / columns][i % columns]);
        draft_add(self, "\n");
    }
}

/* Numbers that count up in any order: layers are wide, and all of their states lie on shortest paths. */
static void add_lattice(draft *self) {
    static const unsigned char sizes[][2] = {{4, 5}, {5, 3}, {6, 2}, {3, 10}};
    const unsigned char *size = sizes[draft_below(self, 4)];
    const bool back = draft_chance(self, 50);
    for (unsigned i = 0; i < size[0]; i++) draft_add(self, "var     v%u = 0..%u\n", i, size[1]);
    draft_add(self, "let     n = 0..%u\n", size[1]);
    for (unsigned i = 0; i < size[0]; i++) {
        draft_add(self, "move    v%u n -> n+1\n", i);
        if (back) draft_add(self, "move    v%u n -> n-1\n", i);
    }
    for (unsigned n = 0; n < 2; n++) {
        draft_add(self, n == 0 ? "start  " : "goal   ");
        for (unsigned i = 0; i < size[0]; i++)
            draft_add(self, "%s v%u is %u", i > 0 ? " and" : "", i, n == 0 ? draft_chance(self, 5) : size[1] - draft_chance(self, 5));
        draft_add(self, "\n");
    }
}

/* Many starts, and from each a path of its own: whatever is lost of a layer, a solution is lost. */
static void add_sheaf(draft *self) {
    const unsigned paths = 100 + draft_below(self, 600), length = 1 + draft_below(self, 1400 / paths);
    draft_add(self, "var     v = 0..%u\nvar     p = 0..%u\nlet     n = 0..%u\nlet     m = 0..%u\n", paths - 1, length, length, paths - 1);
    draft_add(self, "move    p n -> n+1\n");
    if (draft_chance(self, 30)) draft_add(self, "move    p n -> n-1\n");
    if (draft_chance(self, 20)) draft_add(self, "move    v m -> m+1, p %u -> %u\n", draft_below(self, length), length);
    draft_add(self, "start   v is any and p is 0\ngoal    p is %u\n", length);
}

/* Each with its share of these puzzles. */
typedef struct kind {
    unsigned share;
    void (*add)(draft *self);
} kind;

static const kind kinds[] = {
    {100, add_sliding}, {220, add_counter},    {180, add_wide},      {100, add_vars},       {80, add_many_pieces}, {40, add_lonely},    {80, add_wheels},
    {80, add_orderly},  {50, add_pairs},       {55, add_maze},       {15, add_large},       {100, draft_permuted}, {60, draft_turned}, {150, draft_barred}, {50, add_men},
    {30, add_dear},     {20, add_lattice},     {20, add_sheaf},      {200, draft_slides},   {70, add_pushes}, {70, add_boxes}, {60, add_mirrored},     {200, draft_grounds}, {130, draft_map},
    {180, draft_roads}, {140, draft_targets},  {140, draft_tallies}, {120, draft_rounds},   {16, draft_widest},   {150, draft_long_string},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

void draft_special(draft *self) {
    unsigned all = 0, which = 0;
    for (unsigned i = 0; i < KINDS; i++) all += kinds[i].share;
    for (unsigned chosen = draft_below(self, all); chosen >= kinds[which].share; which++) chosen -= kinds[which].share;
    kinds[which].add(self);
}
