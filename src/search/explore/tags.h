/* Distances that stay after several processes have explored: each has those of its own states. */
#ifndef FEW_SEARCH_EXPLORE_TAGS_H
#define FEW_SEARCH_EXPLORE_TAGS_H

#include "base/list.h"
#include "space/space.h"
#include "visited/visited.h"

struct few_kept_tags {
    uint64_t most_far;        /* states that are kept of the last layers, in whole layers */
    unsigned tag_bits;        /* of a distance: 2 where moves can be undone, else 8 */
    struct few_visited *seen; /* ours: by rank, from `first` on, or by hash */
    bool by_rank;
    uint64_t share, first;    /* ranks of a process, and the first of this one */
    struct few_list far;      /* ours of the last layers: the depth, and the state */
    uint64_t far_layer;       /* the first of these layers */
    uint64_t far_count;       /* their states, of all processes */
};

/* Before it is explored, with most_far set. */
void few_kept_tags_init(struct few_kept_tags *tags, const struct few_space *space, struct few_memory *memory, uint64_t most_far);
void few_kept_tags_free(struct few_kept_tags *tags);
/* A layer is whole; `ours`: states of it that are ours. If it is one of the last ones (far_layer says so), there is room for these, which are then put.
 * false: no memory. */
bool few_kept_tags_turn(struct few_kept_tags *tags, const uint64_t *counts, uint64_t depth, size_t ours);
void few_kept_tags_put(struct few_kept_tags *tags, uint64_t depth, const uint64_t *state, size_t words);

#endif
