/* The best bound that can be had from the rules of a puzzle within a budget: additive tables of sliding puzzles, else
 * distances of pieces where moves carry them, or their numbers where moves change these, raised by tables of smaller
 * puzzles. */
#include "build/build.h"

#include "build/bound_beliefs.h"

#include <stdio.h>

enum { ASK_EVERY = 1 << 14 };

bool few_work_done(struct few_work *work, uint64_t states) {
    work->exhausted = work->exhausted || states > work->left;
    work->left -= states > work->left ? work->left : states;
    work->since += states;
    if (work->since >= ASK_EVERY && work->build->go_on) {
        work->told_to_stop = work->told_to_stop || !work->build->go_on(work->build->context, work->since);
        work->since = 0;
    }
    return !few_work_stopped(work);
}

static bool build(struct few_bound *bound, const struct few_rule_space *space, struct few_work *work,
                  struct few_error *error) {
    const struct few_rule_facts *facts = work->build->facts;
    const struct few_movers *movers = facts->movers.known ? &facts->movers : NULL;
    const uint64_t budget = work->build->budget;
    bool built = false;
    snprintf(bound->text, sizeof bound->text, "no bound");
    if (!few_build_counting(bound, space, &facts->tallies))
        return few_fail_memory(error);
    if (space->goals.count == 0)
        return true;
    if (movers && budget && !few_build_patterns(bound, space, work, &built))
        return work->told_to_stop || few_fail_memory(error);
    if (built)
        return true;
    if (movers) {
        snprintf(bound->text, sizeof bound->text, "distances of the pieces to their goals");
        if (!few_build_manhattan(bound, space, movers))
            return few_fail_memory(error);
    }
    return !budget || few_build_tables(bound, space, movers, work, error);
}

struct few_bound *few_build_bound(struct few_memory *memory, const struct few_rule_space *space,
                                  const struct few_build *wish, struct few_error *error) {
    struct few_work work = {.build = wish, .left = UINT64_MAX};
    struct few_bound *bound = few_bound_for(space, memory);
    if (!bound) {
        few_fail_memory(error);
        return NULL;
    }
    bool built = build(bound, space, &work, error) && !work.told_to_stop;
    if (!built || !few_bound_finish(bound)) {
        if (built)
            few_fail_memory(error);
        few_bound_free(bound);
        bound = NULL;
    }
    if (bound)
        few_bound_try(bound, space);
    return bound;
}
