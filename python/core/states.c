/* An open-addressing table: a state stands at its place, or at the next one that was free. */
#include "python/core/states.h"

#include "python/core/blocks.h"

#include <stdlib.h>

enum { LEAST_SIZE = 1024, LEAST_SHIFT = 54 };
enum { AHEAD = 16 }; /* how far ahead states are fetched to be freed */

void states_free(struct states *states) {
    for (size_t number = 0; number < states->count; number++) {
        if (number + AHEAD < states->count)
            states_fetch_object(states->list[number + AHEAD].state);
        Py_DECREF(states->list[number].state);
    }
    free(states->list);
    free(states->table);
}

static struct seat *next_seat(const struct states *states, struct seat *seat) {
    return seat + 1 < states->table + states->size ? seat + 1 : states->table;
}

static bool make_room(struct states *states) {
    if (states->count == states->room) {
        const size_t room = states->room ? 2 * states->room : LEAST_SIZE / 2;
        struct numbered *list = block_grown(states->list, states->count * sizeof *list, room * sizeof *list);
        if (!list)
            return PyErr_NoMemory();
        states->list = list;
        states->room = room;
    }
    if (2 * (states->count + 1) <= states->size)
        return true;
    const size_t size = states->size ? 2 * states->size : LEAST_SIZE;
    struct seat *table = block_of_zeros(size * sizeof *table);
    if (!table)
        return PyErr_NoMemory();
    free(states->table);
    states->shift = states->size ? states->shift - 1 : LEAST_SHIFT;
    states->table = table;
    states->size = size;
    for (size_t number = 0; number < states->count; number++) {
        const Py_hash_t hash = states->list[number].hash;
        struct seat *seat = states_seat(states, hash);
        while (seat->number)
            seat = next_seat(states, seat);
        *seat = (struct seat){(uint32_t)number + 1, (uint32_t)states_mixed(hash)};
    }
    return true;
}

Py_hash_t states_other_hash(struct states *states, PyObject *state) {
    PyTypeObject *type = Py_TYPE(state);
    if (!states->type && !(PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE)) {
        states->hash = __extension__(hashfunc)PyType_GetSlot(type, Py_tp_hash);
        states->compare = __extension__(richcmpfunc)PyType_GetSlot(type, Py_tp_richcompare);
        if (states->hash && states->compare)
            states->type = type;
    }
    return PyObject_Hash(state);
}

/* Whether two states of the same hash are the same; -1: an exception is set. */
static int is_same(const struct states *states, PyObject *one, PyObject *other) {
    if (one == other)
        return 1;
    if (Py_TYPE(one) != states->type || Py_TYPE(other) != states->type)
        return PyObject_RichCompareBool(one, other, Py_EQ);
    PyObject *says = states->compare(one, other, Py_EQ);
    if (!says)
        return -1;
    const int same = says == Py_True ? 1 : says == Py_False ? 0 : PyObject_RichCompareBool(one, other, Py_EQ);
    Py_DECREF(says);
    return same;
}

/* Whether Python's collector of garbage need not look at a state, for it holds nothing but values: as the collector itself finds out, of each
 * state that is kept, and in more time. */
static bool holds_values_only(PyObject *state) {
    if (!PyTuple_CheckExact(state))
        return false;
    const Py_ssize_t size = PyTuple_Size(state);
    for (Py_ssize_t i = 0; i < size; i++) {
        const PyTypeObject *type = Py_TYPE(PyTuple_GetItem(state, i));
        if (type != &PyLong_Type && type != &PyUnicode_Type)
            return false;
    }
    return true;
}

bool states_number(struct states *states, PyObject *state, Py_hash_t hash, uint32_t *number, bool *fresh) {
    if (!make_room(states))
        return false;
    const uint32_t part = (uint32_t)states_mixed(hash);
    struct seat *seat = states_seat(states, hash);
    *fresh = false;
    for (; seat->number; seat = next_seat(states, seat)) {
        if (seat->part != part)
            continue;
        const struct numbered *other = &states->list[seat->number - 1];
        const int same = other->hash == hash ? is_same(states, other->state, state) : 0;
        *number = seat->number - 1;
        if (same != 0)
            return same > 0;
    }
    if (states->count >= UINT32_MAX - 1) {
        PyErr_SetString(PyExc_MemoryError, "there are 4,294,967,294 states");
        return false;
    }
    *fresh = true;
    if (holds_values_only(state))
        PyObject_GC_UnTrack(state);
    *number = (uint32_t)states->count;
    states->list[states->count++] = (struct numbered){new_reference(state), hash};
    *seat = (struct seat){*number + 1, part};
    return true;
}
