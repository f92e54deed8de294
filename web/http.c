/* What is libmicrohttpd's about a request: its parameters, whether its client is there, the answer with the headers that keep
 * the page to itself, the files of the page. */
#include "web/http.h"

#include "web/files.h"
#include "web/routes.h"
#include "web/site.h"
#include "web/verify.h"

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

static bool add_headers(struct MHD_Response *response, const char *const *headers) {
    for (; headers && *headers; headers += 2)
        if (MHD_add_response_header(response, headers[0], headers[1]) != MHD_YES)
            return false;
    return true;
}

bool answer_response(struct request *request, unsigned status, const char *type, struct MHD_Response *response) {
    if (!response)
        return false;
    const char *const typed[] = {"Content-Type", type, NULL};
    /* Where one request ends and the next begins is unclear after a request that is ambiguous. */
    const char *const last[] = {"Connection", "close", NULL};
    bool queued = false;
    if (add_headers(response, request->refused == HTTP_BAD_REQUEST ? last : NULL) && add_headers(response, typed) &&
        add_headers(response, common_headers))
        queued = MHD_queue_response(request->connection, status, response) == MHD_YES;
    MHD_destroy_response(response);
    return queued;
}

bool answer_text(struct request *request, unsigned status, const char *type, char *text, size_t length,
                 const char *const *headers) {
    if (!text)
        return false;
    struct MHD_Response *response = MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE);
    if (!response)
        free(text);
    if (response && !add_headers(response, headers)) {
        MHD_destroy_response(response);
        response = NULL;
    }
    return answer_response(request, status, type, response);
}

bool answer_constant(struct request *request, unsigned status, const char *type, const char *text, size_t length) {
    return answer_response(request, status, type,
                           MHD_create_response_from_buffer(length, (void *)text, MHD_RESPMEM_PERSISTENT));
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

static bool send_file(struct request *request) {
    const char *name = *request->path ? request->path : "index.html";
    for (size_t i = 0; i < web_file_count; i++)
        if (strcmp(web_files[i].name, name) == 0)
            return answer_constant(request, HTTP_OK, type_of(name), web_files[i].text, web_files[i].length);
    return answer_problem(request, HTTP_NOT_FOUND, "", "there is nothing at %.80s", name);
}

bool answer_otherwise(struct request *request) {
    if (path_matches("api/verify", request->path) && is_method(request, "POST"))
        return begin_verify(request);
    if (!is_method(request, "GET"))
        return answer_problem(request, HTTP_METHOD_NOT_ALLOWED, "", "%.80s takes GET",
                              *request->path ? request->path : "the page");
    return path_matches("api/run/#/events", request->path) ? stream_events(request) : send_file(request);
}
