/* Bounds by *potentials*: a potential is a sum over the fields (bound/sums.h) with weights of either sign. Paying
 * `cost` lowers it by `drop` at the most, and in no goal is it larger than `goal`: from a sum p on, at least (p -
 * goal) * cost / drop is left to pay; with a drop of 0 there is no solution at all. Counting the pieces of one kind
 * is a potential: in peg solitaire a move takes one peg. The largest of all counts. */
#ifndef FEW_BOUND_POTENTIALS_H
#define FEW_BOUND_POTENTIALS_H

#include "bound/bound.h"
#include "bound/sums.h"

enum { FEW_MOST_POTENTIALS = 8 };

struct few_potential {
    int32_t *weights; /* [field * stride + value] */
    int64_t goal;
    uint32_t drop, cost;
    bool exact; /* every move lowers it by `drop` and costs 1, and it is `goal` in every goal: what is left is known */
};

struct few_potentials {
    struct few_bound bound;
    struct few_sums sums;
    struct few_potential list[FEW_MOST_POTENTIALS];
    uint32_t count;
};

extern const struct few_bound_kind few_potentials_kind;

/* With none as yet; NULL: no memory. */
struct few_potentials *few_potentials_create(struct few_memory *memory, uint32_t words, const struct few_field *field,
                                             uint32_t fields, uint32_t stride);
/* One more with weights of 0; NULL: no memory, or (full) no more of them are kept. */
struct few_potential *few_potentials_add(struct few_potentials *potentials, bool *full);
/* All are there: from now on they are looked up faster. false: no memory. */
bool few_potentials_finish(struct few_potentials *potentials);

/* Field by field: for those that have not been finished. */
void few_potentials_by_fields(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds);

#endif
