/* fewest_exploration_solution: a shortest path to or from one of the deepest states. The exploration keeps no
 * distances, so the path is searched for separately; its length is known in advance. */
#include "api/exploration.h"
#include "api/solving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
    struct few_run run;
    fewest_exploration *exploration;
    fewest_answer *answer;
};

/* What is left of the limits of the exploration. The time between the calls does not count. */
static void set_limits(struct search *search) {
    const fewest_exploration *exploration = search->exploration;
    fewest_limits limits = exploration->options.limits;
    limits.states = 0;
    limits.depth = UINT64_MAX;
    limits.threads = 1;
    few_run_init(&search->run, exploration->puzzle, &limits, "bfs");
    few_run_begin(&search->run, &search->answer->memory, atomic_load(&exploration->memory.used));
    if (limits.seconds > 0)
        search->run.watch.deadline -= exploration->taken;
}

/* From the start to the state; or from there to a goal: those that were explored, whatever those of the puzzle are now. */
static enum few_end find(struct search *search, const uint64_t *state) {
    const fewest_exploration *exploration = search->exploration;
    const struct few_space *space = exploration->model->space;
    const bool to_goal = exploration->options.from_goal;
    const struct few_problem problem = {
        .space = space,
        .starts = to_goal ? state : exploration->from,
        .start_count = to_goal ? 1 : exploration->from_count,
        .goals = to_goal ? exploration->from : state,
        .goal_count = to_goal ? exploration->from_count : 1,
        .goals_listed = true,
        .only_listed = !to_goal || !space->foreign, /* a space of the user's must agree with its list */
        .by_moves = true,
    };
    const struct few_search_row *chosen = few_choose_plainly(&problem, false);
    search->run.word = chosen->word;
    return chosen->search->run(&problem, &search->run.watch, 1, false, &search->answer->solutions);
}

static bool is_among(const uint64_t *state, const uint64_t *states, size_t count, size_t words) {
    for (size_t i = 0; i < count; i++)
        if (memcmp(state, states + i * words, words * sizeof *state) == 0)
            return true;
    return false;
}

/* The path must lead to the state that was asked for (or from it), from one that the exploration began from (or to one), with
 * as many moves as its depth. */
static bool is_asked_for(const struct search *search, const uint64_t *state) {
    const fewest_exploration *exploration = search->exploration;
    const fewest_answer *answer = search->answer;
    const size_t length = fewest_answer_length(answer), words = exploration->model->space->words;
    const uint64_t *first = few_answer_words(answer, 0, 0), *last = few_answer_words(answer, 0, length);
    const bool to_goal = exploration->options.from_goal;
    return length + 1 == fewest_exploration_layers(exploration) && is_among(to_goal ? first : last, state, 1, words) &&
           is_among(to_goal ? last : first, exploration->from, exploration->from_count, words);
}

static bool run(struct search *search, size_t index, struct few_error *error) {
    fewest_answer *answer = search->answer;
    const uint64_t *state = few_list_at(&search->exploration->result.farthest, index);
    enum few_end end = find(search, state);
    bool no_memory = false;
    if (end == FEW_SOLVED && (!few_answer_holds(answer, &no_memory) || !is_asked_for(search, state)))
        end = no_memory ? few_refused(&search->run.watch) : FEW_CONTRADICTION;
    if (end == FEW_CONTRADICTION || end == FEW_UNSOLVABLE /* the exploration has been there */ || few_has_fault(answer->model))
        return few_contradicted(answer->model, error);
    if (end != FEW_SOLVED)
        answer->solutions.list.count = 0;
    few_end_publish(end, &answer->status, &answer->limit);
    few_run_measure(&search->run);
    search->exploration->taken += search->run.statistics.seconds;
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
        /* The checker knows the start and the goal of now. Where these are others, the moves are replayed all the same, and the
         * ends of the path are those of the exploration (is_asked_for). */
        const bool to_goal = exploration->options.from_goal;
        const bool changed = exploration->puzzle->given[to_goal].times != exploration->from_given;
        answer->any_start = to_goal || changed;
        answer->any_end = !to_goal || changed;
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
