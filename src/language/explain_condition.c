/* What people write in a goal or `never` who are used to other ways of writing: told as what it is, before it would be read
 * as a drawing and called a piece that does not exist. */
#include "language/explain_condition.h"

#include "language/compared.h"
#include "language/diagnose.h"

static bool is_undeclared(const struct few_reader *reader, struct few_token token) {
    return token.kind == FEW_TOKEN_WORD && few_find_word(reader, token.word) == FEW_NO_WORD;
}

bool few_begins_operator(const struct few_reader *reader, struct few_token token) {
    return is_undeclared(reader, token) && few_before_operator(reader, token.word).length == 0;
}

/* `2 = a`, `1 < a < 3`, `2*a = 4`. A piece may be called like any of these words: then it is a drawing. */
static bool is_number_first(const struct few_reader *reader, struct few_token first, struct few_token second) {
    uint64_t number;
    if (first.kind != FEW_TOKEN_WORD || reader->puzzle->var_count == 0 || few_leading_count(first.word, &number) == 0)
        return false;
    const struct few_word before = few_before_operator(reader, first.word);
    return before.length < first.word.length || few_begins_operator(reader, second);
}

/* `2,2 is a`, of which the first word and the comma are known. */
static bool is_place_is(struct few_cursor behind_comma, struct few_token first) {
    uint64_t number;
    const struct few_token column = few_next_token(&behind_comma);
    return first.kind == FEW_TOKEN_WORD && few_word_count(first.word, &number) && column.kind == FEW_TOKEN_WORD &&
           few_word_count(column.word, &number) && few_token_is(few_peek_token(&behind_comma), "is");
}

bool few_is_plain_condition(struct few_reader *reader, struct few_cursor cursor) {
    const struct few_token first = few_next_token(&cursor), second = few_next_token(&cursor);
    if (few_token_is(first, "not") && is_undeclared(reader, first) && few_token_is_mark(second, '(')) {
        few_hint(reader, "`not` stands before a single condition; join conditions by `and` and `or`");
        return few_mistake(reader, second.word, "there are no parentheses in conditions");
    }
    if (is_number_first(reader, first, second)) {
        few_hint(reader, "begin with a var, as in `v > 1 and v < 3`; for `2*v` write `v+v`");
        return few_mistake(reader, first.word, "a comparison does not begin with a number");
    }
    if (reader->puzzle->kind_count && few_token_is(second, "on") && is_undeclared(reader, second)) {
        few_hint(reader, "did you mean `every %s on …`? In a drawing, `P|F` is a piece on a kind of floor", few_quote(first.word).text);
        return few_mistake(reader, second.word, "`on` stands behind `every` and a piece, or behind `count` and a piece");
    }
    if (!reader->puzzle->cell_names && few_token_is_mark(second, ',') && is_place_is(cursor, first)) {
        few_hint(reader, "draw the board, with `_` where it does not matter");
        return few_mistake(reader, first.word, "only cells with a name are followed by `is`");
    }
    return true;
}
