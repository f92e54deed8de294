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

/* `CELL is p`, if `is` is no piece. */
static int named_cell(const puzzle *game, tokens body) {
    const int word = find_symbol(game, "is");
    if (word >= 0 && game->words[word].is_piece) return -1;
    const bool is = body.count == 3 && body.items[0].kind == WORD && body.items[1].kind == WORD && body.items[2].kind == WORD &&
                    strcmp(body.items[1].text, "is") == 0;
    return is ? find_cell_name(game, body.items[0].text) : -1;
}

static int value_of(reader *self, const choice *var, const char *text) {
    const int found = find_symbol(self->game, text);
    for (size_t i = 0; found >= 0 && i < var->count; i++)
        if (var->values[i] == found) return (int)i;
    reader_mistake(self, "%s is no value of %s", text, var->text);
}

static void check_whole(reader *self, const drawing *whole) {
    const puzzle *game = self->game;
    if (game->is_string) return;
    const bool one_row = self->by_hand && whole->rows == 1 && whole->columns == puzzle_cells(game);
    if (!game->has_board || (!one_row && (whole->rows != game->rows || whole->columns != game->columns))) reader_mistake(self, "not the size of the board");
}

static void read_start_board(reader *self, tokens body, start *result) {
    const puzzle *game = self->game;
    const drawing whole = read_drawing(self, body, 0);
    const size_t count = whole.rows * whole.columns;
    if (result->cells) reader_mistake(self, "the board twice");
    if (!game->is_string && !game->has_board) reader_mistake(self, "there is no board");
    check_whole(self, &whole);
    if (game->is_string && count > game->bound) reader_mistake(self, "longer than the string");
    if (count == 0) reader_mistake(self, "nothing to start from");
    check_walls(self, &whole);
    result->cells = arena_take(&self->game->memory, (count + 1) * sizeof *result->cells);
    result->count = count;
    for (size_t i = 0; i < count; i++) result->cells[i] = (symbol)whole.cells[i].index;
}

/* What stands in one cell: the others then hold `.`, unless they are walls or told as well. */
static void read_start_cell(reader *self, size_t at, const char *text, start *result, bool *told) {
    const puzzle *game = self->game;
    const size_t count = puzzle_cells(game);
    const int piece = find_symbol(game, text), other = find_symbol(game, ".");
    if (other < 0 || !game->words[other].is_piece) reader_mistake(self, "nothing for the other cells");
    const int wall = game->floor ? game->kinds.items[0] : -1;
    if (piece < 0 || (piece != wall && !game->words[piece].is_piece)) reader_mistake(self, "no piece: %s", text);
    if (game->floor && is_wall(game, at) != (piece == wall)) reader_mistake(self, "a wall that is none, or something in a wall");
    if (told[at]) reader_mistake(self, "a cell twice");
    told[at] = true;
    if (!result->cells) {
        result->cells = arena_take(&self->game->memory, (count + 1) * sizeof *result->cells);
        result->count = count;
        for (size_t i = 0; i < count; i++) result->cells[i] = (symbol)(game->floor && is_wall(game, i) ? wall : other);
    }
    result->cells[at] = (symbol)piece;
}

void read_start(reader *self, tokens body, start *result) {
    const puzzle *game = self->game;
    *result = (start){.values = arena_take(&self->game->memory, (game->var_count + 1) * sizeof *result->values)};
    for (size_t i = 0; i < game->var_count; i++) result->values[i] = -2;
    bool *told = arena_take(&self->game->memory, puzzle_cells(game) + 1), any_told = false;
    for (size_t begin = 0; begin <= body.count;) {
        const size_t end = tokens_find(body, begin, WORD, "and");
        const tokens one = tokens_slice(body, begin, end);
        if (is_value(game, one)) {
            const int var = find_choice(game->vars, game->var_count, one.items[0].text);
            if (result->values[var] != -2) reader_mistake(self, "a var twice");
            const bool any = strcmp(one.items[2].text, "any") == 0 && !has_value(game, var, "any");
            result->values[var] = any ? -1 : value_of(self, &game->vars[var], one.items[2].text);
        } else if (named_cell(game, one) >= 0) {
            if (result->cells && !any_told) reader_mistake(self, "cells beside a drawing");
            any_told = true;
            read_start_cell(self, (size_t)named_cell(game, one), one.items[2].text, result, told);
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

/* `CELL is p` is a drawing in which only that cell matters. */
static void read_goal_cell(reader *self, tokens body, demand *into) {
    const size_t at = (size_t)named_cell(self->game, body), count = puzzle_cells(self->game);
    into->pattern = (drawing){1, count, arena_take(&self->game->memory, (count + 1) * sizeof(cell))};
    const drawing one = read_drawing(self, tokens_slice(body, 2, 3), MAY_NAME);
    if (one.columns != 1) reader_mistake(self, "no piece: %s", body.items[2].text);
    into->pattern.cells[at] = one.cells[0];
    check_walls(self, &into->pattern);
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
    if (into->kind == GOAL_NOWHERE && strcmp(body.items[0].text, "nowhere") != 0) reader_mistake(self, "neither somewhere nor nowhere");
    bool comma = false;
    for (size_t i = 1; i < colon; i++) {
        const char *text = body.items[i].text;
        if (body.items[i].kind == NEWLINE) continue;
        if (!comma) {
            if (body.items[i].kind != COMMA) reader_mistake(self, "no comma before a qualifier");
            comma = true;
            continue;
        }
        comma = false;
        const char *next = i + 1 < colon ? body.items[i + 1].text : "";
        if (strcmp(text, "diagonal") == 0)
            into->diagonal = true;
        else if (self->game->is_string && strcmp(text, "at") == 0 && strcmp(next, "begin") == 0)
            into->at_begin = true, i++;
        else if (self->game->is_string && strcmp(text, "at") == 0 && strcmp(next, "end") == 0)
            into->at_end = true, i++;
        else if (strcmp(text, "any") == 0 && strcmp(next, "direction") == 0)
            into->any_direction = true, i++;
        else
            reader_mistake(self, "an unknown qualifier: %s", text);
    }
    if (comma) reader_mistake(self, "a comma without a qualifier");
    into->pattern = read_drawing(self, tokens_slice(body, colon + 1, body.count), MAY_ANY | MAY_NAME | MAY_FLOOR);
    check_pattern(self, into);
}

/* ---- comparisons of vars and counts ---- */

/* Vars and numbers that are added, without white space; false: the text is nothing of that kind. */
static bool add_sum(reader *self, const char *text, int sign, side *result) {
    const puzzle *game = self->game;
    const int lone = find_choice(game->vars, game->var_count, text);
    if (lone >= 0) {
        const term one = {.sign = sign, .name = lone};
        ARENA_PUSH(&self->game->memory, result->terms, result->count, one);
        return true;
    }
    long number;
    const bool is_number = is_whole_number(text, &number);
    if (!is_number && find_symbol(game, text) >= 0) return false; /* a value such as `-0` or `a-b` */
    size_t vars = 0;
    for (const char *at = text; *at;) {
        term one = {.sign = *at == '-' ? -sign : sign, .name = -1};
        if (*at == '-' || (*at == '+' && at > text)) at++;
        const size_t length = strcspn(at, "+-");
        const char *word = arena_text(&self->game->memory, at, length);
        one.name = find_choice(game->vars, game->var_count, word);
        if (length == 0 || (one.name < 0 && !is_whole_number(word, &one.number))) return false;
        vars += one.name >= 0;
        ARENA_PUSH(&self->game->memory, result->terms, result->count, one);
        at += length;
    }
    return is_number || vars > 0;
}

/* Terms with + and - between them, which are words of their own. */
static bool read_side(reader *self, tokens body, side *result) {
    *result = (side){.value = -1};
    int sign = 1;
    for (size_t at = 0; at < body.count;) {
        term one = {.sign = sign, .name = -1};
        if (read_count(self, body, &at, &one)) ARENA_PUSH(&self->game->memory, result->terms, result->count, one);
        else if (!add_sum(self, body.items[at++].text, sign, result)) return false;
        if (at == body.count) return true;
        const char *joint = body.items[at++].text;
        if (strcmp(joint, "+") != 0 && strcmp(joint, "-") != 0) return false;
        sign = *joint == '-' ? -1 : 1;
    }
    return false;
}

static bool has_count(const side *one) {
    for (size_t i = 0; i < one->count; i++)
        if (one->terms[i].counted) return true;
    return false;
}

static bool has_var(const side *one) {
    for (size_t i = 0; i < one->count; i++)
        if (one->terms[i].name >= 0) return true;
    return has_count(one);
}

static bool is_ordered(const char *operation) {
    return *operation == '<' || *operation == '>';
}

/* What is added, put in order, or compared with a count is a number. */
static void check_side(reader *self, const side *one, bool ordered) {
    const puzzle *game = self->game;
    const bool added = one->count > 1 || (one->count == 1 && one->terms[0].sign < 0);
    if (ordered && one->value >= 0 && !game->words[one->value].is_number) reader_mistake(self, "no number");
    for (size_t i = 0; i < one->count && (added || ordered); i++) {
        const choice *var = one->terms[i].name < 0 ? NULL : &game->vars[one->terms[i].name];
        for (size_t k = 0; var && k < var->count; k++)
            if (!game->words[var->values[k]].is_number) reader_mistake(self, "%s is no number", var->text);
    }
}

/* The words before the operator and behind it, and the operator; false: there is none. */
static bool split_at_operator(reader *self, tokens body, tokens sides[2], char operation[3]) {
    arena *memory = &self->game->memory;
    size_t side = 0;
    for (size_t i = 0; i < body.count; i++) {
        if (body.items[i].kind == NEWLINE) continue;
        if (body.items[i].kind != WORD) return false;
        const char *text = body.items[i].text;
        const size_t before = strcspn(text, "=<>!"), marks = strspn(text + before, "=<>!");
        if (side > 0 || marks == 0) {
            ARENA_PUSH(memory, sides[side].items, sides[side].count, body.items[i]);
            continue;
        }
        static const char *const known[] = {"!=", "<=", ">=", "=", "<", ">"};
        size_t which = 0;
        while (which < 6 && strncmp(text + before, known[which], strlen(known[which])) != 0) which++;
        if (which == 6) return false;
        memcpy(operation, known[which], strlen(known[which]) + 1);
        const char *rest = text + before + strlen(known[which]);
        const token left = {WORD, arena_text(memory, text, before)}, right = {WORD, rest};
        if (before > 0) ARENA_PUSH(memory, sides[0].items, sides[0].count, left);
        side = 1;
        if (*rest) ARENA_PUSH(memory, sides[1].items, sides[1].count, right);
    }
    return side > 0;
}

/* false: it is none. */
static bool read_comparison(reader *self, tokens body, demand *into) {
    tokens sides[2] = {{0}, {0}};
    if (!self->game->has_board && self->game->var_count == 0) return false;
    if (!split_at_operator(self, body, sides, into->operation) || !read_side(self, sides[0], &into->left) || !has_var(&into->left)) return false;
    long number;
    if (is_whole_number(sides[0].items[0].text, &number)) reader_mistake(self, "a number first");
    into->kind = GOAL_COMPARED;
    if (!read_side(self, sides[1], &into->right)) {
        const bool lone = into->left.count == 1 && into->left.terms[0].sign > 0 && !has_count(&into->left) && sides[1].count == 1;
        if (!lone) reader_mistake(self, "a bad comparison");
        const char *right = sides[1].items[0].text;
        into->right = (side){.value = find_symbol(self->game, right)};
        value_of(self, &self->game->vars[into->left.terms[0].name], right);
    }
    const bool counts = has_count(&into->left) || has_count(&into->right), ordered = counts || is_ordered(into->operation);
    check_side(self, &into->left, ordered);
    check_side(self, &into->right, ordered);
    return true;
}

/* ---- `not` ---- */

bool is_declared(const puzzle *game, const char *text) {
    const int found = find_symbol(game, text);
    return (found >= 0 && !(game->is_open && strlen(text) > 1)) || find_choice(game->names, game->name_count, text) >= 0 ||
           find_choice(game->vars, game->var_count, text) >= 0;
}

static bool is_word(const token *one, const char *text) {
    return one->kind == WORD && strcmp(one->text, text) == 0;
}

static bool begins_with_not(const puzzle *game, tokens body) {
    return body.count > 1 && is_word(&body.items[0], "not") && body.items[1].kind == WORD && !is_declared(game, "not");
}

static void turn_round(reader *self, demand *one) {
    static const char *const pairs[][2] = {{"=", "!="}, {"!=", "="}, {"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}};
    if (one->kind == GOAL_VALUE && one->value.kind == CELL_SYMBOL) {
        const term var = {.sign = 1, .name = (int)one->var};
        one->kind = GOAL_COMPARED;
        one->left = (side){.value = -1};
        ARENA_PUSH(&self->game->memory, one->left.terms, one->left.count, var);
        one->right = (side){.value = one->value.index};
        memcpy(one->operation, "!=", 3);
    } else if (one->kind == GOAL_COMPARED) {
        size_t i = 0;
        while (strcmp(pairs[i][0], one->operation) != 0) i++;
        memcpy(one->operation, pairs[i][1], strlen(pairs[i][1]) + 1);
    } else if (one->kind == GOAL_EVERY_ON || one->kind == GOAL_EVERY_HAS) {
        one->is_denied = !one->is_denied;
    } else if (one->kind == GOAL_SOMEWHERE) {
        one->kind = GOAL_NOWHERE;
    } else if (one->kind == GOAL_NOWHERE) {
        one->kind = GOAL_SOMEWHERE;
    } else if (one->kind == GOAL_DRAWING && !self->game->is_string && !self->game->wraps_rows && !self->game->wraps_columns) {
        one->kind = GOAL_NOWHERE;
    } else {
        reader_mistake(self, "not before a name or a string");
    }
}

/* ---- lines ---- */

/* Where a condition ends: at `and` or a comma, which in front of the colon of a search is its own. */
static size_t end_of(const puzzle *game, tokens body, size_t begin) {
    const size_t end = tokens_find(body, begin, WORD, "and");
    size_t first = begin;
    while (first < end && (body.items[first].kind == NEWLINE || (is_word(&body.items[first], "not") && !is_declared(game, "not")))) first++;
    const bool search = first < end && (is_word(&body.items[first], "somewhere") || is_word(&body.items[first], "nowhere"));
    const size_t colon = search ? tokens_find(body, first, COLON, NULL) : end;
    const size_t comma = tokens_find(body, search && colon < end ? colon : begin, COMMA, NULL);
    return comma < end ? comma : end;
}

static void read_demand(reader *self, tokens one, demand *made) {
    const puzzle *game = self->game;
    if (one.count == 0) reader_mistake(self, "an empty goal");
    if (begins_with_not(game, one)) {
        read_demand(self, tokens_slice(one, 1, one.count), made);
        turn_round(self, made);
        made->turned = true;
        return;
    }
    const size_t colon = tokens_find(one, 0, COLON, NULL);
    const bool search = is_word(&one.items[0], "somewhere") || is_word(&one.items[0], "nowhere");
    if (search && colon == one.count && game->is_open) reader_mistake(self, "%s without a colon", one.items[0].text);
    if (is_value(game, one)) {
        read_goal_value(self, one, made);
    } else if (named_cell(game, one) >= 0) {
        read_goal_cell(self, one, made);
    } else if (read_every(self, one, made)) {
        return;
    } else if (colon < one.count) {
        read_search(self, one, colon, made);
    } else if (!read_comparison(self, one, made)) {
        made->pattern = read_drawing(self, one, MAY_ANY | MAY_NAME | MAY_FLOOR);
        check_whole(self, &made->pattern);
        check_walls(self, &made->pattern);
    }
}

void read_goal(reader *self, tokens body, goal *result) {
    *result = (goal){0};
    for (size_t begin = 0; begin <= body.count;) {
        const size_t end = end_of(self->game, body, begin);
        demand made = {0};
        read_demand(self, tokens_slice(body, begin, end), &made);
        ARENA_PUSH(&self->game->memory, result->demands, result->count, made);
        begin = end + 1;
    }
}

/* Whether the condition from `begin` to `end` is a whole one, and no drawing. */
static bool is_no_drawing(reader *self, tokens body, size_t begin, size_t end) {
    const puzzle *game = self->game;
    tokens one = tokens_slice(body, begin, end);
    demand ignored = {0};
    if (begins_with_not(game, one)) return is_no_drawing(self, one, 1, one.count);
    if (is_value(game, one) || named_cell(game, one) >= 0) return true;
    if (one.count == 4 && is_word(&one.items[0], "every") && !is_declared(game, "every")) return true;
    return one.count > 0 && tokens_find(one, 0, COLON, NULL) == one.count && read_comparison(self, one, &ignored);
}

/* The next `or` that joins. Where it is a piece, it may also be a cell of a drawing. */
static size_t find_or(reader *self, tokens body, size_t begin) {
    const int piece = find_symbol(self->game, "or");
    const bool is_piece = piece >= 0 && self->game->words[piece].is_piece;
    size_t from = begin;
    for (size_t i = begin; i < body.count; i++) {
        if (body.items[i].kind == COMMA || is_word(&body.items[i], "and")) from = i + 1;
        if (!is_word(&body.items[i], "or")) continue;
        const bool value = i > from + 1 && is_value(self->game, (tokens){body.items + i - 2, 3}); /* `V is or` */
        if (!value && (!is_piece || is_no_drawing(self, body, from, i))) return i;
    }
    return body.count;
}

void read_goals(reader *self, tokens body, goal **list, size_t *count) {
    for (size_t begin = 0; begin <= body.count;) {
        const size_t end = find_or(self, body, begin);
        goal made;
        read_goal(self, tokens_slice(body, begin, end), &made);
        made.follows_or = begin > 0;
        ARENA_PUSH(&self->game->memory, *list, *count, made);
        begin = end + 1;
    }
}
