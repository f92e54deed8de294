#include "api/run.h"

#include "api/budget.h"
#include "api/scope.h"
#include "base/clock.h"

#include <string.h>

static const double report_every = 0.1; /* seconds */

void few_run_init(struct few_run *run, fewest_puzzle *puzzle, const fewest_limits *limits, const char *word) {
    *run = (struct few_run){.puzzle = puzzle,
                            .limits = *limits,
                            .word = word,
                            .store = "none",
                            .started = few_now(),
                            .budget_before = puzzle->memory.budget};
    run->budget = few_budget(&run->limits, &puzzle->free_memory);
    if (!limits->memory && puzzle->cluster)
        run->budget /= puzzle->cluster->place.near; /* each has its share of what is free */
    atomic_store(&puzzle->memory.peak, atomic_load(&puzzle->memory.used));
}

void few_run_measure(struct few_run *run) {
    const struct few_counts *counts = &run->watch.counts;
    const struct few_memory *puzzle = &run->puzzle->memory, *own = run->memory == puzzle ? NULL : run->memory;
    const size_t used = atomic_load(&puzzle->used), compiled = atomic_load(&puzzle->peak);
    const size_t peak = own ? used + atomic_load(&own->peak) : compiled;
    const double now = few_now();
    run->statistics = (fewest_statistics){
        .expanded = counts->expanded,
        .generated = counts->generated,
        .remembered = counts->remembered,
        .depth = counts->depth,
        .frontier = counts->frontier,
        .frontiers = {counts->frontiers[0], counts->frontiers[1]},
        .bytes = used + (own ? atomic_load(&own->used) : 0),
        .peak_bytes = peak > compiled ? peak : compiled,
        .seconds = now - run->started,
        .left = run->expected_end && *run->expected_end > now ? *run->expected_end - now : 0,
        .algorithm = run->word,
        .store = run->watch.store_name ? run->watch.store_name : run->store,
        .layers = run->layers.items,
        .layer_count = run->layers.count,
    };
}

bool few_run_ask(struct few_run *run) {
    few_run_measure(run);
    return run->limits.progress(run->limits.context, &run->statistics);
}

static bool report(void *context, const struct few_counts *counts) {
    (void)counts; /* they are the watch's */
    return few_run_ask(context);
}

static bool note_layer(void *context, unsigned side, uint64_t depth, uint64_t states) {
    struct few_run *run = context;
    const fewest_layer layer = {side, depth, states};
    if (depth == 0 && run->starts_anew)
        run->layers.count = 0;
    return few_list_append(&run->layers, &layer, 1);
}

static void set_watch(struct few_run *run) {
    const fewest_limits *limits = &run->limits;
    few_list_init(&run->layers, run->memory, sizeof(fewest_layer));
    run->watch = (struct few_watch){
        .memory = run->memory,
        .max_states = limits->states,
        .max_depth = limits->depth,
        .within = UINT64_MAX,
        .deadline = limits->seconds > 0 ? run->started + limits->seconds : 0,
        .threads = (unsigned)limits->threads,
        .report = limits->progress ? report : NULL,
        .layer = run->keeps_layers ? note_layer : NULL,
        .context = run,
        .next_report = run->started + report_every,
    };
}

void few_run_set_budget(struct few_run *run, size_t taken) {
    const size_t used = atomic_load(&run->puzzle->memory.used) + taken;
    run->memory->budget = run->budget > used ? run->budget - used : 1;
}

void few_run_begin(struct few_run *run, struct few_memory *own, size_t taken) {
    few_memory_init(own, 1);
    own->fail_at = run->puzzle->fail_at;
    run->memory = own;
    few_run_set_budget(run, taken);
    set_watch(run);
}

void few_run_begin_inside(struct few_run *run) {
    struct few_memory *memory = run->memory = &run->puzzle->memory;
    memory->budget = run->budget;
    atomic_store(&memory->over_budget, false);
    atomic_store(&memory->refused, false);
    set_watch(run);
}

void few_run_end_inside(struct few_run *run, struct few_error *error) {
    run->memory->budget = run->budget_before;
    few_tell_budget(run->memory, error);
}

bool few_run_explain(enum few_end end, const char *too_little, struct few_error *error) {
    switch (end) {
    case FEW_RUNNING:
    case FEW_SOLVED: return true;
    case FEW_MEMORY_LIMIT: return few_fail(error, FEW_ERROR_MEMORY_LIMIT, "the memory limit is too low %s", too_little);
    case FEW_TIME_LIMIT: return few_fail(error, FEW_ERROR_TIME_LIMIT, "the time limit was reached");
    case FEW_STATE_LIMIT: return few_fail(error, FEW_ERROR_STATE_LIMIT, "the limit on states was reached");
    case FEW_DEPTH_LIMIT: return few_fail(error, FEW_ERROR_DEPTH_LIMIT, "the limit on depth was reached");
    case FEW_INTERRUPTED: return few_fail(error, FEW_ERROR_INTERRUPTED, "interrupted");
    case FEW_UNSOLVABLE: return few_fail(error, FEW_ERROR_UNSOLVABLE, "there is no solution");
    case FEW_NO_MEMORY:
    case FEW_NO_DISK: /* whoever uses it says why */
    case FEW_CONTRADICTION: break;
    }
    return few_fail_memory(error);
}
