/* Words as cells, and drawings. */
#include "reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool is_count(const char *text, long *number) {
    if (!*text || strlen(text) > 18) return false;
    for (const char *c = text; *c; c++)
        if (!isdigit((unsigned char)*c)) return false;
    *number = strtol(text, NULL, 10);
    return true;
}

bool is_whole_number(const char *text, long *number) {
    const bool minus = *text == '-';
    const char *digits = text + minus;
    if (strlen(digits) > 15 || !is_count(digits, number)) return false;
    if (*digits == '0' && (minus || digits[1])) return false; /* a word like any other */
    if (minus) *number = -*number;
    return true;
}

static size_t slot_of(const puzzle *game, const char *text) {
    size_t slot = 5381;
    for (const char *c = text; *c; c++) slot = slot * 33 + (unsigned char)*c;
    for (slot &= game->slot_count - 1; game->slots[slot]; slot = (slot + 1) & (game->slot_count - 1))
        if (strcmp(game->words[game->slots[slot] - 1].text, text) == 0) break;
    return slot;
}

int find_symbol(const puzzle *game, const char *text) {
    return game->slot_count ? (int)game->slots[slot_of(game, text)] - 1 : -1;
}

static void renew_slots(puzzle *game) {
    if (2 * game->word_count < game->slot_count) return;
    game->slot_count = game->slot_count ? 4 * game->slot_count : 64;
    game->slots = arena_take(&game->memory, game->slot_count * sizeof *game->slots);
    for (size_t i = 0; i < game->word_count; i++) game->slots[slot_of(game, game->words[i].text)] = (uint16_t)(i + 1);
}

int find_choice(const choice *list, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].text, text) == 0) return (int)i;
    return -1;
}

symbol add_symbol(puzzle *game, const char *text) {
    const int old = find_symbol(game, text);
    if (old >= 0) return (symbol)old;
    word fresh = {.text = arena_text(&game->memory, text, strlen(text))};
    fresh.is_number = is_whole_number(text, &fresh.number);
    ARENA_PUSH(&game->memory, game->words, game->word_count, fresh);
    renew_slots(game);
    game->slots[slot_of(game, fresh.text)] = (uint16_t)game->word_count;
    return (symbol)(game->word_count - 1);
}

size_t character_length(const char *text) {
    const unsigned char c = (unsigned char)*text;
    return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

/* The most that a name of numbers, or a weight, may be, above or below 0. */
static long double size_of_term(const puzzle *game, const term *one) {
    if (one->is_weight) return MOST_COST;
    if (one->name < 0) return (long double)one->number;
    long double size = 0;
    const choice *name = &game->names[one->name];
    for (size_t i = 0; i < name->count; i++) {
        const long double number = (long double)labs(game->words[name->values[i]].number);
        size = number > size ? number : size;
    }
    return size;
}

/* The most that the products of a sum and its numbers may come to. */
static long double size_of_sum(const puzzle *game, const cell *sum) {
    long double most = 0, numbers = 0;
    for (size_t i = 0; i < sum->term_count;) {
        const bool lone = sum->terms[i].name < 0 && !sum->terms[i].is_weight && (i + 1 == sum->term_count || !sum->terms[i + 1].times);
        const int sign = sum->terms[i].sign;
        long double product = size_of_term(game, &sum->terms[i++]);
        while (i < sum->term_count && sum->terms[i].times) product *= size_of_term(game, &sum->terms[i++]);
        if (lone) numbers += sign * product;
        else most += product;
    }
    return most + (numbers < 0 ? -numbers : numbers);
}

static bool read_sum(reader *self, const char *text, unsigned may, cell *result) {
    const bool may_weigh = (may & MAY_WEIGH) != 0;
    puzzle *game = self->game;
    cell sum = {.kind = CELL_SUM};
    size_t names = 0, rings = 0;
    int sign = 1;
    bool times = false, ring_times = false;
    const char *const signs = game->is_open || find_symbol(game, "*") >= 0 ? "+-" : "+-*"; /* a piece does not multiply */
    for (const char *at = text;;) {
        const size_t length = strcspn(at, signs);
        if (length == 0) return false;
        const char *operand = arena_text(&game->memory, at, length);
        term fresh = {.sign = sign, .name = find_choice(game->names, game->name_count, operand), .times = times};
        fresh.is_weight = may_weigh && fresh.name < 0 && strcmp(operand, "weight") == 0;
        if (fresh.name < 0 && !fresh.is_weight && !is_whole_number(operand, &fresh.number)) return false;
        names += fresh.name >= 0 || fresh.is_weight;
        rings += fresh.name >= 0 && game->names[fresh.name].is_ring;
        ARENA_PUSH(&game->memory, sum.terms, sum.term_count, fresh);
        at += length;
        ring_times = ring_times || (rings > 0 && (times || *at == '*'));
        if (!*at) break;
        times = *at == '*';
        sign = *at++ == '-' ? -1 : 1;
    }
    if ((names == 0 && !(may & MAY_NUMBER)) || (sum.term_count < 2 && !sum.terms[0].is_weight)) return false;
    for (size_t i = 0, weights = 0; i < sum.term_count; i++) {
        weights = (sum.terms[i].times ? weights : 0) + sum.terms[i].is_weight;
        if (weights > 1) reader_mistake(self, "a weight twice in a product: %s", text);
    }
    if (ring_times) reader_mistake(self, "a ring multiplied: %s", text);
    if (rings > 0 && names > 1) reader_mistake(self, "two names in a sum with a ring: %s", text);
    for (size_t i = 0; i < sum.term_count; i++) {
        const choice *name = sum.terms[i].name < 0 ? NULL : &game->names[sum.terms[i].name];
        if (name && name->is_rest) reader_mistake(self, "a rest in a sum: %s", text);
        if (name && name->is_ring && sum.terms[i].sign < 0) reader_mistake(self, "a ring turned round: %s", text);
        for (size_t k = 0; name && !name->is_ring && k < name->count; k++)
            if (!game->words[name->values[k]].is_number) reader_mistake(self, "a sum of no numbers: %s", text);
    }
    if (rings == 0 && size_of_sum(game, &sum) > 999999999999999999.0L) reader_mistake(self, "a sum of more than 18 digits: %s", text);
    *result = sum;
    return true;
}

bool read_cell(reader *self, const char *text, unsigned may, cell *result) {
    puzzle *game = self->game;
    *result = (cell){.kind = CELL_ANY};
    if ((may & MAY_ANY) && strcmp(text, "_") == 0) return true;
    const int name = find_choice(game->names, game->name_count, text);
    if (name >= 0 && (may & MAY_NAME)) {
        const bool rest = game->names[name].is_rest;
        if (rest && !(may & MAY_REST)) reader_mistake(self, "a rest does not stand here: %s", text);
        *result = (cell){.kind = rest ? CELL_REST : CELL_NAME, .index = name};
        return true;
    }
    const bool weighs = (may & MAY_WEIGH) && strcmp(text, "weight") == 0; /* even if a piece is called so */
    int found = name >= 0 || weighs ? -1 : find_symbol(game, text);
    if (found < 0 && name < 0 && game->is_open && character_length(text) == strlen(text) && strcmp(text, "_") != 0)
        found = add_symbol(game, text);
    if (found >= 0) {
        game->words[found].is_written = true;
        *result = (cell){.kind = CELL_SYMBOL, .index = found};
        return true;
    }
    if ((may & MAY_SUM) && read_sum(self, text, may, result)) return true;
    if ((may & MAY_NUMBER) && is_whole_number(text, &result->number)) {
        result->kind = CELL_NUMBER;
        return true;
    }
    return false;
}

/* A name stands for those of its list that can be at its place: in a cell, or in a var. One that has none is a mistake. */
void check_name(reader *self, const cell *one, const choice *var) {
    const puzzle *game = self->game;
    if (one->kind != CELL_NAME) return;
    const choice *name = &game->names[one->index];
    for (size_t i = 0; i < name->count; i++) {
        const word *value = &game->words[name->values[i]];
        if (!var && (value->is_piece || (game->floor && name->values[i] == game->kinds.items[0]) || (game->is_open && character_length(value->text) == strlen(value->text)))) return;
        for (size_t k = 0; var && k < var->count; k++)
            if (var->values[k] == name->values[i]) return;
    }
    reader_mistake(self, "%s can be nothing at its place", name->text);
}

static bool on_board(const puzzle *game, const cell *one) {
    const bool wall = game->floor && one->kind == CELL_SYMBOL && one->index == game->kinds.items[0];
    return one->kind != CELL_SYMBOL || wall || game->is_open || game->words[one->index].is_piece;
}

/* `P|F`: a cell with the piece P on the floor F. */
static bool read_on_floor(reader *self, const char *text, unsigned may, cell *result) {
    puzzle *game = self->game;
    const char *bar = strchr(text, '|');
    cell floor;
    if (!bar || !game->floor || !(may & MAY_FLOOR)) return false;
    if (!read_cell(self, arena_text(&game->memory, text, (size_t)(bar - text)), MAY_ANY | MAY_NAME, result)) return false;
    if (result->kind == CELL_SYMBOL && !game->words[result->index].is_piece) return false;
    check_name(self, result, NULL);
    if (!read_cell(self, bar + 1, MAY_NAME, &floor)) return false;
    if (floor.kind == CELL_NAME ? kinds_of(self, floor.index).count == 0 : !is_kind(game, floor.index)) reader_mistake(self, "no floor: %s", text);
    result->floor_kind = floor.kind;
    result->floor_index = floor.index;
    return true;
}

static void read_word(reader *self, const char *text, unsigned may, drawing *into, size_t *count) {
    arena *memory = &self->game->memory;
    cell one;
    if (!(may & MAY_NAME) && find_choice(self->game->names, self->game->name_count, text) >= 0) reader_mistake(self, "%s is a name", text);
    if (read_cell(self, text, may, &one) && on_board(self->game, &one)) {
        check_name(self, &one, NULL);
        ARENA_PUSH(memory, into->cells, *count, one);
        return;
    }
    if (read_on_floor(self, text, may, &one)) {
        ARENA_PUSH(memory, into->cells, *count, one);
        return;
    }
    for (const char *at = text; *at;) {
        const size_t length = character_length(at);
        const char *character = arena_text(memory, at, length);
        if (!read_cell(self, character, may & ~(unsigned)MAY_SUM, &one) || !on_board(self->game, &one))
            reader_mistake(self, "%s is no piece", text);
        check_name(self, &one, NULL);
        ARENA_PUSH(memory, into->cells, *count, one);
        at += length;
    }
}

drawing read_drawing(reader *self, tokens body, unsigned may) {
    drawing result = {0};
    size_t count = 0, row = 0, before_slash = SIZE_MAX;
    for (size_t i = 0; i <= body.count; i++) {
        const bool ends = i == body.count || body.items[i].kind == SLASH || body.items[i].kind == NEWLINE;
        const bool slash = i < body.count && body.items[i].kind == SLASH;
        if ((slash || i == body.count) && before_slash == count) reader_mistake(self, "a slash without a row");
        if (slash && (count == 0 || self->game->is_string)) reader_mistake(self, "a slash without a row");
        if (slash) before_slash = count;
        if (!ends) {
            if (body.items[i].kind != WORD || strcmp(body.items[i].text, "->") == 0) reader_mistake(self, "%s in a drawing", body.items[i].text);
            read_word(self, body.items[i].text, may, &result, &count);
        } else if (count > row) {
            if (self->game->is_string) continue;
            if (result.rows > 0 && count - row != result.columns) reader_mistake(self, "rows of different lengths");
            result.columns = count - row;
            result.rows++;
            row = count;
        }
    }
    if (self->game->is_string) result.rows = 1, result.columns = count;
    size_t rests = 0; /* which count nothing */
    for (size_t i = 0; i < count; i++) rests += result.cells[i].kind == CELL_REST;
    if (self->game->is_string && count - rests > self->game->bound) reader_mistake(self, "longer than the string can be");
    return result;
}

int find_cell_name(const puzzle *game, const char *text) {
    for (size_t i = 0; game->cell_names && i < puzzle_cells(game); i++)
        if (strcmp(game->cell_names[i], text) == 0) return (int)i;
    return -1;
}

uint32_t read_board_cell(reader *self, const char *text) {
    const puzzle *game = self->game;
    const char *comma = strchr(text, ',');
    long row = 1, column = 0;
    if (game->cell_names) {
        const int found = find_cell_name(game, text);
        if (found < 0) reader_mistake(self, "no cell: %s", text);
        return (uint32_t)found;
    }
    if (comma) {
        const char *first = arena_text(&self->game->memory, text, (size_t)(comma - text));
        if (!is_count(first, &row) || !is_count(comma + 1, &column)) reader_mistake(self, "no cell: %s", text);
        if (row < 1 || row > (long)game->rows || column < 1 || column > (long)game->columns)
            reader_mistake(self, "not on the board: %s", text);
        return (uint32_t)((size_t)(row - 1) * game->columns + (size_t)(column - 1));
    }
    if (!is_count(text, &column)) reader_mistake(self, "no cell: %s", text);
    if (column < 1 || column > (long)puzzle_cells(game)) reader_mistake(self, "not on the board: %s", text);
    return (uint32_t)(column - 1);
}

void read_board_cells(reader *self, const char *text, uint32_t **list, size_t *count) {
    const char *dots = self->game->cell_names ? NULL : strstr(text, "..");
    const uint32_t first = read_board_cell(self, dots ? arena_text(&self->game->memory, text, (size_t)(dots - text)) : text);
    const uint32_t last = dots ? read_board_cell(self, dots + 2) : first;
    if (last < first || last - first >= 10000 || (dots && strchr(text, ','))) reader_mistake(self, "a bad range of cells: %s", text);
    for (uint32_t cell = first; cell <= last; cell++) ARENA_PUSH(&self->game->memory, *list, *count, cell);
}
