#include "spaces/forms.h"

#include "spaces/walker/maze.h"

#include <string.h>

bool few_text_is_rules(const char *text, size_t length) {
    return !few_maze_looks_like(text, length);
}

struct few_puzzle *few_read_any(struct few_memory *memory, const char *file, const char *text, size_t length,
                                struct few_error *error) {
    return few_maze_looks_like(text, length) ? few_maze_parse(memory, file, text, length, error)
                                             : few_parse(memory, file, text, length, error);
}

bool few_read_any_start(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                        struct few_error *error) {
    return few_maze_is_cell(text, length) ? few_maze_place(puzzle, what, text, length, false, error)
                                          : few_parse_start(puzzle, what, text, length, error);
}

bool few_read_any_goal(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                       struct few_error *error) {
    return few_maze_is_cell(text, length) ? few_maze_place(puzzle, what, text, length, true, error)
                                          : few_parse_goal(puzzle, what, text, length, error);
}

/* What is read is a state, which the parser of starts calls a start. The word is left as it is where it is quoted. */
static void call_it_state(char *text) {
    static const char start[] = "start", state[] = "state";
    for (char *at = text; (at = strstr(at, start)) != NULL; at += strlen(start)) {
        const char before = at == text ? ' ' : at[-1], after = at[strlen(start)];
        if (before == ' ' && (after == ' ' || after == ',' || after == 0))
            memcpy(at, state, strlen(state));
    }
}

static bool read_state(struct few_puzzle *copy, const char *what, const char *text, size_t length, struct few_error *error) {
    if (few_parse_start(copy, what, text, length, error))
        return true;
    call_it_state(error->message);
    call_it_state(error->hint);
    return false;
}

bool few_read_any_state(struct few_puzzle *copy, const char *what, const char *text, size_t length,
                        struct few_error *error) {
    const size_t cells = (size_t)copy->rows * copy->columns;
    const few_code *start = copy->start.board.cells;
    copy->start = (struct few_start){.given = copy->start.given, .board = copy->start.board};
    copy->start.board.cells = NULL;
    copy->never_count = 0; /* a state that must not be can be shown all the same */
    if (!few_maze_is_cell(text, length) || !start)
        return read_state(copy, what, text, length, error);
    few_code *own = few_arena_alloc(&copy->arena, few_array_size(cells, sizeof *own));
    if (!own)
        return few_fail_memory(error);
    memcpy(own, start, cells * sizeof *own);
    copy->start.board.cells = own;
    return few_maze_place(copy, what, text, length, false, error);
}
