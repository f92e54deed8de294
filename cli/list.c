/* fewest list: the built-in puzzles. */
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/terminal.h"

#include <string.h>

struct list_settings {
    bool json;
};

static const struct option options[] = {
    {.name = "json", .kind = OPTION_FLAG, .offset = offsetof(struct list_settings, json),
     .help = "print one JSON object with an array `puzzles`"},
};

static void list_as_json(void) {
    struct json json = json_to(stdout);
    json_begin(&json, '{');
    json_key(&json, "puzzles");
    json_begin(&json, '[');
    for (size_t i = 0; i < fewest_builtin_count(); i++) {
        fewest_builtin puzzle = fewest_builtin_at(i);
        json_begin(&json, '{');
        json_key(&json, "name");
        json_text(&json, puzzle.name);
        json_key(&json, "summary");
        json_text(&json, puzzle.summary);
        json_key(&json, "source");
        json_text(&json, puzzle.source);
        json_key(&json, "family");
        json_bool(&json, puzzle.is_family);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_finish(&json);
}

static size_t width_of(const char *text) {
    return text ? shown_width(text, strlen(text)) : 0;
}

static void write_padded(const char *text, size_t width) {
    printf("%s%*s", text ? text : "", (int)(width - width_of(text)), "");
}

static void list_as_text(void) {
    size_t name_width = 0, summary_width = 0;
    for (size_t i = 0; i < fewest_builtin_count(); i++) {
        fewest_builtin puzzle = fewest_builtin_at(i);
        if (width_of(puzzle.name) > name_width)
            name_width = width_of(puzzle.name);
        if (width_of(puzzle.summary) > summary_width)
            summary_width = width_of(puzzle.summary);
    }
    for (size_t i = 0; i < fewest_builtin_count(); i++) {
        fewest_builtin puzzle = fewest_builtin_at(i);
        bool has_source = puzzle.source && *puzzle.source;
        write_padded(puzzle.name, name_width + 2);
        write_padded(puzzle.summary, has_source ? summary_width + 2 : width_of(puzzle.summary));
        puts(has_source ? puzzle.source : "");
    }
}

static int run(const void *given, char **operands, int count) {
    const struct list_settings *settings = given;
    (void)operands;
    (void)count;
    if (settings->json)
        list_as_json();
    else
        list_as_text();
    return 0;
}

const struct command list_command = {
    .name = "list",
    .operands = "",
    .summary = "list the built-in puzzles",
    .details = "List the built-in puzzles: name, what it is, where it comes from. A name with capital letters, "
               "such as tiles-RxC, is a family: put numbers in their place.",
    .examples = "What is built in: fewest list",
    COMMAND_RUNS(struct list_settings),
};
