#include "rules/beliefs.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef NDEBUG

void few_belief(const char *what, bool holds, const struct few_puzzle *puzzle) {
    if (holds)
        return;
    fprintf(stderr, "fewest: a belief about this puzzle is false: %s\n", what);
    if (puzzle->text)
        fwrite(puzzle->text, 1, puzzle->text_length, stderr);
    fflush(stderr);
    abort();
}

#else

typedef int few_nothing_here;

#endif
