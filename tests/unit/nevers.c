/* What must never be: where it becomes tests of the instructions and where a filter, what is believed of a puzzle then, which
 * starts are refused, and what a table is bound to. That the answers are right is shown elsewhere, by the oracle and by random
 * puzzles. */
#include "api.h"

#include "facts/rules/rule_facts.h"
#include "rules/rule_space.h"

#include <fewest/explore.h>
#include <fewest/tables.h>

static const struct few_rule_space *compile(fewest_puzzle *puzzle) {
    struct few_error inner = {0};
    if (!few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, &inner))
        fail_msg("%s", inner.message);
    return (const struct few_rule_space *)puzzle->model->space;
}

static const char queens[] = "board   4 x 4\npieces  . q\nvar     n = 0..4\nlet     k = 0..4\n"
                             "move    put:  . -> q, n k -> k+1\n"
                             "never   somewhere, any direction, diagonal: q q\nnever   somewhere, any direction, diagonal: q _ q\n"
                             "never   somewhere, any direction, diagonal: q _ _ q\n"
                             "start   .... / .... / .... / .... and n is 0\ngoal    n is 4\n";

/* A queen sees nine cells from a corner of a board of 4 x 4, and eleven from the middle; beside its own cell and the var. */
static void a_condition_on_two_pieces_is_a_test_of_the_move(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(queens);
    const struct few_rule_space *space = compile(puzzle);
    assert_false(space->nevers.filters);
    assert_int_equal(space->listing.count, 16 * 4);
    for (size_t n = 0; n < space->listing.count; n++) {
        const uint32_t row = space->listing.instructions[n].cell / 4, column = space->listing.instructions[n].cell % 4;
        const bool middle = row % 3 != 0 && column % 3 != 0;
        assert_int_equal(space->listing.instructions[n].count, 2 + (middle ? 11 : 9));
    }
    expect_length(puzzle, 4);
    fewest_puzzle_free(puzzle);
}

/* What is forbidden outright is no instruction any more; and where nothing else is, nothing is left to do. */
static void what_is_forbidden_wherever_it_is_done_is_dropped(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board   4\npieces  a . #\nmove    any direction:  a . -> . a\nmove    wall:  a -> #\n"
                                  "never   _ _ _ a\nstart   a . . .\ngoal    . . a .\n");
    const struct few_rule_space *space = compile(puzzle);
    assert_false(space->nevers.filters);
    assert_int_equal(space->listing.count, 2 * 2 + 3);
    fewest_puzzle_free(puzzle);
}

static const char tiles[] = "board   2 x 3\npieces  1..5 x\nlet     t = 1..5\nmove    any direction:  x t -> t x\n"
                            "never   somewhere: 1 2\nstart   2 1 3 / 4 5 x\ngoal    2 1 3 / x 4 5\n";

/* Tiles are carried without a look at what they are: a filter looks. Then no moves are believed to commute, and none are
 * made in another way than by the space. */
static void what_tests_cannot_say_is_filtered(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(tiles);
    const struct few_rule_space *space = compile(puzzle);
    assert_true(space->nevers.filters);
    assert_true(space->space.undirected);
    assert_null(space->space.run->sets);
    assert_null(space->space.run->aims);
    struct few_rule_facts *facts = few_rule_facts_find(&puzzle->memory, space);
    assert_non_null(facts);
    assert_null(facts->facts.exchanges);
    assert_null(facts->facts.commuting);
    few_rule_facts_free(facts);
    fewest_puzzle_free(puzzle);
}

/* Two switches: thrown in one order they pass a state that must not be. */
static void moves_do_not_commute_through_what_must_not_be(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("var     a = 0 1\nvar     b = 0 1\nlet     s = ring 0 1\nmove    a:  a s -> s+1\nmove    b:  b s -> s+1\n"
                                  "never   a is 1 and b is 0\nstart   a is 0 and b is 0\ngoal    a is 1 and b is 1\n");
    const struct few_rule_space *space = compile(puzzle);
    struct few_rule_facts *facts = few_rule_facts_find(&puzzle->memory, space);
    assert_non_null(facts);
    assert_non_null(facts->facts.commuting);
    for (uint32_t i = 0; i < space->listing.count; i++)
        for (uint32_t k = 0; k < space->listing.count; k++)
            assert_false(few_commuting_skips(facts->facts.commuting, i, k));
    few_rule_facts_free(facts);
    for (fewest_algorithm algorithm = FEWEST_AUTO; algorithm <= FEWEST_IDASTAR; algorithm++) {
        fewest_options options = {.size = sizeof options, .algorithm = algorithm};
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_length(answer), 2);
        assert_string_equal(fewest_answer_move(answer, 0, 0), "b");
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

/* All methods count the same states, though only some of them can be used. */
static void every_method_leaves_out_the_same(void **state) {
    (void)state;
    static const char *const texts[] = {queens, tiles};
    for (size_t i = 0; i < 2; i++) {
        uint64_t first = 0;
        for (fewest_method method = FEWEST_METHOD_AUTO; method <= FEWEST_METHOD_HASH; method++) {
            fewest_puzzle *puzzle = parse(texts[i]);
            fewest_explore_options options = {.size = sizeof options, .method = method};
            fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
            assert_non_null(explored);
            first = first ? first : fewest_exploration_states(explored);
            assert_int_equal(fewest_exploration_states(explored), first);
            fewest_exploration_free(explored);
            fewest_puzzle_free(puzzle);
        }
    }
}

static void expect_refused(fewest_puzzle *puzzle, const char *start, const char *why) {
    assert_false(fewest_set_start(puzzle, start, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    if (!strstr(error.text, why))
        fail_msg("`%s` does not say `%s`", error.text, why);
}

/* A start by hand that must not be is refused, with the line that forbids it; the one before stays, in whichever form it was given. */
static void a_start_that_must_not_be_leaves_the_one_before(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(tiles);
    expect_refused(puzzle, "1 2 3 / 4 5 x", "START:1:1: the start is forbidden by the `never` on line 5");
    expect_length(puzzle, 2);
    assert_true(fewest_set_start(puzzle, "2 1 3 / 4 x 5", &error));
    expect_refused(puzzle, "5 3 4 / 1 2 x", "the `never` on line 5");
    expect_length(puzzle, 1);
    fewest_puzzle_free(puzzle);

    puzzle = parse("board   1 x 5\npieces  @ . #\nmove    any direction:  @ . -> . @\nnever   _ @ _ _ _\n"
                   "start   . . . @ .\ngoal    _ _ @ _ _\n");
    expect_refused(puzzle, "1,2", "the `never` on line 4");
    expect_length(puzzle, 1);
    assert_true(fewest_set_start(puzzle, "1,5", &error));
    expect_length(puzzle, 2);
    assert_true(fewest_set_start(puzzle, "1,1", &error));
    expect_end(puzzle, NULL, FEWEST_UNSOLVABLE, FEWEST_NO_LIMIT);
    fewest_puzzle_free(puzzle);

    puzzle = parse("string  5\nmove    a -> ab\nmove    b -> a\nnever   somewhere: aa\nstart   ab\ngoal    abab\n");
    expect_refused(puzzle, "baa", "the `never` on line 4");
    fewest_puzzle_free(puzzle);
}

/* Words that lead into it are not possible, and the solution with one of them is none. */
static void check_plays_no_move_into_it(void **state) {
    (void)state;
    static const char *const good[] = {"b", "a"}, *const bad[] = {"a", "b"};
    fewest_puzzle *puzzle = parse("var     a = 0 1\nvar     b = 0 1\nmove    a:  a 0 -> 1\nmove    b:  b 0 -> 1\n"
                                  "never   a is 1 and b is 0\nstart   a is 0 and b is 0\ngoal    a is 1 and b is 1\n");
    size_t step;
    assert_int_equal(fewest_check(puzzle, good, 2, &step, NULL, &error), FEWEST_REACHES_GOAL);
    assert_int_equal(fewest_check(puzzle, bad, 2, &step, NULL, &error), FEWEST_MOVE_FAILS);
    assert_int_equal(step, 0);
    fewest_puzzle_free(puzzle);
}

/* Each kind of space: another `never` is another puzzle to a table. */
static void a_table_is_bound_to_what_must_never_be(void **state) {
    (void)state;
    static const char *const kinds[][4] = {
        {"board 2 x 3\npieces 1..5 x\nlet t = 1..5\nmove any direction:  x t -> t x\nstart 2 1 3 / 4 5 x\ngoal 2 1 3 / x 4 5\n",
         "never somewhere: 1 2\n", "never somewhere: 1 4\n", "never x _ _ / _ _ _\n"},
        {"board 1 x 6\npieces @ .\nmove any direction:  @ . -> . @\nstart @ . . . . .\ngoal _ _ @ _ _ _\n",
         "never _ _ _ _ _ @\n", "never _ _ _ _ @ _\n", "never somewhere: @ . . and _ _ _ @ _ _\n"},
        {"string 4\nmove a -> b\nmove b -> ab\nstart a\ngoal abb\n", "never aa\n", "never somewhere: aa\n", "never nowhere: _\n"},
    };
    for (size_t kind = 0; kind < 3; kind++) {
        char prints[4][33];
        for (size_t i = 0; i < 4; i++) {
            char text[400];
            snprintf(text, sizeof text, "%s%s", kinds[kind][0], i ? kinds[kind][i] : "");
            fewest_puzzle *puzzle = parse(text);
            if (!fewest_fingerprint(puzzle, prints[i], &error))
                fail_msg("%s", error.text);
            for (size_t k = 0; k < i; k++)
                assert_string_not_equal(prints[i], prints[k]);
            fewest_puzzle_free(puzzle);
        }
    }
}

/* A state that must not be is no state of the space: a table that has it is wrong. */
static void what_must_not_be_is_no_state(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(tiles);
    const struct few_rule_space *space = compile(puzzle);
    uint16_t values[6];
    uint64_t packed;
    memcpy(values, space->start, sizeof values);
    assert_true(space->space.run->write(&space->space, values, 6, &packed));
    assert_true(space->space.run->holds(&space->space, &packed));
    const uint16_t kept = values[0];
    values[0] = values[1];
    values[1] = kept;
    assert_true(space->space.run->write(&space->space, values, 6, &packed));
    assert_false(space->space.run->holds(&space->space, &packed));
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_condition_on_two_pieces_is_a_test_of_the_move),
        cmocka_unit_test(what_is_forbidden_wherever_it_is_done_is_dropped),
        cmocka_unit_test(what_tests_cannot_say_is_filtered),
        cmocka_unit_test(moves_do_not_commute_through_what_must_not_be),
        cmocka_unit_test(every_method_leaves_out_the_same),
        cmocka_unit_test(a_start_that_must_not_be_leaves_the_one_before),
        cmocka_unit_test(check_plays_no_move_into_it),
        cmocka_unit_test(a_table_is_bound_to_what_must_never_be),
        cmocka_unit_test(what_must_not_be_is_no_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
