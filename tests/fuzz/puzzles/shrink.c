#include "shrink.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct shrinker {
    arena *memory;
    const char *best;
    still_fails *fails;
    void *context;
    struct timespec begin;
    double seconds;
} shrinker;

static bool has_time(const shrinker *self) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - self->begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - self->begin.tv_nsec) < self->seconds;
}

static bool try_text(shrinker *self, const char *text) {
    if (strcmp(text, self->best) == 0 || !has_time(self) || !self->fails(self->context, text)) return false;
    self->best = text;
    return true;
}

/* The best text with the bytes from `begin` to `end` replaced. */
static bool try_replacing(shrinker *self, size_t begin, size_t end, const char *by) {
    return try_text(self, arena_print(self->memory, "%.*s%s%s", (int)begin, self->best, by, self->best + end));
}

static bool drop_lines(shrinker *self) {
    bool any = false;
    for (size_t at = 0; self->best[at];) {
        const size_t end = at + strcspn(self->best + at, "\n");
        if (try_replacing(self, at, end + (self->best[end] == '\n'), "")) any = true;
        else at = end + (self->best[end] == '\n');
    }
    return any;
}

/* A parenthesis with one that closes it, or a `not`. */
static bool drop_parentheses(shrinker *self) {
    bool any = false;
    for (size_t at = 0; self->best[at]; at++) {
        const size_t end = at + strcspn(self->best + at, "\n");
        if (strncmp(self->best + at, "not ", 4) == 0 && try_replacing(self, at, at + 4, "")) any = true;
        for (size_t i = at + 1; self->best[at] == '(' && i < end; i++) {
            if (self->best[i] != ')') continue;
            const char *inside = arena_text(self->memory, self->best + at + 1, i - at - 1);
            if (!try_replacing(self, at, i + 1, inside)) continue;
            any = true;
            break;
        }
    }
    return any;
}

/* Words, with the white space before them; and everything from a word to the next comma, `and`, `or` or line end. */
static bool drop_words(shrinker *self) {
    bool any = false;
    for (size_t at = 0; self->best[at];) {
        const size_t begin = at + strspn(self->best + at, " ");
        const size_t end = begin + strcspn(self->best + begin, " \n");
        const size_t line = begin + strcspn(self->best + begin, "\n");
        const size_t comma = begin + strcspn(self->best + begin, ",:\n");
        const char *and = strstr(self->best + end, " and "), *or = strstr(self->best + end, " or ");
        bool shorter = false;
        if (begin > at && end > begin) {
            shorter = try_replacing(self, at, line, "") ||
                      (self->best[comma] != '\n' && try_replacing(self, begin, comma + 1, "")) ||
                      (and && and < self->best + line && try_replacing(self, begin, (size_t)(and - self->best) + 5, "")) ||
                      (or && or < self->best + line && try_replacing(self, begin, (size_t)(or - self->best) + 4, "")) ||
                      try_replacing(self, at, end, "");
        }
        if (shorter) any = true;
        else at = end > at ? end : at + 1;
        if (self->best[at] == '\n') at++;
    }
    return any;
}

static bool lower_numbers(shrinker *self) {
    bool any = false;
    for (size_t at = 0; self->best[at]; at++) {
        if (!isdigit((unsigned char)self->best[at])) continue;
        const size_t end = at + strspn(self->best + at, "0123456789");
        const long number = strtol(self->best + at, NULL, 10);
        const long tries[] = {0, 1, number / 2, number - 16, number - 1};
        for (size_t i = 0; i < 5; i++) {
            char text[24];
            snprintf(text, sizeof text, "%ld", tries[i]);
            if (tries[i] >= 0 && tries[i] < number && try_replacing(self, at, end, text)) {
                any = true;
                break;
            }
        }
        at = at + strspn(self->best + at, "0123456789") - 1;
    }
    return any;
}

/* ---- boards ---- */

static bool read_board(const char *text, unsigned *rows, unsigned *columns, bool *is_row) {
    const char *line = strncmp(text, "board", 5) == 0 ? text : strstr(text, "\nboard");
    if (!line) return false;
    line = strstr(line, "board") + 5;
    *is_row = false;
    if (sscanf(line, " %u x %u", rows, columns) == 2) return true;
    *rows = 1, *is_row = true;
    return sscanf(line, " %u", columns) == 1;
}

/* Copies a start or a goal. Rows as long as the board, with or without spaces, lose a column; drawings as high as the board
 * lose a row. */
static char *without(shrinker *self, const char *line, size_t length, unsigned columns, int row, int column) {
    char *out = arena_take(self->memory, 3 * length + 8);
    const char *rest = line;
    int number = 0;
    while (rest < line + length) {
        size_t end = 0;
        while (rest + end < line + length && rest[end] != '/' && strncmp(rest + end, " and ", 5) != 0 && rest[end] != '\n') end++;
        const char *words[64];
        size_t sizes[64], count = 0;
        for (const char *at = rest; at < rest + end && count < 64;) {
            at += strspn(at, " ");
            if (at >= rest + end) break;
            words[count] = at;
            sizes[count] = strcspn(at, " /\n");
            at += sizes[count++];
        }
        const bool titled = count > 0 && (strncmp(words[0], "start", 5) == 0 || strncmp(words[0], "goal", 4) == 0 || strncmp(words[0], "never", 5) == 0);
        const size_t first = titled;
        if (titled) strncat(out, words[0], sizes[0]);
        const bool glued = count == first + 1 && sizes[first] == columns && columns > 1;
        const bool is_row = count == first + columns || glued;
        if (!is_row) {
            for (size_t i = first; i < count; i++) strcat(out, " "), strncat(out, words[i], sizes[i]);
        } else if (number++ != row) {
            for (unsigned i = 0; i < columns; i++) {
                if ((int)i == column) continue;
                strcat(out, " ");
                strncat(out, glued ? words[first] + i : words[first + i], glued ? 1 : sizes[first + i]);
            }
        }
        rest += end;
        if (rest >= line + length) break;
        const size_t mark = *rest == '/' ? 1 : *rest == '\n' ? 1 : 4;
        if (*rest == '/') strcat(out, " /");
        else if (*rest == '\n') strcat(out, "\n");
        else strcat(out, " and"), number = 0;
        rest += mark;
    }
    if (*line == ' ' && *out != ' ') out = arena_print(self->memory, "  %s", out);
    char *twice = strstr(out, "/ /");
    if (twice) memmove(twice, twice + 2, strlen(twice + 2) + 1);
    size_t used = strlen(out);
    if (row >= 0 && used > 2 && out[used - 1] == '/') out[used - 2] = 0;
    char *lone = strstr(out, "start /");
    if (lone) memmove(lone + 5, lone + 7, strlen(lone + 7) + 1);
    lone = strstr(out, "never /");
    if (lone) memmove(lone + 5, lone + 7, strlen(lone + 7) + 1);
    lone = strstr(out, "goal /");
    if (lone) memmove(lone + 4, lone + 6, strlen(lone + 6) + 1);
    return out;
}

static bool try_smaller_board(shrinker *self, int row, int column) {
    unsigned rows, columns;
    bool is_row;
    if (!read_board(self->best, &rows, &columns, &is_row)) return false;
    char *text = arena_text(self->memory, "", 0);
    for (const char *at = self->best; *at;) {
        const size_t length = strcspn(at, "\n");
        const char *line = arena_text(self->memory, at, length);
        if (strncmp(line, "start", 5) == 0 || strncmp(line, "goal", 4) == 0 || strncmp(line, "never", 5) == 0 || *line == ' ')
            line = without(self, line, length, columns, row, column);
        else if (strncmp(line, "board", 5) == 0 && is_row) line = arena_print(self->memory, "board %u", columns - (column >= 0));
        else if (strncmp(line, "board", 5) == 0)
            line = arena_print(self->memory, "board %u x %u", rows - (row >= 0), columns - (column >= 0));
        text = arena_print(self->memory, "%s%s\n", text, line);
        at += length + (at[length] == '\n');
    }
    return try_text(self, text);
}

static bool shrink_board(shrinker *self) {
    unsigned rows, columns;
    bool is_row, any = false;
    if (!read_board(self->best, &rows, &columns, &is_row) || columns > 60) return false;
    for (unsigned i = 0; columns > 1 && i < columns; i++) any = try_smaller_board(self, -1, (int)i) || any;
    for (unsigned i = 0; rows > 1 && i < rows; i++) any = try_smaller_board(self, (int)i, -1) || any;
    return any;
}

const char *shrink_text(arena *memory, const char *text, double seconds, still_fails *fails, void *context) {
    shrinker self = {memory, text, fails, context, {0}, seconds};
    clock_gettime(CLOCK_MONOTONIC, &self.begin);
    bool any = true;
    while (any && has_time(&self)) {
        any = drop_lines(&self);
        any = shrink_board(&self) || any;
        any = drop_parentheses(&self) || any;
        any = drop_words(&self) || any;
        any = lower_numbers(&self) || any;
    }
    return self.best;
}
