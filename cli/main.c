/* fewest: the command-line tool. This file picks the command and sees that all output was written. */
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/nearest.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "web/server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct help_settings {
    bool json;
};

static int run_help(const void *settings, char **operands, int count);

static const struct option help_options[] = {
    {.name = "json", .kind = OPTION_FLAG, .offset = offsetof(struct help_settings, json),
     .help = "print one JSON object with all commands and their options"},
};

static const struct command help_command = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "explain a command",
    .details = "Explain a command, or list them all.",
    .examples = "How to use solve: fewest help solve",
    .options = help_options,
    .option_count = sizeof help_options / sizeof *help_options,
    .max_operands = 1,
    .settings_size = sizeof(struct help_settings),
    .run = run_help,
};

static const struct command *const commands[] = {
    &solve_command, &explain_command, &explore_command, &forecast_command, &resume_command, &compare_command, &check_command, &contest_command, &judge_command,
    &generate_command, &rate_command, &table_command, &export_command, &import_command, &verify_command,
    &list_command,  &print_command,   &serve_command,   &help_command,
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_overview(FILE *file) {
    fputs("usage: fewest COMMAND ...\n\nFinds provably shortest solutions of puzzles.\n\ncommands:\n", file);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(file, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n'fewest help COMMAND' explains one; 'fewest --version' says what is built in.\n"
          "Exit status: 0 solved, 1 proved unsolvable, 2 bad input or usage, 3 limit reached,\n"
          "4 system error, 130 interrupted.\n", file);
}

static void print_version(void) {
    printf("fewest %s\nsearches:", fewest_version());
    /* The first word of each vocabulary is `auto`, which names no search or store. */
    size_t row = 0;
#define SHOW(name, word, meaning) \
    if (row++ > 0) printf(" %s", word);
    FEWEST_ALGORITHMS(SHOW)
    row = 0;
    printf("\nstores:");
    FEWEST_STORES(SHOW)
#undef SHOW
    printf("\npuzzles: %zu\n", fewest_builtin_count());
    fewest_error error;
    const char *level = fewest_cpu(&error);
    printf("processor: %s\n", level ? level : "?");
    printf("page: %s%s\n", web_version() ? "libmicrohttpd " : "not built in", web_version() ? web_version() : "");
}

static const struct command *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

static int unknown_command(const char *name) {
    fewest_error error;
    char hint[200] = "";
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        nearest_offer(&nearest, commands[i]->name);
    nearest_offer(&nearest, "--help");
    nearest_offer(&nearest, "--version");
    if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    else if (access(name, R_OK) == 0)
        snprintf(hint, sizeof hint, "did you mean 'fewest solve %.100s'?", name);
    usage_error(&error, NULL, hint, "there is no command %.40s", name);
    return report_error(&error, false);
}

static int run_help(const void *given, char **operands, int count) {
    const struct help_settings *settings = given;
    if (settings->json) {
        describe_commands(commands, COMMAND_COUNT, stdout);
        return 0;
    }
    if (count == 0) {
        print_overview(stdout);
        return 0;
    }
    const struct command *command = find_command(operands[0]);
    if (!command)
        return unknown_command(operands[0]);
    print_command_help(command, stdout);
    return 0;
}

static int run_command(const struct command *command, char **arguments, int count) {
    fewest_error error;
    bool json = asks_for_json(command, arguments, count);
    void *settings = calloc(1, command->settings_size);
    if (!settings)
        return report_no_memory(json);
    int operands = 0, status = 0;
    switch (parse_options(command, arguments, count, settings, &operands, &error)) {
    case PARSED: status = command->run(settings, arguments, operands); break;
    case PARSED_HELP: print_command_help(command, stdout); break;
    case PARSED_VERSION: print_version(); break;
    case PARSED_WRONG: status = report_error(&error, json); break;
    }
    free(settings);
    return status;
}

static int dispatch(int argc, char **argv) {
    fewest_error error;
    if (!fewest_cpu(&error))
        return report_error(&error, false);
    if (argc < 2) {
        print_overview(stderr);
        return FEWEST_INVALID;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return run_help(&(struct help_settings){0}, NULL, 0);
    if (strcmp(name, "--version") == 0) {
        print_version();
        return 0;
    }
    const struct command *command = find_command(name);
    return command ? run_command(command, argv + 2, argc - 2) : unknown_command(name);
}

/* A file opened later must not take the place of a standard file that was closed, or output would go into it.
 * Each is filled with something that cannot be used as intended. */
static void fill_standard_files(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0)
            _exit(FEWEST_SYSTEM);
    }
}

/* A full disk or a closed pipe shows at the latest here. */
static int finish(int status) {
    errno = 0;
    bool failed = ferror(stdout) != 0;
    failed |= fclose(stdout) != 0;
    if (!failed)
        return status;
    fprintf(stderr, "fewest: standard output cannot be written%s%s\n", errno ? ": " : "",
            errno ? strerror(errno) : "");
    return FEWEST_SYSTEM;
}

int main(int argc, char **argv) {
    catch_signals();
    fill_standard_files();
    return finish(dispatch(argc, argv));
}
