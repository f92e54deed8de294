/* POJ 2049, Finding Nemo: walls and doors on a grid of lines, and Nemo's place; the least number of doors
 * between him and the outside, or -1.
 *
 * The states are the 200 x 200 cells between the lines. A step to the next cell costs 1 where nothing is
 * in between and DOOR through a door, which is more than any way without a door can cost: so the
 * cheapest path has the fewest doors, and cost / DOOR is their number. */
#include "contest/cases.h"
#include "contest/solver.h"

#include <fewest/space.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 200, CELLS = SIDE * SIDE, DOOR = CELLS, MOST_LISTED = 1000000 };

enum barrier { NOTHING, WALL, DOORWAY };

/* Cell (x, y) lies between the lines x and x + 1, y and y + 1. */
struct grid {
    unsigned char left[CELLS];  /* the barrier between a cell and the one of smaller x */
    unsigned char below[CELLS]; /* and the one of smaller y */
};

static bool try_step(const unsigned char *barriers, unsigned place, unsigned to, unsigned move,
                     uint32_t source, uint64_t *next, fewest_step *step) {
    if (barriers[place] == WALL)
        return false;
    *next = to;
    *step = (fewest_step){.source = source, .move = move, .cost = barriers[place] == DOORWAY ? DOOR : 1};
    return true;
}

static size_t expand(void *context, const uint64_t *states, size_t count, uint64_t *next,
                     fewest_step *steps) {
    const struct grid *grid = context;
    size_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned cell = (unsigned)states[i], x = cell % SIDE, y = cell / SIDE;
        if (x > 0)
            found += try_step(grid->left, cell, cell - 1, 0, i, &next[found], &steps[found]);
        if (x < SIDE - 1) {
            found += try_step(grid->left, cell + 1, cell + 1, 1, i, &next[found], &steps[found]);
        }
        if (y > 0)
            found += try_step(grid->below, cell, cell - SIDE, 2, i, &next[found], &steps[found]);
        if (y < SIDE - 1) {
            found += try_step(grid->below, cell + SIDE, cell + SIDE, 3, i, &next[found], &steps[found]);
        }
    }
    return found;
}

static void rank(void *context, const uint64_t *states, size_t count, uint64_t *ranks) {
    (void)context;
    memcpy(ranks, states, count * sizeof *ranks);
}

/* One wall, or a door, which is a wall of length 1 that can be passed and is stronger than a wall. */
static bool read_barrier(struct input *input, struct grid *grid, enum barrier kind) {
    int64_t x, y, direction, length = 1;
    if (!input_next_number(input, "x", 1, SIDE - 1, &x) || !input_next_number(input, "y", 1, SIDE - 1, &y) ||
        !input_next_number(input, "the direction", 0, 1, &direction)) {
        return false;
    }
    const int64_t most = SIDE - 1 - (direction == 0 ? x : y);
    if (kind == WALL && !input_next_number(input, "the length of the wall", 1, most, &length))
        return false;
    for (int64_t i = 0; i < length; i++) {
        const int64_t cell = direction == 0 ? y * SIDE + x + i : (y + i) * SIDE + x;
        unsigned char *barrier = direction == 0 ? &grid->below[cell] : &grid->left[cell];
        if (*barrier != DOORWAY)
            *barrier = (unsigned char)kind;
    }
    return true;
}

/* Nemo's cell; all that is beyond the lines is one outside. */
static unsigned cell_of(double x, double y) {
    if (!(x >= 1 && x < SIDE - 1 && y >= 1 && y < SIDE - 1))
        return 0;
    return (unsigned)y * SIDE + (unsigned)x;
}

static bool answer_maze(struct run *run, struct grid *grid, unsigned nemo, size_t line) {
    const uint64_t start = nemo, outside = 0;
    const fewest_space space = {
        .words = 1,
        .max_moves = 4,
        .max_cost = DOOR,
        .undirected = true,
        .expand = expand,
        .backward = expand,
        .rank = rank,
        .ranks = CELLS,
        .starts = &start,
        .start_count = 1,
        .goals = &outside,
        .goal_count = 1,
        .context = grid,
    };
    struct solver *solver = solver_wrap(run, &space);
    const enum solved solved = solver ? solver_solve(solver, line) : STOPPED;
    if (solved == NO_WAY)
        return run_print(run, "-1\n");
    return solved == SOLVED && run_print(run, "%d\n", (int)(fewest_answer_cost(solver->answer) / DOOR));
}

/* True at `-1 -1`, too; then *more is false. */
static bool answer_case(struct run *run, struct grid *grid, bool *more) {
    struct input *input = &run->input;
    int64_t walls, doors;
    double x, y;
    *more = false;
    if (!input_next_number(input, "the number of walls (or -1)", -1, MOST_LISTED, &walls))
        return false;
    const size_t line = input->line;
    if (!input_next_number(input, "the number of doors (or -1)", -1, MOST_LISTED, &doors))
        return false;
    if (walls == -1 && doors == -1)
        return input_expect_end(input, "-1 -1");
    if (walls < 0 || doors < 0) {
        return input_fail(input, line, "expected two numbers of 0 or more, or -1 -1 as the end, found %d %d",
                          (int)walls, (int)doors);
    }
    for (int64_t i = 0; i < walls; i++) {
        if (!read_barrier(input, grid, WALL))
            return false;
    }
    for (int64_t i = 0; i < doors; i++) {
        if (!read_barrier(input, grid, DOORWAY))
            return false;
    }
    if (!input_next_decimal(input, "Nemo's x", &x) || !input_next_decimal(input, "Nemo's y", &y)) {
        return false;
    }
    *more = true;
    const unsigned nemo = cell_of(x, y);
    const bool good = nemo == 0 ? run_print(run, "0\n") : answer_maze(run, grid, nemo, line);
    if (walls + doors > 0)
        *grid = (struct grid){0};
    return good;
}

static bool solve(struct run *run) {
    struct grid *grid = calloc(1, sizeof *grid);
    bool good = grid || input_fail_memory(&run->input), more = true;
    while (good && more)
        good = answer_case(run, grid, &more);
    free(grid);
    return good;
}

/* ---- Cases */

/* A grid of rooms, with doors in some of the walls between them. */
static void make_nemo(struct text *text, uint64_t *seed, double level) {
    struct text walls = {0}, doors = {0};
    unsigned side = level >= 1 ? 198 : case_within(seed, level, 1, 12), wall_count = 0, door_count = 0;
    unsigned shift = level >= 1 ? 1 : 1 + (unsigned)case_random(seed, 199 - side);
    unsigned percent = 20 + (unsigned)case_random(seed, 50);
    for (unsigned i = 0; i <= side; i++) {
        for (unsigned d = 0; d < 2; d++) {
            if (i > 0 && i < side && case_chance(seed, 10))
                continue; /* a wall that is missing */
            unsigned x = d ? shift + i : shift, y = d ? shift : shift + i;
            text_print(&walls, "%u %u %u %u\n", x, y, d, side);
            wall_count++;
            for (unsigned k = 0; k < side; k++) {
                if (!case_chance(seed, percent))
                    continue;
                text_print(&doors, "%u %u %u\n", d ? x : x + k, d ? y + k : y, d);
                door_count++;
            }
        }
    }
    text_print(text, "%u %u\n%s%s", wall_count, door_count, text_of(&walls), text_of(&doors));
    unsigned x = shift + (unsigned)case_random(seed, side), y = shift + (unsigned)case_random(seed, side);
    if (case_chance(seed, 8))
        x = 0; /* outside */
    text_print(text, "%u.5 %u.%u\n", x, y, 1 + (unsigned)case_random(seed, 8));
    text_free(&walls);
    text_free(&doors);
}

/* A wall or a door less, with the numbers of them in the first line. */
static bool drop_wall(const char *from, size_t k, struct text *to) {
    unsigned walls, doors;
    struct text rest = {0};
    if (sscanf(from, "%u %u", &walls, &doors) != 2 || k >= walls + doors || !drop_line(from, k + 1, &rest))
        return false;
    text_set(to, "");
    text_print(to, "%u %u", k < walls ? walls - 1 : walls, k < walls ? doors : doors - 1);
    const char *listed = strchr(text_of(&rest), '\n'); /* there is one: the first line was kept */
    text_print(to, "%s", listed ? listed : "\n");
    text_free(&rest);
    return true;
}

const struct judge judge_poj_2049 = {
    .name = "poj-2049",
    .alias = "",
    .summary = "finding Nemo: the number of doors",
    .solve = solve,
    .many = true,
    .last = "-1 -1\n",
    .edges = CASES(
        "4 0\n1 1 0 1\n1 1 1 1\n2 1 1 1\n1 2 0 1\n1.5 1.7\n",
        "4 1\n1 1 0 1\n1 1 1 1\n2 1 1 1\n1 2 0 1\n2 1 1\n1.5 1.7\n", "0 0\n1.5 1.5\n",
        "8 9\n1 1 1 3\n2 1 1 3\n3 1 1 3\n4 1 1 3\n1 1 0 3\n1 2 0 3\n1 3 0 3\n1 4 0 3\n2 1 1\n2 2 1\n"
        "2 3 1\n3 1 1\n3 2 1\n3 3 1\n1 2 0\n3 3 0\n4 3 1\n1.5 1.5\n",
        "4 0\n1 1 0 1\n1 1 1 1\n2 1 1 1\n1 2 0 1\n5.5 5.5\n"),
    .beyond_edges = NO_CASES,
    .generate = make_nemo,
    .simpler = {drop_wall},
};
