/* Sums of counts and vars that are compared, on packed states: `count a + m < 3`. A state is tested by counting, whatever the
 * number of states for which it holds. */
#ifndef FEW_RULES_TOTALS_H
#define FEW_RULES_TOTALS_H

#include "rules/program.h"

/* The cells among these that hold one piece. */
struct few_tallied {
    uint64_t *lowest; /* the lowest bit of each of the cells */
    uint64_t *holds;  /* the piece in each of them */
    int64_t sign;
};

/* A var, and what it adds to the sum by its packed value. */
struct few_weighed {
    struct few_field field;
    const int64_t *weight;
};

/* The sum compared with 0. */
struct few_total {
    int64_t constant;
    struct few_tallied *tallied;
    struct few_weighed *weighed;
    uint32_t tallied_count, weighed_count, cell_width;
    enum few_comparator comparator;
    int64_t least, most; /* the sum is not less and not more */
};

/* What is known of a puzzle when a comparison is compiled. */
struct few_total_domain {
    const struct few_puzzle *puzzle;
    const struct few_layout *layout;
    const struct few_possible *possible;
    const uint32_t *on_board; /* of each piece: so many are always on the board; NULL: that changes */
};

bool few_total_build(struct few_total *total, struct few_arena *arena, const struct few_total_domain *domain,
                     const struct few_condition *condition); /* false: no memory */

/* Whether the comparison holds for a sum; and whether it does for all that the sum can be, or for none of it. */
bool few_total_compares(const struct few_total *total, int64_t sum);
bool few_total_is_certain(const struct few_total *total);
bool few_total_is_impossible(const struct few_total *total);

bool few_total_holds(const struct few_total *total, const uint64_t *state, uint32_t words);

#endif
