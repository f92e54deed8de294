/* Simpler forms of a failing case. They are made blindly, by leaving out and replacing: whether one is a case at all, our
 * own answer says, and whether it is simpler, the caller. */
#include "contest/variants.h"

#include "contest/judge.h"

#include <string.h>

enum { LONGEST = 4000 }; /* of a case that is taken apart */

static bool is_mark(char c) { return !strchr(" \t\r\n", c); }

static size_t count_lines(const char *text) {
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

bool drop_line(const char *from, size_t k, struct text *to) {
    if (k >= count_lines(from))
        return false;
    const char *begin = from;
    for (; k > 0; k--)
        begin = strchr(begin, '\n') + 1;
    text_set(to, "");
    text_add(to, from, (size_t)(begin - from));
    text_print(to, "%s", strchr(begin, '\n') + 1);
    return true;
}

bool drop_mark(const char *from, size_t k, struct text *to) {
    if (k >= strlen(from))
        return false;
    text_set(to, "");
    text_add(to, from, k);
    text_print(to, "%s", from + k + 1);
    return true;
}

/* A mark replaced by the one before it, or by the first of its kind. */
static bool lower_mark(const char *from, size_t k, struct text *to) {
    if (k >= 2 * strlen(from))
        return false;
    char mark = from[k / 2], first = mark >= 'a' ? 'a' : strchr("01", mark) ? '0' : '1';
    text_set(to, from);
    if (is_mark(mark) && mark > first)
        to->bytes[k / 2] = k % 2 ? (char)(mark - 1) : first;
    return true;
}

static bool exchange_marks(const char *from, size_t k, struct text *to) {
    size_t length = strlen(from), a = k / length, b = k % length;
    if (a >= length)
        return false;
    text_set(to, from);
    if (a >= b || !is_mark(from[a]) || !is_mark(from[b]))
        return true;
    to->bytes[a] = from[b];
    to->bytes[b] = from[a];
    return true;
}

bool simpler_variant(const struct judge *judge, const char *from, size_t k, struct text *to) {
    variant_maker *const makers[] = {judge->simpler[0], judge->simpler[1], lower_mark, exchange_marks};
    size_t length = strlen(from);
    /* As many as there are at the most; a maker says itself when it has no more. */
    const size_t most[] = {length, length, 2 * length, length * length};
    if (length == 0 || length > LONGEST)
        return false;
    for (size_t m = 0; m < sizeof makers / sizeof *makers; m++) {
        size_t room = makers[m] ? most[m] : 0;
        if (k < room) {
            if (!makers[m](from, k, to))
                text_set(to, from);
            return true;
        }
        k -= room;
    }
    return false;
}
