/* Protects the checker where a step is repeated: as often as one likes, and until it is blocked. */
#include "checked.h"

/* A move whose step is repeated so often. */
struct slide {
    struct example move;
    uint32_t steps;
};

static void check_slides(const char *rules, const struct slide *slides) {
    for (const struct slide *s = slides; s->move.start; s++) {
        struct few_move_place place = at(s->move.rule, s->move.direction, s->move.cell);
        place.steps = s->steps;
        check_example(rules, &s->move, place);
    }
}

static void a_step_is_repeated_as_often_as_said(void **state) {
    (void)state;
    check_slides("board 2 x 5\npieces a b .\nvar v = 0 1 2\nlet t = a b\nlet n = 0..2\n"
                 "move any direction, repeat: t . -> . t, v n -> n+1",
                 (const struct slide[]){
                     {{"a...b / ..... and v is 0", 0, RIGHT, 1, ".a..b / ..... and v is 1"}, 1},
                     {{"a...b / ..... and v is 0", 0, RIGHT, 1, "...ab / ..... and v is 1"}, 3},
                     {{"a...b / ..... and v is 0", 0, RIGHT, 1, NULL}, 4},
                     {{"a...b / ..... and v is 0", 0, RIGHT, 1, NULL}, 0},
                     {{"a...b / ..... and v is 0", 0, RIGHT, 2, NULL}, 1},
                     {{"a...b / ..... and v is 1", 0, LEFT, 5, "ab... / ..... and v is 2"}, 3},
                     {{"a...b / ..... and v is 1", 0, LEFT, 5, NULL}, 4},
                     {{"a...b / ..... and v is 2", 0, RIGHT, 1, NULL}, 2}, /* then the var would be 3 */
                     {{"a...b / ..... and v is 0", 0, DOWN, 5, "a.... / ....b and v is 1"}, 1},
                     {{"a...b / ..... and v is 0", 0, DOWN, 5, NULL}, 2},
                     {{0}, 0},
                 });
}

static void names_keep_their_values_from_step_to_step(void **state) {
    (void)state;
    check_slides("board 5\npieces a b c\nlet x, y = a b c\nmove left or right, repeat: x y -> y x",
                 (const struct slide[]){
                     {{"abbca", 0, RIGHT, 1, "babca"}, 1},
                     {{"abbca", 0, RIGHT, 1, "bbaca"}, 2},
                     {{"abbca", 0, RIGHT, 1, NULL}, 3},
                     {{"abbca", 0, RIGHT, 2, NULL}, 1}, /* nothing changes */
                     {{0}, 0},
                 });
}

static void until_blocked_ends_where_no_step_is_left(void **state) {
    (void)state;
    check_slides("board 3 x 4\npieces b . #\nmove any direction, until blocked: b . / b . -> . b / . b",
                 (const struct slide[]){
                     {{"b... / b... / ....", 0, RIGHT, 1, "...b / ...b / ...."}, 3},
                     {{"b... / b... / ....", 0, RIGHT, 1, NULL}, 1},
                     {{"b... / b... / ....", 0, RIGHT, 1, NULL}, 2},
                     {{"b... / b... / ....", 0, RIGHT, 1, NULL}, 4},
                     {{"b... / b..# / ....", 0, RIGHT, 1, "..b. / ..b# / ...."}, 2},
                     {{"b... / b..# / ....", 0, RIGHT, 1, NULL}, 1},
                     {{"b#.. / b... / ....", 0, RIGHT, 1, NULL}, 1},
                     {{"bb.. / .... / ....", 0, DOWN, 2, ".... / .... / bb.."}, 2},
                     {{0}, 0},
                 });
    check_slides("board 4 wrapped\npieces a # .\nmove left or right, until blocked: a . -> . a",
                 (const struct slide[]){
                     {{"a...", 0, RIGHT, 1, NULL}, 3}, /* it goes round for ever */
                     {{"a...", 0, RIGHT, 1, NULL}, 4},
                     {{"..a#", 0, LEFT, 3, "a..#"}, 2},
                     {{"a.#.", 0, LEFT, 1, "..#a"}, 1},
                     {{0}, 0},
                 });
}

static void what_must_never_be_is_asked_where_a_move_ends(void **state) {
    (void)state;
    check_slides("board 2 x 4\npieces @ * .\nmove any direction, repeat: @ . -> . @\n"
                 "never somewhere, any direction: @ *",
                 (const struct slide[]){
                     {{"@... / ..*.", 0, RIGHT, 1, ".@.. / ..*."}, 1},
                     {{"@... / ..*.", 0, RIGHT, 1, NULL}, 2},
                     {{"@... / ..*.", 0, RIGHT, 1, "...@ / ..*."}, 3},
                     {{0}, 0},
                 });
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, nothing_leaks)
    const struct CMUnitTest tests[] = {
        TEST(a_step_is_repeated_as_often_as_said),
        TEST(names_keep_their_values_from_step_to_step),
        TEST(until_blocked_ends_where_no_step_is_left),
        TEST(what_must_never_be_is_asked_where_a_move_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
