/* What cannot be exported, and why. */
#include "export/exporter.h"

#include <stdio.h>

enum { MOST_CELLS = 1 << 16, LONGEST_STRING = 1 << 16 };

static bool refuse(struct few_exporter *x, const char *hint, const char *message) {
    few_fail(x->error, FEW_ERROR_INPUT, "%s", message);
    snprintf(x->error->hint, sizeof x->error->hint, "%s", hint);
    return false;
}

bool few_export_refuse(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
    const struct few_export_choices *choices = &x->choices;
    if (choices->language != FEW_EXPORT_C || choices->remember != FEW_EXPORT_HASH || choices->queue != FEW_EXPORT_ONE ||
        choices->path != FEW_EXPORT_PARENTS || choices->search != FEW_EXPORT_BFS)
        return refuse(x, "without options, a program in C is written", "this choice is not there yet");
    if (puzzle->goal_count == 0) return refuse(x, "give one with --goal", "the puzzle has no goal, so there is nothing to search for");
    if (cells > MOST_CELLS)
        return few_fail(x->error, FEW_ERROR_INPUT, "the board has %llu cells: a program is written for up to %d", (unsigned long long)cells, MOST_CELLS);
    if (puzzle->is_string && x->longest > LONGEST_STRING)
        return few_fail(x->error, FEW_ERROR_INPUT, "strings may have %u letters here: a program is written for up to %d", x->longest, LONGEST_STRING);
    return true;
}
