/* What is kept and used again: distances, pattern databases, generated starts; and the check of the bound. */
#include "trial.h"

#include <fewest/explore.h>
#include <fewest/space.h>
#include <fewest/tables.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Solves from some states that can be reached, with the tables that the engine has loaded. */
static bool solves_from_anywhere(trial *self, fewest_puzzle *engine, const char *kind, bool named) {
    fewest_error error;
    for (unsigned i = 0; i < 3; i++) {
        const size_t from = below(self, (unsigned)self->reach.count);
        const char *text = space_text(&self->reach, from);
        question asked = default_question(self, kind);
        const truth known = i > 0 ? truth_from(&self->known, from) : self->known;
        asked.known = &known;
        if (i > 0) {
            if (self->reach.nodes[from].at.count == 0) continue;
            if (!fewest_set_start(engine, text, &error)) return engine_says_no(self, kind, &error);
        }
        asked.options.all = chance(self, 40);
        limit_tables(self, &asked.options);
        asked.options.list = 1 + below(self, 5);
        if (named) {
            asked.options.algorithm = chance(self, 50) ? FEWEST_ASTAR : FEWEST_IDASTAR;
            asked.options.limits.seconds = IDASTAR_SECONDS;
        }
        asked.what = arena_print(&self->memory, "START %s: %s", i > 0 ? text : "as written", options_text(self, &asked.options));
        if (!ask_solve(self, engine, &asked)) return false;
    }
    return true;
}

static bool is_refused(trial *self, const fewest_error *error) {
    self->refusals += error->status == FEWEST_INVALID;
    return error->status == FEWEST_INVALID;
}

/* No answer within the seconds that were given. */
static bool is_over_time(trial *self, const fewest_error *error) {
    self->refusals += error->status == FEWEST_LIMIT;
    return error->status == FEWEST_LIMIT;
}

bool check_tabulate(trial *self) {
    fewest_error error;
    fewest_options options = {.size = sizeof options};
    if (self->game->goal_count == 0 || is_endless(self)) return true;
    fewest_puzzle *engine = fewest_parse(self->text, strlen(self->text), "puzzle", &error);
    if (!engine) return engine_says_no(self, "tabulate", &error);
    options.limits.states = 200000;
    options.limits.seconds = table_seconds(self);
    bool same;
    if (fewest_tabulate(engine, &options, &error)) same = solves_from_anywhere(self, engine, "tabulate", false);
    else same = is_refused(self, &error) || is_over_time(self, &error) || engine_says_no(self, "tabulate", &error);
    fewest_puzzle_free(engine);
    return same;
}

static bool use_table(trial *self, const char *path, fewest_table_kind kind) {
    fewest_error error;
    fewest_table_info info;
    fewest_options options = {.size = sizeof options};
    options.limits.seconds = table_seconds(self);
    if (!fewest_table_read_info(path, &info, &error)) return engine_says_no(self, "table info", &error);
    asks(self, "tables", "verify");
    if (!fewest_table_verify(path, NULL, &options, &error) && !is_over_time(self, &error)) return engine_says_no(self, "table verify", &error);
    asks(self, "tables", "load");
    fewest_puzzle *engine = fewest_parse(self->text, strlen(self->text), "puzzle", &error);
    if (!engine) return engine_says_no(self, "table", &error);
    const bool same = fewest_table_load(engine, path, &error) ? solves_from_anywhere(self, engine, "table", kind == FEWEST_TABLE_PATTERNS)
                                                              : engine_says_no(self, "table load", &error);
    fewest_puzzle_free(engine);
    return same;
}

bool check_tables(trial *self) {
    fewest_error error;
    fewest_options options = {.size = sizeof options};
    if (self->game->goal_count == 0 || is_endless(self)) return true;
    const fewest_table_kind kind = chance(self, 35) ? FEWEST_TABLE_DISTANCES : FEWEST_TABLE_PATTERNS;
    char path[300];
    snprintf(path, sizeof path, "%s/%ld.table", self->folder, (long)getpid());
    fewest_puzzle *engine = fewest_parse(self->text, strlen(self->text), "puzzle", &error);
    if (!engine) return engine_says_no(self, "table", &error);
    options.limits.states = 200000;
    options.limits.seconds = table_seconds(self);
    limit_tables(self, &options);
    asks(self, "tables", kind == FEWEST_TABLE_DISTANCES ? "build distances" : "build patterns");
    bool same;
    if (fewest_table_build(engine, kind, &options, path, &error)) same = use_table(self, path, kind);
    else same = is_refused(self, &error) || is_over_time(self, &error) || engine_says_no(self, "table build", &error);
    fewest_puzzle_free(engine);
    unlink(path);
    return same;
}

/* ---- generate ---- */

/* How many of the states that can be reached are starts of that kind: there must be at least as many. */
static size_t known_starts(const trial *self, const fewest_generate_options *options, uint64_t *deepest) {
    size_t count = 0;
    *deepest = 0;
    for (size_t i = 0; i < self->reach.count; i++) {
        const uint64_t moves = self->known.moves[i];
        if (moves == FAR || (self->game->has_within && moves > self->game->within)) continue;
        if (options->unique && self->known.short_solutions[i] != 1) continue;
        if (moves > *deepest) *deepest = moves;
        if (self->reach.nodes[i].at.count == 0) continue;
        count += options->difficulty != FEWEST_EXACT_DEPTH || options->depth == moves;
    }
    return count;
}

static bool good_start(trial *self, const fewest_generate_options *options, const char *what, const char *text, uint64_t depth) {
    state one;
    uint64_t solutions = 0;
    if (!state_of_text(self, "generate", text, &one)) return false;
    const uint64_t moves = moves_to_goal(self, one, &solutions);
    self->questions++;
    if (moves == FAR - 1) return true;
    if (has_costs(self) && moves != FAR) return true; /* it tells the moves of a cheapest solution; see README.md */
    if (moves == FAR || (self->game->has_within && moves > self->game->within))
        return differs(self, "generate", "%s: %s cannot be solved", what, text);
    if (depth != UINT64_MAX && depth != moves)
        return differs(self, "generate", "%s: %s is %" PRIu64 " moves deep, not %" PRIu64, what, text, moves, depth);
    if (options->difficulty == FEWEST_EXACT_DEPTH && options->depth != moves)
        return differs(self, "generate", "%s: %s is %" PRIu64 " moves deep", what, text, moves);
    if (options->unique && solutions != 1) return differs(self, "generate", "%s: %s has %" PRIu64 " solutions", what, text, solutions);
    return true;
}

static bool good_starts(trial *self, const fewest_generate_options *options, const char *what, fewest_instances *made) {
    uint64_t deepest;
    const size_t count = fewest_instances_count(made), known = known_starts(self, options, &deepest);
    if (count > options->count) return differs(self, "generate", "%s: %zu starts", what, count);
    /* Random ones may be fewer, where they are the ends of walks. */
    if (options->difficulty == FEWEST_EXACT_DEPTH && count < options->count && count < known)
        return differs(self, "generate", "%s: %zu starts, where there are %zu", what, count, known);
    for (size_t i = 0; i < count; i++) {
        const char *text = fewest_instances_state(made, i);
        const uint64_t depth = fewest_instances_depth(made, i);
        if (!good_start(self, options, what, text, depth)) return false;
        if (options->difficulty == FEWEST_DEEPEST && depth != UINT64_MAX && depth < deepest)
            return differs(self, "generate", "%s: %s is %" PRIu64 " moves deep, but there are %" PRIu64, what, text, depth, deepest);
        for (size_t k = 0; k < i; k++)
            if (strcmp(text, fewest_instances_state(made, k)) == 0) return differs(self, "generate", "%s: %s twice", what, text);
    }
    return true;
}

/* A random state is one that can be written, and the same for the same seed. */
static bool same_random_state(trial *self) {
    fewest_error error;
    const size_t steps = below(self, 20);
    const uint64_t seed = below(self, 100);
    char *first = fewest_random_state(self->engine, steps, seed, &error);
    if (!first) return is_refused(self, &error) || engine_says_no(self, "random state", &error);
    char *second = fewest_random_state(self->engine, steps, seed, &error);
    state one;
    bool same = second && strcmp(first, second) == 0;
    if (!same) differs(self, "random state", "%s, then %s", first, second ? second : "nothing");
    else same = state_of_text(self, "random state", first, &one);
    if (same && must_never_be(self->game, one)) same = differs(self, "random state", "%s must never be", first);
    fewest_free(first);
    fewest_free(second);
    self->questions++;
    return same;
}

bool check_generate(trial *self) {
    fewest_error error;
    fewest_generate_options options = {.size = sizeof options};
    if (self->game->goal_count == 0 || is_endless(self)) return true;
    if (!same_random_state(self)) return false;
    const uint64_t deepest = self->known.best == FAR ? 2 : self->known.best;
    options.difficulty = chance(self, 40) ? FEWEST_ANY_DEPTH : chance(self, 40) ? FEWEST_DEEPEST : FEWEST_EXACT_DEPTH;
    options.depth = below(self, (unsigned)(deepest % 1000) + 3);
    options.seed = below(self, 1000);
    options.count = 1 + below(self, 5);
    options.unique = chance(self, 25);
    options.limits.seconds = GENERATE_SECONDS;
    const char *what = arena_print(&self->memory, "%s depth %" PRIu64 ", seed %" PRIu64 ", count %" PRIu64 ", unique %d",
                                   options.difficulty == FEWEST_EXACT_DEPTH ? "exact" : options.difficulty ? "deepest, not" : "any, not", options.depth,
                                   options.seed, options.count, options.unique);
    asks(self, "generate", what);
    fewest_instances *made = fewest_generate(self->engine, &options, &error);
    if (made) {
        const bool same = good_starts(self, &options, what, made);
        fewest_instances_free(made);
        return same;
    }
    if (error.status == FEWEST_INVALID || error.status == FEWEST_LIMIT) return self->refusals++, true;
    uint64_t ignored;
    /* The hardest may all have several solutions. */
    if (error.status == FEWEST_UNSOLVABLE && options.difficulty == FEWEST_DEEPEST && options.unique) return true;
    if (error.status == FEWEST_UNSOLVABLE && known_starts(self, &options, &ignored) == 0) return true;
    return differs(self, "generate", "%s: %s (%s), but there are %zu such starts", what, error.message, fewest_status_word(error.status),
                   known_starts(self, &options, &ignored));
}

/* ---- the bound ---- */

bool check_bound(trial *self) {
    fewest_error error;
    fewest_bound_check result;
    fewest_options options = {.size = sizeof options};
    if (self->game->goal_count == 0 || is_endless(self)) return true;
    options.limits.seconds = table_seconds(self);
    limit_tables(self, &options);
    if (!fewest_check_bound(self->engine, &options, &result, NULL, &error))
        return is_refused(self, &error) || is_over_time(self, &error) || engine_says_no(self, "bound", &error);
    self->questions++;
    if (result.verdict == FEWEST_BOUND_TOO_HIGH)
        return differs(self, "bound", "too high: %" PRIu64 " for %" PRIu64, result.bound, result.distance);
    return true;
}
