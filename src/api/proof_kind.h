/* Which proof there is of an answer: the states in a list, or one that is shorter (docs/proofs.md). */
#ifndef FEW_API_PROOF_KIND_H
#define FEW_API_PROOF_KIND_H

#include "api/handle.h"

enum few_proof_kind {
    FEW_PROOF_LIST,   /* every state below the bound */
    FEW_PROOF_ENDS,   /* layers from both ends, which the verifier makes by itself */
    FEW_PROOF_PARITY, /* no sum of moves leads from the start to a goal: there is nothing to be listed */
};

/* The shortest kind that the verifier accepts for this answer. false: no memory, see *error. */
bool few_proof_choose(const fewest_answer *answer, enum few_proof_kind *kind, struct few_error *error);

#endif
