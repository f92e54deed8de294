/* The paths, as a table. A '#' stands for the number of a run. What is none of these, whoever carries the answers has: the server
 * files and streams. */
#include "web/routes.h"

#include "web/site.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *method, *path;
    handler *answer;
    bool compiles; /* a puzzle: only some of these at once */
} routes[] = {
    {"GET", "api/puzzles", list_puzzles, false},
    {"GET", "api/puzzle", show_puzzle, false},
    {"POST", "api/check", check_puzzle, true},
    {"POST", "api/rules", show_rules, true},
    {"POST", "api/start", choose_start, true},
    {"POST", "api/moves", list_moves, true},
    {"POST", "api/before", list_before, true},
    {"POST", "api/scene", show_scene, true},
    {"POST", "api/graph", show_graph, true},
    {"POST", "api/solve", begin_solve, true},
    {"POST", "api/explore", begin_explore, true},
    {"POST", "api/prove", begin_prove, true},
    {"POST", "api/table", begin_table, true},
    {"POST", "api/distance", look_up, true},
    {"GET", "api/run/#", show_run, false},
    {"POST", "api/run/#/stop", stop_run, false},
    {"GET", "api/run/#/solution.txt", download_text, false},
    {"GET", "api/run/#/solution.json", download_json, false},
    {"GET", "api/run/#/solution.svg", download_svg, false},
};
enum { ROUTE_COUNT = sizeof routes / sizeof *routes };

bool path_matches(const char *pattern, const char *path) {
    for (; *pattern; pattern++) {
        if (*pattern == '#') {
            if (!isdigit((unsigned char)*path))
                return false;
            while (isdigit((unsigned char)*path))
                path++;
        } else if (*path++ != *pattern) {
            return false;
        }
    }
    return *path == 0;
}

bool is_method(const struct request *request, const char *method) {
    return strcmp(request->method, method) == 0 ||
           (strcmp(method, "GET") == 0 && strcmp(request->method, "HEAD") == 0);
}

bool route(struct request *request) {
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        if (!path_matches(routes[i].path, request->path))
            continue;
        if (!is_method(request, routes[i].method))
            return answer_problem(request, HTTP_METHOD_NOT_ALLOWED, "", "%s takes %s", request->path,
                                  routes[i].method);
        if (!routes[i].compiles)
            return routes[i].answer(request);
        struct runs *runs = &request->site->runs;
        if (!quick_enter(runs))
            return answer_later(request);
        bool result = routes[i].answer(request);
        quick_leave(runs);
        return result;
    }
    return answer_otherwise(request);
}
