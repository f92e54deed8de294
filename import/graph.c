#include "import/graph.h"

#include <stdio.h>
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

/* Goes on to the next line of the statement where a word has no room on this one. */
static void put_word(struct source *source, size_t *column, const char *word) {
    enum { WIDTH = 100, MARGIN = 8 };
    const size_t length = strlen(word);
    if (*column > MARGIN && *column + length > WIDTH) {
        put(source, "\n       ");
        *column = 0;
    }
    *column = *column < MARGIN ? MARGIN : *column;
    put(source, " %s", word);
    *column += length + 1;
}

static void put_names(struct source *source, const struct names *names) {
    size_t column = 0;
    for (size_t i = 0; i < names->count; i++)
        put_word(source, &column, names->list[i]);
    put(source, "\n");
}

/* Whether names with hyphens make a link that could be cut at another one. */
static bool is_doubtful(const struct names *names, const char *link) {
    unsigned cuts = 0;
    for (const char *hyphen = strchr(link, '-'); hyphen; hyphen = strchr(hyphen + 1, '-'))
        cuts += names_find(names, (struct span){link, (size_t)(hyphen - link)}) >= 0 &&
                names_find(names, (struct span){hyphen + 1, strlen(hyphen + 1)}) >= 0;
    return cuts != 1;
}

/* Bytes that are enough for any of its links, as it is written. */
static size_t room_for_link(const struct graph *graph) {
    size_t longest = 0;
    for (size_t i = 0; i < graph->nodes.count; i++)
        longest = strlen(graph->nodes.list[i]) > longest ? strlen(graph->nodes.list[i]) : longest;
    return 2 * longest + 32;
}

/* A link, which has room in `text`. Its weight is behind it, unless that is 1. */
static void write_link(const struct graph *graph, const struct edge *edge, bool weight, char *text, size_t room) {
    const char *from = graph->nodes.list[edge->from], *to = graph->nodes.list[edge->to];
    if (weight && edge->cost != 1)
        snprintf(text, room, "%s-%s:%u", from, to, (unsigned)edge->cost);
    else
        snprintf(text, room, "%s-%s", from, to);
}

/* What stands before the node in the name of a move: nothing, if each of them is a word of several letters, and where it is
 * written in the head of a move, none that has a meaning there. */
static const char *before_node(const struct names *names, bool written) {
    bool good = true;
    for (size_t i = 0; i < names->count && good; i++) {
        const char *name = names->list[i];
        good = name[1] && strspn(name, "-+0123456789") < strlen(name) && (!written || can_name_move(name));
    }
    return good ? "" : "to-";
}

static void put_links(struct source *source, const struct graph *graph, char *link, size_t room) {
    size_t column = 0;
    put(source, "links  ");
    for (size_t i = 0; i < graph->edge_count; i++) {
        write_link(graph, &graph->edges[i], true, link, room);
        put_word(source, &column, link);
    }
    put(source, "\npieces  @ .\nmove    %s{to}, along links:  @ . -> . @\n", before_node(&graph->nodes, false));
}

static void put_move(struct source *source, const struct graph *graph, const char *before, struct edge edge) {
    const char *from = graph->nodes.list[edge.from], *to = graph->nodes.list[edge.to];
    put(source, "move    %s%s, on %s %s", before, to, from, to);
    if (edge.cost != 1)
        put(source, ", cost %u", (unsigned)edge.cost);
    put(source, ":  @ . -> . @\n");
}

static void put_moves(struct source *source, const struct graph *graph) {
    const char *before = before_node(&graph->nodes, true);
    put(source, "pieces  @ .\n");
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct edge edge = graph->edges[i];
        put_move(source, graph, before, edge);
        if (!graph->one_way)
            put_move(source, graph, before, (struct edge){edge.to, edge.from, edge.cost});
    }
}

bool put_graph(struct source *source, const struct graph *graph, const char *title) {
    const size_t room = room_for_link(graph);
    char *link = malloc(room);
    if (!link)
        return no_memory(source);
    bool by_links = !graph->one_way;
    for (size_t i = 0; i < graph->edge_count && by_links; i++) {
        write_link(graph, &graph->edges[i], false, link, room);
        by_links = !is_doubtful(&graph->nodes, link);
    }
    put(source, "title   %s\ncells  ", title);
    put_names(source, &graph->nodes);
    if (by_links)
        put_links(source, graph, link, room);
    else
        put_moves(source, graph);
    put(source, "; No start and no goal are in the file: give them as \"CELL is @\" and --goal \"CELL is @\".\n");
    free(link);
    return true;
}
