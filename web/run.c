/* Requests about a run: its state, its end, and what can be downloaded of it. */
#include "web/run.h"

#include "json/answer.h"

#include <stdlib.h>
#include <string.h>

struct run *requested_run(struct request *request, bool *answered) {
    const char *number = request->path + strlen("api/run/");
    struct run *run = run_hold(&request->site->runs, strtoull(number, NULL, 10));
    if (!run)
        *answered = answer_problem(request, HTTP_NOT_FOUND, "old runs are dropped: solve again",
                                   "there is no run of this number");
    return run;
}

bool begin_run(struct request *request, run_work *work, void *job, void (*release)(void *job)) {
    struct page_json page;
    bool full;
    struct run *run = run_begin(&request->site->runs, work, job, &full);
    if (!run) {
        release(job);
        return full ? answer_busy(request)
                    : answer_problem(request, HTTP_SERVICE_UNAVAILABLE, "", "the search could not be begun");
    }
    uint64_t id = run->id;
    run_release(run);
    if (!page_json_begin(&page))
        return false;
    json_begin(&page.json, '{');
    json_key(&page.json, "run");
    json_count(&page.json, id);
    json_finish(&page.json);
    return answer_json(request, HTTP_ACCEPTED, &page);
}

/* Where the layers are very many, as in a maze, every so manieth stands for all: the page cannot show more. */
enum { MOST_LAYERS = 2000 };

static bool goes_by_sums(const fewest_statistics *so_far) {
    static const char *const words[] = {"astar", "idastar", "dijkstra"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (so_far->algorithm && strcmp(so_far->algorithm, words[i]) == 0)
            return true;
    return false;
}

/* "layers": states at each depth, for each side; "levels": pairs of a sum of cost and bound and the states expanded. */
static void write_layers(struct json *json, const fewest_statistics *so_far) {
    const bool sums = goes_by_sums(so_far);
    const size_t every = so_far->layer_count / MOST_LAYERS + 1;
    json_key(json, "every");
    json_count(json, every);
    json_key(json, "layers");
    json_begin(json, '[');
    for (unsigned side = 0; side < 2; side++) {
        json_begin(json, '[');
        for (size_t i = 0; i < so_far->layer_count && !sums; i++) {
            const fewest_layer *layer = &so_far->layers[i];
            if (layer->side == side && layer->depth % every == 0)
                json_count(json, layer->states);
        }
        json_end(json, ']');
    }
    json_end(json, ']');
    json_key(json, "levels");
    json_begin(json, '[');
    for (size_t i = 0; i < so_far->layer_count && sums; i += every) {
        json_begin(json, '[');
        json_count(json, so_far->layers[i].depth);
        json_count(json, so_far->layers[i].states);
        json_end(json, ']');
    }
    json_end(json, ']');
}

char *progress_json(const fewest_statistics *so_far) {
    struct page_json page;
    if (!page_json_begin(&page))
        return NULL;
    struct json *json = &page.json;
    json_begin(json, '{');
    json_progress(json, so_far);
    json_key(json, "frontiers");
    json_begin(json, '[');
    json_count(json, so_far->frontiers[0]);
    json_count(json, so_far->frontiers[1]);
    json_end(json, ']');
    write_layers(json, so_far);
    /* an exploration by whole words of states does not count what it generates */
    const uint64_t done = so_far->generated ? so_far->generated : so_far->remembered;
    json_key(json, "rate");
    json_number(json, so_far->seconds > 0 ? (double)done / so_far->seconds : 0);
    json_end(json, '}');
    return page_json_end(&page);
}

/* A text of the run, copied under the lock. NULL: it has none (yet), or no memory. */
static char *copy_text(struct run *run, char *const *place) {
    pthread_mutex_lock(&run->runs->lock);
    char *copy = run->done && *place ? strdup(*place) : NULL;
    pthread_mutex_unlock(&run->runs->lock);
    return copy;
}

bool show_run(struct request *request) {
    bool result;
    struct page_json page;
    struct run *run = requested_run(request, &result);
    if (!run)
        return result;
    char *text = copy_text(run, &run->result);
    if (text) {
        result = answer_text(request, HTTP_OK, "application/json", text, strlen(text), NULL);
    } else if (page_json_begin(&page)) {
        pthread_mutex_lock(&run->runs->lock);
        json_begin(&page.json, '{');
        json_key(&page.json, "running");
        json_bool(&page.json, true);
        json_key(&page.json, "progress");
        json_raw(&page.json, run->progress ? run->progress : "null");
        json_finish(&page.json);
        pthread_mutex_unlock(&run->runs->lock);
        result = answer_json(request, HTTP_OK, &page);
    } else {
        result = false;
    }
    run_release(run);
    return result;
}

bool stop_run(struct request *request) {
    static const char stopping[] = "{\"status\":\"stopping\"}\n";
    bool result;
    struct run *run = requested_run(request, &result);
    if (!run)
        return result;
    run_stop(run);
    run_release(run);
    return answer_constant(request, HTTP_OK, "application/json", stopping, sizeof stopping - 1);
}

static bool send_download(struct request *request, enum download kind) {
    static const struct {
        const char *type, *disposition;
    } forms[DOWNLOAD_COUNT] = {
        [DOWNLOAD_TEXT] = {"text/plain; charset=utf-8", "attachment; filename=\"solution.txt\""},
        [DOWNLOAD_JSON] = {"application/json", "attachment; filename=\"solution.json\""},
        [DOWNLOAD_SVG] = {"image/svg+xml", "attachment; filename=\"solution.svg\""},
    };
    const char *const headers[] = {"Content-Disposition", forms[kind].disposition, NULL};
    bool result;
    struct run *run = requested_run(request, &result);
    if (!run)
        return result;
    char *text = copy_text(run, &run->downloads[kind]);
    run_release(run);
    if (!text)
        return answer_problem(request, HTTP_NOT_FOUND, "it must be done, and solved", "this run has no solution to download");
    return answer_text(request, HTTP_OK, forms[kind].type, text, strlen(text), headers);
}

bool download_text(struct request *request) {
    return send_download(request, DOWNLOAD_TEXT);
}

bool download_json(struct request *request) {
    return send_download(request, DOWNLOAD_JSON);
}

bool download_svg(struct request *request) {
    return send_download(request, DOWNLOAD_SVG);
}

char *failure_json(const fewest_error *error) {
    struct page_json page;
    if (!page_json_begin(&page))
        return NULL;
    json_begin(&page.json, '{');
    json_key(&page.json, "running");
    json_bool(&page.json, false);
    json_key(&page.json, "status");
    json_text(&page.json, "error");
    write_error(&page.json, error, "puzzle");
    json_end(&page.json, '}');
    return page_json_end(&page);
}
