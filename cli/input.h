/* What a command is given: the puzzle, its start and its goal. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "cli/limits.h"
#include "cli/options.h"
#include "import/import.h"

/* Rows about files of other programs, for commands that open a puzzle; their settings have a field `import`. */
enum { IMPORT_COUNT_WORDS = IMPORT_PUSHES + 1 };
extern const struct choice import_counts[IMPORT_COUNT_WORDS];
#define IMPORT_OPTIONS(settings)                                                                                  \
    {.name = "count", .kind = OPTION_CHOICE, .argument = "WORD", .standard = "auto", .choices = import_counts,     \
     .choice_count = IMPORT_COUNT_WORDS, .offset = offsetof(settings, import.count),                               \
     .help = "of an imported file ('fewest help import'): what counts as a move"},                                \
    IMPORT_OPTIONS_BUT_COUNT(settings)
#define IMPORT_OPTIONS_BUT_COUNT(settings)                                                                        \
    {.name = "level", .kind = OPTION_COUNT, .argument = "N", .min = 1, .max = UINT64_MAX,                          \
     .offset = offsetof(settings, import.level),                                                                   \
     .help = "of an imported file with several levels or boards: the N-th, else the first"},                      \
    {.name = "words", .kind = OPTION_FLAG, .offset = offsetof(settings, import.words),                             \
     .help = "import the file as a list of words; a move changes one letter"},                                    \
    {.name = "one-way", .kind = OPTION_FLAG, .offset = offsetof(settings, import.one_way),                         \
     .help = "of an imported edge list: each line leads one way only"}

/* The puzzle that PUZZLE, START and --goal name. `name` is a built-in, a file, or `-` for standard input; a file of another
 * program is translated (import/import.h). Start and goal may be NULL, "" or `-`: those of the puzzle itself. NULL: see *error. */
fewest_puzzle *open_puzzle(const char *name, const char *start, const char *goal, const struct import_options *import,
                           struct limits *limits, fewest_error *error);

/* The same, and the puzzle may be without start or goal. */
fewest_puzzle *open_unfinished(const char *name, const char *start, const char *goal, const struct import_options *import,
                               struct limits *limits, fewest_error *error);

/* The rules that a file of another program is translated to, to be freed. NULL: see *error. */
char *open_rules(const char *name, const struct import_options *import, struct limits *limits, fewest_error *error);

/* The puzzle, for a call that has no options of its own: it has what is left of the limits. */
fewest_puzzle *keep_to(fewest_puzzle *puzzle, struct limits *limits);

#endif
