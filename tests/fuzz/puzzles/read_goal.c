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

/* ---- comparisons of vars ---- */

/* A var, or vars and numbers that are added; false: the text is nothing of that kind. */
static bool read_side(reader *self, const char *text, side *result) {
    const puzzle *game = self->game;
    *result = (side){.value = -1};
    const int lone = find_choice(game->vars, game->var_count, text);
    if (lone >= 0) {
        const term one = {.sign = 1, .name = lone};
        ARENA_PUSH(&self->game->memory, result->terms, result->count, one);
        return true;
    }
    for (const char *at = text; *at;) {
        term one = {.sign = *at == '-' ? -1 : 1, .name = -1};
        if (*at == '-' || (*at == '+' && at > text)) at++;
        const size_t length = strcspn(at, "+-");
        const char *word = arena_text(&self->game->memory, at, length);
        one.name = find_choice(game->vars, game->var_count, word);
        if (length == 0 || (one.name < 0 && !is_whole_number(word, &one.number))) return false;
        ARENA_PUSH(&self->game->memory, result->terms, result->count, one);
        at += length;
    }
    return result->count > 0;
}

static bool has_var(const side *one) {
    for (size_t i = 0; i < one->count; i++)
        if (one->terms[i].name >= 0) return true;
    return false;
}

static bool is_ordered(const char *operation) {
    return *operation == '<' || *operation == '>';
}

/* What is added, or put in order, is a number. */
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

/* false: it is none. */
static bool read_comparison(reader *self, tokens body, demand *into) {
    char *all = arena_text(&self->game->memory, "", 0);
    for (size_t i = 0; i < body.count; i++) {
        if (body.items[i].kind == NEWLINE) continue;
        if (body.items[i].kind != WORD) return false;
        all = arena_print(&self->game->memory, "%s%s", all, body.items[i].text);
    }
    const size_t before = strcspn(all, "=<>!");
    const size_t length = strspn(all + before, "=<>!");
    if (self->game->var_count == 0 || length == 0 || !read_side(self, arena_text(&self->game->memory, all, before), &into->left)) return false;
    if (!has_var(&into->left)) return false;
    static const char *const known[] = {"!=", "<=", ">=", "=", "<", ">"};
    size_t which = 0;
    while (which < 6 && strncmp(all + before, known[which], strlen(known[which])) != 0) which++;
    if (which == 6) reader_mistake(self, "a bad comparison");
    const char *right = all + before + strlen(known[which]);
    memcpy(into->operation, known[which], strlen(known[which]) + 1);
    into->kind = GOAL_COMPARED;
    if (!read_side(self, right, &into->right)) {
        const bool lone = into->left.count == 1 && into->left.terms[0].sign > 0;
        into->right = (side){.value = find_symbol(self->game, right)};
        if (!lone) reader_mistake(self, "no var: %s", right);
        value_of(self, &self->game->vars[into->left.terms[0].name], right);
    }
    check_side(self, &into->left, is_ordered(into->operation));
    check_side(self, &into->right, is_ordered(into->operation));
    return true;
}

/* ---- `not` ---- */

static bool is_declared(const puzzle *game, const char *text) {
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
    if (is_value(game, one)) {
        read_goal_value(self, one, made);
    } else if (colon < one.count) {
        read_search(self, one, colon, made);
    } else if (!read_comparison(self, one, made)) {
        made->pattern = read_drawing(self, one, MAY_ANY | MAY_NAME);
        const size_t count = made->pattern.rows * made->pattern.columns;
        if (!game->is_string && (count == 0 || count != puzzle_cells(game))) reader_mistake(self, "not the size of the board");
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

void read_goals(reader *self, tokens body, goal **list, size_t *count) {
    const bool splits = !is_declared(self->game, "or");
    for (size_t begin = 0; begin <= body.count;) {
        const size_t end = splits ? tokens_find(body, begin, WORD, "or") : body.count;
        goal made;
        read_goal(self, tokens_slice(body, begin, end), &made);
        made.follows_or = begin > 0;
        ARENA_PUSH(&self->game->memory, *list, *count, made);
        begin = end + 1;
    }
}
