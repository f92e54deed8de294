/* The statement `move`. */
#include "interpreter.h"
#include "reader.h"

#include <string.h>

static bool is_word(tokens body, size_t at, const char *text) {
    return at < body.count && body.items[at].kind == WORD && strcmp(body.items[at].text, text) == 0;
}

static bool is_arrow(const token *one) {
    return one->kind == WORD && strcmp(one->text, "->") == 0;
}

static tokens without_lines(arena *memory, tokens body) {
    tokens result = {0};
    for (size_t i = 0; i < body.count; i++)
        if (body.items[i].kind != NEWLINE) ARENA_PUSH(memory, result.items, result.count, body.items[i]);
    return result;
}

/* Whether what it stands for is always a number. */
static bool has_order(const puzzle *game, const cell *one) {
    if (one->kind == CELL_SYMBOL) return game->words[one->index].is_number;
    if (one->kind == CELL_NUMBER) return true;
    const int name = one->kind == CELL_NAME ? one->index : -1;
    for (size_t t = 0; t < (one->kind == CELL_SUM ? one->term_count : 1); t++) {
        const int which = one->kind == CELL_SUM ? one->terms[t].name : name;
        for (size_t i = 0; which >= 0 && i < game->names[which].count; i++)
            if (!game->words[game->names[which].values[i]].is_number) return false;
    }
    return true;
}

/* ---- the head ---- */

static void once(reader *self, bool *given) {
    if (*given) reader_mistake(self, "a qualifier twice");
    *given = true;
}

static bool read_qualifier(reader *self, tokens body, rule *into) {
    if (is_word(body, 0, "any") && is_word(body, 1, "direction") && body.count == 2) {
        once(self, &into->any_direction);
    } else if (is_word(body, 0, "left") && is_word(body, 1, "or") && is_word(body, 2, "right") && body.count == 3) {
        once(self, &into->sideways);
    } else if (is_word(body, 0, "up") && is_word(body, 1, "or") && is_word(body, 2, "down") && body.count == 3) {
        once(self, &into->upright);
    } else if (is_word(body, 0, "mirrored") && body.count == 1) {
        once(self, &into->mirrored);
    } else if (is_word(body, 0, "diagonal") && body.count == 1) {
        once(self, &into->diagonal);
    } else if (is_word(body, 0, "repeat") && body.count == 1) {
        if (into->repeats != ONCE) reader_mistake(self, "repeat and until blocked");
        into->repeats = REPEAT;
    } else if (is_word(body, 0, "until") && is_word(body, 1, "blocked") && body.count == 2) {
        if (into->repeats != ONCE) reader_mistake(self, "repeat and until blocked");
        into->repeats = UNTIL_BLOCKED;
    } else if (is_word(body, 0, "along") && is_word(body, 1, "links") && body.count == 2) {
        if (into->place != EVERYWHERE) reader_mistake(self, "two places");
        into->place = ALONG_LINKS;
    } else if (self->game->is_string && is_word(body, 0, "at") && body.count == 2 && is_word(body, 1, "begin")) {
        once(self, &into->at_begin);
    } else if (self->game->is_string && is_word(body, 0, "at") && body.count == 2 && is_word(body, 1, "end")) {
        once(self, &into->at_end);
    } else if (is_word(body, 0, "cost") && body.count == 2) {
        long cost = 1;
        once(self, &into->has_cost);
        if (!is_count(body.items[1].text, &cost)) {
            if (!read_cell(self, body.items[1].text, MAY_NAME | MAY_SUM | MAY_WEIGH, &into->cost_cell) || into->cost_cell.kind == CELL_SYMBOL ||
                !has_order(self->game, &into->cost_cell)) reader_mistake(self, "a bad cost");
        } else if (cost < 0 || cost > MOST_COST) {
            reader_mistake(self, "a bad cost");
        }
        into->cost = (uint32_t)cost;
    } else if (is_word(body, 0, "at") || is_word(body, 0, "on")) {
        if (into->place != EVERYWHERE) reader_mistake(self, "two places");
        into->place = is_word(body, 0, "at") ? AT : ON;
        for (size_t i = 1; i < body.count; i++)
            if (into->place == ON) read_board_cells(self, body.items[i].text, &into->cells, &into->cell_count);
            else ARENA_PUSH(&self->game->memory, into->cells, into->cell_count, read_board_cell(self, body.items[i].text));
        if (into->cell_count == 0 || (into->place == AT && into->cell_count != 1)) reader_mistake(self, "cells of a place");
        for (size_t i = 0; i < into->cell_count; i++)
            for (size_t k = 0; k < i; k++)
                if (into->cells[i] == into->cells[k]) reader_mistake(self, "a cell twice");
    } else {
        return false;
    }
    return true;
}

static void read_head(reader *self, tokens body, rule *into) {
    static const char *const words[] = {"at", "on", "cost", "mirrored", "diagonal", "repeat"}; /* these begin no name */
    for (size_t begin = 0; begin <= body.count && body.count > 0;) {
        const size_t end = tokens_find(body, begin, COMMA, NULL);
        const tokens one = tokens_slice(body, begin, end);
        if (!read_qualifier(self, one, into)) {
            long number;
            if (begin > 0 || one.count != 1 || !is_good_word(&one.items[0])) reader_mistake(self, "an unknown qualifier");
            into->name = one.items[0].text;
            if (strpbrk(into->name, "@#=") || is_whole_number(into->name, &number)) reader_mistake(self, "a bad name of a move");
            for (size_t i = 0; i < sizeof words / sizeof *words; i++)
                if (strcmp(words[i], into->name) == 0) reader_mistake(self, "an unfinished qualifier");
        }
        begin = end + 1;
    }
}

/* ---- parts ---- */

static void read_cycle(reader *self, tokens body, part *into) {
    bool *seen = arena_take(&self->game->memory, puzzle_cells(self->game));
    into->kind = PART_CYCLE;
    for (size_t i = 1; i < body.count; i++) {
        if (body.items[i].kind != OPEN) reader_mistake(self, "a cycle without a bracket");
        uint32_t *cells = NULL;
        size_t count = 0;
        for (i++; i < body.count && body.items[i].kind == WORD; i++)
            read_board_cells(self, body.items[i].text, &cells, &count);
        if (i == body.count || body.items[i].kind != CLOSE || count < 2) reader_mistake(self, "a bad cycle");
        for (size_t k = 0; k < count; k++) {
            if (seen[cells[k]]) reader_mistake(self, "a cell twice in a cycle");
            seen[cells[k]] = true;
            uint32_t(*room)[2] = arena_grow(&self->game->memory, into->carry, into->carry_count * sizeof *room,
                                            (into->carry_count + 1) * sizeof *room);
            room[into->carry_count][0] = cells[k];
            room[into->carry_count][1] = cells[(k + 1) % count];
            into->carry = room;
            into->carry_count++;
        }
    }
    if (into->carry_count == 0) reader_mistake(self, "a cycle of nothing");
}

static void check_value(reader *self, size_t var, const cell *one) {
    const size_t count = self->game->vars[var].count;
    const symbol *values = self->game->vars[var].values;
    check_name(self, one, &self->game->vars[var]);
    if (one->kind != CELL_SYMBOL) return;
    for (size_t i = 0; i < count; i++)
        if (values[i] == one->index) return;
    reader_mistake(self, "%s is no value of %s", self->game->words[one->index].text, self->game->vars[var].text);
}

static bool read_value(reader *self, tokens body, size_t arrow, part *into) {
    const puzzle *game = self->game;
    const tokens left = without_lines(&self->game->memory, tokens_slice(body, 0, arrow));
    const int var = left.count == 2 ? find_choice(game->vars, game->var_count, left.items[0].text) : -1;
    if (var < 0) return false;
    into->kind = PART_VALUE;
    into->var = (size_t)var;
    if (!read_cell(self, left.items[1].text, MAY_NAME, &into->demand)) reader_mistake(self, "no value: %s", left.items[1].text);
    check_value(self, into->var, &into->demand);
    if (arrow == body.count) return true;
    const tokens right = without_lines(&self->game->memory, tokens_slice(body, arrow + 1, body.count));
    if (right.count != 1 || !read_cell(self, right.items[0].text, MAY_ANY | MAY_NAME | MAY_SUM, &into->result))
        reader_mistake(self, "no value to become");
    into->changes = into->result.kind != CELL_ANY;
    check_value(self, into->var, &into->result);
    return true;
}

/* The sign of a wall stands on both sides, or `_` on the right. */
static void check_wall_of_move(reader *self, const cell *left, const cell *right) {
    const puzzle *game = self->game;
    if (!game->floor) return;
    const int wall = game->kinds.items[0];
    const bool before = left->kind == CELL_SYMBOL && left->index == wall, after = right->kind == CELL_SYMBOL && right->index == wall;
    if (before != after && right->kind != CELL_ANY) reader_mistake(self, "a wall that comes or goes");
}

/* A rest stands behind at least one character at the end of the left side, and the same one on the right. */
static void check_rest(reader *self, const part *made) {
    const drawing *left = &made->left, *right = &made->right;
    const cell *last = left->columns > 0 ? &left->cells[left->columns - 1] : NULL;
    for (size_t i = 0; i + 1 < left->columns; i++)
        if (left->cells[i].kind == CELL_REST) reader_mistake(self, "a rest that is not at the end");
    if (left->columns == 1 && last->kind == CELL_REST) reader_mistake(self, "a rest alone");
    for (size_t i = 0; i < right->columns; i++)
        if (right->cells[i].kind == CELL_REST && (!last || last->kind != CELL_REST || last->index != right->cells[i].index))
            reader_mistake(self, "a rest on the right only");
}

static void read_pattern(reader *self, tokens body, size_t arrow, part *into) {
    if (arrow == body.count) reader_mistake(self, "a part without an arrow");
    into->kind = PART_PATTERN;
    into->left = read_drawing(self, tokens_slice(body, 0, arrow), MAY_ANY | MAY_NAME | MAY_FLOOR | MAY_REST);
    into->right = read_drawing(self, tokens_slice(body, arrow + 1, body.count), MAY_ANY | MAY_NAME | MAY_SUM | MAY_REST);
    check_rest(self, into);
    const bool rest = into->left.columns > 0 && into->left.cells[into->left.columns - 1].kind == CELL_REST;
    const bool same = into->left.rows == into->right.rows && into->left.columns == into->right.columns && !rest;
    if (into->left.rows * into->left.columns == 0) reader_mistake(self, "an empty left side");
    if (!same && !self->game->is_string) reader_mistake(self, "two sides of different shape");
    for (size_t i = 0; i < into->right.rows * into->right.columns; i++) {
        const bool any = into->right.cells[i].kind == CELL_ANY;
        if (!same && any) reader_mistake(self, "_ where sides differ in length");
        if (same && into->left.cells[i].kind == CELL_ANY && !any) reader_mistake(self, "_ on the left only");
        if (same) check_wall_of_move(self, &into->left.cells[i], &into->right.cells[i]);
    }
    for (size_t i = 0; !same && i < into->left.columns; i++)
        if (into->left.cells[i].kind == CELL_ANY) reader_mistake(self, "_ where sides differ in length");
}

static void read_part(reader *self, tokens body, rule *into) {
    part fresh = {0};
    size_t arrow = 0;
    while (arrow < body.count && !is_arrow(&body.items[arrow])) arrow++;
    for (size_t i = arrow + 1; i < body.count; i++)
        if (is_arrow(&body.items[i])) reader_mistake(self, "two arrows in a part");
    if (is_word(body, 0, "cycle") && body.count > 1 && body.items[1].kind == OPEN)
        read_cycle(self, without_lines(&self->game->memory, body), &fresh);
    else if (!read_value(self, body, arrow, &fresh))
        read_pattern(self, body, arrow, &fresh);
    ARENA_PUSH(&self->game->memory, into->parts, into->part_count, fresh);
}

/* ---- where ---- */

/* In a string of any characters, `=`, `<`, `>` and `!` are operands only where the file has used them before. */
static bool is_unknown_sign(const puzzle *game, const char *text) {
    return strchr("=<>!", *text) && !is_declared(game, text);
}

static void read_condition(reader *self, tokens body, rule *into) {
    condition fresh = {0};
    body = without_lines(&self->game->memory, body);
    const char *left, *right;
    if (body.count == 1) { /* without white space */
        const char *text = body.items[0].text;
        const size_t length = strcspn(text, "<>=!"), marks = strspn(text + length, "<>=!");
        if (length == 0 || marks == 0 || marks > 2) reader_mistake(self, "a bad condition");
        memcpy(fresh.operation, text + length, marks);
        left = arena_text(&self->game->memory, text, length);
        right = text + length + marks;
    } else {
        if (body.count != 3 || strlen(body.items[1].text) > 2) reader_mistake(self, "a bad condition");
        strcpy(fresh.operation, body.items[1].text);
        left = body.items[0].text, right = body.items[2].text;
    }
    static const char *const operations[] = {"=", "!=", "<", "<=", ">", ">="};
    bool known = false;
    for (size_t i = 0; i < 6; i++) known = known || strcmp(operations[i], fresh.operation) == 0;
    if (!known) reader_mistake(self, "no comparison: %s", fresh.operation);
    const unsigned may = MAY_NAME | MAY_SUM | MAY_NUMBER;
    if (is_unknown_sign(self->game, left) || is_unknown_sign(self->game, right)) reader_mistake(self, "a sign of comparison as operand");
    if (!read_cell(self, left, may, &fresh.left) || !read_cell(self, right, may, &fresh.right)) reader_mistake(self, "a bad operand");
    const char c = fresh.operation[0];
    if ((c == '<' || c == '>') && (!has_order(self->game, &fresh.left) || !has_order(self->game, &fresh.right)))
        reader_mistake(self, "< between things that are not numbers");
    ARENA_PUSH(&self->game->memory, into->conditions, into->condition_count, fresh);
}

static void join(reader *self, rule *into, int what) {
    if (into->formula_count == MOST_FORMULA) reader_mistake(self, "too many conditions for this reader");
    ARENA_PUSH(&self->game->memory, into->formula, into->formula_count, what);
}

static bool is_joint(const token *one, int level) {
    if (level == 0) return one->kind == COMMA;
    return one->kind == WORD && strcmp(one->text, level == 1 ? "or" : "and") == 0;
}

/* Level 0: conditions separated by commas; 1: by `or`; 2: by `and`; 3: one of them. */
static void read_formula(reader *self, tokens body, rule *into, int level) {
    if (level < 3) {
        size_t begin = 0;
        int depth = 0;
        for (size_t i = 0; i <= body.count; i++) {
            if (i < body.count) depth += (body.items[i].kind == OPEN) - (body.items[i].kind == CLOSE);
            if (depth > 100) reader_mistake(self, "parentheses too deep");
            if (depth < 0) reader_mistake(self, "a parenthesis that was not opened");
            if (i < body.count && (depth > 0 || !is_joint(&body.items[i], level))) continue;
            read_formula(self, tokens_slice(body, begin, i), into, level + 1);
            if (begin > 0) join(self, into, level == 1 ? EITHER : BOTH);
            begin = i + 1;
        }
        return;
    }
    if (is_word(body, 0, "not")) {
        read_formula(self, tokens_slice(body, 1, body.count), into, 3);
        join(self, into, NEITHER);
    } else if (body.count > 1 && body.items[0].kind == OPEN && body.items[body.count - 1].kind == CLOSE) {
        read_formula(self, tokens_slice(body, 1, body.count - 1), into, 0);
    } else {
        if (body.count == 0) reader_mistake(self, "a condition is missing");
        for (size_t i = 0; i < body.count; i++)
            if (body.items[i].kind != WORD) reader_mistake(self, "a mark in a condition");
        read_condition(self, body, into);
        join(self, into, (int)into->condition_count - 1);
    }
}

/* ---- the whole ---- */

static const char *sides_as_written(arena *memory, tokens body) {
    char *text = arena_text(memory, "", 0);
    for (size_t i = 0; i < body.count; i++)
        if (body.items[i].kind != NEWLINE) text = arena_print(memory, "%s%s", text, body.items[i].text);
    return text;
}

void read_move(reader *self, tokens body) {
    arena *memory = &self->game->memory;
    rule made = {.cost = 1};
    body = tokens_slice(body, 0, body.count);
    const size_t colon = tokens_find(body, 0, COLON, NULL);
    if (colon < body.count) {
        read_head(self, without_lines(memory, tokens_slice(body, 0, colon)), &made);
        body = tokens_slice(body, colon + 1, body.count);
    }
    const size_t where = tokens_find(body, 0, WORD, "where");
    if (where < body.count) read_formula(self, without_lines(memory, tokens_slice(body, where + 1, body.count)), &made, 0);
    body = tokens_slice(body, 0, where);
    if (self->game->is_string) made.sides = sides_as_written(memory, body);
    for (size_t begin = 0; begin <= body.count;) {
        const size_t end = tokens_find(body, begin, COMMA, NULL);
        const tokens one = tokens_slice(body, begin, end);
        if (one.count == 0) reader_mistake(self, "an empty part");
        read_part(self, one, &made);
        begin = end + 1;
    }
    finish_rule(self, &made);
    ARENA_PUSH(memory, self->game->rules, self->game->rule_count, made);
}
