/* States that carry a distance: each state is appended once and keeps its number. For searches whose distances change
 * while they run. An open table of numbers finds a state again. */
#ifndef FEW_VISITED_NODES_H
#define FEW_VISITED_NODES_H

#include "base/list.h"

#define FEW_NO_NODE UINT32_MAX

struct few_nodes {
    struct few_memory *memory;
    uint32_t words;
    struct few_list states;
    struct few_list distances; /* uint64_t */
    uint32_t *table;           /* number + 1 of a node; 0: empty. Power of two, at most two thirds full */
    size_t slots;
};

bool few_nodes_init(struct few_nodes *nodes, struct few_memory *memory, uint32_t words);
void few_nodes_free(struct few_nodes *nodes);
/* Empty again, memory kept; cheap where few were in. */
void few_nodes_clear(struct few_nodes *nodes);
size_t few_nodes_bytes(const struct few_nodes *nodes);
/* Its memory is counted against another budget from now on. */
void few_nodes_pass(struct few_nodes *nodes, struct few_memory *to);

/* Where a state is in the table, or the empty place where it belongs: until the next one is put in. */
size_t few_nodes_slot(const struct few_nodes *nodes, const uint64_t *state);
/* The node in that slot; FEW_NO_NODE where it is empty. */
static inline uint32_t few_nodes_in(const struct few_nodes *nodes, size_t slot) {
    return nodes->table[slot] - 1;
}
/* Appends a state in the empty slot that is its own. FEW_NO_NODE: no memory. */
uint32_t few_nodes_put(struct few_nodes *nodes, size_t slot, const uint64_t *state, uint64_t distance);

static inline uint32_t few_nodes_find(const struct few_nodes *nodes, const uint64_t *state) {
    return few_nodes_in(nodes, few_nodes_slot(nodes, state));
}
/* The node of a state, appended with that distance where it is new. FEW_NO_NODE: no memory. */
uint32_t few_nodes_add(struct few_nodes *nodes, const uint64_t *state, uint64_t distance, bool *fresh);

static inline const uint64_t *few_node_state(const struct few_nodes *nodes, uint32_t node) {
    return (const uint64_t *)nodes->states.items + (size_t)node * nodes->words;
}

static inline uint64_t *few_node_distance(const struct few_nodes *nodes, uint32_t node) {
    return (uint64_t *)nodes->distances.items + node;
}

#endif
