/* fewest_generate: the same seed, the same starts; exact depths; nothing is lost when memory is refused. */
#include "api.h"

#include "base/random.h"

#include <fewest/explore.h>
#include <fewest/tables.h>

static const char tiles[] = "board 2 x 3\npieces 1..5 x\nlet t = 1..5\nmove any direction: x t -> t x\n"
                            "start 1 2 3 / 4 x 5\ngoal 1 2 3 / 4 5 x\n";

static fewest_instances *generate(fewest_puzzle *puzzle, const fewest_generate_options *options) {
    fewest_instances *made = fewest_generate(puzzle, options, &error);
    if (!made)
        fail_msg("%s", error.message);
    return made;
}

static void numbers_below_an_end_are_even(void **state) {
    (void)state;
    uint64_t seed = 3, counts[6] = {0};
    for (int i = 0; i < 60000; i++) {
        uint64_t drawn = few_random_below(&seed, 6);
        assert_true(drawn < 6);
        counts[drawn]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 9600, 10400);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(few_random_below(&seed, 1), 0);
        assert_true(few_random_below(&seed, (UINT64_C(1) << 63) + 1) <= UINT64_C(1) << 63);
    }
}

static void starts_have_their_depth_and_are_different(void **state) {
    (void)state;
    static const char *const texts[] = {eight, tiles, swaps, maze};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int tabulated = 0; tabulated < 2; tabulated++) {
            fewest_puzzle *puzzle = parse(texts[i]);
            fewest_generate_options options = {.size = sizeof options};
            options.difficulty = FEWEST_EXACT_DEPTH;
            options.depth = 4;
            options.count = 5;
            if (tabulated)
                assert_true(fewest_tabulate(puzzle, NULL, &error));
            fewest_instances *made = generate(puzzle, &options);
            assert_in_range(fewest_instances_count(made), 1, 5);
            for (size_t k = 0; k < fewest_instances_count(made); k++) {
                assert_int_equal(fewest_instances_depth(made, k), 4);
                for (size_t j = 0; j < k; j++)
                    assert_string_not_equal(fewest_instances_state(made, j), fewest_instances_state(made, k));
                assert_true(fewest_set_start(puzzle, fewest_instances_state(made, k), &error));
                expect_length(puzzle, 4);
            }
            assert_null(fewest_instances_state(made, fewest_instances_count(made)));
            assert_int_equal(fewest_instances_depth(made, 99), UINT64_MAX);
            fewest_instances_free(made);
            fewest_puzzle_free(puzzle);
        }
}

/* Whatever the kind of space, and with a table of all distances as without. */
static void no_start_needs_more_than_within(void **state) {
    (void)state;
    static const char *const texts[] = {
        ("board 2 x 3\npieces 1..5 x\nlet t = 1..5\nmove any direction: x t -> t x\n"
         "start 1 2 3 / 4 x 5\ngoal 1 2 3 / 4 5 x\nwithin 3\n"),
        "board 1 x 9\npieces @ .\nmove any direction: @ . -> . @\nstart @........\ngoal ________@\nwithin 3\n",
        "string 9\npieces a b\nmove a -> b\nmove b -> a\nstart aaaaaaaaa\ngoal bbbbbbbbb\nwithin 3\n",
        "board 9\npieces a b\nmove cost 2: a -> b\nmove b -> a\nstart aaaaaaaaa\ngoal bbbbbbbbb\nwithin 3\n",
    };
    for (size_t i = 0; i < 4; i++)
        for (int tabulated = 0; tabulated < 2; tabulated++) {
            fewest_puzzle *puzzle = parse(texts[i]);
            fewest_generate_options options = {.size = sizeof options};
            const bool costs = i == 3;
            options.count = costs ? 3 : 10000;
            if (tabulated && !costs)
                assert_true(fewest_tabulate(puzzle, NULL, &error));
            fewest_instances *made = generate(puzzle, &options);
            assert_int_equal(fewest_instances_count(made), i == 0 ? 11 : i == 1 ? 4 : i == 2 ? 130 : 3);
            for (size_t k = 0; k < fewest_instances_count(made); k++) {
                fewest_puzzle *other = parse(texts[i]);
                assert_true(fewest_set_start(other, fewest_instances_state(made, k), &error));
                fewest_answer *answer = fewest_solve(other, NULL, &error);
                assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
                fewest_answer_free(answer);
                fewest_puzzle_free(other);
            }
            fewest_instances_free(made);
            if (costs) {
                fewest_puzzle_free(puzzle);
                continue;
            }
            options.count = 1;
            options.difficulty = FEWEST_DEEPEST;
            made = generate(puzzle, &options);
            assert_int_equal(fewest_instances_depth(made, 0), 3);
            fewest_instances_free(made);
            options.difficulty = FEWEST_EXACT_DEPTH;
            options.depth = 4;
            assert_null(fewest_generate(puzzle, &options, &error));
            assert_non_null(strstr(error.message, "`within 3`"));
            fewest_puzzle_free(puzzle);
        }
}

static void the_puzzle_stays_as_it_was(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    fewest_generate_options options = {.size = sizeof options};
    expect_length(puzzle, 19);
    fewest_instances_free(generate(puzzle, &options));
    expect_length(puzzle, 19);
    assert_false(puzzle->has_table);
    fewest_puzzle_free(puzzle);
}

/* The depth is told in moves, though the search goes by their cost. */
static void depths_are_moves_where_costs_differ(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("string 2\nmove cost 2: a ->\nstart b\ngoal b\n");
    fewest_generate_options options = {.size = sizeof options};
    options.unique = true;
    options.seed = 158;
    options.count = 4;
    fewest_instances *made = generate(puzzle, &options);
    size_t seen = 0;
    for (size_t i = 0; i < fewest_instances_count(made); i++)
        if (strlen(fewest_instances_state(made, i)) == 2) {
            assert_int_equal(fewest_instances_depth(made, i), 1);
            seen++;
        }
    assert_true(seen > 0);
    fewest_instances_free(made);
    fewest_puzzle_free(puzzle);
}

static bool stop(void *context, const fewest_statistics *so_far) {
    (void)so_far;
    ++*(int *)context;
    return false;
}

static void it_can_be_stopped(void **state) {
    (void)state;
    int calls = 0;
    fewest_puzzle *puzzle = parse(fifteen);
    fewest_generate_options options = {.size = sizeof options};
    options.difficulty = FEWEST_EXACT_DEPTH;
    options.depth = 60;
    options.limits.memory = 1 << 28;
    options.limits.progress = stop;
    options.limits.context = &calls;
    assert_null(fewest_generate(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_INTERRUPTED);
    assert_int_equal(calls, 1);
    fewest_puzzle_free(puzzle);
}

/* Where states are too many to be listed, those that walks end at are solved. The bound for that takes a while to make, and is
 * not made to its end when there is no time left. */
static void no_bound_is_made_when_time_is_up(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(fifteen);
    fewest_generate_options options = {.size = sizeof options};
    options.difficulty = FEWEST_EXACT_DEPTH;
    options.depth = 1;
    fewest_instances *near = fewest_generate(puzzle, &options, &error); /* the rules are read by then */
    assert_non_null(near);
    fewest_instances_free(near);
    assert_null(puzzle->model->bound);
    options.difficulty = FEWEST_ANY_DEPTH;
    options.unique = true;
    options.limits.seconds = 1e-9;
    assert_null(fewest_generate(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_null(puzzle->model->bound);
    fewest_puzzle_free(puzzle);
}

static void any_allocation_may_be_refused(void **state) {
    (void)state;
    static const char *const texts[] = {tiles, rewriting, jugs, roads};
    static const fewest_difficulty depths[] = {FEWEST_EXACT_DEPTH, FEWEST_DEEPEST, FEWEST_ANY_DEPTH};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t d = texts[i] == roads ? 2 : 0; d < 3; d++) {
            fewest_generate_options options = {.size = sizeof options};
            options.difficulty = depths[d];
            options.depth = 2;
            options.count = 2;
            fewest_puzzle *whole = parse(texts[i]);
            fewest_instances *sound = generate(whole, &options);
            bool reached = true;
            for (uint64_t n = 1; reached; n++) {
                fewest_puzzle *puzzle = parse(texts[i]);
                puzzle->memory.fail_at = atomic_load(&puzzle->memory.calls) + n;
                fewest_instances *made = fewest_generate(puzzle, &options, &error);
                reached = atomic_load(&puzzle->memory.calls) >= puzzle->memory.fail_at;
                puzzle->memory.fail_at = 0;
                if (!made)
                    assert_int_equal(error.status, FEWEST_SYSTEM);
                else
                    assert_int_equal(fewest_instances_count(made), fewest_instances_count(sound));
                fewest_instances_free(made);
                made = generate(puzzle, &options);
                assert_int_equal(fewest_instances_count(made), fewest_instances_count(sound));
                fewest_instances_free(made);
                fewest_puzzle_free(puzzle);
            }
            fewest_instances_free(sound);
            fewest_puzzle_free(whole);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_below_an_end_are_even),
        cmocka_unit_test(starts_have_their_depth_and_are_different),
        cmocka_unit_test(no_start_needs_more_than_within),
        cmocka_unit_test(the_puzzle_stays_as_it_was),
        cmocka_unit_test(depths_are_moves_where_costs_differ),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(no_bound_is_made_when_time_is_up),
        cmocka_unit_test(any_allocation_may_be_refused),
    };
    return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
