/* Results are handles of their own: they are read after their puzzle was freed, by four threads at once, and while the
 * puzzle goes on. Built with -Db_sanitize=address and =thread, this is where what they share would be seen. */
#include "api.h"

#include "api/exploration.h"

#include <fewest/explore.h>
#include <fewest/space.h>
#include <pthread.h>

enum { READERS = 4, ROUNDS = 40 };

/* A string whose search leaves states out: the words of its moves need all of them. */
static const char open_string[] = "string\nwithin 6\nmove a -> ab\nmove b -> c\nmove ab -> ba\nstart aa\ngoal acca\n";
static const char *const texts[] = {eight, swaps, rewriting, jugs, roads, maze, open_string};
enum { TEXTS = sizeof texts / sizeof *texts };

struct results {
    fewest_answer *answer;
    fewest_exploration *exploration;
    fewest_graph *graph;
    fewest_instances *instances; /* NULL: the puzzle has none */
};

static struct results results_of(fewest_puzzle *puzzle) {
    const fewest_options all = {.size = sizeof all, .all = true, .list = 5};
    const fewest_options near = {.size = sizeof near, .limits = {.depth = 3, .states = 50}};
    const fewest_explore_options to_explore = {.size = sizeof to_explore, .hardest = 3, .limits = {.depth = 4}};
    struct results results = {.answer = solve(puzzle, &all),
                              .exploration = fewest_explore(puzzle, &to_explore, &error),
                              .graph = fewest_graph_around(puzzle, &near, &error),
                              .instances = fewest_generate(puzzle, NULL, &error)};
    assert_true(results.answer && results.exploration && results.graph);
    assert_int_equal(fewest_answer_status(results.answer), FEWEST_SOLVED);
    return results;
}

static void results_free(struct results *results) {
    fewest_answer_free(results->answer);
    fewest_exploration_free(results->exploration);
    fewest_graph_free(results->graph);
    fewest_instances_free(results->instances);
}

/* Everything that can be read, in one text. */
static void write_results(FILE *file, const struct results *results) {
    const fewest_answer *answer = results->answer;
    const fewest_exploration *exploration = results->exploration;
    const fewest_graph *graph = results->graph;
    fprintf(file, "%s %llu %s %s %s\n", fewest_status_word(fewest_answer_status(answer)),
            (unsigned long long)fewest_answer_solutions(answer), fewest_answer_reason(answer),
            fewest_answer_statistics(answer)->algorithm, fewest_answer_statistics(answer)->store);
    for (size_t i = 0; i < fewest_answer_listed(answer); i++) {
        for (size_t step = 0; step < fewest_answer_solution_length(answer, i); step++)
            fprintf(file, "%s: %s %u\n%s\n", fewest_answer_state(answer, i, step), fewest_answer_move(answer, i, step),
                    fewest_answer_move_number(answer, i, step), fewest_answer_drawing(answer, i, step));
    }
    for (size_t i = 0; i < fewest_answer_statistics(answer)->layer_count; i++)
        fprintf(file, "%llu ", (unsigned long long)fewest_answer_statistics(answer)->layers[i].states);
    for (size_t d = 0; d < fewest_exploration_layers(exploration); d++)
        fprintf(file, "%llu ", (unsigned long long)fewest_exploration_layer(exploration, d));
    fprintf(file, "of %llu\n", (unsigned long long)fewest_exploration_space(exploration));
    for (size_t i = 0; i < fewest_exploration_hardest(exploration); i++)
        fprintf(file, "%s\n", fewest_exploration_state(exploration, i));
    for (size_t i = 0; i < fewest_graph_nodes(graph); i++) {
        const fewest_node node = fewest_graph_node(graph, i);
        fprintf(file, "%s %llu %d\n", node.state, (unsigned long long)node.depth, node.is_goal);
    }
    for (size_t i = 0; i < fewest_graph_edges(graph); i++) {
        const fewest_edge edge = fewest_graph_edge(graph, i);
        fprintf(file, "%zu %s %zu\n", edge.from, edge.word, edge.to);
    }
    for (size_t i = 0; results->instances && i < fewest_instances_count(results->instances); i++)
        fprintf(file, "%s\n", fewest_instances_state(results->instances, i));
}

static char *read_results(const struct results *results) {
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    write_results(file, results);
    fclose(file);
    return text;
}

static void *read_in_thread(void *results) {
    return read_results(results);
}

/* The same in all threads, each the first to ask for some of the texts. */
static void expect_readable(struct results *results, const char *wanted) {
    pthread_t readers[READERS];
    for (int i = 0; i < READERS; i++)
        assert_int_equal(pthread_create(&readers[i], NULL, read_in_thread, results), 0);
    for (int i = 0; i < READERS; i++) {
        void *text;
        pthread_join(readers[i], &text);
        assert_string_equal(text, wanted);
        free(text);
    }
}

/* Two of the same puzzle, both freed: the results of one are read after it, and are those of the other. */
static void expect_outlived(fewest_puzzle *kept, fewest_puzzle *freed) {
    struct results sound = results_of(kept), results = results_of(freed);
    char *wanted = read_results(&sound);
    fewest_puzzle_free(freed);
    expect_readable(&results, wanted);
    results_free(&results);
    results_free(&sound);
    fewest_puzzle_free(kept);
    free(wanted);
}

static void results_are_read_by_four_threads_after_their_puzzle_was_freed(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXTS; i++)
        expect_outlived(parse(texts[i]), parse(texts[i]));
}

static void results_can_be_freed_in_any_order(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXTS; i++)
        for (int order = 0; order < 3; order++) {
            fewest_puzzle *puzzle = parse(texts[i]);
            struct results first = results_of(puzzle), second = results_of(puzzle);
            if (order == 0)
                fewest_puzzle_free(puzzle);
            results_free(&first);
            if (order == 1)
                fewest_puzzle_free(puzzle);
            char *text = read_results(&second);
            results_free(&second);
            if (order == 2)
                fewest_puzzle_free(puzzle);
            free(text);
        }
}

/* Other starts and goals, some of them wrong, and other searches: what was found before stays as it is. */
static void results_are_read_while_their_puzzle_goes_on(void **state) {
    (void)state;
    static const char *const starts[TEXTS][3] = {{"1 2 3 / 4 5 6 / 7 x 8", "1 2 3 / 4 x 6 / 7 5 8", "1 2 3 / 4 4 6 / 7 5 8"},
                                                 {"1 0 1 / 0 1 0", "0 1 1 / 0 1 0", "1 / 0"},
                                                 {"xud", "abc", "abc abc abc abc abc abc"},
                                                 {"A is 1 and B is 2", "A is any and B is 0", "A is 9"},
                                                 {". @ . . .", ". . @ . .", "@ @"},
                                                 {"1,1", "3,3", "9,9"},
                                                 {"a", "baq", ""}};
    for (size_t i = 0; i < TEXTS; i++) {
        fewest_puzzle *kept = parse(texts[i]), *puzzle = parse(texts[i]);
        struct results sound = results_of(kept), results = results_of(puzzle);
        char *wanted = read_results(&sound);
        pthread_t readers[READERS];
        for (int k = 0; k < READERS; k++)
            assert_int_equal(pthread_create(&readers[k], NULL, read_in_thread, &results), 0);
        for (int round = 0; round < ROUNDS; round++) {
            fewest_set_start(puzzle, starts[i][round % 3], &error);
            if (texts[i] == eight)
                assert_true(fewest_set_goal(puzzle, round % 2 ? "1 2 3 / 4 5 6 / 7 8 x" : "x 1 2 / 3 4 5 / 6 7 8", &error));
            const fewest_options few = {.size = sizeof few, .limits.states = 200};
            fewest_answer_free(fewest_solve(puzzle, &few, &error));
        }
        for (int k = 0; k < READERS; k++) {
            void *text;
            pthread_join(readers[k], &text);
            assert_string_equal(text, wanted);
            free(text);
        }
        fewest_puzzle_free(puzzle);
        results_free(&results);
        results_free(&sound);
        fewest_puzzle_free(kept);
        free(wanted);
    }
}

static size_t to_and_fro(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    (void)context;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t up = 0; up < 2; up++) {
            if (up ? states[i] == 9 : states[i] == 0)
                continue;
            next[made] = states[i] + (up ? 1 : UINT64_MAX);
            steps[made++] = (fewest_step){i, up, 1};
        }
    return made;
}

static void results_of_a_space_of_ones_own_outlive_it(void **state) {
    (void)state;
    const uint64_t start = 0, goal = 7;
    const fewest_space space = {.words = 1, .max_moves = 2, .undirected = true, .expand = to_and_fro, .starts = &start,
                                .start_count = 1, .goals = &goal, .goal_count = 1};
    expect_outlived(fewest_wrap(&space, &error), fewest_wrap(&space, &error));
}

/* It is a search, for which nothing is needed that went with the puzzle. */
static void a_path_to_a_deepest_state_is_found_after_the_puzzle_was_freed(void **state) {
    (void)state;
    for (int from_goal = 0; from_goal < 2; from_goal++) {
        fewest_puzzle *puzzle = parse(eight);
        const fewest_explore_options options = {.size = sizeof options, .from_goal = from_goal};
        fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
        assert_non_null(explored);
        fewest_puzzle_free(puzzle);
        fewest_answer *path = fewest_exploration_solution(explored, 0, &error);
        assert_non_null(path);
        assert_int_equal(fewest_answer_length(path) + 1, fewest_exploration_layers(explored));
        const size_t end = from_goal ? 0 : fewest_answer_length(path);
        assert_string_equal(fewest_answer_state(path, 0, end), fewest_exploration_state(explored, 0));
        fewest_exploration_free(explored);
        assert_non_null(fewest_answer_move(path, 0, 0));
        fewest_answer_free(path);
    }
}

/* Whichever of the deepest states it is asked for: as long as the exploration says, between that state and `other`. */
static void expect_paths(fewest_exploration *explored, bool from_goal, const char *other) {
    assert_true(fewest_exploration_hardest(explored) > 0);
    for (size_t i = 0; i < fewest_exploration_hardest(explored); i++) {
        fewest_answer *path = fewest_exploration_solution(explored, i, &error);
        if (!path)
            fail_msg("%s", error.text);
        const size_t length = fewest_answer_length(path);
        assert_int_equal(fewest_answer_status(path), FEWEST_SOLVED);
        assert_int_equal(length + 1, fewest_exploration_layers(explored));
        assert_string_equal(fewest_answer_state(path, 0, from_goal ? 0 : length), fewest_exploration_state(explored, i));
        assert_string_equal(fewest_answer_state(path, 0, from_goal ? length : 0), other);
        fewest_answer_free(path);
    }
}

/* Other starts and goals, among them one with other pieces, for which another space is made, and one that is wrong. The paths
 * are those of the start and the goal that were explored. */
static void paths_to_deepest_states_are_found_after_the_start_and_the_goal_changed(void **state) {
    (void)state;
    static const struct {
        const char *text, *start, *goal; /* as they were explored */
        const char *starts[3], *goals[3];
    } puzzles[] = {
        {"board 2 x 3\npieces 1 2 3 4 5 x\nlet t = 1 2 3 4 5\nmove any direction: t x -> x t\nstart 1 2 3 / 4 5 x\n"
         "goal 1 2 3 / 4 x 5\n", "123 / 45x", "123 / 4x5",
         {"x 2 3 / 1 4 5", "1 1 3 / 4 5 x", "1 2"}, {"x 1 2 / 3 4 5", "1 1 3 / 4 5 x", "_ _ _ / _ _ x"}},
        {"board 1 x 4\npieces a b .\nlet p = a b\nmove p . -> . p\nstart a . b .\ngoal . . a b\n", "a.b.", "..ab",
         {". a . b", "a . . .", "b"}, {". a . b", "_ _ _ b", "a"}},
        {"string 4\nmove a -> b\nmove b -> c\nmove ab -> ba\nstart aa\ngoal cc\n", "aa", "cc",
         {"b", "abab", "aaaaaa"}, {"c", "cccc", "bb"}},
        {"board 4\npieces @ . #\nmove any direction: @ . -> . @\nstart @ . . #\ngoal _ _ @ _\n", "@..#", "..@#",
         {". @ . #", "@ # . .", "@ @"}, {"_ @ _ _", "@ . . #", "x"}},
    };
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++)
        for (int from_goal = 0; from_goal < 2; from_goal++) {
            fewest_puzzle *puzzle = parse(puzzles[i].text);
            const fewest_explore_options options = {.size = sizeof options, .from_goal = from_goal, .hardest = 3};
            const char *other = from_goal ? puzzles[i].goal : puzzles[i].start;
            fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
            assert_non_null(explored);
            expect_paths(explored, from_goal, other);
            for (int k = 0; k < 6; k++) {
                if (k % 2)
                    fewest_set_goal(puzzle, puzzles[i].goals[k / 2], &error);
                else
                    fewest_set_start(puzzle, puzzles[i].starts[k / 2], &error);
                expect_paths(explored, from_goal, other);
                fewest_answer_free(fewest_solve(puzzle, NULL, &error));
                expect_paths(explored, from_goal, other);
            }
            fewest_puzzle_free(puzzle);
            expect_paths(explored, from_goal, other);
            fewest_exploration_free(explored);
        }
}

/* Each of these calls has the full time. */
static void a_path_to_a_deepest_state_has_a_time_of_its_own(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    const fewest_explore_options options = {.size = sizeof options, .limits.seconds = 3600};
    fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
    assert_non_null(explored);
    explored->run.started -= 2 * options.limits.seconds; /* as if it were that long ago */
    fewest_answer *path = fewest_exploration_solution(explored, 0, &error);
    assert_non_null(path);
    assert_int_equal(fewest_answer_status(path), FEWEST_SOLVED);
    fewest_answer_free(path);
    fewest_exploration_free(explored);
    fewest_puzzle_free(puzzle);
}

static void the_version_is_a_number_too(void **state) {
    (void)state;
    char text[32];
    const unsigned number = fewest_version_number();
    assert_int_equal(number, FEWEST_VERSION_NUMBER);
    snprintf(text, sizeof text, "%u.%u.%u", number / 1000000, number / 1000 % 1000, number % 1000);
    assert_string_equal(text, fewest_version());
    fewest_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_read_by_four_threads_after_their_puzzle_was_freed),
        cmocka_unit_test(results_can_be_freed_in_any_order),
        cmocka_unit_test(results_are_read_while_their_puzzle_goes_on),
        cmocka_unit_test(results_of_a_space_of_ones_own_outlive_it),
        cmocka_unit_test(a_path_to_a_deepest_state_is_found_after_the_puzzle_was_freed),
        cmocka_unit_test(paths_to_deepest_states_are_found_after_the_start_and_the_goal_changed),
        cmocka_unit_test(a_path_to_a_deepest_state_has_a_time_of_its_own),
        cmocka_unit_test(the_version_is_a_number_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
