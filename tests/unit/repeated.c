/* Whatever can be called again and again on one handle takes no more memory the thousandth time than the first times:
 * starts and goals of every form, those that are refused too, and all that is made from a puzzle and let go. */
#include "api.h"

#include <fewest/explore.h>
#include <fewest/pictures.h>
#include <fewest/space.h>
#include <fewest/tables.h>

static const char drawing[] = "board 3 x 3\npieces 1..8 x\nlet t = 1..8\nmove any direction:  x t -> t x\n"
                              "start 1 2 3 / 4 5 6 / 7 x 8\ngoal 1 2 3 / 4 5 6 / 7 8 x\n";
static const char walker[] = "0 0 0 0\n0 1 1 0\n0 0 0 0\n";

static void start_and_goal(fewest_puzzle *puzzle, unsigned n) {
    static const char *const starts[] = {"1 2 3 / 4 5 6 / x 7 8", "1 2 3 / 4 x 6 / 7 5 8"};
    static const char *const goals[] = {"1 2 3 / 4 5 6 / 7 8 x", "_ 2 3 / 4 5 6 / 7 8 _ and somewhere: x / 6", "nowhere: 1 2"};
    assert_true(fewest_set_start(puzzle, starts[n % 2], &error));
    assert_true(fewest_set_goal(puzzle, goals[n % 3], &error));
}

static void goals_with_a_model(fewest_puzzle *puzzle, unsigned n) {
    start_and_goal(puzzle, n);
    if (n % 10 == 0)
        fewest_answer_free(solve(puzzle, NULL));
}

static void what_is_refused(fewest_puzzle *puzzle, unsigned n) {
    (void)n;
    assert_false(fewest_set_goal(puzzle, "1 2 3 / 4 5 6 / 7 8 _ and somewhere: 9", &error));
    assert_false(fewest_set_start(puzzle, "1 2 3 / 4 5 6 / 7 7 9", &error));
}

static void texts_of_states(fewest_puzzle *puzzle, unsigned n) {
    size_t count;
    uint16_t *values = fewest_read_state(puzzle, "1 2 3 / 4 5 6 / x 7 8", &count, &error);
    assert_non_null(values);
    fewest_free(values);
    assert_null(fewest_read_state(puzzle, "1 2 3 / 4", &count, &error));
    char *state = fewest_random_state(puzzle, 5, n, &error);
    assert_non_null(state);
    fewest_free(state);
}

static void words(fewest_puzzle *puzzle, unsigned n) {
    static const char *const moves[] = {"right"};
    size_t step;
    (void)n;
    char *state = NULL;
    fewest_check(puzzle, moves, 1, &step, &state, &error);
    fewest_free(state);
}

static void explorations_and_tables(fewest_puzzle *puzzle, unsigned n) {
    fewest_options options = {.size = sizeof options};
    fewest_explore_options shallow = {.size = sizeof shallow};
    fewest_generate_options few = {.size = sizeof few};
    fewest_bound_check check;
    options.limits.depth = 2;
    shallow.limits.depth = 3;
    few.difficulty = FEWEST_EXACT_DEPTH;
    few.depth = 4;
    options.limits.states = 20;
    if (n % 8 == 0)
        fewest_exploration_free(fewest_explore(puzzle, &shallow, &error));
    fewest_graph_free(fewest_graph_around(puzzle, &options, &error));
    fewest_instances_free(fewest_generate(puzzle, &few, &error));
    assert_true(fewest_check_bound(puzzle, &options, &check, NULL, &error));
}

static void strings(fewest_puzzle *puzzle, unsigned n) {
    static const char *const starts[] = {"abcd", "abcdabcd", "a", "abcdabcdabcd"};
    assert_true(fewest_set_start(puzzle, starts[n % 4], &error));
    assert_true(fewest_set_goal(puzzle, n % 2 ? "xyz" : "xyzz", &error));
    assert_false(fewest_set_goal(puzzle, "xyzQRSabcdabcdabcdabcdabcdabcd", &error)); /* too long, with new characters */
    if (n % 20 == 0)
        fewest_answer_free(solve(puzzle, NULL));
}

static void cells_of_a_maze(fewest_puzzle *puzzle, unsigned n) {
    assert_true(fewest_set_start(puzzle, n % 2 ? "1,1" : "3,4", &error));
    assert_true(fewest_set_goal(puzzle, n % 2 ? "3,1" : "1,4", &error));
    assert_false(fewest_set_goal(puzzle, "9,9", &error));
}

static void solve_every_way(fewest_puzzle *puzzle, unsigned n) {
    static const fewest_algorithm all[] = {FEWEST_AUTO, FEWEST_BFS, FEWEST_BIDIRECTIONAL, FEWEST_ASTAR, FEWEST_IDASTAR};
    fewest_options options = {.size = sizeof options};
    options.algorithm = all[n % 5];
    options.all = n % 2;
    fewest_answer *answer = solve(puzzle, &options);
    assert_int_equal(fewest_answer_length(answer), 1);
    assert_non_null(fewest_answer_move(answer, 0, 0));
    fewest_answer_free(answer);
}

static void tabulated(fewest_puzzle *puzzle, unsigned n) {
    (void)n;
    assert_true(fewest_tabulate(puzzle, NULL, &error));
}

static void what_can_be_called_again_takes_no_more_memory(void **state) {
    (void)state;
    static const struct {
        const char *text;
        void (*call)(fewest_puzzle *puzzle, unsigned n);
        unsigned times;
    } cases[] = {{drawing, start_and_goal, 4000}, {drawing, goals_with_a_model, 1000}, {drawing, what_is_refused, 2000},
                 {drawing, texts_of_states, 1000}, {drawing, words, 1000},             {drawing, explorations_and_tables, 200},
                 {rewriting, strings, 2000},       {walker, cells_of_a_maze, 2000},    {drawing, solve_every_way, 200},
                 {swaps, tabulated, 500}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_puzzle *puzzle = parse(cases[i].text);
        size_t before = 0;
        for (unsigned n = 0; n < cases[i].times; n++) {
            cases[i].call(puzzle, n);
            size_t used = atomic_load(&puzzle->memory.used);
            if (n < 120) /* what is kept for later, at its largest */
                before = used > before ? used : before;
            else if (used > before)
                fail_msg("case %zu: %zu bytes after some calls, %zu after %u", i, before, used, n + 1);
        }
        fewest_puzzle_free(puzzle);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_can_be_called_again_takes_no_more_memory)};
    return cmocka_run_group_tests_name("repeated", tests, NULL, NULL);
}
