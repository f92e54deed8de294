/* The whole graph of a small space, and the order in which a search reaches its states. */
#include "web/routes.h"

#include "web/options.h"
#include "web/puzzle_text.h"
#include "web/site.h"

#include <fewest/explore.h>
#include <stdlib.h>

enum { MOST_NODES = 5000, MOST_TICKS = 20000 };

/* What a search reached, as it went: each tick is one expansion. The graph was made from the same handle, so that both
 * pack states alike. */
struct trace {
    struct request *request;
    const fewest_graph *graph;
    struct json json;
    size_t ticks;
    bool cut;
};

static bool search_is_wanted(void *context, const fewest_statistics *so_far) {
    const struct trace *trace = context;
    return still_wanted(trace->request, so_far);
}

static void note_tick(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t words,
                      size_t count) {
    struct trace *trace = context;
    struct json *json = &trace->json;
    if (trace->ticks == MOST_TICKS) {
        trace->cut = true;
        return;
    }
    trace->ticks++;
    json_begin(json, '{');
    json_key(json, "side");
    json_count(json, side);
    json_key(json, "depth");
    json_count(json, depth);
    json_key(json, "nodes");
    json_begin(json, '[');
    for (size_t i = 0; i < count; i++) {
        size_t node = fewest_graph_find(trace->graph, states + i * words);
        if (node != SIZE_MAX)
            json_count(json, node); /* backwards there may be states that the start does not lead to */
    }
    json_end(json, ']');
    json_end(json, '}');
}

/* false: a text cannot be had, for want of memory. */
static bool write_graph(struct json *json, fewest_graph *graph) {
    json_key(json, "nodes");
    json_begin(json, '[');
    for (size_t i = 0; i < fewest_graph_nodes(graph); i++) {
        fewest_node node = fewest_graph_node(graph, i);
        if (!node.state)
            return false;
        json_begin(json, '{');
        json_key(json, "state");
        json_text(json, node.state);
        json_key(json, "depth");
        json_count(json, node.depth);
        json_key(json, "goal");
        json_bool(json, node.is_goal);
        json_end(json, '}');
    }
    json_end(json, ']');
    json_key(json, "edges");
    json_begin(json, '[');
    for (size_t i = 0; i < fewest_graph_edges(graph); i++) {
        fewest_edge edge = fewest_graph_edge(graph, i);
        if (!edge.word)
            return false;
        json_begin(json, '[');
        json_count(json, edge.from);
        json_count(json, edge.to);
        json_text(json, edge.word);
        json_end(json, ']');
    }
    json_end(json, ']');
    json_key(json, "truncated");
    json_bool(json, !fewest_graph_is_whole(graph));
    return true;
}

/* The nodes of the path that was found. false: there was no memory for it. */
static bool write_way(struct json *json, const fewest_graph *graph, const fewest_answer *answer) {
    bool solved = answer && fewest_answer_status(answer) == FEWEST_SOLVED;
    json_key(json, "status");
    json_text(json, answer ? fewest_status_word(fewest_answer_status(answer)) : NULL);
    json_key(json, "algorithm");
    json_text(json, answer ? fewest_answer_statistics(answer)->algorithm : NULL);
    json_key(json, "path");
    json_begin(json, '[');
    for (size_t step = 0; solved && step <= fewest_answer_length(answer); step++) {
        const uint64_t *words = fewest_answer_words(answer, 0, step);
        if (!words)
            return false;
        size_t node = fewest_graph_find(graph, words);
        if (node != SIZE_MAX)
            json_count(json, node);
    }
    json_end(json, ']');
    return true;
}

/* Only where the whole graph is there, and a goal: otherwise a search would leave the picture at once. false: there was no
 * memory for it. */
static bool write_search(struct json *json, struct request *request, fewest_puzzle *puzzle, const fewest_graph *graph,
                         fewest_options options) {
    struct trace trace = {.request = request, .graph = graph, .json = *json};
    fewest_error error = {0};
    fewest_answer *answer = NULL;
    options.trace = note_tick;
    options.limits.progress = search_is_wanted;
    options.limits.context = &trace;
    json_key(&trace.json, "order");
    json_begin(&trace.json, '[');
    if (fewest_graph_is_whole(graph) && fewest_has_goal(puzzle))
        answer = fewest_solve(puzzle, &options, &error);
    json_end(&trace.json, ']');
    *json = trace.json;
    json_key(json, "cut");
    json_bool(json, trace.cut);
    const bool good = (answer || error.status != FEWEST_SYSTEM) && write_way(json, graph, answer);
    fewest_answer_free(answer);
    return good;
}

static bool answer_graph(struct request *request, fewest_puzzle *puzzle, const fewest_options *options) {
    fewest_error error = {0};
    struct page_json page;
    fewest_graph *graph = around_start(request, puzzle, UINT64_MAX, MOST_NODES, &error);
    if (!graph)
        return answer_error(request, &error, "puzzle");
    bool result = false;
    if (page_json_begin(&page)) {
        json_begin(&page.json, '{');
        if (!write_graph(&page.json, graph) || !write_search(&page.json, request, puzzle, graph, *options)) {
            free(page_json_end(&page));
            fewest_graph_free(graph);
            return answer_no_memory(request);
        }
        json_finish(&page.json);
        result = answer_json(request, HTTP_OK, &page);
    }
    fewest_graph_free(graph);
    return result;
}

bool show_graph(struct request *request) {
    bool result;
    fewest_options options;
    double seconds;
    uint64_t memory;
    if (!search_options(request, &options, &result))
        return result;
    quick_limits(request, &memory, &seconds);
    if (options.limits.seconds > seconds)
        options.limits.seconds = seconds;
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    if (runs_enter(&request->site->runs)) {
        result = answer_graph(request, puzzle, &options);
        runs_leave(&request->site->runs);
    } else {
        result = answer_busy(request);
    }
    fewest_puzzle_free(puzzle);
    return result;
}
