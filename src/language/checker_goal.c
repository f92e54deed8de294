/* Whether a state is a goal, or one that must never be, by looking for what each line says. Names are bound by what
 * stands on the board: those of drawings, vars and `somewhere` once for the line, those left over
 * anew at every place where a `nowhere` is tried. */
#include "language/checker_fit.h"

static unsigned orientations_of(const struct few_condition *condition) {
    unsigned orientations = 1u << FEW_RIGHT;
    if (condition->any_direction)
        orientations |= 1u << FEW_UP | 1u << FEW_DOWN | 1u << FEW_LEFT;
    if (condition->diagonal)
        orientations |= 1u << FEW_DOWN_RIGHT | 1u << FEW_DOWN_LEFT;
    if (condition->diagonal && condition->any_direction)
        orientations |= 1u << FEW_UP_LEFT | 1u << FEW_UP_RIGHT;
    return orientations;
}

static struct few_sought sought_of(const struct few_checker *checker,
                                   const struct few_condition *condition) {
    const struct few_drawing *drawing = &condition->drawing;
    return (struct few_sought){
        .codes = drawing->cells,
        .floors = drawing->floors,
        .rows = drawing->rows,
        .columns = drawing->columns,
        .trail = checker->trail_length,
        .ends = condition->ends,
        .orientations = orientations_of(condition),
    };
}

/* Goes on to the next place, in any of its orientations, where a pattern fits. */
static bool find_next(struct few_checker *checker, struct few_sought *sought) {
    uint64_t cells = (uint64_t)few_checker_rows(checker) * few_checker_columns(checker);
    few_checker_unbind(checker, sought->trail);
    while (sought->next < cells * FEW_ORIENTATIONS) {
        size_t cell = (size_t)(sought->next / FEW_ORIENTATIONS);
        unsigned orientation = (unsigned)(sought->next % FEW_ORIENTATIONS);
        sought->next++;
        if (!(sought->orientations >> orientation & 1) ||
            !few_stands(sought->ends, cell, sought->columns, few_checker_columns(checker)) || !few_checker_lay(checker, sought, &few_orientations[orientation], cell))
            continue;
        if (few_checker_fits(checker, sought))
            return true;
        few_checker_unbind(checker, sought->trail);
    }
    return false;
}

/* A drawing of the whole board, or of the whole string, which may have another length. */
static bool drawing_holds(struct few_checker *checker, const struct few_condition *condition) {
    struct few_sought whole = sought_of(checker, condition);
    return whole.rows == few_checker_rows(checker) &&
           whole.columns == few_checker_columns(checker) &&
           few_checker_lay(checker, &whole, &few_orientations[FEW_RIGHT], 0) &&
           few_checker_fits(checker, &whole);
}

static bool var_holds(struct few_checker *checker, const struct few_condition *condition) {
    const struct few_puzzle *puzzle = checker->puzzle;
    size_t cells = (size_t)puzzle->rows * puzzle->columns;
    return few_checker_allows(checker, condition->value,
                              few_checker_state(checker)[cells + condition->var]);
}

/* A number, or a piece that is none. */
struct side {
    bool is_number;
    int64_t number;
    uint16_t piece;
};

/* How many cells hold what is counted. */
static uint64_t count_cells(const struct few_checker *checker, const struct few_counted *counted) {
    const struct few_puzzle *puzzle = checker->puzzle;
    const uint16_t *values = few_checker_state(checker);
    uint64_t found = 0;
    for (uint32_t cell = 0; cell < few_board_cells(puzzle); cell++)
        found += few_area_has(puzzle, counted->area, cell) && few_is_counted(puzzle, counted, values[cell]);
    return found;
}

static struct side side_of(const struct few_checker *checker, const struct few_var_sum *sum) {
    const struct few_puzzle *puzzle = checker->puzzle;
    const uint16_t *values = few_checker_state(checker) + (size_t)puzzle->rows * puzzle->columns;
    uint16_t piece = sum->piece;
    if (few_is_lone_var(sum))
        piece = values[sum->vars[0]];
    if (piece != FEW_CODE_ANY)
        return (struct side){puzzle->pieces[piece].is_number, puzzle->pieces[piece].number, piece};
    uint64_t number = (uint64_t)sum->constant;
    for (uint32_t i = 0; i < sum->count; i++) {
        const uint64_t value = (uint64_t)puzzle->pieces[values[sum->vars[i]]].number;
        number = sum->signs[i] > 0 ? number + value : number - value;
    }
    for (uint32_t i = 0; i < sum->counted_count; i++) {
        const uint64_t cells = count_cells(checker, &sum->counted[i]);
        number = sum->counted[i].sign > 0 ? number + cells : number - cells;
    }
    return (struct side){true, (int64_t)number, FEW_CODE_ANY};
}

static bool comparison_holds(const struct few_checker *checker, const struct few_condition *condition) {
    const struct side left = side_of(checker, &condition->left), right = side_of(checker, &condition->right);
    const bool numbers = left.is_number && right.is_number;
    const bool equal = numbers ? left.number == right.number
                               : left.is_number == right.is_number && left.piece == right.piece;
    switch (condition->comparator) {
    case FEW_EQUAL: return equal;
    case FEW_UNEQUAL: return !equal;
    case FEW_LESS: return numbers && left.number < right.number;
    case FEW_AT_MOST: return numbers && left.number <= right.number;
    case FEW_GREATER: return numbers && left.number > right.number;
    case FEW_AT_LEAST: return numbers && left.number >= right.number;
    }
    return false;
}

static bool every_holds(const struct few_checker *checker, const struct few_condition *condition) {
    uint64_t cells = 0;
    for (uint32_t i = 0; i < few_board_cells(checker->puzzle); i++)
        cells += few_area_has(checker->puzzle, condition->every.area, i);
    const bool all = count_cells(checker, &condition->every) == (condition->has ? cells : 0);
    return all != condition->opposite;
}

static bool nowhere_holds(struct few_checker *checker, const struct few_goal *goal) {
    for (uint32_t i = 0; i < goal->count; i++) {
        if (goal->conditions[i].kind != FEW_GOAL_NOWHERE)
            continue;
        struct few_sought sought = sought_of(checker, &goal->conditions[i]);
        bool found = find_next(checker, &sought);
        few_checker_unbind(checker, sought.trail);
        if (found)
            return false;
    }
    return true;
}

static void begin_to_seek(const struct few_checker *checker, struct few_sought *sought) {
    sought->trail = checker->trail_length;
    sought->next = 0;
}

/* Every combination of places for all that is sought, one after the other and back, until no `nowhere` objects.
 */
static bool find_all(struct few_checker *checker, const struct few_goal *goal) {
    struct few_sought *all = checker->sought.items;
    size_t count = checker->sought.count, level = 0;
    if (count == 0)
        return nowhere_holds(checker, goal);
    begin_to_seek(checker, &all[0]);
    for (;;) {
        struct few_sought *last = &all[level];
        /* A place that bound no name leaves the rest as it was: then no other place can help,
         * either. */
        bool idle = last->next > 0 && checker->trail_length == last->trail;
        if (idle || !find_next(checker, last)) {
            few_checker_unbind(checker, last->trail);
            if (level == 0)
                return false;
            level--;
        } else if (level + 1 < count) {
            begin_to_seek(checker, &all[++level]);
        } else if (nowhere_holds(checker, goal)) {
            return true;
        }
    }
}

static bool line_holds(struct few_checker *checker, const struct few_goal *goal, bool *no_memory) {
    few_checker_unbind(checker, 0);
    checker->sought.count = 0;
    for (uint32_t i = 0; i < goal->count; i++) {
        const struct few_condition *condition = &goal->conditions[i];
        if (condition->kind == FEW_GOAL_VAR && !var_holds(checker, condition))
            return false;
        if (condition->kind == FEW_GOAL_DRAWING && !drawing_holds(checker, condition))
            return false;
        if (condition->kind == FEW_GOAL_COMPARED && !comparison_holds(checker, condition))
            return false;
        if (condition->kind == FEW_GOAL_EVERY && !every_holds(checker, condition))
            return false;
        if (condition->kind != FEW_GOAL_SOMEWHERE)
            continue;
        struct few_sought sought = sought_of(checker, condition);
        if (!few_list_append(&checker->sought, &sought, 1)) {
            *no_memory = true;
            return false;
        }
    }
    return find_all(checker, goal);
}

bool few_checker_at_goal(struct few_checker *checker, bool *no_memory) {
    const struct few_puzzle *puzzle = checker->puzzle;
    *no_memory = false;
    for (uint32_t i = 0; i < puzzle->goal_count && !*no_memory; i++)
        if (line_holds(checker, &puzzle->goals[i], no_memory))
            return !few_checker_never(checker, no_memory);
    return false;
}

/* What a move has found and bound is put aside for the time of the test. */
static void put_aside(struct few_checker *checker) {
    uint16_t *const names[2] = {checker->bound, checker->trail};
    const struct few_list sought = checker->sought;
    checker->sought = checker->sought_aside;
    checker->sought_aside = sought;
    checker->bound = checker->aside[0];
    checker->trail = checker->aside[1];
    checker->aside[0] = names[0];
    checker->aside[1] = names[1];
}

const struct few_goal *few_checker_never(struct few_checker *checker, bool *no_memory) {
    const struct few_puzzle *puzzle = checker->puzzle;
    const struct few_goal *found = NULL;
    *no_memory = false;
    if (puzzle->never_count == 0)
        return NULL;
    const uint32_t trail_length = checker->trail_length;
    put_aside(checker);
    checker->trail_length = 0;
    for (uint32_t i = 0; i < puzzle->never_count && !found && !*no_memory; i++)
        if (line_holds(checker, &puzzle->nevers[i], no_memory))
            found = &puzzle->nevers[i];
    few_checker_unbind(checker, 0);
    put_aside(checker);
    checker->trail_length = trail_length;
    return found;
}
