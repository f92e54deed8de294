/* The built-in puzzles: their list, and the text of one; and the rules that a file of another program stands for. */
#include "web/routes.h"

#include "web/puzzle_text.h"

#include <stdlib.h>
#include <string.h>

/* A member of a family, to begin with: small ones, that are solved at once. */
static const char *example_of(const fewest_builtin *builtin) {
    static const char *const examples[][2] = {{"ball-sort-C-H", "ball-sort-3-4"}, {"cube-XxYxZ", "cube-2x2x3"},
                                              {"hanoi-D-P", "hanoi-4-3"},
                                              {"lights-out-RxC", "lights-out-3x3"}, {"queens-N", "queens-8"},
                                              {"missionaries-N-K", "missionaries-3-2"},
                                              {"pancake-N", "pancake-6"},       {"tiles-RxC", "tiles-3x3"},
                                              {"topspin-N-K", "topspin-8-4"}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (strcmp(builtin->name, examples[i][0]) == 0)
            return examples[i][1];
    return builtin->name;
}

bool list_puzzles(struct request *request) {
    struct page_json page;
    if (!page_json_begin(&page))
        return false;
    struct json *json = &page.json;
    json_begin(json, '[');
    for (size_t i = 0; i < fewest_builtin_count(); i++) {
        fewest_builtin builtin = fewest_builtin_at(i);
        json_begin(json, '{');
        json_key(json, "name");
        json_text(json, builtin.name);
        json_key(json, "summary");
        json_text(json, builtin.summary);
        json_key(json, "source");
        json_text(json, builtin.source);
        json_key(json, "family");
        json_bool(json, builtin.is_family);
        json_key(json, "example");
        json_text(json, example_of(&builtin));
        json_end(json, '}');
    }
    json_end(json, ']');
    return answer_json(request, HTTP_OK, &page);
}

bool show_puzzle(struct request *request) {
    const char *name = parameter(request, "name");
    fewest_error error = {0};
    struct page_json page;
    if (!name)
        return answer_problem(request, HTTP_BAD_REQUEST, "as ?name=eight", "the name of a puzzle is missing");
    char *text = fewest_builtin_text(name, &error);
    if (!text)
        return answer_error(request, &error, "request");
    if (!page_json_begin(&page)) {
        fewest_free(text);
        return false;
    }
    json_begin(&page.json, '{');
    json_key(&page.json, "name");
    json_text(&page.json, name);
    json_key(&page.json, "text");
    json_text(&page.json, text);
    json_finish(&page.json);
    fewest_free(text);
    return answer_json(request, HTTP_OK, &page);
}

/* What a file of another program stands for, to be read and changed. */
bool show_rules(struct request *request) {
    fewest_error error = {0};
    bool imported;
    struct page_json page;
    char *rules = requested_rules(request, &imported, &error);
    if (!rules)
        return *error.message ? answer_error(request, &error, "puzzle") : answer_no_memory(request);
    if (!page_json_begin(&page)) {
        free(rules);
        return false;
    }
    json_begin(&page.json, '{');
    json_key(&page.json, "text");
    json_text(&page.json, rules);
    json_finish(&page.json);
    free(rules);
    return answer_json(request, HTTP_OK, &page);
}
