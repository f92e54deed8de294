/* C, and what C++ has in common with it. */
#include "export/dialect.h"

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
static const char *letters(struct few_exporter *x, const char *text) {
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
    return few_print(x, "strchr(%s, %s)", letters(x, text), value);
}

static const char *ring_letter(struct few_exporter *x, const char *text, const char *value, unsigned step, unsigned count) {
    x->has_ring = true;
    (void)count;
    return few_print(x, "step_around(%s, %s, %u)", letters(x, text), value, step);
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

static void begin_ways(struct few_exporter *x, const char *counter, bool diagonals) {
    comment(x, few_say(x, "It reads the same backwards, so one of each pair of opposite directions is enough.", "正反读起来一样，所以每两个相反的方向只看一个。"));
    const char *ways = diagonals ? "1, 3, 4, 5" : "1, 3";
    if (x->choices.language == FEW_EXPORT_CPP) {
        few_line(x, "for (int %s : {%s}) {", counter, ways);
        x->depth++;
        return;
    }
    few_line(x, "static const int %ss[%d] = {%s};", counter, diagonals ? 4 : 2, ways);
    few_line(x, "for (int i = 0; i < %d; i++) {", diagonals ? 4 : 2);
    x->depth++;
    few_line(x, "int %s = %ss[i];", counter, counter);
}

static void begin_range(struct few_exporter *x, const char *counter, const char *from, const char *limit) {
    few_line(x, "for (int %s = %s; %s < %s; %s++) {", counter, from, counter, limit, counter);
    x->depth++;
}

/* Conditions joined, in lines that are not too long; what begins the first line and ends the last one is given. */
static void joined(struct few_exporter *x, const char *begin, const struct few_parts *conditions, const char *end) {
    const char *line = begin;
    for (size_t i = 0; i < conditions->count; i++) {
        const char *item = conditions->items[i];
        bool either = strstr(item, " || ") && item[0] != '(';
        const char *part = few_print(x, "%s%s%s%s", either ? "(" : "", item, either ? ")" : "", i + 1 < conditions->count ? " &&" : end);
        if (i && strlen(line) + 1 + strlen(part) + (size_t)4 * x->depth > FEW_EXPORT_WIDTH) {
            few_line(x, "%s", line);
            line = few_print(x, "    %s", part);
        } else {
            line = few_print(x, "%s%s%s", line, i ? " " : "", part);
        }
    }
    few_line(x, "%s", line);
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
    x->depth--;
    few_line(x, "}");
}

/* What does not look at the state says so, or compilers ask. */
static void end_function(struct few_exporter *x) {
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
    few_line(x, "int %s = %s;", name, value);
}

static void lay(struct few_exporter *x, const char *cells, const char *first, const char *direction, uint32_t rows, uint32_t columns,
                const char *unless) {
    few_line(x, "int %s[%u];", cells, rows * columns);
    const char *size = x->tall ? few_print(x, "%u, %u", rows, columns) : few_print(x, "%u", columns);
    few_line(x, "if (%s%s!lay(%s, %s, %s, %s)) continue;", unless ? unless : "", unless ? " || " : "", first, direction, size, cells);
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

/* The move to `next`. What changes nothing is no move; only the numbers behind # count it, since a search knows that state already. */
static void push_move(struct few_exporter *x, const char *name, const char *place, const char *cost) {
    const char *move = few_print(x, "next, %s%s%s%s%s", name, x->words.place ? ", " : "", x->words.place ? place : "", x->costs ? ", " : "", x->costs ? cost : "");
    const char *test = x->words.number ? "if (memcmp(now, &next, sizeof next) != 0) " : "";
    if (x->choices.language == FEW_EXPORT_CPP)
        few_line(x, "%smoves.push_back({%s});", test, move);
    else if (x->most_moves)
        few_line(x, "%smoves[move_count++] = (move){%s};", test, move);
    else
        few_line(x, "%sadd_move((move){%s});", test, move);
}

static void add_move(struct few_exporter *x, const char *name, const char *place, uint32_t cost) {
    push_move(x, name, place, few_print(x, "%u", cost));
}

static void rewrite(struct few_exporter *x, uint32_t before, const char *const *values, uint32_t after, const char *name, uint32_t cost) {
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
    push_move(x, name, "place", few_print(x, "%u", cost));
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
    few_line(x, "{%s, %s, %s%s},", few_quoted(x, name), letters(x, before), letters(x, after), x->costs ? few_print(x, ", %u", cost) : "");
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

/* Of a goal that is a whole state. */
static const char *is_drawing(struct few_exporter *x, const char *table) {
    return few_print(x, "memcmp(now, &%s, sizeof %s) == 0", table, table);
}

static const char *is_text(struct few_exporter *x, const char *text) {
    return few_print(x, "strcmp((const char *)now->text, %s) == 0", letters(x, text));
}

static void table(struct few_exporter *x, const char *type, const char *name, const char *const *items, size_t count) {
    const char *line = "";
    for (size_t i = 0; i < count && strlen(line) < FEW_EXPORT_WIDTH; i++)
        line = few_print(x, "%s%s%s", line, i ? ", " : "", items[i]);
    line = few_print(x, "static const %s%s[%zu] = {%s};", type, name, count, line);
    if (strlen(line) <= FEW_EXPORT_WIDTH) {
        few_line(x, "%s", line);
        return;
    }
    few_line(x, "static const %s%s[%zu] = {", type, name, count);
    x->depth++;
    few_items(x, items, count);
    x->depth--;
    few_line(x, "};");
}

static void numbers(struct few_exporter *x, const char *name, const char *const *items, size_t count) {
    table(x, "int ", name, items, count);
}

static void texts(struct few_exporter *x, const char *name, const char *const *items, size_t count) {
    table(x, "char *const ", name, items, count);
}

static void pairs(struct few_exporter *x, const char *name, const uint32_t (*items)[2], size_t count) {
    const char **list = few_arena_alloc(&x->arena, few_array_size(count + 1, sizeof *list));
    if (!list) {
        x->no_memory = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        list[i] = few_print(x, "{%u, %u}", items[i][0], items[i][1]);
    few_line(x, "static const int %s[%zu][2] = {", name, count);
    x->depth++;
    few_items(x, list, count);
    x->depth--;
    few_line(x, "};");
}

static void drawing(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns) {
    const char *text = "";
    for (size_t i = 0; x->goal_is_state && i < (size_t)rows * columns && strlen(text) < FEW_EXPORT_WIDTH; i++)
        text = few_print(x, "%s%s%s", text, i == 0 ? "" : i % columns ? ", " : ",  ", items[i]);
    if (x->goal_is_state && strlen(text) < 60) {
        few_line(x, "static const state %s = {{%s}};", name, text);
        return;
    }
    few_line(x, x->goal_is_state ? "static const state %s = {{" : "static const int %s[CELLS] = {", name);
    x->depth++;
    few_rows(x, items, rows, columns);
    x->depth--;
    few_line(x, x->goal_is_state ? "}};" : "};");
}

static void constants(struct few_exporter *x, const char *const *names, const uint32_t *values, size_t count, const char *total_name, uint32_t total) {
    const char **items = few_arena_alloc(&x->arena, few_array_size(count + 1, sizeof *items)), *line = "";
    if (!items) {
        x->no_memory = true;
        return;
    }
    const size_t all = count + (total_name != NULL);
    if (all == 0)
        return;
    for (size_t i = 0; i < all; i++) {
        const char *name = i < count ? names[i] : total_name;
        uint32_t value = i < count ? values[i] : total;
        items[i] = value == (i ? values[i - 1] + 1 : 0) ? name : few_print(x, "%s = %u", name, value);
        if (strlen(line) < FEW_EXPORT_WIDTH)
            line = few_print(x, "%s%s%s", line, i ? ", " : "", items[i]);
    }
    if (strlen(line) + 9 < FEW_EXPORT_WIDTH) {
        few_line(x, "enum { %s };", line);
        return;
    }
    few_line(x, "enum {");
    x->depth++;
    few_items(x, items, all);
    x->depth--;
    few_line(x, "};");
}

static void piece_numbers(struct few_exporter *x, const char *const *list, size_t count) {
    few_line(x, "#define NO_NUMBER INT64_MIN");
    table(x, "int64_t ", "number", list, count);
}

static void begin_values(struct few_exporter *x) {
    few_line(x, "static const bool can_be[VARS][PIECES] = {");
    x->depth++;
}

static void values_of(struct few_exporter *x, const char *row) {
    few_line(x, "{%s},", row);
}

static void end_values(struct few_exporter *x) {
    x->depth--;
    few_line(x, "};");
}

/* A literal for each row. */
static void start(struct few_exporter *x, const char *text) {
    const char *constant = x->choices.language == FEW_EXPORT_CPP ? "const " : "";
    if (strlen(text) < 70) {
        few_line(x, "static %schar START[] = %s;", constant, few_quoted(x, text));
        return;
    }
    few_line(x, "static %schar START[] =", constant);
    few_text_rows(x, text, ";");
}

static void begin_goal_states(struct few_exporter *x) {
    few_line(x, "static const state goals[] = {");
    x->depth++;
}

static void goal_state(struct few_exporter *x, const few_code *cells, const char *vars) {
    const struct few_puzzle *puzzle = x->puzzle;
    if (puzzle->is_string) {
        const char *text = "";
        for (uint32_t i = 0; i < x->goal_length; i++)
            text = few_print(x, "%s%s", text, puzzle->pieces[cells[i]].text);
        few_line(x, "{%s},", letters(x, text));
        return;
    }
    const char *board = "";
    for (uint32_t i = 0; i < x->goal_length; i++)
        board = few_print(x, "%s%s%s", board, i == 0 ? "" : i % puzzle->columns ? ", " : ",  ", x->piece[cells[i]]);
    if (puzzle->rows)
        board = few_print(x, "{%s}", board);
    few_line(x, "{%s%s%s},", board, puzzle->rows && puzzle->var_count ? ", " : "", puzzle->var_count ? few_print(x, "{%s}", vars) : "");
}

static void end_goal_states(struct few_exporter *x) {
    x->depth--;
    few_line(x, "};");
    few_line(x, "%s", "");
}

/* In C++ an enumerator is no int. */
static void constants_cpp(struct few_exporter *x, const char *const *names, const uint32_t *values, size_t count, const char *total_name, uint32_t total) {
    const char *line = "constexpr int";
    const size_t all = count + (total_name != NULL);
    if (all == 0)
        return;
    for (size_t i = 0; i < all; i++) {
        const char *item = few_print(x, " %s = %u%s", i < count ? names[i] : total_name, i < count ? values[i] : total, i + 1 < all ? "," : ";");
        if (strlen(line) + strlen(item) > FEW_EXPORT_WIDTH) {
            few_line(x, "%s", line);
            line = "   ";
        }
        line = few_print(x, "%s%s", line, item);
    }
    few_line(x, "%s", line);
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
    .letters = letters, \
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
    .begin_ways = begin_ways, \
    .numbers = numbers, \
    .pairs = pairs, \
    .drawing = drawing, \
    .texts = texts, \
    .piece_numbers = piece_numbers, \
    .begin_values = begin_values, \
    .values_of = values_of, \
    .end_values = end_values, \
    .start = start, \
    .begin_goal_states = begin_goal_states, \
    .goal_state = goal_state, \
    .end_goal_states = end_goal_states

const struct few_dialect few_dialect_c = {.word = "c", .template = "program.c", .constants = constants, COMMON};
const struct few_dialect few_dialect_cpp = {.word = "cpp", .template = "program.c", .constants = constants_cpp, COMMON};
