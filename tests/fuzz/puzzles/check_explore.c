/* Exploring the whole space, from the start and from the goal. */
#include "trial.h"

#include <fewest/explore.h>
#include <inttypes.h>
#include <string.h>

static const char *exploration_text(trial *self, const fewest_explore_options *options) {
    static const char *const methods[] = {"auto", "sets", "rank", "hash", "coordinates"}, *const symmetry[] = {"auto", "on", "off"};
    return arena_print(&self->memory, "method %s, symmetry %s, threads %" PRIu64 ", %s, depth %" PRId64 ", states %" PRIu64, methods[options->method],
                       symmetry[options->symmetry], options->limits.threads, options->from_goal ? "from the goal" : "from the start",
                       (int64_t)meant(options->limits.depth, UINT64_MAX), options->limits.states);
}

/* Sets have a bit for each arrangement: where these are vast, they are not asked for. */
static fewest_method random_method(trial *self) {
    const fewest_method method = (fewest_method)below(self, 5);
    return method == FEWEST_METHOD_SETS && is_vast(self) ? FEWEST_METHOD_AUTO : method;
}

static fewest_explore_options random_explore_options(trial *self) {
    fewest_explore_options options = {.size = sizeof options};
    options.method = random_method(self);
    options.symmetry = (fewest_symmetry_use)below(self, 3);
    options.limits.threads = 1 + below(self, 2);
    options.hardest = FEWEST_EXACTLY(below(self, 5));
    return options;
}

/* Coordinates are refused where there are none: then any method will do. */
static fewest_exploration *explore_as(trial *self, const fewest_explore_options *options, fewest_error *error) {
    fewest_exploration *explored = fewest_explore(self->engine, options, error);
    if (explored || options->method != FEWEST_METHOD_COORDINATES || error->status != FEWEST_INVALID ||
        !strstr(error->message, "by coordinates: "))
        return explored;
    fewest_explore_options other = *options;
    other.method = FEWEST_METHOD_AUTO;
    return fewest_explore(self->engine, &other, error);
}

/* ---- from the start ---- */

/* The path to a deepest state, played. It is looked for within the limits of the exploration. */
static bool solution_leads_there(trial *self, fewest_exploration *explored, size_t index, size_t depth, bool timed, const char *what) {
    fewest_error error;
    fewest_answer *answer = fewest_exploration_solution(explored, index, &error);
    if (!answer) return engine_says_no(self, "path", &error);
    bool same = fewest_answer_status(answer) == FEWEST_SOLVED && fewest_answer_length(answer) == depth;
    const bool late = fewest_answer_status(answer) == FEWEST_LIMIT && fewest_answer_limit(answer) == FEWEST_TIME_LIMIT;
    if (late && timed) return fewest_answer_free(answer), self->refusals++, true;
    if (!same)
        differs(self, "path", "%s: the path to %s: %s, %zu moves, not %zu", what, fewest_exploration_state(explored, index),
                fewest_status_word(fewest_answer_status(answer)), fewest_answer_length(answer), depth);
    state at = {0}, next;
    if (same) same = state_of_text(self, "path", fewest_answer_state(answer, 0, 0), &at);
    for (size_t i = 0; same && i < depth; i++, at = next) {
        const moves all = moves_of(self->game, at, &self->memory);
        same = state_of_text(self, "path", fewest_answer_state(answer, 0, i + 1), &next);
        bool found = false;
        for (size_t k = 0; same && k < all.count; k++)
            found = found || (same_state(all.items[k].result, next) &&
                              strcmp(word_of(self->game, &all, k, &self->memory), fewest_answer_move(answer, 0, i)) == 0);
        if (same && !found) same = differs(self, "path", "%s: move %zu, %s, is none", what, i, fewest_answer_move(answer, 0, i));
    }
    fewest_answer_free(answer);
    return same;
}

static bool same_layers(trial *self, fewest_exploration *explored, const fewest_explore_options *options, const char *what) {
    uint32_t deepest = 0;
    for (size_t i = 0; i < self->reach.count; i++)
        if (self->reach.nodes[i].depth > deepest) deepest = self->reach.nodes[i].depth;
    const fewest_status status = fewest_exploration_status(explored);
    const uint64_t most = meant(options->limits.depth, UINT64_MAX), kept = meant(options->hardest, 1);
    const bool deep = most < deepest, limited = status == FEWEST_LIMIT;
    const size_t layers = fewest_exploration_layers(explored);
    if (limited && options->limits.states == 0 && !(options->limits.depth && most <= deepest))
        return differs(self, "explore", "%s: limit %s", what, fewest_limit_word(fewest_exploration_limit(explored)));
    if (!limited && (status != FEWEST_SOLVED || deep)) return differs(self, "explore", "%s: %s", what, fewest_status_word(status));
    if (!limited && layers != deepest + 1u) return differs(self, "explore", "%s: %zu layers, not %u", what, layers, deepest + 1);
    if (deep && options->limits.states == 0 && layers != most + 1) return differs(self, "explore", "%s: %zu layers", what, layers);
    for (size_t depth = 0; depth < layers; depth++) {
        uint64_t count = 0;
        for (size_t i = 0; i < self->reach.count; i++) count += self->reach.nodes[i].depth == depth;
        const uint64_t got = fewest_exploration_layer(explored, depth);
        self->questions++;
        if (got != count) return differs(self, "explore", "%s: %" PRIu64 " states at depth %zu, not %" PRIu64, what, got, depth, count);
    }
    if (!limited && fewest_exploration_states(explored) != self->reach.count)
        return differs(self, "explore", "%s: %" PRIu64 " states, not %zu", what, fewest_exploration_states(explored), self->reach.count);
    if (limited) return true;
    const size_t hardest = fewest_exploration_hardest(explored), last = fewest_exploration_layer(explored, deepest);
    if (hardest != (kept < last ? kept : last)) return differs(self, "explore", "%s: %zu hardest states", what, hardest);
    for (size_t i = 0; i < hardest; i++) {
        size_t index;
        const char *text = fewest_exploration_state(explored, i);
        if (!node_of_text(self, "explore", text, &index)) return false;
        if (index == SIZE_MAX || self->reach.nodes[index].depth != deepest) return differs(self, "explore", "%s: %s is not the hardest", what, text);
        for (size_t k = 0; k < i; k++)
            if (strcmp(fewest_exploration_state(explored, k), text) == 0) return differs(self, "explore", "%s: %s twice", what, text);
        if (*text && !solution_leads_there(self, explored, i, deepest, false, what)) return false;
    }
    return true;
}

/* The deepest states are the same ones, whatever the method and the threads. */
static bool same_hardest(trial *self, fewest_exploration *explored, const fewest_explore_options *options, const char *what) {
    fewest_error error;
    fewest_explore_options other = *options;
    other.method = random_method(self);
    other.limits.threads = 3 - options->limits.threads;
    fewest_exploration *again = explore_as(self, &other, &error);
    if (!again) return engine_says_no(self, "explore", &error);
    bool same = fewest_exploration_hardest(explored) == fewest_exploration_hardest(again);
    for (size_t i = 0; same && i < fewest_exploration_hardest(explored); i++)
        same = strcmp(fewest_exploration_state(explored, i), fewest_exploration_state(again, i)) == 0;
    if (!same) differs(self, "explore", "%s: other deepest states than %s", what, exploration_text(self, &other));
    fewest_exploration_free(again);
    return same;
}

bool check_explore(trial *self) {
    fewest_error error;
    fewest_explore_options options = random_explore_options(self);
    if (chance(self, 15)) options.limits.depth = FEWEST_EXACTLY(below(self, 6));
    if (chance(self, 10)) options.limits.states = 1 + below(self, (unsigned)self->reach.count + 2);
    if (is_endless(self)) return true;
    const char *what = exploration_text(self, &options);
    asks(self, "explore", what);
    fewest_exploration *explored = explore_as(self, &options, &error);
    if (!explored) return engine_says_no(self, "explore", &error);
    bool same = same_layers(self, explored, &options, what);
    if (same && meant(options.hardest, 1) > 0 && fewest_exploration_status(explored) == FEWEST_SOLVED) same = same_hardest(self, explored, &options, what);
    fewest_exploration_free(explored);
    return same;
}

/* ---- from the goal ---- */

static uint64_t count_at(const space *made, const truth *known, const bool *is_in, uint64_t moves) {
    uint64_t count = 0;
    for (size_t i = 0; i < made->count; i++) count += known->moves[i] == moves && (!is_in || is_in[i]);
    return count;
}

/* Whether there are just these states, all of them at their depth. */
static bool has_layers_of(trial *self, fewest_exploration *explored, const bool *is_in, const char *what) {
    const size_t layers = fewest_exploration_layers(explored);
    for (size_t depth = 0; depth <= layers; depth++) {
        const uint64_t got = depth < layers ? fewest_exploration_layer(explored, depth) : 0;
        const uint64_t right = count_at(&self->whole, &self->all, is_in, depth);
        self->questions++;
        if (got != right) return differs(self, "from goal", "%s: %" PRIu64 " states at depth %zu, not %" PRIu64, what, got, depth, right);
    }
    return true;
}

/* Where there are too many arrangements to know which of them count, there are at least those that the start leads to. */
static bool has_moves(const trial *self) {
    for (size_t i = 0; i < self->reach.count; i++)
        if (self->reach.nodes[i].edge_count > 0) return true;
    return false;
}

static bool goal_layers_fit(trial *self, fewest_exploration *explored, const char *what) {
    const fewest_status status = fewest_exploration_status(explored);
    const size_t layers = fewest_exploration_layers(explored);
    uint64_t deepest = 0;
    if (status != FEWEST_SOLVED) return differs(self, "from goal", "%s: %s", what, fewest_status_word(status));
    for (size_t i = 0; i < self->reach.count; i++)
        if (self->known.moves[i] != FAR && self->known.moves[i] >= deepest) deepest = self->known.moves[i] + 1;
    if (layers < deepest) return differs(self, "from goal", "%s: %zu layers, fewer than %" PRIu64, what, layers, deepest);
    /* Where nothing can move from the start, what the rules would let move is not worked out here. */
    bool same = !has_moves(self) || !find_whole(self) || has_layers_of(self, explored, states_from_goal(self), what);
    for (unsigned i = 0; !same && i < 2; i++) {
        const bool *places = states_of_mover(self, i);
        same = places && has_layers_of(self, explored, places, what);
    }
    for (size_t depth = 0; same && depth < layers; depth++) {
        const uint64_t got = fewest_exploration_layer(explored, depth), least = count_at(&self->reach, &self->known, NULL, depth);
        self->questions++;
        if (got < least) same = differs(self, "from goal", "%s: %" PRIu64 " states at depth %zu, fewer than %" PRIu64, what, got, depth, least);
    }
    for (size_t i = 0; same && i < fewest_exploration_hardest(explored); i++) {
        state one;
        uint64_t solutions;
        const char *text = fewest_exploration_state(explored, i);
        if (!state_of_text(self, "from goal", text, &one)) return false;
        const uint64_t moves = moves_to_goal(self, one, &solutions);
        if (moves != FAR - 1 && moves != layers - 1)
            return differs(self, "from goal", "%s: %s is %" PRId64 " moves from the goal, not %zu", what, text, (int64_t)moves, layers - 1);
        same = solution_leads_there(self, explored, i, layers - 1, true, what);
    }
    return same;
}

bool check_explore_goal(trial *self) {
    fewest_error error;
    fewest_explore_options options = random_explore_options(self);
    if (self->game->goal_count == 0 || is_endless(self)) return true;
    options.from_goal = true;
    options.limits.states = 200000;
    options.limits.seconds = table_seconds(self);
    const char *what = exploration_text(self, &options);
    asks(self, "from goal", what);
    fewest_exploration *explored = explore_as(self, &options, &error);
    if (!explored) {
        if (error.status == FEWEST_INVALID || error.status == FEWEST_LIMIT) return self->refusals++, true;
        return engine_says_no(self, "from goal", &error);
    }
    const fewest_limit limit = fewest_exploration_limit(explored);
    const bool large = fewest_exploration_status(explored) == FEWEST_LIMIT && (limit == FEWEST_STATE_LIMIT || limit == FEWEST_TIME_LIMIT);
    const bool same = large || goal_layers_fit(self, explored, what);
    fewest_exploration_free(explored);
    return same;
}

/* ---- large spaces ---- */

enum { MOST_EXPLORED = 150000, MOST_OF_BOARDS = 25000, MANY_VARS = 5 };

static bool same_counts(trial *self, fewest_exploration *one, fewest_exploration *other, const char *what) {
    const size_t layers = fewest_exploration_layers(one);
    self->questions++;
    if (fewest_exploration_layers(other) != layers)
        return differs(self, "large", "%s: %zu layers, %zu by one thread and a hash table", what, fewest_exploration_layers(other), layers);
    for (size_t depth = 0; depth < layers; depth++)
        if (fewest_exploration_layer(one, depth) != fewest_exploration_layer(other, depth))
            return differs(self, "large", "%s: %" PRIu64 " states at depth %zu, %" PRIu64 " by one thread and a hash table", what,
                           fewest_exploration_layer(other, depth), depth, fewest_exploration_layer(one, depth));
    return true;
}

/* States are met in the order of their depths. So the first goal among them is a nearest one, though not all are known. */
static bool check_near_goal(trial *self) {
    const space *reach = &self->reach;
    size_t first = 0;
    for (size_t i = 0; i < reach->count; i++)
        for (uint32_t k = 0; k < reach->nodes[i].edge_count; k++)
            if (reach->nodes[i].edges[k].cost != 1) return true;
    while (first < reach->count && !is_goal(self->game, self->game->goals, self->game->goal_count, reach->nodes[first].at)) first++;
    if (first == reach->count) return true;
    const uint64_t depth = reach->nodes[first].depth;
    if (self->game->has_within && depth > self->game->within) return true;
    for (unsigned i = 0; i < 4; i++) {
        fewest_error error;
        fewest_options options = {.size = sizeof options};
        random_options(self, &options);
        options.all = false;
        options.any = i % 2 == 0;
        if (i == 0) options.algorithm = FEWEST_AUTO;
        if (i == 2) options.algorithm = FEWEST_BIDIRECTIONAL;
        options.limits.seconds = TABLE_SECONDS;
        const char *what = options_text(self, &options);
        asks(self, "near goal", what);
        fewest_answer *answer = fewest_solve(self->engine, &options, &error);
        if (!answer && error.status == FEWEST_INVALID) {
            self->refusals++;
            continue;
        }
        if (!answer) return engine_says_no(self, "near goal", &error);
        const fewest_status status = fewest_answer_status(answer);
        const size_t length = fewest_answer_length(answer);
        fewest_answer_free(answer);
        self->questions++;
        if (status == FEWEST_LIMIT) self->refusals++;
        else if (status != FEWEST_SOLVED || length != depth)
            return differs(self, "near goal", "%s: %s, length %zu; right is %" PRIu64, what, fewest_status_word(status), length, depth);
    }
    return true;
}

bool check_large(trial *self) {
    fewest_error error;
    if (!check_near_goal(self)) return false;
    fewest_explore_options options = {.size = sizeof options};
    /* Most of them by far are boards: some are enough, and there sets are of interest, elsewhere threads. */
    const bool board = self->game->var_count < MANY_VARS;
    if (is_endless(self) || (board && self->seed % 3 > 0)) return true;
    options.method = FEWEST_METHOD_HASH;
    options.limits.threads = 1;
    options.limits.states = board ? MOST_OF_BOARDS : MOST_EXPLORED;
    asks(self, "large", exploration_text(self, &options));
    fewest_exploration *first = explore_as(self, &options, &error);
    if (!first) return engine_says_no(self, "large", &error);
    bool same = true;
    for (unsigned i = 0; same && i < (board ? 2 : 6) && fewest_exploration_status(first) == FEWEST_SOLVED; i++) {
        options.limits.threads = 2;
        options.method = i == 1 ? random_method(self) : board && !is_vast(self) ? FEWEST_METHOD_SETS : FEWEST_METHOD_HASH;
        options.limits.states = 0;
        const char *what = exploration_text(self, &options);
        asks(self, "large", what);
        fewest_exploration *again = explore_as(self, &options, &error);
        same = again ? same_counts(self, first, again, what) : engine_says_no(self, "large", &error);
        fewest_exploration_free(again);
    }
    fewest_exploration_free(first);
    return same;
}
