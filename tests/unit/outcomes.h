/* What an exploration came to, and whether another one came to the same. */
#ifndef FEW_TESTS_UNIT_OUTCOMES_H
#define FEW_TESTS_UNIT_OUTCOMES_H

#include "corpus.h"

#include "search/explore/explore.h"

struct outcome {
    struct few_memory memory;
    struct few_exploration result;
    struct few_counts counts;
    enum few_end end;
};

static inline void forget(struct outcome *outcome) {
    few_exploration_free(&outcome->result);
    assert_int_equal(atomic_load(&outcome->memory.used), 0);
}

/* `what`: in which way they differ. */
static inline void assert_same(const char *what, const char *name, const struct outcome *a, const struct outcome *b) {
    const struct few_list *depths = &a->result.depths, *farthest = &a->result.farthest;
    const bool same = a->end == b->end && a->result.states == b->result.states && depths->count == b->result.depths.count &&
                      farthest->count == b->result.farthest.count && a->counts.generated == b->counts.generated &&
                      memcmp(depths->items, b->result.depths.items, depths->count * depths->size) == 0 &&
                      (farthest->count == 0 || memcmp(farthest->items, b->result.farthest.items, farthest->count * farthest->size) == 0);
    if (!same)
        fail_msg("%s, this is not the same:\n%s", what, name);
}

#endif
