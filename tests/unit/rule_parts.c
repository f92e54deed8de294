/* Parts of a board puzzle that is compiled, by themselves: where its pieces lie, what is a state, what is ranked together. */
#include "api.h"

#include "rules/aims.h"
#include "rules/rule_space.h"
#include "rules/set_form.h"

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

/* Searches that are narrowed count moves in both directions: each move costs 1 and can be undone. */
static void aims_are_for_moves_of_cost_1_that_can_be_undone(void **state) {
    (void)state;
    static const struct {
        const char *move;
        bool aims;
    } cases[] = {{"move any direction: o . -> . o\n", true},
                 {"move any direction, cost 2: o . -> . o\n", false},
                 {"move o . -> . o\nmove o / . -> . / o\nmove . o -> o .\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        snprintf(text, sizeof text, "board 5 x 6\npieces . o\n%sstart oooooo / ...... / ...... / ...... / ......\ngoal ...... / ...... / ...... / ...... / oooooo\n", cases[i].move);
        fewest_puzzle *puzzle = parse(text);
        const struct few_rule_space *space = compile(puzzle);
        struct few_memory memory;
        few_memory_init(&memory, SIZE_MAX);
        struct few_aims *aims = few_rule_aims(&space->space, &memory);
        assert_int_equal(aims != NULL, cases[i].aims);
        assert_non_null(space->forward->flips);
        if (aims)
            aims->run->free(aims);
        assert_int_equal(memory.used, 0);
        fewest_puzzle_free(puzzle);
    }
}

/* The blank stands in the first cell that changes, behind one that does not: there is one of it, and up to three moves. */
static void successors_fit_into_what_is_said_to_be_enough(void **state) {
    (void)state;
    static const char *const texts[] = {
        "board 2 x 4\npieces # x 1..6\nlet t = 1..6\nmove any direction: x t -> t x\n"
        "start # x 1 2 / 3 4 5 6\ngoal # 1 x 2 / 3 4 5 6\n",
        "board 2 x 4\npieces # x 1..6\nvar v = 1 2\nlet t = 1..6\nmove any direction: x t -> t x\nmove v 1 -> 2\nmove v 2 -> 1\n"
        "start # x 1 2 / 3 4 5 6 and v is 1\ngoal # 1 x 2 / 3 4 5 6\n",
    };
    for (size_t i = 0; i < 2; i++) {
        fewest_puzzle *puzzle = parse(texts[i]);
        const struct few_rule_space *space = compile(puzzle);
        assert_int_equal(space->space.max_successors, 4 + i);
        assert_int_equal(space->space.max_predecessors, 4 + i);
        fewest_puzzle_free(puzzle);
    }
}

/* The part of the board with most arrangements, wherever it begins: a wall beside its first cell, a smaller part
 * before it, pieces that are alike. */
static void the_largest_part_of_a_board_becomes_sets(void **state) {
    (void)state;
    static const char *const texts[] = {
        "board 4 x 2\npieces # x 1..6\nlet t = 1..6\nmove any direction: x t -> t x\n"
        "start x # / 1 2 / 3 4 / 5 6\ngoal 1 # / x 2 / 3 4 / 5 6\n",
        "board 2 x 6\npieces # x 1..6\nlet t = 1..6\nmove any direction: x t -> t x\n"
        "start x # 1 2 3 x / 6 # 4 5 6 #\ngoal 6 # 1 2 3 x / x # 4 5 6 #\n",
        "board 3 x 3\npieces x a b c\nlet t = a b c\nmove any direction: x t -> t x\n"
        "start x a a / a b b / b c c\ngoal a x a / a b b / b c c\n",
    };
    static const uint64_t bits[] = {360, 360, 560}; /* the places of the pieces, for each place of the blank: half, where all differ */
    for (size_t i = 0; i < 3; i++) {
        fewest_puzzle *puzzle = parse(texts[i]);
        const struct few_rule_space *space = compile(puzzle);
        struct few_memory memory;
        few_memory_init(&memory, SIZE_MAX);
        struct few_list starts;
        few_list_init(&starts, &memory, space->space.words * sizeof(uint64_t));
        assert_true(space->space.keep->starts(&space->space, &starts));
        struct few_sets *sets = few_rule_sets(&space->space, &memory, &(struct few_set_request){.always = true, .starts = starts.items, .start_count = starts.count});
        assert_non_null(sets);
        assert_true(2 * sets->planes * sets->bits >= space->space.ranks);
        assert_int_equal(sets->bits, bits[i]);
        sets->free(sets);
        few_list_free(&starts);
        assert_int_equal(memory.used, 0);
        fewest_puzzle_free(puzzle);
    }
}

/* A board so large that what is made for each of its cells needs memory of its own, which is refused. */
static void compiling_a_large_board_may_fail_anywhere(void **state) {
    (void)state;
    enum { SIDE = 48 };
    static char text[SIDE * (SIDE + 12) * 2 + 300];
    size_t at = (size_t)snprintf(text, sizeof text, "board %d x %d\npieces # . @\nmove any direction: @ . -> . @\nstart\n", SIDE, SIDE);
    for (int drawing = 0; drawing < 2; drawing++) {
        for (int row = 0; row < SIDE; row++) {
            char cells[SIDE + 1];
            memset(cells, '#', SIDE);
            cells[SIDE] = '\0';
            if (row == SIDE - 1)
                memcpy(cells + 3, drawing ? ".@@" : "@@.", 3);
            at += (size_t)snprintf(text + at, sizeof text - at, "  %s\n", cells);
        }
        at += (size_t)snprintf(text + at, sizeof text - at, drawing ? "" : "goal\n");
    }
    struct few_memory memory;
    struct few_error inner = {0};
    few_memory_init(&memory, SIZE_MAX);
    struct few_puzzle *puzzle = few_parse(&memory, "large.few", text, at, &inner);
    assert_non_null(puzzle);
    const size_t before = memory.used;
    bool done = false;
    for (uint64_t call = 1; !done; call++) {
        inner = (struct few_error){0};
        const uint64_t last = memory.calls + call;
        memory.fail_at = last;
        struct few_rule_space *space = few_rule_space_create(&memory, puzzle, &inner);
        done = memory.calls < last;
        memory.fail_at = 0;
        assert_true(space || (!done && inner.kind == FEW_ERROR_MEMORY));
        few_rule_space_free(space);
        assert_int_equal(memory.used, before);
    }
    few_puzzle_free(puzzle);
    assert_int_equal(memory.used, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_that_never_stand_anywhere_have_no_value),
        cmocka_unit_test(cells_that_never_change_are_in_no_state),
        cmocka_unit_test(words_with_anything_beside_their_fields_are_no_states),
        cmocka_unit_test(aims_are_for_moves_of_cost_1_that_can_be_undone),
        cmocka_unit_test(successors_fit_into_what_is_said_to_be_enough),
        cmocka_unit_test(the_largest_part_of_a_board_becomes_sets),
        cmocka_unit_test(compiling_a_large_board_may_fail_anywhere),
        cmocka_unit_test(parts_of_a_board_are_ranked_by_themselves),
    };
    return cmocka_run_group_tests_name("rule_parts", tests, NULL, NULL);
}
