/* fewest import: the file of another program as rules, to be read, changed and given to solve. */
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"

#include <stdlib.h>

struct import_settings {
    struct import_options import;
};

static const struct option options[] = {
    IMPORT_OPTIONS(struct import_settings),
};

static int run(const void *given, char **operands, int count) {
    const struct import_settings *settings = given;
    fewest_error error = {0};
    struct limits limits;
    (void)count;
    limits_begin(&limits, 0, 0);
    char *rules = open_rules(operands[0], &settings->import, &limits, &error);
    if (!rules)
        return report_error(&error, false);
    fputs(rules, stdout);
    free(rules);
    return 0;
}

const struct command import_command = {
    .name = "import",
    .operands = "FILE",
    .summary = "print the file of another program as rules",
    .details =
        "Translate a file of another program to the puzzle language, and print it. The format is recognised by the content "
        "of the file. All commands that take a PUZZLE take such files as well; this one shows their translation. FILE may be - for "
        "standard input.\n"
        "Sokoban levels (.xsb): lines of # @ + $ * . and blanks, - or _ for floor; other lines stand between levels. In the "
        "solution u d l r are steps, and U D L R pushes, as other Sokoban programs write them. With --count pushes steps are free.\n"
        "Rush Hour boards: 36 characters a line, A to Z for cars, o or . for empty cells, x for walls; what stands before and "
        "after them on the line is ignored. Car A leaves to the right. A-right-2 says that A goes two cells to the right.\n"
        "Planning tasks (output.sas, SAS+ version 3): operators are moves. Axioms and conditional effects are refused.\n"
        "Twisty puzzles (.tws): every power of a move is a move. The solved state is start and goal.\n"
        "Edge lists: a line is 'from to' or 'from to cost'. The file has no start and no goal, so give them: \"a is @\" and --goal "
        "\"b is @\". A move is named after the node it leads to.\n"
        "Word lists (--words): one word a line; \"cold is @\" and --goal \"warm is @\".\n"
        "Exit status: 0 it was translated, 2 bad input or usage, 4 system error, 130 interrupted.",
    .examples =
        "A Rush Hour board: echo xooooooAAoGBCoHoGBCoHFFooDDDoEoooooE | fewest import -\n"
        "Solved at once: echo xooooooAAoGBCoHoGBCoHFFooDDDoEoooooE | fewest solve -",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
    .settings_size = sizeof(struct import_settings),
    .run = run,
};
