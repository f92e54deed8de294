/* fewest export: a puzzle as a program of its own. */
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/nearest.h"
#include "cli/output.h"

#include <fewest/export.h>
#include <string.h>

struct export_settings {
    struct import_options import;
    const char *goal, *judge;
    int remember, queue, path, search, comments;
};

#define CHOICE(name, word, meaning) {FEWEST_##name, word, meaning},
static const struct choice languages[] = {FEWEST_EXPORT_LANGUAGES(CHOICE)};
static const struct choice stores[] = {FEWEST_EXPORT_REMEMBER(CHOICE)};
static const struct choice queues[] = {FEWEST_EXPORT_QUEUES(CHOICE)};
static const struct choice paths[] = {FEWEST_EXPORT_PATHS(CHOICE)};
static const struct choice searches[] = {FEWEST_EXPORT_SEARCHES(CHOICE)};
static const struct choice comments[] = {FEWEST_EXPORT_COMMENTS(CHOICE)};
#undef CHOICE

#define WORDS(table) .kind = OPTION_CHOICE, .argument = "WORD", .choices = table, .choice_count = sizeof table / sizeof *table
#define FIELD(name) .offset = offsetof(struct export_settings, name)
static const struct option options[] = {
    {.name = "remember", WORDS(stores), .standard = "auto", FIELD(remember), .help = "how the program remembers the states that were seen"},
    {.name = "queue", WORDS(queues), .standard = "one", FIELD(queue), .help = "how it keeps the frontier"},
    {.name = "path", WORDS(paths), .standard = "auto", FIELD(path), .help = "how it recovers the path"},
    {.name = "search", WORDS(searches), .standard = "bfs", FIELD(search), .help = "how it searches"},
    {.name = "comments", WORDS(comments), .standard = "en", FIELD(comments), .help = "the language of its comments and messages"},
    {.name = "judge", .kind = OPTION_TEXT, .argument = "NAME", FIELD(judge),
     .help = "read and print what this judge gives and wants, as poj-1077; the puzzle and its goal are the judge's, and so is the search"},
    GOAL_OPTION(struct export_settings),
    IMPORT_OPTIONS(struct export_settings),
};
#undef FIELD

/* All languages, for those who asked for another one. */
static void list_languages(char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "LANGUAGE is one of");
    for (size_t i = 0; i < sizeof languages / sizeof *languages && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s %s", i ? "," : "", languages[i].word);
}

static bool find_language(const char *word, fewest_export_options *wanted, fewest_error *error) {
    char hint[100] = "";
    struct nearest nearest = nearest_to(word);
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        nearest_offer(&nearest, languages[i].word);
        if (strcmp(languages[i].word, word) != 0)
            continue;
        wanted->language = (fewest_export_language)languages[i].value;
        return true;
    }
    if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    else
        list_languages(hint, sizeof hint);
    usage_error(error, &export_command, hint, "there is no language %.40s to export to", word);
    return false;
}

/* The judge of that name. */
static bool find_judge(const char *name, fewest_export_judge *judge, fewest_error *error) {
    char hint[100] = "";
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; i < fewest_export_judge_count(); i++) {
        *judge = fewest_export_judge_at(i);
        if (strcmp(judge->name, name) == 0 || strcmp(judge->alias, name) == 0)
            return true;
        nearest_offer(&nearest, judge->name);
        if (*judge->alias)
            nearest_offer(&nearest, judge->alias);
    }
    if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    usage_error(error, &export_command, hint, "there is no judge %.40s that is about a puzzle, to write programs for", name);
    return false;
}

/* What is exported: PUZZLE, or that of the judge. */
static fewest_puzzle *open_operand(const struct export_settings *settings, char **operands, int count, struct limits *limits, fewest_error *error) {
    fewest_export_judge judge = {0};
    const char *name = count > 1 ? operands[1] : NULL, *goal = settings->goal;
    if (settings->judge && !find_judge(settings->judge, &judge, error))
        return NULL;
    if (judge.name && (goal || count > 2 || (name && strcmp(name, judge.puzzle) != 0))) {
        usage_error(error, &export_command, "", "%s is about the puzzle %s, with its own starts and goal", judge.name, judge.puzzle);
        return NULL;
    }
    if (!name && !judge.name) {
        usage_error(error, &export_command, "", "too few arguments: it takes LANGUAGE PUZZLE [START]");
        return NULL;
    }
    return open_unfinished(name ? name : judge.puzzle, count > 2 ? operands[2] : NULL, judge.name ? judge.goal : goal, &settings->import, limits, error);
}

static int run(const void *given, char **operands, int count) {
    const struct export_settings *settings = given;
    fewest_error error = {0};
    fewest_export_options wanted = {
        .size = sizeof wanted,
        .remember = (fewest_export_remember)settings->remember,
        .queue = (fewest_export_queue)settings->queue,
        .path = (fewest_export_path)settings->path,
        .search = (fewest_export_search)settings->search,
        .comments = (fewest_export_comments)settings->comments,
        .judge = settings->judge,
    };
    struct limits limits;
    limits_begin(&limits, 0, 0);
    fewest_puzzle *puzzle = NULL;
    if (find_language(operands[0], &wanted, &error))
        puzzle = open_operand(settings, operands, count, &limits, &error);
    char *text = puzzle ? fewest_export(puzzle, &wanted, &error) : NULL;
    fewest_puzzle_free(puzzle);
    if (!text)
        return report_error(&error, false);
    fputs(text, stdout);
    fewest_free(text);
    return 0;
}

const struct command export_command = {
    .name = "export",
    .operands = "LANGUAGE [PUZZLE [START]]",
    .summary = "write a program that solves a puzzle, to be read and changed",
    .details =
        "Print a whole program, one file without any dependency, that solves PUZZLE for any start in the way one would write it by "
        "hand: what a state is, how it is packed, how it is expanded, how states are remembered, what the goal is, how the path "
        "is found. LANGUAGE is c, cpp or python. PUZZLE is a built-in ('fewest list'), a file, or - for standard input.\n"
        "Without arguments the program solves the start of the puzzle (or START); with one, that start, written as START of 'fewest "
        "solve'; with -, the start on its standard input. It prints the number of moves (and the cost, where moves have costs) "
        "and then the words of the moves, as 'fewest check' reads them. Its exit status is 0 if it found a solution, 1 if there is "
        "none, 2 for a bad start.\n"
        "Words may say more than those of 'fewest solve', as put@2,3#2 for put-red: the place and the number of the result among those "
        "of the same name. Where costs differ, the cost is the least, but the number of moves may be another than that of 'fewest solve'.\n"
        "A choice that does not go with the puzzle is refused, with the reason. Of the language, this is not translated: 'until blocked' in a "
        "move with a name that stands on no left side; the rest of a string ('let r = rest'); in C and C++, braces for letters of a string "
        "beyond ASCII, and in starts such letters that no rule has; boards of more than "
        "65,536 cells, strings that may grow to more than 65,536 letters; in Python, rules that need more than 20 loops within each other.",
    .examples = "A program in C: fewest export c eight\n"
                "In C++, by Cantor expansion and two queues: fewest export cpp eight --remember perfect --queue two\n"
                "In Python: fewest export python eight\n"
                "For an online judge: fewest export cpp --judge hdu-1043\n"
                "With comments in Chinese: fewest export c lock --comments zh",
    COMMAND_RUNS(struct export_settings),
    .min_operands = 1,
    .max_operands = 3,
};
