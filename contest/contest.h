/* The judges by their names, and the way to run one. */
#ifndef CONTEST_CONTEST_H
#define CONTEST_CONTEST_H

#include <fewest.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct judge; /* contest/judge.h */

size_t contest_count(void);
const struct judge *contest_at(size_t index);
const struct judge *contest_named(const char *name); /* by either name; NULL: there is none */

/* What a run may use. NULL: as much as there is. */
struct contest_limits {
    fewest_limits (*left)(void *context); /* what is left of memory and seconds, whenever it is asked */
    void *context;
};

/* Reads the judge's input and prints what the judge asks for; with `many`, the input is several of them with
 * a line `---` between any two, and the outputs are printed one after the other. The exit status: 0, 2 where the input (or
 * the judge's name) is wrong, 3 where a limit was reached, 4 where the system refused something; unless
 * it is 0, nothing is printed to `out`, and `err` says why. */
int contest_main(const char *judge, bool many, FILE *in, FILE *out, FILE *err,
                 const struct contest_limits *limits);

#endif
