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

size_t few_nodes_bytes(const struct few_nodes *nodes) {
    return nodes->states.room * nodes->states.size + nodes->distances.room * nodes->distances.size +
           nodes->slots * sizeof *nodes->table;
}

void few_nodes_pass(struct few_nodes *nodes, struct few_memory *to) {
    few_memory_pass(nodes->memory, to, few_nodes_bytes(nodes));
    nodes->memory = nodes->states.memory = nodes->distances.memory = to;
}

static size_t home_of(const struct few_nodes *nodes, const uint64_t *state) {
    return few_hash_home(few_state_hash(state, nodes->words), nodes->slots);
}

static size_t next_slot(const struct few_nodes *nodes, size_t slot) {
    return (slot + 1) & (nodes->slots - 1);
}

void few_nodes_clear(struct few_nodes *nodes) {
    const uint32_t count = (uint32_t)nodes->states.count;
    const bool few = count < nodes->slots / 64;
    for (uint32_t n = 0; few && n < count; n++) { /* a node is found by its number: slots before it may be empty by now */
        size_t slot = home_of(nodes, few_node_state(nodes, n));
        while (nodes->table[slot] != n + 1)
            slot = next_slot(nodes, slot);
        nodes->table[slot] = 0;
    }
    if (!few)
        memset(nodes->table, 0, nodes->slots * sizeof *nodes->table);
    nodes->states.count = nodes->distances.count = 0;
}

FEW_SPECIALISED size_t slot_of(const struct few_nodes *nodes, const uint64_t *state, uint32_t words) {
    const uint32_t *const table = nodes->table;
    const uint64_t *const states = nodes->states.items;
    const size_t mask = nodes->slots - 1;
    size_t slot = few_hash_home(few_state_hash(state, words), nodes->slots);
    for (uint32_t number; (number = table[slot]) != 0; slot = (slot + 1) & mask)
        if (few_states_equal(states + (size_t)(number - 1) * words, state, words))
            break;
    return slot;
}

size_t few_nodes_slot(const struct few_nodes *nodes, const uint64_t *state) {
    return nodes->words == 1 ? slot_of(nodes, state, 1) : slot_of(nodes, state, nodes->words);
}

static bool grow(struct few_nodes *nodes) {
    size_t old_slots = nodes->slots;
    uint32_t *table = few_alloc_zeroed(nodes->memory, 2 * old_slots * sizeof *table), *old = nodes->table;
    if (!table)
        return false;
    nodes->table = table;
    nodes->slots = 2 * old_slots;
    for (uint32_t n = 0; n < nodes->states.count; n++) {
        size_t slot = home_of(nodes, few_node_state(nodes, n));
        while (table[slot])
            slot = next_slot(nodes, slot);
        table[slot] = n + 1;
    }
    few_free(nodes->memory, old, old_slots * sizeof *old);
    return true;
}

uint32_t few_nodes_put(struct few_nodes *nodes, size_t slot, const uint64_t *state, uint64_t distance) {
    const size_t count = nodes->states.count;
    if (count + 1 >= FEW_NO_NODE)
        return FEW_NO_NODE;
    if (3 * (count + 1) > 2 * nodes->slots) {
        if (!grow(nodes))
            return FEW_NO_NODE;
        slot = few_nodes_slot(nodes, state);
    }
    if (!few_list_reserve(&nodes->states, 1) || !few_list_reserve(&nodes->distances, 1))
        return FEW_NO_NODE;
    few_state_copy((uint64_t *)nodes->states.items + count * nodes->words, state, nodes->words);
    ((uint64_t *)nodes->distances.items)[count] = distance;
    nodes->states.count = nodes->distances.count = count + 1;
    nodes->table[slot] = (uint32_t)(count + 1);
    return (uint32_t)count;
}

uint32_t few_nodes_add(struct few_nodes *nodes, const uint64_t *state, uint64_t distance, bool *fresh) {
    const size_t slot = few_nodes_slot(nodes, state);
    *fresh = nodes->table[slot] == 0;
    return *fresh ? few_nodes_put(nodes, slot, state, distance) : few_nodes_in(nodes, slot);
}
