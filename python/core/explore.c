/* Whole spaces, graphs and starts, as plain values. */
#include "python/core/core.h"

#include "json/columns.h"

/* Numbers as bytes, for array.array. */
static PyObject *numbers(size_t count, number_at *at, const void *of) {
    uint64_t *list = PyMem_Calloc(count + 1, sizeof *list);
    for (size_t i = 0; list && i < count; i++)
        list[i] = at(of, i);
    PyObject *made = list ? PyBytes_FromStringAndSize((const char *)list, (Py_ssize_t)(count * sizeof *list)) : PyErr_NoMemory();
    PyMem_Free(list);
    return made;
}

static PyObject *texts(size_t count, text_at *at, const void *of) {
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

PyObject *exploration_facts(fewest_exploration *exploration, const struct watch *watch) {
    PyObject *made = outcome_of(fewest_exploration_status(exploration), fewest_exploration_limit(exploration), watch);
    bool good = made;
    good = good && put_item(made, "method", PyUnicode_FromString(fewest_method_word(fewest_exploration_method(exploration))));
    good = good && put_item(made, "states", PyLong_FromUnsignedLongLong(fewest_exploration_states(exploration)));
    good = good && put_item(made, "layers", numbers(fewest_exploration_layers(exploration), column_layer, exploration));
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
    if (made && !put_item(made, "hardest", texts(fewest_exploration_hardest(exploration), column_hardest, exploration))) {
        Py_DECREF(made);
        made = NULL;
    }
    fewest_exploration_free(exploration);
    return made;
}

/* ---- Graphs */

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
    for (size_t i = 0; good && i < GRAPH_COLUMNS; i++) {
        const struct graph_column *column = &graph_columns[i];
        const size_t count = column->of_moves ? edges : nodes;
        good = put_item(made, column->name, column->text ? texts(count, column->text, graph) : numbers(count, column->number, graph));
    }
    fewest_graph_free(graph);
    if (good)
        return made;
    Py_XDECREF(made);
    return NULL;
}

/* ---- Starts */

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
    PyObject *states = watch.failed ? NULL : texts(starts, column_start, found);
    PyObject *depths = states ? numbers(starts, column_start_depth, found) : NULL;
    PyObject *made = depths ? PyTuple_Pack(2, states, depths) : NULL;
    Py_XDECREF(states);
    Py_XDECREF(depths);
    fewest_instances_free(found);
    return made;
}
