#include "import/graph.h"

#include <stdlib.h>
#include <string.h>

void graph_free(struct graph *graph) {
    names_free(&graph->nodes);
    free(graph->edges);
    *graph = (struct graph){0};
}

bool graph_add(struct source *source, struct graph *graph, struct edge edge) {
    if (graph->edge_count == graph->edge_room) {
        const size_t room = graph->edge_room ? 2 * graph->edge_room : 64;
        struct edge *grown = realloc(graph->edges, room * sizeof *grown);
        if (!grown)
            return no_memory(source);
        graph->edges = grown;
        graph->edge_room = room;
    }
    graph->edges[graph->edge_count++] = edge;
    return true;
}

static void put_values(struct source *source, const struct names *names) {
    enum { WIDTH = 100, MARGIN = 8 };
    size_t column = MARGIN;
    for (size_t i = 0; i < names->count; i++) {
        const size_t length = strlen(names->list[i]);
        if (i && column + length > WIDTH) {
            put(source, "\n       ");
            column = MARGIN;
        }
        put(source, " %s", names->list[i]);
        column += length + 1;
    }
    put(source, "\n");
}

bool put_graph(struct source *source, const struct graph *graph, const char *title, const char *wanted) {
    char *var = name_apart(&graph->nodes, wanted);
    if (!var)
        return no_memory(source);
    put(source, "title   %s\nvar     %s =", title, var);
    put_values(source, &graph->nodes);
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct edge *edge = &graph->edges[i];
        const char *from = graph->nodes.list[edge->from], *to = graph->nodes.list[edge->to];
        put(source, "move    %s%s", can_name_move(to) ? "" : "to-", to);
        if (edge->cost != 1)
            put(source, ", cost %u", (unsigned)edge->cost);
        put(source, ":  %s %s -> %s\n", var, from, to);
    }
    put(source, "; No start and no goal are in the file: give them as \"%s is X\" and --goal \"%s is Y\".\n", var, var);
    free(var);
    return true;
}
