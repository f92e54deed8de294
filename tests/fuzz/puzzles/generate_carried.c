/* Pieces that are only moved about, so that their number stays: whole permutations of pieces that all differ, and pieces that
 * can never get to some of the cells. */
#include "generator.h"

static const char *const letters[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

static void exchange(draft *self, const char **of, unsigned first, unsigned count) {
    const unsigned a = first + draft_below(self, count), b = first + draft_below(self, count);
    const char *kept = of[a];
    of[a] = of[b], of[b] = kept;
}

static void add_cells(draft *self, const char *statement, const char *const *of, unsigned rows, unsigned columns, unsigned open) {
    draft_add(self, "%s", statement);
    for (unsigned i = 0; i < rows * columns; i++)
        draft_add(self, "%s %s", i > 0 && i % columns == 0 ? " /" : "", draft_chance(self, open) ? "_" : of[i]);
    draft_add(self, "\n");
}

/* Cycles of some cells; now and then two pieces are alike, or exchanges are written as a pattern. */
void draft_permuted(draft *self) {
    const unsigned cells = 4 + draft_below(self, 5), moved = cells < 6 ? cells : 4 + draft_below(self, 3), first = draft_below(self, cells - moved + 1);
    const char *start[8], *goal[8];
    for (unsigned i = 0; i < cells; i++) start[i] = letters[i];
    if (draft_chance(self, 25)) start[draft_below(self, cells)] = letters[0];
    for (unsigned i = 0; i < 8; i++) exchange(self, start, 0, cells);
    for (unsigned i = 0; i < cells; i++) goal[i] = start[i];
    for (unsigned i = 0; i < 4; i++) exchange(self, goal, first, moved);
    draft_add(self, "board   %u\npieces  a b c d e f g h\nlet     t, u = a b c d e f g h\n", cells);
    for (unsigned n = 2 + draft_below(self, 2); n > 0; n--) {
        const unsigned a = draft_below(self, moved), b = (a + 1 + draft_below(self, moved - 1)) % moved;
        unsigned c = draft_below(self, moved);
        while (c == a || c == b) c = (c + 1) % moved;
        const bool pattern = b == a + 1 && draft_chance(self, 40);
        if (pattern) draft_add(self, "move    at %u: t u -> u t\n", first + a + 1);
        else if (draft_chance(self, 50)) draft_add(self, "move    cycle (%u %u)\n", first + a + 1, first + b + 1);
        else draft_add(self, "move    cycle (%u %u %u)\n", first + a + 1, first + b + 1, first + c + 1);
    }
    add_cells(self, "start  ", start, 1, cells, 0);
    add_cells(self, "goal   ", goal, 1, cells, draft_chance(self, 50) ? 0 : 30);
}

enum { MOST_CELLS = 12 };

static void add_cycles(draft *self, const unsigned *to, unsigned cells) {
    bool seen[MOST_CELLS] = {false};
    draft_add(self, "move    cycle");
    for (unsigned i = 0; i < cells; i++) {
        if (seen[i] || to[i] == i) continue;
        for (unsigned at = i; !seen[at]; at = to[at]) {
            draft_add(self, at == i ? " (%u" : " %u", at + 1);
            seen[at] = true;
        }
        draft_add(self, ")");
    }
    draft_add(self, "\n");
}

/* Cells that stay together, as the stickers of a corner do: moves exchange such blocks and turn them. Few colours, so that a sticker is known by
 * those beside it, or not at all; now and then some cells beside them that are moved along. */
void draft_turned(draft *self) {
    const unsigned size = 2 + draft_below(self, 2), blocks = 2 + draft_below(self, size == 2 ? 3 : 2), loose = draft_chance(self, 30) ? 3 : 0;
    const unsigned cells = blocks * size + loose, colours = draft_chance(self, 30) ? 8 : 2 + draft_below(self, 4), moves = 2 + draft_below(self, 2);
    const char *start[MOST_CELLS] = {0}, *goal[MOST_CELLS] = {0};
    unsigned to[3][MOST_CELLS];
    draft_add(self, "board   %u\npieces  a b c d e f g h\n", cells);
    for (unsigned n = 0; n < moves; n++) {
        const unsigned one = draft_below(self, blocks), other = draft_below(self, blocks), back = draft_below(self, size);
        const unsigned turn = one == other ? 1 + draft_below(self, size - 1) : draft_below(self, size);
        const bool all = draft_chance(self, 70);
        for (unsigned i = 0; i < cells; i++) to[n][i] = i;
        for (unsigned i = 0; i < size; i++) {
            to[n][other * size + i] = one * size + (i + back) % size;
            to[n][one * size + i] = other * size + (i + turn) % size;
        }
        for (unsigned i = 0; all && i < loose; i++) to[n][cells - loose + i] = cells - loose + (i + 1) % loose;
        add_cycles(self, to[n], cells);
    }
    for (unsigned i = 0; i < cells; i++) goal[i] = letters[draft_below(self, colours)];
    for (unsigned i = 0; i < cells; i++) start[i] = goal[i];
    for (unsigned step = draft_below(self, 12); step > 0; step--) {
        const unsigned n = draft_below(self, moves);
        const char *before[MOST_CELLS];
        for (unsigned i = 0; i < cells; i++) before[i] = start[i];
        for (unsigned i = 0; i < cells; i++) start[to[n][i]] = before[i];
    }
    if (draft_chance(self, 10)) exchange(self, start, 0, cells);
    add_cells(self, "start  ", start, 1, cells, 0);
    add_cells(self, "goal   ", goal, 1, cells, draft_chance(self, 80) ? 0 : 10);
}

/* Pieces that go along a row only, or up and down only, or not at all; goals that say what must not lie side by side. */
void draft_barred(draft *self) {
    static const char *const rules[] = {"any direction: A . -> . A", "any direction: A B -> B A", "A . -> . A\nmove    back: . A -> A .",
                                        "any direction: A C -> C A", "B . -> . B\nmove    back: . B -> B .", "C . -> . C",
                                        "B / . -> . / B\nmove    up: . / B -> B / .", "A / C -> C / A"};
    static const unsigned char sizes[][2] = {{1, 5}, {1, 6}, {2, 3}, {3, 2}, {2, 4}, {3, 3}};
    const unsigned char *size = sizes[draft_below(self, 6)];
    const unsigned cells = (unsigned)size[0] * size[1], count = size[0] > 1 ? 8 : 6;
    const char *start[9] = {0};
    if (size[0] > 1) draft_add(self, "board   %u x %u\n", size[0], size[1]);
    else draft_add(self, "board   %u\n", size[1]);
    draft_add(self, "pieces  A B C D .\nlet     t = A B\n");
    for (unsigned n = 2 + draft_below(self, 2); n > 0; n--) draft_add(self, "move    %s\n", rules[draft_below(self, count)]);
    for (unsigned i = 0; i < cells; i++) {
        const unsigned kind = draft_below(self, 100);
        start[i] = kind < 40 ? "." : kind < 55 ? "D" : kind < 75 ? "A" : kind < 88 ? "B" : "C";
    }
    add_cells(self, "start  ", start, size[0], size[1], 0);
    static const char *const alone[] = {"somewhere, any direction: A B", "somewhere, any direction: C .", "nowhere, any direction: t C",
                                        "nowhere, any direction: D t", "nowhere: A B"};
    static const char *const others[] = {"nowhere, any direction: t C", "nowhere: . A", "nowhere, any direction: C D", "somewhere: A ."};
    if (draft_chance(self, 40)) draft_add(self, "goal    %s", alone[draft_below(self, 5)]);
    else {
        const unsigned at = draft_below(self, cells);
        draft_add(self, "goal   ");
        for (unsigned i = 0; i < cells; i++)
            draft_add(self, "%s %s", i > 0 && i % size[1] == 0 ? " /" : "", i == at ? (draft_chance(self, 50) ? "A" : "C") : "_");
    }
    if (draft_chance(self, 60)) draft_add(self, " and %s", others[draft_below(self, 4)]);
    draft_add(self, "\n");
}
