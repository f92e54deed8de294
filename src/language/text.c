/* Statements, words and characters of a text. Everything but few_check_text may assume valid UTF-8. */
#include "language/text.h"

#include <string.h>

#define SPACE FEW_BYTE_SPACE
#define MARK FEW_BYTE_MARK

const uint8_t few_byte_class[256] = {
    ['\t'] = SPACE,
    ['\v'] = SPACE,
    ['\f'] = SPACE,
    ['\r'] = SPACE,
    [' '] = SPACE,
    [':'] = MARK,
    [','] = MARK,
    ['/'] = MARK,
    ['('] = MARK,
    [')'] = MARK,
    [';'] = FEW_BYTE_COMMENT,
    ['\n'] = FEW_BYTE_LINE_END,
};

static inline enum few_byte_class class_at(const char *at) {
    return few_byte_class[(unsigned char)*at];
}

static const char *line_end(const char *at, const char *end) {
    const char *found = memchr(at, '\n', (size_t)(end - at));
    return found ? found : end;
}

char few_line_end(const char *text, const char *end) {
    return text < end && !memchr(text, '\n', (size_t)(end - text)) ? '\r' : '\n';
}

/* Behind a word: four bytes at a time, as boards are long words. */
static const char *end_of_word(const char *at, const char *end) {
    _Static_assert(FEW_BYTE_WORD == 0, "classes are tested together");
    while (end - at >= 4 && (class_at(at) | class_at(at + 1) | class_at(at + 2) | class_at(at + 3)) == FEW_BYTE_WORD)
        at += 4;
    while (at < end && class_at(at) == FEW_BYTE_WORD)
        at++;
    return at;
}

struct few_token few_next_token(struct few_cursor *cursor) {
    const char *at = cursor->at, *const end = cursor->end;
    struct few_token token = {.kind = FEW_TOKEN_END, .word = {at, 0}};
    for (; at < end; at++) {
        enum few_byte_class class = class_at(at);
        if (class == FEW_BYTE_WORD) {
            token.kind = FEW_TOKEN_WORD;
            token.word.text = at;
            at = end_of_word(at, end);
            token.word.length = (size_t)(at - token.word.text);
            break;
        }
        if (class == MARK) {
            token.kind = FEW_TOKEN_MARK;
            token.mark = *at;
            token.word = (struct few_word){at++, 1};
            break;
        }
        if (class == FEW_BYTE_COMMENT) {
            at = line_end(at, end);
            if (at == end)
                break;
        }
        if (*at == '\n')
            token.new_line = true;
    }
    if (token.kind != FEW_TOKEN_END)
        cursor->at = at;
    return token;
}

struct few_token few_peek_token(const struct few_cursor *cursor) {
    struct few_cursor copy = *cursor;
    return few_next_token(&copy);
}

bool few_token_is(struct few_token token, const char *word) {
    return token.kind == FEW_TOKEN_WORD && few_word_is(token.word, word);
}

bool few_token_is_mark(struct few_token token, char mark) {
    return token.kind == FEW_TOKEN_MARK && token.mark == mark;
}

/* Well formed is the shortest form, no surrogate, at most U+10FFFF. */
static size_t well_formed(const unsigned char *at, const unsigned char *end) {
    size_t length = at[0] < 0x80 ? 1
        : at[0] < 0xc2           ? 0
        : at[0] < 0xe0           ? 2
        : at[0] < 0xf0           ? 3
        : at[0] < 0xf5           ? 4
                                 : 0;
    if (length == 0 || (size_t)(end - at) < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    bool surrogate = at[0] == 0xed && at[1] >= 0xa0;
    bool too_large = at[0] == 0xf4 && at[1] >= 0x90;
    return overlong || surrogate || too_large ? 0 : length;
}

size_t few_well_formed(const char *at, const char *end) {
    return well_formed((const unsigned char *)at, (const unsigned char *)end);
}

enum few_text_fault few_check_text(const char *text, size_t length, const char **fault) {
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        /* Eight bytes at once while all are plain: no high bit, none below a blank, none 0x7f. */
        while (end - at >= 8) {
            uint64_t eight;
            memcpy(&eight, at, sizeof eight);
            const uint64_t high = 0x8080808080808080, blanks = 0x2020202020202020, ones = 0x0101010101010101;
            if ((eight | (eight - blanks) | (eight + ones)) & high)
                break;
            at += 8;
        }
        const unsigned char *stop = end - at >= 8 ? at + 8 : end;
        while (at < stop) {
            size_t bytes = well_formed(at, end);
            *fault = (const char *)at;
            if (bytes == 0)
                return FEW_TEXT_NOT_UTF8;
            if (*at == 0)
                return FEW_TEXT_NUL;
            bool control = (*at < 0x20 && few_byte_class[*at] == FEW_BYTE_WORD) || *at == 0x7f
                || (*at == 0xc2 && at[1] < 0xa0);
            if (control)
                return FEW_TEXT_CONTROL;
            at += bytes;
        }
    }
    return FEW_TEXT_FINE;
}

/* Nothing on this line but white space and a comment. */
static bool is_blank(const char *at, const char *end) {
    while (at < end && class_at(at) == SPACE)
        at++;
    return at == end || *at == '\n' || *at == ';';
}

bool few_next_statement(const char *at, const char *end, struct few_cursor *statement) {
    while (at < end && is_blank(at, end)) {
        at = line_end(at, end);
        at += at < end;
    }
    if (at == end)
        return false;
    statement->at = at;
    do {
        at = line_end(at, end);
        at += at < end;
    } while (at < end && (class_at(at) == SPACE || *at == '\n' || *at == ';'));
    statement->end = at;
    return true;
}

bool few_word_is(struct few_word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

bool few_words_equal(struct few_word a, struct few_word b) {
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

struct few_word few_span(struct few_word first, struct few_word last) {
    const char *end = last.text + last.length;
    if (end <= first.text)
        return first;
    const char *stop = line_end(first.text, end),
               *comment = memchr(first.text, ';', (size_t)(stop - first.text));
    if (comment)
        stop = comment;
    while (stop > first.text + 1 && class_at(stop - 1) == SPACE)
        stop--;
    return (struct few_word){first.text, (size_t)(stop - first.text)};
}

bool few_word_number(struct few_word word, int64_t *number) {
    bool minus = word.length > 0 && word.text[0] == '-';
    struct few_word digits = {word.text + minus, word.length - minus};
    uint64_t count;
    if (digits.length > 15 || !few_word_count(digits, &count))
        return false;
    if (digits.text[0] == '0' && (minus || digits.length > 1))
        return false;
    *number = minus ? -(int64_t)count : (int64_t)count;
    return true;
}

size_t few_leading_count(struct few_word word, uint64_t *count) {
    size_t digits = 0;
    *count = 0;
    while (digits < word.length && word.text[digits] >= '0' && word.text[digits] <= '9') {
        uint64_t digit = (uint64_t)(word.text[digits++] - '0');
        *count = *count > UINT64_MAX / 10 - 10 ? UINT64_MAX : *count * 10 + digit;
    }
    return digits;
}

bool few_word_count(struct few_word word, uint64_t *count) {
    return word.length > 0 && few_leading_count(word, count) == word.length;
}

size_t few_count_characters(struct few_word word) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    size_t i = 0, further = 0; /* bytes 10xxxxxx: of a character that has begun */
    for (; word.length - i >= 8; i += 8) {
        uint64_t eight;
        memcpy(&eight, word.text + i, sizeof eight);
        further += (size_t)(((eight >> 7 & ~eight >> 6 & ones) * ones) >> 56);
    }
    for (; i < word.length; i++)
        further += (word.text[i] & 0xc0) == 0x80;
    return word.length - further;
}
