/* What the tests of the public API share: small puzzles as texts, and how to parse and solve them. */
#ifndef FEW_TESTS_UNIT_API_H
#define FEW_TESTS_UNIT_API_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/handle.h"

static const char eight[] = "title   Eight puzzle\n"
                            "board   3 x 3\n"
                            "pieces  1..8 x\n"
                            "let     t = 1..8\n"
                            "names   u d l r\n"
                            "move    any direction:  x t -> t x\n"
                            "start   2 3 4 / 1 5 x / 7 6 8\n"
                            "goal    1 2 3 / 4 5 6 / 7 8 x\n";

/* Pieces that move in pairs, and others that move alone. */
static const char pairs[] = "board   9\n"
                            "pieces  a . b c d e\n"
                            "let     t, u = b c d\n"
                            "let     s = a e\n"
                            "move    s . -> . s\n"
                            "move    . s -> s .\n"
                            "move    t u . -> . t u\n"
                            "move    . t u -> t u .\n"
                            "start   b c . d . a . e .\n"
                            "goal    . b c . d . a . e\n";

/* Fifteen tiles; the start needs far more states than any test has memory or time for. */
static const char fifteen[] = "board   4 x 4\n"
                              "pieces  1..15 x\n"
                              "let     t = 1..15\n"
                              "move    any direction:  x t -> t x\n"
                              "start   14 13 15 7 / 11 12 9 5 / 6 x 2 1 / 4 8 10 3\n"
                              "goal    x 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15\n";

static const char swaps[] = "board   2 x 3\n"
                            "pieces  0 1\n"
                            "move any direction:  0 1 -> 1 0\n"
                            "start   1 1 1 / 0 0 0\n"
                            "goal    0 0 0 / 1 1 1\n";

static const char rewriting[] = "string  20\n"
                                "move    abc -> xu\n"
                                "move    ud  -> y\n"
                                "move    y   -> yz\n"
                                "start   abcd\n"
                                "goal    xyz\n"
                                "within  10\n";

static const char jugs[] = "var     A = 0..3\n"
                           "var     B = 0..5\n"
                           "let     a = 0..3\n"
                           "let     b = 0..5\n"
                           "move fill-A:   A a -> 3\n"
                           "move empty-B:  B b -> 0\n"
                           "move pour-A:   A a -> 0, B b -> a+b  where a+b <= 5\n"
                           "move pour-A:   A a -> a+b-5, B b -> 5  where a+b > 5\n"
                           "start   A is 0 and B is any\n"
                           "goal    B is 4\n";

static const char roads[] = "board   5\n"
                            "pieces  @ .\n"
                            "move step, cost 2:  @ . -> . @\n"
                            "move leap, cost 3:  @ _ . -> . _ @\n"
                            "start   @ . . . .\n"
                            "goal    _ _ _ _ @\n";

static const char maze[] = "0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n";

static fewest_error error;

static inline fewest_puzzle *parse(const char *text) {
    fewest_puzzle *puzzle = fewest_parse(text, strlen(text), "test.few", &error);
    if (!puzzle)
        fail_msg("%s", error.text);
    return puzzle;
}

static inline fewest_answer *solve(fewest_puzzle *puzzle, const fewest_options *options) {
    fewest_answer *answer = fewest_solve(puzzle, options, &error);
    if (!answer)
        fail_msg("%s", error.text);
    return answer;
}

static inline void expect_end(fewest_puzzle *puzzle, const fewest_options *options, fewest_status status,
                              fewest_limit limit) {
    fewest_answer *answer = solve(puzzle, options);
    assert_int_equal(fewest_answer_status(answer), status);
    assert_int_equal(fewest_answer_limit(answer), limit);
    fewest_answer_free(answer);
}

static inline void expect_length(fewest_puzzle *puzzle, size_t length) {
    fewest_answer *answer = solve(puzzle, NULL);
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    assert_int_equal(fewest_answer_length(answer), length);
    fewest_answer_free(answer);
}

/* Nothing can be read from an answer that found no way. */
static inline void expect_nothing_to_read(fewest_answer *answer) {
    assert_int_equal(fewest_answer_length(answer), 0);
    assert_int_equal(fewest_answer_cost(answer), 0);
    assert_int_equal(fewest_answer_solutions(answer), 0);
    assert_int_equal(fewest_answer_listed(answer), 0);
    assert_int_equal(fewest_answer_solution_length(answer, 0), 0);
    assert_null(fewest_answer_move(answer, 0, 0));
    assert_null(fewest_answer_state(answer, 0, 0));
    assert_null(fewest_answer_drawing(answer, 0, 0));
    assert_null(fewest_answer_words(answer, 0, 0));
    assert_int_equal(fewest_answer_move_number(answer, 0, 0), UINT32_MAX);
    assert_non_null(fewest_answer_statistics(answer)->algorithm);
    assert_non_null(fewest_answer_statistics(answer)->store);
}

#endif
