/* What names, sums and conditions come to. */
#include "attempt.h"
#include "reader.h"

#include <stdio.h>
#include <string.h>

static bool word_fits(const puzzle *game, cell_kind kind, int index, symbol word, int *bound) {
    if (kind == CELL_ANY) return true;
    if (kind == CELL_SYMBOL) return index == word;
    if (bound[index] != UNBOUND) return bound[index] == word;
    const choice *name = &game->names[index];
    for (size_t i = 0; i < name->count; i++) {
        if (name->values[i] != word) continue;
        bound[index] = word;
        return true;
    }
    return false;
}

bool cell_fits(const puzzle *game, const cell *pattern, symbol piece, int *bound) {
    return word_fits(game, pattern->kind, pattern->index, piece, bound);
}

bool fits_on(const puzzle *game, const cell *pattern, state on, size_t at, int *bound) {
    ++*game->work;
    if (!cell_fits(game, pattern, on.at[at], bound)) return false;
    return pattern->floor_kind == CELL_ANY || word_fits(game, pattern->floor_kind, pattern->floor_index, game->floor[at], bound);
}

static operand operand_of_symbol(const puzzle *game, int index) {
    const word *one = &game->words[index];
    return (operand){one->is_number, one->number, index};
}

operand evaluate(const puzzle *game, const cell *one, const int *bound, long weight) {
    if (one->kind == CELL_SYMBOL) return operand_of_symbol(game, one->index);
    if (one->kind == CELL_NAME) return operand_of_symbol(game, bound[one->index]);
    if (one->kind == CELL_NUMBER) return (operand){true, one->number, NOTHING};
    long sum = 0, product = 0; /* the last term, which may yet be multiplied */
    const choice *ring = NULL;
    int around = NOTHING;
    for (size_t i = 0; i < one->term_count; i++) {
        const term *t = &one->terms[i];
        const bool rings = t->name >= 0 && game->names[t->name].is_ring;
        const long value = t->is_weight ? weight : t->name < 0 ? t->number : rings ? 0 : game->words[bound[t->name]].number;
        if (rings) ring = &game->names[t->name], around = bound[t->name];
        if (!t->times) sum += product, product = t->sign;
        product *= value;
    }
    sum += product;
    if (!ring) return (operand){true, sum, NOTHING};
    long at = 0;
    while (ring->values[at] != around) at++;
    const long count = (long)ring->count;
    return operand_of_symbol(game, ring->values[((at + sum) % count + count) % count]);
}

static bool holds(const puzzle *game, const condition *one, const int *bound) {
    const operand a = evaluate(game, &one->left, bound, 1), b = evaluate(game, &one->right, bound, 1);
    const char *o = one->operation;
    const bool numbers = a.is_number && b.is_number;
    const bool equal = numbers ? a.number == b.number : !a.is_number && !b.is_number && a.index == b.index;
    if (strcmp(o, "=") == 0) return equal;
    if (strcmp(o, "!=") == 0) return !equal;
    if (strcmp(o, "<") == 0) return a.number < b.number;
    if (strcmp(o, "<=") == 0) return a.number <= b.number;
    if (strcmp(o, ">") == 0) return a.number > b.number;
    return a.number >= b.number;
}

int piece_to_put(const puzzle *game, const cell *one, const int *bound, const choice *var) {
    operand value = evaluate(game, one, bound, 1);
    if (value.index == NOTHING) {
        char text[24];
        snprintf(text, sizeof text, "%ld", value.number);
        value.index = find_symbol(game, text);
        if (value.index == NOTHING) return NOTHING;
    }
    const bool wall = game->floor && value.index == game->kinds.items[0]; /* where there is one, it may stay */
    if (!var) return wall || game->is_open || game->words[value.index].is_piece ? value.index : NOTHING;
    for (size_t i = 0; i < var->count; i++)
        if (var->values[i] == value.index) return value.index;
    return NOTHING;
}

bool conditions_hold(const attempt *self) {
    bool stack[MOST_FORMULA + 1] = {true};
    size_t top = 0;
    for (size_t i = 0; i < self->made->formula_count; i++) {
        const int what = self->made->formula[i];
        if (what >= 0) stack[++top] = holds(self->game, &self->made->conditions[what], self->bound);
        else if (what == NEITHER) stack[top] = !stack[top];
        else if (top--, what == BOTH) stack[top] = stack[top] && stack[top + 1];
        else stack[top] = stack[top] || stack[top + 1];
    }
    return stack[top];
}
