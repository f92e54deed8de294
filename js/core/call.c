/* Calls by name: parameters in, an object of JSON out. */
#include "js/core/core.h"

#include "json/answer.h"
#include "json/memory_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- Parameters */

/* The value of the next pair from *at on; *at is then behind it. NULL: there is none. */
static const char *next_pair(const struct call *call, const char **at, const char **name) {
    const char *const end = call->parameters + call->size;
    if (*at >= end)
        return NULL;
    *name = *at;
    const char *value = *at + strlen(*at) + 1;
    if (value >= end)
        return NULL;
    *at = value + strlen(value) + 1;
    return value;
}

const char *text_of(const struct call *call, const char *name) {
    const char *at = call->parameters, *found, *value;
    while ((value = next_pair(call, &at, &found)))
        if (strcmp(found, name) == 0)
            return value;
    return NULL;
}

const char **texts_of(const struct call *call, const char *name, size_t *count) {
    const char *at = call->parameters, *found, *value;
    size_t pairs = 0;
    while (next_pair(call, &at, &found))
        pairs++;
    const char **list = calloc(pairs + 1, sizeof *list);
    *count = 0;
    at = call->parameters;
    while (list && (value = next_pair(call, &at, &found)))
        if (strcmp(found, name) == 0)
            list[(*count)++] = value;
    return list;
}

uint64_t number_of(const struct call *call, const char *name) {
    const char *text = text_of(call, name);
    return text ? FEWEST_EXACTLY(strtoull(text, NULL, 10)) : 0;
}

double seconds_of(const struct call *call, const char *name) {
    const char *text = text_of(call, name);
    return text ? strtod(text, NULL) : 0;
}

/* ---- Progress */

static bool report(void *context, const fewest_statistics *so_far) {
    const struct call *call = context;
    struct memory_file file;
    if (!memory_file_open(&file))
        return true; /* the search finds out by itself */
    struct json json = json_to(file.file);
    json_begin(&json, '{');
    json_progress(&json, so_far);
    json_end(&json, '}');
    char *text = memory_file_close(&file);
    const bool go_on = !text || call->told(text);
    free(text);
    return go_on;
}

fewest_limits limits_of(struct call *call) {
    return (fewest_limits){
        .progress = report,
        .context = call,
        .memory = number_of(call, "memory"),
        .seconds = seconds_of(call, "seconds"),
        .states = number_of(call, "states"),
        .depth = number_of(call, "depth"),
    };
}

/* ---- Answers */

void write_count(struct json *json, const char *key, uint64_t count) {
    json_key(json, key);
    json_count(json, count);
}

void write_text(struct json *json, const char *key, const char *text) {
    json_key(json, key);
    json_text(json, text);
}

void write_bool(struct json *json, const char *key, bool value) {
    json_key(json, key);
    json_bool(json, value);
}

bool no_memory(struct call *call) {
    call->error = (fewest_error){.status = FEWEST_SYSTEM};
    snprintf(call->error.message, sizeof call->error.message, "there is not enough memory");
    return false;
}

static char *error_text(const fewest_error *error) {
    struct memory_file file;
    if (!memory_file_open(&file))
        return NULL;
    struct json json = json_to(file.file);
    json_begin(&json, '{');
    json_key(&json, "error");
    json_begin(&json, '{');
    write_text(&json, "status", fewest_status_word(error->status));
    write_text(&json, "limit", error->status == FEWEST_LIMIT ? fewest_limit_word(error->limit) : NULL);
    write_text(&json, "message", error->message);
    write_text(&json, "hint", error->hint);
    write_text(&json, "text", *error->text ? error->text : error->message);
    write_count(&json, "line", error->line);
    write_count(&json, "column", error->column);
    json_end(&json, '}');
    json_end(&json, '}');
    return memory_file_close(&file);
}

static const struct {
    const char *name;
    call_function *function;
    bool needs_puzzle;
} calls[] = {
    {"words", call_words, false},       {"builtins", call_builtins, false},   {"import", call_import, false},
    {"open", call_open, false},         {"with", call_with, true},            {"check", call_check, true},
    {"solve", call_solve, true},        {"explore", call_explore, true},      {"graph", call_graph, true},
    {"generate", call_generate, true},  {"svg_state", call_svg_state, true},  {"svg_path", call_svg_path, true},
};

static bool carry_out(struct call *call, const char *name) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(calls[i].name, name) == 0 && (call->puzzle || !calls[i].needs_puzzle))
            return calls[i].function(call);
    call->error.status = FEWEST_INVALID;
    snprintf(call->error.message, sizeof call->error.message, "there is no call %.40s, or it needs a puzzle", name);
    return false;
}

char *core_call(const char *name, fewest_puzzle *puzzle, const char *parameters, size_t size, const char *body, size_t length,
                core_listener *told) {
    struct memory_file file;
    if (!memory_file_open(&file))
        return NULL;
    struct json json = json_to(file.file);
    struct call call = {.puzzle = puzzle, .parameters = parameters, .size = size, .body = body, .length = length, .told = told, .json = &json};
    json_begin(&json, '{');
    const bool good = carry_out(&call, name);
    json_end(&json, '}');
    char *text = memory_file_close(&file);
    if (good)
        return text;
    free(text);
    return error_text(&call.error);
}
