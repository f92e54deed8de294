/* What bounds by boxes and targets are made of (boxes.c), and dead cells (dead_cells.c): which pieces may be boxes, where the goals want them, and the
 * small graph of the cells in which a box goes from one to another. */
#ifndef FEW_BUILD_BOX_PATHS_H
#define FEW_BUILD_BOX_PATHS_H

#include "bound/boxes.h"
#include "facts/rules/flows.h"

enum { FEW_BOX_CANDIDATES = 8 /* kinds that are looked at */ };

/* A kind of pieces that may be boxes. */
struct few_box_candidate {
    uint32_t value, count;
    struct few_flows flows;
    bool chosen; /* for the bound that is made */
};

struct few_box_edge {
    uint32_t from, cost;
};

struct few_box_paths {
    struct few_memory *memory;
    struct few_arena arena;
    const struct few_rule_space *space;
    struct few_box_candidate list[FEW_BOX_CANDIDATES];
    uint32_t count;
    struct few_field *field; /* of each cell that can change */
    uint32_t cells;
    uint32_t *number;        /* of each slot: which of these cells */
    bool *wanted, *allowed;  /* of each cell: what one goal says of one kind */
    const struct few_alternative **goals;
    size_t goal_count;
    size_t *first;           /* of each cell: its first edge; and where the edges go that end there */
    struct few_box_edge *edges;
    size_t edge_room;
    uint32_t *moved;         /* by each instruction: boxes of the kinds that are chosen, at most */
    uint32_t *queue;         /* cells that are looked at again */
    bool *waiting;
};

/* Of a puzzle with goals, in paths that are zeroed; without candidates where there are none, or where it would take too long to look at the goals. To be closed in any
 * case. false: no memory. */
bool few_box_paths_open(struct few_box_paths *paths, struct few_memory *memory, const struct few_rule_space *space);
void few_box_paths_close(struct few_box_paths *paths);

/* The flows of a kind as edges, by the cell that they lead to. What an instruction costs, times `scale`, is shared by all that it moves. 0: nothing costs anything. */
void few_box_edges(struct few_box_paths *paths, const struct few_box_candidate *kind, uint32_t scale);

/* All cells are far. */
void few_box_far(const struct few_box_paths *paths, uint32_t *distance);
/* Shortest distances to the nearest of the cells that have 0, back along the edges. All others are far. */
void few_box_spread(struct few_box_paths *paths, uint32_t *distance);
/* The same to the nearest cell where one of the goals first .. end - 1 has a box of that kind; what the last of them wants and allows is in the paths, and counted. */
void few_box_nearest(struct few_box_paths *paths, const struct few_box_candidate *kind, size_t first, size_t end, uint32_t *distance, uint32_t *wanted,
                     uint32_t *allowed);

/* The name of a kind of pieces, for people. */
const char *few_box_name(const struct few_box_paths *paths, const struct few_box_candidate *kind);

#endif
