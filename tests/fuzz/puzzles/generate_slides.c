/* A step that is repeated: robots that slide until something is in their way, cars and blocks that slide as far as one likes. */
#include "generator.h"

#include <string.h>

typedef struct yard {
    unsigned rows, columns;
    char cells[40];
} yard;

static yard random_yard(draft *self) {
    static const unsigned char sizes[][2] = {{1, 5}, {1, 8}, {3, 3}, {3, 4}, {4, 3}, {4, 4}, {5, 3}, {2, 6}, {5, 5}, {6, 1}};
    const unsigned char *size = sizes[draft_below(self, 10)];
    yard made = {.rows = size[0], .columns = size[1]};
    const unsigned walls = draft_below(self, 30);
    for (unsigned i = 0; i < made.rows * made.columns; i++) made.cells[i] = draft_chance(self, walls) ? '#' : '.';
    return made;
}

/* Puts a block of that size somewhere, if there is room. */
static void place(draft *self, yard *on, char piece, unsigned rows, unsigned columns) {
    if (rows > on->rows || columns > on->columns) return;
    const unsigned top = draft_below(self, on->rows - rows + 1), left = draft_below(self, on->columns - columns + 1);
    for (unsigned i = 0; i < rows * columns; i++)
        if (on->cells[(top + i / columns) * on->columns + left + i % columns] != '.' && !draft_chance(self, 10)) return;
    for (unsigned i = 0; i < rows * columns; i++) on->cells[(top + i / columns) * on->columns + left + i % columns] = piece;
}

static void add_moves(draft *self, const char *const *patterns, unsigned count) {
    static const char *const names[] = {"", "", "{t}, ", "go, ", "{t}-{steps}-{direction}, ", "go-{steps}, ", "{t}-{1}, "};
    static const char *const turns[] = {"any direction", "any direction", "any direction", "left or right", "up or down", "diagonal",
                                        "any direction, diagonal", "any direction, mirrored", "left or right, mirrored", "up or down, diagonal"};
    static const char *const ends[] = {"repeat", "until blocked", "repeat", "until blocked", "cost 2, repeat", "until blocked, cost 3"};
    for (unsigned n = 1 + draft_below(self, 3); n > 0; n--) {
        const char *pattern = patterns[draft_below(self, count)], *turn = turns[draft_below(self, 10)];
        const bool several_rows = strchr(pattern, '/') != NULL;
        const char *name = names[draft_below(self, 7)];
        if (several_rows && strstr(turn, "diagonal")) turn = "any direction";
        if (strstr(name, "{t}") && !strchr(pattern, 't')) name = "";
        const char *end = draft_chance(self, 12) ? "" : ends[draft_below(self, 6)];
        if (strstr(name, "{steps}") && !*end) end = "repeat";
        draft_add(self, "move    %s%s%s%s:  %s%s\n", name, turn, *end ? ", " : "", end, pattern,
                  strchr(pattern, 't') && draft_chance(self, 12) ? " where t != b" : "");
    }
}

static void add_board(draft *self, const char *statement, const yard *on, unsigned loose) {
    draft_add(self, "%s", statement);
    for (unsigned i = 0; i < on->rows * on->columns; i++) {
        if (i > 0 && i % on->columns == 0) draft_add(self, " /");
        draft_add(self, " %c", draft_chance(self, loose) ? '_' : on->cells[i]);
    }
}

void draft_slides(draft *self) {
    static const char *const patterns[] = {"t . -> . t",         "a . -> . a",          "t t . -> . t t",       "a a a . -> . a a a",
                                           "t . -> b t",         "t -> b",              "t . / t . -> . t / . t", "a a . / a a . -> . a a / . a a",
                                           "t n -> n t",         "t _ . -> . _ t",      "t . / _ b -> . t / _ _", "a . . -> . a ."};
    static const char *const wrapped[] = {"", "", "", " wrapped", " wrapped left-right", " wrapped up-down"};
    static const char pieces[] = "aabr";
    yard on = random_yard(self);
    const bool turns = draft_chance(self, 20);
    draft_add(self, "board   %u x %u%s\npieces  a b r # .\nlet     t = a b r\nlet     n = ring a . b\n", on.rows, on.columns, wrapped[draft_below(self, 6)]);
    if (turns) draft_add(self, "var     turn = 0 1 2\nlet     c = ring 0 1 2\n");
    add_moves(self, patterns, draft_chance(self, 60) ? 4 : 12);
    if (turns) draft_add(self, "move    until blocked, any direction:  r . -> . r, turn c -> c+1\n");
    for (unsigned i = 1 + draft_below(self, 3); i > 0; i--)
        place(self, &on, pieces[draft_below(self, 4)], 1 + (unsigned)draft_chance(self, 20), 1 + draft_below(self, draft_chance(self, 60) ? 1 : 3));
    add_board(self, "start  ", &on, 0);
    draft_add(self, turns ? " and turn is 0\n" : "\n");
    yard to = on;
    for (unsigned i = 0; i < on.rows * on.columns; i++)
        if (to.cells[i] != '#') to.cells[i] = '.';
    for (unsigned i = 1 + draft_below(self, 2); i > 0; i--) place(self, &to, pieces[draft_below(self, 4)], 1, 1);
    if (draft_chance(self, 75))
        for (unsigned i = 0; i < on.rows * on.columns; i++)
            if (to.cells[i] == '.' || to.cells[i] == '#') to.cells[i] = '_';
    add_board(self, "goal   ", &to, 0);
    draft_add(self, "\n");
    if (draft_chance(self, 50)) draft_further_goals(self);
}

/* Steps that go once round a board without edges, and leave it other than it was. */
void draft_rounds(draft *self) {
    static const unsigned char sizes[][2] = {{1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 4}};
    static const char *const wrapped[] = {" wrapped", " wrapped", " wrapped left-right", " wrapped up-down"};
    static const char *const patterns[] = {"t -> b", "a -> r", "t n -> n t", "m -> r", "t _ -> b _", "t m -> m t", "a m -> m a", ". -> a", "m n -> n m", "t . -> b t"};
    static const char *const turns[] = {"any direction", "any direction", "left or right", "up or down", "diagonal", "left or right, mirrored"};
    const unsigned char *size = sizes[draft_below(self, 9)];
    const unsigned cells = (unsigned)size[0] * size[1], alike = draft_below(self, 90);
    const char common = "abr."[draft_below(self, 4)];
    draft_add(self, "board   %u x %u%s\npieces  a b r .\nlet     t = a b r\nlet     n, m = a b r .\n", size[0], size[1], wrapped[draft_below(self, 4)]);
    for (unsigned i = 1 + draft_below(self, 2); i > 0; i--)
        draft_add(self, "move    %s%s%s:  %s\n", draft_chance(self, 30) ? "go, " : "", turns[draft_below(self, 6)], draft_chance(self, 85) ? ", repeat" : ", until blocked", patterns[draft_below(self, 10)]);
    draft_add(self, "start  ");
    for (unsigned i = 0; i < cells; i++)
        draft_add(self, "%s %c", i > 0 && i % size[1] == 0 ? " /" : "", draft_chance(self, alike) ? common : "abr."[draft_below(self, 4)]);
    draft_add(self, "\ngoal    %s\n", draft_chance(self, 50) ? "nowhere: a" : "somewhere: b r");
    if (draft_chance(self, 70)) draft_further_goals(self);
}
