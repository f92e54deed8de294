/* What is refused is refused with its reason, and leaves everything as it was: enumerators that are none, tables that cannot be
 * made or written, limits. And starts and goals of a user-defined space that are named twice. */
#include "api.h"

#include <fewest/explore.h>
#include <fewest/pictures.h>
#include <fewest/space.h>
#include <fewest/tables.h>
#include <unistd.h>

/* Numbers 0 to 9 in a row; one step up or down. */
static size_t step_up_or_down(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    (void)context;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t up = 0; up < 2; up++) {
            if (states[i] == (up ? 9 : 0))
                continue;
            next[made] = up ? states[i] + 1 : states[i] - 1;
            steps[made++] = (fewest_step){i, up, 1};
        }
    return made;
}

static const uint64_t ends[] = {3, 3, 7, 3, 7}, goals[] = {5, 5};

static fewest_space row(void) {
    return (fewest_space){.words = 1, .max_moves = 2, .undirected = true, .expand = step_up_or_down,
                          .backward = step_up_or_down, .starts = ends, .start_count = 5, .goals = goals, .goal_count = 2};
}

static void expect_refused(bool done, const char *why) {
    assert_false(done);
    assert_int_equal(error.status, FEWEST_INVALID);
    if (!strstr(error.message, why))
        fail_msg("`%s` does not say `%s`", error.message, why);
    memset(&error, 0, sizeof error);
}

static void enumerators_that_are_none_are_errors(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(swaps);
    for (int field = 0; field < 2; field++)
        for (int value = -1; value < 78; value += 78) {
            fewest_options options = {.size = sizeof options};
            fewest_bound_check check;
            char why[80];
            snprintf(why, sizeof why, "options.%s is %d, but it must be 0 to ", field ? "remember" : "algorithm", value);
            if (field)
                options.remember = (fewest_remember)value;
            else
                options.algorithm = (fewest_algorithm)value;
            expect_refused(fewest_solve(puzzle, &options, &error), why);
            expect_refused(fewest_tabulate(puzzle, &options, &error), why);
            expect_refused(fewest_graph_around(puzzle, &options, &error), why);
            expect_refused(fewest_check_bound(puzzle, &options, &check, NULL, &error), why);
            expect_refused(fewest_table_build(puzzle, FEWEST_TABLE_DISTANCES, &options, "/nowhere", &error), why);
        }
    fewest_explore_options to_explore = {.size = sizeof to_explore};
    to_explore.method = (fewest_method)77;
    expect_refused(fewest_explore(puzzle, &to_explore, &error), "options.method is 77");
    fewest_generate_options wanted = {.size = sizeof wanted, .difficulty = (fewest_difficulty)3};
    expect_refused(fewest_generate(puzzle, &wanted, &error), "options.difficulty is 3");
    expect_refused(fewest_table_build(puzzle, (fewest_table_kind)2, NULL, "/nowhere", &error), "the kind of table is 2");
    assert_string_equal(fewest_status_word((fewest_status)77), "unknown");
    assert_string_equal(fewest_limit_word((fewest_limit)77), "unknown");
    assert_string_equal(fewest_method_word((fewest_method)77), "unknown");
    fewest_puzzle_free(puzzle);
}

/* Whatever search runs, and whether or not it would look at them. */
static void patterns_that_are_none_are_errors(void **state) {
    (void)state;
    static const char *const with_null[] = {"1,2,3", NULL}, *const unknown[] = {"1,2,3", "4,q"}, *const fine[] = {"1,2,3", "4"};
    fewest_puzzle *puzzle = parse(eight);
    for (int a = FEWEST_AUTO; a <= FEWEST_IDASTAR; a++) {
        fewest_options options = {.size = sizeof options};
        options.algorithm = (fewest_algorithm)a;
        options.pattern_count = 2;
        expect_refused(fewest_solve(puzzle, &options, &error), "options.pattern_count is 2, but options.patterns is NULL");
        options.patterns = with_null;
        expect_refused(fewest_solve(puzzle, &options, &error), "options.patterns[1] is NULL");
        options.patterns = unknown;
        expect_refused(fewest_solve(puzzle, &options, &error), "a pattern names `q`, which is not a piece");
        options.patterns = fine;
        fewest_answer_free(solve(puzzle, &options));
    }
    fewest_puzzle_free(puzzle);
    const fewest_options options = {.size = sizeof options, .patterns = fine, .pattern_count = 2};
    puzzle = parse(rewriting);
    expect_refused(fewest_solve(puzzle, &options, &error), "there are no patterns for this puzzle");
    fewest_puzzle_free(puzzle);
}

static void any_solution_is_not_all(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    const fewest_options options = {.size = sizeof options, .all = true, .any = true};
    expect_refused(fewest_solve(puzzle, &options, &error), "options.any and options.all exclude each other");
    fewest_puzzle_free(puzzle);
}

/* What is wrong with an argument is said in words of the call, not in those of another. */
static void a_state_is_not_called_a_start(void **state) {
    (void)state;
    static const struct {
        const char *text, *state, *message;
    } cases[] = {{eight, "1 2", "the state is 1 x 2 cells"}, {eight, "1 2 3 / 4 5 6 / 7 8 _", "a state leaves no cell open"},
                 {jugs, "A is 1", "the state does not say what"}, {jugs, "", "the state"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count;
        fewest_puzzle *puzzle = parse(cases[i].text);
        expect_refused(fewest_read_state(puzzle, cases[i].state, &count, &error), cases[i].message);
        expect_refused(fewest_set_start(puzzle, cases[i].state, &error), "start");
        fewest_puzzle_free(puzzle);
    }
}

/* Nobody has to read why something failed; and whoever prints it ends the line. */
static void an_error_need_not_be_asked_for(void **state) {
    (void)state;
    assert_null(fewest_load("no-such-puzzle", NULL));
    assert_null(fewest_parse("board", 5, NULL, NULL));
    fewest_puzzle *puzzle = parse(eight);
    assert_false(fewest_set_start(puzzle, "1", NULL));
    assert_null(fewest_read_state(puzzle, "1", &(size_t){0}, NULL));
    assert_null(fewest_solve(puzzle, &(fewest_options){.size = 1}, NULL));
    assert_null(fewest_explore(puzzle, &(fewest_explore_options){.size = 1}, NULL));
    assert_null(fewest_generate(puzzle, &(fewest_generate_options){.size = 1}, NULL));
    assert_int_equal(fewest_check(puzzle, &(const char *){"zz"}, 1, NULL, NULL, NULL), FEWEST_CANNOT_CHECK);
    fewest_puzzle_free(puzzle);
}

static void the_text_of_an_error_has_no_newline_at_its_end(void **state) {
    (void)state;
    static const char *const wrong[] = {"board 2\npieces a\nmove a b -> b a\n", "board\n", "", "bord 2\n"};
    fewest_puzzle *puzzle = parse(eight);
    assert_null(fewest_load("no-such-puzzle", &error));
    assert_true(error.text[0] && error.text[strlen(error.text) - 1] != '\n');
    assert_false(fewest_set_start(puzzle, "1 2 3 / 4 5 6 / 7 8 y", &error));
    assert_true(strchr(error.text, '\n') && error.text[strlen(error.text) - 1] != '\n'); /* several lines */
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(fewest_parse(wrong[i], strlen(wrong[i]), "wrong.few", &error));
        assert_true(error.text[0] && error.text[strlen(error.text) - 1] != '\n');
    }
    fewest_puzzle_free(puzzle);
}

static const char *algorithm_of(fewest_puzzle *puzzle) {
    fewest_answer *answer = solve(puzzle, NULL);
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    const char *word = fewest_answer_statistics(answer)->algorithm;
    fewest_answer_free(answer);
    return word;
}

static bool stop(void *context, const fewest_statistics *so_far) {
    (void)context, (void)so_far;
    return false;
}

static void a_table_that_cannot_be_made_leaves_the_one_before(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    fewest_options options = {.size = sizeof options};
    assert_true(fewest_tabulate(puzzle, &options, &error));
    options.limits.memory = 1 << 19;
    assert_false(fewest_tabulate(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    options.limits.memory = 0;
    options.limits.states = 100;
    assert_false(fewest_tabulate(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    options.limits.states = 0;
    options.limits.seconds = 1e-9;
    options.limits.progress = stop;
    assert_false(fewest_tabulate(puzzle, &options, &error));
    assert_true(error.status == FEWEST_LIMIT || error.status == FEWEST_INTERRUPTED);
    assert_string_equal(algorithm_of(puzzle), "table");
    expect_refused(fewest_table_load(puzzle, "/dev/null", &error), "is not a file");
    assert_string_equal(algorithm_of(puzzle), "table");
    fewest_puzzle_free(puzzle);
}

static void the_depth_of_a_table_is_a_limit(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight); /* its deepest states are 31 moves away */
    fewest_options options = {.size = sizeof options};
    options.limits.depth = 30;
    assert_false(fewest_tabulate(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_non_null(strstr(error.message, "more than 30 moves"));
    assert_string_not_equal(algorithm_of(puzzle), "table");
    options.limits.depth = 31;
    assert_true(fewest_tabulate(puzzle, &options, &error));
    assert_string_equal(algorithm_of(puzzle), "table");
    fewest_puzzle_free(puzzle);
}

static void what_a_table_needs_is_named(void **state) {
    (void)state;
    fewest_space one_way = row(), unknown = row();
    one_way.backward = NULL;
    one_way.undirected = false;
    unknown.max_cost = 3;
    fewest_puzzle *puzzles[] = {fewest_wrap(&one_way, &error), fewest_wrap(&unknown, &error), parse(roads)};
    static const char *const why[] = {"no `backward`", "every move costs 1", "every move costs 1"};
    for (size_t i = 0; i < 3; i++) {
        assert_non_null(puzzles[i]);
        expect_refused(fewest_tabulate(puzzles[i], NULL, &error), why[i]);
        fewest_puzzle_free(puzzles[i]);
    }
}

static void a_table_that_was_not_written_is_not_used(void **state) {
    (void)state;
    fewest_space space = row();
    fewest_puzzle *own = fewest_wrap(&space, &error), *text = parse(eight);
    assert_non_null(own);
    expect_refused(fewest_table_build(own, FEWEST_TABLE_DISTANCES, NULL, "/tmp/fewest-none", &error), "puzzles from text");
    expect_refused(fewest_table_build(own, FEWEST_TABLE_PATTERNS, NULL, "/tmp/fewest-none", &error), "on a board");
    expect_refused(fewest_table_load(own, "/tmp/fewest-none", &error), "puzzles from text");
    assert_string_not_equal(algorithm_of(own), "table");
    assert_true(fewest_tabulate(own, NULL, &error));
    assert_string_equal(algorithm_of(own), "table");
    assert_false(fewest_table_build(text, FEWEST_TABLE_DISTANCES, NULL, "/no/such/folder/table", &error));
    assert_int_equal(error.status, FEWEST_SYSTEM);
    assert_string_not_equal(algorithm_of(text), "table");
    fewest_puzzle_free(own);
    fewest_puzzle_free(text);
}

/* From 3 and from 7 there is one way each. */
static void starts_and_goals_that_are_named_twice_are_one(void **state) {
    (void)state;
    static const fewest_algorithm all[] = {FEWEST_AUTO, FEWEST_BFS, FEWEST_BIDIRECTIONAL, FEWEST_ASTAR};
    for (int i = 0; i < 10; i++) {
        fewest_space space = row();
        fewest_options options = {.size = sizeof options};
        options.all = true;
        options.algorithm = all[i % 4];
        space.undirected = i % 2;
        space.max_cost = i == 8 ? 4 : 1;
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        assert_non_null(puzzle);
        if (i == 9)
            assert_true(fewest_tabulate(puzzle, NULL, &error));
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_solutions(answer), 2);
        assert_int_equal(fewest_answer_listed(answer), 2);
        assert_int_equal(fewest_answer_length(answer), 2);
        assert_int_equal(*fewest_answer_words(answer, 0, 0), 3); /* the solutions of the first start first */
        assert_int_equal(*fewest_answer_words(answer, 1, 0), 7);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
    fewest_space space = row();
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    fewest_exploration *explored = fewest_explore(puzzle, NULL, &error);
    assert_int_equal(fewest_exploration_layer(explored, 0), 2);
    assert_int_equal(fewest_exploration_states(explored), 10);
    fewest_exploration_free(explored);
    fewest_puzzle_free(puzzle);
}

/* Two moves from each number to the next, of which the second is the dearer one, with costs that are none. */
static size_t step_twice(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    const uint32_t *costs = context;
    size_t made = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 2 && states[i] < 9; k++) {
            next[made] = states[i] + 1;
            steps[made++] = (fewest_step){i, k, costs[k]};
        }
    return made;
}

static void parallel_moves_are_one_and_costs_are_kept_to_their_range(void **state) {
    (void)state;
    static const struct {
        uint32_t costs[2], max_cost;
        uint64_t total;
    } cases[] = {{{1, 1}, 1, 4}, {{0, 0}, 1, 4}, {{0, 7}, 5, 4}, {{2, 3}, 3, 8}, {{9, 9}, 5, 20}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t start = 1, goal = 5;
        uint32_t costs[2] = {cases[i].costs[0], cases[i].costs[1]};
        fewest_space space = {.words = 1, .max_moves = 2, .max_cost = cases[i].max_cost, .expand = step_twice,
                              .starts = &start, .start_count = 1, .goals = &goal, .goal_count = 1, .context = costs};
        for (int astar = 0; astar < 2; astar++) {
            fewest_options options = {.size = sizeof options};
            options.all = true;
            options.algorithm = astar ? FEWEST_ASTAR : FEWEST_AUTO;
            fewest_puzzle *puzzle = fewest_wrap(&space, &error);
            fewest_answer *answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_cost(answer), cases[i].total);
            assert_int_equal(fewest_answer_solutions(answer), 1);
            assert_int_equal(fewest_answer_move_number(answer, 0, 0), 0);
            fewest_answer_free(answer);
            fewest_puzzle_free(puzzle);
        }
    }
}

static void what_a_space_of_your_own_has_no_text_for_is_refused(void **state) {
    (void)state;
    fewest_space space = row(), nowhere = row();
    nowhere.start_count = 0;
    fewest_puzzle *puzzle = fewest_wrap(&space, &error), *empty = fewest_wrap(&nowhere, &error);
    size_t step;
    static const char *const words[] = {"1"};
    char *reached = NULL;
    expect_refused(fewest_generate(puzzle, NULL, &error), "from text");
    expect_refused(fewest_random_state(puzzle, 3, 1, &error), "from text");
    expect_refused(fewest_set_start(puzzle, "3", &error), "space of your own");
    expect_refused(fewest_read_state(puzzle, "3", &step, &error), "space of your own");
    assert_int_equal(fewest_check(puzzle, words, 1, &step, &reached, &error), FEWEST_CANNOT_CHECK);
    expect_end(empty, NULL, FEWEST_UNSOLVABLE, FEWEST_NO_LIMIT);
    fewest_exploration *explored = fewest_explore(empty, NULL, &error);
    assert_int_equal(fewest_exploration_states(explored), 0);
    fewest_exploration_free(explored);
    fewest_puzzle_free(puzzle);
    fewest_puzzle_free(empty);
}

static void the_deepest_states_can_be_had_packed(void **state) {
    (void)state;
    fewest_space space = row();
    space.start_count = 1; /* from 3: 9 is farthest */
    fewest_puzzle *own = fewest_wrap(&space, &error), *text = parse(swaps);
    fewest_exploration *explored = fewest_explore(own, NULL, &error);
    assert_int_equal(fewest_exploration_hardest(explored), 1);
    assert_int_equal(*fewest_exploration_words(explored, 0), 9);
    assert_null(fewest_exploration_words(explored, 1));
    fewest_exploration_free(explored);
    explored = fewest_explore(text, NULL, &error);
    assert_non_null(fewest_exploration_words(explored, 0));
    fewest_exploration_free(explored);
    fewest_puzzle_free(own);
    fewest_puzzle_free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enumerators_that_are_none_are_errors),
        cmocka_unit_test(patterns_that_are_none_are_errors),
        cmocka_unit_test(any_solution_is_not_all),
        cmocka_unit_test(a_state_is_not_called_a_start),
        cmocka_unit_test(an_error_need_not_be_asked_for),
        cmocka_unit_test(the_text_of_an_error_has_no_newline_at_its_end),
        cmocka_unit_test(a_table_that_cannot_be_made_leaves_the_one_before),
        cmocka_unit_test(the_depth_of_a_table_is_a_limit),
        cmocka_unit_test(what_a_table_needs_is_named),
        cmocka_unit_test(a_table_that_was_not_written_is_not_used),
        cmocka_unit_test(starts_and_goals_that_are_named_twice_are_one),
        cmocka_unit_test(parallel_moves_are_one_and_costs_are_kept_to_their_range),
        cmocka_unit_test(what_a_space_of_your_own_has_no_text_for_is_refused),
        cmocka_unit_test(the_deepest_states_can_be_had_packed),
    };
    return cmocka_run_group_tests_name("refused", tests, NULL, NULL);
}
