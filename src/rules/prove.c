#include "rules/prove.h"

#include <stdlib.h>
#include <string.h>

/* Contents are pieces, or from here on what a slot held before anything was done. */
#define UNKNOWN (UINT32_C(1) << 16)

bool few_prover_init(struct few_prover *prover, const struct few_listing *listing) {
    uint32_t longest = 1;
    for (size_t n = 0; n < listing->count; n++)
        if (listing->instructions[n].count > longest)
            longest = listing->instructions[n].count;
    few_arena_init(&prover->arena, listing->memory);
    prover->listing = listing;
    prover->stopped = false;
    prover->now = few_arena_alloc(&prover->arena, ((size_t)listing->slots + 1) * sizeof *prover->now);
    prover->before = few_arena_alloc(&prover->arena, (size_t)longest * sizeof *prover->before);
    prover->after = few_arena_alloc(&prover->arena, (size_t)longest * sizeof *prover->after);
    prover->inverse = few_arena_alloc(&prover->arena, (size_t)longest * sizeof *prover->inverse);
    if (prover->now && prover->before && prover->after && prover->inverse)
        return true;
    few_prover_free(prover);
    return false;
}

void few_prover_free(struct few_prover *prover) {
    few_arena_free(&prover->arena);
}

/* Says that an instruction was looked at. */
static bool goes_on(struct few_prover *prover, size_t n) {
    const struct few_listing *listing = prover->listing;
    prover->stopped = prover->stopped || !few_go_on(listing->memory, 32 * (uint64_t)listing->instructions[n].count);
    return !prover->stopped;
}

/* All that the instruction looks at holds what is not known. */
static void forget(struct few_prover *prover, const struct few_atom *atoms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        prover->now[atoms[i].slot] = UNKNOWN + atoms[i].slot;
        if (atoms[i].from != FEW_NOWHERE)
            prover->now[atoms[i].from] = UNKNOWN + atoms[i].from;
    }
}

static void suppose(struct few_prover *prover, const struct few_atom *atoms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (atoms[i].test != FEW_CODE_ANY)
            prover->now[atoms[i].slot] = atoms[i].test;
}

/* Does it; false where it is not known that it can be done, or a slot is named twice. */
static bool perform(struct few_prover *prover, const struct few_atom *atoms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (atoms[i].test != FEW_CODE_ANY && prover->now[atoms[i].slot] != atoms[i].test)
            return false;
        if (i > 0 && atoms[i].slot <= atoms[i - 1].slot)
            return false;
        prover->after[i] = atoms[i].from != FEW_NOWHERE ? prover->now[atoms[i].from] : atoms[i].set;
    }
    for (uint32_t i = 0; i < count; i++)
        if (few_atom_changes(&atoms[i]))
            prover->now[atoms[i].slot] = prover->after[i];
    return true;
}

bool few_prove_undone(struct few_prover *prover, const struct few_atom *first, uint32_t first_count,
                      const struct few_atom *second, uint32_t second_count) {
    forget(prover, first, first_count);
    forget(prover, second, second_count);
    suppose(prover, first, first_count);
    for (uint32_t i = 0; i < first_count; i++)
        prover->before[i] = prover->now[first[i].slot];
    if (!perform(prover, first, first_count) || !perform(prover, second, second_count))
        return false;
    for (uint32_t i = 0; i < first_count; i++) {
        if (prover->now[first[i].slot] != prover->before[i])
            return false;
        prover->now[first[i].slot] = UNKNOWN + first[i].slot; /* done with: the others must be as they were */
    }
    for (uint32_t i = 0; i < second_count; i++)
        if (prover->now[second[i].slot] != UNKNOWN + second[i].slot)
            return false;
    return true;
}

/* What `other` changes is the same after `one`, and `one` changes nothing else. */
bool few_prove_covers(struct few_prover *prover, const struct few_atom *one, uint32_t one_count,
                      const struct few_atom *other, uint32_t other_count) {
    forget(prover, one, one_count);
    forget(prover, other, other_count);
    suppose(prover, other, other_count);
    for (uint32_t i = 0; i < other_count; i++)
        prover->before[i] = !few_atom_changes(&other[i])       ? prover->now[other[i].slot]
                            : other[i].from != FEW_NOWHERE ? prover->now[other[i].from]
                                                           : other[i].set;
    if (!perform(prover, one, one_count))
        return false;
    for (uint32_t i = 0; i < other_count; i++) {
        if (prover->now[other[i].slot] != prover->before[i])
            return false;
        prover->now[other[i].slot] = UNKNOWN + other[i].slot;
    }
    for (uint32_t i = 0; i < one_count; i++)
        if (prover->now[one[i].slot] != UNKNOWN + one[i].slot)
            return false;
    return true;
}

bool few_prove_inverses(struct few_prover *prover) {
    const struct few_listing *listing = prover->listing;
    for (size_t n = 0; n < listing->count; n++) {
        const uint32_t count = listing->instructions[n].count;
        const struct few_atom *atoms = few_atoms(listing, &listing->instructions[n]);
        few_invert(atoms, count, prover->inverse);
        if (!goes_on(prover, n) || !few_prove_undone(prover, atoms, count, prover->inverse, count) ||
            !few_prove_undone(prover, prover->inverse, count, atoms, count))
            return false;
    }
    return true;
}

bool few_prove_undirected(struct few_prover *prover, const uint32_t *undone_by) {
    const struct few_listing *listing = prover->listing;
    for (size_t n = 0; n < listing->count; n++) {
        if (undone_by[n] >= listing->count || !goes_on(prover, n))
            return false;
        const struct few_instruction *first = &listing->instructions[n], *second = &listing->instructions[undone_by[n]];
        if (first->cost != second->cost || !few_prove_undone(prover, few_atoms(listing, first), first->count,
                                                             few_atoms(listing, second), second->count))
            return false;
    }
    return true;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The changed cells of an instruction, before and after, each sorted. */
static uint32_t list_changes(struct few_prover *prover, const struct few_instruction *instruction) {
    const struct few_atom *atoms = few_atoms(prover->listing, instruction);
    uint32_t changed = 0;
    forget(prover, atoms, instruction->count);
    suppose(prover, atoms, instruction->count);
    for (uint32_t i = 0; i < instruction->count; i++) {
        if (atoms[i].slot >= prover->listing->cells || !few_atom_changes(&atoms[i]))
            continue;
        prover->before[changed] = prover->now[atoms[i].slot];
        prover->after[changed++] = atoms[i].from != FEW_NOWHERE ? prover->now[atoms[i].from] : atoms[i].set;
    }
    if (changed > 1) {
        qsort(prover->before, changed, sizeof *prover->before, by_number);
        qsort(prover->after, changed, sizeof *prover->after, by_number);
    }
    return changed;
}

/* Of one instruction: true also where it changes no cell, or cells of which nothing is believed. */
static bool keeps_pieces(struct few_prover *prover, const struct few_instruction *instruction,
                         const uint32_t *component, const bool *conserved) {
    const struct few_atom *atoms = few_atoms(prover->listing, instruction);
    uint32_t which = FEW_NOWHERE;
    bool believed = false, alone = true;
    for (uint32_t i = 0; i < instruction->count; i++) {
        const uint32_t slot = atoms[i].slot;
        if (slot >= prover->listing->cells || !few_atom_changes(&atoms[i]))
            continue;
        alone = alone && (which == FEW_NOWHERE || which == component[slot]);
        which = component[slot];
        believed = believed || conserved[which];
    }
    if (!believed)
        return true;
    const uint32_t changed = list_changes(prover, instruction);
    return alone && memcmp(prover->before, prover->after, changed * sizeof *prover->before) == 0;
}

bool few_prove_conserved(struct few_prover *prover, const uint32_t *component, const bool *conserved) {
    const struct few_listing *listing = prover->listing;
    for (size_t n = 0; n < listing->count; n++)
        if (!goes_on(prover, n) || !keeps_pieces(prover, &listing->instructions[n], component, conserved))
            return false;
    return true;
}

/* Unknowns must come and go alike: otherwise any of them may be that piece. */
bool few_prove_count(struct few_prover *prover, size_t instruction, few_code piece, int32_t change) {
    const uint32_t changed = list_changes(prover, &prover->listing->instructions[instruction]);
    uint32_t known_before = 0, known_after = 0;
    int32_t balance = 0;
    while (known_before < changed && prover->before[known_before] < UNKNOWN)
        balance -= prover->before[known_before++] == piece;
    while (known_after < changed && prover->after[known_after] < UNKNOWN)
        balance += prover->after[known_after++] == piece;
    const uint32_t unknowns = changed - known_before;
    return balance == change && changed - known_after == unknowns &&
           (unknowns == 0 || memcmp(prover->before + known_before, prover->after + known_after,
                                    unknowns * sizeof *prover->before) == 0);
}
