/* What the parts of IDA* share. The driver (idastar.c) raises the threshold, cuts the tree into subtrees and hands
 * them to its workers; a *diver* searches one subtree depth-first. There are five: one for any space, one for
 * exchanges in one word, one for exchanges on larger boards, one for moves that change gaps, and one for coordinates. */
#ifndef FEW_SEARCH_IDASTAR_H
#define FEW_SEARCH_IDASTAR_H

#include "search/deep/prefixes.h"
#include "search/deep/transposition.h"

struct few_deepening;

/* One worker, with all that is its own. */
struct few_worker {
    struct few_deepening *shared;
    unsigned number; /* 0: the thread that called */
    struct few_memory *memory;
    const struct few_watch *watch; /* for the states that are reached */
    struct few_transpositions transpositions;
    void *diver;
    size_t unit;   /* the subtree at hand */
    uint64_t next; /* the lowest sum of cost and bound beyond the threshold */
    enum few_end end; /* FEW_SOLVED: a goal is in `unit`, and the diver holds the path to it */
    atomic_uint_fast64_t expanded, generated, remembered, depth; /* what others may read meanwhile */
    atomic_size_t at_work;            /* the same: no unit before this one is not searched yet because of this worker; SIZE_MAX: none at all is */
    atomic_uint_fast64_t found_next;  /* `next` of the units that it has searched, at least */
};

struct few_diver {
    /* NULL: no memory. */
    void *(*create)(const struct few_problem *problem, struct few_worker *worker);
    void (*free)(void *self);
    /* Depth-first below `at` in the order of moves, up to the threshold. FEW_SOLVED: the diver holds a path to a goal.
     * FEW_RUNNING: there is none. Else why it stopped. */
    enum few_end (*dive)(void *self, const struct few_stand *at, uint64_t threshold);
    /* Appends the path: the states from that of `at` on, and the moves between. */
    bool (*write)(const void *self, struct few_solutions *solutions);
};

/* To be called every few thousand states and at the end, with what was done since. FEW_RUNNING, or why to stop. */
enum few_end few_worker_check(struct few_worker *worker, uint64_t expanded, uint64_t generated, uint64_t depth);
/* The result of a dive that ended so, and was checked once more: one that was asked to stop has no result. */
static inline enum few_end few_dive_end(enum few_end end, enum few_end checked) {
    return end == FEW_RUNNING || checked == FEW_INTERRUPTED ? checked : end;
}
/* Memory was refused. */
enum few_end few_worker_refused(const struct few_worker *worker);

extern const struct few_diver few_any_diver, few_exchange_diver, few_board_diver, few_gaps_diver, few_coordinates_diver;

bool few_exchange_diver_fits(const struct few_problem *problem);
bool few_board_diver_fits(const struct few_problem *problem);
bool few_gaps_diver_fits(const struct few_problem *problem);
bool few_coordinates_diver_fits(const struct few_problem *problem, const struct few_watch *watch);

#endif
