/* Which pieces the rules only ever move together, for pictures: cars, trucks, the blocks of Klotski. */
#ifndef FEW_RULES_BONDS_H
#define FEW_RULES_BONDS_H

#include "base/list.h"
#include "language/puzzle.h"

/* Where `other` stands right of `piece` (or below it), both are parts of one block. */
struct few_bond {
    few_code piece, other;
    bool below;
};

/* Fills the list, of struct few_bond, for the puzzle's start. false: no memory; then nothing is known. */
bool few_find_bonds(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_list *bonds);

#endif
