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
        work->stop_requested = work->stop_requested || !work->build->go_on(work->build->context, work->since);
        work->since = 0;
    }
    return !few_work_stopped(work);
}

static bool add_counting(struct few_largest *largest, const struct few_rule_space *space, const struct few_build *build) {
    struct few_potentials *potentials = few_potentials_for(space, largest->bound.memory);
    const bool good = potentials && few_build_counting(potentials, space, &build->facts->tallies) &&
                      few_potentials_finish(potentials);
    if (good && potentials->count)
        few_largest_add(largest, &potentials->bound);
    else if (potentials)
        few_bound_free(&potentials->bound);
    return good;
}

/* Additive tables if they suit, else distances. false: no memory, or asked to stop. */
static bool add_keys(struct few_largest *largest, const struct few_rule_space *space, struct few_work *work, bool *built) {
    struct few_keys *keys = few_keys_for(space, largest->bound.memory);
    bool good = keys && (!work->build->budget || few_build_patterns(keys, space, work, built));
    if (good && !*built) {
        snprintf(keys->bound.text, sizeof keys->bound.text, "distances of the pieces to their goals");
        good = few_build_manhattan(keys, space, &work->build->facts->movers);
    }
    good = good && few_keys_finish(keys);
    if (good)
        few_largest_add(largest, &keys->bound);
    else if (keys)
        few_bound_free(&keys->bound);
    return good;
}

static bool add_tables(struct few_largest *largest, const struct few_rule_space *space, struct few_work *work,
                       struct few_error *error) {
    struct few_rank_tables *tables = few_rank_tables_create(largest->bound.memory, space->space.words);
    if (!tables)
        return few_fail_memory(error);
    const bool good = few_build_tables(tables, &largest->bound, space, work, error);
    if (good && tables->count)
        few_largest_add(largest, &tables->bound);
    else
        few_bound_free(&tables->bound);
    return good;
}

static bool build(struct few_largest *largest, const struct few_rule_space *space, struct few_work *work,
                  struct few_error *error) {
    bool built = false;
    snprintf(largest->bound.text, sizeof largest->bound.text, "no bound");
    if (!add_counting(largest, space, work->build))
        return few_fail_memory(error);
    if (space->goals.count == 0)
        return true;
    if (work->build->facts->movers.known && !add_keys(largest, space, work, &built))
        return work->stop_requested || few_fail_memory(error);
    return built || !work->build->budget || add_tables(largest, space, work, error);
}

struct few_largest *few_build_parts(struct few_memory *memory, const struct few_rule_space *space,
                                    const struct few_build *wish, struct few_error *error) {
    struct few_work work = {.build = wish, .left = UINT64_MAX};
    struct few_largest *largest = few_largest_create(memory, space->space.words);
    if (!largest) {
        few_fail_memory(error);
        return NULL;
    }
    if (build(largest, space, &work, error) && !work.stop_requested)
        return largest;
    few_bound_free(&largest->bound);
    return NULL;
}

struct few_bound *few_build_bound(struct few_memory *memory, const struct few_rule_space *space,
                                  const struct few_build *wish, struct few_error *error) {
    struct few_largest *largest = few_build_parts(memory, space, wish, error);
    if (!largest)
        return NULL;
    struct few_bound *bound = few_largest_settle(largest);
    few_bound_try(bound, space);
    return bound;
}
