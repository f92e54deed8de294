/* What stands behind `where`. Comparisons may be written without white space, so that reading one moves the cursor inside
 * words. A formula of them is kept as a list in which each comparison says where it goes on if it holds, and if not. */
#include "language/where.h"

#include <string.h>

#include "language/diagnose.h"
#include "language/explain.h"
#include "language/sum.h"

static bool is_comparing(char c) {
    return c == '=' || c == '<' || c == '>' || c == '!';
}

/* One side of a comparison. *word is cut to it, and the cursor goes right behind it. */
static bool read_operand(struct few_reader *reader, struct few_cursor *cursor, struct few_sum *sum,
                         struct few_word *word) {
    struct few_token token = few_next_token(cursor);
    if (token.kind != FEW_TOKEN_WORD)
        return few_expected(reader, token, "a name, a number or a sum");
    *word = token.word;
    uint32_t found = few_find_word(reader, *word);
    if (found == FEW_NO_WORD) {
        size_t length = 0;
        while (length < word->length && !is_comparing(word->text[length]))
            length++;
        if (length == 0)
            return few_expected(reader, token, "a name, a number or a sum");
        word->length = length;
        cursor->at = word->text + length;
        found = few_find_word(reader, *word);
    }
    *sum = (struct few_sum){.piece = FEW_CODE_ANY};
    int64_t number;
    if (found == FEW_NO_WORD && reader->puzzle->any_character && few_count_characters(*word) == 1 && *word->text != '_'
        && !few_word_number(*word, &number)) { /* as in a drawing, the character becomes a piece */
        uint32_t piece;
        if (!few_declare_piece(reader, *word, *word, true, &piece))
            return false;
        found = FEW_WORD_PIECE | FEW_WORD_ON_BOARD | piece;
    }
    if (found != FEW_NO_WORD && found & FEW_WORD_PIECE) {
        sum->piece = few_word_code(found);
        sum->constant = reader->puzzle->pieces[sum->piece].number;
        return true;
    }
    if (few_word_number(*word, &sum->constant))
        return true;
    enum few_sum_result result = few_read_compared(reader, *word, sum);
    return result == FEW_SUM_FOUND || (result == FEW_SUM_NONE && few_undeclared_operand(reader, *word));
}

static const struct {
    const char *text;
    enum few_comparator comparator;
} comparators[] = {
    {"!=", FEW_UNEQUAL}, {"<=", FEW_AT_MOST}, {">=", FEW_AT_LEAST},
    {"=", FEW_EQUAL},    {"<", FEW_LESS},     {">", FEW_GREATER},
};

/* What people write who are used to another language. */
static const struct {
    const char *text, *meant;
} foreign[] = {
    {"==", "="}, {"=<", "<="}, {"=>", ">="}, {"<>", "!="}, {"≠", "!="}, {"≤", "<="}, {"≥", ">="},
};

static bool begins_with(struct few_word word, const char *text) {
    size_t length = strlen(text);
    return word.length >= length && memcmp(word.text, text, length) == 0;
}

/* `joined`: it is not the first comparison. */
static bool read_comparator(struct few_reader *reader, struct few_cursor *cursor, bool joined,
                            enum few_comparator *comparator) {
    struct few_token token = few_next_token(cursor);
    if (joined && (token.kind != FEW_TOKEN_WORD || few_token_is(token, "or") || few_token_is(token, "and")))
        few_hint(reader, "on both sides of `and` and `or` stand whole comparisons, as in `a = 1 or a = 2`");
    if (token.kind != FEW_TOKEN_WORD)
        return few_expected(reader, token, "one of = != < <= > >=");
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        size_t length = strlen(foreign[i].text);
        struct few_word behind = {token.word.text + 1, token.word.length - 1};
        if (!begins_with(token.word, foreign[i].text) || few_find_word(reader, behind) != FEW_NO_WORD)
            continue;
        few_hint(reader, "did you mean `%s`?", foreign[i].meant);
        token.word.length = length;
        return few_expected(reader, token, "one of = != < <= > >=");
    }
    for (size_t i = 0; i < sizeof comparators / sizeof *comparators; i++) {
        if (!begins_with(token.word, comparators[i].text))
            continue;
        *comparator = comparators[i].comparator;
        cursor->at = token.word.text + strlen(comparators[i].text);
        return true;
    }
    return few_expected(reader, token, "one of = != < <= > >=");
}

/* `<` and its like need numbers. */
bool few_check_ordered(struct few_reader *reader, const struct few_sum *sum, struct few_word word, const char *so) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const struct few_piece *odd = NULL;
    if (sum->piece != FEW_CODE_ANY && !puzzle->pieces[sum->piece].is_number)
        return few_mistake(reader, word,
                           "`%s` is not a number, so %s", few_quote(word).text, so);
    for (uint32_t i = 0; i < sum->count && !odd; i++) {
        const struct few_let *let = &puzzle->lets[sum->names[i]];
        for (uint32_t j = 0; j < let->count && !odd; j++)
            if (!puzzle->pieces[let->domain[j]].is_number)
                odd = &puzzle->pieces[let->domain[j]];
    }
    if (!odd)
        return true;
    return few_mistake(reader, word,
                       "`%s` may be `%s`, which is not a number, so %s", few_quote(word).text,
                       few_quote((struct few_word){odd->text, strlen(odd->text)}).text, so);
}

static const char only_equal[] = "it compares only with = and !=";

static bool read_comparison(struct few_reader *reader, struct few_cursor *cursor, bool joined,
                            struct few_comparison *comparison) {
    struct few_word left = {NULL, 0}, right = {NULL, 0};
    if (!read_operand(reader, cursor, &comparison->left, &left)
        || !read_comparator(reader, cursor, joined, &comparison->comparator)
        || !read_operand(reader, cursor, &comparison->right, &right))
        return false;
    bool ordered = comparison->comparator != FEW_EQUAL && comparison->comparator != FEW_UNEQUAL;
    return !ordered
        || (few_check_ordered(reader, &comparison->left, left, only_equal)
            && few_check_ordered(reader, &comparison->right, right, only_equal));
}

/* Conditions that are being read. Those of a part of the formula are a range of the list; where they lead out of it they
 * lead to FEW_HOLDS or FEW_FAILS, until what the part is joined with is known. */
struct formula {
    struct few_reader *reader;
    struct few_cursor *cursor;
    struct few_move *move;
    uint32_t capacity, depth;
};

enum { MOST_DEPTH = 100 };

/* Whatever in a range leads to `from` leads to `to`. */
static void lead(struct formula *formula, uint32_t begin, uint32_t end, uint32_t from, uint32_t to) {
    for (uint32_t i = begin; i < end; i++) {
        struct few_comparison *one = &formula->move->conditions[i];
        one->if_true = one->if_true == from ? to : one->if_true;
        one->if_false = one->if_false == from ? to : one->if_false;
    }
}

static enum few_comparator opposite(enum few_comparator comparator) {
    static const enum few_comparator opposites[] = {
        [FEW_EQUAL] = FEW_UNEQUAL,  [FEW_UNEQUAL] = FEW_EQUAL, [FEW_LESS] = FEW_AT_LEAST,
        [FEW_AT_LEAST] = FEW_LESS,  [FEW_GREATER] = FEW_AT_MOST, [FEW_AT_MOST] = FEW_GREATER,
    };
    return opposites[comparator];
}

/* What has an order is a number, so that one of `<` and `>=` always holds. */
static void negate(struct formula *formula, uint32_t begin) {
    const uint32_t end = formula->move->condition_count;
    struct few_comparison *one = &formula->move->conditions[begin];
    if (end == begin + 1) {
        one->comparator = opposite(one->comparator);
        return;
    }
    lead(formula, begin, end, FEW_HOLDS, FEW_NOWHERE);
    lead(formula, begin, end, FEW_FAILS, FEW_HOLDS);
    lead(formula, begin, end, FEW_NOWHERE, FEW_FAILS);
}

static bool read_one(struct formula *formula) {
    struct few_move *move = formula->move;
    struct few_comparison *grown = few_grow(formula->reader, move->conditions, move->condition_count, &formula->capacity,
                                            sizeof *grown);
    if (!grown)
        return false;
    move->conditions = grown;
    grown += move->condition_count;
    if (!read_comparison(formula->reader, formula->cursor, move->condition_count > 0, grown))
        return false;
    grown->if_true = FEW_HOLDS;
    grown->if_false = FEW_FAILS;
    move->condition_count++;
    return true;
}

/* `not` before a sign of comparison is a piece or a name, if it is declared. */
static bool is_negation(const struct formula *formula) {
    struct few_cursor look = *formula->cursor;
    struct few_token token = few_next_token(&look), behind = few_peek_token(&look);
    if (!few_token_is(token, "not"))
        return false;
    return few_find_word(formula->reader, token.word) == FEW_NO_WORD || behind.kind != FEW_TOKEN_WORD
        || !is_comparing(behind.word.text[0]);
}

static bool read_list(struct formula *formula, bool whole);

/* `not`, parentheses, or a comparison. */
static bool read_unit(struct formula *formula) {
    const uint32_t begin = formula->move->condition_count;
    bool negated = false;
    for (; is_negation(formula); negated = !negated)
        few_next_token(formula->cursor);
    struct few_token open = few_peek_token(formula->cursor);
    if (few_token_is_mark(open, '(')) {
        few_next_token(formula->cursor);
        if (++formula->depth > MOST_DEPTH)
            return few_mistake(formula->reader, open.word, "parentheses are more than %d deep here", MOST_DEPTH);
        if (!read_list(formula, false))
            return false;
        formula->depth--;
    } else if (!read_one(formula)) {
        return false;
    }
    if (negated)
        negate(formula, begin);
    return true;
}

static bool skip_word(struct formula *formula, const char *word) {
    bool found = few_token_is(few_peek_token(formula->cursor), word);
    if (found)
        few_next_token(formula->cursor);
    return found;
}

/* Where one unit holds, the next is looked at. */
static bool read_and(struct formula *formula) {
    for (uint32_t begin = formula->move->condition_count;; begin = formula->move->condition_count) {
        if (!read_unit(formula))
            return false;
        if (!skip_word(formula, "and"))
            return true;
        lead(formula, begin, formula->move->condition_count, FEW_HOLDS, formula->move->condition_count);
    }
}

/* Where one does not hold, the next is looked at. */
static bool read_or(struct formula *formula) {
    for (uint32_t begin = formula->move->condition_count;; begin = formula->move->condition_count) {
        if (!read_and(formula))
            return false;
        if (!skip_word(formula, "or"))
            return true;
        lead(formula, begin, formula->move->condition_count, FEW_FAILS, formula->move->condition_count);
    }
}

/* Separated by commas, up to the end of the statement or the parenthesis. */
static bool read_list(struct formula *formula, bool whole) {
    for (uint32_t begin = formula->move->condition_count;; begin = formula->move->condition_count) {
        if (!read_or(formula))
            return false;
        struct few_token token = few_next_token(formula->cursor);
        if (whole ? token.kind == FEW_TOKEN_END : few_token_is_mark(token, ')'))
            return true;
        if (!few_token_is_mark(token, ',')) {
            few_hint(formula->reader, "comparisons are joined by commas, `and` or `or`, as in `where a < b, b < c or c = 1`");
            return few_expected(formula->reader, token, whole ? "a comma or the end of the move" : "`)`");
        }
        lead(formula, begin, formula->move->condition_count, FEW_HOLDS, formula->move->condition_count);
    }
}

bool few_read_conditions(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move) {
    return read_list(&(struct formula){reader, cursor, move, 0, 0}, true);
}
