/* How much memory and how many threads a search may use. */
#ifndef FEW_API_BUDGET_H
#define FEW_API_BUDGET_H

#include <fewest.h>

/* What is free is asked for at most once a second: the answer is a file to be read. */
struct few_free_memory {
    uint64_t bytes;
    double asked; /* on few_now's clock; 0: never */
};

/* What the limits say, or 80 % of what is free; in bytes. */
size_t few_budget(const fewest_limits *limits, struct few_free_memory *known);

/* As many threads as wanted, 0: one; FEWEST_ALL_PROCESSORS: as there are processors. */
unsigned few_thread_count(uint64_t wanted);

#endif
