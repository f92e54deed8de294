/* The library's functions, each for whatever it is of. */
#include "json/columns.h"

uint64_t column_layer(const void *of, size_t index) {
    const fewest_exploration *exploration = of;
    return fewest_exploration_layer(exploration, index);
}

const char *column_hardest(const void *of, size_t index) {
    const fewest_exploration *exploration = of;
    return fewest_exploration_state(exploration, index);
}

const char *column_start(const void *of, size_t index) {
    const fewest_instances *instances = of;
    return fewest_instances_state(instances, index);
}

uint64_t column_start_depth(const void *of, size_t index) {
    const fewest_instances *instances = of;
    return fewest_instances_depth(instances, index);
}

static uint64_t depth_at(const void *graph, size_t node) {
    return fewest_graph_depth(graph, node);
}

static uint64_t goal_at(const void *graph, size_t node) {
    return fewest_graph_is_goal(graph, node);
}

static uint64_t from_at(const void *graph, size_t edge) {
    return fewest_graph_from(graph, edge);
}

static uint64_t to_at(const void *graph, size_t edge) {
    return fewest_graph_to(graph, edge);
}

static uint64_t cost_at(const void *graph, size_t edge) {
    return fewest_graph_cost(graph, edge);
}

static const char *state_at(const void *graph, size_t node) {
    return fewest_graph_node(graph, node).state;
}

static const char *word_at(const void *graph, size_t edge) {
    return fewest_graph_edge(graph, edge).word;
}

const struct graph_column graph_columns[GRAPH_COLUMNS] = {
    {"depths", false, .number = depth_at}, {"goals", false, .number = goal_at}, {"sources", true, .number = from_at},
    {"targets", true, .number = to_at},    {"costs", true, .number = cost_at},  {"states", false, .text = state_at},
    {"moves", true, .text = word_at},
};
