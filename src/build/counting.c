/* Bounds by counting pieces, for puzzles in which moves take pieces off the board, put them on or change them: if the
 * goal has one peg, the current state has twelve, and no move takes more than one, then eleven moves are left at
 * least. */
#include "build/build.h"

#include <stdio.h>
#include <string.h>

struct counting {
    struct few_potentials *potentials;
    const struct few_rule_space *space;
    const struct few_tallies *tallies;
    bool graded; /* and said so */
};

/* Weights that differ by the same number in all values of a field make the same bound: the lowest becomes 0. */
static void normalise(const struct counting *c, struct few_potential *potential) {
    const struct few_layout *layout = &c->space->layout;
    for (uint32_t f = 0; f < c->potentials->sums.fields; f++) {
        int32_t *weights = potential->weights + f * c->potentials->sums.stride, lowest = INT32_MAX;
        for (uint32_t v = 0; v < layout->cell_values; v++)
            if (few_can_hold(&c->space->possible, layout->order[f], layout->cell_piece[v]) && weights[v] < lowest)
                lowest = weights[v];
        for (uint32_t v = 0; v < layout->cell_values; v++)
            if (few_can_hold(&c->space->possible, layout->order[f], layout->cell_piece[v]))
                weights[v] -= lowest;
            else
                weights[v] = 0;
        potential->goal -= lowest;
    }
}

/* Where there are pegs and holes only, counting pegs and counting holes says the same. */
static void drop_if_known(struct few_potentials *potentials) {
    const struct few_potential *last = &potentials->list[potentials->count - 1];
    const size_t bytes = few_weight_bytes(&potentials->sums);
    for (uint32_t p = 0; p + 1 < potentials->count; p++) {
        const struct few_potential *other = &potentials->list[p];
        if (other->goal == last->goal && other->drop == last->drop && other->cost == last->cost &&
            other->exact == last->exact && memcmp(other->weights, last->weights, bytes) == 0) {
            few_free(potentials->bound.memory, last->weights, bytes);
            potentials->count--;
            return;
        }
    }
}

/* The number of `value` times `sign` as a potential. false: no memory. */
static bool add(const struct counting *c, uint32_t value, int32_t sign, bool exact) {
    const struct few_tally *t = &c->tallies->list[c->space->layout.cell_piece[value]];
    bool full;
    struct few_potential *potential = few_potentials_add(c->potentials, &full);
    if (!potential)
        return full;
    for (uint32_t f = 0; f < c->potentials->sums.fields; f++)
        potential->weights[f * c->potentials->sums.stride + value] = sign;
    potential->goal = sign > 0 ? (int64_t)t->goal_most : -(int64_t)t->goal_least;
    potential->drop = sign > 0 ? t->drop : t->rise;
    potential->cost = sign > 0 ? t->drop_cost : t->rise_cost;
    potential->exact = exact;
    normalise(c, potential);
    drop_if_known(c->potentials);
    return true;
}

/* Both potentials of a piece, where they can be of use: somewhere on the board there may be more of it than in any goal, or
 * fewer. */
static bool add_piece(struct counting *c, uint32_t value) {
    const few_code piece = c->space->layout.cell_piece[value];
    const struct few_tally *t = &c->tallies->list[piece];
    if (t->least == 0 && t->most == 0)
        return true;
    if (t->graded && !c->graded) {
        c->graded = true;
        snprintf(c->potentials->bound.text, sizeof c->potentials->bound.text, "every move changes the number of `%s` by %d",
                 c->space->puzzle->pieces[piece].text, t->most < 0 ? -t->most : t->most);
    }
    if (t->graded)
        return add(c, value, t->most < 0 ? 1 : -1, true);
    return (t->room <= t->goal_most || add(c, value, 1, false)) && (t->goal_least == 0 || add(c, value, -1, false));
}

bool few_build_counting(struct few_potentials *potentials, const struct few_rule_space *space,
                        const struct few_tallies *tallies) {
    struct counting c = {.potentials = potentials, .space = space, .tallies = tallies};
    bool good = true;
    for (uint32_t value = 0; tallies->list && value < space->layout.cell_values && good; value++)
        good = add_piece(&c, value);
    if (!c.graded)
        snprintf(potentials->bound.text, sizeof potentials->bound.text, "pieces are counted");
    return good;
}
