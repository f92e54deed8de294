/* The tables of the commands, written out as they are. */
#include "cli/describe.h"

#include "cli/output.h"

static const char *const kinds[] = {
    [OPTION_FLAG] = "flag",       [OPTION_CHOICE] = "choice",   [OPTION_TEXT] = "text",
    [OPTION_COUNT] = "count",     [OPTION_SIZE] = "size",       [OPTION_SECONDS] = "seconds",
    [OPTION_LISTING] = "listing", [OPTION_TEXTS] = "texts",
};

static void member(struct json *json, const char *key, const char *text) {
    json_key(json, key);
    json_text(json, text);
}

static void describe_option(struct json *json, const struct option *option) {
    json_begin(json, '{');
    member(json, "name", option->name);
    member(json, "letter", option->letter ? (const char[]){option->letter, '\0'} : NULL);
    member(json, "kind", kinds[option->kind]);
    member(json, "argument", option->argument);
    member(json, "default", option->standard);
    member(json, "help", option->help);
    json_key(json, "choices");
    json_begin(json, '[');
    for (size_t i = 0; i < option->choice_count; i++) {
        json_begin(json, '{');
        member(json, "word", option->choices[i].word);
        member(json, "meaning", option->choices[i].meaning);
        json_end(json, '}');
    }
    json_end(json, ']');
    json_end(json, '}');
}

static void describe_command(struct json *json, const struct command *command) {
    json_begin(json, '{');
    member(json, "name", command->name);
    member(json, "operands", command->operands);
    member(json, "summary", command->summary);
    member(json, "details", command->details);
    member(json, "examples", command->examples);
    json_key(json, "options");
    json_begin(json, '[');
    for (size_t i = 0; i < command->option_count; i++)
        describe_option(json, &command->options[i]);
    for (size_t i = 0; i < COMMON_OPTION_COUNT; i++)
        describe_option(json, &common_options[i]);
    json_end(json, ']');
    json_end(json, '}');
}

static void describe_status(struct json *json, unsigned number, const char *word, const char *meaning) {
    json_begin(json, '{');
    json_key(json, "number");
    json_count(json, number);
    member(json, "word", word);
    member(json, "meaning", meaning);
    json_end(json, '}');
}

void describe_commands(const struct command *const *commands, size_t count, FILE *file) {
    struct json json = json_to(file);
    json_begin(&json, '{');
    member(&json, "version", fewest_version());
    json_key(&json, "commands");
    json_begin(&json, '[');
    for (size_t i = 0; i < count; i++)
        describe_command(&json, commands[i]);
    json_end(&json, ']');
    json_key(&json, "statuses");
    json_begin(&json, '[');
#define DESCRIBE(name, number, word, meaning) describe_status(&json, number, word, meaning);
    FEWEST_STATUSES(DESCRIBE)
#undef DESCRIBE
    json_end(&json, ']');
    json_finish(&json);
}
