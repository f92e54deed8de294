/* fewest_explain through the public API: spaces of the user's own, limits, refused memory, and what outlives the puzzle. What it
 * says of puzzles is compared from outside, in tests/explain. */
#include "api.h"

#include <fewest/explain.h>
#include <fewest/explore.h>
#include <fewest/space.h>

static fewest_explanation *explain(fewest_puzzle *puzzle) {
    fewest_explanation *explanation = fewest_explain(puzzle, NULL, &error);
    if (!explanation)
        fail_msg("%s", error.text);
    return explanation;
}

/* ---- A space of the user's own: a ring of numbers, on which one may also jump */

enum { RING = 100 };

static size_t step_on(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    const uint64_t jump = *(uint64_t *)context;
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t to[] = {(states[i] + 1) % RING, (states[i] + RING - 1) % RING, (states[i] + jump) % RING};
        for (uint32_t m = 0; m < (jump ? 3 : 2); m++, made++) {
            next[made] = to[m];
            if (steps)
                steps[made] = (fewest_step){(uint32_t)i, m, 1};
        }
    }
    return made;
}

static void of_a_space_of_ones_own(void **state) {
    (void)state;
    for (uint64_t jump = 0; jump <= 1; jump++) { /* a jump of 1 is a second move to the same state */
        uint64_t start = 3, goal = 50, length = jump;
        fewest_space space = {.words = 1, .max_moves = 3, .expand = step_on, .starts = &start, .start_count = 1,
                              .goals = &goal, .goal_count = 1, .undirected = true, .context = &length};
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        assert_non_null(puzzle);
        fewest_explanation *explanation = explain(puzzle);
        const fewest_facts *facts = fewest_explanation_facts(explanation);
        assert_int_equal(facts->reached, RING);
        assert_true(facts->whole && facts->measured_all && facts->undone);
        assert_int_equal(facts->moves_least, 2);
        assert_int_equal(facts->moves_most, 2);
        assert_int_equal(facts->goals_met, 1);
        assert_int_equal(facts->depth, RING / 2);
        assert_string_equal(facts->hash, "none");
        assert_true(facts->cells == FEWEST_UNKNOWN && facts->possible == FEWEST_UNKNOWN);
        assert_non_null(facts->search);
        fewest_explanation_free(explanation);
        fewest_puzzle_free(puzzle);
    }
}

/* ---- The handle */

static void outlives_its_puzzle(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(jugs);
    fewest_explanation *explanation = explain(puzzle);
    assert_true(fewest_set_goal(puzzle, "A is 0", &error));
    fewest_answer_free(solve(puzzle, NULL));
    fewest_puzzle_free(puzzle);
    const fewest_facts *facts = fewest_explanation_facts(explanation);
    assert_non_null(facts->one_way_state);
    assert_non_null(facts->one_way_move);
    assert_true(fewest_explanation_choices(explanation) > 0);
    assert_string_equal(fewest_explanation_choice(explanation, 0).search, facts->search);
    assert_null(fewest_explanation_choice(explanation, 99).search);
    fewest_explanation_free(explanation);
    fewest_explanation_free(NULL);
}

/* Explaining leaves the puzzle as it was, for strings too, of which a search keeps fewer. */
static void changes_nothing(void **state) {
    (void)state;
    static const char *const texts[] = {eight, swaps, rewriting, jugs, roads, maze};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fewest_puzzle *fresh = parse(texts[i]), *used = parse(texts[i]);
        fewest_explanation_free(explain(used));
        fewest_answer *one = solve(fresh, NULL), *other = solve(used, NULL);
        assert_int_equal(fewest_answer_length(one), fewest_answer_length(other));
        for (size_t m = 0; m < fewest_answer_length(one); m++)
            assert_string_equal(fewest_answer_move(one, 0, m), fewest_answer_move(other, 0, m));
        fewest_answer_free(one);
        fewest_answer_free(other);
        fewest_exploration *walk = fewest_explore(used, NULL, &error);
        fewest_explanation *again = explain(used);
        assert_int_equal(fewest_explanation_facts(again)->reached, fewest_exploration_states(walk));
        fewest_explanation_free(again);
        fewest_exploration_free(walk);
        fewest_puzzle_free(fresh);
        fewest_puzzle_free(used);
    }
}

/* ---- Limits */

static bool says_no(void *context, const fewest_statistics *so_far) {
    (void)context, (void)so_far;
    return false;
}

static void stops_when_it_is_told_to(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(fifteen);
    fewest_options options = {.size = sizeof options};
    options.limits.progress = says_no;
    assert_null(fewest_explain(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_INTERRUPTED);
    options = (fewest_options){.size = sizeof options};
    options.limits.seconds = 1e-6;
    fewest_explanation *explanation = fewest_explain(puzzle, &options, &error);
    assert_int_equal(explanation ? fewest_explanation_status(explanation) : error.status, FEWEST_LIMIT);
    assert_int_equal(explanation ? fewest_explanation_limit(explanation) : error.limit, FEWEST_TIME_LIMIT);
    fewest_explanation_free(explanation);
    fewest_puzzle_free(puzzle);
}

/* When the time is over, what is proved is known all the same, and what was not counted is unknown, not 0. */
static void says_what_it_knows_when_the_time_is_over(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(fifteen);
    fewest_explanation *explanation = explain(puzzle); /* so that the puzzle is ready, and the time is for counting alone */
    assert_int_equal(fewest_explanation_status(explanation), FEWEST_SOLVED);
    assert_int_equal(fewest_explanation_basis(explanation, "reached"), FEWEST_COUNTED);
    assert_int_equal(fewest_explanation_basis(explanation, "no such fact"), FEWEST_NO_BASIS);
    fewest_explanation_free(explanation);
    const fewest_options options = {.size = sizeof options, .limits.seconds = 1e-9};
    explanation = fewest_explain(puzzle, &options, &error);
    if (!explanation)
        fail_msg("%s", error.text);
    const fewest_facts *facts = fewest_explanation_facts(explanation);
    assert_int_equal(fewest_explanation_status(explanation), FEWEST_LIMIT);
    assert_int_equal(fewest_explanation_limit(explanation), FEWEST_TIME_LIMIT);
    assert_int_equal(facts->possible, UINT64_C(20922789888000));
    assert_true(facts->parity && facts->undone && !facts->whole && !facts->measured_all);
    assert_int_equal(facts->reached, FEWEST_UNKNOWN);
    assert_int_equal(facts->goals_met, FEWEST_UNKNOWN);
    assert_int_equal(fewest_explanation_basis(explanation, "possible"), FEWEST_PROVED);
    assert_int_equal(fewest_explanation_basis(explanation, "reached"), FEWEST_NO_BASIS);
    assert_int_equal(fewest_explanation_basis(explanation, "goals_met"), FEWEST_NO_BASIS);
    fewest_explanation_free(explanation);
    fewest_puzzle_free(puzzle);
}

/* Too little memory for all states makes them fewer. */
static void makes_do_with_little_memory(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(fifteen);
    fewest_options options = {.size = sizeof options};
    options.limits.memory = 4 << 20;
    fewest_explanation *explanation = fewest_explain(puzzle, &options, &error);
    if (!explanation)
        fail_msg("%s", error.text);
    const fewest_facts *facts = fewest_explanation_facts(explanation);
    assert_true(facts->measured > 0 && facts->measured < 250000 && !facts->measured_all);
    assert_true(facts->reached > 0 && !facts->whole);
    fewest_explanation_free(explanation);
    fewest_puzzle_free(puzzle);
}

/* Memory that the system refuses, at each place in turn: an error, never a wrong fact. */
static void refused_memory_is_an_error(void **state) {
    (void)state;
    static const char *const texts[] = {swaps, rewriting, jugs, roads, maze};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fewest_puzzle *puzzle = parse(texts[i]);
        bool done = false;
        uint64_t reached = 0;
        for (uint64_t at = 1; !done && at < 500; at++) {
            puzzle->fail_at = at;
            fewest_explanation *explanation = fewest_explain(puzzle, NULL, &error);
            if (!explanation) {
                assert_int_equal(error.status, FEWEST_SYSTEM);
                continue;
            }
            const fewest_facts *facts = fewest_explanation_facts(explanation);
            done = facts->whole && facts->measured_all;
            reached = facts->reached;
            assert_true(facts->undone || (facts->one_way_state && facts->one_way_move));
            fewest_explanation_free(explanation);
        }
        assert_true(done);
        puzzle->fail_at = 0;
        fewest_exploration *walk = fewest_explore(puzzle, NULL, &error);
        assert_int_equal(reached, fewest_exploration_states(walk));
        fewest_exploration_free(walk);
        fewest_puzzle_free(puzzle);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_space_of_ones_own),    cmocka_unit_test(outlives_its_puzzle),
        cmocka_unit_test(changes_nothing),           cmocka_unit_test(stops_when_it_is_told_to),
        cmocka_unit_test(says_what_it_knows_when_the_time_is_over),
        cmocka_unit_test(makes_do_with_little_memory), cmocka_unit_test(refused_memory_is_an_error),
    };
    return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
