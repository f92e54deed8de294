/* Searching both ways within a limit that rises must find ways as short as searching without, and end for the same
 * reasons. */
#include "api.h"

#include "space/aim.h"

#include <fewest/explore.h>

enum { SEARCHES = 40 };

/* Equal pieces that step and jump; two kinds that move differently; a fixed wall; steps and long leaps; pieces with few
 * ways past each other, where the bound says little. All too large to be written out. */
static const char *const texts[] = {
    "board 8 x 8\npieces . o\nmove any direction: o . -> . o\nmove any direction: o o . -> . o o\n"
    "start ........ / ........ / ..oo.... / ..oo.... / ........ / ........ / ........ / ........\n"
    "goal  ........ / ........ / ..o.o... / ..oo.... / ........ / ........ / ........ / ........\n",
    "board 5 x 6\npieces . a b\nmove any direction: a . -> . a\nmove any direction: b _ . -> . _ b\n"
    "start aa.... / ...... / ...... / ...... / ..bbb.\ngoal  ....b. / ...... / ..b... / ...... / ...baa\n",
    "board 6 x 9\npieces . o #\nmove any direction: o . -> . o\n"
    "start o...#..o. / .##.#..o. / .#...###. / .#.#..... / ...#.#### / oo.......\n"
    "goal  ....#.... / .##.#.... / .#...###. / .#.#..... / ...#.#### / ....ooooo\n",
    "board 5 x 6\npieces . o\nmove any direction: o . -> . o\nmove any direction: o _ _ . -> . _ _ o\n"
    "start oo.... / o..o.. / ...... / .o...o / ......\ngoal  ...... / ...... / oooooo / ...... / ......\n",
    "board 3 x 13\npieces . a b #\nmove any direction: a . -> . a\nmove any direction: b _ . -> . _ b\n"
    "start ##.###.###### / aaaabb....... / .##########..\ngoal  ##.###.###### / .......bbaaaa / .##########..\n",
};
enum { TEXT_COUNT = sizeof texts / sizeof *texts };

static fewest_options any_solution(void) {
    fewest_options options = {.size = sizeof options};
    options.any = true;
    return options;
}

/* Gives both puzzles the same start and goal, so many random moves away from each other. */
static void change(fewest_puzzle *narrow, fewest_puzzle *plain, uint64_t moves, uint64_t seed) {
    char *start = fewest_random_state(narrow, 30, seed, &error);
    assert_true(start && fewest_set_start(narrow, start, &error) && fewest_set_start(plain, start, &error));
    char *goal = fewest_random_state(narrow, moves, seed + 1000, &error);
    assert_true(goal && fewest_set_goal(narrow, goal, &error) && fewest_set_goal(plain, goal, &error));
    fewest_free(start);
    fewest_free(goal);
}

static void solutions_are_as_short_as_those_of_other_searches(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        fewest_puzzle *narrow = parse(texts[i]), *plain = parse(texts[i]);
        fewest_options options = any_solution();
        for (uint64_t n = 0; n < SEARCHES; n++) {
            change(narrow, plain, n % 14, n);
            fewest_answer *found = solve(narrow, &options), *sound = solve(plain, NULL);
            assert_int_equal(fewest_answer_status(found), FEWEST_SOLVED);
            assert_int_equal(fewest_answer_length(found), fewest_answer_length(sound));
            const fewest_statistics *seen = fewest_answer_statistics(found);
            uint64_t sum = 0;
            for (size_t k = 0; k < seen->layer_count; k++) {
                sum += seen->layers[k].states;
                if (seen->layers[k].depth == 0) /* the start, or the goal */
                    assert_int_equal(seen->layers[k].states, 1);
            }
            assert_true(sum <= seen->remembered && seen->expanded <= seen->remembered);
            fewest_answer_free(found);
            fewest_answer_free(sound);
        }
        assert_non_null(narrow->model->kept.aims);
        assert_null(plain->model->kept.aims);
        fewest_puzzle_free(narrow);
        fewest_puzzle_free(plain);
    }
}

static void a_limit_on_the_depth_is_met_exactly(void **state) {
    (void)state;
    fewest_puzzle *narrow = parse(texts[0]), *plain = parse(texts[0]);
    fewest_options options = any_solution();
    for (uint64_t n = 0; n < SEARCHES; n++) {
        change(narrow, plain, 1 + n % 10, n);
        fewest_answer *sound = solve(plain, NULL);
        size_t length = fewest_answer_length(sound);
        for (size_t depth = 0; depth <= length; depth++) {
            options.limits.depth = FEWEST_EXACTLY(depth);
            expect_end(narrow, &options, depth < length ? FEWEST_LIMIT : FEWEST_SOLVED,
                       depth < length ? FEWEST_DEPTH_LIMIT : FEWEST_NO_LIMIT);
        }
        fewest_answer_free(sound);
    }
    fewest_puzzle_free(narrow);
    fewest_puzzle_free(plain);
}

static void a_puzzle_with_its_own_bound_is_unsolvable_beyond(void **state) {
    (void)state;
    char text[1024];
    fewest_options options = any_solution();
    for (int within = 7; within <= 10; within++) {
        snprintf(text, sizeof text, "%swithin %d\n", texts[2], 28 + within);
        fewest_puzzle *narrow = parse(text), *plain = parse(text);
        fewest_answer *found = solve(narrow, &options), *sound = solve(plain, NULL);
        assert_int_equal(fewest_answer_status(found), fewest_answer_status(sound));
        fewest_answer_free(found);
        fewest_answer_free(sound);
        fewest_puzzle_free(narrow);
        fewest_puzzle_free(plain);
    }
}

/* Jumps alone: a piece stays on cells of one colour of four. The second is cut off by a piece in the way only. */
static void what_cannot_be_reached_is_unsolvable(void **state) {
    (void)state;
    static const char *const hopeless[] = {
        "board 6 x 6\npieces . o\nmove any direction: o o . -> . o o\n"
        "start oo.... / oo.... / oo.... / ...... / ...... / ......\n"
        "goal  oo.... / oo.... / o.o... / ...... / ...... / ......\n",
        "board 2 x 14\npieces . a b #\nlet p = a b\nmove any direction: p . -> . p\n"
        "start aaabbb........ / ##############\ngoal  ........bbbaaa / ##############\n",
    };
    fewest_options options = any_solution();
    for (size_t i = 0; i < 2; i++) {
        fewest_puzzle *puzzle = parse(hopeless[i]);
        expect_end(puzzle, &options, FEWEST_UNSOLVABLE, FEWEST_NO_LIMIT);
        fewest_puzzle_free(puzzle);
    }
}

/* Every successor whose bound is in the window, and no other; no move changes the bound by more than one. */
static void expect_aimed(const struct few_space *space, struct few_aims *aims, const uint64_t *at) {
    uint64_t *all = malloc(space->max_successors * sizeof *all), *some = malloc(space->max_successors * sizeof *some);
    size_t count = space->run->successors(space, at, 1, all, NULL);
    for (unsigned side = 0; side < 2; side++) {
        const uint32_t here = aims->run->bound(aims, side, at);
        for (uint32_t low = 0; low <= here + 2; low++)
            for (uint32_t high = low; high <= here + 2; high++) {
                size_t made = aims->run->successors(aims, side, at, 1, low, high, some), next = 0;
                for (size_t i = 0; i < count; i++) {
                    const uint32_t bound = aims->run->bound(aims, side, &all[i]);
                    assert_in_range(bound + 1, here, here + 2);
                    if (bound >= low && bound <= high)
                        assert_true(next < made && some[next++] == all[i]);
                }
                assert_int_equal(next, made);
            }
    }
    free(all);
    free(some);
}

static void successors_on_the_way_to_an_aim(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        fewest_puzzle *narrow = parse(texts[i]), *plain = parse(texts[i]);
        fewest_options options = any_solution();
        for (uint64_t n = 0; n < SEARCHES; n++) {
            change(narrow, plain, 1 + n % 6, n);
            fewest_answer *found = solve(narrow, &options);
            struct few_aims *aims = narrow->model->kept.aims;
            const struct few_space *space = narrow->model->space;
            const size_t length = fewest_answer_length(found);
            for (size_t k = 0; k <= length; k++) {
                const uint64_t *at = few_list_at(&found->solutions.states, k);
                assert_in_range(aims->run->bound(aims, 0, at), 0, length - k);
                assert_in_range(aims->run->bound(aims, 1, at), 0, k);
                expect_aimed(space, aims, at);
            }
            fewest_answer_free(found);
        }
        fewest_puzzle_free(narrow);
        fewest_puzzle_free(plain);
    }
}

static void allocations_may_be_refused(void **state) {
    (void)state;
    fewest_options options = any_solution();
    for (uint64_t fail_at = 1, refused = 1; refused; fail_at++) {
        fewest_puzzle *puzzle = parse(texts[0]);
        puzzle->fail_at = fail_at;
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        refused = !answer || fewest_answer_status(answer) != FEWEST_SOLVED;
        assert_true(!answer || !refused || fewest_answer_status(answer) == FEWEST_SYSTEM);
        fewest_answer_free(answer);
        puzzle->fail_at = 0;
        answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_length(answer), 1);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
        assert_true(fail_at < 200);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_are_as_short_as_those_of_other_searches),
        cmocka_unit_test(a_limit_on_the_depth_is_met_exactly),
        cmocka_unit_test(a_puzzle_with_its_own_bound_is_unsolvable_beyond),
        cmocka_unit_test(what_cannot_be_reached_is_unsolvable),
        cmocka_unit_test(successors_on_the_way_to_an_aim),
        cmocka_unit_test(allocations_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
