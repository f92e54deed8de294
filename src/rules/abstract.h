/* A smaller puzzle made from a puzzle by forgetting: some pieces are no longer told apart, some slots
 * (vars, or cells) are left out. Every move of the puzzle is a move of the smaller one between the images of its states,
 * or changes nothing there; so a path to the goal becomes a path that is not longer, and what the smaller puzzle needs at
 * least is a lower bound. The smaller puzzle is a rule space like any other: a list of instructions, renamed. */
#ifndef FEW_RULES_ABSTRACT_H
#define FEW_RULES_ABSTRACT_H

#include "rules/rule_space.h"
#include "state/image.h"

struct few_abstraction {
    const few_code *renamed; /* of each piece: itself, or the piece whose name all that are not told apart get */
    const bool *dropped;     /* of each slot */
    /* of each piece: whether moving it must be paid for; moves of other pieces are free. NULL: all moves are paid for */
    const bool *paid;
};

/* The image of the space, and the map from states of the space to states of the image. NULL with *fits false: this cannot
 * be forgotten (a content would be carried out of what is left out); NULL otherwise: no memory. */
struct few_rule_space *few_rule_space_abstract(struct few_memory *memory, const struct few_rule_space *space,
                                               const struct few_abstraction *abstraction, struct few_image *image,
                                               bool *fits);

/* How many ranks the image would have: 0: more than 2^62. */
uint64_t few_abstract_size(const struct few_rule_space *space, const struct few_abstraction *abstraction);

#endif
