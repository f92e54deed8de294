/* A graph as rules: one value says where we are, and a move is called by where it leads. */
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
};

void graph_free(struct graph *graph);
bool graph_add(struct source *source, struct graph *graph, struct edge edge);
/* `var` is what the value is called, if no node is called so. */
bool put_graph(struct source *source, const struct graph *graph, const char *title, const char *var);

#endif
