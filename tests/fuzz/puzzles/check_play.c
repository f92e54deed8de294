/* Playing by hand: fewest_check on solutions, walks and wrong words; the graph of states and moves. */
#include "trial.h"

#include <fewest/explore.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_WALK = 12 };

static const char *verdict_word(fewest_verdict verdict) {
    static const char *const words[] = {"reaches the goal", "misses the goal", "a move fails", "cannot check",
                                        "is too long"};
    return words[verdict];
}

typedef struct walk {
    const char *words[LONGEST_WALK + 1];
    size_t nodes[LONGEST_WALK + 2];
    size_t length;
    uint64_t cost;
} walk;

static bool ask_check(trial *self, const walk *played, size_t length, fewest_verdict expected, bool may_be_unknown, size_t steps) {
    fewest_error error;
    size_t step = 0;
    char *text = NULL;
    const fewest_verdict verdict = fewest_check(self->engine, played->words, length, &step, &text, &error);
    char *line = arena_print(&self->memory, "from %s:", state_text(self->game, self->reach.nodes[0].at, &self->memory));
    for (size_t i = 0; i < length; i++) line = arena_print(&self->memory, "%s %s", line, played->words[i]);
    const char *kept = text ? arena_print(&self->memory, "%s", text) : NULL;
    fewest_free(text);
    self->questions++;
    /* A string without a bound may double in each move, and be too long for the library after so many. */
    if (verdict == FEWEST_CANNOT_CHECK && (may_be_unknown || is_endless(self))) return self->refusals++, true;
    if (verdict != expected) return differs(self, "check", "%s: %s, right is: %s", line, verdict_word(verdict), verdict_word(expected));
    if (step != steps) return differs(self, "check", "%s: %zu moves were played, not %zu", line, step, steps);
    state last;
    if (!state_of_text(self, "check", kept, &last)) return false;
    if (!same_state(last, self->reach.nodes[played->nodes[steps]].at))
        return differs(self, "check", "%s: the last state is %s, not %s", line, kept,
                       state_text(self->game, self->reach.nodes[played->nodes[steps]].at, &self->memory));
    return true;
}

/* The move said otherwise: with its place where that is not needed, or with what was chosen. A word that does not mean it is not taken. */
static const char *said_otherwise(trial *self, const moves *here, size_t index) {
    const move *made = &here->items[index];
    const char *call = chance(self, 30) ? made->call : made->others[below(self, 4)];
    if (!call) return NULL;
    if (made->place >= 0 && chance(self, 40)) call = arena_print(&self->memory, "%s@%s", call, cell_text(self->game, (size_t)made->place, &self->memory));
    if (chance(self, 20)) call = arena_print(&self->memory, "%s#%u", call, 1 + below(self, 3));
    const size_t meant = move_of_word(self->game, here, call, &self->memory);
    return meant != SIZE_MAX && same_state(here->items[meant].result, made->result) ? call : NULL;
}

static void random_walk(trial *self, walk *made) {
    made->nodes[0] = 0;
    made->length = 0;
    for (unsigned left = below(self, LONGEST_WALK); left > 0; left--) {
        const node *at = &self->reach.nodes[made->nodes[made->length]];
        if (at->edge_count == 0) break;
        const edge *by = &at->edges[below(self, at->edge_count)];
        const char *otherwise = NULL;
        if (chance(self, 40)) {
            const moves here = moves_of(self->game, at->at, &self->memory);
            otherwise = said_otherwise(self, &here, by->move);
        }
        made->words[made->length] = otherwise ? otherwise : space_word(&self->reach, made->nodes[made->length], by->move);
        made->length++;
        made->nodes[made->length] = by->to;
        made->cost += by->cost;
    }
}

/* A word that fits no move there, or several with different results; NULL: there is none. */
static const char *wrong_word(trial *self, const node *at, bool *may_be_unknown) {
    const moves here = moves_of(self->game, at->at, &self->memory);
    *may_be_unknown = true;
    if (chance(self, 40) && here.count > 0) {
        const move *made = &here.items[below(self, (unsigned)here.count)];
        const char *word = chance(self, 60) ? made->call : made->others[below(self, 4)];
        *may_be_unknown = false;
        if (word && made->place >= 0 && chance(self, 30)) word = arena_print(&self->memory, "%s@%s", word, cell_text(self->game, (size_t)made->place, &self->memory));
        if (word && chance(self, 20)) word = arena_print(&self->memory, "%s#%u", word, 1 + below(self, 5));
        return word && move_of_word(self->game, &here, word, &self->memory) == SIZE_MAX ? word : NULL;
    }
    const node *other = &self->reach.nodes[below(self, (unsigned)self->reach.count)];
    const moves there = moves_of(self->game, other->at, &self->memory);
    if (there.count == 0) return "nonsense";
    const char *call = there.items[below(self, (unsigned)there.count)].call;
    if (move_of_word(self->game, &here, call, &self->memory) != SIZE_MAX) return NULL;
    *may_be_unknown = false;
    return call;
}

bool check_play(trial *self) {
    walk played = {0};
    bool unknown;
    if (self->reach.start_count != 1 || self->game->goal_count == 0) return true;
    random_walk(self, &played);
    const size_t last = played.nodes[played.length];
    if (is_endless(self) && self->reach.nodes[last].depth >= self->game->within) return true;
    const bool late = self->game->has_within && played.cost > self->game->within;
    const fewest_verdict verdict = !self->known.goal[last] ? FEWEST_MISSES_GOAL : late ? FEWEST_TOO_LONG : FEWEST_REACHES_GOAL;
    if (!ask_check(self, &played, played.length, verdict, false, played.length)) return false;
    const char *word = wrong_word(self, &self->reach.nodes[last], &unknown);
    if (!word) return true;
    played.words[played.length] = word;
    return ask_check(self, &played, played.length + 1, FEWEST_MOVE_FAILS, unknown, played.length);
}

/* ---- the graph ---- */

static bool same_edges(trial *self, fewest_graph *graph, size_t index, size_t node_index, const size_t *nodes, size_t *at) {
    const node *from = &self->reach.nodes[node_index];
    const char *text = space_text(&self->reach, node_index);
    for (size_t i = 0; i < from->edge_count; i++, ++*at) {
        if (*at >= fewest_graph_edges(graph)) return differs(self, "graph", "%s has fewer than %u moves", text, from->edge_count);
        const fewest_edge got = fewest_graph_edge(graph, *at);
        const edge *wanted = &from->edges[i];
        const char *word = space_word(&self->reach, node_index, wanted->move);
        self->questions++;
        if (got.from != index || nodes[got.to] != wanted->to || got.cost != wanted->cost || !got.word || strcmp(got.word, word) != 0)
            return differs(self, "graph", "move %zu of %s is %s to %s from %s of cost %" PRIu64 ", not %s to %s of cost %u", i, text,
                           got.word ? got.word : "NULL", fewest_graph_node(graph, got.to).state, fewest_graph_node(graph, got.from).state,
                           got.cost, word, state_text(self->game, self->reach.nodes[wanted->to].at, &self->memory), wanted->cost);
    }
    return true;
}

static bool same_graph(trial *self, fewest_graph *graph) {
    const size_t count = fewest_graph_nodes(graph);
    if (count != self->reach.count) return differs(self, "graph", "%zu states, not %zu", count, self->reach.count);
    if (!fewest_graph_is_whole(graph)) return differs(self, "graph", "is not whole");
    size_t *nodes = arena_take(&self->memory, count * sizeof *nodes), at = 0;
    for (size_t i = 0; i < count; i++) {
        const fewest_node one = fewest_graph_node(graph, i);
        if (!node_of_text(self, "graph", one.state, &nodes[i])) return false;
        if (nodes[i] == SIZE_MAX) return differs(self, "graph", "a state that cannot be reached: %s", one.state);
        if (one.depth != self->reach.nodes[nodes[i]].depth)
            return differs(self, "graph", "%s at depth %" PRIu64 ", not %u", one.state, one.depth, self->reach.nodes[nodes[i]].depth);
        if (self->game->goal_count > 0 && one.is_goal != self->known.goal[nodes[i]])
            return differs(self, "graph", "%s is %sa goal", one.state, self->known.goal[nodes[i]] ? "" : "not ");
    }
    for (size_t i = 0; i < count; i++)
        if (!same_edges(self, graph, i, nodes[i], nodes, &at)) return false;
    if (at != fewest_graph_edges(graph)) return differs(self, "graph", "%zu moves, not %zu", fewest_graph_edges(graph), at);
    return true;
}

bool check_graph(trial *self) {
    fewest_error error;
    fewest_options options = {.size = sizeof options};
    if (is_endless(self) || self->reach.count > 300) return true;
    fewest_graph *graph = fewest_graph_around(self->engine, &options, &error);
    if (!graph) return engine_says_no(self, "graph", &error);
    const bool same = same_graph(self, graph);
    fewest_graph_free(graph);
    return same;
}
