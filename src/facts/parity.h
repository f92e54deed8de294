/* Half of the arrangements of an exchange puzzle. With different pieces and a goal without `_`, on a board whose
 * cells can be coloured like a chess board, a move changes the parity of the arrangement and the colour of the
 * blank's cell, so their sum is always the same. */
#ifndef FEW_FACTS_PARITY_H
#define FEW_FACTS_PARITY_H

#include "facts/exchanges.h"

struct few_parity {
    bool known;
    uint64_t black; /* places of one of the two colours */
    unsigned goal;
};

void few_parity_find(struct few_parity *parity, const struct few_exchanges *exchanges);

/* Whether the goal cannot be reached because it is in the other half. false: nothing is known. */
bool few_parity_differs(const struct few_parity *parity, const struct few_exchanges *exchanges, const uint64_t *state);

#endif
