/* fewest verify: runs fewest-verify, the separate program that checks proofs. */
#include "cli/commands.h"
#include "cli/output.h"

#include <errno.h>
#include <fewest.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A built-in puzzle has no file: it is given as one. NULL: `name` is to be opened as it stands. */
static FILE *builtin_file(const char *name) {
    fewest_error none;
    char *text = access(name, F_OK) == 0 ? NULL : fewest_builtin_text(name, &none);
    FILE *file = text ? tmpfile() : NULL;
    if (file && (fputs(text, file) < 0 || fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0)) {
        fclose(file);
        file = NULL;
    }
    fewest_free(text);
    return file;
}

static int run(const void *settings, char **operands, int count) {
    char beside[PATH_MAX], given[32], program[] = "fewest-verify";
    (void)settings;
    FILE *file = count > 1 ? builtin_file(operands[1]) : NULL;
    if (file)
        snprintf(given, sizeof given, "/dev/fd/%d", fileno(file));
    char *arguments[] = {program, operands[0], file ? given : count > 1 ? operands[1] : NULL, NULL};
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
    if (file)
        fclose(file);
    return FEWEST_SYSTEM;
}

const struct command verify_command = {
    .name = "verify",
    .operands = "PROOF [PUZZLE]",
    .summary = "check a proof that solve or explore wrote",
    .details =
        "Run fewest-verify, a separate program that shares no code with this one, on a proof that --proof wrote. It reads the rules "
        "of the puzzle by itself and says 'verified' with what is proved, or the first thing that is wrong. With PUZZLE, a file or a built-in, the proof must be "
        "about that text, byte by byte; without it, about the text that it holds. PROOF may be - for standard input.\n"
        "Exit status: 0 verified, 1 not verified, 2 it cannot be read, 4 system error.",
    .examples = "A proof that nothing is shorter: fewest solve two-jugs --proof - | fewest verify - two-jugs",
    .min_operands = 1,
    .max_operands = 2,
    .settings_size = 1,
    .run = run,
};
