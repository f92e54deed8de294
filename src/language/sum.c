/* Sums, comparisons, and the binding of names. A sum is one word, so it never needs the cursor; comparisons
 * may be written without white space, so they move the cursor inside words. */
#include "language/sum.h"

#include <string.h>

#include "language/diagnose.h"
#include "language/explain.h"

enum { MAX_TERMS = 1000 };

bool few_next_term(struct few_word sum, struct few_term *term) {
    const char *at = term->word.text + term->word.length, *end = sum.text + sum.length;
    if (at == end)
        return false;
    bool bare_plus = at == sum.text && *at == '+'; /* an empty term: no sum begins like this */
    term->sign = *at == '-' ? -1 : 1;
    at += *at == '-' || *at == '+';
    term->word = (struct few_word){at, 0};
    while (!bare_plus && at < end && *at != '+' && *at != '-')
        at++;
    term->word.length = (size_t)(at - term->word.text);
    return true;
}

static bool is_name(const struct few_reader *reader, struct few_word word, uint32_t *name) {
    uint32_t found = few_find_word(reader, word);
    *name = found & FEW_WORD_INDEX;
    return found != FEW_NO_WORD && found & FEW_WORD_NAME;
}

/* Terms of a word if each is a name or a whole number and at least `least_names` are names; otherwise 0. */
static uint32_t count_terms(const struct few_reader *reader, struct few_word word, uint32_t least_names) {
    uint32_t terms = 0, names = 0, name;
    for (struct few_term term = {{word.text, 0}, 0}; few_next_term(word, &term); terms++) {
        int64_t number;
        if (term.word.length > 0 && is_name(reader, term.word, &name))
            names++;
        else if (term.word.length == 0 || !few_word_number(term.word, &number))
            return 0;
    }
    return names >= least_names ? terms : 0;
}

static bool has_operator(struct few_word word) {
    for (size_t i = 1; i < word.length; i++)
        if (word.text[i] == '+' || word.text[i] == '-')
            return true;
    return false;
}

bool few_looks_like_sum(const struct few_reader *reader, struct few_word word) {
    return has_operator(word) && count_terms(reader, word, 1) > 0;
}

/* Whether something can be added to this name. */
static bool check_addend(struct few_reader *reader, struct few_sum *sum, uint32_t name,
                         struct few_term term) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const struct few_let *let = &puzzle->lets[name];
    if (let->ring) {
        sum->ring = true;
        if (sum->count == 1 && term.sign > 0)
            return true;
        few_hint(reader, "only steps as `%s+1` or `%s-2` go round a ring", let->name, let->name);
        return few_mistake(reader, term.word,
                           "`%s` is in a ring, so it can only stand with numbers that are added to it",
                           few_quote(term.word).text);
    }
    for (uint32_t i = 0; i < let->count; i++) {
        const struct few_piece *piece = &puzzle->pieces[let->domain[i]];
        if (piece->is_number)
            continue;
        few_hint(reader, "a name whose values follow each other in a circle is declared as `let %s = ring …`",
                 few_quote(term.word).text);
        return few_mistake(reader, term.word,
                           "nothing can be added to `%s`: it may be `%s`, which is not a number, "
                           "and it is not in a ring",
                           few_quote(term.word).text,
                           few_quote((struct few_word){piece->text, strlen(piece->text)}).text);
    }
    return true;
}

/* Fills a sum of which every term is known to be a name or a number. */
static bool fill_sum(struct few_reader *reader, struct few_word word, uint32_t terms, struct few_sum *sum) {
    *sum = (struct few_sum){.piece = FEW_CODE_ANY};
    if (terms > MAX_TERMS)
        return few_mistake(reader, word, "a sum has at most %d terms", MAX_TERMS);
    sum->names = few_reader_alloc(reader, terms, sizeof *sum->names);
    sum->signs = few_reader_alloc(reader, terms, sizeof *sum->signs);
    if (!sum->names || !sum->signs)
        return false;
    for (struct few_term term = {{word.text, 0}, 0}; few_next_term(word, &term);) {
        uint32_t name;
        int64_t number;
        if (is_name(reader, term.word, &name)) {
            sum->names[sum->count] = (uint16_t)name;
            sum->signs[sum->count++] = (int8_t)term.sign;
            if (!few_note_use(reader, name))
                return false;
        } else if (few_word_number(term.word, &number)) {
            sum->constant += term.sign * number;
        }
    }
    bool alone = terms == 1 && word.text[0] != '-'; /* then it is only compared, never added */
    for (struct few_term term = {{word.text, 0}, 0}; !alone && few_next_term(word, &term);) {
        uint32_t name;
        if (is_name(reader, term.word, &name) && !check_addend(reader, sum, name, term))
            return false;
    }
    return true;
}

/* Where every character is a piece, so is each digit that the sum may come to. */
static bool declare_digits(struct few_reader *reader, const struct few_sum *sum, struct few_word place) {
    const struct few_puzzle *puzzle = reader->puzzle;
    int64_t least = sum->constant, most = least;
    if (!puzzle->any_character || sum->ring)
        return true;
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct few_let *let = &puzzle->lets[sum->names[i]];
        int64_t low = 9, high = 0; /* a character is a digit at most */
        for (uint32_t j = 0; j < let->count; j++) {
            const int64_t number = puzzle->pieces[let->domain[j]].number;
            low = number < low ? number : low;
            high = number > high ? number : high;
        }
        least += sum->signs[i] > 0 ? low : -high;
        most += sum->signs[i] > 0 ? high : -low;
    }
    for (int64_t digit = least > 0 ? least : 0; digit <= most && digit <= 9; digit++) {
        static const char digits[] = "0123456789";
        uint32_t piece;
        if (!few_declare_piece(reader, (struct few_word){digits + digit, 1}, place, true, &piece))
            return false;
    }
    return true;
}

enum few_sum_result few_read_sum(struct few_reader *reader, struct few_word word, few_code *code) {
    struct few_puzzle *puzzle = reader->puzzle;
    uint32_t terms = has_operator(word) ? count_terms(reader, word, 1) : 0;
    if (terms == 0)
        return FEW_SUM_NONE;
    struct few_sum sum;
    if (!fill_sum(reader, word, terms, &sum) || !declare_digits(reader, &sum, word))
        return FEW_SUM_WRONG;
    uint32_t index = few_words_find(&reader->sums, word);
    if (index == FEW_NO_WORD) {
        index = puzzle->sum_count;
        struct few_sum *grown = few_grow(reader, puzzle->sums, index, &reader->sum_capacity, sizeof *grown);
        if (!grown)
            return FEW_SUM_WRONG;
        puzzle->sums = grown;
        if (index == FEW_MAX_SUMS) {
            few_mistake(reader, word, "there are more than %d different sums", FEW_MAX_SUMS);
            return FEW_SUM_WRONG;
        }
        if (!few_words_set(&reader->sums, word, index)) {
            few_fail_memory(reader->error);
            return FEW_SUM_WRONG;
        }
        sum.text = few_arena_copy(&puzzle->arena, word.text, word.length);
        if (!sum.text) {
            few_fail_memory(reader->error);
            return FEW_SUM_WRONG;
        }
        puzzle->sums[puzzle->sum_count++] = sum;
    }
    *code = (few_code)(FEW_CODE_SUM | index);
    return FEW_SUM_FOUND;
}

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
    if (found == FEW_NO_WORD && reader->puzzle->any_character && few_count_characters(*word) == 1
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
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME) {
        /* A declared name, even if there is a `-` inside it. */
        sum->names = few_reader_alloc(reader, 1, sizeof *sum->names);
        sum->signs = few_reader_alloc(reader, 1, sizeof *sum->signs);
        if (!sum->names || !sum->signs)
            return false;
        sum->names[0] = (uint16_t)(found & FEW_WORD_INDEX);
        sum->signs[0] = 1;
        sum->count = 1;
        return few_note_use(reader, sum->names[0]);
    }
    uint32_t terms = count_terms(reader, *word, 0);
    return terms ? fill_sum(reader, *word, terms, sum) : few_undeclared_operand(reader, *word);
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

static bool read_comparator(struct few_reader *reader, struct few_cursor *cursor,
                            enum few_comparator *comparator) {
    struct few_token token = few_next_token(cursor);
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
static bool check_ordered(struct few_reader *reader, const struct few_sum *sum, struct few_word word) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const struct few_piece *odd = NULL;
    if (sum->piece != FEW_CODE_ANY && !puzzle->pieces[sum->piece].is_number)
        return few_mistake(reader, word,
                           "`%s` is not a number, so it compares only with = and !=", few_quote(word).text);
    for (uint32_t i = 0; i < sum->count && !odd; i++) {
        const struct few_let *let = &puzzle->lets[sum->names[i]];
        for (uint32_t j = 0; j < let->count && !odd; j++)
            if (!puzzle->pieces[let->domain[j]].is_number)
                odd = &puzzle->pieces[let->domain[j]];
    }
    if (!odd)
        return true;
    return few_mistake(reader, word,
                       "`%s` may be `%s`, which is not a number, so it compares only with = and !=",
                       few_quote(word).text, few_quote((struct few_word){odd->text, strlen(odd->text)}).text);
}

static bool read_comparison(struct few_reader *reader, struct few_cursor *cursor,
                            struct few_comparison *comparison) {
    struct few_word left, right;
    if (!read_operand(reader, cursor, &comparison->left, &left)
        || !read_comparator(reader, cursor, &comparison->comparator)
        || !read_operand(reader, cursor, &comparison->right, &right))
        return false;
    bool ordered = comparison->comparator != FEW_EQUAL && comparison->comparator != FEW_UNEQUAL;
    return !ordered
        || (check_ordered(reader, &comparison->left, left)
            && check_ordered(reader, &comparison->right, right));
}

bool few_read_conditions(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move) {
    uint32_t capacity = 0;
    for (;;) {
        struct few_comparison *grown = few_grow(reader, move->conditions, move->condition_count, &capacity,
                                                sizeof *grown);
        if (!grown)
            return false;
        move->conditions = grown;
        if (!read_comparison(reader, cursor, &grown[move->condition_count]))
            return false;
        move->condition_count++;
        struct few_token token = few_next_token(cursor);
        if (token.kind == FEW_TOKEN_END)
            return true;
        if (few_token_is_mark(token, ','))
            continue;
        few_hint(reader, "several comparisons are separated by commas, as in `where a < b, b < c`");
        return few_expected(reader, token, "a comma or the end of the move");
    }
}

bool few_note_use(struct few_reader *reader, uint32_t name) {
    if (reader->use_count == reader->use_capacity) {
        uint32_t larger = reader->use_capacity ? 2 * reader->use_capacity : 16;
        size_t size = sizeof *reader->uses;
        uint32_t *grown = few_resize(reader->memory, reader->uses, reader->use_capacity * size, larger * size);
        if (!grown)
            return few_fail_memory(reader->error);
        reader->uses = grown;
        reader->use_capacity = larger;
    }
    reader->uses[reader->use_count++] = name;
    return true;
}

bool few_bind_name(struct few_reader *reader, uint32_t name) {
    if (name >= reader->bound_capacity) {
        uint32_t larger = reader->puzzle->let_count, old = reader->bound_capacity;
        size_t size = sizeof *reader->bound;
        uint32_t *grown = few_resize(reader->memory, reader->bound, old * size, larger * size);
        if (!grown)
            return few_fail_memory(reader->error);
        memset(grown + old, 0, (larger - old) * size);
        reader->bound = grown;
        reader->bound_capacity = larger;
    }
    reader->bound[name] = reader->puzzle->move_count + 1;
    return true;
}

bool few_keep_free_names(struct few_reader *reader, struct few_move *move) {
    const uint32_t this_move = reader->puzzle->move_count + 1;
    uint32_t capacity = 0;
    for (uint32_t i = 0; i < reader->use_count; i++) {
        uint32_t name = reader->uses[i];
        if (name < reader->bound_capacity && reader->bound[name] == this_move)
            continue;
        few_code *grown = few_grow(reader, move->free, move->free_count, &capacity, sizeof *grown);
        if (!grown || !few_bind_name(reader, name)) /* so that it is kept once */
            return false;
        move->free = grown;
        move->free[move->free_count++] = (few_code)(FEW_CODE_NAME | name);
    }
    reader->use_count = 0;
    return true;
}
