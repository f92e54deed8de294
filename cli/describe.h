/* The commands as data: what `fewest help --json` prints, and what tools/manpages makes the manual pages and the
 * completions of. */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include "cli/commands.h"

void describe_commands(const struct command *const *commands, size_t count, FILE *file);

#endif
