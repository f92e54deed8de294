/* The rules as code: for each direction, for each place, if the pattern fits, the next state. */
#include "export/dialect.h"

static unsigned pattern_count(const struct few_move *move) {
    unsigned count = 0;
    for (uint32_t i = 0; i < move->part_count; i++)
        count += move->parts[i].kind == FEW_PART_PATTERN;
    return count;
}

static struct few_pattern pattern_of(const struct few_move *move, const struct few_part *part, unsigned number) {
    struct few_pattern pattern = {.codes = part->before, .rows = part->rows, .columns = part->columns, .at = FEW_NOWHERE, .of_rule = true, .number = number};
    if (move->on) {
        pattern.lie = FEW_LIE_ON;
        pattern.on = move->on;
        pattern.at = move->on[0];
    } else if (move->along_links) {
        pattern.lie = FEW_LIE_LINKS;
    } else if (move->any_direction) {
        pattern.lie = FEW_LIE_TURNED;
        pattern.direction = "way";
        pattern.at = move->at;
    } else if (move->at != FEW_NOWHERE) {
        pattern.lie = FEW_LIE_AT;
        pattern.at = move->at;
    }
    return pattern;
}

/* ---- Whether parts may put different things into one place */

static bool cells_overlap(const struct few_part *a, const struct few_part *b) {
    uint32_t count_a = 0, count_b = 0;
    for (uint32_t i = 0; i < a->cycles; i++)
        count_a += a->lengths[i];
    for (uint32_t i = 0; i < b->cycles; i++)
        count_b += b->lengths[i];
    for (uint32_t i = 0; i < count_a; i++)
        for (uint32_t k = 0; k < count_b; k++)
            if (a->cells[i] == b->cells[k])
                return true;
    return false;
}

bool few_parts_may_clash(const struct few_move *move) {
    for (uint32_t i = 0; i < move->part_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct few_part *a = &move->parts[i], *b = &move->parts[k];
            bool vars = a->kind == FEW_PART_VAR && b->kind == FEW_PART_VAR;
            if (vars && a->var == b->var)
                return true;
            if (a->kind == FEW_PART_VAR || b->kind == FEW_PART_VAR)
                continue;
            bool cycles = a->kind == FEW_PART_CYCLE && b->kind == FEW_PART_CYCLE;
            if (!cycles || cells_overlap(a, b))
                return true;
        }
    return false;
}

/* ---- What a move puts */

struct puts {
    struct few_parts cells, values; /* where, and what; a var's place is its name behind a mark */
    bool *is_var;
    size_t count, room;
    bool impossible;
};

static void put(struct few_exporter *x, struct puts *puts, bool is_var, const char *place, const char *value) {
    if (!value) {
        puts->impossible = true;
        return;
    }
    if (puts->count == puts->room) {
        size_t room = 2 * puts->room + 8;
        const char **cells = few_arena_alloc(&x->arena, room * sizeof *cells), **values = few_arena_alloc(&x->arena, room * sizeof *values);
        bool *is = few_arena_alloc(&x->arena, room);
        if (!cells || !values || !is) {
            x->no_memory = true;
            return;
        }
        if (puts->count) {
            memcpy(cells, puts->cells.items, puts->count * sizeof *cells);
            memcpy(values, puts->values.items, puts->count * sizeof *values);
            memcpy(is, puts->is_var, puts->count);
        }
        puts->cells.items = cells;
        puts->values.items = values;
        puts->is_var = is;
        puts->room = room;
    }
    puts->cells.items[puts->count] = place;
    puts->values.items[puts->count] = value;
    puts->is_var[puts->count++] = is_var;
}

/* A name or piece that stays where it is need not be written again, unless another part may write there. */
static bool stays(const struct few_part *part, size_t i, bool clash) {
    return part->after[i] == FEW_CODE_ANY || (!clash && part->after[i] == part->before[i]);
}

static void put_part(struct few_exporter *x, const struct few_move *move, const struct few_part *part, const struct few_pattern *pattern,
                     bool clash, struct puts *puts, struct few_parts *conditions) {
    size_t count;
    const uint16_t *possible = few_cell_values(x, &count);
    if (part->kind == FEW_PART_VAR && !stays(part, 0, clash)) {
        const struct few_var *var = &x->puzzle->vars[part->var];
        put(x, puts, true, x->var[part->var], few_value_put(x, move, part->after[0], var->values, var->count, conditions));
    } else if (part->kind == FEW_PART_PATTERN) {
        for (size_t i = 0; i < (size_t)part->rows * part->columns; i++)
            if (!stays(part, i, clash))
                put(x, puts, false, few_pattern_cell(x, pattern, i), few_value_put(x, move, part->after[i], possible, count, conditions));
    } else if (part->kind == FEW_PART_CYCLE) {
        const uint32_t *cells = part->cells;
        for (uint32_t cycle = 0; cycle < part->cycles; cells += part->lengths[cycle++])
            for (uint32_t i = 0, length = part->lengths[cycle]; i < length; i++)
                put(x, puts, false, few_print(x, "%u", cells[(i + 1) % length]), x->dialect->cell(x, few_print(x, "%u", cells[i])));
    }
}

/* Many cells that are carried around are a table. */
static const char *cycle_table(struct few_exporter *x, const struct few_move *move, uint32_t *total) {
    uint32_t(*pairs)[2] = NULL;
    *total = 0;
    for (uint32_t p = 0; p < move->part_count; p++) {
        if (move->parts[p].kind != FEW_PART_CYCLE)
            continue;
        for (uint32_t i = 0; i < move->parts[p].cycles; i++)
            *total += move->parts[p].lengths[i];
    }
    if (*total < 7)
        return NULL;
    pairs = few_arena_alloc(&x->arena, few_array_size(*total, sizeof *pairs));
    if (!pairs) {
        x->no_memory = true;
        return NULL;
    }
    size_t filled = 0;
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        const uint32_t *cells = part->cells;
        for (uint32_t cycle = 0; part->kind == FEW_PART_CYCLE && cycle < part->cycles; cells += part->lengths[cycle++])
            for (uint32_t i = 0, length = part->lengths[cycle]; i < length; i++) {
                pairs[filled][0] = cells[i];
                pairs[filled++][1] = cells[(i + 1) % length];
            }
    }
    const char *name = few_identifier(x, few_print(x, "%s_cycle", move->name ? move->name : "the"), false);
    few_to_tables(x, true);
    x->dialect->pairs(x, name, (const uint32_t(*)[2])pairs, filled);
    few_to_tables(x, false);
    return name;
}

static const char *label(struct few_exporter *x, const struct few_move *move) {
    if (move->any_direction) {
        const char *items[4];
        const char *name = few_identifier(x, few_print(x, "%s%swords", move->name ? move->name : "", move->name ? "_" : ""), false);
        for (unsigned i = 0; i < 4; i++)
            items[i] = few_quoted(x, few_turned_label(x, move, (int)i));
        few_to_tables(x, true);
        x->dialect->texts(x, name, items, 4);
        few_to_tables(x, false);
        return few_print(x, "%s[way]", name);
    }
    if (move->name)
        return few_quoted(x, move->name);
    if (!x->puzzle->is_string)
        return few_quoted(x, "move");
    return few_quoted(x, few_string_label(x, move));
}

/* ---- A rule */

struct rule {
    const struct few_move *move;
    bool clash;
    bool *bound;
    unsigned open; /* blocks to be closed */
    struct few_pattern *patterns;
    struct few_parts conditions;
};

static void begin_if(struct few_exporter *x, struct rule *rule) {
    if (rule->conditions.count == 0)
        return;
    x->dialect->begin_if(x, &rule->conditions);
    rule->conditions = (struct few_parts){0};
    rule->open++;
}

/* Whether two parts, which may put different things into one place, agree. */
static void begin_if_agreed(struct few_exporter *x, struct rule *rule, const struct puts *puts) {
    for (size_t i = 0; i < puts->count; i++) {
        const char *there = puts->is_var[i] ? x->dialect->next_var(x, puts->cells.items[i]) : x->dialect->next_cell(x, puts->cells.items[i]);
        const char *value = puts->values.items[i];
        bool choice = strstr(value, " ? ") || strstr(value, " if ");
        few_add(x, &rule->conditions, few_print(x, "%s == %s%s%s", there, choice ? "(" : "", value, choice ? ")" : ""));
    }
    begin_if(x, rule);
}

static void write_change(struct few_exporter *x, struct rule *rule, const char *name) {
    const struct few_move *move = rule->move;
    struct puts puts = {0};
    uint32_t total = 0;
    const char *table = rule->clash ? NULL : cycle_table(x, move, &total);
    unsigned number = 0;
    for (uint32_t i = 0; i < move->condition_count; i++) {
        const char *test = few_comparison_text(x, &move->conditions[i]);
        if (test)
            few_add(x, &rule->conditions, test);
    }
    for (uint32_t i = 0; i < move->part_count; i++) {
        const struct few_part *part = &move->parts[i];
        if (part->kind == FEW_PART_CYCLE && table)
            continue;
        put_part(x, move, part, part->kind == FEW_PART_PATTERN ? &rule->patterns[number++] : NULL, rule->clash, &puts, &rule->conditions);
    }
    if (puts.impossible)
        few_add(x, &rule->conditions, x->dialect->no);
    begin_if(x, rule);
    x->dialect->begin_next(x);
    if (table) {
        x->dialect->begin_for(x, "i", 1, few_print(x, "%u", total));
        x->dialect->set_cell(x, few_print(x, "%s[i][1]", table), x->dialect->cell(x, few_print(x, "%s[i][0]", table)));
        x->dialect->end(x);
    }
    for (size_t i = 0; i < puts.count; i++)
        (puts.is_var[i] ? x->dialect->set_var : x->dialect->set_cell)(x, puts.cells.items[i], puts.values.items[i]);
    if (rule->clash)
        begin_if_agreed(x, rule, &puts);
    x->dialect->add_move(x, name, pattern_count(move) ? few_pattern_first(x, &rule->patterns[0]) : few_print(x, "-1"), move->cost);
}

static void write_rule(struct few_exporter *x, const struct few_move *move) {
    unsigned patterns = pattern_count(move), number = 0;
    struct rule rule = {.move = move, .clash = few_parts_may_clash(move)};
    rule.bound = few_arena_alloc(&x->arena, x->puzzle->let_count + 1);
    rule.patterns = few_arena_alloc(&x->arena, few_array_size(patterns + 1, sizeof *rule.patterns));
    if (!rule.bound || !rule.patterns) {
        x->no_memory = true;
        return;
    }
    const char *name = label(x, move);
    few_note_uses(x, move, rule.clash);
    if (x->no_memory)
        return;
    x->dialect->comment(x, few_harmless(x, few_statement_text(x, move->where)));
    bool plain = patterns == 0 || move->on || (move->at != FEW_NOWHERE && !move->any_direction);
    bool binds = false;
    for (uint32_t i = 0; i < move->part_count; i++)
        binds |= move->parts[i].kind == FEW_PART_VAR && few_code_is_name(move->parts[i].before[0]) && x->used[few_code_index(move->parts[i].before[0])];
    if (plain || binds) {
        x->dialect->begin_block(x);
        rule.open++;
    }
    for (uint32_t i = 0; i < move->part_count; i++)
        if (move->parts[i].kind == FEW_PART_VAR)
            few_var_fit(x, move->parts[i].var, move->parts[i].before[0], rule.bound, &rule.conditions);
    if (!plain)
        begin_if(x, &rule);
    if (move->any_direction) {
        x->dialect->begin_for(x, "way", 1, "4");
        rule.open++;
    }
    for (uint32_t i = 0; i < move->part_count; i++) {
        if (move->parts[i].kind != FEW_PART_PATTERN)
            continue;
        if (number)
            begin_if(x, &rule);
        rule.patterns[number] = pattern_of(move, &move->parts[i], number);
        rule.open += few_pattern_begin(x, &rule.patterns[number]);
        few_pattern_fit(x, &rule.patterns[number++], rule.bound, &rule.conditions);
    }
    write_change(x, &rule, name);
    while (rule.open--)
        x->dialect->end(x);
}

/* ---- Rules of a string */

static void write_string_rule(struct few_exporter *x, const struct few_move *move) {
    const struct few_part *part = &move->parts[0];
    struct rule rule = {.move = move};
    struct few_pattern pattern = {.codes = part->before, .rows = 1, .columns = part->columns, .at = FEW_NOWHERE};
    rule.bound = few_arena_alloc(&x->arena, x->puzzle->let_count + 1);
    if (!rule.bound) {
        x->no_memory = true;
        return;
    }
    const char *name = label(x, move);
    few_note_uses(x, move, false);
    if (x->no_memory)
        return;
    x->dialect->comment(x, few_harmless(x, few_statement_text(x, move->where)));
    rule.open = few_pattern_begin(x, &pattern);
    few_pattern_fit(x, &pattern, rule.bound, &rule.conditions);
    for (uint32_t i = 0; i < move->condition_count; i++) {
        const char *test = few_comparison_text(x, &move->conditions[i]);
        if (test)
            few_add(x, &rule.conditions, test);
    }
    size_t count;
    const uint16_t *possible = few_cell_values(x, &count);
    const char **values = few_arena_alloc(&x->arena, few_array_size(part->after_columns + 1, sizeof *values));
    if (!values) {
        x->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < part->after_columns; i++) {
        values[i] = part->after[i] == FEW_CODE_ANY ? x->dialect->cell(x, few_pattern_cell(x, &pattern, i))
                                                   : few_value_put(x, move, part->after[i], possible, count, &rule.conditions);
        if (!values[i]) {
            values[i] = "0";
            few_add(x, &rule.conditions, x->dialect->no);
        }
    }
    begin_if(x, &rule);
    x->dialect->rewrite(x, part->columns, values, part->after_columns, name, move->cost);
    while (rule.open--)
        x->dialect->end(x);
}

bool few_rule_is_literal(const struct few_move *move) {
    const struct few_part *part = &move->parts[0];
    for (uint32_t i = 0; i < part->columns; i++)
        if (!few_code_is_piece(part->before[i]))
            return false;
    for (uint32_t i = 0; i < part->after_columns; i++)
        if (!few_code_is_piece(part->after[i]))
            return false;
    return move->condition_count == 0;
}

static const char *letters_of(struct few_exporter *x, const few_code *codes, uint32_t count) {
    const char *text = "";
    for (uint32_t i = 0; i < count; i++)
        text = few_print(x, "%s%s", text, x->puzzle->pieces[codes[i]].text);
    return text;
}

static void write_string_rules(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    if (!x->literal) {
        for (uint32_t i = 0; i < puzzle->move_count; i++)
            write_string_rule(x, &puzzle->moves[i]);
        return;
    }
    if (x->choices.judge && x->choices.judge->reads_rules) {
        x->dialect->try_rules(x);
        return;
    }
    few_to_tables(x, true);
    x->dialect->begin_rules(x);
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_move *move = &puzzle->moves[i];
        const struct few_part *part = &move->parts[0];
        x->dialect->rule(x, move->name ? move->name : few_string_label(x, move), letters_of(x, part->before, part->columns),
                         letters_of(x, part->after, part->after_columns), move->cost);
    }
    x->dialect->end_rules(x);
    few_to_tables(x, false);
    x->dialect->try_rules(x);
}

void few_export_moves(struct few_exporter *x) {
    if (x->puzzle->is_string) {
        write_string_rules(x);
        return;
    }
    for (uint32_t i = 0; i < x->puzzle->move_count; i++)
        write_rule(x, &x->puzzle->moves[i]);
}
