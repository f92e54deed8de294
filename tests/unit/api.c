/* The public API, as a program sees it: every outcome, every limit, other starts and goals, answers that outlive a start,
 * mistakes that leave things as they were. Memory is the matter of api_memory.c, spaces that the user defines that of
 * own_spaces.c. */
#include "api.h"

/* ---- Outcomes ----------------------------------------------------------------------------------------- */

static void words_for_statuses_and_limits(void **state) {
    (void)state;
    assert_string_equal(fewest_version(), "0.1.0");
    assert_string_equal(fewest_status_word(FEWEST_SOLVED), "solved");
    assert_string_equal(fewest_status_word(FEWEST_UNSOLVABLE), "unsolvable");
    assert_string_equal(fewest_status_word(FEWEST_LIMIT), "limit");
    assert_string_equal(fewest_status_word(FEWEST_INTERRUPTED), "interrupted");
    assert_string_equal(fewest_limit_word(FEWEST_NO_LIMIT), "none");
    assert_string_equal(fewest_limit_word(FEWEST_DEPTH_LIMIT), "depth");
}

static void freeing_nothing_is_fine(void **state) {
    (void)state;
    fewest_puzzle_free(NULL);
    fewest_answer_free(NULL);
}

static void a_solved_puzzle_can_be_read_move_by_move(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    assert_string_equal(fewest_title(puzzle), "Eight puzzle");
    assert_true(fewest_has_start(puzzle));
    assert_true(fewest_has_goal(puzzle));
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++)
        for (int remember = FEWEST_REMEMBER_AUTO; remember <= FEWEST_REMEMBER_HASH; remember++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = (fewest_algorithm)algorithm;
            options.remember = (fewest_remember)remember;
            fewest_answer *answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
            assert_int_equal(fewest_answer_limit(answer), FEWEST_NO_LIMIT);
            assert_int_equal(fewest_answer_length(answer), 19);
            assert_int_equal(fewest_answer_cost(answer), 19);
            assert_int_equal(fewest_answer_solutions(answer), 1);
            assert_int_equal(fewest_answer_listed(answer), 1);
            char words[64] = "";
            for (size_t i = 0; i < 19; i++)
                strcat(words, fewest_answer_move(answer, 0, i));
            assert_string_equal(words, "ullddrurdllurdruldr");
            assert_string_equal(fewest_answer_state(answer, 0, 0), "234 / 15x / 768");
            assert_string_equal(fewest_answer_state(answer, 0, 19), "123 / 456 / 78x");
            assert_ptr_equal(fewest_answer_state(answer, 0, 19), fewest_answer_state(answer, 0, 19));
            assert_non_null(strstr(fewest_answer_drawing(answer, 0, 19), "1 2 3\n4 5 6\n7 8 x"));
            assert_null(fewest_answer_move(answer, 0, 19));
            assert_null(fewest_answer_state(answer, 0, 20));
            assert_null(fewest_answer_state(answer, 1, 0));
            const fewest_statistics *statistics = fewest_answer_statistics(answer);
            assert_true(statistics->expanded > 0 && statistics->generated > statistics->expanded);
            assert_true(statistics->remembered > 0 && statistics->bytes > 0);
            assert_true(statistics->peak_bytes >= statistics->bytes);
            if (algorithm != FEWEST_AUTO)
                assert_string_equal(statistics->algorithm, algorithm == FEWEST_BFS ? "bfs" : "bidirectional");
            fewest_answer_free(answer);
        }
    fewest_puzzle_free(puzzle);
}

static void a_start_that_is_the_goal_needs_no_move(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    assert_true(fewest_set_start(puzzle, "1 2 3 / 4 5 6 / 7 8 x", &error));
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++) {
        fewest_options options = {.size = sizeof options};
        options.algorithm = (fewest_algorithm)algorithm;
        options.all = true;
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        assert_int_equal(fewest_answer_length(answer), 0);
        assert_int_equal(fewest_answer_solutions(answer), 1);
        assert_int_equal(fewest_answer_listed(answer), 1);
        assert_null(fewest_answer_move(answer, 0, 0));
        assert_string_equal(fewest_answer_state(answer, 0, 0), "123 / 456 / 78x");
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

static void that_there_is_no_solution_is_proved(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    assert_true(fewest_set_start(puzzle, "1 2 3 / 4 5 6 / 8 7 x", &error));
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++) {
        fewest_options options = {.size = sizeof options};
        options.algorithm = (fewest_algorithm)algorithm;
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_UNSOLVABLE);
        expect_nothing_to_read(answer);
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

static void the_limit_of_the_puzzle_itself_makes_it_unsolvable(void **state) {
    (void)state;
    char text[1024];
    snprintf(text, sizeof text, "%swithin 18\n", eight);
    fewest_puzzle *puzzle = parse(text);
    expect_end(puzzle, NULL, FEWEST_UNSOLVABLE, FEWEST_NO_LIMIT);
    fewest_puzzle_free(puzzle);
    snprintf(text, sizeof text, "%swithin 19\n", eight);
    puzzle = parse(text);
    expect_length(puzzle, 19);
    fewest_puzzle_free(puzzle);
}

static void every_limit_ends_a_search_and_is_named(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(fifteen);
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++) {
        fewest_options options = {.size = sizeof options};
        options.algorithm = (fewest_algorithm)algorithm;
        options.limits.memory = 2 << 20;
        if (algorithm != FEWEST_AUTO) { /* which takes a search that remembers nothing */
            expect_end(puzzle, &options, FEWEST_LIMIT, FEWEST_MEMORY_LIMIT);
            options.limits.memory = 0;
            options.limits.states = 10000;
            fewest_answer *answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_status(answer), FEWEST_LIMIT);
            assert_int_equal(fewest_answer_limit(answer), FEWEST_STATE_LIMIT);
            assert_in_range(fewest_answer_statistics(answer)->remembered, 10000, 20000);
            expect_nothing_to_read(answer);
            fewest_answer_free(answer);
        }
        options.limits.memory = 0;
        options.limits.states = 0;
        options.limits.seconds = 0.005;
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_LIMIT);
        assert_int_equal(fewest_answer_limit(answer), FEWEST_TIME_LIMIT);
        assert_true(fewest_answer_statistics(answer)->seconds >= 0.005);
        fewest_answer_free(answer);
        options.limits.seconds = 0;
        options.limits.depth = 6;
        expect_end(puzzle, &options, FEWEST_LIMIT, FEWEST_DEPTH_LIMIT);
    }
    fewest_puzzle_free(puzzle);
}

static void a_solution_as_long_as_the_limit_is_found(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight), *costly = parse(roads);
    fewest_options options = {.size = sizeof options};
    for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++) {
        options.algorithm = (fewest_algorithm)algorithm;
        options.limits.depth = 18;
        expect_end(puzzle, &options, FEWEST_LIMIT, FEWEST_DEPTH_LIMIT);
        options.limits.depth = 19;
        expect_end(puzzle, &options, FEWEST_SOLVED, FEWEST_NO_LIMIT);
        options.limits.depth = 5; /* of costs, not of moves */
        expect_end(costly, &options, FEWEST_LIMIT, FEWEST_DEPTH_LIMIT);
        options.limits.depth = 6;
        expect_end(costly, &options, FEWEST_SOLVED, FEWEST_NO_LIMIT);
    }
    fewest_puzzle_free(puzzle);
    fewest_puzzle_free(costly);
}

struct watcher {
    unsigned calls, stop_at;
    uint64_t remembered;
};

static bool watch(void *context, const fewest_statistics *so_far) {
    struct watcher *watcher = context;
    assert_true(so_far->remembered >= watcher->remembered);
    assert_true(so_far->seconds > 0 && so_far->bytes > 0 && so_far->peak_bytes >= so_far->bytes);
    assert_non_null(so_far->algorithm);
    assert_non_null(so_far->store);
    watcher->remembered = so_far->remembered;
    return ++watcher->calls < watcher->stop_at;
}

static void the_progress_function_sees_the_search_and_stops_it(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(fifteen);
    struct watcher watcher = {.stop_at = 2};
    fewest_options options = {.size = sizeof options};
    options.limits.progress = watch;
    options.limits.context = &watcher;
    options.limits.memory = 1 << 30;
    fewest_answer *answer = solve(puzzle, &options);
    assert_int_equal(fewest_answer_status(answer), FEWEST_INTERRUPTED);
    assert_int_equal(fewest_answer_limit(answer), FEWEST_NO_LIMIT);
    assert_int_equal(watcher.calls, 2);
    assert_true(fewest_answer_statistics(answer)->remembered >= watcher.remembered);
    expect_nothing_to_read(answer);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

/* ---- Mistakes ----------------------------------------------------------------------------------------- */

static void a_bad_text_is_refused_with_its_place(void **state) {
    (void)state;
    static const char text[] = "board   3 x 3\npieces  1..8 x\nmove    any direction:  x y -> y x\n";
    memset(&error, 0xff, sizeof error);
    assert_null(fewest_parse(text, strlen(text), "bad.few", &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 27);
    assert_non_null(strstr(error.message, "`y`"));
    assert_non_null(strstr(error.text, "bad.few:3:27: "));
    assert_non_null(strstr(error.text, "^"));
    assert_null(fewest_parse(text, strlen(text), NULL, NULL)); /* nobody wants to know */
    assert_null(fewest_parse("", 0, "empty.few", &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_null(fewest_load("no-such-puzzle", &error));
    assert_true(error.text[0] && error.message[0]);
}

static void no_text_is_an_empty_text(void **state) {
    (void)state;
    fewest_error of_none = {0}, of_empty = {0};
    assert_null(fewest_parse(NULL, 0, "nothing", &of_none));
    assert_null(fewest_parse("", 0, "nothing", &of_empty));
    assert_int_equal(of_none.status, FEWEST_INVALID);
    assert_string_equal(of_none.text, of_empty.text);
    assert_non_null(strstr(of_none.text, "there is no puzzle"));
}

static void without_a_start_or_a_goal_nothing_is_searched(void **state) {
    (void)state;
    static const char text[] = "board   2 x 2\npieces  0 1\nmove any direction:  0 1 -> 1 0\n";
    fewest_puzzle *puzzle = parse(text);
    assert_false(fewest_has_start(puzzle));
    assert_false(fewest_has_goal(puzzle));
    assert_string_equal(fewest_title(puzzle), "");
    assert_null(fewest_solve(puzzle, NULL, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, "start"));
    assert_true(fewest_set_start(puzzle, "0 0 / 1 1", &error));
    assert_true(fewest_has_start(puzzle));
    assert_null(fewest_solve(puzzle, NULL, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, "goal"));
    assert_null(fewest_solve(puzzle, NULL, NULL));
    assert_true(fewest_set_goal(puzzle, "1 1 / 0 0", &error));
    assert_true(fewest_has_goal(puzzle));
    expect_length(puzzle, 2);
    fewest_puzzle_free(puzzle);
}

static void a_store_that_cannot_be_is_a_mistake(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(rewriting);
    fewest_options options = {.size = sizeof options};
    options.remember = FEWEST_REMEMBER_RANK;
    assert_null(fewest_solve(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    fewest_puzzle_free(puzzle);
}

static void a_bad_start_or_goal_leaves_the_puzzle_as_it_was(void **state) {
    (void)state;
    static const char *const bad[] = {"1 2 3", "1 2 3 / 4 5 6 / 7 8 9", "", "1 1 1 / 1 1 1 / 1 1 1 / x x x", "nonsense"};
    fewest_puzzle *puzzle = parse(eight);
    for (int prepared = 0; prepared < 2; prepared++) {
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            assert_false(fewest_set_start(puzzle, bad[i], &error));
            assert_int_equal(error.status, FEWEST_INVALID);
            assert_true(error.text[0]);
            assert_false(fewest_set_goal(puzzle, bad[i], NULL));
        }
        expect_length(puzzle, 19);
    }
    fewest_puzzle_free(puzzle);
}

/* ---- Other starts and goals --------------------------------------------------------------------------- */

static void another_start_and_goal_are_searched(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    expect_length(puzzle, 19);
    assert_true(fewest_set_start(puzzle, "1 2 3 4 5 6 7 x 8", &error)); /* in one row */
    expect_length(puzzle, 1);
    assert_true(fewest_set_goal(puzzle, "1 2 3 / 4 x 6 / 7 5 8", &error));
    expect_length(puzzle, 1);
    assert_true(fewest_set_goal(puzzle, "_ _ _ / _ _ _ / _ _ _", &error));
    expect_length(puzzle, 0);
    assert_true(fewest_set_goal(puzzle, "x 1 2 / 3 4 5 / 6 7 8", &error));
    fewest_puzzle *other = parse(eight);
    assert_true(fewest_set_goal(other, "x 1 2 / 3 4 5 / 6 7 8", &error));
    assert_true(fewest_set_start(other, "1 2 3 / 4 5 6 / 7 x 8", &error));
    fewest_answer *one = solve(puzzle, NULL), *two = solve(other, NULL);
    assert_int_equal(fewest_answer_status(one), fewest_answer_status(two));
    assert_int_equal(fewest_answer_length(one), fewest_answer_length(two));
    fewest_answer_free(one);
    fewest_answer_free(two);
    fewest_puzzle_free(other);
    fewest_puzzle_free(puzzle);
}

/* What was folded away as fixed for the first start, or counted among its pieces, may be otherwise in the next. */
static void a_start_with_other_pieces_is_searched_too(void **state) {
    (void)state;
    static const char text[] = "board   1 x 5\npieces  # . o\nmove any direction:  o . -> . o\n"
                               "start   o . # . .\ngoal    . o # . .\n";
    fewest_puzzle *puzzle = parse(text);
    expect_length(puzzle, 1);
    assert_true(fewest_set_start(puzzle, "o . . . .", &error));
    assert_true(fewest_set_goal(puzzle, ". . . . o", &error));
    expect_length(puzzle, 4);
    assert_true(fewest_set_start(puzzle, "o o . . .", &error));
    expect_end(puzzle, NULL, FEWEST_UNSOLVABLE, FEWEST_NO_LIMIT);
    assert_true(fewest_set_goal(puzzle, ". . . o o", &error));
    expect_length(puzzle, 6);
    assert_true(fewest_set_start(puzzle, "# # # # #", &error));
    expect_end(puzzle, NULL, FEWEST_UNSOLVABLE, FEWEST_NO_LIMIT);
    fewest_puzzle_free(puzzle);
}

static void a_string_and_a_maze_take_other_starts(void **state) {
    (void)state;
    fewest_puzzle *string = parse(rewriting), *grid = parse(maze);
    expect_length(string, 3);
    assert_true(fewest_set_start(string, "xud", &error));
    expect_length(string, 2);
    assert_true(fewest_set_start(string, "qq", &error)); /* characters that were in no rule */
    expect_end(string, NULL, FEWEST_UNSOLVABLE, FEWEST_NO_LIMIT);
    assert_true(fewest_set_goal(string, "qq", &error));
    expect_length(string, 0);
    expect_end(grid, NULL, FEWEST_SOLVED, FEWEST_NO_LIMIT);
    assert_true(fewest_set_start(grid, "1,1", &error));
    assert_true(fewest_set_goal(grid, "3,1", &error));
    expect_length(grid, 2);
    assert_false(fewest_set_start(grid, "9,9", &error));
    expect_length(grid, 2);
    fewest_puzzle_free(string);
    fewest_puzzle_free(grid);
}

/* The texts are made when they are asked for: by then the puzzle may have moved on. */
static void an_answer_is_readable_after_the_puzzle_got_another_start(void **state) {
    (void)state;
    static const struct {
        const char *text, *start, *goal, *first, *last;
    } cases[] = {
        {eight, "123 / 456 / 7x8", "123 / 4x6 / 758", "234 / 15x / 768", "123 / 456 / 78x"},
        {swaps, "111 / 100", "001 / 111", "111 / 000", "000 / 111"}, /* other pieces */
        {rewriting, "ud", "yzz", "abcd", "xyz"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_puzzle *puzzle = parse(cases[i].text);
        fewest_answer *answer = solve(puzzle, NULL);
        size_t length = fewest_answer_length(answer);
        assert_true(fewest_set_start(puzzle, cases[i].start, &error));
        assert_true(fewest_set_goal(puzzle, cases[i].goal, &error));
        fewest_answer *next = solve(puzzle, NULL);
        assert_int_equal(fewest_answer_status(next), FEWEST_SOLVED);
        assert_string_equal(fewest_answer_state(answer, 0, 0), cases[i].first);
        assert_string_equal(fewest_answer_state(answer, 0, length), cases[i].last);
        for (size_t step = 0; step < length; step++)
            assert_non_null(fewest_answer_move(answer, 0, step));
        assert_string_equal(fewest_answer_state(next, 0, 0), cases[i].start);
        assert_string_equal(fewest_answer_state(next, 0, fewest_answer_length(next)), cases[i].goal);
        fewest_answer_free(answer);
        fewest_answer_free(next);
        fewest_puzzle_free(puzzle);
    }
}

/* ---- All solutions, and checking --------------------------------------------------------------------------- */

static void all_solutions_are_counted_and_some_are_listed(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(swaps);
    fewest_options options = {.size = sizeof options};
    options.all = true;
    fewest_answer *whole = solve(puzzle, &options);
    uint64_t solutions = fewest_answer_solutions(whole);
    assert_int_equal(fewest_answer_length(whole), 3);
    assert_int_equal(solutions, 6); /* three independent swaps in any order */
    assert_int_equal(fewest_answer_listed(whole), 6);
    static const uint64_t lists[] = {0, 1, 4, 6, 7, SIZE_MAX};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int algorithm = FEWEST_AUTO; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++) {
            options.list = lists[i];
            options.algorithm = (fewest_algorithm)algorithm;
            fewest_answer *answer = solve(puzzle, &options);
            size_t wanted = lists[i] > 0 && lists[i] < 6 ? lists[i] : 6; /* 0: the default, 100 */
            assert_int_equal(fewest_answer_solutions(answer), 6);
            assert_int_equal(fewest_answer_listed(answer), wanted);
            assert_int_equal(fewest_answer_length(answer), 3);
            for (size_t solution = 0; solution < wanted; solution++)
                for (size_t step = 0; step < fewest_answer_solution_length(answer, solution); step++)
                    assert_string_equal(fewest_answer_move(answer, solution, step), fewest_answer_move(whole, solution, step));
            fewest_answer_free(answer);
        }
    for (size_t solution = 1; solution < 6; solution++) { /* in the order of moves: each different, and greater than the one before */
        size_t step = 0;
        while (fewest_answer_move_number(whole, solution, step) == fewest_answer_move_number(whole, solution - 1, step))
            step++;
        assert_true(step < 3);
        assert_true(fewest_answer_move_number(whole, solution, step) > fewest_answer_move_number(whole, solution - 1, step));
    }
    fewest_answer_free(whole);
    options.all = false;
    options.list = 50; /* says nothing unless all are asked for */
    fewest_answer *one = solve(puzzle, &options);
    assert_int_equal(fewest_answer_solutions(one), 1);
    assert_int_equal(fewest_answer_listed(one), 1);
    fewest_answer_free(one);
    fewest_puzzle_free(puzzle);
}

static void costs_are_summed(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(roads);
    fewest_options options = {.size = sizeof options};
    options.all = true;
    fewest_answer *answer = solve(puzzle, &options);
    assert_int_equal(fewest_answer_cost(answer), 6);
    assert_int_equal(fewest_answer_length(answer), 2);
    assert_int_equal(fewest_answer_solutions(answer), 1);
    assert_string_equal(fewest_answer_statistics(answer)->algorithm, "dijkstra");
    assert_true(fewest_answer_move_cost(answer, 0, 0) > 1 || fewest_answer_move_cost(answer, 0, 1) > 1);
    assert_int_equal(fewest_answer_move_cost(answer, 0, 0) + fewest_answer_move_cost(answer, 0, 1), 6);
    assert_true(fewest_answer_move_cost(answer, 0, 2) == UINT64_MAX);
    assert_true(fewest_answer_move_cost(answer, 1, 0) == UINT64_MAX);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    puzzle = parse(eight);
    answer = solve(puzzle, NULL);
    assert_int_equal(fewest_answer_move_cost(answer, 0, 0), 1);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

static void every_value_of_a_start_is_a_start(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(jugs); /* B is any: it may be 4 at once */
    expect_length(puzzle, 0);
    assert_true(fewest_set_goal(puzzle, "A is 2 and B is 5", &error));
    expect_length(puzzle, 2); /* from B is 4: fill A, pour it */
    fewest_puzzle_free(puzzle);
}

static void words_are_checked(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    assert_true(fewest_set_start(puzzle, "1 2 3 / 4 5 6 / x 7 8", &error));
    static const char *const good[] = {"r", "r"}, *const wrong[] = {"r", "d"}, *const unknown[] = {"r", "sideways"};
    size_t step = 99;
    char *text = NULL;
    assert_int_equal(fewest_check(puzzle, good, 2, &step, &text, &error), FEWEST_REACHES_GOAL);
    assert_int_equal(step, 2);
    assert_string_equal(text, "123 / 456 / 78x");
    fewest_free(text);
    assert_int_equal(fewest_check(puzzle, good, 1, &step, &text, &error), FEWEST_MISSES_GOAL);
    assert_int_equal(step, 1);
    assert_string_equal(text, "123 / 456 / 7x8");
    fewest_free(text);
    assert_int_equal(fewest_check(puzzle, good, 0, &step, NULL, NULL), FEWEST_MISSES_GOAL);
    assert_int_equal(fewest_check(puzzle, wrong, 2, &step, NULL, &error), FEWEST_MOVE_FAILS);
    assert_int_equal(step, 1);
    assert_int_equal(fewest_check(puzzle, unknown, 2, NULL, NULL, &error), FEWEST_CANNOT_CHECK);
    assert_true(error.message[0]);
    fewest_puzzle_free(puzzle);
}

static void built_in_puzzles_are_listed_and_readable(void **state) {
    (void)state;
    assert_true(fewest_builtin_count() > 10);
    for (size_t i = 0; i < fewest_builtin_count(); i++) {
        fewest_builtin builtin = fewest_builtin_at(i);
        assert_true(builtin.name[0] && builtin.summary[0] && builtin.source[0]);
        if (builtin.is_family)
            continue;
        char *text = fewest_builtin_text(builtin.name, &error);
        assert_non_null(text);
        fewest_puzzle *puzzle = fewest_parse(text, strlen(text), builtin.name, &error);
        fewest_puzzle *loaded = fewest_load(builtin.name, &error);
        assert_non_null(puzzle);
        assert_non_null(loaded);
        fewest_puzzle_free(puzzle);
        fewest_puzzle_free(loaded);
        fewest_free(text);
    }
    assert_null(fewest_builtin_text("eigth", &error));
    assert_non_null(strstr(error.text, "eight"));
}

/* Strings that are too long for a solution are left out of a search, and with them moves that share a word. */
static void words_name_moves_among_all_that_are_possible(void **state) {
    (void)state;
    static const char text[] = "string\nmove a: _ a -> _ c\nmove a: c -> c c\nstart cacac\nwithin 1\ngoal c a _ c c\n";
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(text, strlen(text), "text", &error);
    assert_non_null(puzzle);
    fewest_answer *answer = fewest_solve(puzzle, NULL, &error);
    assert_non_null(answer);
    const char *word = fewest_answer_move(answer, 0, 0);
    assert_string_equal(word, "a@3#1");
    assert_int_equal(fewest_check(puzzle, &word, 1, NULL, NULL, &error), FEWEST_REACHES_GOAL);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_for_statuses_and_limits),
        cmocka_unit_test(freeing_nothing_is_fine),
        cmocka_unit_test(a_solved_puzzle_can_be_read_move_by_move),
        cmocka_unit_test(words_name_moves_among_all_that_are_possible),
        cmocka_unit_test(a_start_that_is_the_goal_needs_no_move),
        cmocka_unit_test(that_there_is_no_solution_is_proved),
        cmocka_unit_test(the_limit_of_the_puzzle_itself_makes_it_unsolvable),
        cmocka_unit_test(every_limit_ends_a_search_and_is_named),
        cmocka_unit_test(a_solution_as_long_as_the_limit_is_found),
        cmocka_unit_test(the_progress_function_sees_the_search_and_stops_it),
        cmocka_unit_test(a_bad_text_is_refused_with_its_place),
        cmocka_unit_test(no_text_is_an_empty_text),
        cmocka_unit_test(without_a_start_or_a_goal_nothing_is_searched),
        cmocka_unit_test(a_store_that_cannot_be_is_a_mistake),
        cmocka_unit_test(a_bad_start_or_goal_leaves_the_puzzle_as_it_was),
        cmocka_unit_test(another_start_and_goal_are_searched),
        cmocka_unit_test(a_start_with_other_pieces_is_searched_too),
        cmocka_unit_test(a_string_and_a_maze_take_other_starts),
        cmocka_unit_test(an_answer_is_readable_after_the_puzzle_got_another_start),
        cmocka_unit_test(all_solutions_are_counted_and_some_are_listed),
        cmocka_unit_test(costs_are_summed),
        cmocka_unit_test(every_value_of_a_start_is_a_start),
        cmocka_unit_test(words_are_checked),
        cmocka_unit_test(built_in_puzzles_are_listed_and_readable),
    };
    return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
