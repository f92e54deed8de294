/* States of several words, and of many: boards of up to 300 cells with few pieces or with many kinds of them, hundreds of vars. So that
 * all states can be gone through, pieces go round together, slide until something is in their way, or have fuel for a few moves. */
#include "generator.h"

enum { WIDEST = 300 };

void draft_many_vars(draft *self, unsigned count) {
    for (unsigned i = 0; i < count; i++) draft_add(self, "var     v%u = 0..%u\n", i, draft_chance(self, 50) ? 1 : 1 + draft_below(self, 999));
    draft_add(self, "let     n = 0 1\nlet     r = ring 0 1\n");
    for (unsigned i = 0; i < 2 + draft_below(self, 5); i++) {
        const unsigned a = draft_below(self, count), b = (a + 1 + draft_below(self, count - 1)) % count;
        if (draft_chance(self, 50)) draft_add(self, "move    v%u r -> r+1, v%u %u -> %u\n", a, b, draft_below(self, 2), draft_below(self, 2));
        else draft_add(self, "move    v%u n -> n+1%s\n", a, draft_chance(self, 50) ? "" : ", v0 1");
    }
    draft_add(self, "start  ");
    for (unsigned i = 0; i < count; i++) draft_add(self, "%s v%u is %u", i ? " and" : "", i, draft_below(self, 2));
    draft_add(self, "\ngoal    v%u is %u and v%u is %u\n", draft_below(self, count), draft_below(self, 2), draft_below(self, count),
              draft_below(self, 2));
}

/* Pieces that go round in states of several words: runs of cells, carried as a whole. */
void draft_wheels(draft *self, unsigned cells, unsigned kinds) {
    const unsigned wheels = 1 + draft_below(self, 2);
    unsigned from[2] = {0, 0}, size[2] = {1, 1};
    draft_add(self, "board   %u\npieces  0..%u\nlet     n, m = 0..%u\n", cells, kinds - 1, kinds - 1);
    for (unsigned w = 0; w < wheels; w++) {
        const unsigned room = cells / wheels;
        size[w] = 2 + draft_below(self, draft_chance(self, 50) || (w > 0 && cells > 110) ? 6 : room - 2); /* not too many states */
        from[w] = w * room + draft_below(self, room - size[w] + 1);
        const bool back = draft_chance(self, 50);
        for (unsigned n = 0; n < 1 + (unsigned)draft_chance(self, 60); n++) {
            draft_add(self, "move    cycle (");
            for (unsigned i = 0; i < size[w]; i++) draft_add(self, "%s%u", i > 0 ? " " : "", from[w] + 1 + (back == (n == 0) ? size[w] - 1 - i : i));
            draft_add(self, ")\n");
        }
    }
    if (draft_chance(self, 30)) draft_add(self, "move    at %u: n m -> m n where n %s m\n", from[0] + 1, draft_chance(self, 50) ? "<" : "!=");
    const unsigned turn[2] = {draft_below(self, size[0]), wheels > 1 ? draft_below(self, size[1]) : 0};
    unsigned start[WIDEST];
    for (unsigned i = 0; i < cells; i++) start[i] = draft_below(self, kinds);
    for (unsigned n = 0; n < 2; n++) {
        draft_add(self, n == 0 ? "start  " : "goal   ");
        for (unsigned i = 0; i < cells; i++) {
            unsigned at = i;
            for (unsigned w = 0; n > 0 && w < wheels; w++)
                if (i >= from[w] && i < from[w] + size[w]) at = from[w] + (i - from[w] + turn[w]) % size[w];
            draft_add(self, " %u", start[at]);
        }
        draft_add(self, "\n");
    }
}

/* ---- of 9 words and more ---- */

typedef struct plain {
    unsigned rows, columns, cells, tokens, fuel; /* no fuel: as many moves as one likes */
    unsigned board[WIDEST];                      /* the number of a token, 0: there is none */
} plain;

static plain random_plain(draft *self, unsigned tokens) {
    plain made = {.rows = 12 + draft_below(self, 4), .columns = 16 + draft_below(self, 5), .tokens = tokens};
    made.cells = made.rows * made.columns;
    for (unsigned i = 1; i <= tokens;) {
        const unsigned at = draft_below(self, made.cells);
        if (made.board[at] == 0) made.board[at] = i++;
    }
    return made;
}

static void add_declarations(draft *self, const plain *on) {
    draft_add(self, "board   %u x %u%s\npieces  . 1..%u\nlet     t, u = 1..%u\n", on->rows, on->columns, draft_chance(self, 15) ? " wrapped" : "", on->tokens, on->tokens);
    if (on->fuel) draft_add(self, "var     fuel = 0..%u\nlet     n = 0..%u\n", on->fuel, on->fuel);
}

/* The start; and as a goal mostly the first token in some cell near the one where it begins. */
static void add_start(draft *self, const plain *on) {
    unsigned first = 0;
    draft_add(self, "start  ");
    for (unsigned i = 0; i < on->cells; i++) {
        draft_add(self, "%s ", i > 0 && i % on->columns == 0 ? " /" : "");
        if (on->board[i] == 1) first = i;
        if (on->board[i]) draft_add(self, "%u", on->board[i]);
        else draft_add(self, ".");
    }
    if (on->fuel) draft_add(self, " and fuel is %u", on->fuel);
    const unsigned to = (first + draft_below(self, 3) + on->columns * draft_below(self, 2)) % on->cells;
    draft_add(self, "\ngoal   ");
    if (draft_chance(self, 30)) draft_add(self, " count t in row %u >= 1", 1 + draft_below(self, on->rows));
    else if (draft_chance(self, 20)) draft_add(self, " somewhere, any direction: 1 2 and count t in column %u = 0", 1 + draft_below(self, on->columns));
    else
        for (unsigned i = 0; i < on->cells; i++) draft_add(self, "%s %s", i > 0 && i % on->columns == 0 ? " /" : "", i == to ? "1" : "_");
    draft_add(self, draft_chance(self, 30) ? "\nnever   somewhere: 2 1\n" : "\n");
}

/* Tokens that are only moved about, and some that are taken or made. */
static void add_tokens(draft *self) {
    static const unsigned char counts[] = {2, 3, 3, 5, 6, 9, 14, 20, 40, 90};
    static const char *const others[] = {"copy, left or right:  t . -> t t", "diagonal:  t . -> . t", "any direction, repeat:  1 . -> . 1",
                                         "take, any direction:  t u -> . t", "swap:  t u -> u t", "jump, any direction:  t u . -> . u t"};
    plain on = random_plain(self, counts[draft_below(self, 10)]);
    on.fuel = on.tokens < 3 ? 3 : on.tokens < 7 ? 2 : 1;
    add_declarations(self, &on);
    draft_add(self, "move    any direction:  t . -> . t, fuel n -> n-1\n");
    if (draft_chance(self, 60)) draft_add(self, "move    %s, fuel n -> n-1\n", others[draft_below(self, on.tokens > 9 ? 3 : 6)]); /* two names of many are too many choices */
    add_start(self, &on);
}

/* Tokens that slide from edge to edge. */
static void add_robots(draft *self) {
    plain on = random_plain(self, 2 + draft_below(self, 2));
    on.fuel = draft_chance(self, 60) ? 1 + draft_below(self, 3) : 0;
    add_declarations(self, &on);
    draft_add(self, "move    {t}, any direction, until blocked:  t . -> . t%s\n", on.fuel ? ", fuel n -> n-1" : "");
    add_start(self, &on);
}

void draft_widest(draft *self) {
    const unsigned kind = draft_below(self, 100), cells = 100 + draft_below(self, WIDEST - 99);
    self->is_wide = true;
    if (kind < 45) add_tokens(self);
    else if (kind < 65) add_robots(self);
    else if (kind < 85) draft_wheels(self, cells, draft_chance(self, 50) ? 8 + draft_below(self, 20) : 30 + draft_below(self, 260));
    else draft_many_vars(self, 80 + draft_below(self, 200));
}

/* Strings whose states have several words: a few letters that walk in a long row of others. */
void draft_long_string(draft *self) {
    static const char *const rules[] = {"a . -> . a", ". a -> a .", "b . . -> . . b", "a b -> b a", "b a -> a", "a -> b", "at begin: . ->", "at end: a -> a .",
                                        "at end: . -> . b", "at begin: n -> . n", ".. -> .", "hop: n . n -> n n .", "at begin: n r -> r n", "a r -> r",
                                        "at begin: . r -> r .", "cost 2: n . . -> . n ."};
    const unsigned most = 12 + draft_below(self, draft_chance(self, 60) ? 40 : 110), length = most - draft_below(self, 6);
    const unsigned first = draft_below(self, length), second = draft_chance(self, 50) ? draft_below(self, length) : first;
    self->is_string = true;
    self->longest = most;
    self->pieces[0] = ".", self->pieces[1] = "a", self->pieces[2] = "b";
    self->piece_count = 3;
    self->is_narrow = true;
    draft_add(self, "string  %u\n%slet     n = a b\nlet     r = rest\n", most, draft_chance(self, 50) ? "pieces  . a b\n" : "");
    for (unsigned i = 2 + draft_below(self, 3); i > 0; i--) draft_add(self, "move    %s\n", rules[draft_below(self, 16)]);
    draft_add(self, "start   ");
    for (unsigned i = 0; i < length; i++) draft_add(self, "%s", i == first ? "a" : i == second ? "b" : ".");
    draft_add(self, "\n");
    draft_goals(self);
}
