/* Whole spaces, graphs and starts, as plain values. */
#include "python/core/core.h"

/* Numbers as bytes, for array.array. */
static PyObject *numbers(size_t count, uint64_t at(const void *of, size_t index), const void *of) {
    uint64_t *list = PyMem_Calloc(count + 1, sizeof *list);
    for (size_t i = 0; list && i < count; i++)
        list[i] = at(of, i);
    PyObject *made = list ? PyBytes_FromStringAndSize((const char *)list, (Py_ssize_t)(count * sizeof *list)) : PyErr_NoMemory();
    PyMem_Free(list);
    return made;
}

static PyObject *texts(size_t count, const char *at(const void *of, size_t index), const void *of) {
    PyObject *made = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; made && i < count; i++) {
        const char *text = at(of, i);
        PyObject *item = text ? PyUnicode_FromString(text) : PyErr_NoMemory();
        if (!item || PyTuple_SetItem(made, (Py_ssize_t)i, item) != 0) {
            Py_DECREF(made);
            return NULL;
        }
    }
    return made;
}

/* ---- Explorations */

static uint64_t layer_at(const void *exploration, size_t depth) {
    return fewest_exploration_layer(exploration, depth);
}

static const char *hardest_at(const void *exploration, size_t index) {
    return fewest_exploration_state(exploration, index);
}

PyObject *exploration_facts(fewest_exploration *exploration, const struct watch *watch) {
    const fewest_status status = fewest_exploration_status(exploration);
    if (watch->failed || PyErr_Occurred())
        return NULL;
    if (status == FEWEST_SYSTEM)
        return PyErr_NoMemory();
    PyObject *made = PyDict_New();
    bool good = put_item(made, "status", PyUnicode_FromString(fewest_status_word(status)));
    good = good && put_item(made, "limit", PyUnicode_FromString(status == FEWEST_LIMIT ? fewest_limit_word(fewest_exploration_limit(exploration)) : ""));
    good = good && put_item(made, "method", PyUnicode_FromString(fewest_method_word(fewest_exploration_method(exploration))));
    good = good && put_item(made, "states", PyLong_FromUnsignedLongLong(fewest_exploration_states(exploration)));
    good = good && put_item(made, "layers", numbers(fewest_exploration_layers(exploration), layer_at, exploration));
    good = good && put_item(made, "statistics", statistics_of(fewest_exploration_statistics(exploration)));
    if (good)
        return made;
    Py_XDECREF(made);
    return NULL;
}

/* explore(method, from_goal, hardest, symmetry, options): a dictionary with `hardest` as texts */
PyObject *explore_puzzle(fewest_puzzle *puzzle, PyObject *arguments) {
    int method, from_goal, symmetry;
    unsigned long long hardest;
    PyObject *given;
    fewest_options options;
    struct watch watch;
    fewest_error error;
    if (!PyArg_ParseTuple(arguments, "ipKiO", &method, &from_goal, &hardest, &symmetry, &given) || !read_options(given, &options, &watch))
        return NULL;
    const fewest_explore_options wanted = {.size = sizeof wanted, .limits = options.limits, .method = (fewest_method)method,
                                           .from_goal = from_goal, .hardest = hardest, .symmetry = (fewest_symmetry_use)symmetry};
    watch_release(&watch);
    fewest_exploration *exploration = fewest_explore(puzzle, &wanted, &error);
    watch_take(&watch);
    if (!exploration)
        return raise_error(&error, &watch);
    PyObject *made = exploration_facts(exploration, &watch);
    if (made && !put_item(made, "hardest", texts(fewest_exploration_hardest(exploration), hardest_at, exploration))) {
        Py_DECREF(made);
        made = NULL;
    }
    fewest_exploration_free(exploration);
    return made;
}

/* ---- Graphs */

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

/* graph(options): a dictionary of columns */
PyObject *graph_of_puzzle(fewest_puzzle *puzzle, PyObject *arguments) {
    PyObject *given;
    fewest_options options;
    struct watch watch;
    fewest_error error;
    if (!PyArg_ParseTuple(arguments, "O", &given) || !read_options(given, &options, &watch))
        return NULL;
    watch_release(&watch);
    fewest_graph *graph = fewest_graph_around(puzzle, &options, &error);
    watch_take(&watch);
    if (!graph)
        return raise_error(&error, &watch);
    const size_t nodes = fewest_graph_nodes(graph), edges = fewest_graph_edges(graph);
    PyObject *made = watch.failed ? NULL : PyDict_New();
    bool good = made && put_item(made, "is_whole", PyBool_FromLong(fewest_graph_is_whole(graph)));
    good = good && put_item(made, "states", texts(nodes, state_at, graph));
    good = good && put_item(made, "depths", numbers(nodes, depth_at, graph));
    good = good && put_item(made, "goals", numbers(nodes, goal_at, graph));
    good = good && put_item(made, "sources", numbers(edges, from_at, graph));
    good = good && put_item(made, "targets", numbers(edges, to_at, graph));
    good = good && put_item(made, "costs", numbers(edges, cost_at, graph));
    good = good && put_item(made, "moves", texts(edges, word_at, graph));
    fewest_graph_free(graph);
    if (good)
        return made;
    Py_XDECREF(made);
    return NULL;
}

/* ---- Starts */

static const char *start_at(const void *instances, size_t index) {
    return fewest_instances_state(instances, index);
}

static uint64_t start_depth_at(const void *instances, size_t index) {
    return fewest_instances_depth(instances, index);
}

/* generate(difficulty, depth, count, unique, seed, options): (starts, their depths) */
PyObject *generate_starts(fewest_puzzle *puzzle, PyObject *arguments) {
    int difficulty, unique;
    unsigned long long depth, count, seed;
    PyObject *given;
    fewest_options options;
    struct watch watch;
    fewest_error error;
    if (!PyArg_ParseTuple(arguments, "iKKpKO", &difficulty, &depth, &count, &unique, &seed, &given) || !read_options(given, &options, &watch))
        return NULL;
    const fewest_generate_options wanted = {.size = sizeof wanted, .limits = options.limits, .difficulty = (fewest_difficulty)difficulty,
                                            .depth = depth, .count = count, .unique = unique, .seed = seed};
    watch_release(&watch);
    fewest_instances *found = fewest_generate(puzzle, &wanted, &error);
    watch_take(&watch);
    if (!found)
        return raise_error(&error, &watch);
    const size_t starts = fewest_instances_count(found);
    PyObject *states = watch.failed ? NULL : texts(starts, start_at, found);
    PyObject *depths = states ? numbers(starts, start_depth_at, found) : NULL;
    PyObject *made = depths ? PyTuple_Pack(2, states, depths) : NULL;
    Py_XDECREF(states);
    Py_XDECREF(depths);
    fewest_instances_free(found);
    return made;
}
