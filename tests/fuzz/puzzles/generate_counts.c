/* Small boards whose answer hangs on a count: pieces that must all get to a floor which has room for one more, or for none; and
 * never more than so many of a piece. */
#include "generator.h"
#include "reader.h"

enum { MOST_PLACES = 12 };

typedef struct field {
    unsigned rows, columns, cells;
    char start[MOST_PLACES], floor[MOST_PLACES];
} field;

static field random_field(draft *self) {
    static const unsigned char sizes[][2] = {{1, 4}, {1, 5}, {1, 6}, {2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}};
    const unsigned char *size = sizes[draft_below(self, 8)];
    return (field){.rows = size[0], .columns = size[1], .cells = (unsigned)size[0] * size[1]};
}

static void add_rows(draft *self, const char *statement, const field *on, const char *cells) {
    draft_add(self, "%s", statement);
    for (unsigned i = 0; i < on->cells; i++) draft_add(self, "%s %c", i > 0 && i % on->columns == 0 ? " /" : "", cells[i]);
    draft_add(self, "\n");
}

/* ---- every piece on a floor ---- */

/* One player, some boxes, and the floor t under so many cells: mostly one more than there are of `piece`, and elsewhere than these. */
static void lay_targets(draft *self, field *on, char piece) {
    static const int further[] = {1, 1, 1, 1, 0, 0, 2, -1};
    const unsigned boxes = 1 + draft_below(self, on->cells > 5 ? 3 : 2);
    unsigned wanted = 0;
    for (unsigned i = 0; i < on->cells; i++) {
        on->start[i] = i == 0 ? '@' : i <= boxes ? '$' : '.';
        on->floor[i] = draft_chance(self, 25) ? '~' : '-';
        wanted += on->start[i] == piece;
    }
    for (unsigned i = 0; i < on->cells; i++) {
        const unsigned other = draft_below(self, on->cells);
        const char kept = on->start[i];
        on->start[i] = on->start[other], on->start[other] = kept;
    }
    wanted += (unsigned)further[draft_below(self, 8)];
    for (unsigned tries = 0, laid = 0; tries < 60 && laid < wanted; tries++) {
        const unsigned at = draft_below(self, on->cells);
        if (on->floor[at] == 't' || (on->start[at] == piece && draft_chance(self, 70))) continue;
        on->floor[at] = 't';
        laid++;
    }
    const unsigned wall = draft_below(self, on->cells);
    if (on->start[wall] == '.' && on->floor[wall] != 't' && draft_chance(self, 30)) on->start[wall] = on->floor[wall] = '#';
}

void draft_targets(draft *self) {
    static const char *const moves[] = {"any direction:  @ . -> . @", "push, any direction:  @ $ . -> . @ $", "any direction:  $ . -> . $",
                                        "left or right:  $ . -> . $", "swap, any direction:  @ $ -> $ @", "pull, any direction:  . @ $ -> @ $ .",
                                        "leap:  $ _ . -> . _ $", "any direction, until blocked:  $ . -> . $", "any direction:  $ .|t -> . $"};
    static const char *const goals[] = {"every %c on t", "every %c on t", "every %c on t", "every %c on f", "count %c on t >= 2", "not every %c on t", "every t has %c"};
    field on = random_field(self);
    const char piece = "$$$@."[draft_below(self, 5)];
    lay_targets(self, &on, piece);
    draft_add(self, "board   %u x %u%s\npieces  @ $ .\nfloor   # - t ~\n", on.rows, on.columns, draft_chance(self, 10) ? " wrapped" : "");
    add_rows(self, "       ", &on, on.floor);
    draft_add(self, "let     f = t ~\n");
    for (unsigned i = 1 + draft_below(self, 3); i > 0; i--) draft_add(self, "move    %s\n", moves[draft_below(self, 9)]);
    add_rows(self, "start  ", &on, on.start);
    draft_add(self, "goal    ");
    if (draft_chance(self, 20)) draft_add(self, "count %c on - = 0 and count %c on ~ = 0", piece, piece);
    else draft_add(self, goals[draft_below(self, 7)], piece);
    draft_add(self, draft_chance(self, 15) ? " and somewhere: @|-\n" : "\n");
}

/* ---- never so many ---- */

/* `count` of a piece, on all of the board or a part of it; how many cells that has. */
static unsigned add_tally(draft *self, const field *on, bool floor, const char *piece) {
    draft_add(self, "count %s", piece);
    unsigned cells = on->cells;
    if (floor && draft_chance(self, 40)) {
        draft_add(self, " on t");
        cells = 0;
        for (unsigned i = 0; i < on->cells; i++) cells += on->floor[i] == 't';
    } else if (draft_chance(self, 25)) {
        draft_add(self, " in row %u", 1 + draft_below(self, on->rows));
        cells = on->columns;
    } else if (draft_chance(self, 15)) {
        draft_add(self, " in column %u", 1 + draft_below(self, on->columns));
        cells = on->rows;
    }
    return cells;
}

/* A line in which the start does not stand, if there is one. */
static void add_never(draft *self, const field *on, bool floor) {
    static const char *const pieces[] = {"a", "a", "b", "n", "."};
    const size_t used = self->used;
    bool good = false;
    for (unsigned tries = 0; tries < 6 && !good; tries++) {
        draft_add(self, "never   ");
        const unsigned cells = add_tally(self, on, floor, pieces[draft_below(self, 5)]), kind = draft_below(self, 10);
        if (kind < 3) draft_add(self, " > 1");
        else if (kind < 5) draft_add(self, " >= 2");
        else if (kind < 7) draft_add(self, " <= %u", cells > 2 ? cells - 2 : 0);
        else if (kind < 8) draft_add(self, " = %u", draft_below(self, cells));
        else if (kind < 9) draft_add(self, " > %u", draft_below(self, cells));
        else draft_add(self, " != %u", draft_below(self, cells));
        draft_add(self, draft_chance(self, 15) ? " and somewhere: a\n" : "\n");
        puzzle *game = puzzle_read(self->text);
        good = !*game->mistake;
        puzzle_free(game);
        if (!good) self->used = used, self->text[used] = 0;
    }
}

void draft_tallies(draft *self) {
    static const char *const moves[] = {"put:  . -> a", "put:  . -> a", "any direction:  n . -> . n", "turn:  b -> a", "turn:  a -> b", "take:  a -> .",
                                        "any direction:  a b -> b a", "spread, any direction:  b . -> b b", "clear:  a b -> . .", "any direction:  a . -> . a"};
    field on = random_field(self);
    const bool floor = draft_chance(self, 35);
    const unsigned empty = 50 + draft_below(self, 50);
    for (unsigned i = 0; i < on.cells; i++) {
        on.start[i] = draft_chance(self, empty) ? '.' : draft_chance(self, 50) ? 'a' : 'b';
        on.floor[i] = draft_chance(self, 60) ? 't' : '-';
    }
    draft_add(self, "board   %u x %u\npieces  a b .\n", on.rows, on.columns);
    if (floor) add_rows(self, "floor   # - t\n       ", &on, on.floor);
    draft_add(self, "let     n = a b\n");
    for (unsigned i = 2 + draft_below(self, 3); i > 0; i--) draft_add(self, "move    %s\n", moves[draft_below(self, 10)]);
    add_rows(self, "start  ", &on, on.start);
    for (unsigned i = 1 + draft_chance(self, 30); i > 0; i--) add_never(self, &on, floor);
    draft_add(self, "goal    ");
    const unsigned cells = add_tally(self, &on, floor, draft_chance(self, 50) ? "a" : "b");
    draft_add(self, " %s %u\n", draft_chance(self, 50) ? ">=" : "=", 1 + draft_below(self, cells < 3 ? 2 : 3));
    if (draft_chance(self, 35)) draft_further_goals(self);
}
