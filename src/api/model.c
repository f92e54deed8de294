#include "api/model.h"

#include "base/list.h"
#include "language/checker.h"
#include "spaces/kinds.h"

static void free_model(struct few_model *model) {
    pthread_mutex_destroy(&model->whole.lock);
    few_free(model->memory, model, sizeof *model);
}

static struct few_model *new_model(struct few_memory *memory) {
    struct few_model *model = few_alloc_zeroed(memory, sizeof *model);
    if (model) {
        model->memory = memory;
        atomic_init(&model->users, 1);
        pthread_mutex_init(&model->whole.lock, NULL);
        few_memory_init(&model->whole.memory, SIZE_MAX / 2);
    }
    return model;
}

struct few_model *few_model_create(struct few_memory *memory, const struct few_puzzle *puzzle,
                                   struct few_purpose purpose, struct few_error *error) {
    struct few_model *model = new_model(memory);
    if (!model) {
        few_fail_memory(error);
        return NULL;
    }
    model->puzzle = puzzle;
    model->named = *puzzle;
    model->space = few_space_of(memory, puzzle, purpose, error);
    if (!model->space) {
        free_model(model);
        return NULL;
    }
    model->kept.same_moves = model->space->keep->renew != NULL; /* else it is built again for each start */
    return model;
}

struct few_model *few_model_wrap(struct few_memory *memory, struct few_space *space) {
    struct few_model *model = new_model(memory);
    if (model) {
        model->space = space;
    }
    return model;
}

void few_model_release(struct few_model *model) {
    if (!model || atomic_fetch_sub(&model->users, 1) > 1)
        return;
    few_model_forget_goals(model);
    few_kept_free(&model->kept);
    few_checker_free(atomic_load(&model->checker));
    if (model->whole.space)
        model->whole.space->keep->free(model->whole.space);
    model->space->keep->free(model->space);
    free_model(model);
}

bool few_model_suits(const struct few_model *model, struct few_purpose purpose) {
    const struct few_space *space = model->space;
    return !(purpose.exact && model->is_renewed) && (!space->keep->suits || space->keep->suits(space, purpose));
}

uint64_t few_model_steps(const struct few_model *model, bool backward) {
    const struct few_space *space = model->space;
    return space->keep->steps ? space->keep->steps(space, backward) : UINT64_MAX;
}

bool few_model_refresh(struct few_model *model, bool start_changed, struct few_error *error) {
    struct few_space *space = model->space;
    if (!space->keep->renew)
        return false;
    if (!start_changed)
        few_model_forget_goals(model);
    model->is_renewed = true;
    return space->keep->renew(space, start_changed, error);
}

bool few_model_starts(const struct few_model *model, struct few_memory *memory, uint64_t **states, size_t *count,
                      size_t *room) {
    struct few_list list;
    few_list_init(&list, memory, model->space->words * sizeof(uint64_t));
    const bool good = model->space->keep->starts(model->space, &list);
    if (!good)
        few_list_free(&list);
    *states = list.items;
    *count = list.count;
    *room = list.room;
    return good;
}

enum few_goal_list few_model_goals(const struct few_model *model, struct few_memory *memory, size_t limit, uint64_t **states,
                                   size_t *count, size_t *room) {
    *states = NULL;
    *count = 0;
    const enum few_goal_list result = model->space->keep->goals(model->space, memory, limit, states, count);
    if (result != FEW_GOALS_LISTED) {
        *states = NULL;
        *count = 0;
    }
    *room = *count;
    return result;
}

enum few_end few_model_goals_within(const struct few_model *model, struct few_watch *watch, size_t limit, uint64_t **states,
                                    size_t *count, size_t *room, enum few_goal_list *result) {
    struct few_memory *memory = watch->memory;
    struct few_stopper stopper = few_watch_stopper(watch), *before = memory->stopper;
    memory->stopper = &stopper;
    *result = few_model_goals(model, memory, limit, states, count, room);
    memory->stopper = before;
    if (stopper.stopped == FEW_GO_ON)
        return *result != FEW_GOALS_NO_MEMORY ? FEW_RUNNING : few_refused(watch);
    few_free(memory, *states, *room * model->space->words * sizeof **states);
    *states = NULL;
    *count = *room = 0;
    *result = FEW_GOALS_LABORIOUS;
    return stopper.stopped == FEW_STOP_TIME ? FEW_TIME_LIMIT : FEW_INTERRUPTED;
}
