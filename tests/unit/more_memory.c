/* Who gives a search more memory gets no fewer states for it. What is optional, as the tables that ranks are looked up in, is
 * bought from the same budget as the states; and a store that takes all that is left leaves nothing for its frontier. */
#include "api.h"

#include "api/searches.h"
#include "base/memory.h"

enum {
    ENOUGH = 50000, /* states: a search that saw so many is stopped */
    SMALLEST = 512 << 10,
    LARGEST = 8 << 20,
};

/* Where memory ends in the middle of a step, when a list or a table grows or old layers are forgotten, is a matter of luck, and
 * worth up to a fifth of the states in what was measured. */
static const double least_share = 2.0 / 3;

struct trial {
    const char *puzzle;
    bool explores;
    fewest_method method;
    fewest_algorithm algorithm;
};

static const struct trial trials[] = {
    {"tiles-2x5", true, FEWEST_METHOD_AUTO, FEWEST_AUTO},
    {"tiles-2x5", true, FEWEST_METHOD_RANK, FEWEST_AUTO},
    {"tiles-2x5", true, FEWEST_METHOD_HASH, FEWEST_AUTO},
    {"pancake-10", true, FEWEST_METHOD_AUTO, FEWEST_AUTO},
    {"pancake-10", true, FEWEST_METHOD_HASH, FEWEST_AUTO},
    {"fifteen", true, FEWEST_METHOD_HASH, FEWEST_AUTO},
    {"eight", false, FEWEST_METHOD_AUTO, FEWEST_BFS},
    {"eight", false, FEWEST_METHOD_AUTO, FEWEST_BIDIRECTIONAL},
    {"eight", false, FEWEST_METHOD_AUTO, FEWEST_ASTAR},
    {"tiles-2x5", false, FEWEST_METHOD_AUTO, FEWEST_BFS},
    {"tiles-2x5", false, FEWEST_METHOD_AUTO, FEWEST_ASTAR},
    {"pocket-cube", false, FEWEST_METHOD_AUTO, FEWEST_BFS},
    {"peg-solitaire", false, FEWEST_METHOD_AUTO, FEWEST_BFS},
    {"fifteen", false, FEWEST_METHOD_AUTO, FEWEST_BFS},
};

/* States that were seen; ENOUGH where the search came to its end. */
static uint64_t explored_within(fewest_puzzle *puzzle, fewest_method method, size_t memory) {
    fewest_explore_options options = {.size = sizeof options};
    options.method = method;
    options.limits.memory = memory;
    options.limits.states = ENOUGH;
    fewest_exploration *explored = fewest_explore(puzzle, &options, NULL);
    if (!explored) /* not even the puzzle fits */
        return 0;
    const bool ended = fewest_exploration_limit(explored) != FEWEST_MEMORY_LIMIT;
    const uint64_t states = fewest_exploration_statistics(explored)->remembered;
    fewest_exploration_free(explored);
    return ended || states > ENOUGH ? ENOUGH : states;
}

static uint64_t searched(fewest_puzzle *puzzle, fewest_algorithm algorithm, size_t memory) {
    fewest_options options = {.size = sizeof options};
    options.algorithm = algorithm;
    options.limits.memory = memory;
    options.limits.states = ENOUGH;
    fewest_answer *answer = fewest_solve(puzzle, &options, NULL);
    assert_non_null(answer);
    const bool ended = fewest_answer_limit(answer) != FEWEST_MEMORY_LIMIT;
    const uint64_t states = fewest_answer_statistics(answer)->remembered;
    fewest_answer_free(answer);
    return ended || states > ENOUGH ? ENOUGH : states;
}

static void more_memory_never_means_far_fewer_states(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        const struct trial *trial = &trials[i];
        uint64_t most = 0;
        for (size_t memory = SMALLEST; memory <= LARGEST; memory += memory / 20) {
            fewest_puzzle *puzzle = fewest_load(trial->puzzle, &error);
            assert_non_null(puzzle);
            const uint64_t states = trial->explores ? explored_within(puzzle, trial->method, memory)
                                                 : searched(puzzle, trial->algorithm, memory);
            if ((double)states < least_share * (double)most)
                fail_msg("%s, %s: %llu states with %zu bytes, %llu with fewer", trial->puzzle,
                         trial->explores ? fewest_method_word(trial->method) : few_searches[trial->algorithm].word,
                         (unsigned long long)states, memory, (unsigned long long)most);
            most = states > most ? states : most;
            fewest_puzzle_free(puzzle);
        }
        assert_true(most > 0);
    }
}

/* All that is optional takes an eighth together, however often the share is taken over; that it was refused is not noted. */
static void a_share_is_an_eighth_of_what_is_left(void **state) {
    (void)state;
    struct few_memory memory;
    few_memory_init(&memory, 8100);
    void *needed = few_alloc(&memory, 100), *more;
    struct few_share share = few_memory_share(&memory);
    few_memory_begin_share(&memory, &share);
    void *first = few_alloc(&memory, 600);
    assert_non_null(first);
    few_memory_end_share(&memory, &share);
    few_memory_begin_share(&memory, &share);
    assert_null(few_alloc(&memory, 401));
    void *second = few_alloc(&memory, 400);
    assert_non_null(second);
    few_memory_end_share(&memory, &share);
    assert_false(atomic_load(&memory.over_budget));
    assert_int_equal(few_memory_left(&memory), 7000);
    assert_non_null(more = few_alloc(&memory, 7000));
    few_free(&memory, more, 7000);
    few_free(&memory, second, 400);
    few_free(&memory, first, 600);
    few_free(&memory, needed, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_memory_never_means_far_fewer_states),
        cmocka_unit_test(a_share_is_an_eighth_of_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
