/* What Python, or its programs, have no place for. */
#include "export/exporter.h"

#include <stdio.h>

enum { MOST_LOOPS = 20 }; /* that Python lets stand one within the other */

static bool refuse(struct few_exporter *x, const char *hint, const char *message) {
    few_fail(x->error, FEW_ERROR_INPUT, "%s", message);
    snprintf(x->error->hint, sizeof x->error->hint, "%s", hint);
    return false;
}

/* Loops of a rule: over the ways, over rows and columns for each pattern, over steps, and over names that stand on no left side. */
static unsigned loops_of_move(const struct few_move *move) {
    unsigned loops = (move->turns != 0) + move->free_count + 2 * (move->repeat != FEW_ONCE);
    for (uint32_t i = 0; i < move->part_count; i++)
        loops += 2 * (move->parts[i].kind == FEW_PART_PATTERN);
    return loops;
}

static unsigned loops_of_goal(const struct few_goal *goal) {
    unsigned loops = 0;
    for (uint32_t i = 0; i < goal->count; i++)
        loops += 3 * (goal->conditions[i].kind == FEW_GOAL_SOMEWHERE);
    return loops;
}

bool few_export_refuse_python(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    const struct few_export_choices *choices = &x->choices;
    if (choices->remember == FEW_EXPORT_HASH)
        return refuse(x, "choose std", "--remember hash: a set and a dict of Python are hash tables, so no other one is written");
    if (choices->remember == FEW_EXPORT_PERFECT) {
        if (choices->search != FEW_EXPORT_BFS || x->costs)
            return refuse(x, "choose std", "--remember perfect: in Python only plain breadth-first search has it");
        if (choices->path == FEW_EXPORT_MAP)
            return refuse(x, "choose parents or none", "--path map: in Python the map is a dict, which remembers the states by itself, so --remember perfect does not go with it");
    }
    for (uint32_t i = 0; i < puzzle->move_count; i++)
        if (loops_of_move(&puzzle->moves[i]) > MOST_LOOPS)
            return few_fail(x->error, FEW_ERROR_INPUT, "a rule needs more than %d loops within each other, which Python does not allow", MOST_LOOPS);
    for (uint32_t i = 0; i < puzzle->goal_count; i++)
        if (loops_of_goal(&puzzle->goals[i]) > MOST_LOOPS)
            return few_fail(x->error, FEW_ERROR_INPUT, "a goal needs more than %d loops within each other, which Python does not allow", MOST_LOOPS);
    return true;
}
