#include "facts/rules/rule_facts.h"
#include "facts/rules/symmetry.h"

#include "base/random.h"
#include "rules/beliefs.h"
#include "rules/plain.h"

#include <string.h>

#ifndef NDEBUG

struct trial {
    struct few_plain plain;
    const struct few_facts *facts;
    const struct few_space *space;
    const struct few_puzzle *puzzle;
    size_t words, room;
    uint64_t *made, *later; /* moves of a state, and of one of these */
    struct few_step *steps, *later_steps;
};

/* By the plain moves. */
static void try_obstacle(const struct trial *t, size_t i) {
    const struct few_obstacle *here = few_facts_forbid(t->facts, few_plain_state(&t->plain, i));
    for (size_t k = few_plain_first(&t->plain, i); k < few_plain_first(&t->plain, i + 1); k++) {
        const struct few_plain_step *step = few_list_at(&t->plain.steps, k);
        few_belief(t->facts->orbit ? "orbits are not left" : "the parity stays", here == few_facts_forbid(t->facts, few_list_at(&t->plain.made, step->to)), t->puzzle);
    }
}

/* A state behind two moves, and what they are. */
struct pair {
    const uint64_t *state;
    uint64_t cost;
    uint32_t first, second;
};

static bool is_same(const struct trial *t, const uint64_t *a, const uint64_t *b) {
    return memcmp(a, b, t->words * sizeof *a) == 0;
}

/* Whether two moves are not needed: there is a cheaper path, or one that costs as much, has as many moves and comes before. */
static bool is_spare(const struct trial *t, const uint64_t *from, size_t count, const struct pair *pair) {
    bool spare = pair->cost > 0 && is_same(t, from, pair->state);
    for (size_t n = 0; n < count && !spare; n++) {
        spare = t->steps[n].cost < pair->cost && is_same(t, t->made + n * t->words, pair->state);
        const size_t made = t->space->run->successors(t->space, t->made + n * t->words, 1, t->later, t->later_steps);
        for (size_t k = 0; k < made && !spare; k++) {
            const uint64_t cost = (uint64_t)t->steps[n].cost + t->later_steps[k].cost;
            const bool before = t->steps[n].move < pair->first || (t->steps[n].move == pair->first && t->later_steps[k].move < pair->second);
            spare = (cost < pair->cost || (cost == pair->cost && before)) && is_same(t, t->later + k * t->words, pair->state);
        }
    }
    return spare;
}

/* Where `second` is passed over behind `first`, something else leads there as well. */
static void try_order(const struct trial *t, const uint64_t *state) {
    enum { MOST = 12 };
    const size_t count = t->space->run->successors(t->space, state, 1, t->made, t->steps);
    for (size_t k = 0; k < count && k < MOST; k++) {
        uint64_t after[MOST][FEW_MAX_BOARD_WORDS];
        struct pair pairs[MOST];
        size_t found = t->space->run->successors(t->space, t->made + k * t->words, 1, t->later, t->later_steps);
        found = found < MOST ? found : MOST;
        for (size_t m = 0; m < found; m++) {
            memcpy(after[m], t->later + m * t->words, t->words * sizeof *state);
            pairs[m] = (struct pair){after[m], (uint64_t)t->steps[k].cost + t->later_steps[m].cost, t->steps[k].move, t->later_steps[m].move};
        }
        for (size_t m = 0; m < found; m++)
            few_belief("two moves can be done in either order",
                       !few_commuting_skips(t->facts->commuting, pairs[m].first, pairs[m].second) || is_spare(t, state, count, &pairs[m]),
                       t->puzzle);
    }
}

void few_facts_try(const struct few_facts *facts, const struct few_rule_space *rules) {
    struct trial t = {.facts = facts, .space = &rules->space, .puzzle = rules->puzzle, .words = rules->space.words};
    if ((!facts->parity.known && !facts->orbit && !facts->commuting) || !few_plain_sample(&t.plain, rules))
        return;
    struct few_memory *memory = &t.plain.memory;
    t.room = t.space->max_successors + (size_t)1;
    t.made = few_alloc(memory, t.room * t.words * sizeof *t.made);
    t.later = few_alloc(memory, t.room * t.words * sizeof *t.later);
    t.steps = few_alloc(memory, t.room * sizeof *t.steps);
    t.later_steps = few_alloc(memory, t.room * sizeof *t.later_steps);
    const bool good = t.made && t.later && t.steps && t.later_steps;
    for (size_t i = 0; i < t.plain.states.count && good; i++) {
        if (facts->parity.known || facts->orbit)
            try_obstacle(&t, i);
        if (facts->commuting)
            try_order(&t, few_plain_state(&t.plain, i));
    }
    few_free(memory, t.made, t.room * t.words * sizeof *t.made);
    few_free(memory, t.later, t.room * t.words * sizeof *t.later);
    few_free(memory, t.steps, t.room * sizeof *t.steps);
    few_free(memory, t.later_steps, t.room * sizeof *t.later_steps);
    few_plain_free(&t.plain);
}

/* ---- Coordinates */

static bool is_plain_step(struct few_plain *plain, const uint64_t *from, const uint64_t *to) {
    const size_t first = plain->steps.count;
    return !few_plain_moves(plain, from) || few_plain_cost(plain, first, plain->steps.count, to) != FEW_NO_COST ||
           memcmp(from, to, plain->states.size) == 0;
}

/* Each move comes from values from which a move of the puzzle leads here. Goes on to one of these. */
static void try_values(struct few_plain *plain, const struct few_coordinates *all, bool backward, uint32_t *values, uint64_t *seed) {
    uint64_t here[FEW_MAX_WORDS], there[FEW_MAX_WORDS];
    uint32_t before[FEW_MOST_COORDINATES] = {0}, chosen[FEW_MOST_COORDINATES] = {0};
    const uint64_t choice = few_random_below(seed, all->moves);
    few_belief("coordinates are those of a state", few_coordinates_state(all, values, here), plain->space->puzzle);
    for (uint32_t m = 0; m < all->moves; m++) {
        for (uint32_t n = 0; n < all->count; n++)
            before[n] = few_coordinate_from(&all->coordinate[n], m)[values[n]];
        if (m == choice)
            memcpy(chosen, before, sizeof before);
        const bool good = few_coordinates_state(all, before, there) &&
                          is_plain_step(plain, backward ? here : there, backward ? there : here) &&
                          few_column_to(all, m)[before[all->count - 1]] == values[all->count - 1];
        few_belief("coordinates change as states do", good, plain->space->puzzle);
    }
    memcpy(values, chosen, sizeof chosen);
}

void few_coordinates_try(const struct few_coordinates *coordinates, const struct few_rule_space *rules, bool backward) {
    enum { STATES = 40 };
    struct few_plain plain;
    uint32_t values[FEW_MOST_COORDINATES] = {0};
    uint64_t seed = 1;
    if (!few_plain_sample(&plain, rules))
        return;
    for (uint32_t n = 0; n < STATES && n < plain.samples && coordinates->moves; n++)
        try_values(&plain, coordinates, backward, values, &seed);
    few_plain_free(&plain);
}

/* ---- Symmetries */

static bool is_same_class(const struct few_symmetry *symmetry, const uint64_t *state, const uint64_t *image) {
    uint64_t one[FEW_MAX_WORDS], other[FEW_MAX_WORDS];
    memcpy(one, state, symmetry->words * sizeof *one);
    memcpy(other, image, symmetry->words * sizeof *other);
    few_symmetry_reduce(symmetry, one, 1);
    few_symmetry_reduce(symmetry, other, 1);
    return memcmp(one, other, symmetry->words * sizeof *one) == 0;
}

/* The moves of the image of a state are the images of its moves, at the same cost, and there are no others. */
static void try_map(struct few_plain *plain, const struct few_symmetry *symmetry, uint32_t map, size_t i) {
    uint64_t image[FEW_MAX_WORDS], there[FEW_MAX_WORDS];
    const size_t first = few_plain_first(plain, i), end = few_plain_first(plain, i + 1), behind = plain->steps.count;
    few_symmetry_image(symmetry, map, few_plain_state(plain, i), image);
    few_belief("a symmetry leads to a state of the same class", is_same_class(symmetry, few_plain_state(plain, i), image), plain->space->puzzle);
    if (!few_plain_moves(plain, image))
        return;
    few_belief("a symmetry keeps the number of moves", plain->steps.count - behind == end - first, plain->space->puzzle);
    for (size_t k = first; k < end; k++) {
        const struct few_plain_step step = *(const struct few_plain_step *)few_list_at(&plain->steps, k);
        few_symmetry_image(symmetry, map, few_list_at(&plain->made, step.to), there);
        few_belief("a symmetry keeps moves", few_plain_cost(plain, behind, plain->steps.count, there) == step.cost, plain->space->puzzle);
    }
    plain->steps.count = behind;
}

void few_symmetry_try(const struct few_symmetry *symmetry, const struct few_rule_space *space) {
    struct few_plain plain;
    if (!few_plain_sample(&plain, space))
        return;
    const size_t made = plain.made.count, stride = plain.states.count * symmetry->count / 200 + 1;
    for (size_t i = 0; i < plain.states.count; i++)
        for (uint32_t m = (uint32_t)(i % stride); m < symmetry->count; m += (uint32_t)stride) {
            try_map(&plain, symmetry, m, i);
            plain.made.count = made;
        }
    few_plain_free(&plain);
}

#else

typedef int few_nothing_here;

#endif
