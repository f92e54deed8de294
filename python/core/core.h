/* What the files of the extension module share. It uses the limited API of Python 3.10, so that one file serves that version and all
 * later ones. The classes that people see are written in Python (python/fewest): here are handles and plain values. */
#ifndef PYTHON_CORE_CORE_H
#define PYTHON_CORE_CORE_H

#define Py_LIMITED_API 0x030a0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <fewest/explore.h>
#include <stdbool.h>

/* Who is asked while a call runs: Python's signals, and a function that may say stop. */
struct watch {
    PyObject *progress;    /* or NULL; borrowed */
    PyThreadState *thread; /* of the caller, while other threads may run; NULL: they may not */
    bool failed;           /* a Python exception is set */
    const bool *stop;      /* set by somebody else who wants an end; or NULL */
};

/* Between these two, other threads of Python run. */
void watch_release(struct watch *watch);
void watch_take(struct watch *watch);
fewest_progress watch_report; /* with the watch as its context */

/* The options of a search as Python gives them, in this order (options_format for PyArg_ParseTuple): algorithm, remember, all, any,
 * list, bound_memory, transpositions, memory, seconds, states, depth, threads, progress. false: an exception is set. */
bool read_options(PyObject *given, fewest_options *options, struct watch *watch);

/* Sets the exception that an error of the library is, unless the watch has one already. Always NULL. */
PyObject *raise_error(const fewest_error *error, const struct watch *watch);

/* Statistics as a dictionary; layers as a list of (side, depth, states). */
PyObject *statistics_of(const fewest_statistics *statistics);
/* A dictionary with how a search ended: status and limit. NULL: an exception is set. */
PyObject *outcome_of(fewest_status status, fewest_limit limit, const struct watch *watch);
/* What there is to know of an answer besides its solutions, as a dictionary. NULL: an exception is set. */
PyObject *facts_of(const fewest_answer *answer, const struct watch *watch);

/* Adds to a dictionary and gives up the reference; false where there is none. */
bool put_item(PyObject *dictionary, const char *key, PyObject *value);

/* What the limited API has as functions only, which is slow in loops. */
static inline PyObject *new_reference(PyObject *object) {
    Py_INCREF(object);
    return object;
}

/* A function as Python's tables of slots want it, which ISO C does not know. */
#define SLOT(function) __extension__(void *)(function)

/* For types that are made here only. */
PyObject *no_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords);

/* Functions and types that the module is made of, a file each. */
extern PyMethodDef text_functions[];  /* text.c: built-ins, imported files */
extern PyMethodDef space_functions[]; /* space.c: spaces of the user's own */
extern PyType_Spec puzzle_spec;       /* puzzle.c */
extern PyType_Spec answer_spec;       /* answer.c */

/* The handle of an answer, which it owns from then on, also where this fails. */
PyObject *answer_object(PyObject *type, fewest_answer *answer);
/* The types, for who makes handles: from the module's own list. */
PyObject *core_type(const char *name);

/* puzzle.c: the methods of a handle that draw, in picture.c. */
PyObject *picture_of_state(fewest_puzzle *puzzle, PyObject *arguments);
PyObject *picture_of_path(fewest_puzzle *puzzle, PyObject *arguments);
/* explore.c */
PyObject *explore_puzzle(fewest_puzzle *puzzle, PyObject *arguments);
PyObject *exploration_facts(fewest_exploration *exploration, const struct watch *watch);
PyObject *graph_of_puzzle(fewest_puzzle *puzzle, PyObject *arguments);
PyObject *generate_starts(fewest_puzzle *puzzle, PyObject *arguments);

#endif
