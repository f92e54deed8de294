/* Names, sums and conditions of random rules. */
#include "rule_draft.h"

#include <string.h>

const char *random_name(draft *self, const bool *bound) {
    unsigned count = 0, which[MOST_NAMES];
    for (unsigned i = 0; i < self->name_count; i++)
        if (!bound || bound[i]) which[count++] = i;
    return count ? self->names[which[draft_below(self, count)]].text : NULL;
}

const char *random_name_for(draft *self, const bool *bound, int var) {
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

int name_index(const draft *self, const char *text) {
    for (unsigned i = 0; i < self->name_count; i++)
        if (strcmp(self->names[i].text, text) == 0) return (int)i;
    return -1;
}

const char *random_product(draft *self, const char *name, const char *other) {
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

const char *random_sum(draft *self, const bool *bound) {
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
    if (draft_chance(self, 8)) { /* numbers that are no pieces; a sum of numbers alone */
        static const char *const numbers_alone[] = {"-1", "-12", "1000", "999999999999999", "2+3", "7-3", "-999999999999999", "10-12+1"};
        return numbers_alone[draft_below(self, 8)];
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

void add_where(draft *self, const rule_draft *made) {
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
