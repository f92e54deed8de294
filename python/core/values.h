/* Values as bytes: None, whole numbers of 64 bits, strings, bytes, and tuples of these. They must have exactly these types: then two of them
 * are equal if and only if their bytes are, and an equal object can be made of the bytes. (True is equal to 1 and is not 1: it is no value.)
 * No value has bytes that another one's begin with. Nothing of the user's runs here. */
#ifndef PYTHON_CORE_VALUES_H
#define PYTHON_CORE_VALUES_H

#include "python/core/core.h"

enum { SMALL_INTS = 192, FIRST_SMALL = -8, LETTERS = 128, REMEMBERED = 512, LONGEST_REMEMBERED = 2 };

/* Bytes that grow. All zero: none yet. */
struct buffer {
    uint8_t *bytes;
    size_t used, room;
};

void buffer_free(struct buffer *buffer);
/* More room than there is. false: an exception is set. */
bool buffer_grow(struct buffer *buffer, size_t more);

/* Room for so many bytes more. false: an exception is set. */
static inline bool buffer_reserve(struct buffer *buffer, size_t more) {
    return more <= buffer->room - buffer->used || buffer_grow(buffer, more);
}

/* An object whose bytes are known: it need not be looked into. */
struct remembered {
    const PyObject *object; /* one of those below */
    uint8_t bytes[LONGEST_REMEMBERED], length;
};

/* Objects that are met again and again: Python has small numbers and letters once only. All zero: none yet. */
struct values {
    struct remembered remembered[REMEMBERED]; /* by address */
    PyObject *ints[SMALL_INTS], *letters[LETTERS];
};

void values_free(struct values *values);

/* Appends the bytes of a value. 0: it is none, and some bytes may have been appended; -1: an exception is set. */
int values_pack(struct values *values, PyObject *value, struct buffer *buffer);
/* The value whose bytes these are, which are read to their end. NULL: an exception is set. */
PyObject *values_unpack(struct values *values, const uint8_t **bytes);

#endif
