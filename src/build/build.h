/* Bounds made from the rules of a board puzzle: what moves carry, Manhattan distances, pattern databases. */
#ifndef FEW_BUILD_BUILD_H
#define FEW_BUILD_BUILD_H

#include "bound/bound.h"
#include "rules/rule_space.h"

/* A piece that an instruction carries from one cell to another. */
struct few_mover {
    few_code piece; /* FEW_CODE_ANY: whatever stands there */
    uint32_t from, to;
    uint32_t cost;
    uint32_t instruction;
    bool again; /* a second origin for the same arrival: where several equal pieces move, it is not known which went where */
};

/* All movers of a listing, and which pieces a bound counts. */
struct few_movers {
    struct few_memory *memory;
    struct few_mover *list;
    size_t count, room;
    bool *counted; /* of each piece: fillers, which only make room for others, are not */
    uint32_t pieces;
    uint32_t at_once; /* counted pieces that one instruction moves at most */
};

/* false: no memory, or (*fits false) pieces are not conserved or there is too much of everything. */
bool few_movers_find(struct few_movers *movers, const struct few_rule_space *space, bool *fits);
void few_movers_free(struct few_movers *movers);

/* The bound with no keys yet, on the cells of the space. */
struct few_bound *few_bound_for(const struct few_rule_space *space, struct few_memory *memory);

/* Adds Manhattan distances: one key for each goal. false: no memory. */
bool few_build_manhattan(struct few_bound *bound, const struct few_rule_space *space, const struct few_movers *movers);

/* Fills bound->exchanges where every move is one. false: no memory. */
bool few_find_exchanges(struct few_bound *bound, const struct few_rule_space *space);

/* Fills bound->skip from instructions that do not touch what the other changes. false: no memory. */
bool few_find_commuting(struct few_bound *bound, const struct few_rule_space *space);

/* Groups of pieces for patterns: group[piece], or FEW_NO_GROUP. */
enum { FEW_NO_GROUP = 255, FEW_MOST_GROUPS = FEW_MOST_KEYS };

struct few_groups {
    uint8_t *group; /* of each piece of the puzzle */
    uint32_t pieces, count;
};

/* Additive pattern databases: a move counts for the group whose piece it moves. Room for them must be left in the
 * memory, no more than `budget` bytes are used. *built false: they do not suit this puzzle or the budget, and the
 * bound is as it was. false: no memory. */
bool few_build_patterns(struct few_bound *bound, const struct few_rule_space *space, const struct few_movers *movers,
                        const struct few_groups *named, uint64_t budget, bool *built);

/* The best that can be had within `budget` bytes for the tables (0: none). NULL: no memory. */
struct few_bound *few_build_bound(struct few_memory *memory, const struct few_rule_space *space, uint64_t budget,
                                  const struct few_groups *named);

#endif
