/* fewest_explore: explores a whole space and keeps the counts. */
#include "api/budget.h"
#include "api/checkpoint.h"
#include "api/cluster.h"
#include "api/open_goals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum few_explore_method inner_method(fewest_method method) {
    switch (method) {
    case FEWEST_METHOD_SETS: return FEW_EXPLORE_SETS;
    case FEWEST_METHOD_RANK: return FEW_EXPLORE_RANK;
    case FEWEST_METHOD_HASH: return FEW_EXPLORE_HASH;
    case FEWEST_METHOD_COORDINATES: return FEW_EXPLORE_COORDINATES;
    case FEWEST_METHOD_AUTO: break;
    }
    return FEW_EXPLORE_AUTO;
}

fewest_method fewest_exploration_method(const fewest_exploration *exploration) {
    switch (exploration->result.method) {
    case FEW_EXPLORE_SETS: return FEWEST_METHOD_SETS;
    case FEW_EXPLORE_RANK: return FEWEST_METHOD_RANK;
    case FEW_EXPLORE_HASH: return FEWEST_METHOD_HASH;
    case FEW_EXPLORE_COORDINATES: return FEWEST_METHOD_COORDINATES;
    case FEW_EXPLORE_AUTO: break;
    }
    return FEWEST_METHOD_AUTO;
}

static void forget_from(fewest_exploration *self) {
    few_free(&self->memory, self->from, self->from_room * self->model->space->words * sizeof *self->from);
    self->from = NULL;
    self->from_count = self->from_room = 0;
}

/* The goals to begin from. false: there is no way to find them. */
static bool find_goals(fewest_exploration *self, enum few_end *end, struct few_open_goals *found) {
    *end = few_open_goals_find(found, self->puzzle, &self->run.watch, FEW_EXPLORE_GOALS);
    if (*end == FEW_RUNNING && !found->known && atomic_load(&self->memory.over_budget))
        *end = few_refused(&self->run.watch);
    self->run.watch.counts = (struct few_counts){0};
    if (self->model->space->undirected) /* then nothing else leads there */
        few_open_goals_forget_others(found);
    return *end != FEW_RUNNING || found->known;
}

/* What is shared by processes is the same for all of them, or nothing is explored. false: see *error. */
static bool share(fewest_exploration *self, const struct few_problem *problem, enum few_end *end, struct few_error *error) {
    bool same_ranks = true;
    *end = few_agree_on_end(self->puzzle, *end);
    if (*end != FEW_RUNNING || !self->puzzle->cluster)
        return true;
    self->result.cluster = self->puzzle->cluster;
    if (!few_agree_on_puzzle(self->puzzle, problem, &same_ranks, error))
        return false;
    if (!same_ranks)
        self->result.method = FEW_EXPLORE_HASH;
    return true;
}

/* false: nothing can be explored, see *error. */
static bool explore(fewest_exploration *self, struct few_error *error) {
    const struct few_model *model = self->model;
    struct few_problem problem = {.space = model->space};
    struct few_open_goals found = {0};
    uint64_t *states = NULL;
    size_t count = 0, room = 0;
    struct few_watch *watch = &self->run.watch;
    enum few_end end = FEW_RUNNING;
    if (self->options.from_goal) {
        const bool known = find_goals(self, &end, &found);
        states = found.goals.items;
        count = found.goals.count;
        room = found.goals.room;
        if (found.reached.of) /* others may be nearer to goals that were not found */
            problem.space = &found.reached.space;
        if (!known)
            return few_fail(error, FEW_ERROR_INPUT,
                            "the goals of this puzzle cannot be listed, so it cannot be explored from them: %s",
                            model->space->foreign ? "the space has no `goals`"
                            : !fewest_has_start(self->puzzle) ? "give a start, from which they can be found"
                                                              : "strings of any length lead to them");
    } else if (!few_model_starts(model, &self->memory, &states, &count, &room)) {
        end = few_refused(watch);
    }
    problem.starts = states;
    problem.start_count = count;
    self->result.backward = self->options.from_goal && !model->space->undirected;
    self->result.method = inner_method(self->options.method);
    /* The functions of a user's space are called by one thread at a time. */
    self->result.threads = model->space->foreign ? 1 : (unsigned)self->options.limits.threads;
    self->result.symmetry_use = few_symmetry_use_of(self->options.symmetry);
    self->result.keep = (size_t)self->options.hardest;
    bool fits = share(self, &problem, &end, error);
    fits = fits && (end != FEW_RUNNING || few_agree(self->puzzle, few_exploration_fits(self, &problem, error), error));
    fits = fits && (end != FEW_RUNNING ||
                    few_agree(self->puzzle, (!self->goes_on || few_kept_is_same(self->puzzle, &self->kept, error)) && few_exploration_open_disk(self, error), error));
    if (end == FEW_RUNNING && fits)
        end = few_explore(&problem, watch, &self->result);
    if (fits && end == FEW_CONTRADICTION && !few_agree(self->puzzle, self->keeper.error.kind == FEW_ERROR_NONE, &self->keeper.error)) {
        *error = self->keeper.error;
        fits = false;
    }
    few_exploration_share_disk(self, end);
    few_end_publish(end, &self->status, &self->limit);
    few_run_measure(&self->run);
    self->taken = self->run.statistics.seconds;
    self->run.statistics.seconds += self->keeper.before;
    few_exploration_close(self);
    few_reached_free(&found.reached);
    self->from = states;
    self->from_count = count;
    self->from_room = room;
    if (self->result.farthest.count == 0)
        forget_from(self);
    if (!fits)
        return false;
    if (self->result.unsuited)
        return few_fail(error, FEW_ERROR_INPUT, "this puzzle cannot be explored by coordinates: %s", self->result.unsuited);
    return (end != FEW_CONTRADICTION && !few_has_fault(model)) || few_contradicted(model, error);
}

static bool prepare(fewest_puzzle *puzzle, const fewest_explore_options *options, struct few_error *error) {
    if (puzzle->cluster && options->disk && (options->checkpoint || options->resume))
        return few_fail(error, FEW_ERROR_INPUT, "several processes that go to disk write no checkpoints: --disk or --checkpoint, not both");
    if (fewest_has_start(puzzle) && options->from_goal && !fewest_has_goal(puzzle))
        return few_fail(error, FEW_ERROR_INPUT, "this puzzle has no goal to explore from: give one");
    if (!few_puzzle_prepare_to_explore(puzzle, options->limits.depth, &options->limits, error))
        return false;
    if (options->from_goal && !puzzle->model->space->undirected && !puzzle->model->space->run->predecessors)
        return few_fail(error, FEW_ERROR_INPUT, "the moves of this puzzle cannot be inverted%s", puzzle->rules ? ": a move drops the rest of the string" : "");
    return true;
}

fewest_exploration *fewest_explore(fewest_puzzle *puzzle, const fewest_explore_options *options, fewest_error *error) {
    struct few_error inner = {0};
    fewest_explore_options wanted;
    bool good = few_explore_options_read(options, few_puzzle_limits(puzzle), &wanted, &inner);
    fewest_exploration *self = good ? calloc(1, sizeof *self) : NULL;
    if (self)
        few_run_init(&self->run, puzzle, &wanted.limits, "explore");
    else if (good)
        few_fail_memory(&inner);
    const bool open = self && few_exploration_open(self, puzzle, &wanted, &inner);
    good = open && prepare(puzzle, &wanted, &inner);
    if (!few_agree(puzzle, good, &inner) || !self) {
        if (open)
            few_exploration_close(self);
        free(self);
        few_error_publish(&inner, error);
        return NULL;
    }
    self->options = wanted;
    self->run.limits.depth = wanted.limits.depth;
    self->puzzle = few_puzzle_hold(puzzle);
    self->from_given = puzzle->given[wanted.from_goal].times;
    few_texts_init(&self->texts, &self->memory);
    self->model = puzzle->model;
    atomic_fetch_add(&self->model->users, 1);
    self->run.keeps_layers = self->run.starts_anew = true;
    self->run.expected_end = &self->result.end;
    few_run_begin(&self->run, &self->memory, 0);
    const uint64_t steps = few_model_steps(self->model, wanted.from_goal);
    if (steps < wanted.limits.depth)
        self->run.watch.max_depth = steps;
    few_exploration_init(&self->result, &self->memory, self->model->space->words);
    good = explore(self, &inner);
    const uint64_t needed = self->result.needed, compiled = atomic_load(&puzzle->memory.used);
    self->needed = needed && needed < UINT64_MAX - compiled ? needed + compiled : needed;
    self->memory.budget = SIZE_MAX / 2; /* what is read from it now is no longer the exploration's memory */
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
    few_texts_free(&self->texts);
    few_exploration_free(&self->result);
    forget_from(self);
    few_list_free(&self->run.layers);
    few_model_release(self->model);
    few_puzzle_release(self->puzzle);
    free(self);
}

fewest_status fewest_exploration_status(const fewest_exploration *self) {
    return self->status;
}

fewest_limit fewest_exploration_limit(const fewest_exploration *self) {
    return self->limit;
}

const fewest_statistics *fewest_exploration_statistics(const fewest_exploration *self) {
    return &self->run.statistics;
}

uint32_t fewest_exploration_symmetries(const fewest_exploration *self) {
    return self->result.symmetries;
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
    return self->needed;
}

uint64_t fewest_exploration_expected(const fewest_exploration *self, double *seconds) {
    if (seconds)
        *seconds = self->result.expected_seconds;
    const uint64_t space = fewest_exploration_space(self), expected = self->result.expected;
    return space && space < expected ? space : expected;
}

uint64_t fewest_exploration_sent(const fewest_exploration *self) {
    return self->result.sent;
}

size_t fewest_exploration_hardest(const fewest_exploration *self) {
    return self->result.farthest.count;
}

const uint64_t *fewest_exploration_words(const fewest_exploration *self, size_t index) {
    return index < fewest_exploration_hardest(self) ? few_list_at(&self->result.farthest, index) : NULL;
}

struct farthest {
    const fewest_exploration *self;
    size_t index;
};

static const char *make_state(const void *context, struct few_memory *memory, size_t *bytes) {
    const struct farthest *at = context;
    return few_model_line(at->self->model, memory, few_list_at(&at->self->result.farthest, at->index), bytes);
}

const char *fewest_exploration_state(const fewest_exploration *self, size_t index) {
    const size_t count = self->result.farthest.count;
    const struct farthest at = {self, index};
    return index < count ? few_texts_at(&self->texts, count, index, make_state, &at) : NULL;
}
