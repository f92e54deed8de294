#include "language/never.h"

#include <stdio.h>
#include <string.h>

#include "language/checker.h"
#include "language/diagnose.h"

static bool adds(const struct few_var_sum *sum, uint32_t var) {
    for (uint32_t i = 0; i < sum->count; i++)
        if (sum->vars[i] == var)
            return true;
    return false;
}

/* Whether some `never` asks what this var is. Any value of another one will do. */
static bool is_asked_for(const struct few_puzzle *puzzle, uint32_t var) {
    for (uint32_t i = 0; i < puzzle->never_count; i++)
        for (uint32_t k = 0; k < puzzle->nevers[i].count; k++) {
            const struct few_condition *condition = &puzzle->nevers[i].conditions[k];
            if ((condition->kind == FEW_GOAL_VAR && condition->var == var) || adds(&condition->left, var) ||
                adds(&condition->right, var))
                return true;
        }
    return false;
}

/* The next of the starts: the vars that may have any value are an odometer. */
static bool next_start(const struct few_puzzle *puzzle, const bool *turns, uint32_t *at, few_code *vars) {
    for (uint32_t v = puzzle->var_count; v-- > 0;) {
        if (!turns[v])
            continue;
        const bool more = ++at[v] < puzzle->vars[v].count;
        at[v] = more ? at[v] : 0;
        vars[v] = puzzle->vars[v].values[at[v]];
        if (more)
            return true;
    }
    return false;
}

static const struct few_goal *find_line(struct few_checker *checker, struct few_memory *memory,
                                        const struct few_puzzle *puzzle, const struct few_start *start,
                                        uint16_t *values, bool *no_memory) {
    const size_t cells = (size_t)start->board.rows * start->board.columns, vars = puzzle->var_count;
    const size_t bytes = (vars + 1) * (sizeof(uint32_t) + sizeof(bool));
    uint32_t *at = few_alloc_zeroed(memory, bytes);
    const struct few_goal *line = NULL;
    *no_memory = !at;
    if (!at)
        return NULL;
    bool *turns = (bool *)(at + vars + 1);
    if (cells)
        memcpy(values, start->board.cells, cells * sizeof *values);
    for (uint32_t v = 0; v < vars; v++) {
        const bool any = start->vars[v] == FEW_CODE_ANY;
        values[cells + v] = any ? puzzle->vars[v].values[0] : start->vars[v];
        turns[v] = any && is_asked_for(puzzle, v);
    }
    bool more = true;
    while (more && !line && !*no_memory) {
        *no_memory = !few_go_on(memory, 64 + 8 * cells) || !few_checker_put(checker, values, cells + vars);
        line = *no_memory ? NULL : few_checker_never(checker, no_memory);
        more = !line && next_start(puzzle, turns, at, values + cells);
    }
    few_free(memory, at, bytes);
    return line;
}

const struct few_goal *few_never_at_start(struct few_memory *memory, const struct few_puzzle *puzzle,
                                          const struct few_start *start, few_code *vars, bool *no_memory) {
    *no_memory = false;
    if (puzzle->never_count == 0 || !start->given)
        return NULL;
    const size_t cells = (size_t)start->board.rows * start->board.columns;
    const size_t bytes = (cells + puzzle->var_count + 1) * sizeof(uint16_t);
    struct few_checker *checker = few_checker_create(memory, puzzle);
    uint16_t *values = few_alloc(memory, bytes);
    const struct few_goal *line = NULL;
    if (checker && values)
        line = find_line(checker, memory, puzzle, start, values, no_memory);
    else
        *no_memory = true;
    if (line && vars && puzzle->var_count)
        memcpy(vars, values + cells, puzzle->var_count * sizeof *vars);
    few_free(memory, values, values ? bytes : 0);
    few_checker_free(checker);
    return line;
}

/* Of several starts, which one it is: the values of the vars that may have any. */
static void hint_values(struct few_reader *reader, const struct few_start *start, const few_code *vars) {
    const struct few_puzzle *puzzle = reader->puzzle;
    char list[160] = "";
    for (uint32_t v = 0; v < puzzle->var_count; v++) {
        const size_t length = strlen(list);
        if (start->vars[v] == FEW_CODE_ANY && length + 1 < sizeof list)
            snprintf(list + length, sizeof list - length, "%s%s is %s", length ? " and " : "", puzzle->vars[v].name,
                     few_code_text(puzzle, vars[v]));
    }
    if (*list)
        few_hint(reader, "it does where %s", list);
}

bool few_check_start(struct few_reader *reader, struct few_word place, const struct few_start *start) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const size_t bytes = (puzzle->var_count + 1) * sizeof(few_code);
    bool no_memory;
    if (puzzle->never_count == 0)
        return true;
    few_code *vars = few_alloc(reader->memory, bytes);
    if (!vars)
        return few_fail_memory(reader->error);
    const struct few_goal *line = few_never_at_start(reader->memory, puzzle, start, vars, &no_memory);
    if (line)
        hint_values(reader, start, vars);
    few_free(reader->memory, vars, bytes);
    if (line)
        return few_mistake(reader, place, "the start is forbidden by the `never` on line %u", line->where.line);
    return !no_memory || few_fail_memory(reader->error);
}
