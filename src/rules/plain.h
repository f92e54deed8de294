/* Some states of a puzzle with their moves as the checker plays them, straight from the text: what beliefs are tried on.
 * The same states for the same puzzle, and no more work than a few milliseconds. Only in builds without NDEBUG. */
#ifndef FEW_RULES_PLAIN_H
#define FEW_RULES_PLAIN_H

#include "base/list.h"
#include "language/checker.h"
#include "rules/rule_space.h"

struct few_plain_step {
    uint32_t cost;
    uint32_t to; /* its place in `made` */
};

struct few_plain {
    struct few_memory memory; /* an account of its own: limits are not for this */
    const struct few_rule_space *space;
    struct few_checker *checker;
    uint16_t *values;
    uint32_t samples; /* that were wanted */
    struct few_list states;       /* packed */
    struct few_list made;         /* packed: results of moves */
    struct few_list steps;        /* few_plain_step: each result once, at the least cost */
    struct few_list first;        /* size_t: of the steps of each state */
    const char *wrong;            /* the belief that was false already */
};

/* false: there is nothing to be had (too large, or no memory). */
bool few_plain_sample(struct few_plain *plain, const struct few_rule_space *space);
void few_plain_free(struct few_plain *plain);

static inline const uint64_t *few_plain_state(const struct few_plain *plain, size_t i) {
    return few_list_at(&plain->states, i);
}
static inline size_t few_plain_first(const struct few_plain *plain, size_t i) {
    return *(const size_t *)few_list_at(&plain->first, i);
}

/* Adds the moves of any state behind the steps there are; false: no memory. */
bool few_plain_moves(struct few_plain *plain, const uint64_t *state);

/* The cost of the step to that state among steps first .. end - 1; FEW_NO_COST: there is none. */
uint32_t few_plain_cost(const struct few_plain *plain, size_t first, size_t end, const uint64_t *to);

#endif
