/* Comparing the output of a program with ours: lines, words and marks, and a path that is longer than need be. */
#include "contest/compare.h"

#include "contest/judge.h"

#include <string.h>

bool compare_line(const char **at, struct text *line) {
    if (!**at)
        return false;
    size_t length = strcspn(*at, "\n");
    const char *begin = *at;
    *at += length + ((*at)[length] == '\n');
    while (length && strchr(" \t\r", begin[length - 1]))
        length--;
    text_set(line, "");
    text_add(line, begin, length);
    return true;
}

bool compare_full_line(const char **at, struct text *line) {
    while (compare_line(at, line)) {
        if (line->length)
            return true;
    }
    text_set(line, "");
    return false;
}

bool compare_word(const char **at, struct text *word) {
    *at += strspn(*at, " \t\r\n");
    size_t length = strcspn(*at, " \t\r\n");
    text_set(word, "");
    text_add(word, *at, length);
    *at += length;
    return length > 0;
}

bool compare_words(const char *a, const char *b) {
    struct text left = {0}, right = {0};
    bool same = true, more = true;
    while (same && more) {
        more = compare_word(&a, &left);
        same = compare_word(&b, &right) == more && strcmp(text_of(&left), text_of(&right)) == 0;
    }
    text_free(&left);
    text_free(&right);
    return same;
}

void compare_marks(const char *text, char *marks, size_t most) {
    size_t count = 0;
    for (; *text && count < most; text++) {
        if (!strchr(" \t\r\n", *text))
            marks[count++] = *text;
    }
    marks[count] = '\0';
}

void compare_name_detour(struct text *why, size_t count, size_t least, int (*left)(void *context, size_t step),
                        void *context) {
    text_print(why, "%zu move%s where %zu %s enough", count, count == 1 ? "" : "s", least, least == 1 ? "is" : "are");
    for (size_t step = 1; step <= count; step++) {
        int after = left(context, step);
        if (after < 0)
            return;
        if ((size_t)after + step > least) {
            text_print(why, "; step %zu goes wrong: %zu would be left before it, and %d are left after it", step,
                       least - step + 1, after);
            return;
        }
    }
}

/* A line for each case. */
static bool same_lines(struct comparison *it) {
    const char *ours = it->ours, *theirs = it->theirs;
    struct text right = {0}, given = {0};
    bool good = true;
    for (size_t i = 0; good && i < it->count; i++) {
        it->which = i;
        compare_full_line(&ours, &right);
        bool is_there = compare_full_line(&theirs, &given);
        good = compare_words(text_of(&right), text_of(&given));
        if (!good && is_there)
            text_print(it->why, "expected %.60s, got %.60s", text_of(&right), text_of(&given));
        else if (!good)
            text_print(it->why, "expected %.60s, but there is no line for this case", text_of(&right));
    }
    if (good && compare_full_line(&theirs, &given)) {
        text_print(it->why, "there is more output than cases: `%.60s`", text_of(&given));
        good = false;
    }
    text_free(&right);
    text_free(&given);
    return good;
}

bool compare_outputs(struct comparison *it) {
    text_set(it->why, "");
    it->which = 0;
    bool good = it->judge->is_right ? it->judge->is_right(it) : same_lines(it);
    if (!good && it->why->length == 0)
        text_print(it->why, "expected %.*s", (int)strcspn(it->ours, "\n"), it->ours);
    return good;
}
