/* A small random program drives a store and a byte map side by side, and they are compared after every step.
 * One step plants a fault in the store, to prove that the comparison can fail. The seed is printed; set
 * FEW_SEED to get another, or the same again. */
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "visited/internal.h"

enum { POOL = 1500, MOST_WORDS = 17, STEPS = 250 };

static uint64_t seed = 20240607;

static uint64_t draw(uint64_t *random) { /* splitmix64 */
    uint64_t z = *random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t below(uint64_t *random, uint64_t limit) {
    return few_hash_home(draw(random), limit);
}

/* ---- states, kind ones and unkind ones ---- */

enum kind { RANDOM, SEQUENTIAL, ONE_BIT_OR_TWO, FIRST_HOME, LAST_HOME, NEAR_THE_END, KINDS };

static uint64_t inverse(uint64_t odd) {
    uint64_t inverse = odd;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - odd * inverse;
    return inverse;
}

/* Chooses the last word so that the state has this hash, of an even number also the one before it: that one plus its key is 1,
 * so that the product is what is wanted. Where adding it to the others would carry the wrong way, another word is changed. */
static void force_hash(uint64_t *state, unsigned words, uint64_t hash) {
    const unsigned last = words - 1, first = last / FEW_HASH_AT_ONCE * FEW_HASH_AT_ONCE, count = words - first;
    const uint64_t key = count % 2 ? 0 : few_hash_keys[count - 1];
    uint64_t folded = hash * inverse(FEW_HASH_SECOND);
    folded ^= folded >> 32;
    for (;; state[0]++) {
        if (count % 2 == 0)
            state[last - 1] = 1 - few_hash_keys[count - 2];
        state[last] = -key;
        uint64_t before = 0; /* what the words before `first` come to */
        for (unsigned at = 0; at < first; at += FEW_HASH_AT_ONCE) {
            const few_u128 sum = few_hash_sum(before, state + at, FEW_HASH_AT_ONCE);
            before = (uint64_t)sum ^ (uint64_t)(sum >> 64);
        }
        const few_u128 others = few_hash_sum(before, state + first, count);
        const uint64_t low = (uint64_t)others, high = (uint64_t)(others >> 64);
        const bool carries = (folded ^ high) < low;
        const uint64_t added = (folded ^ (high + carries)) - low;
        state[last] = count % 2 ? added * inverse(FEW_HASH_FIRST) : added - key;
        if (few_state_hash(state, words) == hash)
            return;
    }
}

static void make_state(uint64_t *state, unsigned words, enum kind kind, uint64_t i, uint64_t *random) {
    memset(state, 0, words * sizeof *state);
    if (i == 0)
        return;
    if (i == 1) {
        memset(state, 0xff, words * sizeof *state);
        return;
    }
    for (unsigned w = 0; w + 1 < words; w++)
        state[w] = kind == RANDOM || kind >= FIRST_HOME ? draw(random) : 0;
    switch (kind) {
    case RANDOM: state[words - 1] = draw(random); break;
    case SEQUENTIAL: state[i % words] = i; break;
    case ONE_BIT_OR_TWO: { /* the i-th pair of bits */
        uint64_t bits = words * 64, a = i % bits, b = i / bits * 7 % bits;
        state[a / 64] |= UINT64_C(1) << a % 64;
        state[b / 64] |= UINT64_C(1) << b % 64;
        break;
    }
    case FIRST_HOME: force_hash(state, words, i * 16); break;
    case LAST_HOME: force_hash(state, words, UINT64_MAX - i * 16); break;
    default: force_hash(state, words, UINT64_MAX - (draw(random) >> below(random, 24))); break;
    }
}

/* ---- the store and its model ---- */

struct trial {
    struct few_memory memory;
    struct few_visited *visited;
    unsigned words, tag_bits;
    uint64_t *pool, ranks[POOL]; /* states without repetition, and a rank for each */
    size_t states;
    uint32_t tags[POOL]; /* the model */
    uint8_t marks[POOL];
    uint64_t count;
    bool marked;
};

static void make_pool(struct trial *trial, enum kind kind, uint64_t ranks, uint64_t *random) {
    unsigned words = trial->words;
    trial->pool = malloc(POOL * words * sizeof(uint64_t));
    assert_non_null(trial->pool);
    uint64_t size = kind >= FIRST_HOME ? POOL / 5 : POOL; /* those collide: time grows with the square */
    for (uint64_t i = 0; i < size; i++) {
        uint64_t *state = trial->pool + trial->states * words;
        make_state(state, words, kind, i, random);
        bool known = false;
        for (size_t j = 0; j < trial->states && !known; j++)
            known = few_states_equal(trial->pool + j * words, state, words);
        uint64_t apart = ranks / POOL;
        trial->ranks[trial->states] = ranks ? trial->states * apart + below(random, apart) : 0;
        trial->states += !known;
    }
    assert_true(trial->states > 100);
}

static uint64_t *ranks_or_null(const struct trial *trial, uint64_t *ranks) {
    return few_visited_is_ranked(trial->visited) ? ranks : NULL;
}

/* Whether the store holds what the model says, and nothing else. */
static bool agrees(const struct trial *trial) {
    static uint64_t slots[POOL];
    const struct few_visited *visited = trial->visited;
    bool good = few_visited_count(visited) == trial->count;
    const uint64_t *ranks = few_visited_is_ranked(visited) ? trial->ranks : NULL;
    few_visited_find(visited, trial->pool, ranks, trial->states, slots);
    for (size_t i = 0; i < trial->states && good; i++) {
        good = (slots[i] != FEW_NO_SLOT) == (trial->tags[i] != 0);
        if (good && slots[i] != FEW_NO_SLOT)
            good = few_visited_tag(visited, slots[i]) == trial->tags[i] &&
                   few_visited_marked(visited, slots[i]) == trial->marks[i];
    }
    if (few_visited_kind(visited) != &few_hashed_kind) /* only an open table has places that must be empty */
        return good;
    uint64_t filled = few_visited_tag(visited, visited->end) != 0;
    for (uint64_t slot = 0; slot < visited->end; slot++) {
        bool is_empty = few_state_is_zero(visited->slots + slot * visited->words, visited->words);
        good = good && is_empty == (few_visited_tag(visited, slot) == 0);
        good = good && (!visited->prints || is_empty == (visited->prints[slot] == 0));
        filled += !is_empty;
    }
    return good && filled == trial->count;
}

static bool reserve_and_add(struct trial *trial, size_t size, uint64_t from, uint64_t range, uint64_t *random) {
    static uint64_t states[1024 * MOST_WORDS], expected[1024 * MOST_WORDS], ranks[1024], expected_ranks[1024];
    const uint64_t tags = few_last_distance(trial->tag_bits) + 1;
    unsigned words = trial->words, tag = 1 + (unsigned)below(random, below(random, 2) ? 3 : tags);
    if (!few_visited_reserve(trial->visited, size))
        return false;
    size_t fresh = 0;
    for (size_t i = 0; i < size; i++) {
        uint64_t chosen = (from + below(random, range)) % trial->states;
        few_state_copy(states + i * words, trial->pool + chosen * words, words);
        ranks[i] = trial->ranks[chosen];
        if (trial->tags[chosen] == 0) {
            trial->tags[chosen] = tag;
            few_state_copy(expected + fresh * words, trial->pool + chosen * words, words);
            expected_ranks[fresh++] = ranks[i];
        }
    }
    trial->count += fresh;
    size_t got = few_visited_add(trial->visited, states, ranks_or_null(trial, ranks), words, size, tag);
    assert_int_equal(got, fresh);
    assert_memory_equal(states, expected, fresh * words * sizeof *states);
    if (few_visited_is_ranked(trial->visited))
        assert_memory_equal(ranks, expected_ranks, fresh * sizeof *ranks);
    return true;
}

static uint64_t slot_of(const struct trial *trial, size_t i) {
    uint64_t slot;
    few_visited_find(trial->visited, trial->pool + i * trial->words, trial->ranks + i, 1, &slot);
    return slot;
}

static bool mark_some(struct trial *trial, uint64_t *random) {
    for (int n = 0; n < 20; n++) {
        size_t i = below(random, trial->states);
        uint64_t slot = slot_of(trial, i);
        bool fresh;
        if (slot == FEW_NO_SLOT)
            continue;
        if (!few_visited_mark(trial->visited, slot, &fresh))
            return false;
        assert_int_equal(fresh, !trial->marks[i]);
        trial->marks[i] = 1;
        trial->marked = true;
    }
    return true;
}

/* The same in a batch: those of the chosen states that have this tag and no mark yet come out at the front. */
static void mark_batch(struct trial *trial, uint64_t *random) {
    enum { SIZE = 300 };
    static uint64_t states[SIZE * MOST_WORDS], ranks[SIZE], expected[SIZE * MOST_WORDS];
    unsigned words = trial->words, tag = 1 + (unsigned)below(random, 3);
    size_t fresh = 0;
    for (size_t n = 0; n < SIZE; n++) {
        size_t i = below(random, trial->states);
        few_state_copy(states + n * words, trial->pool + i * words, words);
        ranks[n] = trial->ranks[i];
        if (trial->tags[i] == tag && !trial->marks[i]) {
            trial->marks[i] = 1;
            few_state_copy(expected + fresh++ * words, trial->pool + i * words, words);
        }
    }
    size_t got = few_visited_mark_seen(trial->visited, states, ranks_or_null(trial, ranks), words, SIZE, tag);
    assert_int_equal(got, fresh);
    assert_memory_equal(states, expected, fresh * words * sizeof *states);
}

static void clear(struct trial *trial) {
    few_visited_clear(trial->visited);
    memset(trial->tags, 0, sizeof trial->tags);
    memset(trial->marks, 0, sizeof trial->marks);
    trial->count = 0;
    trial->marked = false;
}

/* Keeps some tags only. */
static bool forget(struct trial *trial, uint64_t *random) {
    bool kept[256];
    if (!trial->visited->slots || few_visited_kind(trial->visited) == &few_tree_kind || trial->marked || trial->tag_bits > 8)
        return true;
    for (size_t tag = 0; tag < 256; tag++)
        kept[tag] = below(random, 2);
    if (!few_visited_forget(trial->visited, kept))
        return false;
    for (size_t i = 0; i < trial->states; i++)
        if (trial->tags[i] && !kept[trial->tags[i]]) {
            trial->tags[i] = 0;
            trial->count--;
        }
    return true;
}

static bool widen(struct trial *trial, uint64_t *random) {
    if (trial->marked || trial->tag_bits == 2 || trial->tag_bits == 32)
        return true;
    const unsigned wider = trial->tag_bits == 8 && below(random, 2) ? 16 : 32;
    if (!few_visited_widen(trial->visited, wider))
        return false;
    trial->tag_bits = wider;
    return true;
}

/* Another tag for one state, or one state lost, behind the back of the store. */
static bool plant_fault(struct trial *trial, uint64_t *random) {
    struct few_visited *visited = trial->visited;
    size_t i = below(random, trial->states);
    while (trial->count && trial->tags[i] == 0)
        i = (i + 1) % trial->states;
    if (trial->count == 0)
        return false;
    uint64_t slot = slot_of(trial, i);
    if (visited->slots && slot != visited->end && below(random, 2))
        visited->slots[slot * visited->words + below(random, visited->words)] ^= 2;
    else
        visited->tags[slot * trial->tag_bits / 8] ^= trial->tag_bits == 2 ? 1 << slot % 4 * 2 : 1;
    return true;
}

static bool step(struct trial *trial, uint64_t *random) {
    switch (below(random, 20)) {
    case 0:
        if (below(random, 4) == 0)
            clear(trial);
        return true;
    case 1:
        return trial->marked || few_visited_reserve(trial->visited, below(random, 5000));
    case 2:
        return below(random, 4) != 0 || mark_some(trial, random);
    case 3:
        return below(random, 4) != 0 || forget(trial, random);
    case 4:
        return below(random, 6) != 0 || widen(trial, random);
    default:
        if (trial->marked) { /* the store may not grow now; but it can be asked, and cleared */
            mark_batch(trial, random);
            if (below(random, 10) == 0)
                clear(trial);
            return true;
        }
        return reserve_and_add(trial, below(random, 1 + below(random, 300)), below(random, trial->states),
                               1 + below(random, trial->states), random);
    }
}

enum store { HASHED, RANKED, TREE };

static void open_trial(struct trial *trial, enum store store, unsigned words, unsigned tag_bits, enum kind kind,
                       uint64_t *random) {
    bool ranked = store == RANKED;
    memset(trial, 0, sizeof *trial);
    few_memory_init(&trial->memory, SIZE_MAX);
    trial->words = words;
    trial->tag_bits = tag_bits;
    uint64_t ranks = ranked ? POOL + below(random, 1u << below(random, 22)) : 0;
    make_pool(trial, kind, ranks, random);
    trial->visited = ranked          ? few_visited_ranked(&trial->memory, ranks, tag_bits)
                     : store == TREE ? few_visited_tree(&trial->memory, words, tag_bits)
                                     : few_visited_hashed(&trial->memory, words, tag_bits);
    assert_non_null(trial->visited);
    assert_int_equal(few_visited_is_ranked(trial->visited), ranked);
    if (ranked)
        assert_int_equal(few_visited_bytes(trial->visited), few_visited_ranked_bytes(ranks, tag_bits));
}

static void close_trial(struct trial *trial) {
    few_visited_free(trial->visited);
    assert_int_equal(trial->memory.used, 0);
    free(trial->pool);
}

static void run(enum store store, unsigned words, unsigned tag_bits, enum kind kind, uint64_t *random) {
    static struct trial trial;
    open_trial(&trial, store, words, tag_bits, kind, random);
    for (int i = 0; i < STEPS; i++) {
        assert_true(step(&trial, random));
        assert_true(agrees(&trial));
        assert_int_equal(few_visited_bytes(trial.visited), trial.memory.used);
    }
    if (plant_fault(&trial, random))
        assert_false(agrees(&trial));
    close_trial(&trial);
}

static const unsigned all_words[] = {1, 2, 3, 8, MOST_WORDS};

static void a_random_program_finds_no_difference_to_a_byte_map(void **unused) {
    (void)unused;
    uint64_t random = seed;
    fprintf(stderr, "seed %" PRIu64 "\n", seed);
    for (size_t w = 0; w < sizeof all_words / sizeof *all_words; w++)
        for (unsigned tag_bits = 2; tag_bits <= 8; tag_bits += 6) {
            for (enum kind kind = 0; kind < KINDS; kind++)
                run(HASHED, all_words[w], tag_bits, kind, &random);
            for (int i = 0; i < 3; i++)
                run(RANKED, all_words[w], tag_bits, RANDOM, &random);
            run(TREE, all_words[w], tag_bits, RANDOM, &random);
            run(TREE, all_words[w], tag_bits, SEQUENTIAL, &random);
        }
    for (unsigned words = 4; words <= 7; words++) /* each has a body of its own */
        run(HASHED, words, words % 2 ? 2 : 8, RANDOM, &random);
}

/* ---- growth ---- */

static void states_of_a_run_survive_every_ratio_of_growth(void **unused) {
    (void)unused;
    uint64_t random = seed;
    static struct trial trial;
    for (int round = 0; round < 300; round++) {
        unsigned words = all_words[below(&random, 3)], tag_bits = below(&random, 2) ? 2 : 8;
        open_trial(&trial, HASHED, words, tag_bits, (enum kind)below(&random, KINDS), &random);
        trial.states = 100 + below(&random, trial.states - 99) / (1 + below(&random, 4));
        while (trial.count < trial.states * 9 / 10) {
            /* a tight budget makes the table grow by odd amounts */
            trial.memory.budget = trial.memory.used + below(&random, 4096u << below(&random, 8));
            uint64_t lines = trial.visited->home_lines;
            reserve_and_add(&trial, 1 + below(&random, 60), 0, trial.states, &random);
            if (trial.visited->home_lines != lines)
                assert_true(agrees(&trial));
        }
        assert_true(agrees(&trial));
        close_trial(&trial);
    }
}

static void twenty_million_states_take_at_most_12_and_a_half_bytes_each(void **unused) {
    (void)unused;
    enum { BATCH = 5000 };
    static uint64_t states[BATCH], slots[BATCH];
    const uint64_t most = 20000000;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    struct few_visited *visited = few_visited_hashed(&memory, 1, 2);
    assert_non_null(visited);
    uint64_t random = seed, count = 0;
    while (count < most) {
        for (size_t i = 0; i < BATCH; i++)
            states[i] = draw(&random);
        assert_true(few_visited_reserve(visited, BATCH));
        assert_int_equal(few_visited_add(visited, states, NULL, 1, BATCH, 1 + count / BATCH % 3), BATCH);
        count += BATCH;
        assert_int_equal(few_visited_count(visited), count);
        size_t bytes = few_visited_bytes(visited);
        assert_int_equal(bytes, memory.used);
        if (bytes > 20 << 20)
            assert_in_range(bytes * 10 / count, 80, 125);
    }
    random = seed;
    for (count = 0; count < most; count += BATCH) {
        for (size_t i = 0; i < BATCH; i++)
            states[i] = draw(&random);
        few_visited_find(visited, states, NULL, BATCH, slots);
        for (size_t i = 0; i < BATCH; i++)
            if (slots[i] == FEW_NO_SLOT || few_visited_tag(visited, slots[i]) != 1 + count / BATCH % 3)
                fail_msg("state %" PRIu64 " is lost", count + i);
    }
    few_visited_free(visited);
    assert_int_equal(memory.used, 0);
}

/* ---- memory ---- */

static void a_budget_is_kept_and_filled(void **unused) {
    (void)unused;
    enum { BATCH = 1000 };
    static uint64_t states[3 * BATCH], slots[BATCH];
    for (unsigned words = 1; words <= 3; words++)
        for (size_t budget = 20000; budget < 50000000; budget += budget / 2) {
            struct few_memory memory;
            few_memory_init(&memory, budget);
            struct few_visited *visited = few_visited_hashed(&memory, words, 2);
            assert_non_null(visited);
            uint64_t random = seed, count = 0;
            size_t more = budget < 200000 ? 100 : BATCH;
            while (few_visited_reserve(visited, more)) {
                for (size_t i = 0; i < more * words; i++)
                    states[i] = draw(&random);
                assert_int_equal(few_visited_add(visited, states, NULL, words, more, 2), more);
                count += more;
                assert_true(memory.peak <= budget);
            }
            assert_true(memory.over_budget || memory.refused);
            /* 8 bytes a word at 92 percent, tags and marks and an eighth that is left free; crossing from small
             * blocks to mapped ones needs both at once, so that little budgets are used less well */
            if (budget > 4 << 20)
                assert_in_range(count * words * 12, budget, budget * 3 / 2);
            else
                assert_true(count * words * 40 > budget);
            random = seed;
            for (uint64_t done = 0; done < count; done += more) {
                for (size_t i = 0; i < more * words; i++)
                    states[i] = draw(&random);
                few_visited_find(visited, states, NULL, more, slots);
                for (size_t i = 0; i < more; i++)
                    assert_true(slots[i] != FEW_NO_SLOT && few_visited_tag(visited, slots[i]) == 2);
            }
            bool fresh;
            assert_true(few_visited_mark(visited, slots[0], &fresh) && fresh);
            assert_true(memory.peak <= budget);
            few_visited_free(visited);
            assert_int_equal(memory.used, 0);
        }
}

static void each_failing_allocation_leaves_the_store_good(void **unused) {
    (void)unused;
    static struct trial trial;
    for (unsigned words = 1; words <= 3; words++)
        for (uint64_t fail_at = 1;; fail_at++) {
            uint64_t random = seed + words;
            open_trial(&trial, HASHED, words, words == 2 ? 8 : 2, RANDOM, &random);
            few_visited_free(trial.visited);
            few_memory_init(&trial.memory, SIZE_MAX);
            trial.memory.fail_at = fail_at;
            trial.visited = few_visited_hashed(&trial.memory, words, trial.tag_bits);
            for (int i = 0; i < STEPS && trial.visited; i++) {
                step(&trial, &random);
                assert_true(agrees(&trial));
                assert_int_equal(few_visited_bytes(trial.visited), trial.memory.used);
            }
            bool failed = trial.memory.refused;
            assert_true(trial.visited || failed);
            close_trial(&trial);
            if (!failed)
                break;
        }
    struct few_memory memory;
    for (uint64_t fail_at = 1; fail_at <= 2; fail_at++) {
        few_memory_init(&memory, SIZE_MAX);
        memory.fail_at = fail_at;
        assert_null(few_visited_ranked(&memory, 1000000, 2));
        assert_true(memory.refused && memory.used == 0);
    }
    few_memory_init(&memory, 1000);
    assert_null(few_visited_ranked(&memory, 1000000, 2));
    assert_null(few_visited_ranked(&memory, UINT64_MAX, 8));
    assert_true(memory.over_budget && memory.used == 0);
}

static void a_small_search_in_a_large_store_is_cleared_from_the_log(void **unused) {
    (void)unused;
    enum { MANY = 1000000, FEW = 3000 };
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    uint64_t *states = malloc(MANY * sizeof *states), *slots = malloc(MANY * sizeof *slots);
    struct few_visited *stores[] = {few_visited_hashed(&memory, 1, 2),
                                    few_visited_ranked(&memory, MANY * 40, 2)};
    assert_true(states && slots && stores[0] && stores[1]);
    for (int s = 0; s < 2; s++) {
        for (int round = 0; round < 5; round++) {
            size_t count = round % 3 == 0 ? MANY : FEW;
            for (size_t i = 0; i < count; i++)
                states[i] = slots[i] = i * 39 + (uint64_t)round;
            assert_true(few_visited_reserve(stores[s], count));
            assert_int_equal(few_visited_add(stores[s], states, slots, 1, count, 1), count);
            if (round)
                assert_int_equal(count <= stores[s]->log_room, count == FEW);
            few_visited_clear(stores[s]);
            assert_int_equal(few_visited_count(stores[s]), 0);
            for (size_t i = 0; i < stores[s]->tags_bytes && i < MANY * 10; i++)
                assert_int_equal(stores[s]->tags[i], 0);
            for (size_t i = 0; i < stores[s]->slots_bytes / 8; i++)
                assert_int_equal(stores[s]->slots[i], 0);
        }
        few_visited_free(stores[s]);
    }
    free(states);
    free(slots);
    assert_int_equal(memory.used, 0);
}

/* Found and changed by whole words, as tag by tag. */
static void ranks_are_found_by_their_tags(void **unused) {
    (void)unused;
    enum { MOST_RANKS = 500, ROOM = 7 };
    uint64_t random = seed;
    for (uint64_t ranks = 1; ranks <= MOST_RANKS; ranks += 1 + ranks / 5) {
        struct few_memory memory;
        few_memory_init(&memory, SIZE_MAX / 2);
        struct few_visited *visited = few_visited_ranked(&memory, ranks, 2);
        uint8_t tags[MOST_RANKS] = {0};
        for (uint64_t i = 0; i < ranks; i++) {
            uint64_t rank = below(&random, ranks), at = rank;
            unsigned tag = 1 + (unsigned)below(&random, 3);
            if (few_visited_add(visited, NULL, &at, 0, 1, tag))
                tags[rank] = (uint8_t)tag;
        }
        for (int turn = 0; turn < 4; turn++) {
            for (unsigned tag = 1; tag <= 3; tag++) {
                uint64_t at = 0, slots[ROOM], expected = 0;
                for (size_t count; (count = few_visited_tagged(visited, tag, &at, slots, ROOM)) > 0;)
                    for (size_t i = 0; i < count; i++) {
                        while (expected < ranks && tags[expected] != tag)
                            expected++;
                        assert_int_equal(slots[i], expected++);
                    }
                while (expected < ranks)
                    assert_int_not_equal(tags[expected++], tag);
            }
            unsigned from = 1 + (unsigned)turn % 3, to = 1 + (unsigned)(turn + 1) % 3;
            few_visited_retag(visited, from, to);
            for (uint64_t i = 0; i < ranks; i++)
                tags[i] = tags[i] == from ? (uint8_t)to : tags[i];
        }
        few_visited_free(visited);
    }
}

/* ---- several threads ---- */

enum { SHARED_STATES = 30000, SHARERS = 3 };

struct sharer {
    struct few_visited *visited;
    const uint64_t *states; /* all that are added: ranks, too */
    uint64_t random;
    uint8_t *found;         /* of each state: whether it was new to this one */
    pthread_t thread;
};

/* Each state several times, in an order of its own, now and then the same one twice in a row. */
static void *add_all(void *given) {
    enum { BATCH = 61 };
    struct sharer *sharer = given;
    for (unsigned done = 0; done < 4 * SHARED_STATES; done += BATCH) {
        uint64_t states[BATCH], ranks[BATCH], numbers[BATCH];
        for (unsigned i = 0; i < BATCH; i++) {
            numbers[i] = i % 7 == 6 ? numbers[i - 1] : below(&sharer->random, SHARED_STATES);
            states[i] = sharer->states[numbers[i]];
            ranks[i] = numbers[i];
        }
        size_t fresh = few_visited_add_shared(sharer->visited, states, ranks, 1, BATCH, 2);
        for (size_t f = 0, i = 0; f < fresh; f++, i++) { /* in their order */
            while (sharer->states[numbers[i]] != states[f])
                i++;
            sharer->found[numbers[i]]++;
        }
    }
    return NULL;
}

static void several_threads_fill_one_store(void **unused) {
    (void)unused;
    static uint64_t states[SHARED_STATES];
    static uint8_t found[SHARERS][SHARED_STATES];
    uint64_t random = seed;
    for (unsigned round = 0; round < 20; round++) {
        struct few_memory memory;
        few_memory_init(&memory, SIZE_MAX / 2);
        const bool hashed = round % 4 != 0;
        for (unsigned i = 0; i < SHARED_STATES; i++)
            make_state(&states[i], 1, round % 2 ? RANDOM : SEQUENTIAL, i, &random);
        struct few_visited *visited = hashed ? few_visited_hashed(&memory, 1, 2)
                                             : few_visited_ranked(&memory, SHARED_STATES, 2);
        assert_true(few_visited_reserve(visited, SHARED_STATES));
        few_visited_share(visited);
        memset(found, 0, sizeof found);
        struct sharer sharers[SHARERS];
        for (unsigned t = 0; t < SHARERS; t++) {
            sharers[t] = (struct sharer){visited, states, draw(&random), found[t], 0};
            assert_int_equal(pthread_create(&sharers[t].thread, NULL, add_all, &sharers[t]), 0);
        }
        for (unsigned t = 0; t < SHARERS; t++)
            pthread_join(sharers[t].thread, NULL);
        uint64_t count = 0;
        for (unsigned i = 0; i < SHARED_STATES; i++) {
            uint64_t rank = i, slot;
            unsigned times = 0;
            for (unsigned t = 0; t < SHARERS; t++)
                times += found[t][i];
            few_visited_find(visited, &states[i], &rank, 1, &slot);
            assert_int_equal(times, slot != FEW_NO_SLOT);
            assert_true(slot == FEW_NO_SLOT || few_visited_tag(visited, slot) == 2);
            count += times;
        }
        assert_true(count > SHARED_STATES * 9 / 10);
        assert_int_equal(few_visited_count(visited), count);
        few_visited_free(visited);
    }
}

static void a_distance_has_a_tag(void **unused) {
    (void)unused;
    assert_int_equal(few_distance_tag(0, 2), 1);
    assert_int_equal(few_distance_tag(5, 2), 3);
    assert_int_equal(few_distance_tag(254, 8), 255);
    assert_int_equal(few_distance_tag(255, 8), 1);
}

int main(void) {
    const char *given = getenv("FEW_SEED");
    if (given)
        seed = strtoull(given, NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_random_program_finds_no_difference_to_a_byte_map),
        cmocka_unit_test(states_of_a_run_survive_every_ratio_of_growth),
        cmocka_unit_test(twenty_million_states_take_at_most_12_and_a_half_bytes_each),
        cmocka_unit_test(a_budget_is_kept_and_filled),
        cmocka_unit_test(each_failing_allocation_leaves_the_store_good),
        cmocka_unit_test(a_small_search_in_a_large_store_is_cleared_from_the_log),
        cmocka_unit_test(ranks_are_found_by_their_tags),
        cmocka_unit_test(several_threads_fill_one_store),
        cmocka_unit_test(a_distance_has_a_tag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
