/* Tables that a proof names, and the verifier makes by itself (docs/proofs.md): which pieces each of them tells apart. */
#ifndef FEW_API_PROOF_TABLES_H
#define FEW_API_PROOF_TABLES_H

#include "api/handle.h"

enum { FEW_PROOF_TABLES_ROOM = 4096 };

/* For a sliding puzzle whose solution is so long that layers from both ends would be many: groups of its pieces, as lines of a
 * proof. "": there are none. false: no memory. */
bool few_proof_groups(const fewest_answer *answer, char lines[FEW_PROOF_TABLES_ROOM], struct few_error *error);

/* For a puzzle that cannot be solved: a smaller one that cannot, either, as a line of a proof. "": none was found. *states: how many it
 * has. false: no memory. */
bool few_proof_smaller(const fewest_answer *answer, char lines[FEW_PROOF_TABLES_ROOM], uint64_t *states, struct few_error *error);

#endif
