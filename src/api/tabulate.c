/* fewest_tabulate: distances of all states, kept with the puzzle. */
#include "api/run.h"

#include <stdio.h>

enum { BATCH = 256 };
static const uint64_t most_scanned = UINT64_C(1) << 31; /* ranks, to look for goals among them all */

/* Goals that cannot be listed from what they say are found by looking at every state, where these are not too many. */
static enum few_end scan_for_goals(const struct few_space *space, struct few_watch *watch, struct few_list *goals) {
    uint64_t ranks[BATCH], *states = few_alloc(watch->memory, BATCH * space->words * sizeof *states);
    bool goal[BATCH];
    enum few_end end = states ? FEW_RUNNING : few_refused(watch);
    for (uint64_t first = 0; first < space->ranks && end == FEW_RUNNING; first += BATCH) {
        size_t count = space->ranks - first < BATCH ? (size_t)(space->ranks - first) : BATCH;
        for (size_t i = 0; i < count; i++)
            ranks[i] = first + i;
        space->run->unrank(space, ranks, count, states);
        space->run->is_goal(space, states, count, goal);
        for (size_t i = 0; i < count && end == FEW_RUNNING; i++)
            if (goal[i] && !few_list_append(goals, states + i * space->words, 1))
                end = few_refused(watch);
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
    }
    few_free(watch->memory, states, BATCH * space->words * sizeof *states);
    return end;
}

enum few_end few_model_all_goals(const struct few_model *model, struct few_watch *watch, size_t limit, struct few_list *goals,
                                 bool *listed) {
    const struct few_space *space = model->space;
    uint64_t *states;
    size_t count, room;
    few_list_init(goals, watch->memory, space->words * sizeof *states);
    enum few_goal_list result;
    const enum few_end end = few_model_goals_within(model, watch, limit, &states, &count, &room, &result);
    *listed = result == FEW_GOALS_LISTED;
    if (end != FEW_RUNNING)
        return end;
    if (*listed) {
        goals->items = states;
        goals->count = count;
        goals->room = room;
        return FEW_RUNNING;
    }
    few_free(watch->memory, states, room * goals->size);
    if (space->foreign || !space->ranks || space->ranks > most_scanned)
        return FEW_RUNNING;
    *listed = true;
    return scan_for_goals(space, watch, goals);
}

enum few_end few_model_reach(const struct few_model *model, struct few_watch *watch, struct few_reached *reached) {
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    *reached = (struct few_reached){0};
    enum few_end end = few_model_starts(model, watch->memory, &starts, &count, &room)
                           ? few_reached_find(reached, model->space, starts, count, watch)
                           : few_refused(watch);
    few_free(watch->memory, starts, room * model->space->words * sizeof *starts);
    return end;
}

/* Where the goals cannot be listed, they are found by exploring from the start, if that ends. A state that the start leads to
 * leads to no other goals than these; others may, and are left out. */
static bool can_explore(const fewest_puzzle *puzzle) {
    return !puzzle->model->space->foreign && few_model_steps(puzzle->model, false) == UINT64_MAX && fewest_has_start(puzzle);
}

static enum few_end build_around(struct few_run *run, struct few_table *table) {
    const struct few_space *space = run->puzzle->model->space;
    struct few_problem problem = {.space = space, .goals_listed = true};
    struct few_reached reached;
    struct few_list goals;
    few_list_init(&goals, run->watch.memory, space->words * sizeof(uint64_t));
    enum few_end end = few_model_reach(run->puzzle->model, &run->watch, &reached);
    if (end == FEW_RUNNING)
        end = few_reached_goals(&reached, &run->watch, &goals);
    run->watch.counts = (struct few_counts){0};
    if (space->undirected) /* then nothing else leads there */
        few_reached_free(&reached);
    else
        problem.space = &reached.space;
    problem.goals = goals.items;
    problem.goal_count = goals.count;
    if (end == FEW_RUNNING)
        end = few_table_build(table, &problem, &run->watch);
    if (end == FEW_SOLVED) {
        table->space = space;
        table->around = true;
    }
    if (!space->undirected)
        few_reached_free(&reached);
    few_list_free(&goals);
    return end;
}

static enum few_end build(struct few_run *run, uint64_t depth, struct few_table *table, bool *can) {
    fewest_puzzle *puzzle = run->puzzle;
    const struct few_space *space = puzzle->model->space;
    const uint64_t steps = few_model_steps(puzzle->model, true);
    struct few_watch *watch = &run->watch;
    watch->max_depth = steps < depth ? steps : depth;
    struct few_problem problem = {.space = space};
    struct few_list goals = {0};
    *can = space->run->predecessors && few_costs_are_equal(space);
    if (!*can)
        return FEW_RUNNING;
    enum few_end end = few_model_all_goals(puzzle->model, watch, FEW_MOST_GOALS, &goals, &problem.goals_listed);
    *can = end != FEW_RUNNING || problem.goals_listed || can_explore(puzzle);
    if (*can && end == FEW_RUNNING && problem.goals_listed) {
        problem.goals = goals.items;
        problem.goal_count = goals.count;
        end = few_table_build(table, &problem, watch);
    } else if (*can && end == FEW_RUNNING) {
        end = build_around(run, table);
    }
    few_list_free(&goals);
    return end;
}

/* What a space lacks that cannot have a table. */
static const char *why_not(const fewest_puzzle *puzzle) {
    const struct few_space *space = puzzle->model->space;
    return !space->run->predecessors    ? puzzle->rules ? "moves can be made backwards: here one loses the rest of the string"
                                                        : "moves can be inverted: this space has no `backward`"
           : !few_costs_are_equal(space) ? "every move costs 1"
                                         : "the goals can be listed, or found from a start";
}

/* What can be done where there is no table. */
static void hint_instead(const fewest_puzzle *puzzle, bool for_starts, struct few_error *error) {
    const struct few_space *space = puzzle->model->space;
    const char *hint = "";
    if (!space->run->predecessors && !puzzle->rules)
        return;
    if (!space->run->predecessors || !few_costs_are_equal(space))
        hint = for_starts ? "random starts can be drawn, whatever their depth" : "a search finds the least cost without a table";
    else if (puzzle->rules && few_goal_is_open(puzzle->rules))
        hint = "there are too many strings to look at all: name a whole string, or give a smaller bound";
    else if (puzzle->rules)
        hint = "too many states meet the goal: one that names more cells or values has fewer; with a start, they are found by exploring from there";
    snprintf(error->hint, sizeof error->hint, "%s", hint);
}

bool few_puzzle_tabulate(fewest_puzzle *puzzle, const fewest_limits *limits, uint64_t depth, bool for_starts,
                         struct few_table *table, struct few_error *error) {
    struct few_run run;
    few_run_init(&run, puzzle, limits, "table");
    run.store = "distance table";
    if (!few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, &run.limits, error))
        return false;
    if (depth == UINT64_MAX && few_model_steps(puzzle->model, true) != UINT64_MAX)
        return few_fail(error, FEW_ERROR_INPUT,
                        "a string of any length has no largest distance: declare `string N` to get a distance table");
    bool can;
    few_run_begin_inside(&run);
    enum few_end end = build(&run, depth, table, &can);
    few_run_end_inside(&run, error);
    if (few_misranks(puzzle->model)) {
        few_table_free(table);
        return few_contradicted(puzzle->model, error);
    }
    if (can)
        return few_run_explain(end, "for a distance table", error);
    hint_instead(puzzle, for_starts, error);
    return few_fail(error, FEW_ERROR_INPUT, "%s only where %s",
                    for_starts ? "starts of a given depth and the hardest can be found" : "distances can be kept",
                    why_not(puzzle));
}

/* A table without the states beyond a limit would call these unsolvable: they must all be within it. */
static bool is_within(struct few_table *table, uint64_t depth, struct few_error *error) {
    if (few_table_depth(table) <= depth)
        return true;
    few_table_free(table);
    return few_fail(error, FEW_ERROR_DEPTH_LIMIT,
                    "some states are more than %llu moves from the goal, the limit on depth: a distance table must hold all states",
                    (unsigned long long)depth);
}

bool fewest_tabulate(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error) {
    struct few_error inner = {0};
    struct few_table table = {0};
    fewest_options wanted;
    bool good = few_options_read(options, few_puzzle_limits(puzzle), &wanted, &inner);
    if (good) {
        const uint64_t depth = wanted.limits.depth;
        good = few_puzzle_tabulate(puzzle, &wanted.limits, depth < UINT64_MAX ? depth + 1 : depth, false, &table, &inner) &&
               is_within(&table, depth, &inner);
    }
    if (good) {
        few_puzzle_drop_table(puzzle);
        puzzle->table = table;
        puzzle->has_table = true;
    } else {
        few_error_publish(&inner, error);
    }
    return good;
}
