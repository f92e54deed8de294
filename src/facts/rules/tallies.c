/* Where every move changes the number of some piece by the same amount, and all goals have the same number of it, the
 * puzzle is *graded*: all paths from a state to a goal are equally long. */
#include "facts/rules/tallies.h"

#include "rules/beliefs.h"
#include "rules/prove.h"

enum { MOST_INSTRUCTIONS = 20000, MOST_CELL_BITS = 8 };

struct counting {
    const struct few_rule_space *space;
    struct few_tally *tallies; /* of each piece */
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

/* Whether `a` for the price of b is more than c for that of d; nothing is below 0, and nothing for nothing is nothing. What is
 * had for nothing is more than all that is paid for. */
static bool is_steeper(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    if (a == 0 || c == 0)
        return a > c;
    return (uint64_t)a * d > (uint64_t)c * b;
}

static void add_up(const struct counting *c, const struct few_instruction *instruction) {
    for (uint32_t p = 0; p < c->pieces; p++) {
        struct few_tally *t = &c->tallies[p];
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

/* How many of a piece there are in a state that meets an alternative: at least and at most. */
struct span {
    uint32_t least, most;
};

/* Narrows the span by what a sum says that counts this piece, in some cells or in all, and nothing else. */
static void narrow(const struct few_rule_space *space, const struct few_total *total, uint32_t value, uint32_t room, struct span *span) {
    const struct few_layout *layout = &space->layout;
    uint32_t cells = 0, least = UINT32_MAX, most = 0;
    if (total->tallied_count != 1 || total->weighed_count)
        return;
    const struct few_tallied *tallied = &total->tallied[0];
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        const struct few_field field = layout->fields[layout->order[i]];
        if (!(tallied->lowest[field.word] >> field.shift & 1))
            continue;
        if (few_field_get(tallied->holds, field) != value)
            return;
        cells++;
    }
    for (uint32_t n = 0; n <= cells; n++)
        if (few_total_compares(total, total->constant + tallied->sign * (int64_t)n)) {
            least = least == UINT32_MAX ? n : least;
            most = n;
        }
    if (least == UINT32_MAX) /* no state meets it */
        return;
    span->least = least > span->least ? least : span->least;
    span->most = most + room - cells < span->most ? most + room - cells : span->most;
}

static void count_goals(const struct counting *c) {
    const struct few_layout *layout = &c->space->layout;
    for (uint32_t p = 0; p < c->pieces; p++)
        c->tallies[p].goal_least = UINT32_MAX;
    for (uint32_t value = 0; value < layout->cell_values; value++) {
        few_code piece = layout->cell_piece[value];
        struct few_tally *t = &c->tallies[piece];
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
            struct span span = {wanted, wanted + open};
            for (uint32_t i = 0; i < c->space->goals.alternatives[g].total_count; i++)
                narrow(c->space, &c->space->goals.alternatives[g].totals[i], value, t->room, &span);
            t->goal_least = span.least < t->goal_least ? span.least : t->goal_least;
            t->goal_most = span.most > t->goal_most ? span.most : t->goal_most;
        }
    }
}

/* Whether each move changes the number of a piece by as much, proved from the instructions by themselves. */
static bool is_graded_by(const struct few_rule_space *space, few_code piece, int32_t change, bool *no_memory) {
    struct few_prover prover;
    bool proved = true;
    *no_memory = !few_prover_init(&prover, &space->listing);
    if (*no_memory)
        return false;
    for (size_t n = 0; n < space->listing.count && proved; n++)
        proved = few_prove_count(&prover, n, piece, change);
    few_prover_free(&prover);
    few_belief("every move changes the number of a piece alike", proved, space->puzzle);
    return proved;
}

/* false: no memory. */
static bool grade(struct few_tallies *tallies, const struct few_rule_space *space) {
    bool no_memory = false;
    for (uint32_t value = 0; value < space->layout.cell_values && !no_memory; value++) {
        const few_code piece = space->layout.cell_piece[value];
        struct few_tally *t = &tallies->list[piece];
        t->graded = (t->least || t->most) && t->least == t->most && t->goal_least == t->goal_most &&
                    few_costs_are_equal(&space->space) && is_graded_by(space, piece, t->most, &no_memory);
        tallies->graded = tallies->graded || t->graded;
    }
    return !no_memory;
}

static bool fits(const struct few_rule_space *space) {
    const struct few_listing *listing = &space->listing;
    bool fits = listing->count > 0 && listing->count <= MOST_INSTRUCTIONS && space->goals.count > 0 &&
                space->layout.cell_fields > 0 && space->layout.cell_width <= MOST_CELL_BITS;
    for (size_t n = 0; n < listing->count && fits; n++)
        fits = can_count(listing, &listing->instructions[n]);
    return fits;
}

bool few_tallies_find(struct few_tallies *tallies, const struct few_rule_space *space, struct few_memory *memory) {
    const struct few_listing *listing = &space->listing;
    *tallies = (struct few_tallies){.memory = memory, .pieces = space->puzzle->piece_count};
    if (!fits(space))
        return true;
    tallies->list = few_alloc_zeroed(memory, tallies->pieces * sizeof *tallies->list);
    if (!tallies->list)
        return false;
    const struct counting c = {space, tallies->list, tallies->pieces};
    for (uint32_t p = 0; p < c.pieces; p++)
        c.tallies[p].least = INT32_MAX, c.tallies[p].most = INT32_MIN;
    for (size_t n = 0; n < listing->count; n++) {
        count_changes(&c, &listing->instructions[n]);
        add_up(&c, &listing->instructions[n]);
    }
    count_goals(&c);
    return grade(tallies, space);
}

void few_tallies_free(struct few_tallies *tallies) {
    few_free(tallies->memory, tallies->list, tallies->list ? tallies->pieces * sizeof *tallies->list : 0);
    tallies->list = NULL;
}
