/* One request as its handler sees it: method, path after the token, parameters, body; and the functions that answer it.
 * Who carries the answer is not known to handlers. */
#ifndef WEB_REQUEST_H
#define WEB_REQUEST_H

#include "json/json.h"
#include "json/memory_file.h"

#include <fewest.h>

struct site;

/* The statuses that answers have. */
enum {
    HTTP_OK = 200,
    HTTP_ACCEPTED = 202,
    HTTP_FOUND = 302,
    HTTP_BAD_REQUEST = 400,
    HTTP_FORBIDDEN = 403,
    HTTP_NOT_FOUND = 404,
    HTTP_METHOD_NOT_ALLOWED = 405,
    HTTP_TOO_LARGE = 413,
    HTTP_UNPROCESSABLE = 422,
    HTTP_TOO_MANY_REQUESTS = 429,
    HTTP_INTERNAL_SERVER_ERROR = 500,
    HTTP_SERVICE_UNAVAILABLE = 503,
};

enum {
    MOST_BODY = 4 << 20,    /* bytes of a body: a maze of 1,000 x 1,000 with its goal has two million */
    MOST_DRAINED = 64 << 20 /* of one that is refused: read and thrown away, so that the client hears why */
};

struct request {
    struct site *site;
    void *connection; /* of whoever carries the answer: http.c, or wasm/worker.c */
    const char *method;
    const char *path; /* after /TOKEN/ */
    char *body;       /* always ends with a NUL */
    size_t length, room, drained;
    bool begun;       /* its headers were looked at */
    unsigned refused; /* HTTP status that was decided before the body came; 0: none */
    const char *reason;
};

/* false: there is no answer, for want of memory. */
typedef bool handler(struct request *request);

/* The value of a query parameter, or NULL. */
const char *parameter(const struct request *request, const char *name);

/* Whether a client still waits for the answer: the client is there, and the server is not about to end. For
 * fewest_options.progress, with the request as its context. */
fewest_progress still_wanted;

/* A whole number; `standard` where the parameter is absent. false: it is none, and the request was answered. */
bool count_parameter(struct request *request, const char *name, uint64_t standard, uint64_t *count, bool *answered);

/* The answer takes `text` over (made by malloc). `headers`: pairs of name and value, ended by NULL; or NULL. */
bool answer_text(struct request *request, unsigned status, const char *type, char *text, size_t length,
                 const char *const *headers);
bool answer_constant(struct request *request, unsigned status, const char *type, const char *text, size_t length);
/* A mistake of the request itself; `format` makes the message. */
bool answer_problem(struct request *request, unsigned status, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* 429: as many searches run as may. */
bool answer_busy(struct request *request);
/* 503: the same of puzzles that are compiled. */
bool answer_later(struct request *request);
/* What the library said of the puzzle. `where`: "puzzle" or "start", the text that its line and column are of. */
bool answer_error(struct request *request, const fewest_error *error, const char *where);

/* A JSON text in the making. */
struct page_json {
    struct json json;
    struct memory_file made;
};

bool page_json_begin(struct page_json *page);
/* Ends it; NULL: no memory. The text is the caller's. */
char *page_json_end(struct page_json *page);
bool answer_no_memory(struct request *request);
bool answer_json(struct request *request, unsigned status, struct page_json *page);

/* The member "error" with its message, hint and place. */
void write_error(struct json *json, const fewest_error *error, const char *where);

#endif
