/* How fast the stores take in states, beside what the machine can do at all. Not a test.
 *
 *     visited [largest]      the largest number of states, 100000000 unless told
 *
 * Yardsticks: random bit updates, prefetched, in a table of the same size; and a plain open table (a power of
 * two, half full, one look-up after another), as one would write it in an afternoon. Every figure is in
 * nanoseconds of processor time for one state; the ratio is to the first yardstick. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "visited/internal.h"

enum { BATCH = 4096, AHEAD = 32 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* splitmix64: the i-th random number without the ones before it. */
static uint64_t random_at(uint64_t i) {
    uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void must(bool good) {
    if (!good) {
        fputs("no memory\n", stderr);
        exit(4);
    }
}

static double sink;

static double bit_updates(struct few_memory *memory, size_t bytes, uint64_t count) {
    uint8_t *table = few_alloc_zeroed(memory, bytes);
    must(table);
    memset(table, 1, bytes);
    uint64_t places[BATCH], set = 0;
    double time = 0;
    for (uint64_t i = 0; i < count; i += BATCH) {
        for (size_t j = 0; j < BATCH; j++)
            places[j] = few_hash_home(random_at(i + j), bytes);
        double start = now();
        for (size_t j = 0; j < AHEAD; j++)
            __builtin_prefetch(table + places[j], 1);
        for (size_t j = 0; j < BATCH; j++) {
            __builtin_prefetch(table + places[j + AHEAD < BATCH ? j + AHEAD : j], 1);
            uint8_t bit = (uint8_t)(1 << (places[j] & 7));
            set += table[places[j]] & bit;
            table[places[j]] |= bit;
        }
        time += now() - start;
    }
    sink += (double)set;
    few_free(memory, table, bytes);
    return time / (double)count;
}

static double plain_table(struct few_memory *memory, uint64_t count) {
    uint64_t size = 1024;
    while (size < 2 * count)
        size *= 2;
    uint64_t *table = few_alloc_zeroed(memory, size * sizeof *table);
    must(table);
    double start = now();
    for (uint64_t i = 0; i < count; i++) {
        uint64_t key = random_at(i), slot = key & (size - 1);
        while (table[slot] != 0 && table[slot] != key)
            slot = (slot + 1) & (size - 1);
        table[slot] = key;
    }
    double time = now() - start;
    few_free(memory, table, size * sizeof *table);
    return time / (double)count;
}

struct figures {
    double add, find, bytes;
};

/* Adds `count` random states in batches, half of each batch known already where `mixed`. */
static struct figures hashed(struct few_memory *memory, uint64_t count, unsigned tag_bits, bool reserved,
                             bool mixed) {
    static uint64_t states[BATCH], slots[BATCH];
    struct figures figures = {0};
    struct few_visited *visited = few_visited_hashed(memory, 1, tag_bits);
    must(visited);
    if (reserved)
        must(few_visited_reserve(visited, count));
    uint64_t asked = 0;
    for (uint64_t i = 0; i < count;) {
        size_t batch = 0;
        while (batch < BATCH && i < count) {
            uint64_t coin = random_at(~(asked + batch));
            states[batch++] = mixed && i && (coin & 1) ? random_at((coin >> 1) % i) : random_at(i++);
        }
        asked += batch;
        double start = now();
        must(few_visited_reserve(visited, batch));
        few_visited_add(visited, states, NULL, 1, batch, 1);
        figures.add += now() - start;
    }
    figures.add /= (double)asked;
    if (few_visited_count(visited) != count)
        fprintf(stderr, "lost states: %" PRIu64 " of %" PRIu64 "\n", few_visited_count(visited), count);
    uint64_t looked = 0, found = 0;
    for (uint64_t i = 0; i < count && looked < 20000000; i += BATCH) {
        size_t batch = count - i < BATCH ? count - i : BATCH;
        for (size_t j = 0; j < batch; j++)
            states[j] = random_at(i + j + (j & 1) * count);
        double start = now();
        few_visited_find(visited, states, NULL, batch, slots);
        figures.find += now() - start;
        for (size_t j = 0; j < batch; j++)
            found += slots[j] != FEW_NO_SLOT;
        looked += batch;
    }
    figures.find /= (double)looked;
    if (found != (looked + 1) / 2)
        fprintf(stderr, "wrong finds: %" PRIu64 " of %" PRIu64 "\n", found, looked);
    figures.bytes = (double)few_visited_bytes(visited) / (double)count;
    few_visited_free(visited);
    return figures;
}

static double ranked(struct few_memory *memory, uint64_t ranks, unsigned tag_bits) {
    static uint64_t states[BATCH], places[BATCH];
    struct few_visited *visited = few_visited_ranked(memory, ranks, tag_bits);
    must(visited);
    uint64_t asked = 0, rounds = ranks < 1000000 ? 1 + 4000000 / ranks : 1;
    double time = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        for (uint64_t i = 0; i < 2 * ranks; i += BATCH) {
            for (size_t j = 0; j < BATCH; j++) {
                states[j] = random_at(asked + j);
                places[j] = few_hash_home(states[j], ranks);
            }
            double start = now();
            few_visited_add(visited, states, places, 1, BATCH, 1);
            time += now() - start;
            asked += BATCH;
        }
        few_visited_clear(visited);
    }
    few_visited_free(visited);
    return time / (double)asked;
}

int main(int argc, char **argv) {
    uint64_t largest = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000000;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    printf("ranked, ns a state (2 bits, 8 bits, yardstick, ratio)\n");
    const uint64_t ranks[] = {10000, 181440, 362880, 10000000, 239500800, 1000000000};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks && ranks[i] <= 10 * largest; i++) {
        double two = ranked(&memory, ranks[i], 2), eight = ranked(&memory, ranks[i], 8);
        double bits = bit_updates(&memory, ranks[i] / 4, ranks[i] < 4000000 ? 4000000 : ranks[i]);
        printf("%12" PRIu64 " %7.2f %7.2f %7.2f %7.2f\n", ranks[i], two, eight, bits, two / bits);
    }
    printf("hashed, ns a state (add: growing, reserved, half known; find; bytes; yardstick, ratio; plain)\n");
    for (unsigned tag_bits = 2; tag_bits <= 8; tag_bits += 6)
        for (uint64_t count = 1000; count <= largest; count *= count == 100000 || count == 1000 ? 100 : 10) {
            int rounds = count < 1000000 ? (int)(2000000 / count) : 1;
            struct figures grown = {0}, reserved = {0}, mixed = {0};
            for (int i = 0; i < rounds; i++) {
                struct figures figures = hashed(&memory, count, tag_bits, false, false);
                grown.add += figures.add / rounds;
                grown.find += figures.find / rounds;
                grown.bytes = figures.bytes;
                reserved.add += hashed(&memory, count, tag_bits, true, false).add / rounds;
                mixed.add += hashed(&memory, count, tag_bits, true, true).add / rounds;
            }
            double bits = bit_updates(&memory, count * 10, count < 4000000 ? 4000000 : count);
            double plain = plain_table(&memory, count);
            printf("%12" PRIu64 " %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f\n", count, grown.add,
                   reserved.add, mixed.add, grown.find, grown.bytes, bits, reserved.add / bits, plain);
            fflush(stdout);
        }
    return sink < 0;
}
