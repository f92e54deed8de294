/* One puzzle that many cases are solved with, one after the other: loaded once, then only its start and
 * goal change. All judges that search do it through solver_solve. */
#ifndef CONTEST_SOLVER_H
#define CONTEST_SOLVER_H

#include "contest/judge.h"

struct solver {
    struct run *run;
    fewest_puzzle *puzzle;
    fewest_answer *answer; /* of the last case */
    fewest_options options;
};

enum solved {
    SOLVED,
    NO_WAY, /* proved that there is none, or none within the limit on its length */
    STOPPED /* the run says why */
};

/* All false (or STOPPED) with the reason in the run. A solver is to be closed in any case. */
bool solver_load(struct solver *solver, struct run *run, const char *builtin);
bool solver_parse(struct solver *solver, struct run *run, const char *text, size_t length);
bool solver_wrap(struct solver *solver, struct run *run, const fewest_space *space);
void solver_close(struct solver *solver);

bool solver_start(struct solver *solver, const char *start);
bool solver_goal(struct solver *solver, const char *goal);

/* `line` is where the case stands in the input. */
enum solved solver_solve(struct solver *solver, size_t line);

#endif
