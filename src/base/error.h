/* An error is a value with a message for a person: what was wrong, where, what to do. */
#ifndef FEW_BASE_ERROR_H
#define FEW_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum few_error_kind {
    FEW_ERROR_NONE,
    FEW_ERROR_INPUT,  /* the input is invalid */
    FEW_ERROR_MEMORY, /* a budget or the system refused memory */
    FEW_ERROR_SYSTEM, /* a file could not be read, … */
    FEW_ERROR_MEMORY_LIMIT, /* it was a budget that the user gave */
    FEW_ERROR_TIME_LIMIT,
    FEW_ERROR_STATE_LIMIT,
    FEW_ERROR_DEPTH_LIMIT,
    FEW_ERROR_LIMIT,       /* of another kind */
    FEW_ERROR_INTERRUPTED,
    FEW_ERROR_UNSOLVABLE,  /* what was asked for does not exist, and that is proved */
};

enum { FEW_ERROR_TEXT = 256 };

struct few_error {
    enum few_error_kind kind;
    unsigned line, column;        /* from 1, in characters; 0: the error has no place in a text */
    unsigned width;               /* characters the caret stands under, at least 1 */
    char file[FEW_ERROR_TEXT];    /* name of the text */
    char source[FEW_ERROR_TEXT];  /* the line, cut to a window around the place where it is long */
    unsigned source_column;       /* the column inside `source` */
    char message[FEW_ERROR_TEXT]; /* one sentence, no full stop needed */
    char hint[FEW_ERROR_TEXT];    /* what was probably meant; empty: nothing to say */
};

/* No error as yet. Clearing all of its text as well takes longer than many a question that may fail. */
static inline void few_error_clear(struct few_error *error) {
    error->kind = FEW_ERROR_NONE;
    error->line = error->column = error->width = error->source_column = 0;
    error->file[0] = error->source[0] = error->message[0] = error->hint[0] = 0;
}

/* All return false, so that a function can `return few_fail(…)`. The first error stays. */
bool few_fail(struct few_error *error, enum few_error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool few_fail_memory(struct few_error *error);

/* What follows a word behind a number: "3 cells", "1 cell". */
static inline const char *few_plural(unsigned long long count) {
    return count == 1 ? "" : "s";
}

/* What kind of error it is that a call on a file failed with this errno: the system has nothing left or a device is broken,
 * or the name that was given is wrong. */
enum few_error_kind few_kind_of_errno(int number);

/* Writes an error for a person to read: several lines with the place under a caret where it has one, each line
 * with its end.
 *
 *     eight.few:7:27: `y` is not a declared piece
 *       7 | move    any direction:  x y -> t x
 *         |                           ^
 *         = did you mean `x`?
 *
 * False where the buffer was too small and the text is cut; FEW_ERROR_FORMATTED bytes are always enough. */
enum { FEW_ERROR_FORMATTED = 2048 };
bool few_error_format(const struct few_error *error, char *buffer, size_t size);

#endif
