/* What is true of a puzzle, as a line of JSON, for tests of the tool. */
#ifndef FUZZ_TELL_H
#define FUZZ_TELL_H

#include <stdint.h>
#include <stdio.h>

/* false: it has a mistake, or too many states; then nothing is written. */
int tell_truth(FILE *out, uint64_t seed, const char *text);

#endif
