/* Random `never` and `goal` lines over all that there is of conditions, made of what stands in a state that can be reached. */
#include "generator.h"
#include "interpreter.h"
#include "reader.h"

#include <ctype.h>
#include <string.h>

/* A state some random moves from a start. */
static state walked_from(draft *self, puzzle *game) {
    state *starts;
    const size_t total = starts_of(game, &game->start, &game->memory, &starts);
    state at = starts[draft_below(self, (unsigned)total)];
    for (unsigned left = draft_below(self, draft_chance(self, 75) ? 6 : 30); left > 0; left--) {
        const moves all = moves_without_words(game, at, &game->memory);
        if (all.count == 0) break;
        at = all.items[draft_below(self, (unsigned)all.count)].result;
    }
    return at;
}

/* The piece itself, or `_`, or a name that can stand for it. */
static const char *word_for(draft *self, const puzzle *game, symbol piece, unsigned loose) {
    if (draft_chance(self, loose)) return "_";
    for (size_t i = 0; i < game->name_count && draft_chance(self, 30); i++)
        for (size_t k = 0; k < game->names[i].count; k++)
            if (game->names[i].values[k] == piece) return game->names[i].text;
    return game->words[piece].text;
}

static void add_row(draft *self, const puzzle *game, state at, size_t first, size_t count, unsigned loose) {
    for (size_t i = first; i < first + count; i++) {
        const char *word = game->floor && is_wall(game, i) ? (draft_chance(self, 60) ? "_" : game->words[at.at[i]].text) : word_for(self, game, at.at[i], loose);
        if (!game->floor || !draft_chance(self, 25)) draft_add(self, " %s", word);
        else draft_add(self, " %s|%s", is_wall(game, i) ? "_" : word, word_for(self, game, game->floor[i], 0));
    }
}

static void add_drawing(draft *self, const puzzle *game, state at) {
    const unsigned loose = draft_chance(self, 20) ? 0 : 50 + draft_below(self, 48);
    if (game->is_string) {
        add_row(self, game, at, 0, at.count, loose / 2);
        return;
    }
    for (size_t row = 0; row < game->rows; row++) {
        draft_add(self, "%s", row > 0 ? " /" : "");
        add_row(self, game, at, row * game->columns, game->columns, loose);
    }
}

/* A part of the state, or what is not in it. */
static void add_search(draft *self, const puzzle *game, state at) {
    const size_t rows = game->is_string ? 1 : game->rows, columns = game->is_string ? at.count : game->columns;
    const size_t high = draft_chance(self, 75) || rows < 2 ? 1 : 2, wide = 1 + draft_below(self, columns < 3 ? (unsigned)columns : 3);
    const size_t top = draft_below(self, (unsigned)(rows - high + 1)), left = draft_below(self, (unsigned)(columns - wide + 1));
    draft_add(self, "%s", draft_chance(self, 12) ? " nowhere" : " somewhere");
    if (!game->is_string && draft_chance(self, 45)) draft_add(self, ", any direction");
    if (!game->is_string && high == 1 && draft_chance(self, 30)) draft_add(self, ", diagonal");
    if (game->is_string && draft_chance(self, 20)) draft_add(self, ", at begin");
    if (game->is_string && draft_chance(self, 20)) draft_add(self, ", at end");
    draft_add(self, ":");
    for (size_t row = 0; row < high; row++) {
        draft_add(self, "%s", row > 0 ? " /" : "");
        add_row(self, game, at, (top + row) * columns + left, wide, 10);
    }
}

static bool is_of_numbers(const puzzle *game, size_t var) {
    for (size_t i = 0; i < game->vars[var].count; i++)
        if (!game->words[game->vars[var].values[i]].is_number) return false;
    return true;
}

static const char *random_operator(draft *self, bool ordered) {
    static const char *const operators[] = {"=", "!=", "<", "<=", ">", ">="};
    return operators[draft_below(self, ordered ? 6 : 2)];
}

/* A sum of vars of numbers and of numbers, and what it comes to in the state. */
static const char *random_side(draft *self, const puzzle *game, state at, long *value) {
    const symbol *values = at.at + puzzle_cells(game);
    char *text = arena_text(self->memory, "", 0);
    *value = 0;
    const unsigned wanted = 1 + draft_below(self, 3);
    if (draft_chance(self, 10)) text = arena_print(self->memory, "%ld", *value = draft_below(self, 9));
    for (unsigned i = 0; i < wanted; i++) {
        const size_t var = draft_below(self, (unsigned)game->var_count);
        const bool minus = (*text || draft_chance(self, 5)) && draft_chance(self, 40);
        if (!is_of_numbers(game, var)) continue;
        text = arena_print(self->memory, "%s%s%s", text, minus ? "-" : *text ? "+" : "", game->vars[var].text);
        *value += (minus ? -1 : 1) * game->words[values[var]].number;
    }
    const long further = 1 + (long)draft_below(self, 4);
    if (strspn(text, "0123456789") < strlen(text) && draft_chance(self, 20)) text = arena_print(self->memory, "%s-%ld", text, further), *value -= further;
    return text;
}

/* A comparison, half of which hold in the state at hand. */
static void add_comparison(draft *self, const puzzle *game, state at) {
    const size_t cells = puzzle_cells(game), var = draft_below(self, (unsigned)game->var_count), other = draft_below(self, (unsigned)game->var_count);
    const bool numbers = is_of_numbers(game, var);
    const char *name = game->vars[var].text, *gap = draft_chance(self, 70) ? " " : "", *o = random_operator(self, numbers);
    if (!numbers || draft_chance(self, 30)) {
        const bool var_too = draft_chance(self, 30);
        if (var_too) o = random_operator(self, numbers && is_of_numbers(game, other));
        draft_add(self, " %s%s%s%s%s", name, gap, o, gap, var_too ? game->vars[other].text : game->words[at.at[cells + var]].text);
        return;
    }
    long left, right;
    const char *a = random_side(self, game, at, &left), *b = random_side(self, game, at, &right);
    if (!*a || isdigit((unsigned char)*a)) a = name, left = game->words[at.at[cells + var]].number;
    if (*b && draft_chance(self, 40)) draft_add(self, " %s%s%s%s%s", a, gap, o, gap, b);
    else draft_add(self, " %s%s%s%s%ld", a, gap, o, gap, left + (long)draft_below(self, 3) - 1);
}

/* ---- every and count ---- */

/* A piece of the state, or a name that can stand for it, that can be told apart from the words around it; NULL: there is none. */
static const char *countable(draft *self, const puzzle *game, state at) {
    static const char *const words[] = {"on", "in", "has", "is", "or", "not", "at", "any", "somewhere"};
    const char *text = word_for(self, game, at.at[draft_below(self, (unsigned)puzzle_cells(game))], 0);
    bool good = strpbrk(text, "<>=!+-") == NULL && !(game->floor && strcmp(text, game->words[game->kinds.items[0]].text) == 0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) good = good && strcmp(words[i], text) != 0;
    return good ? text : NULL;
}

/* A kind of the floor that can be told, or a name of kinds. */
static const char *random_ground(draft *self, const puzzle *game) {
    const char *text = word_for(self, game, game->floor[draft_below(self, (unsigned)puzzle_cells(game))], 0);
    return strpbrk(text, "<>=!+-") ? game->words[game->kinds.items[0]].text : text;
}

static void add_count(draft *self, const puzzle *game, const char *piece) {
    draft_add(self, " count %s", piece);
    if (game->floor && draft_chance(self, 45)) draft_add(self, " on %s", random_ground(self, game));
    else if (draft_chance(self, 25)) draft_add(self, " in row %u", 1 + draft_below(self, (unsigned)game->rows));
    else if (draft_chance(self, 25)) draft_add(self, " in column %u", 1 + draft_below(self, (unsigned)game->columns));
}

/* false: nothing can be counted here. */
static bool add_counting(draft *self, const puzzle *game, state at) {
    const char *piece = countable(self, game, at), *other = countable(self, game, at);
    if (!piece || !other) return false;
    if (game->floor && draft_chance(self, 40)) {
        if (draft_chance(self, 50)) draft_add(self, " every %s on %s", piece, random_ground(self, game));
        else draft_add(self, " every %s has %s", random_ground(self, game), piece);
        return true;
    }
    const size_t var = game->var_count > 0 ? draft_below(self, (unsigned)game->var_count) : 0;
    const bool number = game->var_count > 0 && is_of_numbers(game, var);
    if (number && draft_chance(self, 20)) draft_add(self, " %s%s", game->vars[var].text, draft_chance(self, 50) ? " +" : " -");
    add_count(self, game, piece);
    if (draft_chance(self, 20)) draft_add(self, draft_chance(self, 50) ? " +" : " -"), add_count(self, game, other);
    if (draft_chance(self, 10)) draft_add(self, " - %u", draft_below(self, 3));
    const bool glued = self->text[self->used - 1] != '-' && draft_chance(self, 25);
    draft_add(self, glued ? "%s" : " %s ", random_operator(self, true));
    if (draft_chance(self, 25)) draft_add(self, "%s", glued ? "0 +" : ""), add_count(self, game, other);
    else if (number && draft_chance(self, 25)) draft_add(self, "%s%s", game->vars[var].text, draft_chance(self, 30) ? "+1" : "");
    else draft_add(self, "%u", draft_below(self, (unsigned)puzzle_cells(game) + 2));
    return true;
}

static void add_value(draft *self, const puzzle *game, state at) {
    const size_t var = draft_below(self, (unsigned)game->var_count);
    draft_add(self, " %s is %s", game->vars[var].text, word_for(self, game, at.at[puzzle_cells(game) + var], 0));
}

/* Conditions joined by `and`, `or` and commas, with and without `not`. */
static void add_line(draft *self, const puzzle *game, state at, const char *keyword) {
    const bool board = (game->is_string || game->has_board) && at.count > 0;
    const unsigned wanted = draft_chance(self, 45) ? 1 : 2 + draft_below(self, 3);
    const bool splits = find_symbol(game, "or") < 0, turns = find_symbol(game, "not") < 0; /* else these words are pieces */
    unsigned searches = 0;
    draft_add(self, "%-7s", keyword);
    if (!board && game->var_count == 0) {
        draft_add(self, " somewhere: %s\n", game->words[0].text);
        return;
    }
    for (unsigned i = 0; i < wanted; i++) {
        if (i > 0) draft_add(self, "%s", draft_chance(self, 55) ? " and" : splits && draft_chance(self, 60) ? " or" : ",");
        if (turns && draft_chance(self, 18)) draft_add(self, " not");
        const bool of_board = board && (game->var_count == 0 || draft_chance(self, 55));
        /* On a large board the interpreter would try all pairs of places for minutes. */
        const bool search = of_board && draft_chance(self, 50) && (at.count <= 24 || searches == 0);
        searches += search;
        if (of_board && !game->is_string && draft_chance(self, game->floor ? 40 : 12) && add_counting(self, game, at)) continue;
        if (of_board && game->cell_names && draft_chance(self, 40)) {
            const unsigned cell = draft_below(self, (unsigned)puzzle_cells(game));
            draft_add(self, " %s is %s", game->cell_names[cell], word_for(self, game, at.at[cell], 0));
            continue;
        }
        if (search) add_search(self, game, at);
        else if (of_board) add_drawing(self, game, at);
        else if (draft_chance(self, 60)) add_comparison(self, game, at);
        else add_value(self, game, at);
    }
    draft_add(self, "\n");
}

/* Adds a line, if it is a good one: where the start must not be, there is nothing to ask. Some of these are enough. */
static bool try_line(draft *self, const char *keyword) {
    const size_t used = self->used;
    puzzle *game = puzzle_read(self->text);
    const bool readable = !*game->mistake && game->has_start;
    if (readable) add_line(self, game, walked_from(self, game), keyword);
    puzzle_free(game);
    game = puzzle_read(self->text);
    const bool good = !*game->mistake || draft_chance(self, 4);
    puzzle_free(game);
    if (!good) self->used = used, self->text[used] = 0;
    return good || !readable;
}

static void add_lines(draft *self, const char *keyword, unsigned lines) {
    for (unsigned i = 0; i < lines; i++)
        for (unsigned tries = 0; tries < 5 && !try_line(self, keyword); tries++) {
        }
}

void draft_nevers(draft *self) {
    add_lines(self, "never", draft_chance(self, 60) ? 1 : 2 + draft_below(self, 3));
}

/* Without the goals that there are, if they stand on one line each. */
static void drop_goals(draft *self) {
    for (char *line = strstr(self->text, "\ngoal"); line; line = strstr(line, "\ngoal")) {
        char *end = line + 1 + strcspn(line + 1, "\n");
        memmove(line, end, strlen(end) + 1);
    }
    self->used = strlen(self->text);
}

void draft_further_goals(draft *self) {
    if (draft_chance(self, 70)) drop_goals(self);
    add_lines(self, "goal", draft_chance(self, 75) ? 1 : 2);
}
