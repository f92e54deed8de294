/* The commands of the tool. Everything that is known of a command stands in one const struct, from which
 * main.c makes the dispatch, the parsing of its options and its help. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

struct command {
    const char *name;
    const char *operands;       /* "PUZZLE [START]" */
    const char *summary;        /* one line for the list of commands */
    const char *details;        /* paragraphs for its help, each a line; or NULL */
    const char *examples;       /* lines "what it does: the command", each runs as it stands; or NULL */
    const struct option *options;
    size_t option_count;
    int min_operands, max_operands; /* max -1: any number */
    const char *surplus;        /* what to say where there are too many; or NULL */
    size_t settings_size;       /* of the struct that the options are written to */
    /* The exit status. `settings` are filled from the options, operands[0 .. count) are the rest. */
    int (*run)(const void *settings, char **operands, int count);
};

/* What the commands say alike: `options` are the options of a file, `run` is its function, the settings are of this type. */
#define COMMAND_RUNS(settings) \
    .options = options, .option_count = sizeof options / sizeof *options, .settings_size = sizeof(settings), .run = run

extern const struct command solve_command;
extern const struct command check_command;
extern const struct command compare_command;
extern const struct command contest_command;
extern const struct command explain_command;
extern const struct command explore_command;
extern const struct command export_command;
extern const struct command forecast_command;
extern const struct command import_command;
extern const struct command judge_command;
extern const struct command list_command;
extern const struct command print_command;
extern const struct command resume_command;
extern const struct command serve_command;
extern const struct command generate_command;
extern const struct command rate_command;
extern const struct command table_command;
extern const struct command verify_command;

#endif
