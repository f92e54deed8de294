/* A puzzle as a program: options are checked here, the writing is export/. */
#include "api/handle.h"
#include "export/export.h"

#include <stdlib.h>
#include <string.h>

static char *write_program(const fewest_puzzle *puzzle, const fewest_export_options *given, struct few_error *error) {
    fewest_export_options options;
    if (!few_export_options_read(given, &options, error))
        return NULL;
    if (!puzzle->rules) {
        few_fail(error, FEW_ERROR_INPUT, "a space of your own has no rules that could be exported");
        return NULL;
    }
    const struct few_export_judge *judge = options.judge ? few_export_judge(options.judge) : NULL;
    if (options.judge && !judge) {
        few_fail(error, FEW_ERROR_INPUT, "there is no judge `%.40s` that is about a puzzle, to write programs for", options.judge);
        return NULL;
    }
    if (judge && strcmp(puzzle->rules->file ? puzzle->rules->file : "", judge->puzzle) != 0) {
        few_fail(error, FEW_ERROR_INPUT, "%s is about the built-in puzzle %s, not about another one", judge->name, judge->puzzle);
        return NULL;
    }
    const struct few_export_choices choices = {
        .judge = judge,
        .language = (enum few_export_language)options.language,
        .remember = (enum few_export_remember)options.remember,
        .queue = (enum few_export_queue)options.queue,
        .path = (enum few_export_path)options.path,
        .search = (enum few_export_search)options.search,
        .comments = (enum few_export_comments)options.comments,
    };
    struct few_memory memory;
    size_t bytes;
    few_memory_init(&memory, SIZE_MAX);
    char *text = few_export(&memory, puzzle->rules, &choices, &bytes, error);
    char *handed_out = text ? malloc(bytes) : NULL;
    if (handed_out)
        memcpy(handed_out, text, bytes);
    else if (text)
        few_fail_memory(error);
    if (text)
        few_free(&memory, text, bytes);
    return handed_out;
}

char *fewest_export(const fewest_puzzle *puzzle, const fewest_export_options *options, fewest_error *error) {
    struct few_error inner = {0};
    char *text = write_program(puzzle, options, &inner);
    if (!text)
        few_error_publish(&inner, error);
    return text;
}

size_t fewest_export_judge_count(void) {
    return few_export_judge_count();
}

fewest_export_judge fewest_export_judge_at(size_t index) {
    const struct few_export_judge *judge = few_export_judge_at(index);
    return judge ? (fewest_export_judge){judge->name, judge->alias, judge->puzzle, judge->goal} : (fewest_export_judge){0};
}
