/* POJ 3984: a maze as a matrix of 0 and 1; the cells of a shortest way from the top left to the bottom
 * right, or `no path`. The judge's is 5 x 5, others are welcome. */
#include "contest/solver.h"

#include <stdlib.h>

enum { MOST_SIDE = 10000 };

/* The matrix as the library reads mazes: a digit and a white space for each cell. */
struct maze {
    char *text;
    size_t length, rows, columns;
    size_t line; /* of its first row */
};

static bool read_row(struct input *input, struct maze *maze) {
    const size_t columns = input_left_on_line(input, WORD);
    if (maze->rows == 0) {
        maze->columns = columns;
        maze->line = input->line;
    }
    if (columns != maze->columns) {
        return input_fail(input, input->line, "expected a row of %zu cells as above, found %zu",
                          maze->columns, columns);
    }
    if (columns > MOST_SIDE || maze->rows == MOST_SIDE) {
        return input_fail(input, input->line, "expected at most %d rows and columns, found more", MOST_SIDE);
    }
    /* Twice the room whenever the number of rows is a power of two. */
    if ((maze->rows & (maze->rows - 1)) == 0) {
        char *larger = realloc(maze->text, 2 * columns * (maze->rows == 0 ? 1 : 2 * maze->rows));
        if (!larger) return input_fail_memory(input);
        maze->text = larger;
    }
    for (size_t column = 0; column < columns; column++) {
        const struct token token = input_next(input, WORD);
        if (token.length != 1 || (token.text[0] != '0' && token.text[0] != '1')) {
            return input_fail(input, token.line, "expected 0 or 1, found %s", input_quote(token).text);
        }
        maze->text[maze->length++] = token.text[0];
        maze->text[maze->length++] = column + 1 < columns ? ' ' : '\n';
    }
    maze->rows++;
    return true;
}

static bool print_solution(struct run *run, fewest_answer *answer) {
    size_t row = 0, column = 0;
    const size_t length = fewest_answer_length(answer);
    for (size_t step = 0;; step++) {
        if (!run_print(run, "(%zu, %zu)\n", row, column)) return false;
        if (step == length) return true;
        const char *word = fewest_answer_move(answer, 0, step);
        if (!word) return run_fail(run, FEWEST_SYSTEM, "there is not enough memory");
        switch (word[0] | ' ') { /* U or up, … */
        case 'u': row--; break;
        case 'd': row++; break;
        case 'l': column--; break;
        default: column++; break;
        }
    }
}

static bool answer_maze(struct run *run, const struct maze *maze) {
    const bool start_is_free = maze->text[0] == '0';
    const bool goal_is_free = maze->text[maze->length - 2] == '0';
    if (!start_is_free || !goal_is_free) return run_print(run, "no path\n");
    if (maze->rows * maze->columns == 1) return run_print(run, "(0, 0)\n");
    struct solver *solver = solver_parse(run, maze->text, maze->length);
    if (solver) solver->options.any = false; /* the same way wherever it is run */
    const enum solved solved = solver ? solver_solve(solver, maze->line) : STOPPED;
    if (solved == NO_WAY) return run_print(run, "no path\n");
    return solved == SOLVED && print_solution(run, solver->answer);
}

bool judge_poj_3984(struct run *run) {
    struct maze maze = {0};
    bool good = true;
    while (good && !input_at_end(&run->input)) good = read_row(&run->input, &maze);
    good = good && answer_maze(run, &maze);
    free(maze.text);
    return good;
}
