/* The rules as code: for each way, for each place, if the pattern fits, the next state. */
#include "export/dialect.h"

static unsigned pattern_count(const struct few_move *move) {
    unsigned count = 0;
    for (uint32_t i = 0; i < move->part_count; i++)
        count += move->parts[i].kind == FEW_PART_PATTERN;
    return count;
}

static struct few_pattern pattern_of(const struct few_exporter *x, const struct few_move *move, const struct few_part *part, unsigned number) {
    struct few_pattern pattern = {.codes = part->before, .floors = part->floors, .rows = part->rows, .columns = part->columns, .at = FEW_NOWHERE, .of_rule = true, .number = number};
    if (move->on) {
        pattern.lie = FEW_LIE_ON;
        pattern.on = move->on;
        pattern.at = move->on[0];
    } else if (move->along_links) {
        pattern.lie = FEW_LIE_LINKS;
    } else if (few_lies_turned(x, move)) {
        pattern.lie = FEW_LIE_TURNED;
        pattern.direction = move->turns || move->at != FEW_NOWHERE ? "way" : "RIGHT";
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

static void put(struct few_exporter *x, struct few_puts *puts, bool is_var, const char *place, const char *value) {
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

/* Moves put no wall anywhere and take none away. */
static void keep_wall(struct few_exporter *x, const struct few_part *part, size_t i, const char *value, struct few_parts *conditions) {
    const few_code wall = few_wall(x->puzzle), before = part->before[i];
    const char *there = few_code_is_name(before) ? x->let[few_code_index(before)] : x->piece[before];
    const bool was = few_code_has(x->puzzle, before, wall), is = few_code_is_sum(part->after[i]) || few_code_has(x->puzzle, part->after[i], wall);
    const bool choice = strstr(value, " ? ") || strstr(value, " if ");
    if (strcmp(there, value) == 0)
        return;
    value = few_print(x, "%s%s%s", choice ? "(" : "", value, choice ? ")" : "");
    if (was && is)
        few_add(x, conditions, few_print(x, "(%s == %s) == (%s == %s)", there, x->piece[wall], value, x->piece[wall]));
    else
        few_add(x, conditions, few_print(x, "%s != %s", was ? there : value, x->piece[wall]));
}

static void put_part(struct few_exporter *x, const struct few_rule *rule, const struct few_part *part, const struct few_pattern *pattern,
                     struct few_puts *puts, struct few_parts *conditions) {
    size_t count;
    const uint16_t *possible = few_cell_values(x, &count);
    if (part->kind == FEW_PART_VAR && !stays(part, 0, rule->clash)) {
        const struct few_var *var = &x->puzzle->vars[part->var];
        put(x, puts, true, x->var[part->var], few_value_put(x, rule->move, part->after[0], var->values, var->count, conditions));
    } else if (part->kind == FEW_PART_PATTERN) {
        for (size_t i = 0; i < (size_t)part->rows * part->columns; i++) {
            if (stays(part, i, rule->clash))
                continue;
            const char *value = few_value_put(x, rule->move, part->after[i], possible, count, conditions);
            put(x, puts, false, few_pattern_cell(x, pattern, i), value);
            if (value && few_wall_matters(x, part, i))
                keep_wall(x, part, i, value, conditions);
        }
    } else if (part->kind == FEW_PART_CYCLE) {
        const uint32_t *cells = part->cells;
        for (uint32_t cycle = 0; cycle < part->cycles; cells += part->lengths[cycle++])
            for (uint32_t i = 0, length = part->lengths[cycle]; i < length; i++)
                put(x, puts, false, few_print(x, "%u", cells[(i + 1) % length]), x->dialect->cell(x, few_print(x, "%u", cells[i])));
    }
}

struct few_puts few_puts_of(struct few_exporter *x, struct few_rule *rule, unsigned kinds) {
    const struct few_move *move = rule->move;
    struct few_puts puts = {0};
    unsigned number = 0;
    for (uint32_t i = 0; i < move->part_count; i++) {
        const struct few_part *part = &move->parts[i];
        const bool pattern = part->kind == FEW_PART_PATTERN;
        if (!(kinds >> part->kind & 1))
            continue;
        put_part(x, rule, part, pattern ? &rule->patterns[number++] : NULL, &puts, &rule->conditions);
    }
    if (puts.impossible)
        few_add(x, &rule->conditions, x->dialect->no);
    return puts;
}

void few_write_puts(struct few_exporter *x, const struct few_puts *puts) {
    for (size_t i = 0; i < puts->count; i++)
        (puts->is_var[i] ? x->dialect->set_var : x->dialect->set_cell)(x, puts->cells.items[i], puts->values.items[i]);
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

/* ---- A rule */

void few_begin_conditions(struct few_exporter *x, struct few_rule *rule) {
    if (rule->conditions.count == 0)
        return;
    x->dialect->begin_if(x, &rule->conditions);
    rule->conditions = (struct few_parts){0};
    rule->open++;
}

void few_begin_free(struct few_exporter *x, struct few_rule *rule) {
    const struct few_move *move = rule->move;
    if (move->free_count)
        few_begin_conditions(x, rule);
    for (uint32_t i = 0; i < move->free_count; i++) {
        const unsigned name = few_code_index(move->free[i]);
        x->dialect->begin_each(x, x->let[name], x->puzzle->lets[name].domain, x->puzzle->lets[name].count);
        rule->open++;
    }
}

static uint16_t piece_called(const struct few_exporter *x, const char *text) {
    for (uint32_t i = 0; i < x->puzzle->piece_count; i++)
        if (strcmp(x->piece[i], text) == 0)
            return (uint16_t)i;
    return FEW_CODE_ANY;
}

/* Whether two parts, which may put different things into one place, agree. */
void few_begin_agreed(struct few_exporter *x, struct few_rule *rule, const struct few_puts *puts) {
    for (size_t i = 0; i < puts->count; i++) {
        const char *there = puts->is_var[i] ? x->dialect->next_var(x, puts->cells.items[i]) : x->dialect->next_cell(x, puts->cells.items[i]);
        const char *value = puts->values.items[i];
        const bool choice = strstr(value, " ? ") || strstr(value, " if ");
        const char *test = few_print(x, "%s == %s%s%s", there, choice ? "(" : "", value, choice ? ")" : "");
        const uint16_t piece = piece_called(x, value);
        if (piece != FEW_CODE_ANY)
            few_add_one_of(x, &rule->conditions, test, there, &piece, 1);
        else
            few_add(x, &rule->conditions, test);
    }
    few_begin_conditions(x, rule);
}

static void write_change(struct few_exporter *x, struct few_rule *rule) {
    const struct few_move *move = rule->move;
    uint32_t total = 0;
    const char *table = rule->clash ? NULL : cycle_table(x, move, &total);
    few_where_fit(x, move, &rule->conditions);
    const struct few_puts puts = few_puts_of(x, rule, 1u << FEW_PART_PATTERN | 1u << FEW_PART_VAR | (table ? 0 : 1u << FEW_PART_CYCLE));
    const char *cost = few_cost_text(x, move, &rule->conditions);
    few_begin_conditions(x, rule);
    x->dialect->begin_next(x);
    if (table) {
        x->dialect->begin_for(x, "i", 1, few_print(x, "%u", total));
        x->dialect->set_cell(x, few_print(x, "%s[i][1]", table), x->dialect->cell(x, few_print(x, "%s[i][0]", table)));
        x->dialect->end(x);
    }
    few_write_puts(x, &puts);
    if (rule->clash)
        few_begin_agreed(x, rule, &puts);
    x->dialect->add_move(x, few_name_of_rule(x, rule), pattern_count(move) ? few_pattern_first(x, &rule->patterns[0]) : few_print(x, "-1"), cost);
}

static void write_rule(struct few_exporter *x, const struct few_move *move) {
    unsigned patterns = pattern_count(move), number = 0;
    struct few_rule rule = {.move = move, .clash = few_parts_may_clash(move)};
    rule.bound = few_arena_alloc(&x->arena, x->puzzle->let_count + 1);
    rule.patterns = few_arena_alloc(&x->arena, few_array_size(patterns + 1, sizeof *rule.patterns));
    if (!rule.bound || !rule.patterns) {
        x->no_memory = true;
        return;
    }
    few_note_uses(x, move, rule.clash);
    if (x->no_memory)
        return;
    x->dialect->comment(x, few_harmless(x, few_statement_text(x, move->where)));
    bool plain = patterns == 0 || move->on || (move->at != FEW_NOWHERE && !move->turns);
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
        few_begin_conditions(x, &rule);
    rule.way_count = few_ways_of(x, move, rule.ways);
    if (rule.way_count)
        rule.open += few_begin_ways(x, "way", rule.ways, rule.way_count, false);
    else if (few_lies_turned(x, move) && move->at != FEW_NOWHERE) /* laid once: that is a loop, which is left if it cannot be */
        rule.open += few_begin_ways(x, "way", &(uint32_t){FEW_TURN_RIGHT}, 1, false);
    for (uint32_t i = 0; i < move->part_count; i++) {
        if (move->parts[i].kind != FEW_PART_PATTERN)
            continue;
        if (number)
            few_begin_conditions(x, &rule);
        rule.patterns[number] = pattern_of(x, move, &move->parts[i], number);
        if (move->repeat)
            break;
        rule.open += few_pattern_begin(x, &rule.patterns[number]);
        few_pattern_fit(x, &rule.patterns[number++], rule.bound, &rule.conditions);
    }
    if (move->repeat) {
        few_write_steps(x, &rule);
    } else {
        few_begin_free(x, &rule);
        write_change(x, &rule);
    }
    while (rule.open--)
        x->dialect->end(x);
}

/* ---- Rules of a string */

static void write_string_rule(struct few_exporter *x, const struct few_move *move) {
    const struct few_part *part = &move->parts[0];
    struct few_pattern pattern = {.codes = part->before, .rows = 1, .columns = part->columns, .at = FEW_NOWHERE};
    struct few_rule rule = {.move = move, .patterns = &pattern};
    rule.bound = few_arena_alloc(&x->arena, x->puzzle->let_count + 1);
    if (!rule.bound) {
        x->no_memory = true;
        return;
    }
    few_note_uses(x, move, false);
    if (x->no_memory)
        return;
    x->dialect->comment(x, few_harmless(x, few_statement_text(x, move->where)));
    rule.open = few_pattern_begin(x, &pattern);
    few_ends_fit(x, move->ends, part->columns, &rule.conditions);
    few_pattern_fit(x, &pattern, rule.bound, &rule.conditions);
    few_begin_free(x, &rule);
    few_where_fit(x, move, &rule.conditions);
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
    const char *cost = few_cost_text(x, move, &rule.conditions);
    few_begin_conditions(x, &rule);
    x->dialect->rewrite(x, part->columns, values, part->after_columns, few_name_of_rule(x, &rule), cost);
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
    return move->condition_count == 0 && move->free_count == 0 && !move->cost_sum && !move->ends.begin && !move->ends.end && !few_name_is_built(move);
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
        x->dialect->rule(x, few_plain_label(x, move, -1), letters_of(x, part->before, part->columns), letters_of(x, part->after, part->after_columns),
                         move->cost);
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
