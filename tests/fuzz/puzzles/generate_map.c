/* Boards that are maps: cells with names, links with weights. And maps without a board. */
#include "generator.h"

#include <string.h>

static const char *const towns[] = {"Arad", "Sibiu", "x-y", "x", "7", "b", "Bucuresti", "y", "up", "1", "A", "n", "é", "-"};
enum { TOWNS = sizeof towns / sizeof *towns };

/* A row of cells with names in place of a board of one number. */
void draft_cells(draft *self) {
    bool taken[TOWNS] = {false};
    draft_add(self, "cells  ");
    const bool range = self->columns < 8 && draft_chance(self, 15);
    for (unsigned i = 0; i < self->columns; i++) {
        unsigned one = draft_below(self, TOWNS - !draft_chance(self, 5));
        while (taken[one]) one = (one + 1) % TOWNS;
        taken[one] = true;
        self->cell_names[i] = range ? arena_print(self->memory, "%c", 'p' + (char)i) : towns[one];
        if (!range) draft_add(self, " %s", towns[one]);
    }
    if (range) draft_add(self, " p..%c", 'p' + (char)self->columns - 1);
    draft_add(self, "\n");
    self->has_cell_names = true;
}

void draft_cell_text(draft *self, unsigned cell) {
    if (self->has_cell_names) draft_add(self, "%s", self->cell_names[cell]);
    else if (self->is_grid && draft_chance(self, 45)) draft_add(self, "%u,%u", cell / self->columns + 1, cell % self->columns + 1);
    else draft_add(self, "%u", cell + 1);
}

static void add_link(draft *self, unsigned a, unsigned b, unsigned weighted) {
    draft_add(self, " ");
    if (self->has_cell_names) draft_add(self, "%s-%s", self->cell_names[a], self->cell_names[b]);
    else draft_add(self, "%u-%u", a + 1, b + 1);
    if (draft_chance(self, weighted)) draft_add(self, ":%u", draft_chance(self, 8) ? MOST_COST - draft_below(self, 2) : draft_below(self, 9));
    self->link_count++;
}

void draft_links(draft *self) {
    const unsigned cells = self->rows * self->columns, weighted = draft_chance(self, 40) ? 60 : 0;
    if (cells < 2 || !draft_chance(self, self->has_cell_names ? 70 : 35)) return;
    bool linked[32][32] = {{false}};
    draft_add(self, "links  ");
    for (unsigned i = 0; i < 1 + draft_below(self, 6); i++) {
        const unsigned a = draft_below(self, cells), b = draft_below(self, cells);
        if (a == b || (linked[a][b] && (weighted == 0 || draft_chance(self, 70)))) continue;
        linked[a][b] = linked[b][a] = true;
        add_link(self, a, b, weighted);
    }
    if (self->link_count == 0) add_link(self, 0, 1, weighted);
    draft_add(self, "\n");
}

/* Tokens on a map with weights. */
void draft_map(draft *self) {
    static const char *const moves[] = {"{to}, along links:  @ . -> . @", "along links:  t . -> . t", "{t}-{from}-{to}, along links:  t . -> . t",
                                        "along links, cost weight:  @ . -> . @", "go, along links, cost 2*weight+1:  o . -> . o",
                                        "along links, cost weight*n:  @ . -> . @, fuel n -> n-1", "along links, cost weight-n:  t . -> . t, fuel n",
                                        "{2}, along links, cost 1:  @ . -> . @", "swap, along links:  t u -> u t where t != u", "along links:  @ o -> . @",
                                        "jump:  t _ . -> . _ t", "fill:  fuel n -> 3", "along links, cost 0:  o . -> . o"};
    self->rows = 1;
    self->columns = 3 + draft_below(self, 5);
    draft_cells(self);
    draft_add(self, "links  ");
    for (unsigned i = 1; i < self->columns; i++) add_link(self, draft_below(self, i), i, 70);
    for (unsigned i = draft_below(self, 5); i > 0; i--) {
        const unsigned a = draft_below(self, self->columns), b = draft_below(self, self->columns);
        if (a != b) add_link(self, a, b, 70);
    }
    draft_add(self, "\npieces  @ o .\nvar     fuel = 0..3\nlet     t, u = @ o\nlet     n = 0..3\n");
    for (unsigned i = 1 + draft_below(self, 3); i > 0; i--) draft_add(self, "move    %s\n", moves[draft_below(self, 13)]);
    const unsigned from = draft_below(self, self->columns), other = draft_below(self, self->columns), to = draft_below(self, self->columns);
    draft_add(self, "start   %s is @", self->cell_names[from]);
    if (other != from) draft_add(self, " and %s is o", self->cell_names[other]);
    draft_add(self, " and fuel is %s\ngoal    ", draft_chance(self, 20) ? "any" : "2");
    draft_add(self, "%s is %s", self->cell_names[to], draft_chance(self, 70) ? "@" : "t");
    if (draft_chance(self, 30)) draft_add(self, "%s%s is .", draft_chance(self, 60) ? " and " : " or not ", self->cell_names[from]);
    draft_add(self, "\n");
}

/* One-way roads between places, at low tolls or none: many paths of the same cost, some with more free moves than others. */
void draft_roads(draft *self) {
    static const char *const tolls[] = {"0012", "01", "0123", "00112", "0011233", "02", "0000123"};
    const char *const toll = tolls[draft_below(self, 7)];
    const unsigned last = 4 + draft_below(self, 9), most = 1 + draft_below(self, 3), end = last - draft_below(self, 2);
    const bool second = draft_chance(self, 25);
    draft_add(self, "var     v = 0..%u\nlet     n = 0..%u\n%s", last, last, second ? "var     w = 0 1 2\nlet     r = ring 0 1 2\n" : "");
    for (unsigned a = 0; a <= last; a++)
        for (unsigned i = 1 + draft_below(self, most); i > 0; i--) {
            const unsigned b = draft_chance(self, 88) ? a + 1 + draft_below(self, 3) : draft_below(self, last + 1);
            if (b > last || a == b) continue;
            draft_add(self, "move    cost %c:  v %u -> %u\n", toll[draft_below(self, (unsigned)strlen(toll))], a, b);
        }
    if (draft_chance(self, 15)) draft_add(self, "move    cost %u:  v n -> n+1\n", draft_below(self, 3));
    if (second) draft_add(self, "move    cost %c:  w r -> r+1\n", toll[draft_below(self, (unsigned)strlen(toll))]);
    draft_add(self, "start   v is %s%s\ngoal    v is %u", draft_chance(self, 92) ? "0" : "any", second ? " and w is 0" : "", end);
    if (second && draft_chance(self, 50)) draft_add(self, " and w is %u", draft_below(self, 3));
    if (draft_chance(self, 55)) draft_add(self, " or v is %u", end - 1 - draft_below(self, 3));
    draft_add(self, "\n");
}
