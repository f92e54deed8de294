/* Pictures of states and of paths, as the tool draws them. */
#include "python/core/core.h"

#include "draw/svg.h"
#include "json/memory_file.h"

#include <stdlib.h>

/* What was drawn, as text; NULL: an exception is set. */
static PyObject *finish(struct memory_file *file, bool good, const fewest_error *error) {
    char *text = memory_file_close(file);
    PyObject *made = NULL;
    if (!PyErr_Occurred()) {
        if (!good)
            raise_error(error, NULL);
        else if (!text)
            PyErr_NoMemory();
        else
            made = PyUnicode_DecodeUTF8(text, (Py_ssize_t)file->length, "replace");
    }
    free(text);
    return made;
}

PyObject *picture_of_state(fewest_puzzle *puzzle, PyObject *arguments) {
    const char *state;
    fewest_error error = {.status = FEWEST_SYSTEM};
    struct memory_file file;
    if (!PyArg_ParseTuple(arguments, "s", &state))
        return NULL;
    if (!memory_file_open(&file))
        return PyErr_NoMemory();
    struct draw_plan *plan = draw_plan_create(puzzle);
    struct draw_scene *scene = plan ? draw_scene_of(plan, state, NULL, &error) : NULL;
    if (scene)
        draw_svg_scene(file.file, scene);
    const bool good = scene != NULL;
    draw_scene_free(scene);
    draw_plan_free(plan);
    return finish(&file, good, &error);
}

/* Two sequences of Python; an item is asked for when it is drawn. */
struct sequences {
    PyObject *states, *moves;
    PyObject **last; /* keeps the text of the item that was given out */
};

static const char *item(PyObject *sequence, PyObject **last, size_t index) {
    Py_XDECREF(*last);
    *last = PySequence_GetItem(sequence, (Py_ssize_t)index);
    return *last ? PyUnicode_AsUTF8AndSize(*last, NULL) : NULL;
}

static const char *state_at(const void *context, size_t step) {
    const struct sequences *path = context;
    return item(path->states, &path->last[0], step);
}

static const char *move_at(const void *context, size_t step) {
    const struct sequences *path = context;
    return item(path->moves, &path->last[1], step);
}

/* svg_path(states, moves, cost or None) */
PyObject *picture_of_path(fewest_puzzle *puzzle, PyObject *arguments) {
    PyObject *last[2] = {NULL, NULL}, *cost;
    struct sequences path = {.last = last};
    fewest_error error = {.status = FEWEST_SYSTEM};
    struct memory_file file;
    if (!PyArg_ParseTuple(arguments, "OOO", &path.states, &path.moves, &cost))
        return NULL;
    const Py_ssize_t length = PySequence_Size(path.moves);
    const unsigned long long amount = cost == Py_None ? 0 : PyLong_AsUnsignedLongLong(cost);
    if (length < 0 || PyErr_Occurred())
        return NULL;
    if (!memory_file_open(&file))
        return PyErr_NoMemory();
    const struct draw_path drawn = {.context = &path, .length = (size_t)length, .state = state_at, .move = move_at, .has_cost = cost != Py_None,
                                    .cost = amount};
    const bool good = draw_svg_path(file.file, puzzle, &drawn, &error);
    Py_XDECREF(last[0]);
    Py_XDECREF(last[1]);
    return finish(&file, good, &error);
}
