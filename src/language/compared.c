/* `m < c`, `m+c = 5`, `V != W`, `count a = 3`: comparisons of what vars are and of how many pieces there are. They may be written
 * without white space around the operator, so that reading one moves the cursor inside words. */
#include "language/compared.h"

#include <string.h>

#include "language/counted.h"
#include "language/diagnose.h"
#include "language/explain.h"

static const int64_t LARGEST = INT64_C(1000000000000000000);

static bool is_comparing(char c) {
    return c == '=' || c == '<' || c == '>' || c == '!';
}

struct few_word few_before_operator(const struct few_reader *reader, struct few_word word) {
    if (few_find_word(reader, word) != FEW_NO_WORD)
        return word;
    struct few_word cut = {word.text, 0};
    while (cut.length < word.length && !is_comparing(word.text[cut.length]))
        cut.length++;
    return cut;
}

/* The next var or number of a sum; *rest begins behind it. */
static struct few_word take_term(struct few_word *rest) {
    struct few_word term = {rest->text, 0};
    while (term.length < rest->length && rest->text[term.length] != '+' && rest->text[term.length] != '-')
        term.length++;
    rest->text += term.length;
    rest->length -= term.length;
    return term;
}

/* Reads a sum; false: the word is none, or there is no memory. `vars` and `signs` may be NULL, to look only. */
static bool read_sum(const struct few_reader *reader, struct few_word word, struct few_var_sum *sum) {
    const uint32_t found = few_find_word(reader, word);
    sum->piece = FEW_CODE_ANY;
    sum->constant = 0;
    sum->count = 0;
    if (few_word_number(word, &sum->constant))
        return true;
    if (found != FEW_NO_WORD) {
        if (!(found & FEW_WORD_VAR))
            return false;
        if (sum->vars) {
            sum->vars[0] = found & FEW_WORD_INDEX;
            sum->signs[0] = 1;
        }
        sum->count = 1;
        return true;
    }
    for (struct few_word rest = word; rest.length > 0;) {
        int8_t sign = 1;
        if (rest.text != word.text || *rest.text == '-') {
            sign = *rest.text == '-' ? -1 : 1;
            rest.text++;
            rest.length--;
        }
        const struct few_word term = take_term(&rest);
        const uint32_t var = term.length ? few_find_word(reader, term) : FEW_NO_WORD;
        int64_t number;
        if (term.length && few_word_number(term, &number)) {
            if (__builtin_add_overflow(sum->constant, sign * number, &sum->constant))
                return false;
        } else if (var != FEW_NO_WORD && var & FEW_WORD_VAR) {
            if (sum->vars) {
                sum->vars[sum->count] = var & FEW_WORD_INDEX;
                sum->signs[sum->count] = sign;
            }
            sum->count++;
        } else {
            return false;
        }
    }
    return sum->count > 0;
}

static bool is_joint(struct few_token token) {
    return few_token_is(token, "+") || few_token_is(token, "-");
}

bool few_is_compared(struct few_reader *reader, struct few_cursor cursor) {
    const struct few_token token = few_next_token(&cursor);
    struct few_var_sum sum = {0};
    if (few_is_keyword(reader, token, "count"))
        return true;
    if (token.kind != FEW_TOKEN_WORD || reader->puzzle->var_count == 0)
        return false;
    const struct few_word left = few_before_operator(reader, token.word);
    if (left.length == 0 || !read_sum(reader, left, &sum) || sum.count == 0)
        return false;
    if (left.length < token.word.length)
        return true;
    const struct few_token second = few_next_token(&cursor);
    return second.kind == FEW_TOKEN_WORD && (is_comparing(*second.word.text) || is_joint(second));
}

/* Adds a word to a sum, if it is a sum itself or a part of one. */
static bool add_word(struct few_reader *reader, struct few_word word, int8_t sign, struct few_var_sum *sum, bool *is_sum) {
    const size_t room = word.length + 1; /* as many vars as the word has characters, at most */
    struct few_var_sum more = {.vars = few_reader_alloc(reader, sum->count + room, sizeof *more.vars),
                               .signs = few_reader_alloc(reader, sum->count + room, sizeof *more.signs)};
    if (!more.vars || !more.signs)
        return false;
    *is_sum = read_sum(reader, word, &more);
    if (!*is_sum)
        return true;
    for (uint32_t i = 0; i < more.count; i++)
        more.signs[i] = (int8_t)(sign * more.signs[i]);
    for (uint32_t i = 0; i < sum->count; i++) {
        more.vars[more.count + i] = sum->vars[i];
        more.signs[more.count + i] = sum->signs[i];
    }
    sum->count += more.count;
    sum->vars = more.vars;
    sum->signs = more.signs;
    const bool overflows = __builtin_add_overflow(sum->constant, sign * more.constant, &sum->constant);
    return (!overflows && sum->constant <= LARGEST && sum->constant >= -LARGEST) || few_mistake(reader, word, "this sum is too large");
}

static bool add_counted(struct few_reader *reader, struct few_cursor *cursor, int8_t sign, struct few_var_sum *sum) {
    struct few_counted *grown = few_reader_alloc(reader, sum->counted_count + (size_t)1, sizeof *grown);
    if (!grown)
        return false;
    if (sum->counted_count)
        memcpy(grown, sum->counted, sum->counted_count * sizeof *grown);
    sum->counted = grown;
    if (!few_read_counted(reader, cursor, &grown[sum->counted_count]))
        return false;
    grown[sum->counted_count++].sign = sign;
    return true;
}

/* The terms of a sum from here on, as far as `+` and `-` stand between them. `place` is all of it. *alone: the first word is no
 * part of a sum, and was not read. */
static bool read_side(struct few_reader *reader, struct few_cursor *cursor, bool left, struct few_var_sum *sum, struct few_word *place,
                      bool *alone) {
    *sum = (struct few_var_sum){.piece = FEW_CODE_ANY};
    *place = few_peek_token(cursor).word;
    *alone = false;
    for (int8_t sign = 1;;) {
        const struct few_token token = few_peek_token(cursor);
        bool is_sum = true;
        if (few_is_keyword(reader, token, "count")) {
            if (!add_counted(reader, cursor, sign, sum))
                return false;
        } else if (token.kind != FEW_TOKEN_WORD) {
            return few_expected(reader, token, "a var, a number, a sum or `count`");
        } else {
            const struct few_word word = left ? few_before_operator(reader, token.word) : token.word;
            if (word.length == 0)
                return few_expected(reader, token, "a var, a number, a sum or `count`");
            if (!add_word(reader, word, sign, sum, &is_sum))
                return false;
            *alone = !is_sum && token.word.text == place->text;
            if (*alone)
                return true;
            if (!is_sum)
                return few_undeclared_var(reader, word);
            cursor->at = word.text + word.length;
        }
        *place = few_span(*place, (struct few_word){cursor->at, 0});
        const struct few_token joint = few_peek_token(cursor);
        if (!is_joint(joint))
            return true;
        few_next_token(cursor);
        sign = few_token_is(joint, "-") ? -1 : 1;
    }
}

static bool has_numbers_only(const struct few_puzzle *puzzle, uint32_t var) {
    for (uint32_t i = 0; i < puzzle->vars[var].count; i++)
        if (!puzzle->pieces[puzzle->vars[var].values[i]].is_number)
            return false;
    return true;
}

/* Vars that are added, or ordered, or compared with counts, have numbers only. */
static bool check_numbers(struct few_reader *reader, const struct few_condition *condition, const struct few_var_sum *sum,
                          struct few_word word) {
    const bool ordered = condition->comparator != FEW_EQUAL && condition->comparator != FEW_UNEQUAL;
    const bool numbers = ordered || few_condition_counts(condition);
    const char *why = few_condition_counts(condition) ? "so it cannot be compared with a count" : "so it can only be equal or not";
    for (uint32_t i = 0; i < sum->count && (numbers || !few_is_lone_var(sum)); i++)
        if (!has_numbers_only(reader->puzzle, sum->vars[i])) {
            const char *name = reader->puzzle->vars[sum->vars[i]].name;
            return few_mistake(reader, word, "`%s` has values that are no numbers, %s",
                               few_quote((struct few_word){name, strlen(name)}).text, why);
        }
    return !numbers || sum->piece == FEW_CODE_ANY || reader->puzzle->pieces[sum->piece].is_number
        || few_mistake(reader, word, "`%s` is no number, %s", few_quote(word).text, why);
}

static bool read_operator(struct few_reader *reader, struct few_cursor *cursor, enum few_comparator *comparator) {
    static const struct {
        const char *text;
        enum few_comparator comparator;
    } all[] = {{"!=", FEW_UNEQUAL}, {"<=", FEW_AT_MOST}, {">=", FEW_AT_LEAST},
               {"=", FEW_EQUAL},    {"<", FEW_LESS},     {">", FEW_GREATER}};
    const struct few_token token = few_peek_token(cursor);
    for (size_t i = 0; i < sizeof all / sizeof *all && token.kind == FEW_TOKEN_WORD; i++) {
        const size_t length = strlen(all[i].text);
        if (token.word.length < length || memcmp(token.word.text, all[i].text, length) != 0)
            continue;
        *comparator = all[i].comparator;
        cursor->at = token.word.text + length;
        return true;
    }
    return few_expected(reader, token, "`=`, `!=`, `<`, `<=`, `>` or `>=`");
}

/* A word on the right that is no sum: a value of the var on the left. */
static bool read_value(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const struct few_word word = few_next_token(cursor).word;
    const uint32_t found = few_find_word(reader, word);
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME) {
        few_hint(reader, "say it with `is`, or with several lines");
        return few_mistake(reader, word, "`%s` is a name, and vars are compared with vars and values only",
                           few_quote(word).text);
    }
    if (!few_is_lone_var(&condition->left))
        return few_undeclared_var(reader, word);
    const struct few_var *var = &puzzle->vars[condition->left.vars[0]];
    if (found != FEW_NO_WORD && found & FEW_WORD_PIECE) {
        condition->right.piece = few_word_code(found);
        for (uint32_t i = 0; i < var->count; i++)
            if (var->values[i] == condition->right.piece)
                return true;
    }
    return few_undeclared_var_value(reader, word, condition->left.vars[0]);
}

bool few_read_compared_vars(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition) {
    struct few_word left, right;
    bool alone;
    condition->kind = FEW_GOAL_COMPARED;
    if (!read_side(reader, cursor, true, &condition->left, &left, &alone) ||
        !read_operator(reader, cursor, &condition->comparator) ||
        !read_side(reader, cursor, false, &condition->right, &right, &alone) ||
        (alone && !read_value(reader, cursor, condition)))
        return false;
    return check_numbers(reader, condition, &condition->left, left) && check_numbers(reader, condition, &condition->right, right);
}

enum few_comparator few_opposite(enum few_comparator comparator) {
    switch (comparator) {
    case FEW_EQUAL: return FEW_UNEQUAL;
    case FEW_UNEQUAL: return FEW_EQUAL;
    case FEW_LESS: return FEW_AT_LEAST;
    case FEW_AT_MOST: return FEW_GREATER;
    case FEW_GREATER: return FEW_AT_MOST;
    case FEW_AT_LEAST: return FEW_LESS;
    }
    return comparator;
}
