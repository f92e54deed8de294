/* What a text means where two readings are possible, seen in its answer. */
#include "api.h"

static void expect_answer(const char *text, fewest_status status, size_t length) {
    fewest_puzzle *puzzle = parse(text);
    fewest_answer *answer = solve(puzzle, NULL);
    assert_int_equal(fewest_answer_status(answer), status);
    assert_int_equal(fewest_answer_length(answer), length);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

static void expect_refused(const char *text, const char *message) {
    assert_null(fewest_parse(text, strlen(text), "test.few", &error));
    assert_string_equal(error.message, message);
}

/* Without `pieces` every character is one, though it stands only behind `where`. */
static void a_character_behind_where_is_a_piece(void **state) {
    (void)state;
    expect_answer("string 4\nlet p = a\nmove p -> b where c != p\nstart a\ngoal b\n", FEWEST_SOLVED, 1);
    expect_answer("string 4\nlet p = a\nmove p -> b where c=p\nstart a\ngoal b\n", FEWEST_UNSOLVABLE, 0);
    expect_answer("string 4\nlet p = a é\nmove p -> b where p = é\nstart é\ngoal b\n", FEWEST_SOLVED, 1);
    expect_refused("string 4\npieces a b\nlet p = a\nmove p -> b where c != p\nstart a\ngoal b\n",
                   "`c` is not a name, a piece or a number");
    expect_refused("string 4\nlet p = a\nmove p -> b where cd != p\nstart a\ngoal b\n",
                   "`cd` is not a name, a piece or a number");
}

/* Without `pieces` so is each digit that a sum comes to, though it is written nowhere. */
static void digits_of_sums_are_pieces(void **state) {
    (void)state;
    expect_answer("string 1\nlet n = 1\nmove n -> n+n\nstart 1\ngoal nowhere: n\n", FEWEST_SOLVED, 1);
    expect_answer("string 6\nlet n = 2\nmove n -> n-n\nstart 2\ngoal nowhere: n\n", FEWEST_SOLVED, 1);
    expect_answer("string 1\nlet n = 5\nmove n -> n+n\nstart 5\ngoal nowhere: n\n", FEWEST_UNSOLVABLE, 0);
    expect_answer("string 1\nlet n = 0\nmove n -> n-1\nstart 0\ngoal nowhere: n\n", FEWEST_UNSOLVABLE, 0);
    expect_answer("string 2\nlet n = 1..3\nlet m = 4..6\nmove nm -> m-n\nstart 15\ngoal _\n", FEWEST_SOLVED, 1);
    expect_answer("string 1\npieces 1 3\nlet n = 1\nmove n -> n+n\nstart 1\ngoal nowhere: n\n", FEWEST_UNSOLVABLE, 0);
}

/* `is` says something of a var only behind what can be one. */
static void is_may_be_a_piece_behind_cells(void **state) {
    (void)state;
    expect_answer("board 2\npieces is b\nmove b -> is\nstart b is\ngoal _ is\n", FEWEST_SOLVED, 0);
    expect_answer("board 3\npieces is b\nmove b -> is\nstart bb is\ngoal _b is\n", FEWEST_SOLVED, 0);
    expect_answer("board 3\npieces is b\nmove b -> is\nstart b is b\ngoal _ is is\n", FEWEST_SOLVED, 1);
    expect_answer("board 2\npieces is b\nvar v = is b\nmove b -> is, v b -> is\nstart b is and v is b\n"
                  "goal _ is and v is is\n",
                  FEWEST_SOLVED, 1);
    expect_refused("board 2\npieces is b\nvar v = 1\nmove b -> is\nstart b is and v is 1\ngoal w is 1\n",
                   "`w` is not a declared var");
    expect_refused("board 2\npieces a b\nmove a -> b\nstart a b\ngoal _ is\n", "`_` is not a declared var");
}

/* `=` may be a piece, and then a value of a name. */
static void a_second_equals_sign_is_a_value(void **state) {
    (void)state;
    expect_answer("board 2\npieces = b\nlet n = = b\nmove n b -> b n\nstart = b\ngoal b =\n", FEWEST_SOLVED, 1);
    expect_refused("board 2\npieces a b\nlet n = = b\nmove n a -> a n\nstart b a\ngoal a b\n",
                   "`=` is not a declared piece");
}

/* More moves than `within` allows, or dearer ones, solve nothing. */
static void a_check_knows_within(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t count;
        fewest_verdict verdict;
    } cases[] = {
        {"board 4\npieces @ .\nmove r: @ . -> . @\nstart @...\ngoal ___@\nwithin 3\n", 3, FEWEST_REACHES_GOAL},
        {"board 4\npieces @ .\nmove r: @ . -> . @\nstart @...\ngoal ___@\nwithin 2\n", 3, FEWEST_TOO_LONG},
        {"board 4\npieces @ .\nmove r: @ . -> . @\nstart @...\ngoal ___@\nwithin 2\n", 2, FEWEST_MISSES_GOAL},
        {"board 4\npieces @ .\nmove r, cost 2: @ . -> . @\nstart @...\ngoal ___@\nwithin 6\n", 3, FEWEST_REACHES_GOAL},
        {"board 4\npieces @ .\nmove r, cost 2: @ . -> . @\nstart @...\ngoal ___@\nwithin 5\n", 3, FEWEST_TOO_LONG},
        {"string 4\nmove r: a -> ab\nstart a\ngoal abbb\nwithin 2\n", 3, FEWEST_TOO_LONG},
        {"var v = 0..3\nlet n = 0..2\nmove r, cost 9: v n -> n+1\nstart v is any\ngoal v is 3\nwithin 0\n", 1,
         FEWEST_TOO_LONG},
    };
    static const char *const words[] = {"r", "r", "r"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_puzzle *puzzle = parse(cases[i].text);
        size_t step = 0;
        assert_int_equal(fewest_check(puzzle, words, cases[i].count, &step, NULL, &error), cases[i].verdict);
        assert_int_equal(step, cases[i].count);
        fewest_puzzle_free(puzzle);
    }
}

/* Eight of them fill the room that is there at first. */
static void a_goal_has_any_number_of_conditions(void **state) {
    (void)state;
    for (int count = 1; count <= 17; count++) {
        char text[900] = "board 4\npieces a b c\nmove a -> b\nmove b -> c\nstart aaaa\ngoal ";
        for (int i = 0; i < count; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " and " : "",
                     i == 0 ? "somewhere: cb" : i % 2 ? "nowhere: aa" : "somewhere: a");
        strcat(text, "\n");
        expect_answer(text, FEWEST_SOLVED, 3);
    }
}

/* A name for whatever a cell can hold goes from a var into a cell, and back, with what it stands for. */
static void names_carry_between_vars_and_cells(void **state) {
    (void)state;
    static const char rules[] = "board 2\npieces a b .\nvar hand = . b a\nlet p = a b .\n"
                                "move put: . -> p, hand p -> .\nmove take: p -> ., hand . -> p\n";
    static const struct {
        const char *start_and_goal;
        fewest_status status;
        size_t length;
    } cases[] = {
        {"start . . and hand is b\ngoal b . and hand is .\n", FEWEST_SOLVED, 1},
        {"start . . and hand is a\ngoal . a and hand is .\n", FEWEST_SOLVED, 1},
        {"start . . and hand is a\ngoal b _\n", FEWEST_UNSOLVABLE, 0},
        {"start b . and hand is .\ngoal . . and hand is b\n", FEWEST_SOLVED, 1},
        {"start a b and hand is .\ngoal _ _ and hand is b\n", FEWEST_SOLVED, 1},
        {"start a . and hand is .\ngoal _ _ and hand is b\n", FEWEST_UNSOLVABLE, 0},
        {"start a b and hand is .\ngoal b . and hand is a\n", FEWEST_UNSOLVABLE, 0},
        {"start a . and hand is b\ngoal a b and hand is .\n", FEWEST_SOLVED, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s%s", rules, cases[i].start_and_goal);
        expect_answer(text, cases[i].status, cases[i].length);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_behind_where_is_a_piece),
        cmocka_unit_test(digits_of_sums_are_pieces),
        cmocka_unit_test(is_may_be_a_piece_behind_cells),
        cmocka_unit_test(a_second_equals_sign_is_a_value),
        cmocka_unit_test(a_check_knows_within),
        cmocka_unit_test(a_goal_has_any_number_of_conditions),
        cmocka_unit_test(names_carry_between_vars_and_cells),
    };
    return cmocka_run_group_tests_name("readings", tests, NULL, NULL);
}
