/* A small space written out as it is searched: for each rank the ranks that one move leads to, and from which one move
 * leads there. A row is written when its state is expanded for the first time; from then on a search neither runs
 * the moves of that state nor ranks their results, which is nearly all that a search does. Worth while for many
 * searches in one space. */
#ifndef FEW_SEARCH_GRAPH_H
#define FEW_SEARCH_GRAPH_H

#include "base/list.h"
#include "space/space.h"

/* Neighbours of one rank: list[end - count] .. list[end - 1]; both 0 where they are not known yet. */
struct few_row {
    uint32_t end, count;
};

struct few_rows {
    struct few_row *row;  /* of each rank; NULL: this direction has none of its own */
    struct few_list list; /* uint32_t */
};

struct few_graph {
    struct few_space space;     /* its states are the ranks of `of`. It has no functions: see few_graph_expand */
    const struct few_space *of;
    struct few_memory *memory;
    struct few_rows rows[2];    /* forwards, backwards; of an undirected space only the first are used */
    size_t batch, room;         /* states expanded at once, and the most that they lead to */
    uint64_t *fresh, *states, *made, *ranks;
    uint32_t *counts;
};

/* Whether the space can be written out, and is not too large for it. */
bool few_graph_fits(const struct few_memory *memory, const struct few_space *of);
/* NULL: no memory, or it does not fit. */
struct few_graph *few_graph_create(struct few_memory *memory, const struct few_space *of);
void few_graph_free(struct few_graph *graph); /* NULL is fine */

/* As `successors` or `predecessors` of a space. false: no memory. */
bool few_graph_expand(struct few_graph *graph, bool backward, const uint64_t *states, size_t count, uint64_t *next,
                      size_t *made);

/* Its memory is counted against another budget from now on. */
void few_graph_pass(struct few_graph *graph, struct few_memory *to);
size_t few_graph_bytes(const struct few_graph *graph);

#endif
