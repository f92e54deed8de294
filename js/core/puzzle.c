/* Puzzles: from a name or a text to a handle. And the words that the library knows. */
#include "js/core/core.h"

#include "import/import.h"

#include <stdlib.h>
#include <string.h>

/* ---- Words */

#define WORD(name, word, meaning) word,
#define NUMBER(name, word, meaning) FEWEST_##name,
#define IMPORT_NUMBER(name, word, meaning) IMPORT_##name,
static const struct words tables[] = {
    {"algorithm", {FEWEST_ALGORITHMS(WORD)}, {FEWEST_ALGORITHMS(NUMBER)}},
    {"remember", {FEWEST_STORES(WORD)}, {FEWEST_STORES(NUMBER)}},
    {"method", {FEWEST_METHODS(WORD)}, {FEWEST_METHODS(NUMBER)}},
    {"symmetry", {FEWEST_SYMMETRY_USES(WORD)}, {FEWEST_SYMMETRY_USES(NUMBER)}},
    {"difficulty", {FEWEST_DIFFICULTIES(WORD)}, {FEWEST_DIFFICULTIES(NUMBER)}},
    {"count", {IMPORT_COUNTS(WORD)}, {IMPORT_COUNTS(IMPORT_NUMBER)}},
};

/* Says which words there are. Always false. */
static bool refuse_word(struct call *call, const struct words *table, const char *given) {
    char list[160] = "";
    for (size_t i = 0; i < MOST_WORDS && table->words[i]; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", table->words[i]);
    }
    call->error = (fewest_error){.status = FEWEST_INVALID};
    snprintf(call->error.message, sizeof call->error.message, "%s is one of %s, not '%.40s'", table->name, list, given);
    return false;
}

bool word_of(struct call *call, const char *name, int *number) {
    const char *given = text_of(call, name);
    *number = 0; /* the default of all these tables */
    for (size_t i = 0; given && i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(tables[i].name, name) != 0)
            continue;
        for (size_t k = 0; k < MOST_WORDS && tables[i].words[k]; k++)
            if (strcmp(tables[i].words[k], given) == 0) {
                *number = tables[i].numbers[k];
                return true;
            }
        return refuse_word(call, &tables[i], given);
    }
    return true;
}

/* The version and all words, for the tests of what is written in JavaScript. */
bool call_words(struct call *call) {
    write_text(call->json, "version", fewest_version());
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        json_key(call->json, tables[i].name);
        json_begin(call->json, '[');
        for (size_t k = 0; k < MOST_WORDS && tables[i].words[k]; k++)
            json_text(call->json, tables[i].words[k]);
        json_end(call->json, ']');
    }
    return true;
}

bool call_builtins(struct call *call) {
    struct json *json = call->json;
    json_key(json, "builtins");
    json_begin(json, '[');
    for (size_t i = 0; i < fewest_builtin_count(); i++) {
        const fewest_builtin builtin = fewest_builtin_at(i);
        json_begin(json, '{');
        write_text(json, "name", builtin.name);
        write_text(json, "summary", builtin.summary);
        write_text(json, "source", builtin.source);
        write_bool(json, "isFamily", builtin.is_family);
        json_end(json, '}');
    }
    json_end(json, ']');
    return true;
}

/* ---- Files of other programs */

/* The rules that the body is translated to (null: it is no such file), and how many puzzles are in it. */
bool call_import(struct call *call) {
    const char *level = text_of(call, "level"), *name = text_of(call, "name");
    struct import_options options = {.level = level ? strtoull(level, NULL, 10) : 0, .words = text_of(call, "words"),
                                     .one_way = text_of(call, "one_way")};
    if (!word_of(call, "count", &options.count))
        return false;
    char *rules = NULL;
    if (import_kind(call->body, call->length, &options)) {
        rules = import_rules(call->body, call->length, name ? name : "", &options, &call->error);
        if (!rules)
            return false;
    }
    write_text(call->json, "rules", rules);
    write_count(call->json, "levels", import_levels(call->body, call->length, &options));
    free(rules);
    return true;
}

/* ---- Handles */

static bool change(struct call *call, fewest_puzzle *puzzle, const char *name,
                   bool set(fewest_puzzle *puzzle, const char *text, fewest_error *error)) {
    const char *text = text_of(call, name);
    return !text || set(puzzle, text, &call->error);
}

static fewest_puzzle *open_puzzle(struct call *call, const fewest_limits *limits) {
    const char *builtin = text_of(call, "builtin"), *name = text_of(call, "name");
    if (!builtin)
        return fewest_parse_within(call->body, call->length, name ? name : "", limits, &call->error);
    char *rules = fewest_builtin_text(builtin, &call->error); /* there are no files here */
    fewest_puzzle *puzzle = rules ? fewest_load_within(builtin, limits, &call->error) : NULL;
    if (puzzle)
        write_text(call->json, "rules", rules);
    fewest_free(rules);
    return puzzle;
}

/* A built-in, or the text in the body; perhaps with another start or goal. `puzzle` is the handle, which fewest_puzzle_free frees. */
bool call_open(struct call *call) {
    const fewest_limits limits = limits_of(call);
    fewest_puzzle *puzzle = open_puzzle(call, &limits);
    if (!puzzle)
        return false;
    if (!change(call, puzzle, "start", fewest_set_start) || !change(call, puzzle, "goal", fewest_set_goal)) {
        fewest_puzzle_free(puzzle);
        return false;
    }
    fewest_set_limits(puzzle, NULL, NULL); /* this call does not live on */
    write_count(call->json, "puzzle", (uint64_t)(uintptr_t)puzzle);
    write_text(call->json, "title", fewest_title(puzzle));
    write_bool(call->json, "hasStart", fewest_has_start(puzzle));
    write_bool(call->json, "hasGoal", fewest_has_goal(puzzle));
    write_bool(call->json, "letters", fewest_moves_are_letters(puzzle));
    return true;
}

/* Gives the puzzle of a handle another start. */
bool call_with(struct call *call) {
    const fewest_limits limits = limits_of(call);
    const bool good = fewest_set_limits(call->puzzle, &limits, &call->error) && change(call, call->puzzle, "start", fewest_set_start);
    fewest_set_limits(call->puzzle, NULL, NULL);
    return good;
}

/* Plays the moves that are given. */
bool call_check(struct call *call) {
    static const char *const verdicts[] = {[FEWEST_REACHES_GOAL] = "solves", [FEWEST_MISSES_GOAL] = "misses the goal",
                                           [FEWEST_MOVE_FAILS] = "a move fails", [FEWEST_TOO_LONG] = "too long"};
    size_t count, played = 0;
    char *state = NULL;
    const char **words = texts_of(call, "move", &count);
    if (!words)
        return no_memory(call);
    const fewest_verdict verdict = fewest_check(call->puzzle, words, count, &played, &state, &call->error);
    free(words);
    if (verdict == FEWEST_CANNOT_CHECK)
        return false;
    write_bool(call->json, "solves", verdict == FEWEST_REACHES_GOAL);
    write_text(call->json, "verdict", verdicts[verdict]);
    write_count(call->json, "played", played);
    write_text(call->json, "state", state);
    fewest_free(state);
    return true;
}
