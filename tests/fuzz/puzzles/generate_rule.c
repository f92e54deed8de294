/* Random rules. Left sides first: what they bind may be used on the right. */
#include "rule_draft.h"

#include <string.h>

/* ---- left sides ---- */

/* What may stand behind `|`: a kind, or a name that has one in its list. */
static const char *random_floor(draft *self, rule_draft *made) {
    bool good[MOST_NAMES] = {false};
    for (unsigned i = 0; i < self->name_count; i++)
        for (unsigned k = 0; k < self->names[i].count; k++)
            for (unsigned m = 0; m < self->kind_count; m++) good[i] = good[i] || strcmp(self->names[i].values[k], self->kinds[m]) == 0;
    const char *name = draft_chance(self, 40) && !made->is_bare ? random_name(self, good) : NULL;
    if (name) made->bound[name_index(self, name)] = true;
    return name ? name : draft_kind(self);
}

/* Some cells of a pattern ask for their floor, or are a wall. */
static void sketch_floor(draft *self, rule_draft *made, sketch *part) {
    for (unsigned i = 0; i < part->rows * part->columns && self->kind_count > 0; i++) {
        if (draft_chance(self, 4)) part->left[i] = self->kinds[0];
        else if (draft_chance(self, 25)) part->floor[i] = random_floor(self, made);
    }
}

static void sketch_pattern(draft *self, rule_draft *made, sketch *part, bool first) {
    static const unsigned char shapes[][2] = {{1, 1}, {1, 1}, {1, 2}, {1, 2}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {1, 3}, {2, 3}, {3, 1}, {3, 2}};
    const unsigned cells = self->rows * self->columns;
    do {
        const unsigned shape = self->link_count > 0 && draft_chance(self, 40) ? 2 : draft_below(self, first ? 12 : 4);
        part->rows = shapes[shape][0], part->columns = shapes[shape][1];
    } while ((part->rows > self->rows || part->columns > self->columns) && cells > 0);
    /* A long one, above all where it may go over an edge; few of its cells ask for anything. */
    const bool is_long = first && self->columns >= 4 && draft_chance(self, self->is_wrapped ? 35 : 8);
    if (is_long) part->rows = 1, part->columns = 4 + (self->columns > 4 && draft_chance(self, 30));
    part->var = -1;
    for (unsigned i = 0; i < part->rows * part->columns; i++) {
        const unsigned kind = draft_below(self, 100);
        const char *name = random_name_for(self, NULL, -1);
        if (kind < (is_long ? 45 : 12) && part->rows * part->columns > 1) {
            part->left[i] = "_";
        } else if (kind < 58 && name && !made->is_bare) {
            part->left[i] = name;
            made->bound[name_index(self, name)] = true;
        } else {
            part->left[i] = draft_piece(self);
        }
    }
    sketch_floor(self, made, part);
    made->patterns++;
}

/* What slides by one cell: some of a kind, and what is in front of it. */
static void sketch_slide(draft *self, rule_draft *made, sketch *part) {
    const char *name = random_name_for(self, NULL, -1), *ahead = draft_piece(self), *block = name && draft_chance(self, 60) ? name : draft_piece(self);
    part->rows = self->rows > 1 && draft_chance(self, 25) ? 2 : 1;
    part->columns = 2 + (self->columns > 2 && draft_chance(self, 40));
    part->var = -1;
    if (block == name) made->bound[name_index(self, name)] = true;
    for (unsigned i = 0; i < part->rows * part->columns; i++) part->left[i] = i % part->columns + 1 == part->columns ? ahead : block;
    sketch_floor(self, made, part);
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
        if (i == 0 && made->repeats && draft_chance(self, 65) && self->columns > 1) {
            sketch_slide(self, made, part);
            continue;
        }
        if (made->repeats) {
            if (i == 0) sketch_pattern(self, made, part, true);
            else if (self->var_count > 0) sketch_value(self, made, part);
            else made->count--;
            continue;
        }
        if (self->var_count > 0 && (!self->has_board || draft_chance(self, 35))) sketch_value(self, made, part);
        else if (cells > 1 && draft_chance(self, 14)) part->is_cycle = true;
        else sketch_pattern(self, made, part, made->patterns == 0);
    }
}

/* ---- right sides ---- */

static bool is_wall_sign(const draft *self, const char *text) {
    return self->kind_count > 0 && strcmp(self->kinds[0], text) == 0;
}

static const char *random_right(draft *self, rule_draft *made, const char *left) {
    if (strcmp(left, "_") == 0) return "_";
    if (is_wall_sign(self, left)) return draft_chance(self, 50) ? left : "_";
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

static bool draws_no_gap(const draft *self, const sketch *part) {
    for (unsigned i = 0; i < part->rows * part->columns; i++)
        if (strcmp(part->left[i], "_") == 0 || is_wall_sign(self, part->left[i])) return false;
    return true;
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
            if (strcmp(right[i], "_") == 0 || strcmp(right[other], "_") == 0 || is_wall_sign(self, right[i]) || is_wall_sign(self, right[other])) continue;
            const char *kept = right[i];
            right[i] = right[other];
            right[other] = kept;
        }
    }
    if (made->repeats && draft_chance(self, 65) && draws_no_gap(self, part)) { /* all goes on by one cell */
        for (unsigned i = 0; i < size; i++) right[i] = part->left[i % part->columns ? i - 1 : i + part->columns - 1];
        made->has_sum = false;
    }
    const unsigned from = draft_below(self, size), to = draft_below(self, size);
    if (draft_chance(self, 15) && from != to && name_index(self, part->left[from]) >= 0 && strcmp(part->left[to], "_") != 0 && !is_wall_sign(self, part->left[to])) {
        right[from] = "_"; /* a name is copied: it stays where it is */
        right[to] = part->left[from];
    }
    const char *left[MOST_CELLS];
    for (unsigned i = 0; i < size; i++)
        left[i] = part->floor[i] && !is_wall_sign(self, part->left[i]) ? arena_print(self->memory, "%s|%s", part->left[i], part->floor[i]) : part->left[i];
    add_drawing(self, left, part->rows, part->columns, true);
    draft_add(self, " -> ");
    add_drawing(self, right, part->rows, part->columns, !made->has_sum);
}

static void add_value(draft *self, rule_draft *made, const sketch *part) {
    const wordlist *var = &self->vars[part->var];
    draft_add(self, "%s %s", var->text, part->left[0]);
    if (draft_chance(self, 25) && (made->count > 1)) return;
    const unsigned kind = made->has_free && draft_chance(self, 60) ? 45 : draft_below(self, 100);
    const char *text = kind < 45 ? random_sum(self, made->bound) : kind < 65 ? random_name_for(self, made->bound, part->var) : NULL;
    if (made->count > 1 && draft_chance(self, 8)) text = "_";
    draft_add(self, " -> %s", text ? text : var->values[draft_below(self, var->count)]);
}

static void add_cycle(draft *self) {
    unsigned order[64], cells = 0;
    for (unsigned i = 0; i < self->rows * self->columns; i++)
        if (!draft_is_wall(self, i)) order[cells++] = i;
    while (cells < 2) order[cells] = cells, cells++; /* a mistake */
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
        const unsigned from = draft_below(self, self->rows * self->columns - 1);
        if (!self->has_cell_names && self->kind_count == 0 && used == 0 && draft_chance(self, 12)) {
            draft_add(self, "%u..%u)", from + 1, from + 2 + draft_below(self, self->rows * self->columns - from - 1));
            break;
        }
        for (unsigned i = 0; i < size; i++) {
            if (i > 0) draft_add(self, " ");
            draft_cell_text(self, order[used + i]);
        }
        draft_add(self, ")");
        used += size;
    } while (cells - used >= 2 && draft_chance(self, 25));
}

/* Names that stand on no left side may be used on the right all the same. */
static void free_some(draft *self, rule_draft *made) {
    if (self->name_count == 0 || (!made->is_bare && !draft_chance(self, 18))) return;
    made->has_free = true;
    made->bound[draft_below(self, self->name_count)] = true;
    for (unsigned i = 0; i < self->name_count && (made->is_bare || draft_chance(self, 30)); i++) made->bound[i] = true;
}

void draft_rule(draft *self) {
    rule_draft made = {.is_bare = draft_chance(self, 8), .repeats = self->has_board && draft_chance(self, 12)};
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
    const char *left[5], *right[7];
    const bool rest = self->rest && draft_chance(self, 60);
    const unsigned room = self->longest < 3 ? self->longest : 3;
    unsigned length = 1 + draft_below(self, room), size = draft_chance(self, 40) ? length : draft_below(self, self->longest < 4 ? self->longest + 1 : 5);
    bool sum = false;
    for (unsigned i = 0; i < length; i++) {
        const char *name = random_name(self, NULL);
        left[i] = name && !made.is_bare && draft_chance(self, 45) ? name : length == size && length > 1 && !rest && draft_chance(self, 10) ? "_" : draft_piece(self);
        if (left[i] == name) made.bound[name_index(self, name)] = true;
    }
    free_some(self, &made);
    for (unsigned i = 0; i < size; i++) {
        const char *text = random_right(self, &made, length == size ? left[i] : draft_piece(self));
        while (strcmp(text, "_") == 0 && (length != size || rest)) text = draft_piece(self);
        right[i] = text;
        sum = sum || strlen(text) > 1;
    }
    if (rest) left[length++] = self->rest;
    /* Twice only where there is a bound: otherwise strings would double again and again. */
    for (unsigned i = !rest || draft_chance(self, 10) ? 0 : self->longest != BOUNDLESS && draft_chance(self, 25) ? 2 : 1; i > 0; i--) {
        const unsigned at = draft_below(self, size + 1);
        memmove(right + at + 1, right + at, (size++ - at) * sizeof *right);
        right[at] = self->rest;
    }
    draft_add(self, "move    ");
    bool colon = draft_chance(self, 30);
    if (colon) {
        draft_add(self, "%s", draft_chance(self, 50) ? "go" : "a");
        add_braces(self, &made, 1);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (!draft_chance(self, rest && i == 0 ? 35 : 15)) continue;
        draft_add(self, "%sat %s", colon ? ", " : "", i == 0 ? "begin" : "end");
        colon = true;
    }
    if (draft_chance(self, self->has_costs ? 50 : 10)) add_cost(self, &made, &colon);
    if (colon) draft_add(self, ": ");
    add_drawing(self, left, 1, length, true);
    draft_add(self, " -> ");
    if (size > 0) add_drawing(self, right, 1, size, !sum);
    add_where(self, &made);
    draft_add(self, "\n");
}
