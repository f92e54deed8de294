/* The text of a puzzle as a sequence of statements, and a statement as a sequence of words and marks.
 *
 * A word is a slice of the text and a cursor is two pointers, so looking ahead is copying a cursor, going
 * back is setting its pointer, and nothing is ever stored for each word. Lines and columns are worked out
 * from the pointers, but only when they are needed. */
#ifndef FEW_LANGUAGE_TEXT_H
#define FEW_LANGUAGE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct few_word {
    const char *text;
    size_t length;
};

enum few_token_kind { FEW_TOKEN_END, FEW_TOKEN_WORD, FEW_TOKEN_MARK };

/* A mark is one of : , / ( ) and stands for itself in `mark`. The end has a word of length 0 right behind
 * the token before it, which is where a missing word would have to stand. */
struct few_token {
    enum few_token_kind kind;
    char mark;
    bool new_line; /* a line ended between the token before and this one */
    struct few_word word;
};

struct few_cursor {
    const char *at, *end;
};

/* What a byte is for the reading of words. */
enum few_byte_class { FEW_BYTE_WORD, FEW_BYTE_SPACE, FEW_BYTE_LINE_END, FEW_BYTE_COMMENT, FEW_BYTE_MARK };
extern const uint8_t few_byte_class[256];

/* What ends the lines of a text: a line feed, or, where there is none in it, a carriage return. Files of other kinds
 * than the puzzle language, and errors, go by it. */
char few_line_end(const char *text, const char *end);

struct few_token few_next_token(struct few_cursor *cursor);
struct few_token few_peek_token(const struct few_cursor *cursor);
bool few_token_is(struct few_token token, const char *word);
bool few_token_is_mark(struct few_token token, char mark);

/* What may be wrong with a text before any word is read. */
enum few_text_fault { FEW_TEXT_FINE, FEW_TEXT_NOT_UTF8, FEW_TEXT_NUL, FEW_TEXT_CONTROL };

/* Looks through the whole text; *at is the byte at fault. */
enum few_text_fault few_check_text(const char *text, size_t length, const char **at);

/* The next statement from `at` on, which must be the begin of a line: from its first word up to the first
 * word of the next one. False at the end of the text. A line that begins with white space where there is
 * nothing to continue is given as a statement, too, from that white space on. */
bool few_next_statement(const char *at, const char *end, struct few_cursor *statement);

bool few_word_is(struct few_word word, const char *text);
bool few_words_equal(struct few_word a, struct few_word b);

/* From the begin of the first word to the end of the last, but not beyond the line of the first. */
struct few_word few_span(struct few_word first, struct few_word last);

/* A whole number as a piece can be one: an optional minus sign, no superfluous zeros, at most 15 digits, so
 * that no sum of them can overflow. */
bool few_word_number(struct few_word word, int64_t *number);

/* The digits at the begin of a word as a count; UINT64_MAX where it is absurdly large. Returns how many
 * digits there are. */
size_t few_leading_count(struct few_word word, uint64_t *count);
bool few_word_count(struct few_word word, uint64_t *count); /* the whole word is digits */

/* Bytes of the character at `at` if it is well formed UTF-8, otherwise 0. */
size_t few_well_formed(const char *at, const char *end);

/* Bytes of the character at `at`, which must be valid UTF-8; and the number of characters of a slice. */
static inline size_t few_character_length(const char *at) {
    unsigned char c = (unsigned char)*at;
    return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}
size_t few_count_characters(struct few_word word);

#endif
