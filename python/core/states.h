/* Numbers for states that are any hashable Python objects: each gets one when it is first seen, in the order in which they are seen.
 *
 * States are kept packed (values.h) as long as all of them are values: that takes a fraction of the memory, and neither to hash nor to compare
 * them calls Python. When the first comes that is no value, all become objects.
 *
 * What takes time is to fetch memory: where a state would stand in the table, and the record of the one that stands there, to compare the two.
 * So who has many to look up names all of them for each of these steps (states_fetch_…), and only then looks each of them up. */
#ifndef PYTHON_CORE_STATES_H
#define PYTHON_CORE_STATES_H

#include "python/core/values.h"

/* A place of the hash table. */
struct seat {
    uint32_t place; /* of the record, plus 1; 0: nobody is here */
    uint32_t part;  /* of the hash: states are compared only where it is the same */
};

/* What is kept of a state: the bytes of a value, from `first` on, and zeros up to the end of the last word; or an object, and its hash. */
struct record {
    uint32_t number, first;
    uint64_t rest[];
};

/* A state that is to be looked up. */
struct key {
    size_t offset;  /* of its record in a buffer; its number is not set */
    uint32_t words; /* of 64 bits: the size of the record */
    uint64_t hash;
};

/* All zero: none yet. */
struct states {
    uint64_t *records; /* one after the other */
    size_t record_room;
    uint32_t *places; /* where each begins, in words, by number; and the end of the last */
    size_t count, place_room;
    struct seat *table;
    size_t size;    /* a power of two, at least half as much again as the count */
    unsigned shift; /* 64 less its logarithm */
    bool objects;   /* states are not packed */
    struct values values;
    /* A type that most objects have, and how it hashes and compares: a function is called at once, and not found first. Only of types that
     * nobody can change. */
    PyTypeObject *type;
    hashfunc hash;
    richcmpfunc compare;
};

void states_free(struct states *states);

/* The key of a state, whose record is appended to the buffer. 0: the state is no value, and they are to become objects; -1: an exception is set.
 * Unless they are objects, nothing of the user's runs here. The key of an object does not hold it. */
int states_key(struct states *states, PyObject *state, struct buffer *buffer, struct key *key);
/* From then on keys are others. false: an exception is set. */
bool states_become_objects(struct states *states);

/* The number of a state. *fresh: it is new, and kept from now on. false: an exception is set. To compare states may call functions of the
 * user's, which have no way to this table. */
bool states_number(struct states *states, const struct buffer *buffer, const struct key *key, uint32_t *number, bool *fresh);

/* The state of a number, or one that is equal to it: a new reference. NULL: an exception is set. */
PyObject *states_object(struct states *states, uint64_t number);

static inline struct seat *states_seat(const struct states *states, uint64_t hash) {
    return &states->table[hash >> states->shift];
}

static inline struct record *states_record(const struct states *states, uint32_t place) {
    return (struct record *)(states->records + place);
}

static inline void states_fetch_seat(const struct states *states, uint64_t hash) {
    if (states->table)
        __builtin_prefetch(states_seat(states, hash));
}

/* The place plus 1 of a state that may be the one with this hash; 0: the first seat is empty, or has another. */
static inline uint32_t states_guess(const struct states *states, uint64_t hash) {
    const struct seat *seat = states->table ? states_seat(states, hash) : NULL;
    return seat && seat->part == (uint32_t)hash ? seat->place : 0;
}

static inline void states_fetch_record(const struct states *states, uint32_t guess) {
    if (guess)
        __builtin_prefetch(states_record(states, guess - 1));
}

/* Of a small object all, of others the beginning. */
static inline void states_fetch_object(const PyObject *object) {
    __builtin_prefetch(object);
    __builtin_prefetch((const char *)object + 64); /* the next line of the cache */
}

static inline PyObject *states_kept(const struct record *record) { /* borrowed; of an object only */
    return (PyObject *)(uintptr_t)record->rest[0];
}

static inline void states_fetch_state(const struct states *states, uint32_t guess) {
    if (guess && states->objects)
        states_fetch_object(states_kept(states_record(states, guess - 1)));
}

#endif
