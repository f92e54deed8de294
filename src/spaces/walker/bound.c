/* A lower bound for one walker: how far the goal is on a board without walls, by the steps that the rules have.
 *
 * A *slope* is a linear function of row and column, in so many units for each unit of cost, that no step climbs by more than the step
 * costs. So a goal that lies higher is at least that far. The slopes are the sides of the convex hull of all steps, each divided
 * by its cost: with steps in four directions they give the sum of the distances in rows and columns, with eight the larger of both.
 * Steps that only one cell has, over an edge of the board for instance, count as steps that all cells have. */
#include "base/specialised.h"
#include "bound/bound.h"
#include "spaces/walker/space.h"

#include <assert.h>
#include <stdio.h>

enum {
    MOST_SLOPES = 16,
    MOST_STEPS = 64,     /* different ones, of which the hull is made */
    MOST_GOALS = 8,      /* each by itself; of more, the nearest by each slope */
    MOST_COST = 1 << 20,
    MOST_CLIMB = 1 << 30, /* of what is tried, and … */
    MOST_UNIT = 1 << 15,  /* … of slopes in smallest numbers, so that products with rows and columns fit into 64 bits */
};

struct vector {
    int64_t row, column, cost;
};

struct slope {
    int64_t row, column, unit;
};

struct walker_bound {
    struct few_bound bound;
    uint32_t stride, slope_count, goal_count;
    uint64_t reciprocal; /* of the stride: 2^63 / stride, rounded up */
    int64_t unit; /* of all slopes */
    struct slope slopes[MOST_SLOPES];
    int64_t goals[MOST_GOALS][MOST_SLOPES]; /* how high each goal lies */
};

static int64_t height(const struct slope *slope, int64_t row, int64_t column) {
    return slope->row * row + slope->column * column;
}

/* cell / stride, both below 2^31. The reciprocal is (2^63 + e) / stride with e < stride, so that cell * e / 2^63 / stride is too much: less
 * than 1 / stride, which no quotient is from the next whole number. */
static inline uint32_t row_of(const struct walker_bound *b, uint32_t cell) {
    __extension__ typedef unsigned __int128 wide;
    return (uint32_t)((wide)b->reciprocal * cell >> 63);
}

/* The numbers are those of the bound: where they are known at compile time, the loops are not there. */
FEW_SPECIALISED void measure(const struct walker_bound *b, const uint32_t slope_count, const uint32_t goal_count, const int64_t unit,
                             const uint64_t *states, size_t count, uint32_t *bounds) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t cell = (uint32_t)states[i], row = row_of(b, cell), column = cell - row * b->stride;
        int64_t heights[MOST_SLOPES], least = INT64_MAX;
        for (uint32_t s = 0; s < slope_count; s++)
            heights[s] = height(&b->slopes[s], row, column);
        for (uint32_t g = 0; g < goal_count; g++) {
            int64_t most = 0;
            for (uint32_t s = 0; s < slope_count; s++)
                most = b->goals[g][s] - heights[s] > most ? b->goals[g][s] - heights[s] : most;
            least = most < least ? most : least;
        }
        const int64_t steps = unit == 1 ? least : (least + unit - 1) / unit;
        bounds[i] = steps < INT32_MAX ? (uint32_t)steps : INT32_MAX;
    }
}

static void look_up(const struct few_bound *base, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct walker_bound *b = (const struct walker_bound *)base;
    if (b->slope_count == 4 && b->goal_count == 1 && b->unit == 1)
        measure(b, 4, 1, 1, states, count, bounds);
    else
        measure(b, b->slope_count, b->goal_count, b->unit, states, count, bounds);
}

static void free_bound(struct few_bound *bound) {
    few_free(bound->memory, bound, sizeof(struct walker_bound));
}

static const struct few_bound_kind kind = {.free = free_bound};

/* ---- The steps */

static const struct slope plain_slopes[] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},  {0, -1, 0},
                                            {1, 1, 0},  {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}};
enum { PLAIN = sizeof plain_slopes / sizeof *plain_slopes };

struct steps {
    struct vector list[MOST_STEPS];
    uint32_t count;
    bool many; /* more than there is room for */
    struct vector steepest[PLAIN]; /* for each plain slope the step that climbs most for its cost */
    bool fits;
};

static void add_step(struct steps *steps, struct vector v) {
    steps->fits = steps->fits && v.cost > 0 && v.cost <= MOST_COST;
    for (uint32_t i = 0; i < PLAIN; i++) {
        struct vector *best = &steps->steepest[i];
        if (best->cost == 0 || height(&plain_slopes[i], v.row, v.column) * best->cost >
                                   height(&plain_slopes[i], best->row, best->column) * v.cost)
            *best = v;
    }
    for (uint32_t i = 0; i < steps->count; i++)
        if (steps->list[i].row == v.row && steps->list[i].column == v.column) {
            if (v.cost < steps->list[i].cost)
                steps->list[i].cost = v.cost;
            return;
        }
    steps->many = steps->many || steps->count == MOST_STEPS;
    if (!steps->many)
        steps->list[steps->count++] = v;
}

/* No rule reaches farther than the border is wide, and two cells of a board are never as many columns apart as it has. So
 * there is one way to read what lies between two indices (`most` is less than half of a row), or none: then no cell has room for the step. */
static bool read_step(const struct few_walker *walker, int64_t delta, int64_t *row, int64_t *column) {
    const int64_t stride = walker->stride;
    int64_t most = walker->columns - (int64_t)1;
    most = walker->border_columns < most ? walker->border_columns : most;
    *column = ((delta % stride) + stride) % stride;
    *column -= *column > most ? stride : 0;
    *row = (delta - *column) / stride;
    return *column >= -most;
}

static void find_steps(const struct few_walker *walker, struct steps *steps) {
    *steps = (struct steps){.fits = true};
    for (uint32_t i = 0; i < walker->step_count; i++) {
        struct vector v = {.cost = walker->steps[i].cost};
        if (read_step(walker, walker->steps[i].delta, &v.row, &v.column))
            add_step(steps, v);
        else
            steps->fits = steps->fits && walker->border_columns >= walker->columns;
    }
    const struct few_walker_edges *edges = &walker->forward;
    for (uint32_t cell = 0; edges->first && cell < walker->cells && steps->fits; cell++)
        for (uint32_t e = edges->first[cell]; e < edges->first[cell + 1]; e++) {
            const int64_t to = edges->edges[e].cell, stride = walker->stride;
            add_step(steps, (struct vector){to / stride - cell / stride, to % stride - cell % stride, edges->edges[e].cost});
        }
}

/* ---- The slopes */

static int64_t greatest_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static bool is_small(struct slope slope, int64_t most) {
    return slope.unit > 0 && slope.unit <= most && slope.row <= most && slope.row >= -most && slope.column <= most && slope.column >= -most;
}

/* Adds a slope that no step is steeper than, if there is room, in as small numbers as it has. */
static void add_slope(struct walker_bound *b, struct slope slope) {
    const int64_t common = greatest_divisor(greatest_divisor(slope.row, slope.column), slope.unit);
    slope = (struct slope){slope.row / common, slope.column / common, slope.unit / common};
    const int64_t unit = b->unit / greatest_divisor(b->unit, slope.unit) * slope.unit;
    bool fits = b->slope_count < MOST_SLOPES && unit <= MOST_UNIT && is_small(slope, MOST_UNIT);
    for (uint32_t s = 0; s < b->slope_count && fits; s++) {
        const struct slope *other = &b->slopes[s];
        fits = other->row != slope.row || other->column != slope.column || other->unit != slope.unit;
    }
    if (fits) {
        b->slopes[b->slope_count++] = slope;
        b->unit = unit;
    }
}

/* The line through two steps, each divided by its cost, if it is a side of the hull: no other step lies beyond it. */
static void try_side(struct walker_bound *b, const struct steps *steps, struct vector v, struct vector w) {
    const int64_t unit = v.row * w.column - v.column * w.row;
    const struct slope slope = {v.cost * w.column - w.cost * v.column, w.cost * v.row - v.cost * w.row, unit};
    if (!is_small(slope, MOST_CLIMB))
        return;
    for (uint32_t i = 0; i < steps->count; i++)
        if (height(&slope, steps->list[i].row, steps->list[i].column) > unit * steps->list[i].cost)
            return;
    add_slope(b, slope);
}

static void add_plain_slopes(struct walker_bound *b, const struct steps *steps) {
    for (uint32_t p = 0; p < PLAIN; p++) {
        const struct slope plain = plain_slopes[p];
        const struct vector v = steps->steepest[p];
        const int64_t climb = height(&plain, v.row, v.column);
        if (climb > 0)
            add_slope(b, (struct slope){plain.row * v.cost, plain.column * v.cost, climb});
    }
}

static void find_slopes(struct walker_bound *b, const struct steps *steps) {
    b->unit = 1;
    for (uint32_t i = 0; i < steps->count && !steps->many; i++)
        for (uint32_t k = 0; k < steps->count; k++)
            try_side(b, steps, steps->list[i], steps->list[k]);
    if (b->slope_count == 0)
        add_plain_slopes(b, steps);
    for (uint32_t s = 0; s < b->slope_count; s++) { /* in the same unit */
        struct slope *slope = &b->slopes[s];
        const int64_t times = b->unit / slope->unit;
        *slope = (struct slope){slope->row * times, slope->column * times, b->unit};
    }
}

/* ---- The goals */

static void add_goal(struct walker_bound *b, uint32_t cell, bool alone) {
    const uint32_t row = cell / b->stride, column = cell % b->stride;
    int64_t *heights = b->goals[alone ? b->goal_count : 0];
    for (uint32_t s = 0; s < b->slope_count; s++) {
        const int64_t here = height(&b->slopes[s], row, column);
        heights[s] = alone || b->goal_count == 0 || here < heights[s] ? here : heights[s];
    }
    b->goal_count = alone ? b->goal_count + 1 : 1;
}

static void find_goals(const struct few_walker *walker, struct walker_bound *b) {
    if (walker->goal_count == 1)
        add_goal(b, walker->goal_cell, true);
    for (uint32_t cell = 0; walker->goal_count > 1 && cell < walker->cells; cell++)
        if (walker->goal_bits[cell >> 6] >> (cell & 63) & 1)
            add_goal(b, cell, walker->goal_count <= MOST_GOALS);
}

#ifndef NDEBUG
/* What is believed of a bound, on a sample of cells. */
static void try_bound(const struct few_walker *walker, const struct few_bound *bound) {
    enum { CELLS = 997, ROOM = 4096 };
    uint64_t next[ROOM];
    struct few_step steps[ROOM];
    const struct few_space *space = &walker->space;
    for (uint64_t i = 0; i < CELLS && i < walker->cells && space->max_successors <= ROOM; i++) {
        const uint64_t cell = walker->cells <= CELLS ? i : i * (walker->cells / CELLS);
        uint32_t here, there;
        bool goal;
        if (!few_walker_may_stand(walker, cell))
            continue;
        few_bound_look_up(bound, &cell, 1, &here);
        space->run->is_goal(space, &cell, 1, &goal);
        assert(!goal || here == 0);
        const size_t found = space->run->successors(space, &cell, 1, next, steps);
        for (size_t k = 0; k < found; k++) {
            few_bound_look_up(bound, next + k, 1, &there);
            assert(here <= (uint64_t)there + steps[k].cost && "no step lowers the bound by more than it costs");
        }
    }
}
#else
static void try_bound(const struct few_walker *walker, const struct few_bound *bound) {
    (void)walker, (void)bound;
}
#endif

bool few_walker_bound(const struct few_space *space, struct few_memory *memory, const struct few_facts *facts,
                      const struct few_bound_wish *wish, struct few_bound **bound, struct few_error *error) {
    const struct few_walker *walker = (const struct few_walker *)space;
    struct steps steps;
    (void)facts, (void)wish;
    *bound = NULL;
    if (walker->frozen || walker->goal_count == 0)
        return true;
    find_steps(walker, &steps);
    if (!steps.fits)
        return true;
    struct walker_bound *made = few_alloc_zeroed(memory, sizeof *made);
    if (!made)
        return few_fail_memory(error);
    made->bound = (struct few_bound){.kind = &kind, .look_up = look_up, .memory = memory, .words = 1, .consistent = true};
    made->stride = walker->stride;
    made->reciprocal = ((UINT64_C(1) << 63) + walker->stride - 1) / walker->stride;
    find_slopes(made, &steps);
    find_goals(walker, made);
    if (made->slope_count == 0) {
        free_bound(&made->bound);
        return true;
    }
    snprintf(made->bound.text, sizeof made->bound.text, "by the steps that it would take on a board without walls");
    try_bound(walker, &made->bound);
    *bound = &made->bound;
    return true;
}
