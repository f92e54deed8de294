/* An open-addressing table: a state stands at its place, or at the next one that was free. */
#include "python/core/states.h"

#include "python/core/blocks.h"

#include <string.h>

enum { LEAST_SIZE = 1024, LEAST_SHIFT = 54, WORD = sizeof(uint64_t) };
enum { AHEAD = 16 };        /* how far ahead objects are fetched to be freed */
enum { OBJECT_WORDS = 3 };  /* of the record of an object */

void states_free(struct states *states) {
    for (size_t number = 0; states->objects && number < states->count; number++) {
        if (number + AHEAD < states->count)
            states_fetch_object(states_kept(states_record(states, states->places[number + AHEAD])));
        Py_DECREF(states_kept(states_record(states, states->places[number])));
    }
    values_free(&states->values);
    block_free(states->records, states->record_room * WORD);
    block_free(states->places, states->place_room * sizeof *states->places);
    block_free(states->table, states->size * sizeof *states->table);
}

/* ---- Keys */

static uint64_t mixed(uint64_t number) {
    return number * UINT64_C(0x9e3779b97f4a7c15);
}

/* Its high bits say where a state stands, its low ones are compared. */
static uint64_t hash_of(const struct states *states, const struct record *record, size_t words) {
    if (states->objects)
        return mixed(record->rest[1]);
    uint64_t hash = mixed(record->first);
    for (size_t i = 0; i + 1 < words; i++) {
        hash = mixed(hash ^ record->rest[i]);
        hash ^= hash >> 32;
    }
    return mixed(hash ^ hash >> 29);
}

/* The hash of an object of any type. -1: an exception is set. */
static Py_hash_t any_hash(struct states *states, PyObject *state) {
    PyTypeObject *type = Py_TYPE(state);
    if (!states->type && !(PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE)) {
        states->hash = __extension__(hashfunc)PyType_GetSlot(type, Py_tp_hash);
        states->compare = __extension__(richcmpfunc)PyType_GetSlot(type, Py_tp_richcompare);
        if (states->hash && states->compare)
            states->type = type;
    }
    return PyObject_Hash(state);
}

static int object_key(struct states *states, PyObject *state, struct buffer *buffer, struct key *key) {
    const Py_hash_t hash = Py_TYPE(state) == states->type ? states->hash(state) : any_hash(states, state);
    if (hash == -1 || !buffer_reserve(buffer, OBJECT_WORDS * WORD))
        return -1;
    struct record *record = (struct record *)(buffer->bytes + buffer->used);
    *record = (struct record){.first = 0};
    record->rest[0] = (uint64_t)(uintptr_t)state;
    record->rest[1] = (uint64_t)hash;
    *key = (struct key){.offset = buffer->used, .words = OBJECT_WORDS, .hash = hash_of(states, record, OBJECT_WORDS)};
    buffer->used += OBJECT_WORDS * WORD;
    return 1;
}

int states_key(struct states *states, PyObject *state, struct buffer *buffer, struct key *key) {
    if (states->objects)
        return object_key(states, state, buffer, key);
    const size_t offset = buffer->used;
    if (!buffer_reserve(buffer, WORD))
        return -1;
    buffer->used += sizeof(uint32_t);
    const int packed = values_pack(&states->values, state, buffer);
    if (packed <= 0 || buffer->used - offset > (size_t)UINT32_MAX / 2) {
        buffer->used = offset;
        return packed < 0 ? -1 : 0;
    }
    if (!buffer_reserve(buffer, WORD))
        return -1;
    memset(buffer->bytes + buffer->used, 0, WORD);
    buffer->used = (buffer->used + WORD - 1) / WORD * WORD;
    const size_t words = (buffer->used - offset) / WORD;
    const struct record *record = (const struct record *)(buffer->bytes + offset);
    *key = (struct key){.offset = offset, .words = (uint32_t)words, .hash = hash_of(states, record, words)};
    return 1;
}

/* ---- The table */

static struct seat *next_seat(const struct states *states, struct seat *seat) {
    return seat + 1 < states->table + states->size ? seat + 1 : states->table;
}

static size_t words_used(const struct states *states) {
    return states->places ? states->places[states->count] : 0;
}

static bool make_room_for_record(struct states *states, size_t words) {
    const size_t used = words_used(states);
    if (used + words > UINT32_MAX - 1) {
        PyErr_SetString(PyExc_MemoryError, "the states take more than 32 gigabytes");
        return false;
    }
    const bool first = !states->places;
    if (!block_reserve((void **)&states->places, sizeof *states->places, states->count, 2, &states->place_room) ||
        !block_reserve((void **)&states->records, WORD, used, words, &states->record_room))
        return PyErr_NoMemory();
    if (first)
        states->places[0] = 0;
    return true;
}

static bool make_room(struct states *states, size_t words) {
    if (!make_room_for_record(states, words))
        return false;
    if (3 * (states->count + 1) <= 2 * states->size)
        return true;
    const size_t size = states->size ? 2 * states->size : LEAST_SIZE;
    struct seat *table = block_of_zeros(size * sizeof *table);
    if (!table)
        return PyErr_NoMemory();
    block_free(states->table, states->size * sizeof *table);
    states->shift = states->size ? states->shift - 1 : LEAST_SHIFT;
    states->table = table;
    states->size = size;
    for (size_t number = 0; number < states->count; number++) {
        const uint32_t place = states->places[number];
        const uint64_t hash = hash_of(states, states_record(states, place), states->places[number + 1] - place);
        struct seat *seat = states_seat(states, hash);
        while (seat->place)
            seat = next_seat(states, seat);
        *seat = (struct seat){place + 1, (uint32_t)hash};
    }
    return true;
}

/* Whether two objects of the same hash are the same state; -1: an exception is set. */
static int are_equal(const struct states *states, PyObject *one, PyObject *other) {
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

/* Whether a record is that of a key; -1: an exception is set. The record of a value may be shorter: then they differ before it ends. */
static int is_same(const struct states *states, const struct record *record, const struct record *key, size_t words) {
    if (states->objects)
        return record->rest[1] == key->rest[1] ? are_equal(states, states_kept(record), states_kept(key)) : 0;
    if (record->first != key->first)
        return 0;
    for (size_t i = 0; i + 1 < words; i++)
        if (record->rest[i] != key->rest[i])
            return 0;
    return 1;
}

/* Whether Python's collector of garbage need not look at a state, for it holds nothing but values: as the collector itself finds out, of each
 * state that is kept, and in more time. */
static bool holds_values_only(PyObject *state) {
    if (!PyTuple_CheckExact(state))
        return false;
    const Py_ssize_t size = PyTuple_Size(state);
    for (Py_ssize_t i = 0; i < size; i++) {
        const PyTypeObject *type = Py_TYPE(PyTuple_GetItem(state, i));
        if (type != &PyLong_Type && type != &PyUnicode_Type && type != &PyBool_Type && type != &PyFloat_Type)
            return false;
    }
    return true;
}

bool states_number(struct states *states, const struct buffer *buffer, const struct key *key, uint32_t *number, bool *fresh) {
    if (!make_room(states, key->words))
        return false;
    const struct record *wanted = (const struct record *)(buffer->bytes + key->offset);
    struct seat *seat = states_seat(states, key->hash);
    *fresh = false;
    for (; seat->place; seat = next_seat(states, seat)) {
        if (seat->part != (uint32_t)key->hash)
            continue;
        const struct record *record = states_record(states, seat->place - 1);
        const int same = is_same(states, record, wanted, key->words);
        *number = record->number;
        if (same != 0)
            return same > 0;
    }
    if (states->count >= UINT32_MAX - 1) {
        PyErr_SetString(PyExc_MemoryError, "there are 4,294,967,294 states");
        return false;
    }
    if (states->objects) {
        Py_INCREF(states_kept(wanted));
        if (holds_values_only(states_kept(wanted)))
            PyObject_GC_UnTrack(states_kept(wanted));
    }
    const uint32_t place = states->places[states->count];
    struct record *record = states_record(states, place);
    memcpy(record, wanted, key->words * WORD);
    record->number = *number = (uint32_t)states->count++;
    states->places[states->count] = place + key->words;
    *seat = (struct seat){place + 1, (uint32_t)key->hash};
    return *fresh = true;
}

PyObject *states_object(struct states *states, uint64_t number) {
    const struct record *record = states_record(states, states->places[number]);
    if (states->objects)
        return new_reference(states_kept(record));
    const uint8_t *bytes = (const uint8_t *)&record->first;
    return values_unpack(&states->values, &bytes);
}

bool states_become_objects(struct states *states) {
    struct states made = {.objects = true};
    struct buffer buffer = {.bytes = NULL};
    bool good = true;
    for (size_t number = 0; good && number < states->count; number++) {
        PyObject *state = states_object(states, number);
        struct key key;
        uint32_t same;
        bool fresh;
        buffer.used = 0;
        good = state && states_key(&made, state, &buffer, &key) > 0 && states_number(&made, &buffer, &key, &same, &fresh);
        Py_XDECREF(state);
    }
    buffer_free(&buffer);
    if (!good) {
        states_free(&made);
        return false;
    }
    states_free(states);
    *states = made;
    return true;
}
