/* Errors, to people or as JSON. */
#include "cli/output.h"

#include <string.h>

const char no_goal_states[] =
    "no state that the start allows meets the goal: what no move changes stays as in the start, and pieces that no move makes "
    "or loses keep their number";

void json_error(struct json *json, const fewest_error *error) {
    json_key(json, "status");
    const bool ended = error->status == FEWEST_LIMIT || error->status == FEWEST_INTERRUPTED;
    json_text(json, ended ? fewest_status_word(error->status) : "error");
    if (error->status == FEWEST_LIMIT && error->limit != FEWEST_NO_LIMIT) {
        json_key(json, "limit");
        json_text(json, fewest_limit_word(error->limit));
    }
    json_key(json, "error");
    json_text(json, error->message);
    if (error->hint[0]) {
        json_key(json, "hint");
        json_text(json, error->hint);
    }
    if (error->line) {
        json_key(json, "line");
        json_count(json, error->line);
        json_key(json, "column");
        json_count(json, error->column);
    }
}

int report_error(const fewest_error *error, bool as_json) {
    if (as_json) {
        struct json json = json_to(stdout);
        json_begin(&json, '{');
        json_error(&json, error);
        json_finish(&json);
    } else {
        const char *text = error->text[0] ? error->text : error->message;
        size_t length = strlen(text);
        fprintf(stderr, "%s%s", text, length && text[length - 1] == '\n' ? "" : "\n");
    }
    return (int)error->status;
}

int report_no_memory(bool as_json) {
    static const fewest_error error = {
        .status = FEWEST_SYSTEM,
        .message = "there is not enough memory to show the answer",
        .text = "fewest: there is not enough memory to show the answer",
    };
    return report_error(&error, as_json);
}
