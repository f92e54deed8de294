#include "language/cost.h"

#include <string.h>

#include "language/diagnose.h"
#include "language/explain.h"
#include "language/sum.h"
#include "language/where.h"

/* Takes the weight out of a product. How often it was there. */
static uint32_t take_weight(struct few_product *product) {
    uint32_t kept = 0, found = 0;
    for (uint32_t i = 0; i < product->count; i++) {
        if (product->names[i] == FEW_WEIGHT)
            found++;
        else
            product->names[kept++] = product->names[i];
    }
    product->count = kept;
    return found;
}

/* What is multiplied by the weight goes from one sum to the other. */
static bool split(struct few_reader *reader, struct few_sum *sum, struct few_sum *per_weight, struct few_word word) {
    uint32_t names = 0, products = 0;
    *per_weight = (struct few_sum){.piece = FEW_CODE_ANY};
    per_weight->products = few_reader_alloc(reader, sum->product_count + 1, sizeof *per_weight->products);
    if (!per_weight->products)
        return false;
    for (uint32_t i = 0; i < sum->count; i++) {
        if (sum->names[i] == FEW_WEIGHT) {
            per_weight->constant += sum->signs[i];
            continue;
        }
        sum->names[names] = sum->names[i];
        sum->signs[names++] = sum->signs[i];
    }
    sum->count = names;
    for (uint32_t i = 0; i < sum->product_count; i++) {
        struct few_product product = sum->products[i];
        const uint32_t found = take_weight(&product);
        if (found > 1)
            return few_mistake(reader, word, "`weight` stands in a product only once");
        if (found && product.count)
            per_weight->products[per_weight->product_count++] = product;
        else if (found)
            per_weight->constant += product.factor;
        else
            sum->products[products++] = product;
    }
    sum->product_count = products;
    return true;
}

/* A sum that no name decides is a number, if it can be a cost. */
static struct few_sum *settle(struct few_sum *sum, uint32_t *number) {
    const bool fixed = sum->count == 0 && sum->product_count == 0 && sum->constant >= 0 && sum->constant <= FEW_MAX_COST;
    *number = fixed ? (uint32_t)sum->constant : 0;
    return fixed ? NULL : sum;
}

static bool has_name(const struct few_sum *sum) {
    for (uint32_t i = 0; i < sum->product_count; i++)
        if (sum->products[i].count > 0)
            return true;
    return sum->count > 0;
}

/* A cost that names or the link decide. */
static bool read_sum(struct few_reader *reader, struct few_token token, struct few_move *move) {
    struct few_sum *sum = few_reader_alloc(reader, 1, sizeof *sum), *per_weight = few_reader_alloc(reader, 1, sizeof *sum);
    if (!sum || !per_weight)
        return false;
    reader->weight_counts = true;
    enum few_sum_result read = few_read_compared(reader, token.word, sum);
    reader->weight_counts = false;
    if (read == FEW_SUM_WRONG)
        return false;
    bool joined = memchr(token.word.text, '+', token.word.length) || memchr(token.word.text, '*', token.word.length);
    if (read == FEW_SUM_NONE && joined)
        return few_undeclared_operand(reader, token.word);
    if (read == FEW_SUM_NONE || !has_name(sum))
        return few_expected(reader, token, "a cost, a whole number or a sum");
    if (!split(reader, sum, per_weight, token.word) || !few_check_ordered(reader, sum, token.word, "it is no cost"))
        return false;
    move->per_weight_sum = settle(per_weight, &move->per_weight);
    move->cost_sum = sum;
    if (few_costs_by_weight(move))
        move->cost_sum = settle(sum, &move->cost);
    return true;
}

bool few_read_cost(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move) {
    struct few_token token = few_next_token(cursor);
    uint64_t cost;
    struct few_word digits = token.word;
    if (token.kind != FEW_TOKEN_WORD)
        return few_expected(reader, token, "a cost, a whole number or a sum");
    if (digits.length > 1 && *digits.text == '-')
        digits.text++, digits.length--;
    if (!few_word_count(digits, &cost))
        return read_sum(reader, token, move);
    if (cost > FEW_MAX_COST || digits.length < token.word.length)
        return few_mistake(reader, token.word, "a cost must be between 0 and %d", FEW_MAX_COST);
    move->cost = (uint32_t)cost;
    return true;
}

bool few_settle_cost(struct few_reader *reader, struct few_move *move, const struct few_head *head) {
    const struct few_word given = head->given[FEW_COST];
    if (few_costs_by_weight(move) && !move->along_links)
        return few_mistake(reader, given, "`weight` is that of a link, but this move is not `along links`");
    if (move->along_links && !given.text) {
        move->cost = 0;
        move->per_weight = 1;
    }
    return true;
}

void few_settle_weights(struct few_puzzle *puzzle) {
    for (uint32_t i = 0; !puzzle->weights && i < puzzle->move_count; i++) {
        struct few_move *move = &puzzle->moves[i];
        if (!few_costs_by_names(move) && move->cost <= FEW_MAX_COST - move->per_weight) {
            move->cost += move->per_weight;
            move->per_weight = 0;
        }
    }
}
