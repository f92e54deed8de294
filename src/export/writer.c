/* Texts: put together in an arena, and written line by line. */
#include "export/dialect.h"

#include <stdarg.h>
#include <stdio.h>

static const char *print_list(struct few_exporter *x, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : few_arena_alloc(&x->arena, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    else
        x->no_memory = true;
    va_end(again);
    return text ? text : "";
}

const char *few_print(struct few_exporter *x, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *text = print_list(x, format, arguments);
    va_end(arguments);
    return text;
}

static void append(struct few_exporter *x, const char *text) {
    if (!few_list_append(x->to, text, strlen(text)))
        x->no_memory = true;
}

void few_put(struct few_exporter *x, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append(x, print_list(x, format, arguments));
    va_end(arguments);
}

void few_line(struct few_exporter *x, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *text = print_list(x, format, arguments);
    va_end(arguments);
    for (unsigned i = 0; *text && i < x->depth; i++)
        append(x, "    ");
    append(x, text);
    append(x, "\n");
}

void few_items(struct few_exporter *x, const char *const *items, size_t count) {
    const char *line = "";
    for (size_t i = 0; i < count; i++) {
        const char *item = few_print(x, "%s%s", items[i], i + 1 < count ? "," : "");
        if (*line && strlen(line) + 1 + strlen(item) + (size_t)4 * x->depth > FEW_EXPORT_WIDTH) {
            few_line(x, "%s", line);
            line = "";
        }
        line = *line ? few_print(x, "%s %s", line, item) : item;
    }
    few_line(x, "%s", line);
}

void few_rows(struct few_exporter *x, const char *const *items, uint32_t rows, uint32_t columns) {
    for (uint32_t r = 0; r < rows; r++) {
        const char *line = "";
        for (uint32_t c = 0; c < columns && strlen(line) < (size_t)2 * FEW_EXPORT_WIDTH; c++)
            line = few_print(x, "%s%s%s,", line, c ? " " : "", items[(size_t)r * columns + c]);
        if (strlen(line) < FEW_EXPORT_WIDTH) {
            few_line(x, "%s", line);
        } else {
            few_items(x, items + (size_t)r * columns, columns);
            few_line(x, ",");
        }
    }
}

void few_text_rows(struct few_exporter *x, const char *text, const char *behind) {
    x->depth++;
    while (*text) {
        const char *end = strstr(text, " / ");
        size_t length = end ? (size_t)(end - text) + 3 : strlen(text);
        few_line(x, "%s%s", few_quoted(x, few_print(x, "%.*s", (int)length, text)), text[length] ? "" : behind);
        text += length;
    }
    x->depth--;
}

const char *few_quoted(struct few_exporter *x, const char *text) {
    size_t length = strlen(text), filled = 0;
    char *quoted = few_arena_alloc(&x->arena, 4 * length + 3);
    if (!quoted) {
        x->no_memory = true;
        return "\"\"";
    }
    quoted[filled++] = '"';
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n') {
            quoted[filled++] = '\\';
            quoted[filled++] = 'n';
        } else if (c < 32 || c == 127) {
            filled += (size_t)snprintf(quoted + filled, 5, "\\%03o", c);
        } else {
            /* Two question marks might begin a trigraph. */
            if (c == '"' || c == '\\' || (c == '?' && i > 0 && text[i - 1] == '?' && x->dialect->trigraphs))
                quoted[filled++] = '\\';
            quoted[filled++] = (char)c;
        }
    }
    quoted[filled++] = '"';
    return quoted;
}

const char *few_harmless(struct few_exporter *x, const char *text) {
    size_t length = strlen(text), filled = 0;
    char *harmless = few_arena_alloc(&x->arena, 2 * length + 2);
    if (!harmless) {
        x->no_memory = true;
        return "";
    }
    for (size_t i = 0; i < length; i++) {
        char c = text[i], before = i ? text[i - 1] : ' ';
        if ((before == '*' && c == '/') || (before == '/' && c == '*') || (before == '?' && c == '?'))
            harmless[filled++] = ' ';
        harmless[filled++] = (unsigned char)c < 32 ? ' ' : c;
    }
    if (filled && harmless[filled - 1] == '\\')
        harmless[filled++] = ' ';
    return harmless;
}

const char *few_say(const struct few_exporter *x, const char *english, const char *chinese) {
    return x->choices.comments == FEW_EXPORT_CHINESE ? chinese : english;
}

void few_to_tables(struct few_exporter *x, bool tables) {
    if (tables)
        x->kept_depth = x->depth;
    x->to = tables ? x->tables : &x->text;
    x->depth = tables ? 0 : x->kept_depth;
}
