/* Python 3. A state is a tuple of the cells and behind them the vars, or a string. */
#include "export/dialect.h"

/* ---- Expressions */

static const char *cell(struct few_exporter *x, const char *index) {
    return few_print(x, "now[%s]", index);
}

static const char *next_cell(struct few_exporter *x, const char *index) {
    return few_print(x, "after[%s]", index);
}

static const char *letters(struct few_exporter *x, const char *text) {
    return few_quoted(x, text);
}

static const char *letter(struct few_exporter *x, uint16_t piece) {
    return few_quoted(x, x->puzzle->pieces[piece].text);
}

static const char *letter_number(struct few_exporter *x, const char *value) {
    return few_print(x, "int(%s)", value);
}

static const char *number_letter(struct few_exporter *x, const char *number) {
    return few_print(x, "str(%s)", number);
}

static const char *among_letters(struct few_exporter *x, const char *text, const char *value) {
    return few_print(x, "%s in %s", value, letters(x, text));
}

static const char *ring_letter(struct few_exporter *x, const char *text, const char *value, unsigned step, unsigned count) {
    (void)count;
    return few_print(x, "step_around(%s, %s, %u)", letters(x, text), value, step);
}

static const char *choose(struct few_exporter *x, const char *condition, const char *yes, const char *no) {
    return few_print(x, "%s if %s else %s", yes, condition, no);
}

/* Vars stand behind the board. */
static const char *is_drawing(struct few_exporter *x, const char *table) {
    return few_print(x, x->puzzle->var_count ? "now[:CELLS] == %s" : "now == %s", table);
}

static const char *is_text(struct few_exporter *x, const char *text) {
    return few_print(x, "now == %s", letters(x, text));
}

/* ---- Statements */

static void comment(struct few_exporter *x, const char *text) {
    if (*text)
        few_line(x, "# %s", text);
}

/* A block that is only for names to be gone behind it has no lines of its own, so that it must be known which ones are indented. */
static void open_block(struct few_exporter *x, bool indented) {
    x->indented = x->indented << 1 | indented;
    x->depth += indented;
}

static void begin_block(struct few_exporter *x) {
    open_block(x, false);
}

static void end(struct few_exporter *x) {
    x->depth -= x->indented & 1;
    x->indented >>= 1;
}

static void begin_for(struct few_exporter *x, const char *counter, unsigned span, const char *limit) {
    if (span <= 1)
        few_line(x, "for %s in range(%s):", counter, limit);
    else
        few_line(x, "for %s in range(%s - %u):", counter, limit, span - 1);
    open_block(x, true);
}

static void begin_range(struct few_exporter *x, const char *counter, const char *from, const char *limit) {
    few_line(x, "for %s in range(%s, %s):", counter, from, limit);
    open_block(x, true);
}

static void begin_list(struct few_exporter *x, const char *counter, const char *const *items, size_t count) {
    const char *list = "";
    for (size_t i = 0; i < count; i++)
        list = few_print(x, "%s%s%s", list, i ? ", " : "", items[i]);
    few_line(x, "for %s in (%s%s):", counter, list, count == 1 ? "," : "");
    open_block(x, true);
}

static void begin_each(struct few_exporter *x, const char *name, const uint16_t *pieces, uint32_t count) {
    bool in_a_row;
    const char **items = few_piece_names(x, pieces, count, &in_a_row);
    if (!items)
        return;
    if (in_a_row && count > 2 && !x->puzzle->is_string) {
        few_line(x, "for %s in range(%s, %s + 1):", name, items[0], items[count - 1]);
        open_block(x, true);
    } else {
        begin_list(x, name, items, count);
    }
}

/* Conditions joined, in parentheses where they take several lines. */
static void joined_by(struct few_exporter *x, const char *joint, const char *begin, const struct few_parts *conditions, const char *end_mark) {
    const bool all = strcmp(joint, " and") == 0;
    const char *whole = begin, *line = few_print(x, "%s(", begin);
    for (size_t i = 0; i < conditions->count; i++) {
        const char *item = conditions->items[i];
        bool either = all && conditions->count > 1 && strstr(item, " or ") && item[0] != '(';
        const char *part = few_print(x, "%s%s%s%s", either ? "(" : "", item, either ? ")" : "", i + 1 < conditions->count ? joint : "");
        if (strlen(whole) < (size_t)2 * FEW_EXPORT_WIDTH)
            whole = few_print(x, "%s%s%s", whole, i ? " " : "", part);
        if (i == 0)
            line = few_print(x, "%s%s", line, part);
    }
    if (strlen(whole) + (size_t)4 * x->depth < FEW_EXPORT_WIDTH) {
        few_line(x, "%s%s", whole, end_mark);
        return;
    }
    for (size_t i = 1; i < conditions->count; i++) {
        const char *item = conditions->items[i];
        bool either = all && strstr(item, " or ") && item[0] != '(';
        const char *part = few_print(x, "%s%s%s%s", either ? "(" : "", item, either ? ")" : "", i + 1 < conditions->count ? joint : "");
        if (strlen(line) + 1 + strlen(part) + (size_t)4 * x->depth > FEW_EXPORT_WIDTH) {
            few_line(x, "%s", line);
            line = few_print(x, "        %s", part);
        } else {
            line = few_print(x, "%s %s", line, part);
        }
    }
    few_line(x, "%s)%s", line, end_mark);
}

static void joined(struct few_exporter *x, const char *begin, const struct few_parts *conditions, const char *end_mark) {
    joined_by(x, " and", begin, conditions, end_mark);
}

static void begin_if(struct few_exporter *x, const struct few_parts *conditions) {
    joined(x, "if ", conditions, ":");
    open_block(x, true);
}

static void give(struct few_exporter *x, const char *value) {
    few_line(x, "return %s", value);
}

static void give_all(struct few_exporter *x, const struct few_parts *conditions) {
    if (conditions->count)
        joined(x, "return ", conditions, "");
    else
        give(x, "True");
}

static void let(struct few_exporter *x, const char *name, const char *value) {
    few_line(x, "%s = %s", name, value);
}

static void lay(struct few_exporter *x, const char *cells, const char *first, const char *direction, uint32_t rows, uint32_t columns,
                const char *unless) {
    if (unless) {
        few_line(x, "if %s:", unless);
        few_line(x, "    continue");
    }
    if (x->tall)
        few_line(x, "%s = lay(%s, %s, %u, %u)", cells, first, direction, rows, columns);
    else
        few_line(x, "%s = lay(%s, %s, %u)", cells, first, direction, columns);
    few_line(x, "if not %s:", cells);
    few_line(x, "    continue");
}

static void count_one(struct few_exporter *x, const char *name) {
    few_line(x, "%s += 1", name);
}

static void begin_steps(struct few_exporter *x, uint32_t rows, uint32_t columns, bool laid) {
    (void)laid;
    const char *size = x->tall ? few_print(x, "%u, %u", rows, columns) : few_print(x, "%u", columns);
    few_line(x, "here = first");
    few_line(x, "while at := lay(here, way, %s):", size);
    open_block(x, true);
}

static void end_steps(struct few_exporter *x) {
    few_line(x, "here = beyond(here, way)");
    end(x);
}

static void leave(struct few_exporter *x) {
    few_line(x, "break");
}

static void leave_if(struct few_exporter *x, const struct few_parts *conditions) {
    joined_by(x, " or", "if ", conditions, ":");
    few_line(x, "    break");
}

static void begin_next(struct few_exporter *x) {
    few_line(x, "after = list(now)");
}

static void set_cell(struct few_exporter *x, const char *index, const char *value) {
    few_line(x, "after[%s] = %s", index, value);
}

static const char *place_and_cost(struct few_exporter *x, const char *place, const char *cost) {
    const char *text = x->words.place ? few_print(x, ", %s", place) : "";
    return x->costs ? few_print(x, "%s, %s", text, cost) : text;
}

/* A text or a value alone, or a text with values in braces. */
static const char *build_name(struct few_exporter *x, const struct few_name *name) {
    const char *text = "";
    if (name->count == 1 && name->pieces[0].kind != FEW_NAME_NUMBER)
        return name->pieces[0].kind == FEW_NAME_TEXT ? few_quoted(x, name->pieces[0].text) : name->pieces[0].text;
    for (size_t i = 0; i < name->count; i++) {
        const char *quoted = name->pieces[i].kind == FEW_NAME_TEXT ? few_quoted(x, name->pieces[i].text) : NULL;
        text = quoted ? few_print(x, "%s%.*s", text, (int)strlen(quoted) - 2, quoted + 1) : few_print(x, "%s{%s}", text, name->pieces[i].text);
    }
    return few_print(x, "f\"%s\"", text);
}

static void add_move(struct few_exporter *x, const char *name, const char *place, const char *cost) {
    few_line(x, "moves.append(Move(tuple(after), %s%s))", name, place_and_cost(x, place, cost));
}

/* Letters that stand side by side become one text. */
static void rewrite(struct few_exporter *x, uint32_t before, const char *const *values, uint32_t after, const char *name, const char *cost) {
    const char *put = "";
    bool literal = false;
    for (uint32_t i = 0; i < after; i++) {
        bool is_literal = values[i][0] == '"', choice = strstr(values[i], " if ");
        if (literal && is_literal)
            put = few_print(x, "%.*s%s", (int)strlen(put) - 1, put, values[i] + 1);
        else
            put = few_print(x, "%s + %s%s%s", put, choice ? "(" : "", values[i], choice ? ")" : "");
        literal = is_literal;
    }
    few_line(x, "after = now[:place]%s + now[place + %u:]", put, before);
    few_line(x, "moves.append(Move(after, %s%s))", name, place_and_cost(x, "place", cost));
}

static void begin_rules(struct few_exporter *x) {
    few_line(x, "rules = [");
    x->depth++;
}

static void rule(struct few_exporter *x, const char *name, const char *before, const char *after, uint32_t cost) {
    few_line(x, "(%s, %s, %s%s),", few_quoted(x, name), letters(x, before), letters(x, after), x->costs ? few_print(x, ", %u", cost) : "");
}

static void end_rules(struct few_exporter *x) {
    x->depth--;
    few_line(x, "]");
}

static void try_rules(struct few_exporter *x) {
    few_line(x, "for name, before, after%s in rules:", x->costs ? ", cost" : "");
    if (x->choices.search == FEW_EXPORT_BIDIRECTIONAL) {
        few_line(x, "    if backward:");
        few_line(x, "        before, after = after, before");
    }
    few_line(x, "    place = now.find(before)");
    few_line(x, "    while place >= 0:");
    few_line(x, "        behind = now[place + len(before):]");
    few_line(x, "        moves.append(Move(now[:place] + after + behind, name%s%s))", x->words.place ? ", place" : "", x->costs ? ", cost" : "");
    few_line(x, "        place = now.find(before, place + 1)");
}

static void begin_function(struct few_exporter *x, const char *name, const char *const *names, size_t count) {
    const char *parameters = "now";
    for (size_t i = 0; i < count; i++)
        parameters = few_print(x, "%s, %s", parameters, names[i]);
    few_line(x, "def %s(%s):", name, parameters);
    open_block(x, true);
}

static void begin_counting(struct few_exporter *x, const char *name) {
    begin_function(x, name, NULL, 0);
    few_line(x, "count = 0");
}

static void end_function(struct few_exporter *x) {
    end(x);
    few_line(x, "%s", "");
    few_line(x, "%s", "");
}

/* ---- Tables */

static void table(struct few_exporter *x, const char *name, const char *const *items, size_t count) {
    const char *line = "";
    for (size_t i = 0; i < count && strlen(line) < FEW_EXPORT_WIDTH; i++)
        line = few_print(x, "%s%s%s", line, i ? ", " : "", items[i]);
    line = few_print(x, "%s = [%s]", name, line);
    if (strlen(line) <= FEW_EXPORT_WIDTH) {
        few_line(x, "%s", line);
        return;
    }
    few_line(x, "%s = [", name);
    x->depth++;
    few_items(x, items, count);
    x->depth--;
    few_line(x, "]");
}

static void pairs(struct few_exporter *x, const char *name, const uint32_t (*items)[2], size_t count) {
    const char **list = few_arena_alloc(&x->arena, few_array_size(count + 1, sizeof *list));
    if (!list) {
        x->no_memory = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        list[i] = few_print(x, "(%u, %u)", items[i][0], items[i][1]);
    table(x, name, list, count);
}

static void drawing(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns) {
    if (rows == 1) {
        const char *line = "";
        for (uint32_t c = 0; c < columns && strlen(line) < (size_t)2 * FEW_EXPORT_WIDTH; c++)
            line = few_print(x, "%s%s%s", line, c ? ", " : "", items[c]);
        if (strlen(name) + strlen(line) + 6 <= FEW_EXPORT_WIDTH) {
            few_line(x, "%s = (%s%s)", name, line, columns == 1 ? "," : "");
            return;
        }
    }
    few_line(x, "%s = (", name);
    x->depth++;
    few_rows(x, items, rows, columns);
    x->depth--;
    few_line(x, ")");
}

/* Vars stand behind the cells. */
static const char *constant(struct few_exporter *x, bool behind, uint32_t value) {
    if (!behind)
        return few_print(x, "%u", value);
    return value ? few_print(x, "CELLS + %u", value) : "CELLS";
}

static void constants(struct few_exporter *x, const char *const *names, const uint32_t *values, size_t count, const char *total_name,
                      uint32_t total) {
    bool behind = strcmp(total_name, "VARS") == 0 && x->puzzle->rows, even = count > 1;
    (void)total;
    for (size_t i = 1; i < count; i++)
        even &= values[i] == values[i - 1] + 1;
    if (!even) {
        for (size_t i = 0; i < count; i++)
            few_line(x, "%s = %s", names[i], constant(x, behind, values[i]));
        return;
    }
    const char *line = "", *range = constant(x, behind, values[count - 1] + 1);
    if (behind || values[0])
        range = few_print(x, "%s, %s", constant(x, behind, values[0]), range);
    for (size_t i = 0; i < count && strlen(line) < FEW_EXPORT_WIDTH; i++)
        line = few_print(x, "%s%s%s", line, i ? ", " : "", names[i]);
    line = few_print(x, "%s = range(%s)", line, range);
    if (strlen(line) <= FEW_EXPORT_WIDTH) {
        few_line(x, "%s", line);
        return;
    }
    few_line(x, "(");
    x->depth++;
    few_items(x, names, count);
    x->depth--;
    few_line(x, ") = range(%s)", range);
}

static void piece_numbers(struct few_exporter *x, const char *const *list, size_t count) {
    few_line(x, "NO_NUMBER = None");
    table(x, "number", list, count);
}

static void begin_values(struct few_exporter *x) {
    few_line(x, "can_be = [");
    x->depth++;
}

/* The row has 1 for each piece that the var can be, and 0 for the others. */
static void values_of(struct few_exporter *x, const char *row) {
    const char *pieces = "";
    uint32_t code = 0;
    for (const char *at = row; *at; at++) {
        if (*at == '1')
            pieces = few_print(x, "%s%s%s", pieces, *pieces ? ", " : "", x->piece[x->of_code[code]]);
        code += *at == ',';
    }
    few_line(x, "[%s],", pieces);
}

static void end_values(struct few_exporter *x) {
    x->depth--;
    few_line(x, "]");
}

/* A literal for each row. */
static void start(struct few_exporter *x, const char *text) {
    if (strlen(text) < 70) {
        few_line(x, "START = %s", few_quoted(x, text));
        return;
    }
    few_line(x, "START = (");
    few_text_rows(x, text, "");
    few_line(x, ")");
}

static void begin_goal_states(struct few_exporter *x) {
    few_line(x, "goals = [");
    x->depth++;
}

static void goal_state(struct few_exporter *x, const few_code *cells, const char *vars) {
    const struct few_puzzle *puzzle = x->puzzle;
    const char *text = "";
    for (uint32_t i = 0; i < x->goal_length; i++)
        text = puzzle->is_string ? few_print(x, "%s%s", text, puzzle->pieces[cells[i]].text)
                                 : few_print(x, "%s%s%s", text, i == 0 ? "" : i % puzzle->columns ? ", " : ",  ", x->piece[cells[i]]);
    if (puzzle->is_string)
        few_line(x, "%s,", few_quoted(x, text));
    else
        few_line(x, "(%s%s%s,),", text, puzzle->rows && puzzle->var_count ? ",  " : "", vars);
}

static void end_goal_states(struct few_exporter *x) {
    x->depth--;
    few_line(x, "]");
    few_line(x, "%s", "");
}

/* Those of the language, and what the translation calls its own things. */
static const char *const keywords[] = {
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from",
    "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
    "match", "case", "type", "int", "str", "list", "tuple", "range", "len", "set", "dict", "all", "any", "zip", "enumerate", "print", "open",
    "after", "before", "behind", "cost", "moves", "name", "now", "place", "rules", "there", "i", "j", "GOAL", NULL};

const struct few_dialect few_dialect_python = {
    .word = "python",
    .template = "program.py",
    .ending = ".py",
    .and = "and",
    .or = "or",
    .not = "not ",
    .yes = "True",
    .no = "False",
    .long_suffix = "",
    .now = "now",
    .length = "len(now)",
    .keywords = keywords,
    .cell = cell,
    .var = cell,
    .letter = letter,
    .letters = letters,
    .letter_number = letter_number,
    .number_letter = number_letter,
    .among_letters = among_letters,
    .ring_letter = ring_letter,
    .choose = choose,
    .comment = comment,
    .begin_for = begin_for,
    .begin_range = begin_range,
    .begin_if = begin_if,
    .begin_block = begin_block,
    .end = end,
    .give = give,
    .give_all = give_all,
    .let = let,
    .lay = lay,
    .begin_next = begin_next,
    .set_cell = set_cell,
    .set_var = set_cell,
    .next_cell = next_cell,
    .next_var = next_cell,
    .add_move = add_move,
    .rewrite = rewrite,
    .begin_rules = begin_rules,
    .rule = rule,
    .end_rules = end_rules,
    .try_rules = try_rules,
    .begin_function = begin_function,
    .end_function = end_function,
    .is_text = is_text,
    .numbers = table,
    .pairs = pairs,
    .drawing = drawing,
    .texts = table,
    .constants = constants,
    .piece_numbers = piece_numbers,
    .begin_values = begin_values,
    .values_of = values_of,
    .end_values = end_values,
    .start = start,
    .begin_goal_states = begin_goal_states,
    .goal_state = goal_state,
    .end_goal_states = end_goal_states,
    .is_drawing = is_drawing,
    .begin_list = begin_list,
    .begin_each = begin_each,
    .begin_counting = begin_counting,
    .count = count_one,
    .begin_steps = begin_steps,
    .end_steps = end_steps,
    .leave = leave,
    .leave_if = leave_if,
    .set = let,
    .build_name = build_name,
    .board_table = drawing,
};
