/* Options of a command, described once: a row of the table gives the parser, the range check, the suggestion
 * for a misspelt one and the line of --help. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <fewest.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What an option takes, and the type of the field in the settings that it is written to. */
enum option_kind {
    OPTION_FLAG,    /* nothing; bool */
    OPTION_CHOICE,  /* one of a few words; int */
    OPTION_TEXT,    /* anything; const char * */
    OPTION_COUNT,   /* a whole number; uint64_t */
    OPTION_SIZE,    /* bytes, as 8M or 1.5G; uint64_t */
    OPTION_SECONDS, /* 10, 0.5, 2m; double */
    OPTION_LISTING, /* nothing or =N; struct listing */
    OPTION_TEXTS    /* anything, as often as one likes; struct texts */
};

struct choice {
    int value;
    const char *word, *meaning;
};

struct listing {
    bool wanted;
    uint64_t count;
};

enum { MOST_TEXTS = 16 };
struct texts {
    const char *list[MOST_TEXTS];
    size_t count;
};

struct option {
    const char *name;     /* without the dashes */
    char letter;          /* behind one dash; 0: none */
    enum option_kind kind;
    const char *argument; /* what the help calls it; NULL for a flag */
    const char *standard; /* the default as one would write it; NULL: nothing, false */
    uint64_t standing;    /* what the default means where it is a word ("none", "auto") */
    uint64_t zero;        /* what a count or size of 0 is stored as */
    uint64_t min, max;    /* of counts and sizes */
    const struct choice *choices;
    size_t choice_count;
    size_t offset;        /* of the field in the settings */
    const char *help;
};

/* Rows that several commands have; `settings` is the type of their settings, with a field of that name. */
#define GOAL_OPTION(settings)                                                                                     \
    {.name = "goal", .kind = OPTION_TEXT, .argument = "G", .offset = offsetof(settings, goal),                     \
     .help = "another goal, written as after `goal` in a puzzle file"}
#define MEMORY_OPTION(settings)                                                                                   \
    {.name = "memory", .kind = OPTION_SIZE, .argument = "M", .standard = "auto", .standing = 0, .min = 4 << 20,    \
     .max = UINT64_MAX, .offset = offsetof(settings, memory),                                                      \
     .help = "memory limit of the whole process, as 512M or 1.5G, of which the tool itself takes about 3M; "     \
             "auto: 80 % of what is free"}
#define TIME_OPTION(settings)                                                                                     \
    {.name = "time", .kind = OPTION_SECONDS, .argument = "S", .standard = "none", .standing = 0,                   \
     .offset = offsetof(settings, time), .help = "time limit in seconds; also as 2m or 1h"}
#define JSON_OPTION(settings)                                                                                     \
    {.name = "json", .kind = OPTION_FLAG, .offset = offsetof(settings, json),                                      \
     .help = "print one JSON object and nothing else"}

/* Rows made of the tables of the library (FEWEST_OPTIONS, FEWEST_LIMITS): LIBRARY_OPTION and LIBRARY_LIMIT are for these
 * tables, where SETTINGS is the type of the settings, with a field `options` of the library's type. The form of a row says
 * how it is read. */
#define LIBRARY_OPTION(type, member, form, word, standing, meaning) LIBRARY_##form(options.member, word, standing, meaning)
#define LIBRARY_LIMIT(name, reached, type, member, form, word, standing, meaning)                                  \
    LIBRARY_##form(options.limits.member, word, standing, meaning)
#define LIBRARY_NONE(member, word, standing, meaning) /* the tool has it in another form, or not at all */
#define LIBRARY_ROW(member, word, meaning) .name = word, .offset = offsetof(SETTINGS, member), .help = meaning
#define LIBRARY_FLAG(member, word, standing, meaning) {.kind = OPTION_FLAG, LIBRARY_ROW(member, word, meaning)},
#define LIBRARY_NUMBER(member, word, normal, meaning) .standard = normal, .max = FEWEST_ZERO - 1, LIBRARY_ROW(member, word, meaning)
#define LIBRARY_COUNT(member, word, normal, meaning)                                                               \
    {.kind = OPTION_COUNT, .argument = "N", .zero = FEWEST_ZERO, LIBRARY_NUMBER(member, word, normal, meaning)},
#define LIBRARY_POSITIVE(member, word, normal, meaning)                                                            \
    {.kind = OPTION_COUNT, .argument = "N", .min = 1, LIBRARY_NUMBER(member, word, normal, meaning)},
#define LIBRARY_FILE(member, word, normal, meaning) {.kind = OPTION_TEXT, .argument = "F", LIBRARY_ROW(member, word, meaning)},
#define LIBRARY_FOLDER(member, word, normal, meaning) {.kind = OPTION_TEXT, .argument = "DIR", LIBRARY_ROW(member, word, meaning)},
#define LIBRARY_SECONDS(member, word, normal, meaning)                                                             \
    {.kind = OPTION_SECONDS, .argument = "S", .standard = normal, LIBRARY_ROW(member, word, meaning)},
#define LIBRARY_SIZE(member, word, normal, meaning)                                                                \
    {.kind = OPTION_SIZE, .argument = "M", .zero = FEWEST_ZERO, LIBRARY_NUMBER(member, word, normal, meaning)},
#define LIBRARY_ROOM(member, word, normal, meaning)                                                                \
    {.kind = OPTION_SIZE, .argument = "M", .min = 1, LIBRARY_NUMBER(member, word, normal, meaning)},
#define LIBRARY_WORDS(member, word, normal, table, meaning)                                                        \
    {.kind = OPTION_CHOICE, .argument = "WORD", .standard = normal, .choices = table,                              \
     .choice_count = sizeof table / sizeof *table, LIBRARY_ROW(member, word, meaning)},
#define LIBRARY_ALGORITHMS(member, word, normal, meaning) LIBRARY_WORDS(member, word, normal, algorithms, meaning)
#define LIBRARY_STORES(member, word, normal, meaning) LIBRARY_WORDS(member, word, normal, stores, meaning)
#define LIBRARY_METHODS(member, word, normal, meaning) LIBRARY_WORDS(member, word, normal, methods, meaning)
#define LIBRARY_SYMMETRY_USES(member, word, normal, meaning) LIBRARY_WORDS(member, word, normal, symmetry_uses, meaning)
#define THREADS_OPTION(settings, users)                                                                           \
    {.name = "threads", .kind = OPTION_COUNT, .argument = "N", .standard = "1", .max = 256,                        \
     .zero = FEWEST_ALL_PROCESSORS, .offset = offsetof(settings, options.limits.threads),                          \
     .help = "threads " users ", 0: one for each processor; the result is the same"}

/* What every command has besides its own. */
enum { COMMON_OPTION_COUNT = 2 };
extern const struct option common_options[COMMON_OPTION_COUNT];

struct command;

enum parsed { PARSED, PARSED_HELP, PARSED_VERSION, PARSED_WRONG };

/* Fills the settings with defaults and options and moves the operands to the front of `arguments`. When it is
 * PARSED_WRONG, *error says why. */
enum parsed parse_options(const struct command *command, char **arguments, int count, void *settings,
                          int *operand_count, fewest_error *error);

/* Whether --json is among the arguments: asked before they are known to be right. */
bool asks_for_json(const struct command *command, char **arguments, int count);

void print_command_help(const struct command *command, FILE *file);

/* A mistake in how a command was called; the hint may be "". `command` may be NULL. */
void usage_error(fewest_error *error, const struct command *command, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
