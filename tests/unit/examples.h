/* What the tests of the parser share: the examples of the language, parsing them, and writing codes as text. */
#ifndef FEW_TESTS_UNIT_EXAMPLES_H
#define FEW_TESTS_UNIT_EXAMPLES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "language/puzzle.h"

static const char eight[] =
    "title   Eight puzzle\n"
    "board   3 x 3\n"
    "pieces  1..8 x\n"
    "let     t = 1..8                                  ; t stands for any one of these\n"
    "\n"
    "names   u d l r                                   ; what to call up, down, left, right\n"
    "move    any direction:  x t -> t x                ; x goes where t was\n"
    "\n"
    "start   2 3 4 / 1 5 x / 7 6 8\n"
    "goal    1 2 3 / 4 5 6 / 7 8 x\n";

static const char four[] =
    "title   Four in a line\n"
    "board   4 x 4\n"
    "pieces  B W O\n"
    "var     turn = B W                                ; a value beside the board: who moves next\n"
    "move    black, any direction:  B O -> O B, turn B -> W\n"
    "move    white, any direction:  W O -> O W, turn W -> B\n"
    "start   BWBO / WBWB / BWBW / WBWO and turn is any ; either side may begin\n"
    "goal    somewhere, any direction, diagonal:  B B B B\n"
    "goal    somewhere, any direction, diagonal:  W W W W\n";

static const char solitaire[] = "title   Solitaire on 8 x 8\n"
                                "board   8 x 8\n"
                                "pieces  . o\n"
                                "move slide, any direction:  o . -> . o\n"
                                "move jump,  any direction:  o o . -> . o o\n";

static const char swap[] = "title   Swap\n"
                           "board   4 x 4\n"
                           "pieces  0 1\n"
                           "move any direction:  0 1 -> 1 0\n";

static const char lock[] = "title   Lock\n"
                           "board   4\n"
                           "pieces  1..9\n"
                           "let     n = ring 1..9\n"
                           "let     a, b = 1..9\n"
                           "move plus:   n -> n+1\n"
                           "move minus:  n -> n-1\n"
                           "move swap:   a b -> b a  where a != b\n";

static const char rewriting[] = "title   String rewriting\n"
                                "string  20\n"
                                "move    abc -> xu\n"
                                "move    ud  -> y\n"
                                "move    y   -> yz\n"
                                "start   abcd\n"
                                "goal    xyz\n"
                                "within  10\n";

static const char jugs[] = "title   Two jugs\n"
                           "var     A = 0..3\n"
                           "var     B = 0..5\n"
                           "let     a = 0..3\n"
                           "let     b = 0..5\n"
                           "move fill-A:   A a -> 3\n"
                           "move empty-B:  B b -> 0\n"
                           "move pour-A:   A a -> 0, B b -> a+b  where a+b <= 5\n"
                           "move pour-A:   A a -> a+b-5, B b -> 5  where a+b > 5\n"
                           "start   A is 0 and B is 0\n"
                           "goal    B is 4\n";

static const char maze[] = "title   Maze\n"
                           "board   5 x 5\n"
                           "pieces  @ 0 1\n"
                           "names   U D L R\n"
                           "move    any direction:  @ 0 -> 0 @\n"
                           "start   @1000/01010/00000/01110/00010\n"
                           "goal    _____/_____/_____/_____/____@\n";

static const char *const examples[] = {eight, four, solitaire, swap, lock, rewriting, jugs, maze};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static struct few_memory memory;
static struct few_error error;

static int prepare(void **state) {
    (void)state;
    few_memory_init(&memory, SIZE_MAX / 2);
    memset(&error, 0, sizeof error);
    return 0;
}

/* Everything a test allocated must have been given back. */
static int check_given_back(void **state) {
    (void)state;
    return atomic_load(&memory.used) == 0 ? 0 : -1;
}

/* Parses a copy that has not a byte behind it, so that reading too far is seen. */
static struct few_puzzle *parse_bytes(const char *text, size_t length) {
    char *exact = malloc(length ? length : 1);
    memcpy(exact, text, length);
    struct few_puzzle *puzzle = few_parse(&memory, "test.few", exact, length, &error);
    free(exact);
    return puzzle;
}

static struct few_puzzle *parse(const char *text) {
    struct few_puzzle *puzzle = parse_bytes(text, strlen(text));
    if (!puzzle) {
        char report[FEW_ERROR_FORMATTED];
        few_error_format(&error, report, sizeof report);
        fail_msg("%s", report);
    }
    return puzzle;
}

/* The codes as a person would write them. */
static void assert_codes(const struct few_puzzle *puzzle, const few_code *codes, size_t count,
                         const char *expected) {
    char written[1024] = "";
    for (size_t i = 0; i < count; i++) {
        char sum[24];
        snprintf(sum, sizeof sum, "sum%u", few_code_index(codes[i]));
        const char *text = codes[i] == FEW_CODE_ANY ? "_"
            : few_code_is_name(codes[i])            ? puzzle->lets[few_code_index(codes[i])].name
            : few_code_is_sum(codes[i])             ? sum
                                                    : puzzle->pieces[codes[i]].text;
        strcat(strcat(written, i ? " " : ""), text);
    }
    assert_string_equal(written, expected);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, check_given_back)

#endif
