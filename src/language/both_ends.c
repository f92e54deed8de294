#include "language/both_ends.h"

/* Every move costs 1, and can be turned round by what is written in its rule: what it looks at and puts, or one cycle. */
static bool turns_round(const struct few_puzzle *rules, const struct few_move *move) {
    uint32_t patterns = 0, cycles = 0;
    for (uint32_t i = 0; i < move->part_count; i++) {
        patterns += move->parts[i].kind == FEW_PART_PATTERN;
        cycles += move->parts[i].kind == FEW_PART_CYCLE;
    }
    const bool by_weight = move->cost == 0 && move->per_weight == 1 && !rules->weights, costs_one = by_weight || (move->cost == 1 && move->per_weight == 0);
    return costs_one && !move->cost_sum && !move->per_weight_sum && move->repeat != FEW_UNTIL_BLOCKED && (cycles == 0 || (cycles == 1 && patterns == 0));
}

/* The line says what is in each cell and var, so that one state meets it at most. */
static bool is_whole(const struct few_puzzle *rules, const struct few_goal *goal) {
    bool drawn = rules->rows * rules->columns == 0;
    uint32_t vars = 0;
    for (uint32_t var = 0; var < rules->var_count; var++)
        for (uint32_t i = 0, told = 0; i < goal->count && !told; i++)
            vars += told = goal->conditions[i].kind == FEW_GOAL_VAR && goal->conditions[i].var == var && few_code_is_piece(goal->conditions[i].value);
    for (uint32_t i = 0; i < goal->count; i++) {
        const struct few_condition *condition = &goal->conditions[i];
        const struct few_drawing *board = &condition->drawing;
        if (condition->kind != FEW_GOAL_DRAWING && condition->kind != FEW_GOAL_VAR)
            return false;
        bool full = condition->kind == FEW_GOAL_DRAWING && board->rows * board->columns == rules->rows * rules->columns && !board->floors;
        for (uint32_t j = 0; full && j < board->rows * board->columns; j++)
            full = few_code_is_piece(board->cells[j]);
        drawn = drawn || full;
    }
    return drawn && vars == rules->var_count;
}

bool few_has_both_ends(const struct few_puzzle *rules) {
    bool good = !rules->is_string && rules->goal_count > 0;
    for (uint32_t i = 0; good && i < rules->move_count; i++)
        good = turns_round(rules, &rules->moves[i]);
    for (uint32_t i = 0; good && i < rules->goal_count; i++)
        good = is_whole(rules, &rules->goals[i]);
    return good;
}
