/* See home.h. A random walk of some thousand steps says how often each bit changes, and what states look like. Bits are taken one after the other, those
 * first that change least, until the states that were seen are dealt out evenly and one move in eight changes some of these bits: what changes more rarely, as
 * the largest disk of a tower does, would deal out whole layers to one process. That takes a space whose moves can be undone, where a
 * walk comes everywhere; in others, and where nothing was found, all bits are taken. */
#include "search/explore/home.h"

#include "base/clock.h"
#include "base/random.h"

enum {
    STEPS = 1 << 16,
    EVERY = 4, /* steps between two states that are looked at */
    SAMPLE = STEPS / EVERY,
    SEEDS = 16,
    LEAST = SAMPLE / 8,
    LEAST_CHANGES = 8, /* one move in so many */
};
#define MOST_SECONDS 0.02
#define UNEVEN 1.05 /* what the largest part may have, compared with equal ones */

struct walk {
    const struct few_space *space;
    uint64_t *states;     /* that were looked at */
    uint64_t *changed;    /* of each of these, the bits that its next move changed */
    uint64_t *made;       /* what one of them leads to */
    uint32_t *changes;    /* by bit: how many moves of these states change it */
    uint32_t *order;      /* bits that change */
    uint32_t *counts;     /* by process */
    size_t count, room;
    uint32_t bits;
};

static bool prepare(struct walk *walk, struct few_memory *memory, const struct few_exploration *result, unsigned processes) {
    const size_t words = walk->space->words;
    walk->room = result->backward ? walk->space->max_predecessors : walk->space->max_successors;
    walk->states = few_alloc(memory, few_array_size(SAMPLE, words * sizeof(uint64_t)));
    walk->changed = few_alloc(memory, few_array_size(SAMPLE, words * sizeof(uint64_t)));
    walk->made = few_alloc(memory, few_array_size(walk->room, words * sizeof(uint64_t)));
    walk->changes = few_alloc_zeroed(memory, words * 64 * sizeof *walk->changes);
    walk->order = few_alloc(memory, words * 64 * sizeof *walk->order);
    walk->counts = few_alloc(memory, processes * sizeof *walk->counts);
    return walk->states && walk->changed && walk->made && walk->changes && walk->order && walk->counts;
}

static void release(struct walk *walk, struct few_memory *memory, unsigned processes) {
    const size_t words = walk->space->words;
    few_free(memory, walk->states, few_array_size(SAMPLE, words * sizeof(uint64_t)));
    few_free(memory, walk->changed, few_array_size(SAMPLE, words * sizeof(uint64_t)));
    few_free(memory, walk->made, few_array_size(walk->room, words * sizeof(uint64_t)));
    few_free(memory, walk->changes, words * 64 * sizeof *walk->changes);
    few_free(memory, walk->order, words * 64 * sizeof *walk->order);
    few_free(memory, walk->counts, processes * sizeof *walk->counts);
}

static void note(struct walk *walk, const uint64_t *state, const uint64_t *next, size_t made) {
    const size_t words = walk->space->words;
    memcpy(walk->states + walk->count * words, state, words * sizeof *state);
    for (size_t w = 0; w < words; w++)
        walk->changed[walk->count * words + w] = state[w] ^ next[w];
    walk->count++;
    for (size_t i = 0; i < made; i++)
        for (size_t w = 0; w < words; w++)
            for (uint64_t changed = state[w] ^ walk->made[i * words + w]; changed; changed &= changed - 1)
                walk->changes[w * 64 + (size_t)__builtin_ctzll(changed)]++;
}

/* For as many steps as there is time for. */
static void go(struct walk *walk, const uint64_t *start, const struct few_exploration *result) {
    const size_t words = walk->space->words;
    const double end = few_now() + MOST_SECONDS;
    uint64_t state[FEW_MAX_WORDS], seed = 1;
    memcpy(state, start, words * sizeof *state);
    for (unsigned step = 1; step <= STEPS; step++) {
        const size_t made = few_make_batch(walk->space, result, state, 1, walk->made);
        if (made == 0)
            return;
        const uint64_t *next = walk->made + few_random_below(&seed, made) * words;
        if (step % EVERY == 0)
            note(walk, state, next, made);
        memcpy(state, next, words * sizeof *state);
        if (step % 256 == 0 && few_now() > end)
            return;
    }
}

/* Those that change least first. */
static void sort_bits(struct walk *walk) {
    for (uint32_t bit = 0; bit < walk->space->words * 64; bit++) {
        if (walk->changes[bit] == 0)
            continue;
        uint32_t at = walk->bits++;
        for (; at > 0 && walk->changes[walk->order[at - 1]] > walk->changes[bit]; at--)
            walk->order[at] = walk->order[at - 1];
        walk->order[at] = bit;
    }
}

static bool changes(const struct walk *walk, const struct few_home *home) {
    const size_t words = walk->space->words;
    size_t moves = 0;
    for (size_t i = 0; i < walk->count; i++) {
        uint64_t changed = 0;
        for (size_t w = 0; w < words; w++)
            changed |= walk->changed[i * words + w] & home->mask[w];
        moves += changed != 0;
    }
    return moves >= walk->count / LEAST_CHANGES;
}

/* How many of the states the process has that has most. */
static uint32_t largest_part(const struct walk *walk, const struct few_home *home, unsigned processes) {
    const size_t words = walk->space->words;
    uint32_t most = 0;
    memset(walk->counts, 0, processes * sizeof *walk->counts);
    for (size_t i = 0; i < walk->count; i++) {
        const uint32_t count = ++walk->counts[few_home_of(home, walk->states + i * words, words, processes)];
        most = count > most ? count : most;
    }
    return most;
}

/* The seed by which these bits are dealt out best. false: not evenly enough. */
static bool choose_seed(const struct walk *walk, struct few_home *home, unsigned processes) {
    uint32_t best = UINT32_MAX;
    uint64_t chosen = 0;
    for (home->seed = 0; home->seed < SEEDS; home->seed++) {
        const uint32_t most = largest_part(walk, home, processes);
        if (most < best) {
            best = most;
            chosen = home->seed;
        }
    }
    home->seed = chosen;
    return best <= UNEVEN * (double)walk->count / processes;
}

/* false: nothing was found. */
static bool find(struct few_home *home, struct walk *walk, const uint64_t *start, const struct few_exploration *result) {
    const unsigned processes = result->cluster->place.size;
    go(walk, start, result);
    if (walk->count < LEAST || walk->count / processes < 256)
        return false;
    sort_bits(walk);
    *home = (struct few_home){0};
    for (uint32_t i = 0; i < walk->bits; i++) {
        home->mask[walk->order[i] / 64] |= UINT64_C(1) << walk->order[i] % 64;
        if (changes(walk, home) && choose_seed(walk, home, processes))
            return true;
    }
    return false;
}

void few_home_choose(struct few_home *home, const struct few_problem *problem, struct few_watch *watch, const struct few_exploration *result) {
    const struct few_cluster *cluster = result->cluster;
    struct walk walk = {.space = problem->space};
    bool found = false;
    if (cluster->place.number == 0 && problem->space->undirected && problem->start_count && prepare(&walk, watch->memory, result, cluster->place.size))
        found = find(home, &walk, problem->starts, result);
    if (!found) {
        home->seed = 0;
        memset(home->mask, 0xff, sizeof home->mask);
    }
    release(&walk, watch->memory, cluster->place.size);
    few_cluster_tell(cluster, 0, home, sizeof *home);
}
