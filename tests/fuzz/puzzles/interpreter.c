#include "interpreter.h"
#include "reader.h"

#include <stdio.h>
#include <string.h>

enum { NOTHING = -1 };

typedef struct attempt {
    const puzzle *game;
    const rule *made;
    const way *how;
    state from;
    int *bound; /* the symbol of each name */
    size_t *origin; /* of each part: the cell, or the number of the link, of its first cell */
    int *put;   /* what each cell and var is given */
    const char *call;
    arena *memory;
    moves *found;
} attempt;

bool same_state(state a, state b) {
    return a.count == b.count && memcmp(a.at, b.at, a.count * sizeof *a.at) == 0;
}

bool cell_fits(const puzzle *game, const cell *pattern, symbol piece, int *bound) {
    if (pattern->kind == CELL_ANY) return true;
    if (pattern->kind == CELL_SYMBOL) return pattern->index == piece;
    if (bound[pattern->index] != UNBOUND) return bound[pattern->index] == piece;
    const choice *name = &game->names[pattern->index];
    for (size_t i = 0; i < name->count; i++) {
        if (name->values[i] != piece) continue;
        bound[pattern->index] = piece;
        return true;
    }
    return false;
}

/* ---- sums and conditions ---- */

typedef struct operand {
    bool is_number;
    long number;
    int index;
} operand;

static operand operand_of_symbol(const puzzle *game, int index) {
    const word *one = &game->words[index];
    return (operand){one->is_number, one->number, index};
}

static operand evaluate(const puzzle *game, const cell *one, const int *bound) {
    if (one->kind == CELL_SYMBOL) return operand_of_symbol(game, one->index);
    if (one->kind == CELL_NAME) return operand_of_symbol(game, bound[one->index]);
    if (one->kind == CELL_NUMBER) return (operand){true, one->number, NOTHING};
    long sum = 0, product = 0; /* the last term, which may yet be multiplied */
    const choice *ring = NULL;
    int around = NOTHING;
    for (size_t i = 0; i < one->term_count; i++) {
        const term *t = &one->terms[i];
        const bool rings = t->name >= 0 && game->names[t->name].is_ring;
        const long value = t->name < 0 ? t->number : rings ? 0 : game->words[bound[t->name]].number;
        if (rings) ring = &game->names[t->name], around = bound[t->name];
        if (!t->times) sum += product, product = t->sign;
        product *= value;
    }
    sum += product;
    if (!ring) return (operand){true, sum, NOTHING};
    long at = 0;
    while (ring->values[at] != around) at++;
    const long count = (long)ring->count;
    return operand_of_symbol(game, ring->values[((at + sum) % count + count) % count]);
}

static bool holds(const puzzle *game, const condition *one, const int *bound) {
    const operand a = evaluate(game, &one->left, bound), b = evaluate(game, &one->right, bound);
    const char *o = one->operation;
    const bool numbers = a.is_number && b.is_number;
    const bool equal = numbers ? a.number == b.number : !a.is_number && !b.is_number && a.index == b.index;
    if (strcmp(o, "=") == 0) return equal;
    if (strcmp(o, "!=") == 0) return !equal;
    if (strcmp(o, "<") == 0) return a.number < b.number;
    if (strcmp(o, "<=") == 0) return a.number <= b.number;
    if (strcmp(o, ">") == 0) return a.number > b.number;
    return a.number >= b.number;
}

/* What a cell of the right side puts, or NOTHING where the result is no piece (no value of the var). */
static int piece_to_put(const puzzle *game, const cell *one, const int *bound, const choice *var) {
    operand value = evaluate(game, one, bound);
    if (value.index == NOTHING) {
        char text[24];
        snprintf(text, sizeof text, "%ld", value.number);
        value.index = find_symbol(game, text);
        if (value.index == NOTHING) return NOTHING;
    }
    if (!var) return game->is_open || game->words[value.index].is_piece ? value.index : NOTHING;
    for (size_t i = 0; i < var->count; i++)
        if (var->values[i] == value.index) return value.index;
    return NOTHING;
}

/* ---- places ---- */

bool lies_at(const puzzle *game, const way *how, size_t first, size_t row, size_t column, size_t *result) {
    const long rows = (long)game->rows, columns = (long)game->columns;
    long y = (long)(first / game->columns) + (long)row * how->down[0] + (long)column * how->right[0];
    long x = (long)(first % game->columns) + (long)row * how->down[1] + (long)column * how->right[1];
    while (game->wraps_rows && y < 0) y += rows;
    while (game->wraps_rows && y >= rows) y -= rows;
    while (game->wraps_columns && x < 0) x += columns;
    while (game->wraps_columns && x >= columns) x -= columns;
    if (y < 0 || x < 0 || y >= rows || x >= columns) return false;
    *result = (size_t)(y * columns + x);
    return true;
}

bool lies_on_board(const puzzle *game, const way *how, size_t rows, size_t columns, size_t first) {
    size_t here, there;
    for (size_t i = 0; i < rows * columns; i++) {
        if (!lies_at(game, how, first, i / columns, i % columns, &here)) return false;
        for (size_t k = 0; k < i && (game->wraps_rows || game->wraps_columns); k++)
            if (lies_at(game, how, first, k / columns, k % columns, &there) && there == here) return false;
    }
    return true;
}

/* The same for a place of the rule that is tried; false: beside the board. */
static bool find_cell(const attempt *self, size_t first, size_t row, size_t column, size_t index, size_t *result) {
    const puzzle *game = self->game;
    if (self->made->place == ON) return *result = self->made->cells[index], true;
    if (self->made->place == ALONG_LINKS) return *result = game->links[first / 2][index ^ (first % 2)], true;
    return lies_at(game, self->how, first, row, column, result);
}

static bool fits_at(attempt *self, const part *one, size_t first) {
    size_t index = 0, at;
    const bool drawn = self->made->place == EVERYWHERE || self->made->place == AT;
    const bool wraps = self->game->wraps_rows || self->game->wraps_columns; /* otherwise no cell is covered twice */
    if (drawn && wraps && !lies_on_board(self->game, self->how, one->left.rows, one->left.columns, first)) return false;
    for (size_t row = 0; row < one->left.rows; row++)
        for (size_t column = 0; column < one->left.columns; column++, index++) {
            if (!find_cell(self, first, row, column, index, &at)) return false;
            if (!cell_fits(self->game, &one->left.cells[index], self->from.at[at], self->bound)) return false;
        }
    return true;
}

/* ---- what a move does ---- */

static bool put(attempt *self, size_t at, int piece) {
    if (piece == NOTHING || (self->put[at] != NOTHING && self->put[at] != piece)) return false;
    self->put[at] = piece;
    return true;
}

static bool put_pattern(attempt *self, const part *one, size_t first) {
    size_t index = 0, at;
    for (size_t row = 0; row < one->right.rows; row++)
        for (size_t column = 0; column < one->right.columns; column++, index++) {
            if (one->right.cells[index].kind == CELL_ANY) continue;
            find_cell(self, first, row, column, index, &at);
            if (!put(self, at, piece_to_put(self->game, &one->right.cells[index], self->bound, NULL))) return false;
        }
    return true;
}

static bool put_part(attempt *self, size_t index) {
    const part *one = &self->made->parts[index];
    const size_t cells = puzzle_cells(self->game);
    if (one->kind == PART_PATTERN) return put_pattern(self, one, self->origin[index]);
    if (one->kind == PART_VALUE)
        return !one->changes || put(self, cells + one->var,
                                    piece_to_put(self->game, &one->result, self->bound, &self->game->vars[one->var]));
    for (size_t i = 0; i < one->carry_count; i++)
        if (!put(self, one->carry[i][1], self->from.at[one->carry[i][0]])) return false;
    return true;
}

static long place_of(const attempt *self) {
    for (size_t i = 0; i < self->made->part_count; i++) {
        if (self->made->parts[i].kind != PART_PATTERN) continue;
        size_t at;
        find_cell(self, self->origin[i], 0, 0, 0, &at);
        return (long)at;
    }
    return -1;
}

/* The cell of a pattern's first cell, by the number of the pattern from 1; of a link its first or second end. */
static size_t told_place(const attempt *self, long number, long place) {
    size_t at = (size_t)place;
    if (self->game->is_string) return at;
    for (size_t i = 0; i < self->made->part_count; i++) {
        if (self->made->parts[i].kind != PART_PATTERN) continue;
        if (self->made->place == ALONG_LINKS) return find_cell(self, self->origin[i], 0, 0, (size_t)number - 1, &at), at;
        if (--number == 0) return find_cell(self, self->origin[i], 0, 0, 0, &at), at;
    }
    return at;
}

static const char *way_text(const puzzle *game, const way *how, arena *memory) {
    const char *text = how->first >= 0 ? game->directions[how->first] : "";
    if (how->second >= 0) text = arena_print(memory, "%s-%s", text, game->directions[how->second]);
    if (how->mirrored) text = arena_print(memory, "%s%smirrored", text, how->first >= 0 ? "-" : "");
    return text;
}

/* The call with what was matched in place of braces. */
static const char *filled(const attempt *self, long place) {
    const puzzle *game = self->game;
    const char *brace = self->made->name ? strchr(self->made->name, '{') : NULL, *rest = self->made->name;
    if (!brace) return self->call;
    char *result = arena_text(self->memory, "", 0);
    const char *const turn = way_text(game, self->how, self->memory);
    bool tells_direction = !*turn;
    for (; brace; brace = strchr(rest, '{')) {
        const size_t length = strcspn(brace + 1, "}");
        const char *inside = arena_text(self->memory, brace + 1, length), *put = "";
        long number;
        int name = -1;
        for (size_t i = 0; i < game->name_count; i++)
            if (strcmp(game->names[i].text, inside) == 0) name = (int)i;
        if (name >= 0) put = game->words[self->bound[name]].text;
        else if (strcmp(inside, "direction") == 0) put = turn, tells_direction = true;
        else if (is_whole_number(inside, &number)) {
            const size_t at = told_place(self, number, place);
            put = game->is_grid ? arena_print(self->memory, "%zu,%zu", at / game->columns + 1, at % game->columns + 1)
                                : arena_print(self->memory, "%zu", at + 1);
        }
        result = arena_print(self->memory, "%s%.*s%s", result, (int)(brace - rest), rest, put);
        rest = brace + length + 2;
    }
    return arena_print(self->memory, "%s%s%s%s", result, rest, tells_direction ? "" : "-", tells_direction ? "" : turn);
}

static void record(attempt *self, state result, long place) {
    if (same_state(result, self->from) || must_never_be(self->game, result)) return;
    uint32_t cost = self->made->cost;
    if (self->made->cost_cell.kind != CELL_ANY) {
        const long number = evaluate(self->game, &self->made->cost_cell, self->bound).number;
        if (number < 1 || number > 1000000) return;
        cost = (uint32_t)number;
    }
    const move made = {filled(self, place), place, cost, result};
    ARENA_PUSH(self->memory, self->found->items, self->found->count, made);
}

static bool conditions_hold(const attempt *self) {
    bool stack[MOST_FORMULA + 1] = {true};
    size_t top = 0;
    for (size_t i = 0; i < self->made->formula_count; i++) {
        const int what = self->made->formula[i];
        if (what >= 0) stack[++top] = holds(self->game, &self->made->conditions[what], self->bound);
        else if (what == NEITHER) stack[top] = !stack[top];
        else if (top--, what == BOTH) stack[top] = stack[top] && stack[top + 1];
        else stack[top] = stack[top] || stack[top + 1];
    }
    return stack[top];
}

static void finish(attempt *self, size_t unused) {
    (void)unused;
    if (!conditions_hold(self)) return;
    for (size_t i = 0; i < self->from.count; i++) self->put[i] = NOTHING;
    for (size_t i = 0; i < self->made->part_count; i++)
        if (!put_part(self, i)) return;
    state result = {arena_take(self->memory, (self->from.count + 1) * sizeof(symbol)), self->from.count};
    for (size_t i = 0; i < result.count; i++)
        result.at[i] = self->put[i] == NOTHING ? self->from.at[i] : (symbol)self->put[i];
    record(self, result, place_of(self));
}

/* Free names have all their values, the first name changing slowest. */
static void choose_free(attempt *self, size_t index, size_t place, void (*then)(attempt *self, size_t place)) {
    if (index == self->made->free_count) {
        then(self, place);
        return;
    }
    const int which = self->made->free[index];
    const choice *name = &self->game->names[which];
    for (size_t i = 0; i < name->count; i++) {
        self->bound[which] = name->values[i];
        choose_free(self, index + 1, place, then);
    }
    self->bound[which] = UNBOUND;
}

/* Parts one after the other, each with all its places. */
static void try_part(attempt *self, size_t index) {
    if (index == self->made->part_count) {
        choose_free(self, 0, 0, finish);
        return;
    }
    const part *one = &self->made->parts[index];
    const size_t names = self->game->name_count;
    int kept[names + 1];
    memcpy(kept, self->bound, names * sizeof *kept);
    if (one->kind == PART_CYCLE) {
        try_part(self, index + 1);
    } else if (one->kind == PART_VALUE) {
        const symbol value = self->from.at[puzzle_cells(self->game) + one->var];
        if (cell_fits(self->game, &one->demand, value, self->bound)) try_part(self, index + 1);
        memcpy(self->bound, kept, names * sizeof *kept);
    } else {
        const place_kind place = self->made->place;
        const size_t end = place == ON ? 1 : place == ALONG_LINKS ? 2 * self->game->link_count : puzzle_cells(self->game);
        for (size_t first = 0; first < end; first++) {
            if (place == AT && first != self->made->cells[0]) continue;
            self->origin[index] = first;
            if (fits_at(self, one, first)) try_part(self, index + 1);
            memcpy(self->bound, kept, names * sizeof *kept);
        }
    }
}

/* ---- strings ---- */

static void finish_string(attempt *self, size_t first) {
    const part *one = &self->made->parts[0];
    const size_t length = one->left.columns, count = self->from.count - length + one->right.columns;
    bool fits = true;
    if (count > self->game->bound || !conditions_hold(self)) return;
    state result = {arena_take(self->memory, (count + 1) * sizeof(symbol)), count};
    memcpy(result.at, self->from.at, first * sizeof(symbol));
    for (size_t i = 0; fits && i < one->right.columns; i++) {
        const cell *right = &one->right.cells[i];
        const int piece = right->kind == CELL_ANY ? self->from.at[first + i] : piece_to_put(self->game, right, self->bound, NULL);
        fits = piece != NOTHING;
        result.at[first + i] = (symbol)piece;
    }
    const size_t rest = self->from.count - first - length;
    memcpy(result.at + first + one->right.columns, self->from.at + first + length, rest * sizeof(symbol));
    if (fits) record(self, result, (long)first);
}

static void try_string(attempt *self) {
    const part *one = &self->made->parts[0];
    const size_t length = one->left.columns, names = self->game->name_count;
    for (size_t first = 0; first + length <= self->from.count; first++) {
        bool fits = true;
        for (size_t i = 0; i < names; i++) self->bound[i] = UNBOUND;
        for (size_t i = 0; fits && i < length; i++)
            fits = cell_fits(self->game, &one->left.cells[i], self->from.at[first + i], self->bound);
        if (fits) choose_free(self, 0, first, finish_string);
    }
}

/* ---- all moves ---- */

static const char *call_of(const puzzle *game, const rule *made, const way *how, arena *memory) {
    const char *const turn = way_text(game, how, memory), *const join = made->name && *turn ? "-" : "";
    const char *const text = arena_print(memory, "%s%s%s", made->name ? made->name : "", join, turn);
    if (*text) return text;
    return made->sides ? made->sides : "move";
}

moves moves_of(const puzzle *game, state from, arena *memory) {
    moves found = {0};
    attempt self = {.game = game, .from = from, .memory = memory, .found = &found};
    self.bound = arena_take(memory, (game->name_count + 1) * sizeof *self.bound);
    self.put = arena_take(memory, (from.count + 1) * sizeof *self.put);
    for (size_t i = 0; i < game->rule_count; i++) {
        self.made = &game->rules[i];
        self.origin = arena_take(memory, (self.made->part_count + 1) * sizeof *self.origin);
        for (size_t turn = 0; turn < self.made->way_count; turn++) {
            self.how = &self.made->ways[turn];
            self.call = call_of(game, self.made, self.how, memory);
            for (size_t k = 0; k < game->name_count; k++) self.bound[k] = UNBOUND;
            if (game->is_string) try_string(&self);
            else try_part(&self, 0);
        }
    }
    return found;
}
