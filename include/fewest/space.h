/* libfewest: spaces of your own, made of C functions, and the check of their lower bounds. Beside <fewest.h>, which it
 * includes. */
#ifndef FEWEST_SPACE_H
#define FEWEST_SPACE_H

#include <fewest.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A space of your own ---------------------------------------------------------------------------------- */

/* A puzzle made of your own functions is solved, tabulated, explored and drawn as a graph like any other, with these rules:
 *
 * - Solutions are counted by their states. Several moves between the same two states are one; of these the cheapest counts, and
 *   of equally cheap ones the one with the lowest number.
 * - A start or goal that is named twice is one. Among equally short solutions, those from an earlier start come first, and of one
 *   start those with lower moves. Without any start there is no solution: the answer is UNSOLVABLE, and an exploration has no states.
 * - Costs are 1 to max_cost; a 0 is read as 1, and more than max_cost as max_cost. With free_moves a 0 is a 0: such a move is
 *   free, and of solutions of the same cost those with the fewest free moves are the shortest. Where costs differ, the depth of
 *   options, statistics and layers is a cost; an exploration counts moves in any case.
 * - fewest_tabulate needs `backward` (or undirected), max_cost 1, no free moves, and `goals`. Where moves can be undone it takes two bits a state, else one
 *   byte, two where the deepest state is 255 moves or more from the goal, four from 65,535 on.
 * - What needs texts is refused: fewest_set_start and fewest_set_goal, fewest_check, fewest_random_state, fewest_read_state,
 *   fewest_generate, and tables in files. States are shown as hexadecimal words, moves as numbers.
 * - A space that contradicts itself (backward is not the inverse of expand, undirected moves that cannot be undone, a rank
 *   that two states share) ends with an error where that is noticed, and otherwise gives wrong answers. A rank that is not below
 *   `ranks`, a `source` that is not in the batch, and more steps than `max_moves` for each state are always noticed. */

/* One successor: how it came about. */
typedef struct fewest_step {
    uint32_t source; /* index of its source in the batch */
    uint32_t move;   /* your number for the move; among equally short solutions the lowest numbers win */
    uint32_t cost;   /* 1 to max_cost; or 0, with free_moves */
} fewest_step;

/* Writes every state that one move leads to from each of `count` states, those of the first state first,
 * and returns how many they are. `states` and `next` are arrays of packed states, `words` 64-bit words each;
 * there is room for count * max_moves. `steps` has the same room. */
typedef size_t fewest_expand(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps);

typedef struct fewest_space {
    size_t words;            /* 64-bit words of a state, 1 to 8 */
    size_t max_moves;        /* most successors (and predecessors) of one state */
    uint32_t max_cost;       /* 1: every move costs 1 (a 0 is read as 1) */
    bool undirected;         /* every move can be undone by a move: saves memory, and where moves cost 1 serves as backward */
    bool free_moves;         /* a cost of 0 is meant: that move costs nothing */
    fewest_expand *expand;
    fewest_expand *backward; /* or NULL: the states from which one move leads here. For bidirectional, unless undirected */
    /* goal[i] = whether states[i] is solved; or NULL: then `goals` says which states are */
    void (*is_goal)(void *context, const uint64_t *states, size_t count, bool *goal);
    /* a perfect hash onto 0 .. ranks - 1; or NULL (and ranks 0): states are kept in a hash table */
    void (*rank)(void *context, const uint64_t *states, size_t count, uint64_t *ranks);
    uint64_t ranks;
    const uint64_t *starts;  /* start states */
    size_t start_count;
    const uint64_t *goals;   /* goal states, where they are known; or NULL */
    size_t goal_count;
    void *context;           /* given to every function */
    /* bounds[i] = a lower bound of the cost from states[i] to a goal, UINT32_MAX: no goal can be reached; or NULL.
     * For A* and IDA*, whose solutions are shortest only if it is never too high: see fewest_check_bound. */
    void (*bound)(void *context, const uint64_t *states, size_t count, uint32_t *bounds);
} fewest_space;

/* A puzzle made of these functions, for fewest_solve. The struct is copied; the states of starts and goals too; what
 * context points to must live as long as the puzzle. Results do not call these functions when they are read, except
 * fewest_exploration_solution, which searches. */
FEWEST_API fewest_puzzle *fewest_wrap(const fewest_space *space, fewest_error *error);

/* ---- Lower bounds ------------------------------------------------------------------------------------------ */

/* What a check of a bound found. */
typedef enum fewest_bound_verdict {
    FEWEST_BOUND_HOLDS,        /* it is right in every state that can be reached */
    FEWEST_BOUND_HOLDS_SO_FAR, /* there are more states than were looked at */
    FEWEST_BOUND_TOO_HIGH,     /* `bound` exceeds the true distance `distance`: a shortest solution may be missed */
    FEWEST_BOUND_DROPS         /* a move of `cost` lowers it from `bound` to `distance`: A* may expand states twice */
} fewest_bound_verdict;

typedef struct fewest_bound_check {
    fewest_bound_verdict verdict;
    uint64_t states; /* that were looked at */
    uint64_t bound, distance, cost;
    uint64_t words[8]; /* the first state where something is wrong */
} fewest_bound_check;

/* Compares the bound that A* and IDA* use, the library's or your own, with the true distances in up to limits.states
 * states (0: a million) from the start on, in those that are no more than limits.depth moves from it, and in as many
 * as limits.seconds allows; memory and progress are as in fewest_solve. *state (if not NULL) is the state that breaks
 * it, to be freed with fewest_free; NULL where there is none or it has no text. false: see *error. */
FEWEST_API bool fewest_check_bound(fewest_puzzle *puzzle, const fewest_options *options,
                                   fewest_bound_check *check, char **state, fewest_error *error);

#ifdef __cplusplus
}
#endif

#endif
