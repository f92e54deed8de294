/* IDA* with the gap bound (Helmert 2010) written for pancakes alone: recursion, an array of sizes, and a flip changes one
 * pair of neighbours. What bench/pancakes.c is compared with.
 *
 *     pancake_ida < STACKS     a line for each stack: the pancakes from the top, numbered from 1
 *
 * Prints the length of each, then what it took on one line. Seconds are of the processor. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 250 };

static uint8_t stack[MOST + 1]; /* from the top; behind the last one lies the plate, which is number `count` */
static int count;
static uint64_t expanded, generated;

static int is_gap(int a, int b) {
    return a - b != 1 && b - a != 1;
}

static void flip(int pancakes) {
    for (int a = 0, b = pancakes - 1; a < b; a++, b--) {
        uint8_t moved = stack[a];
        stack[a] = stack[b];
        stack[b] = moved;
    }
}

/* Whether `left` flips are enough; the last one was that of `before` pancakes, `bound` gaps are there. */
static int dive(int before, int left, int bound) {
    expanded++;
    for (int pancakes = 2; pancakes <= count; pancakes++) {
        if (pancakes == before) continue;
        generated++;
        int below = stack[pancakes];
        int next = bound - is_gap(stack[pancakes - 1], below) + is_gap(stack[0], below);
        if (next >= left) continue;
        flip(pancakes);
        int found = next == 0 || dive(pancakes, left - 1, next);
        if (found) return 1;
        flip(pancakes);
    }
    return 0;
}

static int solve(void) {
    int bound = 0;
    for (int i = 0; i < count; i++) bound += is_gap(stack[i], stack[i + 1]);
    if (!bound) return 0;
    int limit = bound;
    while (!dive(0, limit, bound)) limit++;
    return limit;
}

int main(void) {
    static char line[8192];
    struct timespec begin, end;
    int done = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    while (fgets(line, sizeof line, stdin)) {
        count = 0;
        for (char *word = strtok(line, " \n"); word && count < MOST; word = strtok(NULL, " \n"))
            stack[count++] = (uint8_t)(atoi(word) - 1);
        if (!count) continue;
        stack[count] = (uint8_t)count;
        printf("%d\n", solve());
        done++;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double taken = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
    fprintf(stderr, "plain %d stacks, %llu expanded, %llu generated, seconds %.4f\n", done, (unsigned long long)expanded,
            (unsigned long long)generated, taken);
    return 0;
}
