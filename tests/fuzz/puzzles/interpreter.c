#include "attempt.h"

#include <stdlib.h>
#include <string.h>

bool same_state(state a, state b) {
    return a.count == b.count && memcmp(a.at, b.at, a.count * sizeof *a.at) == 0;
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

/* A pattern that is no larger than the board covers no cell twice. */
static bool may_overlap(const puzzle *game, const way *how, size_t rows, size_t columns) {
    const long down = (long)rows - 1, right = (long)columns - 1;
    const long high = labs(down * how->down[0]) + labs(right * how->right[0]), wide = labs(down * how->down[1]) + labs(right * how->right[1]);
    return high >= (long)game->rows || wide >= (long)game->columns;
}

bool lies_on_board(const puzzle *game, const way *how, size_t rows, size_t columns, size_t first) {
    size_t here, there;
    const bool overlaps = (game->wraps_rows || game->wraps_columns) && may_overlap(game, how, rows, columns);
    for (size_t i = 0; i < rows * columns; i++) {
        if (!lies_at(game, how, first, i / columns, i % columns, &here)) return false;
        for (size_t k = 0; k < i && overlaps; k++)
            if (lies_at(game, how, first, k / columns, k % columns, &there) && there == here) return false;
    }
    return true;
}

bool find_cell(const attempt *self, size_t first, size_t row, size_t column, size_t index, size_t *result) {
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
            if (!fits_on(self->game, &one->left.cells[index], self->from, at, self->bound)) return false;
        }
    return true;
}

/* ---- what a move does ---- */

static bool put(attempt *self, size_t at, int piece) {
    if (piece == NOTHING || (self->put[at] != NOTHING && self->put[at] != piece)) return false;
    const bool board = self->game->floor && at < puzzle_cells(self->game);
    if (board && is_wall(self->game, at) != (piece == self->game->kinds.items[0])) return false; /* walls neither come nor go */
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
        size_t at = 0;
        find_cell(self, self->origin[i], 0, 0, 0, &at);
        return (long)at;
    }
    return -1;
}

/* Of the link that the move goes along; 1 where it goes along none. */
static uint32_t weight_of_link(const attempt *self) {
    for (size_t i = 0; self->made->place == ALONG_LINKS && i < self->made->part_count; i++)
        if (self->made->parts[i].kind == PART_PATTERN) return self->game->weights[self->origin[i] / 2];
    return 1;
}

static void record(attempt *self, state result, long place) {
    if (same_state(result, self->from) || must_never_be(self->game, result)) return;
    const uint32_t weight = weight_of_link(self);
    uint32_t cost = self->made->has_cost ? self->made->cost : weight;
    if (self->made->cost_cell.kind != CELL_ANY) {
        const long number = evaluate(self->game, &self->made->cost_cell, self->bound, weight).number;
        if (number < 0 || number > MOST_COST) return;
        cost = (uint32_t)number;
    }
    move made = {.place = place, .cost = cost, .result = result};
    if (self->has_words) find_calls(self, place, &made);
    ARENA_PUSH(self->memory, self->found->items, self->found->count, made);
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

/* ---- a step that is repeated ---- */

/* Whether the step that begins at `first` is possible on the board, and does it. */
static bool make_step(const attempt *self, const part *one, size_t first, symbol *board) {
    const puzzle *game = self->game;
    const size_t columns = one->left.columns, count = one->left.rows * columns;
    bool changes = false;
    if (!lies_on_board(game, self->how, one->left.rows, columns, first)) return false;
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        lies_at(game, self->how, first, i / columns, i % columns, &at);
        if (!fits_on(game, &one->left.cells[i], (state){board, puzzle_cells(game)}, at, self->bound)) return false;
        if (one->right.cells[i].kind == CELL_ANY) continue;
        const int piece = piece_to_put(game, &one->right.cells[i], self->bound, NULL);
        if (game->floor && is_wall(game, at) != (piece == game->kinds.items[0])) return false;
        changes = changes || piece != board[at];
    }
    for (size_t i = 0; changes && i < count; i++) {
        size_t at = 0;
        lies_at(game, self->how, first, i / columns, i % columns, &at);
        if (one->right.cells[i].kind != CELL_ANY) board[at] = (symbol)piece_to_put(game, &one->right.cells[i], self->bound, NULL);
    }
    return changes;
}

/* After so many steps the pattern lies where it began, on a board that is wrapped. On others, no move has as many. */
static size_t most_steps(const puzzle *game, const way *how) {
    const size_t down = how->right[0] ? game->rows : 1, across = how->right[1] ? game->columns : 1;
    size_t all = down;
    while (all % across) all += down;
    return all;
}

/* Makes self->steps steps on the board. Returns whether they are all possible, and whether one more is. */
static bool make_steps(const attempt *self, symbol *board, bool *goes_on) {
    size_t which = 0, at = 0;
    while (self->made->parts[which].kind != PART_PATTERN) which++;
    const part *one = &self->made->parts[which];
    for (size_t i = 0; i <= self->steps; i++) {
        const bool possible = lies_at(self->game, self->how, self->origin[which], 0, i, &at) && make_step(self, one, at, board);
        if (!possible && i < self->steps) return false;
        if (i == self->steps) *goes_on = possible;
        if (i + 1 == self->steps) memcpy(self->board, board, puzzle_cells(self->game) * sizeof *board);
    }
    return true;
}

static void finish_steps(attempt *self, size_t unused) {
    (void)unused;
    const size_t cells = puzzle_cells(self->game);
    bool goes_on = false;
    if (!conditions_hold(self)) return;
    for (size_t i = 0; i < self->from.count; i++) self->put[i] = NOTHING;
    for (size_t i = 0; i < self->made->part_count; i++)
        if (!put_part(self, i)) return; /* the first step, and what the vars become */
    state result = {arena_take(self->memory, (self->from.count + 1) * sizeof(symbol)), self->from.count};
    symbol *board = arena_grow(self->memory, self->from.at, cells * sizeof *board, (cells + 1) * sizeof *board);
    self->board = result.at;
    if (!make_steps(self, board, &goes_on)) return;
    self->is_possible = true;
    for (size_t i = cells; i < result.count; i++) result.at[i] = self->put[i] == NOTHING ? self->from.at[i] : (symbol)self->put[i];
    if (self->made->repeats == REPEAT || !goes_on) record(self, result, place_of(self));
}

/* By the number of steps, fewest first, and for each by the free names. */
static void try_steps(attempt *self) {
    const size_t most = most_steps(self->game, self->how);
    self->is_possible = true;
    for (self->steps = 1; self->steps <= most && self->is_possible; self->steps++) {
        self->is_possible = false;
        choose_free(self, 0, 0, finish_steps);
    }
    self->steps = 1;
}

/* Parts one after the other, each with all its places. */
static void try_part(attempt *self, size_t index) {
    if (index == self->made->part_count) {
        if (self->made->repeats == ONCE) choose_free(self, 0, 0, finish);
        else try_steps(self);
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

/* Whether the left side ends in a rest. */
static bool takes_rest(const part *one) {
    return one->left.cells[one->left.columns - 1].kind == CELL_REST;
}

static void finish_string(attempt *self, size_t first) {
    const part *one = &self->made->parts[0];
    const bool rest = takes_rest(one);
    const size_t begin = first + one->left.columns - rest, further = self->from.count - begin;
    state result = {arena_take(self->memory, (first + one->right.columns * (rest ? further + 1 : 1) + further + 1) * sizeof(symbol)), first};
    if (!conditions_hold(self)) return;
    memcpy(result.at, self->from.at, first * sizeof(symbol));
    for (size_t i = 0; i < one->right.columns; i++) {
        const cell *right = &one->right.cells[i];
        if (right->kind == CELL_REST) {
            memcpy(result.at + result.count, self->from.at + begin, further * sizeof(symbol));
            result.count += further;
            continue;
        }
        const int piece = right->kind == CELL_ANY ? self->from.at[first + i] : piece_to_put(self->game, right, self->bound, NULL);
        if (piece == NOTHING) return;
        result.at[result.count++] = (symbol)piece;
    }
    if (!rest) memcpy(result.at + result.count, self->from.at + begin, further * sizeof(symbol)), result.count += further;
    if (result.count <= self->game->bound) record(self, result, (long)first);
}

static void try_string(attempt *self) {
    const part *one = &self->made->parts[0];
    const bool rest = takes_rest(one); /* it reaches the end, wherever it begins */
    const size_t length = one->left.columns - rest, names = self->game->name_count;
    for (size_t first = 0; first + length <= self->from.count; first++) {
        bool fits = (!self->made->at_begin || first == 0) && (!self->made->at_end || rest || first + length == self->from.count);
        for (size_t i = 0; i < names; i++) self->bound[i] = UNBOUND;
        for (size_t i = 0; fits && i < length; i++)
            fits = cell_fits(self->game, &one->left.cells[i], self->from.at[first + i], self->bound);
        if (fits) choose_free(self, 0, first, finish_string);
    }
}

/* ---- all moves ---- */

static moves find_moves(const puzzle *game, state from, arena *memory, bool has_words) {
    moves found = {0};
    attempt self = {.game = game, .from = from, .memory = memory, .found = &found, .steps = 1, .has_words = has_words};
    self.bound = arena_take(memory, (game->name_count + 1) * sizeof *self.bound);
    self.put = arena_take(memory, (from.count + 1) * sizeof *self.put);
    for (size_t i = 0; i < game->rule_count; i++) {
        self.made = &game->rules[i];
        self.origin = arena_take(memory, (self.made->part_count + 1) * sizeof *self.origin);
        for (size_t turn = 0; turn < self.made->way_count; turn++) {
            self.how = &self.made->ways[turn];
            for (size_t k = 0; k < game->name_count; k++) self.bound[k] = UNBOUND;
            if (game->is_string) try_string(&self);
            else try_part(&self, 0);
        }
    }
    return found;
}

moves moves_of(const puzzle *game, state from, arena *memory) {
    return find_moves(game, from, memory, true);
}

moves moves_without_words(const puzzle *game, state from, arena *memory) {
    return find_moves(game, from, memory, false);
}
