#include "language/rest.h"

#include "language/diagnose.h"

bool few_is_rest_next(const struct few_reader *reader, const struct few_cursor *cursor) {
    struct few_cursor behind = *cursor;
    const struct few_token token = few_next_token(&behind);
    const bool alone = few_peek_token(&behind).kind == FEW_TOKEN_END;
    return few_token_is(token, "rest") && few_find_word(reader, token.word) == FEW_NO_WORD &&
           (alone || reader->puzzle->is_string);
}

bool few_read_rest(struct few_reader *reader, struct few_cursor *cursor, uint32_t first) {
    const struct few_token word = few_next_token(cursor), behind = few_next_token(cursor);
    if (behind.kind != FEW_TOKEN_END) {
        few_hint(reader, "write it as `let r = rest`");
        return few_mistake(reader, behind.word, "nothing stands behind `rest`: it is all further characters, and no list");
    }
    if (!reader->puzzle->is_string) {
        few_hint(reader, "the values of a name are pieces");
        return few_mistake(reader, word.word, "`rest` is the rest of a string, and there is none");
    }
    for (uint32_t i = first; i < reader->puzzle->let_count; i++)
        reader->puzzle->lets[i].rest = true;
    few_refresh_names(reader, first);
    return true;
}

bool few_rest_elsewhere(struct few_reader *reader, struct few_word word) {
    return few_mistake(reader, word, "`%s` is the rest of the string, which stands only on the two sides of a move",
                       few_quote(word).text);
}

static bool is_rest(const struct few_reader *reader, few_code code) {
    return few_code_is_name(code) && few_is_rest(reader, few_code_index(code));
}

size_t few_count_rests(const struct few_reader *reader, const struct few_sketch *sketch) {
    size_t count = 0;
    for (size_t i = 0; reader->puzzle->is_string && i < sketch->columns; i++)
        count += is_rest(reader, reader->scratch[i]);
    return count;
}

bool few_take_rest(struct few_reader *reader, struct few_part *part, struct few_sketch *left) {
    const size_t last = left->columns - 1;
    for (size_t i = 0; reader->puzzle->is_string && i <= last; i++) {
        const few_code code = part->before[i];
        if (!is_rest(reader, code))
            continue;
        const char *name = reader->puzzle->lets[few_code_index(code)].name;
        if (i < last)
            return few_mistake(reader, left->first_row, "`%s` is all further characters, so that nothing stands behind it", name);
        if (i == 0)
            return few_mistake(reader, left->first_row, "at least one character stands before the rest `%s`", name);
        part->has_rest = true;
        part->rest = (uint16_t)few_code_index(code);
        left->columns--;
    }
    return true;
}

bool few_check_rest(struct few_reader *reader, const struct few_part *part, const struct few_sketch *left,
                    const struct few_sketch *right) {
    bool open = false;
    for (uint32_t i = 0; part->has_rest && i < part->columns; i++)
        open = open || part->before[i] == FEW_CODE_ANY;
    for (uint32_t i = 0; reader->puzzle->is_string && i < part->after_columns; i++) {
        const few_code code = part->after[i];
        open = open || (part->has_rest && code == FEW_CODE_ANY);
        if (!is_rest(reader, code) || (part->has_rest && few_code_index(code) == part->rest))
            continue;
        const char *name = reader->puzzle->lets[few_code_index(code)].name;
        few_hint(reader, "the left side ends in it, as in `a %s -> %s a`", name, name);
        return few_mistake(reader, right->first_row, "`%s` stands on the right side only", name);
    }
    if (!open)
        return true;
    few_hint(reader, "a name stands for any one of its characters");
    return few_mistake(reader, left->first_row, "`_` does not go together with the rest of the string");
}
