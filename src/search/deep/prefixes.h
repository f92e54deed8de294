/* The upper part of a search tree, level by level, each level in the order of moves: the subtrees below its last
 * level can be searched one by one by different threads, and the first of them that holds a goal holds the first
 * shortest path. */
#ifndef FEW_SEARCH_PREFIXES_H
#define FEW_SEARCH_PREFIXES_H

#include "search/deep/children.h"

#define FEW_NO_PARENT SIZE_MAX

struct few_prefix {
    size_t parent; /* index, or FEW_NO_PARENT: it is a start */
    uint64_t cost;
    uint32_t move, bound;
};

struct few_prefixes {
    const struct few_problem *problem;
    struct few_list nodes, states; /* struct few_prefix and its state */
    size_t first;                  /* of the last level */
    struct few_children children;
};

bool few_prefixes_init(struct few_prefixes *prefixes, const struct few_problem *problem, struct few_memory *memory);
void few_prefixes_free(struct few_prefixes *prefixes);

/* The starts within the threshold. *next is lowered to the lowest bound above it. false: no memory. */
bool few_prefixes_begin(struct few_prefixes *prefixes, uint64_t threshold, uint64_t *next);

/* Goes down level by level until the last one has `wanted` nodes or none. A goal that is met stays a node of every level
 * below; what would come behind it is left out. What it does is added to counts. false: no memory. */
bool few_prefixes_split(struct few_prefixes *prefixes, size_t wanted, uint64_t threshold, uint64_t *next,
                        struct few_counts *counts);

static inline const struct few_prefix *few_prefix_at(const struct few_prefixes *prefixes, size_t index) {
    return few_list_at(&prefixes->nodes, index);
}

/* The node as a place to search from. */
struct few_stand few_prefix_stand(const struct few_prefixes *prefixes, size_t index);

/* Appends the states and moves from the start to the node, without the node's own state. */
bool few_prefix_write(const struct few_prefixes *prefixes, size_t index, struct few_solutions *solutions);

#endif
