/* Structs of options: a zeroed one is the defaults, an older one is read as far as it goes, a wrong one is an error. */
#include "api.h"

#include "api/options.h"

#include <fewest/explore.h>
#include <fewest/space.h>
#include <fewest/tables.h>
#include <math.h>
#include <stdlib.h>

static void expect_refused(bool made, const char *why) {
    if (made || error.status != FEWEST_INVALID || !strstr(error.message, why))
        fail_msg("%s: \"%s\", not \"%s\"", made ? "done" : "refused", error.message, why);
}

/* Two answers of which everything but the time is the same. */
static void expect_same(fewest_answer *one, fewest_answer *other) {
    assert_int_equal(fewest_answer_status(one), fewest_answer_status(other));
    assert_int_equal(fewest_answer_solutions(one), fewest_answer_solutions(other));
    assert_int_equal(fewest_answer_listed(one), fewest_answer_listed(other));
    assert_string_equal(fewest_answer_reason(one), fewest_answer_reason(other));
    assert_int_equal(fewest_answer_statistics(one)->expanded, fewest_answer_statistics(other)->expanded);
    for (size_t i = 0; i < fewest_answer_length(one); i++)
        assert_string_equal(fewest_answer_move(one, 0, i), fewest_answer_move(other, 0, i));
}

static void a_zeroed_struct_is_the_defaults(void **state) {
    (void)state;
    static const char *const texts[] = {eight, swaps, rewriting, jugs, roads, maze};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const fewest_options zeroed = {0}, sized = {.size = sizeof sized};
        const fewest_explore_options to_explore = {.limits.depth = 1};
        const fewest_options *const options[] = {&zeroed, &sized};
        for (int k = 0; k < 2; k++) { /* in handles of their own: a search may use what the one before it left */
            fewest_puzzle *first = parse(texts[i]), *second = parse(texts[i]);
            fewest_answer *one = solve(first, NULL), *other = solve(second, options[k]);
            expect_same(one, other);
            fewest_answer_free(one);
            fewest_answer_free(other);
            fewest_puzzle_free(first);
            fewest_puzzle_free(second);
        }
        fewest_puzzle *puzzle = parse(texts[i]);
        fewest_exploration *explored = fewest_explore(puzzle, &to_explore, &error);
        assert_non_null(explored);
        assert_int_equal(fewest_exploration_layers(explored), 2);
        fewest_exploration_free(explored);
        fewest_puzzle_free(puzzle);
    }
    /* The defaults that are no zeroes. */
    fewest_puzzle *puzzle = parse(eight);
    const fewest_explore_options all = {0};
    const fewest_generate_options any = {0};
    fewest_exploration *explored = fewest_explore(puzzle, &all, &error);
    assert_int_equal(fewest_exploration_status(explored), FEWEST_SOLVED);
    assert_int_equal(fewest_exploration_hardest(explored), 1);
    fewest_instances *made = fewest_generate(puzzle, &any, &error), *same = fewest_generate(puzzle, NULL, &error);
    assert_int_equal(fewest_instances_count(made), 1);
    assert_string_equal(fewest_instances_state(made, 0), fewest_instances_state(same, 0));
    fewest_instances_free(made);
    fewest_instances_free(same);
    fewest_exploration_free(explored);
    fewest_puzzle_free(puzzle);
}

/* A program that was compiled when the struct was shorter: behind its end there is no memory to read. */
static void members_behind_the_size_are_the_defaults(void **state) {
    (void)state;
    static const size_t ends[] = {offsetof(fewest_options, algorithm), offsetof(fewest_options, list),
                                  offsetof(fewest_options, trace)};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        fewest_options *older = malloc(ends[i]);
        fewest_puzzle *first = parse(eight), *second = parse(eight);
        memset(older, 0, ends[i]);
        older->size = ends[i];
        fewest_answer *one = solve(first, NULL), *other = solve(second, older);
        expect_same(one, other);
        fewest_answer_free(one);
        older->limits.depth = 3; /* what is before the end counts */
        other = (fewest_answer_free(other), solve(second, older));
        assert_int_equal(fewest_answer_limit(other), FEWEST_DEPTH_LIMIT);
        fewest_answer_free(other);
        fewest_puzzle_free(first);
        fewest_puzzle_free(second);
        free(older);
    }
}

static void what_a_later_version_added_must_be_zero(void **state) {
    (void)state;
    struct {
        fewest_options options;
        uint64_t added;
    } later = {.options.size = sizeof later};
    fewest_puzzle *puzzle = parse(swaps);
    fewest_answer *answer = solve(puzzle, &later.options);
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    fewest_answer_free(answer);
    later.added = 1;
    expect_refused(fewest_solve(puzzle, &later.options, &error), "fewest_options sets a member that this version");
    fewest_puzzle_free(puzzle);
}

static void sizes_that_no_version_has_are_errors(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 3, sizeof(fewest_options) + 1, 1 << 20, SIZE_MAX};
    fewest_puzzle *puzzle = parse(swaps);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const fewest_options options = {.size = sizes[i]};
        const fewest_explore_options to_explore = {.size = sizes[i]};
        const fewest_generate_options generate = {.size = sizes[i]};
        fewest_bound_check check;
        expect_refused(fewest_solve(puzzle, &options, &error), "fewest_options.size is");
        expect_refused(fewest_tabulate(puzzle, &options, &error), "fewest_options.size is");
        expect_refused(fewest_graph_around(puzzle, &options, &error), "fewest_options.size is");
        expect_refused(fewest_check_bound(puzzle, &options, &check, NULL, &error), "fewest_options.size is");
        expect_refused(fewest_table_build(puzzle, FEWEST_TABLE_PATTERNS, &options, "/nowhere", &error), "fewest_options.size is");
        expect_refused(fewest_table_verify("/nowhere", puzzle, &options, &error), "fewest_options.size is");
        expect_refused(fewest_explore(puzzle, &to_explore, &error), "fewest_explore_options.size is");
        expect_refused(fewest_generate(puzzle, &generate, &error), "fewest_generate_options.size is");
    }
    fewest_puzzle_free(puzzle);
}

/* Every number of every struct: FEWEST_ZERO is read as 0, or refused by the name of the member. */
static void fewest_zero_is_zero_in_every_member(void **state) {
    (void)state;
    size_t refused = 0, read = 0;
#define TRY(type, of, name, reader, from)                                                                 \
    if (_Generic((type){0}, uint64_t : true, default : false)) {                                          \
        from given = {.size = sizeof given}, got;                                                         \
        uint64_t zero = FEWEST_ZERO;                                                                      \
        struct few_error why = {0};                                                                       \
        memcpy(&given.of name, &zero, _Generic((type){0}, uint64_t : sizeof zero, default : 0));          \
        const bool good = reader(&given, NULL, &got, &why);                                               \
        if (!good)                                                                                        \
            assert_non_null(strstr(why.message, "." #name " must be at least 1"));                        \
        else                                                                                              \
            assert_memory_equal(&got.of name, &(uint64_t){0}, _Generic((type){0}, uint64_t : sizeof zero, default : 0)); \
        refused += !good;                                                                                 \
        read += good;                                                                                     \
    }
#define LIMIT(name, word, type, member, form, option, standard, meaning) \
    TRY(type, limits., member, few_options_read, fewest_options)         \
    TRY(type, limits., member, few_explore_options_read, fewest_explore_options) \
    TRY(type, limits., member, few_generate_options_read, fewest_generate_options)
#define OPTION(type, name, form, option, standard, meaning) TRY(type, , name, few_options_read, fewest_options)
#define EXPLORE_OPTION(type, name, form, option, standard, meaning) TRY(type, , name, few_explore_options_read, fewest_explore_options)
#define GENERATE_OPTION(type, name, form, option, standard, meaning) \
    TRY(type, , name, few_generate_options_read, fewest_generate_options)
    FEWEST_LIMITS(LIMIT)
    FEWEST_OPTIONS(OPTION)
    FEWEST_EXPLORE_OPTIONS(EXPLORE_OPTION)
    FEWEST_GENERATE_OPTIONS(GENERATE_OPTION)
    assert_true(refused >= 7 && read >= 9);
    const fewest_options none = {.size = sizeof none, .limits.states = FEWEST_ZERO};
    fewest_puzzle *puzzle = parse(eight);
    expect_refused(fewest_solve(puzzle, &none, &error), "limits.states must be at least 1");
    const fewest_limits no_threads = {.threads = FEWEST_ZERO};
    expect_refused(fewest_set_limits(puzzle, &no_threads, &error), "limits.threads must be at least 1");
    /* The goal is a start of depth 0, and the only one. */
    const fewest_generate_options solved = {.size = sizeof solved, .difficulty = FEWEST_EXACT_DEPTH, .depth = FEWEST_EXACTLY(0), .count = 5};
    fewest_instances *made = fewest_generate(puzzle, &solved, &error);
    assert_non_null(made);
    assert_int_equal(fewest_instances_count(made), 1);
    assert_int_equal(fewest_instances_depth(made, 0), 0);
    fewest_instances_free(made);
    fewest_puzzle_free(puzzle);
}

static void limits_that_are_none_are_errors(void **state) {
    (void)state;
    const fewest_limits wrong[] = {{.seconds = -1}, {.seconds = NAN}, {.reserved = {0, 0, 0, 1}}};
    fewest_puzzle *puzzle = parse(swaps);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *why = i < 2 ? "limits.seconds is" : "limits.reserved is not zero";
        const fewest_options options = {.size = sizeof options, .limits = wrong[i]};
        const fewest_explore_options to_explore = {.size = sizeof to_explore, .limits = wrong[i]};
        const fewest_generate_options generate = {.size = sizeof generate, .limits = wrong[i]};
        expect_refused(fewest_load_within("eight", &wrong[i], &error), why);
        expect_refused(fewest_parse_within(swaps, strlen(swaps), NULL, &wrong[i], &error), why);
        expect_refused(fewest_set_limits(puzzle, &wrong[i], &error), why);
        expect_refused(fewest_solve(puzzle, &options, &error), why);
        expect_refused(fewest_explore(puzzle, &to_explore, &error), why);
        expect_refused(fewest_generate(puzzle, &generate, &error), why);
    }
    fewest_answer *answer = solve(puzzle, NULL); /* it has kept none of them */
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

/* 0 is the default, so that the number 0 has a name. */
static void zero_can_be_asked_for(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    fewest_options options = {.size = sizeof options, .limits.depth = FEWEST_ZERO};
    fewest_graph *graph = fewest_graph_around(puzzle, &options, &error);
    assert_int_equal(fewest_graph_nodes(graph), 1);
    fewest_graph_free(graph);
    expect_end(puzzle, &options, FEWEST_LIMIT, FEWEST_DEPTH_LIMIT);
    fewest_explore_options to_explore = {.size = sizeof to_explore, .hardest = FEWEST_ZERO};
    fewest_exploration *explored = fewest_explore(puzzle, &to_explore, &error);
    assert_int_equal(fewest_exploration_status(explored), FEWEST_SOLVED);
    assert_int_equal(fewest_exploration_hardest(explored), 0);
    fewest_exploration_free(explored);
    options = (fewest_options){.size = sizeof options, .algorithm = FEWEST_ASTAR};
    for (int tables = 0; tables < 2; tables++) {
        fewest_puzzle *fresh = parse(eight);
        options.bound_memory = tables ? 0 : FEWEST_ZERO;
        fewest_answer *answer = solve(fresh, &options);
        assert_int_equal(strstr(fewest_answer_reason(answer), "database") != NULL, tables);
        fewest_answer_free(answer);
        fewest_puzzle_free(fresh);
    }
    assert_true(FEWEST_EXACTLY(0) == FEWEST_ZERO && FEWEST_EXACTLY(7) == 7);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zeroed_struct_is_the_defaults),
        cmocka_unit_test(members_behind_the_size_are_the_defaults),
        cmocka_unit_test(what_a_later_version_added_must_be_zero),
        cmocka_unit_test(sizes_that_no_version_has_are_errors),
        cmocka_unit_test(limits_that_are_none_are_errors),
        cmocka_unit_test(fewest_zero_is_zero_in_every_member),
        cmocka_unit_test(zero_can_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
