/* Floors are sorted out when rules are unfolded: they take no room in a state and no test of a move. That the answers are right is
 * shown elsewhere, by the oracle and by random puzzles. */
#include "api.h"

#include "rules/rule_space.h"

static const struct few_rule_space *compile(fewest_puzzle *puzzle) {
    struct few_error inner = {0};
    if (!few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, &inner))
        fail_msg("%s", inner.message);
    return (const struct few_rule_space *)puzzle->model->space;
}

#define SOKOBAN_MOVES "move any direction: @ . -> . @\nmove push, any direction: @ $ . -> . @ $\n"
#define SOKOBAN_START "start ###### / #@..## / #.$..# / ##.$.# / ######\n"

/* The same level with its walls as pieces and its targets in a drawing. */
static void a_floor_is_in_no_state_and_in_no_move(void **state) {
    (void)state;
    fewest_puzzle *with = parse("board 5 x 6\npieces @ $ .\nfloor # - t\n ###### / #---## / #---t# / ##t--# / ######\n" SOKOBAN_MOVES SOKOBAN_START
                                "goal every t has $\n");
    fewest_puzzle *without = parse("board 5 x 6\npieces @ $ . #\n" SOKOBAN_MOVES SOKOBAN_START
                                   "goal ______ / ______ / ____$_ / __$___ / ______\n");
    const struct few_rule_space *a = compile(with), *b = compile(without);
    assert_int_equal(a->layout.order_count, 10);
    assert_int_equal(a->layout.order_count, b->layout.order_count);
    assert_int_equal(a->listing.count, b->listing.count);
    assert_int_equal(a->listing.atom_count, b->listing.atom_count);
    assert_int_equal(a->space.ranks, b->space.ranks);
    assert_int_equal(a->goals.count, 1);
    assert_memory_equal(a->goals.alternatives[0].base.mask, b->goals.alternatives[0].base.mask, a->goals.words * sizeof(uint64_t));
    assert_memory_equal(a->goals.alternatives[0].base.want, b->goals.alternatives[0].base.want, a->goals.words * sizeof(uint64_t));
    fewest_puzzle_free(with);
    fewest_puzzle_free(without);
}

/* Two cells of ice among four: a step from ground to ice, and one back. */
static void a_rule_is_unfolded_only_where_its_floors_are(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board 4\npieces a b .\nfloor # - i\n - i i -\nlet p = a b\nmove in, any direction: p|- .|i -> . p\n"
                                  "move out, any direction: p|i .|- -> . p\nstart a . . b\ngoal b . . a\n");
    const struct few_rule_space *space = compile(puzzle);
    for (size_t n = 0; n < space->listing.count; n++) {
        const struct few_instruction *instruction = &space->listing.instructions[n];
        const uint32_t cell = instruction->cell;
        assert_true(instruction->rule == 0 ? cell == 0 || cell == 3 : cell == 1 || cell == 2);
    }
    assert_true(space->listing.count >= 4);
    fewest_puzzle_free(puzzle);
}

/* What no cell may hold is no instruction any more. */
static void every_in_a_never_is_sorted_out_as_well(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board 4\npieces a b .\nfloor # - i\n - - i i\nmove any direction: a . -> . a\nmove any direction: b . -> . b\n"
                                  "never not every a on -\nstart a . . b\ngoal . a . b\n");
    const struct few_rule_space *space = compile(puzzle);
    assert_false(space->nevers.filters);
    expect_length(puzzle, 1);
    fewest_puzzle_free(puzzle);
}

/* A goal that one piece alone can meet in each cell is a mask, whichever way it is said. */
static void every_is_a_mask_where_only_one_thing_is_left(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board 4\npieces a .\nfloor # - i\n - - i i\nmove any direction: a . -> . a\nstart a a . .\ngoal every a on i\n");
    const struct few_rule_space *space = compile(puzzle);
    assert_int_equal(space->goals.count, 1);
    assert_int_equal(space->goals.alternatives[0].nowhere.count, 0);
    assert_int_not_equal(space->goals.alternatives[0].base.mask[0], 0);
    expect_length(puzzle, 4);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_floor_is_in_no_state_and_in_no_move),
        cmocka_unit_test(a_rule_is_unfolded_only_where_its_floors_are),
        cmocka_unit_test(every_in_a_never_is_sorted_out_as_well),
        cmocka_unit_test(every_is_a_mask_where_only_one_thing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
