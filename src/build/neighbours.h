/* Which pairs of cells are neighbours: found from the instructions, for bounds by gaps (bound/gaps.h). */
#ifndef FEW_BUILD_NEIGHBOURS_H
#define FEW_BUILD_NEIGHBOURS_H

#include "bound/gaps.h"
#include "rules/rule_space.h"

#define FEW_NO_CELL_OF_ALL UINT16_MAX

/* Where one instruction carries contents; cells are numbered as in layout->order. */
struct few_carriage {
    uint16_t to[FEW_GAP_CELLS];   /* where the content of a cell goes; FEW_NO_CELL_OF_ALL: it is lost, or not known */
    uint16_t from[FEW_GAP_CELLS]; /* the same backwards */
    uint16_t changed[FEW_GAP_CELLS];
    uint32_t changes;
    bool always; /* it can always be done and does no more than carry contents */
};

/* The pairs that were chosen. A pair keeps its kind while moves do not separate it. */
struct few_neighbours {
    uint32_t cells;
    uint16_t *slot_cell; /* of each slot; FEW_NO_CELL_OF_ALL: it is none */
    uint32_t *kind;      /* [a * cells + b], from 1 on; 0: no neighbours. [a * cells + a]: the cell by itself */
    uint32_t kinds;
    uint32_t pairs;      /* where a pair has a kind in both orders, it counts once */
    uint32_t drop, cost; /* how many pairs are separated for what it costs, at most */
};

/* *fits false: there are none that would be of use. false: no memory. All of it lies in the arena. */
bool few_neighbours_find(struct few_neighbours *neighbours, const struct few_rule_space *space, struct few_arena *arena,
                         bool *fits);

void few_carriage_read(struct few_carriage *carriage, const struct few_neighbours *neighbours,
                       const struct few_rule_space *space, size_t instruction);

#endif
