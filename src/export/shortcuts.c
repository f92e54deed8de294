/* What makes a program shorter than the general one. Each of these is used only where it is right for every start that the program reads. */
#include "export/exporter.h"

enum { MOST_MOVE_BYTES = 1 << 15 }; /* of a list of moves that is a local array */

/* ---- Programs in C and C++ */

/* Each piece is one mark, so that a board can be read mark by mark. */
static bool marks_only(const struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    for (uint32_t i = 0; i < puzzle->piece_count; i++) {
        const char *text = puzzle->pieces[i].text;
        if (!text[0] || text[1] || (unsigned char)text[0] >= 128 || strchr(" \t\v\f\r\n/", text[0]))
            return false;
    }
    return !puzzle->is_string && !puzzle->cell_names && x->code_count <= 128;
}

/* The most moves that a rule can have in one state. */
static uint64_t moves_of(const struct few_exporter *x, const struct few_move *move) {
    const struct few_puzzle *puzzle = x->puzzle;
    const uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
    uint64_t count = few_count_turns(move);
    for (uint32_t i = 0; i < move->free_count; i++)
        if (__builtin_mul_overflow(count, (uint64_t)puzzle->lets[few_code_index(move->free[i])].count, &count))
            return UINT64_MAX;
    if (puzzle->is_string)
        return __builtin_mul_overflow(count, (uint64_t)x->longest + 1, &count) ? UINT64_MAX : count;
    if (move->repeat == FEW_AS_OFTEN_AS_ONE_LIKES && __builtin_mul_overflow(count, (uint64_t)few_most_steps(puzzle, move), &count))
        return UINT64_MAX;
    if (move->on || move->at != FEW_NOWHERE)
        return count;
    for (uint32_t i = 0; i < move->part_count; i++) {
        if (move->parts[i].kind != FEW_PART_PATTERN)
            continue;
        uint64_t places = move->along_links ? 2 * (uint64_t)puzzle->link_count : cells;
        if (__builtin_mul_overflow(count, places, &count))
            return UINT64_MAX;
    }
    return count;
}

static uint64_t find_most_moves(const struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    uint64_t total = 0, bytes, cells = (uint64_t)puzzle->rows * puzzle->columns + puzzle->var_count;
    if (x->choices.judge && x->choices.judge->reads_rules)
        return 0;
    for (uint32_t i = 0; i < puzzle->move_count; i++)
        if (__builtin_add_overflow(total, moves_of(x, &puzzle->moves[i]), &total))
            return 0;
    const uint64_t each = (puzzle->is_string ? (uint64_t)x->longest + 1 : 2 * cells) + 24 + (x->built_names ? x->longest_name + 1 : 0);
    return __builtin_mul_overflow(total, each, &bytes) || bytes > MOST_MOVE_BYTES ? 0 : total;
}

/* The piece with which every rule begins, each a pattern that may be turned; or FEW_CODE_ANY. */
static uint16_t first_of_all_rules(const struct few_exporter *x) {
    uint16_t first = FEW_CODE_ANY;
    for (uint32_t i = 0; i < x->puzzle->move_count; i++) {
        const struct few_move *move = &x->puzzle->moves[i];
        if (move->turns != 0xf || move->repeat || move->at != FEW_NOWHERE || move->on || move->along_links)
            return FEW_CODE_ANY;
        unsigned patterns = 0;
        for (uint32_t k = 0; k < move->part_count; k++) {
            const struct few_part *part = &move->parts[k];
            if (part->kind != FEW_PART_PATTERN)
                continue;
            if (!few_code_is_piece(part->before[0]) || part->rows * part->columns < 2)
                return FEW_CODE_ANY;
            if (first != FEW_CODE_ANY && first != part->before[0])
                return FEW_CODE_ANY;
            first = part->before[0];
            patterns++;
        }
        if (patterns != 1)
            return FEW_CODE_ANY;
    }
    return first;
}

/* The goal is one drawing, and each of its cells is a piece. */
static bool goal_is_state(const struct few_puzzle *puzzle) {
    if (puzzle->is_string || puzzle->var_count || puzzle->goal_count != 1 || puzzle->goals[0].count != 1)
        return false;
    const struct few_condition *condition = &puzzle->goals[0].conditions[0];
    if (condition->kind != FEW_GOAL_DRAWING || condition->drawing.floors)
        return false;
    const size_t cells = (size_t)condition->drawing.rows * condition->drawing.columns;
    for (size_t i = 0; i < cells; i++)
        if (!few_code_is_piece(condition->drawing.cells[i]))
            return false;
    return cells == (size_t)puzzle->rows * puzzle->columns;
}

/* ---- How patterns are turned */

static bool turned_line_is_tall(const struct few_puzzle *puzzle, const struct few_goal *lines, uint32_t count) {
    for (uint32_t g = 0; g < count; g++)
        for (uint32_t i = 0; i < lines[g].count; i++)
            if (few_condition_turns(puzzle, &lines[g].conditions[i]) && lines[g].conditions[i].drawing.rows > 1)
                return true;
    return false;
}

static bool turned_pattern_is_tall(const struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_move *move = &puzzle->moves[i];
        for (uint32_t k = 0; few_lies_turned(x, move) && k < move->part_count; k++)
            if (move->parts[k].kind == FEW_PART_PATTERN && move->parts[k].rows > 1)
                return true;
    }
    return turned_line_is_tall(puzzle, puzzle->goals, puzzle->goal_count) || turned_line_is_tall(puzzle, puzzle->nevers, puzzle->never_count);
}

/* ---- Whether a rule may fit and change nothing */

/* Whether what stands there before is never what stands there after. */
static bool differ(const struct few_puzzle *puzzle, few_code before, few_code after) {
    const bool known = (few_code_is_piece(before) || few_code_is_name(before)) && (few_code_is_piece(after) || few_code_is_name(after));
    if (!known || before == after)
        return false;
    for (uint32_t piece = 0; piece < puzzle->piece_count; piece++)
        if (few_code_has(puzzle, before, (few_code)piece) && few_code_has(puzzle, after, (few_code)piece))
            return false;
    return true;
}

bool few_step_may_stay(const struct few_puzzle *puzzle, const struct few_move *move) {
    for (uint32_t i = 0; i < move->part_count; i++) {
        const struct few_part *part = &move->parts[i];
        for (size_t k = 0; part->kind == FEW_PART_PATTERN && k < (size_t)part->rows * part->columns; k++)
            if (differ(puzzle, part->before[k], part->after[k]))
                return false;
    }
    return true;
}

static bool changes_something(const struct few_puzzle *puzzle, const struct few_move *move) {
    if (few_parts_may_clash(move) || (move->repeat && (puzzle->wraps_rows || puzzle->wraps_columns)))
        return false;
    for (uint32_t i = 0; i < move->part_count; i++) {
        const struct few_part *part = &move->parts[i];
        if (part->kind == FEW_PART_CYCLE)
            continue; /* may carry equal pieces about */
        if (puzzle->is_string && part->columns != part->after_columns)
            return true;
        const size_t count = part->kind == FEW_PART_VAR ? 1 : (size_t)part->rows * part->columns;
        for (size_t k = 0; k < count; k++)
            if (differ(puzzle, part->before[k], part->after[k]))
                return true;
    }
    return false;
}

static bool may_stay(const struct few_puzzle *puzzle) {
    for (uint32_t i = 0; i < puzzle->move_count; i++)
        if (!changes_something(puzzle, &puzzle->moves[i]))
            return true;
    return false;
}

void few_export_shortcuts(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    const struct few_export_judge *judge = x->choices.judge;
    x->tall = turned_pattern_is_tall(x);
    x->may_stay = may_stay(puzzle);
    x->sought = FEW_CODE_ANY;
    /* Permutations have one of each piece. */
    if (x->single != FEW_CODE_ANY && x->choices.remember == FEW_EXPORT_PERFECT && x->ranks == FEW_RANK_CANTOR)
        x->words.place = false;
    if (x->choices.language == FEW_EXPORT_PYTHON)
        return;
    x->marks = marks_only(x);
    if (!x->words.number)
        x->sought = first_of_all_rules(x); /* numbers count moves in the order of the rules */
    x->most_moves = find_most_moves(x);
    x->goal_is_state = goal_is_state(puzzle);
    /* A number behind # is the place of a move among others, so the state before it must be expanded again. */
    x->keeps_moves = x->choices.path == FEW_EXPORT_PARENTS && x->choices.search != FEW_EXPORT_BIDIRECTIONAL && !x->words.number &&
                     (!judge || (judge->words && !judge->from_goal));
}
