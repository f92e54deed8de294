/* What moves do to the number of each piece on the board, and how many of it a goal has. */
#ifndef FEW_FACTS_RULES_TALLIES_H
#define FEW_FACTS_RULES_TALLIES_H

#include "rules/rule_space.h"

struct few_tally {
    uint32_t drop, drop_cost; /* the most that is taken away for what it costs */
    uint32_t rise, rise_cost; /* the same for what is put on */
    int32_t least, most;      /* by what any one instruction changes the number */
    int32_t low, high;        /* the same of one instruction, while they are gone through */
    uint32_t goal_least, goal_most, room; /* how many there are in a goal, and can be on the board */
    bool graded; /* proved: every move costs 1 and changes the number by `most`, and all goals have the same number */
};

struct few_tallies {
    struct few_memory *memory;
    struct few_tally *list; /* of each piece; NULL: they cannot be counted */
    uint32_t pieces;
    bool graded; /* one of them is */
};

/* false: no memory; few_tallies_free is right in any case. */
bool few_tallies_find(struct few_tallies *tallies, const struct few_rule_space *space, struct few_memory *memory);
void few_tallies_free(struct few_tallies *tallies);

#endif
