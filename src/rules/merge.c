/* Fifteen instructions `x 1 -> 1 x`, `x 2 -> 2 x`, … are one that exchanges two cells, if one holds an x. A group
 * (one rule, one place, all choices of names) is replaced by such an instruction where both do the same to
 * every state, which is tried out on every content that the cells of the names can have: where the rule allows a
 * content, carrying does what the rule says by construction; where it does not, carrying must change nothing. */
#include "language/turns.h"
#include "rules/beliefs.h"
#include "rules/prove.h"

#include <string.h>

enum { MOST_NAMES = 6, MOST_CONTENTS = 1 << 16, MOST_CELLS = 64 };

/* A candidate: the pattern of a rule with its names carried, before it is put on a place. */
struct candidate {
    uint32_t cells, columns; /* of the pattern */
    few_code before[MOST_CELLS], after[MOST_CELLS];
    uint32_t names;
    few_code name[MOST_NAMES];
    uint32_t from[MOST_NAMES], to[MOST_NAMES]; /* positions of the name on the left and on the right */
};

static bool find_names(struct candidate *candidate) {
    for (uint32_t i = 0; i < candidate->cells; i++) {
        few_code code = candidate->before[i];
        if (few_code_is_sum(candidate->after[i]))
            return false;
        if (!few_code_is_name(code))
            continue;
        if (candidate->names == MOST_NAMES)
            return false;
        uint32_t n = candidate->names++, right = 0;
        candidate->name[n] = code;
        candidate->from[n] = i;
        for (uint32_t k = 0; k < candidate->cells; k++) {
            if (k != i && candidate->before[k] == code)
                return false;
            if (candidate->after[k] == code) {
                candidate->to[n] = k;
                right++;
            }
        }
        if (right != 1 || candidate->after[i] == FEW_CODE_ANY) /* a name that stays as well is copied, not carried */
            return false;
    }
    return candidate->names > 0;
}

static bool make_candidate(const struct few_move *move, struct candidate *candidate) {
    memset(candidate, 0, sizeof *candidate);
    uint32_t patterns = 0;
    if (move->repeat == FEW_UNTIL_BLOCKED) /* what blocks it differs */
        return false;
    if (move->free_count || few_costs_by_names(move)) /* what a free name puts is carried from nowhere; costs differ by names */
        return false;
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        if (part->kind == FEW_PART_CYCLE)
            return false;
        if (part->kind == FEW_PART_VAR) { /* constants are fine: the atoms are copied as they are */
            if (!few_code_is_piece(part->before[0]) ||
                (!few_code_is_piece(part->after[0]) && part->after[0] != FEW_CODE_ANY))
                return false;
            continue;
        }
        if (++patterns > 1 || part->rows * part->columns > MOST_CELLS)
            return false;
        for (uint32_t i = 0; part->floors && i < part->rows * part->columns; i++)
            if (few_code_is_name(part->floors[i])) /* chosen by the place, not by what stands there */
                return false;
        candidate->cells = part->rows * part->columns;
        candidate->columns = part->columns;
        memcpy(candidate->before, part->before, candidate->cells * sizeof *candidate->before);
        memcpy(candidate->after, part->after, candidate->cells * sizeof *candidate->after);
    }
    return patterns == 1 && find_names(candidate);
}

/* The cells of the names at this place: in any instruction of the group, the slot where the test is what the
 * name was chosen to be is not unique, so the place is worked out from the rule again. */
static bool name_slots(const struct few_listing *listing, const struct few_instruction *head,
                       const struct candidate *candidate, uint32_t *slots) {
    const struct few_puzzle *puzzle = listing->puzzle;
    const struct few_move *move = &puzzle->moves[head->rule];
    for (uint32_t i = 0; i < candidate->cells; i++)
        slots[i] = move->on ? move->on[i]
                            : few_turned_cell(puzzle, head->direction, head->cell, i / candidate->columns, i % candidate->columns);
    if (move->along_links) { /* the second cell is one of the linked ones: found in the instruction itself */
        const struct few_atom *atoms = few_atoms(listing, head);
        slots[0] = head->cell;
        slots[1] = FEW_NOWHERE;
        for (uint32_t i = 0; i < head->count; i++)
            if (atoms[i].slot != head->cell && atoms[i].slot < listing->cells)
                slots[1] = atoms[i].slot;
        return slots[1] != FEW_NOWHERE;
    }
    return true;
}

static bool domain_has(const struct few_let *let, few_code piece) {
    for (uint32_t i = 0; i < let->count; i++)
        if (let->domain[i] == piece)
            return true;
    return false;
}

static bool rule_allows(const struct few_listing *listing, const struct few_move *move,
                        const struct candidate *candidate, const few_code *content, uint16_t *assignment) {
    for (uint32_t n = 0; n < candidate->names; n++) {
        unsigned name = few_code_index(candidate->name[n]);
        if (!domain_has(&listing->puzzle->lets[name], content[n]))
            return false;
        assignment[name] = content[n];
    }
    return few_move_allowed(listing->puzzle, move, assignment);
}

/* Whether carrying leaves everything as it is when the names' cells hold `content` and the rest fits. */
static bool changes_nothing(const struct candidate *candidate, const few_code *content, bool var_changes) {
    if (var_changes)
        return false;
    for (uint32_t i = 0; i < candidate->cells; i++) {
        few_code was = candidate->before[i], is = candidate->after[i];
        for (uint32_t n = 0; n < candidate->names; n++) {
            if (was == candidate->name[n])
                was = content[n];
            if (is == candidate->name[n])
                is = content[n];
        }
        if (is != FEW_CODE_ANY && is != was)
            return false;
    }
    return true;
}

static bool same_for_all_contents(const struct few_listing *listing, const struct few_move *move,
                                  const struct candidate *candidate, const uint32_t *slots,
                                  const struct few_possible *possible, bool var_changes, uint16_t *assignment) {
    uint32_t pieces = listing->puzzle->piece_count, tried = 0;
    few_code content[MOST_NAMES] = {0};
    for (uint32_t n = 0; n < candidate->names;) { /* an odometer over all pieces, skipping what cannot stand there */
        if (content[n] == pieces) {
            if (n == 0)
                break;
            content[n--] = 0;
            content[n]++;
            continue;
        }
        if (!few_can_hold(possible, slots[candidate->from[n]], content[n])) {
            content[n]++;
            continue;
        }
        if (n + 1 < candidate->names) {
            n++;
            continue;
        }
        if (++tried > MOST_CONTENTS || !few_go_on(listing->memory, 64))
            return false;
        const bool step = !move->repeat || !changes_nothing(candidate, content, false); /* what changes no cell is no step */
        if (!(step && rule_allows(listing, move, candidate, content, assignment)) &&
            !changes_nothing(candidate, content, var_changes))
            return false;
        content[n]++;
    }
    return true;
}

/* The carrying instruction for the place of `head`, built from one of the group's own. */
static uint32_t carrying_atoms(const struct few_listing *listing, const struct few_instruction *head,
                               const struct candidate *candidate, const uint32_t *slots,
                               const struct few_possible *possible, struct few_atom *made) {
    const struct few_atom *atoms = few_atoms(listing, head);
    uint32_t count = 0;
    for (uint32_t i = 0; i < head->count; i++)
        if (atoms[i].slot >= listing->cells)
            made[count++] = atoms[i];
    for (uint32_t i = 0; i < candidate->cells; i++) {
        struct few_atom atom = {slots[i], FEW_NOWHERE, FEW_CODE_ANY, FEW_CODE_ANY};
        if (few_possible_count(possible, slots[i]) == 1)
            continue;
        if (few_code_is_piece(candidate->before[i]))
            atom.test = candidate->before[i];
        if (few_code_is_piece(candidate->after[i]))
            atom.set = candidate->after[i];
        for (uint32_t n = 0; n < candidate->names; n++)
            if (candidate->to[n] == i && candidate->from[n] != i)
                atom.from = slots[candidate->from[n]];
        if (atom.test != FEW_CODE_ANY || few_atom_changes(&atom))
            made[count++] = atom;
    }
    return count;
}

static bool fixed_name(const struct candidate *candidate, const uint32_t *slots,
                       const struct few_possible *possible) {
    for (uint32_t n = 0; n < candidate->names; n++)
        if (few_possible_count(possible, slots[candidate->from[n]]) == 1 ||
            few_possible_count(possible, slots[candidate->to[n]]) == 1)
            return true;
    return false;
}

/* One listing on its way to another. */
struct merging {
    struct few_listing *listing, merged;
    const struct few_possible *possible;
    uint16_t *assignment;
    struct few_prover prover;
};

/* Whether the instruction made last does what each of the group does, proved by what it does, not by how it was made. */
static bool covers_group(struct merging *m, size_t first, size_t end) {
    const struct few_instruction *one = &m->merged.instructions[m->merged.count - 1];
    bool covers = true;
    for (size_t n = first; n < end && covers; n++) {
        const struct few_instruction *other = &m->listing->instructions[n];
        covers = few_prove_covers(&m->prover, few_atoms(&m->merged, one), one->count, few_atoms(m->listing, other),
                                  other->count);
    }
    few_belief("carrying does what each choice of names does", covers, m->listing->puzzle);
    return covers;
}

/* Adds one instruction for the group; *added false: there is no such. */
static bool add_carrying(struct merging *m, size_t first, size_t end, bool *added) {
    const struct few_listing *listing = m->listing;
    const struct few_instruction *head = &listing->instructions[first];
    const struct few_move *move = &listing->puzzle->moves[head->rule];
    struct candidate candidate;
    uint32_t slots[MOST_CELLS];
    bool var_changes = false;
    for (uint32_t i = 0; i < head->count; i++) {
        const struct few_atom *atom = &few_atoms(listing, head)[i];
        var_changes = var_changes || (atom->slot >= listing->cells && few_atom_changes(atom));
    }
    *added = false;
    if (head->steps > 1 || !make_candidate(move, &candidate) || !name_slots(listing, head, &candidate, slots) ||
        fixed_name(&candidate, slots, m->possible) ||
        !same_for_all_contents(listing, move, &candidate, slots, m->possible, var_changes, m->assignment))
        return true;
    struct few_atom made[2 * MOST_CELLS];
    struct few_instruction one = *head;
    one.count = carrying_atoms(listing, head, &candidate, slots, m->possible, made);
    if (!few_listing_add(&m->merged, one, made))
        return false;
    *added = covers_group(m, first, end);
    if (!*added) {
        m->merged.count--;
        m->merged.atom_count -= one.count;
    }
    return true;
}

static bool merge_all(struct merging *m) {
    const struct few_listing *listing = m->listing;
    bool good = true;
    for (size_t first = 0, end; good && first < listing->count; first = end) {
        bool added;
        for (end = first + 1; end < listing->count &&
                              listing->instructions[end].group == listing->instructions[first].group; end++) {
        }
        good = few_go_on(listing->memory, 256) && add_carrying(m, first, end, &added);
        for (size_t n = first; good && !added && n < end; n++)
            good = few_listing_add(&m->merged, listing->instructions[n], few_atoms(listing, &listing->instructions[n]));
    }
    return good;
}

bool few_merge_choices(struct few_listing *listing, const struct few_possible *possible) {
    struct few_memory *memory = listing->memory;
    struct merging m = {.listing = listing, .possible = possible};
    size_t assignment_bytes = (listing->puzzle->let_count + 1) * sizeof(uint16_t);
    few_listing_init(&m.merged, memory, listing->puzzle);
    m.assignment = few_alloc_zeroed(memory, assignment_bytes);
    bool ready = few_prover_init(&m.prover, listing);
    bool good = ready && m.assignment && merge_all(&m);
    if (ready)
        few_prover_free(&m.prover);
    few_free(memory, m.assignment, assignment_bytes);
    if (!good) {
        few_listing_free(&m.merged);
        return false;
    }
    few_listing_free(listing);
    *listing = m.merged;
    return true;
}
