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
    unsigned name; /* the only name in it, and for which of its values it holds; several names, or none: NULL */
    bool *holds;
};

/* Notes the one name of a comparison. */
static void note_name(struct few_exporter *x, struct node *node, const struct few_comparison *comparison) {
    const struct few_sum *sides[2] = {&comparison->left, &comparison->right};
    for (unsigned i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < sides[i]->count; k++)
            if (sides[i]->names[k] != (sides[0]->count ? sides[0] : sides[1])->names[0])
                return;
        if (sides[i]->product_count)
            return;
    }
    if (sides[0]->count + sides[1]->count == 0)
        return;
    node->name = (sides[0]->count ? sides[0] : sides[1])->names[0];
    const struct few_let *let = &x->puzzle->lets[node->name];
    uint16_t *assignment = few_arena_alloc(&x->arena, few_array_size(x->puzzle->let_count, sizeof *assignment));
    node->holds = few_arena_alloc(&x->arena, let->count);
    if (!assignment || !node->holds) {
        x->no_memory = true;
        node->holds = NULL;
        return;
    }
    for (uint32_t i = 0; i < let->count; i++) {
        assignment[node->name] = let->domain[i];
        node->holds[i] = few_comparison_holds(x->puzzle, comparison, assignment);
    }
}

/* Two conditions on one name, joined, may hold always or never. This is then said plainly: compilers warn of such a test. */
static void join_values(struct few_exporter *x, struct node *first, const struct node *second, bool both, bool and) {
    if (!first->holds || !second->holds || first->name != second->name) {
        first->holds = NULL;
        return;
    }
    const uint32_t count = x->puzzle->lets[first->name].count;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool left = first->holds[i] == both;
        first->holds[i] = and ? left && second->holds[i] : left || second->holds[i];
        found += first->holds[i];
    }
    if (found && found < count)
        return;
    first->text = found ? x->dialect->yes : x->dialect->no;
    first->joined = false;
    few_need_not(x, x->let[first->name]); /* nothing else may ask for it */
}

static const char *bracketed(struct few_exporter *x, const struct node *node) {
    return node->joined ? few_print(x, "(%s)", node->text) : node->text;
}

static const char *negated(struct few_exporter *x, const struct node *node) {
    return few_print(x, "%s(%s)", x->dialect->not, node->text);
}

/* Comparisons that are always true, or never, are left out: what leads to them leads on. */
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

/* Puts the second one into the first, which leads to it, if both have an end in common. */
static bool join(struct few_exporter *x, struct node *first, struct node *second, uint32_t number) {
    const bool holds = first->if_true == number;
    const uint32_t other = holds ? first->if_false : first->if_true;
    if (other != second->if_true && other != second->if_false)
        return false;
    /* Beside the first, or the opposite of it, the second decides. */
    const bool both = holds == (other == second->if_false);
    const char *left = both ? bracketed(x, first) : negated(x, first);
    const bool and = other == second->if_false;
    first->text = few_print(x, "%s %s %s", left, and ? x->dialect->and : x->dialect->or, bracketed(x, second));
    first->joined = true;
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
        nodes[i] = (struct node){text, one->if_true, one->if_false, joined, !text || text == x->dialect->no, 0, NULL};
        note_name(x, &nodes[i], one);
    }
    for (uint32_t i = count; i-- > 0;) {
        nodes[i].if_true = lead_on(x, move, nodes, nodes[i].if_true);
        nodes[i].if_false = lead_on(x, move, nodes, nodes[i].if_false);
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
    few_add(x, conditions, nodes[first].if_true == FEW_HOLDS ? few_print(x, "(%s)", nodes[first].text) : negated(x, &nodes[first]));
}

void few_where_fit(struct few_exporter *x, const struct few_move *move, struct few_parts *conditions) {
    if (!few_all_must_hold(move)) {
        fit_formula(x, move, conditions);
        return;
    }
    for (uint32_t i = 0; i < move->condition_count; i++) {
        const char *test = few_comparison_text(x, &move->conditions[i]);
        if (test)
            few_add(x, conditions, test);
    }
}
