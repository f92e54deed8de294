/* The first byte says what follows: small numbers are told by it alone; of short tuples and strings it has the length. Other lengths are four
 * bytes, and numbers as many as they need; the lowest comes first. */
#include "python/core/values.h"

#include "python/core/blocks.h"

#include <string.h>

enum { SHORT = 24, DEEPEST = 16, LENGTH_BYTES = 4, INT_BYTES = 8, MOST_HEAD_BYTES = 16 };
enum { LONGEST = 1024 }; /* bytes of a string: a longer one may be shared by many states, and is not copied into each */
/* First bytes. */
enum {
    INT = SMALL_INTS, /* plus the number of bytes less 1 */
    TUPLE = INT + INT_BYTES, /* plus the length, if it is short */
    LONG_TUPLE = TUPLE + SHORT,
    TEXT, /* plus the length, if it is short */
    LONG_TEXT = TEXT + SHORT,
    BYTES,
    NONE,
};

bool buffer_grow(struct buffer *buffer, size_t more) {
    if (block_reserve((void **)&buffer->bytes, 1, buffer->used, more, &buffer->room))
        return true;
    PyErr_NoMemory();
    return false;
}

void buffer_free(struct buffer *buffer) {
    block_free(buffer->bytes, buffer->room);
}

void values_free(struct values *values) {
    for (size_t i = 0; i < SMALL_INTS; i++)
        Py_XDECREF(values->ints[i]);
    for (size_t i = 0; i < LETTERS; i++)
        Py_XDECREF(values->letters[i]);
}

/* ---- Packing */

static struct remembered *place_of(struct values *values, const PyObject *object) {
    return &values->remembered[((uintptr_t)object >> 4) % REMEMBERED];
}

/* The bytes of an object that was seen are remembered, if it is the one that is kept of its value. */
static void remember(struct values *values, PyObject **kept, PyObject *object, const uint8_t *bytes, size_t length) {
    if (!*kept)
        *kept = new_reference(object);
    if (*kept != object)
        return;
    struct remembered *place = place_of(values, object);
    place->object = object;
    place->length = (uint8_t)length;
    memcpy(place->bytes, bytes, length);
}

/* Up to eight bytes; there is room for all of these. */
static void put(struct buffer *buffer, uint64_t number, size_t count) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(buffer->bytes + buffer->used, &number, sizeof number); /* one store */
#else
    for (size_t i = 0; i < count; i++)
        buffer->bytes[buffer->used + i] = (uint8_t)(number >> 8 * i);
#endif
    buffer->used += count;
}

/* A first byte with a length. */
static void put_head(struct buffer *buffer, uint8_t first, uint8_t first_if_long, size_t length) {
    put(buffer, length < SHORT ? first + length : first_if_long, 1);
    if (length >= SHORT)
        put(buffer, length, LENGTH_BYTES);
}

static int pack_int(struct values *values, PyObject *value, struct buffer *buffer) {
    int overflow;
    const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow)
        return 0;
    if (number >= FIRST_SMALL && number < FIRST_SMALL + SMALL_INTS) {
        const uint8_t byte = (uint8_t)(number - FIRST_SMALL);
        remember(values, &values->ints[byte], value, &byte, 1);
        put(buffer, byte, 1);
        return 1;
    }
    const uint64_t without_sign = number < 0 ? ~(uint64_t)number : (uint64_t)number;
    const size_t bits = 65 - (size_t)__builtin_clzll(without_sign), bytes = (bits + 7) / 8; /* it is not 0, which is small */
    put(buffer, INT + bytes - 1, 1);
    put(buffer, (uint64_t)number, bytes);
    return 1;
}

static int pack_chars(struct buffer *buffer, uint8_t first, uint8_t first_if_long, const char *chars, Py_ssize_t length) {
    if (length > LONGEST)
        return 0;
    if (!buffer_reserve(buffer, MOST_HEAD_BYTES + (size_t)length))
        return -1;
    put_head(buffer, first, first_if_long, (size_t)length);
    if (length)
        memcpy(buffer->bytes + buffer->used, chars, (size_t)length);
    buffer->used += (size_t)length;
    return 1;
}

static int pack_text(struct values *values, PyObject *value, struct buffer *buffer) {
    Py_ssize_t length;
    const char *chars = PyUnicode_AsUTF8AndSize(value, &length);
    if (!chars) { /* half a character of two */
        if (PyErr_ExceptionMatches(PyExc_MemoryError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    const size_t before = buffer->used;
    const int packed = pack_chars(buffer, TEXT, LONG_TEXT, chars, length);
    if (packed > 0 && length == 1)
        remember(values, &values->letters[(uint8_t)*chars], value, buffer->bytes + before, buffer->used - before);
    return packed;
}

static int pack_bytes(PyObject *value, struct buffer *buffer) {
    char *chars;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(value, &chars, &length) != 0)
        return -1;
    if (length > LONGEST)
        return 0;
    if (!buffer_reserve(buffer, MOST_HEAD_BYTES))
        return -1;
    put(buffer, BYTES, 1);
    put(buffer, (uint64_t)length, LENGTH_BYTES);
    if (!buffer_reserve(buffer, (size_t)length))
        return -1;
    if (length)
        memcpy(buffer->bytes + buffer->used, chars, (size_t)length);
    buffer->used += (size_t)length;
    return 1;
}

static int pack(struct values *values, PyObject *value, struct buffer *buffer, unsigned depth);

static int pack_tuple(struct values *values, PyObject *tuple, struct buffer *buffer, unsigned depth) {
    const Py_ssize_t length = PyTuple_Size(tuple);
    if (depth == DEEPEST || length > UINT32_MAX)
        return 0;
    put_head(buffer, TUPLE, LONG_TUPLE, (size_t)length);
    int packed = 1;
    for (Py_ssize_t i = 0; packed > 0 && i < length; i++)
        packed = pack(values, PyTuple_GetItem(tuple, i), buffer, depth + 1);
    return packed;
}

static inline int pack(struct values *values, PyObject *value, struct buffer *buffer, unsigned depth) {
    if (!buffer_reserve(buffer, MOST_HEAD_BYTES))
        return -1;
    const struct remembered *place = place_of(values, value);
    if (place->object == value) {
        memcpy(buffer->bytes + buffer->used, place->bytes, LONGEST_REMEMBERED);
        buffer->used += place->length;
        return 1;
    }
    const PyTypeObject *type = Py_TYPE(value);
    if (type == &PyTuple_Type)
        return pack_tuple(values, value, buffer, depth);
    if (type == &PyLong_Type)
        return pack_int(values, value, buffer);
    if (type == &PyUnicode_Type)
        return pack_text(values, value, buffer);
    if (type == &PyBytes_Type)
        return pack_bytes(value, buffer);
    if (value != Py_None)
        return 0;
    put(buffer, NONE, 1);
    return 1;
}

int values_pack(struct values *values, PyObject *value, struct buffer *buffer) {
    return pack(values, value, buffer, 0);
}

/* ---- And back */

static uint64_t take(const uint8_t **bytes, size_t count) {
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++)
        number |= (uint64_t)*(*bytes)++ << 8 * i;
    return number;
}

static PyObject *unpack_int(const uint8_t **bytes, size_t count) {
    const size_t unused = 64 - 8 * count;
    const uint64_t number = take(bytes, count) << unused;
    return PyLong_FromLongLong((long long)number >> unused);
}

static PyObject *unpack_text(struct values *values, const uint8_t **bytes, size_t length) {
    const uint8_t *chars = *bytes;
    *bytes += length;
    if (length == 1 && values->letters[*chars])
        return new_reference(values->letters[*chars]);
    return PyUnicode_DecodeUTF8((const char *)chars, (Py_ssize_t)length, NULL);
}

static PyObject *unpack_tuple(struct values *values, const uint8_t **bytes, size_t length) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)length);
    for (size_t i = 0; tuple && i < length; i++) {
        PyObject *item = values_unpack(values, bytes);
        if (!item || PyTuple_SetItem(tuple, (Py_ssize_t)i, item) != 0) { /* which owns the item also then */
            Py_DECREF(tuple);
            return NULL;
        }
    }
    return tuple;
}

PyObject *values_unpack(struct values *values, const uint8_t **bytes) {
    const unsigned first = *(*bytes)++;
    if (first < SMALL_INTS)
        return values->ints[first] ? new_reference(values->ints[first]) : PyLong_FromLong((long)first + FIRST_SMALL);
    if (first < TUPLE)
        return unpack_int(bytes, first - INT + 1);
    if (first <= LONG_TUPLE)
        return unpack_tuple(values, bytes, first == LONG_TUPLE ? (size_t)take(bytes, LENGTH_BYTES) : first - TUPLE);
    if (first <= LONG_TEXT)
        return unpack_text(values, bytes, first == LONG_TEXT ? (size_t)take(bytes, LENGTH_BYTES) : first - TEXT);
    if (first == NONE)
        return new_reference(Py_None);
    const size_t length = (size_t)take(bytes, LENGTH_BYTES);
    const char *chars = (const char *)*bytes;
    *bytes += length;
    return PyBytes_FromStringAndSize(chars, (Py_ssize_t)length);
}
