/* The distance of every state to the goal, kept: afterwards any start is answered by descending the distances. */
#ifndef FEW_SEARCH_TABLE_H
#define FEW_SEARCH_TABLE_H

#include "search/search.h"
#include "visited/visited.h"

/* States of the last layers that are kept by themselves: the hardest ones are then at hand. */
enum { FEW_TABLE_FAR = 1 << 14 };

struct few_table {
    const struct few_space *space;
    struct few_memory *memory;
    unsigned tag_bits;         /* 2: distances modulo 3; 8, 16, 32: distances; plus 1 */
    struct few_visited *seen;
    bool whole;                /* nothing is left out because of its depth */
    bool around;               /* only states that hang together with the start it was built for are in it */
    uint64_t states;
    struct few_list layers;    /* uint64_t: states at distance 0, 1, … */
    struct few_list far;       /* the states of the last layers, as many whole ones as FEW_TABLE_FAR allows */
    uint64_t far_layer;        /* the first of these */
    struct few_list last;      /* all states of the layer that it was built up to, where it was not built whole */
    /* Room for the moves of one state. */
    uint64_t *made, *ranks, *slots;
};

/* An empty table, to be filled by few_table_build or by hand; few_table_free is always right afterwards. false: no
 * memory. */
bool few_table_init(struct few_table *table, const struct few_space *space, struct few_memory *memory);
void few_table_free(struct few_table *table);

/* Searches back from all goals until nothing is left, or up to watch->max_depth. Needs predecessors, listed goals,
 * moves of cost 1. FEW_SOLVED: *table is ready, to be freed; otherwise why it stopped, and there is nothing to free. */
enum few_end few_table_build(struct few_table *table, const struct few_problem *problem, struct few_watch *watch);

/* The largest distance. */
static inline uint64_t few_table_depth(const struct few_table *table) {
    return table->layers.count ? table->layers.count - 1 : 0;
}

/* The distance of a state: UINT64_MAX: it is not in the table, so no goal can be reached from it (unless table->around). *only (if not NULL) is
 * whether there is just one shortest path. */
uint64_t few_table_distance(struct few_table *table, const uint64_t *state, bool *only);

/* As the searches in search.h, without searching: the problem has a table. */
enum few_end few_search_table(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                              struct few_solutions *solutions);

#endif
