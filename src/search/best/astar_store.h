/* What A* remembers in one search, and leaves, emptied, to the next one in the same space. */
#ifndef FEW_SEARCH_ASTAR_STORE_H
#define FEW_SEARCH_ASTAR_STORE_H

#include "search/best/open.h"
#include "search/search.h"
#include "visited/nodes.h"

/* What is known of a node besides its distance. */
struct few_known {
    uint32_t bound : 31;
    bool closed : 1;
    uint32_t parent; /* the node before it on a path of its distance; FEW_NO_NODE: it is a start */
};

/* A state that is new: where it belongs among the nodes, and at which cost it can be reached. */
struct few_fresh {
    size_t slot;
    uint64_t cost;
};

struct few_astar_store {
    struct few_memory *memory; /* NULL: there is nothing here */
    const struct few_space *space;
    struct few_nodes nodes;
    struct few_list known; /* of each node */
    struct few_open open;
    size_t room; /* of what follows: states that one move leads to or comes from */
    uint64_t *made;
    struct few_step *steps;
    struct few_fresh *fresh;
    uint32_t *bounds;
};

/* Takes over what was kept in watch->kept, or makes one. false: no memory; it is to be left all the same. */
bool few_astar_store_init(struct few_astar_store *store, const struct few_space *space, struct few_watch *watch);
/* Keeps it for the next search, unless it is large; otherwise frees it. */
void few_astar_store_leave(struct few_astar_store *store, struct few_watch *watch);

void few_astar_store_free(struct few_astar_store *store);
size_t few_astar_store_bytes(const struct few_astar_store *store);
void few_astar_store_pass(struct few_astar_store *store, struct few_memory *to); /* counted against another budget from now on */

static inline struct few_known *few_known_of(const struct few_astar_store *store, uint32_t node) {
    return (struct few_known *)store->known.items + node;
}

#endif
