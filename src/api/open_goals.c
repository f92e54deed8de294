#include "api/open_goals.h"

enum { BATCH = 256 };
static const uint64_t quick_ranks = UINT64_C(1) << 24;   /* looked at within a second */
static const uint64_t most_ranks = UINT64_C(1) << 31;  /* looked at within minutes, where there is no better way */
static const uint64_t quick_states = UINT64_C(1) << 20;  /* explored within a second */

/* Looks at every rank. Some may be of no state: something stands where it never can, or a `never` holds. */
static enum few_end scan(struct few_open_goals *found, const struct few_space *space, struct few_watch *watch) {
    const size_t bytes = (size_t)BATCH * space->words * sizeof(uint64_t);
    uint64_t ranks[BATCH], *states = few_alloc(watch->memory, bytes);
    bool goal[BATCH];
    enum few_end end = states ? FEW_RUNNING : few_refused(watch);
    for (uint64_t first = 0; first < space->ranks && end == FEW_RUNNING; first += BATCH) {
        const size_t count = space->ranks - first < BATCH ? (size_t)(space->ranks - first) : BATCH;
        for (size_t i = 0; i < count; i++)
            ranks[i] = first + i;
        space->run->unrank(space, ranks, count, states);
        space->run->is_goal(space, states, count, goal);
        for (size_t i = 0; i < count && end == FEW_RUNNING; i++) {
            const uint64_t *state = states + i * space->words;
            if (goal[i] && (!space->run->holds || space->run->holds(space, state)) && !few_list_append(&found->goals, state, 1))
                end = few_refused(watch);
        }
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
    }
    few_free(watch->memory, states, bytes);
    found->known = true;
    return end;
}

/* All goals that the start leads to. A state that it leads to leads to no others; what it does not lead to is left out. */
static enum few_end explore(struct few_open_goals *found, const struct few_model *model, struct few_watch *watch) {
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    enum few_end end = few_model_starts(model, watch->memory, &starts, &count, &room)
                           ? few_reached_find(&found->reached, model->space, starts, count, watch)
                           : few_refused(watch);
    few_free(watch->memory, starts, room * model->space->words * sizeof *starts);
    if (end == FEW_RUNNING)
        end = few_reached_goals(&found->reached, watch, &found->goals);
    found->known = found->around = true;
    return end;
}

void few_open_goals_forget_others(struct few_open_goals *found) {
    few_reached_free(&found->reached);
    found->reached = (struct few_reached){0};
}

/* The same, if that are few states; *few false: there are more, and nothing was found. */
static enum few_end explore_few(struct few_open_goals *found, const struct few_model *model, struct few_watch *watch, bool *few) {
    const uint64_t most = watch->max_states;
    const bool limited = most && most <= quick_states;
    watch->max_states = limited ? most : quick_states;
    enum few_end end = explore(found, model, watch);
    watch->max_states = most;
    *few = end != FEW_STATE_LIMIT || limited;
    if (*few)
        return end;
    few_open_goals_forget_others(found);
    found->known = found->around = false;
    watch->counts.remembered = 0;
    return FEW_RUNNING;
}

static void begin(struct few_open_goals *found, const struct few_space *space, struct few_watch *watch) {
    *found = (struct few_open_goals){0};
    few_list_init(&found->goals, watch->memory, space->words * sizeof(uint64_t));
}

static enum few_end list(struct few_open_goals *found, const struct few_model *model, struct few_watch *watch, size_t limit) {
    uint64_t *states;
    size_t count, room;
    enum few_goal_list result;
    const enum few_end end = few_model_goals_within(model, watch, limit, &states, &count, &room, &result);
    found->known = result == FEW_GOALS_LISTED;
    found->goals.items = states;
    found->goals.count = count;
    found->goals.room = room;
    return end;
}

enum few_end few_open_goals_find(struct few_open_goals *found, const fewest_puzzle *puzzle, struct few_watch *watch, size_t limit) {
    const struct few_model *model = puzzle->model;
    const struct few_space *space = model->space;
    const bool can_scan = space->ranks && space->ranks <= most_ranks;
    const bool can_explore = !space->foreign && few_model_steps(model, false) == UINT64_MAX && fewest_has_start(puzzle);
    begin(found, space, watch);
    if (!space->run->predecessors && !space->undirected)
        return can_explore ? explore(found, model, watch) : FEW_RUNNING;
    enum few_end end = list(found, model, watch, limit);
    if (end != FEW_RUNNING || found->known || space->foreign)
        return end;
    if (can_scan && space->ranks <= quick_ranks)
        return scan(found, space, watch);
    bool few = false;
    if (can_explore)
        end = explore_few(found, model, watch, &few);
    if (end != FEW_RUNNING || few)
        return end;
    if (can_scan)
        return scan(found, space, watch);
    return can_explore ? explore(found, model, watch) : FEW_RUNNING;
}

enum few_end few_open_goals_of_table(struct few_open_goals *found, const fewest_puzzle *puzzle, struct few_watch *watch, bool around) {
    const struct few_model *model = puzzle->model;
    const struct few_space *space = model->space;
    begin(found, space, watch);
    if (around)
        return fewest_has_start(puzzle) ? explore(found, model, watch) : FEW_RUNNING;
    const enum few_end end = list(found, model, watch, FEW_MOST_GOALS);
    const bool can_scan = !space->foreign && space->ranks && space->ranks <= most_ranks;
    return end == FEW_RUNNING && !found->known && can_scan ? scan(found, space, watch) : end;
}

void few_open_goals_free(struct few_open_goals *found) {
    few_list_free(&found->goals);
    few_reached_free(&found->reached);
}
