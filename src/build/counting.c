/* Bounds by counting pieces, for puzzles in which moves take pieces off the board, put them on or change them: if the goal has
 * one peg, the state at hand has twelve, and no move takes more than one, then eleven moves are left at least.
 *
 * Where every move changes the number of some piece by the same amount, and all goals have the same number of it, the puzzle is
 * *graded*: all ways from a state to a goal are equally long. */
#include "build/build.h"

#include "rules/beliefs.h"
#include "rules/prove.h"

#include <stdio.h>
#include <string.h>

enum { MOST_INSTRUCTIONS = 20000, MOST_CELL_BITS = 8 };

/* What moves do to the number of one piece. */
struct tally {
    uint32_t drop, drop_cost; /* the most that is taken away for what it costs */
    uint32_t rise, rise_cost; /* the same for what is put on */
    int32_t least, most;      /* by what any one instruction changes the number */
    int32_t low, high;        /* by what the instruction at hand does */
    uint32_t goal_least, goal_most, room; /* how many there are in a goal, and can be on the board */
};

struct counting {
    struct few_bound *bound;
    const struct few_rule_space *space;
    struct tally *tallies; /* of each piece */
    uint32_t pieces;
};

/* Something that is not known stands in `slot`: it is added `times` times. */
static void change_unknown(const struct counting *c, uint32_t slot, int32_t times) {
    for (uint32_t p = 0; p < c->pieces && times; p++)
        if (few_can_hold(&c->space->possible, slot, (few_code)p)) {
            c->tallies[p].low += times < 0 ? times : 0;
            c->tallies[p].high += times > 0 ? times : 0;
        }
}

static void change_known(const struct counting *c, few_code piece, int32_t times) {
    c->tallies[piece].low += times;
    c->tallies[piece].high += times;
}

/* How often an instruction puts down what stood in the slot, less one where it takes that away. */
static int32_t net_times(const struct few_listing *listing, const struct few_instruction *instruction, uint32_t slot) {
    const struct few_atom *atoms = few_atoms(listing, instruction);
    int32_t times = 0;
    for (uint32_t i = 0; i < instruction->count; i++) {
        if (!few_atom_changes(&atoms[i]) || atoms[i].slot >= listing->cells)
            continue;
        times += atoms[i].from == slot;
        times -= atoms[i].slot == slot;
    }
    return times;
}

/* Sets low and high of every piece. */
static void count_changes(const struct counting *c, const struct few_instruction *instruction) {
    const struct few_listing *listing = &c->space->listing;
    const struct few_atom *atoms = few_atoms(listing, instruction);
    for (uint32_t p = 0; p < c->pieces; p++)
        c->tallies[p].low = c->tallies[p].high = 0;
    for (uint32_t i = 0; i < instruction->count; i++) {
        const struct few_atom *atom = &atoms[i];
        const int32_t times = net_times(listing, instruction, atom->slot);
        if (atom->test != FEW_CODE_ANY)
            change_known(c, atom->test, times);
        else
            change_unknown(c, atom->slot, times);
        if (few_atom_changes(atom) && atom->slot < listing->cells && atom->from == FEW_NOWHERE)
            change_known(c, atom->set, 1);
    }
}

/* Whether a / b > c / d; nothing is below 0, and only a rate of 0 has a denominator of 0. */
static bool is_steeper(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    return (uint64_t)a * (d ? d : 1) > (uint64_t)c * b;
}

static void add_up(const struct counting *c, const struct few_instruction *instruction) {
    for (uint32_t p = 0; p < c->pieces; p++) {
        struct tally *t = &c->tallies[p];
        const uint32_t drop = t->low < 0 ? (uint32_t)-t->low : 0, rise = t->high > 0 ? (uint32_t)t->high : 0;
        if (is_steeper(drop, instruction->cost, t->drop, t->drop_cost))
            t->drop = drop, t->drop_cost = instruction->cost;
        if (is_steeper(rise, instruction->cost, t->rise, t->rise_cost))
            t->rise = rise, t->rise_cost = instruction->cost;
        t->least = t->low < t->least ? t->low : t->least;
        t->most = t->high > t->most ? t->high : t->most;
    }
}

/* Every source of a carried piece is looked at: without an atom of its own, it could not be counted. */
static bool can_count(const struct few_listing *listing, const struct few_instruction *instruction) {
    const struct few_atom *atoms = few_atoms(listing, instruction);
    for (uint32_t i = 0; i < instruction->count; i++) {
        bool found = atoms[i].from == FEW_NOWHERE;
        for (uint32_t k = 0; k < instruction->count; k++)
            found |= atoms[k].slot == atoms[i].from;
        if (!found)
            return false;
    }
    return true;
}

static void count_goals(const struct counting *c) {
    const struct few_layout *layout = &c->space->layout;
    for (uint32_t p = 0; p < c->pieces; p++)
        c->tallies[p].goal_least = UINT32_MAX;
    for (uint32_t value = 0; value < layout->cell_values; value++) {
        few_code piece = layout->cell_piece[value];
        struct tally *t = &c->tallies[piece];
        for (size_t g = 0; g < c->space->goals.count; g++) {
            const struct few_pattern *goal = &c->space->goals.alternatives[g].base;
            uint32_t wanted = 0, open = 0;
            t->room = 0;
            for (uint32_t i = 0; i < layout->cell_fields; i++) {
                struct few_field field = layout->fields[layout->order[i]];
                bool possible = few_can_hold(&c->space->possible, layout->order[i], piece);
                if (!(goal->mask[field.word] & few_field_mask(field)))
                    open += possible;
                else
                    wanted += few_field_get(goal->want, field) == value;
                t->room += possible;
            }
            t->goal_least = wanted < t->goal_least ? wanted : t->goal_least;
            t->goal_most = wanted + open > t->goal_most ? wanted + open : t->goal_most;
        }
    }
}

/* Weights that differ by the same number in all values of a field make the same bound: the lowest becomes 0. */
static void normalise(const struct counting *c, struct few_potential *potential) {
    const struct few_layout *layout = &c->space->layout;
    for (uint32_t f = 0; f < c->bound->fields; f++) {
        int32_t *weights = potential->weights + f * c->bound->stride, lowest = INT32_MAX;
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
static void drop_if_known(struct few_bound *bound) {
    const struct few_potential *last = &bound->potentials[bound->potential_count - 1];
    const size_t bytes = (size_t)bound->fields * bound->stride * sizeof *last->weights;
    for (uint32_t p = 0; p + 1 < bound->potential_count; p++) {
        const struct few_potential *other = &bound->potentials[p];
        if (other->goal == last->goal && other->drop == last->drop && other->cost == last->cost &&
            other->exact == last->exact && memcmp(other->weights, last->weights, bytes) == 0) {
            few_free(bound->memory, last->weights, bytes);
            bound->potential_count--;
            return;
        }
    }
}

/* The number of `value` times `sign` as a potential. false: no memory. */
static bool add(const struct counting *c, uint32_t value, int32_t sign, bool exact) {
    const struct tally *t = &c->tallies[c->space->layout.cell_piece[value]];
    bool full;
    struct few_potential *potential = few_bound_add_potential(c->bound, &full);
    if (!potential)
        return full;
    for (uint32_t f = 0; f < c->bound->fields; f++)
        potential->weights[f * c->bound->stride + value] = sign;
    potential->goal = sign > 0 ? (int64_t)t->goal_most : -(int64_t)t->goal_least;
    potential->drop = sign > 0 ? t->drop : t->rise;
    potential->cost = sign > 0 ? t->drop_cost : t->rise_cost;
    potential->exact = exact;
    normalise(c, potential);
    drop_if_known(c->bound);
    return true;
}

/* Whether each move changes the number of a piece by as much, proved from the instructions by themselves. */
static bool is_graded_by(const struct counting *c, few_code piece, int32_t change, bool *no_memory) {
    struct few_prover prover;
    bool proved = true;
    *no_memory = !few_prover_init(&prover, &c->space->listing);
    if (*no_memory)
        return false;
    for (size_t n = 0; n < c->space->listing.count && proved; n++)
        proved = few_prove_count(&prover, n, piece, change);
    few_prover_free(&prover);
    few_belief("every move changes the number of a piece alike", proved, c->space->puzzle);
    return proved;
}

/* Both potentials of a piece, where they can be of use: somewhere on the board there may be more of it than in any goal, or
 * fewer. */
static bool add_piece(const struct counting *c, uint32_t value) {
    const few_code piece = c->space->layout.cell_piece[value];
    const struct tally *t = &c->tallies[piece];
    if (t->least == 0 && t->most == 0)
        return true;
    bool no_memory = false;
    const bool same = t->least == t->most && t->goal_least == t->goal_most && c->space->space.max_cost == 1 &&
                      is_graded_by(c, piece, t->most, &no_memory);
    if (no_memory)
        return false;
    if (same && !c->bound->graded) {
        c->bound->graded = true;
        snprintf(c->bound->text, sizeof c->bound->text, "every move changes the number of `%s` by %d",
                 c->space->puzzle->pieces[piece].text, t->most < 0 ? -t->most : t->most);
    }
    if (same)
        return add(c, value, t->most < 0 ? 1 : -1, true);
    return (t->room <= t->goal_most || add(c, value, 1, false)) && (t->goal_least == 0 || add(c, value, -1, false));
}

static bool build(const struct counting *c) {
    const struct few_listing *listing = &c->space->listing;
    for (uint32_t p = 0; p < c->pieces; p++)
        c->tallies[p].least = INT32_MAX, c->tallies[p].most = INT32_MIN;
    for (size_t n = 0; n < listing->count; n++) {
        if (!can_count(listing, &listing->instructions[n]))
            return true;
        count_changes(c, &listing->instructions[n]);
        add_up(c, &listing->instructions[n]);
    }
    count_goals(c);
    bool good = true;
    for (uint32_t value = 0; value < c->space->layout.cell_values && good; value++)
        good = add_piece(c, value);
    if (c->bound->potential_count && !c->bound->graded)
        snprintf(c->bound->text, sizeof c->bound->text, "pieces are counted");
    return good;
}

bool few_build_counting(struct few_bound *bound, const struct few_rule_space *space) {
    struct counting c = {.bound = bound, .space = space, .pieces = space->puzzle->piece_count};
    if (space->listing.count == 0 || space->listing.count > MOST_INSTRUCTIONS || space->goals.count == 0 ||
        space->layout.cell_fields == 0 || space->layout.cell_width > MOST_CELL_BITS)
        return true;
    c.tallies = few_alloc_zeroed(bound->memory, c.pieces * sizeof *c.tallies);
    bool good = c.tallies && build(&c);
    few_free(bound->memory, c.tallies, c.pieces * sizeof *c.tallies);
    return good;
}
