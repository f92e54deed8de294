/* An instruction is carried out on sets of cells. Of each slot that it names it is known whether the piece stands there, from a
 * test or because it can never stand there, or else it is not: then both are tried, in all combinations. What comes of it is
 * read off before and after; nothing is used but the meaning of atoms (rules/instruction.h). */
#include "facts/rules/flows.h"

#include <string.h>

enum {
    MOST_SLOTS = 64, /* that an instruction names */
    MOST_OPEN = 5,   /* of which nothing is known */
};

/* One instruction, slot by slot. */
struct reading {
    uint32_t count, open_count;
    uint32_t slot[MOST_SLOTS], open[MOST_OPEN];
    uint32_t from[MOST_SLOTS]; /* number of the slot whose content comes here, or FEW_NOWHERE */
    few_code set[MOST_SLOTS];
    bool holds[MOST_SLOTS];    /* the piece stands there before */
};

static uint32_t number_of(const struct reading *r, uint32_t slot) {
    for (uint32_t i = 0; i < r->count; i++)
        if (r->slot[i] == slot)
            return i;
    return FEW_NOWHERE;
}

/* false: there are too many of them. */
static bool add_slot(struct reading *r, const struct few_possible *possible, few_code piece, uint32_t slot, few_code test, few_code set) {
    const bool open = test == FEW_CODE_ANY && few_can_hold(possible, slot, piece);
    if (r->count == MOST_SLOTS || (open && r->open_count == MOST_OPEN))
        return false;
    if (open)
        r->open[r->open_count++] = r->count;
    r->slot[r->count] = slot;
    r->set[r->count] = set;
    r->from[r->count] = FEW_NOWHERE;
    r->holds[r->count++] = test == piece;
    return true;
}

static bool read_instruction(struct reading *r, const struct few_rule_space *space, few_code piece, const struct few_atom *atoms, uint32_t count) {
    r->count = r->open_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!add_slot(r, &space->possible, piece, atoms[i].slot, atoms[i].test, atoms[i].set))
            return false;
    for (uint32_t i = 0; i < count; i++) {
        if (atoms[i].from == FEW_NOWHERE)
            continue;
        if (number_of(r, atoms[i].from) == FEW_NOWHERE &&
            !add_slot(r, &space->possible, piece, atoms[i].from, FEW_CODE_ANY, FEW_CODE_ANY))
            return false;
        r->from[i] = number_of(r, atoms[i].from);
    }
    return true;
}

static bool holds_after(const struct reading *r, uint32_t i, few_code piece) {
    if (r->from[i] != FEW_NOWHERE)
        return r->holds[r->from[i]];
    return r->set[i] == FEW_CODE_ANY ? r->holds[i] : r->set[i] == piece;
}

static bool add(struct few_flows *flows, struct few_flow flow) {
    if (flows->count == flows->room) {
        const size_t room = flows->room ? flows->room * 2 : 64;
        struct few_flow *grown = few_resize(flows->memory, flows->list, flows->room * sizeof *grown, room * sizeof *grown);
        if (!grown)
            return false;
        flows->list = grown;
        flows->room = room;
    }
    flows->list[flows->count++] = flow;
    return true;
}

/* What an instruction does if just these of the pieces stand there: those that go are paired with those that come in the order of
 * their cells. They are alike, so that any pairs are as right. false: no memory. */
static bool carry_out(struct few_flows *flows, const struct reading *r, few_code piece, uint32_t cells, uint32_t instruction) {
    uint32_t gone[MOST_SLOTS], come[MOST_SLOTS], leave = 0, arrive = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        const bool after = holds_after(r, i, piece);
        if (r->slot[i] >= cells || r->holds[i] == after)
            continue;
        if (after)
            come[arrive++] = r->slot[i];
        else
            gone[leave++] = r->slot[i];
    }
    flows->known = flows->known && leave == arrive;
    if (!flows->known)
        return true;
    flows->most[instruction] = leave > flows->most[instruction] ? (uint8_t)leave : flows->most[instruction];
    for (uint32_t i = 0; i < leave; i++)
        if (!add(flows, (struct few_flow){instruction, gone[i], come[i], leave}))
            return false;
    return true;
}

static bool names(const struct few_possible *possible, few_code piece, const struct few_atom *atoms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (atoms[i].set == piece || atoms[i].test == piece ||
            (atoms[i].test == FEW_CODE_ANY && few_atom_changes(&atoms[i]) && few_can_hold(possible, atoms[i].slot, piece)) ||
            (atoms[i].from != FEW_NOWHERE && few_can_hold(possible, atoms[i].from, piece)))
            return true;
    return false;
}

bool few_flows_find(struct few_flows *flows, const struct few_rule_space *space, few_code piece, struct few_memory *memory) {
    const struct few_listing *listing = &space->listing;
    *flows = (struct few_flows){.memory = memory, .known = true, .instructions = listing->count};
    flows->most = few_alloc_zeroed(memory, listing->count);
    if (!flows->most)
        return false;
    for (size_t n = 0; n < listing->count && flows->known; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        const struct few_atom *atoms = few_atoms(listing, instruction);
        struct reading r;
        if (!names(&space->possible, piece, atoms, instruction->count))
            continue;
        flows->known = read_instruction(&r, space, piece, atoms, instruction->count);
        for (uint32_t bits = 0; flows->known && bits < UINT32_C(1) << r.open_count; bits++) {
            for (uint32_t i = 0; i < r.open_count; i++)
                r.holds[r.open[i]] = bits >> i & 1;
            if (!carry_out(flows, &r, piece, listing->cells, (uint32_t)n))
                return false;
        }
    }
    return true;
}

void few_flows_free(struct few_flows *flows) {
    few_free(flows->memory, flows->list, flows->room * sizeof *flows->list);
    few_free(flows->memory, flows->most, flows->most ? flows->instructions : 0);
    flows->list = NULL;
    flows->most = NULL;
}
