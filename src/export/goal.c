/* What the target is: each goal line is a function, and so is each pattern that is sought. */
#include "export/dialect.h"

static bool has_drawing(const struct few_condition *condition) {
    return condition->kind == FEW_GOAL_DRAWING || condition->kind == FEW_GOAL_SOMEWHERE || condition->kind == FEW_GOAL_NOWHERE;
}

static size_t cells_of(const struct few_condition *condition) {
    return condition->kind == FEW_GOAL_VAR ? 1 : has_drawing(condition) ? (size_t)condition->drawing.rows * condition->drawing.columns : 0;
}

static const few_code *codes_of(const struct few_condition *condition) {
    return condition->kind == FEW_GOAL_VAR ? &condition->value : condition->drawing.cells;
}

static const few_code *floors_of(const struct few_condition *condition) {
    return has_drawing(condition) ? condition->drawing.floors : NULL;
}

static bool is_name(few_code code, unsigned name) {
    return few_code_is_name(code) && few_code_index(code) == name;
}

static bool uses(const struct few_condition *condition, unsigned name) {
    const few_code *codes = codes_of(condition), *floors = floors_of(condition);
    for (size_t i = 0; i < cells_of(condition); i++)
        if (is_name(codes[i], name) || (floors && is_name(floors[i], name)))
            return true;
    return false;
}

/* Whether a condition has a name that some other condition of the line binds or needs, too. */
static bool shares_names(const struct few_puzzle *puzzle, const struct few_goal *goal, uint32_t index) {
    for (uint32_t name = 0; name < puzzle->let_count; name++) {
        if (!uses(&goal->conditions[index], name))
            continue;
        for (uint32_t i = 0; i < goal->count; i++)
            if (i != index && uses(&goal->conditions[i], name))
                return true;
    }
    return false;
}

static void count_name(few_code code, bool *seen, bool *used) {
    if (!few_code_is_name(code))
        return;
    used[few_code_index(code)] |= seen[few_code_index(code)];
    seen[few_code_index(code)] = true;
}

static void count_names(const struct few_condition *condition, bool *seen, bool *used) {
    const few_code *codes = codes_of(condition), *floors = floors_of(condition);
    for (size_t i = 0; i < cells_of(condition); i++) {
        count_name(floors ? floors[i] : FEW_CODE_ANY, seen, used);
        count_name(codes[i], seen, used);
    }
}

/* Names that stand more than once in a line, or in the condition of it that has a function of its own. */
static void note_uses(struct few_exporter *x, const struct few_goal *goal, const struct few_condition *only) {
    bool *seen = few_arena_alloc(&x->arena, x->puzzle->let_count + 1), *used = few_arena_alloc(&x->arena, x->puzzle->let_count + 1);
    if (!seen || !used) {
        x->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < goal->count; i++)
        if (!only || only == &goal->conditions[i])
            count_names(&goal->conditions[i], seen, used);
    x->used = used;
}

/* Whether a pattern turned around lies on the same cells in the same way. */
static bool is_palindrome(const struct few_drawing *drawing) {
    for (uint32_t i = 0; i < drawing->columns; i++)
        if (drawing->cells[i] != drawing->cells[drawing->columns - 1 - i])
            return false;
    return drawing->rows == 1 && drawing->columns > 1 && !drawing->floors;
}

/* The ways in which a pattern is sought, as ways.c numbers them. */
static unsigned begin_turns(struct few_exporter *x, const struct few_condition *condition, const char *counter) {
    enum { DOWN = 1, RIGHT = 3, DOWN_LEFT = 6, DOWN_RIGHT = 7 };
    uint32_t ways[8] = {RIGHT, DOWN_LEFT, DOWN_RIGHT}, count = condition->diagonal ? 3 : 1;
    const bool both = condition->any_direction && !is_palindrome(&condition->drawing);
    for (uint32_t i = 0; both && i < 8; i++)
        ways[i] = i;
    if (both)
        count = condition->diagonal ? 8 : 4;
    if (condition->any_direction && !both) {
        x->dialect->comment(x, few_say(x, "It reads the same backwards, so one of each pair of opposite directions is enough.", "正反读起来一样，所以每两个相反的方向只看一个。"));
        memmove(ways + 1, ways, count * sizeof *ways);
        ways[0] = DOWN;
        count++;
    }
    return few_begin_ways(x, counter, ways, count, true);
}

/* The loops over ways and places of a pattern that is sought, and what is asked there; returns the blocks to be closed. */
static unsigned begin_seeking(struct few_exporter *x, const struct few_condition *condition, unsigned number, bool *bound,
                              struct few_parts *conditions, struct few_pattern *pattern) {
    const struct few_drawing *drawing = &condition->drawing;
    unsigned open = 0;
    *pattern = (struct few_pattern){.codes = drawing->cells, .floors = drawing->floors, .rows = drawing->rows, .columns = drawing->columns, .at = FEW_NOWHERE, .number = number};
    if (few_condition_turns(x->puzzle, condition)) {
        pattern->lie = FEW_LIE_TURNED;
        pattern->direction = number ? few_print(x, "way%u", number + 1) : "way";
        open += begin_turns(x, condition, pattern->direction);
    }
    open += few_pattern_begin(x, pattern);
    few_ends_fit(x, condition->ends, drawing->columns, conditions);
    few_pattern_fit(x, pattern, bound, conditions);
    return open;
}

/* A function that says whether a pattern is found. Names that the rest of the line binds are its parameters. */
static const char *write_found(struct few_exporter *x, const struct few_goal *goal, const struct few_condition *condition, const char *name) {
    const struct few_puzzle *puzzle = x->puzzle;
    const char *call = few_print(x, "%s(%s", name, x->dialect->now);
    struct few_parts names = {0}, conditions = {0};
    struct few_pattern pattern;
    bool *bound = few_arena_alloc(&x->arena, puzzle->let_count + 1);
    if (!bound) {
        x->no_memory = true;
        return "";
    }
    for (uint32_t n = 0; n < puzzle->let_count; n++) {
        bool elsewhere = false;
        for (uint32_t i = 0; i < goal->count && condition->kind == FEW_GOAL_NOWHERE; i++)
            elsewhere |= goal->conditions[i].kind != FEW_GOAL_NOWHERE && uses(&goal->conditions[i], n);
        if (!elsewhere || !uses(condition, n))
            continue;
        bound[n] = true;
        few_add(x, &names, x->let[n]);
        call = few_print(x, "%s, %s", call, x->let[n]);
    }
    note_uses(x, goal, condition);
    if (x->no_memory)
        return "";
    x->dialect->begin_function(x, name, names.items, names.count);
    unsigned open = begin_seeking(x, condition, 0, bound, &conditions, &pattern);
    if (conditions.count) {
        x->dialect->begin_if(x, &conditions);
        open++;
    }
    x->dialect->give(x, x->dialect->yes);
    while (open--)
        x->dialect->end(x);
    x->dialect->give(x, x->dialect->no);
    x->dialect->end_function(x);
    return few_print(x, "%s)", call);
}

/* A drawing of the whole board: cell by cell where few cells matter, else by a table. */
static void fit_drawing(struct few_exporter *x, const struct few_condition *condition, unsigned number, bool *bound, struct few_parts *conditions) {
    const struct few_drawing *drawing = &condition->drawing;
    size_t cells = cells_of(condition), pieces = 0, names = 0;
    for (size_t i = 0; i < cells; i++) {
        pieces += few_code_is_piece(drawing->cells[i]);
        names += few_code_is_name(drawing->cells[i]);
    }
    struct few_pattern whole = {.codes = drawing->cells, .floors = drawing->floors, .rows = drawing->rows, .columns = drawing->columns, .lie = FEW_LIE_AT};
    if (x->puzzle->is_string) {
        if (pieces == cells) {
            const char *text = "";
            for (size_t i = 0; i < cells; i++)
                text = few_print(x, "%s%s", text, x->puzzle->pieces[drawing->cells[i]].text);
            few_add(x, conditions, x->dialect->is_text(x, text));
            return;
        }
        if (names) { /* they are read before the conditions: from a string that is long enough */
            struct few_parts other = {0};
            few_add(x, &other, few_print(x, "%s != %zu", x->dialect->length, cells));
            x->dialect->begin_if(x, &other);
            x->dialect->give(x, x->dialect->no);
            x->dialect->end(x);
        } else {
            few_add(x, conditions, few_print(x, "%s == %zu", x->dialect->length, cells));
        }
    }
    few_code *rest = few_arena_alloc(&x->arena, few_array_size(cells + 1, sizeof *rest));
    const char **items = few_arena_alloc(&x->arena, few_array_size(cells + 1, sizeof *items));
    if (!rest || !items) {
        x->no_memory = true;
        return;
    }
    memcpy(rest, drawing->cells, cells * sizeof *rest);
    whole.codes = rest;
    const bool is_state = x->goal_is_state && !x->in_never;
    const bool whole_board = pieces == cells && (is_state || x->choices.language == FEW_EXPORT_PYTHON);
    if (!x->puzzle->is_string && (pieces > 4 || whole_board || x->choices.search == FEW_EXPORT_ASTAR)) {
        const bool only = is_state || (x->choices.language == FEW_EXPORT_PYTHON && x->puzzle->goal_count == 1 && !x->goal_table && !x->in_never);
        const char *table = only ? "GOAL" : few_print(x, x->in_never ? "never_%u" : "goal_%u", number);
        for (size_t i = 0; i < cells; i++) {
            items[i] = few_code_is_piece(rest[i]) ? x->piece[rest[i]] : "ANY";
            if (few_code_is_piece(rest[i]))
                rest[i] = FEW_CODE_ANY;
        }
        few_board_table(x, table, items, drawing->rows, drawing->columns);
        few_add(x, conditions, whole_board ? x->dialect->is_drawing(x, table) : few_print(x, "is_drawn(%s, %s)", x->dialect->now, table));
        if (!x->goal_table && !x->in_never) {
            x->goal_table = x->goal_is_state ? "GOAL.cell" : table;
            x->goal_leaves_open = pieces < cells;
        }
        pieces = 5;
    }
    if (names || pieces <= 4 || x->puzzle->is_string || drawing->floors)
        few_pattern_fit(x, &whole, bound, conditions);
}

static void begin_goal(struct few_exporter *x, const struct few_goal *goal, const char *name) {
    if (!x->goal_is_state || x->in_never)
        x->dialect->comment(x, few_harmless(x, few_statement_text(x, goal->where)));
    x->dialect->begin_function(x, name, NULL, 0);
}

/* In the place of all that was written for a line whose conditions contradict each other. */
static void write_no_goal(struct few_exporter *x, const struct few_goal *goal, const char *name, size_t begin, unsigned depth) {
    x->text.count = begin;
    x->declared = NULL;
    x->no_goal |= !x->in_never;
    x->depth = depth;
    begin_goal(x, goal, name);
    x->dialect->give(x, x->dialect->no);
    x->dialect->end_function(x);
}

static void write_goal(struct few_exporter *x, const struct few_goal *goal, const char *name) {
    const struct few_puzzle *puzzle = x->puzzle;
    const size_t begin = x->text.count;
    const unsigned depth = x->depth;
    struct few_parts conditions = {0}, later = {0};
    bool *bound = few_arena_alloc(&x->arena, puzzle->let_count + 1), nested = false, never = false;
    const char **calls = few_arena_alloc(&x->arena, few_array_size(goal->count + 1, sizeof *calls));
    if (!bound || !calls) {
        x->no_memory = true;
        return;
    }
    if (goal->count == 1 && goal->conditions[0].kind == FEW_GOAL_SOMEWHERE) {
        x->dialect->comment(x, few_harmless(x, few_statement_text(x, goal->where)));
        write_found(x, goal, &goal->conditions[0], name);
        return;
    }
    for (uint32_t i = 0; i < goal->count; i++) {
        const struct few_condition *condition = &goal->conditions[i];
        bool shared = shares_names(puzzle, goal, i), somewhere = condition->kind == FEW_GOAL_SOMEWHERE;
        if (condition->kind == FEW_GOAL_NOWHERE || (somewhere && !shared))
            calls[i] = write_found(x, goal, condition, few_print(x, "found_%u", ++x->goal_numbers));
        if (condition->kind == FEW_GOAL_EVERY)
            calls[i] = few_write_every(x, condition);
        if (condition->kind == FEW_GOAL_COMPARED)
            calls[i] = few_write_compared(x, condition);
        nested |= somewhere && shared;
    }
    note_uses(x, goal, NULL);
    if (x->no_memory)
        return;
    begin_goal(x, goal, name);
    for (uint32_t i = 0; i < goal->count; i++) {
        const struct few_condition *condition = &goal->conditions[i];
        if (condition->kind == FEW_GOAL_VAR)
            few_var_fit(x, condition->var, condition->value, bound, &conditions);
        if (condition->kind == FEW_GOAL_DRAWING)
            fit_drawing(x, condition, ++x->goal_numbers, bound, &conditions);
    }
    for (uint32_t i = 0; i < goal->count; i++) {
        bool nowhere = goal->conditions[i].kind == FEW_GOAL_NOWHERE;
        if (calls[i] && goal->conditions[i].kind == FEW_GOAL_COMPARED)
            few_compared_fit(x, &goal->conditions[i], calls[i], &conditions);
        else if (calls[i])
            few_add(x, !nowhere || !nested ? &conditions : &later, nowhere ? few_print(x, "%s%s", x->dialect->not, calls[i]) : calls[i]);
    }
    unsigned open = 0, number = 0;
    for (uint32_t i = 0; i < goal->count; i++) {
        struct few_pattern pattern;
        if (goal->conditions[i].kind != FEW_GOAL_SOMEWHERE || calls[i])
            continue;
        never |= few_never_hold(x, &conditions);
        if (conditions.count) {
            x->dialect->begin_if(x, &conditions);
            open++;
        }
        conditions = (struct few_parts){0};
        open += begin_seeking(x, &goal->conditions[i], number++, bound, &conditions, &pattern);
    }
    if (never || few_never_hold(x, &conditions)) {
        write_no_goal(x, goal, name, begin, depth);
        return;
    }
    if (!nested) {
        x->dialect->give_all(x, &conditions);
    } else {
        for (size_t i = 0; i < later.count; i++)
            few_add(x, &conditions, later.items[i]);
        if (conditions.count) {
            x->dialect->begin_if(x, &conditions);
            open++;
        }
        x->dialect->give(x, x->dialect->yes);
        while (open--)
            x->dialect->end(x);
        x->dialect->give(x, x->dialect->no);
    }
    x->dialect->end_function(x);
}

/* A function for each line, and one that says whether any of them holds. */
static void write_lines(struct few_exporter *x, const struct few_goal *lines, uint32_t count, const char *name) {
    const char *any = NULL; /* the lines joined by or */
    for (uint32_t i = 0; i < count; i++) {
        const char *line = count == 1 ? name : few_print(x, "%s_%u", name, i + 1);
        write_goal(x, &lines[i], line);
        const char *one = few_print(x, "%s(%s)", line, x->dialect->now);
        any = any ? few_print(x, "%s %s %s", any, x->dialect->or, one) : one;
    }
    if (count == 1)
        return;
    x->dialect->begin_function(x, name, NULL, 0);
    x->dialect->give(x, any ? any : x->dialect->no);
    x->dialect->end_function(x);
}

void few_export_goal(struct few_exporter *x) {
    write_lines(x, x->puzzle->goals, x->puzzle->goal_count, "is_goal");
}

void few_export_nevers(struct few_exporter *x) {
    x->in_never = true;
    if (x->puzzle->never_count)
        write_lines(x, x->puzzle->nevers, x->puzzle->never_count, "is_forbidden");
    x->in_never = false;
}

/* A goal that leaves vars open stands for all that they can be. */
static void list_goal(struct few_exporter *x, const struct few_goal *goal, const few_code *cells, uint16_t *values, uint32_t var) {
    const struct few_puzzle *puzzle = x->puzzle;
    if (var < puzzle->var_count) {
        const struct few_var *declared = &puzzle->vars[var];
        for (uint32_t v = 0; v < declared->count && !x->no_memory; v++) {
            bool right = true;
            for (uint32_t i = 0; i < goal->count; i++) {
                const struct few_condition *condition = &goal->conditions[i];
                right &= condition->kind != FEW_GOAL_VAR || condition->var != var || condition->value == declared->values[v];
            }
            values[var] = declared->values[v];
            if (right)
                list_goal(x, goal, cells, values, var + 1);
        }
        return;
    }
    if (++x->goal_states > FEW_EXPORT_MOST_GOALS)
        return;
    const char *vars = "";
    for (uint32_t i = 0; i < puzzle->var_count; i++)
        vars = few_print(x, "%s%s%s", vars, i ? ", " : "", x->piece[values[i]]);
    x->dialect->goal_state(x, cells, vars);
}

void few_export_goal_states(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    uint16_t *values = few_arena_alloc(&x->arena, few_array_size(puzzle->var_count + 1, sizeof *values));
    if (!values) {
        x->no_memory = true;
        return;
    }
    x->dialect->begin_goal_states(x);
    for (uint32_t g = 0; g < puzzle->goal_count; g++) {
        const struct few_drawing *drawn = NULL;
        for (uint32_t i = 0; i < puzzle->goals[g].count; i++)
            if (puzzle->goals[g].conditions[i].kind == FEW_GOAL_DRAWING)
                drawn = &puzzle->goals[g].conditions[i].drawing;
        x->goal_length = drawn ? drawn->rows * drawn->columns : 0;
        list_goal(x, &puzzle->goals[g], drawn ? drawn->cells : NULL, values, 0);
    }
    x->dialect->end_goal_states(x);
}
