#include "interpreter.h"
#include "reader.h"

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

static void read_list(reader *self, tokens body, size_t begin, symbol **list, size_t *count, bool piece, bool fresh) {
    puzzle *game = self->game;
    for (size_t i = begin; i < body.count; i++) {
        if (body.items[i].kind == NEWLINE) continue;
        const char *text = body.items[i].text, *dots = strstr(text, "..");
        long from = 0, to = 0;
        const bool letters = dots && dots == text + 1 && strlen(text) == 4;
        if (dots && dots > text && dots[2]) {
            const char *first = arena_text(&game->memory, text, (size_t)(dots - text));
            if (!is_whole_number(first, &from) || !is_whole_number(dots + 2, &to)) {
                if (!letters) dots = NULL;
                else from = text[0], to = text[3];
            }
        } else {
            dots = NULL;
        }
        const bool numbers = dots && is_whole_number(dots + 2, &to);
        if (dots && (to < from || to - from >= 10000)) reader_mistake(self, "a bad range");
        for (long value = from; value <= (dots ? to : from); value++) {
            const char c = (char)value;
            const char *member = !dots ? text : numbers ? arena_print(&game->memory, "%ld", value) : arena_text(&game->memory, &c, 1);
            const bool open = game->is_open && strlen(member) == 1;
            if (!fresh && !open && find_symbol(game, member) < 0) reader_mistake(self, "%s is not declared", member);
            const symbol one = add_symbol(game, member);
            if (piece) game->words[one].is_piece = true;
            for (size_t k = 0; k < *count; k++)
                if ((*list)[k] == one) reader_mistake(self, "%s is listed twice", member);
            ARENA_PUSH(&game->memory, *list, *count, one);
        }
    }
    if (*count == 0) reader_mistake(self, "an empty list");
}

static void read_board(reader *self, tokens body) {
    puzzle *game = self->game;
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
    for (size_t i = 0; i < body.count; i++)
        if (body.items[i].kind == WORD) text = arena_print(&game->memory, "%s%s", text, body.items[i].text);
    unsigned long rows = 1, columns = 0;
    char rest;
    game->is_grid = strchr(text, 'x') != NULL;
    if (game->is_grid ? sscanf(text, "%lux%lu%c", &rows, &columns, &rest) != 2 : sscanf(text, "%lu%c", &columns, &rest) != 1)
        reader_mistake(self, "a bad board");
    if (rows == 0 || columns == 0) reader_mistake(self, "a bad board");
    game->has_board = true;
    game->rows = rows;
    game->columns = columns;
}

static void read_links(reader *self, tokens body) {
    puzzle *game = self->game;
    for (size_t i = 0; i < body.count; i++) {
        if (body.items[i].kind == NEWLINE) continue;
        unsigned from, to;
        char rest;
        if (sscanf(body.items[i].text, "%u-%u%c", &from, &to, &rest) != 2) reader_mistake(self, "a bad link");
        if (from < 1 || to < 1 || from > puzzle_cells(game) || to > puzzle_cells(game)) reader_mistake(self, "a link off the board");
        uint32_t(*room)[2] = arena_grow(&game->memory, game->links, game->link_count * sizeof *room,
                                        (game->link_count + 1) * sizeof *room);
        room[game->link_count][0] = from - 1;
        room[game->link_count++][1] = to - 1;
        game->links = room;
    }
}

static void read_var(reader *self, tokens body) {
    puzzle *game = self->game;
    if (body.count < 3 || strcmp(body.items[1].text, "=") != 0) reader_mistake(self, "a bad var");
    choice made = {.text = body.items[0].text};
    read_list(self, body, 2, &made.values, &made.count, false, true);
    ARENA_PUSH(&game->memory, game->vars, game->var_count, made);
}

static void read_let(reader *self, tokens body) {
    puzzle *game = self->game;
    const size_t equals = tokens_find(body, 0, WORD, "=");
    choice made = {0};
    if (equals == body.count || equals + 1 == body.count) reader_mistake(self, "a bad let");
    made.is_ring = strcmp(body.items[equals + 1].text, "ring") == 0 && equals + 2 < body.count;
    read_list(self, body, equals + 1 + made.is_ring, &made.values, &made.count, false, false);
    for (size_t i = 0; i < equals; i++) {
        if (body.items[i].kind != WORD) continue;
        made.text = body.items[i].text;
        const int old = find_symbol(game, made.text);
        const bool is_open = game->is_open && (old < 0 || strlen(made.text) == 1);
        if ((old >= 0 && !is_open) || find_choice(game->vars, game->var_count, made.text) >= 0 ||
            find_choice(game->names, game->name_count, made.text) >= 0)
            reader_mistake(self, "%s is declared twice", made.text);
        ARENA_PUSH(&game->memory, game->names, game->name_count, made);
    }
}

static void read_names(reader *self, tokens body) {
    if (body.count != 4) reader_mistake(self, "not four names");
    for (size_t i = 0; i < 4; i++) self->game->directions[i] = body.items[i].text;
}

static void read_number(reader *self, tokens body, long *number) {
    if (body.count != 1 || !is_whole_number(body.items[0].text, number) || *number < 0) reader_mistake(self, "no number");
}

static void read_statement(reader *self, const statement *one) {
    puzzle *game = self->game;
    const char *keyword = one->keyword;
    const tokens body = tokens_slice(one->body, 0, one->body.count);
    long number = 0;
    symbol *list = NULL;
    size_t count = 0;
    if (strcmp(keyword, "title") == 0 || strcmp(keyword, "draw") == 0) return;
    if (body.count == 0 && strcmp(keyword, "string") != 0) reader_mistake(self, "nothing behind %s", keyword);
    if (strcmp(keyword, "board") == 0) read_board(self, body);
    else if (strcmp(keyword, "links") == 0) read_links(self, body);
    else if (strcmp(keyword, "string") == 0) {
        if (body.count > 0) read_number(self, body, &number);
        game->is_string = true;
        game->is_open = !game->has_pieces;
        game->bound = body.count > 0 ? (size_t)number : SIZE_MAX;
        for (int i = 0; i < 10; i++) add_symbol(game, arena_print(&game->memory, "%d", i));
    } else if (strcmp(keyword, "pieces") == 0) {
        game->has_pieces = true;
        game->is_open = false;
        read_list(self, body, 0, &list, &count, true, true);
    } else if (strcmp(keyword, "var") == 0) read_var(self, body);
    else if (strcmp(keyword, "let") == 0) read_let(self, body);
    else if (strcmp(keyword, "names") == 0) read_names(self, body);
    else if (strcmp(keyword, "move") == 0) read_move(self, body);
    else if (strcmp(keyword, "within") == 0) {
        read_number(self, body, &number);
        game->has_within = true;
        game->within = (uint64_t)number;
    } else if (strcmp(keyword, "start") == 0) {
        if (game->has_start) reader_mistake(self, "a second start");
        read_start(self, body, &game->start);
        game->has_start = true;
    } else if (strcmp(keyword, "goal") == 0) {
        read_goals(self, body, &game->goals, &game->goal_count);
    } else if (strcmp(keyword, "never") == 0) {
        read_goals(self, body, &game->nevers, &game->never_count);
    } else {
        reader_mistake(self, "an unknown word: %s", keyword);
    }
}

/* Whether a string has its own alphabet must be known before its first rule. */
static bool declares_pieces(const statements *all) {
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].keyword, "pieces") == 0) return true;
    return false;
}

static void check_starts(reader *self) {
    state *starts;
    const size_t count = starts_of(self->game, &self->game->start, &self->game->memory, &starts);
    for (size_t i = 0; i < count; i++)
        if (must_never_be(self->game, starts[i])) reader_mistake(self, "a start that must never be");
}

puzzle *puzzle_read(const char *text) {
    puzzle *game = calloc(1, sizeof *game);
    if (!game) exit(4);
    game->directions[UP] = "up", game->directions[DOWN] = "down";
    game->directions[LEFT] = "left", game->directions[RIGHT] = "right";
    reader self = {.game = game};
    if (setjmp(self.out)) return game;
    statements all = {0};
    if (!statements_of(&game->memory, text, &all)) reader_mistake(&self, "white space before the first statement");
    game->has_pieces = declares_pieces(&all);
    for (size_t i = 0; i < all.count; i++) read_statement(&self, &all.items[i]);
    if (game->rule_count == 0) reader_mistake(&self, "no move");
    if (!game->has_board && !game->is_string && game->var_count == 0) reader_mistake(&self, "nothing to move");
    if (game->is_string && game->bound == SIZE_MAX && !game->has_within) reader_mistake(&self, "a string without end");
    if (game->is_string && game->var_count > 0) reader_mistake(&self, "a var beside a string");
    if (game->has_start && game->never_count > 0) check_starts(&self);
    return game;
}

void puzzle_free(puzzle *game) {
    if (!game) return;
    arena_free(&game->memory);
    free(game);
}

bool puzzle_read_start(puzzle *game, const char *text, start *result) {
    reader self = {.game = game};
    if (setjmp(self.out)) return false;
    tokens body = tokens_of_line(&game->memory, text, strlen(text));
    read_start(&self, tokens_slice(body, 0, body.count), result);
    return true;
}

bool puzzle_read_goals(puzzle *game, const char *text, goal **list, size_t *count) {
    reader self = {.game = game};
    if (setjmp(self.out)) return false;
    tokens body = tokens_of_line(&game->memory, text, strlen(text));
    *count = 0;
    read_goals(&self, tokens_slice(body, 0, body.count), list, count);
    return true;
}
