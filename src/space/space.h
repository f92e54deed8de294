/* The narrow waist: what a search sees of any puzzle. A state is `words` 64-bit words; everything is asked
 * in batches, so that a call through a pointer is paid once for hundreds of states.
 *
 * A space is the first member of a larger struct which its functions know; it is never changed by a search,
 * so that several threads may share one. */
#ifndef FEW_SPACE_SPACE_H
#define FEW_SPACE_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FEW_MAX_WORDS = 64 };

/* How one successor came about. */
struct few_step {
    uint32_t source; /* index of the state it came from in the batch */
    uint32_t move;   /* among equally short ways, the one with the lowest moves is taken */
    uint32_t cost;
};

/* Where a move stands in the puzzle's text, to give it its word and to replay it. */
struct few_move_place {
    uint32_t rule;     /* index of the move statement */
    int32_t direction; /* 0 up, 1 down, 2 left, 3 right as in `names`; -1: not in any direction */
    uint32_t cell;     /* board cell (or place in the string) of the pattern's first cell, from 0 */
};
#define FEW_NO_CELL UINT32_MAX

/* What a space is made for: to find a shortest way from the start to the goal, or to walk through all its states. Only for
 * the first may states be left out because no such way leads through them. */
struct few_purpose {
    bool walk;
    uint64_t steps; /* of a walk in a space without end; UINT64_MAX: as many as a solution may have */
};
#define FEW_TO_SOLVE ((struct few_purpose){0})
#define FEW_TO_WALK ((struct few_purpose){true, UINT64_MAX})

struct few_space;
struct few_sets;
struct few_aims;
struct few_memory;

struct few_space_functions {
    /* Writes every state that one move leads to from each of `count` states, and returns how many; with steps, those
     * of states[0] first, else in any order. A move that changes nothing is none. The same successor may come more than once.
     * `next` has room for count * max_successors states; `steps` too, or is NULL when nobody asks.
     * The moves of one state come in any order. */
    size_t (*successors)(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                         struct few_step *steps);
    /* The same backwards: every state from which one move leads to states[i]. May give states that cannot
     * be reached from the start. NULL where moves cannot be turned round. */
    size_t (*predecessors)(const struct few_space *space, const uint64_t *states, size_t count,
                           uint64_t *next, struct few_step *steps);
    void (*is_goal)(const struct few_space *space, const uint64_t *states, size_t count, bool *goal);
    /* A perfect hash onto 0 .. ranks - 1 and its inverse; NULL where ranks is 0. */
    void (*rank)(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *ranks);
    void (*unrank)(const struct few_space *space, const uint64_t *ranks, size_t count, uint64_t *states);

    /* What follows is for people: NULL in a space that knows no pieces.
     * `values` is the state in plain form: one piece for each board cell in reading order, then one for
     * each var; of a string puzzle its characters, and their number in *length. */
    void (*read)(const struct few_space *space, const uint64_t *state, uint16_t *values, size_t *length);
    /* false where the values are no state of this space */
    bool (*write)(const struct few_space *space, const uint16_t *values, size_t length, uint64_t *state);
    struct few_move_place (*place)(const struct few_space *space, const uint64_t *state, uint32_t move);

    /* The set form, forwards or by the moves turned round (space/sets.h). NULL here: there is none; NULL returned: none,
     * or (unless `always`) none that pays off, or no memory. */
    struct few_sets *(*sets)(const struct few_space *space, struct few_memory *memory, bool backward, bool always);
    /* Successors on the way to known states (space/aim.h). NULL here or returned: there are none, or no memory. */
    struct few_aims *(*aims)(const struct few_space *space, struct few_memory *memory);

    /* Whether these words are a state of the space at all, reachable or not: asked of what comes from a file, before
     * anything else is. NULL: nobody can tell. */
    bool (*holds)(const struct few_space *space, const uint64_t *state);
};

struct few_space {
    const struct few_space_functions *run;
    uint32_t words;            /* words of a state */
    uint32_t max_successors;   /* of any one state */
    uint32_t max_predecessors;
    uint32_t max_cost;         /* 1: every move costs 1 */
    bool undirected;           /* every move can be undone by a move of the same cost */
    uint64_t ranks;            /* size of the perfect hash, 0: there is none */
    bool states_are_ranks;     /* a state is one word, its own rank */
    const char *rank_name;     /* "multiset rank", "mixed radix", … for people; NULL where ranks is 0 */
};

#endif
