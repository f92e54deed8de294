/* fewest print: the rules of a built-in puzzle, to be read, changed and given to solve. */
#include "cli/commands.h"
#include "cli/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file has its own text: what one may want instead. */
static void explain_file(const char *name, fewest_error *error) {
    if (strcmp(name, "-") != 0 && access(name, F_OK) != 0)
        return;
    snprintf(error->message, sizeof error->message, "print is for built-in puzzles, and `%.100s` is %s", name,
             strcmp(name, "-") == 0 ? "standard input" : "a file");
    snprintf(error->hint, sizeof error->hint, "a file in the puzzle language is its own text; 'fewest import FILE' prints the rules of a file of another program");
    snprintf(error->text, sizeof error->text, "%s\n   = %s", error->message, error->hint);
}

static int run(const void *settings, char **operands, int count) {
    fewest_error error = {0};
    (void)settings;
    (void)count;
    char *text = fewest_builtin_text(operands[0], &error);
    if (!text) {
        explain_file(operands[0], &error);
        return report_error(&error, false);
    }
    fputs(text, stdout);
    fewest_free(text);
    return 0;
}

const struct command print_command = {
    .name = "print",
    .operands = "PUZZLE",
    .summary = "print the rules of a built-in puzzle",
    .details = "Print the rules file of a built-in puzzle. 'fewest list' says which there are. The rules of a file of another program "
               "are printed by 'fewest import'.",
    .examples = "A puzzle to change and play with: fewest print eight",
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = 1,
    .run = run,
};
