#include "rules/beliefs.h"

#include "rules/plain.h"
#include "space/aim.h"
#include "space/sets.h"
#include "state/rank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef NDEBUG

enum { LOOKED_AFTER = 2 }; /* neighbours of a state whose own moves are looked at */

void few_belief(const char *what, bool holds, const struct few_puzzle *puzzle) {
    if (holds)
        return;
    fprintf(stderr, "fewest: a belief about this puzzle is false: %s\n", what);
    if (puzzle->text)
        fwrite(puzzle->text, 1, puzzle->text_length, stderr);
    fflush(stderr);
    abort();
}

/* What is tried, with room for the moves of one state as the engine makes them. */
struct trial {
    struct few_plain plain;
    const struct few_rule_space *rules;
    const struct few_space *space;
    size_t words, room;
    uint64_t *made;
    struct few_step *steps;
    bool no_memory; /* plain moves could not be made: nothing can be concluded from them */
};

static void believe(const struct trial *t, const char *what, bool holds) {
    few_belief(what, holds || t->no_memory, t->rules->puzzle);
}

static void trial_free(struct trial *t) {
    few_free(&t->plain.memory, t->made, t->room * t->words * sizeof *t->made);
    few_free(&t->plain.memory, t->steps, t->room * sizeof *t->steps);
    few_plain_free(&t->plain);
}

static bool trial_init(struct trial *t, const struct few_rule_space *rules) {
    *t = (struct trial){.rules = rules, .space = &rules->space, .words = rules->space.words};
    if (!few_plain_sample(&t->plain, rules))
        return false;
    believe(t, t->plain.wrong, !t->plain.wrong);
    t->room = (t->space->max_successors > t->space->max_predecessors ? t->space->max_successors
                                                                     : t->space->max_predecessors) + (size_t)1;
    t->made = few_alloc(&t->plain.memory, t->room * t->words * sizeof *t->made);
    t->steps = few_alloc(&t->plain.memory, t->room * sizeof *t->steps);
    if (t->made && t->steps)
        return true;
    trial_free(t);
    return false;
}

/* The least cost among the engine's results that lead to a state; FEW_NO_COST: none does. With `costs` false, 0 for any. */
static uint32_t cost_among(const struct trial *t, size_t count, const uint64_t *state, bool costs) {
    uint32_t least = FEW_NO_COST;
    for (size_t i = 0; i < count; i++)
        if (memcmp(t->made + i * t->words, state, t->words * sizeof *state) == 0) {
            uint32_t cost = costs ? t->steps[i].cost : 0;
            least = cost < least ? cost : least;
        }
    return least;
}

/* The engine's results of state i, forwards, against the plain ones. */
static void try_moves(struct trial *t, size_t i) {
    const struct few_plain *plain = &t->plain;
    const size_t first = few_plain_first(plain, i), end = few_plain_first(plain, i + 1);
    for (int with_steps = 0; with_steps < 2; with_steps++) {
        size_t count = t->space->run->successors(t->space, few_plain_state(plain, i), 1, t->made, with_steps ? t->steps : NULL);
        believe(t, "how many moves a state has at most", count <= t->space->max_successors);
        for (size_t k = 0; k < count; k++)
            believe(t, "each compiled move is a move", few_plain_cost(plain, first, end, t->made + k * t->words) != FEW_NO_COST);
        for (size_t k = first; k < end; k++) {
            const struct few_plain_step *step = few_list_at(&plain->steps, k);
            uint32_t cost = cost_among(t, count, few_list_at(&plain->made, step->to), with_steps);
            believe(t, "each move is a compiled one", cost != FEW_NO_COST);
            believe(t, "what a move costs", !with_steps || cost == step->cost);
        }
    }
}

static void try_ranks(struct trial *t, size_t i) {
    uint64_t rank, again[FEW_MAX_BOARD_WORDS] = {0};
    if (t->space->ranks == 0)
        return;
    t->space->run->rank(t->space, few_plain_state(&t->plain, i), 1, &rank);
    believe(t, "a rank is below their number", rank < t->space->ranks);
    t->space->run->unrank(t->space, &rank, 1, again);
    believe(t, "a rank is that of one state", memcmp(again, few_plain_state(&t->plain, i), t->words * sizeof *again) == 0);
}

/* The state is read as it was written; in each conserved component each piece is there as often as in the start. */
static void try_contents(struct trial *t, size_t i) {
    uint64_t again[FEW_MAX_BOARD_WORDS];
    size_t length;
    t->space->run->read(t->space, few_plain_state(&t->plain, i), t->plain.values, &length);
    believe(t, "a state is read as it was written",
            t->space->run->write(t->space, t->plain.values, length, again) &&
                memcmp(again, few_plain_state(&t->plain, i), t->words * sizeof *again) == 0);
    believe(t, "pieces are conserved", few_rule_space_serves(t->rules, t->plain.values));
}

/* What the plain moves of `from` cost to get to `to`; FEW_NO_COST: there is no such move. */
static uint32_t plain_cost(struct trial *t, const uint64_t *from, const uint64_t *to) {
    const size_t first = t->plain.steps.count, made = t->plain.made.count;
    uint64_t here[FEW_MAX_BOARD_WORDS], there[FEW_MAX_BOARD_WORDS];
    memcpy(here, from, t->words * sizeof *here); /* both may lie in lists that grow */
    memcpy(there, to, t->words * sizeof *there);
    t->no_memory = t->no_memory || !few_plain_moves(&t->plain, here);
    const uint32_t cost = few_plain_cost(&t->plain, first, t->plain.steps.count, there);
    t->plain.steps.count = first;
    t->plain.made.count = made;
    return cost;
}

static bool must_never_be(struct trial *t, const uint64_t *state) {
    size_t length;
    bool no_memory = false;
    t->space->run->read(t->space, state, t->plain.values, &length);
    return few_checker_put(t->plain.checker, t->plain.values, length) && few_checker_never(t->plain.checker, &no_memory);
}

/* Every step of state i is found backwards; the first states that lead to i do so by the plain moves. */
static void try_inverses(struct trial *t, size_t i) {
    const struct few_plain *plain = &t->plain;
    if (!t->space->run->predecessors)
        return;
    for (size_t k = few_plain_first(plain, i); k < few_plain_first(plain, i + 1); k++) {
        const struct few_plain_step *step = few_list_at(&plain->steps, k);
        size_t count = t->space->run->predecessors(t->space, few_list_at(&plain->made, step->to), 1, t->made, t->steps);
        believe(t, "how many moves lead to a state at most", count <= t->space->max_predecessors);
        believe(t, "each move is found backwards, at its cost",
                cost_among(t, count, few_plain_state(plain, i), true) == step->cost);
    }
    size_t count = t->space->run->predecessors(t->space, few_plain_state(plain, i), 1, t->made, t->steps);
    for (size_t k = 0; k < count && k < LOOKED_AFTER; k++)
        believe(t, "what is found backwards is a move, at its cost",
                plain_cost(t, t->made + k * t->words, few_plain_state(plain, i)) ==
                    cost_among(t, count, t->made + k * t->words, true) &&
                    !must_never_be(t, t->made + k * t->words));
}

static void try_undirected(struct trial *t, size_t i) {
    const size_t first = few_plain_first(&t->plain, i), end = few_plain_first(&t->plain, i + 1);
    for (size_t k = first; k < end && k < first + LOOKED_AFTER && t->space->undirected; k++) {
        const struct few_plain_step step = *(struct few_plain_step *)few_list_at(&t->plain.steps, k);
        believe(t, "every move can be undone",
                plain_cost(t, few_list_at(&t->plain.made, step.to), few_plain_state(&t->plain, i)) == step.cost);
    }
}

void few_beliefs_try(const struct few_rule_space *space) {
    struct trial t;
    if (!trial_init(&t, space))
        return;
    const size_t count = t.plain.states.count;
    for (size_t i = 0; i < count; i++) {
        try_contents(&t, i);
        try_moves(&t, i);
        try_ranks(&t, i);
        try_inverses(&t, i);
        try_undirected(&t, i);
    }
    trial_free(&t);
}

void few_beliefs_try_goals(const struct few_rule_space *space) {
    struct trial t;
    if (space->puzzle->goal_count == 0 || !trial_init(&t, space))
        return;
    for (size_t i = 0; i < t.plain.states.count; i++) {
        bool goal, no_memory = false;
        size_t length;
        t.space->run->read(t.space, few_plain_state(&t.plain, i), t.plain.values, &length);
        t.space->run->is_goal(t.space, few_plain_state(&t.plain, i), 1, &goal);
        if (few_checker_put(t.plain.checker, t.plain.values, length))
            believe(&t, "what is a goal", few_checker_at_goal(t.plain.checker, &no_memory) == goal || no_memory);
    }
    trial_free(&t);
}

/* Where a step puts a bit. */
static uint64_t mapped(const struct few_sets *sets, const struct few_set_step *step, uint64_t bit) {
    const struct few_set_map *map = &sets->maps[step->map];
    const bool chunk_odd = few_set_chunk_odd(sets, step->from, bit / sets->chunk_bits);
    uint64_t block, run;
    switch (map->kind) {
    case FEW_SET_SAME:
        return bit;
    case FEW_SET_BITS:
        return bit - bit % map->block + few_set_table(map, chunk_odd, bit % sets->chunk_bits / map->block)[bit % map->block];
    case FEW_SET_RUNS:
        block = (uint64_t)map->block * map->run;
        run = bit % block / map->run;
        for (uint32_t r = 0; r < map->block; r++)
            if (map->from[r] == run)
                return bit - bit % block + r * (uint64_t)map->run + bit % map->run;
    }
    return UINT64_MAX;
}

/* Steps of the set form from one state are its moves, or the moves that lead to it. */
static void try_steps(struct trial *t, const struct few_sets *sets, const uint64_t *state, size_t count) {
    uint32_t plane;
    uint64_t bit, there[FEW_MAX_BOARD_WORDS];
    size_t found = 0, moves = 0;
    (void)sets->locate(sets, state, &plane, &bit);
    for (uint32_t s = 0; s < sets->first_step[sets->planes]; s++) {
        const struct few_set_step *step = &sets->steps[s];
        const uint64_t *mask = step->mask == FEW_NO_MASK ? NULL : sets->masks + (size_t)step->mask * sets->chunk_words;
        if (step->from != plane || (mask && !(mask[bit / 64] >> bit % 64 & 1)))
            continue;
        const uint64_t to = mapped(sets, step, bit);
        believe(t, "a map of sets has a place for each bit", to < sets->bits);
        sets->state_at(sets, step->to, to, there);
        if (memcmp(there, state, t->words * sizeof *there) == 0)
            continue; /* it changes nothing, and is no move */
        believe(t, "each step of sets is a move", cost_among(t, count, there, false) != FEW_NO_COST);
        found++;
    }
    for (size_t k = 0; k < count; k++)
        moves += cost_among(t, k, t->made + k * t->words, false) == FEW_NO_COST;
    believe(t, "each move is a step of sets", found >= moves);
}

void few_beliefs_try_sets(const struct few_rule_space *space, const struct few_sets *sets, bool backward) {
    struct trial t;
    if (!trial_init(&t, space))
        return;
    for (size_t i = 0; i < t.plain.states.count; i++) {
        uint64_t state[FEW_MAX_BOARD_WORDS], again[FEW_MAX_BOARD_WORDS], bit;
        uint32_t plane;
        memcpy(state, few_plain_state(&t.plain, i), t.words * sizeof *state);
        if (!sets->locate(sets, state, &plane, &bit))
            continue; /* the starts of the exploration may be others than those of the puzzle */
        believe(&t, "sets have a place for each state", plane < sets->planes && bit < sets->bits);
        sets->state_at(sets, plane, bit, again);
        believe(&t, "a place in sets is that of one state", memcmp(again, state, t.words * sizeof *again) == 0);
        try_steps(&t, sets, state,
                  backward ? t.space->run->predecessors(t.space, state, 1, t.made, t.steps)
                           : t.space->run->successors(t.space, state, 1, t.made, t.steps));
    }
    trial_free(&t);
}

/* With each of some states as the aim: a move changes the bound by one at most, and it is 0 there. */
void few_beliefs_try_aims(const struct few_rule_space *space, struct few_aims *aims) {
    struct trial t;
    if (!trial_init(&t, space))
        return;
    const size_t count = t.plain.states.count, stride = count / 4 + 1;
    for (size_t aim = 0; aim < count; aim += stride) {
        aims->run->set(aims, 0, few_plain_state(&t.plain, aim), 1);
        believe(&t, "the bound of an aim is 0 there", aims->run->bound(aims, 0, few_plain_state(&t.plain, aim)) == 0);
        for (size_t i = 0; i < count; i++) {
            const uint32_t here = aims->run->bound(aims, 0, few_plain_state(&t.plain, i));
            const size_t first = few_plain_first(&t.plain, i), end = few_plain_first(&t.plain, i + 1);
            size_t made = aims->run->successors(aims, 0, few_plain_state(&t.plain, i), 1, 0, UINT32_MAX, t.made);
            believe(&t, "successors on the way to an aim are all", made >= end - first);
            for (size_t k = first; k < end; k++) {
                const struct few_plain_step *step = few_list_at(&t.plain.steps, k);
                const uint32_t there = aims->run->bound(aims, 0, few_list_at(&t.plain.made, step->to));
                believe(&t, "a move changes the bound of an aim by one at most", here <= there + 1 && there <= here + 1);
                believe(&t, "successors on the way to an aim are all",
                        cost_among(&t, made, few_list_at(&t.plain.made, step->to), false) != FEW_NO_COST);
            }
        }
    }
    trial_free(&t);
}

#else

typedef int few_nothing_here;

#endif
