/* The one place where the judges call the library's searches. */
#include "contest/solver.h"

static bool opened(struct solver *solver, const fewest_error *error) {
    if (solver->puzzle) return true;
    return run_fail(solver->run, error->status, "%s", error->text);
}

bool solver_load(struct solver *solver, struct run *run, const char *builtin) {
    fewest_error error;
    *solver = (struct solver){.run = run, .options = fewest_defaults()};
    solver->puzzle = fewest_load(builtin, &error);
    return opened(solver, &error);
}

bool solver_parse(struct solver *solver, struct run *run, const char *text, size_t length) {
    fewest_error error;
    *solver = (struct solver){.run = run, .options = fewest_defaults()};
    solver->puzzle = fewest_parse(text, length, "contest", &error);
    return opened(solver, &error);
}

bool solver_wrap(struct solver *solver, struct run *run, const fewest_space *space) {
    fewest_error error;
    *solver = (struct solver){.run = run, .options = fewest_defaults()};
    solver->puzzle = fewest_wrap(space, &error);
    return opened(solver, &error);
}

void solver_close(struct solver *solver) {
    fewest_answer_free(solver->answer);
    fewest_puzzle_free(solver->puzzle);
    solver->answer = NULL;
    solver->puzzle = NULL;
}

bool solver_start(struct solver *solver, const char *start) {
    fewest_error error;
    return fewest_set_start(solver->puzzle, start, &error) ||
           run_fail(solver->run, error.status, "%s", error.text);
}

bool solver_goal(struct solver *solver, const char *goal) {
    fewest_error error;
    return fewest_set_goal(solver->puzzle, goal, &error) ||
           run_fail(solver->run, error.status, "%s", error.text);
}

enum solved solver_solve(struct solver *solver, size_t line) {
    fewest_error error;
    fewest_answer_free(solver->answer);
    solver->answer = fewest_solve(solver->puzzle, &solver->options, &error);
    if (!solver->answer) {
        run_fail(solver->run, error.status, "%s", error.text);
        return STOPPED;
    }
    const fewest_status status = fewest_answer_status(solver->answer);
    if (status == FEWEST_SOLVED) return SOLVED;
    if (status == FEWEST_UNSOLVABLE) return NO_WAY;
    const fewest_limit limit = fewest_answer_limit(solver->answer);
    if (status == FEWEST_LIMIT && limit == FEWEST_DEPTH_LIMIT) return NO_WAY;
    run_fail(solver->run, status, "the case on line %zu could not be finished: %s %s", line,
             fewest_status_word(status), status == FEWEST_LIMIT ? fewest_limit_word(limit) : "");
    return STOPPED;
}
