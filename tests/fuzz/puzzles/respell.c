/* The same puzzle, written otherwise. */
#include "generator.h"

#include <string.h>

typedef struct lines {
    const char *items[200];
    size_t count;
} lines;

static lines lines_of(arena *memory, const char *text) {
    lines all = {0};
    while (*text && all.count < 200) {
        const size_t length = strcspn(text, "\n");
        all.items[all.count++] = arena_text(memory, text, length);
        text += length + (text[length] == '\n');
    }
    return all;
}

static bool begins(const char *line, const char *keyword) {
    return strncmp(line, keyword, strlen(keyword)) == 0;
}

/* The start, the goals and the limit may stand before the moves. */
static void reorder(random_source *random, lines *all) {
    size_t first = 0;
    while (first < all->count && !begins(all->items[first], "move")) first++;
    for (size_t i = first; i < all->count; i++) {
        const char *line = all->items[i];
        if (begins(line, "move") || begins(line, "goal") || !random_chance(random, 50)) continue;
        memmove(all->items + first + 1, all->items + first, (i - first) * sizeof *all->items);
        all->items[first++] = line;
    }
}

/* Rows on lines of their own. */
static const char *unfold(arena *memory, random_source *random, const char *line) {
    const char *slash = strstr(line, " / ");
    if (!slash) return line;
    const char *rest = unfold(memory, random, slash + 3);
    const char *const between[] = {" / ", "\n        ", " /\n        ", "/"};
    return arena_print(memory, "%.*s%s%s", (int)(slash - line), line, between[random_below(random, 4)], rest);
}

/* ---- mistakes ---- */

/* Something is left out, written twice, or replaced by another word of the text. */
const char *spoil(arena *memory, random_source *random, const char *text) {
    const char *words[800];
    size_t sizes[800], count = 0;
    for (const char *at = text + strspn(text, " \r\n"); *at && count < 800; at += strspn(at, " \r\n")) {
        words[count] = at;
        at += sizes[count] = strcspn(at, " \r\n");
        count++;
    }
    if (count < 3) return text;
    const size_t one = random_below(random, (unsigned)count), other = random_below(random, (unsigned)count);
    const int before = (int)(words[one] - text), size = (int)sizes[other];
    switch (random_below(random, 3)) {
    case 0: return arena_print(memory, "%.*s%s", before, text, words[one] + sizes[one]);
    case 1: return arena_print(memory, "%.*s%.*s %s", before, text, size, words[other], words[one]);
    default: return arena_print(memory, "%.*s%.*s%s", before, text, size, words[other], words[one] + sizes[one]);
    }
}

const char *respell(arena *memory, random_source *random, const char *text) {
    lines all = lines_of(memory, text);
    if (all.count == 200) return text;
    if (random_chance(random, 50)) reorder(random, &all);
    const char *end = random_chance(random, 20) ? "\r\n" : "\n";
    char *result = arena_print(memory, "%s", random_chance(random, 10) ? "\xef\xbb\xbf" : "");
    const bool unfolds = random_chance(random, 60), comments = random_chance(random, 40);
    for (size_t i = 0; i < all.count; i++) {
        const char *line = all.items[i];
        if (unfolds && !begins(line, "title")) line = unfold(memory, random, line);
        const char *comment = comments && random_chance(random, 30) ? "  ; a comment: -> , / _" : "";
        const char *blank = comments && random_chance(random, 20) ? "\n   ; nothing here" : "";
        result = arena_print(memory, "%s%s%s%s%s", result, line, comment, blank, end);
    }
    return result;
}
