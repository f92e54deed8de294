/* Sorting in place with a context: qsort_r, which not every C library has. */
#ifndef FEW_BASE_ORDER_H
#define FEW_BASE_ORDER_H

#include <stddef.h>
#include <stdlib.h>

typedef int few_comparison(const void *, const void *, void *);

/* Merges in place and takes no memory; equal items stay in their order. Slower than qsort_r, which it stands in for. */
void few_order_plain(void *items, size_t count, size_t size, few_comparison *compare, void *context);

/* Equal items may change places. */
static inline void few_order(void *items, size_t count, size_t size, few_comparison *compare, void *context) {
#ifdef __GLIBC__
    qsort_r(items, count, size, compare, context);
#else
    few_order_plain(items, count, size, compare, context);
#endif
}

#endif
