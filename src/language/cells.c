/* Cells and lists of cells. The comma of `ROW,COLUMN` is told from others by the digits that touch it. */
#include "language/cells.h"

#include "language/diagnose.h"

enum { MAX_RANGE = 10000 };

static bool is_digit(const char *at, const char *end) {
    return at < end && *at >= '0' && *at <= '9';
}

/* A number from 1 to `most`, which is what the board has of these. */
static bool read_number(struct few_reader *reader, struct few_word word, uint64_t most, const char *what,
                        uint64_t *number) {
    if (!few_word_count(word, number)) {
        few_hint(reader, "a cell is `ROW,COLUMN` without white space, or one number in reading order");
        return few_mistake(reader, word, "`%s` is not a cell", few_quote(word).text);
    }
    if (*number == 0 || *number > most)
        return few_mistake(reader, word, "there is no %s %s: the board has %llu, counted from 1", what,
                           few_quote(word).text, (unsigned long long)most);
    return true;
}

uint32_t few_find_cell(const struct few_reader *reader, struct few_word word) {
    return few_words_find(&reader->vocabulary->cells, word);
}

bool few_undeclared_cell_name(struct few_reader *reader, struct few_word word) {
    struct few_nearest nearest = few_nearest(word);
    uint64_t number;
    for (uint32_t i = 0; i < reader->puzzle->columns; i++)
        few_nearest_try(&nearest, reader->puzzle->cell_names[i]);
    if (few_word_count(word, &number))
        few_hint(reader, "the cells have names: they are called by these");
    else
        few_hint_nearest(reader, &nearest);
    return few_mistake(reader, word, "`%s` is not a cell", few_quote(word).text);
}

bool few_read_cell(struct few_reader *reader, struct few_cursor *cursor, uint32_t *cell) {
    const struct few_puzzle *puzzle = reader->puzzle;
    struct few_token first = few_next_token(cursor);
    if (first.kind != FEW_TOKEN_WORD)
        return few_expected(reader, first, "a cell");
    if (puzzle->cell_names) {
        *cell = few_find_cell(reader, first.word);
        return *cell != FEW_NO_WORD || few_undeclared_cell_name(reader, first.word);
    }
    uint64_t row, column, number;
    bool pair = is_digit(first.word.text, cursor->end) && cursor->at < cursor->end && *cursor->at == ','
        && is_digit(cursor->at + 1, cursor->end);
    if (!pair) {
        uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
        if (!read_number(reader, first.word, cells, "cell", &number))
            return false;
        *cell = (uint32_t)number - 1;
        return true;
    }
    few_next_token(cursor); /* the comma */
    struct few_token second = few_next_token(cursor);
    if (!read_number(reader, first.word, puzzle->rows, "row", &row)
        || !read_number(reader, second.word, puzzle->columns, "column", &column))
        return false;
    *cell = (uint32_t)((row - 1) * puzzle->columns + column - 1);
    return true;
}

/* Splits `1..4`. */
static bool is_range(struct few_word word, struct few_word *from, struct few_word *to) {
    uint64_t number;
    size_t digits = few_leading_count(word, &number);
    if (digits == 0 || digits + 3 > word.length || word.text[digits] != '.' || word.text[digits + 1] != '.')
        return false;
    *from = (struct few_word){word.text, digits};
    *to = (struct few_word){word.text + digits + 2, word.length - digits - 2};
    return true;
}

static bool add_cell(struct few_reader *reader, struct few_cells *list, uint32_t cell) {
    uint32_t *grown = few_grow(reader, list->cells, list->count, &list->capacity, sizeof *grown);
    if (!grown)
        return false;
    list->cells = grown;
    list->cells[list->count++] = cell;
    return true;
}

/* One cell or one range of them. */
static bool read_some(struct few_reader *reader, struct few_cursor *cursor, struct few_cells *list) {
    const struct few_puzzle *puzzle = reader->puzzle;
    struct few_token token = few_peek_token(cursor);
    struct few_word from, to;
    if (token.kind != FEW_TOKEN_WORD || puzzle->cell_names || !is_range(token.word, &from, &to)) {
        uint32_t cell;
        return few_read_cell(reader, cursor, &cell) && add_cell(reader, list, cell);
    }
    few_next_token(cursor);
    uint64_t first, last, cells = (uint64_t)puzzle->rows * puzzle->columns;
    if (!read_number(reader, from, cells, "cell", &first) || !read_number(reader, to, cells, "cell", &last))
        return false;
    if (first > last)
        return few_mistake(reader, token.word, "the range `%s` runs backwards", few_quote(token.word).text);
    if (last - first >= MAX_RANGE)
        return few_mistake(reader, token.word, "a range has at most %d values", MAX_RANGE);
    for (; first <= last; first++)
        if (!add_cell(reader, list, (uint32_t)first - 1))
            return false;
    return true;
}

/* Index of the first cell that was in the list before, or the count. UINT32_MAX: no memory. */
static uint32_t find_repeated(struct few_reader *reader, const struct few_cells *list) {
    size_t capacity = 16;
    while (capacity < 2 * (size_t)list->count)
        capacity *= 2;
    uint32_t *seen = few_alloc_zeroed(reader->memory, capacity * sizeof *seen); /* cell + 1; 0: empty */
    if (!seen)
        return UINT32_MAX;
    uint32_t index = 0;
    for (; index < list->count; index++) {
        uint32_t key = list->cells[index] + 1;
        size_t slot = key * UINT32_C(2654435769) & (capacity - 1);
        while (seen[slot] && seen[slot] != key)
            slot = (slot + 1) & (capacity - 1);
        if (seen[slot])
            break;
        seen[slot] = key;
    }
    few_free(reader->memory, seen, capacity * sizeof *seen);
    return index;
}

bool few_read_cells(struct few_reader *reader, struct few_cursor *cursor, struct few_cells *list) {
    struct few_cursor again = *cursor;
    uint32_t known = list->count;
    do {
        if (!read_some(reader, cursor, list))
            return false;
    } while (few_peek_token(cursor).kind == FEW_TOKEN_WORD);
    uint32_t repeated = find_repeated(reader, list);
    if (repeated == UINT32_MAX)
        return few_fail_memory(reader->error);
    if (repeated == list->count)
        return true;
    /* Read once more to find where it stands. */
    struct few_word place = few_peek_token(&again).word;
    for (list->count = known; list->count <= repeated;) {
        place = few_peek_token(&again).word;
        if (!read_some(reader, &again, list))
            return false;
    }
    place = few_span(place, (struct few_word){again.at, 0});
    return few_mistake(reader, place, "cell `%s` is listed twice", few_quote(place).text);
}
