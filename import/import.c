/* Which kind of file it is, and from there to the format. */
#include "import/source.h"

#include <stdlib.h>
#include <string.h>

static const char *const count_words[] = {
#define IMPORT_WORD(name, word, meaning) word,
    IMPORT_COUNTS(IMPORT_WORD)
#undef IMPORT_WORD
};
enum { COUNTS = sizeof count_words / sizeof *count_words };

/* Different statements of the puzzle language that lines begin with; *first: whether the first line does. `start` and `goal` are
 * left out: nodes of a graph may be called so. */
static int statements_in(const struct source *source, bool *first) {
    static const char *const statements[] = {"title", "board", "cells", "links", "string", "pieces", "var", "let", "names", "floor",
                                             "move", "never", "within", "draw"};
    enum { STATEMENTS = sizeof statements / sizeof *statements };
    const char *at = source->text;
    struct span line, word;
    bool seen[STATEMENTS] = {false};
    int count = 0;
    *first = false;
    for (size_t lines = 0; next_line(&at, source->end, &line);) {
        if (is_blank(line) || *line.text == ';')
            continue;
        const bool may_be = *line.text >= 'a' && *line.text <= 'z' && next_word(&line, &word); /* rows of mazes are long words */
        for (int i = 0; may_be && i < STATEMENTS; i++)
            if (!seen[i] && span_is(word, statements[i])) {
                seen[i] = true;
                count++;
                *first |= lines == 0;
            }
        lines++;
    }
    return count;
}

/* A text in the puzzle language begins with a statement, or has two different ones behind other lines, such as a first line
 * that is misspelt. Among words, one is enough; prose between levels may begin like one. */
static bool is_language(const struct source *source) {
    bool first;
    const int count = statements_in(source, &first);
    return first || count > 1;
}

static bool looks_like_edges(const struct source *source) {
    bool first;
    return statements_in(source, &first) == 0 && is_edges(source);
}

/* A maze may have millions of characters, and most of its lines have 0, 1 and spaces alone. How a character differs from 0 or 1 and how
 * it differs from a space: the lesser of the two is 0 for these, and compilers find it for 16 or more characters at a time. Only
 * other lines are looked at one by one. */
static bool is_of_maze(struct span line) {
    unsigned char other = 0;
    for (size_t i = 0; i < line.length; i++) {
        const unsigned char digit = (unsigned char)((line.text[i] ^ '0') & ~1), space = (unsigned char)(line.text[i] ^ ' ');
        other |= digit < space ? digit : space;
    }
    if (other == 0)
        return true;
    for (size_t i = 0; i < line.length; i++)
        if (line.text[i] == '\0' || !strchr("01 \t\r\f\v", line.text[i]))
            return false;
    return true;
}

/* Mazes and maps are read by the library: each line of a maze has 0 and 1 alone. (A list of edges may begin like one.) */
static bool is_maze(const struct source *source) {
    const char *at = source->text;
    struct span line;
    bool any = false;
    if (source->end - at >= 5 && memcmp(at, "type ", 5) == 0)
        return true;
    while (next_line(&at, source->end, &line)) {
        if (is_blank(line))
            continue;
        if (!is_of_maze(line))
            return false;
        any = true;
    }
    return any;
}

/* Each row: what people call it, what it looks like, what translates it, which counts it knows, whether a file may hold
 * several (then what counts them), whether edges may be one-way. The first row that fits is taken. Those that are sure are tried first: what they look like
 * is no text of the puzzle language, though one of their lines may begin like one. */
static const struct format {
    const char *kind;
    bool (*fits)(const struct source *source);
    bool (*translate)(struct source *source);
    unsigned counts; /* bits by enum import_count */
    uint64_t (*count)(const struct source *source); /* NULL: there is one */
    bool one_way, sure;
} formats[] = {
    {.kind = "a word list", .fits = is_words, .translate = translate_words, .sure = true},
    {.kind = "a planning task", .fits = is_sas, .translate = translate_sas, .sure = true},
    {.kind = "a twisty puzzle", .fits = is_twisty, .translate = translate_twisty, .sure = true},
    {.kind = "Rush Hour", .fits = is_rush, .translate = translate_rush, .count = count_rush,
     .counts = 1u << IMPORT_SLIDES | 1u << IMPORT_STEPS},
    {.kind = "Sokoban", .fits = is_sokoban, .translate = translate_sokoban, .count = count_sokoban,
     .counts = 1u << IMPORT_MOVES | 1u << IMPORT_PUSHES},
    {.kind = "an edge list", .fits = looks_like_edges, .translate = translate_edges, .one_way = true},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static const struct format *find_format(const struct source *source) {
    bool asked = false, foreign = false;
    for (size_t i = 0; i < FORMATS; i++) {
        if (!formats[i].sure && !asked)
            foreign = !is_language(source) && !is_maze(source);
        asked |= !formats[i].sure;
        if ((formats[i].sure || foreign) && formats[i].fits(source))
            return &formats[i];
    }
    return NULL;
}

/* Without the byte order mark that some programs put in front. */
static struct source source_of(const char *text, size_t length, const struct import_options *options) {
    struct source source = {.text = text, .end = text + length};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        source.text += 3;
    if (options)
        source.options = *options;
    return source;
}

/* The length of the character at `at`, or 0: it is no UTF-8. */
static size_t character_at(const unsigned char *at, size_t left) {
    const unsigned char first = *at;
    const size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    if (length > 2 && ((first == 0xe0 && at[1] < 0xa0) || (first == 0xed && at[1] > 0x9f) || (first == 0xf0 && at[1] < 0x90) ||
                       (first == 0xf4 && at[1] > 0x8f)))
        return 0;
    return length;
}

static bool check_text(struct source *source) {
    const char *at = source->text;
    while (at < source->end) {
        const size_t length = character_at((const unsigned char *)at, (size_t)(source->end - at));
        if (length == 0)
            return mistake(source, (struct span){at, 1}, "the text is not UTF-8: byte 0x%02x cannot stand here", (unsigned char)*at);
        if (*at == '\0')
            return mistake(source, (struct span){at, 1}, "there is a NUL byte in the text");
        const unsigned char first = (unsigned char)*at, last = (unsigned char)at[length - 1];
        if ((first < ' ' && (first < '\t' || first > '\r')) || first == 0x7f || (first == 0xc2 && last < 0xa0))
            return mistake(source, (struct span){at, length}, "there is a control character in the text (byte 0x%02x)", last);
        at += length;
    }
    return true;
}

/* What was said about the file must make sense for its kind. */
static bool check_options(struct source *source, const struct format *format) {
    const struct import_options *options = &source->options;
    const struct span nowhere = {0};
    if (options->count < 0 || options->count >= COUNTS)
        return mistake(source, nowhere, "there is no such count");
    if (options->count != IMPORT_USUAL && !(format->counts >> options->count & 1))
        return mistake(source, nowhere, "%s cannot be counted in this file: it is %s", count_words[options->count], format->kind);
    if (options->level > 1 && !format->count)
        return mistake(source, nowhere, "there is one puzzle in this file, not %llu: it is %s", (unsigned long long)options->level,
                       format->kind);
    if (options->one_way && !format->one_way)
        return mistake(source, nowhere, "only edge lists can be one-way: this file is %s", format->kind);
    return true;
}

const char *import_kind(const char *text, size_t length, const struct import_options *options) {
    const struct source source = source_of(text, length, options);
    const struct format *format = find_format(&source);
    return format ? format->kind : NULL;
}

uint64_t import_levels(const char *text, size_t length, const struct import_options *options) {
    const struct source source = source_of(text, length, options);
    const struct format *format = find_format(&source);
    const uint64_t count = format && format->count ? format->count(&source) : 1;
    return count ? count : 1;
}

char *import_rules(const char *text, size_t length, const char *name, const struct import_options *options,
                   fewest_error *error) {
    struct source source = source_of(text, length, options);
    source.name = name ? name : "<text>";
    source.error = error;
    const struct format *format = find_format(&source);
    bool good = format != NULL;
    if (!good)
        report_mistake(&source, (struct span){0},
                is_language(&source) || is_maze(&source)
                    ? "this is a puzzle file already: it can be solved as it is"
                    : "this is none of the files that can be read: Rush Hour boards, Sokoban levels, edge lists, word lists (--words), "
                      "planning tasks (output.sas), twisty puzzles (.tws)");
    good = good && check_text(&source) && check_options(&source, format) && format->translate(&source);
    if (good && source.failed)
        good = no_memory(&source);
    if (good)
        return source.rules;
    free(source.rules);
    return NULL;
}
