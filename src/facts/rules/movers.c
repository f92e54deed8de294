/* Which pieces an instruction carries, and from where to where: read off its atoms, so that `x t -> t x` is known to
 * carry one tile and one blank without a word about sliding puzzles. */
#include "facts/rules/movers.h"

#include <string.h>

enum { MOST_INSTRUCTIONS = 20000, MOST_CELL_BITS = 8 };

static bool add(struct few_movers *movers, struct few_mover mover) {
    if (movers->count == movers->room) {
        size_t room = movers->room ? movers->room * 2 : 64;
        struct few_mover *grown = few_resize(movers->memory, movers->list, movers->room * sizeof *grown,
                                             room * sizeof *grown);
        if (!grown)
            return false;
        movers->list = grown;
        movers->room = room;
    }
    movers->list[movers->count++] = mover;
    return true;
}

static bool is_carried_away(const struct few_atom *atoms, uint32_t count, uint32_t slot) {
    for (uint32_t k = 0; k < count; k++)
        if (atoms[k].from == slot)
            return true;
    return false;
}

static bool add_instruction(struct few_movers *movers, const struct few_listing *listing, uint32_t n) {
    const struct few_instruction *instruction = &listing->instructions[n];
    const struct few_atom *atoms = few_atoms(listing, instruction);
    for (uint32_t i = 0; i < instruction->count; i++) {
        const struct few_atom *atom = &atoms[i];
        if (!few_atom_changes(atom) || atom->slot >= listing->cells)
            continue;
        struct few_mover mover = {FEW_CODE_ANY, atom->from, atom->slot, instruction->cost, n, false};
        if (atom->from != FEW_NOWHERE) {
            for (uint32_t k = 0; k < instruction->count; k++)
                if (atoms[k].slot == atom->from)
                    mover.piece = atoms[k].test;
            if (!add(movers, mover))
                return false;
            continue;
        }
        mover.piece = atom->set;
        for (uint32_t k = 0; k < instruction->count; k++) { /* where it may have come from */
            if (k == i || atoms[k].test != atom->set || !few_atom_changes(&atoms[k]) ||
                is_carried_away(atoms, instruction->count, atoms[k].slot))
                continue;
            mover.from = atoms[k].slot;
            if (!add(movers, mover))
                return false;
            mover.again = true;
        }
    }
    return true;
}

/* The most counted pieces that one instruction moves, if `filler` is not counted either. */
static uint32_t at_once(const struct few_movers *movers, few_code filler) {
    uint32_t most = 0, now = 0, last = FEW_NOWHERE;
    for (size_t i = 0; i < movers->count; i++) {
        const struct few_mover *mover = &movers->list[i];
        if (mover->instruction != last)
            now = 0;
        last = mover->instruction;
        now += !mover->again && (mover->piece == FEW_CODE_ANY ||
                                 (movers->counted[mover->piece] && mover->piece != filler));
        most = now > most ? now : most;
    }
    return most;
}

/* A filler is a piece without which a move changes less: the blank. Pieces that are carried as `any` include it, so it
 * must never be carried that way. */
static void drop_fillers(struct few_movers *movers) {
    movers->at_once = at_once(movers, FEW_CODE_ANY);
    for (bool better = true; better && movers->at_once > 1;) {
        uint32_t best = movers->at_once;
        few_code filler = FEW_CODE_ANY;
        for (uint32_t p = 0; p < movers->pieces; p++) {
            uint32_t without = movers->counted[p] ? at_once(movers, (few_code)p) : best;
            if (without < best) {
                best = without;
                filler = (few_code)p;
            }
        }
        better = filler != FEW_CODE_ANY;
        if (better) {
            movers->counted[filler] = false;
            movers->at_once = best;
        }
    }
}

static bool fits(const struct few_rule_space *space) {
    const struct few_layout *layout = &space->layout;
    bool fits = layout->cell_fields > 0 && space->listing.count <= MOST_INSTRUCTIONS && layout->cell_width <= MOST_CELL_BITS;
    for (uint32_t i = 0; i < layout->cell_fields; i++)
        fits = fits && space->conserved[space->component[layout->order[i]]];
    return fits;
}

bool few_movers_find(struct few_movers *movers, const struct few_rule_space *space, struct few_memory *memory) {
    const struct few_listing *listing = &space->listing;
    *movers = (struct few_movers){.memory = memory, .pieces = space->puzzle->piece_count, .at_once = 1};
    movers->known = fits(space);
    if (!movers->known)
        return true;
    movers->counted = few_alloc(movers->memory, movers->pieces);
    if (!movers->counted)
        return false;
    memset(movers->counted, true, movers->pieces);
    for (uint32_t n = 0; n < listing->count; n++)
        if (!add_instruction(movers, listing, n)) {
            few_movers_free(movers);
            return false;
        }
    drop_fillers(movers);
    return true;
}

void few_movers_free(struct few_movers *movers) {
    few_free(movers->memory, movers->list, movers->room * sizeof *movers->list);
    few_free(movers->memory, movers->counted, movers->counted ? movers->pieces : 0);
    movers->list = NULL;
    movers->counted = NULL;
}
