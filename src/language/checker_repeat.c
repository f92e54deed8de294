/* Moves that are one step repeated: they are made step by step, as the manual says it. */
#include "language/checker_fit.h"

/* Where the pattern of a repeated step lies after that many steps; false: beyond the board. */
static bool lay_step(const struct few_checker *checker, struct few_move_place place, uint32_t steps,
                     struct few_sought *sought) {
    const struct few_puzzle *puzzle = checker->puzzle;
    const struct few_orientation *turn = few_checker_orientation(place.direction);
    const int64_t rows = puzzle->rows, columns = puzzle->columns;
    int64_t row = place.cell / puzzle->columns + steps * turn->column_down;
    int64_t column = place.cell % puzzle->columns + steps * turn->column_right;
    if (puzzle->wraps_rows)
        row = (row % rows + rows) % rows;
    if (puzzle->wraps_columns)
        column = (column % columns + columns) % columns;
    return row >= 0 && row < rows && column >= 0 && column < columns &&
           few_checker_lay(checker, sought, turn, (size_t)(row * columns + column));
}

/* Does one step of a repeated move, if it can be done: names are bound. Its changes are added to the list, and made. */
static bool make_step(struct few_checker *checker, const struct few_part *part, struct few_move_place place,
                      uint32_t steps, bool *no_memory) {
    struct few_sought sought = {
        .codes = part->before, .floors = part->floors, .rows = part->rows, .columns = part->columns};
    const size_t first = checker->changes.count;
    bool changed = false;
    if (!lay_step(checker, place, steps, &sought) || !few_checker_fits(checker, &sought) ||
        !few_checker_add_pattern(checker, part, &sought, no_memory)) {
        checker->changes.count = first;
        return false;
    }
    few_checker_make_from(checker, first); /* a pattern covers no cell twice */
    const struct few_put *changes = checker->changes.items;
    for (size_t i = first; i < checker->changes.count && !changed; i++)
        changed = changes[i].before != changes[i].after;
    if (!changed)
        checker->changes.count = first; /* nothing was done */
    return changed;
}

/* Whether another step can be done; all is as before. */
static bool can_go_on(struct few_checker *checker, const struct few_part *part, struct few_move_place place,
                      bool *no_memory) {
    const size_t count = checker->changes.count;
    if (!make_step(checker, part, place, place.steps, no_memory))
        return false;
    few_checker_take_back(checker, count);
    checker->changes.count = count;
    return true;
}

/* How many values differ from those before the first change; the first change of a place knows what was there. */
static size_t count_changed(const struct few_checker *checker) {
    const uint16_t *values = few_checker_state(checker);
    const struct few_put *changes = checker->changes.items;
    size_t changed = 0;
    for (size_t i = 0; i < checker->changes.count; i++) {
        bool is_first = true;
        for (size_t k = 0; k < i && is_first; k++)
            is_first = changes[k].place != changes[i].place;
        changed += is_first && changes[i].before != values[changes[i].place];
    }
    return changed;
}

bool few_checker_make_steps(struct few_checker *checker, const struct few_move *move, struct few_move_place place,
                            size_t *changed, bool *no_memory) {
    const struct few_part *pattern = move->parts;
    while (pattern->kind != FEW_PART_PATTERN)
        pattern++;
    checker->changes.count = 0;
    bool made = place.steps > 0;
    for (uint32_t step = 0; step < place.steps && made; step++)
        made = make_step(checker, pattern, place, step, no_memory);
    if (made && move->repeat == FEW_UNTIL_BLOCKED)
        made = !can_go_on(checker, pattern, place, no_memory) && !*no_memory;
    const size_t on_board = checker->changes.count;
    for (uint32_t i = 0; i < move->part_count && made; i++)
        made = move->parts[i].kind != FEW_PART_VAR || few_checker_add_var(checker, &move->parts[i], no_memory);
    made = made && few_checker_make_from(checker, on_board);
    if (made)
        *changed = count_changed(checker);
    else
        checker->changes.count = on_board;
    made = made && *changed > 0;
    if (!made)
        few_checker_take_back(checker, 0);
    return made;
}
