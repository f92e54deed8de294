/* Limits, progress and errors: from Python and back. */
#include "python/core/core.h"

void watch_release(struct watch *watch) {
    watch->thread = PyEval_SaveThread();
}

void watch_take(struct watch *watch) {
    if (watch->thread)
        PyEval_RestoreThread(watch->thread);
    watch->thread = NULL;
}

/* Whether to go on. The lock of the interpreter is held. */
static bool ask(struct watch *watch, const fewest_statistics *so_far) {
    if (watch->failed || PyErr_Occurred())
        return false;
    if (PyErr_CheckSignals() != 0) {
        watch->failed = true;
        return false;
    }
    if (!watch->progress)
        return true;
    PyObject *statistics = statistics_of(so_far);
    PyObject *says = statistics ? PyObject_CallFunctionObjArgs(watch->progress, statistics, NULL) : NULL;
    Py_XDECREF(statistics);
    watch->failed = says == NULL;
    const bool stop = says == Py_False || !says;
    Py_XDECREF(says);
    return !stop;
}

bool watch_report(void *context, const fewest_statistics *so_far) {
    struct watch *watch = context;
    const bool others_run = watch->thread != NULL;
    if (watch->stop && *watch->stop)
        return false;
    watch_take(watch);
    const bool go_on = ask(watch, so_far);
    if (others_run)
        watch_release(watch);
    return go_on;
}

bool read_options(PyObject *given, fewest_options *options, struct watch *watch) {
    int algorithm, remember, all, any;
    unsigned long long list, bound_memory, transpositions, memory, states, depth, threads;
    double seconds;
    PyObject *progress;
    if (!PyArg_ParseTuple(given, "iippKKKKdKKKO:options", &algorithm, &remember, &all, &any, &list, &bound_memory, &transpositions, &memory,
                          &seconds, &states, &depth, &threads, &progress))
        return false;
    *watch = (struct watch){.progress = progress == Py_None ? NULL : progress};
    *options = (fewest_options){
        .size = sizeof *options,
        .limits = {.progress = watch_report, .context = watch, .threads = threads, .memory = memory, .seconds = seconds, .states = states,
                   .depth = depth},
        .algorithm = (fewest_algorithm)algorithm, .remember = (fewest_remember)remember, .all = all, .any = any, .list = list,
        .bound_memory = bound_memory, .transpositions = transpositions};
    return true;
}

PyObject *raise_error(const fewest_error *error, const struct watch *watch) {
    if ((watch && watch->failed) || PyErr_Occurred())
        return NULL;
    PyObject *errors = PyImport_ImportModule("fewest._errors");
    PyObject *made = errors ? PyObject_CallMethod(errors, "error_of", "isIIsss", (int)error->status, fewest_limit_word(error->limit),
                                                  error->line, error->column, error->message, error->hint, error->text)
                            : NULL;
    Py_XDECREF(errors);
    if (made)
        PyErr_SetObject((PyObject *)Py_TYPE(made), made);
    Py_XDECREF(made);
    return NULL;
}

bool put_item(PyObject *dictionary, const char *key, PyObject *value) {
    const bool good = dictionary && value && PyDict_SetItemString(dictionary, key, value) == 0;
    Py_XDECREF(value);
    return good;
}

#define TEXT_OF(value) PyUnicode_FromString((value) ? (value) : "")
#define COUNT_OF(value) PyLong_FromUnsignedLongLong(value)
#define SECONDS_OF(value) PyFloat_FromDouble(value)
/* The columns of FEWEST_STATISTICS that answers or reports have. */
#define FORM_TEXT_TEXT TEXT_OF
#define FORM_TEXT_NOTHING TEXT_OF
#define FORM_COUNT_COUNT COUNT_OF
#define FORM_COUNT_NOTHING COUNT_OF
#define FORM_NOTHING_COUNT COUNT_OF
#define FORM_SECONDS_SECONDS SECONDS_OF
#define FORM_NOTHING_NOTHING SECONDS_OF

PyObject *statistics_of(const fewest_statistics *statistics) {
    PyObject *made = PyDict_New(), *layers = PyList_New((Py_ssize_t)statistics->layer_count);
    bool good = made && layers;
    for (size_t i = 0; good && i < statistics->layer_count; i++) {
        const fewest_layer *layer = &statistics->layers[i];
        PyObject *row = Py_BuildValue("IKK", layer->side, (unsigned long long)layer->depth, (unsigned long long)layer->states);
        good = row && PyList_SetItem(layers, (Py_ssize_t)i, row) == 0;
    }
#define PUT(in_answer, in_progress, type, name, meaning) good = good && put_item(made, #name, FORM_##in_answer##_##in_progress(statistics->name));
    FEWEST_STATISTICS(PUT)
#undef PUT
    if (!good) {
        Py_XDECREF(layers);
        Py_XDECREF(made);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    if (put_item(made, "layers", layers))
        return made;
    Py_DECREF(made);
    return NULL;
}

PyObject *outcome_of(fewest_status status, fewest_limit limit, const struct watch *watch) {
    if (watch->failed || PyErr_Occurred())
        return NULL;
    if (status == FEWEST_SYSTEM)
        return PyErr_NoMemory();
    PyObject *made = PyDict_New();
    if (put_item(made, "status", PyUnicode_FromString(fewest_status_word(status))) &&
        put_item(made, "limit", PyUnicode_FromString(status == FEWEST_LIMIT ? fewest_limit_word(limit) : "")))
        return made;
    Py_XDECREF(made);
    return NULL;
}

PyObject *facts_of(const fewest_answer *answer, const struct watch *watch) {
    const fewest_status status = fewest_answer_status(answer);
    PyObject *made = outcome_of(status, fewest_answer_limit(answer), watch);
    bool good = made;
    good = good && put_item(made, "within", PyLong_FromUnsignedLongLong(fewest_answer_within(answer)));
    good = good && put_item(made, "reason", PyUnicode_FromString(fewest_answer_reason(answer)));
    good = good && put_item(made, "cost", PyLong_FromUnsignedLongLong(fewest_answer_cost(answer)));
    good = good && put_item(made, "has_costs", PyBool_FromLong(fewest_answer_has_costs(answer)));
    good = good && put_item(made, "solution_count", PyLong_FromUnsignedLongLong(status == FEWEST_SOLVED ? fewest_answer_solutions(answer) : 0));
    good = good && put_item(made, "listed", PyLong_FromSize_t(status == FEWEST_SOLVED ? fewest_answer_listed(answer) : 0));
    good = good && put_item(made, "statistics", statistics_of(fewest_answer_statistics(answer)));
    if (good)
        return made;
    Py_XDECREF(made);
    return NULL;
}
