/* fewest verify: runs fewest-verify, the separate program that checks proofs. */
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"

#include <errno.h>
#include <fewest.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct verify_settings {
    const char *disk;
    struct import_options import;
};

#define FIELD(name) .offset = offsetof(struct verify_settings, name)
static const struct option options[] = {
    {.name = "disk", .kind = OPTION_TEXT, .argument = "DIR", FIELD(disk), .help = "a folder for most of what the verifier must remember of a list of states"},
    IMPORT_OPTIONS(struct verify_settings),
};

/* Rules that are in no file are given as one. NULL: see errno. */
static FILE *file_of(const char *rules, size_t length) {
    FILE *file = tmpfile();
    if (file && (fwrite(rules, 1, length, file) != length || fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0)) {
        fclose(file);
        file = NULL;
    }
    return file;
}

static int run_verifier(const char *disk, char *proof, char *puzzle) {
    char beside[PATH_MAX], folder[PATH_MAX], program[] = "fewest-verify", on_disk[] = "--disk", progress[] = "--progress";
    char *arguments[7] = {program};
    size_t count = 1;
    snprintf(folder, sizeof folder, "%s", disk ? disk : "");
    if (isatty(STDERR_FILENO))
        arguments[count++] = progress;
    if (disk) {
        arguments[count++] = on_disk;
        arguments[count++] = folder;
    }
    arguments[count++] = proof;
    arguments[count] = puzzle;
    const ssize_t length = readlink("/proc/self/exe", beside, sizeof beside - sizeof program - 1);
    fflush(NULL);
    if (length > 0) { /* the one beside this program, if there is one */
        beside[length] = 0;
        char *slash = strrchr(beside, '/');
        memcpy(slash ? slash + 1 : beside, program, sizeof program);
        execv(beside, arguments);
    }
    execvp(program, arguments);
    fprintf(stderr, "fewest: fewest-verify cannot be run: %s\n", strerror(errno));
    return FEWEST_SYSTEM;
}

static int run(const void *given, char **operands, int count) {
    const struct verify_settings *settings = given;
    char name[32];
    fewest_error error = {0};
    struct limits limits;
    if (count < 2)
        return run_verifier(settings->disk, operands[0], NULL);
    if (strcmp(operands[0], "-") == 0 && strcmp(operands[1], "-") == 0) {
        usage_error(&error, &verify_command, "", "PROOF and PUZZLE cannot both be standard input");
        return report_error(&error, false);
    }
    limits_begin(&limits, 0, 0);
    bool plain;
    size_t length;
    char *rules = rules_behind(operands[1], &settings->import, &limits, &plain, &length, &error);
    if (plain)
        return run_verifier(settings->disk, operands[0], operands[1]);
    if (!rules)
        return report_error(&error, false);
    FILE *file = file_of(rules, length);
    free(rules);
    if (!file) {
        fprintf(stderr, "fewest: the rules cannot be written to a temporary file: %s\n", strerror(errno));
        return FEWEST_SYSTEM;
    }
    snprintf(name, sizeof name, "/dev/fd/%d", fileno(file));
    const int status = run_verifier(settings->disk, operands[0], name);
    fclose(file);
    return status;
}

const struct command verify_command = {
    .name = "verify",
    .operands = "PROOF [PUZZLE]",
    .summary = "check a proof that solve or explore wrote",
    .details =
        "Run fewest-verify, a separate program that shares no code with this one, on a proof that --proof wrote. It reads the rules "
        "of the puzzle by itself and says 'verified' with what is proved, or the first thing that is wrong. With PUZZLE, a file or a built-in, the proof must be "
        "about that text, byte by byte; without it, about the text that it holds. A file of another program ('fewest help import') is translated "
        "first, as solve did, with the same options. PROOF or PUZZLE may be - for standard input. With --disk, a list of states is checked in parts, most of which wait in a file in that folder, so that memory suffices for far larger lists. On a terminal it says how many states it has looked at.\n"
        "Exit status: 0 verified, 1 not verified, 2 it cannot be read, 4 system error.",
    .examples = "A proof that nothing is shorter: fewest solve two-jugs --proof - | fewest verify - two-jugs",
    .min_operands = 1,
    .max_operands = 2,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .settings_size = sizeof(struct verify_settings),
    .run = run,
};
