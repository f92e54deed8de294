/* User-defined spaces whose moves break the rules of <fewest/space.h> in a way that can be noticed: it is an error, never an answer,
 * and nothing is read or written where nothing is. */
#include "api.h"

#include <fewest/explore.h>
#include <fewest/space.h>

enum { END = 50, MOVES = 2 };
enum fault { NONE, FAR_SOURCE, TOO_MANY, HUGE_COUNT };

static size_t step(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    const enum fault fault = *(const enum fault *)context;
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        for (unsigned up = 0; up < MOVES; up++) {
            if (states[i] == (up ? END : 0))
                continue;
            next[made] = up ? states[i] + 1 : states[i] - 1;
            steps[made++] = (fewest_step){fault == FAR_SOURCE ? 1000000 : (uint32_t)i, up, 1};
        }
    return fault == TOO_MANY ? count * MOVES + 1 : fault == HUGE_COUNT ? SIZE_MAX : made;
}

static const uint64_t first = 0, last = END;

static fewest_puzzle *wrap(enum fault *fault, bool undirected) {
    const fewest_space space = {.words = 1, .max_moves = MOVES, .undirected = undirected, .expand = step, .starts = &first,
                                .start_count = 1, .goals = &last, .goal_count = 1, .context = fault};
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    assert_non_null(puzzle);
    return puzzle;
}

static void expect(const char *text) {
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, text));
    error = (fewest_error){0};
}

static void ask_everything(enum fault fault, bool undirected, const char *text) {
    static const fewest_algorithm algorithms[] = {FEWEST_AUTO, FEWEST_BFS, FEWEST_BIDIRECTIONAL, FEWEST_ASTAR};
    for (size_t a = 0; a < sizeof algorithms / sizeof *algorithms; a++) {
        if (algorithms[a] == FEWEST_BIDIRECTIONAL && !undirected)
            continue;
        fewest_puzzle *puzzle = wrap(&fault, undirected);
        fewest_options options = {.size = sizeof options, .algorithm = algorithms[a]};
        assert_null(fewest_solve(puzzle, &options, &error));
        expect(text);
        fewest_puzzle_free(puzzle);
    }
}

static void a_source_outside_of_the_batch_is_an_error(void **state) {
    (void)state;
    for (int undirected = 0; undirected < 2; undirected++)
        ask_everything(FAR_SOURCE, undirected, "`source` that is not below `count`");
}

static void more_steps_than_allowed_are_an_error(void **state) {
    (void)state;
    for (int undirected = 0; undirected < 2; undirected++)
        for (enum fault fault = TOO_MANY; fault <= HUGE_COUNT; fault++) {
            ask_everything(fault, undirected, "more steps than `max_moves`");
            fewest_puzzle *puzzle = wrap(&fault, undirected);
            assert_null(fewest_explore(puzzle, NULL, &error));
            expect("more steps than `max_moves`");
            fewest_puzzle_free(puzzle);
        }
}

static void without_a_fault_the_same_space_is_solved(void **state) {
    (void)state;
    enum fault fault = NONE;
    fewest_puzzle *puzzle = wrap(&fault, true);
    fewest_answer *answer = solve(puzzle, NULL);
    assert_int_equal(fewest_answer_length(answer), END);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_outside_of_the_batch_is_an_error),
        cmocka_unit_test(more_steps_than_allowed_are_an_error),
        cmocka_unit_test(without_a_fault_the_same_space_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
