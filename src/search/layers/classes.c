#include "search/layers/classes.h"

enum {
    LOOK_FROM = 1 << 16, /* states that are worth a look for symmetries, */
    LOOK_AGAIN = 4,      /* times as many, if more work may help */
    LOOK_SHARE = 2,      /* steps of moves for each step of looking: either takes some ten nanoseconds */
    MOST_GOALS = 1 << 12,
};

void few_classes_init(struct few_classes *classes, const struct few_problem *problem, struct few_watch *watch) {
    const struct few_space *space = problem->space;
    const bool can = watch->symmetry_use != FEW_SYMMETRY_OFF && !watch->keeper && !watch->reached && !watch->from_goals && !problem->graph &&
                     space->keep && space->keep->symmetry && problem->goals_listed && problem->goal_count && problem->goal_count <= MOST_GOALS &&
                     problem->start_count;
    *classes = (struct few_classes){.problem = can ? problem : NULL, .watch = watch, .look_from = watch->symmetry_use == FEW_SYMMETRY_ON ? 0 : LOOK_FROM};
}

/* Those that keep both ends; *again: more work may find some. */
static struct few_symmetry *find(const struct few_classes *classes, bool *again) {
    const struct few_problem *problem = classes->problem;
    const struct few_space *space = problem->space;
    struct few_memory *memory = classes->watch->memory;
    const uint64_t worth = classes->watch->counts.generated / LOOK_SHARE;
    const bool asked_for = classes->watch->symmetry_use == FEW_SYMMETRY_ON;
    const uint64_t work = asked_for || worth > FEW_SYMMETRY_WORK ? FEW_SYMMETRY_WORK : worth;
    struct few_symmetry *starts = space->keep->symmetry(space, memory, problem->starts, problem->start_count, work, NULL), *both = NULL;
    *again = !starts && work < FEW_SYMMETRY_WORK;
    if (starts && starts->count > 1)
        both = few_symmetry_keeping(starts, problem->goals, problem->goal_count);
    few_symmetry_free(starts);
    return both;
}

void few_classes_look(struct few_classes *classes, struct few_side *const *sides, unsigned count) {
    bool again, good;
    if (!classes->problem || classes->watch->counts.remembered < classes->look_from)
        return;
    struct few_symmetry *found = find(classes, &again);
    classes->look_from *= LOOK_AGAIN;
    if (!again)
        classes->problem = NULL;
    if (!found)
        return;
    classes->symmetry = found;
    good = found->count > 1;
    for (unsigned i = 0; i < count && good; i++) {
        sides[i]->least = few_alloc(sides[i]->memory, few_array_size(sides[i]->room, sides[i]->space->words * sizeof *sides[i]->least));
        good = sides[i]->least != NULL;
    }
    for (unsigned i = 0; i < count && good; i++)
        few_side_reduce(sides[i], found);
    classes->watch->symmetries = good ? found->count : 0;
}

void few_classes_free(struct few_classes *classes) {
    few_symmetry_free(classes->symmetry);
}
