/* Inputs of bytes, found by libFuzzer as it sees what they reach. Each program of this folder has one function, which does with
 * an input what a stranger could have done with it. */
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <fewest.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tries one input. It must leave nothing behind. */
void try_input(const uint8_t *data, size_t size);
/* Called once before the first. */
void begin_inputs(void);

/* A number that depends on the whole input, so that every input is tried in one manner, and similar ones in different
 * ones. */
uint64_t mixture(const uint8_t *data, size_t size);

/* What must be so; else the process is aborted with the words. */
void must(bool so, const char *words);
/* An error must say what is wrong. */
void must_explain(const fewest_error *error);

/* Called for each request of the program to the system that may be refused: is this the one? */
bool is_refused(void);
/* None of this try is. */
void refuse_nothing(void);

/* Limits that keep one input short. */
fewest_options short_options(void);

/* Tries an input, and again with so many of its allocations refused, one at a time. */
void try_refusing(const uint8_t *data, size_t size, unsigned times);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
