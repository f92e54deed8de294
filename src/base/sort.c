/* Merging from the bottom up. The C library's qsort takes as much again behind the back of the budget, and does not
 * return before it is done. */
#include "base/sort.h"

#include "base/specialised.h"

#include <string.h>

enum { RUN = 8 };

struct order {
    size_t size; /* of an item */
    int (*compare)(const void *, const void *, void *);
    void *context;
};

/* Short runs by insertion; `spare` has room for one item. */
FEW_SPECIALISED void sort_run(const struct order *order, char *items, size_t count, char *spare) {
    const size_t size = order->size;
    for (size_t i = 1; i < count; i++) {
        size_t at = i;
        while (at > 0 && order->compare(items + (at - 1) * size, items + i * size, order->context) > 0)
            at--;
        if (at == i)
            continue;
        memcpy(spare, items + i * size, size);
        memmove(items + (at + 1) * size, items + at * size, (i - at) * size);
        memcpy(items + at * size, spare, size);
    }
}

FEW_SPECIALISED void merge(const struct order *order, const char *left, const char *right, const char *end, char *to) {
    const char *const left_end = right;
    while (left < left_end && right < end) {
        const char **from = order->compare(right, left, order->context) < 0 ? &right : &left;
        memcpy(to, *from, order->size);
        *from += order->size;
        to += order->size;
    }
    memcpy(to, left, (size_t)(left_end - left));
    memcpy(to + (left_end - left), right, (size_t)(end - right));
}

/* Written once and compiled twice: with size and comparison known, single words are sorted in half the time. */
FEW_SPECIALISED bool sort(struct few_memory *memory, void *items, void *beside, size_t count, struct order order) {
    if (count < 2)
        return true;
    const size_t size = order.size;
    const size_t bytes = few_array_size(count, size);
    char *spare = beside ? beside : few_alloc(memory, bytes), *from = items, *to = spare;
    if (!spare)
        return false;
    bool good = true;
    for (size_t first = 0; first < count && good; first += RUN) {
        size_t here = count - first < RUN ? count - first : RUN;
        sort_run(&order, from + first * size, here, spare);
        good = few_go_on(memory, (uint64_t)4 * RUN * RUN);
    }
    for (size_t run = RUN; run < count && good; run *= 2) {
        for (size_t first = 0; first < count && good; first += 2 * run) {
            size_t middle = count - first < run ? count : first + run;
            size_t end = count - middle < run ? count : middle + run;
            merge(&order, from + first * size, from + middle * size, from + end * size, to + first * size);
            good = few_go_on(memory, 8 * (uint64_t)(end - first));
        }
        char *other = from;
        from = to;
        to = other;
    }
    if (good && from != items)
        memcpy(items, from, bytes);
    if (!beside)
        few_free(memory, spare, bytes);
    return good;
}

bool few_sort(struct few_memory *memory, void *items, size_t count, size_t size,
              int (*compare)(const void *, const void *, void *), void *context) {
    return sort(memory, items, NULL, count, (struct order){size, compare, context});
}

FEW_SPECIALISED int compare_states(const void *a, const void *b, void *words) {
    const uint64_t *x = a, *y = b;
    for (size_t w = 0; w < *(const size_t *)words; w++)
        if (x[w] != y[w])
            return x[w] < y[w] ? -1 : 1;
    return 0;
}

bool few_sort_states_beside(struct few_memory *memory, uint64_t *states, uint64_t *spare, size_t count, size_t words) {
    if (words == 1)
        return sort(memory, states, spare, count, (struct order){sizeof *states, compare_states, &(size_t){1}});
    return sort(memory, states, spare, count, (struct order){words * sizeof *states, compare_states, &words});
}

bool few_sort_states(struct few_memory *memory, uint64_t *states, size_t count, size_t words) {
    return few_sort_states_beside(memory, states, NULL, count, words);
}
