/* How moves change the places of the pieces of one kind. They are all alike, so that the set of their cells is all there is to
 * know: a move takes some cells out of it and puts as many others in. The keeper of a warehouse and whatever else moves
 * besides is not looked at: `@ $ . -> . @ $` takes the middle cell out and puts the last one in. */
#ifndef FEW_FACTS_RULES_FLOWS_H
#define FEW_FACTS_RULES_FLOWS_H

#include "rules/rule_space.h"

/* An instruction may take a piece from one cell to another, `at_once` pieces in all. */
struct few_flow {
    uint32_t instruction, from, to, at_once;
};

struct few_flows {
    struct few_memory *memory;
    bool known; /* proved: no instruction changes how many of them there are, whatever stands where nothing is tested */
    struct few_flow *list;
    size_t count, room;
    uint8_t *most; /* of each instruction: so many it moves at most */
    size_t instructions;
};

/* false: no memory; few_flows_free is right in any case. */
bool few_flows_find(struct few_flows *flows, const struct few_rule_space *space, few_code piece, struct few_memory *memory);
void few_flows_free(struct few_flows *flows);

#endif
