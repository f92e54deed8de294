/* Moves that are one step repeated, as a user of the library sees them: their words, what `check` says of others, how
 * large they may get, and that it does not matter how they are compiled. */
#include "api.h"

#include <fewest/explore.h>

static const char cars[] = "board 4 x 5\npieces A B T .\nlet car = A B\n"
                           "move {car}, any direction, repeat: car car . -> . car car\n"
                           "move truck, up or down, repeat: T T T . -> . T T T\n"
                           "start ..T.. / AAT.. / ..T.B / ....B\n"
                           "goal ..... / AA... / ..... / .....\n";

static void expect_word(const char *text, const char *word, fewest_verdict verdict, const char *message) {
    fewest_puzzle *puzzle = parse(text);
    size_t step;
    char *state = NULL;
    error = (fewest_error){0};
    const fewest_verdict found = fewest_check(puzzle, &word, 1, &step, &state, &error);
    if (found != verdict || (message && !strstr(error.text, message)))
        fail_msg("%s: %d, %s", word, found, error.text);
    fewest_free(state);
    fewest_puzzle_free(puzzle);
}

static void a_word_says_how_far(void **state) {
    (void)state;
    expect_word(cars, "truck-down-1", FEWEST_MISSES_GOAL, NULL);
    expect_word(cars, "B-up-2", FEWEST_MISSES_GOAL, NULL);
    expect_word(cars, "B-up-1", FEWEST_MISSES_GOAL, NULL);
    expect_word(cars, "B-up-3", FEWEST_MOVE_FAILS, "`B-up-3` is not possible here");
    expect_word(cars, "truck-down-2", FEWEST_MOVE_FAILS, "possible here: ");
    expect_word(cars, "truck-down-1@1,1", FEWEST_MOVE_FAILS, "at another cell");
}

static void a_word_without_its_number_is_told_how_it_goes(void **state) {
    (void)state;
    static const char rook[] = "board 3 x 3\npieces R .\nmove rook, any direction, repeat: R . -> . R\n"
                               "start R.. / ... / ...\ngoal ... / ... / ..R\n";
    expect_word(rook, "rook-down", FEWEST_CANNOT_CHECK, "did you mean `rook-down-1`?");
    expect_word(rook, "rook-down-", FEWEST_CANNOT_CHECK, "there is no move called `rook-down-`");
    expect_word(rook, "rook-down-3", FEWEST_MOVE_FAILS, "`rook-down-2`");
}

static void a_word_until_blocked_needs_no_number(void **state) {
    (void)state;
    static const char ice[] = "board 3 x 4\npieces @ # .\nmove any direction, until blocked: @ . -> . @\n"
                              "start @... / ..#. / ....\ngoal ___@ / ____ / ____\n";
    expect_word(ice, "right", FEWEST_REACHES_GOAL, NULL);
    expect_word(ice, "down", FEWEST_MISSES_GOAL, NULL);
    expect_word(ice, "right-3", FEWEST_CANNOT_CHECK, "there is no move called `right-3`");
}

/* Alone among fixed cells a piece walks on a graph of cells; where there is a var, too, there are instructions. */
static void a_walker_and_instructions_slide_alike(void **state) {
    (void)state;
    static const char rules[] = "board 4 x 5%s\npieces @ # .\n%smove any direction%s, %s: @ . -> . @\n"
                                "start @...# / ..#.. / ..... / #..#.%s\ngoal _____ / _____ / ____@ / _____\n";
    static const char *const boards[] = {"", " wrapped", " wrapped left-right"}, *const turns[] = {"", ", diagonal"},
                             *const again[] = {"repeat", "until blocked"};
    for (unsigned i = 0; i < 12; i++) {
        uint64_t states[2];
        size_t lengths[2];
        for (unsigned walks = 0; walks < 2; walks++) {
            char text[400];
            snprintf(text, sizeof text, rules, boards[i / 4], walks ? "" : "var v = 0\n", turns[i % 2], again[i / 2 % 2],
                     walks ? "" : " and v is 0");
            fewest_puzzle *puzzle = parse(text);
            fewest_answer *answer = solve(puzzle, NULL);
            lengths[walks] = fewest_answer_length(answer);
            fewest_answer_free(answer);
            fewest_exploration *all = fewest_explore(puzzle, NULL, &error);
            assert_non_null(all);
            states[walks] = fewest_exploration_states(all);
            assert_true(states[walks] > 3);
            fewest_exploration_free(all);
            fewest_puzzle_free(puzzle);
        }
        assert_int_equal(lengths[0], lengths[1]);
        assert_int_equal(states[0], states[1]);
    }
}

/* In each state a slide until blocked is one move, whatever it is that blocks it. */
static void what_blocks_a_move_does_not_make_it_several(void **state) {
    (void)state;
    static const char text[] = "board 1 x 6\npieces a b c .\nlet t = a b c\nmove left or right, until blocked: t . -> . t\n"
                               "start a . . b . c\ngoal . . a b c .\n";
    fewest_puzzle *puzzle = parse(text);
    struct few_error inner = {0};
    assert_true(few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, &inner));
    const struct few_space *space = puzzle->model->space;
    uint64_t next[64], start[FEW_MAX_WORDS];
    struct few_step steps[64];
    assert_true(space->words == 1 && space->max_successors <= 64);
    assert_true(space->run->write(space, puzzle->rules->start.board.cells, 6, start));
    assert_int_equal(space->run->successors(space, start, 1, next, steps), 4); /* a right, b left, b right, c left */
    fewest_puzzle_free(puzzle);
}

static void too_many_slides_are_a_mistake(void **state) {
    (void)state;
    static const char text[] = "board 40 x 40\npieces 1..9 .\nlet t = 1..9\n"
                               "move any direction, diagonal, repeat: t . -> . t\ngoal somewhere: 1 2\n";
    fewest_puzzle *puzzle = parse(text);
    char start[1601];
    memset(start, '.', sizeof start - 1);
    start[1600] = 0;
    for (unsigned i = 1; i < 10; i++)
        start[i * 170] = (char)('0' + i);
    assert_true(fewest_set_start(puzzle, start, &error));
    assert_null(fewest_solve(puzzle, NULL, &error));
    assert_non_null(strstr(error.text, "this rule expands to more than a million instructions"));
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_says_how_far),
        cmocka_unit_test(a_word_without_its_number_is_told_how_it_goes),
        cmocka_unit_test(a_word_until_blocked_needs_no_number),
        cmocka_unit_test(a_walker_and_instructions_slide_alike),
        cmocka_unit_test(what_blocks_a_move_does_not_make_it_several),
        cmocka_unit_test(too_many_slides_are_a_mistake),
    };
    return cmocka_run_group_tests_name("slides", tests, NULL, NULL);
}
