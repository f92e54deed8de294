/* Which proof there is of an answer: the states in a list, or one that is shorter (docs/proofs.md). */
#ifndef FEW_API_PROOF_KIND_H
#define FEW_API_PROOF_KIND_H

#include "api/proof_tables.h"

enum few_proof_kind {
    FEW_PROOF_LIST,   /* every state below the bound */
    FEW_PROOF_ENDS,   /* layers from both ends, which the verifier makes by itself */
    FEW_PROOF_PARITY, /* no sum of moves leads from the start to a goal: there is nothing to be listed */
    FEW_PROOF_BOUND,  /* a smaller puzzle that the verifier makes by itself has no solution */
    FEW_PROOF_DEPTH,  /* tables that the verifier makes by itself, and a depth-first search by these */
};

/* How an answer is proved. */
struct few_proof_choice {
    enum few_proof_kind kind;
    uint64_t states;                   /* of the smaller puzzle */
    char tables[FEW_PROOF_TABLES_ROOM]; /* the lines that name them */
};

/* The shortest kind that the verifier accepts for this answer. false: no memory, see *error. */
bool few_proof_choose(const fewest_answer *answer, struct few_proof_choice *choice, struct few_error *error);

#endif
