/* The parts of `fewest judge`: cases, the program under test, what its output means. */
#ifndef CLI_JUDGE_H
#define CLI_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Texts that grow */

struct text {
    char *bytes; /* NUL-terminated; NULL: empty */
    size_t length, room;
};

/* Appends; where memory is refused the process ends, with status 4 and a message. */
void text_add(struct text *text, const char *bytes, size_t length);
void text_print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_set(struct text *text, const char *from);
void text_free(struct text *text);
static inline const char *text_of(const struct text *text) { return text->bytes ? text->bytes : ""; }

/* ---- Running a program (judge_program.c) */

struct judge_limits {
    double seconds;  /* of processor time; of the clock, for a program that waits */
    uint64_t memory; /* bytes, 0: none */
    size_t output;   /* bytes it may print */
};

enum ending {
    ENDED_WELL,    /* exit status 0 */
    ENDED_STATUS,  /* another exit status */
    ENDED_SIGNAL,  /* a crash */
    ENDED_TIME,    /* it was stopped: time */
    ENDED_OUTPUT,  /* it was stopped: it printed more than anyone wants */
    ENDED_UNBEGUN  /* it could not be started */
};

struct judge_run {
    enum ending ending;
    int number;            /* exit status, signal, or errno */
    struct text output, errors;
    size_t input_left;     /* bytes of the input that were not read */
    bool read_nothing;
    bool was_computing;    /* when it was stopped, as opposed to waiting */
    double seconds, processor_seconds;
    uint64_t peak_bytes;
};

/* Runs the program on the input. With arguments NULL, `judge` is answered by ourselves, under the same limits. */
void judge_run_program(char *const *arguments, const char *judge, const struct text *input,
                       const struct judge_limits *limits, struct judge_run *run);
void judge_run_free(struct judge_run *run);

/* ---- Cases (judge_cases.c) */

struct judge_task {
    const char *name;
    bool many;           /* an input holds many cases */
    const char *last;    /* the line that ends the input, or "" */
    bool counts_cases;   /* the number of cases stands first */
    const char *beyond;  /* an answer that the judge's own inputs never have, or NULL */
    const char *const *edges;  /* cases that are known to be hard or special, up to NULL */
    const char *const *beyond_edges;
    /* A random case; `level` from 0 (tiny) to 1 (the judge's limits). */
    void (*generate)(struct text *text, uint64_t *seed, double level);
};

const struct judge_task *judge_task_named(const char *name);
uint64_t judge_random(uint64_t *seed, uint64_t below); /* 0 .. below - 1 */

/* The input that holds these cases. */
void judge_join(const struct judge_task *task, const struct text *cases, size_t count, struct text *input);

/* The k-th simpler or at least other form of a case, k from 0: false where there are no more. It may be no case
 * at all, which our own answer shows. */
bool judge_variant(const struct judge_task *task, const char *from, size_t k, struct text *to);

/* ---- Meaning (judge_meaning.c) */

/* Whether an output is right, given ours; if not, *why says what is wrong, with the step where a way goes wrong, and
 * *which is the case it is about (from 0). */
bool judge_means_right(const struct judge_task *task, const struct text *cases, size_t count, const char *ours,
                       const char *theirs, struct text *why, size_t *which);

#endif
