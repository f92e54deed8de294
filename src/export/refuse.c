/* What cannot be exported, and why. */
#include "export/exporter.h"

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
    return few_fail(x->error, FEW_ERROR_INPUT, "within %" PRIu64 " moves a string may grow to more letters than the %d that a program has room for", x->puzzle->within, LONGEST_STRING);
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
        return refuse(x, "choose bfs, which is Dijkstra's search here", "--search astar needs a lower bound, and there is none where moves cost nothing");
    if (astar && !x->has_bound)
        return refuse(x, "choose bfs", "--search astar needs a lower bound, which is read off the drawing of a single goal, and there is none");
    if (!plain && choices->path != FEW_EXPORT_PARENTS)
        return refuse(x, "choose parents", both ? "--path: a search from both ends keeps parents" : few_print(x, "--path: %s, each with its parent", heap));
    if (!plain && choices->queue != FEW_EXPORT_ONE)
        return refuse(x, "choose one", both ? "--queue two: a search from both ends has a queue for each side" : few_print(x, "--queue two: %s", heap));
    return true;
}

/* Whether the conditions of a move all must hold, one after the other. */
static bool is_list(const struct few_move *move) {
    for (uint32_t i = 0; i < move->condition_count; i++)
        if (move->conditions[i].if_false != FEW_FAILS)
            return false;
    return true;
}

static bool has_products(const struct few_puzzle *puzzle) {
    bool found = false;
    for (uint32_t i = 0; i < puzzle->sum_count; i++)
        found |= puzzle->sums[i].product_count > 0;
    for (uint32_t i = 0; i < puzzle->move_count; i++)
        for (uint32_t c = 0; c < puzzle->moves[i].condition_count; c++)
            found |= puzzle->moves[i].conditions[c].left.product_count || puzzle->moves[i].conditions[c].right.product_count;
    return found;
}

/* Whether a name may stand for a wall, or a sum come to one: it would have to stay where it is. */
static bool writes_walls(const struct few_puzzle *puzzle) {
    bool found = puzzle->kind_count && puzzle->pieces[few_wall(puzzle)].is_number && puzzle->sum_count;
    for (uint32_t i = 0; i < puzzle->let_count && puzzle->kind_count; i++)
        found |= few_code_has(puzzle, (few_code)(FEW_CODE_NAME | i), few_wall(puzzle));
    return found;
}

static bool refuse_floors(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    bool asked = writes_walls(puzzle);
    for (uint32_t i = 0; i < puzzle->move_count; i++)
        for (uint32_t p = 0; p < puzzle->moves[i].part_count; p++)
            asked |= puzzle->moves[i].parts[p].floors != NULL;
    for (uint32_t g = 0; g < puzzle->goal_count; g++)
        for (uint32_t c = 0; c < puzzle->goals[g].count; c++)
            asked |= puzzle->goals[g].conditions[c].drawing.floors != NULL;
    return !asked || refuse(x, "make a piece of each piece on each floor", "`P|F` asks for a floor: that is not translated yet");
}

/* Braces that a match fills, other than its direction. */
static bool has_matched_braces(const struct few_move *move) {
    bool found = false;
    for (uint32_t i = 0; i < move->name_part_count; i++)
        found |= move->name_parts[i].blank != FEW_BLANK_NONE && move->name_parts[i].blank != FEW_BLANK_DIRECTION;
    return found;
}

bool few_export_refuse_moves(struct few_exporter *x) {
    if (!refuse_floors(x))
        return false;
    for (uint32_t i = 0; i < x->puzzle->move_count; i++) {
        if (x->puzzle->moves[i].repeat)
            return refuse(x, "write a rule for each number of steps", "`repeat` and `until blocked` are not translated yet");
        if (has_matched_braces(&x->puzzle->moves[i]))
            return refuse(x, "give the move a plain name", "a move's name has braces: that is not translated yet");
        if (x->puzzle->moves[i].free_count)
            return refuse(x, "write a rule for each value", "a name stands on no left side of its move, only on the right or in `where`: that is not translated yet");
        if (few_costs_by_weight(&x->puzzle->moves[i]))
            return refuse(x, "write a rule for each link, with `on` and `cost`", "a cost that the weights of links decide is not translated yet");
        if (x->puzzle->moves[i].cost_sum)
            return refuse(x, "write a rule for each cost", "a cost that names decide is not translated yet");
        if (x->puzzle->moves[i].turns && x->puzzle->moves[i].turns != 0xf)
            return refuse(x, "write a rule for each way it lies, or `any direction`", "`left or right`, `up or down`, `mirrored` and `diagonal` are not translated yet");
        if (x->puzzle->moves[i].ends.begin || x->puzzle->moves[i].ends.end)
            return refuse(x, "mark the ends of the string with characters of their own", "`at begin` and `at end` are not translated yet");
        if (!is_list(&x->puzzle->moves[i]))
            return refuse(x, "write a rule for each alternative", "`or` in `where` is not translated yet");
    }
    if (x->puzzle->cell_names)
        return refuse(x, "declare a `board`, and call cells by number", "`cells` with names are not translated yet");
    if (x->puzzle->wraps_rows || x->puzzle->wraps_columns)
        return refuse(x, "write rules with `on` for the edges", "`wrapped` boards are not translated yet");
    return !has_products(x->puzzle) || refuse(x, "write a rule for each value", "`*` in sums is not translated yet");
}

bool few_export_refuse(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
    if (puzzle->goal_count == 0)
        return refuse(x, "give one with --goal", "the puzzle has no goal, so there is nothing to search for");
    for (uint32_t g = 0; g < puzzle->goal_count; g++)
        for (uint32_t c = 0; c < puzzle->goals[g].count; c++)
            if (puzzle->goals[g].conditions[c].ends.begin || puzzle->goals[g].conditions[c].ends.end)
                return refuse(x, "mark the ends of the string with characters of their own", "`at begin` and `at end` are not translated yet");
            else if (few_condition_counts(&puzzle->goals[g].conditions[c]))
                return refuse(x, "draw the goals", "the goal counts pieces, which exported programs do not know yet");
            else if (puzzle->goals[g].conditions[c].kind == FEW_GOAL_COMPARED)
                return refuse(x, "name the values with `is`, in several goals", "the goal compares vars, which exported programs do not know yet");
            else if (puzzle->goals[g].conditions[c].kind == FEW_GOAL_EVERY)
                return refuse(x, "draw the goal, or say `every FLOOR has PIECE` with a piece", "the goal has `every`, which exported programs do not know yet");
    if (puzzle->never_count)
        return refuse(x, "say in `where`, or by what a move looks at, when it may be made", "the puzzle has a `never`, which exported programs do not know yet");
    if (cells > MOST_CELLS)
        return few_fail(x->error, FEW_ERROR_INPUT, "the board has %llu cells: a program is written for up to %d", (unsigned long long)cells, MOST_CELLS);
    if (puzzle->is_string && x->longest > LONGEST_STRING)
        return refuse_length(x);
    return choices_fit(x) && (x->choices.language != FEW_EXPORT_PYTHON || few_export_refuse_python(x));
}
