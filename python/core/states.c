/* An open-addressing table: a state stands at its place, or at the next one that was free. */
#include "python/core/states.h"

#include <stdlib.h>

enum { LEAST_SIZE = 1024, LEAST_SHIFT = 54 };

void states_free(struct states *states) {
    for (size_t number = 0; number < states->count; number++)
        Py_DECREF(states->list[number].state);
    free(states->list);
    free(states->table);
}

static struct seat *next_seat(const struct states *states, struct seat *seat) {
    return seat + 1 < states->table + states->size ? seat + 1 : states->table;
}

static bool make_room(struct states *states) {
    if (states->count == states->room) {
        const size_t room = states->room ? 2 * states->room : LEAST_SIZE / 2;
        struct numbered *list = realloc(states->list, room * sizeof *list);
        if (!list)
            return PyErr_NoMemory();
        states->list = list;
        states->room = room;
    }
    if (2 * (states->count + 1) <= states->size)
        return true;
    const size_t size = states->size ? 2 * states->size : LEAST_SIZE;
    struct seat *table = calloc(size, sizeof *table);
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
        const int same = other->hash != hash ? 0 : other->state == state ? 1 : PyObject_RichCompareBool(other->state, state, Py_EQ);
        *number = seat->number - 1;
        if (same != 0)
            return same > 0;
    }
    if (states->count >= UINT32_MAX - 1) {
        PyErr_SetString(PyExc_MemoryError, "there are 4,294,967,294 states");
        return false;
    }
    *fresh = true;
    *number = (uint32_t)states->count;
    states->list[states->count++] = (struct numbered){new_reference(state), hash};
    *seat = (struct seat){*number + 1, part};
    return true;
}
