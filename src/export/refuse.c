/* What cannot be exported, and why. */
#include "export/exporter.h"
#include "language/name.h"

#include <inttypes.h>
#include <stdio.h>

enum { MOST_CELLS = 1 << 16, LONGEST_STRING = 1 << 16 };

static bool refuse(struct few_exporter *x, const char *hint, const char *message) {
    few_fail(x->error, FEW_ERROR_INPUT, "%s", message);
    snprintf(x->error->hint, sizeof x->error->hint, "%s", hint);
    return false;
}

/* Rules may make a string longer, as often as `within` allows. */
static bool refuse_length(struct few_exporter *x) {
    snprintf(x->error->hint, sizeof x->error->hint, "bound the string, as in `string 40`%s", x->puzzle->max_length == FEW_NOWHERE ? ", or give a smaller `within`" : "");
    if (x->puzzle->max_length != FEW_NOWHERE)
        return few_fail(x->error, FEW_ERROR_INPUT, "a string may have %u letters here, and a program has room for %d", x->longest, LONGEST_STRING);
    return few_fail(x->error, FEW_ERROR_INPUT, "within %" PRIu64 " move%s a string may grow to more letters than the %d that a program has room for", x->puzzle->within, few_plural(x->puzzle->within), LONGEST_STRING);
}

/* Whether no goal drawing holds a piece twice, so that it has a number where all pieces are different. */
static bool goals_are_permutations(const struct few_puzzle *puzzle) {
    for (uint32_t g = 0; g < puzzle->goal_count; g++)
        for (uint32_t c = 0; c < puzzle->goals[g].count; c++) {
            const struct few_condition *condition = &puzzle->goals[g].conditions[c];
            const uint32_t cells = condition->kind == FEW_GOAL_DRAWING ? condition->drawing.rows * condition->drawing.columns : 0;
            for (uint32_t i = 0; i < cells; i++)
                for (uint32_t j = 0; j < i; j++)
                    if (condition->drawing.cells[i] == condition->drawing.cells[j])
                        return false;
        }
    return true;
}

/* Choices that do not go with each other, or not with this puzzle. */
static bool choices_fit(struct few_exporter *x) {
    const struct few_export_choices *choices = &x->choices;
    bool astar = choices->search == FEW_EXPORT_ASTAR, both = choices->search == FEW_EXPORT_BIDIRECTIONAL, plain = !astar && !both && !x->costs;
    const char *instead = choices->language == FEW_EXPORT_PYTHON ? "choose std" : "choose hash";
    const char *heap = x->costs ? "moves have costs, so states wait in a heap" : "with --search astar states wait in a heap";
    if (choices->judge && choices->language == FEW_EXPORT_PYTHON)
        return refuse(x, "choose C or C++", "--judge: programs for judges are written in C and C++");
    if (choices->judge && (choices->path != FEW_EXPORT_PARENTS || choices->queue != FEW_EXPORT_ONE || astar || (both && !choices->judge->both_ends)))
        return refuse(x, "leave out --path, --queue and --search", "--judge: the programs for judges have one queue, parents, and the search that is quick enough there");
    if (choices->judge && choices->judge->reads_goal)
        x->goals_listed = true;
    if (choices->remember == FEW_EXPORT_STD && choices->language == FEW_EXPORT_C)
        return refuse(x, "choose hash or perfect, or the language cpp", "--remember std: the library of C has no container for states");
    if (choices->remember == FEW_EXPORT_PERFECT && x->ranks == FEW_RANK_NONE)
        return refuse(x, instead, x->puzzle->is_string ? "--remember perfect: strings of different lengths have no number of their own here"
                                                             : few_print(x, "--remember perfect: a table with a place for each state would have more than %d places", FEW_EXPORT_MOST_STATES));
    if (choices->remember == FEW_EXPORT_PERFECT && !x->packed)
        return refuse(x, instead, "--remember perfect: a state does not fit a number of 64 bits");
    if (choices->remember == FEW_EXPORT_PERFECT && both && !choices->judge &&
        (x->ranks == FEW_RANK_MULTISET || (x->ranks == FEW_RANK_CANTOR && !goals_are_permutations(x->puzzle))))
        return refuse(x, instead, "--remember perfect: with --search bidirectional, start and goal may hold other pieces, and have no numbers in common");
    if (both && x->costs)
        return refuse(x, "choose bfs, which is Dijkstra's search here", "--search bidirectional counts moves, but here moves have costs");
    if (both && !x->goals_listed)
        return refuse(x, "choose bfs", "--search bidirectional begins at the goals, too, but they cannot be listed: a goal leaves cells open, has names, or seeks a pattern");
    if (both && !x->undone)
        return refuse(x, "choose bfs", x->puzzle->is_string ? "--search bidirectional makes moves backwards: that is written for rules of plain words only"
                                                            : "--search bidirectional makes moves backwards, but it is not seen from the rules that each move is undone by another");
    if (astar && x->least_cost == 0)
        return refuse(x, "choose bfs, which is Dijkstra's search here", "--search astar needs a lower bound, and there is none where moves may cost nothing");
    if (astar && !x->has_bound)
        return refuse(x, "choose bfs", "--search astar needs a lower bound, which is read off the drawing of a single goal, and there is none");
    if (!plain && choices->path != FEW_EXPORT_PARENTS)
        return refuse(x, "choose parents", both ? "--path: a search from both ends keeps parents" : few_print(x, "--path: %s, each with its parent", heap));
    if (!plain && choices->queue != FEW_EXPORT_ONE)
        return refuse(x, "choose one", both ? "--queue two: a search from both ends has a queue for each side" : few_print(x, "--queue two: %s", heap));
    return true;
}

/* Whether a letter beyond ASCII may be part of what a move is called. */
static bool names_letters_beyond(const struct few_puzzle *puzzle) {
    bool beyond = false, named = false;
    for (uint32_t i = 0; i < puzzle->piece_count; i++)
        beyond |= few_character_length(puzzle->pieces[i].text) > 1;
    for (uint32_t i = 0; i < puzzle->move_count; i++)
        named |= few_name_tells(&puzzle->moves[i], FEW_BLANK_NAME);
    return puzzle->is_string && beyond && named;
}

bool few_export_refuse_moves(struct few_exporter *x) {
    for (uint32_t i = 0; i < x->puzzle->move_count; i++)
        if (x->puzzle->moves[i].part_count && x->puzzle->moves[i].parts[0].has_rest)
            return refuse(x, "write a rule for each length of it, if the string is short", "`rest`, all further characters of a string, is not translated");
    for (uint32_t i = 0; i < x->puzzle->move_count; i++)
        if (x->puzzle->moves[i].repeat == FEW_UNTIL_BLOCKED && x->puzzle->moves[i].free_count)
            return refuse(x, "write a rule for each value", "`until blocked` in a move with a name that stands on no left side is not translated");
    return x->choices.language == FEW_EXPORT_PYTHON || !names_letters_beyond(x->puzzle) ||
           refuse(x, "export it to Python, or give the moves plain names", "braces for letters beyond ASCII are not translated to C and C++");
}

bool few_export_refuse(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
    if (puzzle->goal_count == 0)
        return refuse(x, "give one with --goal", "the puzzle has no goal, so there is nothing to search for");
    if (cells > MOST_CELLS)
        return few_fail(x->error, FEW_ERROR_INPUT, "the board has %llu cells: a program is written for up to %d", (unsigned long long)cells, MOST_CELLS);
    if (puzzle->is_string && x->longest > LONGEST_STRING)
        return refuse_length(x);
    return choices_fit(x) && (x->choices.language != FEW_EXPORT_PYTHON || few_export_refuse_python(x));
}
