/* fewest print: the rules of a built-in puzzle, to be read, changed and given to solve. */
#include "cli/commands.h"
#include "cli/output.h"

#include <stdlib.h>

static int run(const void *settings, char **operands, int count) {
    fewest_error error = {0};
    (void)settings;
    (void)count;
    char *text = fewest_builtin_text(operands[0], &error);
    if (!text)
        return report_error(&error, false);
    fputs(text, stdout);
    fewest_free(text);
    return 0;
}

const struct command print_command = {
    .name = "print",
    .operands = "PUZZLE",
    .summary = "print the rules of a built-in puzzle",
    .details = "Print the rules file of a built-in puzzle. 'fewest list' says which there are.",
    .examples = "A puzzle to change and play with: fewest print eight",
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = 1,
    .run = run,
};
