/* Memory through the public API: a budget is kept whatever it is, and any allocation may be refused without harm. */
#include "api.h"

#if defined(__SANITIZE_ADDRESS__)
enum { LARGEST_BUDGET = 4 << 20 };
#else
enum { LARGEST_BUDGET = 64 << 20 };
#endif

static void a_budget_is_kept_whatever_it_is(void **state) {
    (void)state;
    for (uint64_t budget = 100000; budget <= LARGEST_BUDGET; budget *= 2)
        for (int algorithm = FEWEST_BFS; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++)
            for (int remember = FEWEST_REMEMBER_AUTO; remember <= FEWEST_REMEMBER_HASH; remember++) {
                fewest_puzzle *puzzle = parse(fifteen);
                fewest_options options = {.size = sizeof options};
                options.algorithm = (fewest_algorithm)algorithm;
                options.remember = (fewest_remember)remember;
                options.limits.memory = budget;
                fewest_answer *answer = solve(puzzle, &options);
                assert_int_equal(fewest_answer_status(answer), FEWEST_LIMIT);
                assert_int_equal(fewest_answer_limit(answer), FEWEST_MEMORY_LIMIT);
                assert_in_range(fewest_answer_statistics(answer)->peak_bytes, 1, budget);
                if (budget > 1000000 && remember != FEWEST_REMEMBER_RANK) /* and used, not given up early */
                    assert_in_range(fewest_answer_statistics(answer)->peak_bytes, budget / 2, budget);
                expect_nothing_to_read(answer);
                fewest_answer_free(answer);
                fewest_puzzle_free(puzzle);
            }
}

static void after_a_budget_that_was_too_small_a_larger_one_solves_it(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    fewest_options options = {.size = sizeof options};
    options.algorithm = FEWEST_BFS;
    bool solved = false;
    for (uint64_t budget = 10000; !solved; budget += budget / 4) {
        assert_true(budget < 8 << 20);
        options.limits.memory = budget;
        fewest_answer *answer = solve(puzzle, &options);
        solved = fewest_answer_status(answer) == FEWEST_SOLVED;
        if (solved)
            assert_int_equal(fewest_answer_length(answer), 19);
        else
            assert_int_equal(fewest_answer_limit(answer), FEWEST_MEMORY_LIMIT);
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

/* Reads everything; texts may be missing, but what is there must be right. */
static void read_whole(fewest_answer *answer, fewest_answer *sound) {
    for (size_t solution = 0; solution < fewest_answer_listed(answer); solution++)
        for (size_t step = 0; step <= fewest_answer_solution_length(answer, solution); step++) {
            const char *pairs[3][2] = {
                {fewest_answer_move(answer, solution, step), fewest_answer_move(sound, solution, step)},
                {fewest_answer_state(answer, solution, step), fewest_answer_state(sound, solution, step)},
                {fewest_answer_drawing(answer, solution, step), fewest_answer_drawing(sound, solution, step)},
            };
            for (int i = 0; i < 3; i++)
                if (pairs[i][0])
                    assert_string_equal(pairs[i][0], pairs[i][1]);
        }
}

/* An answer in spite of a refused allocation is the right one; otherwise it is said what was refused. */
static void expect_right_or_refused(fewest_answer *answer, fewest_answer *sound) {
    if (!answer) {
        assert_int_equal(error.status, FEWEST_SYSTEM);
        assert_null(strstr(error.message, "mistake in fewest"));
        return;
    }
    if (fewest_answer_status(answer) == FEWEST_SYSTEM) {
        expect_nothing_to_read(answer);
        return;
    }
    assert_int_equal(fewest_answer_status(answer), fewest_answer_status(sound));
    assert_int_equal(fewest_answer_length(answer), fewest_answer_length(sound));
    assert_int_equal(fewest_answer_solutions(answer), fewest_answer_solutions(sound));
    assert_int_equal(fewest_answer_cost(answer), fewest_answer_cost(sound));
    read_whole(answer, sound);
}

static void refuse_each_allocation(const char *text, fewest_options options) {
    fewest_puzzle *whole = parse(text);
    fewest_answer *sound = solve(whole, &options);
    assert_int_equal(fewest_answer_status(sound), FEWEST_SOLVED);
    bool reached = true;
    for (uint64_t n = 1; reached; n++) { /* while the search is at work or its answer is read */
        fewest_puzzle *puzzle = parse(text);
        puzzle->fail_at = n;
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        expect_right_or_refused(answer, sound);
        reached = answer && atomic_load(&answer->memory.calls) >= n;
        fewest_answer_free(answer);
        puzzle->fail_at = 0; /* the puzzle is none the worse for it */
        answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
    reached = true;
    for (uint64_t n = 1; reached; n++) { /* while the puzzle is compiled */
        fewest_puzzle *puzzle = parse(text);
        puzzle->memory.fail_at = atomic_load(&puzzle->memory.calls) + n;
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        expect_right_or_refused(answer, sound);
        reached = atomic_load(&puzzle->memory.calls) >= puzzle->memory.fail_at;
        fewest_answer_free(answer);
        puzzle->memory.fail_at = 0;
        answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
    fewest_answer_free(sound);
    fewest_puzzle_free(whole);
}

/* Near the goal: every allocation is a search of its own. */
static const char a_few_moves[] = "board   3 x 3\n"
                                "pieces  1..8 x\n"
                                "let     t = 1..8\n"
                                "move    any direction:  x t -> t x\n"
                                "start   x 1 3 / 4 2 6 / 7 5 8\n"
                                "goal    1 2 3 / 4 5 6 / 7 8 x\n";

static void any_allocation_may_fail(void **state) {
    (void)state;
    static const char *const texts[] = {swaps, rewriting, jugs, roads, maze, a_few_moves};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int algorithm = FEWEST_BFS; algorithm <= FEWEST_BIDIRECTIONAL; algorithm++)
            for (int remember = FEWEST_REMEMBER_RANK; remember <= FEWEST_REMEMBER_HASH; remember++) {
                fewest_options options = {.size = sizeof options};
                options.all = true;
                options.list = 3;
                options.algorithm = (fewest_algorithm)algorithm;
                options.remember = (fewest_remember)remember;
                if (texts[i] == rewriting && remember == FEWEST_REMEMBER_RANK)
                    continue;
                refuse_each_allocation(texts[i], options);
            }
}

static void refused_memory_while_a_start_is_set_leaves_a_puzzle_that_can_be_solved(void **state) {
    (void)state;
    bool reached = true;
    for (uint64_t n = 1; reached; n++) {
        fewest_puzzle *puzzle = parse(eight);
        expect_length(puzzle, 19);
        puzzle->memory.fail_at = atomic_load(&puzzle->memory.calls) + n;
        bool start = fewest_set_start(puzzle, "1 2 3 / 4 5 6 / 7 x 8", &error);
        bool goal = fewest_set_goal(puzzle, "1 2 3 / 4 x 6 / 7 5 8", &error);
        reached = atomic_load(&puzzle->memory.calls) >= puzzle->memory.fail_at;
        puzzle->memory.fail_at = 0;
        if (start) /* the old goal and the new one are both one move away */
            expect_length(puzzle, 1);
        else if (goal)
            expect_end(puzzle, NULL, FEWEST_SOLVED, FEWEST_NO_LIMIT);
        else
            expect_length(puzzle, 19);
        fewest_puzzle_free(puzzle);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_is_kept_whatever_it_is),
        cmocka_unit_test(after_a_budget_that_was_too_small_a_larger_one_solves_it),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(refused_memory_while_a_start_is_set_leaves_a_puzzle_that_can_be_solved),
    };
    return cmocka_run_group_tests_name("api_memory", tests, NULL, NULL);
}
