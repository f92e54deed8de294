/* Random graphs: scattered, chains with jumps back, layers, stars; weighted towards what is rare elsewhere. */
#include "graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t draw_word(struct chance *chance) { /* splitmix64 */
    uint64_t x = chance->state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

unsigned draw(struct chance *chance, unsigned limit) {
    return (unsigned)(draw_word(chance) % limit);
}

unsigned draw_between(struct chance *chance, unsigned low, unsigned high) {
    return low + draw(chance, high - low + 1);
}

bool one_in(struct chance *chance, unsigned many) {
    return draw(chance, many) == 0;
}

/* ---- Costs and numbers of moves */

enum cost_style { COST_ONE, COST_SMALL, COST_MANY, COST_LARGE, COST_HUGE, COST_MIXED };

struct maker {
    struct graph *graph;
    struct chance *chance;
    enum cost_style costs;
    unsigned numbers;  /* of moves: 0: few and repeated; else distinct at each node */
    uint32_t room;
    unsigned free_in;  /* one move in so many is free; 0: none is */
    bool uneven;       /* a move and the one that undoes it may cost different things */
};

static uint32_t draw_cost(struct maker *maker) {
    struct chance *chance = maker->chance;
    if (maker->free_in && one_in(chance, maker->free_in))
        return 0;
    switch (maker->costs) {
    case COST_ONE: return 1;
    case COST_SMALL: return draw_between(chance, 1, 4);
    case COST_MANY: return draw_between(chance, 1, 999);
    case COST_LARGE: return draw_between(chance, 1, 1000000);
    case COST_HUGE: return UINT32_MAX - draw(chance, 1000);
    case COST_MIXED: return one_in(chance, 8) ? draw_between(chance, 500000, 1000000) : draw_between(chance, 1, 3);
    }
    return 1;
}

static uint32_t highest_cost(const struct graph *graph) {
    uint32_t highest = 1;
    for (uint32_t a = 0; a < graph->arc_count; a++)
        highest = graph->arcs[a].cost > highest ? graph->arcs[a].cost : highest;
    return highest;
}

static void put(struct maker *maker, uint32_t from, uint32_t to, uint32_t cost) {
    struct graph *graph = maker->graph;
    if (graph->arc_count == maker->room) {
        maker->room = maker->room ? 2 * maker->room : 64;
        graph->arcs = realloc(graph->arcs, maker->room * sizeof *graph->arcs);
        if (!graph->arcs)
            abort();
    }
    uint32_t move = draw(maker->chance, 3);
    if (maker->numbers) /* distinct everywhere, in no order that could be guessed */
        move = (graph->arc_count + 1) * UINT32_C(2654435761);
    graph->arcs[graph->arc_count++] = (struct arc){from, to, move, cost};
}

static void join(struct maker *maker, uint32_t from, uint32_t to) {
    uint32_t cost = draw_cost(maker);
    put(maker, from, to, cost);
    if (maker->graph->symmetric)
        put(maker, to, from, maker->uneven ? draw_cost(maker) : cost);
}

/* ---- Shapes */

static void scatter(struct maker *maker) {
    uint32_t nodes = maker->graph->nodes, arcs = draw(maker->chance, nodes * 3 + 1);
    uint32_t reach = one_in(maker->chance, 2) ? nodes : draw_between(maker->chance, 1, 6);
    for (uint32_t a = 0; a < arcs; a++) {
        uint32_t from = draw(maker->chance, nodes);
        join(maker, from, (from + draw_between(maker->chance, one_in(maker->chance, 20) ? 0 : 1, reach)) % nodes);
    }
}

/* A long path, and jumps back to nearer states: near multiples of what remainders are taken by, and anywhere. */
static void chain(struct maker *maker) {
    static const unsigned spans[] = {2, 3, 63, 84, 127, 128, 253, 254, 255, 256, 257, 509, 510, 511, 512, 765};
    uint32_t nodes = maker->graph->nodes;
    for (uint32_t n = 0; n + 1 < nodes; n++)
        join(maker, n, n + 1);
    if (maker->graph->symmetric && one_in(maker->chance, 2))
        return;
    for (unsigned jumps = draw(maker->chance, 2 + nodes / 20); jumps > 0; jumps--) {
        uint32_t from = draw(maker->chance, nodes), span = spans[draw(maker->chance, sizeof spans / sizeof *spans)];
        if (one_in(maker->chance, 3))
            span = draw_between(maker->chance, 1, nodes);
        if (span <= from)
            join(maker, from, from - span);
        else if (one_in(maker->chance, 4) && from + 2 < nodes)
            join(maker, from, from + 2);
    }
}

/* Layer after layer, all of one joined with some of the next: many solutions of equal length. */
static void layers(struct maker *maker) {
    uint32_t nodes = maker->graph->nodes, width = draw_between(maker->chance, 1, 4);
    for (uint32_t n = 0; n < nodes; n++)
        for (uint32_t k = 0; k < width; k++) {
            uint32_t to = (n / width + 1) * width + k;
            if (to < nodes && !one_in(maker->chance, 6))
                join(maker, n, to);
        }
    for (unsigned back = draw(maker->chance, 6); back > 0; back--)
        join(maker, draw(maker->chance, nodes), draw(maker->chance, nodes));
}

static void star(struct maker *maker) {
    uint32_t nodes = maker->graph->nodes;
    for (uint32_t n = 1; n < nodes; n++)
        if (one_in(maker->chance, 9))
            join(maker, n, 0);
        else
            join(maker, 0, n);
    for (unsigned more = draw(maker->chance, 9); more > 0; more--)
        join(maker, draw(maker->chance, nodes), draw(maker->chance, nodes));
}

static void ring(struct maker *maker) {
    uint32_t nodes = maker->graph->nodes, step = draw_between(maker->chance, 1, 7);
    for (uint32_t n = 0; n < nodes; n++) {
        join(maker, n, (n + 1) % nodes);
        if (step > 1)
            join(maker, n, (n + step) % nodes);
    }
}

static void repeat_some(struct maker *maker) {
    struct graph *graph = maker->graph;
    for (unsigned more = draw_between(maker->chance, 1, 8); graph->arc_count && more > 0; more--) {
        struct arc arc = graph->arcs[draw(maker->chance, graph->arc_count)];
        join(maker, arc.from, arc.to);
    }
}

static uint32_t draw_nodes(struct chance *chance, bool long_one) {
    if (long_one)
        return draw_between(chance, 300, one_in(chance, 3) ? 3000 : 800);
    if (one_in(chance, 12))
        return draw_between(chance, 60, one_in(chance, 5) ? 3000 : 400);
    return draw_between(chance, one_in(chance, 10) ? 1 : 5, one_in(chance, 2) ? 12 : 60);
}

static void draw_ends(struct graph *graph, struct chance *chance, bool long_one) {
    graph->start_count = one_in(chance, 40) ? 0 : one_in(chance, 2) ? 1 : draw_between(chance, 1, 5);
    for (uint32_t i = 0; i < graph->start_count; i++)
        graph->starts[i] = i && one_in(chance, 4) ? graph->starts[draw(chance, i)] : draw(chance, graph->nodes);
    if (long_one && graph->start_count && !one_in(chance, 4))
        graph->starts[0] = 0;
    graph->goal_count = one_in(chance, 30) ? 0 : one_in(chance, 2) ? 1 : draw_between(chance, 1, MOST_ENDS);
    for (uint32_t i = 0; i < graph->goal_count; i++)
        graph->goals[i] = i && one_in(chance, 8) ? graph->goals[draw(chance, i)] : draw(chance, graph->nodes);
    if (long_one && graph->goal_count == 1 && !one_in(chance, 4))
        graph->goals[0] = graph->nodes - 1 - draw(chance, graph->nodes / 4 + 1);
}

static void draw_form(struct graph *graph, struct chance *chance) {
    graph->words = one_in(chance, 2) ? 1 : draw_between(chance, 1, MOST_WORDS);
    graph->spread = draw(chance, 4);
    graph->spare = one_in(chance, 3) ? draw(chance, 100) : 0;
    graph->undirected = graph->symmetric && !one_in(chance, 3);
    graph->backward = one_in(chance, 2);
    graph->tests_goals = one_in(chance, 2);
    graph->lists_goals = !graph->tests_goals || one_in(chance, 2);
    graph->ranks = one_in(chance, 2);
    graph->bound = one_in(chance, 2) ? (enum bound_kind)draw(chance, BOUND_TOO_HIGH) : BOUND_NONE;
    if (one_in(chance, 20))
        graph->bound = BOUND_TOO_HIGH;
    graph->bound_seed = draw_word(chance);
}

void graph_make(struct graph *graph, struct chance *chance) {
    *graph = (struct graph){0};
    bool long_one = one_in(chance, 12);
    graph->nodes = draw_nodes(chance, long_one);
    graph->symmetric = one_in(chance, 2);
    graph->distinct = !one_in(chance, 4);
    struct maker maker = {.graph = graph, .chance = chance, .numbers = graph->distinct};
    if (one_in(chance, 3))
        maker.costs = (enum cost_style)draw_between(chance, COST_SMALL, COST_MIXED);
    maker.uneven = one_in(chance, 6);
    if (one_in(chance, 4))
        maker.free_in = draw_between(chance, 1, 4);
    switch (long_one ? 1 : draw(chance, 7)) {
    case 1: chain(&maker); break;
    case 2: layers(&maker); break;
    case 3: star(&maker); break;
    case 4: ring(&maker); break;
    default: scatter(&maker); break;
    }
    if (one_in(chance, 3))
        repeat_some(&maker);
    graph->max_cost = highest_cost(graph);
    if (graph->max_cost == 1)
        graph->max_cost = one_in(chance, 6) ? 2 : draw(chance, 2); /* 2: could cost more, and never does */
    graph->free_moves = maker.free_in ? !one_in(chance, 8) : one_in(chance, 12); /* or 0 is read as 1; or there is none */
    draw_ends(graph, chance, long_one);
    draw_form(graph, chance);
}

/* ---- Copies, and a graph for people */

enum { MOST_LINES = 60 };

void graph_copy(struct graph *to, const struct graph *from) {
    *to = *from;
    to->arcs = malloc((from->arc_count + 1) * sizeof *to->arcs);
    if (!to->arcs)
        abort();
    if (from->arc_count)
        memcpy(to->arcs, from->arcs, from->arc_count * sizeof *to->arcs);
}

void graph_free(struct graph *graph) {
    free(graph->arcs);
    graph->arcs = NULL;
}

/* Steps n to n + 1 of the same cost, one after the other, are said in one line. */
static uint32_t print_chain(const struct graph *graph, uint32_t first, uint32_t stride) {
    uint32_t last = first;
    const struct arc *arc = &graph->arcs[first];
    while (last + stride < graph->arc_count && graph->arcs[last + stride].from == graph->arcs[last].from + 1 &&
           graph->arcs[last + stride].to == graph->arcs[last].to + 1 && graph->arcs[last + stride].cost == arc->cost)
        last += stride;
    if (last > first + stride)
        printf("  each n from %u to %u: n %s n%+d, cost %u\n", arc->from, graph->arcs[last].from,
               stride == 2 ? "<->" : "->", (int)(arc->to - arc->from), arc->cost);
    else
        last = first;
    return last;
}

void graph_print(const struct graph *graph) {
    static const char *const bounds[] = {"no", "a zero", "an exact", "a lower", "a large", "a too high"};
    printf("  %u nodes of %u words, max_cost %u%s%s%s%s%s%s, %s bound\n", graph->nodes, graph->words, graph->max_cost,
           graph->free_moves ? ", free moves" : "", graph->undirected ? ", undirected" : "", graph->backward ? ", backward" : "",
           graph->tests_goals ? ", is_goal" : "", graph->lists_goals ? ", goals" : "", graph->ranks ? ", rank" : "",
           bounds[graph->bound]);
    uint32_t stride = graph->undirected ? 2 : 1;
    unsigned lines = 0;
    for (uint32_t a = 0; a < graph->arc_count; a += stride) {
        if (lines++ == MOST_LINES) {
            printf("  …\n");
            break;
        }
        uint32_t last = print_chain(graph, a, stride);
        const struct arc *arc = &graph->arcs[a];
        if (last == a)
            printf("  %u %s %u, move %u, cost %u\n", arc->from, stride == 2 ? "<->" : "->", arc->to, arc->move, arc->cost);
        a = last;
    }
    printf("  starts");
    for (uint32_t i = 0; i < graph->start_count; i++)
        printf(" %u", graph->starts[i]);
    printf("; goals");
    for (uint32_t i = 0; i < graph->goal_count; i++)
        printf(" %u", graph->goals[i]);
    printf("\n");
}
