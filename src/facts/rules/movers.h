/* What instructions carry: which pieces, from where to where. */
#ifndef FEW_FACTS_RULES_MOVERS_H
#define FEW_FACTS_RULES_MOVERS_H

#include "rules/rule_space.h"

/* A piece that an instruction carries from one cell to another. */
struct few_mover {
    few_code piece; /* FEW_CODE_ANY: whatever stands there */
    uint32_t from, to;
    uint32_t cost;
    uint32_t instruction;
    bool again; /* a second origin for the same arrival: where several equal pieces move, it is not known which went where */
};

/* All movers of a listing, and which pieces are worth counting. */
struct few_movers {
    struct few_memory *memory;
    bool known; /* false: pieces are not conserved, or there is too much of everything */
    struct few_mover *list;
    size_t count, room;
    bool *counted; /* of each piece: fillers, which only make room for others, are not */
    uint32_t pieces;
    uint32_t at_once; /* counted pieces that one instruction moves at most */
};

/* false: no memory. */
bool few_movers_find(struct few_movers *movers, const struct few_rule_space *space, struct few_memory *memory);
void few_movers_free(struct few_movers *movers);

#endif
