#include "constructs.h"

#include <string.h>

const char *const construct_texts[CONSTRUCT_COUNT] = {
#define CONSTRUCT_TEXT(name, text) text,
    CONSTRUCTS(CONSTRUCT_TEXT)
#undef CONSTRUCT_TEXT
};

static bool in_right(const cell *one, int name) {
    if (one->kind == CELL_NAME) return one->index == name;
    for (size_t i = 0; one->kind == CELL_SUM && i < one->term_count; i++)
        if (one->terms[i].name == name) return true;
    return false;
}

static bool has_product(const cell *one) {
    for (size_t i = 0; one->kind == CELL_SUM && i < one->term_count; i++)
        if (one->terms[i].times) return true;
    return false;
}

static void note_pattern(const puzzle *game, const part *one, bool *used) {
    const size_t count = one->right.rows * one->right.columns;
    for (size_t i = 0; i < one->left.rows * one->left.columns; i++) {
        used[USES_FLOOR_ASKED] |= one->left.cells[i].floor_kind != CELL_ANY;
        used[USES_FLOOR_NAMES] |= one->left.cells[i].floor_kind == CELL_NAME;
    }
    for (size_t i = 0; i < count; i++) {
        const cell *right = &one->right.cells[i];
        const bool same_size = one->left.columns * one->left.rows == count;
        used[USES_SUM] |= right->kind == CELL_SUM;
        used[USES_TIMES] |= has_product(right);
        for (size_t k = 0; right->kind == CELL_SUM && k < right->term_count; k++)
            used[USES_RING_SUM] |= right->terms[k].name >= 0 && game->names[right->terms[k].name].is_ring;
        if (!same_size || one->left.cells[i].kind == CELL_ANY || right->kind != CELL_ANY) continue;
        used[USES_KEPT] = true;
        for (size_t k = 0; one->left.cells[i].kind == CELL_NAME && k < count; k++)
            used[USES_COPIED] |= in_right(&one->right.cells[k], one->left.cells[i].index);
    }
}

static void note_rule(const puzzle *game, const rule *made, bool *used) {
    size_t patterns = 0;
    for (size_t i = 0; i < made->part_count; i++) {
        const part *one = &made->parts[i];
        if (one->kind == PART_PATTERN) note_pattern(game, one, used), patterns++;
        used[USES_VALUE] |= one->kind == PART_VALUE;
        used[USES_SUM] |= one->kind == PART_VALUE && one->result.kind == CELL_SUM;
        used[USES_TIMES] |= one->kind == PART_VALUE && has_product(&one->result);
        used[USES_CYCLE] |= one->kind == PART_CYCLE;
        used[USES_CYCLE_BESIDE] |= one->kind == PART_CYCLE && made->part_count > 1;
    }
    used[USES_SEVERAL] |= patterns > 1;
    used[USES_WHERE] |= made->condition_count > 0;
    for (size_t i = 0; i < made->formula_count; i++) {
        used[USES_OR] |= made->formula[i] == EITHER;
        used[USES_NOT] |= made->formula[i] == NEITHER;
    }
    for (size_t i = 0; i < made->condition_count; i++)
        used[USES_TIMES] |= has_product(&made->conditions[i].left) || has_product(&made->conditions[i].right);
    used[USES_BRACES] |= made->name && strchr(made->name, '{');
    used[USES_FREE] |= made->free_count > 0;
    used[USES_FREES] |= made->free_count > 1;
    used[USES_DIRECTION] |= made->any_direction;
    used[USES_TWO_WAYS] |= made->sideways || made->upright;
    used[USES_MIRRORED] |= made->mirrored;
    used[USES_REPEAT] |= made->repeats == REPEAT;
    used[USES_UNTIL] |= made->repeats == UNTIL_BLOCKED;
    used[USES_DIAGONAL_MOVE] |= made->diagonal;
    used[USES_WRAPPED] |= game->wraps_rows || game->wraps_columns;
    used[USES_AT_CELL] |= made->place == AT;
    used[USES_ON_CELLS] |= made->place == ON;
    used[USES_LINKS] |= made->place == ALONG_LINKS;
    used[USES_COST] |= rule_has_costs(game, made);
    used[USES_WEIGHT] |= made->place == ALONG_LINKS && !made->has_cost && rule_has_costs(game, made);
    for (size_t i = 0; i < made->cost_cell.term_count; i++) used[USES_WEIGHT_SUM] |= made->cost_cell.terms[i].is_weight;
    used[USES_AT_END] |= made->at_begin || made->at_end;
    used[USES_COST_SUM] |= made->cost_cell.kind != CELL_ANY;
    used[USES_HIGH_COST] |= made->cost > 900000000;
    used[USES_FREE_MOVE] |= made->cost == 0;
}

static void note_goal(const goal *made, bool never, bool *used) {
    bool names = false;
    used[never ? USES_NEVER_OR : USES_GOAL_OR] |= made->follows_or;
    for (size_t i = 0; i < made->count; i++) {
        const demand *one = &made->demands[i];
        used[USES_AT_END] |= one->at_begin || one->at_end;
        used[USES_SOMEWHERE] |= one->kind == GOAL_SOMEWHERE;
        used[USES_NOWHERE] |= one->kind == GOAL_NOWHERE;
        used[USES_DIAGONAL] |= one->diagonal;
        used[USES_COMPARED] |= one->kind == GOAL_COMPARED;
        used[USES_EVERY] |= one->kind == GOAL_EVERY_ON || one->kind == GOAL_EVERY_HAS;
        for (size_t k = 0; k < one->left.count; k++) used[USES_COUNT] |= one->left.terms[k].counted != NULL;
        for (size_t k = 0; k < one->pattern.rows * one->pattern.columns; k++) used[USES_FLOOR_GOAL] |= one->pattern.cells[k].floor_kind != CELL_ANY;
        used[USES_ADDED] |= one->kind == GOAL_COMPARED && one->left.count + one->right.count > 2;
        used[never ? USES_NEVER_NOT : USES_GOAL_NOT] |= one->turned;
        names |= one->value.kind == CELL_NAME;
        for (size_t k = 0; k < one->pattern.rows * one->pattern.columns; k++) names |= one->pattern.cells[k].kind == CELL_NAME;
    }
    used[never ? USES_NEVER_NAMES : USES_GOAL_NAMES] |= names;
}

static size_t bits_for(size_t values) {
    size_t bits = 0;
    while (((size_t)1 << bits) < values) bits++;
    return bits;
}

static void note_sizes(const puzzle *game, bool *used) {
    size_t pieces = 0, bits = 0;
    for (size_t i = 0; i < game->word_count; i++) pieces += game->words[i].is_piece;
    if (game->has_board) bits = puzzle_cells(game) * bits_for(pieces);
    for (size_t i = 0; i < game->var_count; i++) {
        bits += bits_for(game->vars[i].count);
        used[USES_MANY_VALUES] |= game->vars[i].count >= 256;
    }
    used[USES_MANY_PIECES] = pieces >= 256;
    used[USES_TWO_WORDS] = bits > 64;
    used[USES_FIVE_WORDS] = bits > 256;
    used[USES_NINE_WORDS] = bits > 512;
}

void find_constructs(const puzzle *game, const space *reach, const truth *known, bool *used) {
    used[USES_GRID] = game->has_board && game->is_grid;
    used[USES_ROW] = game->has_board && !game->is_grid;
    used[USES_STRING] = game->is_string;
    used[USES_CELL_NAMES] = game->cell_names != NULL;
    used[USES_FLOOR] = game->floor != NULL;
    for (size_t i = 0; game->floor && i < puzzle_cells(game); i++) used[USES_WALL] |= is_wall(game, i);
    used[USES_NO_BOARD] = !game->has_board && !game->is_string;
    used[USES_BOARD_AND_VARS] = game->has_board && game->var_count > 0;
    used[USES_NAMES] = game->name_count > 0;
    for (size_t i = 0; i < game->name_count; i++) used[USES_REST] |= game->names[i].is_rest;
    for (size_t i = 0; i < game->name_count; i++) used[USES_RING] |= game->names[i].is_ring;
    for (size_t i = 0; i < game->rule_count; i++) note_rule(game, &game->rules[i], used);
    for (size_t i = 0; i < game->goal_count; i++) note_goal(&game->goals[i], false, used);
    for (size_t i = 0; i < game->never_count; i++) note_goal(&game->nevers[i], true, used);
    note_sizes(game, used);
    used[USES_STARTS] = reach->start_count > 1;
    used[USES_GOALS] = game->goal_count > 1;
    used[USES_WITHIN] = game->has_within;
    used[USES_NEVER] = game->never_count > 0;
    used[USES_NO_BOUND] = game->is_string && game->bound == SIZE_MAX;
    for (size_t i = 0; game->is_string && i < reach->count; i++) used[USES_AT_BOUND] |= reach->nodes[i].at.count == game->bound;
    used[USES_ONE_STATE] = reach->count == 1;
    used[USES_NO_GOAL_STATE] = known->goal_count == 0;
    used[USES_SOLVABLE] = known->best != FAR;
    used[USES_UNSOLVABLE] = known->best == FAR;
    for (size_t i = 0; i < reach->start_count; i++)
        used[USES_LONG_WAY] |= known->moves[i] != FAR && known->moves[i] > 255;
}

void count_constructs(const trial *self, uint64_t *counts) {
    bool used[CONSTRUCT_COUNT] = {false};
    find_constructs(self->game, &self->reach, &self->known, used);
    for (size_t i = 0; i < CONSTRUCT_COUNT; i++)
        for (size_t k = 0; k < CONSTRUCT_COUNT; k++) counts[i * CONSTRUCT_COUNT + k] += used[i] && used[k];
}
