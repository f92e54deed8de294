/* The statements `start` and `goal`. */
#include "reader.h"

#include <string.h>

static bool is_value(const puzzle *game, tokens body) {
    return body.count == 3 && body.items[0].kind == WORD && body.items[1].kind == WORD && body.items[2].kind == WORD &&
           strcmp(body.items[1].text, "is") == 0 && find_choice(game->vars, game->var_count, body.items[0].text) >= 0;
}

static bool has_value(const puzzle *game, int var, const char *text) {
    for (size_t i = 0; i < game->vars[var].count; i++)
        if (strcmp(game->words[game->vars[var].values[i]].text, text) == 0) return true;
    return false;
}

static int value_of(reader *self, const choice *var, const char *text) {
    const int found = find_symbol(self->game, text);
    for (size_t i = 0; found >= 0 && i < var->count; i++)
        if (var->values[i] == found) return (int)i;
    reader_mistake(self, "%s is no value of %s", text, var->text);
}

static void read_start_board(reader *self, tokens body, start *result) {
    const puzzle *game = self->game;
    const drawing whole = read_drawing(self, body, 0);
    const size_t count = whole.rows * whole.columns;
    if (result->cells) reader_mistake(self, "the board twice");
    if (!game->is_string && !game->has_board) reader_mistake(self, "there is no board");
    /* By hand, a board may also be written in one row. */
    if (!game->is_string && count != puzzle_cells(game)) reader_mistake(self, "not the size of the board");
    if (!game->is_string && whole.rows != game->rows && whole.rows != 1) reader_mistake(self, "not the size of the board");
    if (game->is_string && count > game->bound) reader_mistake(self, "longer than the string");
    if (count == 0) reader_mistake(self, "nothing to start from");
    result->cells = arena_take(&self->game->memory, (count + 1) * sizeof *result->cells);
    result->count = count;
    for (size_t i = 0; i < count; i++) result->cells[i] = (symbol)whole.cells[i].index;
}

void read_start(reader *self, tokens body, start *result) {
    const puzzle *game = self->game;
    *result = (start){.values = arena_take(&self->game->memory, (game->var_count + 1) * sizeof *result->values)};
    for (size_t i = 0; i < game->var_count; i++) result->values[i] = -2;
    for (size_t begin = 0; begin <= body.count;) {
        const size_t end = tokens_find(body, begin, WORD, "and");
        const tokens one = tokens_slice(body, begin, end);
        if (is_value(game, one)) {
            const int var = find_choice(game->vars, game->var_count, one.items[0].text);
            if (result->values[var] != -2) reader_mistake(self, "a var twice");
            const bool any = strcmp(one.items[2].text, "any") == 0 && !has_value(game, var, "any");
            result->values[var] = any ? -1 : value_of(self, &game->vars[var], one.items[2].text);
        } else {
            read_start_board(self, one, result);
        }
        begin = end + 1;
    }
    for (size_t i = 0; i < game->var_count; i++)
        if (result->values[i] == -2) reader_mistake(self, "%s is not told", game->vars[i].text);
    if (!result->cells && (game->has_board || game->is_string)) reader_mistake(self, "the board is not told");
}

static void read_goal_value(reader *self, tokens body, demand *into) {
    const puzzle *game = self->game;
    into->kind = GOAL_VALUE;
    into->var = (size_t)find_choice(game->vars, game->var_count, body.items[0].text);
    if (!read_cell(self, body.items[2].text, MAY_NAME, &into->value)) reader_mistake(self, "no value: %s", body.items[2].text);
    check_name(self, &into->value, &game->vars[into->var]);
    if (into->value.kind == CELL_SYMBOL) value_of(self, &game->vars[into->var], body.items[2].text);
}

static void check_pattern(reader *self, const demand *made) {
    const puzzle *game = self->game;
    const size_t rows = made->pattern.rows, columns = made->pattern.columns;
    if (rows * columns == 0) reader_mistake(self, "an empty pattern");
    if (made->diagonal && rows != 1) reader_mistake(self, "a diagonal of several rows");
    if (game->is_string) {
        if (made->any_direction || made->diagonal) reader_mistake(self, "not for strings");
        return;
    }
    const bool upright = rows <= game->rows && columns <= game->columns;
    const bool turned = made->any_direction && columns <= game->rows && rows <= game->columns;
    if (!upright && !turned) reader_mistake(self, "a pattern larger than the board");
}

static void read_search(reader *self, tokens body, size_t colon, demand *into) {
    into->kind = strcmp(body.items[0].text, "somewhere") == 0 ? GOAL_SOMEWHERE : GOAL_NOWHERE;
    for (size_t i = 1; i < colon; i++) {
        const char *text = body.items[i].text;
        if (body.items[i].kind == COMMA || body.items[i].kind == NEWLINE) continue;
        if (strcmp(text, "diagonal") == 0)
            into->diagonal = true;
        else if (strcmp(text, "any") == 0 && i + 1 < colon && strcmp(body.items[i + 1].text, "direction") == 0)
            into->any_direction = true, i++;
        else
            reader_mistake(self, "an unknown qualifier: %s", text);
    }
    into->pattern = read_drawing(self, tokens_slice(body, colon + 1, body.count), MAY_ANY | MAY_NAME);
    check_pattern(self, into);
}

void read_goal(reader *self, tokens body, goal *result) {
    const puzzle *game = self->game;
    *result = (goal){0};
    for (size_t begin = 0; begin <= body.count;) {
        const size_t end = tokens_find(body, begin, WORD, "and");
        const tokens one = tokens_slice(body, begin, end);
        const size_t colon = tokens_find(one, 0, COLON, NULL);
        demand made = {0};
        if (one.count == 0) reader_mistake(self, "an empty goal");
        if (is_value(game, one)) {
            read_goal_value(self, one, &made);
        } else if (colon < one.count) {
            read_search(self, one, colon, &made);
        } else {
            made.pattern = read_drawing(self, one, MAY_ANY | MAY_NAME);
            const size_t count = made.pattern.rows * made.pattern.columns;
            if (!game->is_string && (count == 0 || count != puzzle_cells(game))) reader_mistake(self, "not the size of the board");
        }
        ARENA_PUSH(&self->game->memory, result->demands, result->count, made);
        begin = end + 1;
    }
}
