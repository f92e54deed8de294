/* How a mistake becomes an error: its place with a window of the source line, quoted words, and the nearest
 * word that would have been right. Nothing here is called unless something is wrong. */
#include "language/diagnose.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WINDOW = 100, WINDOW_BYTES = 240, BEFORE = 50, QUOTED = 24, LONGEST_GUESS = 32 };
static const char cut_mark[] = "…";

/* Bytes to step over at `at`; a byte that is no part of UTF-8 is a character by itself. */
static size_t step(const char *at, const char *end) {
    size_t bytes = few_well_formed(at, end);
    return bytes ? bytes : 1;
}

static bool is_shown(const char *at, const char *end) {
    unsigned char c = (unsigned char)*at;
    return few_well_formed(at, end) && (c >= 0x20 || c == '\t') && c != 0x7f
        && !(c == 0xc2 && (unsigned char)at[1] < 0xa0);
}

/* Copies characters up to `end` while both limits hold; what would disturb a terminal becomes `?`. */
static const char *copy_shown(char *to, size_t bytes, size_t characters, const char *at, const char *end) {
    size_t filled = 0;
    while (at < end && characters-- > 0) {
        size_t length = step(at, end);
        if (filled + length >= bytes)
            break;
        if (is_shown(at, end))
            memcpy(to + filled, at, length);
        else
            memset(to + filled, '?', length = 1);
        filled += length;
        at += step(at, end);
    }
    to[filled] = 0;
    return at;
}

void few_error_at(struct few_error *error, const char *text, const char *end, struct few_word place) {
    const char *line = text, *found;
    const char end_of_line = few_line_end(text, end);
    error->line = 1;
    while ((found = memchr(line, end_of_line, (size_t)(place.text - line)))) {
        line = found + 1;
        error->line++;
    }
    found = memchr(place.text, end_of_line, (size_t)(end - place.text));
    const char *line_end = found ? found : end;
    if (line_end > line && line_end[-1] == '\r')
        line_end--;
    unsigned before = (unsigned)few_count_characters((struct few_word){line, (size_t)(place.text - line)});
    error->column = before + 1;

    /* Long lines are cut on both sides of the place. */
    const char *from = line;
    struct few_word all = {line, (size_t)(line_end - line)};
    if (all.length > WINDOW_BYTES || few_count_characters(all) > WINDOW)
        for (; before > BEFORE || place.text - from > WINDOW_BYTES / 2; before--)
            from += few_character_length(from);
    char *source = error->source;
    size_t room = WINDOW_BYTES;
    error->source_column = before + 1;
    if (from > line) {
        memcpy(source, cut_mark, sizeof cut_mark);
        source += sizeof cut_mark - 1;
        error->source_column++;
    }
    const char *to = copy_shown(source, room, WINDOW, from, line_end);
    if (to < line_end)
        strcat(source, cut_mark);

    const char *place_end = place.text + place.length < to ? place.text + place.length : to;
    error->width = 0;
    for (const char *at = place.text; at < place_end; at += step(at, place_end))
        error->width++;
    if (error->width == 0)
        error->width = 1;
}

bool few_mistake(struct few_reader *reader, struct few_word place, const char *format, ...) {
    struct few_error *error = reader->error;
    if (error->kind != FEW_ERROR_NONE)
        return false;
    error->kind = FEW_ERROR_INPUT;
    snprintf(error->file, sizeof error->file, "%s", reader->file);
    snprintf(error->hint, sizeof error->hint, "%s", reader->hint);
    if (place.text)
        few_error_at(error, reader->text, reader->end, place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}

void few_hint(struct few_reader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->hint, sizeof reader->hint, format, arguments);
    va_end(arguments);
}

struct few_quote few_quote(struct few_word word) {
    struct few_quote quote = {{0}};
    size_t room = sizeof quote.text - sizeof cut_mark;
    const char *end = word.text + word.length;
    if (copy_shown(quote.text, room, QUOTED, word.text, end) < end)
        strcat(quote.text, cut_mark);
    return quote;
}

unsigned few_line_of(const struct few_reader *reader, const char *at) {
    unsigned line = 1;
    for (const char *found = reader->text; (found = memchr(found, '\n', (size_t)(at - found))); found++)
        line++;
    return line;
}

/* Two single characters are near only if one is easily taken for the other: case, shape, or the next
 * letter. Otherwise every character would be near every other. */
static unsigned character_slip(char a, char b) {
    static const char *const alike[] = {"0Oo", "1lI|"};
    if (tolower((unsigned char)a) == tolower((unsigned char)b))
        return 1;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (strchr(alike[i], a) && strchr(alike[i], b))
            return 1;
    bool letters = isalpha((unsigned char)a) && isalpha((unsigned char)b);
    return letters && (a - b == 1 || b - a == 1) ? 2 : UINT32_MAX;
}

/* Half slips: 2 for a character left out, put in, changed, or swapped with its neighbour; 1 for its case. */
static unsigned slips(struct few_word a, struct few_word b) {
    unsigned rows[3][LONGEST_GUESS + 1];
    for (size_t j = 0; j <= b.length; j++)
        rows[0][j] = 2 * (unsigned)j;
    for (size_t i = 1; i <= a.length; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = 2 * (unsigned)i;
        for (size_t j = 1; j <= b.length; j++) {
            char x = a.text[i - 1], y = b.text[j - 1];
            bool same = x == y, same_letter = tolower((unsigned char)x) == tolower((unsigned char)y);
            unsigned best = above[j - 1] + (same ? 0 : same_letter ? 1 : 2);
            if (above[j] + 2 < best)
                best = above[j] + 2;
            if (row[j - 1] + 2 < best)
                best = row[j - 1] + 2;
            bool swapped = i > 1 && j > 1 && x == b.text[j - 2] && y == a.text[i - 2];
            if (swapped && above2[j - 2] + 2 < best)
                best = above2[j - 2] + 2;
            row[j] = best;
        }
    }
    return rows[a.length % 3][b.length];
}

struct few_nearest few_nearest(struct few_word word) {
    size_t allowed = 1 + (word.length > 5) + (word.length > 9);
    return (struct few_nearest){.word = word, .distance = 2 * (unsigned)allowed + 1};
}

void few_nearest_try(struct few_nearest *nearest, const char *candidate) {
    struct few_word a = nearest->word, b = {candidate, strlen(candidate)};
    if (a.length == 0 || a.length > LONGEST_GUESS || b.length > LONGEST_GUESS || few_words_equal(a, b))
        return; /* the very word that was written is no better */
    bool tiny = a.length == 1 || b.length == 1;
    if (tiny && a.length != b.length)
        return;
    unsigned distance = tiny ? character_slip(*a.text, *b.text) : slips(a, b);
    bool nothing_in_common = !tiny && distance >= 2 * a.length;
    if (distance < nearest->distance && !nothing_in_common) {
        nearest->distance = distance;
        nearest->best = b;
    }
}

bool few_hint_nearest(struct few_reader *reader, const struct few_nearest *nearest) {
    if (!nearest->best.text)
        return false;
    few_hint(reader, "did you mean `%s`?", few_quote(nearest->best).text);
    return true;
}

bool few_hint_margin(struct few_reader *reader, struct few_word word) {
    const char *at = word.text;
    if (!few_is_statement((struct few_token){.kind = FEW_TOKEN_WORD, .word = word}))
        return false;
    while (at > reader->text && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    if (at == word.text || at == reader->text || at[-1] != '\n')
        return false;
    few_hint(reader, "a statement begins at the left margin: leave out the white space before `%s`", few_quote(word).text);
    return true;
}

bool few_expected(struct few_reader *reader, struct few_token found, const char *what) {
    if (found.kind == FEW_TOKEN_WORD)
        few_hint_margin(reader, found.word);
    if (found.kind == FEW_TOKEN_END)
        return few_mistake(reader, found.word, "%s is missing here", what);
    return few_mistake(reader, found.word, "expected %s, found `%s`", what, few_quote(found.word).text);
}

bool few_expect_end(struct few_reader *reader, struct few_cursor *cursor) {
    struct few_token token = few_next_token(cursor);
    if (token.kind == FEW_TOKEN_END)
        return true;
    return few_mistake(reader, token.word, "expected nothing more here, found `%s`",
                       few_quote(token.word).text);
}
