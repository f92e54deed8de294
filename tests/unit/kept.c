/* What a puzzle keeps from one search to the next (tables, the space written out, models for other pieces) must never
 * show in an answer: a handle that has solved much before gives the same solutions as a fresh one. */
#include "api.h"

#include "api/handle.h"

#include <fewest/explain.h>
#include <fewest/explore.h>
#include <fewest/tables.h>

enum { SEARCHES = 60 };

/* Undirected; directed with predecessors; directed where the pieces are not conserved. */
static const char *const puzzles[] = {"lock", "swap", "frogs", "two-jugs", "knights", "hanoi-4-3", "wolf-goat-cabbage"};

static void expect_same(fewest_answer *answer, fewest_answer *fresh, bool same_solution) {
    assert_int_equal(fewest_answer_status(answer), fewest_answer_status(fresh));
    assert_int_equal(fewest_answer_length(answer), fewest_answer_length(fresh));
    assert_int_equal(fewest_answer_solutions(answer), fewest_answer_solutions(fresh));
    for (size_t i = 0; same_solution && i < fewest_answer_length(answer); i++)
        assert_int_equal(fewest_answer_move_number(answer, 0, i), fewest_answer_move_number(fresh, 0, i));
}

static fewest_puzzle *load(const char *name) {
    fewest_puzzle *puzzle = fewest_load(name, &error);
    assert_non_null(puzzle);
    return puzzle;
}

/* Starts are random states, and every third time the goal is one, too. */
static void solve_again_and_again(const char *name, fewest_options options, bool *written_out, bool *left) {
    fewest_puzzle *used = load(name), *source = load(name);
    char *goal = NULL;
    for (uint64_t n = 0; n < SEARCHES; n++) {
        char *start = fewest_random_state(source, 1 + n % 40, n, &error);
        assert_non_null(start);
        fewest_puzzle *fresh = load(name);
        if (n % 3 == 2) {
            fewest_free(goal);
            goal = fewest_random_state(source, 3 + n % 20, n + 1000, &error);
            assert_true(goal && fewest_set_goal(used, goal, &error));
        }
        if (goal)
            assert_true(fewest_set_goal(fresh, goal, &error));
        assert_true(fewest_set_start(used, start, &error) && fewest_set_start(fresh, start, &error));
        fewest_answer *answer = solve(used, &options), *sound = solve(fresh, &options);
        expect_same(answer, sound, !options.any);
        assert_true(fewest_answer_statistics(answer)->peak_bytes >= used->memory.used);
        fewest_answer_free(answer);
        fewest_answer_free(sound);
        fewest_puzzle_free(fresh);
        fewest_free(start);
    }
    *written_out = used->model && used->model->kept.graph;
    *left = used->model && used->model->kept.astar.memory;
    fewest_free(goal);
    fewest_puzzle_free(used);
    fewest_puzzle_free(source);
}

static void a_handle_that_was_used_answers_like_a_fresh_one(void **state) {
    (void)state;
    size_t graphs = 0, stores = 0;
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++)
        for (int manner = 0; manner < 5; manner++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = manner >= 3 ? FEWEST_ASTAR : manner == 2 ? FEWEST_BFS : FEWEST_AUTO;
            options.any = manner == 1 || manner == 4;
            options.all = manner == 0 && i % 2 == 0;
            bool written_out, left;
            solve_again_and_again(puzzles[i], options, &written_out, &left);
            graphs += written_out;
            stores += left;
        }
    assert_true(graphs >= 6); /* small spaces that moves can be inverted in */
    assert_true(stores >= 10);
}

/* Boards of swap with other numbers of 0s and 1s need other models. */
static const char *const boards[3] = {"0000000000001111", "0000000011111111", "0011111111111111"};

static void solve_board(fewest_puzzle *puzzle, const char *board) {
    char goal[17];
    for (int i = 0; i < 16; i++)
        goal[i] = board[15 - i];
    goal[16] = '\0';
    assert_true(fewest_set_start(puzzle, board, &error) && fewest_set_goal(puzzle, goal, &error));
    fewest_answer *answer = solve(puzzle, NULL);
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    fewest_answer_free(answer);
}

static unsigned count_spares(const fewest_puzzle *puzzle) {
    unsigned count = 0;
    for (unsigned i = 0; i < FEW_SPARE_MODELS; i++)
        count += puzzle->spares[i] != NULL;
    return count;
}

static void a_model_for_other_pieces_is_set_aside_and_taken_up_again(void **state) {
    (void)state;
    fewest_puzzle *puzzle = load("swap");
    const struct few_model *models[3];
    for (int i = 0; i < 3; i++) {
        solve_board(puzzle, boards[i]);
        models[i] = puzzle->model;
    }
    assert_true(models[0] != models[1] && models[1] != models[2] && models[0] != models[2]);
    assert_true(count_spares(puzzle) >= 2);
    for (int round = 0; round < 6; round++) {
        solve_board(puzzle, boards[round % 3]);
        assert_ptr_equal(puzzle->model, models[round % 3]);
    }
    few_puzzle_drop_spares(puzzle);
    assert_int_equal(count_spares(puzzle), 0);
    solve_board(puzzle, boards[0]); /* made anew */
    fewest_puzzle_free(puzzle);
}

static void a_model_set_aside_long_ago_is_still_there(void **state) {
    (void)state;
    fewest_puzzle *puzzle = load("swap");
    solve_board(puzzle, boards[0]);
    const struct few_model *first = puzzle->model;
    for (int round = 0; round < 2 * FEW_SPARE_MODELS; round++)
        solve_board(puzzle, boards[1 + round % 2]);
    solve_board(puzzle, boards[0]);
    assert_ptr_equal(puzzle->model, first);
    fewest_puzzle_free(puzzle);
}

static void more_models_than_there_is_room_for_push_out_the_oldest(void **state) {
    (void)state;
    static const char rules[] = "board 6\npieces 0..9\nlet a, b = 0..9\nmove a b -> b a\ngoal 0 _ _ _ _ _\n";
    fewest_puzzle *puzzle = parse(rules);
    for (int n = 0; n < 3 * FEW_SPARE_MODELS; n++) {
        char start[16];
        snprintf(start, sizeof start, "%d 0 %d %d %d 1", n % 10, n / 10 % 10, n % 7, n % 3);
        assert_true(fewest_set_start(puzzle, start, &error));
        fewest_answer *answer = solve(puzzle, NULL);
        assert_int_equal(fewest_answer_length(answer), n % 10 == 0 ? 0 : 1);
        fewest_answer_free(answer);
        assert_true(count_spares(puzzle) <= FEW_SPARE_MODELS);
    }
    fewest_puzzle_free(puzzle);
}

static void a_small_budget_lets_go_of_what_was_kept(void **state) {
    (void)state;
    fewest_puzzle *puzzle = load("swap");
    for (int round = 0; round < 40; round++)
        solve_board(puzzle, boards[1]);
    assert_true(few_kept_bytes(&puzzle->model->kept) > 0);
    const size_t used = puzzle->memory.used;
    fewest_options options = {.size = sizeof options};
    options.limits.memory = 500000;
    fewest_answer *answer = solve(puzzle, &options);
    assert_in_range(fewest_answer_statistics(answer)->peak_bytes, 1, 500000);
    fewest_answer_free(answer);
    assert_true(puzzle->memory.used < used);
    fewest_puzzle_free(puzzle);
}

/* The graph grows while it is used: each of its allocations may be refused. */
static void allocations_may_be_refused_while_the_graph_is_written(void **state) {
    (void)state;
    for (int any = 0; any < 2; any++) {
        fewest_options options = {.size = sizeof options};
        options.any = any;
        fewest_puzzle *puzzle = load("lock");
        for (uint64_t n = 1; n <= 150; n++) {
            char start[8];
            snprintf(start, sizeof start, "%d%d%d%d", (int)(n % 9 + 1), (int)(n / 3 % 9 + 1), (int)(n / 7 % 9 + 1), 5);
            assert_true(fewest_set_start(puzzle, start, &error) && fewest_set_goal(puzzle, "1119", &error));
            puzzle->fail_at = n % 50;
            fewest_answer *answer = fewest_solve(puzzle, &options, &error);
            puzzle->fail_at = 0;
            fewest_answer *sound = solve(puzzle, &options);
            if (answer && fewest_answer_status(answer) == FEWEST_SOLVED)
                expect_same(answer, sound, !any);
            else
                assert_true(!answer || fewest_answer_status(answer) == FEWEST_SYSTEM);
            fewest_answer_free(answer);
            fewest_answer_free(sound);
        }
        assert_non_null(puzzle->model->kept.graph);
        fewest_puzzle_free(puzzle);
    }
}

/* A search from both ends is not deep, and its store, in which paths were marked, is kept; the next one, from the start only,
 * needs distances of more than a byte in it. */
static void a_kept_store_is_widened(void **state) {
    (void)state;
    static const char text[] = "var v = 0..742\nlet n = 0..742\nmove up: v n -> n+1\nmove v n -> 0\n"
                               "start v is 1\ngoal v is 334\n";
    static const fewest_remember stores[] = {FEWEST_REMEMBER_AUTO, FEWEST_REMEMBER_RANK, FEWEST_REMEMBER_HASH};
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        fewest_puzzle *used = parse(text), *fresh = parse(text);
        fewest_options options = {.size = sizeof options};
        options.all = true;
        options.list = 3;
        options.remember = stores[i];
        for (int again = 0; again < 3; again++) {
            fewest_answer *answer = solve(used, &options);
            assert_int_equal(fewest_answer_length(answer), 333);
            assert_int_equal(fewest_answer_solutions(answer), 1);
            fewest_answer_free(answer);
            options.algorithm = again ? FEWEST_AUTO : FEWEST_BFS;
        }
        options.algorithm = FEWEST_BFS;
        fewest_answer *answer = solve(used, &options), *sound = solve(fresh, &options);
        expect_same(answer, sound, true);
        fewest_answer_free(answer);
        fewest_answer_free(sound);
        fewest_puzzle_free(used);
        fewest_puzzle_free(fresh);
    }
}

/* What is asked of a whole space: explorations from the goal, facts, fingerprints, starts that are generated. */
static void expect_same_space(fewest_puzzle *used, fewest_puzzle *fresh) {
    fewest_explore_options options = {.size = sizeof options, .from_goal = true};
    fewest_exploration *a = fewest_explore(used, &options, &error), *b = fewest_explore(fresh, &options, &error);
    assert_true(a && b);
    assert_int_equal(fewest_exploration_states(a), fewest_exploration_states(b));
    assert_int_equal(fewest_exploration_layers(a), fewest_exploration_layers(b));
    assert_string_equal(fewest_exploration_state(a, 0), fewest_exploration_state(b, 0));
    fewest_exploration_free(a);
    fewest_exploration_free(b);
    fewest_explanation *said = fewest_explain(used, NULL, &error), *right = fewest_explain(fresh, NULL, &error);
    assert_true(said && right);
    assert_int_equal(fewest_explanation_facts(said)->possible, fewest_explanation_facts(right)->possible);
    assert_int_equal(fewest_explanation_facts(said)->changing, fewest_explanation_facts(right)->changing);
    fewest_explanation_free(said);
    fewest_explanation_free(right);
    char mark[33], mark_of_fresh[33];
    assert_true(fewest_fingerprint(used, mark, &error) && fewest_fingerprint(fresh, mark_of_fresh, &error));
    assert_string_equal(mark, mark_of_fresh);
    fewest_generate_options wish = {.size = sizeof wish, .difficulty = FEWEST_DEEPEST};
    fewest_instances *deepest = fewest_generate(used, &wish, &error), *deepest_of_fresh = fewest_generate(fresh, &wish, &error);
    assert_true(deepest && deepest_of_fresh);
    assert_string_equal(fewest_instances_state(deepest, 0), fewest_instances_state(deepest_of_fresh, 0));
    fewest_instances_free(deepest);
    fewest_instances_free(deepest_of_fresh);
}

/* A search may use the space of an earlier start, which may have more states; what tells of the space itself may not. */
static void the_space_of_another_start_or_goal_is_not_told_of(void **state) {
    (void)state;
    static const struct {
        const char *text, *start, *goal;
    } cases[] = {
        {"board 3\npieces a b\nmove a -> b\nstart a a a\ngoal nowhere: a\n", "b b a", NULL},
        {"var v = p q\nvar u = 0 1\nmove u 0 -> 1\nstart v is any and u is 0\ngoal u is 1\n", "v is p and u is 0", NULL},
        {"board 4\npieces a .\nmove left or right, at 3: a . -> . a\nstart . a . .\ngoal count . > 1 and nowhere, any direction: . a\n", NULL,
         "_ _ . _"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_puzzle *used = parse(cases[i].text), *fresh = parse(cases[i].text);
        fewest_answer_free(solve(used, NULL));
        assert_true(!cases[i].start || (fewest_set_start(used, cases[i].start, &error) && fewest_set_start(fresh, cases[i].start, &error)));
        assert_true(!cases[i].goal || (fewest_set_goal(used, cases[i].goal, &error) && fewest_set_goal(fresh, cases[i].goal, &error)));
        fewest_answer_free(solve(used, NULL));
        expect_same_space(used, fresh);
        fewest_puzzle_free(used);
        fewest_puzzle_free(fresh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_handle_that_was_used_answers_like_a_fresh_one),
        cmocka_unit_test(a_model_for_other_pieces_is_set_aside_and_taken_up_again),
        cmocka_unit_test(a_model_set_aside_long_ago_is_still_there),
        cmocka_unit_test(more_models_than_there_is_room_for_push_out_the_oldest),
        cmocka_unit_test(a_small_budget_lets_go_of_what_was_kept),
        cmocka_unit_test(allocations_may_be_refused_while_the_graph_is_written),
        cmocka_unit_test(a_kept_store_is_widened),
        cmocka_unit_test(the_space_of_another_start_or_goal_is_not_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
