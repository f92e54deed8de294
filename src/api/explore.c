/* fewest_explore: walks a whole space and keeps the counts. */
#include "api/budget.h"
#include "api/exploration.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fewest_explore_options fewest_explore_defaults(void) {
    return (fewest_explore_options){.threads = 1, .depth = UINT64_MAX, .hardest = 1};
}

const char *fewest_method_word(fewest_method method) {
    static const char *const words[] = {
#define FEWEST_WORD(name, word, meaning) word,
        FEWEST_METHODS(FEWEST_WORD)
#undef FEWEST_WORD
    };
    return (size_t)method < sizeof words / sizeof *words ? words[method] : "unknown";
}

static enum few_explore_method inner_method(fewest_method method) {
    switch (method) {
    case FEWEST_METHOD_SETS: return FEW_EXPLORE_SETS;
    case FEWEST_METHOD_RANK: return FEW_EXPLORE_RANK;
    case FEWEST_METHOD_HASH: return FEW_EXPLORE_HASH;
    case FEWEST_METHOD_AUTO: break;
    }
    return FEW_EXPLORE_AUTO;
}

fewest_method fewest_exploration_method(const fewest_exploration *exploration) {
    switch (exploration->result.method) {
    case FEW_EXPLORE_SETS: return FEWEST_METHOD_SETS;
    case FEW_EXPLORE_RANK: return FEWEST_METHOD_RANK;
    case FEW_EXPLORE_HASH: return FEWEST_METHOD_HASH;
    case FEW_EXPLORE_AUTO: break;
    }
    return FEWEST_METHOD_AUTO;
}

static void fill_statistics(fewest_exploration *self) {
    const struct few_counts *counts = &self->watch.counts;
    size_t puzzle = atomic_load(&self->puzzle->memory.used);
    double now = few_now();
    self->statistics = (fewest_statistics){
        .expanded = counts->expanded,
        .generated = counts->generated,
        .remembered = counts->remembered,
        .depth = counts->depth,
        .frontier = counts->frontier,
        .frontiers = {counts->frontier},
        .layers = self->layers.items,
        .layer_count = self->layers.count,
        .bytes = puzzle + atomic_load(&self->memory.used),
        .peak_bytes = puzzle + atomic_load(&self->memory.peak),
        .seconds = now - self->started,
        .left = self->result.end > now ? self->result.end - now : 0,
        .algorithm = "explore",
        .store = self->watch.store_name ? self->watch.store_name : "none",
    };
}

static bool report(void *context, const struct few_counts *counts) {
    fewest_exploration *self = context;
    (void)counts;
    fill_statistics(self);
    return self->options.progress(self->options.context, &self->statistics);
}

static bool note_layer(void *context, unsigned side, uint64_t depth, uint64_t states) {
    fewest_exploration *self = context;
    if (depth == 0) /* of a walk that began anew */
        self->layers.count = 0;
    return few_layers_add(&self->layers, side, depth, states);
}

static void set_limits(fewest_exploration *self) {
    const fewest_explore_options *options = &self->options;
    uint64_t budget = few_budget(&(fewest_options){.memory = options->memory}, &self->puzzle->free_memory);
    uint64_t puzzle = atomic_load(&self->puzzle->memory.used);
    const uint64_t steps = few_model_steps(self->model, options->from_goal);
    few_memory_init(&self->memory, budget > puzzle ? (size_t)(budget - puzzle) : 1);
    self->watch = (struct few_watch){
        .memory = &self->memory,
        .max_states = options->states,
        .max_depth = steps < options->depth ? steps : options->depth,
        .within = UINT64_MAX,
        .deadline = options->seconds > 0 ? self->started + options->seconds : 0,
        .report = options->progress ? report : NULL,
        .layer = note_layer,
        .context = self,
        .next_report = self->started + 0.1,
    };
}

/* false: nothing can be walked, see *error. */
static bool walk(fewest_exploration *self, struct few_error *error) {
    const struct few_model *model = self->model;
    struct few_problem problem = {.space = model->space};
    uint64_t *states = NULL;
    size_t count = 0, room = 0;
    bool listed = true, good;
    if (self->options.from_goal)
        good = few_model_goals(model, &self->memory, FEW_EXPLORE_GOALS, &states, &count, &room, &listed);
    else
        good = few_model_starts(model, &self->memory, &states, &count, &room);
    if (good && !listed && atomic_load(&self->memory.over_budget))
        good = false;
    if (good && !listed)
        return few_fail(error, FEW_ERROR_INPUT, "the goals of this puzzle cannot be listed, to walk from there");
    problem.starts = states;
    problem.start_count = count;
    self->result.backward = self->options.from_goal && !model->space->undirected;
    self->result.method = inner_method(self->options.method);
    /* The functions of a user's space are called by one thread at a time. */
    self->result.threads = model->space->foreign ? 1 : few_thread_count(self->options.threads);
    self->result.keep = self->options.hardest;
    few_end_publish(good ? few_explore(&problem, &self->watch, &self->result) : few_refused(&self->watch), &self->status,
                    &self->limit);
    fill_statistics(self);
    few_free(&self->memory, states, room * model->space->words * sizeof *states);
    return !few_misranks(model) || few_contradicted(model, error);
}

static bool prepare(fewest_puzzle *puzzle, const fewest_explore_options *options, struct few_error *error) {
    const fewest_options limits = {.memory = options->memory, .seconds = options->seconds, .progress = options->progress,
                                   .context = options->context};
    if (fewest_has_start(puzzle) && options->from_goal && !fewest_has_goal(puzzle))
        return few_fail(error, FEW_ERROR_INPUT, "this puzzle has no goal to walk from: give one");
    if (!few_puzzle_prepare_walk(puzzle, options->depth, &limits, error))
        return false;
    if (options->from_goal && !puzzle->model->space->undirected && !puzzle->model->space->run->predecessors)
        return few_fail(error, FEW_ERROR_INPUT, "the moves of this puzzle cannot be turned round");
    return true;
}

/* Within the limits that the puzzle was given. */
static fewest_explore_options defaults_of(const fewest_puzzle *puzzle) {
    const fewest_options limits = few_options_of(puzzle, NULL);
    fewest_explore_options options = fewest_explore_defaults();
    options.memory = limits.memory;
    options.seconds = limits.seconds;
    options.progress = limits.progress;
    options.context = limits.context;
    return options;
}

fewest_exploration *fewest_explore(fewest_puzzle *puzzle, const fewest_explore_options *options, fewest_error *error) {
    struct few_error inner = {0};
    fewest_explore_options wanted = options ? *options : defaults_of(puzzle);
    fewest_exploration *self = calloc(1, sizeof *self);
    const double started = few_now();
    if (!self)
        few_fail_memory(&inner);
    if (!self || !few_method_known(wanted.method, &inner) || !prepare(puzzle, &wanted, &inner)) {
        free(self);
        few_error_publish(&inner, error);
        return NULL;
    }
    self->options = wanted;
    self->started = started;
    self->puzzle = puzzle;
    self->model = puzzle->model;
    atomic_fetch_add(&self->model->users, 1);
    set_limits(self);
    few_list_init(&self->layers, &self->memory, sizeof(fewest_layer));
    few_exploration_init(&self->result, &self->memory, self->model->space->words);
    bool good = walk(self, &inner);
    self->memory.budget = SIZE_MAX / 2; /* what is read from it now is no longer the walk's memory */
    if (!good) {
        fewest_exploration_free(self);
        few_error_publish(&inner, error);
        return NULL;
    }
    return self;
}

void fewest_exploration_free(fewest_exploration *self) {
    if (!self)
        return;
    size_t count = self->result.farthest.count;
    for (size_t i = 0; self->texts && self->text_bytes && i < count; i++)
        few_free(&self->memory, self->texts[i], self->text_bytes[i]);
    few_free(&self->memory, self->texts, count * sizeof *self->texts);
    few_free(&self->memory, self->text_bytes, count * sizeof *self->text_bytes);
    few_exploration_free(&self->result);
    few_list_free(&self->layers);
    few_model_release(self->model);
    free(self);
}

fewest_status fewest_exploration_status(const fewest_exploration *self) {
    return self->status;
}

fewest_limit fewest_exploration_limit(const fewest_exploration *self) {
    return self->limit;
}

const fewest_statistics *fewest_exploration_statistics(const fewest_exploration *self) {
    return &self->statistics;
}

uint64_t fewest_exploration_states(const fewest_exploration *self) {
    return self->result.states;
}

size_t fewest_exploration_layers(const fewest_exploration *self) {
    return self->result.depths.count;
}

uint64_t fewest_exploration_layer(const fewest_exploration *self, size_t depth) {
    return depth < self->result.depths.count ? *(uint64_t *)few_list_at(&self->result.depths, depth) : 0;
}

uint64_t fewest_exploration_space(const fewest_exploration *self) {
    const struct few_space *space = self->model->space;
    return space->keep->count ? space->keep->count(space) : space->ranks;
}

uint64_t fewest_exploration_needed(const fewest_exploration *self) {
    uint64_t needed = self->result.needed, puzzle = atomic_load(&self->puzzle->memory.used);
    return needed && needed < UINT64_MAX - puzzle ? needed + puzzle : needed;
}

uint64_t fewest_exploration_expected(const fewest_exploration *self, double *seconds) {
    if (seconds)
        *seconds = self->result.expected_seconds;
    return self->result.expected;
}

size_t fewest_exploration_hardest(const fewest_exploration *self) {
    return self->result.farthest.count;
}

const uint64_t *fewest_exploration_words(const fewest_exploration *self, size_t index) {
    return index < fewest_exploration_hardest(self) ? few_list_at(&self->result.farthest, index) : NULL;
}

const char *fewest_exploration_state(fewest_exploration *self, size_t index) {
    size_t count = self->result.farthest.count;
    if (index >= count)
        return NULL;
    if (!self->texts)
        self->texts = few_alloc_zeroed(&self->memory, count * sizeof *self->texts);
    if (!self->text_bytes)
        self->text_bytes = few_alloc_zeroed(&self->memory, count * sizeof *self->text_bytes);
    if (!self->texts || !self->text_bytes)
        return NULL;
    if (!self->texts[index])
        self->texts[index] = few_model_line(self->model, &self->memory, few_list_at(&self->result.farthest, index),
                                            &self->text_bytes[index]);
    return self->texts[index];
}
