/* Planes that are joined by steps which keep or change the parity, against a plain colouring of the whole graph. The source
 * itself is included, for its union and find are private. */
#include "corpus.h"

#include "rules/set_reach.c"

enum { PLANES = 14, GRAPHS = 300 };

struct graph {
    uint32_t count, from[3 * PLANES], to[3 * PLANES];
    uint8_t changes[3 * PLANES];
};

/* The truth: the component and the colour of each plane, and whether its component has no colouring. */
struct truth {
    uint32_t component[PLANES];
    uint8_t colour[PLANES], mixed[PLANES];
};

static struct graph make_graph(uint64_t *random) {
    struct graph graph = {.count = (uint32_t)(next_random(random) % (3 * PLANES))};
    for (uint32_t e = 0; e < graph.count; e++) {
        graph.from[e] = (uint32_t)(next_random(random) % PLANES);
        graph.to[e] = (uint32_t)(next_random(random) % PLANES);
        /* Half of the graphs have a colouring: of planes with odd numbers. */
        graph.changes[e] = graph.count % 2 ? (graph.from[e] ^ graph.to[e]) & 1 : next_random(random) & 1;
    }
    return graph;
}

static void colour(const struct graph *graph, struct truth *truth) {
    for (uint32_t p = 0; p < PLANES; p++)
        truth->component[p] = p, truth->colour[p] = truth->mixed[p] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < graph->count; e++)
            for (int back = 0; back < 2; back++) {
                const uint32_t a = back ? graph->to[e] : graph->from[e], b = back ? graph->from[e] : graph->to[e];
                if (truth->component[a] < truth->component[b]) {
                    truth->component[b] = truth->component[a];
                    truth->colour[b] = truth->colour[a] ^ graph->changes[e];
                    changed = true;
                }
            }
    }
    for (uint32_t e = 0; e < graph->count; e++)
        truth->mixed[truth->component[graph->from[e]]] |=
            truth->colour[graph->from[e]] ^ truth->colour[graph->to[e]] ^ graph->changes[e];
}

static void components_and_colours_are_those_of_the_graph(void **state) {
    (void)state;
    uint64_t random = chosen_seed();
    uint32_t halves = 0;
    for (int g = 0; g < GRAPHS; g++) {
        const struct graph graph = make_graph(&random);
        struct truth truth;
        uint32_t parent[PLANES], planes[PLANES];
        uint8_t other[PLANES] = {0}, mixed[PLANES] = {0}, starts[PLANES] = {0};
        struct colouring colours = {parent, planes, other, mixed, starts};
        for (uint32_t p = 0; p < PLANES; p++)
            parent[p] = p, planes[p] = 1;
        for (uint32_t e = 0; e < graph.count; e++)
            join(&colours, graph.from[e], graph.to[e], graph.changes[e]);
        colour(&graph, &truth);
        for (uint32_t a = 0; a < PLANES; a++) {
            uint8_t colour_a, colour_b;
            uint32_t together = 0;
            const uint32_t root = find_root(&colours, a, &colour_a);
            for (uint32_t b = 0; b < PLANES; b++) {
                const bool same = truth.component[a] == truth.component[b];
                assert_int_equal(find_root(&colours, b, &colour_b) == root, same);
                together += same;
                if (same && !truth.mixed[truth.component[a]])
                    assert_int_equal(colour_a ^ colour_b, truth.colour[a] ^ truth.colour[b]);
            }
            assert_int_equal(planes[root], together);
            assert_int_equal(mixed[root], truth.mixed[truth.component[a]]);
            halves += together > 3 && !mixed[root];
        }
    }
    assert_true(halves > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_and_colours_are_those_of_the_graph),
    };
    return cmocka_run_group_tests_name("set_reach", tests, NULL, NULL);
}
