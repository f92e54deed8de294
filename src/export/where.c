/* What stands behind `where`. Comparisons lead to later ones, or to the end; where that is more than one after the other, they are put
 * together again, two at a time, until one condition is left. */
#include "export/dialect.h"

bool few_all_must_hold(const struct few_move *move) {
    for (uint32_t i = 0; i < move->condition_count; i++)
        if (move->conditions[i].if_false != FEW_FAILS)
            return false;
    return true;
}

/* A condition, and which one is looked at next if it holds, and if not. */
struct node {
    const char *text;
    uint32_t if_true, if_false;
    bool joined; /* it needs parentheses */
    bool gone;
    struct few_values values; /* for which it holds; several names, or none: no values */
};

/* Two conditions on one name, joined, may hold always or never. This is then said plainly. */
static void join_values(struct few_exporter *x, struct node *first, const struct node *second, bool both, bool and) {
    struct few_values *values = &first->values;
    if (!values->holds || !second->values.holds || values->name != second->values.name) {
        *values = (struct few_values){0};
        return;
    }
    const struct few_let *let = &x->puzzle->lets[values->name];
    values->count = 0;
    for (uint32_t i = 0; i < let->count; i++) {
        const bool left = values->holds[i] == both, right = second->values.holds[i];
        values->holds[i] = and ? left && right : left || right;
        if (values->holds[i])
            values->pieces[values->count++] = let->domain[i];
    }
    if (values->count && values->count < let->count)
        return;
    first->text = values->count ? x->dialect->yes : x->dialect->no;
    first->joined = false;
}

static const char *bracketed(struct few_exporter *x, const struct node *node) {
    return node->joined ? few_print(x, "(%s)", node->text) : node->text;
}

static const char *negated(struct few_exporter *x, const struct node *node) {
    return few_print(x, "%s(%s)", x->dialect->not, node->text);
}

/* Comparisons that are always true, or never, or that decide nothing, are left out: what leads to them leads on. */
static uint32_t lead_on(const struct few_exporter *x, const struct few_move *move, struct node *nodes, uint32_t to) {
    while (to < move->condition_count && nodes[to].gone)
        to = nodes[to].text == x->dialect->no ? nodes[to].if_false : nodes[to].if_true;
    return to;
}

static uint32_t references(const struct node *nodes, uint32_t count, uint32_t to) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += nodes[i].gone ? 0 : (nodes[i].if_true == to) + (nodes[i].if_false == to);
    return found;
}

static bool is_constant(const struct few_exporter *x, const char *text) {
    return text == x->dialect->yes || text == x->dialect->no;
}

/* Both conditions, the first one perhaps turned into its opposite; where one of them is decided, the other is left. */
static void join_texts(struct few_exporter *x, struct node *first, const struct node *second, bool opposite, bool and) {
    const char *decides = and ? x->dialect->no : x->dialect->yes;
    if (opposite && is_constant(x, first->text))
        first->text = first->text == x->dialect->yes ? x->dialect->no : x->dialect->yes;
    else if (opposite)
        *first = (struct node){.text = negated(x, first), .values = first->values};
    if (first->text == decides || second->text == decides) {
        first->text = decides;
        first->joined = false;
    } else if (is_constant(x, first->text)) {
        first->text = second->text;
        first->joined = second->joined;
    } else if (!is_constant(x, second->text)) {
        first->text = few_print(x, "%s %s %s", bracketed(x, first), and ? x->dialect->and : x->dialect->or, bracketed(x, second));
        first->joined = true;
    }
}

/* Puts the second one into the first, which leads to it, if both have an end in common. */
static bool join(struct few_exporter *x, struct node *first, struct node *second, uint32_t number) {
    const bool holds = first->if_true == number;
    const uint32_t other = holds ? first->if_false : first->if_true;
    if (other != second->if_true && other != second->if_false)
        return false;
    /* Beside the first, or the opposite of it, the second decides. */
    const bool both = holds == (other == second->if_false);
    const bool and = other == second->if_false;
    join_texts(x, first, second, !both, and);
    join_values(x, first, second, both, and);
    first->if_true = second->if_true;
    first->if_false = second->if_false;
    second->gone = true;
    return true;
}

/* The last two that can be joined, until none are left. */
static bool join_some(struct few_exporter *x, struct node *nodes, uint32_t count) {
    for (uint32_t k = count; k-- > 1;) {
        if (nodes[k].gone || references(nodes, count, k) != 1)
            continue;
        for (uint32_t i = k; i-- > 0;)
            if (!nodes[i].gone && (nodes[i].if_true == k || nodes[i].if_false == k) && join(x, &nodes[i], &nodes[k], k))
                return true;
    }
    return false;
}

static void fit_formula(struct few_exporter *x, const struct few_move *move, struct few_parts *conditions) {
    const uint32_t count = move->condition_count;
    struct node *nodes = few_arena_alloc(&x->arena, few_array_size(count + 1, sizeof *nodes));
    if (!nodes) {
        x->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct few_comparison *one = &move->conditions[i];
        const char *text = few_comparison_text(x, one);
        const bool joined = text && (strstr(text, few_print(x, " %s ", x->dialect->and)) || strstr(text, few_print(x, " %s ", x->dialect->or)));
        nodes[i] = (struct node){text, one->if_true, one->if_false, joined, !text || text == x->dialect->no, {0}};
        few_values_that_hold(x, one, &nodes[i].values);
    }
    for (uint32_t i = count; i-- > 0;) {
        nodes[i].if_true = lead_on(x, move, nodes, nodes[i].if_true);
        nodes[i].if_false = lead_on(x, move, nodes, nodes[i].if_false);
        nodes[i].gone |= nodes[i].if_true == nodes[i].if_false; /* as in `a = b or a = a` */
    }
    const uint32_t first = lead_on(x, move, nodes, 0);
    for (uint32_t i = 0; i < count; i++)
        nodes[i].gone |= i < first || (i > first && references(nodes, count, i) == 0);
    while (join_some(x, nodes, count)) {
    }
    if (first == FEW_HOLDS)
        return;
    if (first == FEW_FAILS) {
        few_add(x, conditions, x->dialect->no);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (i != first && !nodes[i].gone && !x->no_memory)
            few_fail(x->error, FEW_ERROR_SYSTEM, "what stands behind `where` cannot be put together");
    const bool holds = nodes[first].if_true == FEW_HOLDS;
    if (is_constant(x, nodes[first].text)) {
        if (holds != (nodes[first].text == x->dialect->yes))
            few_add(x, conditions, x->dialect->no);
        return;
    }
    const char *text = holds ? bracketed(x, &nodes[first]) : negated(x, &nodes[first]);
    const struct few_values *values = &nodes[first].values;
    if (holds && values->holds)
        few_add_one_of(x, conditions, text, x->let[values->name], values->pieces, values->count);
    else
        few_add(x, conditions, text);
}

void few_where_fit(struct few_exporter *x, const struct few_move *move, struct few_parts *conditions) {
    const int decided = few_where_decided(x, move);
    if (decided == 0)
        few_add(x, conditions, x->dialect->no);
    if (decided >= 0)
        return;
    if (!few_all_must_hold(move)) {
        fit_formula(x, move, conditions);
        return;
    }
    for (uint32_t i = 0; i < move->condition_count; i++) {
        const struct few_comparison *one = &move->conditions[i];
        const char *test = few_comparison_text(x, one);
        struct few_values values;
        if (test && few_values_that_hold(x, one, &values))
            few_add_one_of(x, conditions, test, x->let[values.name], values.pieces, values.count);
        else if (test)
            few_add(x, conditions, test);
    }
}
