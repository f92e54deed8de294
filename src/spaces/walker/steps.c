/* What runs while a walker's board is searched. */
#include <string.h>

#include "spaces/walker/space.h"
#include "base/specialised.h"
#include "spaces/walker/walker.h"

/* Steps without conditions. Each result is written and only counted where it is floor: there is
 * always room for one more of this state's, and no branch to guess. */
FEW_SPECIALISED size_t walk_freely(const struct few_walker *walker, const uint32_t step_count,
                                const bool backward, const uint64_t *states, size_t count,
                                uint64_t *next, struct few_step *steps) {
    const uint8_t *const board = walker->board;
    const struct few_walker_step *const walker_steps = walker->steps;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < step_count; k++) {
            const int64_t delta = walker_steps[k].delta;
            const uint64_t cell = states[i] + (uint64_t)(backward ? -delta : delta);
            next[found] = cell;
            if (steps)
                steps[found] =
                    (struct few_step){(uint32_t)i, walker_steps[k].move, walker_steps[k].cost};
            found += board[cell] == FEW_WALKER_FLOOR;
        }
    }
    return found;
}

static bool conditions_hold(const struct few_walker *walker, const struct few_walker_step *step,
                            uint64_t cell) {
    for (uint32_t i = step->first; i < step->end; i++) {
        const struct few_walker_condition *condition = &walker->conditions[i];
        const uint8_t there = walker->board[cell + (uint64_t)(int64_t)condition->offset];
        if (condition->wanted == FEW_WALKER_ON_BOARD ? there == FEW_WALKER_BORDER
                                                     : there != condition->wanted)
            return false;
    }
    return true;
}

FEW_SPECIALISED size_t walk(const struct few_walker *walker, const bool backward,
                         const uint64_t *states, size_t count, uint64_t *next,
                         struct few_step *steps) {
    const struct few_walker_edges *const edges = backward ? &walker->backward : &walker->forward;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t from = states[i];
        for (uint32_t k = 0; k < walker->step_count; k++) {
            const struct few_walker_step *const step = &walker->steps[k];
            const int64_t delta = step->delta;
            const uint64_t cell = from + (uint64_t)(backward ? -delta : delta);
            if (walker->board[cell] != FEW_WALKER_FLOOR ||
                !conditions_hold(walker, step, backward ? cell : from))
                continue;
            next[found] = cell;
            if (steps)
                steps[found] = (struct few_step){(uint32_t)i, step->move, step->cost};
            found++;
        }
        if (!edges->first)
            continue;
        for (uint32_t k = edges->first[from]; k < edges->first[from + 1]; k++) {
            next[found] = edges->edges[k].cell;
            if (steps)
                steps[found] =
                    (struct few_step){(uint32_t)i, edges->edges[k].move, edges->edges[k].cost};
            found++;
        }
    }
    return found;
}

FEW_SPECIALISED size_t walk_best(const struct few_space *base, const bool backward,
                              const uint64_t *states, size_t count, uint64_t *next,
                              struct few_step *steps) {
    const struct few_walker *walker = (const struct few_walker *)base;
    if (walker->conditions || walker->forward.first)
        return walk(walker, backward, states, count, next, steps);
    if (walker->step_count == 4)
        return steps ? walk_freely(walker, 4, backward, states, count, next, steps)
                     : walk_freely(walker, 4, backward, states, count, next, NULL);
    return walk_freely(walker, walker->step_count, backward, states, count, next, steps);
}

/* Takes out the cells that must never be entered. */
static size_t leave_out(const struct few_space *base, uint64_t *next, struct few_step *steps, size_t count) {
    const uint64_t *const never = ((const struct few_walker *)base)->never_bits;
    size_t kept = 0;
    if (!never)
        return count;
    for (size_t i = 0; i < count; i++) {
        next[kept] = next[i];
        if (steps)
            steps[kept] = steps[i];
        kept += !(never[next[i] >> 6] >> (next[i] & 63) & 1);
    }
    return kept;
}

static size_t successors(const struct few_space *space, const uint64_t *states, size_t count,
                         uint64_t *next, struct few_step *steps) {
    return leave_out(space, next, steps, walk_best(space, false, states, count, next, steps));
}

static size_t predecessors(const struct few_space *space, const uint64_t *states, size_t count,
                           uint64_t *next, struct few_step *steps) {
    return leave_out(space, next, steps, walk_best(space, true, states, count, next, steps));
}

static void is_goal(const struct few_space *base, const uint64_t *states, size_t count,
                    bool *goal) {
    const struct few_walker *walker = (const struct few_walker *)base;
    if (walker->goal_count == 0) {
        memset(goal, 0, count * sizeof *goal);
    } else if (walker->goal_count == 1) {
        for (size_t i = 0; i < count; i++)
            goal[i] = states[i] == walker->goal_cell;
    } else {
        for (size_t i = 0; i < count; i++)
            goal[i] = walker->goal_bits[states[i] >> 6] >> (states[i] & 63) & 1;
    }
}

static void same(const struct few_space *space, const uint64_t *from, size_t count, uint64_t *to) {
    (void)space;
    memmove(to, from, count * sizeof *to);
}

static void read_board(const struct few_space *base, const uint64_t *state, uint16_t *values,
                       size_t *length) {
    const struct few_walker *walker = (const struct few_walker *)base;
    for (uint32_t row = 0; row < walker->rows; row++)
        for (uint32_t column = 0; column < walker->columns; column++) {
            uint32_t index = few_walker_index(walker, row, column);
            *values++ = index == *state && !walker->frozen ? walker->mover
                                                           : walker->piece_of[walker->board[index]];
        }
    *length = (size_t)walker->rows * walker->columns;
}

static bool write_board(const struct few_space *base, const uint16_t *values, size_t length,
                        uint64_t *state) {
    const struct few_walker *walker = (const struct few_walker *)base;
    if (length != (size_t)walker->rows * walker->columns)
        return false;
    uint32_t movers = 0;
    *state = 0;
    for (uint32_t row = 0; row < walker->rows; row++)
        for (uint32_t column = 0; column < walker->columns; column++, values++) {
            uint32_t index = few_walker_index(walker, row, column);
            if (!walker->frozen && *values == walker->mover &&
                walker->board[index] == FEW_WALKER_FLOOR) {
                *state = index;
                movers++;
            } else if (*values != walker->piece_of[walker->board[index]]) {
                return false;
            }
        }
    return movers == (walker->frozen ? 0 : 1);
}

static struct few_move_place move_place(const struct few_space *base, const uint64_t *state,
                                        uint32_t move) {
    const struct few_walker *walker = (const struct few_walker *)base;
    const struct few_walker_move *found = &walker->moves[move];
    int64_t cell = found->cell;
    if (!found->absolute)
        cell += (int64_t)(*state / walker->stride - walker->border_rows) * walker->columns +
                (int64_t)(*state % walker->stride) - walker->border_columns;
    return (struct few_move_place){found->rule, found->direction, (uint32_t)cell, found->steps};
}

static bool holds(const struct few_space *base, const uint64_t *state) {
    const struct few_walker *walker = (const struct few_walker *)base;
    return walker->frozen ? *state == 0
                          : *state < walker->cells && few_walker_may_stand(walker, *state);
}

const struct few_space_functions few_walker_functions = {
    .successors = successors,
    .predecessors = predecessors,
    .is_goal = is_goal,
    .rank = same,
    .unrank = same,
    .read = read_board,
    .write = write_board,
    .place = move_place,
    .holds = holds,
};

const struct few_space_keeping few_walker_keeping = {
    .free = few_walker_space_free,
    .starts = few_walker_starts,
    .goals = few_walker_goals,
    .fingerprint = few_walker_fingerprint,
    .count = few_walker_places,
    .bound = few_walker_bound,
    .describe = few_walker_describe,
};
