/* What bench/run-explore runs, one measurement a process, so that none warms the cache or the memory for another:
 *
 *     explore yardstick BITS THREADS           random test-and-set in a bitmap of so many bits, prefetched;
 *                                              then reading and writing it from front to back
 *     explore walk PUZZLE FROM METHOD THREADS  the whole space by the library; FROM is start or goal
 *
 * Seconds are given twice: on the clock, and of the processor, which a busy machine changes least. */
#include <fewest.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static double seconds_on(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum { AHEAD = 32, MOST_THREADS = 64 };

struct updates {
    uint64_t *words;
    uint64_t bits, count, seed, fresh;
};

/* xorshift: the cheapest numbers that do for this. */
static inline uint64_t draw(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void *update(void *given) {
    struct updates *job = given;
    uint64_t ahead[AHEAD], state = job->seed, fresh = 0, *words = job->words;
    __extension__ typedef unsigned __int128 wide;
    memset(ahead, 0, sizeof ahead);
    for (uint64_t i = 0; i < job->count; i++) {
        uint64_t bit = ahead[i % AHEAD], next = (uint64_t)((wide)draw(&state) * job->bits >> 64);
        ahead[i % AHEAD] = next;
        __builtin_prefetch(&words[next >> 6], 1);
        uint64_t old = words[bit >> 6], one = UINT64_C(1) << (bit & 63);
        fresh += !(old & one);
        words[bit >> 6] = old | one;
    }
    job->fresh = fresh;
    return NULL;
}

static int yardstick(uint64_t bits, unsigned threads) {
    size_t bytes = (bits + 63) / 64 * 8, huge = 2 << 20;
    bytes = (bytes + huge - 1) / huge * huge;
    uint64_t *words = aligned_alloc(huge, bytes);
    if (!words || threads > MOST_THREADS) return 4;
    madvise(words, bytes, MADV_HUGEPAGE);
    memset(words, 0, bytes);
    struct updates jobs[MOST_THREADS];
    pthread_t handles[MOST_THREADS];
    double clock = seconds_on(CLOCK_MONOTONIC), cpu = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
    for (unsigned t = 0; t < threads; t++) {
        jobs[t] = (struct updates){words, bits, 50000000 / threads, 88172645463325252u + t, 0};
        if (pthread_create(&handles[t], NULL, update, &jobs[t]) != 0) return 4;
    }
    for (unsigned t = 0; t < threads; t++) pthread_join(handles[t], NULL);
    clock = seconds_on(CLOCK_MONOTONIC) - clock;
    cpu = seconds_on(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("updates %.0f %.0f\n", 50e6 / clock, 50e6 / cpu);
    clock = seconds_on(CLOCK_MONOTONIC);
    cpu = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
    for (int round = 0; round < 5; round++)
        for (size_t w = 0; w < bytes / 8; w++) words[w] = words[w] * 3 + (uint64_t)round;
    clock = seconds_on(CLOCK_MONOTONIC) - clock;
    cpu = seconds_on(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("sequential %.0f %.0f %u\n", 10.0 * (double)bytes / clock, 10.0 * (double)bytes / cpu,
           (unsigned)words[bits % 1024] & 1);
    free(words);
    return 0;
}

static int walk(char **arguments) {
    fewest_error error;
    fewest_puzzle *puzzle = fewest_load(arguments[0], &error);
    fewest_explore_options options = fewest_explore_defaults();
    options.from_goal = strcmp(arguments[1], "goal") == 0;
    options.method = FEWEST_METHOD_AUTO;
    for (int m = FEWEST_METHOD_AUTO; m <= FEWEST_METHOD_HASH; m++)
        if (strcmp(arguments[2], fewest_method_word((fewest_method)m)) == 0) options.method = (fewest_method)m;
    options.threads = (unsigned)strtoul(arguments[3], NULL, 10);
    double clock = seconds_on(CLOCK_MONOTONIC), cpu = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
    fewest_exploration *found = puzzle ? fewest_explore(puzzle, &options, &error) : NULL;
    clock = seconds_on(CLOCK_MONOTONIC) - clock;
    cpu = seconds_on(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    if (!found) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    if (fewest_exploration_status(found) != FEWEST_SOLVED) return 1;
    printf("walk %s %llu %.6f %.6f %llu ", fewest_method_word(fewest_exploration_method(found)),
           (unsigned long long)fewest_exploration_states(found), clock, cpu,
           (unsigned long long)fewest_exploration_statistics(found)->peak_bytes);
    for (size_t d = 0; d < fewest_exploration_layers(found); d++)
        printf("%s%llu", d ? "," : "", (unsigned long long)fewest_exploration_layer(found, d));
    putchar('\n');
    fewest_exploration_free(found);
    fewest_puzzle_free(puzzle);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "yardstick") == 0)
        return yardstick(strtoull(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10));
    if (argc == 6 && strcmp(argv[1], "walk") == 0) return walk(argv + 2);
    fputs("usage: explore yardstick BITS THREADS | explore walk PUZZLE FROM METHOD THREADS\n", stderr);
    return 2;
}
