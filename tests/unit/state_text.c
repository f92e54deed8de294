/* Protects the text of states: as after `start`, so that it can be read back, and as a drawing for
 * people. */
#include "language/state_text.h"
#include "parsed.h"

enum { MAX_VALUES = 100 };

/* The start is written as this line, which says the same start again, and drawn like that. */
static void check(const char *rules, const char *start, const char *line, const char *drawing) {
    struct few_puzzle *puzzle = parse_with(rules, "start", start);
    uint16_t values[MAX_VALUES], again[MAX_VALUES];
    size_t length = start_values(puzzle, values), bytes;
    char *text = few_state_drawing(&memory, puzzle, values, length, &bytes);
    assert_string_equal(text, drawing);
    few_free(&memory, text, bytes);
    text = few_state_line(&memory, puzzle, values, length, &bytes);
    assert_string_equal(text, line);
    struct few_error error = {0};
    if (!few_parse_start(puzzle, "START", text, strlen(text), &error))
        fail_msg("%s: %s", text, error.message);
    assert_int_equal(start_values(puzzle, again), length);
    assert_memory_equal(again, values, length * sizeof *values);
    few_free(&memory, text, bytes);
    few_puzzle_free(puzzle);
}

static void pieces_of_one_character_need_no_spaces(void **state) {
    (void)state;
    check("board 3 x 3\npieces 1..8 x\nmove x 1 -> 1 x", "2 3 4 / 1 5 x / 7 6 8", "234 / 15x / 768",
          "2 3 4\n1 5 x\n7 6 8");
    check("board 3\npieces a b\nmove a b -> b a", "aba", "aba", "a b a");
    check("board 2 x 1\npieces a b\nmove a / b -> b / a", "a / b", "a / b", "a\nb");
    check("board 2 x 2\npieces ♞ ä .\nmove ♞ . -> . ♞", "♞. / .ä", "♞. / .ä", "♞ .\n. ä");
}

static void longer_pieces_are_apart_and_in_columns(void **state) {
    (void)state;
    check("board 2 x 3\npieces 1..10\nmove 1 2 -> 2 1", "1 2 10 / 4 10 6", "1 2 10 / 4 10 6",
          "1  2  10\n4  10 6");
    check("board 2 x 2\npieces ♞♞ a\nmove ♞♞ a -> a ♞♞", "♞♞ a / a ♞♞", "♞♞ a / a ♞♞",
          "♞♞ a\na  ♞♞");
    /* A longer value of a var changes nothing. */
    check("board 2\npieces 1 2\nvar v = 1..20\nmove 1 2 -> 2 1", "12 and v is 12", "12 and v is 12",
          "1 2\nv 12");
}

static void vars_follow_the_board(void **state) {
    (void)state;
    check("board 2\npieces B W\nvar turn = B W\nvar key = no yes\nmove B W -> W B",
          "BW and turn is W and key is no", "BW and turn is W and key is no",
          "B W\nturn W, key no");
    check("var A = 0..3\nvar B = 0..5\nmove A 0 -> 3", "B is 4 and A is 0", "A is 0 and B is 4",
          "A 0, B 4");
}

static void strings_are_as_they_are(void **state) {
    (void)state;
    check("string 9\nmove a -> b", "ab♞ba", "ab♞ba", "ab♞ba");
    struct few_puzzle *puzzle = parse_with("string 9\nmove a -> b", "start", "a");
    size_t bytes;
    char *text = few_state_line(&memory, puzzle, NULL, 0, &bytes);
    assert_string_equal(text, "");
    few_free(&memory, text, bytes);
    text = few_state_drawing(&memory, puzzle, NULL, 0, &bytes);
    assert_string_equal(text, "");
    few_free(&memory, text, bytes);
    few_puzzle_free(puzzle);
}

static void rows_that_look_like_other_words_are_taken_apart(void **state) {
    (void)state;
    const char *rules =
        "board 2 x 3\npieces a n d t\nlet tnt = a n\nvar tan = a n\nmove tnt d -> d tnt";
    check(rules, "t a d / d a t and tan is a", "tad / dat and tan is a", "t a d\nd a t\ntan a");
    check(rules, "a n d / d a t and tan is a", "a n d / d a t and tan is a", "a n d\nd a t\ntan a");
    check(rules, "d a t / a n d and tan is a", "d a t / a n d and tan is a", "d a t\na n d\ntan a");
    check(rules, "d a t / t n t and tan is a", "d a t / t n t and tan is a", "d a t\nt n t\ntan a");
    check(rules, "t a n / d a t and tan is a", "t a n / d a t and tan is a", "t a n\nd a t\ntan a");
    check("board 2\npieces - >\nmove > - -> - >", "- >", "- >", "- >");
    check("board 2\npieces - >\nmove > - -> - >", ">-", ">-", "> -");
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    struct few_puzzle *puzzle =
        parse_with("board 2 x 2\npieces a b\nvar v = a b\nmove a b -> b a", "start", "ab / ba and v is b");
    uint16_t values[MAX_VALUES];
    size_t length = start_values(puzzle, values), used = memory.used, bytes;
    for (int drawn = 0; drawn < 2; drawn++) {
        int failures = 0;
        for (char *text = NULL; !text; failures++) {
            memory.fail_at = memory.calls + 1 + (uint64_t)failures;
            text = drawn ? few_state_drawing(&memory, puzzle, values, length, &bytes)
                         : few_state_line(&memory, puzzle, values, length, &bytes);
            if (text) few_free(&memory, text, bytes);
            assert_int_equal(memory.used, used);
        }
        assert_int_equal(failures, 3);
    }
    memory.fail_at = 0;
    few_puzzle_free(puzzle);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, nothing_leaks)
    const struct CMUnitTest tests[] = {
        TEST(pieces_of_one_character_need_no_spaces),
        TEST(longer_pieces_are_apart_and_in_columns),
        TEST(vars_follow_the_board),
        TEST(strings_are_as_they_are),
        TEST(rows_that_look_like_other_words_are_taken_apart),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
