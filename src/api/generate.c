/* fewest_generate: starts of a given depth, the hardest, or random ones.
 *
 * How states are drawn depends on the puzzle alone, never on the memory at hand or on tables that are there already, so
 * that a seed gives the same starts everywhere: by rank where enough of the ranks are in question, else from a
 * sorted list; and by random walks in spaces that are too large to be explored (src/api/sample.h, walks.c). */
#include "api/generate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t most_ranks = UINT64_C(1) << 31;  /* of a space that is explored for random states */
static const uint64_t most_states = UINT64_C(1) << 22; /* the same where ranks do not tell */

/* Other starts may have goals: only what this one does not rule out is looked at. */
bool few_generator_has_no_goal(struct few_generator *g, struct few_error *error) {
    return few_fail(error, FEW_ERROR_UNSOLVABLE,
                    g->puzzle->model->space->ties_start
                        ? "no state that the start allows meets the goal: what no move changes stays as in the start, and "
                          "pieces that no move makes or loses keep their number"
                        : "no state meets the goal, so there is nothing that can be solved");
}

/* ---- Where distances come from */

static bool tabulate(struct few_generator *g, uint64_t depth, uint64_t states, struct few_table *table,
                     struct few_error *error) {
    fewest_limits limits = g->options.limits;
    limits.depth = UINT64_MAX;
    limits.states = states;
    bool good = few_puzzle_tabulate(g->puzzle, &limits, depth, true, table, error);
    g->puzzle->memory.budget = g->run.budget;
    return good;
}

/* A table that was made already. Not one of what another start may have led to: starts would be drawn that this one does not lead to. */
static bool has_table(const struct few_generator *g) {
    return g->puzzle->has_table && !g->puzzle->table.around;
}

/* From all states at a depth: those that the table has by themselves, or found by exploring that far. */
static bool draw_from_layer(struct few_generator *g, struct few_error *error) {
    struct few_sample *sample = &g->sample;
    struct few_table *table = sample->table, again = {0};
    struct few_list layer;
    bool good = true, own = false;
    few_list_init(&layer, &g->puzzle->memory, table->far.size);
    if (table->last.count) {
        layer = table->last;
    } else if (sample->depth >= table->far_layer) {
        size_t first = 0;
        for (uint64_t d = table->far_layer; d < sample->depth; d++)
            first += few_sample_layer(table, d);
        own = true;
        good = few_list_append(&layer, few_list_at(&table->far, first), few_sample_layer(table, sample->depth)) ||
               few_fail_memory(error);
    } else {
        good = tabulate(g, sample->depth, 0, &again, error);
        layer = again.last;
    }
    if (good)
        good = few_run_explain(few_sample_list(sample, &layer), "for that", error);
    if (own)
        few_list_free(&layer);
    few_table_free(&again);
    return good;
}

/* From all states that can be solved. */
static bool draw_from_all(struct few_generator *g, struct few_error *error) {
    struct few_sample *sample = &g->sample;
    const struct few_space *space = g->puzzle->model->space;
    struct few_list all;
    uint64_t at = 0, slots[256], state[FEW_MAX_WORDS], depth;
    few_list_init(&all, &g->puzzle->memory, space->words * sizeof *state);
    bool good = true;
    for (size_t count; good && (count = few_visited_slots(sample->table->seen, &at, slots, 256)) > 0;)
        for (size_t i = 0; i < count && good; i++) {
            const uint64_t *stored = few_visited_state(sample->table->seen, slots[i]);
            if (!stored)
                space->run->unrank(space, &slots[i], 1, state);
            /* A table may hold states that are too far: without it, they would not be known. */
            if (few_table_depth(sample->table) <= sample->within || few_sample_has(sample, stored ? stored : state, &depth))
                good = few_list_append(&all, stored ? stored : state, 1) || few_fail_memory(error);
        }
    if (good)
        good = few_run_explain(few_sample_list(sample, &all), "for that", error);
    few_list_free(&all);
    return good;
}

static bool draw(struct few_generator *g, struct few_error *error) {
    struct few_sample *sample = &g->sample;
    const uint64_t size = few_sample_size(sample);
    if (sample->depth == UINT64_MAX)
        snprintf(g->reason, sizeof g->reason, size == 1 ? "drawn from the %" PRIu64 " state that can be solved" : "drawn from all %" PRIu64 " states that can be solved", size);
    else
        snprintf(g->reason, sizeof g->reason, "drawn from the %" PRIu64 " state%s at depth %" PRIu64, size, few_plural(size),
                 sample->depth);
    bool enough = false;
    if (few_sample_by_rank(sample)) {
        if (!few_run_explain(few_sample_ranks(sample, &enough), "for that", error) || enough)
            return enough;
        if (sample->depth == UINT64_MAX && size > most_states) {
            sample->gave_up = true;
            return true;
        }
    }
    return sample->depth == UINT64_MAX ? draw_from_all(g, error) : draw_from_layer(g, error);
}

/* ---- The three kinds */

static bool too_deep(struct few_generator *g, struct few_error *error) {
    if (g->options.depth > g->within)
        return few_fail(error, FEW_ERROR_INPUT,
                        "no start is solved in %" PRIu64 " move%s: `within %" PRIu64 "` says that more do not count",
                        g->options.depth, few_plural(g->options.depth), g->within);
    return few_fail(error, FEW_ERROR_INPUT,
                    "no start is %" PRIu64 " move%s from the goal: the deepest are %" PRIu64 " move%s away",
                    g->options.depth, few_plural(g->options.depth), few_table_depth(g->sample.table),
                    few_plural(few_table_depth(g->sample.table)));
}

/* More arrangements than memory: only a small part of them may still be what can be reached, which is tried for. */
static bool seems_hopeless(const struct few_generator *g) {
    const struct few_space *space = g->puzzle->model->space;
    return space->undirected && space->ranks / 4 > g->run.budget;
}

/* All states of a table are needed, and a limit was in the way. */
static bool is_limit(const struct few_error *error) {
    return error->kind == FEW_ERROR_MEMORY_LIMIT || error->kind == FEW_ERROR_TIME_LIMIT ||
           error->kind == FEW_ERROR_STATE_LIMIT || error->kind == FEW_ERROR_DEPTH_LIMIT;
}

static bool hardest_table(struct few_generator *g, struct few_error *error) {
    const bool hopeless = seems_hopeless(g);
    struct few_error inner = {0};
    if (tabulate(g, g->within, hopeless ? most_states : 0, &g->own, &inner))
        return true;
    if (hopeless && is_limit(&inner)) {
        return few_fail(error, FEW_ERROR_MEMORY_LIMIT,
                        "the hardest are known only when all are, and there are too many for the memory: %" PRIu64
                        " arrangements",
                        g->puzzle->model->space->ranks);
    }
    *error = inner;
    return false;
}

static bool of_depth(struct few_generator *g, struct few_error *error) {
    const bool deepest = g->options.difficulty == FEWEST_DEEPEST;
    /* Where moves differ in cost, `within` is about their cost, and there are no depths. */
    if (!deepest && g->options.depth > g->within && few_costs_are_equal(g->puzzle->model->space))
        return too_deep(g, error);
    if (has_table(g))
        g->sample.table = &g->puzzle->table;
    else if (deepest ? hardest_table(g, error) : tabulate(g, g->options.depth, 0, &g->own, error))
        g->sample.table = &g->own;
    else
        return false;
    if (g->sample.table->states == 0)
        return few_generator_has_no_goal(g, error);
    const uint64_t last = few_table_depth(g->sample.table);
    g->sample.depth = !deepest ? g->options.depth : last < g->within ? last : g->within;
    return g->sample.depth <= few_table_depth(g->sample.table) ? draw(g, error) : too_deep(g, error);
}

/* All states of the space where it is small enough. Those of a table too large are not used: without it, they would
 * not be known. */
static bool random_states(struct few_generator *g, struct few_error *error) {
    const struct few_space *space = g->puzzle->model->space;
    const bool small = space->ranks && space->ranks <= most_ranks && space->run->predecessors;
    struct few_error inner = {0};
    g->sample.depth = UINT64_MAX;
    if (has_table(g)) {
        g->sample.table = &g->puzzle->table;
        if (!small && few_sample_size(&g->sample) > most_states)
            g->sample.table = NULL;
    } else {
        if (tabulate(g, g->within, small ? 0 : space->run->predecessors ? most_states : most_states / 4, &g->own, &inner)) {
            g->sample.table = &g->own;
        } else if (small ? inner.kind != FEW_ERROR_INPUT : inner.kind != FEW_ERROR_INPUT && !is_limit(&inner)) {
            *error = inner;
            return false;
        }
    }
    if (g->sample.table && g->sample.table->states == 0)
        return few_generator_has_no_goal(g, error);
    return g->sample.table ? draw(g, error) : few_generate_walks(g, error);
}

/* ---- The handle */

struct fewest_instances {
    size_t count;
    char **texts;
    uint64_t *depths;
    char reason[240];
};

static fewest_instances *publish(struct few_generator *g, struct few_error *error) {
    const size_t count = g->sample.states.count;
    fewest_instances *made = calloc(1, sizeof *made);
    if (made) {
        made->texts = calloc(count + 1, sizeof *made->texts);
        made->depths = calloc(count + 1, sizeof *made->depths);
        snprintf(made->reason, sizeof made->reason, "%s%s", g->reason,
                 g->sample.gave_up          ? "; there may be more, but none was found in many further draws"
                 : count >= g->sample.wanted ? ""
                 : g->sample.unique         ? "; there are no more with one shortest solution"
                 : g->sample.met_empty      ? "; there are no more, but the empty string, which cannot be written as a start"
                                            : "; there are no more");
    }
    bool good = made && made->texts && made->depths;
    for (size_t i = 0; i < count && good; i++) {
        made->depths[i] = *(uint64_t *)few_list_at(&g->sample.depths, i);
        made->texts[i] = few_state_text(g->puzzle->model, &g->puzzle->memory, few_list_at(&g->sample.states, i));
        good = made->texts[i] != NULL;
        made->count += good;
    }
    if (good)
        return made;
    fewest_instances_free(made);
    few_fail_memory(error);
    return NULL;
}

static bool generate(struct few_generator *g, struct few_error *error) {
    const struct few_space *space = g->puzzle->model->space;
    few_list_init(&g->sample.states, &g->puzzle->memory, space->words * sizeof(uint64_t));
    few_list_init(&g->sample.depths, &g->puzzle->memory, sizeof(uint64_t));
    bool good = g->options.difficulty == FEWEST_ANY_DEPTH ? random_states(g, error) : of_depth(g, error);
    if (good && g->sample.states.count == 0 && g->sample.wanted) {
        good = few_fail(error, g->sample.gave_up ? FEW_ERROR_LIMIT : FEW_ERROR_UNSOLVABLE,
                        g->sample.gave_up     ? "no start was found in many draws"
                        : g->sample.met_empty ? "only the empty string is such a start, and it cannot be written"
                                              : "there is no such start with only one shortest solution");
    }
    return good;
}

/* Everything between the handle and the starts. */
static fewest_instances *run_generator(struct few_generator *g, struct few_error *error) {
    const struct few_puzzle *rules = g->puzzle->rules;
    g->within = rules->has_within ? rules->within : UINT64_MAX;
    few_run_begin_inside(&g->run);
    struct few_watch *watch = &g->run.watch;
    watch->max_states = 0; /* of searches: what is made here is counted in starts */
    watch->max_depth = UINT64_MAX;
    watch->within = g->within;
    g->sample = (struct few_sample){.watch = watch, .seed = g->options.seed, .wanted = g->options.count,
                                    .unique = g->options.unique, .within = g->within};
    fewest_instances *made = generate(g, error) ? publish(g, error) : NULL;
    few_list_free(&g->sample.states);
    few_list_free(&g->sample.depths);
    few_table_free(&g->own);
    few_run_end_inside(&g->run, error);
    return made;
}

fewest_instances *fewest_generate(fewest_puzzle *puzzle, const fewest_generate_options *options, fewest_error *error) {
    struct few_error inner = {0};
    struct few_generator g = {.puzzle = puzzle};
    if (!few_generate_options_read(options, few_puzzle_limits(puzzle), &g.options, &inner)) {
        few_error_publish(&inner, error);
        return NULL;
    }
    const fewest_limits *limits = &g.options.limits;
    fewest_instances *made = NULL;
    few_run_init(&g.run, puzzle, limits, "generate");
    few_puzzle_drop_adopted(puzzle);
    if (!puzzle->rules)
        few_fail(&inner, FEW_ERROR_INPUT, "states have a text only in a puzzle from text");
    else if (few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, limits, &inner))
        made = run_generator(&g, &inner);
    if (!made)
        few_error_publish(&inner, error);
    return made;
}

void fewest_instances_free(fewest_instances *instances) {
    if (!instances)
        return;
    for (size_t i = 0; i < instances->count; i++)
        free(instances->texts[i]);
    free(instances->texts);
    free(instances->depths);
    free(instances);
}

size_t fewest_instances_count(const fewest_instances *instances) {
    return instances->count;
}

const char *fewest_instances_state(const fewest_instances *instances, size_t index) {
    return index < instances->count ? instances->texts[index] : NULL;
}

uint64_t fewest_instances_depth(const fewest_instances *instances, size_t index) {
    return index < instances->count ? instances->depths[index] : UINT64_MAX;
}

const char *fewest_instances_reason(const fewest_instances *instances) {
    return instances->reason;
}
