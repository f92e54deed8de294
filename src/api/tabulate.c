/* fewest_tabulate: distances of all states, kept with the puzzle. */
#include "api/budget.h"
#include "api/handle.h"

#include "base/clock.h"

enum { MOST_GOALS = 1 << 20 };

struct tabulation {
    fewest_options options;
    fewest_puzzle *puzzle;
    double started;
};

static bool report(void *context, const struct few_counts *counts) {
    struct tabulation *t = context;
    fewest_statistics statistics = {
        .expanded = counts->expanded,
        .generated = counts->generated,
        .remembered = counts->remembered,
        .depth = counts->depth,
        .frontier = counts->frontier,
        .bytes = atomic_load(&t->puzzle->memory.used),
        .peak_bytes = atomic_load(&t->puzzle->memory.peak),
        .seconds = few_now() - t->started,
        .algorithm = "table",
        .store = "distance table",
    };
    return t->options.progress(t->options.context, &statistics);
}

static bool explain(enum few_end end, struct few_error *error, fewest_status *status) {
    *status = FEWEST_LIMIT;
    switch (end) {
    case FEW_SOLVED: *status = FEWEST_SOLVED; return true;
    case FEW_MEMORY_LIMIT: return few_fail(error, FEW_ERROR_INPUT, "the memory limit is too low for a distance table");
    case FEW_TIME_LIMIT: return few_fail(error, FEW_ERROR_INPUT, "the time limit was reached");
    case FEW_STATE_LIMIT: return few_fail(error, FEW_ERROR_INPUT, "the limit on states was reached");
    case FEW_INTERRUPTED: *status = FEWEST_INTERRUPTED; return few_fail(error, FEW_ERROR_INPUT, "interrupted");
    default: *status = FEWEST_SYSTEM; return few_fail_memory(error);
    }
}

static enum few_end build(struct tabulation *t, bool *can) {
    fewest_puzzle *puzzle = t->puzzle;
    const struct few_space *space = puzzle->model->space;
    struct few_watch watch = {
        .memory = &puzzle->memory,
        .max_states = t->options.states,
        .max_depth = UINT64_MAX,
        .within = UINT64_MAX,
        .deadline = t->options.seconds > 0 ? t->started + t->options.seconds : 0,
        .report = t->options.progress ? report : NULL,
        .context = t,
        .next_report = t->started + 0.1,
    };
    struct few_problem problem = {.space = space};
    uint64_t *goals = NULL;
    size_t room = 0;
    *can = space->run->predecessors && space->max_cost == 1;
    enum few_end end = FEW_RUNNING;
    if (*can && !few_model_goals(puzzle->model, &puzzle->memory, MOST_GOALS, &goals, &problem.goal_count, &room,
                                 &problem.goals_listed))
        end = few_refused(&watch);
    *can = *can && (end != FEW_RUNNING || problem.goals_listed);
    problem.goals = goals;
    if (*can && end == FEW_RUNNING)
        end = few_table_build(&puzzle->table, &problem, &watch);
    few_free(&puzzle->memory, goals, room * space->words * sizeof *goals);
    return end;
}

bool fewest_tabulate(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error) {
    struct few_error inner = {0};
    struct tabulation t = {options ? *options : fewest_defaults(), puzzle, few_now()};
    fewest_status status = FEWEST_INVALID;
    few_puzzle_drop_table(puzzle);
    bool can = true, done = few_puzzle_prepare(puzzle, &inner);
    if (done) {
        const size_t any = puzzle->memory.budget;
        puzzle->memory.budget = few_budget(&t.options, &puzzle->free_memory);
        enum few_end end = build(&t, &can);
        puzzle->memory.budget = any;
        done = can ? explain(end, &inner, &status)
                   : few_fail(&inner, FEW_ERROR_INPUT,
                              "distances can be kept only where moves cost 1 and the goals can be listed");
    }
    puzzle->has_table = done;
    if (!done) {
        few_error_publish(&inner, error);
        if (error && inner.kind == FEW_ERROR_INPUT && status != FEWEST_INVALID)
            error->status = status;
    }
    return done;
}
