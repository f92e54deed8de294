/* fewest_exploration_solution: a shortest path to or from one of the deepest states. The exploration keeps no
 * distances, so the path is searched for separately; its length is known in advance. */
#include "api/exploration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
    struct few_run run;
    fewest_exploration *exploration;
    fewest_answer *answer;
};

/* What is left of the limits of the exploration. */
static void set_limits(struct search *search) {
    const fewest_exploration *exploration = search->exploration;
    fewest_limits limits = exploration->options.limits;
    limits.states = 0;
    limits.depth = UINT64_MAX;
    limits.threads = 1;
    few_run_init(&search->run, exploration->puzzle, &limits, "bfs");
    few_run_begin(&search->run, &search->answer->memory, atomic_load(&exploration->memory.used));
    if (limits.seconds > 0)
        search->run.watch.deadline = exploration->run.started + limits.seconds;
}

/* From the start to the state; or from there to a goal. */
static enum few_end find(struct search *search, const uint64_t *state) {
    const struct few_model *model = search->exploration->model;
    struct few_memory *memory = &search->answer->memory;
    const bool to_goal = search->exploration->options.from_goal;
    struct few_problem problem = {.space = model->space, .goals_listed = true, .only_listed = !to_goal, .by_moves = true};
    uint64_t *states = NULL;
    size_t count = 0, room = 0;
    enum few_end end = FEW_RUNNING;
    if (to_goal)
        end = few_model_goals_within(model, &search->run.watch, FEW_EXPLORE_GOALS, &states, &count, &room, &problem.goals_listed);
    else if (!few_model_starts(model, memory, &states, &count, &room))
        end = few_refused(&search->run.watch);
    problem.starts = to_goal ? state : states;
    problem.goals = to_goal ? states : state;
    problem.start_count = to_goal ? 1 : count;
    problem.goal_count = to_goal ? count : 1;
    bool both_ways = model->space->run->predecessors && problem.goals_listed;
    search->run.word = both_ways ? "bidirectional" : "bfs";
    if (end == FEW_RUNNING && both_ways)
        end = few_search_bidirectional(&problem, &search->run.watch, 1, false, &search->answer->solutions);
    else if (end == FEW_RUNNING)
        end = few_search_bfs(&problem, &search->run.watch, 1, false, &search->answer->solutions);
    few_free(memory, states, room * model->space->words * sizeof *states);
    return end;
}

/* The path must lead to the state that was asked for (or from it), with as many moves as its depth. */
static bool is_asked_for(const struct search *search, const uint64_t *state) {
    const fewest_answer *answer = search->answer;
    const size_t length = fewest_answer_length(answer), at = search->exploration->options.from_goal ? 0 : length;
    return length + 1 == fewest_exploration_layers(search->exploration) &&
           memcmp(few_answer_words(answer, 0, at), state, answer->solutions.states.size) == 0;
}

static bool run(struct search *search, size_t index, struct few_error *error) {
    fewest_answer *answer = search->answer;
    const uint64_t *state = few_list_at(&search->exploration->result.farthest, index);
    enum few_end end = find(search, state);
    bool no_memory = false;
    if (end == FEW_SOLVED && (!few_answer_holds(answer, &no_memory) || !is_asked_for(search, state)))
        end = no_memory ? few_refused(&search->run.watch) : FEW_CONTRADICTION;
    if (end == FEW_CONTRADICTION || end == FEW_UNSOLVABLE /* the exploration has been there */ || few_misranks(answer->model))
        return few_contradicted(answer->model, error);
    if (end != FEW_SOLVED)
        answer->solutions.list.count = 0;
    few_end_publish(end, &answer->status, &answer->limit);
    few_run_measure(&search->run);
    answer->statistics = search->run.statistics;
    snprintf(answer->reason, sizeof answer->reason, "%s: one of the deepest states of an exploration", answer->statistics.algorithm);
    answer->memory.budget = SIZE_MAX / 2; /* what is read from it now is no longer the search's memory */
    return true;
}

fewest_answer *fewest_exploration_solution(fewest_exploration *exploration, size_t index, fewest_error *error) {
    struct few_error inner = {0};
    struct search search = {.exploration = exploration};
    bool good = index < exploration->result.farthest.count ||
                few_fail(&inner, FEW_ERROR_INPUT, "there is no such state among the deepest ones that were kept");
    if (good) {
        search.answer = few_answer_create(exploration->puzzle);
        good = search.answer || few_fail_memory(&inner);
    }
    if (good) {
        fewest_answer *answer = search.answer;
        answer->model = exploration->model;
        atomic_fetch_add(&answer->model->users, 1);
        answer->any_start = exploration->options.from_goal;
        answer->any_end = !exploration->options.from_goal;
        set_limits(&search);
        few_solutions_init(&answer->solutions, &answer->memory, exploration->model->space->words);
        good = run(&search, index, &inner);
    }
    if (!good) {
        fewest_answer_free(search.answer);
        few_error_publish(&inner, error);
        return NULL;
    }
    return search.answer;
}
