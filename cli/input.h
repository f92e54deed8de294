/* What a command is given: the puzzle, its start and its goal. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "cli/limits.h"

/* The puzzle that PUZZLE, START and --goal name. `name` is a built-in, a file, or `-` for standard input;
 * start and goal may be NULL, "" or `-`: those of the puzzle itself. NULL: see *error. */
fewest_puzzle *open_puzzle(const char *name, const char *start, const char *goal, struct limits *limits,
                             fewest_error *error);

/* The same, and the puzzle may be without start or goal. */
fewest_puzzle *open_unfinished(const char *name, const char *start, const char *goal, struct limits *limits,
                             fewest_error *error);

/* The puzzle, for a call that has no options of its own: it has what is left of the limits. */
fewest_puzzle *keep_to(fewest_puzzle *puzzle, struct limits *limits);

#endif
