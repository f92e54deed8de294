/* The same handlers as those of the server; here their answers are kept as text. */
#include "web/wasm/worker.h"

#include "web/routes.h"
#include "web/site.h"

#include <stdlib.h>
#include <string.h>

struct worker {
    struct site site;
    worker_listener *told;
    const char *parameters;
    size_t size;
    char *text; /* the answer */
    size_t length;
    unsigned status;
};

static bool tell(void *context, const char *progress) {
    const struct worker *worker = context;
    return worker->told(progress);
}

struct worker *worker_create(double memory, double seconds, worker_listener *told) {
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->told = told;
    worker->site.limits = (struct web_limits){.memory = (uint64_t)memory, .seconds = seconds, .searches = 1};
    runs_init_alone(&worker->site.runs, tell, worker);
    tables_init(&worker->site.tables);
    return worker;
}

void worker_free(struct worker *worker) {
    if (!worker)
        return;
    runs_free(&worker->site.runs);
    tables_free(&worker->site.tables);
    free(worker->text);
    free(worker);
}

const char *worker_ask(struct worker *worker, const char *method, const char *path, const char *parameters, size_t size,
                       const char *body, size_t length) {
    struct request request = {.site = &worker->site, .connection = worker, .method = method, .path = path};
    free(worker->text);
    worker->text = NULL;
    worker->length = 0;
    worker->status = HTTP_INTERNAL_SERVER_ERROR;
    worker->parameters = parameters;
    worker->size = size;
    if (length > MOST_BODY) {
        answer_problem(&request, HTTP_TOO_LARGE, "", "the text is longer than four megabytes");
        return worker->text;
    }
    request.body = malloc(length + 1);
    if (!request.body)
        return NULL;
    memcpy(request.body, body, length);
    request.body[length] = 0;
    request.length = length;
    route(&request);
    free(request.body);
    worker->parameters = NULL;
    return worker->text;
}

unsigned worker_status(const struct worker *worker) {
    return worker->status;
}

size_t worker_length(const struct worker *worker) {
    return worker->length;
}

/* ---- What handlers ask of whoever carries their answers */

const char *parameter(const struct request *request, const char *name) {
    const struct worker *worker = request->connection;
    const char *at = worker->parameters, *const end = at + worker->size;
    while (at < end) {
        const char *value = at + strlen(at) + 1;
        if (value >= end)
            return NULL;
        if (strcmp(at, name) == 0)
            return value;
        at = value + strlen(value) + 1;
    }
    return NULL;
}

bool still_wanted(void *context, const fewest_statistics *so_far) {
    const struct request *request = context;
    (void)so_far;
    return tell(request->connection, NULL);
}

bool answer_text(struct request *request, unsigned status, const char *type, char *text, size_t length,
                 const char *const *headers) {
    struct worker *worker = request->connection;
    (void)type;
    (void)headers;
    free(worker->text);
    worker->text = text;
    worker->length = text ? length : 0;
    worker->status = status;
    return text != NULL;
}

bool answer_constant(struct request *request, unsigned status, const char *type, const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return answer_text(request, status, type, copy, length, NULL);
}

bool answer_otherwise(struct request *request) {
    return answer_problem(request, HTTP_NOT_FOUND, "", "there is nothing at %.80s", request->path);
}
