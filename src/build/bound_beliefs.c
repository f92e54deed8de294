#include "build/bound_beliefs.h"

#include "bound/boxes.h"
#include "bound/coordinate_tables.h"
#include "bound/gaps.h"
#include "bound/largest.h"
#include "bound/potentials.h"
#include "rules/beliefs.h"
#include "rules/plain.h"

#include <string.h>

#ifndef NDEBUG

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* a little of each of very many puzzles */
enum { MOST_GOALS = 4, WALKS = 3, STEPS = 6 };
#else
enum { MOST_GOALS = 32, WALKS = 40, STEPS = 25 };
#endif

struct trial {
    struct few_plain plain;
    const struct few_bound *bound;
    const struct few_potentials *potentials; /* a part of it, or NULL */
    const struct few_gaps *gaps;             /* the same */
    const struct few_coordinate_tables *coordinates; /* the same */
    const struct few_bound *boxes;           /* the same */
    const struct few_space *space;
    const struct few_puzzle *puzzle;
    size_t words, room;
    uint64_t *made; /* what leads to a state, or from it */
    struct few_step *steps;
};

static void believe(const struct trial *t, const char *what, bool holds) {
    few_belief(what, holds, t->puzzle);
}

static uint32_t bound_of(const struct trial *t, const uint64_t *state) {
    uint32_t bound;
    few_bound_look_up(t->bound, state, 1, &bound);
    return bound;
}

static bool is_goal(const struct trial *t, const uint64_t *state) {
    bool goal;
    t->space->run->is_goal(t->space, state, 1, &goal);
    return goal;
}

static uint32_t gaps_of(const struct trial *t, const uint64_t *state) {
    uint8_t contents[FEW_GAP_CELLS];
    few_gaps_read(t->gaps, state, contents);
    return few_gaps_count(t->gaps, contents);
}

static const struct few_step *step_by(const struct trial *t, size_t made, uint32_t move) {
    for (size_t k = 0; k < made; k++)
        if (t->steps[k].move == move)
            return &t->steps[k];
    return NULL;
}

/* What the lists say of a move, beside what it does. */
static void try_gap_moves(const struct trial *t, const uint64_t *state) {
    const struct few_gaps *gaps = t->gaps;
    uint8_t before[FEW_GAP_CELLS], after[FEW_GAP_CELLS], found[FEW_GAP_CELLS];
    const size_t made = t->space->run->successors(t->space, state, 1, t->made, t->steps);
    few_gaps_read(gaps, state, before);
    for (uint32_t n = 0; n < gaps->move_count; n++) {
        const struct few_gap_move *move = &gaps->moves[n];
        const struct few_neighbour *pair = gaps->changes + move->first_pair;
        uint32_t count = few_gaps_count(gaps, before);
        for (uint32_t p = 0; p < move->before + move->after; p++)
            count += p < move->before ? -few_is_gap(gaps, &pair[p], before) : few_is_gap(gaps, &pair[p], before);
        memcpy(after, before, gaps->cells);
        for (uint32_t i = move->first_carry; i < move->first_carry + move->carries; i++)
            after[gaps->carries[i].to] = before[gaps->carries[i].from];
        const struct few_step *step = step_by(t, made, n);
        few_gaps_read(gaps, step ? t->made + (size_t)(step - t->steps) * t->words : state, found);
        believe(t, "what a move carries", memcmp(found, after, gaps->cells) == 0 && (!step || step->cost == move->cost));
        believe(t, "which gaps a move closes and opens", count == few_gaps_count(gaps, after));
    }
}

/* Some move leads from the values of a state to those of the next. */
static void try_values(const struct trial *t, const uint64_t *state, const uint64_t *next) {
    const struct few_coordinate_tables *all = t->coordinates;
    uint16_t here[FEW_TABLE_COORDINATES], there[FEW_TABLE_COORDINATES];
    const bool known = few_coordinate_values(all, state, here);
    bool found = false;
    believe(t, "where no goal can be reached, none can be reached later", few_coordinate_values(all, next, there) == known);
    for (uint32_t m = 0; known && m < all->moves && !found; m++) {
        found = true;
        for (uint32_t n = 0; n < all->coordinates; n++)
            found = found && all->coordinate[n].to[(size_t)here[n] * all->moves + m] == there[n];
    }
    believe(t, "the coordinates of a bound change as states do", found || !known);
}

/* What the part says by itself: beside larger parts it would not be noticed. */
static void try_boxes(const struct trial *t, const uint64_t *state, const uint64_t *next, uint32_t cost) {
    const struct few_boxes *boxes = (const struct few_boxes *)t->boxes;
    uint32_t cells[FEW_MOST_BOXES], here, there;
    for (uint32_t k = 0; k < boxes->kinds; k++)
        believe(t, "how many boxes there are", few_boxes_read(boxes, k, next, cells));
    few_bound_look_up(t->boxes, state, 1, &here);
    few_bound_look_up(t->boxes, next, 1, &there);
    believe(t, "no move brings boxes nearer than it costs", there == FEW_NO_PATH || here <= (uint64_t)there + cost);
    believe(t, "a goal has its boxes on targets", !is_goal(t, next) || there == 0);
}

/* By the plain moves. */
static void try_steps(const struct trial *t, size_t i) {
    const uint64_t *state = few_plain_state(&t->plain, i);
    const uint32_t here = bound_of(t, state);
    believe(t, "the bound of a goal is 0", !is_goal(t, state) || here == 0);
    if (t->gaps && t->gaps->moves)
        try_gap_moves(t, state);
    for (size_t k = few_plain_first(&t->plain, i); k < few_plain_first(&t->plain, i + 1); k++) {
        const struct few_plain_step *step = few_list_at(&t->plain.steps, k);
        const uint64_t *next = few_list_at(&t->plain.made, step->to);
        const uint32_t there = bound_of(t, next);
        if (t->coordinates)
            try_values(t, state, next);
        if (t->boxes)
            try_boxes(t, state, next, step->cost);
        believe(t, "how many gaps a move closes",
                !t->gaps || ((int64_t)gaps_of(t, state) - gaps_of(t, next)) * t->gaps->cost <= (int64_t)t->gaps->drop * step->cost);
        believe(t, "no move lowers the bound by more than it costs",
                !t->bound->consistent || there == FEW_NO_PATH || here <= (uint64_t)there + step->cost);
        believe(t, "where no goal can be reached, none can be reached later", here != FEW_NO_PATH || !is_goal(t, next));
        for (uint32_t p = 0; t->potentials && p < t->potentials->count; p++) {
            const struct few_potential *potential = &t->potentials->list[p];
            const struct few_sums *sums = &t->potentials->sums;
            int64_t before = 0, after = 0;
            for (uint32_t f = 0; f < sums->fields; f++) {
                const int32_t *weights = potential->weights + (size_t)f * sums->stride;
                before += weights[few_field_get(state, sums->field[f])];
                after += weights[few_field_get(next, sums->field[f])];
            }
            believe(t, "by how much a move lowers a number", (before - after) * potential->cost <=
                                                                  (int64_t)potential->drop * step->cost);
            believe(t, "all moves lower a number alike", !potential->exact || before - after == potential->drop);
        }
    }
}

/* One path back from a goal after the other. */
static void try_ways(const struct trial *t, const struct few_rule_space *rules) {
    uint64_t *goals, random = 7;
    size_t count, room;
    struct few_memory memory = {0};
    few_memory_init(&memory, SIZE_MAX / 2);
    if (!t->space->run->predecessors ||
        few_rule_space_list_goals(rules, &memory, MOST_GOALS, &goals, &count, &room) != FEW_GOALS_LISTED)
        return;
    for (uint32_t walk = 0; walk < WALKS && count; walk++) {
        uint64_t state[FEW_MAX_BOARD_WORDS], paid = 0;
        memcpy(state, goals + walk % count * t->words, t->words * sizeof *state);
        for (uint32_t step = 0; step < STEPS; step++) {
            believe(t, "the bound is not above the distance", bound_of(t, state) <= paid);
            size_t found = t->space->run->predecessors(t->space, state, 1, t->made, t->steps);
            if (found == 0)
                break;
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            const size_t taken = (size_t)((random >> 33) % found);
            memcpy(state, t->made + taken * t->words, t->words * sizeof *state);
            paid += t->steps[taken].cost;
        }
    }
    few_free(&memory, goals, room * t->words * sizeof *goals);
}

void few_bound_try(struct few_bound *bound, const struct few_rule_space *rules) {
    struct trial t = {.bound = bound, .potentials = (const struct few_potentials *)few_bound_part(bound, &few_potentials_kind),
                      .gaps = (const struct few_gaps *)few_bound_part(bound, &few_gaps_kind),
                      .coordinates = (const struct few_coordinate_tables *)few_bound_part(bound, &few_coordinate_tables_kind),
                      .boxes = few_bound_part(bound, &few_boxes_kind), .space = &rules->space, .puzzle = rules->puzzle, .words = rules->space.words};
    if (!few_plain_sample(&t.plain, rules))
        return;
    struct few_memory *memory = &t.plain.memory;
    t.room = (t.space->max_predecessors > t.space->max_successors ? t.space->max_predecessors : t.space->max_successors) + (size_t)1;
    t.made = few_alloc(memory, t.room * t.words * sizeof *t.made);
    t.steps = few_alloc(memory, t.room * sizeof *t.steps);
    if (t.made && t.steps && rules->goals.count) {
        for (size_t i = 0; i < t.plain.states.count; i++)
            try_steps(&t, i);
        try_ways(&t, rules);
    }
    few_free(memory, t.made, t.room * t.words * sizeof *t.made);
    few_free(memory, t.steps, t.room * sizeof *t.steps);
    few_plain_free(&t.plain);
}

#else

typedef int few_nothing_here;

#endif
