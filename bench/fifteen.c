/* Korf's instances of the fifteen puzzle through the public API, by IDA*.
 *
 *     fifteen FILE COUNT MEGABYTES     the first COUNT instances of FILE; tables of at most so many megabytes
 *
 * Seconds are of the processor. A line of FILE: number, optimal length, nodes, then sixteen tiles, 0 the blank; the goal is 0 1 2 … 15. */
#include <fewest.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char rules[] = "board 4 x 4\n"
                            "pieces 1..15 x\n"
                            "let t = 1..15\n"
                            "names u d l r\n"
                            "move any direction: x t -> t x\n"
                            "goal x 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15\n";

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* `14 13 0 …` with x for the blank. */
static void read_tiles(char *text, char *start, size_t size) {
    size_t at = 0;
    for (char *word = strtok(text, " \n"); word && at < size; word = strtok(NULL, " \n"))
        at += (size_t)snprintf(start + at, size - at, "%s ", strcmp(word, "0") == 0 ? "x" : word);
}

static bool solve(fewest_puzzle *puzzle, const char *start, const fewest_options *options, size_t length,
                  uint64_t *nodes) {
    fewest_error error;
    if (!fewest_set_start(puzzle, start, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    fewest_answer *answer = fewest_solve(puzzle, options, &error);
    if (!answer) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    bool right = fewest_answer_status(answer) == FEWEST_SOLVED && fewest_answer_length(answer) == length;
    *nodes += fewest_answer_statistics(answer)->generated;
    if (!right)
        fprintf(stderr, "%s: %zu moves instead of %zu\n", start, fewest_answer_length(answer), length);
    fewest_answer_free(answer);
    return right;
}

int main(int argc, char **argv) {
    FILE *file = argc > 3 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "fifteen FILE COUNT MEGABYTES\n");
        return 2;
    }
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(rules, sizeof rules - 1, "fifteen", &error);
    fewest_options options = {.size = sizeof options};
    options.algorithm = FEWEST_IDASTAR;
    options.bound_memory = FEWEST_EXACTLY(strtoull(argv[3], NULL, 10) << 20);
    char line[256], start[256];
    bool right = puzzle != NULL;
    uint64_t nodes = 0;
    int left = atoi(argv[2]), done = 0;
    double begin = seconds_now();
    while (right && left > 0 && fgets(line, sizeof line, file)) {
        unsigned number, length;
        unsigned long long expected;
        int used;
        if (sscanf(line, "%u %u %llu %n", &number, &length, &expected, &used) != 3)
            continue;
        read_tiles(line + used, start, sizeof start);
        right = solve(puzzle, start, &options, length, &nodes);
        left--;
        done++;
    }
    double taken = seconds_now() - begin;
    printf("fewest %d instances, %llu nodes, %.1f M nodes/s, seconds %.3f\n", done, (unsigned long long)nodes,
           (double)nodes / taken / 1e6, taken);
    fclose(file);
    fewest_puzzle_free(puzzle);
    return right ? 0 : 1;
}
