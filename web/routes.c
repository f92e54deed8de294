/* The paths, as a table. A '#' stands for the number of a run. What is no path of the API is a file of the page. */
#include "web/routes.h"

#include "web/files.h"
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
    {"POST", "api/start", choose_start, true},
    {"POST", "api/moves", list_moves, true},
    {"POST", "api/scene", show_scene, true},
    {"POST", "api/graph", show_graph, true},
    {"POST", "api/solve", begin_solve, true},
    {"POST", "api/explore", begin_explore, true},
    {"GET", "api/run/#", show_run, false},
    {"GET", "api/run/#/events", stream_events, false},
    {"POST", "api/run/#/stop", stop_run, false},
    {"GET", "api/run/#/solution.txt", download_text, false},
    {"GET", "api/run/#/solution.json", download_json, false},
    {"GET", "api/run/#/solution.svg", download_svg, false},
};
enum { ROUTE_COUNT = sizeof routes / sizeof *routes };

static bool matches(const char *pattern, const char *path) {
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

static const char *type_of(const char *name) {
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".svg", "image/svg+xml"}};
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
        if (strcmp(ending, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

static enum MHD_Result send_file(struct request *request) {
    const char *name = *request->path ? request->path : "index.html";
    for (size_t i = 0; i < web_file_count; i++)
        if (strcmp(web_files[i].name, name) == 0)
            return answer_constant(request, MHD_HTTP_OK, type_of(name), web_files[i].text, web_files[i].length);
    return answer_problem(request, MHD_HTTP_NOT_FOUND, "", "there is nothing at %.80s", name);
}

static bool is_method(const struct request *request, const char *method) {
    return strcmp(request->method, method) == 0 ||
           (strcmp(method, "GET") == 0 && strcmp(request->method, "HEAD") == 0);
}

enum MHD_Result route(struct request *request) {
    const char *wanted = "GET";
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        if (!matches(routes[i].path, request->path))
            continue;
        if (!is_method(request, routes[i].method)) {
            wanted = routes[i].method;
            return answer_problem(request, MHD_HTTP_METHOD_NOT_ALLOWED, "", "%s takes %s", request->path, wanted);
        }
        if (!routes[i].compiles)
            return routes[i].answer(request);
        struct runs *runs = &request->site->runs;
        if (!quick_enter(runs))
            return answer_later(request);
        enum MHD_Result result = routes[i].answer(request);
        quick_leave(runs);
        return result;
    }
    if (!is_method(request, wanted))
        return answer_problem(request, MHD_HTTP_METHOD_NOT_ALLOWED, "", "%.80s takes %s",
                              *request->path ? request->path : "the page", wanted);
    return send_file(request);
}
