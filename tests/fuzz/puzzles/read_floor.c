/* The statement `floor`, and conditions that count. */
#include "reader.h"

#include <string.h>

static bool is_word(tokens body, size_t at, const char *text) {
    return at < body.count && body.items[at].kind == WORD && strcmp(body.items[at].text, text) == 0;
}

bool is_kind(const puzzle *game, int index) {
    for (size_t i = 0; i < game->kinds.count; i++)
        if (game->kinds.items[i] == index) return true;
    return false;
}

symbols kinds_of(reader *self, int name) {
    const choice *list = &self->game->names[name];
    symbols found = {0};
    for (size_t i = 0; i < list->count; i++)
        if (is_kind(self->game, list->values[i])) ARENA_PUSH(&self->game->memory, found.items, found.count, list->values[i]);
    return found;
}

/* ---- the drawing ---- */

/* A word of the drawing: a kind, or characters that are. */
static void read_floor_word(reader *self, const char *text, symbol *cells, size_t *count) {
    const puzzle *game = self->game;
    const size_t room = puzzle_cells(game);
    const int whole = find_symbol(game, text);
    if (whole >= 0 && is_kind(game, whole)) {
        if (*count < room) cells[*count] = (symbol)whole;
        ++*count;
        return;
    }
    for (const char *at = text; *at;) {
        size_t length = 1;
        while (((unsigned char)at[length] & 0xc0) == 0x80) length++;
        const int one = find_symbol(game, arena_text(&self->game->memory, at, length));
        if (one < 0 || !is_kind(game, one)) reader_mistake(self, "no kind of floor: %s", text);
        if (*count < room) cells[*count] = (symbol)one;
        ++*count;
        at += length;
    }
}

void read_floor(reader *self, tokens body) {
    puzzle *game = self->game;
    if (!game->has_board) reader_mistake(self, "a floor without a board");
    if (game->floor) reader_mistake(self, "a second floor");
    if (game->rule_count + game->goal_count + game->never_count > 0 || game->has_start) reader_mistake(self, "a floor below what may ask for it");
    size_t line = 0;
    while (line < body.count && body.items[line].kind != NEWLINE) line++;
    read_list(self, (tokens){body.items, line}, 0, &game->kinds.items, &game->kinds.count, false, true);
    symbol *cells = arena_take(&game->memory, (puzzle_cells(game) + 1) * sizeof *cells);
    size_t count = 0, row = 0, rows = 0, before_slash = SIZE_MAX;
    for (size_t i = line; i <= body.count; i++) {
        const bool ends = i == body.count || body.items[i].kind == SLASH || body.items[i].kind == NEWLINE;
        const bool slash = i < body.count && body.items[i].kind == SLASH;
        if (((slash || i == body.count) && before_slash == count) || (slash && count == 0)) reader_mistake(self, "a slash without a row");
        if (slash) before_slash = count;
        if (!ends) {
            if (body.items[i].kind != WORD) reader_mistake(self, "%s in a floor", body.items[i].text);
            read_floor_word(self, body.items[i].text, cells, &count);
        } else if (count > row) {
            if (count - row != game->columns) reader_mistake(self, "a floor of another size");
            rows++;
            row = count;
        }
    }
    if (rows != game->rows) reader_mistake(self, "a floor of another size");
    game->floor = cells;
}

void check_walls(reader *self, const drawing *whole) {
    const puzzle *game = self->game;
    for (size_t i = 0; game->floor && i < whole->rows * whole->columns; i++) {
        const cell *one = &whole->cells[i];
        const bool sign = one->kind == CELL_SYMBOL && one->index == game->kinds.items[0];
        if (one->kind != CELL_ANY && sign != is_wall(game, i)) reader_mistake(self, "a wall that is none, or something in a wall");
    }
}

/* ---- every and count ---- */

static symbols pieces_of(reader *self, const char *text) {
    puzzle *game = self->game;
    symbols found = {0};
    const int name = find_choice(game->names, game->name_count, text), piece = name < 0 ? find_symbol(game, text) : -1;
    for (size_t i = 0; name >= 0 && i < game->names[name].count; i++) {
        const symbol one = game->names[name].values[i];
        if (game->words[one].is_piece) ARENA_PUSH(&game->memory, found.items, found.count, one);
    }
    if (piece >= 0 && game->words[piece].is_piece) ARENA_PUSH(&game->memory, found.items, found.count, (symbol)piece);
    if (found.count == 0) reader_mistake(self, "no piece: %s", text);
    return found;
}

static symbols floors_of(reader *self, const char *text) {
    puzzle *game = self->game;
    symbols found = {0};
    const int name = find_choice(game->names, game->name_count, text), kind = name < 0 ? find_symbol(game, text) : -1;
    if (name >= 0) found = kinds_of(self, name);
    if (kind >= 0 && is_kind(game, kind)) ARENA_PUSH(&game->memory, found.items, found.count, (symbol)kind);
    if (found.count == 0) reader_mistake(self, "no floor: %s", text);
    return found;
}

bool read_every(reader *self, tokens body, demand *into) {
    if (self->game->is_string || !is_word(body, 0, "every") || is_declared(self->game, "every")) return false;
    if (!self->game->has_board || body.count != 4) reader_mistake(self, "a bad every");
    const bool on = is_word(body, 2, "on");
    if (!on && !is_word(body, 2, "has")) reader_mistake(self, "every without on or has");
    into->kind = on ? GOAL_EVERY_ON : GOAL_EVERY_HAS;
    into->every.on_floor = true;
    into->every.pieces = pieces_of(self, body.items[on ? 1 : 3].text);
    into->every.kinds = floors_of(self, body.items[on ? 3 : 1].text);
    const int piece = find_symbol(self->game, body.items[on ? 1 : 3].text);
    if (self->game->floor && piece >= 0 && (symbol)piece == self->game->kinds.items[0]) reader_mistake(self, "every with the wall");
    return true;
}

bool read_count(reader *self, tokens body, size_t *at, term *into) {
    const puzzle *game = self->game;
    const size_t i = *at;
    if (!is_word(body, i, "count") || is_declared(game, "count")) return false;
    if (!game->has_board || i + 1 >= body.count) reader_mistake(self, "a bad count");
    tally *made = arena_take(&self->game->memory, sizeof *made);
    made->pieces = pieces_of(self, body.items[i + 1].text);
    *at = i + 2;
    const bool row = is_word(body, i + 3, "row"), column = is_word(body, i + 3, "column");
    if (is_word(body, i + 2, "on") && i + 3 < body.count) {
        made->on_floor = true;
        made->kinds = floors_of(self, body.items[i + 3].text);
        *at = i + 4;
    } else if (is_word(body, i + 2, "in") && (row || column) && i + 4 < body.count) {
        long number = 0;
        const size_t most = row ? game->rows : game->columns;
        if (!is_count(body.items[i + 4].text, &number) || number < 1 || (size_t)number > most) reader_mistake(self, "no such row or column");
        if (row) made->row = (size_t)number;
        else made->column = (size_t)number;
        *at = i + 5;
    }
    into->counted = made;
    return true;
}
