/* The largest of several bounds. */
#ifndef FEW_BOUND_LARGEST_H
#define FEW_BOUND_LARGEST_H

#include "bound/bound.h"

enum { FEW_MOST_PARTS = 4 };

struct few_largest {
    struct few_bound bound;
    struct few_bound *parts[FEW_MOST_PARTS];
    uint32_t count;
};

extern const struct few_bound_kind few_largest_kind;

/* Of none as yet, which is 0 everywhere, for states of that many words. NULL: no memory. */
struct few_largest *few_largest_create(struct few_memory *memory, uint32_t words);

/* One more, which is freed with the others; its text becomes that of all. */
void few_largest_add(struct few_largest *largest, struct few_bound *part);

/* Takes the last part away and frees it; the text is that of the part before. */
void few_largest_drop(struct few_largest *largest);

/* The same with any one of them. */
void few_largest_remove(struct few_largest *largest, struct few_bound *part);

/* All parts are there: where there is just one, that takes its place. */
struct few_bound *few_largest_settle(struct few_largest *largest);

/* The bound itself, or that part of it, that is of this kind; NULL: there is none. */
struct few_bound *few_bound_part(struct few_bound *bound, const struct few_bound_kind *kind);

#endif
