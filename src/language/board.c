/* Statements about the puzzle as a whole: title, board, string, within. */
#include "language/diagnose.h"

#include <string.h>

enum { MAX_CELLS = 1000000000, MAX_STRING = 1000000 };

/* White space is one blank, wherever it was more, so that a title of several lines is one line. */
bool few_read_title(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    (void)keyword;
    char *title = few_reader_alloc(reader, (size_t)(cursor->end - cursor->at) + 1, 1);
    if (!title)
        return false;
    size_t filled = 0;
    const char *previous = NULL;
    struct few_token token = few_next_token(cursor);
    if (token.kind == FEW_TOKEN_END)
        return few_expected(reader, token, "the text of the title");
    for (; token.kind != FEW_TOKEN_END; token = few_next_token(cursor)) {
        if (previous && previous != token.word.text)
            title[filled++] = ' ';
        memcpy(title + filled, token.word.text, token.word.length);
        filled += token.word.length;
        previous = token.word.text + token.word.length;
    }
    reader->puzzle->title = title;
    return true;
}

/* A number at the begin of the next word; the cursor goes behind its digits, so that `3x4` can be read. */
static bool read_size(struct few_reader *reader, struct few_cursor *cursor, const char *what, uint64_t max,
                      uint32_t *size) {
    struct few_token token = few_next_token(cursor);
    uint64_t count = 0;
    size_t digits = token.kind == FEW_TOKEN_WORD ? few_leading_count(token.word, &count) : 0;
    if (digits == 0)
        return few_expected(reader, token, what);
    token.word.length = digits;
    if (count == 0 || count > max)
        return few_mistake(reader, token.word, "%s must be between 1 and %llu", what,
                           (unsigned long long)max);
    cursor->at = token.word.text + digits;
    *size = (uint32_t)count;
    return true;
}

/* The multiplication sign is easily taken for an x. */
static bool is_times(struct few_token token) {
    return token.kind == FEW_TOKEN_WORD
        && (token.word.text[0] == 'x' || token.word.text[0] == 'X' || token.word.text[0] == '*'
            || (token.word.length >= 2 && memcmp(token.word.text, "×", 2) == 0));
}

/* What may stand behind the size: `wrapped`, both ways or one. */
static bool read_wrapped(struct few_reader *reader, struct few_cursor *cursor) {
    struct few_puzzle *puzzle = reader->puzzle;
    struct few_token token = few_next_token(cursor);
    if (token.kind == FEW_TOKEN_END)
        return true;
    if (!few_token_is(token, "wrapped"))
        return few_expected(reader, token, "`wrapped` or the end of the line");
    token = few_peek_token(cursor);
    puzzle->wraps_rows = puzzle->wraps_columns = token.kind == FEW_TOKEN_END;
    if (token.kind == FEW_TOKEN_END)
        return true;
    puzzle->wraps_columns = few_token_is(token, "left-right");
    puzzle->wraps_rows = few_token_is(token, "up-down");
    if (!puzzle->wraps_rows && !puzzle->wraps_columns) {
        few_hint(reader, "a board is `wrapped` both ways, `wrapped left-right` or `wrapped up-down`");
        return few_expected(reader, token, "`left-right`, `up-down` or the end of the line");
    }
    few_next_token(cursor);
    return few_expect_end(reader, cursor);
}

bool few_read_board(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->is_string || puzzle->rows)
        return few_mistake(reader, keyword, "a puzzle has a `board` or %s, not both", puzzle->is_string ? "a `string`" : "`cells`");
    uint32_t first = 0, second = 0;
    struct few_token start = few_peek_token(cursor);
    if (!read_size(reader, cursor, "the number of rows or cells", MAX_CELLS, &first))
        return false;
    struct few_token token = few_peek_token(cursor);
    if (token.kind == FEW_TOKEN_END || few_token_is(token, "wrapped")) {
        puzzle->rows = 1;
        puzzle->columns = first;
        return read_wrapped(reader, cursor);
    }
    few_next_token(cursor);
    if (!is_times(token) || token.word.text[0] != 'x') {
        few_hint(reader, "a board is written as `board ROWS x COLUMNS` or `board CELLS`");
        return few_expected(reader, token, "`x`");
    }
    cursor->at = token.word.text + 1;
    token = few_peek_token(cursor);
    if (!read_size(reader, cursor, "the number of columns", MAX_CELLS, &second) || !read_wrapped(reader, cursor))
        return false;
    if ((uint64_t)first * second > MAX_CELLS)
        return few_mistake(reader, few_span(start.word, token.word), "a board has at most %d cells",
                           MAX_CELLS);
    puzzle->rows = first;
    puzzle->columns = second;
    puzzle->is_grid = true;
    return true;
}

bool few_read_string(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->rows)
        return few_mistake(reader, keyword, "a puzzle has %s or a `string`, not both", puzzle->cell_names ? "`cells`" : "a `board`");
    puzzle->is_string = true;
    puzzle->max_length = FEW_NOWHERE;
    if (few_peek_token(cursor).kind == FEW_TOKEN_END)
        return true;
    return read_size(reader, cursor, "the length of the string", MAX_STRING, &puzzle->max_length)
        && few_expect_end(reader, cursor);
}

bool few_read_within(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    (void)keyword;
    struct few_token token = few_next_token(cursor);
    uint64_t count;
    if (token.kind != FEW_TOKEN_WORD || !few_word_count(token.word, &count))
        return few_expected(reader, token, "the largest number of moves");
    if (count == UINT64_MAX)
        return few_mistake(reader, token.word, "`%s` moves are too many", few_quote(token.word).text);
    reader->puzzle->has_within = true;
    reader->puzzle->within = count;
    return few_expect_end(reader, cursor);
}
