#include "visited/nodes.h"

#include "visited/internal.h"

bool few_nodes_init(struct few_nodes *nodes, struct few_memory *memory, uint32_t words) {
    *nodes = (struct few_nodes){.memory = memory, .words = words, .slots = 256};
    few_list_init(&nodes->states, memory, words * sizeof(uint64_t));
    few_list_init(&nodes->distances, memory, sizeof(uint64_t));
    nodes->table = few_alloc_zeroed(memory, nodes->slots * sizeof *nodes->table);
    return nodes->table != NULL;
}

void few_nodes_free(struct few_nodes *nodes) {
    few_list_free(&nodes->states);
    few_list_free(&nodes->distances);
    few_free(nodes->memory, nodes->table, nodes->slots * sizeof *nodes->table);
    nodes->table = NULL;
}

/* The slot of a state, or the empty one where it belongs. */
static size_t slot_of(const struct few_nodes *nodes, const uint64_t *state) {
    size_t slot = few_hash_home(few_state_hash(state, nodes->words), nodes->slots);
    while (nodes->table[slot] &&
           !few_states_equal(few_node_state(nodes, nodes->table[slot] - 1), state, nodes->words))
        slot = slot + 1 == nodes->slots ? 0 : slot + 1;
    return slot;
}

uint32_t few_nodes_find(const struct few_nodes *nodes, const uint64_t *state) {
    return nodes->table[slot_of(nodes, state)] - 1; /* an empty slot gives FEW_NO_NODE */
}

static bool grow(struct few_nodes *nodes) {
    size_t old_slots = nodes->slots;
    uint32_t *table = few_alloc_zeroed(nodes->memory, 2 * old_slots * sizeof *table), *old = nodes->table;
    if (!table)
        return false;
    nodes->table = table;
    nodes->slots = 2 * old_slots;
    for (uint32_t n = 0; n < nodes->states.count; n++)
        table[slot_of(nodes, few_node_state(nodes, n))] = n + 1;
    few_free(nodes->memory, old, old_slots * sizeof *old);
    return true;
}

uint32_t few_nodes_add(struct few_nodes *nodes, const uint64_t *state, uint64_t distance, bool *fresh) {
    size_t slot = slot_of(nodes, state);
    *fresh = nodes->table[slot] == 0;
    if (!*fresh)
        return nodes->table[slot] - 1;
    if (nodes->states.count + 1 >= FEW_NO_NODE)
        return FEW_NO_NODE;
    if (3 * (nodes->states.count + 1) > 2 * nodes->slots) {
        if (!grow(nodes))
            return FEW_NO_NODE;
        slot = slot_of(nodes, state);
    }
    if (!few_list_append(&nodes->states, state, 1))
        return FEW_NO_NODE;
    if (!few_list_append(&nodes->distances, &distance, 1)) {
        nodes->states.count--;
        return FEW_NO_NODE;
    }
    nodes->table[slot] = (uint32_t)nodes->states.count;
    return nodes->table[slot] - 1;
}
