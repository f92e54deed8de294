#include "generator.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the text ---- */

void draft_add(draft *self, const char *format, ...) {
    va_list arguments;
    char *made = NULL;
    va_start(arguments, format);
    const int written = vasprintf(&made, format, arguments);
    va_end(arguments);
    if (written < 0) exit(4);
    const size_t length = (size_t)written;
    if (self->used + length + 1 > self->room) {
        const size_t room = 2 * (self->used + length + 512);
        self->text = arena_grow(self->memory, self->text, self->used, room);
        self->room = room;
    }
    memcpy(self->text + self->used, made, length + 1);
    self->used += length;
    free(made);
}

unsigned draft_below(draft *self, unsigned count) {
    return random_below(&self->random, count);
}

bool draft_chance(draft *self, unsigned percent) {
    return random_chance(&self->random, percent);
}

const char *draft_piece(draft *self) {
    return self->pieces[draft_below(self, self->piece_count)];
}

/* ---- declarations ---- */

static const char *const letters[] = {"a", "b", "c", "d", "e", "x", "y", "z"};
static const char *const marks[] = {".", "@", "#", "+", "*", "=", "<", "'", "\\", "[", "]", "$", "!", "-"};
static const char *const plain[] = {"A", "B", "C", "D", ".", "o"};
static const char *const long_words[] = {"red", "ab", "a", "b", "blue", "on", "at", "10", "♞", "é", "is", "any", "or", "not", "somewhere",
                                         "01", "-0", "+1", "count", "every", "has", "in", "row", "cost", "weight", "ring", "rest", "begin", "x...y"};
static const char *const foreign[] = {"é", "♞", "火", "𝒳", ".", "a", "ß"}; /* characters of one to four bytes */
static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
static const char *const signs[] = {"-2", "-1", "0", "1", "2", "3"};

static void choose(draft *self, const char *const *from, unsigned size, unsigned count, bool in_order) {
    bool taken[32] = {false};
    if (count > size) count = size;
    const unsigned first = in_order ? draft_below(self, size - count + 1) : 0;
    while (self->piece_count < count) {
        const unsigned one = in_order ? first + self->piece_count : draft_below(self, size);
        if (!in_order && taken[one]) continue;
        taken[one] = true;
        self->pieces[self->piece_count++] = from[one];
    }
}

static void choose_pieces(draft *self, unsigned count) {
    const unsigned kind = draft_below(self, 100);
    self->is_narrow = true;
    if (kind < 25) choose(self, letters, 8, count, false);
    else if (kind < 45) choose(self, plain, 6, count, false);
    else if (kind < 75) self->is_numbers = true, choose(self, digits, 10, count, true);
    else if (kind < 83) choose(self, marks, 14, count, false);
    else if (kind < 87) choose(self, foreign, sizeof foreign / sizeof *foreign, count, false);
    else if (kind < 94 && !self->is_string) self->is_narrow = false, choose(self, long_words, sizeof long_words / sizeof *long_words, count, false);
    else if (!self->is_string) self->is_narrow = false, self->is_numbers = true, choose(self, signs, 6, count, true);
    else choose(self, letters, 3, count, false);
}

/* Letters that follow each other may be a range, too. */
static unsigned letters_from(const char *const *list, unsigned count, unsigned first) {
    unsigned last = first;
    while (last + 1 < count && strlen(list[last]) == 1 && strlen(list[last + 1]) == 1 && isalpha((unsigned char)*list[last]) &&
           isalpha((unsigned char)*list[last + 1]) && *list[last + 1] == *list[last] + 1)
        last++;
    return last;
}

static void add_list(draft *self, const char *const *list, unsigned count, bool numbers) {
    if (numbers && count > 2 && draft_chance(self, 60)) {
        bool ascends = true;
        for (unsigned i = 1; i < count; i++) {
            int a, b;
            ascends = ascends && sscanf(list[i - 1], "%d", &a) == 1 && sscanf(list[i], "%d", &b) == 1 && b == a + 1;
        }
        if (ascends) {
            draft_add(self, " %s..%s", list[0], list[count - 1]);
            return;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        const unsigned last = draft_chance(self, 30) ? letters_from(list, count, i) : i;
        if (last > i) draft_add(self, " %s..%s", list[i], list[last]);
        else draft_add(self, " %s", list[i]);
        i = last;
    }
}

static void add_vars(draft *self, unsigned count) {
    static const char *const names[] = {"V", "key", "turn", "W"};
    for (unsigned i = 0; i < count; i++) {
        wordlist *var = &self->vars[self->var_count++];
        *var = (wordlist){.text = names[i]};
        const unsigned size = 1 + draft_below(self, 5);
        var->is_numbers = draft_chance(self, 60);
        const unsigned first = draft_below(self, 3);
        const bool negative = draft_chance(self, 12);
        for (unsigned k = 0; k < size; k++) {
            const char *value = !var->is_numbers ? letters[k] : negative ? signs[k] : digits[first + k];
            if (!var->is_numbers && k < self->piece_count && self->piece_count > 0) value = self->pieces[k];
            if (!var->is_numbers && draft_chance(self, 3)) value = "any";
            bool twice = false;
            for (unsigned m = 0; m < var->count; m++) twice = twice || strcmp(var->values[m], value) == 0;
            if (!twice) var->values[var->count++] = value;
        }
        draft_add(self, "var     %s =", var->text);
        add_list(self, var->values, var->count, var->is_numbers);
        draft_add(self, "\n");
    }
}

static bool is_number(const char *text) {
    return isdigit((unsigned char)text[*text == '-']) != 0;
}

/* Everything that can be listed in a `let`. */
static unsigned all_words(draft *self, const char **all) {
    unsigned count = 0;
    for (unsigned i = 0; i < self->piece_count; i++) all[count++] = self->pieces[i];
    for (unsigned v = 0; v < self->var_count; v++)
        for (unsigned i = 0; i < self->vars[v].count; i++) {
            bool twice = false;
            for (unsigned k = 0; k < count; k++) twice = twice || strcmp(all[k], self->vars[v].values[i]) == 0;
            if (!twice) all[count++] = self->vars[v].values[i];
        }
    for (unsigned i = draft_chance(self, 70); i < self->kind_count; i++) {
        bool twice = false;
        for (unsigned k = 0; k < count; k++) twice = twice || strcmp(all[k], self->kinds[i]) == 0;
        if (!twice) all[count++] = self->kinds[i];
    }
    return count;
}

void draft_lets(draft *self) {
    static const char *const usual[] = {"n", "p", "t", "tile"}, *const odd[] = {"é2", "weight", "cost", "any", "k1", "n-1", "in", "ß", "direction", "count", "no"};
    const char *names[4];
    const char *all[MOST_PIECES * (MOST_VARS + 1) + MOST_KINDS];
    const unsigned words = all_words(self, all), most = self->is_string ? 3 : 4;
    const unsigned count = draft_chance(self, 15) ? 0 : 1 + draft_below(self, most);
    for (unsigned i = 0, first = draft_below(self, sizeof odd / sizeof *odd); i < 4; i++) {
        const char *one = odd[(first + i) % (sizeof odd / sizeof *odd)];
        bool taken = self->is_string ? strlen(one) == 1 : false;
        for (unsigned k = 0; k < words; k++) taken = taken || strcmp(all[k], one) == 0;
        names[i] = !taken && self->piece_count > 0 && draft_chance(self, 6) ? one : usual[i];
    }
    while (self->name_count < count) {
        wordlist list = {.is_numbers = true, .is_ring = draft_chance(self, 30)};
        /* Whatever can stand in a cell: all pieces, and the wall. */
        const bool whole = self->kind_count > 0 && draft_chance(self, 15), sorted = whole || draft_chance(self, 60);
        const unsigned from = whole ? 0 : draft_below(self, words), size = whole ? self->piece_count : 1 + draft_below(self, words < 8 ? words : 8);
        if (whole) list.values[list.count++] = self->kinds[0], list.is_numbers = is_number(self->kinds[0]);
        for (unsigned i = 0; i < size && list.count < MOST_PIECES; i++) {
            const char *one = sorted ? all[(from + i) % words] : all[draft_below(self, words)];
            bool twice = false;
            for (unsigned k = 0; k < list.count; k++) twice = twice || strcmp(list.values[k], one) == 0;
            if (twice) continue;
            list.values[list.count++] = one;
            list.is_numbers = list.is_numbers && is_number(one);
        }
        if (list.count == 0) break;
        const bool pair = self->name_count + 1 < count && draft_chance(self, 40);
        draft_add(self, "let     %s", names[self->name_count]);
        list.text = names[self->name_count];
        self->names[self->name_count++] = list;
        if (pair) {
            draft_add(self, ", %s", names[self->name_count]);
            list.text = names[self->name_count];
            self->names[self->name_count++] = list;
        }
        draft_add(self, " =%s", list.is_ring ? " ring" : "");
        add_list(self, list.values, list.count, list.is_numbers);
        draft_add(self, "\n");
    }
}

/* ---- whole puzzles ---- */

static void add_board(draft *self) {
    static const unsigned char shapes[][2] = {{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 2}, {2, 2}, {2, 3}, {2, 3}, {3, 2},
                                              {3, 3}, {2, 4}, {3, 1}, {1, 8}, {3, 4}, {4, 4}, {5, 5}};
    const unsigned shape = draft_chance(self, 85) ? draft_below(self, 12) : draft_below(self, sizeof shapes / sizeof *shapes);
    self->has_board = true;
    self->rows = shapes[shape][0], self->columns = shapes[shape][1];
    self->is_grid = self->rows > 1 || draft_chance(self, 30);
    static const char *const wrapped[] = {" wrapped", " wrapped left-right", " wrapped up-down"};
    const char *wraps = draft_chance(self, 14) ? wrapped[draft_below(self, 3)] : "";
    self->is_wrapped = *wraps;
    if (self->is_grid) draft_add(self, draft_chance(self, 50) ? "board   %u x %u%s\n" : "board   %ux%u%s\n", self->rows, self->columns, wraps);
    else if (!*wraps && draft_chance(self, 30)) draft_cells(self);
    else draft_add(self, "board   %u%s\n", self->columns, wraps);
    draft_links(self);
    const unsigned cells = self->rows * self->columns;
    choose_pieces(self, cells <= 4 ? 1 + draft_below(self, 6) : cells <= 6 ? 2 + draft_below(self, 3) : 2 + draft_below(self, 2));
    draft_add(self, "pieces ");
    add_list(self, self->pieces, self->piece_count, self->is_numbers);
    draft_add(self, "\n");
    if (draft_chance(self, 18)) draft_floor(self);
}

/* What stands in some cells; the others hold `.`. */
static bool add_start_cells(draft *self) {
    bool any = false, has_point = false;
    for (unsigned i = 0; i < self->piece_count; i++) has_point = has_point || strcmp(self->pieces[i], ".") == 0;
    if (!self->has_cell_names || self->kind_count > 0 || !has_point || !draft_chance(self, 60)) return false;
    for (unsigned i = 0; i < self->columns; i++) {
        if (any && draft_chance(self, 40)) continue;
        draft_add(self, "%s %s is %s", any ? " and" : "", self->cell_names[i], draft_piece(self));
        any = true;
    }
    return any;
}

static void add_start_values(draft *self, bool *any) {
    for (unsigned v = 0; v < self->var_count; v++) {
        const wordlist *var = &self->vars[v];
        const char *value = draft_chance(self, 20) ? "any" : var->values[draft_below(self, var->count)];
        draft_add(self, "%s %s is %s", *any ? " and" : "", var->text, value);
        *any = true;
    }
}

static void add_start(draft *self) {
    draft_add(self, "start  ");
    const bool values_first = draft_chance(self, 25);
    bool any = false;
    if (values_first) add_start_values(self, &any);
    if (any && self->has_board) draft_add(self, " and");
    const bool told = add_start_cells(self);
    const char *common = self->piece_count ? draft_piece(self) : "";
    const bool glued = self->is_narrow && (self->kind_count == 0 || strlen(self->kinds[0]) == 1) && draft_chance(self, 50);
    const unsigned share = draft_below(self, 90);
    for (unsigned i = 0; self->has_board && !told && i < self->rows * self->columns; i++) {
        if (i > 0 && i % self->columns == 0) draft_add(self, " /");
        draft_add(self, glued && i % self->columns ? "%s" : " %s", draft_is_wall(self, i) ? self->kinds[0] : draft_chance(self, share) ? common : draft_piece(self));
    }
    any = any || self->has_board;
    if (!values_first) add_start_values(self, &any);
    draft_add(self, "\n");
}

static void add_string(draft *self) {
    self->is_string = true;
    const bool bound = draft_chance(self, 80);
    const unsigned most = 1 + draft_below(self, 7);
    self->longest = bound ? most : BOUNDLESS;
    if (bound) draft_add(self, "string  %u\n", most);
    else draft_add(self, "string\n");
    choose_pieces(self, 1 + draft_below(self, 3));
    self->is_open = draft_chance(self, 60);
    if (!self->is_open) {
        draft_add(self, "pieces ");
        add_list(self, self->pieces, self->piece_count, self->is_numbers);
        draft_add(self, "\n");
    }
    draft_lets(self);
    if (draft_chance(self, 25)) draft_add(self, "let     %s%s = rest\n", self->rest = draft_chance(self, 70) ? "r" : draft_chance(self, 50) ? "R" : "tail", draft_chance(self, 20) ? ", other" : "");
    const unsigned rules = 1 + draft_below(self, 4);
    for (unsigned i = 0; i < rules; i++) draft_string_rule(self);
    draft_add(self, "start   ");
    const unsigned length = draft_chance(self, 30) ? most : 1 + draft_below(self, most);
    for (unsigned i = 0; i < length; i++) draft_add(self, "%s", draft_piece(self));
    draft_add(self, "\n");
    if (!bound) draft_add(self, "within  %u\n", draft_below(self, 6));
}

static void add_within(draft *self) {
    if (!draft_chance(self, 12)) return;
    draft_add(self, "within  %u\n", draft_below(self, draft_chance(self, 50) ? 4 : self->has_costs ? 60 : 12));
}

static void draft_puzzle(draft *self) {
    const unsigned kind = draft_below(self, 100);
    if (draft_chance(self, 5)) draft_add(self, "title   A puzzle; of no use\n");
    if (kind < 19) {
        draft_special(self);
    } else if (kind < 36) {
        add_string(self);
        draft_goals(self);
        if (!strstr(self->text, "within")) add_within(self);
    } else {
        if (kind < 86) add_board(self);
        add_vars(self, !self->has_board ? 1 + draft_below(self, 3) : draft_chance(self, 40) ? 1 + draft_below(self, 2) : 0);
        draft_lets(self);
        static const char *const compass[] = {"N S W E", "N S W E", "u d l r", "down up right left", "↑ ↓ ← →", "go a b n", "up-left x up y"};
        if (draft_chance(self, 12)) draft_add(self, "names   %s\n", compass[draft_below(self, 7)]);
        const unsigned rules = 1 + draft_below(self, 4);
        for (unsigned i = 0; i < rules; i++) draft_rule(self);
        add_start(self);
        draft_goals(self);
        add_within(self);
    }
    if (text_is_maze(self->text) || self->is_wide) return;
    if (draft_chance(self, 18)) draft_further_goals(self);
    if (draft_chance(self, 25)) draft_nevers(self);
}

const char *generate_puzzle(arena *memory, uint64_t seed) {
    draft self = {.memory = memory, .random = {seed}};
    draft_puzzle(&self);
    /* Most puzzles drawn at random cannot move at all, or only once. Some are enough. */
    for (unsigned tries = 0; tries < 12 && !text_is_maze(self.text) && draft_is_dull(&self) && draft_chance(&self, 93); tries++) {
        self = (draft){.memory = memory, .random = self.random};
        draft_puzzle(&self);
    }
    /* What is a piece and what a word of the language is left open where there are pieces called like that. */
    const bool clear = !strstr(self.text, " or ") && !strstr(self.text, " not ") && !strstr(self.text, " is ") ? true : self.is_narrow;
    if (draft_chance(&self, 2) && clear && !text_is_maze(self.text)) return spoil(memory, &self.random, self.text);
    return draft_chance(&self, 25) && !text_is_maze(self.text) ? respell(memory, &self.random, self.text) : self.text;
}
