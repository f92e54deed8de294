/* Ranks of spaces that the user defines: numbers from `ranks` on have no place in a table, which is told and not believed. */
#include "api.h"

#include <fewest/explore.h>
#include <fewest/space.h>
#include <fewest/tables.h>

enum { END = 1000 };

struct line {
    uint64_t shift; /* the rank of a place is the place and this */
};

static size_t step_aside(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    (void)context;
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        for (unsigned up = 0; up < 2; up++) {
            if (states[i] == (up ? END : 0))
                continue;
            next[made] = up ? states[i] + 1 : states[i] - 1;
            steps[made++] = (fewest_step){(uint32_t)i, up, 1};
        }
    return made;
}

static void rank(void *context, const uint64_t *states, size_t count, uint64_t *ranks) {
    const struct line *line = context;
    for (size_t i = 0; i < count; i++)
        ranks[i] = states[i] + line->shift;
}

static const uint64_t first = 0, last = END;

static fewest_puzzle *wrap(struct line *line, uint64_t ranks) {
    const fewest_space space = {.words = 1, .max_moves = 2, .undirected = true, .expand = step_aside, .rank = rank,
                                .ranks = ranks, .starts = &first, .start_count = 1, .goals = &last, .goal_count = 1,
                                .context = line};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    return puzzle;
}

static void expect_contradiction(void) {
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, "`rank` gave a number that is not below `ranks`"));
    error = (fewest_error){0};
}

static void ask_everything(uint64_t shift, uint64_t ranks) {
    static const fewest_algorithm algorithms[] = {FEWEST_AUTO, FEWEST_BFS, FEWEST_BIDIRECTIONAL};
    struct line line = {shift};
    fewest_puzzle *puzzle;
    for (unsigned a = 0; a < sizeof algorithms / sizeof *algorithms; a++)
        for (int all = 0; all < 2; all++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = algorithms[a];
            options.remember = FEWEST_REMEMBER_RANK;
            options.all = all;
            puzzle = wrap(&line, ranks);
            assert_null(fewest_solve(puzzle, &options, &error));
            expect_contradiction();
            assert_null(fewest_solve(puzzle, &options, &error)); /* nor the second time */
            expect_contradiction();
            fewest_puzzle_free(puzzle);
        }
    for (int from_goal = 0; from_goal < 2; from_goal++) {
        fewest_explore_options options = {.size = sizeof options};
        options.from_goal = from_goal;
        options.method = FEWEST_METHOD_RANK;
        puzzle = wrap(&line, ranks);
        assert_null(fewest_explore(puzzle, &options, &error));
        expect_contradiction();
        fewest_puzzle_free(puzzle);
    }
    puzzle = wrap(&line, ranks);
    assert_false(fewest_tabulate(puzzle, NULL, &error));
    expect_contradiction();
    fewest_puzzle_free(puzzle);
}

static void a_rank_beyond_ranks_is_a_contradiction(void **state) {
    (void)state;
    ask_everything(0, 10);
    ask_everything(5, END + 1);
    ask_everything(0, END);
    ask_everything(UINT64_MAX - 3, END + 1);
}

static void ranks_up_to_the_last_are_fine(void **state) {
    (void)state;
    struct line line = {0};
    fewest_puzzle *puzzle = wrap(&line, END + 1);
    fewest_answer *answer = solve(puzzle, NULL);
    assert_int_equal(fewest_answer_length(answer), END);
    fewest_answer_free(answer);
    assert_true(fewest_tabulate(puzzle, NULL, &error));
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rank_beyond_ranks_is_a_contradiction),
        cmocka_unit_test(ranks_up_to_the_last_are_fine),
    };
    return cmocka_run_group_tests_name("own_ranks", tests, NULL, NULL);
}
