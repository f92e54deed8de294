/* Names of other programs as words of the puzzle language. */
#ifndef IMPORT_NAMES_H
#define IMPORT_NAMES_H

#include "import/source.h"

/* Different words, numbered in the order in which they came. All zero: none yet. */
struct names {
    char **list;
    size_t count, room;
    size_t *slots; /* numbers from 1, by hash; 0: free */
    size_t slot_count;
};

enum { NO_NAME = -1 }; /* there is no memory */

void names_free(struct names *names);
/* The number of the word, or NO_NAME: it is not there. */
long names_find(const struct names *names, struct span word);
/* The same, and the word is added where it is not there. NO_NAME: there is no memory for it. */
long names_add(struct names *names, struct span word);

/* Adds what the language takes for a piece: marks that it keeps for itself, and blanks, become one `-`. If that is there
 * already, a number is put behind it, so that each call adds a word. `before` stands in front. NO_NAME: there is no memory. */
long names_add_clean(struct names *names, const char *before, struct span word);

/* Whether the head of a move can begin with this name: it is no number, and no qualifier of the language. */
bool can_name_move(const char *name);

/* A name from `wanted` for a var or a let name: one that is no piece. To be freed; NULL: there is no memory. */
char *name_apart(const struct names *pieces, const char *wanted);

#endif
