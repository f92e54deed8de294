/* `m < c`, `m+c = 5`, `V != W`: comparisons of what vars are. They may be written without white space, so that reading one moves
 * the cursor inside words. */
#include "language/compared.h"

#include <string.h>

#include "language/diagnose.h"
#include "language/explain.h"

static bool is_comparing(char c) {
    return c == '=' || c == '<' || c == '>' || c == '!';
}

/* The part of a word before an operator. A declared word is never cut. */
static struct few_word before_operator(const struct few_reader *reader, struct few_word word) {
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

bool few_is_compared(struct few_reader *reader, struct few_cursor cursor) {
    const struct few_token token = few_next_token(&cursor);
    struct few_var_sum sum = {0};
    if (token.kind != FEW_TOKEN_WORD || reader->puzzle->var_count == 0)
        return false;
    const struct few_word left = before_operator(reader, token.word);
    if (left.length == 0 || !read_sum(reader, left, &sum) || sum.count == 0)
        return false;
    if (left.length < token.word.length)
        return true;
    const struct few_token second = few_next_token(&cursor);
    return second.kind == FEW_TOKEN_WORD && is_comparing(*second.word.text);
}

/* Room for as many vars as the word has characters. */
static bool keep_sum(struct few_reader *reader, struct few_word word, struct few_var_sum *sum, bool *is_sum) {
    sum->vars = few_reader_alloc(reader, word.length + 1, sizeof *sum->vars);
    sum->signs = few_reader_alloc(reader, word.length + 1, sizeof *sum->signs);
    *is_sum = sum->vars && sum->signs && read_sum(reader, word, sum);
    return sum->vars && sum->signs;
}

static bool is_lone(const struct few_var_sum *sum) {
    return sum->count == 1 && sum->signs[0] == 1 && sum->constant == 0;
}

static bool has_numbers_only(const struct few_puzzle *puzzle, uint32_t var) {
    for (uint32_t i = 0; i < puzzle->vars[var].count; i++)
        if (!puzzle->pieces[puzzle->vars[var].values[i]].is_number)
            return false;
    return true;
}

/* Vars that are added, or ordered, have numbers only. */
static bool check_numbers(struct few_reader *reader, const struct few_var_sum *sum, bool ordered, struct few_word word) {
    for (uint32_t i = 0; i < sum->count && (ordered || !is_lone(sum)); i++)
        if (!has_numbers_only(reader->puzzle, sum->vars[i])) {
            const char *name = reader->puzzle->vars[sum->vars[i]].name;
            return few_mistake(reader, word, "`%s` has values that are no numbers, so it can only be equal or not",
                               few_quote((struct few_word){name, strlen(name)}).text);
        }
    return !ordered || sum->piece == FEW_CODE_ANY || reader->puzzle->pieces[sum->piece].is_number
        || few_mistake(reader, word, "`%s` is no number, so it can only be equal or not", few_quote(word).text);
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

/* The right side: a var, a number, a sum, or a value of the var on the left. */
static bool read_right(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition,
                       struct few_word *word) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const struct few_token token = few_next_token(cursor);
    bool is_sum;
    if (token.kind != FEW_TOKEN_WORD)
        return few_expected(reader, token, "a var, a number or a sum");
    *word = token.word;
    if (!keep_sum(reader, token.word, &condition->right, &is_sum))
        return false;
    if (is_sum)
        return true;
    const uint32_t found = few_find_word(reader, token.word);
    condition->right = (struct few_var_sum){.piece = FEW_CODE_ANY};
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME) {
        few_hint(reader, "say it with `is`, or with several lines");
        return few_mistake(reader, token.word, "`%s` is a name, and vars are compared with vars and values only",
                           few_quote(token.word).text);
    }
    const struct few_var *var = &puzzle->vars[condition->left.vars[0]];
    if (found != FEW_NO_WORD && found & FEW_WORD_PIECE && is_lone(&condition->left)) {
        condition->right.piece = few_word_code(found);
        for (uint32_t i = 0; i < var->count; i++)
            if (var->values[i] == condition->right.piece)
                return true;
    }
    return is_lone(&condition->left) ? few_undeclared_var_value(reader, token.word, condition->left.vars[0])
                                     : few_undeclared_var(reader, token.word);
}

bool few_read_compared_vars(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition) {
    const struct few_word left = before_operator(reader, few_peek_token(cursor).word);
    struct few_word right = left;
    bool is_sum;
    condition->kind = FEW_GOAL_COMPARED;
    cursor->at = left.text + left.length;
    if (!keep_sum(reader, left, &condition->left, &is_sum) || !read_operator(reader, cursor, &condition->comparator) ||
        !read_right(reader, cursor, condition, &right))
        return false;
    const bool ordered = condition->comparator != FEW_EQUAL && condition->comparator != FEW_UNEQUAL;
    return check_numbers(reader, &condition->left, ordered, left) && check_numbers(reader, &condition->right, ordered, right);
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
