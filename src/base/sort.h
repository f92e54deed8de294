/* Sorting that keeps to the budget and can be stopped. */
#ifndef FEW_BASE_SORT_H
#define FEW_BASE_SORT_H

#include "base/memory.h"

/* As qsort_r, and equal items stay in their order. false: no memory, or stopped. */
bool few_sort(struct few_memory *memory, void *items, size_t count, size_t size,
              int (*compare)(const void *, const void *, void *), void *context);
/* The same for states of that many words, ascending. */
bool few_sort_states(struct few_memory *memory, uint64_t *states, size_t count, size_t words);
/* The same with room for as many that is there already. false: stopped. */
bool few_sort_states_beside(struct few_memory *memory, uint64_t *states, uint64_t *spare, size_t count, size_t words);

#endif
