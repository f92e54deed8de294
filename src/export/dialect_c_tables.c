/* Tables of C, and those of C++. */
#include "export/dialect_c.h"

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

void few_c_numbers(struct few_exporter *x, const char *name, const char *const *items, size_t count) {
    table(x, "int ", name, items, count);
}

void few_c_texts(struct few_exporter *x, const char *name, const char *const *items, size_t count) {
    table(x, "char *const ", name, items, count);
}

void few_c_pairs(struct few_exporter *x, const char *name, const uint32_t (*items)[2], size_t count) {
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

void few_c_board_table(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns) {
    few_line(x, "static const int %s[CELLS] = {", name);
    x->depth++;
    few_rows(x, items, rows, columns);
    x->depth--;
    few_line(x, "};");
}

void few_c_drawing(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns) {
    const char *text = "";
    if (!x->goal_is_state || x->in_never) {
        few_c_board_table(x, name, items, rows, columns);
        return;
    }
    for (size_t i = 0; i < (size_t)rows * columns && strlen(text) < FEW_EXPORT_WIDTH; i++)
        text = few_print(x, "%s%s%s", text, i == 0 ? "" : i % columns ? ", " : ",  ", items[i]);
    if (strlen(text) < 60) {
        few_line(x, "static const state %s = {{%s}};", name, text);
        return;
    }
    few_line(x, "static const state %s = {{", name);
    x->depth++;
    few_rows(x, items, rows, columns);
    x->depth--;
    few_line(x, "}};");
}

void few_c_constants(struct few_exporter *x, const char *const *names, const uint32_t *values, size_t count, const char *total_name, uint32_t total) {
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

void few_c_piece_numbers(struct few_exporter *x, const char *const *list, size_t count) {
    few_line(x, "#define NO_NUMBER INT64_MIN");
    table(x, "int64_t ", "number", list, count);
}

void few_c_begin_values(struct few_exporter *x) {
    few_line(x, "static const bool can_be[VARS][PIECES] = {");
    x->depth++;
}

void few_c_values_of(struct few_exporter *x, const char *row) {
    few_line(x, "{%s},", row);
}

void few_c_end_values(struct few_exporter *x) {
    x->depth--;
    few_line(x, "};");
}

/* A literal for each row. */
void few_c_start(struct few_exporter *x, const char *text) {
    const char *constant = x->choices.language == FEW_EXPORT_CPP ? "const " : "";
    if (strlen(text) < 70) {
        few_line(x, "static %schar START[] = %s;", constant, few_quoted(x, text));
        return;
    }
    few_line(x, "static %schar START[] =", constant);
    few_text_rows(x, text, ";");
}

void few_c_begin_goal_states(struct few_exporter *x) {
    few_line(x, "static const state goals[] = {");
    x->depth++;
}

void few_c_goal_state(struct few_exporter *x, const few_code *cells, const char *vars) {
    const struct few_puzzle *puzzle = x->puzzle;
    if (puzzle->is_string) {
        const char *text = "";
        for (uint32_t i = 0; i < x->goal_length; i++)
            text = few_print(x, "%s%s", text, puzzle->pieces[cells[i]].text);
        few_line(x, "{%s},", few_c_letters(x, text));
        return;
    }
    const char *board = "";
    for (uint32_t i = 0; i < x->goal_length; i++)
        board = few_print(x, "%s%s%s", board, i == 0 ? "" : i % puzzle->columns ? ", " : ",  ", x->piece[cells[i]]);
    if (puzzle->rows)
        board = few_print(x, "{%s}", board);
    few_line(x, "{%s%s%s},", board, puzzle->rows && puzzle->var_count ? ", " : "", puzzle->var_count ? few_print(x, "{%s}", vars) : "");
}

void few_c_end_goal_states(struct few_exporter *x) {
    x->depth--;
    few_line(x, "};");
    few_line(x, "%s", "");
}

/* In C++ an enumerator is no int. */
void few_c_constants_cpp(struct few_exporter *x, const char *const *names, const uint32_t *values, size_t count, const char *total_name, uint32_t total) {
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
