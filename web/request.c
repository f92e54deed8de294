/* Parameters and answers. */
#include "web/request.h"

#include "web/site.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Nothing from outside, nothing run that is not a file of the page, nothing kept by the browser or sent to others. */
static const char *const common_headers[] = {
    "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options", "nosniff",
    "Referrer-Policy", "no-referrer",
    "Cache-Control", "no-store",
    "Cross-Origin-Resource-Policy", "same-origin",
    "Cross-Origin-Opener-Policy", "same-origin",
    NULL,
};

const char *parameter(const struct request *request, const char *name) {
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

bool still_wanted(void *context, const fewest_statistics *so_far) {
    const struct request *request = context;
    char byte;
    (void)so_far;
    if (request->site->runs.closing)
        return false;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return !info || recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0; /* 0: it has closed its end */
}

bool count_parameter(struct request *request, const char *name, uint64_t standard, uint64_t *count,
                     enum MHD_Result *answered) {
    const char *text = parameter(request, name);
    char *end;
    *count = standard;
    if (!text || !*text)
        return true;
    errno = 0;
    *count = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == 0 && errno == 0)
        return true;
    *answered = answer_problem(request, MHD_HTTP_BAD_REQUEST, "expected a whole number, such as 12", "%s is not a number: %.40s",
                               name, text);
    return false;
}

static bool add_headers(struct MHD_Response *response, const char *const *headers) {
    for (; headers && *headers; headers += 2)
        if (MHD_add_response_header(response, headers[0], headers[1]) != MHD_YES)
            return false;
    return true;
}

enum MHD_Result answer_response(struct request *request, unsigned status, const char *type,
                                struct MHD_Response *response) {
    if (!response)
        return MHD_NO;
    const char *const typed[] = {"Content-Type", type, NULL};
    /* Where one request ends and the next begins is unclear after a request that is ambiguous. */
    const char *const last[] = {"Connection", "close", NULL};
    enum MHD_Result result = MHD_NO;
    if (add_headers(response, request->refused == MHD_HTTP_BAD_REQUEST ? last : NULL) && add_headers(response, typed) &&
        add_headers(response, common_headers))
        result = MHD_queue_response(request->connection, status, response);
    MHD_destroy_response(response);
    return result;
}

enum MHD_Result answer_text(struct request *request, unsigned status, const char *type, char *text, size_t length,
                            const char *const *headers) {
    if (!text)
        return MHD_NO;
    struct MHD_Response *response = MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE);
    if (!response)
        free(text);
    if (response && !add_headers(response, headers)) {
        MHD_destroy_response(response);
        response = NULL;
    }
    return answer_response(request, status, type, response);
}

enum MHD_Result answer_constant(struct request *request, unsigned status, const char *type, const char *text,
                                size_t length) {
    return answer_response(request, status, type,
                           MHD_create_response_from_buffer(length, (void *)text, MHD_RESPMEM_PERSISTENT));
}

bool page_json_begin(struct page_json *page) {
    *page = (struct page_json){0};
    if (!memory_file_open(&page->made))
        return false;
    page->json = json_to(page->made.file);
    return true;
}

char *page_json_end(struct page_json *page) {
    return memory_file_close(&page->made);
}

enum MHD_Result answer_json(struct request *request, unsigned status, struct page_json *page) {
    char *text = page_json_end(page);
    return answer_text(request, status, "application/json", text, page->made.length, NULL);
}

void write_error(struct json *json, const fewest_error *error, const char *where) {
    json_key(json, "error");
    json_begin(json, '{');
    json_key(json, "message");
    json_text(json, error->message);
    json_key(json, "hint");
    json_text(json, error->hint);
    json_key(json, "line");
    json_count(json, error->line);
    json_key(json, "column");
    json_count(json, error->column);
    json_key(json, "where");
    json_text(json, where);
    json_end(json, '}');
}

static enum MHD_Result answer_mistake(struct request *request, unsigned status, const fewest_error *error,
                                      const char *where) {
    struct page_json page;
    if (!page_json_begin(&page))
        return MHD_NO;
    json_begin(&page.json, '{');
    write_error(&page.json, error, where);
    json_finish(&page.json);
    return answer_json(request, status, &page);
}

enum MHD_Result answer_problem(struct request *request, unsigned status, const char *hint, const char *format, ...) {
    fewest_error error = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error.message, sizeof error.message, format, arguments);
    va_end(arguments);
    snprintf(error.hint, sizeof error.hint, "%s", hint);
    return answer_mistake(request, status, &error, "request");
}

enum MHD_Result answer_no_memory(struct request *request) {
    return answer_problem(request, MHD_HTTP_INTERNAL_SERVER_ERROR, "try again", "there is not enough memory");
}

enum MHD_Result answer_busy(struct request *request) {
    return answer_problem(request, MHD_HTTP_TOO_MANY_REQUESTS, "wait for one to end, or stop one",
                          "the server already runs as many searches as it allows");
}

enum MHD_Result answer_later(struct request *request) {
    return answer_problem(request, MHD_HTTP_SERVICE_UNAVAILABLE, "try again",
                          "the server already compiles as many puzzles as it allows");
}

enum MHD_Result answer_error(struct request *request, const fewest_error *error, const char *where) {
    bool refused = error->status == FEWEST_INVALID || error->status == FEWEST_LIMIT;
    unsigned status = refused                                   ? UNPROCESSABLE
                      : error->status == FEWEST_INTERRUPTED ? MHD_HTTP_SERVICE_UNAVAILABLE
                                                            : MHD_HTTP_INTERNAL_SERVER_ERROR;
    return answer_mistake(request, status, error, where);
}
