/* Lower bounds on the cost from a state to the nearest goal: what a search sees of one. Each kind is a file of its own
 * (keys, potentials, patterns by rank, the largest of several); src/build makes them from rules, and a kind of space
 * may have a kind of bound to itself. */
#ifndef FEW_BOUND_BOUND_H
#define FEW_BOUND_BOUND_H

#include "base/memory.h"

#include <string.h>

/* What is asked for of a bound. */
struct few_bound_wish {
    uint64_t memory;             /* for tables; 0: none */
    const char *const *patterns; /* groups of pieces, "1,2,3"; none: chosen by what fits */
    size_t pattern_count;
    bool for_file;               /* only tables that a file can hold */
    bool (*go_on)(void *context, uint64_t states); /* called as work is done; false: stop; or NULL */
    void *context;
};

/* No goal can be reached from here. */
#define FEW_NO_PATH UINT32_MAX

/* Entries of pattern databases, of whatever kind. */
enum {
    FEW_TABLE_NO_PATH = 255, /* no goal of the pattern can be reached */
    FEW_TABLE_MOST = 254,    /* larger distances are cut to this, which is still a bound */
};

struct few_bound;

/* bounds[i] of states[i]; there is at least one state. */
typedef void few_look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds);

struct few_bound_kind {
    void (*free)(struct few_bound *bound);
    few_look_up *raise; /* the same where it is more than bounds[i] is already; NULL: it is looked up and compared */
};

/* The first member of a larger struct, which the functions know. A search never changes it: several threads may share
 * one. */
struct few_bound {
    const struct few_bound_kind *kind;
    few_look_up *look_up;
    struct few_memory *memory;
    uint32_t words;   /* of a state */
    bool consistent;  /* no move lowers it by more than the move costs: A* need not open a state twice */
    bool counts_down; /* every move lowers it by exactly one: the bound of a successor follows from that of the state */
    bool foreign;     /* the function is not ours, and may be too high: a goal is tested for whatever it says */
    bool has_boxes;   /* boxes and targets are a part of it (bound/boxes.h), or all of it */
    char text[160];   /* what it is, for people */
};

static inline void few_bound_free(struct few_bound *bound) { /* NULL is fine */
    if (bound)
        bound->kind->free(bound);
}

/* bounds[i] of states[i]; `bound` may be NULL: 0 everywhere. */
static inline void few_bound_look_up(const struct few_bound *bound, const uint64_t *states, size_t count,
                                     uint32_t *bounds) {
    if (bound && count)
        bound->look_up(bound, states, count, bounds);
    else if (count)
        memset(bounds, 0, count * sizeof *bounds);
}

#endif
