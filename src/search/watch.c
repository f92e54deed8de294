/* Limits and progress, asked for between batches; and what is a goal. */
#include "search/search.h"

#include "base/clock.h"

enum few_end few_watch_check(struct few_watch *watch) {
    if (watch->stop_requested)
        return FEW_INTERRUPTED;
    if ((watch->max_states && watch->counts.remembered > watch->max_states) ||
        (watch->max_expanded && watch->counts.expanded > watch->max_expanded))
        return FEW_STATE_LIMIT;
    if (!watch->report && watch->deadline == 0)
        return FEW_RUNNING;
    double now = few_now();
    if (watch->deadline != 0 && now >= watch->deadline)
        return FEW_TIME_LIMIT;
    if (watch->report && now >= watch->next_report) {
        watch->next_report = now + 0.1;
        watch->stop_requested = !watch->report(watch->context, &watch->counts);
        if (watch->stop_requested)
            return FEW_INTERRUPTED;
    }
    return FEW_RUNNING;
}

static bool goes_on(void *watch) {
    return few_watch_check(watch) == FEW_RUNNING;
}

struct few_stopper few_watch_stopper(struct few_watch *watch) {
    return (struct few_stopper){.deadline = watch->deadline, .go_on = goes_on, .context = watch};
}

void few_problem_test(const struct few_problem *problem, const uint64_t *states, size_t count, bool *goal) {
    const struct few_space *space = problem->space;
    const size_t state_size = space->words * sizeof *states;
    if (!problem->only_listed) {
        space->run->is_goal(space, states, count, goal);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        goal[i] = false;
        for (size_t g = 0; g < problem->goal_count && !goal[i]; g++)
            goal[i] = memcmp(states + i * space->words, problem->goals + g * space->words, state_size) == 0;
    }
}

bool few_problem_starts_at_goal(const struct few_problem *problem) {
    bool goal = false;
    for (size_t i = 0; i < problem->start_count && !goal; i++)
        few_problem_test(problem, problem->starts + i * problem->space->words, 1, &goal);
    return goal;
}

size_t few_drop_hopeless(const struct few_bound *hopeless, uint64_t *states, size_t count) {
    enum { SOME = 256 };
    uint32_t bounds[SOME];
    size_t kept = 0;
    if (!hopeless)
        return count;
    const size_t words = hopeless->words;
    for (size_t done = 0, some; done < count; done += some) {
        some = count - done < SOME ? count - done : SOME;
        few_bound_look_up(hopeless, states + done * words, some, bounds);
        for (size_t i = 0; i < some; i++) {
            if (bounds[i] == FEW_NO_PATH)
                continue;
            if (kept != done + i)
                memcpy(states + kept * words, states + (done + i) * words, words * sizeof *states);
            kept++;
        }
    }
    return kept;
}

bool few_watch_layer(struct few_watch *watch, unsigned side, uint64_t depth, uint64_t states) {
    return !watch->layer || watch->layer(watch->context, side, depth, states);
}

bool few_watch_level(struct few_watch *watch, uint64_t sum) {
    uint64_t before = watch->levelled;
    watch->levelled = watch->counts.expanded;
    return few_watch_layer(watch, 0, sum, watch->counts.expanded - before);
}

enum few_end few_refused(const struct few_watch *watch) {
    return atomic_load(&watch->memory->refused) ? FEW_NO_MEMORY : FEW_MEMORY_LIMIT;
}

enum few_end few_depth_check(const struct few_watch *watch, uint64_t depth) {
    if (depth >= watch->within)
        return FEW_UNSOLVABLE;
    return depth >= watch->max_depth ? FEW_DEPTH_LIMIT : FEW_RUNNING;
}
