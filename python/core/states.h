/* Numbers for states that are any hashable Python objects: each gets one when it is first seen, in the order in which they are seen.
 *
 * What takes time is to fetch memory: where a state would stand in the table, which state stands there, and that state itself, to compare the
 * two. So who has many to look up names all of them for each of these steps (states_fetch_…), and only then looks each of them up. */
#ifndef PYTHON_CORE_STATES_H
#define PYTHON_CORE_STATES_H

#include "python/core/core.h"

/* A place of the hash table. */
struct seat {
    uint32_t number; /* plus 1; 0: nobody is here */
    uint32_t part;   /* of the hash: states are compared only where it is the same */
};

struct numbered {
    PyObject *state;
    Py_hash_t hash;
};

/* All zero: none yet. */
struct states {
    struct numbered *list; /* by number */
    size_t count, room;
    struct seat *table;
    size_t size;    /* a power of two, at least twice the count */
    unsigned shift; /* 64 less its logarithm */
    /* A type that most states have, and how it hashes and compares: a function is called at once, and not found first. Only of types that
     * nobody can change. */
    PyTypeObject *type;
    hashfunc hash;
    richcmpfunc compare;
};

void states_free(struct states *states);

/* The number of a state, which has this hash. *fresh: it is new, and the state is kept from now on. false: an exception is set. To
 * compare states may call functions of the user's, which have no way to this table. */
bool states_number(struct states *states, PyObject *state, Py_hash_t hash, uint32_t *number, bool *fresh);

/* The hash of a state that has another type than states->type. -1: an exception is set. */
Py_hash_t states_other_hash(struct states *states, PyObject *state);

static inline Py_hash_t states_hash(struct states *states, PyObject *state) {
    return Py_TYPE(state) == states->type ? states->hash(state) : states_other_hash(states, state);
}

static inline uint64_t states_mixed(Py_hash_t hash) {
    return (uint64_t)hash * UINT64_C(0x9e3779b97f4a7c15);
}

static inline struct seat *states_seat(const struct states *states, Py_hash_t hash) {
    return &states->table[states_mixed(hash) >> states->shift];
}

static inline void states_fetch_seat(const struct states *states, Py_hash_t hash) {
    if (states->table)
        __builtin_prefetch(states_seat(states, hash));
}

/* The number plus 1 of a state that may be the one with this hash; 0: the first place is empty, or has another. */
static inline uint32_t states_guess(const struct states *states, Py_hash_t hash) {
    const struct seat *seat = states->table ? states_seat(states, hash) : NULL;
    return seat && seat->part == (uint32_t)states_mixed(hash) ? seat->number : 0;
}

static inline void states_fetch_number(const struct states *states, uint32_t guess) {
    if (guess)
        __builtin_prefetch(&states->list[guess - 1]);
}

/* Of a small object all, of others the beginning. */
static inline void states_fetch_object(const PyObject *object) {
    __builtin_prefetch(object);
    __builtin_prefetch((const char *)object + 64); /* the next line of the cache */
}

static inline void states_fetch_state(const struct states *states, uint32_t guess) {
    if (guess)
        states_fetch_object(states->list[guess - 1].state);
}

#endif
