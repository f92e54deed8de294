/* A judge, and what it gets to solve: the input, the output as far as it is known, and a solver that is kept from
 * case to case. A judge reads all cases, adds the answers to the output and returns true; false: the run
 * says why. The output is printed only when all of the input was good. */
#ifndef CONTEST_JUDGE_H
#define CONTEST_JUDGE_H

#include "contest/compare.h"
#include "contest/read.h"
#include "contest/text.h"
#include "contest/variants.h"

#include <fewest.h>

struct output {
    char *text;
    size_t length, room;
};

struct run {
    struct input input;
    struct output output;
    const struct contest_limits *limits; /* NULL: none */
    struct solver *solver; /* made when it is first needed, kept from case to case */
    /* Where it fails for another reason than the input: */
    fewest_status trouble;
    char message[1024];
};

/* All that is known of a judge: one file of this folder each (judges of one puzzle share theirs), listed in judges.h. */
struct judge {
    const char *name, *alias; /* another name of the same task, or "" */
    const char *summary;      /* one line */
    bool (*solve)(struct run *run);

    /* For the stress test of someone's program (fewest judge): */
    bool many;                /* an input holds many cases */
    bool counts_cases;        /* their number stands first */
    const char *last;         /* the line that ends the input, or NULL */
    const char *const *edges; /* cases that are known to be hard or special, up to NULL */
    const char *beyond;       /* an answer that the judge's own inputs never have, or NULL */
    const char *const *beyond_edges; /* cases with that answer */
    /* A random case as it stands in an input; `level` from 0 (tiny) to 1 (the judge's limits). */
    void (*generate)(struct text *text, uint64_t *seed, double level);
    /* Whether an output is right. NULL: it must have the words of ours, a line for each case. */
    bool (*is_right)(struct comparison *comparison);
    /* Simpler forms of a case, besides those with other marks (variants.h), up to NULL. */
    variant_maker *simpler[3];
};

/* Adds to the output. False: no memory, which the run then says. */
bool run_print(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A failure that is not the input's; always false. */
bool run_fail(struct run *run, fewest_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
