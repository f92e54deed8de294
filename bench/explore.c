/* What bench/run-explore runs, one measurement a process, so that none warms the cache or the memory for another:
 *
 *     explore yardstick BITS THREADS           random test-and-set in a bitmap of so many bits, prefetched;
 *                                              then reading and writing it from front to back
 *     explore inserts STATES ATTEMPTS WORDS    so many inserts of random keys, of which STATES differ, into an open
 *                                              table that has room for them from the start, prefetched
 *     explore explore PUZZLE FROM METHOD THREADS TIMES [BYTES]
 *                                              the whole space by the library, the best of so many times; FROM is start
 *                                              or goal
 *
 * Seconds are given twice: on the clock, and of the processor, which a busy machine changes least. */
#include <fewest.h>
#include <fewest/explore.h>

#include <malloc.h>
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

/* ---- Inserts */

static inline uint64_t mix(uint64_t x) {
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

struct table {
    uint64_t *slots, mask;
    unsigned words;
};

/* Puts a key where it belongs, by linear probing; 1: it was not there. */
static inline uint64_t insert(const struct table *table, const uint64_t *key, uint64_t slot, unsigned words) {
    for (;; slot = (slot + 1) & table->mask) {
        uint64_t *at = table->slots + slot * words, unlike = 0;
        for (unsigned i = 0; i < words; i++) unlike |= at[i] ^ key[i];
        if (unlike == 0) return 0;
        if (at[0] != 0) continue; /* no first word of a key is 0 */
        for (unsigned i = 0; i < words; i++) at[i] = key[i];
        return 1;
    }
}

static inline __attribute__((always_inline)) uint64_t insert_all(const struct table *table, uint64_t states,
                                                                 uint64_t attempts, unsigned words) {
    uint64_t keys[AHEAD][8], slots[AHEAD], state = 88172645463325252u, fresh = 0;
    __extension__ typedef unsigned __int128 wide;
    for (uint64_t i = 0; i < attempts + AHEAD; i++) {
        uint64_t *key = keys[i % AHEAD];
        if (i >= AHEAD) fresh += insert(table, key, slots[i % AHEAD], words);
        uint64_t number = (uint64_t)((wide)draw(&state) * states >> 64), hash = mix(number + 1);
        for (unsigned w = 0; w < words; w++) key[w] = hash + w * number; /* the mix has no fixed point but 0 */
        slots[i % AHEAD] = mix(hash) & table->mask;
        __builtin_prefetch(table->slots + slots[i % AHEAD] * words, 1);
    }
    return fresh;
}

static int inserts(uint64_t states, uint64_t attempts, unsigned words) {
    size_t slots = 64, huge = 2 << 20;
    while (slots * 8 / 10 < states) slots *= 2;
    size_t bytes = (slots * words * 8 + huge - 1) / huge * huge;
    struct table table = {aligned_alloc(huge, bytes), slots - 1, words};
    if (!table.slots || words < 1 || words > 8) return 4;
    madvise(table.slots, bytes, MADV_HUGEPAGE);
    memset(table.slots, 0, bytes);
    uint64_t fresh = 0, rounds = attempts < 10000000 ? 10000000 / attempts + 1 : 1; /* a small table: again and again */
    double clock = 0, cpu = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        if (round) memset(table.slots, 0, bytes);
        double before = seconds_on(CLOCK_MONOTONIC), cpu_before = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
        fresh = words == 1   ? insert_all(&table, states, attempts, 1)
                : words == 2 ? insert_all(&table, states, attempts, 2)
                             : insert_all(&table, states, attempts, words);
        clock += seconds_on(CLOCK_MONOTONIC) - before;
        cpu += seconds_on(CLOCK_PROCESS_CPUTIME_ID) - cpu_before;
    }
    printf("inserts %.0f %.0f %llu\n", (double)(attempts * rounds) / clock, (double)(attempts * rounds) / cpu,
           (unsigned long long)fresh);
    free(table.slots);
    return 0;
}

/* ---- Explorations */

static fewest_exploration *explore(fewest_puzzle *puzzle, char **arguments, double *clock, double *cpu,
                                   fewest_error *error) {
    fewest_explore_options options = {.size = sizeof options};
    options.from_goal = strcmp(arguments[1], "goal") == 0;
    for (int m = FEWEST_METHOD_AUTO; m <= FEWEST_METHOD_COORDINATES; m++)
        if (strcmp(arguments[2], fewest_method_word((fewest_method)m)) == 0) options.method = (fewest_method)m;
    /* A method that is named is measured for itself: every state is inserted. Coordinates have symmetries of their own. */
    if (options.method != FEWEST_METHOD_AUTO && options.method != FEWEST_METHOD_COORDINATES) options.symmetry = FEWEST_SYMMETRY_OFF;
    options.limits.threads = strtoul(arguments[3], NULL, 10);
    options.limits.memory = arguments[5] ? strtoull(arguments[5], NULL, 10) : 0;
    double clock_before = seconds_on(CLOCK_MONOTONIC), cpu_before = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
    fewest_exploration *found = fewest_explore(puzzle, &options, error);
    double clock_taken = seconds_on(CLOCK_MONOTONIC) - clock_before;
    double cpu_taken = seconds_on(CLOCK_PROCESS_CPUTIME_ID) - cpu_before;
    if (clock_taken < *clock) *clock = clock_taken;
    if (cpu_taken < *cpu) *cpu = cpu_taken;
    return found;
}

static int report(char **arguments) {
    fewest_error error = {0};
    fewest_puzzle *puzzle = fewest_load(arguments[0], &error);
    fewest_exploration *found = NULL;
    double clock = 1e9, cpu = 1e9;
    for (unsigned long left = puzzle ? strtoul(arguments[4], NULL, 10) : 0; left > 0; left--) {
        fewest_exploration_free(found);
        found = explore(puzzle, arguments, &clock, &cpu, &error);
        if (!found) break;
    }
    if (!found) {
        fprintf(stderr, "%s\n", error.text);
        fewest_puzzle_free(puzzle);
        return 1;
    }
    if (fewest_exploration_status(found) != FEWEST_SOLVED) return 1;
    printf("explore %s %llu %llu %.6f %.6f %llu ", fewest_method_word(fewest_exploration_method(found)),
           (unsigned long long)fewest_exploration_states(found),
           (unsigned long long)fewest_exploration_statistics(found)->generated, clock, cpu,
           (unsigned long long)fewest_exploration_statistics(found)->peak_bytes);
    for (size_t d = 0; d < fewest_exploration_layers(found); d++)
        printf("%s%llu", d ? "," : "", (unsigned long long)fewest_exploration_layer(found, d));
    putchar('\n');
    fewest_exploration_free(found);
    fewest_puzzle_free(puzzle);
    return 0;
}

int main(int argc, char **argv) {
    mallopt(M_TRIM_THRESHOLD, 256 << 20); /* many walks in one process: do not give memory back and fetch it again between them */
    if (argc == 4 && strcmp(argv[1], "yardstick") == 0)
        return yardstick(strtoull(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10));
    if (argc == 5 && strcmp(argv[1], "inserts") == 0)
        return inserts(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), (unsigned)strtoul(argv[4], NULL, 10));
    if ((argc == 7 || argc == 8) && strcmp(argv[1], "explore") == 0) return report(argv + 2);
    fputs("usage: explore yardstick BITS THREADS | explore inserts STATES ATTEMPTS WORDS | explore explore PUZZLE FROM METHOD THREADS TIMES [BYTES]\n", stderr);
    return 2;
}
