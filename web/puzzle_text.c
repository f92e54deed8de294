/* Puzzles from requests, and what is found at once. */
#include "web/puzzle_text.h"

#include "import/import.h"
#include "web/site.h"

#include <fewest/explore.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK_SECONDS = 10, QUICK_BYTES = 256 << 20 };

/* The puzzle may outlive its request, so that it knows of the site only. */
static bool site_is_open(void *context, const fewest_statistics *so_far) {
    const struct site *site = context;
    (void)so_far;
    return !site->runs.closing;
}

bool is_imported(const struct request *request) {
    return import_kind(request->body, request->length, NULL) != NULL;
}

static fewest_puzzle *parse(const struct request *request, fewest_error *error) {
    fewest_limits limits = {0};
    quick_limits(request, &limits.memory, &limits.seconds);
    limits.progress = site_is_open;
    limits.context = request->site;
    if (!is_imported(request))
        return fewest_parse_within(request->body, request->length, "puzzle", &limits, error);
    char *rules = import_rules(request->body, request->length, "puzzle", NULL, error);
    fewest_puzzle *puzzle = rules ? fewest_parse_within(rules, strlen(rules), "puzzle (as rules)", &limits, error) : NULL;
    free(rules);
    return puzzle;
}

fewest_puzzle *requested_puzzle(struct request *request, bool *answered) {
    const char *start = parameter(request, "start");
    fewest_error error = {0};
    if (request->length == 0) {
        *answered = answer_problem(request, HTTP_BAD_REQUEST, "send the text of the puzzle as the body",
                                   "there is no puzzle");
        return NULL;
    }
    fewest_puzzle *puzzle = parse(request, &error);
    if (!puzzle) {
        *answered = answer_error(request, &error, "puzzle");
    } else if (start && !fewest_set_start(puzzle, start, &error)) {
        *answered = answer_error(request, &error, "start");
        fewest_puzzle_free(puzzle);
        puzzle = NULL;
    }
    return puzzle;
}

char *requested_rules(const struct request *request, bool *imported, fewest_error *error) {
    *imported = is_imported(request);
    return *imported ? import_rules(request->body, request->length, "puzzle", NULL, error) : strdup(request->body);
}

void quick_limits(const struct request *request, uint64_t *memory, double *seconds) {
    const struct web_limits *limits = &request->site->limits;
    *memory = limits->memory < QUICK_BYTES ? limits->memory : QUICK_BYTES;
    *seconds = limits->seconds < QUICK_SECONDS ? limits->seconds : QUICK_SECONDS;
}

fewest_graph *around_start(struct request *request, fewest_puzzle *puzzle, uint64_t depth, uint64_t states,
                           fewest_error *error) {
    fewest_options options = {.size = sizeof options};
    quick_limits(request, &options.limits.memory, &options.limits.seconds);
    options.limits.depth = FEWEST_EXACTLY(depth);
    options.limits.states = states;
    options.limits.progress = still_wanted;
    options.limits.context = request;
    return fewest_graph_around(puzzle, &options, error);
}
