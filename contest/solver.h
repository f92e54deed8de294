/* One puzzle that many cases are solved with, one after the other: loaded once, then only its start and
 * goal change. A run has one solver; all judges that search do it through solver_solve. */
#ifndef CONTEST_SOLVER_H
#define CONTEST_SOLVER_H

#include "contest/judge.h"

#include <fewest/space.h>

struct solver {
    struct run *run;
    const char *kept; /* what the current puzzle was made of: its name or rules; NULL: it is for one case */
    fewest_puzzle *puzzle;
    fewest_answer *answer; /* of the last case */
    fewest_options options;
    unsigned cases; /* solved to the current goal */
};

enum solved {
    SOLVED,
    NO_WAY, /* proved that there is none, or none within the limit on its length */
    STOPPED /* the run says why */
};

/* The run's solver with that puzzle; NULL: the run says why. Its options are set for any shortest path, which is
 * enough where only the length is printed. The first two take constants, a name and a text;
 * where the solver has that puzzle already, it is kept as it is, with the goal and the options it was given. */
struct solver *solver_load(struct run *run, const char *builtin);
struct solver *solver_rules(struct run *run, const char *rules);
struct solver *solver_parse(struct run *run, const char *text, size_t length);
struct solver *solver_wrap(struct run *run, const fewest_space *space);
void solver_free(struct solver *solver);

/* False: the run says why. */
bool solver_start(struct solver *solver, const char *start);
bool solver_goal(struct solver *solver, const char *goal);

/* `line` is where the case stands in the input. */
enum solved solver_solve(struct solver *solver, size_t line);

/* The length of a shortest path on a line of its own, or the judge's words for `there is none`. */
bool solver_print_length(struct solver *solver, enum solved solved, const char *no_way);

#endif
