/* Whether the layers of a puzzle can be made from both ends by what is written in its rules alone: each move costs 1 and can be
 * turned round, and each goal is one state. So the verifier of proofs does (docs/proofs.md). */
#ifndef FEW_LANGUAGE_BOTH_ENDS_H
#define FEW_LANGUAGE_BOTH_ENDS_H

#include "language/puzzle.h"

bool few_has_both_ends(const struct few_puzzle *rules);

#endif
