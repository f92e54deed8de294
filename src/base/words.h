/* The order of packed states: word by word, as numbers. */
#ifndef FEW_BASE_WORDS_H
#define FEW_BASE_WORDS_H

#include <stddef.h>
#include <stdint.h>

static inline int few_words_compare(const uint64_t *a, const uint64_t *b, size_t words) {
    for (size_t i = 0; i < words; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* For few_order, with a pointer to the number of words (a size_t) that are compared. */
static inline int few_words_order(const void *a, const void *b, void *words) {
    return few_words_compare(a, b, *(const size_t *)words);
}

#endif
