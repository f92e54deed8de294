/* The lenient reader that all judges share. */
#include "contest/read.h"

#include "contest/contest.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As isspace() in the C locale, whatever locale is set. */
static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool input_fail(struct input *input, size_t line, const char *format, ...) {
    if (input->failed)
        return false;
    input->failed = true;
    input->failed_line = line;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(input->message, sizeof input->message, format, arguments);
    va_end(arguments);
    return false;
}

static bool fail_limit(struct input *input, const char *which) {
    if (!input->failed)
        input->by_limit = true;
    return input_fail(input, 0, "the %s limit was reached before the input was read", which);
}

/* Waits until there is something to read, as long as that may take. What is no file can be read at once. */
static bool wait_for(struct input *input, int descriptor, const struct contest_limits *limits) {
    struct pollfd ready = {.fd = descriptor, .events = POLLIN};
    for (;;) {
        const fewest_limits left = limits->left(limits->context);
        if (left.memory && input->room > left.memory)
            return fail_limit(input, "memory");
        if (left.seconds > 0 && left.seconds < 1e-5)
            return fail_limit(input, "time"); /* none is left */
        if (descriptor < 0 || poll(&ready, 1, 100) > 0)
            return true;
    }
}

/* Reads what there is. *got 0: that was all. */
static bool read_more(struct input *input, FILE *file, size_t length, const struct contest_limits *limits, size_t *got) {
    const int descriptor = fileno(file);
    if (limits && !wait_for(input, descriptor, limits))
        return false;
    if (!limits || descriptor < 0) {
        *got = fread(input->text + length, 1, input->room - length, file);
        if (!ferror(file))
            return true;
    } else { /* fread would wait for all that it is asked for */
        ssize_t count;
        do {
            count = read(descriptor, input->text + length, input->room - length);
        } while (count < 0 && errno == EINTR);
        *got = (size_t)count;
        if (count >= 0)
            return true;
    }
    input->by_system = true;
    return input_fail(input, 0, "the input cannot be read");
}

static bool read_all(struct input *input, FILE *file, const struct contest_limits *limits) {
    size_t length = 0, got = 1;
    input->room = 1 << 16;
    input->text = malloc(input->room);
    if (!input->text)
        return input_fail_memory(input);
    for (; got > 0; length += got) {
        if (length == input->room) {
            char *larger = realloc(input->text, 2 * input->room);
            if (!larger)
                return input_fail_memory(input);
            input->text = larger;
            input->room *= 2;
        }
        if (!read_more(input, file, length, limits, &got))
            return false;
    }
    input->at = input->text;
    input->end = input->text_end = input->text + length;
    return true;
}

/* Where the part that begins at `at` ends: before a line `---`, or with the text. */
static const char *end_of_part(const struct input *input) {
    for (const char *line = input->at; line < input->text_end;) {
        const char *next = memchr(line, '\n', (size_t)(input->text_end - line));
        const size_t length = (size_t)((next ? next : input->text_end) - line);
        const bool is_long_enough = length == 3 || (length == 4 && line[3] == '\r');
        if (is_long_enough && memcmp(line, "---", 3) == 0)
            return line;
        line = next ? next + 1 : input->text_end;
    }
    return input->text_end;
}

static bool begin_part(struct input *input) {
    const size_t line = input->line;
    return !input_at_end(input) || input_fail(input, line, "the input is empty");
}

bool input_next_part(struct input *input) {
    if (input->end == input->text_end)
        return false;
    input_at_end(input); /* for the number of the line */
    input->at = input->end + 3;
    input->end = input->text_end;
    input->end = end_of_part(input);
    return begin_part(input);
}

bool input_open(struct input *input, FILE *file, bool many, const struct contest_limits *limits) {
    *input = (struct input){.line = 1};
    if (!read_all(input, file, limits))
        return false;
    const char *nul = memchr(input->at, '\0', (size_t)(input->end - input->at));
    if (nul) {
        size_t line = 1;
        for (const char *at = input->at; at < nul; at++)
            line += *at == '\n';
        return input_fail(input, line, "a NUL byte where text was expected");
    }
    if (input->end - input->at >= 3 && memcmp(input->at, "\xef\xbb\xbf", 3) == 0)
        input->at += 3;
    if (many)
        input->end = end_of_part(input);
    return begin_part(input);
}

void input_close(struct input *input) {
    free(input->text);
    input->text = NULL;
}

bool input_at_end(struct input *input) {
    while (input->at < input->end && is_space(*input->at)) {
        input->line += *input->at == '\n';
        input->at++;
    }
    return input->at == input->end;
}

bool input_expect_end(struct input *input, const char *last) {
    if (input_at_end(input))
        return true;
    const struct token token = input_next(input, WORD);
    return input_fail(input, token.line, "expected nothing after %s, found %s", last,
                      input_quote(token).text);
}

size_t input_left_on_line(struct input *input, enum token_kind kind) {
    size_t count = 0;
    bool inside = false;
    if (input_at_end(input))
        return 0;
    if (input->counted_line == input->line && input->counted_kind == (int)kind)
        return input->counted_left;
    for (const char *at = input->at; at < input->end && *at != '\n'; at++) {
        const bool space = is_space(*at);
        if (!space && (kind == MARK || !inside))
            count++;
        inside = !space;
    }
    input->counted_line = input->line;
    input->counted_kind = (int)kind;
    input->counted_left = count;
    return count;
}

struct token input_next(struct input *input, enum token_kind kind) {
    if (input_at_end(input))
        return (struct token){.text = input->end, .line = input->line};
    struct token token = {.text = input->at, .line = input->line};
    do {
        input->at++;
    } while (kind == WORD && input->at < input->end && !is_space(*input->at));
    token.length = (size_t)(input->at - token.text);
    if (input->counted_line == token.line && input->counted_kind == (int)kind) {
        input->counted_left--;
    } else {
        input->counted_line = 0;
    }
    return token;
}

bool input_group(struct input *input, enum token_kind kind, size_t count, const char *what,
                 struct token *tokens) {
    if (input_at_end(input))
        return input_fail(input, input->line, "expected %s, the input ends here", what);
    const size_t first_line = input->line;
    size_t on_line = input_left_on_line(input, kind);
    if (on_line > count && on_line % count != 0) {
        return input_fail(input, first_line, "expected %s, found %zu", what, on_line);
    }
    if (on_line > count)
        on_line = count;
    size_t have = 0;
    for (;;) {
        for (size_t i = 0; i < on_line; i++)
            tokens[have++] = input_next(input, kind);
        if (have == count)
            return true;
        if (input_at_end(input)) {
            return input_fail(input, first_line, "expected %s, found %zu and the end of the input", what,
                              have);
        }
        on_line = input_left_on_line(input, kind);
        if (on_line > count - have) {
            return input_fail(input, first_line, "expected %s, found %zu", what, have);
        }
    }
}

bool input_number(struct input *input, struct token token, const char *what, int64_t min, int64_t max,
                  int64_t *number) {
    size_t i = 0;
    const bool negative = token.length > 0 && token.text[0] == '-';
    if (negative || (token.length > 0 && token.text[0] == '+'))
        i++;
    bool good = i < token.length && token.length <= 20;
    int64_t value = 0;
    for (; good && i < token.length; i++) {
        const char c = token.text[i];
        good = c >= '0' && c <= '9';
        /* Far out of every range already: no need to count on. */
        if (good && value < INT64_MAX / 100)
            value = 10 * value + (c - '0');
    }
    if (negative)
        value = -value;
    if (!good || value < min || value > max) {
        return input_fail(input, token.line, "expected %s from %lld to %lld, found %s", what, (long long)min,
                          (long long)max, input_quote(token).text);
    }
    *number = value;
    return true;
}

bool input_next_number(struct input *input, const char *what, int64_t min, int64_t max, int64_t *number) {
    if (input_at_end(input)) {
        return input_fail(input, input->line, "expected %s from %lld to %lld, the input ends here", what,
                          (long long)min, (long long)max);
    }
    return input_number(input, input_next(input, WORD), what, min, max, number);
}

bool input_next_decimal(struct input *input, const char *what, double *number) {
    if (input_at_end(input)) {
        return input_fail(input, input->line, "expected %s, the input ends here", what);
    }
    const struct token token = input_next(input, WORD);
    const char *at = token.text, *end = token.text + token.length;
    const bool negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    double value = 0, unit = 1;
    size_t digits = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++, digits++)
        value = 10 * value + (*at - '0');
    if (at < end && *at == '.')
        at++;
    for (; at < end && *at >= '0' && *at <= '9'; at++, digits++)
        value += (*at - '0') * (unit /= 10);
    if (at < end || digits == 0) {
        return input_fail(input, token.line, "expected %s, found %s", what, input_quote(token).text);
    }
    *number = negative ? -value : value;
    return true;
}

struct quoted input_quote(struct token token) {
    struct quoted quoted;
    const size_t most = sizeof quoted.text - 8;
    const size_t shown = token.length < most ? token.length : most;
    size_t length = 0;
    quoted.text[length++] = '\'';
    for (size_t i = 0; i < shown; i++) {
        const char c = token.text[i];
        quoted.text[length++] = c > ' ' && c < 127 ? c : '?';
    }
    quoted.text[length++] = '\'';
    quoted.text[length] = '\0';
    if (shown < token.length)
        strcpy(quoted.text + length, " ...");
    return quoted;
}
