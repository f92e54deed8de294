/* Compiles goal lines to patterns on packed states, and tests states against them. */
#include "rules/goal_compiler.h"

#include "language/choices.h"
#include "language/turns.h"

#include <string.h>

enum { MOST_PATTERNS = 4000000, MOST_ALTERNATIVES = 1000000, MOST_COMPARED = 20000000 };

bool few_goal_require(const struct few_goal_compiler *c, struct few_pattern *pattern, uint32_t slot, few_code piece) {
    if (piece == FEW_CODE_ANY)
        return true;
    struct few_field field = c->layout->fields[slot];
    if (!few_can_hold(c->possible, slot, piece))
        return false;
    if (field.width == 0)
        return true;
    uint64_t value = (uint64_t)few_pack_piece(c->layout, slot, piece) << field.shift, mask = few_field_mask(field);
    if ((pattern->mask[field.word] & mask) && (pattern->want[field.word] & mask) != value)
        return false;
    pattern->mask[field.word] |= mask;
    pattern->want[field.word] |= value;
    return true;
}

/* Whether a cell has the floor that the i-th cell of a drawing asks for. */
static bool has_floor(const struct few_goal_compiler *c, const struct few_drawing *drawing, uint32_t i, uint32_t cell) {
    return !drawing->floors || drawing->floors[i] == FEW_CODE_ANY ||
           few_code_value(c->puzzle, drawing->floors[i], c->assignment) == c->puzzle->floor[cell];
}

static bool is_empty(const struct few_pattern *pattern, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        if (pattern->mask[w])
            return false;
    return true;
}

bool few_pattern_keep(struct few_arena *arena, struct few_pattern *kept, const struct few_pattern *from, uint32_t words) {
    const size_t bytes = words * sizeof *from->mask;
    uint64_t *both = few_arena_alloc(arena, 2 * bytes);
    if (!both)
        return false;
    *kept = (struct few_pattern){both, both + words};
    memcpy(kept->mask, from->mask, bytes);
    memcpy(kept->want, from->want, bytes);
    return true;
}

bool few_goal_add(struct few_goal_compiler *c, const struct few_pattern *pattern) {
    struct few_goals *goals = c->goals;
    if (goals->pattern_count == MOST_PATTERNS)
        return few_puzzle_fail(c->puzzle, c->line->where, c->error, "this %s can be met in too many ways", c->what);
    if (goals->pattern_count == goals->pattern_room) {
        size_t room = goals->pattern_room ? goals->pattern_room * 2 : 64;
        struct few_pattern *grown = few_resize(goals->memory, goals->patterns,
                                               goals->pattern_room * sizeof *grown, room * sizeof *grown);
        if (!grown)
            return few_fail_memory(c->error);
        goals->patterns = grown;
        goals->pattern_room = room;
    }
    if (!few_pattern_keep(&goals->arena, &goals->patterns[goals->pattern_count], pattern, goals->words))
        return few_fail_memory(c->error);
    goals->pattern_count++;
    return true;
}

/* The pattern with its first cell at (row, column) and its columns and rows running along these steps; adds it where
 * it can fit and says in *fit whether it always fits. */
static bool put_drawing(struct few_goal_compiler *c, const struct few_drawing *drawing, const int64_t place[2],
                        const int64_t along[2], const int64_t down[2], enum few_fit *fit) {
    struct few_pattern_room room;
    struct few_pattern pattern = few_pattern_empty(&room, c->layout->words);
    if (!few_go_on(c->goals->memory, 16))
        return few_fail_memory(c->error);
    for (uint32_t i = 0; i < drawing->rows * drawing->columns; i++) {
        int64_t r = i / drawing->columns, k = i % drawing->columns;
        int64_t row = place[0] + k * along[0] + r * down[0], column = place[1] + k * along[1] + r * down[1];
        if (c->puzzle->wraps_rows)
            row = (row % c->puzzle->rows + c->puzzle->rows) % c->puzzle->rows;
        if (c->puzzle->wraps_columns)
            column = (column % c->puzzle->columns + c->puzzle->columns) % c->puzzle->columns;
        if (row < 0 || column < 0 || row >= c->puzzle->rows || column >= c->puzzle->columns)
            return true;
        uint32_t slot = (uint32_t)(row * c->puzzle->columns + column);
        if (!has_floor(c, drawing, i, slot) ||
            !few_goal_require(c, &pattern, slot, few_code_value(c->puzzle, drawing->cells[i], c->assignment)))
            return true;
    }
    if (is_empty(&pattern, c->layout->words)) {
        *fit = FEW_FITS_ALWAYS;
        return true;
    }
    if (*fit == FEW_FITS_NEVER)
        *fit = FEW_FITS_SOMETIMES;
    return few_goal_add(c, &pattern);
}

/* Every place of a `somewhere` or `nowhere` drawing. */
static bool put_everywhere(struct few_goal_compiler *c, const struct few_condition *condition, enum few_fit *fit) {
    static const int64_t steps[8][2][2] = {
        /* along, down: right, down, left, up, then the diagonals */
        {{0, 1}, {1, 0}}, {{1, 0}, {0, -1}}, {{0, -1}, {-1, 0}}, {{-1, 0}, {0, 1}},
        {{1, 1}, {0, 0}}, {{1, -1}, {0, 0}}, {{-1, -1}, {0, 0}}, {{-1, 1}, {0, 0}},
    };
    static const int32_t turns[8] = {3, 1, 2, 0, 11, 10, 8, 9}; /* the same in language/turns.h */
    for (int turn = 0; turn < 8; turn++) {
        bool diagonal = turn >= 4, first_sense = turn == 0 || turn == 4 || turn == 5;
        if ((diagonal && !condition->diagonal) || (!first_sense && !condition->any_direction))
            continue;
        if (!few_has_room(c->puzzle, turns[turn], condition->drawing.rows, condition->drawing.columns))
            continue;
        for (int64_t row = 0; row < c->puzzle->rows; row++)
            for (int64_t column = 0; column < c->puzzle->columns; column++) {
                int64_t place[2] = {row, column};
                if (!put_drawing(c, &condition->drawing, place, steps[turn][0], steps[turn][1], fit))
                    return false;
            }
    }
    return true;
}

static void add_names(struct few_choices *choices, const struct few_choices *outer, const struct few_drawing *drawing) {
    const size_t cells = (size_t)drawing->rows * drawing->columns;
    few_choices_add(choices, outer, drawing->cells, cells);
    if (drawing->floors)
        few_choices_add(choices, outer, drawing->floors, cells);
}

/* `nowhere` with names of its own: for no choice of them. */
static bool put_nowhere(struct few_goal_compiler *c, const struct few_choices *outer, const struct few_condition *condition,
                        enum few_fit *fit) {
    struct few_choices inner;
    few_choices_init(&inner, c->puzzle, c->assignment);
    add_names(&inner, outer, &condition->drawing);
    for (bool more = few_choices_first(&inner); more; more = few_choices_next(&inner))
        if (!put_everywhere(c, condition, fit))
            return false;
    return true;
}

/* Drawings and vars of the line under the present choice; false: they can never hold. */
static bool put_base(const struct few_goal_compiler *c, struct few_pattern *base) {
    for (uint32_t i = 0; i < c->line->count; i++) {
        const struct few_condition *condition = &c->line->conditions[i];
        if (condition->kind == FEW_GOAL_VAR &&
            !few_goal_require(c, base, c->layout->cells + condition->var,
                     few_code_value(c->puzzle, condition->value, c->assignment)))
            return false;
        if (condition->kind != FEW_GOAL_DRAWING)
            continue;
        for (uint32_t s = 0; s < c->layout->cells; s++)
            if (!has_floor(c, &condition->drawing, s, s) ||
                !few_goal_require(c, base, s, few_code_value(c->puzzle, condition->drawing.cells[s], c->assignment)))
                return false;
    }
    return true;
}

/* ---- Comparisons of vars: every choice of their values for which they hold is an alternative */

/* What a sum comes to, a number or a piece that is none, when c->value has the values of the vars. */
static bool sum_of(const struct few_goal_compiler *c, const struct few_var_sum *sum, int64_t *number, few_code *piece) {
    *piece = few_is_lone_var(sum) ? c->value[sum->vars[0]] : sum->piece;
    if (*piece != FEW_CODE_ANY) {
        *number = c->puzzle->pieces[*piece].number;
        return c->puzzle->pieces[*piece].is_number;
    }
    uint64_t total = (uint64_t)sum->constant;
    for (uint32_t i = 0; i < sum->count; i++)
        total += (uint64_t)sum->signs[i] * (uint64_t)c->puzzle->pieces[c->value[sum->vars[i]]].number;
    *number = (int64_t)total;
    return true;
}

static bool compares(const struct few_goal_compiler *c, const struct few_condition *condition) {
    int64_t left, right;
    few_code piece, other;
    const bool first = sum_of(c, &condition->left, &left, &piece), second = sum_of(c, &condition->right, &right, &other);
    const bool numbers = first && second, equal = numbers ? left == right : first == second && piece == other;
    switch (condition->comparator) {
    case FEW_EQUAL: return equal;
    case FEW_UNEQUAL: return !equal;
    case FEW_LESS: return numbers && left < right;
    case FEW_AT_MOST: return numbers && left <= right;
    case FEW_GREATER: return numbers && left > right;
    case FEW_AT_LEAST: return numbers && left >= right;
    }
    return false;
}

static bool keep_alternative(struct few_goal_compiler *c, const struct few_alternative *alternative) {
    struct few_goals *goals = c->goals;
    if (goals->count == MOST_ALTERNATIVES)
        return few_puzzle_fail(c->puzzle, c->line->where, c->error, "this %s can be met in too many ways", c->what);
    if (goals->count == goals->room) {
        size_t room = goals->room ? goals->room * 2 : 8;
        struct few_alternative *grown =
            few_resize(goals->memory, goals->alternatives, goals->room * sizeof *grown, room * sizeof *grown);
        if (!grown)
            return few_fail_memory(c->error);
        goals->alternatives = grown;
        goals->room = room;
    }
    goals->alternatives[goals->count] = *alternative;
    if (!few_pattern_keep(&goals->arena, &goals->alternatives[goals->count].base, &alternative->base, goals->words))
        return few_fail_memory(c->error);
    goals->count++;
    return true;
}

/* Whether all vars of a sum are among the first `count` that are compared. */
static bool is_chosen(const struct few_goal_compiler *c, const struct few_var_sum *sum, uint32_t count) {
    for (uint32_t i = 0; i < sum->count; i++) {
        uint32_t k = 0;
        while (k < count && c->compared[k] != sum->vars[i])
            k++;
        if (k == count)
            return false;
    }
    return true;
}

/* Whether no comparison fails whose vars are all chosen. */
static bool may_compare(const struct few_goal_compiler *c, uint32_t count) {
    for (uint32_t i = 0; i < c->line->count; i++) {
        const struct few_condition *condition = &c->line->conditions[i];
        if (condition->kind == FEW_GOAL_COMPARED && !few_condition_counts(condition) && is_chosen(c, &condition->left, count) &&
            is_chosen(c, &condition->right, count) && !compares(c, condition))
            return false;
    }
    return true;
}

/* Chooses for the compared vars from the i-th on. */
static bool put_compared(struct few_goal_compiler *c, const struct few_alternative *so_far, uint32_t i) {
    if (!few_go_on(c->goals->memory, 32))
        return few_fail_memory(c->error);
    if (!may_compare(c, i))
        return true;
    if (i == c->compared_count)
        return keep_alternative(c, so_far);
    const struct few_var *var = &c->puzzle->vars[c->compared[i]];
    for (uint32_t v = 0; v < var->count; v++) {
        struct few_pattern_room room;
        struct few_alternative one = *so_far;
        one.base = few_pattern_copy(&room, &so_far->base, c->layout->words);
        c->value[c->compared[i]] = var->values[v];
        if (few_goal_require(c, &one.base, c->layout->cells + c->compared[i], var->values[v]) && !put_compared(c, &one, i + 1))
            return false;
    }
    return true;
}

static void note_compared(struct few_goal_compiler *c, const struct few_var_sum *sum) {
    for (uint32_t i = 0; i < sum->count; i++) {
        uint32_t k = 0;
        while (k < c->compared_count && c->compared[k] != sum->vars[i])
            k++;
        c->compared[k] = sum->vars[i];
        c->compared_count += k == c->compared_count;
    }
}

/* The vars that the line compares. So many values in all that trying them would take too long are a mistake. */
static bool list_compared(struct few_goal_compiler *c) {
    uint64_t choices = 1;
    c->compared_count = 0;
    for (uint32_t i = 0; i < c->line->count; i++)
        if (!few_condition_counts(&c->line->conditions[i])) {
            note_compared(c, &c->line->conditions[i].left);
            note_compared(c, &c->line->conditions[i].right);
        }
    for (uint32_t i = 0; i < c->compared_count && choices <= MOST_COMPARED; i++)
        choices *= few_possible_count(c->possible, c->layout->cells + c->compared[i]);
    return choices <= MOST_COMPARED ||
           few_puzzle_fail(c->puzzle, c->line->where, c->error,
                           "the vars that are compared here have more than %d million values together",
                           MOST_COMPARED / 1000000);
}

static bool add_alternative(struct few_goal_compiler *c, const struct few_choices *choices) {
    struct few_goals *goals = c->goals;
    struct few_pattern_room room;
    struct few_alternative alternative = {.base = few_pattern_empty(&room, c->layout->words)};
    if (!few_go_on(goals->memory, 64 + 4 * (uint64_t)c->layout->cells))
        return few_fail_memory(c->error);
    if (!put_base(c, &alternative.base))
        return true;
    alternative.somewhere = few_arena_alloc(&goals->arena, (c->line->count + 1) * sizeof *alternative.somewhere);
    if (!alternative.somewhere)
        return few_fail_memory(c->error);
    alternative.nowhere.first = (uint32_t)goals->pattern_count;
    for (uint32_t i = 0; i < c->line->count; i++) {
        enum few_fit fit = FEW_FITS_NEVER;
        if (c->line->conditions[i].kind != FEW_GOAL_NOWHERE)
            continue;
        if (!put_nowhere(c, choices, &c->line->conditions[i], &fit))
            return false;
        if (fit == FEW_FITS_ALWAYS)
            return true;
    }
    bool can = true;
    if (!few_goal_put_all(c, &alternative, &can))
        return false;
    if (!can)
        return true;
    alternative.nowhere.count = (uint32_t)goals->pattern_count - alternative.nowhere.first;
    for (uint32_t i = 0; i < c->line->count; i++) {
        enum few_fit fit = FEW_FITS_NEVER;
        if (c->line->conditions[i].kind != FEW_GOAL_SOMEWHERE)
            continue;
        uint32_t first = (uint32_t)goals->pattern_count;
        if (!put_everywhere(c, &c->line->conditions[i], &fit))
            return false;
        if (fit == FEW_FITS_NEVER)
            return true;
        if (fit == FEW_FITS_SOMETIMES)
            alternative.somewhere[alternative.somewheres++] =
                (struct few_range){first, (uint32_t)goals->pattern_count - first};
    }
    return few_goal_put_counted(c, &alternative) && put_compared(c, &alternative, 0);
}

static bool compile_line(struct few_goal_compiler *c) {
    struct few_choices choices;
    few_choices_init(&choices, c->puzzle, c->assignment);
    for (uint32_t i = 0; i < c->line->count; i++) {
        const struct few_condition *condition = &c->line->conditions[i];
        if (condition->kind == FEW_GOAL_VAR)
            few_choices_add(&choices, NULL, &condition->value, 1);
        else if (condition->kind != FEW_GOAL_NOWHERE)
            add_names(&choices, NULL, &condition->drawing);
    }
    if (few_choices_total(&choices) > MOST_ALTERNATIVES)
        return few_puzzle_fail(c->puzzle, c->line->where, c->error, "this %s can be met in too many ways", c->what);
    if (!list_compared(c))
        return false;
    for (bool more = few_choices_first(&choices); more; more = few_choices_next(&choices))
        if (!add_alternative(c, &choices))
            return false;
    return true;
}

bool few_goals_build(struct few_goals *goals, struct few_memory *memory, const struct few_puzzle *puzzle,
                     struct few_goal_lines lines, const struct few_layout *layout,
                     const struct few_possible *possible, struct few_error *error) {
    memset(goals, 0, sizeof *goals);
    goals->words = layout->words;
    goals->memory = memory;
    few_arena_init(&goals->arena, memory);
    const size_t vars = (size_t)puzzle->var_count + 1;
    size_t bytes = vars * (sizeof(uint32_t) + sizeof(few_code)) + (puzzle->let_count + 1) * sizeof(uint16_t);
    uint32_t *compared = few_alloc_zeroed(memory, bytes);
    if (!compared)
        return few_fail_memory(error);
    few_code *value = (few_code *)(compared + vars);
    uint16_t *assignment = value + vars;
    bool good = true;
    for (uint32_t g = 0; good && g < lines.count; g++) {
        struct few_goal_compiler c = {.goals = goals, .puzzle = puzzle, .layout = layout, .possible = possible, .line = &lines.lines[g],
                                      .on_board = lines.on_board, .guards = lines.guards, .error = error, .assignment = assignment,
                                      .what = lines.what, .value = value, .compared = compared};
        good = compile_line(&c);
    }
    few_free(memory, compared, bytes);
    if (!good)
        few_goals_free(goals);
    return good;
}

void few_goals_free(struct few_goals *goals) {
    few_free(goals->memory, goals->patterns, goals->pattern_room * sizeof *goals->patterns);
    few_free(goals->memory, goals->alternatives, goals->room * sizeof *goals->alternatives);
    few_arena_free(&goals->arena);
    goals->patterns = NULL;
    goals->alternatives = NULL;
    goals->pattern_room = goals->room = goals->count = 0;
}

static bool any_fits(const struct few_goals *goals, struct few_range range, const uint64_t *state) {
    for (uint32_t i = 0; i < range.count; i++)
        if (few_pattern_fits(&goals->patterns[range.first + i], state, goals->words))
            return true;
    return false;
}

bool few_alternative_holds(const struct few_goals *goals, const struct few_alternative *alternative,
                           const uint64_t *state) {
    if (!few_pattern_fits(&alternative->base, state, goals->words) || any_fits(goals, alternative->nowhere, state))
        return false;
    bool all = true;
    for (uint32_t s = 0; s < alternative->somewheres && all; s++)
        all = any_fits(goals, alternative->somewhere[s], state);
    for (uint32_t t = 0; t < alternative->total_count && all; t++)
        all = few_total_holds(&alternative->totals[t], state, goals->words);
    return all;
}

bool few_goals_hold(const struct few_goals *goals, const uint64_t *state) {
    for (size_t a = 0; a < goals->count; a++)
        if (few_alternative_holds(goals, &goals->alternatives[a], state))
            return true;
    return false;
}
