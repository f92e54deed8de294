/* What was probably meant: the nearest of a set of words to a misspelt one. */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include <stddef.h>

/* Offer it one word after the other; `best` is then the nearest that is near enough, or NULL. */
struct nearest {
    const char *wanted, *best;
    size_t distance; /* of the best */
};

struct nearest nearest_to(const char *wanted);
void nearest_offer(struct nearest *nearest, const char *word);

#endif
