/* For `fewest judge`: running the program under test. */
#ifndef CLI_JUDGE_H
#define CLI_JUDGE_H

#include "contest/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
