/* Where a pattern may lie, as loops, and what it asks of the cells it lies on. */
#include "export/dialect.h"

/* The variables of a second pattern have a 2 behind their names. */
static const char *suffix(struct few_exporter *x, const struct few_pattern *pattern) {
    return pattern->number ? few_print(x, "%u", pattern->number + 1) : "";
}

const char *few_pattern_first(struct few_exporter *x, const struct few_pattern *pattern) {
    if (x->puzzle->is_string)
        return "place";
    if (pattern->lie == FEW_LIE_AT || pattern->lie == FEW_LIE_ON)
        return few_print(x, "%u", pattern->at);
    if (pattern->lie == FEW_LIE_TURNED && pattern->at != FEW_NOWHERE)
        return few_print(x, "%u", pattern->at);
    return few_print(x, "first%s", suffix(x, pattern));
}

static const char *plus(struct few_exporter *x, const char *first, uint32_t more) {
    return more ? few_print(x, "%s + %u", first, more) : first;
}

const char *few_pattern_cell(struct few_exporter *x, const struct few_pattern *pattern, size_t i) {
    const char *first = few_pattern_first(x, pattern);
    uint32_t row = (uint32_t)(i / pattern->columns), column = (uint32_t)(i % pattern->columns);
    switch (pattern->lie) {
    case FEW_LIE_ON: return few_print(x, "%u", pattern->on[i]);
    case FEW_LIE_AT: return few_print(x, "%u", pattern->at + row * x->puzzle->columns + column);
    case FEW_LIE_LINKS: return i == 0 ? first : "there";
    case FEW_LIE_TURNED:
        return pattern->rows * pattern->columns == 1 && !pattern->stepped ? first : few_print(x, "at%s[%zu]", suffix(x, pattern), i);
    case FEW_LIE_STRAIGHT: break;
    }
    if (row)
        first = row == 1 ? few_print(x, "%s + COLUMNS", first) : few_print(x, "%s + %u * COLUMNS", first, row);
    return plus(x, first, column);
}

unsigned few_pattern_begin(struct few_exporter *x, const struct few_pattern *pattern) {
    const struct few_dialect *to = x->dialect;
    const char *first = few_pattern_first(x, pattern), *number = suffix(x, pattern);
    if (x->puzzle->is_string) {
        to->begin_for(x, "place", pattern->columns, to->length);
        return 1;
    }
    switch (pattern->lie) {
    case FEW_LIE_AT:
    case FEW_LIE_ON: return 0;
    case FEW_LIE_LINKS:
        to->begin_for(x, "link", 1, "LINKS");
        to->begin_for(x, "end", 1, "2");
        to->let(x, "first", "links[link][end]");
        to->let(x, "there", "links[link][1 - end]");
        return 2;
    case FEW_LIE_STRAIGHT:
        if (x->puzzle->rows == 1 || pattern->rows * pattern->columns == 1) {
            to->begin_for(x, first, pattern->columns, "CELLS");
            return 1;
        }
        to->begin_for(x, few_print(x, "row%s", number), pattern->rows, "ROWS");
        to->begin_for(x, few_print(x, "column%s", number), pattern->columns, "COLUMNS");
        to->let(x, first, few_print(x, "row%s * COLUMNS + column%s", number, number));
        return 2;
    case FEW_LIE_TURNED: break;
    }
    const bool sought = pattern->of_rule && x->sought != FEW_CODE_ANY;
    bool loop = pattern->at == FEW_NOWHERE && !sought;
    if (loop)
        to->begin_for(x, first, 1, "CELLS");
    if (pattern->rows * pattern->columns > 1) {
        const char *unless = few_code_is_piece(pattern->codes[0]) && !sought
                                 ? few_print(x, "%s != %s", to->cell(x, first), x->piece[pattern->codes[0]])
                                 : NULL;
        to->lay(x, few_print(x, "at%s", number), first, pattern->direction, pattern->rows, pattern->columns, unless);
    }
    return loop;
}

void few_code_fit(struct few_exporter *x, few_code code, const char *cell, bool *bound, struct few_parts *conditions, const uint16_t *possible,
                  size_t possible_count) {
    if (code == FEW_CODE_ANY)
        return;
    if (few_code_is_piece(code)) {
        few_add_one_of(x, conditions, few_print(x, "%s == %s", cell, x->piece[code]), cell, &code, 1);
        return;
    }
    unsigned name = few_code_index(code);
    if (bound[name]) {
        few_add(x, conditions, few_print(x, "%s == %s", cell, x->let[name]));
        return;
    }
    const struct few_let *let = &x->puzzle->lets[name];
    bound[name] = true;
    bool used = x->used[name];
    if (used)
        x->dialect->let(x, x->let[name], cell);
    few_add_among(x, conditions, used ? x->let[name] : cell, possible, possible_count, let->domain, let->count);
}

void few_pattern_fit(struct few_exporter *x, const struct few_pattern *pattern, bool *bound, struct few_parts *conditions) {
    size_t count;
    const uint16_t *possible = few_cell_values(x, &count);
    for (size_t i = 0; i < (size_t)pattern->rows * pattern->columns; i++) {
        if (pattern->floors && pattern->floors[i] != FEW_CODE_ANY)
            few_code_fit(x, pattern->floors[i], few_print(x, "ground[%s]", few_pattern_cell(x, pattern, i)), bound, conditions, x->puzzle->kinds, x->puzzle->kind_count);
        bool tested = i == 0 && pattern->lie == FEW_LIE_TURNED && pattern->rows * pattern->columns > 1 && few_code_is_piece(pattern->codes[0]);
        if (tested)
            continue; /* before it was laid */
        few_code_fit(x, pattern->codes[i], x->dialect->cell(x, few_pattern_cell(x, pattern, i)), bound, conditions, possible, count);
    }
}

void few_ends_fit(struct few_exporter *x, struct few_ends ends, uint32_t length, struct few_parts *conditions) {
    if (ends.begin)
        few_add(x, conditions, "place == 0");
    if (ends.end)
        few_add(x, conditions, few_print(x, "place + %u == %s", length, x->dialect->length));
}

void few_var_fit(struct few_exporter *x, uint32_t var, few_code code, bool *bound, struct few_parts *conditions) {
    const struct few_var *declared = &x->puzzle->vars[var];
    few_code_fit(x, code, x->dialect->var(x, x->var[var]), bound, conditions, declared->values, declared->count);
}
