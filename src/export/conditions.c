/* Conditions that are joined by `and`, and what a program need not ask because it is known while the program is written. Compilers warn of a
 * test that always holds, or never does. */
#include "export/dialect.h"

bool few_never_hold(const struct few_exporter *x, const struct few_parts *parts) {
    return parts->count == 1 && parts->items[0] == x->dialect->no;
}

void few_add(struct few_exporter *x, struct few_parts *parts, const char *text) {
    if (text == x->dialect->no) /* then it does not matter what else would have to hold */
        parts->count = 0;
    if (few_never_hold(x, parts))
        return;
    for (size_t i = 0; i < parts->count; i++)
        if (strcmp(parts->items[i], text) == 0)
            return;
    if (parts->count == parts->room) {
        size_t room = 2 * parts->room + 8;
        const char **items = few_arena_alloc(&x->arena, few_array_size(room, sizeof *items));
        if (!items) {
            x->no_memory = true;
            return;
        }
        if (parts->count)
            memcpy(items, parts->items, parts->count * sizeof *items);
        parts->items = items;
        parts->room = room;
    }
    parts->items[parts->count++] = text;
}

/* What is known of a value: at first it may have every code. */
static bool *codes_of(struct few_exporter *x, struct few_parts *parts, const char *value) {
    for (struct few_known *known = parts->known; known; known = known->next)
        if (strcmp(known->value, value) == 0)
            return known->can;
    struct few_known *known = few_arena_alloc(&x->arena, sizeof *known);
    bool *can = few_arena_alloc(&x->arena, x->code_count + 1);
    if (!known || !can) {
        x->no_memory = true;
        return NULL;
    }
    memset(can, true, x->code_count);
    *known = (struct few_known){value, can, parts->known};
    parts->known = known;
    return can;
}

void few_add_one_of(struct few_exporter *x, struct few_parts *parts, const char *text, const char *value, const uint16_t *pieces, size_t count) {
    bool *can = codes_of(x, parts, value), *wanted = few_arena_alloc(&x->arena, x->code_count + 1), some = false;
    if (!can || !wanted) {
        x->no_memory = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        wanted[x->code[pieces[i]]] = true;
    for (uint32_t c = 0; c < x->code_count; c++)
        some |= can[c] &= wanted[c];
    few_add(x, parts, some ? text : x->dialect->no);
}

void few_add_among(struct few_exporter *x, struct few_parts *parts, const char *value, const uint16_t *possible, size_t possible_count,
                   const uint16_t *wanted, size_t wanted_count) {
    const char *test = few_among(x, value, possible, possible_count, wanted, wanted_count);
    if (test)
        few_add_one_of(x, parts, *test ? test : x->dialect->no, value, wanted, wanted_count);
}

/* ---- Comparisons of names */

enum { MOST_NAMES = 16, MOST_CHOICES = 1 << 14 };

/* The names that comparisons depend on, each once, and what they stand for at the moment. */
struct chosen {
    uint16_t names[MOST_NAMES];
    uint32_t at[MOST_NAMES]; /* which of its values each has */
    uint32_t count;
    uint64_t choices;        /* in how many ways they can be chosen; more than are looked at: MOST_CHOICES + 1 */
    uint16_t *assignment;
};

static void note_name(const struct few_exporter *x, struct chosen *chosen, uint16_t name) {
    for (uint32_t i = 0; i < chosen->count; i++)
        if (chosen->names[i] == name)
            return;
    chosen->choices *= x->puzzle->lets[name].count;
    if (chosen->count == MOST_NAMES || chosen->choices > MOST_CHOICES)
        chosen->choices = MOST_CHOICES + 1;
    else
        chosen->names[chosen->count++] = name;
}

static void note_sum(const struct few_exporter *x, struct chosen *chosen, const struct few_sum *sum) {
    for (uint32_t i = 0; i < sum->count; i++)
        note_name(x, chosen, sum->names[i]);
    for (uint32_t i = 0; i < sum->product_count; i++)
        for (uint32_t k = 0; k < sum->products[i].count; k++)
            note_name(x, chosen, sum->products[i].names[k]);
}

/* The names of these comparisons; false: there are too many choices to look at each. */
static bool choose_names(struct few_exporter *x, struct chosen *chosen, const struct few_comparison *comparisons, uint32_t count) {
    *chosen = (struct chosen){.choices = 1};
    for (uint32_t i = 0; i < count; i++) {
        note_sum(x, chosen, &comparisons[i].left);
        note_sum(x, chosen, &comparisons[i].right);
    }
    chosen->assignment = few_arena_alloc(&x->arena, few_array_size(x->puzzle->let_count + 1, sizeof *chosen->assignment));
    if (!chosen->assignment)
        x->no_memory = true;
    for (uint32_t i = 0; chosen->assignment && i < chosen->count; i++)
        chosen->assignment[chosen->names[i]] = x->puzzle->lets[chosen->names[i]].domain[0];
    return chosen->assignment && chosen->choices <= MOST_CHOICES;
}

/* The next choice, as an odometer has it. */
static bool choose_next(const struct few_exporter *x, struct chosen *chosen) {
    for (uint32_t i = 0; i < chosen->count; i++) {
        const struct few_let *let = &x->puzzle->lets[chosen->names[i]];
        chosen->at[i] = (chosen->at[i] + 1) % let->count;
        chosen->assignment[chosen->names[i]] = let->domain[chosen->at[i]];
        if (chosen->at[i])
            return true;
    }
    return false;
}

/* Whether they hold for each choice: 1, for none: 0. -1: it depends, or there are too many. */
static int decide(struct few_exporter *x, const struct few_comparison *comparisons, uint32_t count, const struct few_move *move) {
    struct chosen chosen;
    int decided = -1;
    if (!choose_names(x, &chosen, comparisons, count))
        return -1;
    do {
        const bool holds = move ? few_move_allowed(x->puzzle, move, chosen.assignment) : few_comparison_holds(x->puzzle, comparisons, chosen.assignment);
        if (decided == !holds)
            return -1;
        decided = holds;
    } while (choose_next(x, &chosen));
    return decided;
}

int few_comparison_decided(struct few_exporter *x, const struct few_comparison *comparison) {
    return decide(x, comparison, 1, NULL);
}

int few_where_decided(struct few_exporter *x, const struct few_move *move) {
    return decide(x, move->conditions, move->condition_count, move);
}

bool few_values_that_hold(struct few_exporter *x, const struct few_comparison *comparison, struct few_values *values) {
    struct chosen chosen;
    *values = (struct few_values){0};
    if (!choose_names(x, &chosen, comparison, 1) || chosen.count != 1)
        return false;
    values->name = chosen.names[0];
    values->holds = few_arena_alloc(&x->arena, few_array_size(x->puzzle->lets[values->name].count, sizeof *values->holds));
    values->pieces = few_arena_alloc(&x->arena, few_array_size(x->puzzle->lets[values->name].count, sizeof *values->pieces));
    if (!values->holds || !values->pieces) {
        x->no_memory = true;
        return false;
    }
    do {
        if ((values->holds[chosen.at[0]] = few_comparison_holds(x->puzzle, comparison, chosen.assignment)))
            values->pieces[values->count++] = chosen.assignment[values->name];
    } while (choose_next(x, &chosen));
    return true;
}
