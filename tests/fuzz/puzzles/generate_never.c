/* Random `never` lines, made of what stands in a state that can be reached. */
#include "generator.h"
#include "interpreter.h"
#include "reader.h"

#include <stdlib.h>
#include <string.h>

/* A state some random moves from a start. */
static state walked_from(draft *self, puzzle *game) {
    state *starts;
    const size_t total = starts_of(game, &game->start, &game->memory, &starts);
    state at = starts[draft_below(self, (unsigned)total)];
    for (unsigned left = draft_below(self, 6); left > 0; left--) {
        const moves all = moves_of(game, at, &game->memory);
        if (all.count == 0) break;
        at = all.items[draft_below(self, (unsigned)all.count)].result;
    }
    return at;
}

/* The piece itself, or `_`, or a name that can stand for it, or a random piece that may be there. */
static const char *word_for(draft *self, const puzzle *game, symbol piece, unsigned loose) {
    if (draft_chance(self, loose)) return "_";
    for (size_t i = 0; i < game->name_count && draft_chance(self, 30); i++)
        for (size_t k = 0; k < game->names[i].count; k++)
            if (game->names[i].values[k] == piece) return game->names[i].text;
    return game->words[piece].text;
}

static void add_row(draft *self, const puzzle *game, const symbol *pieces, size_t count, unsigned loose) {
    for (size_t i = 0; i < count; i++) draft_add(self, " %s", word_for(self, game, pieces[i], loose));
}

static void add_drawing(draft *self, const puzzle *game, state at) {
    const unsigned loose = draft_chance(self, 20) ? 0 : 50 + draft_below(self, 48);
    if (game->is_string) {
        add_row(self, game, at.at, at.count, loose / 2);
        return;
    }
    for (size_t row = 0; row < game->rows; row++) {
        draft_add(self, "%s", row > 0 ? " /" : "");
        add_row(self, game, at.at + row * game->columns, game->columns, loose);
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
    draft_add(self, ":");
    for (size_t row = 0; row < high; row++) {
        draft_add(self, "%s", row > 0 ? " /" : "");
        add_row(self, game, at.at + (top + row) * columns + left, wide, 10);
    }
}

static bool is_of_numbers(const puzzle *game, size_t var) {
    for (size_t i = 0; i < game->vars[var].count; i++)
        if (!game->words[game->vars[var].values[i]].is_number) return false;
    return true;
}

/* A comparison that mostly holds in the state. */
void draft_comparison(draft *self, const puzzle *game, state at) {
    static const char *const operators[] = {"=", "!=", "<", "<=", ">", ">="};
    const size_t cells = puzzle_cells(game), var = draft_below(self, (unsigned)game->var_count), other = draft_below(self, (unsigned)game->var_count);
    const bool numbers = is_of_numbers(game, var), both = numbers && is_of_numbers(game, other);
    const char *name = game->vars[var].text, *o = operators[draft_below(self, numbers ? 6 : 2)];
    const char *gap = draft_chance(self, 70) ? " " : "";
    const long value = game->words[at.at[cells + var]].number, second = game->words[at.at[cells + other]].number;
    draft_add(self, " %s", draft_chance(self, 20) ? "not " : "");
    if (!numbers) draft_add(self, "%s%s%s%s%s", name, gap, o, gap, game->words[at.at[cells + var]].text);
    else if (both && draft_chance(self, 35)) draft_add(self, "%s%s%s%s%s", name, gap, operators[draft_below(self, 6)], gap, game->vars[other].text);
    else if (both && draft_chance(self, 50)) draft_add(self, "%s+%s%s%s%s%ld", name, game->vars[other].text, gap, o, gap, value + second);
    else if (both && draft_chance(self, 40)) draft_add(self, "%s-%s%s%s%s%s-%ld", name, game->vars[other].text, gap, o, gap, name, 1 + labs(second));
    else draft_add(self, "%s%s%s%s%ld", name, gap, o, gap, value);
}

static void add_values(draft *self, const puzzle *game, state at) {
    const char *joint = "";
    const unsigned wanted = 1 + draft_below(self, 3);
    for (unsigned i = 0; i < wanted; i++) {
        const size_t var = draft_below(self, (unsigned)game->var_count);
        if (draft_chance(self, 40)) {
            draft_add(self, "%s", joint);
            draft_comparison(self, game, at);
            joint = draft_chance(self, 70) ? " and" : draft_chance(self, 50) ? " or" : ",";
            continue;
        }
        draft_add(self, "%s%s %s is %s", joint, draft_chance(self, 10) ? " not" : "", game->vars[var].text, word_for(self, game, at.at[puzzle_cells(game) + var], 0));
        joint = " and";
    }
}

static void add_line(draft *self, const puzzle *game, state at) {
    const bool board = (game->is_string || game->has_board) && at.count > 0;
    draft_add(self, "never  ");
    if (!board || (game->var_count > 0 && draft_chance(self, 40))) {
        if (game->var_count == 0) {
            draft_add(self, " somewhere: %s\n", game->words[0].text);
            return;
        }
        add_values(self, game, at);
        draft_add(self, "%s", board && draft_chance(self, 40) ? " and" : "\n");
        if (self->text[self->used - 1] == '\n') return;
    }
    if (draft_chance(self, 8)) draft_add(self, " not");
    if (draft_chance(self, 50)) add_drawing(self, game, at);
    else add_search(self, game, at);
    const unsigned further = at.count > 24 ? 0 : 2; /* on a large board the interpreter would try all pairs of places for minutes */
    for (unsigned i = 0; i < further && draft_chance(self, 20); i++) {
        draft_add(self, "%s", draft_chance(self, 60) ? " and" : draft_chance(self, 70) ? " or" : ",");
        if (draft_chance(self, 15)) draft_add(self, " not");
        add_search(self, game, at);
    }
    draft_add(self, "\n");
}

/* Adds a line, if it is a good one: where the start must not be, there is nothing to ask. Some of these are enough. */
static bool try_line(draft *self) {
    const size_t used = self->used;
    puzzle *game = puzzle_read(self->text);
    const bool readable = !*game->mistake && game->has_start;
    if (readable) add_line(self, game, walked_from(self, game));
    puzzle_free(game);
    game = puzzle_read(self->text);
    const bool good = !*game->mistake || draft_chance(self, 4);
    puzzle_free(game);
    if (!good) self->used = used, self->text[used] = 0;
    return good || !readable;
}

void draft_nevers(draft *self) {
    const unsigned lines = draft_chance(self, 60) ? 1 : 2 + draft_below(self, 3);
    for (unsigned i = 0; i < lines; i++)
        for (unsigned tries = 0; tries < 5 && !try_line(self); tries++) {
        }
}
