/* Starts to begin from: by chance, at a wanted depth, or as hard as can be. */
#include "web/routes.h"

#include "web/puzzle_text.h"
#include "web/scenes.h"
#include "web/site.h"

#include <fewest/explore.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANDOM_STEPS = 1000,
    MOST_DEPTH = 10000,
    DEPTH_TRIES = 40, /* random states that are solved to find one far enough */
};

/* A start that was found, or why not. */
struct found_start {
    char *text;
    bool has_depth;
    uint64_t depth;
    fewest_error error;
};

static void no_such_start(struct found_start *found, const char *message, const char *hint) {
    found->error.status = FEWEST_INVALID;
    snprintf(found->error.message, sizeof found->error.message, "%s", message);
    snprintf(found->error.hint, sizeof found->error.hint, "%s", hint);
}

static void no_memory(struct found_start *found) {
    found->error = (fewest_error){.status = FEWEST_SYSTEM, .message = "there is not enough memory"};
}

/* The state from which a shortest solution of `answer` has `depth` moves left: the rest of a shortest path is one. */
static char *state_before_end(fewest_answer *answer, uint64_t depth) {
    const char *text = fewest_answer_state(answer, 0, fewest_answer_length(answer) - (size_t)depth);
    return text ? strdup(text) : NULL;
}

static void find_random(fewest_puzzle *puzzle, uint64_t seed, struct found_start *found) {
    char *state = fewest_random_state(puzzle, RANDOM_STEPS, seed, &found->error);
    found->text = state ? strdup(state) : NULL;
    if (state && !found->text)
        no_memory(found);
    fewest_free(state);
}

/* Where the random starts that were solved are all too near: from the states of just that depth, if these can be
 * found in the time that is left. Otherwise it stays unknown whether there are any. */
static void draw_depth(fewest_puzzle *puzzle, const fewest_limits *limits, uint64_t depth, uint64_t seed, uint64_t tries,
                       size_t longest, struct found_start *found) {
    const fewest_generate_options options = {.size = sizeof options, .limits = *limits, .difficulty = FEWEST_EXACT_DEPTH,
                                             .depth = depth, .count = 1, .seed = seed};
    fewest_instances *made = limits->seconds > 0 ? fewest_generate(puzzle, &options, &found->error) : NULL;
    char message[128];
    if (made) {
        found->text = strdup(fewest_instances_state(made, 0));
        if (!found->text)
            no_memory(found);
        fewest_instances_free(made);
    } else if (limits->seconds <= 0 || found->error.status == FEWEST_LIMIT) {
        snprintf(message, sizeof message, "no start that deep was found: the longest of %llu tries has %zu move%s",
                 (unsigned long long)tries, longest, longest == 1 ? "" : "s");
        no_such_start(found, message, "there may be one all the same: the space is too large to explore; try a smaller depth");
    }
}

static void find_depth(struct request *request, fewest_puzzle *puzzle, uint64_t depth, uint64_t seed,
                       struct found_start *found) {
    fewest_options options = {.size = sizeof options};
    quick_limits(request, &options.limits.memory, &options.limits.seconds);
    options.limits.progress = still_wanted;
    options.limits.context = request;
    double deadline = seconds_now() + options.limits.seconds;
    size_t longest = 0;
    uint64_t attempt = 0;
    for (; attempt < DEPTH_TRIES && !found->text && seconds_now() < deadline; attempt++) {
        /* walks of about the length wanted find near states in large spaces, long ones the far states of small ones */
        size_t steps = attempt % 2 ? RANDOM_STEPS : (size_t)(depth + depth / 2 + attempt);
        char *state = fewest_random_state(puzzle, steps, seed + attempt * 7919, &found->error);
        if (!state)
            return;
        bool set = fewest_set_start(puzzle, state, &found->error);
        fewest_free(state);
        options.limits.seconds = deadline - seconds_now();
        if (options.limits.seconds <= 0)
            break;
        fewest_answer *answer = set ? fewest_solve(puzzle, &options, &found->error) : NULL;
        if (!answer)
            return;
        if (fewest_answer_status(answer) == FEWEST_INTERRUPTED) {
            found->error = (fewest_error){.status = FEWEST_INTERRUPTED, .message = "interrupted"};
            fewest_answer_free(answer);
            return;
        }
        bool solved = fewest_answer_status(answer) == FEWEST_SOLVED;
        size_t length = solved ? fewest_answer_length(answer) : 0;
        longest = length > longest ? length : longest;
        const bool deep = solved && length >= depth;
        if (deep)
            found->text = state_before_end(answer, depth);
        fewest_answer_free(answer);
        if (deep && !found->text) {
            no_memory(found);
            return;
        }
    }
    options.limits.seconds = deadline - seconds_now();
    if (!found->text)
        draw_depth(puzzle, &options.limits, depth, seed, attempt, longest, found);
    found->has_depth = found->text != NULL;
    found->depth = depth;
}

static void find_hardest(struct request *request, fewest_puzzle *puzzle, struct found_start *found) {
    fewest_explore_options options = {.size = sizeof options};
    quick_limits(request, &options.limits.memory, &options.limits.seconds);
    options.from_goal = true;
    options.limits.progress = still_wanted;
    options.limits.context = request;
    fewest_exploration *exploration = fewest_explore(puzzle, &options, &found->error);
    if (!exploration)
        return;
    const char *text = NULL;
    if (fewest_exploration_status(exploration) == FEWEST_SOLVED && fewest_exploration_layers(exploration))
        text = fewest_exploration_state(exploration, 0);
    if (text) {
        found->text = strdup(text);
        if (!found->text)
            no_memory(found);
        found->has_depth = true;
        found->depth = fewest_exploration_layers(exploration) - 1;
    } else {
        no_such_start(found, "this space is too large to explore for its hardest start", "ask for a depth instead");
    }
    fewest_exploration_free(exploration);
}

static bool answer_start(struct request *request, fewest_puzzle *puzzle, struct found_start *found, uint64_t seed) {
    struct page_json page;
    if (!found->text)
        return answer_error(request, &found->error, "puzzle");
    if (!page_json_begin(&page))
        return false;
    json_begin(&page.json, '{');
    json_key(&page.json, "start");
    json_text(&page.json, found->text);
    json_key(&page.json, "scene");
    write_state_scene(&page.json, puzzle, found->text);
    if (found->has_depth) {
        json_key(&page.json, "depth");
        json_count(&page.json, found->depth);
    }
    json_key(&page.json, "seed");
    json_count(&page.json, seed);
    json_finish(&page.json);
    return answer_json(request, HTTP_OK, &page);
}

static bool search_start(struct request *request, const char *how, uint64_t depth, uint64_t seed) {
    bool result;
    struct found_start found = {0};
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    fewest_graph *graph = fewest_has_start(puzzle) ? around_start(request, puzzle, 0, 1, &found.error) : NULL;
    const bool compiled = graph || !fewest_has_start(puzzle); /* else what is wrong is known already */
    fewest_graph_free(graph);
    if (!compiled)
        found.text = NULL;
    else if (strcmp(how, "random") == 0)
        find_random(puzzle, seed, &found);
    else if (strcmp(how, "depth") == 0)
        find_depth(request, puzzle, depth, seed, &found);
    else
        find_hardest(request, puzzle, &found);
    result = answer_start(request, puzzle, &found, seed);
    free(found.text);
    fewest_puzzle_free(puzzle);
    return result;
}

bool choose_start(struct request *request) {
    bool result;
    uint64_t depth, seed;
    const char *how = parameter(request, "how");
    if (!how || (strcmp(how, "random") != 0 && strcmp(how, "depth") != 0 && strcmp(how, "hardest") != 0))
        return answer_problem(request, HTTP_BAD_REQUEST, "how is random, depth or hardest",
                              "the request does not say which start is wanted");
    if (!count_parameter(request, "depth", 0, &depth, &result) || !count_parameter(request, "seed", 1, &seed, &result))
        return result;
    const char *given = parameter(request, "depth");
    if (strcmp(how, "depth") == 0 && (!given || !*given))
        return answer_problem(request, HTTP_BAD_REQUEST, "expected a whole number, such as depth=12",
                              "the request does not say which depth is wanted");
    if (depth > MOST_DEPTH)
        return answer_problem(request, HTTP_BAD_REQUEST, "", "depth is at most %d", MOST_DEPTH);
    struct runs *runs = &request->site->runs;
    if (!runs_enter(runs))
        return answer_busy(request);
    result = search_start(request, how, depth, seed);
    runs_leave(runs);
    return result;
}
