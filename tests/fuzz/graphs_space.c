/* A graph as the functions of a fewest_space. */
#include "graphs.h"

#include <fewest/space.h>
#include <stdlib.h>
#include <string.h>

static uint32_t place_of(const struct own *own, const uint64_t *state) {
    uint64_t hash = 0;
    for (uint32_t w = 0; w < own->truth->graph->words; w++)
        hash = (hash ^ state[w]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 29;
    return (uint32_t)(hash % own->table_size);
}

uint32_t own_node(const struct own *own, const uint64_t *state) {
    uint32_t words = own->truth->graph->words, place = place_of(own, state);
    for (; own->table[place] != NO_NODE; place = (place + 1) % own->table_size)
        if (memcmp(own->states + (size_t)own->table[place] * words, state, words * sizeof *state) == 0)
            return own->table[place];
    return NO_NODE;
}

/* ---- The functions */

static uint32_t node_of(struct own *own, const uint64_t *state) {
    uint32_t node = own_node(own, state);
    if (node == NO_NODE) {
        own->strange = true;
        node = 0;
    }
    return node;
}

static size_t follow(struct own *own, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps,
                     bool against) {
    const struct truth *truth = own->truth;
    const struct graph *graph = truth->graph;
    const uint32_t *first = against ? truth->first_in : truth->first_out, *list = against ? truth->in : truth->out;
    size_t made = 0, words = graph->words;
    for (size_t i = 0; i < count; i++) {
        uint32_t node = node_of(own, states + i * words);
        for (uint32_t k = first[node]; k < first[node + 1]; k++) {
            const struct arc *arc = &graph->arcs[list[k]];
            uint32_t to = against ? arc->from : arc->to;
            memcpy(next + made * words, own->states + to * words, words * sizeof *next);
            steps[made++] = (fewest_step){(uint32_t)i, arc->move, arc->cost == 0 ? 0 : cost_of(graph, arc)};
        }
    }
    return made;
}

static size_t expand(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    return follow(context, states, count, next, steps, false);
}

static size_t backward(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    return follow(context, states, count, next, steps, true);
}

static void is_goal(void *context, const uint64_t *states, size_t count, bool *goal) {
    struct own *own = context;
    for (size_t i = 0; i < count; i++)
        goal[i] = own->truth->is_goal[node_of(own, states + i * own->truth->graph->words)];
}

static void rank(void *context, const uint64_t *states, size_t count, uint64_t *ranks) {
    struct own *own = context;
    for (size_t i = 0; i < count; i++)
        ranks[i] = own->rank_of[node_of(own, states + i * own->truth->graph->words)];
}

static void bound(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    struct own *own = context;
    for (size_t i = 0; i < count; i++)
        bounds[i] = own->truth->bound[node_of(own, states + i * own->truth->graph->words)];
}

/* ---- Making it */

/* Nodes that differ in one word only, in single bits, in everything; all zeros and all ones always. */
static void write_state(const struct graph *graph, struct chance *chance, uint32_t node, uint64_t *state) {
    for (uint32_t w = 0; w < graph->words; w++)
        switch (graph->spread) {
        case 0: state[w] = w == graph->words - 1 ? node : 0; break;
        case 1: state[w] = draw_word(chance); break;
        case 2: state[w] = w == node % graph->words ? UINT64_C(1) << draw(chance, 64) : 0; break;
        default: state[w] = w == 0 ? (uint64_t)node << 52 | node >> 12 : UINT64_MAX; break;
        }
    if (node == 0)
        memset(state, 0, graph->words * sizeof *state);
    if (node == graph->nodes - 1)
        memset(state, 0xff, graph->words * sizeof *state);
}

static void write_states(struct own *own, struct chance *chance) {
    const struct graph *graph = own->truth->graph;
    for (uint32_t node = 0; node < graph->nodes; node++) {
        uint64_t *state = own->states + (size_t)node * graph->words;
        write_state(graph, chance, node, state);
        while (own_node(own, state) != NO_NODE) /* taken */
            for (uint32_t w = 0; w < graph->words; w++)
                state[w] = draw_word(chance);
        uint32_t place = place_of(own, state);
        while (own->table[place] != NO_NODE)
            place = (place + 1) % own->table_size;
        own->table[place] = node;
    }
}

static void shuffle_ranks(struct own *own, struct chance *chance) {
    const struct graph *graph = own->truth->graph;
    for (uint32_t node = 0; node < graph->nodes; node++)
        own->rank_of[node] = node + draw(chance, graph->spare + 1) / 2;
    for (uint32_t node = 1; node < graph->nodes; node++) /* in growing order: no two are equal */
        if (own->rank_of[node] <= own->rank_of[node - 1])
            own->rank_of[node] = own->rank_of[node - 1] + 1;
    for (uint32_t node = graph->nodes - 1; node > 0; node--) {
        uint32_t other = draw(chance, node + 1);
        uint64_t kept = own->rank_of[node];
        own->rank_of[node] = own->rank_of[other];
        own->rank_of[other] = kept;
    }
}

static uint32_t most_moves(const struct truth *truth) {
    uint32_t most = 1;
    for (uint32_t n = 0; n < truth->graph->nodes; n++) {
        uint32_t out = truth->first_out[n + 1] - truth->first_out[n], in = truth->first_in[n + 1] - truth->first_in[n];
        most = out > most ? out : most;
        most = in > most ? in : most;
    }
    return most;
}

static void copy_ends(const struct own *own, const uint32_t *nodes, uint32_t count, uint64_t *states) {
    size_t words = own->truth->graph->words;
    for (uint32_t i = 0; i < count; i++)
        memcpy(states + i * words, own->states + nodes[i] * words, words * sizeof *states);
}

bool own_make(struct own *own, const struct truth *truth) {
    const struct graph *graph = truth->graph;
    struct chance chance = {graph->bound_seed ^ UINT64_C(0x5851f42d4c957f2d)};
    size_t words = graph->words;
    *own = (struct own){.truth = truth, .table_size = 4 * graph->nodes + 1};
    own->states = malloc(graph->nodes * words * sizeof *own->states);
    own->table = malloc(own->table_size * sizeof *own->table);
    own->rank_of = malloc(graph->nodes * sizeof *own->rank_of);
    own->starts = malloc(MOST_ENDS * words * sizeof *own->starts);
    own->goals = malloc(MOST_ENDS * words * sizeof *own->goals);
    if (!own->states || !own->table || !own->rank_of || !own->starts || !own->goals)
        return false;
    memset(own->table, 0xff, own->table_size * sizeof *own->table);
    write_states(own, &chance);
    shuffle_ranks(own, &chance);
    copy_ends(own, graph->starts, graph->start_count, own->starts);
    copy_ends(own, graph->goals, graph->goal_count, own->goals);
    own->space = (fewest_space){
        .words = words,
        .max_moves = most_moves(truth) + graph->spare % 7,
        .max_cost = graph->max_cost,
        .free_moves = graph->free_moves,
        .undirected = graph->undirected,
        .expand = expand,
        .backward = graph->backward ? backward : NULL,
        .is_goal = graph->tests_goals ? is_goal : NULL,
        .rank = graph->ranks ? rank : NULL,
        .ranks = graph->ranks ? graph->nodes + graph->spare : 0,
        .starts = own->starts,
        .start_count = graph->start_count,
        .goals = graph->lists_goals ? own->goals : NULL,
        .goal_count = graph->lists_goals ? graph->goal_count : 0,
        .context = own,
        .bound = graph->bound != BOUND_NONE ? bound : NULL,
    };
    return true;
}

void own_free(struct own *own) {
    free(own->states);
    free(own->table);
    free(own->rank_of);
    free(own->starts);
    free(own->goals);
}
