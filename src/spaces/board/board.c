#include "spaces/board/board.h"

#include "base/list.h"
#include "rules/rule_space.h"

#include <string.h>

enum { LARGE_BOARD = 9 }; /* words of a state, from which on the places of few pieces are kept instead */

static bool renew(struct few_space *base, bool start_changed, struct few_error *error) {
    struct few_rule_space *space = (struct few_rule_space *)base;
    const struct few_puzzle *puzzle = space->puzzle;
    if (!start_changed)
        return few_rule_space_set_goals(space, error);
    if (!puzzle->start.given)
        return false;
    uint32_t cells = puzzle->rows * puzzle->columns, tries = 1;
    for (uint32_t v = 0; v < puzzle->var_count; v++)
        if (puzzle->start.vars[v] == FEW_CODE_ANY && puzzle->vars[v].count > tries)
            tries = puzzle->vars[v].count;
    size_t bytes = (cells + puzzle->var_count + 1) * sizeof(few_code);
    few_code *start = few_alloc(space->memory, bytes);
    if (!start)
        return false;
    if (cells)
        memcpy(start, puzzle->start.board.cells, cells * sizeof *start);
    /* Every value of a var that may have any must be possible; vars are independent, so one run through their lists
     * side by side shows it. */
    bool serves = true;
    for (uint32_t i = 0; i < tries && serves; i++) {
        for (uint32_t v = 0; v < puzzle->var_count; v++) {
            few_code value = puzzle->start.vars[v];
            start[cells + v] = value == FEW_CODE_ANY ? puzzle->vars[v].values[i % puzzle->vars[v].count] : value;
        }
        serves = few_rule_space_serves(space, start);
    }
    few_free(space->memory, start, bytes);
    return serves;
}

/* Every combination of the vars that may have any value at the start. */
static bool starts(const struct few_space *space, struct few_list *list) {
    const struct few_puzzle *puzzle = ((const struct few_rule_space *)space)->puzzle;
    uint32_t cells = puzzle->rows * puzzle->columns, slots = cells + puzzle->var_count;
    size_t bytes = (slots + 1) * sizeof(uint16_t) + (puzzle->var_count + 1) * sizeof(uint32_t);
    uint32_t *at = few_alloc_zeroed(list->memory, bytes);
    if (!at)
        return false;
    uint16_t *values = (uint16_t *)(at + puzzle->var_count + 1);
    if (cells)
        memcpy(values, puzzle->start.board.cells, cells * sizeof *values);
    bool good = true, more = true;
    while (good && more) {
        uint64_t state[FEW_MAX_WORDS] = {0};
        for (uint32_t v = 0; v < puzzle->var_count; v++)
            values[cells + v] = puzzle->start.vars[v] == FEW_CODE_ANY ? puzzle->vars[v].values[at[v]]
                                                                      : puzzle->start.vars[v];
        space->run->write(space, values, slots, state);
        good = few_list_append(list, state, 1);
        more = false;
        for (uint32_t v = puzzle->var_count; v-- > 0 && !more;) { /* the first var turns slowest */
            if (puzzle->start.vars[v] != FEW_CODE_ANY)
                continue;
            more = ++at[v] < puzzle->vars[v].count;
            if (!more)
                at[v] = 0;
        }
    }
    few_free(list->memory, at, bytes);
    return good;
}

static enum few_goal_list goals(const struct few_space *space, struct few_memory *memory, size_t limit, uint64_t **states,
                                size_t *count) {
    const size_t size = space->words * sizeof **states;
    size_t room;
    const enum few_goal_list outcome =
        few_rule_space_list_goals((const struct few_rule_space *)space, memory, limit, states, count, &room);
    if (outcome != FEW_GOALS_LISTED || room == *count)
        return outcome;
    uint64_t *fitting = *count ? few_resize(memory, *states, room * size, *count * size) : NULL;
    if (!fitting)
        few_free(memory, *states, room * size);
    if (!fitting && *count)
        return FEW_GOALS_NO_MEMORY;
    *states = fitting;
    return FEW_GOALS_LISTED;
}

static void free_space(struct few_space *space) {
    few_rule_space_free((struct few_rule_space *)space);
}

static const struct few_space_keeping keeping = {
    .free = free_space,
    .starts = starts,
    .goals = goals,
    .renew = renew,
    .fingerprint = few_board_fingerprint,
    .facts = few_board_facts,
    .orbit = few_board_orbit,
    .symmetry = few_board_symmetry,
    .patterns = few_board_patterns,
    .bound = few_board_bound,
    .hopeless = few_board_hopeless,
    .stored_bound = few_board_stored_bound,
    .describe = few_board_describe,
};

bool few_is_board(const struct few_space *space) {
    return space->keep == &keeping;
}

struct few_space *few_board_space(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_error *error) {
    struct few_rule_space *made = few_rule_space_create(memory, puzzle, error);
    if (!made)
        return NULL;
    made->space.keep = &keeping;
    made->space.ties_start = true;
    made->space.start_as_written = puzzle->var_count == 0;
    if (made->layout.words < LARGE_BOARD)
        return &made->space;
    struct few_space *space = few_board_by_places(made);
    if (!space) {
        few_rule_space_free(made);
        few_fail_memory(error);
    }
    return space;
}
