/* Starts from a space that is too large to be explored: by long random walks. Backwards from a goal they can be solved by
 * their nature; forwards from the start that is tried out. Not all states are equally likely. */
#include "api/generate.h"
#include "api/solving.h"

#include "base/random.h"
#include "base/words.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 10000, TRIES = 100, MORE = 10 };

/* The making of a bound ends where the search would. */
struct making {
    struct few_watch *watch;
    enum few_end end;
};

static bool go_on_building(void *context, uint64_t states) {
    struct making *making = context;
    (void)states; /* those of the tables are none of the search */
    making->end = few_watch_check(making->watch);
    return making->end == FEW_RUNNING;
}

/* Solves one state: its depth in moves, also where they differ in cost, and the number of its shortest solutions.
 * FEW_SOLVED, FEW_UNSOLVABLE, or another end. */
static enum few_end solve(struct few_generator *g, const uint64_t *state, uint64_t *depth, uint64_t *solution_count) {
    struct few_model *model = g->puzzle->model;
    const struct few_space *space = model->space;
    struct few_problem problem = {.space = space, .starts = state, .start_count = 1};
    struct few_watch *watch = &g->run.watch;
    struct few_solutions solutions;
    const struct few_bound *bound = NULL;
    struct making making = {watch, FEW_RUNNING};
    const struct few_bound_wish wish = {.memory = FEWEST_BOUND_MEMORY, .go_on = go_on_building, .context = &making};
    struct few_error ignored = {0};
    watch->counts = (struct few_counts){0}; /* of each search for itself */
    watch->levelled = 0;
    few_solutions_init(&solutions, watch->memory, space->words);
    if (few_costs_are_equal(space))
        few_model_bound(model, &wish, &bound, &ignored); /* none will do, too */
    problem.facts = model->facts;
    problem.bound = bound;
    const enum few_end end = making.end != FEW_RUNNING
                                 ? making.end
                                 : few_choose_plainly(&problem, true)->search->run(&problem, watch, 1, true, &solutions);
    *depth = solutions.list.count ? ((const struct few_solution *)solutions.list.items)->length : solutions.cost;
    *solution_count = solutions.total;
    few_solutions_free(&solutions);
    return end;
}

static bool is_known(const struct few_sample *sample, const uint64_t *state, size_t words) {
    for (size_t i = 0; i < sample->states.count; i++)
        if (few_words_compare(few_list_at(&sample->states, i), state, words) == 0)
            return true;
    return false;
}

/* One walk; its end is kept if it is new, and as it should be. */
static bool walk(struct few_generator *g, struct few_error *error) {
    struct few_sample *sample = &g->sample;
    const struct few_space *space = g->puzzle->model->space;
    uint64_t state[FEW_MAX_WORDS], depth = UINT64_MAX, solutions = 1;
    /* Where a solution must not be long, neither is the walk; of any length, for one that is full up may be back at the
     * goal. Free moves are not counted there, but by steps. */
    const bool is_short = sample->within < STEPS;
    const uint64_t most = space->has_free ? STEPS : sample->within;
    const uint64_t steps = is_short ? few_random_below(&sample->seed, most + 1) : STEPS + few_random_below(&sample->seed, STEPS);
    bool backward;
    if (!few_model_walk(g->puzzle->model, &g->puzzle->memory, (size_t)steps, &sample->seed, state, &backward, error))
        return false;
    if (is_known(sample, state, space->words) || few_sample_is_empty(sample, space, state))
        return true;
    if (!backward || sample->unique) {
        enum few_end end = solve(g, state, &depth, &solutions);
        if (end == FEW_UNSOLVABLE)
            return true;
        if (!few_run_explain(end, "for that", error))
            return false;
    }
    if (sample->unique && solutions != 1)
        return true;
    return (few_list_append(&sample->states, state, 1) && few_list_append(&sample->depths, &depth, 1)) ||
           few_fail_memory(error);
}

/* *has_goal false: no state meets the goal. Where that is hard to say, walks will show it. */
static enum few_end look_for_goals(struct few_generator *g, bool *has_goal) {
    const struct few_model *model = g->puzzle->model;
    uint64_t *goals = NULL;
    size_t count = 0, room = 0;
    enum few_goal_list result;
    const enum few_end end = few_model_goals_within(model, &g->run.watch, 1, &goals, &count, &room, &result);
    few_free(&g->puzzle->memory, goals, room * model->space->words * sizeof *goals);
    *has_goal = result != FEW_GOALS_LISTED || count;
    return end;
}

bool few_generate_walks(struct few_generator *g, struct few_error *error) {
    struct few_sample *sample = &g->sample;
    bool has_goal;
    if (!few_run_explain(look_for_goals(g, &has_goal), "for that", error))
        return false;
    if (!has_goal)
        return few_generator_has_no_goal(g, error);
    const uint64_t tries = (sample->wanted + MORE) * (uint64_t)TRIES;
    snprintf(g->reason, sizeof g->reason, "by long random walks: %s",
             !few_costs_are_equal(g->puzzle->model->space) ? "moves differ in cost, so there is no distance table"
             : !g->puzzle->model->space->run->predecessors
                 ? "moves cannot be made backwards, and the start leads to too many states"
             : few_goal_is_open(g->puzzle->rules)  ? "the goal names no whole string, so goals are not listed"
                                                   : "there are too many states, or goals, to list them");
    for (uint64_t i = 0; i < tries && sample->states.count < sample->wanted; i++)
        if (!walk(g, error) || !few_run_explain(few_watch_check(&g->run.watch), "for that", error))
            return false;
    sample->gave_up = sample->states.count < sample->wanted;
    return true;
}
