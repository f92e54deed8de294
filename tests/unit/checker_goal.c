/* Protects the test for the goal: every kind of condition, with names and without, each against an
 * answer written by hand. */
#include "language/checker.h"
#include "parsed.h"

enum { MAX_VALUES = 100 };

static struct few_checker *begin_at_start(const struct few_puzzle *puzzle) {
    uint16_t values[MAX_VALUES];
    size_t count = start_values(puzzle, values);
    struct few_checker *checker = few_checker_create(&memory, puzzle);
    assert_non_null(checker);
    assert_true(few_checker_begin(checker, values, count));
    return checker;
}

struct goal_example {
    const char *goal, *start;
    bool holds;
};

static void check_goals(const char *rules, const struct goal_example *examples) {
    for (const struct goal_example *e = examples; e->goal; e++) {
        char text[MAX_TEXT];
        snprintf(text, sizeof text, "%s\ngoal %s", rules, e->goal);
        struct few_puzzle *puzzle = parse_with(text, "start", e->start);
        struct few_checker *checker = begin_at_start(puzzle);
        bool no_memory = true;
        if (few_checker_at_goal(checker, &no_memory) != e->holds)
            fail_msg("%s\nstart %s", text, e->start);
        assert_false(no_memory);
        few_checker_free(checker);
        few_puzzle_free(puzzle);
    }
}

static void goals_are_drawings_and_values(void **state) {
    (void)state;
    check_goals(
        "board 2 x 2\npieces a b\nvar v = a b c\nlet t, u = a b\nlet w = a b c\nmove a b -> b a",
        (const struct goal_example[]){
            {"ab / __", "ab / aa and v is a", true},
            {"ab / __", "aa / aa and v is a", false},
            {"ab / __\ngoal v is c", "aa / aa and v is c", true},
            {"ab / __ and v is c", "aa / aa and v is c", false},
            {"ab / __ and v is c", "ab / aa and v is c", true},
            {"a_ / __ and _b / __", "ab / aa and v is c", true},
            {"a_ / __ and _b / __", "aa / aa and v is c", false},
            {"tt / __", "bb / aa and v is a", true},
            {"tt / __", "ba / aa and v is a", false},
            {"tu / ut", "ba / ab and v is a", true},
            {"tt / __ and v is t", "bb / aa and v is a", false},
            {"tt / __ and v is t", "bb / aa and v is b", true},
            {"v is t", "bb / aa and v is c", false},
            {"v is w", "bb / aa and v is c", true},
            {0},
        });
}

static void goals_are_found_somewhere(void **state) {
    (void)state;
    const char *rules = "board 3 x 4\npieces x o .\nlet p, q = x o\nmove x . -> . x";
    check_goals(rules,
                (const struct goal_example[]){
                    {"somewhere: x o", ".... / ..xo / ....", true},
                    {"somewhere: x o", ".... / ..ox / ....", false},
                    {"somewhere: x o", "...x / o... / ....", false},
                    {"somewhere: x / o", "...x / ...o / ....", true},
                    {"somewhere, any direction: x o", ".... / ..ox / ....", true},
                    {"somewhere, any direction: x o", "...x / ...o / ....", true},
                    {"somewhere, any direction: x o", "...o / ...x / ....", true},
                    {"somewhere, any direction: x o", "..o. / ...x / ....", false},
                    {"somewhere, diagonal: x o .", "x... / .o.. / ....", true},
                    {"somewhere, diagonal: x o o", "...x / ..o. / .o..", true},
                    {"somewhere, diagonal: x o o", "...o / ..o. / .x..", false},
                    {"somewhere, diagonal: x o o", "o... / .o.. / ..x.", false},
                    {"somewhere, diagonal, any direction: x o o", "...o / ..o. / .x..", true},
                    {"somewhere, diagonal, any direction: x o o", "o... / .o.. / ..x.", true},
                    {"somewhere, diagonal: x o o", ".... / .xoo / ....", true},
                    {"somewhere: p p p", ".xox / .ooo / ....", true},
                    {"somewhere: p p p", ".xox / .oxo / ....", false},
                    {"somewhere: p p and somewhere: q / q", "xx.. / ...o / ...o", true},
                    {"somewhere: p p and somewhere: p / p", "xx.. / ...o / ...o", false},
                    {"somewhere: p p and somewhere: p / p", "xx.. / oo.o / ...o", true},
                    {"somewhere: x x and somewhere: o o", "xx.. / .... / ..o.", false},
                    {"somewhere: x _ o", "x.o. / .... / ....", true},
                    {"p___ / ____ / ____ and somewhere: p p", "o.xx / .... / ....", false},
                    {"p___ / ____ / ____ and somewhere: p p", "o.xx / ..oo / ....", true},
                    {0},
                });
}

static void goals_are_found_nowhere(void **state) {
    (void)state;
    const char *rules = "board 3 x 3\npieces r g b .\nlet s, t, u = r g b\nmove r . -> . r";
    check_goals(rules, (const struct goal_example[]){
                           {"nowhere: r", "ggg / ggg / ggg", true},
                           {"nowhere: r", "ggg / ggg / ggr", false},
                           {"nowhere, any direction, diagonal: r r", "r.. / ..r / r..", true},
                           {"nowhere, any direction, diagonal: r r", "r.. / .r. / ...", false},
                           {"nowhere, diagonal: r g", "g.. / .r. / ...", true},
                           {"nowhere: t t", "rgb / gbr / brg", true},
                           {"nowhere: t t", "rgb / gbb / brg", false},
                           {"nowhere: t t and nowhere: t / t", "rgb / gbr / brg", true},
                           {"nowhere: t t and nowhere: t / t", "rgb / rbg / brg", false},
                           {"somewhere: t t t and nowhere: t / t", "rrr / gbg / gbg", true},
                           {"somewhere: t t t and nowhere: t / t", "rrr / rbg / bgb", false},
                           {"somewhere: t t t and nowhere: t / t", "rrr / gbr / ggg", false},
                           {"somewhere: t t t and nowhere: t / t", "rrr / r.. / ggg", true},
                           {"somewhere: t t t and nowhere: u / u", "rrr / gbg / brb", true},
                           {"somewhere: t t t and nowhere: u / u", "rrr / gbg / brg", false},
                           {"tt_ / ___ / ___ and nowhere: t u t", "rr. / ... / ggr", true},
                           {"tt_ / ___ / ___ and nowhere: t u t", "rr. / ... / rgr", false},
                           {"somewhere: s t and nowhere: t s", "rg. / gr. / b.b", false},
                           {"somewhere: s t and nowhere: t s", "rg. / gr. / bg.", true},
                           {0},
                       });
}

static void goals_of_strings(void **state) {
    (void)state;
    check_goals("string 6\nlet t = a b c\nmove a -> b", (const struct goal_example[]){
                                                            {"abc", "abc", true},
                                                            {"abc", "abca", false},
                                                            {"a_c", "abc", true},
                                                            {"a_c", "ac", false},
                                                            {"tat", "cac", true},
                                                            {"tat", "cab", false},
                                                            {"somewhere: bc", "abca", true},
                                                            {"somewhere: bc", "acba", false},
                                                            {"somewhere: abca", "abc", false},
                                                            {"nowhere: tt", "abab", true},
                                                            {"nowhere: tt", "abba", false},
                                                            {"nowhere: abca", "abc", true},
                                                            {0},
                                                        });
}

static void goals_compare_vars(void **state) {
    (void)state;
    check_goals("var m = 0..5\nvar c = 0..5\nvar who = ann 5 bob\nmove m 0 -> 1",
                (const struct goal_example[]){
                    {"m < c", "m is 2 and c is 3 and who is ann", true},
                    {"m < c", "m is 3 and c is 3 and who is ann", false},
                    {"m<=c, m+c=6", "m is 3 and c is 3 and who is ann", true},
                    {"m+c = 7 or m-c > 1", "m is 3 and c is 3 and who is ann", false},
                    {"m+c = 7 or m-c > 1", "m is 4 and c is 2 and who is ann", true},
                    {"m+c = 7 or m-c > 1", "m is 2 and c is 5 and who is ann", true},
                    {"who = m", "m is 5 and c is 0 and who is 5", true},
                    {"who = m", "m is 5 and c is 0 and who is bob", false},
                    {"who != bob and not who is ann", "m is 5 and c is 0 and who is 5", true},
                    {"who != bob and not who is ann", "m is 5 and c is 0 and who is ann", false},
                    {"not m >= 2", "m is 2 and c is 0 and who is 5", false},
                    {"not m >= 2", "m is 1 and c is 0 and who is 5", true},
                    {"not not 4-m > c", "m is 1 and c is 0 and who is 5", true},
                    {0},
                });
}

static void not_turns_a_condition_round(void **state) {
    (void)state;
    check_goals("board 1 x 3\npieces a b .\nlet p = a b\nmove a . -> . a",
                (const struct goal_example[]){
                    {"not a _ _", "a b .", false},
                    {"not a _ _", "b a .", true},
                    {"not p p _", "b a .", true},
                    {"not p p _", "b b .", false},
                    {"not somewhere: p p", "b b .", false},
                    {"not somewhere: p p", "b . b", true},
                    {"not nowhere: p p and _ _ .", "a a .", true},
                    {"a _ _ or _ _ a", ". b a", true},
                    {"a _ _ or _ _ a", ". a b", false},
                    {"a _ _, _ _ a", "a b .", false},
                    {0},
                });
}

static void the_empty_string_is_no_goal(void **state) {
    (void)state;
    struct few_puzzle *puzzle =
        parse_with("string 4\nmove aa ->\ngoal somewhere: _\ngoal a", "start", "aa");
    struct few_checker *checker = begin_at_start(puzzle);
    bool no_memory;
    assert_true(
        few_checker_play(checker, (struct few_move_place){0, -1, 0, 0}, NULL, NULL, &no_memory));
    size_t length;
    few_checker_values(checker, &length);
    assert_int_equal(length, 0);
    assert_false(few_checker_at_goal(checker, &no_memory));
    assert_false(
        few_checker_play(checker, (struct few_move_place){0, -1, 0, 0}, NULL, NULL, &no_memory));
    few_checker_free(checker);
    few_puzzle_free(puzzle);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, nothing_leaks)
    const struct CMUnitTest tests[] = {
        TEST(goals_are_drawings_and_values), TEST(goals_are_found_somewhere),
        TEST(goals_are_found_nowhere),       TEST(goals_of_strings),
        TEST(goals_compare_vars),            TEST(not_turns_a_condition_round),
        TEST(the_empty_string_is_no_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
