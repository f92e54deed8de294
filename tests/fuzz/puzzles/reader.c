#include "attempt.h"
#include "reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reader_mistake(reader *self, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(self->game->mistake, sizeof self->game->mistake, format, arguments);
    va_end(arguments);
    longjmp(self->out, 1);
}

/* A word made like a piece. */
bool is_good_word(const token *one) {
    return one->kind == WORD && strcmp(one->text, "->") != 0 && !strpbrk(one->text, ";:,/_()");
}

/* A word of a list, or what a range stands for. */
static void expand(reader *self, const token *one, const char ***members, size_t *count) {
    arena *memory = &self->game->memory;
    const char *text = one->text;
    if (!is_good_word(one)) reader_mistake(self, "no piece: %s", text);
    const char *dots = strlen(text) > 3 ? strstr(text + 1, "..") : NULL;
    if (dots && (!dots[2] || dots[2] == '.' || *text == '.')) dots = NULL; /* dots alone make no range */
    long from = 0, to = 0;
    bool numbers = false;
    if (dots) {
        numbers = is_whole_number(arena_text(memory, text, (size_t)(dots - text)), &from) && is_whole_number(dots + 2, &to);
        const bool letters = strlen(text) == 4 && isalpha((unsigned char)text[0]) && isalpha((unsigned char)text[3]) &&
                             !islower((unsigned char)text[0]) == !islower((unsigned char)text[3]);
        if (!numbers && !letters) reader_mistake(self, "a bad range: %s", text);
        if (letters) from = text[0], to = text[3];
    }
    if (dots && (to < from || to - from >= 10000)) reader_mistake(self, "a bad range");
    for (long value = from; value <= (dots ? to : from); value++) {
        char written[24] = {(char)value};
        if (numbers) snprintf(written, sizeof written, "%ld", value);
        const char *member = dots ? arena_text(memory, written, strlen(written)) : text;
        ARENA_PUSH(memory, *members, *count, member);
    }
}

void read_list(reader *self, tokens body, size_t begin, symbol **list, size_t *count, bool piece, bool fresh) {
    puzzle *game = self->game;
    const char **members = NULL;
    size_t member_count = 0;
    for (size_t i = begin; i < body.count; i++)
        if (body.items[i].kind != NEWLINE) expand(self, &body.items[i], &members, &member_count);
    self->lists++;
    for (size_t i = 0; i < member_count; i++) {
        const bool open = game->is_open && character_length(members[i]) == strlen(members[i]);
        const int known = find_symbol(game, members[i]);
        if (!fresh && !open && (known < 0 || (game->is_string && !game->is_open && !game->words[known].is_piece))) reader_mistake(self, "%s is not declared", members[i]);
        const size_t letters = strlen(members[i]);
        if (game->is_string && !game->is_open && letters > 1 && !((unsigned char)members[i][0] & 0x80)) reader_mistake(self, "a piece of several characters");
        if ((fresh || open) && (find_choice(game->vars, game->var_count, members[i]) >= 0 || find_choice(game->names, game->name_count, members[i]) >= 0))
            reader_mistake(self, "%s is something else", members[i]);
        const symbol one = add_symbol(game, members[i]);
        if (piece) game->words[one].is_piece = true;
        if (open) game->words[one].is_written = true;
        if (game->words[one].list == self->lists) reader_mistake(self, "%s is listed twice", members[i]);
        game->words[one].list = self->lists;
        ARENA_PUSH(&game->memory, *list, *count, one);
    }
    if (*count == 0) reader_mistake(self, "an empty list");
}

/* A list goes on in the next line, and may begin there. */
static tokens in_one_line(reader *self, tokens body) {
    tokens result = {0};
    for (size_t i = 0; i < body.count; i++)
        if (body.items[i].kind != NEWLINE) ARENA_PUSH(&self->game->memory, result.items, result.count, body.items[i]);
    return result;
}

static void read_board(reader *self, tokens several_lines) {
    puzzle *game = self->game;
    tokens body = in_one_line(self, several_lines);
    char *text = arena_text(&game->memory, "", 0);
    const size_t wrapped = tokens_find(body, 0, WORD, "wrapped");
    if (wrapped < body.count) {
        const tokens how = tokens_slice(body, wrapped + 1, body.count);
        if (how.count > 1) reader_mistake(self, "a bad board");
        game->wraps_columns = how.count == 0 || strcmp(how.items[0].text, "left-right") == 0;
        game->wraps_rows = how.count == 0 || strcmp(how.items[0].text, "up-down") == 0;
        if (!game->wraps_rows && !game->wraps_columns) reader_mistake(self, "a bad board");
        body = tokens_slice(body, 0, wrapped);
    }
    for (size_t i = 0; i < body.count; i++) {
        const bool by = i == 1 && body.count == 3 && strcmp(body.items[i].text, "x") == 0;
        if (body.items[i].kind != WORD || (!by && strspn(body.items[i].text, "0123456789x") != strlen(body.items[i].text))) reader_mistake(self, "a bad board");
        text = arena_print(&game->memory, "%s%s", text, body.items[i].text);
    }
    if (game->has_board || game->is_string) reader_mistake(self, "a second board");
    unsigned long rows = 1, columns = 0;
    char rest;
    game->is_grid = strchr(text, 'x') != NULL;
    if ((body.count != 1 && body.count != 3) || (body.count == 3 && strcmp(body.items[1].text, "x") != 0)) reader_mistake(self, "a bad board");
    if (game->is_grid ? sscanf(text, "%lux%lu%c", &rows, &columns, &rest) != 2 : sscanf(text, "%lu%c", &columns, &rest) != 1)
        reader_mistake(self, "a bad board");
    if (rows == 0 || columns == 0 || strlen(text) > 9 || rows * columns > 100000) reader_mistake(self, "a bad board");
    game->has_board = true;
    game->rows = rows;
    game->columns = columns;
}

/* A row of cells that have names. */
static void read_cells(reader *self, tokens body) {
    puzzle *game = self->game;
    if (game->has_board) reader_mistake(self, "a second board");
    size_t count = 0;
    for (size_t i = 0; i < body.count; i++)
        if (body.items[i].kind != NEWLINE) expand(self, &body.items[i], &game->cell_names, &count);
    for (size_t i = 0; i < count; i++) {
        if (strpbrk(game->cell_names[i], "@#=")) reader_mistake(self, "a bad name of a cell: %s", game->cell_names[i]);
        for (size_t k = 0; k < i; k++)
            if (strcmp(game->cell_names[i], game->cell_names[k]) == 0) reader_mistake(self, "a cell twice: %s", game->cell_names[i]);
    }
    game->has_board = true;
    game->rows = 1;
    game->columns = count;
}

/* The two cells of a link: where they have names, it is cut at the hyphen that has a cell on both sides. */
static void read_link(reader *self, const char *text, uint32_t ends[2]) {
    puzzle *game = self->game;
    size_t found = 0;
    for (const char *hyphen = strchr(text, '-'); hyphen; hyphen = strchr(hyphen + 1, '-')) {
        const char *first = arena_text(&game->memory, text, (size_t)(hyphen - text));
        if (game->cell_names && (find_cell_name(game, first) < 0 || find_cell_name(game, hyphen + 1) < 0)) continue;
        ends[0] = read_board_cell(self, first);
        ends[1] = read_board_cell(self, hyphen + 1);
        found++;
    }
    if (!game->cell_names && strchr(text, ',')) reader_mistake(self, "a link by rows and columns: %s", text);
    if (found != 1 || ends[0] == ends[1]) reader_mistake(self, "a bad link: %s", text);
}

static void read_links(reader *self, tokens body) {
    puzzle *game = self->game;
    for (size_t i = 0; i < body.count; i++) {
        if (body.items[i].kind == NEWLINE) continue;
        const char *text = body.items[i].text, *colon = strchr(text, ':');
        long weight = 1;
        uint32_t(*room)[2] = arena_grow(&game->memory, game->links, game->link_count * sizeof *room,
                                        (game->link_count + 1) * sizeof *room);
        if (colon && (!is_count(colon + 1, &weight) || weight < 0 || weight > MOST_COST)) reader_mistake(self, "a bad weight: %s", text);
        read_link(self, arena_text(&game->memory, text, colon ? (size_t)(colon - text) : strlen(text)), room[game->link_count]);
        game->weights = arena_grow(&game->memory, game->weights, game->link_count * sizeof *game->weights, (game->link_count + 1) * sizeof *game->weights);
        game->weights[game->link_count++] = (uint32_t)weight;
        game->links = room;
    }
}

static bool find_value(const choice *list, int value) {
    for (size_t i = 0; i < list->count; i++)
        if (list->values[i] == value) return true;
    return false;
}

/* Whether it is a name, a var, or (where not every character is one) a piece or a value. */
static bool is_taken(const puzzle *game, const char *text) {
    long number;
    const int old = find_symbol(game, text);
    const bool is_open = game->is_open && (old < 0 || character_length(text) == strlen(text));
    for (size_t i = 0; i < game->name_count; i++)
        if (old >= 0 && find_value(&game->names[i], old)) return true;
    return (old >= 0 && (!is_open || game->words[old].is_written)) || find_choice(game->vars, game->var_count, text) >= 0 || find_choice(game->names, game->name_count, text) >= 0 ||
           is_whole_number(text, &number);
}

static void read_var(reader *self, tokens several_lines) {
    puzzle *game = self->game;
    const tokens body = in_one_line(self, several_lines);
    if (body.count < 3 || strcmp(body.items[1].text, "=") != 0) reader_mistake(self, "a bad var");
    choice made = {.text = body.items[0].text};
    if (!is_good_word(&body.items[0]) || is_taken(game, made.text)) reader_mistake(self, "a bad name of a var: %s", made.text);
    read_list(self, body, 2, &made.values, &made.count, false, true);
    if (find_value(&made, find_symbol(game, made.text))) reader_mistake(self, "a var with itself as a value");
    ARENA_PUSH(&game->memory, game->vars, game->var_count, made);
}

static void read_let(reader *self, tokens several_lines) {
    puzzle *game = self->game;
    const tokens body = in_one_line(self, several_lines);
    const size_t equals = tokens_find(body, 0, WORD, "=");
    choice made = {0};
    if (equals == 0 || equals == body.count || equals + 1 == body.count) reader_mistake(self, "a bad let");
    made.is_ring = strcmp(body.items[equals + 1].text, "ring") == 0 && equals + 2 < body.count;
    made.is_rest = game->has_string && equals + 2 == body.count && strcmp(body.items[equals + 1].text, "rest") == 0;
    if (!made.is_rest) read_list(self, body, equals + 1 + made.is_ring, &made.values, &made.count, false, false);
    for (size_t i = 0; i < equals; i++) {
        if (i % 2 ? body.items[i].kind != COMMA : !is_good_word(&body.items[i])) reader_mistake(self, "a bad let");
        if (i % 2 == 1 && i + 1 < equals) continue;
        made.text = body.items[i].text;
        if (i % 2 == 1 || is_taken(game, made.text)) reader_mistake(self, "%s is no new name", made.text);
        if (find_value(&made, find_symbol(game, made.text))) reader_mistake(self, "%s stands for itself", made.text);
        ARENA_PUSH(&game->memory, game->names, game->name_count, made);
    }
}

static void read_names(reader *self, tokens several_lines) {
    const tokens body = in_one_line(self, several_lines);
    if (body.count != 4 || self->game->has_names) reader_mistake(self, "not four names");
    self->game->has_names = true;
    for (size_t i = 0; i < 4; i++) {
        long number;
        if (!is_good_word(&body.items[i]) || strpbrk(body.items[i].text, "@#=") || is_whole_number(body.items[i].text, &number))
            reader_mistake(self, "a bad name of a direction");
        for (size_t k = 0; k < i; k++)
            if (strcmp(body.items[i].text, body.items[k].text) == 0) reader_mistake(self, "a direction twice");
        self->game->directions[i] = body.items[i].text;
    }
}

static void read_number(reader *self, tokens body, long *number) {
    if (body.count != 1 || !is_count(body.items[0].text, number)) reader_mistake(self, "no number");
}

static void read_statement(reader *self, const statement *one) {
    puzzle *game = self->game;
    const char *keyword = one->keyword;
    const tokens body = tokens_slice(one->body, 0, one->body.count);
    long number = 0;
    symbol *list = NULL;
    size_t count = 0;
    if (strcmp(keyword, "title") == 0 && game->has_title) reader_mistake(self, "a second title");
    game->has_title = game->has_title || strcmp(keyword, "title") == 0;
    if (strcmp(keyword, "draw") == 0) return;
    if (body.count == 0 && strcmp(keyword, "string") != 0) reader_mistake(self, "nothing behind %s", keyword);
    if (strcmp(keyword, "title") == 0) return;
    if (strcmp(keyword, "board") == 0) read_board(self, body);
    else if (strcmp(keyword, "cells") == 0) read_cells(self, body);
    else if (strcmp(keyword, "links") == 0) read_links(self, body);
    else if (strcmp(keyword, "floor") == 0) read_floor(self, body);
    else if (strcmp(keyword, "string") == 0) {
        if (body.count > 0) read_number(self, body, &number);
        if (game->is_string || game->has_board) reader_mistake(self, "a second string");
        game->is_string = true;
        game->is_open = !game->has_pieces;
        game->bound = body.count > 0 ? (size_t)number : SIZE_MAX;
        for (int i = 0; i < 10; i++) add_symbol(game, arena_print(&game->memory, "%d", i));
    } else if (strcmp(keyword, "pieces") == 0) {
        if (game->are_pieces_read) reader_mistake(self, "pieces twice");
        game->has_pieces = game->are_pieces_read = true;
        game->is_open = false;
        read_list(self, body, 0, &list, &count, true, true);
    } else if (strcmp(keyword, "var") == 0) read_var(self, body);
    else if (strcmp(keyword, "let") == 0) read_let(self, body);
    else if (strcmp(keyword, "names") == 0) read_names(self, body);
    else if (strcmp(keyword, "move") == 0) read_move(self, body);
    else if (strcmp(keyword, "within") == 0) {
        read_number(self, body, &number);
        if (game->has_within) reader_mistake(self, "a second within");
        game->has_within = true;
        game->within = (uint64_t)number;
    } else if (strcmp(keyword, "start") == 0) {
        if (game->has_start) reader_mistake(self, "a second start");
        read_start(self, body, &game->start);
        game->has_start = true;
        self->told = game->var_count;
    } else if (strcmp(keyword, "goal") == 0) {
        read_goals(self, body, &game->goals, &game->goal_count);
    } else if (strcmp(keyword, "never") == 0) {
        read_goals(self, body, &game->nevers, &game->never_count);
    } else {
        reader_mistake(self, "an unknown word: %s", keyword);
    }
}

/* Whether there is a string, and whether it has its own alphabet, must be known before its first rule. */
static bool declares(const statements *all, const char *keyword) {
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].keyword, keyword) == 0) return true;
    return false;
}

/* Only pieces, values and names are declared before they are used. The board or the string may stand further down. */
static bool says_what_is_moved(const statement *one) {
    return strcmp(one->keyword, "board") == 0 || strcmp(one->keyword, "cells") == 0 || strcmp(one->keyword, "string") == 0;
}

/* The wall is no piece, and nothing is carried through it. */
static void check_floor(reader *self) {
    const puzzle *game = self->game;
    if (game->words[game->kinds.items[0]].is_piece) reader_mistake(self, "a wall that is a piece");
    for (size_t i = 0; i < game->kinds.count; i++)
        if (strchr(game->words[game->kinds.items[i]].text, '|')) reader_mistake(self, "a bar in a kind of floor");
    for (size_t i = 0; i < game->rule_count; i++)
        for (size_t k = 0; k < game->rules[i].part_count; k++)
            for (size_t c = 0; c < game->rules[i].parts[k].carry_count; c++)
                if (is_wall(game, game->rules[i].parts[k].carry[c][0])) reader_mistake(self, "a cycle over a wall");
}

static void check_starts(reader *self) {
    state *starts;
    const size_t count = starts_of(self->game, &self->game->start, &self->game->memory, &starts);
    for (size_t i = 0; i < count; i++)
        if (must_never_be(self->game, starts[i])) reader_mistake(self, "a start that must never be");
}

/* Whether a cost that names decide is 0 for some choice of them that `where` allows and that puts pieces. */
static bool may_be_free(const puzzle *game, const rule *made, size_t name, int *bound) {
    const drawing *right = &made->parts[0].right;
    while (name < game->name_count && game->names[name].is_rest) name++;
    if (name < game->name_count) {
        bool found = false;
        for (size_t i = 0; i < game->names[name].count && !found; i++) {
            bound[name] = game->names[name].values[i];
            found = may_be_free(game, made, name + 1, bound);
        }
        return found;
    }
    const attempt tried = {.game = game, .made = made, .bound = bound};
    for (size_t i = 0; i < right->columns; i++)
        if (right->cells[i].kind != CELL_ANY && right->cells[i].kind != CELL_REST && piece_to_put(game, &right->cells[i], bound, NULL) == NOTHING) return false;
    return conditions_hold(&tried) && evaluate(game, &made->cost_cell, bound, 1).number == 0;
}

/* A string that has no bound would grow for ever. */
static void check_endless(reader *self) {
    const puzzle *game = self->game;
    int bound[game->name_count + 1];
    if (!game->has_within) reader_mistake(self, "a string without end");
    for (size_t i = 0; i < game->name_count; i++) bound[i] = UNBOUND;
    for (size_t i = 0; i < game->rule_count; i++)
        if (game->rules[i].cost == 0 || (game->rules[i].cost_cell.kind != CELL_ANY && may_be_free(game, &game->rules[i], 0, bound))) reader_mistake(self, "a free move in a string without end");
}

puzzle *puzzle_read(const char *text) {
    puzzle *game = calloc(1, sizeof *game);
    if (!game) exit(4);
    game->work = arena_take(&game->memory, sizeof *game->work);
    game->directions[UP] = "up", game->directions[DOWN] = "down";
    game->directions[LEFT] = "left", game->directions[RIGHT] = "right";
    reader self = {.game = game};
    if (setjmp(self.out)) return game;
    statements all = {0};
    if (!statements_of(&game->memory, text, &all)) reader_mistake(&self, "white space before the first statement");
    game->has_pieces = declares(&all, "pieces");
    game->has_string = declares(&all, "string");
    for (size_t i = 0; i < all.count; i++)
        if (says_what_is_moved(&all.items[i])) read_statement(&self, &all.items[i]);
    for (size_t i = 0; i < all.count; i++)
        if (!says_what_is_moved(&all.items[i])) read_statement(&self, &all.items[i]);
    if (game->rule_count == 0) reader_mistake(&self, "no move");
    if (game->has_start && self.told < game->var_count) reader_mistake(&self, "a var that the start does not tell");
    if (game->are_pieces_read && !game->has_board && !game->is_string) reader_mistake(&self, "pieces without a board");
    if (game->has_board && !game->are_pieces_read) reader_mistake(&self, "a board without pieces");
    for (size_t i = 0; i < game->rule_count; i++)
        if (game->rules[i].place == ALONG_LINKS && !declares(&all, "links")) reader_mistake(&self, "no links to move along");
    if (game->floor) check_floor(&self);
    for (size_t i = 0; i < game->var_count; i++)
        if (find_cell_name(game, game->vars[i].text) >= 0) reader_mistake(&self, "a cell that is called like a var");
    if (!game->has_board && !game->is_string && game->var_count == 0) reader_mistake(&self, "nothing to move");
    if (game->is_string && game->bound == SIZE_MAX) check_endless(&self);
    if (game->is_string && game->var_count > 0) reader_mistake(&self, "a var beside a string");
    if (game->is_string && declares(&all, "draw")) reader_mistake(&self, "a picture of a string");
    if (game->has_start && game->never_count > 0) check_starts(&self);
    return game;
}

void puzzle_free(puzzle *game) {
    if (!game) return;
    arena_free(&game->memory);
    free(game);
}

bool puzzle_read_start(puzzle *game, const char *text, start *result) {
    reader self = {.game = game, .by_hand = true};
    if (setjmp(self.out)) return false;
    tokens body = tokens_of_line(&game->memory, text, strlen(text));
    read_start(&self, tokens_slice(body, 0, body.count), result);
    return true;
}

bool puzzle_read_goals(puzzle *game, const char *text, goal **list, size_t *count) {
    reader self = {.game = game, .by_hand = true};
    if (setjmp(self.out)) return false;
    tokens body = tokens_of_line(&game->memory, text, strlen(text));
    *count = 0;
    read_goals(&self, tokens_slice(body, 0, body.count), list, count);
    return true;
}
