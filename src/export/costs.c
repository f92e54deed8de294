/* What a move costs, where names or the weight of a link decide it. */
#include "export/dialect.h"

#include <inttypes.h>

static struct few_interval of_sum(const struct few_exporter *x, const struct few_move *move, const struct few_sum *sum, uint32_t fixed) {
    return sum ? few_sum_interval(x, move, sum) : (struct few_interval){fixed, fixed};
}

static struct few_interval weights(const struct few_puzzle *puzzle) {
    struct few_interval range = {INT64_MAX, 0};
    for (uint32_t i = 0; i < puzzle->link_count; i++) {
        const int64_t weight = few_link_weight(puzzle, i);
        range.low = weight < range.low ? weight : range.low;
        range.high = weight > range.high ? weight : range.high;
    }
    return range;
}

struct few_interval few_cost_interval(const struct few_exporter *x, const struct few_move *move) {
    struct few_interval range = of_sum(x, move, move->cost_sum, move->cost);
    if (!few_costs_by_weight(move) || x->puzzle->link_count == 0)
        return range;
    const struct few_interval weight = weights(x->puzzle), per = of_sum(x, move, move->per_weight_sum, move->per_weight);
    range.low += per.low * (per.low < 0 ? weight.high : weight.low);
    range.high += per.high * (per.high < 0 ? weight.low : weight.high);
    return range;
}

/* What is multiplied by the weight of the link. */
static const char *weighed(struct few_exporter *x, const struct few_move *move) {
    if (move->per_weight_sum)
        return few_print(x, "(%s) * weight[link]", few_sum_text(x, move->per_weight_sum));
    return move->per_weight == 1 ? "weight[link]" : few_print(x, "%u * weight[link]", move->per_weight);
}

const char *few_cost_text(struct few_exporter *x, const struct few_move *move, struct few_parts *conditions) {
    const struct few_interval range = few_cost_interval(x, move);
    const bool by_weight = few_costs_by_weight(move);
    const char *text = move->cost_sum ? few_sum_text(x, move->cost_sum) : few_print(x, "%" PRIu32, move->cost);
    if (by_weight)
        text = !move->cost_sum && move->cost == 0 ? weighed(x, move) : few_print(x, "%s + %s", weighed(x, move), text);
    if (range.low < 0)
        few_add(x, conditions, few_print(x, "%s >= 0", text));
    if (range.high > FEW_MAX_COST)
        few_add(x, conditions, few_print(x, "%s <= %d", text, FEW_MAX_COST));
    const bool sum = move->cost_sum || move->per_weight_sum;
    return sum && x->choices.language != FEW_EXPORT_PYTHON && (x->numbering == FEW_NUMBERS_TABLE || range.high > INT32_MAX || range.low < INT32_MIN)
               ? few_print(x, "(int)(%s)", text)
               : text;
}
