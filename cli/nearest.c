/* The distance is the number of letters to insert, remove, change or exchange with their neighbour. */
#include "cli/nearest.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST = 32 };

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t distance(const char *a, const char *b) {
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return SIZE_MAX;
    size_t rows[3][LONGEST + 1]; /* the current row and the two before it, in turn */
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= m; i++) {
        size_t *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            row[j] = smaller(smaller(row[j - 1], last[j]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

struct nearest nearest_to(const char *wanted) {
    /* A third of the letters may be wrong, and at least one. */
    size_t tolerated = smaller(strlen(wanted), LONGEST) / 3;
    return (struct nearest){.wanted = wanted, .distance = tolerated ? tolerated + 1 : 2};
}

void nearest_offer(struct nearest *nearest, const char *word) {
    size_t length = strlen(nearest->wanted);
    size_t d = distance(nearest->wanted, word);
    /* An abbreviation is as good as one mistake. */
    if (d > 1 && length > 1 && strncmp(nearest->wanted, word, length) == 0)
        d = 1;
    if (d >= nearest->distance)
        return;
    nearest->distance = d;
    nearest->best = word;
}
