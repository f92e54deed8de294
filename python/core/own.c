/* Items that the functions of the user's give become links between numbers. */
#include "python/core/own.h"

#include "python/core/blocks.h"

#include <stdlib.h>

enum { BREATH = 4096 };       /* items of one iterator after which others have their turn */
enum { MOST_WAITING = 1024 }; /* items before they become links */

bool own_fails(struct own *own) {
    own->failed = own->stop = true;
    return false;
}

bool own_wants_number(struct own *own, const char *form, PyObject *given) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, form, given);
    }
    return own_fails(own);
}

/* Room for one more of what has `count`; false: an exception is set. */
static bool make_room(struct own *own, void **list, size_t size, size_t count, size_t *room) {
    if (count < *room || block_reserve(list, size, count, 1, room))
        return true;
    PyErr_NoMemory();
    return own_fails(own);
}

/* Room for what is known of a state that is fresh. */
static bool make_rows(struct own *own, uint32_t number) {
    for (int way = FORWARD; way <= (own->predecessors ? BACKWARD : FORWARD); way++) {
        if (!make_room(own, (void **)&own->rows[way], sizeof *own->rows[way], number, &own->row_room[way]))
            return false;
        own->rows[way][number] = (struct row){.count = 0};
    }
    if (!own->is_goal && !own->bound)
        return true;
    if (!make_room(own, (void **)&own->known, sizeof *own->known, number, &own->known_room))
        return false;
    own->known[number] = (struct known){.bound = 0};
    return true;
}

void own_age(struct own *own) {
    while (own->recent.count)
        Py_DECREF(own->recent.list[--own->recent.count]);
    own->recent.first = own->states.count;
}

/* The key of a state. Where it is the first that is no value, all states become objects. */
static bool key_of(struct own *own, PyObject *state, struct key *key) {
    int made = states_key(&own->states, state, &own->keys, key);
    if (made == 0 && states_become_objects(&own->states)) {
        own_age(own);
        made = states_key(&own->states, state, &own->keys, key);
    }
    return made > 0 || own_fails(own);
}

bool own_number(struct own *own, PyObject *state, uint32_t *number) {
    struct key key;
    bool fresh;
    own->keys.used = 0;
    if (!key_of(own, state, &key) || !states_number(&own->states, &own->keys, &key, number, &fresh))
        return own_fails(own);
    return !fresh || make_rows(own, *number);
}

PyObject *own_state(struct own *own, uint64_t number) {
    const struct recent *recent = &own->recent;
    if (number - recent->first < recent->count)
        return new_reference(recent->list[number - recent->first]);
    return states_object(&own->states, number);
}

static void drop_items(struct own *own) {
    while (own->item_count)
        Py_XDECREF(own->items[--own->item_count].state);
    own->keys.used = 0;
}

void own_forget(struct own *own) {
    drop_items(own);
    own_age(own);
    states_free(&own->states);
    for (int way = 0; way < WAYS; way++)
        block_free(own->rows[way], own->row_room[way] * sizeof *own->rows[way]);
    block_free(own->known, own->known_room * sizeof *own->known);
    block_free(own->links, own->link_room * sizeof *own->links);
    block_free(own->costs, own->cost_room * sizeof *own->costs);
    block_free(own->items, own->item_room * sizeof *own->items);
    block_free(own->recent.list, own->recent.room * sizeof *own->recent.list);
    buffer_free(&own->keys);
}

/* ---- Items become links */

/* The state of an item, if it is fresh, is held until own_age. */
static bool hold(struct own *own, struct item *item) {
    struct recent *recent = &own->recent;
    if (own->states.objects || !item->state)
        return true;
    if (!make_room(own, (void **)&recent->list, sizeof *recent->list, recent->count, &recent->room))
        return false;
    recent->list[recent->count++] = item->state;
    item->state = NULL;
    return true;
}

/* One more link. */
static bool add_link(struct own *own, uint32_t number, uint32_t cost) {
    if (!make_room(own, (void **)&own->links, sizeof *own->links, own->link_count, &own->link_room))
        return false;
    if (own->costs || cost != 1) {
        size_t from = own->costs ? own->link_count : 0; /* those before cost 1 */
        if (own->cost_room < own->link_room && !block_reserve((void **)&own->costs, sizeof *own->costs, own->cost_room,
                                                              own->link_room - own->cost_room, &own->cost_room)) {
            PyErr_NoMemory();
            return own_fails(own);
        }
        for (; from < own->link_count; from++)
            own->costs[from] = 1;
        own->costs[own->link_count] = cost;
    }
    own->links[own->link_count++] = number;
    return true;
}

/* Looks up what was told, and keeps it. */
static bool keep_items(struct own *own) {
    for (size_t i = 0; i < own->item_count; i++) {
        own->items[i].guess = states_guess(&own->states, own->items[i].key.hash);
        states_fetch_record(&own->states, own->items[i].guess);
    }
    for (size_t i = 0; own->states.objects && i < own->item_count; i++)
        states_fetch_state(&own->states, own->items[i].guess);
    for (size_t i = 0; i < own->item_count; i++) {
        struct item *item = &own->items[i];
        uint32_t number;
        bool fresh;
        if (!states_number(&own->states, &own->keys, &item->key, &number, &fresh))
            return own_fails(own);
        if ((fresh && (!make_rows(own, number) || !hold(own, item))) || !add_link(own, number, item->cost))
            return false;
    }
    drop_items(own);
    return true;
}

/* ---- Successors */

/* The cost of a step. Where the library was told of less, the search is to begin again. */
static bool cost_of(struct own *own, PyObject *given, uint32_t *cost) {
    int overflow;
    const long long amount = PyLong_AsLongLongAndOverflow(given, &overflow);
    if (amount == -1 && PyErr_Occurred())
        return own_wants_number(own, "the cost of a step is a whole number, not %R", given);
    if (overflow || amount < 0 || amount >= UINT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "the cost of a step is a whole number from 0 to 4,294,967,294");
        return own_fails(own);
    }
    if ((uint64_t)amount > own->max_cost) {
        while (own->max_cost < (uint64_t)amount)
            own->max_cost = 2 * own->max_cost < UINT32_MAX ? 2 * own->max_cost : UINT32_MAX - 1;
        own->again = true;
    }
    if (amount == 0 && !own->free_moves)
        own->free_moves = own->again = true;
    *cost = (uint32_t)amount;
    return true;
}

/* One item that a function of the user's has given. What these functions do meanwhile does not touch the list of items: they have no way to
 * it. */
static bool add(struct own *own, PyObject *given) {
    struct item item = {.cost = 1};
    PyObject *state = given;
    if ((PyObject *)Py_TYPE(given) == own->step) {
        PyObject *cost = PyTuple_GetItem(given, 2);
        state = PyTuple_GetItem(given, 1);
        if (!state || !cost)
            return own_fails(own);
        if (!cost_of(own, cost, &item.cost))
            return false;
    }
    int made = own->item_count < MOST_WAITING ? states_key(&own->states, state, &own->keys, &item.key) : 0;
    if (made == 0 && (!keep_items(own) || !key_of(own, state, &item.key)))
        return false;
    if (made < 0 || !make_room(own, (void **)&own->items, sizeof *own->items, own->item_count, &own->item_room))
        return own_fails(own);
    if (own->states.objects || own->known)
        item.state = new_reference(state);
    states_fetch_seat(&own->states, item.key.hash);
    own->items[own->item_count++] = item;
    own->made++;
    return true;
}

/* An iterator may have no end, and run no Python in which signals are heard and other threads have their turn. */
static bool take_breath(struct own *own) {
    PyEval_RestoreThread(PyEval_SaveThread());
    return PyErr_CheckSignals() == 0 || own_fails(own);
}

static bool add_iterated(struct own *own, PyObject *items) {
    PyObject *iterator = PyObject_GetIter(items), *item;
    if (!iterator)
        return own_fails(own);
    bool good = true;
    for (size_t i = 1; good && (item = PyIter_Next(iterator)); i++) {
        good = add(own, item);
        Py_DECREF(item);
        if (good && i % BREATH == 0)
            good = take_breath(own);
    }
    Py_DECREF(iterator);
    return good && (!PyErr_Occurred() || own_fails(own));
}

static bool add_all(struct own *own, PyObject *items) {
    bool good = true;
    if (PyList_CheckExact(items)) { /* which may change meanwhile: an item is held until it has been looked at */
        for (Py_ssize_t i = 0; good && i < PyList_Size(items); i++) {
            PyObject *item = new_reference(PyList_GetItem(items, i));
            good = add(own, item);
            Py_DECREF(item);
        }
    } else if (PyTuple_CheckExact(items)) {
        for (Py_ssize_t i = 0; good && i < PyTuple_Size(items); i++)
            good = add(own, PyTuple_GetItem(items, i));
    } else {
        good = add_iterated(own, items);
    }
    return good;
}

/* Asks for the moves of a state: *count items more. */
static bool ask(struct own *own, int way, uint64_t state, uint32_t *count) {
    PyObject *asked = own_state(own, state);
    PyObject *items = asked ? PyObject_CallFunctionObjArgs(way == FORWARD ? own->successors : own->predecessors, asked, NULL) : NULL;
    own->made = 0;
    const bool good = items ? add_all(own, items) : own_fails(own);
    Py_XDECREF(items);
    Py_XDECREF(asked);
    const size_t made = own->made;
    if (made > UINT32_MAX) {
        PyErr_SetString(PyExc_MemoryError, "a state has more than 4,294,967,295 successors");
        return own_fails(own);
    }
    if (made > own->max_moves) {
        own->max_moves = made > 2 * own->max_moves ? made : 2 * own->max_moves;
        own->again = true;
    }
    *count = (uint32_t)made;
    return good;
}

bool own_learn(struct own *own, int way, const uint64_t *states, size_t count) {
    uint32_t counts[BATCH];
    size_t first = own->link_count;
    bool good = true;
    own->keys.used = 0;
    size_t asked = 0;
    for (; good && asked < count && !own->again; asked++) {
        counts[asked] = 0;
        if (!own->rows[way][states[asked]].known)
            good = ask(own, way, states[asked], &counts[asked]);
    }
    good = good && keep_items(own);
    for (size_t i = 0; good && i < asked; i++) {
        struct row *row = &own->rows[way][states[i]];
        if (!row->known)
            *row = (struct row){first, counts[i], true};
        first += counts[i];
    }
    if (own->states.count > own->ranks) {
        while (own->ranks < own->states.count)
            own->ranks *= MORE_RANKS;
        own->again = true;
    }
    own->stop |= own->again;
    return good;
}
