/* Protects the checker: every construct of a move, each against a result written by
 * hand. */
#include "checked.h"

static void patterns_turn_in_four_directions(void **state) {
    (void)state;
    check_examples("board 3 x 3\npieces @ . #\nmove any direction: @ . -> . @",
                   (const struct example[]){
                       {"... / .@. / ...", 0, UP, 5, ".@. / ... / ..."},
                       {"... / .@. / ...", 0, DOWN, 5, "... / ... / .@."},
                       {"... / .@. / ...", 0, LEFT, 5, "... / @.. / ..."},
                       {"... / .@. / ...", 0, RIGHT, 5, "... / ..@ / ..."},
                       {"... / .@. / ...", 0, NONE, 5, NULL},
                       {"... / .@. / ...", 0, RIGHT, 4, NULL},
                       {"... / .@. / ...", 0, RIGHT, 10, NULL},
                       {"... / .@. / ...", 0, RIGHT, NO_CELL, NULL},
                       {"... / .@. / ...", 1, RIGHT, 5, NULL},
                       {"... / .@. / ...", 0, 4, 5, NULL},
                       {"..@ / ... / ...", 0, RIGHT, 3, NULL},
                       {"..@ / ... / ...", 0, UP, 3, NULL},
                       {"... / @.. / ...", 0, LEFT, 4, NULL},
                       {"... / ... / .@.", 0, DOWN, 8, NULL},
                       {".#. / #@# / .#.", 0, UP, 5, NULL},
                       {0},
                   });
}

/* 1 2 3
 * 4 5 6  around the middle of a board, turned about its first cell. */
static void patterns_of_two_rows_turn_clockwise(void **state) {
    (void)state;
    check_examples(
        "board 5 x 5\npieces . 1..6 o\nmove any direction: 1 2 3 / 4 5 6 -> _ _ o / _ _ o",
        (const struct example[]){
            {"..... / ..... / ..123 / ..456 / .....", 0, RIGHT, 13,
             "..... / ..... / ..12o / ..45o / ....."},
            {"..... / ..... / .41.. / .52.. / .63..", 0, DOWN, 13,
             "..... / ..... / .41.. / .52.. / .oo.."},
            {"..... / 654.. / 321.. / ..... / .....", 0, LEFT, 13,
             "..... / o54.. / o21.. / ..... / ....."},
            {"..36. / ..25. / ..14. / ..... / .....", 0, UP, 13,
             "..oo. / ..25. / ..14. / ..... / ....."},
            {"..... / ..... / ..123 / ..456 / .....", 0, DOWN, 13, NULL},
            {0},
        });
}

static void a_move_without_direction_lies_as_drawn(void **state) {
    (void)state;
    check_examples(
        "board 2 x 3\npieces 1..6\nlet a, b, c, d = 1..6\nmove clockwise: a b / c d -> c a / d b",
        (const struct example[]){
            {"123 / 456", 0, NONE, 1, "413 / 526"},
            {"123 / 456", 0, NONE, 2, "152 / 463"},
            {"123 / 456", 0, NONE, 3, NULL},
            {"123 / 456", 0, NONE, 4, NULL},
            {"123 / 456", 0, RIGHT, 1, NULL},
            {"111 / 111", 0, NONE, 1, NULL}, /* changes nothing */
            {0},
        });
}

static void blanks_are_neither_looked_at_nor_changed(void **state) {
    (void)state;
    check_examples("board 4\npieces a b c\nmove skip: a _ b -> b _ a\nmove test: a b -> _ c",
                   (const struct example[]){
                       {"acbc", 0, NONE, 1, "bcac"},
                       {"aaba", 0, NONE, 1, "baaa"},
                       {"ccca", 0, NONE, 2, NULL},
                       {"abcc", 1, NONE, 1, "accc"},
                       {"bbcc", 1, NONE, 1, NULL},
                       {0},
                   });
}

static void names_stand_for_one_of_their_pieces(void **state) {
    (void)state;
    check_examples("board 3\npieces a b c .\nlet t = a b\nlet u = a b c\nmove same: t t -> . "
                   ".\nmove pair: t u -> u t",
                   (const struct example[]){
                       {"aa.", 0, NONE, 1, "..."},
                       {"ab.", 0, NONE, 1, NULL},
                       {"cc.", 0, NONE, 1, NULL},
                       {"acb", 1, NONE, 1, "cab"},
                       {"cab", 1, NONE, 1, NULL},
                       {0},
                   });
}

static void at_fixes_the_first_cell(void **state) {
    (void)state;
    check_examples("board 2 x 3\npieces @ .\nmove at 1,2: @ . -> . @\nmove turn, any direction, at "
                   "2,1: @ . -> . @",
                   (const struct example[]){
                       {".@. / ...", 0, NONE, 2, "..@ / ..."},
                       {"@.. / ...", 0, NONE, 1, NULL},
                       {"... / @..", 1, UP, 4, "@.. / ..."},
                       {"... / @..", 1, RIGHT, 4, "... / .@."},
                       {"... / .@.", 1, RIGHT, 5, NULL},
                       {0},
                   });
}

static void on_lays_a_pattern_on_any_cells(void **state) {
    (void)state;
    check_examples("board 2 x 2\npieces 0 1\nlet a, b, c = ring 0 1\n"
                   "move nw, on 1,1 2,1 1,2: a b c -> a+1 b+1 c+1\nmove far, on 4 1: 1 0 -> 0 1",
                   (const struct example[]){
                       {"10 / 00", 0, NONE, 1, "01 / 10"},
                       {"11 / 11", 0, NONE, 1, "00 / 01"},
                       {"10 / 00", 0, NONE, 2, NULL},
                       {"00 / 01", 1, NONE, 4, "10 / 00"},
                       {"10 / 00", 1, NONE, 4, NULL},
                       {0},
                   });
}

static void links_lead_both_ways(void **state) {
    (void)state;
    const char *rules =
        "board 5\nlinks 1-2 1-3 4-1 5-2\npieces a b .\nlet t = a b\nmove along links: t . -> . t";
    check_examples(rules, (const struct example[]){
                              {"a....", 0, NONE, 1, ".a..."},
                              {"a....", 0, NONE, 1, "..a.."},
                              {"a....", 0, NONE, 1, "...a."},
                              {"....a", 0, NONE, 5, ".a..."},
                              {"...a.", 0, NONE, 4, "a...."},
                              {"ab..b", 0, NONE, 5, NULL},
                              {"....a", 0, NONE, 4, NULL},
                              {"abbb.", 0, NONE, 1, NULL},
                              {0},
                          });
    /* 1 and 5 are no neighbours, though the engine may claim so. */
    struct few_puzzle *puzzle = parse_with(rules, "start", "a....");
    struct few_checker *checker = begin_at_start(puzzle);
    struct plain before, claimed;
    values_of(rules, "a....", &before);
    values_of(rules, "....a", &claimed);
    bool no_memory;
    assert_false(
        few_checker_play(checker, at(0, NONE, 1), &claimed.space, &(uint64_t){0}, &no_memory));
    assert_true(stands_on(checker, &before));
    few_checker_free(checker);
    few_puzzle_free(puzzle);
}

static void cycles_carry_contents_along(void **state) {
    (void)state;
    check_examples(
        "board 6\npieces 1..6\nvar n = 0..2\nlet i = 0..2\nlet s = 1..6\n"
        "move turn: cycle (1 2 3) (5 6), n i -> i+1\nmove both: cycle (1 2), cycle (2 3)\n"
        "move hold: cycle (1 2), s -> _",
        (const struct example[]){
            {"123456 and n is 0", 0, NONE, NO_CELL, "312465 and n is 1"},
            {"123456 and n is 2", 0, NONE, NO_CELL, NULL},
            {"123456 and n is 0", 0, NONE, 1, NULL},
            {"123456 and n is 0", 1, NONE, NO_CELL, NULL}, /* 1 and 3 would go to the same cell */
            {"111222 and n is 0", 1, NONE, NO_CELL, NULL},
            {"212345 and n is 0", 1, NONE, NO_CELL, "121345 and n is 0"},
            {"123456 and n is 0", 2, NONE, 6, "213456 and n is 0"},
            {0},
        });
}

static void sums_add_numbers_and_stop_at_the_last(void **state) {
    (void)state;
    check_examples(
        "board 3\npieces 0..6\nlet a, b = 0..6\nmove give: a b -> a-b b+b where a >= b, b > 0\n"
        "move turn: a b -> 6-a b\nmove sum: a _ b -> a+b-5 _ _ where a+b>5, a!=3",
        (const struct example[]){
            {"312", 0, NONE, 1, "222"},
            {"132", 0, NONE, 1, NULL},
            {"402", 0, NONE, 1, NULL},
            {"440", 0, NONE, 1, NULL}, /* 8 is no piece */
            {"220", 0, NONE, 1, "040"},
            {"205", 1, NONE, 1, "405"},
            {"305", 1, NONE, 1, NULL},
            {"204", 2, NONE, 1, "104"},
            {"205", 2, NONE, 1, NULL}, /* 2+5-5 is 2 */
            {"304", 2, NONE, 1, NULL},
            {"203", 2, NONE, 1, NULL},
            {0},
        });
}

static void ring_sums_go_round(void **state) {
    (void)state;
    check_examples(
        "board 3\npieces r g b x\nlet c, d = ring r g b\nmove up: c -> c+1\nmove back: c -> c-1\n"
        "move far: c -> c-100\nmove none: c -> c+3\nmove next: c d -> x x where d = c+1\n"
        "move other: c d -> x x where d != c+1, c != g",
        (const struct example[]){
            {"rgb", 0, NONE, 1, "ggb"},
            {"rgb", 0, NONE, 3, "rgr"},
            {"rgb", 1, NONE, 1, "bgb"},
            {"rgb", 2, NONE, 1, "bgb"},
            {"rgb", 3, NONE, 1, NULL},
            {"xgb", 0, NONE, 1, NULL},
            {"rgb", 4, NONE, 1, "xxb"},
            {"rbg", 4, NONE, 1, NULL},
            {"brg", 4, NONE, 1, "xxg"},
            {"rbg", 5, NONE, 1, "xxg"},
            {"gbr", 5, NONE, 1, NULL},
            {"grb", 5, NONE, 1, NULL},
            {0},
        });
}

static void where_compares_numbers_and_pieces(void **state) {
    (void)state;
    check_examples(
        "board 2\npieces 0..9 x .\nlet a, b = 0..9\nlet p, q = 0..9 x\n"
        "move less: a b -> . . where a < b\nmove most: a b -> . . where a <= b\n"
        "move more: a b -> . . where a > b\nmove least: a b -> . . where a >= b\n"
        "move same: p q -> . . where p = q\nmove other: p q -> . . where p != q\n"
        "move fixed: p q -> . . where p = x, q = 7\nmove large: a b -> . . where a+b = 17",
        (const struct example[]){
            {"12", 0, NONE, 1, ".."},
            {"22", 0, NONE, 1, NULL},
            {"32", 0, NONE, 1, NULL},
            {"12", 1, NONE, 1, ".."},
            {"22", 1, NONE, 1, ".."},
            {"32", 1, NONE, 1, NULL},
            {"12", 2, NONE, 1, NULL},
            {"22", 2, NONE, 1, NULL},
            {"32", 2, NONE, 1, ".."},
            {"12", 3, NONE, 1, NULL},
            {"22", 3, NONE, 1, ".."},
            {"32", 3, NONE, 1, ".."},
            {"xx", 4, NONE, 1, ".."},
            {"77", 4, NONE, 1, ".."},
            {"x7", 4, NONE, 1, NULL},
            {"xx", 5, NONE, 1, NULL},
            {"77", 5, NONE, 1, NULL},
            {"x0", 5, NONE, 1, ".."},
            {"x7", 6, NONE, 1, ".."},
            {"7x", 6, NONE, 1, NULL},
            {"98", 7, NONE, 1, ".."},
            {"97", 7, NONE, 1, NULL},
            {0},
        });
}

static void vars_are_tested_and_changed_with_the_board(void **state) {
    (void)state;
    check_examples(
        "board 3\npieces red green blue\nvar brush = red green blue none\nvar left = 0..2\n"
        "let old, new = red green blue none\nlet n = 0..2\n"
        "move paint: old -> new, brush new, left n -> n-1\nmove drop: brush old -> none\n"
        "move reset: left 0 -> 2",
        (const struct example[]){
            {"red red red and brush is blue and left is 2", 0, NONE, 2,
             "red blue red and brush is blue and left is 1"},
            {"red red red and brush is red and left is 2", 0, NONE, 2,
             "red red red and brush is red and left is 1"},
            {"red red red and brush is blue and left is 0", 0, NONE, 2, NULL},
            {"red red red and brush is none and left is 2", 0, NONE, 2,
             NULL}, /* no piece of the board */
            {"red red red and brush is blue and left is 2", 1, NONE, NO_CELL,
             "red red red and brush is none and left is 2"},
            {"red red red and brush is none and left is 2", 1, NONE, NO_CELL, NULL},
            {"red red red and brush is none and left is 0", 2, NONE, NO_CELL,
             "red red red and brush is none and left is 2"},
            {"red red red and brush is none and left is 1", 2, NONE, NO_CELL, NULL},
            {0},
        });
}

static void vars_need_no_board(void **state) {
    (void)state;
    check_examples("var A = 0..3\nvar B = 0..5\nlet a = 0..3\nlet b = 0..5\nmove fill: A a -> 3\n"
                   "move pour: A a -> 0, B b -> a+b where a+b <= 5\nmove pour: A a -> a+b-5, B b "
                   "-> 5 where a+b > 5",
                   (const struct example[]){
                       {"A is 0 and B is 4", 0, NONE, NO_CELL, "A is 3 and B is 4"},
                       {"A is 3 and B is 4", 0, NONE, NO_CELL, NULL},
                       {"A is 3 and B is 4", 1, NONE, NO_CELL, NULL},
                       {"A is 3 and B is 4", 2, NONE, NO_CELL, "A is 2 and B is 5"},
                       {"A is 3 and B is 1", 1, NONE, NO_CELL, "A is 0 and B is 4"},
                       {"A is 0 and B is 1", 1, NONE, NO_CELL, NULL},
                       {0},
                   });
}

static void several_patterns_have_several_places(void **state) {
    (void)state;
    const char *rules =
        "board 5\npieces 1..5 .\nlet a, b, c = 1..5\nmove swap: a -> b, b -> a where a < b\n"
        "move turn: a -> b, b -> c, c -> a\nmove wipe: a -> ., b b -> . .\nmove over: a b -> b a, "
        "b -> .\n"
        "move any, any direction: a b -> b a, . 5 -> 5 .";
    check_examples(rules,
                   (const struct example[]){
                       {"23451", 0, NONE, 1, "32451"},
                       {"23451", 0, NONE, 1, "53421"},
                       {"23451", 0, NONE, 1, NULL},
                       {"23451", 0, NONE, 4, NULL}, /* nothing is larger than 5 */
                       {"23451", 1, NONE, 2, "25413"},
                       {"12234", 2, NONE, 5, "1..3."},
                       {"12345", 2, NONE, 1, NULL},
                       {"12234", 2, NONE, 2, "1..34"}, /* the second pattern covers the first */
                       {"12345", 3, NONE, 1, NULL},    /* 2 -> 1 and 2 -> . in one cell */
                       {"12.2.", 3, NONE, 1, "21..."}, /* but there is another 2 */
                       {"12.5.", 4, RIGHT, 1, "215.."},
                       {"12.5.", 4, LEFT, 2, NULL},
                       {"125..", 4, LEFT, 2, "21.5."},
                       {"12.5.", 4, UP, 2, NULL},
                       {0},
                   });
    /* A state that no choice of places leads to. */
    struct few_puzzle *puzzle = parse_with(rules, "start", "23451");
    struct few_checker *checker = begin_at_start(puzzle);
    struct plain before, claimed;
    values_of(rules, "23451", &before);
    values_of(rules, "32415", &claimed);
    bool no_memory;
    assert_false(
        few_checker_play(checker, at(0, NONE, 1), &claimed.space, &(uint64_t){0}, &no_memory));
    assert_false(no_memory);
    assert_true(stands_on(checker, &before));
    few_checker_free(checker);
    few_puzzle_free(puzzle);
}

static void the_claimed_state_is_read_only_where_it_decides(void **state) {
    (void)state;
    const char *rules = "board 4\npieces a .\nlinks 1-2 1-3 3-4\nmove walk: a . -> . a\nmove along "
                        "links: a . -> . a";
    struct few_puzzle *puzzle = parse_with(rules, "start", "a...");
    struct few_checker *checker = begin_at_start(puzzle);
    struct plain claimed;
    bool no_memory;
    values_of(rules, "..a.", &claimed);
    assert_true(
        few_checker_play(checker, at(1, NONE, 1), &claimed.space, &(uint64_t){0}, &no_memory));
    assert_int_equal(claimed.reads, 1);
    assert_true(
        few_checker_play(checker, at(0, NONE, 3), &claimed.space, &(uint64_t){0}, &no_memory));
    assert_true(
        few_checker_play(checker, at(1, NONE, 4), &claimed.space, &(uint64_t){0}, &no_memory));
    assert_int_equal(claimed.reads, 1);
    assert_true(stands_on(checker, &claimed));
    few_checker_free(checker);
    few_puzzle_free(puzzle);
}

static void strings_shrink_and_grow(void **state) {
    (void)state;
    check_examples(
        "string 6\npieces a b c d 1..3 ?\nlet x = a b\nlet n = 1..3\nmove ab -> c\nmove b -> cdc\n"
        "move gone: xx ->\nmove x n -> n+1 x\nmove a_b -> b__\nmove c x c -> x where x != a\nmove "
        "a -> a",
        (const struct example[]){
            {"abab", 0, NONE, 1, "cab"},
            {"abab", 0, NONE, 3, "abc"},
            {"abab", 0, NONE, 2, NULL},
            {"abab", 0, NONE, 4, NULL},
            {"abab", 0, NONE, 9, NULL},
            {"abab", 1, NONE, 2, "acdcab"},
            {"abab", 1, NONE, 4, "abacdc"},
            {"ababa", 1, NONE, 2, NULL},
            {"aabb", 2, NONE, 1, "bb"},
            {"aabb", 2, NONE, 3, "aa"},
            {"aabb", 2, NONE, 2, NULL},
            {"ccbb", 2, NONE, 1, NULL},
            {"bb", 2, NONE, 1, ""},
            {"ca2d", 3, NONE, 2, "c3ad"},
            {"ca3d", 3, NONE, 2, NULL},
            {"dadb", 4, NONE, 2, "dbdb"},
            {"bcbc", 5, NONE, 2, "bb"},
            {"bcac", 5, NONE, 2, NULL},
            {"a", 6, NONE, 1, NULL},
            {"a", 6, NONE, NO_CELL, NULL},
            {0},
        });
}

static void free_names_take_any_of_their_values(void **state) {
    (void)state;
    check_examples("board 3\npieces a b c .\nlet x, y = a b c\nmove x . -> . y where x != y\nmove a -> y, b -> y\n"
                   "move c -> . where x = a\nmove . -> c where x = .",
                   (const struct example[]){
                       {"a..", 0, NONE, 1, ".b."},
                       {"a..", 0, NONE, 1, ".c."},
                       {"b..", 0, NONE, 1, ".a."},
                       {"..c", 0, NONE, 3, NULL},
                       {"ab.", 1, NONE, 1, "cc."},
                       {"ab.", 1, NONE, 1, "aa."},
                       {"ab.", 1, NONE, 1, "bb."},
                       {"c..", 2, NONE, 1, "..."}, /* some x is a */
                       {"c..", 3, NONE, 2, NULL},  /* none is . */
                       {0},
                   });
    check_examples("string 4\npieces a b c\nlet x, y = a b c\nmove x -> x y where y != x\nmove ab -> y",
                   (const struct example[]){
                       {"abc", 0, NONE, 2, "abac"},
                       {"abc", 0, NONE, 2, "abcc"},
                       {"abca", 0, NONE, 2, NULL},
                       {"cab", 1, NONE, 2, "cc"},
                       {"cab", 1, NONE, 1, NULL},
                       {0},
                   });
}

static void mirror_images_and_diagonals_have_their_own_directions(void **state) {
    (void)state;
    enum { MIRRORED = FEW_TURN_MIRRORED, DIAGONAL = FEW_TURN_DIAGONAL };
    check_examples("board 3 x 3\npieces N b .\nmove mirrored: N _ _ / _ _ . -> . _ _ / _ _ N\n"
                   "move any direction, mirrored: N _ _ / _ _ . -> . _ _ / _ _ N\nmove diagonal: b . -> . b\n"
                   "move left or right: b . -> . b\nmove up or down: b . -> . b",
                   (const struct example[]){
                       {"N.. / ... / ...", 0, NONE, 1, "... / ..N / ..."},
                       {"..N / ... / ...", 0, MIRRORED + LEFT, 3, "... / N.. / ..."},
                       {"..N / ... / ...", 0, MIRRORED + RIGHT, 3, NULL},
                       {"... / N.. / ...", 1, MIRRORED + RIGHT, 4, "..N / ... / ..."},
                       {"... / ... / N..", 1, MIRRORED + UP, 7, NULL},
                       {"... / ... / ..N", 1, MIRRORED + UP, 9, ".N. / ... / ..."},
                       {"... / ... / .N.", 1, UP, 8, "..N / ... / ..."},
                       {"N.. / ... / ...", 1, MIRRORED + DOWN, 1, "... / ... / .N."},
                       {"... / .b. / ...", 2, DIAGONAL + 0, 5, "b.. / ... / ..."},
                       {"... / .b. / ...", 2, DIAGONAL + 1, 5, "..b / ... / ..."},
                       {"... / .b. / ...", 2, DIAGONAL + 2, 5, "... / ... / b.."},
                       {"... / .b. / ...", 2, DIAGONAL + 3, 5, "... / ... / ..b"},
                       {"... / .b. / ...", 2, RIGHT, 5, NULL},
                       {"... / .b. / ...", 3, LEFT, 5, "... / b.. / ..."},
                       {"... / .b. / ...", 3, UP, 5, NULL},
                       {"... / .b. / ...", 4, UP, 5, ".b. / ... / ..."},
                       {"... / .b. / ...", 4, NONE, 5, NULL},
                       {0},
                   });
}

static void patterns_go_over_the_edges_of_a_wrapped_board(void **state) {
    (void)state;
    static const char moves[] = "pieces b .\nmove any direction: b . -> . b\nmove diagonal: b . -> . b\n"
                                "move any direction: b . . -> . . b";
    char rules[200];
    snprintf(rules, sizeof rules, "board 2 x 3 wrapped\n%s", moves);
    check_examples(rules, (const struct example[]){
                              {"b.. / ...", 0, LEFT, 1, "..b / ..."},
                              {"b.. / ...", 0, UP, 1, "... / b.."},
                              {"b.. / ...", 1, FEW_TURN_DIAGONAL, 1, "... / ..b"},
                              {"..b / ...", 2, RIGHT, 3, ".b. / ..."},
                              {"b.. / ...", 2, UP, 1, NULL}, /* it would come round */
                              {0},
                          });
    snprintf(rules, sizeof rules, "board 2 x 3 wrapped left-right\n%s", moves);
    check_examples(rules, (const struct example[]){
                              {"b.. / ...", 0, LEFT, 1, "..b / ..."},
                              {"b.. / ...", 0, UP, 1, NULL},
                              {"b.. / ...", 1, FEW_TURN_DIAGONAL, 1, NULL},
                              {"b.. / ...", 1, FEW_TURN_DIAGONAL + 2, 1, "... / ..b"},
                              {0},
                          });
    snprintf(rules, sizeof rules, "board 2 x 3 wrapped up-down\n%s", moves);
    check_examples(rules, (const struct example[]){
                              {"b.. / ...", 0, LEFT, 1, NULL},
                              {"b.. / ...", 0, UP, 1, "... / b.."},
                              {"b.. / ...", 1, FEW_TURN_DIAGONAL + 1, 1, "... / .b."},
                              {0},
                          });
}

static void where_joins_conditions(void **state) {
    (void)state;
    check_examples("board 2\npieces 1..6\nlet a, b = 1..6\nmove a b -> b a where a > 4 or not (a = b*2 or b > 2), a != 3\n"
                   "move a b -> a*b 1",
                   (const struct example[]){
                       {"52", 0, NONE, 1, "25"},
                       {"63", 0, NONE, 1, "36"},
                       {"42", 0, NONE, 1, NULL},
                       {"41", 0, NONE, 1, "14"},
                       {"46", 0, NONE, 1, NULL},
                       {"31", 0, NONE, 1, NULL},
                       {"23", 1, NONE, 1, "61"},
                       {"24", 1, NONE, 1, NULL},
                       {0},
                   });
}

/* Neither a value that `where` refuses, nor another change beside. */
static void a_free_name_leads_to_nothing_else(void **state) {
    (void)state;
    static const struct {
        const char *rules, *start, *claimed;
    } cases[] = {
        {"board 3\npieces a b c .\nlet x, y = a b c\nmove x . -> . y where x != y", "a..", ".a."},
        {"board 3\npieces a b c .\nlet x, y = a b c\nmove x . -> . y where x != y", "a..", "..b"},
        {"board 3\npieces a b c .\nlet x, y = a b c\nmove x . -> . y where x != y", "a.c", ".b."},
        {"string 4\npieces a b c\nlet x, y = a b c\nmove x -> x y where y != x", "abc", "aabc"},
        {"string 4\npieces a b c\nlet x, y = a b c\nmove x -> x y where y != x", "abc", "abc"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct few_puzzle *puzzle = parse_with(cases[i].rules, "start", cases[i].start);
        struct few_checker *checker = begin_at_start(puzzle);
        struct plain before, claimed;
        bool no_memory;
        values_of(cases[i].rules, cases[i].start, &before);
        values_of(cases[i].rules, cases[i].claimed, &claimed);
        assert_false(few_checker_play(checker, at(0, NONE, 1), &claimed.space, &(uint64_t){0}, &no_memory));
        assert_false(no_memory);
        assert_true(stands_on(checker, &before));
        few_checker_free(checker);
        few_puzzle_free(puzzle);
    }
}

static void only_a_start_begins(void **state) {
    (void)state;
    struct few_puzzle *puzzle =
        parse_with("board 3\npieces a b\nvar v = 0..2\nvar w = 0..2\nmove a b -> b a", "start",
              "aab and v is any and w is 1");
    struct few_checker *checker = few_checker_create(&memory, puzzle);
    assert_non_null(checker);
    uint16_t a = puzzle->board_pieces[0], b = puzzle->board_pieces[1], *v = puzzle->vars[0].values;
    assert_true(few_checker_begin(checker, (uint16_t[]){a, a, b, v[0], v[1]}, 5));
    assert_true(few_checker_begin(checker, (uint16_t[]){a, a, b, v[2], v[1]}, 5));
    assert_false(few_checker_begin(checker, (uint16_t[]){a, a, a, v[0], v[1]}, 5));
    assert_false(few_checker_begin(checker, (uint16_t[]){a, a, b, v[0], v[0]}, 5));
    assert_false(few_checker_begin(checker, (uint16_t[]){a, a, b, a, v[1]}, 5));
    assert_false(few_checker_begin(checker, (uint16_t[]){a, a, b, v[0]}, 4));
    size_t length;
    const uint16_t *values = few_checker_values(checker, &length);
    assert_int_equal(length, 5);
    assert_int_equal(values[3], v[2]);
    few_checker_free(checker);
    few_puzzle_free(puzzle);
    puzzle = parse_with("board 3\npieces a b\nmove a b -> b a", "goal", "aab");
    checker = few_checker_create(&memory, puzzle);
    assert_non_null(checker);
    assert_false(few_checker_begin(checker, (uint16_t[]){0, 0, 1}, 3));
    few_checker_free(checker);
    few_puzzle_free(puzzle);
    few_checker_free(NULL);
}

/* A long walk: each move costs only its pattern. */
static void large_boards_are_played_fast(void **state) {
    (void)state;
    enum { SIDE = 2000, MOVES = 100000 };
    size_t room = (size_t)SIDE * (SIDE + 2) + 200, length;
    char *text = malloc(room);
    assert_non_null(text);
    length = (size_t)sprintf(
        text, "board %d x %d\npieces @ .\nmove any direction: @ . -> . @\nstart\n", SIDE, SIDE);
    for (int row = 0; row < SIDE; row++, length += SIDE + 1) {
        text[length++] = ' ';
        memset(text + length, '.', SIDE);
        text[length + SIDE] = '\n';
        if (row == 0) text[length] = '@';
    }
    struct few_error error = {0};
    struct few_puzzle *puzzle = few_parse(&memory, "large", text, length, &error);
    free(text);
    assert_non_null(puzzle);
    struct few_checker *checker = few_checker_create(&memory, puzzle);
    assert_non_null(checker);
    assert_true(few_checker_begin(checker, puzzle->start.board.cells, (size_t)SIDE * SIDE));
    bool no_memory;
    for (int i = 0; i < MOVES; i++)
        assert_true(few_checker_play(checker, at(0, i % 2 ? LEFT : RIGHT, i % 2 ? 2 : 1), NULL,
                                     NULL, &no_memory));
    few_checker_free(checker);
    few_puzzle_free(puzzle);
}

/* Whichever allocation fails, it is told, the state is as before, and nothing leaks. */
static void every_allocation_may_fail(void **state) {
    (void)state;
    static const char *const texts[][3] = {
        {"board 4\nlinks 1-2 1-3\npieces a b .\nvar n = 0..3\nlet i = 0..3\nlet t = a b\n"
         "move along links: t . -> . t, n i -> i+1\ngoal somewhere: t t and n is 0",
         "a.bb and n is 0", ".abb and n is 1"},
        {"board 4\npieces a b .\nlet t, u = a b\nmove t -> u, u -> t\ngoal somewhere: t u t",
         "abab", "baab"},
        {"string\npieces a b\nmove a -> baaaaaaaaaaaaaaaaaaab\ngoal somewhere: ab\nwithin 3",
         "abaa", "baaaaaaaaaaaaaaaaaaabbaa"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct few_puzzle *puzzle = parse_with(texts[i][0], "start", texts[i][1]);
        struct plain before, after;
        start_as_plain(puzzle, &before);
        values_of(texts[i][0], texts[i][2], &after);
        size_t used = memory.used;
        int failures = 0;
        for (bool done = false; !done; failures++) {
            memory.fail_at = memory.calls + 1 + (uint64_t)failures;
            bool no_memory = false;
            struct few_checker *checker = few_checker_create(&memory, puzzle);
            bool begun = checker && few_checker_begin(checker, before.values, before.length);
            bool tested = begun && few_checker_at_goal(checker, &no_memory);
            bool played = tested && few_checker_play(checker, at(0, NONE, 1), &after.space,
                                                     &(uint64_t){0}, &no_memory);
            done = played;
            if (begun && !played) assert_true(no_memory && stands_on(checker, &before));
            if (played) assert_true(!no_memory && stands_on(checker, &after));
            few_checker_free(checker);
            assert_int_equal(memory.used, used);
        }
        assert_in_range(failures, 5, 20);
        memory.fail_at = 0;
        few_puzzle_free(puzzle);
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, nothing_leaks)
    const struct CMUnitTest tests[] = {
        TEST(patterns_turn_in_four_directions),
        TEST(patterns_of_two_rows_turn_clockwise),
        TEST(a_move_without_direction_lies_as_drawn),
        TEST(blanks_are_neither_looked_at_nor_changed),
        TEST(names_stand_for_one_of_their_pieces),
        TEST(at_fixes_the_first_cell),
        TEST(on_lays_a_pattern_on_any_cells),
        TEST(links_lead_both_ways),
        TEST(cycles_carry_contents_along),
        TEST(sums_add_numbers_and_stop_at_the_last),
        TEST(ring_sums_go_round),
        TEST(where_compares_numbers_and_pieces),
        TEST(vars_are_tested_and_changed_with_the_board),
        TEST(vars_need_no_board),
        TEST(several_patterns_have_several_places),
        TEST(the_claimed_state_is_read_only_where_it_decides),
        TEST(strings_shrink_and_grow),
        TEST(mirror_images_and_diagonals_have_their_own_directions),
        TEST(patterns_go_over_the_edges_of_a_wrapped_board),
        TEST(where_joins_conditions),
        TEST(free_names_take_any_of_their_values),
        TEST(a_free_name_leads_to_nothing_else),
        TEST(only_a_start_begins),
        TEST(large_boards_are_played_fast),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
