/* What leads to a state, for searches that begin at the goal; and the goals themselves. */
#include "web/routes.h"

#include "web/puzzle_text.h"
#include "web/scenes.h"

#include <fewest/explore.h>
#include <stdlib.h>

enum { MOST_GOALS = 500, MOST_BEFORE = 5000, MOST_SCENES_BYTES = 8 << 20 }; /* what a page can show */

/* The state that an edge comes from; with_move: and the move itself. false: no memory. */
static bool write_state(struct json *json, const struct draw_plan *plan, fewest_graph *graph, fewest_edge edge, bool with_move) {
    const char *state = fewest_graph_node(graph, edge.from).state;
    if (!state || (with_move && !edge.word))
        return false;
    json_begin(json, '{');
    if (with_move) {
        json_key(json, "word");
        json_text(json, edge.word);
        json_key(json, "cost");
        json_count(json, edge.cost);
    }
    json_key(json, "state");
    json_text(json, state);
    json_key(json, "scene");
    write_scene(json, plan, state, NULL);
    json_end(json, '}');
    return true;
}

/* Nodes that a move leads from to node 0; without `to`, all of them: they are the goals. */
static bool write_states(struct page_json *page, const fewest_puzzle *puzzle, fewest_graph *graph, bool to) {
    struct draw_plan *plan = draw_plan_create(puzzle);
    const size_t count = to ? fewest_graph_edges(graph) : fewest_graph_nodes(graph);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        if (to && fewest_graph_to(graph, i) != 0)
            continue;
        if (plan && fflush(page->json.file) == 0 && page->made.length > MOST_SCENES_BYTES) {
            draw_plan_free(plan);
            plan = NULL; /* the others have no picture */
        }
        fewest_edge edge = {.from = i};
        if (to)
            edge = fewest_graph_edge(graph, i);
        good = write_state(&page->json, plan, graph, edge, to);
    }
    draw_plan_free(plan);
    return good;
}

static bool answer_states(struct request *request, const fewest_puzzle *puzzle, fewest_graph *graph, bool to) {
    struct page_json page;
    if (!page_json_begin(&page))
        return false;
    json_begin(&page.json, '{');
    json_key(&page.json, "states");
    json_begin(&page.json, '[');
    const bool good = write_states(&page, puzzle, graph, to);
    json_end(&page.json, ']');
    json_finish(&page.json);
    if (good)
        return answer_json(request, HTTP_OK, &page);
    free(page_json_end(&page));
    return answer_no_memory(request);
}

bool list_before(struct request *request) {
    fewest_error error = {0};
    bool result;
    const char *to = parameter(request, "to");
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    fewest_options options = {.size = sizeof options};
    quick_limits(request, &options.limits.memory, &options.limits.seconds);
    options.limits.depth = FEWEST_EXACTLY(to ? 1 : 0);
    options.limits.states = to ? MOST_BEFORE : MOST_GOALS;
    options.limits.progress = still_wanted;
    options.limits.context = request;
    fewest_graph *graph = fewest_graph_back(puzzle, to, &options, &error);
    if (!graph)
        result = answer_error(request, &error, "puzzle");
    else if (fewest_graph_nodes(graph) >= MOST_BEFORE) /* some may be left out */
        result = answer_problem(request, HTTP_UNPROCESSABLE, "", "too many states lead to this one");
    else
        result = answer_states(request, puzzle, graph, to != NULL);
    fewest_graph_free(graph);
    fewest_puzzle_free(puzzle);
    return result;
}
