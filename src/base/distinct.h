/* A list without repetitions: items of one size, which are equal where their bytes are. */
#ifndef FEW_BASE_DISTINCT_H
#define FEW_BASE_DISTINCT_H

#include "base/list.h"

#include <stdint.h>

struct few_distinct {
    struct few_list list;
    struct few_list slots; /* open addressing, a power of two of uint32_t: an index and 1, or 0: free */
};

void few_distinct_init(struct few_distinct *items, struct few_memory *memory, size_t size);
void few_distinct_free(struct few_distinct *items);

/* The index of an item, which is appended if it is new; UINT32_MAX: no memory. */
uint32_t few_distinct_add(struct few_distinct *items, const void *item);

#endif
