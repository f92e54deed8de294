/* The handle of a puzzle. One thread at a time uses it: while a call runs, and other threads of Python with it, the handle is busy. */
#include "python/core/core.h"

struct puzzle_object {
    PyObject_HEAD
    fewest_puzzle *puzzle;
    bool busy;
};

static struct puzzle_object *self_of(PyObject *self) {
    return (struct puzzle_object *)(void *)self;
}

static void puzzle_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    fewest_puzzle_free(self_of(self)->puzzle);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *puzzle_object(fewest_puzzle *puzzle) {
    PyObject *type = core_type("Puzzle");
    struct puzzle_object *made = type ? PyObject_New(struct puzzle_object, (PyTypeObject *)type) : NULL;
    Py_XDECREF(type);
    if (!made) {
        fewest_puzzle_free(puzzle);
        return NULL;
    }
    made->puzzle = puzzle;
    made->busy = false;
    return (PyObject *)made;
}

/* The puzzle, unless a call with it is under way: the progress function of that call cannot use it. */
static fewest_puzzle *begin(PyObject *self) {
    if (self_of(self)->busy) {
        PyErr_SetString(PyExc_RuntimeError, "the puzzle is in use: a progress function cannot call it");
        return NULL;
    }
    self_of(self)->busy = true;
    return self_of(self)->puzzle;
}

static PyObject *end(PyObject *self, PyObject *result) {
    self_of(self)->busy = false;
    return result;
}

/* ---- Reading */

/* Puzzle.parse(text, name, options) and Puzzle.load(name, options) */
static PyObject *parse(PyObject *type, PyObject *arguments) {
    const char *text, *name;
    Py_ssize_t length;
    PyObject *given;
    fewest_options options;
    struct watch watch;
    fewest_error error;
    (void)type;
    if (!PyArg_ParseTuple(arguments, "y#sO", &text, &length, &name, &given) || !read_options(given, &options, &watch))
        return NULL;
    watch_release(&watch);
    fewest_puzzle *puzzle = fewest_parse_within(text, (size_t)length, name, &options.limits, &error);
    if (puzzle)
        fewest_set_limits(puzzle, NULL, NULL); /* the watch does not live on */
    watch_take(&watch);
    if (puzzle && !watch.failed)
        return puzzle_object(puzzle);
    fewest_puzzle_free(puzzle);
    return raise_error(&error, &watch);
}

static PyObject *load(PyObject *type, PyObject *arguments) {
    const char *name;
    PyObject *given;
    fewest_options options;
    struct watch watch;
    fewest_error error;
    (void)type;
    if (!PyArg_ParseTuple(arguments, "sO", &name, &given) || !read_options(given, &options, &watch))
        return NULL;
    watch_release(&watch);
    fewest_puzzle *puzzle = fewest_load_within(name, &options.limits, &error);
    if (puzzle)
        fewest_set_limits(puzzle, NULL, NULL);
    watch_take(&watch);
    if (puzzle && !watch.failed)
        return puzzle_object(puzzle);
    fewest_puzzle_free(puzzle);
    return raise_error(&error, &watch);
}

/* ---- What it is */

static PyObject *title(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return PyUnicode_FromString(fewest_title(self_of(self)->puzzle));
}

static PyObject *has_start(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return PyBool_FromLong(fewest_has_start(self_of(self)->puzzle));
}

static PyObject *has_goal(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return PyBool_FromLong(fewest_has_goal(self_of(self)->puzzle));
}

static PyObject *moves_are_letters(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return PyBool_FromLong(fewest_moves_are_letters(self_of(self)->puzzle));
}

typedef bool text_setter(fewest_puzzle *puzzle, const char *text, fewest_error *error);

/* Another start or goal, within the limits given. */
static PyObject *set(PyObject *self, PyObject *arguments, text_setter *give) {
    const char *text;
    PyObject *given;
    fewest_options options;
    struct watch watch;
    fewest_error error;
    if (!PyArg_ParseTuple(arguments, "sO", &text, &given) || !read_options(given, &options, &watch))
        return NULL;
    fewest_puzzle *puzzle = begin(self);
    if (!puzzle)
        return NULL;
    watch_release(&watch);
    bool good = fewest_set_limits(puzzle, &options.limits, &error) && give(puzzle, text, &error);
    fewest_set_limits(puzzle, NULL, NULL);
    watch_take(&watch);
    end(self, NULL);
    if (!good || watch.failed)
        return raise_error(&error, &watch);
    return new_reference(Py_None);
}

static PyObject *set_start(PyObject *self, PyObject *arguments) {
    return set(self, arguments, fewest_set_start);
}

static PyObject *set_goal(PyObject *self, PyObject *arguments) {
    return set(self, arguments, fewest_set_goal);
}

/* ---- What it can do */

/* (facts, Answer) */
static PyObject *solve(PyObject *self, PyObject *arguments) {
    PyObject *given;
    fewest_options options;
    struct watch watch;
    fewest_error error;
    if (!PyArg_ParseTuple(arguments, "O", &given) || !read_options(given, &options, &watch))
        return NULL;
    fewest_puzzle *puzzle = begin(self);
    if (!puzzle)
        return NULL;
    watch_release(&watch);
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    watch_take(&watch);
    end(self, NULL);
    if (!answer)
        return raise_error(&error, &watch);
    PyObject *facts = facts_of(answer, &watch), *type = facts ? core_type("Answer") : NULL;
    PyObject *handle = answer_object(type, answer);
    PyObject *made = handle ? PyTuple_Pack(2, facts, handle) : NULL;
    Py_XDECREF(type);
    Py_XDECREF(facts);
    Py_XDECREF(handle);
    return made;
}

/* (verdict, moves played, last state) for a sequence of words */
static PyObject *check(PyObject *self, PyObject *arguments) {
    PyObject *words;
    fewest_error error;
    if (!PyArg_ParseTuple(arguments, "O!", &PyTuple_Type, &words))
        return NULL;
    const size_t count = (size_t)PyTuple_Size(words);
    const char **texts = PyMem_Calloc(count + 1, sizeof *texts);
    bool good = texts || PyErr_NoMemory();
    for (size_t i = 0; good && i < count; i++)
        good = (texts[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(words, (Py_ssize_t)i), NULL)) != NULL;
    fewest_puzzle *puzzle = good ? begin(self) : NULL;
    PyObject *made = NULL;
    if (puzzle) {
        size_t step = 0;
        char *state = NULL;
        const fewest_verdict verdict = fewest_check(puzzle, texts, count, &step, &state, &error);
        end(self, NULL);
        made = verdict == FEWEST_CANNOT_CHECK ? raise_error(&error, NULL) : Py_BuildValue("ins", (int)verdict, (Py_ssize_t)step, state);
        fewest_free(state);
    }
    PyMem_Free(texts);
    return made;
}

typedef PyObject *action(fewest_puzzle *puzzle, PyObject *arguments);

static PyObject *act(PyObject *self, PyObject *arguments, action *action) {
    fewest_puzzle *puzzle = begin(self);
    return puzzle ? end(self, action(puzzle, arguments)) : NULL;
}

static PyObject *explore(PyObject *self, PyObject *arguments) {
    return act(self, arguments, explore_puzzle);
}

static PyObject *graph(PyObject *self, PyObject *arguments) {
    return act(self, arguments, graph_of_puzzle);
}

static PyObject *generate(PyObject *self, PyObject *arguments) {
    return act(self, arguments, generate_starts);
}

static PyObject *svg_state(PyObject *self, PyObject *arguments) {
    return act(self, arguments, picture_of_state);
}

static PyObject *svg_path(PyObject *self, PyObject *arguments) {
    return act(self, arguments, picture_of_path);
}

static PyMethodDef methods[] = {
    {"parse", parse, METH_VARARGS | METH_STATIC, NULL},
    {"load", load, METH_VARARGS | METH_STATIC, NULL},
    {"title", title, METH_NOARGS, NULL},
    {"has_start", has_start, METH_NOARGS, NULL},
    {"has_goal", has_goal, METH_NOARGS, NULL},
    {"moves_are_letters", moves_are_letters, METH_NOARGS, NULL},
    {"set_start", set_start, METH_VARARGS, NULL},
    {"set_goal", set_goal, METH_VARARGS, NULL},
    {"solve", solve, METH_VARARGS, NULL},
    {"check", check, METH_VARARGS, NULL},
    {"explore", explore, METH_VARARGS, NULL},
    {"graph", graph, METH_VARARGS, NULL},
    {"generate", generate, METH_VARARGS, NULL},
    {"svg_state", svg_state, METH_VARARGS, NULL},
    {"svg_path", svg_path, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, SLOT(puzzle_free)},
    {Py_tp_methods, methods},
    {Py_tp_new, SLOT(no_new)},
    {0, NULL},
};

PyType_Spec puzzle_spec = {.name = "fewest._core.Puzzle", .basicsize = sizeof(struct puzzle_object), .flags = Py_TPFLAGS_DEFAULT, .slots = slots};
