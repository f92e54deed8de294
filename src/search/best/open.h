/* The open states of A*: by sum of cost and bound, and among equal sums by cost. A state is put in by the number of
 * its node; one that was put in again at another cost is still there at the old one, and is for the search to pass
 * over.
 *
 * There is a row for each sum and a place in it for each cost, as long as these are not many more than the states
 * that were put in; what lies farther off waits in a heap. So memory and time go by the states, however large the
 * numbers are. */
#ifndef FEW_SEARCH_OPEN_H
#define FEW_SEARCH_OPEN_H

#include "search/best/heap.h"

struct few_open {
    struct few_memory *memory;
    struct few_list rows;    /* struct few_open_row, by sum - lowest */
    struct few_list entries; /* struct few_open_entry, linked in chains */
    uint32_t unused;         /* chain of entries that were taken out */
    size_t used_rows;        /* rows behind these are left from the search before, empty */
    size_t row_bytes;        /* of what the rows point to */
    uint64_t lowest;         /* sum: to be set before the first state is put in */
    uint64_t waiting;        /* entries in all */
    uint64_t pushed;         /* since it was empty */
    struct few_heap far;
};

void few_open_init(struct few_open *open, struct few_memory *memory);
void few_open_free(struct few_open *open);
void few_open_clear(struct few_open *open); /* empty again, memory kept */
size_t few_open_bytes(const struct few_open *open);
void few_open_pass(struct few_open *open, struct few_memory *to); /* counted against another budget from now on */

/* false: no memory */
bool few_open_push(struct few_open *open, uint32_t node, uint64_t cost, uint64_t sum);
/* The lowest sum that a state was put in at, of `sum` and those above; UINT64_MAX: there is none. */
uint64_t few_open_next(const struct few_open *open, uint64_t sum);
/* Takes out a node of that sum, one of those that were put in at the largest cost. false: there is none */
bool few_open_pop(struct few_open *open, uint64_t sum, uint32_t *node, uint64_t *cost);

#endif
