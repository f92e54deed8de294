/* All states that can be reached, and the path from each of them to a goal. */
#ifndef FUZZ_SPACE_H
#define FUZZ_SPACE_H

#include "interpreter.h"

#define FAR UINT64_MAX

typedef struct edge {
    uint32_t to, cost, move; /* the move that names it, among moves_of */
} edge;

typedef struct node {
    state at;
    uint32_t depth; /* moves from the nearest start */
    uint32_t edge_count;
    edge *edges;
    const char *text;   /* once it was asked for */
    const char **words; /* of the edges, likewise */
} node;

typedef struct space {
    arena memory;
    const puzzle *game;
    node *nodes;
    size_t count, start_count; /* the starts are the first nodes */
    uint32_t *table; /* of nodes, by hash */
    size_t slots;
    bool is_whole;    /* false: there are more states than were allowed */
    bool is_cut;      /* states at the greatest depth were not expanded */
    size_t move_count; /* all edges */
} space;

/* States up to `depth` moves from the starts, at most `limit` of them (then it is not whole). */
void space_build(space *made, const puzzle *game, const state *starts, size_t start_count, size_t limit, size_t depth);
void space_free(space *made);
size_t space_find(const space *made, state one); /* SIZE_MAX: it is not there */
const char *space_text(space *made, size_t index);
const char *space_word(space *made, size_t index, uint32_t move); /* the word of an edge, by its move */

/* Of paths of the same cost, those with the fewest moves that cost nothing are the shortest. No path that is sought goes
 * through a state twice, so the number of these has room behind the cost. */
enum { FREE_BITS = 17 };

static inline uint64_t weight_of(uint64_t cost) {
    return cost == 0 ? 1 : cost << FREE_BITS;
}

static inline uint64_t cost_of(uint64_t weight) {
    return weight == FAR ? FAR : weight >> FREE_BITS;
}

/* The path to the nearest goal from each node. */
typedef struct truth {
    bool *goal;
    uint64_t *least; /* the cost, and behind it the moves that cost nothing: see weight_of; FAR: none can be reached */
    uint64_t *moves; /* the same where every move counts as one */
    uint64_t *solutions;  /* of least cost */
    uint64_t *short_solutions; /* of fewest moves */
    size_t first, end; /* the starts among the nodes */
    uint64_t best; /* what the shortest costs from the starts */
    uint64_t best_solutions;
    size_t goal_count;
} truth;

truth space_truth(space *made, const goal *goals, size_t goal_count);
/* The same where one node is the start: what can be reached from there is known as well. */
truth truth_from(const truth *known, size_t index);

/* The edges of the solutions of least cost in their order: calls `visit` with each until it returns false. */
typedef bool solution_visitor(void *context, const uint32_t *nodes, const edge *edges, size_t length);
void space_solutions(const space *made, const truth *known, solution_visitor *visit, void *context);

#endif
