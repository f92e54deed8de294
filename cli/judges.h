/* An unknown judge. */
#ifndef CLI_JUDGES_H
#define CLI_JUDGES_H

#include "cli/commands.h"

/* Says that there is no judge of that name, and which one was probably meant. Returns the exit status. */
int report_unknown_judge(const struct command *command, const char *name);

#endif
