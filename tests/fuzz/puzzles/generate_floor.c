/* What lies under the pieces: random floors, and puzzles that depend on theirs. */
#include "generator.h"

#include <string.h>

static bool is_piece(const draft *self, const char *text) {
    for (unsigned i = 0; i < self->piece_count; i++)
        if (strcmp(self->pieces[i], text) == 0) return true;
    return false;
}

bool draft_is_wall(const draft *self, unsigned cell) {
    return self->kind_count > 0 && self->floor[cell] == 0;
}

const char *draft_kind(draft *self) {
    return self->kinds[draft_below(self, self->kind_count)];
}

void draft_floor(draft *self) {
    static const char *const walls[] = {"#", "X", "%", "0", "wall"};
    static const char *const others[] = {"-", "~", "u", "1", "2", "5", "ice", ".", "a", "b", "red"};
    const unsigned cells = self->rows * self->columns, walled = draft_chance(self, 30) ? 0 : draft_below(self, 35), wanted = 2 + draft_below(self, 3);
    const char *wall = walls[draft_below(self, 5)];
    if (is_piece(self, wall)) return;
    self->kinds[self->kind_count++] = wall;
    while (self->kind_count < wanted) {
        const char *kind = others[draft_below(self, 11)];
        bool twice = false;
        for (unsigned i = 0; i < self->kind_count; i++) twice = twice || strcmp(self->kinds[i], kind) == 0;
        if (!twice) self->kinds[self->kind_count++] = kind;
    }
    draft_add(self, "floor  ");
    for (unsigned i = 0; i < self->kind_count; i++) draft_add(self, " %s", self->kinds[i]);
    draft_add(self, "\n       ");
    for (unsigned i = 0; i < cells; i++) {
        self->floor[i] = draft_chance(self, walled) ? 0 : 1 + draft_below(self, self->kind_count - 1);
        draft_add(self, "%s %s", i > 0 && i % self->columns == 0 ? " /" : "", self->kinds[self->floor[i]]);
    }
    draft_add(self, "\n");
}

/* ---- puzzles of their own ---- */

typedef struct ground {
    unsigned rows, columns;
    char floor[32], start[32];
} ground;

static void add_rows(draft *self, const ground *on, const char *cells) {
    for (unsigned i = 0; i < on->rows * on->columns; i++) draft_add(self, "%s %c", i > 0 && i % on->columns == 0 ? " /" : "", cells[i]);
}

static ground random_ground(draft *self) {
    static const unsigned char sizes[][2] = {{1, 6}, {2, 3}, {3, 3}, {3, 4}, {4, 3}, {4, 4}, {5, 5}};
    static const char kinds[] = "#----tt~~15";
    const unsigned char *size = sizes[draft_below(self, 7)];
    ground made = {.rows = size[0], .columns = size[1]};
    const unsigned plain = draft_below(self, 70), cells = made.rows * made.columns;
    for (unsigned i = 0; i < cells; i++) {
        made.floor[i] = draft_chance(self, plain) ? '-' : kinds[draft_below(self, 11)];
        made.start[i] = made.floor[i] == '#' ? '#' : draft_chance(self, 80) ? '.' : '$';
    }
    for (unsigned tries = 0; tries < 20; tries++) {
        const unsigned at = draft_below(self, cells);
        if (made.floor[at] == '#') continue;
        made.start[at] = '@';
        if (!draft_chance(self, 5)) break;
    }
    return made;
}

void draft_grounds(draft *self) {
    static const char *const moves[] = {
        "any direction:  @ . -> . @", "push, any direction:  @ $ . -> . @ $", "step, any direction:  @ .|- -> . @",
        "slip, any direction, until blocked:  @ .|~ -> . @", "{f}, any direction, cost n:  @ .|n -> . @, _|f -> _", "any direction:  @|f .|f -> . @",
        "melt:  $|~ -> .", "grow:  .|t -> $", "any direction, repeat:  $ .|- -> . $", "diagonal:  @ .|f -> . @ where f != ~", "at 2:  _|~ . -> _ $",
        "any direction, cost n:  @|n . -> . @", "leap, any direction:  @ # . -> . _ @", "turn, mirrored:  @ .|f / _|f _ -> . @ / _ _", "any direction:  m|f . -> . m",
        "count:  .|1 -> $, .|5 -> $", "any direction:  $ w -> . w", "left or right:  w . -> w $", "any direction:  @ w -> w @", "any direction:  $ w -> w $",
        "up or down:  . _ w -> w _ ."};
    static const char *const goals[] = {"every t has $", "every $ on t", "count $ on t >= 1", "count $ <= 1", "every $ on f", "every ~ has m",
                                        "somewhere: @|t", "nowhere: $|~", "not every t has @", "count @ on t = 1 and nowhere, any direction: m m",
                                        "count $ on - = count $ on t", "count $ in row 1 + count @ >= 2", "somewhere, any direction: @|f .|f",
                                        "count . - count $ < 4", "not every $ on -", "count m in column 2 = 1"};
    ground on = random_ground(self);
    draft_add(self, "board   %u x %u%s\npieces  @ $ .\n", on.rows, on.columns, draft_chance(self, 15) ? " wrapped" : "");
    draft_add(self, "floor   # - t ~ 1 5\n       ");
    add_rows(self, &on, on.floor);
    draft_add(self, "\nlet     f = - ~ t\nlet     n = 1 5\nlet     m = @ $%s\nlet     w = @ $ . #\n", draft_chance(self, 20) ? " #" : "");
    draft_add(self, "move    %s%s\n", draft_chance(self, 15) ? "cost 0, " : draft_chance(self, 10) ? "cost 1000000000, " : "", moves[0]);
    for (unsigned i = 1 + draft_below(self, 3); i > 0; i--) draft_add(self, "move    %s\n", moves[draft_below(self, 21)]);
    draft_add(self, "start  ");
    add_rows(self, &on, on.start);
    draft_add(self, "\ngoal    %s", goals[draft_below(self, 16)]);
    if (draft_chance(self, 30)) draft_add(self, " %s %s", draft_chance(self, 60) ? "and" : "or", goals[draft_below(self, 16)]);
    draft_add(self, "\n");
}
