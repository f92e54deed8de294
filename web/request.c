/* Parameters and answers. */
#include "web/request.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

bool count_parameter(struct request *request, const char *name, uint64_t standard, uint64_t *count, bool *answered) {
    const char *text = parameter(request, name);
    char *end;
    *count = standard;
    if (!text || !*text)
        return true;
    errno = 0;
    *count = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == 0 && errno == 0)
        return true;
    *answered = answer_problem(request, HTTP_BAD_REQUEST, "expected a whole number, such as 12", "%s is not a number: %.40s",
                               name, text);
    return false;
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

bool answer_json(struct request *request, unsigned status, struct page_json *page) {
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

static bool answer_mistake(struct request *request, unsigned status, const fewest_error *error, const char *where) {
    struct page_json page;
    if (!page_json_begin(&page))
        return false;
    json_begin(&page.json, '{');
    write_error(&page.json, error, where);
    json_finish(&page.json);
    return answer_json(request, status, &page);
}

bool answer_problem(struct request *request, unsigned status, const char *hint, const char *format, ...) {
    fewest_error error = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error.message, sizeof error.message, format, arguments);
    va_end(arguments);
    snprintf(error.hint, sizeof error.hint, "%s", hint);
    return answer_mistake(request, status, &error, "request");
}

bool answer_no_memory(struct request *request) {
    return answer_problem(request, HTTP_INTERNAL_SERVER_ERROR, "try again", "there is not enough memory");
}

bool answer_busy(struct request *request) {
    return answer_problem(request, HTTP_TOO_MANY_REQUESTS, "wait for one to end, or stop one",
                          "the server already runs as many searches as it allows");
}

bool answer_later(struct request *request) {
    return answer_problem(request, HTTP_SERVICE_UNAVAILABLE, "try again",
                          "the server already compiles as many puzzles as it allows");
}

bool answer_error(struct request *request, const fewest_error *error, const char *where) {
    bool refused = error->status == FEWEST_INVALID || error->status == FEWEST_LIMIT;
    unsigned status = refused                                   ? HTTP_UNPROCESSABLE
                      : error->status == FEWEST_INTERRUPTED ? HTTP_SERVICE_UNAVAILABLE
                                                            : HTTP_INTERNAL_SERVER_ERROR;
    return answer_mistake(request, status, error, where);
}
