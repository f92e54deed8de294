/* What names and sums come to, and what is asked of them, as expressions of the program. */
#include "export/dialect.h"

#include <inttypes.h>

const uint16_t *few_cell_values(const struct few_exporter *x, size_t *count) {
    *count = x->puzzle->board_piece_count;
    return x->puzzle->any_character ? NULL : x->puzzle->board_pieces;
}

static bool holds(const uint16_t *pieces, size_t count, uint16_t piece) {
    for (size_t i = 0; i < count; i++)
        if (pieces[i] == piece)
            return true;
    return false;
}

/* ---- Sums */

const char *few_number_text(struct few_exporter *x, const char *value) {
    if (x->numbering == FEW_NUMBERS_PLAIN)
        return value;
    if (x->numbering == FEW_NUMBERS_LETTERS)
        return x->dialect->letter_number(x, value);
    return few_print(x, "number[%s]", value);
}

const char *few_constant(struct few_exporter *x, int64_t number) {
    bool large = number > 1000000 || number < -1000000;
    return few_print(x, "%" PRId64 "%s", number, large ? x->dialect->long_suffix : "");
}

/* A value that is put together stands between parentheses where something is asked of it. */
static const char *bracketed(struct few_exporter *x, const char *value) {
    return strchr(value, ' ') ? few_print(x, "(%s)", value) : value;
}

static bool is_lone_name(const struct few_sum *sum) {
    return sum->piece == FEW_CODE_ANY && !sum->ring && sum->count == 1 && sum->signs[0] > 0 && sum->constant == 0 && sum->product_count == 0;
}

/* What a sum comes to as a piece: a lone one, or steps around a ring. NULL: it is a number. */
static const char *piece_of_sum(struct few_exporter *x, const struct few_sum *sum) {
    if (sum->piece != FEW_CODE_ANY)
        return x->piece[sum->piece];
    if (is_lone_name(sum))
        return x->let[sum->names[0]];
    if (!sum->ring)
        return NULL;
    const struct few_let *let = &x->puzzle->lets[sum->names[0]];
    const char *name = x->let[sum->names[0]];
    int64_t count = let->count, step = (sum->constant % count + count) % count;
    const char *first = x->piece[let->domain[0]], *last = x->piece[let->domain[count - 1]], *second = x->piece[let->domain[1 % count]];
    if (step == 0)
        return name;
    if (count == 2)
        return x->dialect->choose(x, few_print(x, "%s == %s", name, first), second, first);
    bool even = x->numbering != FEW_NUMBERS_LETTERS;
    for (int64_t i = 1; i < count; i++)
        even &= x->code[let->domain[i]] == x->code[let->domain[0]] + (uint32_t)i;
    if (even && step == 1)
        return x->dialect->choose(x, few_print(x, "%s == %s", name, last), first, few_print(x, "%s + 1", name));
    if (even && step == count - 1)
        return x->dialect->choose(x, few_print(x, "%s == %s", name, first), last, few_print(x, "%s - 1", name));
    if (even) {
        const char *zero = x->code[let->domain[0]] ? few_print(x, "%s - %s", name, first) : name;
        return few_print(x, "(%s + %" PRId64 ") %% %" PRId64 "%s%s", zero, step, count, x->code[let->domain[0]] ? " + " : "",
                         x->code[let->domain[0]] ? first : "");
    }
    /* A table of what follows each piece. */
    if (x->numbering == FEW_NUMBERS_LETTERS) {
        const char *letters = "";
        for (int64_t i = 0; i < count; i++)
            letters = few_print(x, "%s%s", letters, x->puzzle->pieces[let->domain[i]].text);
        return x->dialect->ring_letter(x, letters, name, (unsigned)step, (unsigned)count);
    }
    const char *table = few_print(x, "ring_%u", ++x->set_count);
    const char **items = few_arena_alloc(&x->arena, few_array_size(x->code_count, sizeof *items));
    if (!items) {
        x->no_memory = true;
        return name;
    }
    for (uint32_t c = 0; c < x->code_count; c++)
        items[c] = "0";
    for (int64_t i = 0; i < count; i++)
        items[x->code[let->domain[i]]] = x->piece[let->domain[(i + step) % count]];
    few_table(x, table, items, x->code_count);
    return few_print(x, "%s[%s]", table, name);
}

static struct few_interval domain_interval(const struct few_exporter *x, uint16_t name) {
    const struct few_let *let = &x->puzzle->lets[name];
    struct few_interval range = {INT64_MAX, INT64_MIN};
    for (uint32_t i = 0; i < let->count; i++) {
        int64_t number = x->puzzle->pieces[let->domain[i]].number;
        if (number < range.low)
            range.low = number;
        if (number > range.high)
            range.high = number;
    }
    return range;
}

static struct few_interval product_interval(const struct few_exporter *x, const struct few_product *product) {
    struct few_interval range = {product->factor, product->factor};
    for (uint32_t i = 0; i < product->count; i++) {
        const struct few_interval one = domain_interval(x, product->names[i]);
        const int64_t ends[4] = {range.low * one.low, range.low * one.high, range.high * one.low, range.high * one.high};
        range = (struct few_interval){ends[0], ends[0]};
        for (unsigned k = 1; k < 4; k++) {
            range.low = ends[k] < range.low ? ends[k] : range.low;
            range.high = ends[k] > range.high ? ends[k] : range.high;
        }
    }
    return range;
}

/* Names multiplied, and how often that is added. In C, what may be too large for an int is computed as a long one. */
static const char *product_text(struct few_exporter *x, const struct few_product *product, bool large) {
    const int64_t factor = product->factor < 0 ? -product->factor : product->factor;
    const char *text = large ? "(int64_t)" : "";
    bool begun = factor != 1;
    if (begun)
        text = few_print(x, "%s%s", text, few_constant(x, factor));
    for (uint32_t i = 0; i < product->count; i++, begun = true)
        text = few_print(x, "%s%s%s", text, begun ? " * " : "", few_number_text(x, x->let[product->names[i]]));
    return text;
}

static const char *plus_term(struct few_exporter *x, const char *text, bool minus, const char *term) {
    return few_print(x, "%s%s%s", text, minus ? (*text ? " - " : "-") : *text ? " + " : "", term);
}

const char *few_sum_text(struct few_exporter *x, const struct few_sum *sum) {
    const char *text = "";
    const bool terms = sum->count || sum->product_count, minus = sum->count ? sum->signs[0] < 0 : terms && sum->products[0].factor < 0;
    const bool number_first = terms && minus && sum->constant != 0;
    if (!terms || number_first)
        text = few_constant(x, sum->constant);
    for (uint32_t i = 0; i < sum->count; i++)
        text = plus_term(x, text, sum->signs[i] < 0, few_number_text(x, x->let[sum->names[i]]));
    for (uint32_t i = 0; i < sum->product_count; i++) {
        const struct few_interval range = product_interval(x, &sum->products[i]);
        const bool large = x->choices.language != FEW_EXPORT_PYTHON && (range.low < INT32_MIN / 2 || range.high > INT32_MAX / 2);
        text = plus_term(x, text, sum->products[i].factor < 0, product_text(x, &sum->products[i], large));
    }
    if (terms && !number_first && sum->constant)
        text = plus_term(x, text, sum->constant < 0, few_constant(x, sum->constant < 0 ? -sum->constant : sum->constant));
    return text;
}

/* ---- How large a sum can be */

/* How often a name is added in a difference of two sums. */
static int64_t times(const struct few_sum *left, const struct few_sum *right, uint16_t name) {
    int64_t count = 0;
    for (uint32_t i = 0; i < left->count; i++)
        count += left->names[i] == name ? left->signs[i] : 0;
    for (uint32_t i = 0; right && i < right->count; i++)
        count -= right->names[i] == name ? right->signs[i] : 0;
    return count;
}

/* Whether the names of a comparison's left side less its right one are `factor` times those of a sum. */
static bool same_names(const struct few_sum *sum, const struct few_comparison *comparison, int64_t factor) {
    const struct few_sum *sides[] = {sum, &comparison->left, &comparison->right};
    for (size_t s = 0; s < 3; s++)
        for (uint32_t i = 0; i < sides[s]->count; i++)
            if (times(&comparison->left, &comparison->right, sides[s]->names[i]) != factor * times(sum, NULL, sides[s]->names[i]))
                return false;
    return true;
}

static int64_t side_constant(const struct few_exporter *x, const struct few_sum *sum) {
    return sum->piece != FEW_CODE_ANY ? x->puzzle->pieces[sum->piece].number : sum->constant;
}

static bool is_numeric(const struct few_exporter *x, const struct few_sum *sum) {
    if (sum->ring)
        return false;
    if (sum->piece != FEW_CODE_ANY)
        return x->puzzle->pieces[sum->piece].is_number;
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct few_let *let = &x->puzzle->lets[sum->names[i]];
        for (uint32_t k = 0; k < let->count; k++)
            if (!x->puzzle->pieces[let->domain[k]].is_number)
                return false;
    }
    return true;
}

/* Sum of names S: left - right is S + c, or -S + c; what a comparison with 0 says of S. */
static void narrow(const struct few_exporter *x, const struct few_sum *sum, const struct few_comparison *comparison, struct few_interval *range) {
    enum few_comparator comparator = comparison->comparator;
    if (!is_numeric(x, &comparison->left) || !is_numeric(x, &comparison->right))
        return;
    if (sum->product_count || comparison->left.product_count || comparison->right.product_count)
        return;
    int64_t factor = same_names(sum, comparison, 1) ? 1 : same_names(sum, comparison, -1) ? -1 : 0;
    if (!factor || sum->count == 0)
        return;
    int64_t edge = side_constant(x, &comparison->right) - side_constant(x, &comparison->left);
    if (factor < 0) { /* -S < edge is S > -edge */
        static const enum few_comparator turned[] = {FEW_EQUAL, FEW_UNEQUAL, FEW_GREATER, FEW_AT_LEAST, FEW_LESS, FEW_AT_MOST};
        comparator = turned[comparator];
        edge = -edge;
    }
    int64_t low = comparator == FEW_GREATER ? edge + 1 : comparator == FEW_AT_LEAST || comparator == FEW_EQUAL ? edge : range->low;
    int64_t high = comparator == FEW_LESS ? edge - 1 : comparator == FEW_AT_MOST || comparator == FEW_EQUAL ? edge : range->high;
    if (low > range->low)
        range->low = low;
    if (high < range->high)
        range->high = high;
}

struct few_interval few_sum_interval(const struct few_exporter *x, const struct few_move *move, const struct few_sum *sum) {
    struct few_interval range = {0, 0};
    for (uint32_t i = 0; i < sum->count; i++) {
        struct few_interval one = domain_interval(x, sum->names[i]);
        range.low += sum->signs[i] > 0 ? one.low : -one.high;
        range.high += sum->signs[i] > 0 ? one.high : -one.low;
    }
    for (uint32_t i = 0; i < sum->product_count; i++) {
        const struct few_interval one = product_interval(x, &sum->products[i]);
        range.low += one.low;
        range.high += one.high;
    }
    for (uint32_t i = 0; i < move->condition_count && few_all_must_hold(move); i++)
        narrow(x, sum, &move->conditions[i], &range);
    return (struct few_interval){range.low + sum->constant, range.high + sum->constant};
}

/* ---- What is put */

/* Numbers among pieces that can be there, in `numbers`; whether they are all from the least to the largest. */
static bool number_range(const struct few_exporter *x, const uint16_t *possible, size_t count, struct few_interval *range, size_t *numbers) {
    *range = (struct few_interval){INT64_MAX, INT64_MIN};
    *numbers = 0;
    for (size_t i = 0; i < count; i++) {
        const struct few_piece *piece = &x->puzzle->pieces[possible[i]];
        if (!piece->is_number)
            continue;
        (*numbers)++;
        if (piece->number < range->low)
            range->low = piece->number;
        if (piece->number > range->high)
            range->high = piece->number;
    }
    return *numbers && range->high - range->low + 1 == (int64_t)*numbers;
}

/* Of a sum: whether it steps around a ring or is a lone name, so that it comes to a piece of its first name. */
static bool is_of_name(const struct few_sum *sum) {
    return sum->ring || is_lone_name(sum);
}

bool few_can_put(const struct few_exporter *x, const struct few_move *move, few_code code, const uint16_t *possible, size_t count) {
    const struct few_sum *sum = few_code_is_sum(code) ? &x->puzzle->sums[few_code_index(code)] : NULL;
    if (!possible)
        return true; /* any character may stand in a string */
    if (sum && sum->piece != FEW_CODE_ANY)
        return holds(possible, count, sum->piece);
    if (sum && !is_of_name(sum)) {
        struct few_interval allowed, range = few_sum_interval(x, move, sum);
        size_t numbers;
        number_range(x, possible, count, &allowed, &numbers);
        return numbers && range.high >= allowed.low && range.low <= allowed.high;
    }
    if (few_code_is_piece(code))
        return holds(possible, count, code);
    const struct few_let *let = &x->puzzle->lets[sum ? sum->names[0] : few_code_index(code)];
    for (uint32_t i = 0; i < let->count; i++)
        if (holds(possible, count, let->domain[i]))
            return true;
    return false;
}

static const char *number_put(struct few_exporter *x, const struct few_move *move, const struct few_sum *sum, const uint16_t *possible,
                              size_t count, struct few_parts *conditions) {
    struct few_interval allowed, range = few_sum_interval(x, move, sum);
    size_t numbers;
    bool whole = number_range(x, possible, count, &allowed, &numbers);
    const char *value = few_sum_text(x, sum);
    if (!numbers || range.high < allowed.low || range.low > allowed.high)
        return NULL;
    if (x->numbering == FEW_NUMBERS_TABLE) {
        value = few_print(x, "find_number(%s)", value);
        few_add(x, conditions, few_print(x, "%s >= 0", value));
        uint16_t *all = few_arena_alloc(&x->arena, few_array_size(x->puzzle->piece_count, sizeof *all));
        if (!all) {
            x->no_memory = true;
            return "";
        }
        for (uint32_t i = 0; i < x->puzzle->number_count; i++)
            all[i] = x->puzzle->numbers[i];
        const char *test = few_among(x, value, all, x->puzzle->number_count, possible, count);
        if (test)
            few_add(x, conditions, test);
        return value;
    }
    if (range.low < allowed.low)
        few_add(x, conditions, few_print(x, "%s >= %s", value, few_constant(x, allowed.low)));
    if (range.high > allowed.high)
        few_add(x, conditions, few_print(x, "%s <= %s", value, few_constant(x, allowed.high)));
    const char *piece = x->numbering == FEW_NUMBERS_LETTERS ? x->dialect->number_letter(x, value) : value;
    if (!whole) {
        const char *test = NULL;
        if (x->numbering == FEW_NUMBERS_PLAIN) {
            /* Of the codes between, some are no number that can be there. */
            const char *table = few_print(x, "set_%u", ++x->set_count);
            const char **items = few_arena_alloc(&x->arena, few_array_size(x->code_count, sizeof *items));
            if (!items) {
                x->no_memory = true;
                return "";
            }
            for (uint32_t c = 0; c < x->code_count; c++) {
                uint16_t one = x->of_code[c];
                items[c] = one != FEW_CODE_ANY && x->puzzle->pieces[one].is_number && holds(possible, count, one) ? "1" : "0";
            }
            few_table(x, table, items, x->code_count);
            test = few_print(x, "%s[%s]", table, value);
        } else {
            const char *letters = "";
            for (size_t i = 0; i < count; i++)
                if (x->puzzle->pieces[possible[i]].is_number)
                    letters = few_print(x, "%s%s", letters, x->puzzle->pieces[possible[i]].text);
            test = x->dialect->among_letters(x, letters, piece);
        }
        few_add(x, conditions, test);
    }
    return piece;
}

const char *few_value_put(struct few_exporter *x, const struct few_move *move, few_code code, const uint16_t *possible, size_t count,
                          struct few_parts *conditions) {
    const char *value = few_code_is_piece(code) ? x->piece[code] : NULL;
    if (!few_can_put(x, move, code, possible, count))
        return NULL;
    if (few_code_is_piece(code))
        return value;
    const struct few_let *let = NULL;
    if (few_code_is_name(code)) {
        let = &x->puzzle->lets[few_code_index(code)];
        value = x->let[few_code_index(code)];
    } else {
        const struct few_sum *sum = &x->puzzle->sums[few_code_index(code)];
        if (sum->piece != FEW_CODE_ANY)
            return few_value_put(x, move, sum->piece, possible, count, conditions);
        value = piece_of_sum(x, sum);
        if (!value) {
            size_t known;
            const uint16_t *all = possible ? possible : (few_cell_values(x, &known), x->puzzle->board_pieces);
            return number_put(x, move, sum, all, possible ? count : x->puzzle->board_piece_count, conditions);
        }
        let = &x->puzzle->lets[sum->names[0]];
    }
    if (possible)
        few_add_among(x, conditions, bracketed(x, value), let->domain, let->count, possible, count);
    return value;
}

/* ---- Where */

const char *few_compared(struct few_exporter *x, const char *left, enum few_comparator comparator, const char *right) {
    static const char *const words[] = {"==", "!=", "<", "<=", ">", ">="};
    /* A choice is a value only between parentheses. */
    bool l = strstr(left, " ? ") || strstr(left, " if "), r = strstr(right, " ? ") || strstr(right, " if ");
    return few_print(x, "%s%s%s %s %s%s%s", l ? "(" : "", left, l ? ")" : "", words[comparator], r ? "(" : "", right, r ? ")" : "");
}

/* Whether every value of what is a piece is a number: 1; none: 0; some: -1. */
static int are_numbers(const struct few_exporter *x, const struct few_sum *sum) {
    if (sum->piece != FEW_CODE_ANY)
        return x->puzzle->pieces[sum->piece].is_number;
    if (sum->count == 0)
        return 1;
    const struct few_let *let = &x->puzzle->lets[sum->names[0]];
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < let->count; i++)
        numbers += x->puzzle->pieces[let->domain[i]].is_number;
    return numbers == let->count ? 1 : numbers ? -1 : 0;
}

/* Both sides are the same name, or as many steps from it around its ring. */
static bool same_name(const struct few_exporter *x, const struct few_sum *left, const struct few_sum *right) {
    if (left->piece != FEW_CODE_ANY || right->piece != FEW_CODE_ANY || !is_of_name(left) || !is_of_name(right) || left->names[0] != right->names[0])
        return false;
    return (left->constant - right->constant) % (int64_t)x->puzzle->lets[left->names[0]].count == 0;
}

/* Both sides come to the same, whatever names stand for: 1: it holds, 0: it does not. -1: they may differ. */
static int decided(struct few_exporter *x, const struct few_comparison *comparison) {
    const int known = few_comparison_decided(x, comparison);
    if (known >= 0)
        return known;
    const struct few_sum *left = &comparison->left, *right = &comparison->right;
    const bool are_pieces = (left->piece != FEW_CODE_ANY || is_of_name(left)) && (right->piece != FEW_CODE_ANY || is_of_name(right));
    const bool equality = comparison->comparator == FEW_EQUAL || comparison->comparator == FEW_UNEQUAL;
    if (!(are_pieces && equality) && (are_numbers(x, left) == 0 || are_numbers(x, right) == 0))
        return comparison->comparator == FEW_UNEQUAL; /* what is no number differs from all, and is not less than any */
    if (same_name(x, left, right) && (equality || comparison->comparator == FEW_LESS || comparison->comparator == FEW_GREATER))
        return comparison->comparator == FEW_EQUAL;
    if (left->product_count || right->product_count || left->count != right->count || left->constant != right->constant || left->piece != right->piece || left->ring != right->ring)
        return -1;
    for (uint32_t i = 0; i < left->count; i++)
        if (times(left, right, left->names[i]) != 0)
            return -1;
    if (!equality && !is_numeric(x, left))
        return -1; /* what is no number is not less than itself, either */
    return comparison->comparator == FEW_EQUAL || comparison->comparator == FEW_AT_MOST || comparison->comparator == FEW_AT_LEAST;
}

bool few_comparison_asks(struct few_exporter *x, const struct few_comparison *comparison) {
    return decided(x, comparison) < 0;
}

const char *few_comparison_text(struct few_exporter *x, const struct few_comparison *comparison) {
    if (decided(x, comparison) >= 0)
        return decided(x, comparison) ? NULL : x->dialect->no;
    const struct few_sum *sides[2] = {&comparison->left, &comparison->right};
    const char *pieces[2] = {piece_of_sum(x, sides[0]), piece_of_sum(x, sides[1])}, *numbers[2] = {NULL, NULL};
    const bool equality = comparison->comparator == FEW_EQUAL || comparison->comparator == FEW_UNEQUAL;
    if (pieces[0] && pieces[1] && equality)
        return few_compared(x, pieces[0], comparison->comparator, pieces[1]);
    struct few_values values;
    if ((are_numbers(x, sides[0]) < 0 || are_numbers(x, sides[1]) < 0) && few_values_that_hold(x, comparison, &values)) {
        const struct few_let *let = &x->puzzle->lets[values.name];
        return few_among(x, x->let[values.name], let->domain, let->count, values.pieces, values.count);
    }
    const char *guard = NULL;
    for (unsigned i = 0; i < 2; i++) {
        int are = are_numbers(x, sides[i]);
        if (are < 0) { /* only some values are numbers */
            const struct few_let *let = &x->puzzle->lets[sides[i]->names[0]];
            const char *test = few_among(x, bracketed(x, pieces[i]), let->domain, let->count, x->puzzle->numbers, x->puzzle->number_count);
            if (test)
                guard = guard ? few_print(x, "%s %s %s", guard, x->dialect->and, test) : test;
        }
        numbers[i] = pieces[i] ? sides[i]->piece != FEW_CODE_ANY ? few_constant(x, x->puzzle->pieces[sides[i]->piece].number)
                                                                  : few_number_text(x, bracketed(x, pieces[i]))
                               : few_sum_text(x, sides[i]);
    }
    const char *test = few_compared(x, numbers[0], comparison->comparator, numbers[1]);
    if (!guard)
        return test;
    if (comparison->comparator != FEW_UNEQUAL)
        return few_print(x, "%s %s %s", guard, x->dialect->and, test);
    return few_print(x, "%s(%s %s %s)", x->dialect->not, guard, x->dialect->and, few_compared(x, numbers[0], FEW_EQUAL, numbers[1]));
}
