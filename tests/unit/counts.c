/* Counts and `every` in goals and in `never`: where they become patterns, from which moves are guarded and bounds are made, and where
 * a state is tested by counting. That the answers are right is shown elsewhere, by the oracle and by random puzzles. */
#include "api.h"

#include "facts/rules/tallies.h"
#include "rules/rule_space.h"

static const struct few_rule_space *compile(fewest_puzzle *puzzle) {
    struct few_error inner = {0};
    if (!few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, &inner))
        fail_msg("%s", inner.message);
    return (const struct few_rule_space *)puzzle->model->space;
}

static void eight_queens_are_found(void **state) {
    (void)state;
    fewest_puzzle *puzzle =
        parse("board 8 x 8\npieces Q .\nmove put: . -> Q\n"
              "never somewhere, any direction, diagonal: Q Q or somewhere, any direction, diagonal: Q _ Q\n"
              "never somewhere, any direction, diagonal: Q _ _ Q or somewhere, any direction, diagonal: Q _ _ _ Q\n"
              "never somewhere, any direction, diagonal: Q _ _ _ _ Q or somewhere, any direction, diagonal: Q _ _ _ _ _ Q\n"
              "never somewhere, any direction, diagonal: Q _ _ _ _ _ _ Q\n"
              "start ........ / ........ / ........ / ........ / ........ / ........ / ........ / ........\ngoal count Q = 8\n");
    assert_false(compile(puzzle)->nevers.filters);
    expect_length(puzzle, 8);
    fewest_puzzle_free(puzzle);
}

/* Two of four cells: a cell that gets a piece wants the three others to be without. */
static void a_count_of_two_that_must_not_be_is_a_test_of_the_move(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board 2 x 4\npieces a .\nmove put: . -> a\nnever count a in row 2 >= 2\nstart .... / ....\n"
                                  "goal count a = 5\n");
    const struct few_rule_space *space = compile(puzzle);
    assert_false(space->nevers.filters);
    for (size_t n = 0; n < space->listing.count; n++)
        assert_int_equal(space->listing.instructions[n].count, space->listing.instructions[n].cell < 4 ? 1 : 4);
    expect_length(puzzle, 5);
    fewest_puzzle_free(puzzle);
}

/* Any three of twelve would be too many patterns to be worth it: a filter counts. */
static void a_larger_count_that_must_not_be_is_filtered(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board 12\npieces a b .\nmove put: . -> a\nmove put: . -> b\nnever count a > 2\n"
                                  "start ............\ngoal count a + count b = 7\n");
    const struct few_rule_space *space = compile(puzzle);
    assert_true(space->nevers.filters);
    assert_int_equal(space->nevers.all.alternatives[0].total_count, 1);
    expect_length(puzzle, 7);
    fewest_puzzle_free(puzzle);
}

#define LEVEL "board 4 x 5\npieces @ $ .\nfloor # - t\n ##### / #-t-# / #--t# / #####\nmove any direction: @ . -> . @\n" \
              "move push, any direction: @ $ . -> . @ $\nstart ##### / #@$.# / #.$.# / #####\ngoal "

/* There are as many boxes as targets: then each target has one, and the goal is the same mask. */
static void every_box_on_a_target_is_every_target_with_a_box(void **state) {
    (void)state;
    static const char *const said[] = {LEVEL "every $ on t\n", LEVEL "count $ on t = 2\n", LEVEL "count $ on - = 0\n", LEVEL "not count $ on t < 2\n"};
    fewest_puzzle *has = parse(LEVEL "every t has $\n");
    const struct few_goals *wanted = &compile(has)->goals;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        fewest_puzzle *puzzle = parse(said[i]);
        const struct few_goals *goals = &compile(puzzle)->goals;
        assert_int_equal(goals->count, 1);
        assert_int_equal(goals->alternatives[0].total_count, 0);
        assert_memory_equal(goals->alternatives[0].base.mask, wanted->alternatives[0].base.mask, goals->words * sizeof(uint64_t));
        assert_memory_equal(goals->alternatives[0].base.want, wanted->alternatives[0].base.want, goals->words * sizeof(uint64_t));
        fewest_puzzle_free(puzzle);
    }
    fewest_puzzle_free(has);
}

/* Pieces that are only carried about are as many as ever. */
static void a_count_that_never_changes_is_decided_once(void **state) {
    (void)state;
    fewest_puzzle *always = parse("board 5\npieces a .\nmove any direction: a . -> . a\nstart a a . . .\ngoal count a = 2 and _ _ _ a a\n");
    fewest_puzzle *never = parse("board 5\npieces a .\nmove any direction: a . -> . a\nstart a a . . .\ngoal count a > 2\n");
    assert_int_equal(compile(always)->goals.alternatives[0].total_count, 0);
    assert_int_equal(compile(never)->goals.count, 0);
    expect_length(always, 6);
    fewest_puzzle_free(always);
    fewest_puzzle_free(never);
}

/* Names stand for all of their list, whatever they are chosen to be elsewhere in the line; vars are added. */
static void counts_and_vars_are_added(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board 4\npieces a b .\nvar v = 0..5\nlet p = a b\nlet n = 0..5\nmove put: . -> a, v n -> n+1\n"
                                  "move turn: a -> b, v n -> n+1\nstart .... and v is 0\ngoal somewhere: p p and count p + v - 1 = 5 and count b<count a\n");
    assert_int_equal(compile(puzzle)->goals.alternatives[0].total_count, 2);
    expect_length(puzzle, 3);
    fewest_puzzle_free(puzzle);
}

static struct few_tally tally_of(const char *goal, const char *piece) {
    static const char rules[] = "board 6\npieces a b .\nfloor # - t\n --ttt-\nmove put: . -> a\nmove turn: a -> b\nstart a . . . . .\ngoal ";
    char text[400];
    snprintf(text, sizeof text, "%s%s\n", rules, goal);
    fewest_puzzle *puzzle = parse(text);
    const struct few_rule_space *space = compile(puzzle);
    struct few_tallies tallies;
    assert_true(few_tallies_find(&tallies, space, space->memory));
    uint32_t p = 0;
    while (strcmp(space->puzzle->pieces[p].text, piece) != 0)
        p++;
    const struct few_tally tally = tallies.list[p];
    few_tallies_free(&tallies);
    fewest_puzzle_free(puzzle);
    return tally;
}

/* What a goal says of how many there are is what bounds are made of: the least and the most. */
static void a_bound_knows_how_many_pieces_a_goal_has(void **state) {
    (void)state;
    static const struct {
        const char *goal, *piece;
        uint32_t least, most;
    } cases[] = {
        {"count a = 4", "a", 4, 4},
        {"count a = 4", "b", 0, 6},
        {"count a > 2 and count a < 5", "a", 3, 4},
        {"count a on t = 2", "a", 2, 5},
        {"count a - 1 < 3", "a", 0, 3},
        {"count a >= 3 or count a >= 5", "a", 3, 6},
        {"count a + count b >= 4", "a", 0, 6},
        {"a _ _ a _ _ and count a <= 3", "a", 2, 3},
        {"count . = 2", ".", 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct few_tally tally = tally_of(cases[i].goal, cases[i].piece);
        if (tally.goal_least != cases[i].least || tally.goal_most != cases[i].most)
            fail_msg("%s: %u to %u of %s", cases[i].goal, tally.goal_least, tally.goal_most, cases[i].piece);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_queens_are_found),
        cmocka_unit_test(a_count_of_two_that_must_not_be_is_a_test_of_the_move),
        cmocka_unit_test(a_larger_count_that_must_not_be_is_filtered),
        cmocka_unit_test(every_box_on_a_target_is_every_target_with_a_box),
        cmocka_unit_test(a_count_that_never_changes_is_decided_once),
        cmocka_unit_test(counts_and_vars_are_added),
        cmocka_unit_test(a_bound_knows_how_many_pieces_a_goal_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
