/* Random rules. Left sides first: what they bind may be used on the right. */
#include "generator.h"

#include <stdio.h>
#include <string.h>

enum { MOST_PARTS = 4, MOST_CELLS = 6 };

typedef struct sketch {
    unsigned rows, columns;         /* of a pattern */
    const char *left[MOST_CELLS];
    int var; /* -1: it is none */
    bool is_cycle;
} sketch;

typedef struct rule_draft {
    sketch parts[MOST_PARTS];
    unsigned count, patterns;
    bool bound[MOST_NAMES]; /* what stands on the left, and what may be free on the right */
    bool any_direction, is_placed, has_sum, has_free, is_bare; /* bare: no name stands on the left */
    bool tells_direction;
    const char *told; /* a name that stands in braces, so that it must be matched; NULL: none */
} rule_draft;

static const char *random_name(draft *self, const bool *bound) {
    unsigned count = 0, which[MOST_NAMES];
    for (unsigned i = 0; i < self->name_count; i++)
        if (!bound || bound[i]) which[count++] = i;
    return count ? self->names[which[draft_below(self, count)]].text : NULL;
}

/* The same among names that can be at their place: in a cell, or in that var. Now and then any. */
static const char *random_name_for(draft *self, const bool *bound, int var) {
    bool good[MOST_NAMES] = {false};
    const char *const *values = var < 0 ? self->pieces : self->vars[var].values;
    const unsigned count = var < 0 ? self->piece_count : self->vars[var].count;
    if (draft_chance(self, 1)) return random_name(self, bound);
    for (unsigned i = 0; i < self->name_count; i++)
        for (unsigned k = 0; k < self->names[i].count; k++)
            for (unsigned m = 0; m < count; m++)
                good[i] = good[i] || ((!bound || bound[i]) && strcmp(self->names[i].values[k], values[m]) == 0);
    return random_name(self, good);
}

static int name_index(const draft *self, const char *text) {
    for (unsigned i = 0; i < self->name_count; i++)
        if (strcmp(self->names[i].text, text) == 0) return (int)i;
    return -1;
}

/* A product of a name of numbers; NULL: `*` is a piece. */
static const char *random_product(draft *self, const char *name, const char *other) {
    if (self->is_open) return NULL;
    for (unsigned i = 0; i < self->piece_count; i++)
        if (strcmp(self->pieces[i], "*") == 0) return NULL;
    switch (draft_below(self, 4)) {
    case 0: return arena_print(self->memory, "%s*%u", name, draft_below(self, 4));
    case 1: return arena_print(self->memory, "%u*%s-%u", 1 + draft_below(self, 3), name, draft_below(self, 4));
    case 2: return arena_print(self->memory, "%s*%s", name, other);
    default: return arena_print(self->memory, "%u-%s*2*%s", 2 + draft_below(self, 6), name, other);
    }
}

/* A sum of a name that is bound, with numbers or another name; NULL: there is none. */
static const char *random_sum(draft *self, const bool *bound) {
    const char *text = random_name(self, bound);
    if (!text) return NULL;
    const wordlist *name = &self->names[name_index(self, text)];
    if (!name->is_ring && !name->is_numbers) return NULL;
    const char *own = !name->is_ring && draft_chance(self, 15) ? random_product(self, text, text) : NULL;
    if (own) return own;
    if (!name->is_ring && draft_chance(self, 35)) {
        const char *other = random_name(self, bound);
        const wordlist *second = &self->names[name_index(self, other)];
        if (!second->is_ring && second->is_numbers) {
            const char *product = draft_chance(self, 35) ? random_product(self, text, other) : NULL;
            if (product) return product;
            if (draft_chance(self, 30)) return arena_print(self->memory, "%s+%s-%u", text, other, 1 + draft_below(self, 4));
            return arena_print(self->memory, "%s%c%s", text, draft_chance(self, 50) ? '+' : '-', other);
        }
    }
    if (!name->is_ring && draft_chance(self, 15)) return arena_print(self->memory, "%u-%s", draft_below(self, 6), text);
    if (draft_chance(self, 10)) return arena_print(self->memory, "%s+%u-%u", text, draft_below(self, 3), draft_below(self, 3));
    return arena_print(self->memory, "%s%c%u", text, draft_chance(self, 60) ? '+' : '-', draft_below(self, 4));
}

/* ---- left sides ---- */

static void sketch_pattern(draft *self, rule_draft *made, sketch *part, bool first) {
    static const unsigned char shapes[][2] = {{1, 1}, {1, 1}, {1, 2}, {1, 2}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {1, 3}, {2, 3}};
    const unsigned cells = self->rows * self->columns;
    do {
        const unsigned shape = self->link_count > 0 && draft_chance(self, 40) ? 2 : draft_below(self, first ? 10 : 4);
        part->rows = shapes[shape][0], part->columns = shapes[shape][1];
    } while ((part->rows > self->rows || part->columns > self->columns) && cells > 0);
    part->var = -1;
    for (unsigned i = 0; i < part->rows * part->columns; i++) {
        const unsigned kind = draft_below(self, 100);
        const char *name = random_name_for(self, NULL, -1);
        if (kind < 12 && part->rows * part->columns > 1) {
            part->left[i] = "_";
        } else if (kind < 58 && name && !made->is_bare) {
            part->left[i] = name;
            made->bound[name_index(self, name)] = true;
        } else {
            part->left[i] = draft_piece(self);
        }
    }
    made->patterns++;
}

static void sketch_value(draft *self, rule_draft *made, sketch *part) {
    part->var = (int)draft_below(self, self->var_count);
    const wordlist *var = &self->vars[part->var];
    const char *name = random_name_for(self, NULL, part->var);
    part->left[0] = var->values[draft_below(self, var->count)];
    if (name && !made->is_bare && draft_chance(self, 60)) {
        part->left[0] = name;
        made->bound[name_index(self, name)] = true;
    }
}

static void sketch_parts(draft *self, rule_draft *made) {
    const unsigned cells = self->rows * self->columns;
    const unsigned count = draft_chance(self, 60) ? 1 : draft_chance(self, 70) ? 2 : 3;
    for (unsigned i = 0; i < count; i++) {
        sketch *part = &made->parts[made->count++];
        *part = (sketch){.var = -1};
        if (self->var_count > 0 && (!self->has_board || draft_chance(self, 35))) sketch_value(self, made, part);
        else if (cells > 1 && draft_chance(self, 14)) part->is_cycle = true;
        else sketch_pattern(self, made, part, made->patterns == 0);
    }
}

/* ---- heads ---- */

static void add_cell(draft *self, unsigned cell) {
    if (self->is_grid && draft_chance(self, 60)) draft_add(self, " %u,%u", cell / self->columns + 1, cell % self->columns + 1);
    else draft_add(self, " %u", cell + 1);
}

static bool has_distinct(draft *self, unsigned count, unsigned *cells) {
    if (count > self->rows * self->columns) return false;
    for (unsigned i = 0; i < count;) {
        cells[i] = draft_below(self, self->rows * self->columns);
        bool twice = false;
        for (unsigned k = 0; k < i; k++) twice = twice || cells[k] == cells[i];
        i += !twice;
    }
    return true;
}

static void add_place(draft *self, const sketch *pattern, bool *any, bool *colon) {
    const unsigned size = pattern->rows * pattern->columns;
    unsigned cells[MOST_CELLS];
    const char *comma = *colon ? "," : "";
    if (self->link_count > 0 && size == 2 && !*any) {
        draft_add(self, "%s along links", comma);
    } else if (pattern->rows == 1 && draft_chance(self, 50) && !*any && has_distinct(self, size, cells)) {
        draft_add(self, "%s on", comma);
        for (unsigned i = 0; i < size; i++) add_cell(self, cells[i]);
    } else {
        draft_add(self, "%s at", comma);
        const unsigned row = draft_below(self, self->rows - pattern->rows + 1);
        if (draft_chance(self, 25)) add_cell(self, draft_below(self, self->rows * self->columns)); /* turned or wrapped it may lie there */
        else add_cell(self, row * self->columns + draft_below(self, self->columns - pattern->columns + 1));
    }
    *colon = true;
}

/* A name of numbers for a cost; now and then one that stands nowhere else. */
static const char *numbers_name(draft *self, const bool *bound) {
    const char *name = random_name(self, draft_chance(self, 85) ? bound : NULL);
    return name && self->names[name_index(self, name)].is_numbers && !self->names[name_index(self, name)].is_ring ? name : NULL;
}

/* A sum of what is matched. One that comes to less than 1 or more than a million is no move. */
static void add_cost_sum(draft *self, const char *name, const bool *bound) {
    const char *other = numbers_name(self, bound);
    const unsigned number = 1 + draft_below(self, 4);
    if (!other) other = name;
    const char *const product = draft_chance(self, 30) ? random_product(self, name, other) : NULL;
    if (product) draft_add(self, "%s", product);
    else if (draft_chance(self, 30)) draft_add(self, "%s+%s", name, other);
    else if (draft_chance(self, 20)) draft_add(self, "%s+%s-%u", name, other, number);
    else if (draft_chance(self, 15)) draft_add(self, "%u-%s", number, name);
    else if (draft_chance(self, 15)) draft_add(self, "%s+%u", name, 999995 + number);
    else draft_add(self, "%s+%u", name, number);
}

static void add_cost(draft *self, rule_draft *made, bool *colon) {
    const unsigned cost = draft_chance(self, 18) ? 1000000 - draft_below(self, 2) : 1 + draft_below(self, 7);
    const char *name = draft_chance(self, 50) ? numbers_name(self, made->bound) : NULL;
    draft_add(self, "%scost ", *colon ? ", " : "");
    if (!name) draft_add(self, "%u", cost);
    else if (draft_chance(self, 35)) draft_add(self, "%s", name);
    else add_cost_sum(self, name, made->bound);
    *colon = self->has_costs = true;
}

static void add_turns(draft *self, rule_draft *made, const sketch *pattern, bool *colon) {
    static const char *const turns[] = {"any direction", "any direction", "any direction", "any direction", "left or right", "left or right",
                                        "up or down", "up or down", "left or right, up or down", "up or down, any direction", NULL, NULL};
    const char *first = turns[draft_below(self, sizeof turns / sizeof *turns)], *second = NULL;
    bool one_row = true;
    for (unsigned i = 0; i < made->count; i++)
        if (made->parts[i].var < 0 && !made->parts[i].is_cycle) one_row = one_row && made->parts[i].rows == 1;
    if (!first || draft_chance(self, 22)) second = one_row && pattern && draft_chance(self, 60) ? "diagonal" : "mirrored";
    if (made->tells_direction && (first || strcmp(second, "diagonal") == 0)) draft_add(self, "{direction}");
    if (first) draft_add(self, "%s%s", *colon ? ", " : "", first), *colon = true;
    if (second) draft_add(self, "%s%s", *colon ? ", " : "", second), *colon = true;
    made->any_direction = true;
}

/* Whether a word may hold every value of the name. */
static bool can_be_told(const draft *self, const char *name) {
    const wordlist *list = &self->names[name_index(self, name)];
    for (unsigned i = 0; i < list->count; i++)
        if (strpbrk(list->values[i], "@#=")) return false;
    return true;
}

/* What was matched, in braces behind the name of a move: one of its names, the place of a pattern, the direction. */
static void add_braces(draft *self, rule_draft *made, unsigned places) {
    const char *name = random_name(self, made->bound);
    if (!draft_chance(self, 40)) return;
    if (draft_chance(self, 60) && name && can_be_told(self, name)) draft_add(self, "-{%s}", made->told = name);
    if (places > 0 && draft_chance(self, 40)) draft_add(self, "-{%u}", 1 + draft_below(self, places));
    made->tells_direction = draft_chance(self, 25); /* if the turns, which come next, have one */
}

static void add_head(draft *self, rule_draft *made) {
    static const char *const names[] = {"go", "a", "up", "go-up", "move", "walk", "go", "go"};
    const sketch *pattern = NULL;
    for (unsigned i = 0; i < made->count; i++)
        if (made->parts[i].var < 0 && !made->parts[i].is_cycle) pattern = &made->parts[i];
    bool colon = draft_chance(self, 55);
    draft_add(self, "move    ");
    const bool turned = pattern && draft_chance(self, self->link_count > 0 ? 20 : 42);
    const bool placed = made->patterns == 1 && draft_chance(self, self->link_count > 0 ? 45 : 25);
    const bool linked = placed && self->link_count > 0 && pattern->rows * pattern->columns == 2 && !turned;
    if (colon) {
        draft_add(self, "%s", names[draft_below(self, 8)]);
        add_braces(self, made, linked ? 2 : made->patterns);
    }
    if (turned) add_turns(self, made, pattern, &colon);
    if (placed) add_place(self, pattern, &made->any_direction, &colon);
    if (draft_chance(self, self->has_costs ? 50 : 10)) add_cost(self, made, &colon);
    if (colon) draft_add(self, ":  ");
}

/* ---- right sides ---- */

static const char *random_right(draft *self, rule_draft *made, const char *left) {
    if (strcmp(left, "_") == 0) return "_";
    const unsigned kind = made->has_free && draft_chance(self, 60) ? 50 : draft_below(self, 100);
    if (kind < 20) return "_";
    if (kind < 35) return left;
    const char *text = kind < 50 ? random_sum(self, made->bound) : kind < 75 ? random_name_for(self, made->bound, -1) : NULL;
    if (kind < 50 && text) made->has_sum = true;
    return text ? text : draft_piece(self);
}

static void add_drawing(draft *self, const char *const *cells, unsigned rows, unsigned columns, bool may_glue) {
    const bool glued = may_glue && self->is_narrow && draft_chance(self, 35);
    for (unsigned i = 0; i < rows * columns; i++) {
        if (i > 0 && i % columns == 0) draft_add(self, " / ");
        else if (i > 0 && !(glued && strlen(cells[i]) == 1 && strlen(cells[i - 1]) == 1)) draft_add(self, " ");
        draft_add(self, "%s", cells[i]);
    }
}

static void add_pattern(draft *self, rule_draft *made, const sketch *part) {
    const unsigned size = part->rows * part->columns;
    const char *right[MOST_CELLS];
    made->has_sum = false;
    for (unsigned i = 0; i < size; i++) right[i] = random_right(self, made, part->left[i]);
    if (draft_chance(self, 40)) { /* pieces only change places */
        memcpy(right, part->left, sizeof right);
        made->has_sum = false;
        for (unsigned i = 0; i < size; i++) {
            const unsigned other = draft_below(self, size);
            if (strcmp(right[i], "_") == 0 || strcmp(right[other], "_") == 0) continue;
            const char *kept = right[i];
            right[i] = right[other];
            right[other] = kept;
        }
    }
    const unsigned from = draft_below(self, size), to = draft_below(self, size);
    if (draft_chance(self, 15) && from != to && name_index(self, part->left[from]) >= 0 && strcmp(part->left[to], "_") != 0) {
        right[from] = "_"; /* a name is copied: it stays where it is */
        right[to] = part->left[from];
    }
    add_drawing(self, part->left, part->rows, part->columns, true);
    draft_add(self, " -> ");
    add_drawing(self, right, part->rows, part->columns, !made->has_sum);
}

static void add_value(draft *self, rule_draft *made, const sketch *part) {
    const wordlist *var = &self->vars[part->var];
    draft_add(self, "%s %s", var->text, part->left[0]);
    if (draft_chance(self, 25) && (made->count > 1)) return;
    const unsigned kind = made->has_free && draft_chance(self, 60) ? 45 : draft_below(self, 100);
    const char *text = kind < 45 ? random_sum(self, made->bound) : kind < 65 ? random_name_for(self, made->bound, part->var) : NULL;
    draft_add(self, " -> %s", text ? text : var->values[draft_below(self, var->count)]);
}

static void add_cycle(draft *self) {
    const unsigned cells = self->rows * self->columns;
    unsigned order[64];
    for (unsigned i = 0; i < cells; i++) order[i] = i;
    for (unsigned i = 0; i < cells; i++) {
        const unsigned other = i + draft_below(self, cells - i), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
    unsigned used = 0;
    draft_add(self, "cycle");
    do {
        const unsigned room = cells - used, size = 2 + draft_below(self, room > 4 ? 3 : room - 1);
        draft_add(self, " (");
        for (unsigned i = 0; i < size; i++) {
            if (i > 0) draft_add(self, " ");
            const unsigned cell = order[used + i];
            if (self->is_grid && draft_chance(self, 30)) draft_add(self, "%u,%u", cell / self->columns + 1, cell % self->columns + 1);
            else draft_add(self, "%u", cell + 1);
        }
        draft_add(self, ")");
        used += size;
    } while (cells - used >= 2 && draft_chance(self, 25));
}

/* ---- where ---- */

static const char *operand(draft *self, const bool *bound, bool *numbers) {
    const char *name = random_name(self, bound);
    *numbers = true;
    if (draft_chance(self, 20)) {
        const char *sum = random_sum(self, bound);
        if (sum) {
            const wordlist *list = &self->names[name_index(self, name)];
            *numbers = list->is_numbers;
            for (unsigned i = 0; i < self->name_count; i++)
                if (bound[i] && !self->names[i].is_numbers) *numbers = false;
            return sum;
        }
    }
    if (name && draft_chance(self, 60)) {
        *numbers = self->names[name_index(self, name)].is_numbers;
        return name;
    }
    if (draft_chance(self, 50)) return arena_print(self->memory, "%u", draft_below(self, 5));
    const char *piece = self->piece_count ? draft_piece(self) : "0";
    *numbers = self->is_numbers || self->piece_count == 0;
    const bool is_joint = strcmp(piece, "or") == 0 || strcmp(piece, "not") == 0;
    return strchr("<=!", *piece) || is_joint ? "0" : piece;
}

static void add_comparison(draft *self, const bool *bound) {
    static const char *const operations[] = {"=", "!=", "<", "<=", ">", ">="};
    bool left_numbers, right_numbers;
    const char *left = operand(self, bound, &left_numbers), *right = operand(self, bound, &right_numbers);
    const char *operation = operations[draft_below(self, left_numbers && right_numbers ? 6 : 2)];
    const bool glued = strpbrk(left, "<>=!\\'[]*@#$.-+") == NULL && strpbrk(right, "<>=!\\'[]*@#$.-") == NULL && draft_chance(self, 25);
    draft_add(self, glued ? "%s%s%s" : "%s %s %s", left, operation, right);
}

static void add_condition(draft *self, const bool *bound, unsigned depth) {
    static const char *const joints[] = {" or ", " or ", " and ", ", "};
    if (draft_chance(self, 18)) draft_add(self, draft_chance(self, 80) ? "not " : "not not ");
    if (depth == 0 || !draft_chance(self, 25)) {
        add_comparison(self, bound);
        return;
    }
    draft_add(self, "(");
    add_condition(self, bound, depth - 1);
    for (unsigned i = 0; i < 1 + (unsigned)draft_chance(self, 30); i++) {
        draft_add(self, "%s", joints[draft_below(self, 4)]);
        add_condition(self, bound, depth - 1);
    }
    draft_add(self, ")");
}

static void add_where(draft *self, const rule_draft *made) {
    static const char *const joints[] = {", ", ", ", " and ", " or ", " or "};
    const bool *bound = made->bound;
    if (made->told) draft_add(self, " where %s = %s", made->told, made->told);
    if (!random_name(self, bound) || !draft_chance(self, 28)) return;
    draft_add(self, made->told ? ", " : " where ");
    add_condition(self, bound, 2);
    while (draft_chance(self, 30)) {
        draft_add(self, "%s", joints[draft_below(self, 5)]);
        add_condition(self, bound, 1);
    }
}

/* Names that stand on no left side may be used on the right all the same. */
static void free_some(draft *self, rule_draft *made) {
    if (self->name_count == 0 || (!made->is_bare && !draft_chance(self, 18))) return;
    made->has_free = true;
    made->bound[draft_below(self, self->name_count)] = true;
    for (unsigned i = 0; i < self->name_count && (made->is_bare || draft_chance(self, 30)); i++) made->bound[i] = true;
}

void draft_rule(draft *self) {
    rule_draft made = {.is_bare = draft_chance(self, 8)};
    sketch_parts(self, &made);
    free_some(self, &made);
    add_head(self, &made);
    for (unsigned i = 0; i < made.count; i++) {
        if (i > 0) draft_add(self, ", ");
        if (made.parts[i].is_cycle) add_cycle(self);
        else if (made.parts[i].var >= 0) add_value(self, &made, &made.parts[i]);
        else add_pattern(self, &made, &made.parts[i]);
    }
    add_where(self, &made);
    draft_add(self, "\n");
}

void draft_string_rule(draft *self) {
    rule_draft made = {.is_bare = draft_chance(self, 8)};
    const char *left[4], *right[5];
    const unsigned room = self->longest < 3 ? self->longest : 3;
    const unsigned length = 1 + draft_below(self, room), size = draft_chance(self, 40) ? length : draft_below(self, self->longest < 4 ? self->longest + 1 : 5);
    bool sum = false;
    for (unsigned i = 0; i < length; i++) {
        const char *name = random_name(self, NULL);
        left[i] = name && !made.is_bare && draft_chance(self, 45) ? name : length == size && length > 1 && draft_chance(self, 10) ? "_" : draft_piece(self);
        if (left[i] == name) made.bound[name_index(self, name)] = true;
    }
    free_some(self, &made);
    for (unsigned i = 0; i < size; i++) {
        const char *text = random_right(self, &made, length == size ? left[i] : draft_piece(self));
        while (strcmp(text, "_") == 0 && length != size) text = draft_piece(self);
        right[i] = text;
        sum = sum || strlen(text) > 1;
    }
    draft_add(self, "move    ");
    bool colon = draft_chance(self, 30);
    if (colon) {
        draft_add(self, "%s", draft_chance(self, 50) ? "go" : "a");
        add_braces(self, &made, 1);
    }
    if (draft_chance(self, self->has_costs ? 50 : 10)) add_cost(self, &made, &colon);
    if (colon) draft_add(self, ": ");
    add_drawing(self, left, 1, length, true);
    draft_add(self, " -> ");
    if (size > 0) add_drawing(self, right, 1, size, !sum);
    add_where(self, &made);
    draft_add(self, "\n");
}
