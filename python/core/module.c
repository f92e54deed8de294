/* The module: its functions, its two types, and the words that the library knows. */
#include "python/core/core.h"

#include "import/import.h"

PyObject *no_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    (void)type, (void)arguments, (void)keywords;
    PyErr_SetString(PyExc_TypeError, "these objects are made by fewest.load, fewest.parse and their results");
    return NULL;
}

PyObject *core_type(const char *name) {
    PyObject *module = PyImport_ImportModule("fewest._core");
    PyObject *type = module ? PyObject_GetAttrString(module, name) : NULL;
    Py_XDECREF(module);
    return type;
}

static bool add(PyObject *module, const char *name, PyObject *value) {
    if (value && PyModule_AddObject(module, name, value) == 0)
        return true;
    Py_XDECREF(value);
    return false;
}

/* A word of the library's tables and its number. */
struct word {
    const char *word;
    int number;
};

static bool add_words(PyObject *module, const char *name, const struct word *words, size_t count) {
    PyObject *made = PyDict_New();
    bool good = made != NULL;
    for (size_t i = 0; good && i < count; i++)
        good = put_item(made, words[i].word, PyLong_FromLong(words[i].number));
    if (good)
        return add(module, name, made);
    Py_XDECREF(made);
    return false;
}

#define ROW(name, word, meaning) {word, FEWEST_##name},
#define IMPORT_ROW(name, word, meaning) {word, IMPORT_##name},
#define ADD_WORDS(name, table) add_words(module, name, table, sizeof table / sizeof *table)

static bool add_vocabularies(PyObject *module) {
    static const struct word algorithms[] = {FEWEST_ALGORITHMS(ROW)}, stores[] = {FEWEST_STORES(ROW)}, methods[] = {FEWEST_METHODS(ROW)},
                             symmetry[] = {FEWEST_SYMMETRY_USES(ROW)}, difficulties[] = {FEWEST_DIFFICULTIES(ROW)},
                             counts[] = {IMPORT_COUNTS(IMPORT_ROW)};
    return ADD_WORDS("ALGORITHMS", algorithms) && ADD_WORDS("STORES", stores) && ADD_WORDS("METHODS", methods) &&
           ADD_WORDS("SYMMETRY_USES", symmetry) && ADD_WORDS("DIFFICULTIES", difficulties) && ADD_WORDS("COUNTS", counts);
}

static PyObject *cpu(PyObject *module, PyObject *nothing) {
    fewest_error error;
    const char *level = fewest_cpu(&error);
    (void)module, (void)nothing;
    return level ? PyUnicode_FromString(level) : raise_error(&error, NULL);
}

static PyMethodDef functions[] = {
    {"cpu", cpu, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "fewest._core", .m_doc = "Handles of the library, for the classes of the package.", .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddFunctions(module, text_functions) == 0 && PyModule_AddFunctions(module, space_functions) == 0 &&
        add(module, "Puzzle", PyType_FromSpec(&puzzle_spec)) && add(module, "Answer", PyType_FromSpec(&answer_spec)) &&
        add(module, "VERSION", PyUnicode_FromString(fewest_version())) &&
        add(module, "ZERO", PyLong_FromUnsignedLongLong(FEWEST_ZERO)) &&
        add(module, "ALL_PROCESSORS", PyLong_FromUnsignedLongLong(FEWEST_ALL_PROCESSORS)) && add_vocabularies(module))
        return module;
    Py_XDECREF(module);
    return NULL;
}
