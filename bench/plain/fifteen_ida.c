/* IDA* with Manhattan distance written for the fifteen puzzle alone: recursion, an array of tiles, a table of changes for
 * each tile and step. What bench/fifteen.c is compared with.
 *
 *     fifteen_ida FILE COUNT     the first COUNT instances of FILE, as in bench/fifteen.c */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint8_t tiles[16];
static int8_t change[16][16][16]; /* [tile][from][to]: what the distance gains */
static uint8_t steps[16][5];      /* the neighbours of a cell, ended by 255 */
static uint64_t nodes;
static int next_limit;

static int distance(int tile, int cell) {
    return abs(tile / 4 - cell / 4) + abs(tile % 4 - cell % 4);
}

static void prepare(void) {
    for (int cell = 0; cell < 16; cell++) {
        int count = 0;
        if (cell >= 4) steps[cell][count++] = (uint8_t)(cell - 4);
        if (cell % 4 > 0) steps[cell][count++] = (uint8_t)(cell - 1);
        if (cell % 4 < 3) steps[cell][count++] = (uint8_t)(cell + 1);
        if (cell < 12) steps[cell][count++] = (uint8_t)(cell + 4);
        steps[cell][count] = 255;
        for (int tile = 1; tile < 16; tile++)
            for (int to = 0; to < 16; to++)
                change[tile][cell][to] = (int8_t)(distance(tile, to) - distance(tile, cell));
    }
}

/* The blank is at `blank` and came from `before`; `left` is what may still be paid, `bound` the distance. */
static int dive(int blank, int before, int left, int bound, int limit) {
    for (const uint8_t *step = steps[blank]; *step != 255; step++) {
        int to = *step;
        if (to == before) continue;
        int tile = tiles[to], next = bound + change[tile][to][blank];
        nodes++;
        if (next >= left) {
            int sum = limit - left + 1 + next;
            if (sum < next_limit) next_limit = sum;
            continue;
        }
        if (next == 0) return limit - left + 1;
        tiles[blank] = (uint8_t)tile;
        int found = dive(to, blank, left - 1, next, limit);
        tiles[to] = (uint8_t)tile;
        if (found) return found;
    }
    return 0;
}

static int solve(void) {
    int bound = 0, blank = 0;
    for (int cell = 0; cell < 16; cell++) {
        if (tiles[cell]) bound += distance(tiles[cell], cell);
        else blank = cell;
    }
    for (int limit = bound;; limit = next_limit) {
        next_limit = 1000;
        int found = dive(blank, -1, limit, bound, limit);
        if (found) return found;
    }
}

int main(int argc, char **argv) {
    FILE *file = argc > 2 ? fopen(argv[1], "r") : NULL;
    if (!file) return 2;
    prepare();
    char line[256];
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    int left = atoi(argv[2]), done = 0, status = 0;
    while (left > 0 && fgets(line, sizeof line, file)) {
        int number, length, used;
        unsigned long long expected;
        if (sscanf(line, "%d %d %llu %n", &number, &length, &expected, &used) != 3) continue;
        char *word = strtok(line + used, " \n");
        for (int cell = 0; cell < 16 && word; cell++, word = strtok(NULL, " \n")) tiles[cell] = (uint8_t)atoi(word);
        if (solve() != length) {
            fprintf(stderr, "instance %d: not the length\n", number);
            status = 1;
        }
        left--;
        done++;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double taken = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
    printf("plain %d instances, %llu nodes, %.1f M nodes/s, seconds %.3f\n", done, (unsigned long long)nodes,
           (double)nodes / taken / 1e6, taken);
    fclose(file);
    return status;
}
