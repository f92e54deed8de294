/* A graph as rules: its nodes are cells, its edges links, and a move is called by where it leads. */
#ifndef IMPORT_GRAPH_H
#define IMPORT_GRAPH_H

#include "import/names.h"

struct edge {
    size_t from, to; /* numbers of nodes */
    uint32_t cost;
};

struct graph {
    struct names nodes; /* as they are called in the rules */
    struct edge *edges;
    size_t edge_count, edge_room;
    bool one_way;       /* edges lead from the first to the second node only */
};

void graph_free(struct graph *graph);
bool graph_add(struct source *source, struct graph *graph, struct edge edge);
/* Links lead both ways. Where edges do not, or a link between two names could be read as another, there is a move for each. */
bool put_graph(struct source *source, const struct graph *graph, const char *title);

#endif
