/* The same puzzle, written otherwise. */
#include "generator.h"

#include <string.h>

typedef struct lines {
    const char *items[200];
    size_t count;
} lines;

/* Each statement with all its lines. */
static lines statements_in(arena *memory, const char *text) {
    lines all = {0};
    while (*text && all.count < 200) {
        size_t length = strcspn(text, "\n");
        while (text[length] == '\n' && text[length + 1] == ' ') length += 1 + strcspn(text + length + 1, "\n");
        all.items[all.count++] = arena_text(memory, text, length);
        text += length + (text[length] == '\n');
    }
    return all;
}

static bool begins(const char *line, const char *keyword) {
    return strncmp(line, keyword, strlen(keyword)) == 0;
}

/* What is declared stands before what uses it: pieces, values and kinds, then names, then what is made of them. All else stands
 * anywhere (0). */
static int level_of(const char *statement) {
    static const char *const words[][5] = {{"pieces", "var", "floor"}, {"let"}, {"move", "start", "goal", "never", "draw"}};
    for (int level = 0; level < 3; level++)
        for (size_t i = 0; i < 5 && words[level][i]; i++)
            if (begins(statement, words[level][i])) return level + 1;
    return 0;
}

static void take_to(lines *all, size_t from, size_t to) {
    const char *taken = all->items[from];
    memmove(all->items + from, all->items + from + 1, (all->count - from - 1) * sizeof *all->items);
    memmove(all->items + to + 1, all->items + to, (all->count - 1 - to) * sizeof *all->items);
    all->items[to] = taken;
}

/* Another order that the manual allows; now and then one that it mostly does not. */
static void reorder(random_source *random, lines *all) {
    for (unsigned i = 0; i < 2 * all->count; i++) {
        const size_t from = random_below(random, (unsigned)all->count);
        const int level = level_of(all->items[from]);
        size_t first = from, last = from;
        while (first > 0 && (level == 0 || level_of(all->items[first - 1]) == 0 || level_of(all->items[first - 1]) == level)) first--;
        while (last + 1 < all->count && (level == 0 || level_of(all->items[last + 1]) == 0 || level_of(all->items[last + 1]) == level)) last++;
        take_to(all, from, first + random_below(random, (unsigned)(last - first + 1)));
    }
    if (!random_chance(random, 8)) return;
    take_to(all, random_below(random, (unsigned)all->count), random_below(random, (unsigned)all->count));
    for (size_t i = 0, left = all->count; left > 0; left--) { /* pictures last: the interpreter does not read them, nor what they use */
        if (begins(all->items[i], "draw")) take_to(all, i, all->count - 1);
        else i++;
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

/* ---- the same words, otherwise ---- */

/* Qualifiers stand in any order; a name comes first. */
static const char *reorder_head(arena *memory, random_source *random, const char *move) {
    static const char *const words[] = {"any direction", "left or right", "up or down", "mirrored", "diagonal", "repeat", "until blocked", "at ", "on ", "along links", "cost "};
    const char *items[12], *at = move + strcspn(move, " ");
    size_t sizes[12], count = 0;
    const char *colon = strstr(move, ": "), *arrow = strstr(move, " -> ");
    at += strspn(at, " ");
    if (!colon || (arrow && arrow < colon)) return move;
    const char *begin = at;
    for (; at < colon && count < 12; at += sizes[count - 1] + 2) {
        const char *comma = strstr(at, ", ");
        items[count] = at;
        sizes[count++] = (size_t)((comma && comma < colon ? comma : colon) - at);
    }
    size_t first = 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (count > 0 && begins(items[0], words[i])) first = 0;
    if (count < first + 2) return move;
    for (size_t i = first; i < count; i++) {
        const size_t other = i + random_below(random, (unsigned)(count - i)), size = sizes[i];
        const char *kept = items[i];
        items[i] = items[other], sizes[i] = sizes[other];
        items[other] = kept, sizes[other] = size;
    }
    char *result = arena_print(memory, "%.*s", (int)(begin - move), move);
    for (size_t i = 0; i < count; i++) result = arena_print(memory, "%s%s%.*s", result, i > 0 ? ", " : "", (int)sizes[i], items[i]);
    return arena_print(memory, "%s%s", result, colon);
}

/* Whether a line may end before this word and another one begin: around what is no drawing. */
static bool may_break(const char *statement, const char *before, const char *at) {
    static const char *const lists[] = {"pieces", "links", "cells", "let", "var", "names"};
    static const char *const joints[] = {"->", "where", "and"};
    if (begins(statement, "title") || begins(statement, "floor") || before == statement) return false;
    for (size_t i = 0; i < 6; i++)
        if (begins(statement, lists[i])) return true;
    for (size_t i = 0; i < 3; i++)
        if (begins(at, joints[i]) && strchr(" \n", at[strlen(joints[i])])) return true;
    return at[-2] == ',' || at[-2] == ':';
}

/* More white space, tabs, and lines that end early. */
static const char *space_out(arena *memory, random_source *random, const char *statement) {
    static const char *const gaps[] = {"  ", "\t", " \t ", "\n\t", "\n   ", "   \n ; -> a remark\n "};
    char *result = arena_print(memory, "%s", "");
    const char *before = statement;
    if (begins(statement, "title")) return statement;
    for (const char *at = statement; *at;) {
        const size_t word = strcspn(at, " "), gap = strspn(at + word, " ");
        const char *next = at + word + gap;
        const bool other = gap == 1 && *next && random_chance(random, 25);
        result = arena_print(memory, "%s%.*s", result, (int)(word + (other ? 0 : gap)), at);
        if (other) result = arena_print(memory, "%s%s", result, gaps[random_below(random, may_break(statement, before, next) ? 6 : 3)]);
        before = at = next;
    }
    return result;
}

/* How it is drawn changes nothing. */
static const char *with_picture(arena *memory, random_source *random, const char *text) {
    const char *pieces = strstr(text, "\npieces ");
    if (!pieces || begins(text, "string") || strstr(text, "\nstring")) return text;
    const char *first = pieces + 8 + strspn(pieces + 8, " ");
    const int length = (int)strcspn(first, " \n");
    static const char *const looks[] = {"tile", "disc red", "peg", "wall", "none", "box teal"};
    if (length == 0 || memchr(first, '.', (size_t)length)) return text; /* a range */
    return arena_print(memory, "%sdraw    %.*s as %s\n", text, length, first, looks[random_below(random, 6)]);
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
    lines all = statements_in(memory, random_chance(random, 15) ? with_picture(memory, random, text) : text);
    if (all.count == 0 || all.count == 200) return text;
    if (random_chance(random, 60)) reorder(random, &all);
    const char *end = random_chance(random, 20) ? "\r\n" : "\n";
    char *result = arena_print(memory, "%s", random_chance(random, 10) ? "\xef\xbb\xbf" : "");
    const bool spaces = random_chance(random, 40), heads = random_chance(random, 50), unfolds = random_chance(random, 60), comments = random_chance(random, 40);
    for (size_t i = 0; i < all.count; i++) {
        const char *line = all.items[i];
        if (heads && begins(line, "move")) line = reorder_head(memory, random, line);
        if (spaces) line = space_out(memory, random, line);
        else if (unfolds && !begins(line, "title")) line = unfold(memory, random, line);
        const char *comment = comments && random_chance(random, 30) ? "  ; a comment: -> , / _" : "";
        const char *blank = comments && random_chance(random, 20) ? "\n   ; nothing here" : "";
        result = arena_print(memory, "%s%s%s%s%s", result, line, comment, blank, end);
    }
    return result;
}
