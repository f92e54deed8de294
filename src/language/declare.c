/* Statements that declare words: pieces, var, let, names. */
#include "language/declare.h"

#include <stdio.h>
#include <string.h>

#include "language/diagnose.h"
#include "language/explain.h"
#include "language/floor.h"
#include "language/rest.h"

enum { MAX_RANGE = 10000 };

bool few_check_piece_word(struct few_reader *reader, struct few_word word, const char *what) {
    const char *blank = memchr(word.text, '_', word.length);
    if (blank) {
        if (word.length > 1)
            few_hint(reader, "a hyphen would do");
        return few_mistake(reader, (struct few_word){blank, 1},
                           "`_` cannot be part of %s: it stands for any content of a cell", what);
    }
    if (few_word_is(word, "->"))
        return few_mistake(reader, word, "`->` cannot be %s: it separates before and after", what);
    return true;
}

bool few_check_name_word(struct few_reader *reader, struct few_word word, const char *what) {
    int64_t number;
    if (few_word_number(word, &number))
        return few_mistake(reader, word, "a number cannot be %s", what);
    if (few_word_is(word, "="))
        return few_mistake(reader, word, "%s is missing before `=`", what);
    return few_check_piece_word(reader, word, what);
}

bool few_check_move_word(struct few_reader *reader, struct few_word word, const char *what) {
    for (size_t i = 0; i < word.length; i++)
        if (strchr("@#=", word.text[i]))
            return few_mistake(reader, (struct few_word){word.text + i, 1}, "`%c` cannot be part of %s",
                               word.text[i], what);
    return few_check_name_word(reader, word, what);
}

/* A word that is not declared yet. */
static bool check_new(struct few_reader *reader, struct few_word word, struct few_word place) {
    uint32_t found = few_find_word(reader, word);
    if (found == FEW_NO_WORD)
        return true;
    const char *what = found & FEW_WORD_PIECE ? "piece" : found & FEW_WORD_NAME ? "name" : "var";
    if (found & FEW_WORD_PIECE && !(found & FEW_WORD_ON_BOARD))
        what = found & FEW_WORD_KIND ? "kind of floor" : "value of a var";
    return few_mistake(reader, place, "`%s` is already declared as a %s", few_quote(word).text, what);
}

enum list_kind { PIECES_LIST, VAR_LIST, LET_LIST, FLOOR_LIST, CELLS_LIST };

static const struct list_words {
    const char *one, *many;
} list_words[] = {
    [PIECES_LIST] = {"a piece", "pieces"},
    [VAR_LIST] = {"a value", "values"},
    [LET_LIST] = {"a value", "values"},
    [FLOOR_LIST] = {"a value", "values"},
    [CELLS_LIST] = {"the name of a cell", "cells"},
};

/* The values of one statement. */
struct list {
    enum list_kind kind;
    uint16_t *values;
    uint32_t count, capacity;
    uint8_t seen[(FEW_MAX_PIECES + 8) / 8];
};

/* The piece of a value, declared if the statement declares its values. */
static bool piece_of_value(struct few_reader *reader, const struct list *list, struct few_word value,
                           struct few_word place, uint32_t *piece) {
    const struct few_puzzle *puzzle = reader->puzzle;
    uint32_t found = few_find_word(reader, value);
    bool declares = list->kind != LET_LIST || (puzzle->any_character && found == FEW_NO_WORD);
    if (declares) {
        const bool wall = list->kind == FLOOR_LIST && list->count == 0;
        bool on_board = list->kind == PIECES_LIST || puzzle->is_string || wall;
        if (found != FEW_NO_WORD && !(found & FEW_WORD_PIECE))
            return check_new(reader, value, place);
        if ((wall && found != FEW_NO_WORD && found & FEW_WORD_ON_BOARD) ||
            (list->kind == PIECES_LIST && puzzle->kind_count && (found & FEW_WORD_INDEX) == few_wall(puzzle)))
            return few_wall_is_piece(reader, value, place);
        if (on_board && puzzle->is_string && few_count_characters(value) != 1)
            return few_mistake(reader, place,
                               "`%s` has more than one character, which a piece of a string cannot",
                               few_quote(value).text);
        return few_declare_piece(reader, value, place, on_board, piece);
    }
    if (found != FEW_NO_WORD && found & FEW_WORD_PIECE) {
        *piece = found & FEW_WORD_INDEX;
        return true;
    }
    return few_undeclared_value(reader, value, place);
}

/* The next cell of the row is called so. */
static bool add_cell_name(struct few_reader *reader, struct few_word value, struct few_word place) {
    struct few_puzzle *puzzle = reader->puzzle;
    for (size_t i = 0; i < value.length; i++)
        if (strchr("@#=", value.text[i]))
            return few_mistake(reader, place, "`%c` cannot be part of the name of a cell", value.text[i]);
    if (few_words_find(&reader->vocabulary->cells, value) != FEW_NO_WORD)
        return few_mistake(reader, place, "`%s` is listed twice", few_quote(value).text);
    char *name = few_arena_copy(&puzzle->arena, value.text, value.length);
    const char **grown = few_grow(reader, puzzle->cell_names, puzzle->columns, &reader->cell_name_capacity, sizeof *grown);
    if (!name || !grown || !few_words_set(&reader->vocabulary->cells, (struct few_word){name, value.length}, puzzle->columns))
        return few_fail_memory(reader->error);
    puzzle->cell_names = grown;
    puzzle->cell_names[puzzle->columns++] = name;
    return true;
}

static bool add_value(struct few_reader *reader, struct list *list, struct few_word value,
                      struct few_word place) {
    uint32_t piece;
    if (list->kind == CELLS_LIST)
        return add_cell_name(reader, value, place);
    if (!piece_of_value(reader, list, value, place, &piece))
        return false;
    if (list->seen[piece / 8] >> piece % 8 & 1)
        return few_mistake(reader, place, "`%s` is listed twice", few_quote(value).text);
    list->seen[piece / 8] |= (uint8_t)(1 << piece % 8);
    uint16_t *grown = few_grow(reader, list->values, list->count, &list->capacity, sizeof *grown);
    if (!grown)
        return false;
    list->values = grown;
    list->values[list->count++] = (uint16_t)piece;
    return true;
}

/* Splits `1..8`; a word is meant as a range if something other than dots stands on both sides. */
static bool split_range(struct few_word word, struct few_word *from, struct few_word *to) {
    for (size_t i = 1; i + 2 < word.length; i++) {
        if (word.text[i] != '.' || word.text[i + 1] != '.')
            continue;
        *from = (struct few_word){word.text, i};
        *to = (struct few_word){word.text + i + 2, word.length - i - 2};
        return to->text[0] != '.' && from->text[0] != '.';
    }
    return false;
}

static bool is_letter(struct few_word word) {
    char c = word.text[0];
    return word.length == 1 && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

static bool add_range(struct few_reader *reader, struct list *list, struct few_word range,
                      struct few_word from, struct few_word to) {
    int64_t first, last;
    bool letters = is_letter(from) && is_letter(to);
    if (letters) {
        first = from.text[0];
        last = to.text[0];
        if ((first < 'a') != (last < 'a'))
            return few_mistake(reader, range, "a range of letters has both ends in the same case");
    } else if (!few_word_number(from, &first) || !few_word_number(to, &last)) {
        return few_mistake(reader, range,
                           "a range goes from a letter to a letter or from a number to a number");
    }
    if (first > last) {
        few_hint(reader, "write it as `%s..%s`, or list the values one by one", few_quote(to).text,
                 few_quote(from).text);
        return few_mistake(reader, range, "the range `%s` runs backwards", few_quote(range).text);
    }
    if (last - first >= MAX_RANGE)
        return few_mistake(reader, range, "a range has at most %d values", MAX_RANGE);
    for (int64_t value = first; value <= last; value++) {
        char text[24];
        int length = letters ? snprintf(text, sizeof text, "%c", (int)value)
                             : snprintf(text, sizeof text, "%lld", (long long)value);
        if (!add_value(reader, list, (struct few_word){text, (size_t)length}, range))
            return false;
    }
    return true;
}

static bool read_values(struct few_reader *reader, struct few_cursor *cursor, struct list *list) {
    struct few_token token = few_next_token(cursor);
    if (token.kind == FEW_TOKEN_END)
        return few_expected(reader, token, list_words[list->kind].one);
    for (; token.kind != FEW_TOKEN_END; token = few_next_token(cursor)) {
        struct few_word from, to, word = token.word;
        if (list->kind == FLOOR_LIST && token.new_line) {
            cursor->at = word.text;
            return true;
        }
        if (token.kind == FEW_TOKEN_MARK) {
            few_hint(reader,
                     token.mark == ',' ? "separate them by white space"
                     : list->kind == FLOOR_LIST ? "the drawing of the floor stands on the lines below"
                                       : "a piece is a word without any of `; : , / _ ( )`");
            return few_mistake(reader, word, "`%c` cannot stand in a list of %s", token.mark,
                               list_words[list->kind].many);
        }
        if (few_find_word(reader, word) == FEW_NO_WORD && split_range(word, &from, &to)) {
            if (!add_range(reader, list, word, from, to))
                return false;
        } else if (!few_check_piece_word(reader, word, list_words[list->kind].one)
                   || !add_value(reader, list, word, word)) {
            return false;
        }
    }
    return true;
}

bool few_read_kinds(struct few_reader *reader, struct few_cursor *cursor) {
    struct few_puzzle *puzzle = reader->puzzle;
    struct list list = {.kind = FLOOR_LIST};
    if (!read_values(reader, cursor, &list))
        return false;
    for (uint32_t i = 0; i < list.count; i++)
        if (!few_declare_kind(reader, list.values[i]))
            return false;
    puzzle->kinds = list.values;
    puzzle->kind_count = list.count;
    few_refresh_names(reader, 0);
    return true;
}

bool few_read_cell_names(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->is_string || puzzle->rows)
        return few_mistake(reader, keyword, "a puzzle has %s or `cells`, not both", puzzle->is_string ? "a `string`" : "a `board`");
    struct list list = {.kind = CELLS_LIST};
    puzzle->rows = 1;
    return read_values(reader, cursor, &list);
}

bool few_read_pieces(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    (void)keyword;
    reader->pieces_below = NULL;
    struct list list = {.kind = PIECES_LIST};
    if (!read_values(reader, cursor, &list))
        return false;
    few_refresh_names(reader, 0);
    return true;
}

/* The `=` between what is declared and its values. */
static bool read_equals(struct few_reader *reader, struct few_token token, const char *example) {
    if (few_token_is(token, "="))
        return true;
    bool glued = token.kind == FEW_TOKEN_WORD && memchr(token.word.text, '=', token.word.length);
    few_hint(reader, glued ? "put white space around the `=`, as in `%s`" : "write it as `%s`", example);
    return few_expected(reader, token, "`=`");
}

bool few_read_var(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    struct few_puzzle *puzzle = reader->puzzle;
    static const char example[] = "var turn = B W";
    if (puzzle->is_string)
        return few_mistake(reader, keyword, "a string puzzle has no vars");
    struct few_token token = few_next_token(cursor);
    if (token.kind != FEW_TOKEN_WORD)
        return few_expected(reader, token, "the name of the var");
    struct few_word word = token.word;
    if (few_peek_token(cursor).kind == FEW_TOKEN_END && memchr(word.text, '=', word.length))
        return read_equals(reader, token, example);
    if (few_words_find(&reader->vocabulary->cells, word) != FEW_NO_WORD)
        return few_mistake(reader, word, "`%s` is already declared as a cell", few_quote(word).text);
    if (!few_check_name_word(reader, word, "the name of a var") || !check_new(reader, word, word)
        || !read_equals(reader, few_next_token(cursor), example))
        return false;
    char *name = few_arena_copy(&puzzle->arena, word.text, word.length);
    struct few_var *grown = few_grow(reader, puzzle->vars, puzzle->var_count, &reader->var_capacity,
                                     sizeof *grown);
    if (!name || !grown)
        return few_fail_memory(reader->error);
    puzzle->vars = grown;
    if (puzzle->var_count == FEW_MAX_NAMES)
        return few_mistake(reader, word, "there are more than %d vars", FEW_MAX_NAMES);
    word.text = name;
    if (!few_declare_word(reader, word, FEW_WORD_VAR | puzzle->var_count))
        return false;
    struct list list = {.kind = VAR_LIST};
    if (!read_values(reader, cursor, &list))
        return false;
    puzzle->vars[puzzle->var_count++] = (struct few_var){
        .name = name, .values = list.values, .count = list.count};
    return true;
}

static bool add_let(struct few_reader *reader, struct few_word word) {
    struct few_puzzle *puzzle = reader->puzzle;
    if (!few_check_name_word(reader, word, "a name") || !check_new(reader, word, word))
        return false;
    if (puzzle->let_count == FEW_MAX_NAMES)
        return few_mistake(reader, word, "there are more than %d names", FEW_MAX_NAMES);
    char *name = few_arena_copy(&puzzle->arena, word.text, word.length);
    struct few_let *grown = few_grow(reader, puzzle->lets, puzzle->let_count, &reader->let_capacity,
                                     sizeof *grown);
    if (!name || !grown)
        return few_fail_memory(reader->error);
    puzzle->lets = grown;
    puzzle->lets[puzzle->let_count] = (struct few_let){.name = name};
    word.text = name;
    return few_declare_word(reader, word, FEW_WORD_NAME | puzzle->let_count++);
}

/* `ring` is a word of the language if something follows it, or if it is no piece. */
static bool take_ring(struct few_reader *reader, struct few_cursor *cursor) {
    struct few_cursor behind = *cursor;
    if (!few_token_is(few_next_token(&behind), "ring"))
        return false;
    uint32_t found = few_find_word(reader, (struct few_word){"ring", 4});
    bool is_piece = found != FEW_NO_WORD && found & FEW_WORD_PIECE;
    if (is_piece && few_peek_token(&behind).kind == FEW_TOKEN_END)
        return false;
    *cursor = behind;
    return true;
}

bool few_read_let(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    (void)keyword;
    struct few_puzzle *puzzle = reader->puzzle;
    static const char example[] = "let t = 1..8";
    uint32_t first = puzzle->let_count;
    struct few_token token;
    do {
        token = few_next_token(cursor);
        if (token.kind != FEW_TOKEN_WORD)
            return few_expected(reader, token, "a name");
        struct few_token behind = few_peek_token(cursor);
        if (behind.kind == FEW_TOKEN_END && memchr(token.word.text, '=', token.word.length))
            return read_equals(reader, token, example);
        if (!add_let(reader, token.word))
            return false;
        token = few_next_token(cursor);
    } while (few_token_is_mark(token, ','));
    if (token.kind == FEW_TOKEN_WORD && !few_token_is(token, "=") && few_token_is(few_peek_token(cursor), "=")) {
        few_hint(reader, "several names are separated by commas, as in `let a, b = 1..9`");
        return few_expected(reader, token, "a comma or `=`");
    }
    if (!read_equals(reader, token, example))
        return false;
    if (few_is_rest_next(reader, cursor))
        return few_read_rest(reader, cursor, first);
    bool ring = take_ring(reader, cursor);
    struct list list = {.kind = LET_LIST};
    if (!read_values(reader, cursor, &list))
        return false;
    for (uint32_t i = first; i < puzzle->let_count; i++) {
        puzzle->lets[i].domain = list.values;
        puzzle->lets[i].count = list.count;
        puzzle->lets[i].ring = ring;
    }
    few_refresh_names(reader, first);
    return true;
}

bool few_read_names(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    (void)keyword;
    struct few_word words[4];
    for (int i = 0; i < 4; i++) {
        static const char *const what[4] = {"the name for up", "the name for down", "the name for left",
                                            "the name for right"};
        struct few_token token = few_next_token(cursor);
        if (token.kind != FEW_TOKEN_WORD)
            return few_expected(reader, token, what[i]);
        words[i] = token.word;
        if (!few_check_move_word(reader, words[i], "the name of a direction"))
            return false;
        for (int j = 0; j < i; j++)
            if (few_words_equal(words[i], words[j]))
                return few_mistake(reader, words[i], "two directions have the same name `%s`",
                                   few_quote(words[i]).text);
        char *name = few_arena_copy(&reader->puzzle->arena, words[i].text, words[i].length);
        if (!name)
            return few_fail_memory(reader->error);
        reader->puzzle->directions[i] = name;
    }
    return few_expect_end(reader, cursor);
}
