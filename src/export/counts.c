/* Conditions about all cells at once, and comparisons of vars: each count is a function. */
#include "export/dialect.h"

#include <inttypes.h>

/* The pieces that are counted, or the kinds of a floor: a code as a list. */
static uint16_t *listed(struct few_exporter *x, few_code code, bool walls, size_t *count) {
    const struct few_puzzle *puzzle = x->puzzle;
    uint16_t *pieces = few_arena_alloc(&x->arena, few_array_size(puzzle->piece_count + 1, sizeof *pieces));
    *count = 0;
    if (!pieces) {
        x->no_memory = true;
        return NULL;
    }
    for (uint32_t i = 0; i < puzzle->piece_count; i++)
        if (few_code_has(puzzle, code, (few_code)i) && (walls || !few_code_is_name(code) || i != few_wall(puzzle)))
            pieces[(*count)++] = (uint16_t)i;
    return pieces;
}

/* The condition that a cell holds what is counted; NULL: it always does, "": never. */
static const char *holds_counted(struct few_exporter *x, const struct few_counted *counted, const char *cell) {
    size_t count, possible_count;
    const uint16_t *wanted = listed(x, counted->piece, false, &count), *possible = few_cell_values(x, &possible_count);
    return wanted ? few_among(x, x->dialect->cell(x, cell), possible, possible_count, wanted, count) : "";
}

/* The same for the floor that it is on. */
static const char *is_on_floor(struct few_exporter *x, few_code floor, const char *cell) {
    size_t count;
    const uint16_t *wanted = listed(x, floor, true, &count);
    return wanted ? few_among(x, few_print(x, "ground[%s]", cell), x->puzzle->kinds, x->puzzle->kind_count, wanted, count) : "";
}

static const char *opposite(struct few_exporter *x, const char *test) {
    return !test ? "" : !*test ? NULL : few_print(x, "%s(%s)", x->dialect->not, test);
}

/* The loop over an area; *cell is the cell it is at. Conditions that it must meet to be in the area are added. */
static void begin_area(struct few_exporter *x, const struct few_area *area, const char **cell, struct few_parts *conditions) {
    const uint32_t columns = x->puzzle->columns;
    const char *test = NULL;
    *cell = "i";
    if (area->kind == FEW_AREA_COLUMN && x->puzzle->rows > 1) {
        x->dialect->begin_for(x, "row", 1, "ROWS");
        *cell = few_print(x, "row * COLUMNS + %u", area->line);
    } else if (area->kind == FEW_AREA_COLUMN) {
        x->dialect->begin_range(x, "i", few_print(x, "%u", area->line), few_print(x, "%u", area->line + 1));
    } else if (area->kind == FEW_AREA_ROW) {
        x->dialect->begin_range(x, "i", few_print(x, "%u", area->line * columns), few_print(x, "%u", (area->line + 1) * columns));
    } else {
        x->dialect->begin_for(x, "i", 1, "CELLS");
    }
    if (area->kind == FEW_AREA_ON)
        test = is_on_floor(x, area->floor, *cell);
    if (area->kind == FEW_AREA_OFF)
        test = opposite(x, is_on_floor(x, area->floor, *cell));
    if (test)
        few_add(x, conditions, *test ? test : x->dialect->no);
}

static const char *write_count(struct few_exporter *x, const struct few_counted *counted) {
    const char *name = few_identifier(x, "count_cells", false), *cell;
    struct few_parts conditions = {0};
    x->dialect->begin_counting(x, name);
    begin_area(x, &counted->area, &cell, &conditions);
    const char *test = holds_counted(x, counted, cell);
    if (test)
        few_add(x, &conditions, *test ? test : x->dialect->no);
    if (conditions.count)
        x->dialect->begin_if(x, &conditions);
    x->dialect->count(x, "count");
    for (unsigned open = 1 + (conditions.count > 0); open--;)
        x->dialect->end(x);
    x->dialect->give(x, "count");
    x->dialect->end_function(x);
    return few_print(x, "%s(%s)", name, x->dialect->now);
}

const char *few_write_every(struct few_exporter *x, const struct few_condition *condition) {
    const char *name = few_identifier(x, condition->has ? "every_floor_has" : "every_piece_on", false), *cell;
    struct few_parts conditions = {0};
    x->dialect->begin_function(x, name, NULL, 0);
    begin_area(x, &condition->every.area, &cell, &conditions);
    const char *test = holds_counted(x, &condition->every, cell);
    test = condition->has ? opposite(x, test) : test;
    if (test)
        few_add(x, &conditions, *test ? test : x->dialect->no);
    if (conditions.count)
        x->dialect->begin_if(x, &conditions);
    x->dialect->give(x, x->dialect->no);
    for (unsigned open = 1 + (conditions.count > 0); open--;)
        x->dialect->end(x);
    x->dialect->give(x, x->dialect->yes);
    x->dialect->end_function(x);
    return few_print(x, "%s%s(%s)", condition->opposite ? x->dialect->not : "", name, x->dialect->now);
}

/* ---- Comparisons */

/* A side as a number. */
static const char *number_side(struct few_exporter *x, const struct few_var_sum *sum) {
    const char *text = "";
    if (sum->piece != FEW_CODE_ANY)
        return few_constant(x, x->puzzle->pieces[sum->piece].number);
    for (uint32_t i = 0; i < sum->count; i++)
        text = few_print(x, "%s%s%s", text, sum->signs[i] < 0 ? (*text ? " - " : "-") : *text ? " + " : "", few_number_text(x, x->dialect->var(x, x->var[sum->vars[i]])));
    for (uint32_t i = 0; i < sum->counted_count; i++)
        text = few_print(x, "%s%s%s", text, sum->counted[i].sign < 0 ? (*text ? " - " : "-") : *text ? " + " : "", write_count(x, &sum->counted[i]));
    if (!*text)
        return few_constant(x, sum->constant);
    if (sum->constant == 0)
        return text;
    return few_print(x, "%s %c %s", text, sum->constant < 0 ? '-' : '+', few_constant(x, sum->constant < 0 ? -sum->constant : sum->constant));
}

/* The value of a var that is this number; FEW_CODE_ANY: none is. */
static few_code value_that_is(const struct few_puzzle *puzzle, const struct few_var *var, int64_t number) {
    for (uint32_t i = 0; i < var->count; i++)
        if (puzzle->pieces[var->values[i]].is_number && puzzle->pieces[var->values[i]].number == number)
            return var->values[i];
    return FEW_CODE_ANY;
}

/* A side that is one value, be it a number or not; NULL: it is none. `other` is a var with which a number is compared. */
static const char *value_side(struct few_exporter *x, const struct few_var_sum *sum, const struct few_var *other, bool *never) {
    const struct few_puzzle *puzzle = x->puzzle;
    if (few_is_lone_var(sum))
        return x->dialect->var(x, x->var[sum->vars[0]]);
    const bool number = sum->piece == FEW_CODE_ANY && sum->count == 0 && sum->counted_count == 0;
    const bool number_piece = sum->piece != FEW_CODE_ANY && puzzle->pieces[sum->piece].is_number;
    few_code piece = sum->piece;
    if (other && (number || number_piece))
        piece = value_that_is(puzzle, other, number ? sum->constant : puzzle->pieces[piece].number);
    *never |= other && (number || number_piece) && piece == FEW_CODE_ANY;
    return piece != FEW_CODE_ANY ? x->piece[piece] : *never ? "" : NULL;
}

/* A side that is compared with itself leaves nothing to ask. */
static const char *compared(struct few_exporter *x, const char *left, enum few_comparator comparator, const char *right) {
    const bool same_holds = comparator == FEW_EQUAL || comparator == FEW_AT_MOST || comparator == FEW_AT_LEAST;
    if (strcmp(left, right) == 0)
        return same_holds ? x->dialect->yes : x->dialect->no;
    return few_compared(x, left, comparator, right);
}

/* What a side comes to as a number, at least and at most; false: it may be no number. */
static bool side_interval(const struct few_exporter *x, const struct few_var_sum *sum, struct few_interval *range) {
    const struct few_piece *pieces = x->puzzle->pieces;
    *range = (struct few_interval){sum->constant, sum->constant};
    if (sum->piece != FEW_CODE_ANY) {
        *range = (struct few_interval){pieces[sum->piece].number, pieces[sum->piece].number};
        return pieces[sum->piece].is_number;
    }
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct few_var *var = &x->puzzle->vars[sum->vars[i]];
        struct few_interval one = {INT64_MAX, INT64_MIN};
        for (uint32_t v = 0; v < var->count; v++) {
            const struct few_piece *piece = &pieces[var->values[v]];
            if (!piece->is_number)
                return false;
            one.low = piece->number < one.low ? piece->number : one.low;
            one.high = piece->number > one.high ? piece->number : one.high;
        }
        range->low += sum->signs[i] > 0 ? one.low : -one.high;
        range->high += sum->signs[i] > 0 ? one.high : -one.low;
    }
    for (uint32_t i = 0; i < sum->counted_count; i++) {
        const int64_t cells = (int64_t)x->puzzle->rows * x->puzzle->columns;
        range->low -= sum->counted[i].sign > 0 ? 0 : cells;
        range->high += sum->counted[i].sign > 0 ? cells : 0;
    }
    return true;
}

/* Whatever vars and counts are, a comparison of numbers holds: 1, it does not: 0. -1: it depends on them. */
static int decided(const struct few_exporter *x, const struct few_condition *condition) {
    struct few_interval left, right;
    if (!side_interval(x, &condition->left, &left) || !side_interval(x, &condition->right, &right))
        return -1;
    const bool less = left.high < right.low, at_most = left.high <= right.low, greater = left.low > right.high, at_least = left.low >= right.high;
    switch (condition->comparator) {
    case FEW_EQUAL: return less || greater ? 0 : at_most && at_least ? 1 : -1;
    case FEW_UNEQUAL: return less || greater ? 1 : at_most && at_least ? 0 : -1;
    case FEW_LESS: return less ? 1 : at_least ? 0 : -1;
    case FEW_AT_MOST: return at_most ? 1 : greater ? 0 : -1;
    case FEW_GREATER: return greater ? 1 : at_most ? 0 : -1;
    case FEW_AT_LEAST: return at_least ? 1 : less ? 0 : -1;
    }
    return -1;
}

/* Whether a comparison may hold if one of its sides is this piece. */
static bool may_hold(const struct few_exporter *x, const struct few_condition *condition, bool is_left, uint16_t piece) {
    struct few_condition with_piece = *condition;
    const struct few_var_sum *other = is_left ? &condition->right : &condition->left;
    *(is_left ? &with_piece.left : &with_piece.right) = (struct few_var_sum){.piece = piece};
    if (x->puzzle->pieces[piece].is_number && (other->piece == FEW_CODE_ANY || x->puzzle->pieces[other->piece].is_number))
        return decided(x, &with_piece) != 0;
    if (other->piece == FEW_CODE_ANY && few_is_lone_var(other))
        return true;
    /* What is no number is only the same as itself, and neither less nor greater than anything. */
    return condition->comparator == FEW_EQUAL ? piece == other->piece : condition->comparator == FEW_UNEQUAL && piece != other->piece;
}

void few_compared_fit(struct few_exporter *x, const struct few_condition *condition, const char *text, struct few_parts *conditions) {
    const struct few_var_sum *side = few_is_lone_var(&condition->left) ? &condition->left : &condition->right;
    if (text == x->dialect->yes)
        return;
    if (!few_is_lone_var(side)) {
        few_add(x, conditions, text);
        return;
    }
    const struct few_var *var = &x->puzzle->vars[side->vars[0]];
    uint16_t *values = few_arena_alloc(&x->arena, few_array_size(var->count + 1, sizeof *values));
    uint32_t count = 0;
    for (uint32_t i = 0; values && i < var->count; i++)
        if (may_hold(x, condition, side == &condition->left, var->values[i]))
            values[count++] = var->values[i];
    x->no_memory |= !values;
    if (values)
        few_add_one_of(x, conditions, text, x->dialect->var(x, x->var[side->vars[0]]), values, count);
}

const char *few_write_compared(struct few_exporter *x, const struct few_condition *condition) {
    const struct few_var_sum *left = &condition->left, *right = &condition->right;
    const struct few_var *vars = x->puzzle->vars;
    if (decided(x, condition) >= 0)
        return decided(x, condition) ? x->dialect->yes : x->dialect->no;
    if (condition->comparator == FEW_EQUAL || condition->comparator == FEW_UNEQUAL) {
        bool never = false;
        const char *one = value_side(x, left, few_is_lone_var(right) ? &vars[right->vars[0]] : NULL, &never);
        const char *other = value_side(x, right, few_is_lone_var(left) ? &vars[left->vars[0]] : NULL, &never);
        if (never)
            return condition->comparator == FEW_EQUAL ? x->dialect->no : x->dialect->yes;
        if (one && other)
            return compared(x, one, condition->comparator, other);
    }
    const char *one = number_side(x, left);
    return compared(x, one, condition->comparator, number_side(x, right));
}
