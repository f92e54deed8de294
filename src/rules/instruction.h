/* The rules of a board puzzle with everything expanded: what to test and what to change, place by place.
 *
 * A *slot* is something that holds a piece: the cells of the board in reading order, then the vars. An
 * instruction is a list of atoms, one for each slot it looks at or changes, in ascending order of slots:
 *
 *     test    value before, or FEW_CODE_ANY: not tested
 *     set     value after, or FEW_CODE_ANY: not set to a constant
 *     from    the slot whose old content goes here, or FEW_NOWHERE: nothing is carried here
 *
 * `x t -> t x` on cells 3 and 4 is {3: test x, from 4} {4: set x}. Everything the engine does is read off these
 * lists: the packed operations, their inverses, what is conserved, which cells never change. */
#ifndef FEW_RULES_INSTRUCTION_H
#define FEW_RULES_INSTRUCTION_H

#include "language/puzzle.h"

struct few_atom {
    uint32_t slot, from;
    few_code test, set;
};

static inline bool few_atom_changes(const struct few_atom *atom) {
    return atom->from != FEW_NOWHERE || (atom->set != FEW_CODE_ANY && atom->set != atom->test);
}

struct few_instruction {
    size_t first;      /* of its atoms */
    uint32_t count;    /* of its atoms */
    uint32_t rule;     /* index of the move statement */
    uint32_t cell;     /* board cell of the pattern's first cell, or FEW_NOWHERE */
    uint32_t choice;   /* of let names: which one, of those that `where` allows */
    uint32_t steps;    /* of a move that is one step repeated; 0: it is none */
    uint32_t group;    /* instructions that differ only in the choice of let names share a group */
    uint32_t cost;
    int32_t direction; /* as in language/turns.h; -1 none */
};

struct few_listing {
    struct few_memory *memory;
    const struct few_puzzle *puzzle;
    struct few_atom *atoms;
    size_t atom_count, atom_room;
    struct few_instruction *instructions;
    size_t count, room;
    uint32_t cells, slots;
};

void few_listing_init(struct few_listing *listing, struct few_memory *memory, const struct few_puzzle *puzzle);
void few_listing_free(struct few_listing *listing);
/* Appends a copy; atoms may come in any order but each slot once. false: no memory. */
bool few_listing_add(struct few_listing *listing, struct few_instruction head, const struct few_atom *atoms);

static inline const struct few_atom *few_atoms(const struct few_listing *listing,
                                               const struct few_instruction *instruction) {
    return listing->atoms + instruction->first;
}

/* Expands every rule of a board puzzle, in the order of moves: by statement, direction (up, down, left, right),
 * place, choice of names. A rule of more than a million instructions is a mistake. */
bool few_expand_rules(struct few_listing *listing, struct few_error *error);
enum { FEW_MOST_INSTRUCTIONS = 1000000 };
bool few_too_many_instructions(const struct few_puzzle *puzzle, const struct few_move *move, struct few_error *error);

/* Puts composed instructions in the place of those of steps that are repeated, one for each number of steps; where a move
 * ends when it is blocked, one for each piece that blocks it. They come by place, number of steps, choice of names. The start
 * must be given: a step that it rules out for ever is not composed. */
bool few_expand_repeated(struct few_listing *listing, struct few_error *error);

/* Which pieces can ever stand in a slot, starting from the puzzle's start: a relaxation that forgets which pieces
 * stand together. Never too small. One row of `stride` words for each slot. */
struct few_possible {
    uint64_t *bits;
    uint32_t stride, slots;
    size_t bytes;
};

static inline bool few_can_hold(const struct few_possible *possible, uint32_t slot, few_code piece) {
    return possible->bits[(size_t)slot * possible->stride + piece / 64] >> (piece % 64) & 1;
}
uint32_t few_possible_count(const struct few_possible *possible, uint32_t slot);
few_code few_only_piece(const struct few_possible *possible, uint32_t slot); /* the lowest, where there are more */
void few_possible_free(struct few_possible *possible, struct few_memory *memory);

/* Computes *possible and drops from the listing what can never be done; what is left of an instruction names only
 * slots that can change (a wall costs nothing). false: no memory. */
bool few_fold_fixed(struct few_listing *listing, struct few_possible *possible);

/* Replaces a group of instructions by one that carries contents from slot to slot, where both do the same to
 * every state: fifteen instructions `x 1 -> 1 x`, `x 2 -> 2 x`, … become one. false: no memory. */
bool few_merge_choices(struct few_listing *listing, const struct few_possible *possible);

/* The instruction that undoes it, with as many atoms. Exact: every slot that is overwritten has a known or a
 * carried content. */
void few_invert(const struct few_atom *atoms, uint32_t count, struct few_atom *inverse);

/* Of all that makes two instructions alike. */
uint64_t few_hash_atoms(const struct few_atom *atoms, uint32_t count, uint32_t cost);

/* Whether every instruction is undone by one of the same cost, which undone_by[n] then is. false with *no_memory set: could
 * not tell. */
bool few_is_undirected(const struct few_listing *listing, uint32_t *undone_by, bool *no_memory);

/* Slots that some instruction changes together belong to one component; `component[slot]` is the lowest slot of
 * its component, conserved[slot] (at that lowest slot) whether all instructions keep the multiset of its pieces.
 * Arrays of listing->slots entries. false: no memory. */
bool few_find_components(const struct few_listing *listing, uint32_t *component, bool *conserved);

#endif
