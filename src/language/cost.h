/* What a move costs: a number, a sum of its names, and what the link weighs that it goes along. */
#ifndef FEW_LANGUAGE_COST_H
#define FEW_LANGUAGE_COST_H

#include "language/move.h"

/* What stands behind `cost`. */
bool few_read_cost(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move);

/* Once the head is read: a move along links costs what they weigh, unless it says otherwise. */
bool few_settle_cost(struct few_reader *reader, struct few_move *move, const struct few_head *head);

/* Once all links are read: where each weighs 1, costs do not depend on them. */
void few_settle_weights(struct few_puzzle *puzzle);

#endif
