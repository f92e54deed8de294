/* The searches that were compared, as rows, and how they are shown. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include <fewest.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One search on all starts. Sums are over the starts that it finished. */
struct compared {
    const char *search;    /* "bfs", as it was asked for */
    char store[64];        /* how it remembers states */
    char bound[168];       /* the lower bound it goes by, or "" */
    size_t starts;         /* finished */
    size_t solved;         /* of these, the others are proved unsolvable */
    fewest_status status;  /* SOLVED: all starts finished; else how it ended with the next one */
    fewest_limit limit;
    uint64_t length;       /* moves, a sum */
    uint64_t expanded, generated, peak_bytes;
    double seconds;        /* a sum, without set-up */
    double setup;          /* compiling the puzzle and building its tables, which the first start pays for */
    char why[200];
};

struct comparison {
    struct compared *rows;
    size_t count;
    size_t starts;
    const char *title;
    char chosen[300]; /* what `auto` chooses, and why; or "" */
};

/* Fills the column that says why one wins: from the numbers alone. */
void compare_reasons(struct comparison *comparison);

void compare_print(FILE *file, const struct comparison *comparison);
void compare_json(FILE *file, const struct comparison *comparison);
void compare_csv(FILE *file, const struct comparison *comparison);
void compare_svg(FILE *file, const struct comparison *comparison);

#endif
