#include "api/model.h"

#include "api/own_space.h"
#include "base/list.h"
#include "language/checker.h"
#include "rules/rule_space.h"
#include "spaces/string.h"
#include "spaces/walker.h"

#include <string.h>

static struct few_space *make_space(struct few_model *model, struct few_purpose purpose, struct few_error *error) {
    const struct few_puzzle *puzzle = model->puzzle;
    if (puzzle->is_string) {
        model->kind = FEW_MODEL_STRING;
        return few_string_space(model->memory, puzzle, purpose, error);
    }
    if (few_walker_fits(puzzle)) {
        model->kind = FEW_MODEL_WALKER;
        return few_walker_space(model->memory, puzzle, error);
    }
    model->kind = FEW_MODEL_RULES;
    struct few_rule_space *space = few_rule_space_create(model->memory, puzzle, error);
    return space ? &space->space : NULL;
}

static struct few_model *new_model(struct few_memory *memory) {
    struct few_model *model = few_alloc_zeroed(memory, sizeof *model);
    if (model) {
        model->memory = memory;
        atomic_init(&model->users, 1);
    }
    return model;
}

struct few_model *few_model_create(struct few_memory *memory, const struct few_puzzle *puzzle,
                                   struct few_purpose purpose, struct few_error *error) {
    struct few_model *model = new_model(memory);
    if (!model) {
        few_fail_memory(error);
        return NULL;
    }
    model->puzzle = puzzle;
    model->space = make_space(model, purpose, error);
    if (!model->space) {
        few_free(memory, model, sizeof *model);
        return NULL;
    }
    model->kept.same_moves = model->kind == FEW_MODEL_RULES; /* what a user's functions do may change */
    return model;
}

struct few_model *few_model_wrap(struct few_memory *memory, struct few_space *space) {
    struct few_model *model = new_model(memory);
    if (model) {
        model->kind = FEW_MODEL_OWN;
        model->space = space;
    }
    return model;
}

void few_model_release(struct few_model *model) {
    if (!model || atomic_fetch_sub(&model->users, 1) > 1)
        return;
    few_model_forget_bound(model);
    few_kept_free(&model->kept);
    few_checker_free(atomic_load(&model->checker));
    switch (model->kind) {
    case FEW_MODEL_RULES: few_rule_space_free((struct few_rule_space *)model->space); break;
    case FEW_MODEL_STRING: few_string_space_free(model->space); break;
    case FEW_MODEL_WALKER: few_walker_space_free(model->space); break;
    case FEW_MODEL_OWN: few_own_space_free(model->space); break;
    }
    few_free(model->memory, model, sizeof *model);
}

bool few_model_suits(const struct few_model *model, struct few_purpose purpose) {
    return model->kind != FEW_MODEL_STRING || few_string_suits(model->space, purpose);
}

uint64_t few_model_steps(const struct few_model *model, bool backward) {
    return model->kind == FEW_MODEL_STRING ? few_string_steps(model->space, backward) : UINT64_MAX;
}

bool few_model_refresh(struct few_model *model, bool start_changed, struct few_error *error) {
    if (model->kind != FEW_MODEL_RULES)
        return false; /* the native spaces are made anew: that costs them little */
    struct few_rule_space *space = (struct few_rule_space *)model->space;
    const struct few_puzzle *puzzle = model->puzzle;
    if (!start_changed) {
        few_model_forget_bound(model);
        return few_rule_space_set_goals(space, error);
    }
    if (!puzzle->start.given)
        return false;
    uint32_t cells = puzzle->rows * puzzle->columns, tries = 1;
    for (uint32_t v = 0; v < puzzle->var_count; v++)
        if (puzzle->start.vars[v] == FEW_CODE_ANY && puzzle->vars[v].count > tries)
            tries = puzzle->vars[v].count;
    size_t bytes = (cells + puzzle->var_count + 1) * sizeof(few_code);
    few_code *start = few_alloc(model->memory, bytes);
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
    few_free(model->memory, start, bytes);
    return serves;
}

/* Every combination of the vars that may have any value at the start. */
static bool rule_starts(const struct few_model *model, struct few_list *list) {
    const struct few_puzzle *puzzle = model->puzzle;
    const struct few_space *space = model->space;
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

bool few_model_starts(const struct few_model *model, struct few_memory *memory, uint64_t **states, size_t *count,
                      size_t *room) {
    struct few_list list;
    few_list_init(&list, memory, model->space->words * sizeof(uint64_t));
    uint64_t state[FEW_MAX_WORDS] = {0};
    bool good = true;
    switch (model->kind) {
    case FEW_MODEL_RULES: good = rule_starts(model, &list); break;
    case FEW_MODEL_STRING:
        if (few_string_start(model->space, state))
            good = few_list_append(&list, state, 1);
        break;
    case FEW_MODEL_WALKER:
        state[0] = few_walker_start(model->space);
        good = few_list_append(&list, state, 1);
        break;
    case FEW_MODEL_OWN: good = few_own_space_starts(model->space, &list); break;
    }
    if (!good)
        few_list_free(&list);
    *states = list.items;
    *count = list.count;
    *room = list.room;
    return good;
}

bool few_model_goals(const struct few_model *model, struct few_memory *memory, size_t limit, uint64_t **states,
                     size_t *count, size_t *room, bool *listed) {
    *states = NULL;
    *count = *room = 0;
    *listed = false;
    enum few_goal_list result = FEW_GOALS_TOO_MANY;
    switch (model->kind) {
    case FEW_MODEL_RULES:
        *listed = few_rule_space_list_goals((const struct few_rule_space *)model->space, memory, limit, states,
                                            count, room);
        return *listed || !atomic_load(&memory->refused);
    case FEW_MODEL_STRING: result = few_string_goals(model->space, memory, limit, states, count); break;
    case FEW_MODEL_WALKER: result = few_walker_goals(model->space, memory, limit, states, count); break;
    case FEW_MODEL_OWN: result = few_own_space_goals(model->space, memory, limit, states, count); break;
    }
    *room = *count;
    *listed = result == FEW_GOALS_LISTED;
    return result != FEW_GOALS_NO_MEMORY;
}
