/* Stacks of pancakes through the public API; what bench/plain/pancake_ida.c is beside it.
 *
 *     pancakes auto|idastar < STACKS     a line for each stack: the pancakes from the top, numbered from 1; all are equally high
 *
 * Prints the length of each, then what it took on one line. Seconds are of the processor. */
#include <fewest.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static unsigned words_of(const char *line) {
    unsigned count = 0;
    for (const char *at = line; *(at += strspn(at, " \n")); at += strcspn(at, " \n"))
        count++;
    return count;
}

/* The length of a shortest solution is printed; false: there is none. */
static bool solve(fewest_puzzle *puzzle, const char *start, const fewest_options *options, unsigned long long *expanded) {
    fewest_error error;
    fewest_answer *answer = fewest_set_start(puzzle, start, &error) ? fewest_solve(puzzle, options, &error) : NULL;
    if (!answer) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    const bool solved = fewest_answer_status(answer) == FEWEST_SOLVED;
    *expanded += fewest_answer_statistics(answer)->expanded;
    printf("%zu\n", fewest_answer_length(answer));
    fewest_answer_free(answer);
    return solved;
}

int main(int argc, char **argv) {
    static char line[8192];
    fewest_options options = {.size = sizeof options};
    fewest_error error;
    fewest_puzzle *puzzle = NULL;
    unsigned long long expanded = 0;
    unsigned done = 0;
    bool good = argc == 2;
    options.algorithm = good && strcmp(argv[1], "idastar") == 0 ? FEWEST_IDASTAR : FEWEST_AUTO;
    const double begin = seconds_now();
    while (good && fgets(line, sizeof line, stdin)) {
        char name[32];
        snprintf(name, sizeof name, "pancake-%u", words_of(line));
        if (!puzzle && !(puzzle = fewest_load(name, &error)))
            fprintf(stderr, "%s\n", error.text);
        good = puzzle && solve(puzzle, line, &options, &expanded);
        done++;
    }
    fprintf(stderr, "fewest %u stacks, %llu expanded, seconds %.4f\n", done, expanded, seconds_now() - begin);
    fewest_puzzle_free(puzzle);
    return good ? 0 : 1;
}
