/* fewest_graph_around: all states, all moves, each as an exploration and the checker see them. fewest_graph_back: the same moves, from
 * their other end. */
#include "api.h"

#include <fewest/explore.h>
#include <fewest/tables.h>

static const char *const texts[] = {eight, swaps, rewriting, jugs, roads, maze};
enum { TEXT_COUNT = sizeof texts / sizeof *texts };

static fewest_graph *graph_of(fewest_puzzle *puzzle, uint64_t depth, uint64_t states) {
    fewest_options options = {.size = sizeof options};
    options.limits.depth = FEWEST_EXACTLY(depth);
    options.limits.states = states;
    fewest_graph *graph = fewest_graph_around(puzzle, &options, &error);
    if (!graph)
        fail_msg("%s", error.text);
    return graph;
}

static void depths_are_those_of_an_exploration(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        fewest_puzzle *puzzle = parse(texts[i]);
        fewest_exploration *explored = fewest_explore(puzzle, NULL, &error);
        fewest_graph *graph = graph_of(puzzle, UINT64_MAX, 0);
        assert_true(fewest_graph_is_whole(graph));
        assert_int_equal(fewest_graph_nodes(graph), fewest_exploration_states(explored));
        size_t node = 0;
        for (size_t depth = 0; depth < fewest_exploration_layers(explored); depth++)
            for (uint64_t k = 0; k < fewest_exploration_layer(explored, depth); k++, node++) {
                fewest_node seen = fewest_graph_node(graph, node);
                assert_int_equal(seen.depth, depth);
                assert_int_equal(fewest_graph_find(graph, seen.words), node);
            }
        assert_int_equal(node, fewest_graph_nodes(graph));
        fewest_graph_free(graph);
        fewest_exploration_free(explored);
        fewest_puzzle_free(puzzle);
    }
}

static void nodes_and_edges_are_the_same_without_their_texts(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        fewest_puzzle *puzzle = parse(texts[i]);
        fewest_graph *graph = graph_of(puzzle, UINT64_MAX, 0);
        const size_t nodes = fewest_graph_nodes(graph), edges = fewest_graph_edges(graph);
        for (size_t node = 0; node < nodes; node++) {
            assert_int_equal(fewest_graph_depth(graph, node), fewest_graph_node(graph, node).depth);
            assert_int_equal(fewest_graph_is_goal(graph, node), fewest_graph_node(graph, node).is_goal);
        }
        for (size_t edge = 0; edge < edges; edge++) {
            const fewest_edge whole = fewest_graph_edge(graph, edge);
            assert_int_equal(fewest_graph_from(graph, edge), whole.from);
            assert_int_equal(fewest_graph_to(graph, edge), whole.to);
            assert_int_equal(fewest_graph_cost(graph, edge), whole.cost);
        }
        assert_int_equal(fewest_graph_depth(graph, nodes), 0);
        assert_false(fewest_graph_is_goal(graph, nodes));
        assert_int_equal(fewest_graph_from(graph, edges) + fewest_graph_to(graph, edges) + fewest_graph_cost(graph, edges), 0);
        fewest_graph_free(graph);
        fewest_puzzle_free(puzzle);
    }
}

static void note_nodes(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t words, size_t count) {
    (void)side, (void)depth;
    for (size_t i = 0; i < count; i++)
        assert_true(fewest_graph_find(context, states + i * words) != SIZE_MAX);
}

/* Of a search that nobody traces they are packed for it alone: they are not given, and so not looked for. */
static void expect_words_of_strings(fewest_puzzle *puzzle) {
    fewest_graph *graph = graph_of(puzzle, UINT64_MAX, 0);
    fewest_answer *answer = solve(puzzle, NULL);
    assert_int_equal(fewest_answer_length(answer), 1);
    assert_null(fewest_answer_words(answer, 0, 1));
    assert_true(fewest_graph_find(graph, fewest_answer_words(answer, 0, 1)) == SIZE_MAX);
    assert_string_equal(fewest_answer_state(answer, 0, 1), "aa");
    fewest_answer_free(answer);
    fewest_graph_free(graph);
}

/* A search for the goal may leave strings out; an exploration, a graph and moves played by hand must not, whichever comes first. */
static void the_goal_and_within_cut_nothing_off(void **state) {
    (void)state;
    static const char text[] = "string 70\npieces a b\nwithin 1\nmove a -> aa\nstart a\ngoal aa\n";
    const char *const words[] = {"a->aa", "a->aa@1", "a->aa@1"};
    fewest_puzzle *puzzle = parse(text);
    for (int turn = 0; turn < 3; turn++) {
        expect_length(puzzle, 1);
        fewest_exploration *explored = fewest_explore(puzzle, NULL, &error);
        assert_int_equal(fewest_exploration_states(explored), 70);
        assert_int_equal(fewest_exploration_status(explored), FEWEST_SOLVED);
        fewest_exploration_free(explored);
        expect_words_of_strings(puzzle);
        char *reached = NULL;
        size_t step;
        fewest_verdict verdict = fewest_check(puzzle, words, 3, &step, &reached, &error);
        assert_int_equal(verdict, FEWEST_MISSES_GOAL);
        assert_string_equal(reached, "aaaa");
        fewest_free(reached);
        fewest_graph *graph = graph_of(puzzle, UINT64_MAX, 0);
        assert_true(fewest_graph_is_whole(graph));
        assert_int_equal(fewest_graph_nodes(graph), 70);
        fewest_options options = {.size = sizeof options};
        options.trace = note_nodes;
        options.limits.context = graph;
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        assert_int_equal(fewest_answer_length(answer), 1);
        assert_true(fewest_graph_find(graph, fewest_answer_words(answer, 0, 1)) == 1);
        fewest_answer_free(answer);
        fewest_graph_free(graph);
    }
    fewest_puzzle_free(puzzle);
}

/* Strings of any length have no end: an exploration goes as far as a solution may, or as far as is asked, and says that there is
 * more. */
static void strings_without_a_bound_are_explored_as_far_as_asked(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("string\nwithin 3\nmove a -> aa\nmove aa -> a\nstart a\ngoal aa\n");
    fewest_explore_options options = {.size = sizeof options};
    for (uint64_t depth = 0; depth < 9; depth++) {
        options.limits.depth = depth;
        fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
        assert_int_equal(fewest_exploration_states(explored), depth ? depth + 1 : 4);
        assert_int_equal(fewest_exploration_status(explored), FEWEST_LIMIT);
        assert_string_equal(fewest_limit_word(fewest_exploration_limit(explored)), "depth");
        fewest_exploration_free(explored);
        fewest_graph *graph = graph_of(puzzle, depth ? depth : UINT64_MAX, 0);
        assert_int_equal(fewest_graph_nodes(graph), depth ? depth + 1 : 4);
        assert_false(fewest_graph_is_whole(graph));
        fewest_graph_free(graph);
        expect_length(puzzle, 1);
    }
    assert_false(fewest_tabulate(puzzle, NULL, &error));
    assert_non_null(strstr(error.message, "string N"));
    fewest_puzzle_free(puzzle);
}

/* From every state, the word of every edge is played by the checker. */
static void every_edge_is_a_move(void **state) {
    (void)state;
    for (size_t i = 1; i < TEXT_COUNT; i++) { /* without the eight puzzle, which is large */
        fewest_puzzle *puzzle = parse(texts[i]), *player = parse(texts[i]);
        fewest_graph *graph = graph_of(puzzle, UINT64_MAX, 0);
        size_t before = 0;
        for (size_t k = 0; k < fewest_graph_edges(graph); k++) {
            fewest_edge edge = fewest_graph_edge(graph, k);
            char *reached = NULL;
            size_t step;
            assert_true(edge.from >= before);
            before = edge.from;
            assert_true(fewest_set_start(player, fewest_graph_node(graph, edge.from).state, &error));
            fewest_verdict verdict = fewest_check(player, &edge.word, 1, &step, &reached, &error);
            fewest_node to = fewest_graph_node(graph, edge.to);
            assert_int_equal(verdict, to.is_goal ? FEWEST_REACHES_GOAL : FEWEST_MISSES_GOAL);
            assert_string_equal(reached, to.state);
            assert_int_equal(edge.cost, texts[i] != roads ? 1 : strncmp(edge.word, "leap", 4) == 0 ? 3 : 2);
            fewest_free(reached);
        }
        fewest_graph_free(graph);
        fewest_puzzle_free(player);
        fewest_puzzle_free(puzzle);
    }
}

/* The tiles around the blank, and back again. */
static void depth_one_gives_the_moves_of_the_start(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    fewest_graph *graph = graph_of(puzzle, 1, 0);
    static const char *const expected[][2] = {{"u", "23x / 154 / 768"}, {"d", "234 / 158 / 76x"},
                                              {"l", "234 / 1x5 / 768"}};
    assert_int_equal(fewest_graph_nodes(graph), 4);
    assert_string_equal(fewest_graph_node(graph, 0).state, "234 / 15x / 768");
    assert_false(fewest_graph_is_whole(graph));
    for (size_t k = 0; k < 3; k++) {
        fewest_edge edge = fewest_graph_edge(graph, k);
        assert_int_equal(edge.from, 0);
        assert_string_equal(edge.word, expected[k][0]);
        assert_string_equal(fewest_graph_node(graph, edge.to).state, expected[k][1]);
    }
    assert_int_equal(fewest_graph_edges(graph), 6);
    assert_int_equal(fewest_graph_edge(graph, 3).from, 1);
    assert_int_equal(fewest_graph_edge(graph, 3).to, 0);
    assert_null(fewest_graph_node(graph, 4).state);
    assert_null(fewest_graph_edge(graph, 6).word);
    fewest_graph_free(graph);
    fewest_puzzle_free(puzzle);
}

static void a_limit_on_states_leaves_the_nearest(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    fewest_graph *whole = graph_of(puzzle, UINT64_MAX, 0), *part = graph_of(puzzle, UINT64_MAX, 5000);
    assert_int_equal(fewest_graph_nodes(whole), 181440);
    assert_int_equal(fewest_graph_nodes(part), 5000);
    assert_false(fewest_graph_is_whole(part));
    for (size_t node = 0; node < 5000; node++)
        assert_memory_equal(fewest_graph_node(part, node).words, fewest_graph_node(whole, node).words, 8);
    for (size_t k = 0; k < fewest_graph_edges(part); k++) {
        assert_true(fewest_graph_edge(part, k).from < 5000);
        assert_true(fewest_graph_edge(part, k).to < 5000);
    }
    fewest_graph_free(part);
    fewest_graph_free(whole);
    fewest_puzzle_free(puzzle);
}

static void a_goal_is_not_needed_but_a_start(void **state) {
    (void)state;
    static const char rules[] = "board 3\npieces a b\nmove any direction: a b -> b a\n";
    char text[200];
    fewest_puzzle *puzzle = parse(rules);
    assert_null(fewest_graph_around(puzzle, NULL, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, "start"));
    fewest_puzzle_free(puzzle);
    snprintf(text, sizeof text, "%sstart a b b\n", rules);
    puzzle = parse(text);
    fewest_graph *graph = fewest_graph_around(puzzle, NULL, &error);
    assert_int_equal(fewest_graph_nodes(graph), 3);
    assert_false(fewest_graph_node(graph, 0).is_goal);
    fewest_graph_free(graph);
    fewest_puzzle_free(puzzle);
}

static void limits_of_memory_and_time_are_told(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    fewest_options options = {.size = sizeof options};
    options.limits.memory = 1 << 20;
    assert_null(fewest_graph_around(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_non_null(strstr(error.message, "memory"));
    options.limits.memory = 0;
    options.limits.seconds = 1e-9;
    assert_null(fewest_graph_around(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_non_null(strstr(error.message, "time"));
    fewest_puzzle_free(puzzle);
}

/* The true distances, by going over all edges until nothing changes. */
static uint32_t *distances_in(fewest_graph *graph) {
    const size_t nodes = fewest_graph_nodes(graph);
    uint32_t *far = malloc(nodes * sizeof *far);
    for (size_t node = 0; node < nodes; node++)
        far[node] = fewest_graph_is_goal(graph, node) ? 0 : UINT32_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = fewest_graph_edges(graph); i-- > 0;) {
            uint32_t *from = &far[fewest_graph_from(graph, i)], to = far[fewest_graph_to(graph, i)];
            uint64_t sum = to + fewest_graph_cost(graph, i);
            if (to == UINT32_MAX || sum >= *from) continue;
            *from = (uint32_t)sum;
            changed = true;
        }
    }
    return far;
}

static void bounds_are_never_above_the_distance(void **state) {
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++)
        for (int tables = 0; tables < 2; tables++) {
            fewest_puzzle *puzzle = parse(texts[i]);
            fewest_graph *graph = graph_of(puzzle, UINT64_MAX, 0);
            uint32_t *far = distances_in(graph), *bounds = malloc(fewest_graph_nodes(graph) * sizeof *bounds);
            fewest_options options = {.size = sizeof options, .bound_memory = tables ? 0 : FEWEST_ZERO};
            uint64_t sum = 0;
            assert_true(fewest_graph_bounds(graph, &options, bounds, &error));
            for (size_t node = 0; node < fewest_graph_nodes(graph); node++) {
                assert_true(bounds[node] <= far[node]);
                sum += bounds[node];
            }
            if (i == 0) assert_true(sum > 5 * fewest_graph_nodes(graph)); /* eight: the way of each tile */
            free(bounds);
            free(far);
            fewest_graph_free(graph);
            fewest_puzzle_free(puzzle);
        }
}

static void bounds_need_a_goal_and_an_unchanged_puzzle(void **state) {
    (void)state;
    uint32_t bounds[16];
    fewest_puzzle *puzzle = parse("board 3\npieces a b\nmove any direction: a b -> b a\nstart a b b\n");
    fewest_graph *graph = graph_of(puzzle, UINT64_MAX, 0);
    assert_false(fewest_graph_bounds(graph, NULL, bounds, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, "goal"));
    fewest_graph_free(graph);
    fewest_puzzle_free(puzzle);
    puzzle = parse("board 4\npieces a b c\nmove any direction: a b -> b a\nstart a b b b\ngoal b b b a\n");
    graph = graph_of(puzzle, UINT64_MAX, 0);
    assert_true(fewest_set_start(puzzle, "a a b b", &error));
    fewest_graph *other = graph_of(puzzle, UINT64_MAX, 0);
    assert_false(fewest_graph_bounds(graph, NULL, bounds, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, "changed"));
    assert_true(fewest_graph_bounds(other, NULL, bounds, &error));
    fewest_graph_free(other);
    fewest_graph_free(graph);
    fewest_puzzle_free(puzzle);
}

static fewest_graph *back_of(fewest_puzzle *puzzle, const char *to, uint64_t depth) {
    fewest_options options = {.size = sizeof options};
    options.limits.depth = FEWEST_EXACTLY(depth);
    fewest_graph *graph = fewest_graph_back(puzzle, to, &options, &error);
    if (!graph)
        fail_msg("%s", error.text);
    return graph;
}

/* How many moves of a graph lead from one state to another, by their texts. */
static size_t moves_between(fewest_graph *graph, const char *from, const char *to, const char **word, uint64_t *cost) {
    size_t found = 0;
    for (size_t k = 0; k < fewest_graph_edges(graph); k++) {
        const fewest_edge edge = fewest_graph_edge(graph, k);
        if (strcmp(fewest_graph_node(graph, edge.from).state, from) || strcmp(fewest_graph_node(graph, edge.to).state, to))
            continue;
        *word = edge.word;
        *cost = edge.cost;
        found++;
    }
    return found;
}

static const char one_way[] = "board 4\npieces a b c .\nmove a . -> . a\nmove b . -> . c\nmove c a -> a .\nstart b . a .\ngoal a . . .\n";
static const char *const invertible[] = {swaps, rewriting, jugs, roads, maze, one_way};
enum { INVERTIBLE = sizeof invertible / sizeof *invertible };

/* The moves into every state that the start leads to: those of the whole graph, and perhaps some from states that it does not lead to. */
static void moves_backwards_are_the_moves_forwards(void **state) {
    (void)state;
    for (size_t i = 0; i < INVERTIBLE; i++) {
        fewest_puzzle *puzzle = parse(invertible[i]);
        fewest_graph *whole = graph_of(puzzle, UINT64_MAX, 0);
        const size_t nodes = fewest_graph_nodes(whole) < 60 ? fewest_graph_nodes(whole) : 60;
        for (size_t node = 0; node < nodes; node++) {
            const char *to = fewest_graph_node(whole, node).state;
            fewest_graph *back = back_of(puzzle, to, 1);
            assert_string_equal(fewest_graph_node(back, 0).state, to);
            size_t into = 0, known = 0;
            for (size_t k = 0; k < fewest_graph_edges(whole); k++)
                into += fewest_graph_to(whole, k) == node;
            for (size_t other = 1; other < fewest_graph_nodes(back); other++) {
                const char *from = fewest_graph_node(back, other).state, *word = NULL, *wanted = NULL;
                uint64_t cost = 0, right = 0;
                assert_int_equal(moves_between(back, from, to, &word, &cost), 1);
                if (moves_between(whole, from, to, &wanted, &right)) {
                    known++;
                    assert_string_equal(word, wanted);
                    assert_int_equal(cost, right);
                }
            }
            assert_int_equal(known, into);
            fewest_graph_free(back);
        }
        fewest_graph_free(whole);
        fewest_puzzle_free(puzzle);
    }
}

/* All that lead to the goals, and how far they are from them. */
static void depths_backwards_are_distances_to_a_goal(void **state) {
    (void)state;
    for (size_t i = 0; i < INVERTIBLE; i++) {
        if (invertible[i] == roads) continue; /* where moves have costs the distances are others */
        fewest_puzzle *puzzle = parse(invertible[i]);
        fewest_graph *whole = graph_of(puzzle, UINT64_MAX, 0), *back = back_of(puzzle, NULL, UINT64_MAX);
        uint32_t *far = distances_in(whole);
        for (size_t node = 0; node < fewest_graph_nodes(whole); node++) {
            const size_t same = fewest_graph_find(back, fewest_graph_node(whole, node).words);
            assert_int_equal(same == SIZE_MAX, far[node] == UINT32_MAX);
            if (same != SIZE_MAX)
                assert_int_equal(fewest_graph_depth(back, same), far[node]);
        }
        for (size_t node = 0; node < fewest_graph_nodes(back); node++)
            assert_int_equal(fewest_graph_is_goal(back, node), fewest_graph_depth(back, node) == 0);
        free(far);
        fewest_graph_free(back);
        fewest_graph_free(whole);
        fewest_puzzle_free(puzzle);
    }
}

static void what_has_no_way_back_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *to, *why;
    } cases[] = {
        {"board 3\npieces a b\nmove any direction: a b -> b a\nstart a b b\n", NULL, "goal"},
        {"board 3\npieces a b\nmove any direction: a b -> b a\nstart a b b\ngoal b b a\n", "a b", "2"},
        {"board 3\npieces a b\nmove any direction: a b -> b a\nstart a b b\ngoal b b a\n", "a b z", "z"},
        {"board 1 x 40\npieces a b\nmove any direction: a b -> b a\nmove a -> b\nstart a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a\ngoal nowhere: a a\n", NULL, "too many"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_puzzle *puzzle = parse(cases[i].text);
        assert_null(fewest_graph_back(puzzle, cases[i].to, NULL, &error));
        assert_int_equal(error.status, FEWEST_INVALID);
        assert_non_null(strstr(error.message, cases[i].why));
        fewest_puzzle_free(puzzle);
    }
}

static void read_all(fewest_graph *graph) {
    for (size_t node = 0; node < fewest_graph_nodes(graph); node++)
        fewest_graph_node(graph, node);
    for (size_t k = 0; k < fewest_graph_edges(graph); k++)
        fewest_graph_edge(graph, k);
}

static void any_allocation_may_fail(void **state) {
    (void)state;
    for (size_t i = 1; i < TEXT_COUNT; i++) {
        size_t failures = 0;
        for (uint64_t n = 1; n <= 200; n++) { /* while it is made, and while it is read */
            fewest_puzzle *puzzle = parse(texts[i]);
            puzzle->fail_at = n;
            fewest_graph *graph = fewest_graph_around(puzzle, NULL, &error);
            if (graph)
                read_all(graph);
            else
                assert_int_equal(error.status, FEWEST_SYSTEM);
            failures += !graph;
            fewest_graph_free(graph);
            fewest_puzzle_free(puzzle);
        }
        assert_in_range(failures, 4, 100);
        bool reached = true;
        for (uint64_t n = 1; reached; n++) { /* while the puzzle is compiled */
            fewest_puzzle *puzzle = parse(texts[i]);
            puzzle->memory.fail_at = atomic_load(&puzzle->memory.calls) + n;
            fewest_graph *graph = fewest_graph_around(puzzle, NULL, &error);
            reached = atomic_load(&puzzle->memory.calls) >= puzzle->memory.fail_at;
            if (!graph)
                assert_int_equal(error.status, FEWEST_SYSTEM);
            fewest_graph_free(graph);
            puzzle->memory.fail_at = 0;
            graph = graph_of(puzzle, 1, 0); /* the puzzle is none the worse for it */
            fewest_graph_free(graph);
            fewest_puzzle_free(puzzle);
        }
    }
}

static void any_allocation_may_fail_backwards(void **state) {
    (void)state;
    for (size_t i = 0; i < INVERTIBLE; i++)
        for (int goals = 0; goals < 2; goals++)
            for (uint64_t n = 1; n <= 120; n++) {
                fewest_puzzle *puzzle = parse(invertible[i]);
                fewest_graph *first = graph_of(puzzle, 1, 0);
                const char *to = goals ? NULL : fewest_graph_node(first, 0).state;
                puzzle->fail_at = n;
                fewest_graph *graph = fewest_graph_back(puzzle, to, NULL, &error);
                if (graph)
                    read_all(graph);
                else
                    assert_int_equal(error.status, FEWEST_SYSTEM);
                fewest_graph_free(graph);
                fewest_graph_free(first);
                fewest_puzzle_free(puzzle);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depths_are_those_of_an_exploration),
        cmocka_unit_test(nodes_and_edges_are_the_same_without_their_texts),
        cmocka_unit_test(the_goal_and_within_cut_nothing_off),
        cmocka_unit_test(strings_without_a_bound_are_explored_as_far_as_asked),
        cmocka_unit_test(every_edge_is_a_move),
        cmocka_unit_test(depth_one_gives_the_moves_of_the_start),
        cmocka_unit_test(a_limit_on_states_leaves_the_nearest),
        cmocka_unit_test(a_goal_is_not_needed_but_a_start),
        cmocka_unit_test(limits_of_memory_and_time_are_told),
        cmocka_unit_test(bounds_are_never_above_the_distance),
        cmocka_unit_test(bounds_need_a_goal_and_an_unchanged_puzzle),
        cmocka_unit_test(moves_backwards_are_the_moves_forwards),
        cmocka_unit_test(depths_backwards_are_distances_to_a_goal),
        cmocka_unit_test(what_has_no_way_back_is_refused),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(any_allocation_may_fail_backwards),
    };
    return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}
