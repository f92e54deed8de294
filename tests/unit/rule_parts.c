/* Parts of a board puzzle that is compiled, by themselves: where its pieces lie, what is a state, what is ranked together. */
#include "api.h"

#include "rules/rule_space.h"

static const struct few_rule_space *compile(fewest_puzzle *puzzle) {
    struct few_error inner = {0};
    if (!few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, &inner))
        fail_msg("%s", inner.message);
    return (const struct few_rule_space *)puzzle->model->space;
}

static bool holds(const struct few_rule_space *space, const uint64_t *state) {
    return space->space.run->holds(&space->space, state);
}

/* What stands on no cell that changes takes no bits: two of these three pieces are left, a bit for each cell. */
static void pieces_that_never_stand_anywhere_have_no_value(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board   5\npieces  w o . v\nmove    o o . -> . . o\nmove    . o o -> o . .\n"
                                  "start   o o . o .\ngoal    . . . o .\n");
    const struct few_layout *layout = &compile(puzzle)->layout;
    assert_int_equal(layout->cell_values, 2);
    assert_int_equal(layout->cell_width, 1);
    assert_int_equal(layout->cell_fields, 5);
    assert_string_equal(compile(puzzle)->puzzle->pieces[layout->cell_piece[0]].text, "o");
    assert_string_equal(compile(puzzle)->puzzle->pieces[layout->cell_piece[1]].text, ".");
    fewest_puzzle_free(puzzle);
}

/* Cells that never change have no place, wherever they are: before, between and behind the others. */
static void cells_that_never_change_are_in_no_state(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board   2 x 5\npieces  # a b .\nvar     v = 0 1\nmove    a . -> . a\nmove    b . -> . b, v 0 -> 1\n"
                                  "start   # a . . # / b . # # # and v is 0\ngoal    # . . a # / . b # # # and v is 1\n");
    const struct few_layout *layout = &compile(puzzle)->layout;
    static const uint32_t expected[] = {1, 2, 3, 5, 6, 10};
    assert_int_equal(layout->order_count, 6);
    assert_int_equal(layout->cell_fields, 5);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(layout->order[i], expected[i]);
    fewest_puzzle_free(puzzle);
}

/* A board of two words whose fields do not fill them: no bit beside the fields may be set, and no piece be there twice. */
static void words_with_anything_beside_their_fields_are_no_states(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board   5 x 5\npieces  1..24 x\nlet     t = 1..24\nmove    any direction:  x t -> t x\n"
                                  "start   1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 x 24\n"
                                  "goal    1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 24 x\n");
    const struct few_rule_space *space = compile(puzzle);
    const struct few_layout *layout = &space->layout;
    uint64_t words[FEW_MAX_BOARD_WORDS] = {0}, fields[FEW_MAX_BOARD_WORDS] = {0};
    size_t beside = 0;
    assert_true(layout->words > 1);
    assert_true(space->space.run->write(&space->space, space->start, layout->slots, words));
    for (uint32_t i = 0; i < layout->order_count; i++)
        fields[layout->fields[layout->order[i]].word] |= few_field_mask(layout->fields[layout->order[i]]);
    assert_true(holds(space, words));
    for (uint32_t bit = 0; bit < 64 * layout->words; bit++) {
        words[bit / 64] ^= UINT64_C(1) << bit % 64;
        assert_false(holds(space, words));
        words[bit / 64] ^= UINT64_C(1) << bit % 64;
        beside += !(fields[bit / 64] >> bit % 64 & 1);
    }
    assert_true(beside > 0);
    assert_true(holds(space, words));
    fewest_puzzle_free(puzzle);
}

/* Two parts of a board that exchange no pieces, and two vars: the pieces of each part are counted by themselves. */
static void parts_of_a_board_are_ranked_by_themselves(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board   2 x 4\npieces  a b .\nvar     v = 0..2\nvar     w = 0..4\nlet     n = 0..4\n"
                                  "move    a . -> . a\nmove    . a -> a .\nmove    b . -> . b\nmove    . b -> b .\n"
                                  "move    v 0 -> 1\nmove    v 1 -> 2\nmove    w n -> n+1 where n < 4\n"
                                  "start   a a . . / b . . . and v is 0 and w is 0\ngoal    . . a a / . . . b and v is 2 and w is 4\n");
    const struct few_rule_space *space = compile(puzzle);
    assert_int_equal(space->space.ranks, 6 * 4 * 3 * 5);
    uint64_t words[FEW_MAX_BOARD_WORDS] = {0};
    few_code other[16];
    assert_true(space->space.run->write(&space->space, space->start, space->layout.slots, words));
    assert_true(holds(space, words));
    /* One `b` more above and one `a` more below: as many of each as at the start, but not in each part. */
    memcpy(other, space->start, space->layout.slots * sizeof *other);
    const few_code a = other[0], b = other[4];
    other[0] = b;
    other[4] = a;
    if (space->space.run->write(&space->space, other, space->layout.slots, words))
        assert_false(holds(space, words));
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_that_never_stand_anywhere_have_no_value),
        cmocka_unit_test(cells_that_never_change_are_in_no_state),
        cmocka_unit_test(words_with_anything_beside_their_fields_are_no_states),
        cmocka_unit_test(parts_of_a_board_are_ranked_by_themselves),
    };
    return cmocka_run_group_tests_name("rule_parts", tests, NULL, NULL);
}
