#include "language/choices.h"

void few_choices_init(struct few_choices *choices, const struct few_puzzle *puzzle,
                      uint16_t *assignment) {
    choices->puzzle = puzzle;
    choices->assignment = assignment;
    choices->count = 0;
    choices->too_many_names = false;
}

static bool has_name(const struct few_choices *choices, unsigned name) {
    for (uint32_t i = 0; choices && i < choices->count; i++)
        if (choices->names[i] == name)
            return true;
    return false;
}

void few_choices_add(struct few_choices *choices, const struct few_choices *outer,
                     const few_code *codes, size_t count) {
    for (size_t i = 0; i < count && choices->puzzle->let_count > 0; i++) {
        if (!few_code_is_name(codes[i]))
            continue;
        unsigned name = few_code_index(codes[i]);
        if (has_name(choices, name) || has_name(outer, name))
            continue;
        if (choices->count == FEW_CHOICE_NAMES)
            choices->too_many_names = true;
        else
            choices->names[choices->count++] = (uint16_t)name;
    }
}

void few_choices_add_free(struct few_choices *choices, const struct few_move *move) {
    few_choices_add(choices, NULL, move->free, move->free_count);
}

uint64_t few_choices_total(const struct few_choices *choices) {
    uint64_t total = 1;
    if (choices->too_many_names)
        return UINT64_MAX;
    for (uint32_t i = 0; i < choices->count; i++)
        if (__builtin_mul_overflow(total, (uint64_t)choices->puzzle->lets[choices->names[i]].count,
                                   &total))
            return UINT64_MAX;
    return total;
}

static void choose(struct few_choices *choices, uint32_t i, uint32_t at) {
    uint16_t name = choices->names[i];
    choices->at[i] = at;
    choices->assignment[name] = choices->puzzle->lets[name].domain[at];
}

bool few_choices_first(struct few_choices *choices) {
    for (uint32_t i = 0; i < choices->count; i++) {
        if (choices->puzzle->lets[choices->names[i]].count == 0)
            return false;
        choose(choices, i, 0);
    }
    return true;
}

bool few_choices_next(struct few_choices *choices) {
    for (uint32_t i = choices->count; i-- > 0;) {
        if (choices->at[i] + 1 < choices->puzzle->lets[choices->names[i]].count) {
            choose(choices, i, choices->at[i] + 1);
            return true;
        }
        choose(choices, i, 0);
    }
    return false;
}

static uint64_t work_of(const struct few_sum *sum) {
    uint64_t work = 4 * (uint64_t)sum->count;
    for (uint32_t i = 0; i < sum->product_count; i++)
        work += 4 + 4 * (uint64_t)sum->products[i].count;
    return work;
}

uint64_t few_choices_work(const struct few_move *move) {
    uint64_t work = 16;
    for (uint32_t i = 0; i < move->condition_count; i++)
        work += 16 + work_of(&move->conditions[i].left) + work_of(&move->conditions[i].right);
    for (uint32_t p = 0; p < move->part_count; p++)
        work += 8 * ((uint64_t)move->parts[p].rows * move->parts[p].columns + move->parts[p].after_columns + 1);
    return work;
}

bool few_choices_allowed(const struct few_choices *choices, const struct few_move *move) {
    return few_move_allowed(choices->puzzle, move, choices->assignment) &&
           (few_costs_by_weight(move) || few_move_cost(choices->puzzle, move, choices->assignment) != FEW_NO_COST);
}

bool few_choices_values(const struct few_choices *choices, const few_code *codes, size_t count,
                        few_code *values) {
    for (size_t i = 0; i < count; i++) {
        values[i] = few_code_value(choices->puzzle, codes[i], choices->assignment);
        if (values[i] == FEW_CODE_ANY && codes[i] != FEW_CODE_ANY)
            return false;
    }
    return true;
}
