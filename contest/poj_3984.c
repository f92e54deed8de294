/* POJ 3984: a maze as a matrix of 0 and 1; the cells of a shortest path from the top left to the bottom
 * right, or `no path`. The judge's is 5 x 5, others are welcome. */
#include "contest/cases.h"
#include "contest/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        if (!larger)
            return input_fail_memory(input);
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
        if (!run_print(run, "(%zu, %zu)\n", row, column))
            return false;
        if (step == length)
            return true;
        const char *word = fewest_answer_move(answer, 0, step);
        if (!word)
            return run_fail(run, FEWEST_SYSTEM, "there is not enough memory");
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
    if (!start_is_free || !goal_is_free)
        return run_print(run, "no path\n");
    if (maze->rows * maze->columns == 1)
        return run_print(run, "(0, 0)\n");
    struct solver *solver = solver_parse(run, maze->text, maze->length);
    if (solver)
        solver->options.any = false; /* the same way wherever it is run */
    const enum solved solved = solver ? solver_solve(solver, maze->line) : STOPPED;
    if (solved == NO_WAY)
        return run_print(run, "no path\n");
    return solved == SOLVED && print_solution(run, solver->answer);
}

static bool solve(struct run *run) {
    struct maze maze = {0};
    bool good = true;
    while (good && !input_at_end(&run->input))
        good = read_row(&run->input, &maze);
    good = good && answer_maze(run, &maze);
    free(maze.text);
    return good;
}

/* ---- Cases */

enum { SIDE = 5, CELLS = SIDE * SIDE }; /* of the judge's own mazes */

/* Whether the way is open from the top left to the bottom right: by flooding, again and again until nothing changes. */
static bool maze_is_open(const char *cells) {
    bool wet[CELLS] = {cells[0] == '0'};
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < CELLS; i++) {
            bool near = (i % SIDE > 0 && wet[i - 1]) || (i % SIDE < SIDE - 1 && wet[i + 1]) ||
                        (i >= SIDE && wet[i - SIDE]) || (i < CELLS - SIDE && wet[i + SIDE]);
            if (wet[i] || !near || cells[i] != '0')
                continue;
            wet[i] = changed = true;
        }
    }
    return wet[CELLS - 1];
}

static void make_maze(struct text *text, uint64_t *seed, double level) {
    char cells[CELLS];
    unsigned percent = (unsigned)(level * 50);
    do {
        for (int i = 0; i < CELLS; i++)
            cells[i] = case_chance(seed, percent) ? '1' : '0';
        cells[0] = cells[CELLS - 1] = '0';
    } while (!maze_is_open(cells));
    for (int i = 0; i < CELLS; i++)
        text_print(text, "%c%c", cells[i], i % SIDE == SIDE - 1 ? '\n' : ' ');
}

/* ---- Meaning */

struct maze_path {
    char cells[CELLS + 1];
    int path[4 * CELLS];
};

static bool are_neighbours(int a, int b) { return abs(a / SIDE - b / SIDE) + abs(a % SIDE - b % SIDE) == 1; }

/* Moves from a cell of the path to the end: distances are lowered until nothing changes. */
static int cells_left(void *context, size_t step) {
    const struct maze_path *maze = context;
    int left[CELLS];
    for (int i = 0; i < CELLS; i++)
        left[i] = i == CELLS - 1 ? 0 : CELLS;
    for (int round = 0; round < CELLS; round++) {
        for (int a = 0; a < CELLS; a++) {
            for (int b = 0; b < CELLS; b++) {
                bool open = maze->cells[a] == '0' && maze->cells[b] == '0';
                if (open && are_neighbours(a, b) && left[b] + 1 < left[a])
                    left[a] = left[b] + 1;
            }
        }
    }
    return left[maze->path[step]];
}

static bool is_right(struct comparison *it) {
    const char *ours = it->ours, *theirs = it->theirs;
    struct text *why = it->why;
    if (compare_words(ours, theirs))
        return true;
    if (strncmp(ours, "no path", 7) == 0)
        return false;
    struct maze_path maze = {0};
    struct text line = {0};
    size_t count = 0, cells = 0;
    bool good = false;
    compare_marks(text_of(&it->cases[0]), maze.cells, CELLS);
    for (const char *at = ours; *at; at++)
        cells += *at == '\n';
    while (compare_full_line(&theirs, &line)) {
        int r, c, end = 0;
        if (sscanf(text_of(&line), " ( %9d , %9d )%n", &r, &c, &end) != 2 || end == 0 || text_of(&line)[end]) {
            text_print(why, "line %zu, `%.40s`, is not of the form (r, c)", count + 1, text_of(&line));
            goto done;
        }
        if (r < 0 || r >= SIDE || c < 0 || c >= SIDE || maze.cells[r * SIDE + c] != '0') {
            text_print(why, "step %zu goes wrong: (%d, %d) is %s", count, r, c,
                       r < 0 || r >= SIDE || c < 0 || c >= SIDE ? "outside the maze" : "a wall");
            goto done;
        }
        int cell = r * SIDE + c;
        if (count == 0 && cell != 0) {
            text_print(why, "the path begins at (%d, %d), not at (0, 0)", r, c);
            goto done;
        }
        if (count > 0 && !are_neighbours(maze.path[count - 1], cell)) {
            text_print(why, "step %zu goes wrong: (%d, %d) is no neighbour of the cell before it", count, r, c);
            goto done;
        }
        if (count == 4 * CELLS)
            break;
        maze.path[count++] = cell;
    }
    if (count == 0 || maze.path[count - 1] != CELLS - 1)
        text_print(why, "the path does not end at (4, 4)");
    else if (count > cells)
        compare_name_detour(why, count - 1, cells - 1, cells_left, &maze);
    else
        good = true;
done:
    text_free(&line);
    return good;
}

const struct judge judge_poj_3984 = {
    .name = "poj-3984",
    .alias = "",
    .summary = "the shortest path through a maze, as coordinates",
    .solve = solve,
    .beyond = "no path",
    .edges = CASES(
        "0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n",
        "0 0 0 0 0\n1 1 1 1 0\n0 0 0 0 0\n0 1 1 1 1\n0 0 0 0 0\n",
        "0 1 0 0 0\n0 1 0 1 0\n0 1 0 1 0\n0 1 0 1 0\n0 0 0 1 0\n"),
    .beyond_edges = CASES(
        "0 1 0 0 0\n1 1 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n",
        "1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n",
        "0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 1\n"),
    .generate = make_maze,
    .is_right = is_right,
};
