/* Families of built-in puzzles: one for each choice of numbers, as tiles-3x4 or hanoi-5-4. Their texts are
 * written when they are asked for. */
#ifndef FEW_API_BUILTIN_FAMILIES_H
#define FEW_API_BUILTIN_FAMILIES_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct few_family {
    const char *pattern; /* its name; every capital letter stands for a whole number */
    const char *summary; /* one line */
    const char *source;  /* where it comes from */
    const char *numbers; /* which numbers it takes, for a message */
    const char *example; /* one of its puzzles */
};

size_t few_family_count(void);
const struct few_family *few_family_at(size_t index);

/* The family that a name belongs to by its form, whatever its numbers; NULL: none. */
const struct few_family *few_family_of(const char *name);

/* The text of the puzzle of that name, to be freed with free(). NULL: the name is of no family (*known is
 * false), or its numbers are out of range (*known is true); no memory: *error says so. */
char *few_family_text(const char *name, bool *known, struct few_error *error);

#endif
