/* fewest_random_state: the same seed, the same state; a state that is a start, and that can be solved. */
#include "api.h"

#include <fewest/explore.h>

static void the_same_seed_gives_the_same_state(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    char *one = fewest_random_state(puzzle, 40, 7, &error), *two = fewest_random_state(puzzle, 40, 7, &error);
    char *other = fewest_random_state(puzzle, 40, 8, &error);
    assert_non_null(one);
    assert_string_equal(one, two);
    assert_string_not_equal(one, other);
    fewest_free(one);
    fewest_free(two);
    fewest_free(other);
    fewest_puzzle_free(puzzle);
}

static void it_can_be_solved_in_as_many_moves(void **state) {
    (void)state;
    static const char *const texts[] = {eight, swaps, rewriting, jugs, roads, maze};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fewest_puzzle *puzzle = parse(texts[i]);
        for (uint64_t seed = 0; seed < 20; seed++) {
            size_t steps = (size_t)seed / 2;
            char *text = fewest_random_state(puzzle, steps, seed, &error);
            assert_non_null(text);
            assert_true(fewest_set_start(puzzle, text, &error));
            fewest_answer *answer = solve(puzzle, NULL);
            if (texts[i] != jugs && texts[i] != roads) { /* whose goals are not listed for a walk backwards, or cost */
                assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
                assert_true(fewest_answer_length(answer) <= steps);
            }
            fewest_answer_free(answer);
            fewest_free(text);
        }
        fewest_puzzle_free(puzzle);
    }
}

static void it_is_never_the_empty_string(void **state) {
    (void)state;
    static const char *const texts[] = {
        "string  4\nmove    a ->\nmove    b -> a\nstart   ab\ngoal    nowhere: b\n",
        "string  4\npieces  a b\nlet     r = rest\nmove    a r -> r\nmove    b r -> r\nstart   abab\ngoal    nowhere: b\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fewest_puzzle *puzzle = parse(texts[i]);
        for (uint64_t seed = 0; seed < 40; seed++) {
            char *text = fewest_random_state(puzzle, (size_t)seed, seed, &error);
            assert_non_null(text);
            assert_string_not_equal(text, "");
            assert_true(fewest_set_start(puzzle, text, &error));
            fewest_free(text);
            assert_true(fewest_set_start(puzzle, i ? "abab" : "ab", &error));
        }
        fewest_puzzle_free(puzzle);
    }
}

static void what_is_missing_is_said(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board 2\npieces a b\nmove: a b -> b a\n");
    error.message[0] = '\0';
    assert_null(fewest_random_state(puzzle, 3, 1, &error));
    assert_string_not_equal(error.message, "");
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_state),
        cmocka_unit_test(it_can_be_solved_in_as_many_moves),
        cmocka_unit_test(it_is_never_the_empty_string),
        cmocka_unit_test(what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
