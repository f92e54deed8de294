/* The handle of an answer: its solutions are read when they are asked for, for the states of a long path through a large maze
 * would fill the memory. */
#include "python/core/core.h"

struct answer_object {
    PyObject_HEAD
    fewest_answer *answer;
};

static fewest_answer *answer_in(PyObject *self) {
    return ((struct answer_object *)(void *)self)->answer;
}

PyObject *answer_object(PyObject *type, fewest_answer *answer) {
    struct answer_object *made = type ? PyObject_New(struct answer_object, (PyTypeObject *)type) : NULL;
    if (made)
        made->answer = answer;
    else
        fewest_answer_free(answer);
    return (PyObject *)made;
}

static void answer_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    fewest_answer_free(answer_in(self));
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *text(const char *text) {
    return text ? PyUnicode_FromString(text) : PyErr_NoMemory();
}

static bool in_range(PyObject *self, size_t solution, size_t step, size_t past) {
    const fewest_answer *answer = answer_in(self);
    if (fewest_answer_status(answer) == FEWEST_SOLVED && solution < fewest_answer_listed(answer) &&
        step < fewest_answer_solution_length(answer, solution) + past)
        return true;
    PyErr_SetString(PyExc_IndexError, "there is no such solution or step");
    return false;
}

static PyObject *moves(PyObject *self, PyObject *arguments) {
    Py_ssize_t solution;
    if (!PyArg_ParseTuple(arguments, "n", &solution) || !in_range(self, (size_t)solution, 0, 1))
        return NULL;
    const size_t length = fewest_answer_solution_length(answer_in(self), (size_t)solution);
    PyObject *made = PyTuple_New((Py_ssize_t)length);
    for (size_t step = 0; made && step < length; step++) {
        PyObject *word = text(fewest_answer_move(answer_in(self), (size_t)solution, step));
        if (!word || PyTuple_SetItem(made, (Py_ssize_t)step, word) != 0) {
            Py_DECREF(made);
            return NULL;
        }
    }
    return made;
}

static PyObject *state(PyObject *self, PyObject *arguments) {
    Py_ssize_t solution, step;
    if (!PyArg_ParseTuple(arguments, "nn", &solution, &step) || !in_range(self, (size_t)solution, (size_t)step, 1))
        return NULL;
    return text(fewest_answer_state(answer_in(self), (size_t)solution, (size_t)step));
}

static PyObject *drawing(PyObject *self, PyObject *arguments) {
    Py_ssize_t solution, step;
    if (!PyArg_ParseTuple(arguments, "nn", &solution, &step) || !in_range(self, (size_t)solution, (size_t)step, 1))
        return NULL;
    return text(fewest_answer_drawing(answer_in(self), (size_t)solution, (size_t)step));
}

static PyMethodDef methods[] = {
    {"moves", moves, METH_VARARGS, NULL},
    {"state", state, METH_VARARGS, NULL},
    {"drawing", drawing, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, SLOT(answer_free)},
    {Py_tp_methods, methods},
    {Py_tp_new, SLOT(no_new)},
    {0, NULL},
};

PyType_Spec answer_spec = {.name = "fewest._core.Answer", .basicsize = sizeof(struct answer_object), .flags = Py_TPFLAGS_DEFAULT, .slots = slots};
