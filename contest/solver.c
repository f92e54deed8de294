/* The one place where the judges call the library's searches. */
#include "contest/solver.h"

#include "contest/contest.h"

#include <fewest/space.h>
#include <fewest/tables.h>
#include <stdlib.h>
#include <string.h>

enum { TABULATED_FROM = 24 };

static struct solver *fail(struct solver *solver, const fewest_error *error) {
    run_fail(solver->run, error->status, "%s", error->text);
    return NULL;
}

/* What is left of the limits is for the next call: in the options, and with the puzzle, for calls that have none. */
static const fewest_options *limited(struct solver *solver) {
    const struct run *run = solver->run;
    if (!run->limits)
        return &solver->options;
    const fewest_limits left = run->limits->left(run->limits->context);
    const uint64_t held = run->input.room + run->output.room;
    solver->options.limits.memory = left.memory > held ? left.memory - held : left.memory ? 1 : 0;
    solver->options.limits.seconds = left.seconds;
    if (solver->puzzle)
        fewest_set_limits(solver->puzzle, &solver->options.limits, NULL);
    return &solver->options;
}

static void empty(struct solver *solver) {
    fewest_answer_free(solver->answer);
    fewest_puzzle_free(solver->puzzle);
}

/* The run's solver without a puzzle; it is made at the first call. */
static struct solver *emptied(struct run *run) {
    if (run->solver)
        empty(run->solver);
    if (!run->solver)
        run->solver = malloc(sizeof *run->solver);
    if (!run->solver) {
        run_fail(run, FEWEST_SYSTEM, "there is not enough memory");
        return NULL;
    }
    *run->solver = (struct solver){.run = run, .options = {.size = sizeof(fewest_options)}};
    run->solver->options.any = true;
    return run->solver;
}

void solver_free(struct solver *solver) {
    if (solver)
        empty(solver);
    free(solver);
}

struct solver *solver_load(struct run *run, const char *builtin) {
    fewest_error error;
    if (run->solver && run->solver->kept == builtin)
        return run->solver;
    struct solver *solver = emptied(run);
    if (!solver)
        return NULL;
    solver->kept = builtin;
    solver->puzzle = fewest_load_within(builtin, &limited(solver)->limits, &error);
    return solver->puzzle ? solver : fail(solver, &error);
}

struct solver *solver_rules(struct run *run, const char *rules) {
    if (run->solver && run->solver->kept == rules)
        return run->solver;
    struct solver *solver = solver_parse(run, rules, strlen(rules));
    if (solver)
        solver->kept = rules;
    return solver;
}

struct solver *solver_parse(struct run *run, const char *text, size_t length) {
    fewest_error error;
    struct solver *solver = emptied(run);
    if (!solver)
        return NULL;
    solver->puzzle = fewest_parse_within(text, length, "contest", &limited(solver)->limits, &error);
    return solver->puzzle ? solver : fail(solver, &error);
}

struct solver *solver_wrap(struct run *run, const fewest_space *space) {
    fewest_error error;
    struct solver *solver = emptied(run);
    if (!solver)
        return NULL;
    solver->puzzle = fewest_wrap(space, &error);
    return solver->puzzle ? solver : fail(solver, &error);
}

bool solver_start(struct solver *solver, const char *start) {
    fewest_error error;
    limited(solver);
    return fewest_set_start(solver->puzzle, start, &error) || fail(solver, &error);
}

bool solver_goal(struct solver *solver, const char *goal) {
    fewest_error error;
    solver->cases = 0;
    limited(solver);
    return fewest_set_goal(solver->puzzle, goal, &error) || fail(solver, &error);
}

/* A table of all distances pays after some cases with one goal, however many will come: it costs as much as
 * they did. Where there can be none, each case is searched for as before. */
static void tabulate(struct solver *solver) {
    fewest_error error;
    fewest_tabulate(solver->puzzle, limited(solver), &error);
}

enum solved solver_solve(struct solver *solver, size_t line) {
    fewest_error error;
    if (++solver->cases == TABULATED_FROM)
        tabulate(solver);
    fewest_answer_free(solver->answer);
    solver->answer = NULL;
    solver->answer = fewest_solve(solver->puzzle, limited(solver), &error);
    if (!solver->answer) {
        fail(solver, &error);
        return STOPPED;
    }
    const fewest_status status = fewest_answer_status(solver->answer);
    if (status == FEWEST_SOLVED)
        return SOLVED;
    if (status == FEWEST_UNSOLVABLE)
        return NO_WAY;
    const fewest_limit limit = fewest_answer_limit(solver->answer);
    if (status == FEWEST_LIMIT && limit == FEWEST_DEPTH_LIMIT)
        return NO_WAY;
    run_fail(solver->run, status, "the case on line %zu could not be finished: %s %s", line,
             fewest_status_word(status), status == FEWEST_LIMIT ? fewest_limit_word(limit) : "");
    return STOPPED;
}

bool solver_print_length(struct solver *solver, enum solved solved, const char *no_way) {
    if (solved == STOPPED)
        return false;
    if (solved == NO_WAY)
        return run_print(solver->run, "%s\n", no_way);
    return run_print(solver->run, "%zu\n", fewest_answer_length(solver->answer));
}
