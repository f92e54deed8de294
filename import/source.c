#include "import/source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading */

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool next_line(const char **at, const char *end, struct span *line) {
    if (*at == end)
        return false;
    const char *found = memchr(*at, '\n', (size_t)(end - *at));
    const char *stop = found ? found : end;
    *line = (struct span){*at, (size_t)(stop - *at)};
    if (line->length && line->text[line->length - 1] == '\r')
        line->length--;
    *at = found ? found + 1 : end;
    return true;
}

bool next_word(struct span *line, struct span *word) {
    while (line->length && is_space(*line->text)) {
        line->text++;
        line->length--;
    }
    *word = (struct span){line->text, 0};
    while (word->length < line->length && !is_space(word->text[word->length]))
        word->length++;
    line->text += word->length;
    line->length -= word->length;
    return word->length > 0;
}

bool is_blank(struct span line) {
    size_t i = 0;
    while (i < line.length && is_space(line.text[i]))
        i++;
    return i == line.length;
}

bool is_comment(struct span line) {
    struct span word;
    return next_word(&line, &word) && (*word.text == '#' || *word.text == ';');
}

bool span_is(struct span span, const char *text) {
    return strlen(text) == span.length && memcmp(span.text, text, span.length) == 0;
}

bool same_span(struct span a, struct span b) {
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

bool read_integer(struct span word, int64_t *number) {
    const bool negative = word.length && *word.text == '-';
    size_t i = negative ? 1 : 0;
    if (i == word.length || word.length > i + 18)
        return false;
    for (*number = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
        *number = *number * 10 + (word.text[i] - '0');
    }
    if (negative)
        *number = -*number;
    return true;
}

/* ---- Mistakes */

static bool begins_character(char c) {
    return ((unsigned char)c & 0xc0) != 0x80;
}

static size_t count_characters(const char *from, const char *to) {
    size_t count = 0;
    for (; from < to; from++)
        count += begins_character(*from);
    return count;
}

/* A buffer that is filled from the front; what does not fit is left out. */
struct message {
    char *text;
    size_t size, length;
};

__attribute__((format(printf, 2, 3))) static void say(struct message *message, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const size_t room = message->size - message->length;
    const int length = vsnprintf(message->text + message->length, room, format, list);
    va_end(list);
    if (length > 0)
        message->length += (size_t)length < room ? (size_t)length : room - 1;
}

/* The line with a caret under the place; of a long line the part around the place. */
static void show_line(struct message *message, unsigned number, struct span line, struct span place) {
    enum { BEFORE = 50, SHOWN = 90 };
    const char *from = line.text, *to = line.text + line.length;
    while (count_characters(from, place.text) > BEFORE)
        from++;
    while (from < to && !begins_character(*from))
        from++;
    if ((size_t)(to - from) > SHOWN)
        to = from + SHOWN;
    while (to > from && to < line.text + line.length && !begins_character(*to))
        to--;
    const int digits = snprintf(NULL, 0, "%u", number);
    say(message, "  %u | ", number);
    for (const char *at = from; at < to; at++) /* what a terminal would obey is not shown */
        say(message, "%c", (unsigned char)*at < ' ' || *at == 0x7f ? ' ' : *at);
    say(message, "\n  %*s | %*s", digits, "", (int)count_characters(from, place.text), "");
    const char *stop = place.text + place.length < to ? place.text + place.length : to;
    for (size_t i = 0, width = stop > place.text ? count_characters(place.text, stop) : 1; i < width || i == 0; i++)
        say(message, "^");
    say(message, "\n");
}

void report_mistake(struct source *source, struct span place, const char *format, ...) {
    fewest_error *error = source->error;
    *error = (fewest_error){.status = FEWEST_INVALID};
    va_list list;
    va_start(list, format);
    vsnprintf(error->message, sizeof error->message, format, list);
    va_end(list);
    struct message message = {error->text, sizeof error->text, 0};
    say(&message, "%.200s:", source->name);
    struct span line = {0};
    if (place.text) {
        const char *at = source->text;
        while (next_line(&at, source->end, &line)) {
            error->line++;
            if (place.text <= line.text + line.length)
                break;
        }
        if (line.text && place.text >= line.text)
            error->column = (unsigned)count_characters(line.text, place.text) + 1;
    }
    if (error->column)
        say(&message, "%u:%u:", error->line, error->column);
    say(&message, " %s\n", error->message);
    if (error->column && line.text)
        show_line(&message, error->line, line, place);
}

void report_memory(struct source *source) {
    *source->error = (fewest_error){.status = FEWEST_SYSTEM};
    snprintf(source->error->message, sizeof source->error->message, "there is not enough memory to read %.200s", source->name);
    snprintf(source->error->text, sizeof source->error->text, "fewest: %s\n", source->error->message);
}

/* ---- Writing */

static bool make_room(struct source *source, size_t more) {
    if (source->failed)
        return false;
    if (source->room - source->length > more)
        return true;
    const size_t room = 2 * source->room + more + 1;
    char *grown = realloc(source->rules, room);
    if (!grown) {
        source->failed = true;
        return false;
    }
    source->rules = grown;
    source->room = room;
    return true;
}

void put(struct source *source, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length < 0 || !make_room(source, (size_t)length))
        return;
    va_start(list, format);
    vsnprintf(source->rules + source->length, source->room - source->length, format, list);
    va_end(list);
    source->length += (size_t)length;
}

void put_span(struct source *source, struct span span) {
    if (!make_room(source, span.length))
        return;
    memcpy(source->rules + source->length, span.text, span.length);
    source->length += span.length;
    source->rules[source->length] = '\0';
}
