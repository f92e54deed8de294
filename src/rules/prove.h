/* What is believed of instructions, proved from the instructions themselves by carrying them out on contents that are not
 * known: a slot holds the piece that is tested there, or else an unknown of its own. Nothing of how instructions were made
 * is used. What cannot be proved is not used. */
#ifndef FEW_RULES_PROVE_H
#define FEW_RULES_PROVE_H

#include "rules/instruction.h"

struct few_prover {
    struct few_arena arena;
    const struct few_listing *listing;
    uint32_t *now, *before, *after; /* contents: of each slot, and of the changes of one instruction */
    struct few_atom *inverse;       /* room for the longest instruction */
    bool stopped;                   /* asked to stop: what was not proved means nothing */
};

bool few_prover_init(struct few_prover *prover, const struct few_listing *listing); /* false: no memory */
void few_prover_free(struct few_prover *prover);

/* Whether `second` can always be done after `first`, and then leads back to where that was done. */
bool few_prove_undone(struct few_prover *prover, const struct few_atom *first, uint32_t first_count,
                      const struct few_atom *second, uint32_t second_count);

/* Whether `one` can be done wherever `other` can, and leads to the same. */
bool few_prove_covers(struct few_prover *prover, const struct few_atom *one, uint32_t one_count,
                      const struct few_atom *other, uint32_t other_count);

/* Whether every instruction is inverted by few_invert: each undoes the other. */
bool few_prove_inverses(struct few_prover *prover);

/* Whether undone_by[n] undoes instruction n at the same cost, for all n. */
bool few_prove_undirected(struct few_prover *prover, const uint32_t *undone_by);

/* Whether no instruction changes what stands in the cells of a component that is believed to be conserved, but for the
 * order; as in few_find_components. */
bool few_prove_conserved(struct few_prover *prover, const uint32_t *component, const bool *conserved);

/* Whether this instruction changes the number of a piece on the board by just that much, whatever stands there. */
bool few_prove_count(struct few_prover *prover, size_t instruction, few_code piece, int32_t change);

#endif
