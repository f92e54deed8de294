/* What is kept of the searches in a space, of all kinds, so that the next one there need not make it again. */
#ifndef FEW_SEARCH_KEPT_H
#define FEW_SEARCH_KEPT_H

#include "search/best/astar_store.h"
#include "search/layers/side.h"

struct few_kept {
    /* Emptied sides, forwards and backwards: the next search finds their tables clean and in the cache. Emptying costs
     * little where little was seen. `seen` is NULL where none is kept. */
    struct few_side sides[2];
    struct few_graph *graph; /* NULL: there is none (yet) */
    struct few_aims *aims;   /* NULL: there are none (yet) */
    bool has_no_aims;        /* there never will be any */
    bool same_moves;         /* the moves of a state never change, so that there may be a graph */
    uint64_t expanded;       /* in all breadth-first searches so far */
    struct few_astar_store astar;
};

size_t few_kept_bytes(const struct few_kept *kept);
/* Its memory is counted against another budget from now on: that of a search while it runs. */
void few_kept_pass(struct few_kept *kept, struct few_memory *to);
void few_kept_free(struct few_kept *kept);

#endif
