/* What there is to read: the built-in puzzles, and files of other programs. */
#include "python/core/core.h"

#include "import/import.h"

#include <stdlib.h>

static PyObject *builtins(PyObject *module, PyObject *nothing) {
    const size_t count = fewest_builtin_count();
    PyObject *made = PyTuple_New((Py_ssize_t)count);
    (void)module, (void)nothing;
    for (size_t i = 0; made && i < count; i++) {
        const fewest_builtin builtin = fewest_builtin_at(i);
        PyObject *row = Py_BuildValue("sssi", builtin.name, builtin.summary, builtin.source, (int)builtin.is_family);
        if (!row || PyTuple_SetItem(made, (Py_ssize_t)i, row) != 0) {
            Py_DECREF(made);
            return NULL;
        }
    }
    return made;
}

/* The rules of a built-in; None: there is none of that name. */
static PyObject *builtin_text(PyObject *module, PyObject *arguments) {
    const char *name;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "s", &name))
        return NULL;
    char *text = fewest_builtin_text(name, NULL);
    PyObject *made = text ? PyUnicode_FromString(text) : new_reference(Py_None);
    fewest_free(text);
    return made;
}

/* A file of another program, and what is said about it: (bytes, name, level, count, words, one_way) */
static bool read_foreign(PyObject *arguments, const char **text, Py_ssize_t *length, const char **name, struct import_options *options) {
    unsigned long long level;
    int count, words, one_way;
    if (!PyArg_ParseTuple(arguments, "y#sKipp", text, length, name, &level, &count, &words, &one_way))
        return false;
    *options = (struct import_options){.level = level, .count = count, .words = words, .one_way = one_way};
    return true;
}

/* The rules that it is translated to; None: it is no such file. */
static PyObject *translate(PyObject *module, PyObject *arguments) {
    const char *text, *name;
    Py_ssize_t length;
    struct import_options options;
    fewest_error error;
    (void)module;
    if (!read_foreign(arguments, &text, &length, &name, &options))
        return NULL;
    if (!import_kind(text, (size_t)length, &options))
        return new_reference(Py_None);
    char *rules = import_rules(text, (size_t)length, name, &options, &error);
    PyObject *made = rules ? PyUnicode_FromString(rules) : raise_error(&error, NULL);
    free(rules);
    return made;
}

static PyObject *levels(PyObject *module, PyObject *arguments) {
    const char *text, *name;
    Py_ssize_t length;
    struct import_options options;
    (void)module;
    if (!read_foreign(arguments, &text, &length, &name, &options))
        return NULL;
    return PyLong_FromUnsignedLongLong(import_levels(text, (size_t)length, &options));
}

PyMethodDef text_functions[] = {
    {"builtins", builtins, METH_NOARGS, NULL},
    {"builtin_text", builtin_text, METH_VARARGS, NULL},
    {"translate", translate, METH_VARARGS, NULL},
    {"levels", levels, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
