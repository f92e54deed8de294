/* Nodes that wait, by rising sum and among equal sums by falling cost: a binary heap. For sums that are far apart, where a
 * row for each would be mostly empty. */
#ifndef FEW_SEARCH_HEAP_H
#define FEW_SEARCH_HEAP_H

#include "base/list.h"

struct few_waiting {
    uint64_t sum, cost;
    uint64_t order; /* of equals the one that came last is first */
    uint32_t node;
};

struct few_heap {
    struct few_list list; /* struct few_waiting */
    uint64_t pushed;
};

void few_heap_init(struct few_heap *heap, struct few_memory *memory);
bool few_heap_push(struct few_heap *heap, uint32_t node, uint64_t cost, uint64_t sum); /* false: no memory */
/* The first one; NULL: there is none. */
static inline const struct few_waiting *few_heap_top(const struct few_heap *heap) {
    return heap->list.count ? heap->list.items : NULL;
}
void few_heap_pop(struct few_heap *heap);

#endif
