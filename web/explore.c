/* Exploring the whole space, in a run. */
#include "web/run.h"

#include "web/puzzle_text.h"

#include <fewest/explore.h>
#include <stdlib.h>

enum { MOST_SHOWN = 12 }; /* of the deepest states */

struct explore_job {
    fewest_puzzle *puzzle;
    fewest_explore_options options;
};

static void free_job(void *context) {
    struct explore_job *job = context;
    fewest_puzzle_free(job->puzzle);
    free(job);
}

static bool report(void *context, const fewest_statistics *so_far) {
    return run_tell(context, progress_json(so_far));
}

/* false: there was no memory for it. */
static bool write_exploration(struct json *json, fewest_exploration *exploration) {
    const size_t hardest = fewest_exploration_hardest(exploration);
    bool good = true;
    const fewest_statistics *statistics = fewest_exploration_statistics(exploration);
    fewest_status status = fewest_exploration_status(exploration);
    size_t layers = fewest_exploration_layers(exploration);
    json_key(json, "status");
    json_text(json, status == FEWEST_SOLVED ? "explored" : fewest_status_word(status));
    json_key(json, "limit");
    json_text(json, status == FEWEST_LIMIT ? fewest_limit_word(fewest_exploration_limit(exploration)) : NULL);
    json_key(json, "states");
    json_count(json, fewest_exploration_states(exploration));
    json_key(json, "depths");
    json_begin(json, '[');
    for (size_t depth = 0; depth < layers; depth++)
        json_count(json, fewest_exploration_layer(exploration, depth));
    json_end(json, ']');
    json_key(json, "max_depth");
    json_count(json, layers ? layers - 1 : 0);
    json_key(json, "method");
    json_text(json, fewest_method_word(fewest_exploration_method(exploration)));
    json_key(json, "hardest");
    json_begin(json, '[');
    for (size_t i = 0; i < hardest && good; i++) {
        const char *state = fewest_exploration_state(exploration, i);
        good = state != NULL;
        json_text(json, state);
    }
    json_end(json, ']');
    json_key(json, "seconds");
    json_seconds(json, statistics->seconds);
    json_key(json, "peak_bytes");
    json_count(json, statistics->peak_bytes);
    return good;
}

static char *exploration_text(fewest_exploration *exploration) {
    struct page_json page;
    if (!page_json_begin(&page))
        return NULL;
    json_begin(&page.json, '{');
    json_key(&page.json, "running");
    json_bool(&page.json, false);
    const bool good = write_exploration(&page.json, exploration);
    json_end(&page.json, '}');
    char *text = page_json_end(&page);
    if (good)
        return text;
    free(text);
    return NULL;
}

static void work(struct run *run, void *context) {
    struct explore_job *job = context;
    fewest_error error = {0};
    job->options.limits.progress = report;
    job->options.limits.context = run;
    fewest_exploration *exploration = fewest_explore(job->puzzle, &job->options, &error);
    if (exploration)
        run_tell(run, progress_json(fewest_exploration_statistics(exploration)));
    char *result = NULL;
    if (exploration) {
        result = exploration_text(exploration);
        error.status = FEWEST_SYSTEM;
        snprintf(error.message, sizeof error.message, "there is not enough memory to show the answer");
    }
    run->result = result ? result : failure_json(&error);
    fewest_exploration_free(exploration);
    free_job(job);
}

bool begin_explore(struct request *request) {
    bool result;
    const struct web_limits *limits = &request->site->limits;
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    struct explore_job *job = malloc(sizeof *job);
    if (!job) {
        fewest_puzzle_free(puzzle);
        return false;
    }
    *job = (struct explore_job){puzzle, {.size = sizeof(fewest_explore_options)}};
    job->options.hardest = MOST_SHOWN;
    job->options.limits.memory = limits->memory;
    job->options.limits.seconds = limits->seconds;
    return begin_run(request, work, job, free_job);
}
