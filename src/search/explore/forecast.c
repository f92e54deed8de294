/* How long an exploration by sets will take, predicted before it begins. Two things are tried out, in some hundredths
 * of a second:
 *
 * 1. The first layers, as a list. They grow by some factor g, and a space of N states has about 0.8 log N / log g layers that
 *    are thick enough to touch most units; before and behind them are some more that cost little. (The 0.8 is what sliding
 *    puzzles have shown.)
 * 2. A rehearsal: some units, spread over the whole space, are made as in a layer, once thin and once thick. A unit costs
 *    a + b * density, and the densities of all layers together are known, as each state is in one layer. */
#include "search/explore/explore.h"

#include "base/clock.h"
#include "search/explore/set_explorer.h"

enum {
    FIRST_STATES = 20000,
    MOST_UNITS = 512, /* of a rehearsal, a power of two */
    LEAST_UNITS = 32,
    IN_A_ROW = 32, /* as neighbours share what they read */
    THIN = 256, /* one bit of that many */
    THICK = 16,
};

/* To about a hundredth, which is plenty here. */
static double binary_logarithm(double x) {
    double whole = 0;
    for (; x >= 2; x /= 2)
        whole++;
    return whole + (2 - x / 3) * x - 5.0 / 3;
}

/* Explores the first states as a list. FEW_STATE_LIMIT: there are more. */
static enum few_end explore_first(const struct few_problem *problem, struct few_watch *watch, bool backward, struct few_exploration *first) {
    const struct few_watch before = *watch;
    few_exploration_init(first, watch->memory, problem->space->words);
    first->method = FEW_EXPLORE_HASH;
    first->backward = backward;
    /* With the clock and the progress function of the whole, but other limits, and without a trace. */
    watch->max_states = FIRST_STATES;
    watch->max_depth = UINT64_MAX;
    watch->layer = NULL;
    watch->reached = NULL;
    const enum few_end end = few_explore_list(problem, watch, first);
    const bool stop_requested = watch->stop_requested;
    const double next_report = watch->next_report;
    *watch = before;
    watch->stop_requested = stop_requested;
    watch->next_report = next_report;
    return end;
}

bool few_explore_ends_soon(const struct few_problem *problem, struct few_watch *watch, bool backward) {
    struct few_exploration first;
    const enum few_end end = explore_first(problem, watch, backward, &first);
    few_exploration_free(&first);
    return end == FEW_SOLVED;
}

/* The layers of a space of that many states that are thick; 0: not known. */
static double thick_layers(const struct few_problem *problem, struct few_watch *watch, bool backward, uint64_t states) {
    struct few_exploration first;
    const enum few_end end = explore_first(problem, watch, backward, &first);
    const uint64_t *counts = first.depths.items;
    const size_t layers = first.depths.count, span = layers / 3;
    double growth = 0;
    if (end == FEW_STATE_LIMIT && span > 0)
        growth = binary_logarithm((double)counts[layers - 1] / (double)counts[layers - 1 - span]) / (double)span;
    few_exploration_free(&first);
    return growth > 0 ? 0.8 * binary_logarithm((double)states) / growth : 0;
}

static void fill(struct few_set_explorer *explorer, uint64_t units, unsigned share) {
    uint64_t random = UINT64_C(88172645463325252);
    for (uint64_t w = 0; w < units * explorer->chunk_words; w++) {
        uint64_t word = ~UINT64_C(0);
        for (unsigned left = share; left > 1; left /= 2) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            word &= random;
        }
        explorer->now[w] = word;
    }
    memset(explorer->now_flags, 1, units);
}

/* Seconds for one unit of a layer where one bit of `share` is set. */
static double rehearse(struct few_set_explorer *explorer, uint64_t units, unsigned share) {
    double best = 0;
    fill(explorer, units, share);
    for (int round = 0; round < 3; round++) { /* the first one meets cold caches and untouched memory */
        memset(explorer->seen, 0, units * explorer->chunk_words * sizeof *explorer->seen);
        double before = few_now();
        for (uint64_t i = 0; i < units; i++)
            few_set_unit(explorer, explorer->units / units * (i - i % IN_A_ROW) + i % IN_A_ROW);
        double taken = (few_now() - before) / (double)units;
        best = round == 0 || taken < best ? taken : best;
    }
    return best;
}

double few_forecast_sets(const struct few_problem *problem, const struct few_sets *sets, struct few_watch *watch,
                         const struct few_exploration *result) {
    struct few_memory *memory = watch->memory;
    struct few_set_explorer explorer = {.sets = sets, .units = sets->planes * sets->chunks, .chunk_words = sets->chunk_words};
    const size_t unit_bytes = explorer.chunk_words * sizeof(uint64_t);
    uint64_t units = MOST_UNITS;
    while (units > LEAST_UNITS && (units > explorer.units || few_memory_left(memory) / 8 / unit_bytes < units))
        units /= 2;
    explorer.sample = units - 1;
    double layers = thick_layers(problem, watch, result->backward, result->expected), seconds = 0;
    explorer.now = few_alloc_zeroed(memory, units * unit_bytes);
    explorer.next = few_alloc_zeroed(memory, units * unit_bytes);
    explorer.seen = few_alloc_zeroed(memory, units * unit_bytes);
    explorer.now_flags = few_alloc_zeroed(memory, units);
    if (layers > 0 && units <= explorer.units && explorer.now && explorer.next && explorer.seen && explorer.now_flags) {
        double thin = rehearse(&explorer, units, THIN), thick = rehearse(&explorer, units, THICK);
        double for_states = thick > thin ? (thick - thin) / (1.0 / THICK - 1.0 / THIN) : 0;
        double full_units = (double)result->expected / (double)sets->chunk_bits; /* if each state were in one layer */
        seconds = (layers * (double)explorer.units * thin + full_units * for_states) / result->threads;
    }
    few_free(memory, explorer.now, units * unit_bytes);
    few_free(memory, explorer.next, units * unit_bytes);
    few_free(memory, explorer.seen, units * unit_bytes);
    few_free(memory, explorer.now_flags, units);
    atomic_store(&memory->over_budget, false); /* what was refused here did no harm */
    atomic_store(&memory->refused, false);
    return seconds;
}
