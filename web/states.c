/* A state and its surroundings: what a puzzle is made of, or what is wrong with it as it is typed; the moves of a state;
 * its picture. */
#include "web/routes.h"

#include "web/puzzle_text.h"
#include "web/scenes.h"

#include <fewest/explore.h>
#include <fewest/pictures.h>
#include <stdlib.h>

enum { MOST_MOVES = 5000, MOST_SCENES_BYTES = 8 << 20 }; /* of one state: what a page can show */

/* ---- check */

static void write_pieces(struct json *json, const fewest_puzzle *puzzle, const fewest_parts *parts) {
    json_key(json, "rows");
    json_count(json, parts->rows);
    json_key(json, "columns");
    json_count(json, parts->columns);
    json_key(json, "pieces");
    json_begin(json, '[');
    for (size_t i = 0; i < parts->board_pieces; i++)
        json_text(json, fewest_piece(puzzle, parts->board_piece[i]));
    json_end(json, ']');
    json_key(json, "variables");
    json_begin(json, '[');
    for (size_t i = 0; i < parts->vars; i++) {
        fewest_var var = fewest_var_at(puzzle, i);
        json_begin(json, '{');
        json_key(json, "name");
        json_text(json, var.name);
        json_key(json, "values");
        json_begin(json, '[');
        for (size_t k = 0; k < var.count; k++)
            json_text(json, fewest_piece(puzzle, var.values[k]));
        json_end(json, ']');
        json_end(json, '}');
    }
    json_end(json, ']');
}

/* The piece in each cell of the start, and the value of each var: with these a new start can be written. */
static void write_cells(struct json *json, const fewest_puzzle *puzzle, const fewest_parts *parts, const uint16_t *values,
                        size_t count) {
    const size_t cells = parts->rows * parts->columns;
    json_key(json, "editable");
    json_bool(json, values && count == cells + parts->vars && count > 0);
    for (int part = 0; part < 2; part++) {
        json_key(json, part ? "values" : "cells");
        json_begin(json, '[');
        for (size_t i = part ? cells : 0; values && i < (part ? count : cells) && i < count; i++)
            json_text(json, values[i] < parts->pieces ? fewest_piece(puzzle, values[i]) : NULL);
        json_end(json, ']');
    }
}

/* The drawing of the goal as a picture, or null; and whether it says what is in every cell. */
static void write_goal(struct json *json, const fewest_puzzle *puzzle, const uint16_t *values) {
    struct draw_plan *plan = draw_plan_create(puzzle);
    bool whole = true;
    char *text = plan ? draw_goal_state(plan, values, &whole) : NULL;
    json_key(json, "goal_scene");
    write_scene(json, plan, text, NULL);
    json_key(json, "goal_whole");
    json_bool(json, whole);
    free(text);
    draw_plan_free(plan);
}

static void write_algorithms(struct json *json) {
    static const char *const algorithms[][2] = {
#define ROW(name, word, meaning) {word, meaning},
        FEWEST_ALGORITHMS(ROW)
#undef ROW
    };
    json_key(json, "algorithms");
    json_begin(json, '[');
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        json_begin(json, '{');
        json_key(json, "name");
        json_text(json, algorithms[i][0]);
        json_key(json, "meaning");
        json_text(json, algorithms[i][1]);
        json_end(json, '}');
    }
    json_end(json, ']');
}

#define NOTHING ""
#define TEXT "text"
#define COUNT "count"
#define SECONDS "seconds"
/* What a report of progress has, for the page to show. */
static void write_statistics(struct json *json) {
    static const char *const rows[][3] = {
#define ROW(in_answer, in_progress, type, name, meaning) {in_progress, #name, meaning},
        FEWEST_STATISTICS(ROW)
#undef ROW
    };
    static const char *const keys[] = {"kind", "name", "meaning"};
    json_key(json, "statistics");
    json_begin(json, '[');
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!*rows[i][0])
            continue;
        json_begin(json, '{');
        for (size_t k = 0; k < 3; k++) {
            json_key(json, keys[k]);
            json_text(json, rows[i][k]);
        }
        json_end(json, '}');
    }
    json_end(json, ']');
}

static bool answer_checked(struct request *request, const fewest_puzzle *puzzle, const char *start) {
    struct page_json page;
    fewest_error error = {0};
    fewest_parts parts = fewest_parts_of(puzzle);
    size_t count = 0;
    uint16_t *values = start && !parts.is_string ? fewest_read_state(puzzle, start, &count, &error) : NULL;
    if (!values && error.status == FEWEST_SYSTEM)
        return answer_no_memory(request); /* it may well be one to be edited */
    if (!page_json_begin(&page)) {
        fewest_free(values);
        return false;
    }
    struct json *json = &page.json;
    json_begin(json, '{');
    json_key(json, "title");
    json_text(json, fewest_title(puzzle));
    json_key(json, "start");
    json_text(json, start);
    json_key(json, "goal");
    json_bool(json, fewest_has_goal(puzzle));
    json_key(json, "imported");
    json_bool(json, is_imported(request));
    json_key(json, "scene");
    write_state_scene(json, puzzle, start);
    write_goal(json, puzzle, count >= parts.rows * parts.columns ? values : NULL);
    write_pieces(json, puzzle, &parts);
    write_cells(json, puzzle, &parts, values, count);
    fewest_free(values);
    write_algorithms(json);
    write_statistics(json);
    json_finish(json);
    return answer_json(request, HTTP_OK, &page);
}

bool check_puzzle(struct request *request) {
    fewest_error error = {0};
    bool result;
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    bool has_start = fewest_has_start(puzzle);
    fewest_graph *graph = has_start ? around_start(request, puzzle, 0, 1, &error) : NULL;
    if (has_start && !graph)
        result = answer_error(request, &error, "puzzle");
    else if (has_start && !fewest_graph_node(graph, 0).state)
        result = answer_no_memory(request);
    else
        result = answer_checked(request, puzzle, graph ? fewest_graph_node(graph, 0).state : NULL);
    fewest_graph_free(graph);
    fewest_puzzle_free(puzzle);
    return result;
}

/* ---- moves and scene */

/* What is written of each state: its lower bound, where it was asked for. */
static void write_bound(struct json *json, const uint32_t *bounds, size_t node) {
    if (!bounds)
        return;
    json_key(json, "bound");
    if (bounds[node] == UINT32_MAX)
        json_text(json, NULL); /* null: no goal can be reached from there */
    else
        json_count(json, bounds[node]);
}

/* A track for each move: from the state itself to where the move leads. */
static void write_move(struct json *json, const struct draw_plan *plan, const char *state, fewest_edge edge,
                       const char *next, const uint32_t *bounds) {
    struct draw_track *track = draw_track_create();
    fewest_error ignored = {0};
    if (plan && track)
        draw_scene_free(draw_scene_of(plan, state, track, &ignored));
    json_begin(json, '{');
    json_key(json, "word");
    json_text(json, edge.word);
    json_key(json, "cost");
    json_count(json, edge.cost);
    json_key(json, "state");
    json_text(json, next);
    write_bound(json, bounds, edge.to);
    json_key(json, "scene");
    write_scene(json, plan, next, track);
    json_end(json, '}');
    draw_track_free(track);
}

/* false: a text cannot be had, for want of memory. */
static bool write_moves(struct page_json *page, const fewest_puzzle *puzzle, fewest_graph *graph, const uint32_t *bounds) {
    struct json *json = &page->json;
    struct draw_plan *plan = draw_plan_create(puzzle);
    fewest_node start = fewest_graph_node(graph, 0);
    bool good = start.state != NULL;
    json_key(json, "state");
    json_text(json, start.state);
    json_key(json, "scene");
    write_scene(json, plan, start.state, NULL);
    json_key(json, "goal");
    json_bool(json, start.is_goal);
    write_bound(json, bounds, 0);
    json_key(json, "moves");
    json_begin(json, '[');
    for (size_t i = 0; good && i < fewest_graph_edges(graph); i++) {
        fewest_edge edge = fewest_graph_edge(graph, i);
        if (edge.from != 0)
            break;
        if (plan && fflush(json->file) == 0 && page->made.length > MOST_SCENES_BYTES) {
            draw_plan_free(plan);
            plan = NULL; /* the others have no picture */
        }
        const char *next = fewest_graph_node(graph, edge.to).state;
        good = edge.word && next;
        if (good)
            write_move(json, plan, start.state, edge, next, bounds);
    }
    json_end(json, ']');
    draw_plan_free(plan);
    return good;
}

static bool answer_moves(struct request *request, const fewest_puzzle *puzzle, fewest_graph *graph, const uint32_t *bounds) {
    struct page_json page;
    if (!page_json_begin(&page))
        return false;
    json_begin(&page.json, '{');
    const bool good = write_moves(&page, puzzle, graph, bounds);
    json_finish(&page.json);
    if (good)
        return answer_json(request, HTTP_OK, &page);
    free(page_json_end(&page));
    return answer_no_memory(request);
}

/* The bounds of the state and of those that its moves lead to, without tables: these would have to be made for every request. */
static bool answer_bounded_moves(struct request *request, const fewest_puzzle *puzzle, fewest_graph *graph) {
    fewest_error error = {0};
    fewest_options options = {.size = sizeof options, .bound_memory = FEWEST_ZERO};
    quick_limits(request, &options.limits.memory, &options.limits.seconds);
    options.limits.progress = still_wanted;
    options.limits.context = request;
    uint32_t *bounds = malloc(fewest_graph_nodes(graph) * sizeof *bounds);
    if (!bounds)
        return answer_no_memory(request);
    bool result = fewest_graph_bounds(graph, &options, bounds, &error) ? answer_moves(request, puzzle, graph, bounds)
                                                                        : answer_error(request, &error, "puzzle");
    free(bounds);
    return result;
}

bool list_moves(struct request *request) {
    fewest_error error = {0};
    bool result;
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    fewest_graph *graph = around_start(request, puzzle, 1, MOST_MOVES, &error);
    if (!graph)
        result = answer_error(request, &error, "puzzle");
    else if (parameter(request, "bounds"))
        result = answer_bounded_moves(request, puzzle, graph);
    else
        result = answer_moves(request, puzzle, graph, NULL);
    fewest_graph_free(graph);
    fewest_puzzle_free(puzzle);
    return result;
}

/* Needs nothing compiled, so it is quick enough for every step of a solution. */
bool show_scene(struct request *request) {
    fewest_error error = {0};
    bool result;
    struct page_json page;
    const char *start = parameter(request, "start");
    if (!start)
        return answer_problem(request, HTTP_BAD_REQUEST, "as ?start=...", "the request does not name a state");
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    struct draw_plan *plan = draw_plan_create(puzzle);
    struct draw_scene *scene = plan ? draw_scene_of(plan, start, NULL, &error) : NULL;
    if (!scene) {
        result = answer_error(request, &error, "start");
    } else if (page_json_begin(&page)) {
        json_begin(&page.json, '{');
        json_key(&page.json, "scene");
        draw_scene_json(&page.json, scene);
        json_finish(&page.json);
        result = answer_json(request, HTTP_OK, &page);
    } else {
        result = false;
    }
    draw_scene_free(scene);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
    return result;
}
