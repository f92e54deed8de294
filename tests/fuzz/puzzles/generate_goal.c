/* Random goals, most of them near a state that can be reached. */
#include "generator.h"
#include "interpreter.h"
#include "reader.h"

#include <string.h>

/* The words of a state some random moves from the start, or NULL where the text so far has a mistake. */
static const char **walked(draft *self, size_t *count) {
    draft_add(self, "%s", self->is_string && !strstr(self->text, "within") ? "within 1\n" : "");
    puzzle *game = puzzle_read(self->text);
    char *added = strstr(self->text, "within 1\n");
    if (added) *added = 0, self->used = strlen(self->text);
    const char **words = NULL;
    if (!*game->mistake && game->has_start) {
        state *starts;
        const size_t total = starts_of(game, &game->start, &game->memory, &starts);
        state at = starts[draft_below(self, (unsigned)total)];
        for (unsigned left = draft_below(self, draft_chance(self, 50) ? 4 : 25); left > 0; left--) {
            const moves all = moves_without_words(game, at, &game->memory);
            if (all.count == 0) break;
            at = all.items[draft_below(self, (unsigned)all.count)].result;
        }
        *count = at.count;
        words = arena_take(self->memory, (at.count + 1) * sizeof *words);
        for (size_t i = 0; i < at.count; i++) words[i] = arena_print(self->memory, "%s", game->words[at.at[i]].text);
    }
    puzzle_free(game);
    return words;
}

static const char *cell_of_goal(draft *self, const char *wanted, unsigned loose) {
    if (draft_chance(self, loose)) return "_";
    if (self->name_count > 0 && draft_chance(self, 10)) return self->names[draft_below(self, self->name_count)].text;
    return wanted && !draft_chance(self, 5) ? wanted : draft_piece(self);
}

static void add_whole(draft *self, const char **words, unsigned loose) {
    for (unsigned i = 0; i < self->rows * self->columns; i++) {
        if (i > 0 && i % self->columns == 0) draft_add(self, " /");
        if (draft_is_wall(self, i)) draft_add(self, " %s", draft_chance(self, 50) ? "_" : self->kinds[0]);
        else draft_add(self, " %s", cell_of_goal(self, words ? words[i] : NULL, loose));
    }
}

static void add_search(draft *self, bool only_one_nowhere, bool *nowhere) {
    const bool absent = draft_chance(self, 50) && !(only_one_nowhere && *nowhere);
    *nowhere = *nowhere || absent;
    const bool flat = draft_chance(self, 70) || self->rows < 2;
    const unsigned rows = flat ? 1 : 2, columns = 1 + draft_below(self, self->columns < 3 ? self->columns : 3);
    draft_add(self, " %s", absent ? "nowhere" : "somewhere");
    if (!self->is_string && draft_chance(self, 45)) draft_add(self, ", any direction");
    if (!self->is_string && flat && draft_chance(self, 30)) draft_add(self, ", diagonal");
    if (self->is_string && draft_chance(self, 25)) draft_add(self, draft_chance(self, 50) ? ", at begin" : ", at end");
    draft_add(self, ":");
    for (unsigned i = 0; i < rows * columns; i++) {
        if (i > 0 && i % columns == 0) draft_add(self, " /");
        draft_add(self, " %s", self->name_count > 0 && draft_chance(self, 35) ? self->names[draft_below(self, self->name_count)].text
                                : draft_chance(self, 10)                     ? "_"
                                                                             : draft_piece(self));
    }
}

static void add_string_goal(draft *self, const char **words, size_t count) {
    bool nowhere = false;
    const bool drawn = draft_chance(self, 75) && words && count > 0;
    draft_add(self, "goal    ");
    for (size_t i = 0; drawn && i < count; i++) draft_add(self, "%s ", cell_of_goal(self, words[i], 15));
    if (drawn && !draft_chance(self, 12)) return;
    self->rows = 1, self->columns = self->longest < 3 ? self->longest : 3;
    draft_add(self, "%s", drawn ? "and" : "");
    add_search(self, true, &nowhere);
    self->rows = self->columns = 0;
}

static void add_goal(draft *self, const char **words) {
    const unsigned cells = self->rows * self->columns;
    bool any = false, nowhere = false;
    draft_add(self, "goal   ");
    if (self->has_board && draft_chance(self, 70)) {
        add_whole(self, words, draft_chance(self, 40) ? 0 : 60);
        any = true;
    }
    for (unsigned v = 0; v < self->var_count; v++) {
        if (any && draft_chance(self, 40)) continue;
        const wordlist *var = &self->vars[v];
        const char *value = words && draft_chance(self, 85) ? words[cells + v] : var->values[draft_below(self, var->count)];
        if (self->name_count > 0 && draft_chance(self, 10)) value = self->names[draft_below(self, self->name_count)].text;
        if (var->is_numbers && draft_chance(self, 12)) {
            static const char *const operators[] = {"=", "!=", "<", "<=", ">", ">="};
            value = words && draft_chance(self, 85) ? words[cells + v] : var->values[draft_below(self, var->count)];
            draft_add(self, "%s %s %s %s", any ? " and" : "", var->text, operators[draft_below(self, 6)], value);
        } else {
            draft_add(self, "%s%s %s is %s", any ? " and" : "", draft_chance(self, 5) ? " not" : "", var->text, value);
        }
        any = true;
    }
    while (self->has_board && (!any || draft_chance(self, 15))) {
        draft_add(self, "%s", any ? " and" : "");
        add_search(self, true, &nowhere);
        any = true;
    }
}

void draft_goals(draft *self) {
    size_t count = 0;
    const unsigned lines = draft_chance(self, 85) ? 1 : 2;
    for (unsigned i = 0; i < lines; i++) {
        const size_t used = self->used;
        const char **words = draft_chance(self, 80) ? walked(self, &count) : NULL;
        self->used = used;
        if (self->is_string) add_string_goal(self, words, count);
        else add_goal(self, words);
        draft_add(self, "\n");
        if (i > 0 && draft_chance(self, 60)) { /* two lines are one with `or` */
            char *second = self->text + used;
            memmove(second - 1, " or ", 4);
            memmove(second + 3, second + 4, strlen(second + 4) + 1);
            self->used--;
        }
    }
}

bool draft_is_dull(draft *self) {
    puzzle *game = puzzle_read(self->text);
    bool dull = true;
    if (!*game->mistake && game->has_start) {
        state *starts;
        starts_of(game, &game->start, &game->memory, &starts);
        state at = starts[0];
        unsigned length = 0;
        for (bool moves_on = true; moves_on && length < 3; length += moves_on) {
            const moves all = moves_without_words(game, at, &game->memory);
            moves_on = all.count > 0;
            if (moves_on) at = all.items[draft_below(self, (unsigned)all.count)].result;
        }
        dull = length < 3;
    }
    puzzle_free(game);
    return dull;
}
