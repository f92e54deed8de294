/* fewest_tabulate: distances of all states, kept with the puzzle. */
#include "api/cluster.h"
#include "api/kept_table.h"
#include "api/open_goals.h"
#include "api/run.h"

#include <stdio.h>

static enum few_end build(struct few_run *run, uint64_t depth, struct few_kept_table *kept, struct few_table *table, bool *can) {
    const fewest_puzzle *puzzle = run->puzzle;
    const struct few_space *space = puzzle->model->space;
    const uint64_t steps = few_model_steps(puzzle->model, true);
    struct few_watch *watch = &run->watch;
    watch->max_depth = steps < depth ? steps : depth;
    struct few_problem problem = {.space = space, .goals_listed = true};
    struct few_open_goals found;
    const bool is_shared = kept && few_kept_table_is_shared(kept);
    *can = few_costs_are_equal(space);
    if (!*can)
        return FEW_RUNNING;
    enum few_end end = few_open_goals_find(&found, puzzle, watch, FEW_MOST_GOALS);
    if (is_shared)
        end = few_agree_on_end(puzzle, end);
    *can = end != FEW_RUNNING || found.known;
    watch->counts = (struct few_counts){0};
    if (found.around && space->undirected) /* then nothing else leads there */
        few_open_goals_forget_others(&found);
    else if (found.around)
        problem.space = &found.reached.space;
    problem.goals = found.goals.items;
    problem.goal_count = found.goals.count;
    if (*can && end == FEW_RUNNING && kept && !few_kept_table_begin(kept, &problem, found.around, watch))
        end = FEW_CONTRADICTION; /* see kept->keeper.error */
    const bool can_begin = *can && end == FEW_RUNNING && !is_shared, can_go_to_disk = can_begin && kept && kept->has_disk && (!found.around || space->undirected);
    if (is_shared && *can && end == FEW_RUNNING)
        end = few_kept_table_together(kept, &problem, found.around, watch);
    else if (can_begin)
        end = kept && kept->on_disk ? FEW_MEMORY_LIMIT : few_table_build(table, &problem, watch);
    if (end == FEW_MEMORY_LIMIT && can_go_to_disk)
        end = few_kept_table_on_disk(kept, &problem, found.around, watch);
    if (end == FEW_SOLVED && !(kept && kept->is_written)) {
        table->space = space;
        table->around = found.around;
    }
    few_open_goals_free(&found);
    return end;
}

/* What a space lacks that cannot have a table. */
static const char *why_not(const fewest_puzzle *puzzle) {
    const struct few_space *space = puzzle->model->space;
    return !few_costs_are_equal(space)    ? "every move costs 1"
           : space->run->predecessors     ? "the goals can be listed, or found from a start"
           : !puzzle->rules               ? "moves can be inverted: this space has no `backward`"
           : !fewest_has_start(puzzle)    ? "there is a start, if moves cannot be inverted: here a move drops the rest of the string"
                                          : "strings have a bound, if moves cannot be inverted: here a move drops the rest of the string";
}

/* What can be done where there is no table. */
static void hint_instead(const fewest_puzzle *puzzle, bool for_starts, struct few_error *error) {
    const struct few_space *space = puzzle->model->space;
    const char *hint = "";
    if (!space->run->predecessors && !puzzle->rules)
        return;
    if (!few_costs_are_equal(space))
        hint = for_starts ? "random starts can be drawn, whatever their depth" : "a search finds the least cost without a table";
    else if (!space->run->predecessors)
        hint = fewest_has_start(puzzle) ? "declare `string N`" : "give a start, from which all states can be found";
    else if (puzzle->rules && few_goal_is_open(puzzle->rules))
        hint = "there are too many strings to look at all: name a whole string, or give a smaller bound";
    else if (puzzle->rules)
        hint = "too many states meet the goal: one that names more cells or values has fewer; with a start, they are found by exploring from there";
    snprintf(error->hint, sizeof error->hint, "%s", hint);
}

static bool tabulate(fewest_puzzle *puzzle, const fewest_limits *limits, uint64_t depth, bool for_starts, struct few_kept_table *kept,
                     struct few_table *table, struct few_error *error) {
    struct few_run run;
    few_run_init(&run, puzzle, limits, "table");
    run.store = "distance table";
    const bool is_ready = few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, &run.limits, error);
    const bool is_shared = kept && few_kept_table_is_shared(kept);
    if (!(is_shared ? few_agree(puzzle, is_ready, error) && few_kept_table_agree(kept, &puzzle->memory, error) : is_ready))
        return false;
    if (depth == UINT64_MAX && few_model_steps(puzzle->model, true) != UINT64_MAX)
        return few_fail(error, FEW_ERROR_INPUT,
                        "a string of any length has no largest distance: declare `string N` to get a distance table");
    bool can;
    few_run_begin_inside(&run);
    enum few_end end = build(&run, depth, kept, table, &can);
    few_run_end_inside(&run, error);
    if (few_has_fault(puzzle->model)) {
        few_table_free(table);
        return few_contradicted(puzzle->model, error);
    }
    if (kept && kept->keeper.error.kind != FEW_ERROR_NONE && end != FEW_SOLVED) {
        *error = kept->keeper.error;
        return false;
    }
    if (can)
        return few_run_explain(end, "for a distance table", error);
    hint_instead(puzzle, for_starts, error);
    return few_fail(error, FEW_ERROR_INPUT, "%s only where %s",
                    for_starts ? "starts of a given depth and the hardest can be found" : "distances can be kept",
                    why_not(puzzle));
}

bool few_puzzle_tabulate(fewest_puzzle *puzzle, const fewest_limits *limits, uint64_t depth, bool for_starts,
                         struct few_table *table, struct few_error *error) {
    return tabulate(puzzle, limits, depth, for_starts, NULL, table, error);
}

bool few_puzzle_tabulate_kept(fewest_puzzle *puzzle, const fewest_limits *limits, uint64_t depth, struct few_kept_table *kept,
                              struct few_table *table, struct few_error *error) {
    return tabulate(puzzle, limits, depth, false, kept, table, error);
}

/* A table without the states beyond a limit would call these unsolvable: they must all be within it. */
static bool is_within(struct few_table *table, uint64_t depth, struct few_error *error) {
    if (few_table_depth(table) <= depth)
        return true;
    few_table_free(table);
    return few_fail(error, FEW_ERROR_DEPTH_LIMIT,
                    "some states are more than %llu move%s from the goal, the limit on depth: a distance table must hold all states",
                    (unsigned long long)depth, few_plural(depth));
}

bool few_tabulate_for(fewest_puzzle *puzzle, const fewest_options *options, const char *output, bool *is_written, fewest_error *error) {
    struct few_error inner = {0};
    struct few_table table = {0};
    struct few_kept_table kept = {0};
    fewest_options wanted;
    bool good = few_options_read(options, few_puzzle_limits(puzzle), &wanted, &inner) && few_kept_table_open(&kept, puzzle, &wanted, output, &inner);
    if (output)
        good = few_agree(puzzle, good, &inner);
    if (good) {
        const uint64_t depth = wanted.limits.depth;
        good = few_puzzle_tabulate_kept(puzzle, &wanted.limits, depth < UINT64_MAX ? depth + 1 : depth, &kept, &table, &inner) &&
               (kept.is_written || is_within(&table, depth, &inner));
    }
    few_kept_table_close(&kept);
    *is_written = kept.is_written;
    if (good && !kept.is_written) {
        few_puzzle_drop_table(puzzle);
        puzzle->table = table;
        puzzle->has_table = true;
    } else if (!good) {
        few_error_publish(&inner, error);
    }
    return good;
}

bool fewest_tabulate(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error) {
    bool is_written;
    return few_tabulate_for(puzzle, options, NULL, &is_written, error);
}
