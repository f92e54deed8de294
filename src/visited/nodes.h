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
uint32_t few_nodes_find(const struct few_nodes *nodes, const uint64_t *state);
/* The node of a state, appended with that distance where it is new. FEW_NO_NODE: no memory. */
uint32_t few_nodes_add(struct few_nodes *nodes, const uint64_t *state, uint64_t distance, bool *fresh);

static inline const uint64_t *few_node_state(const struct few_nodes *nodes, uint32_t node) {
    return few_list_at(&nodes->states, node);
}

static inline uint64_t *few_node_distance(const struct few_nodes *nodes, uint32_t node) {
    return few_list_at(&nodes->distances, node);
}

#endif
