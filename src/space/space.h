/* The narrow waist: what a search sees of any puzzle. A state is `words` 64-bit words; everything is asked
 * in batches, so that the cost of a call through a pointer is shared by hundreds of states.
 *
 * A space is the first member of a larger struct which its functions know; it is never changed by a search,
 * so that several threads may share one. */
#ifndef FEW_SPACE_SPACE_H
#define FEW_SPACE_SPACE_H

#include "space/goal_list.h"
#include "state/field.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How one successor came about. */
struct few_step {
    uint32_t source; /* index of the state it came from in the batch */
    uint32_t move;   /* among equally short solutions, the one with the lowest moves is taken */
    uint32_t cost;
};

/* Where a move stands in the puzzle's text, to give it its word and to replay it. */
struct few_move_place {
    uint32_t rule;     /* index of the move statement */
    int32_t direction; /* 0 up, 1 down, 2 left, 3 right as in `names`, then as in language/turns.h; -1: none */
    uint32_t cell;     /* board cell (or place in the string) of the pattern's first cell, from 0 */
    uint32_t steps;    /* of a move that is one step repeated; 0: it is none */
};
#define FEW_NO_CELL UINT32_MAX

/* What a space is made for: to find a shortest path from the start to the goal, or to explore all its states. Only for
 * the first may states be left out because no such solution leads through them. */
struct few_purpose {
    bool explore;
    uint64_t steps; /* of an exploration in a space without end; UINT64_MAX: as many as a solution may have */
    bool exact;     /* made for the present start and goal: one that was made for others may have more states */
};
#define FEW_TO_SOLVE ((struct few_purpose){0})
#define FEW_TO_EXPLAIN ((struct few_purpose){.exact = true})
#define FEW_TO_EXPLORE ((struct few_purpose){true, UINT64_MAX, true})

struct few_space;
struct few_sets;
struct few_set_request;
struct few_aims;
struct few_memory;
struct few_list;
struct few_error;
struct few_digest;
struct few_puzzle;
struct few_facts;
struct few_coordinates;
struct few_symmetry;
struct few_bound;
struct few_bound_wish;
struct few_table_file;
struct few_description;

/* Coordinates (facts/coordinates.h) are asked for, if they are worth it: nothing is made where they are not. */
struct few_coordinates_wish {
    bool backward;                 /* for the inverse moves */
    uint64_t least, most;          /* states that there may be */
    uint64_t ratio;                /* combinations of coordinates for each state, at most */
    struct {
        uint32_t entries;          /* of their tables for each FEW_WHOLE_STATES states, at most; 0: they are not wanted */
        uint32_t column;           /* values of the last coordinate, at least */
    } whole;                       /* other ones that symmetries may suit better: found->whole, if there are some */
    struct few_coordinates *found; /* NULL: there are none */
    const char *why;               /* there are none, if known */
    bool no_memory;                /* that is why; or why the others are not there */
};

struct few_space_functions {
    /* Writes every state that one move leads to from each of `count` states, and returns how many; with steps, those
     * of states[0] first, else in any order. A move that changes nothing does not count. The same successor may come
     * more than once. `next` has room for count * max_successors states; `steps` too, or is NULL where they are not
     * wanted. The moves of one state come in any order. */
    size_t (*successors)(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                         struct few_step *steps);
    /* The same backwards: every state from which one move leads to states[i]. May give states that cannot
     * be reached from the start. NULL where moves cannot be inverted. */
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

    /* The set form (space/sets.h). NULL here: there is none; NULL returned: none, or none that pays off, or no memory. */
    struct few_sets *(*sets)(const struct few_space *space, struct few_memory *memory, const struct few_set_request *request);
    /* Successors towards known states (space/aim.h). NULL here or returned: there are none, or no memory. */
    struct few_aims *(*aims)(const struct few_space *space, struct few_memory *memory);

    /* Whether these words are a state of the space at all, reachable or not: asked of what comes from a file, before
     * anything else is. NULL: not known. */
    bool (*holds)(const struct few_space *space, const uint64_t *state);
};

/* What one needs to keep a space, whatever its kind is. A search needs none of it. */
struct few_space_keeping {
    void (*free)(struct few_space *space);
    /* Appends the start states. false: no memory. */
    bool (*starts)(const struct few_space *space, struct few_list *list);
    /* All goal states one after the other, if there are at most `limit`. The block is *count * words * 8 bytes, to be given
     * back to few_free; NULL where there are none. */
    enum few_goal_list (*goals)(const struct few_space *space, struct few_memory *memory, size_t limit, uint64_t **states,
                                size_t *count);
    /* Whether the space is right for this purpose. NULL: for any. */
    bool (*suits)(const struct few_space *space, struct few_purpose purpose);
    /* How many moves of an exploration, forwards or backwards, the space is right for; UINT64_MAX, or NULL here: any
     * number. */
    uint64_t (*steps)(const struct few_space *space, bool backward);
    /* After the start or else the goals of its puzzle were changed: whether the space serves them, with *error filled if
     * something went wrong. NULL: it is rebuilt, which costs little. */
    bool (*renew)(struct few_space *space, bool start_changed, struct few_error *error);
    /* Adds what tables in files depend on (space/fingerprint.h). NULL: there are no such tables. */
    void (*fingerprint)(const struct few_space *space, const struct few_puzzle *puzzle, struct few_digest *digest);
    /* How many states there are, reachable or not. NULL: as many as ranks. */
    uint64_t (*count)(const struct few_space *space);
    /* What is known once and for all, for the present goals (facts/facts.h). NULL returned: no memory. NULL here: nothing is
     * ever known. */
    struct few_facts *(*facts)(const struct few_space *space, struct few_memory *memory);
    /* How many states can be reached from this one, where moves only permute and that is known without a search; 0: it is not.
     * NULL: it never is. With a wish also the coordinates of these states. */
    uint64_t (*orbit)(const struct few_space *space, struct few_memory *memory, const uint64_t *state,
                      struct few_coordinates_wish *wish);
    /* Its symmetries that take these states onto themselves (facts/symmetry.h). NULL returned: they are not known, or would
     * take more work, in steps of some ten nanoseconds. With of_rules also how many there are of the rules alone; 0: not known. NULL here: nothing is ever
     * known. */
    struct few_symmetry *(*symmetry)(const struct few_space *space, struct few_memory *memory, const uint64_t *states, size_t count,
                                     uint64_t work, uint32_t *of_rules);
    /* Whether these patterns are some of pieces of the puzzle. false: see *error. NULL here: there are none. */
    bool (*patterns)(const struct few_space *space, struct few_memory *memory, const struct few_bound_wish *wish,
                     struct few_error *error);
    /* A lower bound for the present goals, from these facts; *bound NULL: nothing is known. false: see *error;
     * without a message in it, wish->go_on said no. NULL here: nothing is ever known. */
    bool (*bound)(const struct few_space *space, struct few_memory *memory, const struct few_facts *facts,
                  const struct few_bound_wish *wish, struct few_bound **bound, struct few_error *error);
    /* Only what tells from which states no goal can be reached, at next to no cost: all other bounds are 0. *bound NULL: nothing does. false: no memory.
     * NULL here: nothing is ever known. */
    bool (*hopeless)(const struct few_space *space, struct few_memory *memory, struct few_bound **bound);
    /* The same as `bound` from an open file. NULL returned: see *error. NULL here: no file fits. */
    struct few_bound *(*stored_bound)(const struct few_space *space, struct few_memory *memory,
                                      const struct few_facts *facts, const struct few_table_file *file, const char *path,
                                      struct few_error *error);
    /* What a state is, for people; the description is empty before. NULL: there is no more to say than its words. */
    void (*describe)(const struct few_space *space, struct few_description *description);
    /* How its functions have been seen to contradict each other; NULL: they have not. NULL here: that is never checked. */
    const char *(*fault)(const struct few_space *space);
};

struct few_space {
    const struct few_space_functions *run;
    const struct few_space_keeping *keep; /* NULL in a space that is only searched */
    uint32_t words;            /* words of a state */
    uint32_t max_successors;   /* of any one state */
    uint32_t max_predecessors;
    uint32_t max_cost;         /* of any move, at least 1 */
    bool has_free;             /* some moves may cost nothing; otherwise each costs at least 1 */
    bool undirected;           /* every move can be undone by a move of the same cost */
    uint64_t ranks;            /* size of the perfect hash, 0: there is none */
    bool states_are_ranks;     /* a state is one word, its own rank */
    const char *rank_name;     /* "multiset rank", "mixed radix", … for people; NULL where ranks is 0 */
    bool foreign;              /* its functions are not ours: called by one thread at a time, and not believed */
    bool is_cut;               /* states that no solution needs are left out, and packed as only this space can read */
    bool zero_is_empty;        /* the state whose words are 0 is the empty string, which cannot be written as a start */
    bool ties_start;           /* what no move changes is as in the start: states that differ there are not in it */
    bool no_goal;              /* it does not say which states are goals: it is explored, never solved */
    bool start_as_written;     /* its one start is the drawing in the text, cell by cell */
    bool has_many_paths;       /* most states may lie on some shortest path, as in a maze */
    const char *no_patterns;   /* why pattern databases cannot be made of it; NULL: they can */
};

/* A shortest path has the fewest moves. */
static inline bool few_costs_are_equal(const struct few_space *space) {
    return space->max_cost == 1 && !space->has_free;
}
/* Takes notice of a move that costs that. */
static inline void few_space_has_cost(struct few_space *space, uint32_t cost) {
    space->has_free = space->has_free || cost == 0;
    space->max_cost = cost > space->max_cost ? cost : space->max_cost;
}

#endif
