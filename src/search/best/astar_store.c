#include "search/best/astar_store.h"

enum {
    FIRST_ROOM = 256,    /* nodes: as many as a quick search has, without growing again and again */
    MOST_KEPT = 1 << 20, /* bytes: a search that needs more takes long enough to allocate them again */
};

_Static_assert(sizeof(struct few_known) == 8, "as much as a bound and a number");

static size_t state_size(const struct few_astar_store *store) {
    return store->space->words * sizeof(uint64_t);
}

static size_t batch_bytes(const struct few_astar_store *store) {
    return store->room * (state_size(store) + sizeof *store->steps + sizeof *store->fresh + sizeof *store->bounds);
}

static bool has_batch(const struct few_astar_store *store) {
    return store->made && store->steps && store->fresh && store->bounds;
}

bool few_astar_store_init(struct few_astar_store *store, const struct few_space *space, struct few_watch *watch) {
    struct few_memory *memory = watch->memory;
    struct few_astar_store *spare = few_kept_astar(watch->kept);
    if (spare && spare->memory == memory && spare->space == space) {
        *store = *spare;
        *spare = (struct few_astar_store){0};
        return true;
    }
    size_t most = space->max_successors ? space->max_successors : 1;
    if (space->run->predecessors && space->max_predecessors > most)
        most = space->max_predecessors;
    *store = (struct few_astar_store){.memory = memory, .space = space, .room = most};
    few_list_init(&store->known, memory, sizeof(struct few_known));
    few_open_init(&store->open, memory);
    store->made = few_alloc(memory, few_array_size(most, state_size(store)));
    store->steps = few_alloc(memory, few_array_size(most, sizeof *store->steps));
    store->fresh = few_alloc(memory, few_array_size(most, sizeof *store->fresh));
    store->bounds = few_alloc(memory, few_array_size(most, sizeof *store->bounds));
    return few_nodes_init(&store->nodes, memory, space->words) && few_list_reserve(&store->nodes.states, FIRST_ROOM) &&
           few_list_reserve(&store->nodes.distances, FIRST_ROOM) && few_list_reserve(&store->known, FIRST_ROOM) &&
           few_list_reserve(&store->open.entries, FIRST_ROOM) && has_batch(store);
}

void few_astar_store_free(struct few_astar_store *store) {
    struct few_memory *memory = store->memory;
    if (!memory)
        return;
    few_nodes_free(&store->nodes);
    few_list_free(&store->known);
    few_open_free(&store->open);
    few_free(memory, store->made, store->room * state_size(store));
    few_free(memory, store->steps, store->room * sizeof *store->steps);
    few_free(memory, store->fresh, store->room * sizeof *store->fresh);
    few_free(memory, store->bounds, store->room * sizeof *store->bounds);
    *store = (struct few_astar_store){0};
}

void few_astar_store_leave(struct few_astar_store *store, struct few_watch *watch) {
    struct few_astar_store *spare = few_kept_astar(watch->kept);
    bool whole = store->nodes.table && has_batch(store);
    if (!spare || !whole || few_astar_store_bytes(store) > MOST_KEPT) {
        few_astar_store_free(store);
        return;
    }
    few_nodes_clear(&store->nodes);
    few_open_clear(&store->open);
    store->known.count = 0;
    few_astar_store_free(spare);
    *spare = *store;
    *store = (struct few_astar_store){0};
}

size_t few_astar_store_bytes(const struct few_astar_store *store) {
    if (!store->memory)
        return 0;
    return few_nodes_bytes(&store->nodes) + store->known.room * store->known.size + few_open_bytes(&store->open) +
           batch_bytes(store);
}

void few_astar_store_pass(struct few_astar_store *store, struct few_memory *to) {
    if (!store->memory || store->memory == to)
        return;
    few_nodes_pass(&store->nodes, to);
    few_open_pass(&store->open, to);
    few_memory_pass(store->memory, to, store->known.room * store->known.size + batch_bytes(store));
    store->memory = store->known.memory = to;
}
