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
     .help = "what counts as a move in an imported file ('fewest help import')"},                                 \
    IMPORT_OPTIONS_BUT_COUNT(settings)
#define IMPORT_OPTIONS_BUT_COUNT(settings)                                                                        \
    {.name = "level", .kind = OPTION_COUNT, .argument = "N", .min = 1, .max = UINT64_MAX,                          \
     .offset = offsetof(settings, import.level),                                                                   \
     .help = "use the N-th level or board of an imported file, not the first"},                                   \
    IMPORT_FORM_OPTIONS(settings)
#define IMPORT_FORM_OPTIONS(settings)                                                                             \
    {.name = "words", .kind = OPTION_FLAG, .offset = offsetof(settings, import.words),                             \
     .help = "import the file as a list of words; a move changes one letter"},                                    \
    {.name = "one-way", .kind = OPTION_FLAG, .offset = offsetof(settings, import.one_way),                         \
     .help = "in an imported edge list, each line leads one way only"}

/* A text that was read whole; `room` bytes are in use for it. */
struct text {
    char *bytes;
    size_t length, room;
};

/* What is in a file, or in standard input, which is `-`. The text is the caller's to free, also where this is false: see *error. */
bool read_text(const char *name, struct limits *limits, struct text *text, fewest_error *error);

/* A puzzle that is read once and opened any number of times. Without bytes it is the library that reads it, under its name. */
struct puzzle_text {
    const char *name; /* what errors call it */
    struct text text;
};

/* `name` is a built-in, a file, or `-`. false: see *error. */
bool read_puzzle(const char *name, const struct import_options *import, const fewest_limits *limits, struct puzzle_text *puzzle,
                 fewest_error *error);
fewest_puzzle *parse_puzzle(const struct puzzle_text *puzzle, const struct import_options *import, fewest_limits limits,
                            fewest_error *error);
uint64_t levels_of(const struct puzzle_text *puzzle, const struct import_options *import); /* 1 where it is one puzzle */
void free_puzzle_text(struct puzzle_text *puzzle);

/* The puzzle that PUZZLE, START and --goal name. `name` is a built-in, a file, or `-` for standard input; a file of another
 * program is translated (import/import.h). Start and goal may be NULL, "" or `-`: those of the puzzle itself. NULL: see *error. */
fewest_puzzle *open_puzzle(const char *name, const char *start, const char *goal, const struct import_options *import,
                           struct limits *limits, fewest_error *error);

/* The same, and the puzzle may be without start or goal. */
fewest_puzzle *open_unfinished(const char *name, const char *start, const char *goal, const struct import_options *import,
                               struct limits *limits, fewest_error *error);

/* The puzzle, if it is there and has a start and a goal; else NULL, and it is freed: see *error. */
fewest_puzzle *finished(fewest_puzzle *puzzle, const char *name, fewest_error *error);

/* The same as open_unfinished, with the text that the puzzle was read from, to be freed also where this fails. */
fewest_puzzle *open_with_text(const char *name, const char *start, const char *goal, const struct import_options *import,
                              struct limits *limits, char **text, size_t *length, fewest_error *error);

/* The rules that a file of another program is translated to, to be freed. NULL: see *error. */
char *open_rules(const char *name, const struct import_options *import, struct limits *limits, fewest_error *error);

/* The rules that PUZZLE stands for, to be freed, where they are not what is in a file as it stands: those of a built-in, a translation, or what comes
 * from standard input or a pipe. NULL: *plain says that it is a file as it stands, which was not read; else see *error. */
char *rules_behind(const char *name, const struct import_options *import, struct limits *limits, bool *plain, size_t *length, fewest_error *error);

/* The puzzle, for a call that has no options of its own: it has what is left of the limits. */
fewest_puzzle *keep_to(fewest_puzzle *puzzle, struct limits *limits);

#endif
