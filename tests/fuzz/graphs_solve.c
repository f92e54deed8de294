/* Questions that are answered by a search: every algorithm with every store, limits, progress that cancels, traces. */
#include "graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const algorithms[] = {
#define WORD(name, word, meaning) word,
    FEWEST_ALGORITHMS(WORD)};
static const char *const stores[] = {FEWEST_STORES(WORD)
#undef WORD
};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms, STORES = sizeof stores / sizeof *stores };

/* IDA* may look at every path there is, and never ends where moves can be undone and there is no solution. */
static const double patience = 0.004;

static void say(struct trial *trial, const char *what, const fewest_options *options) {
    int length = snprintf(trial->asked, sizeof trial->asked, "%s: %s, %s, threads %u, list %llu%s%s", what,
                          algorithms[options->algorithm], stores[options->remember], (unsigned)options->limits.threads,
                          (unsigned long long)options->list,
                          options->all ? ", all" : "", options->any ? ", any" : "");
    char *end = trial->asked + length;
    size_t room = sizeof trial->asked - (size_t)length;
    if (options->limits.depth)
        snprintf(end, room, ", depth %llu", (unsigned long long)meant(options->limits.depth, UINT64_MAX));
    else if (options->limits.states)
        snprintf(end, room, ", states %llu", (unsigned long long)options->limits.states);
    else if (options->limits.memory)
        snprintf(end, room, ", memory %llu", (unsigned long long)options->limits.memory);
    else if (options->limits.seconds > 0)
        snprintf(end, room, ", seconds %g", options->limits.seconds);
}

static void set_patience(const struct trial *trial, fewest_options *options) {
    if (options->algorithm == FEWEST_IDASTAR && options->limits.seconds == 0)
        options->limits.seconds = patience;
    (void)trial;
}

fewest_options draw_options(struct trial *trial, struct chance *chance) {
    static const uint64_t lists[] = {0, 1, 2, 5, 100, 1000};
    fewest_options options = {.size = sizeof options};
    options.algorithm = (fewest_algorithm)draw(chance, ALGORITHMS);
    options.remember = (fewest_remember)draw(chance, STORES);
    options.all = one_in(chance, 2);
    options.any = !options.all && one_in(chance, 3);
    options.list = lists[draw(chance, sizeof lists / sizeof *lists)];
    options.limits.threads = draw_between(chance, 0, 3);
    if (one_in(chance, 4))
        options.transpositions = one_in(chance, 2) ? FEWEST_ZERO : 1u << draw(chance, 16);
    if (one_in(chance, 8))
        options.bound_memory = FEWEST_ZERO;
    set_patience(trial, &options);
    say(trial, "solve", &options);
    return options;
}

/* A bound that is too high may lead astray whoever uses it, which is said in the header. */
static bool may_be_led_astray(const struct trial *trial, const fewest_options *options) {
    return trial->truth.graph->bound == BOUND_TOO_HIGH &&
           (options->algorithm == FEWEST_ASTAR || options->algorithm == FEWEST_IDASTAR);
}

static bool solve(struct trial *trial, fewest_puzzle *puzzle, const fewest_options *options) {
    fewest_error error = {0};
    fewest_answer *answer = fewest_solve(puzzle, options, &error);
    if (may_be_led_astray(trial, options)) {
        fewest_answer_free(answer);
        return true;
    }
    return expect_answer(trial, answer, options, &error);
}

bool ask_solve(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    fewest_options options = draw_options(trial, chance);
    return solve(trial, puzzle, &options);
}

bool ask_every_manner(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    fewest_options options = {.size = sizeof options};
    options.list = draw_between(chance, 1, 20);
    for (unsigned manner = 0; manner < ALGORITHMS * STORES * 4; manner++) {
        options.algorithm = (fewest_algorithm)(manner % ALGORITHMS);
        options.remember = (fewest_remember)(manner / ALGORITHMS % STORES);
        options.all = manner / ALGORITHMS / STORES % 2;
        options.limits.threads = 1 + manner / ALGORITHMS / STORES / 2;
        options.limits.seconds = 0;
        set_patience(trial, &options);
        say(trial, "solve", &options);
        if (!solve(trial, puzzle, &options))
            return false;
    }
    return true;
}

/* ---- Limits */

/* A limit on states is passed by one, so that it is known that there are more; and the ends are remembered in any case. */
static bool expect_within(struct trial *trial, const fewest_answer *answer, const fewest_options *options, uint64_t before) {
    const fewest_statistics *statistics = answer ? fewest_answer_statistics(answer) : NULL;
    if (!statistics)
        return true;
    uint64_t ends = trial->truth.graph->start_count + trial->truth.graph->goal_count;
    uint64_t most = options->limits.states > ends ? options->limits.states + 1 : ends + 1;
    if (options->limits.states && statistics->remembered > most && fewest_answer_status(answer) == FEWEST_LIMIT)
        return differs(trial, "too many states", "%llu states are remembered", (unsigned long long)statistics->remembered);
    if (options->limits.memory > before && statistics->peak_bytes > options->limits.memory)
        return differs(trial, "too much memory", "%llu bytes at the most", (unsigned long long)statistics->peak_bytes);
    return true;
}

static uint64_t bytes_of(fewest_puzzle *puzzle) {
    fewest_options options = {.size = sizeof options};
    fewest_error error;
    options.limits.depth = FEWEST_ZERO;
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    uint64_t bytes = answer ? fewest_answer_statistics(answer)->bytes : UINT64_MAX;
    fewest_answer_free(answer);
    return bytes;
}

bool ask_limits(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    fewest_options options = draw_options(trial, chance);
    uint64_t before = UINT64_MAX;
    switch (draw(chance, 4)) {
    case 0:
        options.limits.depth = trial->truth.best == NO_WAY || one_in(chance, 3) ? draw(chance, 400)
                                                                         : trial->truth.best + 1 - draw(chance, 3);
        options.limits.depth = options.limits.depth == UINT64_MAX ? 1 : FEWEST_EXACTLY(options.limits.depth); /* of -1 */
        break;
    case 1: options.limits.states = one_in(chance, 3) ? draw_between(chance, 1, 8) : draw_between(chance, 1, 4000); break;
    case 2:
        before = bytes_of(puzzle);
        options.limits.memory = draw_between(chance, 1, 64) << draw(chance, 18);
        break;
    default:
        options.limits.seconds = draw_between(chance, 1, 30) * 1e-3;
        clock_step(1000000);
        break;
    }
    say(trial, "limits", &options);
    fewest_error error = {0};
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    clock_step(1000);
    if (answer && !expect_within(trial, answer, &options, before)) {
        fewest_answer_free(answer);
        return false;
    }
    if (may_be_led_astray(trial, &options)) {
        fewest_answer_free(answer);
        return true;
    }
    return expect_limited(trial, answer, &options, &error);
}

/* ---- Progress */

bool listen(void *context, const fewest_statistics *so_far) {
    struct listener *listener = context;
    if (listener->stopped)
        listener->wrong = differs(listener->trial, "progress", "progress is called once more after it said stop") == false;
    if (so_far->expanded < listener->expanded || so_far->seconds < listener->seconds || !so_far->algorithm || !so_far->store)
        listener->wrong = differs(listener->trial, "progress", "what is told goes back") == false;
    listener->expanded = so_far->expanded;
    listener->seconds = so_far->seconds;
    listener->stopped = ++listener->calls == listener->last;
    return !listener->stopped;
}

bool ask_progress(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    struct listener listener = {.trial = trial, .last = draw(chance, 4)};
    fewest_options options = draw_options(trial, chance);
    options.limits.progress = listen;
    options.limits.context = &listener;
    options.limits.seconds = 0;
    if (options.algorithm == FEWEST_IDASTAR && !listener.last)
        listener.last = 4;
    say(trial, listener.last ? "progress that stops" : "progress", &options);
    clock_step(60000000);
    fewest_error error = {0};
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    clock_step(1000);
    bool good = !listener.wrong;
    if (good && listener.stopped) {
        trial->questions++;
        good = answer && fewest_answer_status(answer) == FEWEST_INTERRUPTED && fewest_answer_listed(answer) == 0;
        if (!good)
            differs(trial, "interrupted", "stopped, and the status is %s",
                    answer ? fewest_status_word(fewest_answer_status(answer)) : error.message);
        fewest_answer_free(answer);
        return good;
    }
    if (!good || may_be_led_astray(trial, &options)) {
        fewest_answer_free(answer);
        return good;
    }
    return expect_limited(trial, answer, &options, &error);
}

/* ---- Traces */

struct tracer {
    struct trial *trial;
    bool once, exact;   /* each state comes once on each side; the depth is its distance */
    uint8_t *seen;      /* sides on which a node was seen */
    uint64_t *counts[2];
    uint64_t last[2];
    bool wrong;
};

static void trace(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t words, size_t count) {
    struct tracer *tracer = context;
    struct trial *trial = tracer->trial;
    const struct truth *truth = &trial->truth;
    for (size_t i = 0; i < count && !tracer->wrong; i++) {
        uint32_t node = words == truth->graph->words ? own_node(&trial->own, states + i * words) : NO_NODE;
        const uint64_t *distance = side ? truth->to_goal : truth->from_start;
        if (node == NO_NODE || side > 1)
            tracer->wrong = !differs(trial, "trace", "a state that nobody made");
        else if (distance[node] == NO_WAY)
            tracer->wrong = !differs(trial, "trace", "node %u cannot be reached", node);
        else if (tracer->once && tracer->seen[node] & 1 << side)
            tracer->wrong = !differs(trial, "trace", "node %u is traced twice", node);
        else if (tracer->exact && distance[node] != depth)
            tracer->wrong = !differs(trial, "trace", "node %u is at %llu, traced at %llu", node,
                                     (unsigned long long)distance[node], (unsigned long long)depth);
        else {
            tracer->seen[node] |= (uint8_t)(1 << side);
            if (tracer->exact && depth < truth->graph->nodes)
                tracer->counts[side][depth]++;
        }
    }
}

/* Whether a later layer of its side was finished: the one in which a search ends may be half done. */
static bool is_last(const fewest_statistics *statistics, size_t index) {
    for (size_t i = index + 1; i < statistics->layer_count; i++)
        if (statistics->layers[i].side == statistics->layers[index].side)
            return false;
    return true;
}

/* A layer that is finished has as many states as were traced there. */
static bool expect_layers(struct trial *trial, const struct tracer *tracer, const fewest_answer *answer) {
    const fewest_statistics *statistics = fewest_answer_statistics(answer);
    for (size_t i = 0; i < statistics->layer_count; i++) {
        const fewest_layer *layer = &statistics->layers[i];
        if (is_last(statistics, i))
            continue;
        if (layer->side > 1 || layer->depth >= trial->truth.graph->nodes ||
            tracer->counts[layer->side][layer->depth] != layer->states)
            return differs(trial, "layer", "side %u, depth %llu: %llu states, not those that were traced", layer->side,
                           (unsigned long long)layer->depth, (unsigned long long)layer->states);
    }
    return true;
}

bool ask_trace(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance) {
    const struct graph *graph = trial->truth.graph;
    struct tracer tracer = {.trial = trial};
    tracer.seen = calloc(graph->nodes, 1);
    tracer.counts[0] = calloc(graph->nodes, sizeof **tracer.counts);
    tracer.counts[1] = calloc(graph->nodes, sizeof **tracer.counts);
    fewest_options options = draw_options(trial, chance);
    options.trace = trace;
    options.limits.context = &tracer;
    bool by_sums = options.algorithm == FEWEST_ASTAR || options.algorithm == FEWEST_IDASTAR;
    tracer.exact = !by_sums && graph->max_cost <= 1 && !graph->free_moves;
    tracer.once = tracer.exact;
    say(trial, "trace", &options);
    fewest_error error = {0};
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    bool good = !tracer.wrong;
    if (good && answer && tracer.exact)
        good = expect_layers(trial, &tracer, answer);
    free(tracer.seen);
    free(tracer.counts[0]);
    free(tracer.counts[1]);
    if (!good || may_be_led_astray(trial, &options)) {
        fewest_answer_free(answer);
        return good;
    }
    return expect_answer(trial, answer, &options, &error);
}
