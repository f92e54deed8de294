/* The heads of random rules. */
#include "rule_draft.h"

#include <string.h>

static void add_cell(draft *self, unsigned cell) {
    draft_add(self, " ");
    draft_cell_text(self, cell);
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

static void add_place(draft *self, rule_draft *made, const sketch *pattern, bool *colon) {
    const bool *any = &made->any_direction;
    const unsigned size = pattern->rows * pattern->columns;
    unsigned cells[MOST_CELLS];
    const char *comma = *colon ? "," : "";
    if (self->link_count > 0 && size == 2 && !*any) {
        draft_add(self, "%s along links", comma);
        made->is_linked = true;
    } else if (pattern->rows == 1 && draft_chance(self, 50) && !*any && has_distinct(self, size, cells)) {
        draft_add(self, "%s on", comma);
        const unsigned from = draft_below(self, self->rows * self->columns - size + 1);
        if (!self->has_cell_names && size > 1 && draft_chance(self, 15)) draft_add(self, " %u..%u", from + 1, from + size);
        else for (unsigned i = 0; i < size; i++) add_cell(self, cells[i]);
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

/* A sum of what is matched. One that comes to less than 0 or more than a milliard is no move. */
static void add_cost_sum(draft *self, const char *name, const bool *bound) {
    const char *other = numbers_name(self, bound);
    const unsigned number = 1 + draft_below(self, 4);
    if (!other) other = name;
    const char *const product = draft_chance(self, 30) ? random_product(self, name, other) : NULL;
    if (product) draft_add(self, "%s", product);
    else if (draft_chance(self, 30)) draft_add(self, "%s+%s", name, other);
    else if (draft_chance(self, 20)) draft_add(self, "%s+%s-%u", name, other, number);
    else if (draft_chance(self, 15)) draft_add(self, "%u-%s", number, name);
    else if (draft_chance(self, 15)) draft_add(self, "%s+%u", name, MOST_COST - 5 + number);
    else draft_add(self, "%s+%u", name, number);
}

void add_cost(draft *self, rule_draft *made, bool *colon) {
    const unsigned dear = draft_chance(self, 50) ? MOST_COST - draft_below(self, 2) : 1000000 - draft_below(self, 2);
    const unsigned cost = draft_chance(self, 20) ? 0 : draft_chance(self, 18) ? dear : 1 + draft_below(self, 7);
    const char *name = draft_chance(self, 50) ? numbers_name(self, made->bound) : NULL;
    draft_add(self, "%scost ", *colon ? ", " : "");
    if (made->is_linked && draft_chance(self, 60)) {
        static const char *const sums[] = {"weight", "weight", "2*weight+1", "weight-1", "10-weight", "weight*weight"};
        if (name && draft_chance(self, 40)) draft_add(self, draft_chance(self, 50) ? "weight+%s" : "%s*weight", name);
        else draft_add(self, "%s", sums[draft_below(self, 6)]);
        *colon = self->has_costs = true;
        return;
    }
    if (!name) draft_add(self, draft_chance(self, 95) ? "%u" : "0%u", cost);
    else if (draft_chance(self, 35)) draft_add(self, "%s", name);
    else add_cost_sum(self, name, made->bound);
    *colon = self->has_costs = true;
}

static void add_turns(draft *self, rule_draft *made, const sketch *pattern, bool *colon) {
    static const char *const turns[] = {"any direction", "any direction", "any direction", "any direction", "left or right", "left or right",
                                        "up or down", "up or down", "left or right, up or down", "up or down, any direction", NULL, NULL};
    const char *first = turns[draft_below(self, sizeof turns / sizeof *turns)], *second = NULL;
    if (made->repeats && !first) first = turns[0];
    bool one_row = true;
    for (unsigned i = 0; i < made->count; i++)
        if (made->parts[i].var < 0 && !made->parts[i].is_cycle) one_row = one_row && made->parts[i].rows == 1;
    if (!first || draft_chance(self, 22)) second = one_row && pattern && draft_chance(self, 60) ? "diagonal" : "mirrored";
    if (made->tells_direction && (first || strcmp(second, "diagonal") == 0)) draft_add(self, draft_chance(self, 70) ? "{direction}" : "{DIRECTION}");
    if (made->tells_steps) draft_add(self, "-{steps}");
    const bool early = made->repeats && draft_chance(self, 20);
    const char *const repeated = draft_chance(self, 50) ? "repeat" : "until blocked";
    if (early) draft_add(self, "%s%s", *colon ? ", " : "", repeated), *colon = true;
    if (first) draft_add(self, "%s%s", *colon ? ", " : "", first), *colon = true;
    if (second) draft_add(self, "%s%s", *colon ? ", " : "", second), *colon = true;
    if (made->repeats && !early) draft_add(self, "%s%s", *colon ? ", " : "", repeated), *colon = true;
    made->any_direction = true;
}

/* Whether a word may hold every value of the name. */
static bool can_be_told(const draft *self, const char *name) {
    const wordlist *list = &self->names[name_index(self, name)];
    for (unsigned i = 0; i < list->count; i++)
        if (strpbrk(list->values[i], "@#=")) return false;
    return true;
}

void add_braces(draft *self, rule_draft *made, unsigned places) {
    const char *name = random_name(self, made->bound);
    if (!draft_chance(self, 40)) return;
    if (draft_chance(self, 60) && name && can_be_told(self, name)) draft_add(self, "-{%s}", made->told = name);
    if (places > 0 && draft_chance(self, 40)) draft_add(self, "-{%u}", 1 + draft_below(self, places));
    if (made->patterns == 1 && draft_chance(self, 15)) draft_add(self, draft_chance(self, 50) ? "-{to}" : "{from}-{to}"); /* where that is clear */
    made->tells_steps = made->repeats && draft_chance(self, 40);
    made->tells_direction = draft_chance(self, 25); /* if the turns, which come next, have one */
}

/* A name that is nothing but braces, or has them in front. */
static void add_bare_braces(draft *self, rule_draft *made) {
    const char *name = random_name(self, made->bound);
    if (!can_be_told(self, name)) {
        draft_add(self, "go");
        return;
    }
    draft_add(self, "{%s}%s", made->told = name, draft_chance(self, 30) ? "!" : "");
    if (draft_chance(self, 25)) draft_add(self, "{%s}", name);
}

void add_head(draft *self, rule_draft *made) {
    static const char *const names[] = {"go", "a", "up", "go-up", "move", "walk", "go", "go", "go-a", "go-1", "go-2", "mirrored-go", "up-2", "go-to-2", "b", "♞", "a->b", "01"};
    const sketch *pattern = NULL;
    for (unsigned i = 0; i < made->count; i++)
        if (made->parts[i].var < 0 && !made->parts[i].is_cycle) pattern = &made->parts[i];
    bool colon = draft_chance(self, 55);
    draft_add(self, "move    ");
    const bool turned = made->repeats || (pattern && draft_chance(self, self->link_count > 0 ? 20 : 42));
    const bool placed = made->patterns == 1 && !made->repeats && draft_chance(self, self->link_count > 0 ? 45 : 25);
    const bool linked = placed && self->link_count > 0 && pattern->rows * pattern->columns == 2 && !turned;
    if (colon) {
        const bool bare = draft_chance(self, 12) && random_name(self, made->bound) && can_be_told(self, random_name(self, made->bound));
        if (bare) add_bare_braces(self, made);
        else draft_add(self, "%s", names[draft_below(self, draft_chance(self, 60) ? 8 : 18)]);
        add_braces(self, made, linked ? 2 : made->patterns);
    }
    if (turned) add_turns(self, made, pattern, &colon);
    if (placed) add_place(self, made, pattern, &colon);
    if (draft_chance(self, self->has_costs ? 50 : 10)) add_cost(self, made, &colon);
    if (colon) draft_add(self, ":  ");
}
