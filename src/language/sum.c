/* Sums, and the binding of names. A sum is one word, so it never needs the cursor. */
#include "language/sum.h"

#include <string.h>

#include "language/diagnose.h"
#include "language/explain.h"
#include "language/rest.h"

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

bool few_next_factor(struct few_word term, struct few_word *factor) {
    const char *at = factor->text + factor->length, *end = term.text + term.length;
    if (at == end)
        return false;
    at += at > term.text; /* the `*` */
    factor->text = at;
    at += at == term.text; /* no term begins with one: it is not split */
    while (at < end && *at != '*')
        at++;
    factor->length = (size_t)(at - factor->text);
    return true;
}

/* Where `*` is a piece, as it is where every character is one, it does not multiply. */
static bool is_multiplying(const struct few_reader *reader) {
    uint32_t found = few_find_word(reader, (struct few_word){"*", 1});
    return !reader->puzzle->any_character && (found == FEW_NO_WORD || !(found & FEW_WORD_PIECE));
}

static bool has_factors(const struct few_reader *reader, struct few_word term) {
    return memchr(term.text, '*', term.length) && is_multiplying(reader);
}

/* A let name, or the weight of a link, which stands like one. */
static bool is_name(const struct few_reader *reader, struct few_word word, uint32_t *name) {
    uint32_t found = few_find_word(reader, word);
    const bool declared = found != FEW_NO_WORD && found & FEW_WORD_NAME;
    *name = declared ? found & FEW_WORD_INDEX : (uint32_t)FEW_WEIGHT;
    return declared || (reader->weight_counts && few_word_is(word, "weight"));
}

/* One factor: a name, which is counted, or a whole number. */
static bool count_factor(const struct few_reader *reader, struct few_word word, uint32_t *names) {
    uint32_t name;
    int64_t number;
    if (word.length > 0 && is_name(reader, word, &name)) {
        ++*names;
        return true;
    }
    return word.length > 0 && few_word_number(word, &number);
}

/* Terms of a word if each is made of names and whole numbers and at least `least_names` are names; otherwise 0. */
static uint32_t count_terms(const struct few_reader *reader, struct few_word word, uint32_t least_names) {
    uint32_t terms = 0, names = 0;
    for (struct few_term term = {{word.text, 0}, 0}; few_next_term(word, &term); terms++) {
        struct few_word factor = {term.word.text, 0};
        if (!has_factors(reader, term.word)) {
            if (!count_factor(reader, term.word, &names))
                return 0;
            continue;
        }
        while (few_next_factor(term.word, &factor))
            if (!count_factor(reader, factor, &names))
                return 0;
    }
    return names >= least_names ? terms : 0;
}

static bool has_operator(const struct few_reader *reader, struct few_word word) {
    for (size_t i = 1; i < word.length; i++)
        if (word.text[i] == '+' || word.text[i] == '-' || (word.text[i] == '*' && is_multiplying(reader)))
            return true;
    return false;
}

bool few_looks_like_sum(const struct few_reader *reader, struct few_word word) {
    return has_operator(reader, word) && count_terms(reader, word, 1) > 0;
}

/* Whether something can be added to this name, or it be multiplied. */
static bool check_addend(struct few_reader *reader, struct few_sum *sum, uint32_t name, struct few_word word, bool plain) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (name == FEW_WEIGHT)
        return true;
    const struct few_let *let = &puzzle->lets[name];
    if (let->ring) {
        sum->ring = true;
        if (sum->count == 1 && sum->product_count == 0 && plain)
            return true;
        few_hint(reader, "only steps as `%s+1` or `%s-2` go round a ring", let->name, let->name);
        return few_mistake(reader, word,
                           "`%s` is in a ring, so it can only stand with numbers that are added to it",
                           few_quote(word).text);
    }
    for (uint32_t i = 0; i < let->count; i++) {
        const struct few_piece *piece = &puzzle->pieces[let->domain[i]];
        if (piece->is_number)
            continue;
        few_hint(reader, "a name whose values follow each other in a circle is declared as `let %s = ring …`",
                 few_quote(word).text);
        return few_mistake(reader, word,
                           "nothing can be added to `%s`: it may be `%s`, which is not a number, "
                           "and it is not in a ring",
                           few_quote(word).text,
                           few_quote((struct few_word){piece->text, strlen(piece->text)}).text);
    }
    return true;
}

/* All the names of a sum that has more than one lone name. */
static bool check_addends(struct few_reader *reader, struct few_sum *sum, struct few_word word) {
    uint32_t name;
    for (struct few_term term = {{word.text, 0}, 0}; few_next_term(word, &term);) {
        struct few_word factor = {term.word.text, 0};
        if (!has_factors(reader, term.word)) {
            if (is_name(reader, term.word, &name) && !check_addend(reader, sum, name, term.word, term.sign > 0))
                return false;
            continue;
        }
        while (few_next_factor(term.word, &factor))
            if (is_name(reader, factor, &name) && !check_addend(reader, sum, name, factor, false))
                return false;
    }
    return true;
}

/* The largest number that a sum may come to, or its opposite, is kept far from where numbers end. */
static const int64_t largest = INT64_C(1000000000000000000);

static int64_t size_of_name(const struct few_puzzle *puzzle, uint32_t name) {
    if (name == FEW_WEIGHT)
        return FEW_MAX_COST;
    const struct few_let *let = &puzzle->lets[name];
    int64_t size = 0;
    for (uint32_t i = 0; i < let->count; i++) {
        const int64_t number = puzzle->pieces[let->domain[i]].number, positive = number < 0 ? -number : number;
        size = positive > size ? positive : size;
    }
    return size;
}

static bool multiply(int64_t *product, int64_t by) {
    return !__builtin_mul_overflow(*product, by, product) && *product <= largest && *product >= -largest;
}

static bool check_size(struct few_reader *reader, const struct few_sum *sum, struct few_word word) {
    int64_t most = sum->constant < 0 ? -sum->constant : sum->constant;
    bool fits = true;
    for (uint32_t i = 0; i < sum->product_count && fits; i++) {
        const struct few_product *product = &sum->products[i];
        int64_t size = product->factor < 0 ? -product->factor : product->factor;
        for (uint32_t k = 0; k < product->count && fits; k++)
            fits = multiply(&size, size_of_name(reader->puzzle, product->names[k]));
        most += fits ? size : 0;
        fits = fits && most <= largest;
    }
    return fits || few_mistake(reader, word, "`%s` may come to a number of more than 18 digits", few_quote(word).text);
}

/* One term with `*`: its numbers are one factor. */
static bool fill_product(struct few_reader *reader, struct few_term term, uint32_t terms, struct few_sum *sum) {
    struct few_product product = {.factor = term.sign};
    struct few_word factor = {term.word.text, 0};
    uint32_t name, names = 0;
    while (few_next_factor(term.word, &factor))
        count_factor(reader, factor, &names);
    product.names = few_reader_alloc(reader, names + 1, sizeof *product.names);
    if (!sum->products)
        sum->products = few_reader_alloc(reader, terms, sizeof *sum->products);
    if (!product.names || !sum->products)
        return false;
    for (factor = (struct few_word){term.word.text, 0}; few_next_factor(term.word, &factor);) {
        int64_t number;
        if (is_name(reader, factor, &name)) {
            product.names[product.count++] = (uint16_t)name;
            if (!few_use_name(reader, name, factor))
                return false;
        } else if (few_word_number(factor, &number) && !multiply(&product.factor, number)) {
            return few_mistake(reader, term.word, "`%s` is a number of more than 18 digits", few_quote(term.word).text);
        }
    }
    sum->products[sum->product_count++] = product;
    return true;
}

/* Fills a sum of which every term is known to be made of names and numbers. */
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
        if (has_factors(reader, term.word)) {
            if (!fill_product(reader, term, terms, sum))
                return false;
        } else if (is_name(reader, term.word, &name)) {
            sum->names[sum->count] = (uint16_t)name;
            sum->signs[sum->count++] = (int8_t)term.sign;
            if (!few_use_name(reader, name, term.word))
                return false;
        } else if (few_word_number(term.word, &number)) {
            sum->constant += term.sign * number;
        }
    }
    bool alone = terms == 1 && word.text[0] != '-' && sum->product_count == 0; /* only compared, never added */
    return (alone || check_addends(reader, sum, word)) && check_size(reader, sum, word);
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
    uint32_t terms = has_operator(reader, word) ? count_terms(reader, word, 1) : 0;
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

/* A declared name, even if there is a `-` inside it. */
static bool fill_name(struct few_reader *reader, struct few_word word, uint32_t name, struct few_sum *sum) {
    *sum = (struct few_sum){.piece = FEW_CODE_ANY, .count = 1};
    sum->names = few_reader_alloc(reader, 1, sizeof *sum->names);
    sum->signs = few_reader_alloc(reader, 1, sizeof *sum->signs);
    if (!sum->names || !sum->signs)
        return false;
    sum->names[0] = (uint16_t)name;
    sum->signs[0] = 1;
    return few_use_name(reader, name, word);
}

enum few_sum_result few_read_compared(struct few_reader *reader, struct few_word word, struct few_sum *sum) {
    const uint32_t found = few_find_word(reader, word);
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME)
        return fill_name(reader, word, found & FEW_WORD_INDEX, sum) ? FEW_SUM_FOUND : FEW_SUM_WRONG;
    uint32_t weight;
    const bool is_piece = found != FEW_NO_WORD && found & FEW_WORD_PIECE && !is_name(reader, word, &weight); /* in a cost `weight` is none */
    uint32_t terms = is_piece ? 0 : count_terms(reader, word, 0);
    if (terms == 0)
        return FEW_SUM_NONE;
    return fill_sum(reader, word, terms, sum) ? FEW_SUM_FOUND : FEW_SUM_WRONG;
}

bool few_note_use(struct few_reader *reader, uint32_t name) {
    if (name == FEW_WEIGHT)
        return true;
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

bool few_use_name(struct few_reader *reader, uint32_t name, struct few_word word) {
    if (name != FEW_WEIGHT && few_is_rest(reader, name))
        return few_rest_elsewhere(reader, word);
    return few_note_use(reader, name);
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
