/* Errors as values, and as text for a person. */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

bool few_fail(struct few_error *error, enum few_error_kind kind, const char *format, ...) {
    if (error->kind != FEW_ERROR_NONE)
        return false;
    error->kind = kind;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}

bool few_fail_memory(struct few_error *error) {
    return few_fail(error, FEW_ERROR_MEMORY, "there is not enough memory");
}

enum few_error_kind few_kind_of_errno(int number) {
    switch (number) {
    case ENOMEM:
    case ENOBUFS:
    case EMFILE:
    case ENFILE:
    case EIO:
    case ENOSPC:
    case EDQUOT:
        return FEW_ERROR_SYSTEM;
    default:
        return FEW_ERROR_INPUT;
    }
}

/* A buffer that is filled from the front and remembers whether it was too small. */
struct output {
    char *buffer;
    size_t size, filled;
    bool complete;
};

__attribute__((format(printf, 2, 3))) static void print(struct output *output, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = output->size - output->filled;
    int length = vsnprintf(output->buffer + output->filled, room, format, arguments);
    va_end(arguments);
    bool fits = length >= 0 && (size_t)length < room;
    output->complete &= fits;
    output->filled = fits ? output->filled + (size_t)length : output->size - 1;
}

/* Takes one character of valid UTF-8. */
static unsigned next_character(const char **at) {
    unsigned char first = (unsigned char)*(*at)++;
    unsigned character = first < 0x80 ? first
        : first < 0xe0                ? first & 0x1fu
        : first < 0xf0                ? first & 0xfu
                                      : first & 7u;
    while ((**at & 0xc0) == 0x80)
        character = character << 6 | ((unsigned char)*(*at)++ & 0x3fu);
    return character;
}

/* Columns that a terminal gives to a character, as far as people are likely to use it for a piece. */
static unsigned columns_of(unsigned character) {
    static const struct {
        unsigned first, last, columns;
    } ranges[] = {
        {0x0300, 0x036f, 0},   {0x1100, 0x115f, 2},   {0x200b, 0x200f, 0},   {0x2e80, 0xa4cf, 2},
        {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},   {0xfe30, 0xfe6f, 2},
        {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},   {0x1f300, 0x1f64f, 2}, {0x1f680, 0x1f6ff, 2},
        {0x1f7e0, 0x1f7eb, 2}, {0x1f900, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return ranges[i].columns;
    return 1;
}

/* The line under the source: blanks up to the place, but a tab where there is a tab, so that the caret stands
 * right however wide tabs are. */
static void print_carets(struct output *output, const struct few_error *error) {
    const char *at = error->source;
    for (unsigned column = 1; column < error->source_column; column++) {
        unsigned character = *at ? next_character(&at) : ' ';
        if (character == '\t')
            print(output, "\t");
        else
            print(output, "%*s", (int)columns_of(character), "");
    }
    for (unsigned i = 0; i < error->width || i == 0; i++)
        print(output, "^");
}

bool few_error_format(const struct few_error *error, char *buffer, size_t size) {
    if (size == 0)
        return false;
    struct output output = {.buffer = buffer, .size = size, .complete = true};
    buffer[0] = 0;
    if (error->file[0])
        print(&output, "%s:", error->file);
    if (error->line)
        print(&output, "%u:%u:", error->line, error->column);
    print(&output, "%s%s\n", output.filled ? " " : "", error->message);
    int digits = snprintf(NULL, 0, "%u", error->line);
    if (error->line && error->source[0]) {
        print(&output, "  %u | %s\n", error->line, error->source);
        print(&output, "  %*s | ", digits, "");
        print_carets(&output, error);
        print(&output, "\n");
    }
    if (error->hint[0])
        print(&output, "  %*s = %s\n", error->line ? digits : 0, "", error->hint);
    return output.complete;
}
