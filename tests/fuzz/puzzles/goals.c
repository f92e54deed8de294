/* Whether a state is a goal. A name is chosen once for the whole line; one that occurs in nothing but a `nowhere` is
 * tried in every orientation there. */
#include "interpreter.h"

#include <string.h>

typedef struct search {
    const puzzle *game;
    const goal *line;
    state one;
} search;

static const long orientations[8][4] = {
    /* what a step down and a step right in the drawing become on the board: row, column each */
    {0, 1, -1, 0}, {0, -1, 1, 0}, {-1, 0, 0, -1}, {1, 0, 0, 1}, /* up, down, left, right */
    {0, 0, 1, 1}, {0, 0, 1, -1}, {0, 0, -1, -1}, {0, 0, -1, 1}, /* diagonals, of one row */
};

static bool orientation_is_tried(const demand *one, int orientation) {
    if (orientation == RIGHT) return true;
    if (orientation < 4) return one->any_direction;
    return one->diagonal && (orientation < 6 || one->any_direction);
}

static bool fits_on_board(const search *self, const demand *one, int orientation, size_t first, int *bound) {
    const puzzle *game = self->game;
    const long *steps = orientations[orientation];
    const way how = {.down = {steps[0], steps[1]}, .right = {steps[2], steps[3]}};
    const size_t columns = one->pattern.columns;
    size_t at;
    const bool wraps = game->wraps_rows || game->wraps_columns; /* otherwise no cell is covered twice */
    if (wraps && !lies_on_board(game, &how, one->pattern.rows, columns, first)) return false;
    for (size_t i = 0; i < one->pattern.rows * columns; i++)
        if (!lies_at(game, &how, first, i / columns, i % columns, &at) || !fits_on(game, &one->pattern.cells[i], self->one, at, bound))
            return false;
    return true;
}

static bool fits_in_string(const search *self, const demand *one, size_t first, int *bound) {
    const size_t end = first + one->pattern.columns;
    if (end > self->one.count || (one->at_begin && first > 0) || (one->at_end && end < self->one.count)) return false;
    *self->game->work += one->pattern.columns;
    for (size_t i = 0; i < one->pattern.columns; i++)
        if (!cell_fits(self->game, &one->pattern.cells[i], self->one.at[first + i], bound)) return false;
    return true;
}

static bool fits(const search *self, const demand *one, int orientation, size_t first, int *bound) {
    return self->game->is_string ? fits_in_string(self, one, first, bound) : fits_on_board(self, one, orientation, first, bound);
}

static bool line_holds(const search *self, size_t index, bool positive, int *bound);

/* Tries the pattern everywhere. With `then`, the rest of the line must hold for what was bound. */
static bool found_somewhere(const search *self, const demand *one, size_t index, bool then, int *bound) {
    const size_t names = self->game->name_count;
    const size_t places = self->game->is_string ? self->one.count : puzzle_cells(self->game);
    int kept[names + 1];
    memcpy(kept, bound, names * sizeof *kept);
    for (int orientation = 0; orientation < 8; orientation++) {
        if (self->game->is_string ? orientation != RIGHT : !orientation_is_tried(one, orientation)) continue;
        for (size_t first = 0; first < places; first++) {
            if (fits(self, one, orientation, first, bound) && (!then || line_holds(self, index + 1, true, bound))) return true;
            memcpy(bound, kept, names * sizeof *kept);
        }
    }
    return false;
}

static bool drawing_holds(const search *self, const demand *one, int *bound) {
    if (self->game->is_string && one->pattern.columns != self->one.count) return false;
    for (size_t i = 0; i < one->pattern.rows * one->pattern.columns; i++)
        if (!fits_on(self->game, &one->pattern.cells[i], self->one, i, bound)) return false;
    return true;
}

/* ---- counts ---- */

static bool is_among(const symbols *set, symbol one) {
    for (size_t i = 0; i < set->count; i++)
        if (set->items[i] == one) return true;
    return false;
}

static bool has_floor_of(const search *self, const tally *wanted, size_t at) {
    return self->game->floor && is_among(&wanted->kinds, self->game->floor[at]);
}

static long count_cells(const search *self, const tally *wanted) {
    const size_t columns = self->game->columns;
    long count = 0;
    for (size_t i = 0; i < puzzle_cells(self->game); i++) {
        const bool there = (!wanted->row || i / columns + 1 == wanted->row) && (!wanted->column || i % columns + 1 == wanted->column);
        count += there && is_among(&wanted->pieces, self->one.at[i]) && (!wanted->on_floor || has_floor_of(self, wanted, i));
    }
    return count;
}

static bool every_holds(const search *self, const demand *one) {
    for (size_t i = 0; i < puzzle_cells(self->game); i++) {
        const bool piece = is_among(&one->every.pieces, self->one.at[i]), floor = has_floor_of(self, &one->every, i);
        if (one->kind == GOAL_EVERY_ON ? piece && !floor : floor && !piece) return one->is_denied;
    }
    return !one->is_denied;
}

/* A number, or the symbol that is none. */
static long number_of_side(const search *self, const side *one, int *symbol_of) {
    const puzzle *game = self->game;
    const symbol *values = self->one.at + puzzle_cells(game);
    *symbol_of = one->value;
    if (one->count == 1 && one->terms[0].sign > 0 && one->terms[0].name >= 0 && !one->terms[0].counted) *symbol_of = values[one->terms[0].name];
    if (*symbol_of >= 0) {
        const word *found = &game->words[*symbol_of];
        if (found->is_number) *symbol_of = -1;
        return found->is_number ? found->number : 0;
    }
    long sum = 0;
    for (size_t i = 0; i < one->count; i++) {
        const term *t = &one->terms[i];
        sum += t->sign * (t->counted ? count_cells(self, t->counted) : t->name < 0 ? t->number : game->words[values[t->name]].number);
    }
    return sum;
}

static bool comparison_holds(const search *self, const demand *one) {
    int a_symbol, b_symbol;
    const long a = number_of_side(self, &one->left, &a_symbol), b = number_of_side(self, &one->right, &b_symbol);
    const char *o = one->operation;
    const bool equal = a_symbol == b_symbol && a == b;
    if (strcmp(o, "=") == 0) return equal;
    if (strcmp(o, "!=") == 0) return !equal;
    if (strcmp(o, "<") == 0) return a < b;
    if (strcmp(o, "<=") == 0) return a <= b;
    if (strcmp(o, ">") == 0) return a > b;
    return a >= b;
}

/* First all that must be found, then all that must not. */
static bool line_holds(const search *self, size_t index, bool positive, int *bound) {
    if (index == self->line->count) return positive ? line_holds(self, 0, false, bound) : true;
    const demand *one = &self->line->demands[index];
    if (!positive) {
        if (one->kind == GOAL_NOWHERE && found_somewhere(self, one, index, false, bound)) return false;
        return line_holds(self, index + 1, false, bound);
    }
    const size_t names = self->game->name_count;
    int kept[names + 1];
    memcpy(kept, bound, names * sizeof *kept);
    bool good = true;
    if (one->kind == GOAL_SOMEWHERE) good = found_somewhere(self, one, index, true, bound);
    else if (one->kind == GOAL_DRAWING) good = drawing_holds(self, one, bound) && line_holds(self, index + 1, true, bound);
    else if (one->kind == GOAL_VALUE)
        good = cell_fits(self->game, &one->value, self->one.at[puzzle_cells(self->game) + one->var], bound) &&
               line_holds(self, index + 1, true, bound);
    else if (one->kind == GOAL_EVERY_ON || one->kind == GOAL_EVERY_HAS)
        good = every_holds(self, one) && line_holds(self, index + 1, true, bound);
    else if (one->kind == GOAL_COMPARED) good = comparison_holds(self, one) && line_holds(self, index + 1, true, bound);
    else good = line_holds(self, index + 1, true, bound);
    memcpy(bound, kept, names * sizeof *kept);
    return good;
}

static bool some_line_holds(const puzzle *game, const goal *lines, size_t count, state one) {
    for (size_t i = 0; i < count; i++) {
        int bound[game->name_count + 1];
        for (size_t k = 0; k < game->name_count; k++) bound[k] = UNBOUND;
        const search self = {game, &lines[i], one};
        if (line_holds(&self, 0, true, bound)) return true;
    }
    return false;
}

bool must_never_be(const puzzle *game, state one) {
    return some_line_holds(game, game->nevers, game->never_count, one);
}

bool is_goal(const puzzle *game, const goal *goals, size_t goal_count, state one) {
    return some_line_holds(game, goals, goal_count, one) && !must_never_be(game, one);
}
