#include "api/scope.h"

#include "api/run.h"
#include "base/clock.h"

static bool go_on(void *context) {
    const struct few_scope *scope = context;
    struct few_run run = {.puzzle = scope->puzzle, .memory = &scope->puzzle->memory, .started = scope->started,
                          .limits = {.progress = scope->progress, .context = scope->context}, .word = "compile", .store = "none"};
    return few_run_ask(&run);
}

void few_scope_begin(struct few_scope *scope, fewest_puzzle *puzzle, const fewest_limits *limits) {
    struct few_memory *memory = &puzzle->memory;
    *scope = (struct few_scope){.puzzle = puzzle,
                                .stopper_before = memory->stopper,
                                .budget_before = memory->budget,
                                .started = few_now()};
    if (!limits)
        limits = few_puzzle_limits(puzzle);
    if (!limits)
        return;
    scope->progress = limits->progress;
    scope->context = limits->context;
    scope->stopper = (struct few_stopper){.deadline = limits->seconds > 0 ? scope->started + limits->seconds : 0,
                                          .go_on = limits->progress ? go_on : NULL,
                                          .context = scope,
                                          .next = scope->started + 0.1};
    memory->budget = few_budget(limits, &puzzle->free_memory);
    memory->stopper = &scope->stopper;
    atomic_store(&memory->over_budget, false);
}

bool few_scope_end(struct few_scope *scope, bool good, struct few_error *error) {
    struct few_memory *memory = &scope->puzzle->memory;
    const bool over_budget = atomic_load(&memory->over_budget) && !atomic_load(&memory->refused);
    memory->stopper = scope->stopper_before;
    memory->budget = scope->budget_before;
    if (good ? scope->stopper.stopped == FEW_GO_ON : error->kind != FEW_ERROR_MEMORY)
        return good;
    switch (scope->stopper.stopped) {
    case FEW_STOP_TIME:
        *error = (struct few_error){0};
        return few_fail(error, FEW_ERROR_TIME_LIMIT, "the time limit was reached");
    case FEW_STOP_ASKED:
        *error = (struct few_error){0};
        return few_fail(error, FEW_ERROR_INTERRUPTED, "interrupted");
    case FEW_GO_ON: break;
    }
    if (over_budget) {
        *error = (struct few_error){0};
        few_fail(error, FEW_ERROR_MEMORY_LIMIT, "the memory limit was reached");
    }
    return false;
}

void few_tell_budget(const struct few_memory *memory, struct few_error *error) {
    if (error->kind != FEW_ERROR_MEMORY || !atomic_load(&memory->over_budget) || atomic_load(&memory->refused))
        return;
    *error = (struct few_error){0};
    few_fail(error, FEW_ERROR_MEMORY_LIMIT, "the memory limit is too low for that");
}
