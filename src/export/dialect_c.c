/* C, and what C++ has in common with it. */
#include "export/dialect_c.h"

#include <stdio.h>

static const char *cell(struct few_exporter *x, const char *index) {
    return few_print(x, x->puzzle->is_string ? "now->text[%s]" : "now->cell[%s]", index);
}

static const char *var(struct few_exporter *x, const char *name) {
    return few_print(x, "now->var[%s]", name);
}

static const char *next_cell(struct few_exporter *x, const char *index) {
    return few_print(x, "next.cell[%s]", index);
}

static const char *next_var(struct few_exporter *x, const char *name) {
    return few_print(x, "next.var[%s]", name);
}

static const char *letter(struct few_exporter *x, uint16_t piece) {
    uint32_t code = x->code[piece];
    if (code >= 128)
        return few_print(x, "%u", code);
    return code == '\'' || code == '\\' ? few_print(x, "'\\%c'", (char)code) : few_print(x, "'%c'", (char)code);
}

/* Letters beyond ASCII are numbers from 128 on. */
const char *few_c_letters(struct few_exporter *x, const char *text) {
    const char *coded = "";
    for (const char *at = text; *at; at += few_character_length(at)) {
        size_t bytes = few_character_length(at);
        uint32_t code = (unsigned char)*at;
        for (uint32_t i = 0; bytes > 1 && i < x->puzzle->piece_count; i++)
            if (strncmp(x->puzzle->pieces[i].text, at, bytes) == 0)
                code = x->code[i];
        if (code >= 128)
            coded = few_print(x, "%s\\%03o", coded, code);
        else if (code == '"' || code == '\\' || code == '?')
            coded = few_print(x, "%s\\%c", coded, (char)code);
        else
            coded = few_print(x, "%s%c", coded, (char)code);
    }
    return few_print(x, "\"%s\"", coded);
}

static const char *letter_number(struct few_exporter *x, const char *value) {
    return few_print(x, "(%s - '0')", value);
}

static const char *number_letter(struct few_exporter *x, const char *number) {
    return few_print(x, "'0' + %s", number);
}

static const char *among_letters(struct few_exporter *x, const char *text, const char *value) {
    return few_print(x, "strchr(%s, %s)", few_c_letters(x, text), value);
}

static const char *ring_letter(struct few_exporter *x, const char *text, const char *value, unsigned step, unsigned count) {
    (void)count;
    return few_print(x, "step_around(%s, %s, %u)", few_c_letters(x, text), value, step);
}

static const char *choose(struct few_exporter *x, const char *condition, const char *yes, const char *no) {
    return few_print(x, "%s ? %s : %s", condition, yes, no);
}

static void comment(struct few_exporter *x, const char *text) {
    if (*text)
        few_line(x, "/* %s */", text);
}

static void begin_for(struct few_exporter *x, const char *counter, unsigned span, const char *limit) {
    if (span <= 1)
        few_line(x, "for (int %s = 0; %s < %s; %s++) {", counter, counter, limit, counter);
    else
        few_line(x, "for (int %s = 0; %s + %u <= %s; %s++) {", counter, counter, span, limit, counter);
    x->depth++;
}

static void begin_list(struct few_exporter *x, const char *counter, const char *const *items, size_t count) {
    const char *list = "";
    for (size_t i = 0; i < count; i++)
        list = few_print(x, "%s%s%s", list, i ? ", " : "", items[i]);
    if (x->choices.language == FEW_EXPORT_CPP) {
        few_line(x, "for (int %s : {%s}) {", counter, list);
        x->depth++;
        few_declare(x, counter, x->to->count, true);
        return;
    }
    few_line(x, "static const int %ss[%zu] = {%s};", counter, count, list);
    few_line(x, "for (int i = 0; i < %zu; i++) {", count);
    x->depth++;
    few_line(x, "int %s = %ss[i];", counter, counter);
    few_declare(x, counter, x->to->count, true);
}

/* Pieces whose numbers follow each other are counted; others are taken from a table. */
static void begin_each(struct few_exporter *x, const char *name, const uint16_t *pieces, uint32_t count) {
    bool in_a_row;
    const char **items = few_piece_names(x, pieces, count, &in_a_row);
    if (!items)
        return;
    if (in_a_row && count > 1) {
        few_line(x, "for (int %s = %s; %s <= %s; %s++) {", name, items[0], name, items[count - 1], name);
        x->depth++;
    } else if (x->choices.language == FEW_EXPORT_CPP) {
        begin_list(x, name, items, count);
    } else {
        const char *values = few_identifier(x, few_print(x, "%s_values", name), false), *which = few_identifier(x, few_print(x, "%s_number", name), false);
        few_table(x, values, items, count);
        few_line(x, "for (int %s = 0; %s < %u; %s++) {", which, which, count, which);
        x->depth++;
        few_line(x, "int %s = %s[%s];", name, values, which);
        few_declare(x, name, x->to->count, true);
    }
}

static void begin_range(struct few_exporter *x, const char *counter, const char *from, const char *limit) {
    few_line(x, "for (int %s = %s; %s < %s; %s++) {", counter, from, counter, limit, counter);
    x->depth++;
}

/* Conditions joined, in lines that are not too long; what begins the first line and ends the last one is given. */
static void joined_by(struct few_exporter *x, const char *joint, const char *begin, const struct few_parts *conditions, const char *end) {
    const char *line = begin;
    for (size_t i = 0; i < conditions->count; i++) {
        const char *item = conditions->items[i];
        bool either = *joint == '&' && strstr(item, " || ") && item[0] != '(';
        const char *part = few_print(x, "%s%s%s%s%s", either ? "(" : "", item, either ? ")" : "", i + 1 < conditions->count ? " " : "", i + 1 < conditions->count ? joint : end);
        if (i && strlen(line) + 1 + strlen(part) + (size_t)4 * x->depth > FEW_EXPORT_WIDTH) {
            few_line(x, "%s", line);
            line = few_print(x, "    %s", part);
        } else {
            line = few_print(x, "%s%s%s", line, i ? " " : "", part);
        }
    }
    few_line(x, "%s", line);
}

static void joined(struct few_exporter *x, const char *begin, const struct few_parts *conditions, const char *end) {
    joined_by(x, "&&", begin, conditions, end);
}

static void begin_if(struct few_exporter *x, const struct few_parts *conditions) {
    joined(x, "if (", conditions, ") {");
    x->depth++;
}

static void begin_block(struct few_exporter *x) {
    few_line(x, "{");
    x->depth++;
}

static void end(struct few_exporter *x) {
    few_leave_out_unused(x);
    x->depth--;
    few_line(x, "}");
}

/* What does not look at the state says so, or compilers ask. */
static void end_function(struct few_exporter *x) {
    few_leave_out_unused(x);
    const size_t body = x->function_begin, length = x->to->count - body;
    char *copy = few_arena_alloc(&x->arena, length + 1);
    if (!copy) {
        x->no_memory = true;
        return;
    }
    memcpy(copy, (const char *)x->to->items + body, length);
    if (!strstr(copy, "now")) {
        x->to->count = body;
        few_line(x, "(void)now;");
        few_put(x, "%s", copy);
    }
    end(x);
    few_line(x, "%s", "");
}

static void give(struct few_exporter *x, const char *value) {
    few_line(x, "return %s;", value);
}

static void give_all(struct few_exporter *x, const struct few_parts *conditions) {
    if (conditions->count)
        joined(x, "return ", conditions, ";");
    else
        give(x, "true");
}

static void let(struct few_exporter *x, const char *name, const char *value) {
    const size_t begin = x->to->count;
    few_line(x, "int %s = %s;", name, value);
    few_declare(x, name, begin, false);
}

static void lay(struct few_exporter *x, const char *cells, const char *first, const char *direction, uint32_t rows, uint32_t columns,
                const char *unless) {
    few_line(x, "int %s[%u];", cells, rows * columns);
    const char *size = x->tall ? few_print(x, "%u, %u", rows, columns) : few_print(x, "%u", columns);
    few_line(x, "if (%s%s!lay(%s, %s, %s, %s)) continue;", unless ? unless : "", unless ? " || " : "", first, direction, size, cells);
}

static void set(struct few_exporter *x, const char *name, const char *value) {
    few_line(x, "%s = %s;", name, value);
}

static void count_one(struct few_exporter *x, const char *name) {
    few_line(x, "%s++;", name);
}

static void begin_steps(struct few_exporter *x, uint32_t rows, uint32_t columns, bool laid) {
    const char *size = x->tall ? few_print(x, "%u, %u", rows, columns) : few_print(x, "%u", columns);
    if (!laid)
        few_line(x, "int at[%u];", rows * columns);
    few_line(x, "for (int here = first; lay(here, way, %s, at); here = beyond(here, way)) {", size);
    x->depth++;
}

static void leave(struct few_exporter *x) {
    few_line(x, "break;");
}

static void leave_if(struct few_exporter *x, const struct few_parts *conditions) {
    joined_by(x, "||", "if (", conditions, ") break;");
}

static void begin_next(struct few_exporter *x) {
    few_line(x, "state next = *now;");
}

static void set_cell(struct few_exporter *x, const char *index, const char *value) {
    few_line(x, "next.cell[%s] = %s;", index, value);
}

static void set_var(struct few_exporter *x, const char *name, const char *value) {
    few_line(x, "next.var[%s] = %s;", name, value);
}

/* What is put between the marks of a format. */
static const char *as_format(struct few_exporter *x, const char *text) {
    const char *format = "";
    for (; *text; text++)
        format = few_print(x, "%s%s%c", format, *text == '%' ? "%" : "", *text);
    return format;
}

/* A format with its values; a text or a value alone where no name is built. */
static const char *build_name(struct few_exporter *x, const struct few_name *name) {
    static const char *const marks[] = {[FEW_NAME_WORD] = "%s", [FEW_NAME_MARK] = "%c", [FEW_NAME_NUMBER] = "%d"};
    const char *format = "", *values = "";
    if (!x->built_names)
        return name->pieces[0].kind == FEW_NAME_TEXT ? few_quoted(x, name->pieces[0].text) : name->pieces[0].text;
    for (size_t i = 0; i < name->count; i++) {
        const struct few_name_piece *piece = &name->pieces[i];
        format = few_print(x, "%s%s", format, piece->kind == FEW_NAME_TEXT ? as_format(x, piece->text) : marks[piece->kind]);
        if (piece->kind != FEW_NAME_TEXT)
            values = few_print(x, "%s, %s", values, piece->text);
    }
    return few_print(x, "%s%s", few_quoted(x, format), values);
}

/* The move to `next`. What changes nothing is no move; only the numbers behind # count it, since a search knows that state already. */
static void push_move(struct few_exporter *x, const char *name, const char *place, const char *cost) {
    const char *move = few_print(x, "next, %s%s%s%s%s", x->built_names ? x->choices.language == FEW_EXPORT_CPP ? "{}" : "\"\"" : name, x->words.place ? ", " : "",
                                 x->words.place ? place : "", x->costs ? ", " : "", x->costs ? cost : "");
    const char *differs = x->words.number && x->may_stay ? "memcmp(now, &next, sizeof next) != 0" : "", *allowed = x->puzzle->never_count ? "!is_forbidden(&next)" : "";
    const char *test = *differs || *allowed ? few_print(x, "if (%s%s%s) ", differs, *differs && *allowed ? " && " : "", allowed) : "";
    if (x->built_names) {
        if (*test) {
            few_line(x, "%s{", test);
            x->depth++;
        }
        few_line(x, "move found = {%s};", move);
        few_line(x, "snprintf(found.name, sizeof found.name, %s);", name);
        few_line(x, x->choices.language == FEW_EXPORT_CPP ? "moves.push_back(found);" : x->most_moves ? "moves[move_count++] = found;" : "add_move(found);");
        if (*test)
            end(x);
    } else if (x->choices.language == FEW_EXPORT_CPP) {
        few_line(x, "%smoves.push_back({%s});", test, move);
    } else if (x->most_moves) {
        few_line(x, "%smoves[move_count++] = (move){%s};", test, move);
    } else {
        few_line(x, "%sadd_move((move){%s});", test, move);
    }
}

static void add_move(struct few_exporter *x, const char *name, const char *place, const char *cost) {
    push_move(x, name, place, cost);
}

static void rewrite(struct few_exporter *x, uint32_t before, const char *const *values, uint32_t after, const char *name, const char *cost) {
    const char *list = "";
    for (uint32_t i = 0; i < after; i++) {
        bool simple = !strchr(values[i], ' ');
        list = few_print(x, "%s%s%s%s%s", list, i ? ", " : "", simple && values[i][0] == '\'' ? "" : "(unsigned char)",
                         simple ? values[i] : few_print(x, "(%s)", values[i]), "");
    }
    if (after)
        few_line(x, "unsigned char put[] = {%s};", list);
    few_line(x, "state next;");
    few_line(x, "if (!rewrite(now, place, %u, %s, %u, &next)) continue;", before, after ? "put" : "\"\"", after);
    push_move(x, name, "place", cost);
}

static void begin_rules(struct few_exporter *x) {
    few_line(x, "static const struct {");
    few_line(x, "    const char *name, *before, *after;");
    if (x->costs)
        few_line(x, "    int cost;");
    few_line(x, "} rules[] = {");
    x->depth++;
}

static void rule(struct few_exporter *x, const char *name, const char *before, const char *after, uint32_t cost) {
    few_line(x, "{%s, %s, %s%s},", few_quoted(x, name), few_c_letters(x, before), few_c_letters(x, after), x->costs ? few_print(x, ", %u", cost) : "");
}

static void end_rules(struct few_exporter *x) {
    x->depth--;
    few_line(x, "};");
}

static void try_rules(struct few_exporter *x) {
    bool both = x->choices.search == FEW_EXPORT_BIDIRECTIONAL;
    const char *before = both ? "backward ? rules[i].after : rules[i].before" : "rules[i].before";
    const char *after = both ? "backward ? rules[i].before : rules[i].after" : "rules[i].after";
    if (x->choices.judge && x->choices.judge->reads_rules)
        few_line(x, "for (int i = 0; i < rule_count; i++) {");
    else
        few_line(x, "for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {");
    few_line(x, "    const char *before = %s, *after = %s;", before, after);
    few_line(x, "    int before_length = (int)strlen(before), after_length = (int)strlen(after);");
    few_line(x, "    for (int place = 0; place + before_length <= length_of(now); place++) {");
    x->depth += 2;
    few_line(x, "state next;");
    few_line(x, "if (memcmp(now->text + place, before, (size_t)before_length) != 0) continue;");
    few_line(x, "if (!rewrite(now, place, before_length, after, after_length, &next)) continue;");
    push_move(x, x->choices.judge && x->choices.judge->reads_rules ? "rules[i].before" : "rules[i].name", "place", "rules[i].cost");
    x->depth -= 2;
    few_line(x, "    }");
    few_line(x, "}");
}

static void begin_function(struct few_exporter *x, const char *name, const char *const *names, size_t count) {
    const char *parameters = "const state *now";
    for (size_t i = 0; i < count; i++)
        parameters = few_print(x, "%s, int %s", parameters, names[i]);
    few_line(x, "static bool %s(%s) {", name, parameters);
    x->function_begin = x->to->count;
    x->depth++;
}

static void begin_counting(struct few_exporter *x, const char *name) {
    few_line(x, "static int %s(const state *now) {", name);
    x->function_begin = x->to->count;
    x->depth++;
    few_line(x, "int count = 0;");
}

/* Of a goal that is a whole state. */
static const char *is_drawing(struct few_exporter *x, const char *table) {
    return few_print(x, "memcmp(now, &%s, sizeof %s) == 0", table, table);
}

static const char *is_text(struct few_exporter *x, const char *text) {
    return few_print(x, "strcmp((const char *)now->text, %s) == 0", few_c_letters(x, text));
}

static const char *const keywords[] = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto", "if",
    "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union",
    "unsigned", "void", "volatile", "while", "alignas", "alignof", "and", "and_eq", "asm", "bitand", "bitor", "bool", "catch", "char16_t",
    "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "consteval", "constexpr", "constinit", "const_cast",
    "decltype", "delete", "dynamic_cast", "explicit", "export", "false", "friend", "mutable", "namespace", "new", "noexcept", "not", "not_eq",
    "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "reinterpret_cast", "requires", "static_assert", "static_cast",
    "template", "this", "thread_local", "throw", "true", "try", "typeid", "typename", "using", "virtual", "wchar_t", "xor", "xor_eq", "typeof",
    "def", "del", "elif", "except", "finally", "from", "global", "import", "in", "is", "lambda", "nonlocal", "pass", "raise", "with", "yield",
    "async", "await", "match", "moves", "move_count", "std", "linux", "unix", "i386", "there", "put", "rules", "i", "j", NULL};

#define COMMON \
    .ending = ".c", \
    .trigraphs = true, \
    .and = "&&", \
    .or = "||", \
    .not = "!", \
    .yes = "true", \
    .no = "false", \
    .long_suffix = "LL", \
    .now = "now", \
    .length = "length_of(now)", \
    .keywords = keywords, \
    .cell = cell, \
    .var = var, \
    .letter = letter, \
    .letters = few_c_letters, \
    .letter_number = letter_number, \
    .number_letter = number_letter, \
    .among_letters = among_letters, \
    .ring_letter = ring_letter, \
    .choose = choose, \
    .comment = comment, \
    .begin_for = begin_for, \
    .begin_range = begin_range, \
    .begin_if = begin_if, \
    .begin_block = begin_block, \
    .end = end, \
    .give = give, \
    .give_all = give_all, \
    .let = let, \
    .lay = lay, \
    .begin_next = begin_next, \
    .set_cell = set_cell, \
    .set_var = set_var, \
    .next_cell = next_cell, \
    .next_var = next_var, \
    .add_move = add_move, \
    .rewrite = rewrite, \
    .begin_rules = begin_rules, \
    .rule = rule, \
    .end_rules = end_rules, \
    .try_rules = try_rules, \
    .begin_function = begin_function, \
    .end_function = end_function, \
    .is_text = is_text, \
    .is_drawing = is_drawing, \
    .begin_list = begin_list, \
    .begin_each = begin_each, \
    .begin_counting = begin_counting, \
    .count = count_one, \
    .begin_steps = begin_steps, \
    .end_steps = end, \
    .leave = leave, \
    .leave_if = leave_if, \
    .set = set, \
    .build_name = build_name, \
    .board_table = few_c_board_table, \
    .numbers = few_c_numbers, \
    .pairs = few_c_pairs, \
    .drawing = few_c_drawing, \
    .texts = few_c_texts, \
    .piece_numbers = few_c_piece_numbers, \
    .begin_values = few_c_begin_values, \
    .values_of = few_c_values_of, \
    .end_values = few_c_end_values, \
    .start = few_c_start, \
    .begin_goal_states = few_c_begin_goal_states, \
    .goal_state = few_c_goal_state, \
    .end_goal_states = few_c_end_goal_states

const struct few_dialect few_dialect_c = {.word = "c", .template = "program.c", .constants = few_c_constants, COMMON};
const struct few_dialect few_dialect_cpp = {.word = "cpp", .template = "program.c", .constants = few_c_constants_cpp, COMMON};
