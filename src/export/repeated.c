/* A move that is one step repeated: the pattern is laid again and again, one cell further each time, until it does not fit. */
#include "export/dialect.h"
#include "language/moved.h"
#include "language/name.h"

static const struct few_part *pattern_part(const struct few_move *move) {
    const struct few_part *part = move->parts;
    while (part->kind != FEW_PART_PATTERN)
        part++;
    return part;
}

static size_t index_of(const struct few_part *part, struct few_pattern_cell cell) {
    return (size_t)cell.row * part->columns + cell.column;
}

/* Whether all that must be known before the first step stands in its first cell. */
static bool first_cell_is_enough(const struct few_exporter *x, const struct few_move *move, const struct few_part *part) {
    for (size_t i = 1; i < (size_t)part->rows * part->columns; i++)
        if ((few_code_is_name(part->before[i]) && part->before[i] != part->before[0]) || (part->floors && few_code_is_name(part->floors[i])))
            return false;
    return !few_name_tells(move, FEW_BLANK_FROM) || index_of(part, few_find_moved(x->puzzle, move).from) == 0;
}

/* Names are bound by the first step, and stay what they are. */
static void bind_names(struct few_exporter *x, struct few_rule *rule, const struct few_part *part) {
    size_t count;
    const uint16_t *possible = few_cell_values(x, &count);
    for (size_t i = 0; i < (size_t)part->rows * part->columns; i++) {
        const char *cell = i ? few_print(x, "at[%zu]", i) : "first";
        if (part->floors && few_code_is_name(part->floors[i]))
            few_code_fit(x, part->floors[i], few_print(x, "ground[%s]", cell), rule->bound, &rule->conditions, x->puzzle->kinds, x->puzzle->kind_count);
        if (few_code_is_name(part->before[i]) && (i == 0 || part->before[i] != part->before[0]))
            few_code_fit(x, part->before[i], x->dialect->cell(x, cell), rule->bound, &rule->conditions, possible, count);
    }
}

static const char *code_text(const struct few_exporter *x, few_code code) {
    return few_code_is_name(code) ? x->let[few_code_index(code)] : x->piece[code];
}

/* A step that changes no cell is none. */
static void require_change(struct few_exporter *x, struct few_rule *rule, const struct few_part *part, const struct few_puts *puts) {
    struct few_parts changes = {0};
    const char *any = "";
    size_t number = 0;
    for (size_t i = 0; i < (size_t)part->rows * part->columns && number < puts->count; i++) {
        if (part->after[i] == FEW_CODE_ANY || part->after[i] == part->before[i])
            continue;
        const char *before = code_text(x, part->before[i]), *after = puts->values.items[number++];
        const bool is_piece = few_code_is_piece(part->before[i]); /* it stands behind what it is compared with */
        if (strcmp(before, after) != 0)
            few_add(x, &changes, is_piece ? few_compared(x, after, FEW_UNEQUAL, before) : few_compared(x, before, FEW_UNEQUAL, after));
    }
    for (size_t i = 0; i < changes.count; i++)
        any = i ? few_print(x, "%s %s %s", any, x->dialect->or, changes.items[i]) : changes.items[i];
    few_add(x, &rule->conditions, *any ? few_print(x, "(%s)", any) : x->dialect->no);
}

/* The ways in which a step does not fit. */
static struct few_parts misfits(struct few_exporter *x, const struct few_part *part) {
    struct few_parts found = {0};
    for (size_t i = 0; i < (size_t)part->rows * part->columns; i++) {
        const char *cell = few_print(x, "at[%zu]", i);
        if (part->floors && part->floors[i] != FEW_CODE_ANY)
            few_add(x, &found, few_print(x, "ground[%s] != %s", cell, code_text(x, part->floors[i])));
        if (part->before[i] != FEW_CODE_ANY)
            few_add(x, &found, few_print(x, "%s != %s", x->dialect->next_cell(x, cell), code_text(x, part->before[i])));
    }
    return found;
}

/* On a wrapped board a step may come round to where the first one was. What is never blocked is no move. */
static void leave_when_round(struct few_exporter *x, const struct few_move *move) {
    struct few_parts round = {0};
    if (!x->puzzle->wraps_rows && !x->puzzle->wraps_columns)
        return;
    few_add(x, &round, "steps > 0");
    few_add(x, &round, "here == first");
    x->dialect->begin_if(x, &round);
    if (move->repeat == FEW_UNTIL_BLOCKED)
        x->dialect->set(x, "steps", "0");
    x->dialect->leave(x);
    x->dialect->end(x);
}

static void write_loop(struct few_exporter *x, struct few_rule *rule, const struct few_puts *puts, bool laid, const char *cost) {
    const struct few_move *move = rule->move;
    const struct few_part *part = pattern_part(move);
    const struct few_moved moved = few_find_moved(x->puzzle, move);
    const bool until_blocked = move->repeat == FEW_UNTIL_BLOCKED;
    const struct few_parts misfit = misfits(x, part);
    if (few_name_tells(move, FEW_BLANK_FROM))
        x->dialect->let(x, "begin", laid ? few_print(x, "at[%zu]", index_of(part, moved.from)) : "first");
    if (few_name_tells(move, FEW_BLANK_TO))
        x->dialect->let(x, "reached", "first");
    x->dialect->let(x, "steps", "0");
    x->dialect->begin_steps(x, part->rows, part->columns, laid);
    if (misfit.count)
        x->dialect->leave_if(x, &misfit);
    leave_when_round(x, move);
    few_write_puts(x, puts);
    x->dialect->count(x, "steps");
    if (few_name_tells(move, FEW_BLANK_TO))
        x->dialect->set(x, "reached", few_print(x, "at[%zu]", index_of(part, moved.to)));
    if (!until_blocked)
        x->dialect->add_move(x, few_name_of_rule(x, rule), "first", cost);
    x->dialect->end_steps(x);
    if (until_blocked) {
        struct few_parts some = {0};
        few_add(x, &some, "steps > 0");
        x->dialect->begin_if(x, &some);
        x->dialect->add_move(x, few_name_of_rule(x, rule), "first", cost);
        x->dialect->end(x);
    }
}

void few_write_steps(struct few_exporter *x, struct few_rule *rule) {
    const struct few_move *move = rule->move;
    const struct few_part *part = pattern_part(move);
    const bool laid = !first_cell_is_enough(x, move, part);
    rule->patterns[0].stepped = true;
    x->dialect->begin_for(x, "first", 1, "CELLS");
    rule->open++;
    if (laid)
        x->dialect->lay(x, "at", "first", "way", part->rows, part->columns, NULL);
    bind_names(x, rule, part);
    few_begin_free(x, rule);
    few_where_fit(x, move, &rule->conditions);
    const bool clash = rule->clash;
    rule->clash = false; /* of patterns there is only one */
    const struct few_puts puts = few_puts_of(x, rule, 1u << FEW_PART_PATTERN);
    rule->clash = clash;
    const struct few_puts values = few_puts_of(x, rule, 1u << FEW_PART_VAR);
    if (few_step_may_stay(x->puzzle, move))
        require_change(x, rule, part, &puts);
    const char *cost = few_cost_text(x, move, &rule->conditions);
    few_begin_conditions(x, rule);
    x->dialect->begin_next(x);
    few_write_puts(x, &values);
    if (clash)
        few_begin_agreed(x, rule, &values);
    write_loop(x, rule, &puts, laid, cost);
}
