/* IDA* with its tables and its threads. The table of transpositions against a plain list; graded puzzles against breadth-first
 * search; the same solution on any number of threads; limits and interrupts while threads are at work; refused memory. */
#include "corpus.h"

#include "base/clock.h"
#include "search/deep/transposition.h"

#include <fewest/explore.h>
#include <pthread.h>

static fewest_error error;

static fewest_puzzle *parse(const char *text) {
    fewest_puzzle *puzzle = fewest_parse(text, strlen(text), "test", &error);
    if (!puzzle)
        fail_msg("%s", error.text);
    return puzzle;
}

static fewest_answer *solve(fewest_puzzle *puzzle, const fewest_options *options) {
    fewest_answer *answer = fewest_solve(puzzle, options, &error);
    if (!answer)
        fail_msg("%s", error.text);
    return answer;
}

static void expect_same_solution(fewest_answer *answer, fewest_answer *sound) {
    assert_int_equal(fewest_answer_status(answer), fewest_answer_status(sound));
    assert_int_equal(fewest_answer_length(answer), fewest_answer_length(sound));
    assert_int_equal(fewest_answer_cost(answer), fewest_answer_cost(sound));
    for (size_t step = 0; step < fewest_answer_length(sound); step++)
        assert_string_equal(fewest_answer_move(answer, 0, step), fewest_answer_move(sound, 0, step));
}

/* ---- The table */

enum { STATES = 400, VISITS = 20000 };

/* Visits random states with random amounts left; `found` and `known`: how often the table and a plain list knew them. */
static void visit_at_random(uint32_t words, size_t bytes, uint64_t seed, size_t *found, size_t *known) {
    struct few_memory memory;
    struct few_transpositions table;
    uint64_t generator = seed, *states = malloc(STATES * words * sizeof *states);
    uint64_t lefts[STATES] = {0}; /* plus one; 0: not visited */
    few_memory_init(&memory, (size_t)1 << 30);
    few_transpositions_init(&table, &memory, words, bytes);
    for (size_t i = 0; i < STATES * words; i++)
        states[i] = i < words ? 0 : next_random(&generator) % 3; /* alike in most words; the first is all zero */
    for (size_t i = 1; i < STATES; i++)
        states[i * words + words - 1] = i;
    for (size_t visit = 0; visit < VISITS; visit++) {
        size_t i = next_random(&generator) % STATES;
        uint64_t left = next_random(&generator) % (visit % 7 ? 50 : 70000);
        bool seen = few_transpositions_seen(&table, states + i * words, left);
        if (seen && lefts[i] <= left)
            fail_msg("%u words, %zu bytes: found with more left than it ever had", words, bytes);
        *found += seen;
        *known += lefts[i] > left;
        if (lefts[i] <= left)
            lefts[i] = left + 1;
    }
    assert_in_range(table.count, 0, table.lines * table.slots);
    few_transpositions_free(&table);
    assert_int_equal(atomic_load(&memory.used), 0);
    free(states);
}

static void a_table_never_says_more_than_is_true_and_forgets_little(void **state) {
    (void)state;
    static const uint32_t sizes[] = {1, 2, 3, 4, 7, 64};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            size_t found = 0, known = 0, few_found = 0, nothing = 0;
            visit_at_random(sizes[s], 1 << 22, seed, &found, &known);
            assert_in_range(found, known * 8 / 10, known);
            known = 0;
            visit_at_random(sizes[s], 64 * 8 * (1 + 2 * (sizes[s] + 3)), seed, &few_found, &known); /* some hundred slots */
            assert_in_range(few_found, 1, known);
            visit_at_random(sizes[s], 100, seed, &nothing, &known);
            assert_int_equal(nothing, 0);
        }
}

static void a_table_that_may_not_grow_still_serves(void **state) {
    (void)state;
    struct few_memory memory;
    struct few_transpositions table;
    few_memory_init(&memory, 20000);
    few_transpositions_init(&table, &memory, 1, (size_t)1 << 30);
    for (uint64_t i = 1; i < 100000; i++) {
        assert_false(few_transpositions_seen(&table, &i, 5));
        assert_true(few_transpositions_seen(&table, &i, 5));
        assert_true(few_transpositions_seen(&table, &i, 4));
    }
    assert_in_range(atomic_load(&memory.peak), 4096, 20000);
    assert_false(atomic_load(&memory.over_budget));
    few_transpositions_free(&table);
    assert_int_equal(atomic_load(&memory.used), 0);
}

/* ---- Graded puzzles */

static void it_is_known_which_puzzles_are_graded(void **state) {
    (void)state;
    static const struct {
        const char *path;
        bool graded;
    } files[] = {
        {"puzzles/peg-solitaire.few", true},        {"puzzles/klotski.few", false}, {"puzzles/frogs.few", false},
        {"tests/puzzles/peg-solitaire.few", false}, /* its goal does not say how many pegs are left */
        {"tests/puzzles/lights-row.few", false},    {"tests/puzzles/hanoi-one-way.few", false},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct subject subject;
        struct few_error inner = {0};
        const struct few_facts *facts;
        subject_open(&subject, files[i].path);
        assert_true(few_model_facts(subject.puzzle->model, &facts, &inner));
        if ((facts && facts->graded) != files[i].graded)
            fail_msg("%s", files[i].path);
        assert_null(subject.puzzle->model->bound); /* no bound is built to know it */
        subject_close(&subject);
    }
}

/* A start of pegs, and as the goal what a random play comes to: always solvable. Sometimes another peg's place is the goal,
 * which is seldom solvable. */
static void write_pegs(char *text, size_t size, uint64_t *generator, bool spoil) {
    enum { ROWS = 4, COLUMNS = 5, CELLS = ROWS * COLUMNS };
    char start[CELLS], goal[CELLS], drawn[2][2 * CELLS + 2 * ROWS + 1];
    for (int i = 0; i < CELLS; i++)
        start[i] = goal[i] = next_random(generator) % 4 ? 'o' : '.';
    for (int jump = 0; jump < 2000; jump++) {
        static const int directions[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        const int *d = directions[next_random(generator) % 4];
        int row = (int)(next_random(generator) % ROWS), column = (int)(next_random(generator) % COLUMNS);
        int row2 = row + 2 * d[0], column2 = column + 2 * d[1];
        if (row2 < 0 || row2 >= ROWS || column2 < 0 || column2 >= COLUMNS)
            continue;
        char *a = &goal[row * COLUMNS + column], *b = &goal[(row + d[0]) * COLUMNS + column + d[1]];
        char *c = &goal[row2 * COLUMNS + column2];
        if (*a == 'o' && *b == 'o' && *c == '.')
            *a = *b = '.', *c = 'o';
    }
    if (spoil) {
        char first = goal[0];
        memmove(goal, goal + 1, CELLS - 1);
        goal[CELLS - 1] = first;
    }
    for (int which = 0; which < 2; which++) {
        char *at = drawn[which];
        for (int i = 0; i < CELLS; i++) {
            *at++ = which ? goal[i] : start[i];
            *at++ = i % COLUMNS == COLUMNS - 1 && i < CELLS - 1 ? '/' : ' ';
        }
        *at = '\0';
    }
    snprintf(text, size, "board 4 x 5\npieces o .\nmove any direction: o o . -> . . o\nstart %s\ngoal %s\n", drawn[0],
             drawn[1]);
}

static void graded_puzzles_are_solved_as_breadth_first_search_does(void **state) {
    (void)state;
    uint64_t generator = chosen_seed();
    size_t solved = 0, unsolvable = 0;
    for (int n = 0; n < (SANITIZED ? 20 : 100); n++) {
        char text[512];
        write_pegs(text, sizeof text, &generator, n % 4 == 3);
        fewest_puzzle *puzzle = parse(text);
        fewest_options options = {.size = sizeof options};
        options.algorithm = FEWEST_BFS;
        fewest_answer *sound = solve(puzzle, &options);
        options.algorithm = FEWEST_IDASTAR;
        for (int table = 0; table < 3; table++) {
            options.transpositions = table == 0 ? 0 : UINT64_C(1) << (8 + 4 * table);
            fewest_answer *answer = solve(puzzle, &options);
            expect_same_solution(answer, sound);
            fewest_answer_free(answer);
        }
        solved += fewest_answer_status(sound) == FEWEST_SOLVED;
        unsolvable += fewest_answer_status(sound) == FEWEST_UNSOLVABLE;
        fewest_answer_free(sound);
        fewest_puzzle_free(puzzle);
    }
    assert_true(solved >= 15);
    assert_true(unsolvable >= 1);
}

/* The first shortest path as searching from both ends finds it, for which that needs minutes and gigabytes. */
static void peg_solitaire_is_solved_in_order_and_with_little_memory(void **state) {
    (void)state;
    static const char *const solution[] = {
        "up",   "down",     "down",     "left",     "up@4,4",   "up",        "left@3,6", "down@1,5",
        "up@4,5", "left",   "down@3,7", "right@5,4", "left",    "right@5,2", "up@7,3",   "down@4,3",
        "down@2,3", "left@2,5", "down@1,3", "up",   "left@7,5", "up",        "right@3,1", "up@5,1",
        "left@3,4", "right@3,1", "down", "down",    "left",     "up",        "right"};
    fewest_puzzle *puzzle = fewest_load("peg-solitaire", &error);
    assert_non_null(puzzle);
    fewest_options options = {.size = sizeof options};
    options.limits.threads = 2;
    fewest_answer *answer = solve(puzzle, &options);
    assert_int_equal(fewest_answer_length(answer), sizeof solution / sizeof *solution);
    for (size_t step = 0; step < fewest_answer_length(answer); step++)
        assert_string_equal(fewest_answer_move(answer, 0, step), solution[step]);
    assert_in_range(fewest_answer_statistics(answer)->peak_bytes, 1, 100 << 20);
    assert_non_null(strstr(fewest_answer_reason(answer), "all solutions are equally long"));
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

/* ---- Threads */

static const char far_tiles[] = "board 4 x 4\npieces 1..15 x\nlet t = 1..15\nmove any direction: x t -> t x\n"
                                "start 5 1 3 4 / 2 6 8 12 / 9 14 7 x / 13 10 11 15\n"
                                "goal 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 x\n";

/* Moves that come to the same as others: turns of one side, of opposite sides, with costs, twice the same. What is left out never is in the
 * first solution, which is that of a search that leaves nothing out. */
static void what_comes_to_the_same_is_left_out_in_order(void **state) {
    (void)state;
    static const char *const texts[] = {
        "board 8\npieces 1..8\nmove a: cycle (1 2 3 4)\nmove a3: cycle (4 3 2 1)\nmove a2: cycle (1 3) (2 4)\nmove b: cycle (5 6 7 8)\n"
        "move b3: cycle (8 7 6 5)\nmove c: cycle (2 6)\nmove d: cycle (3 7)\nstart 1 2 3 4 5 6 7 8\ngoal 1 2 3 4 5 6 7 8\n",
        "board 7\npieces 1..7\nmove c, cost 2: cycle (1 3) (2 4)\nmove a: cycle (1 2 3 4)\nmove b, cost 3: cycle (1 2 3 4)\n"
        "move e: cycle (1 4 3 2)\nmove f, cost 2: cycle (4 5 6 7)\nmove g, cost 3: cycle (4 7 6 5)\nmove h, cost 4: cycle (4 6) (5 7)\n"
        "start 1 2 3 4 5 6 7\ngoal 1 2 3 4 5 6 7\n",
        "board 7\npieces 1..7\nmove a: cycle (1 2 3 4)\nmove e: cycle (1 4 3 2)\nmove f: cycle (4 5)\nmove g: cycle (6 7)\n"
        "move h, cost 2: cycle (4 5) (6 7)\nmove i, cost 2: cycle (1 3) (2 4)\nmove j: cycle (5 6)\nstart 1 2 3 4 5 6 7\ngoal 1 2 3 4 5 6 7\n",
        "board 4\npieces g h 1 2 3\nlet s, t, u = 1 2 3\nmove flip, on 1: g -> h\nmove flop, on 1: h -> g\nmove p: cycle (2 3)\nmove q: cycle (3 4)\n"
        "move d, on 1 2 3 4: h s t u -> h u s t\nmove e, on 1 2 3 4: h s t u -> h t u s\nstart g 1 2 3\ngoal g 1 2 3\n",
        "board 6\npieces 1 2 3\nmove z: cycle (5 6)\nmove y: cycle (3 4)\nmove x: cycle (1 2)\nmove x2: cycle (1 2)\nmove w: cycle (1 2) (3 4)\n"
        "move v: cycle (2 3) (4 5)\nmove u: cycle (1 3 5) (2 4 6)\nmove t: cycle (5 3 1) (6 4 2)\nstart 1 2 3 1 2 3\ngoal 1 1 2 2 3 3\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint64_t seed = 1; seed <= 60; seed++) {
            fewest_puzzle *puzzle = parse(texts[i]);
            char *start = fewest_random_state(puzzle, 30, seed, &error);
            assert_true(start && fewest_set_start(puzzle, start, &error));
            fewest_free(start);
            fewest_options options = {.size = sizeof options};
            fewest_answer *sound = solve(puzzle, &options);
            options.algorithm = FEWEST_IDASTAR;
            for (uint64_t table = 0; table <= 1 << 19; table += 1 << 19)
                for (unsigned memory = 0; memory < 2; memory++) {
                    options.bound_memory = memory ? 4000 : FEWEST_ZERO;
                    options.transpositions = table ? table : FEWEST_ZERO;
                    fewest_answer *answer = solve(puzzle, &options);
                    expect_same_solution(answer, sound);
                    fewest_answer_free(answer);
                }
            fewest_answer_free(sound);
            fewest_puzzle_free(puzzle);
        }
}

static void the_solution_is_the_same_on_any_number_of_threads(void **state) {
    (void)state;
    static const struct {
        const char *name, *start;
    } cases[] = {
        {"fifteen", "3 6 2 4 / 5 1 x 8 / 9 7 10 12 / 13 14 11 15"},
        {"tests/puzzles/klotski-small.few", NULL},
        {"tests/puzzles/pancakes-6.few", NULL},
        {"tests/puzzles/sokoban.few", NULL},
        {"tests/puzzles/start-is-goal.few", NULL},
        {"tests/puzzles/cost-within.few", NULL},
        {"tests/puzzles/string-sort.few", NULL},
        {"tests/puzzles/start-any.few", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_puzzle *puzzle = fewest_load(cases[i].name, &error);
        if (!puzzle || (cases[i].start && !fewest_set_start(puzzle, cases[i].start, &error)))
            fail_msg("%s", error.text);
        fewest_options options = {.size = sizeof options};
        fewest_answer *sound = solve(puzzle, &options);
        options.algorithm = FEWEST_IDASTAR;
        options.bound_memory = FEWEST_ZERO;
        for (unsigned threads = 1; threads <= 5; threads += 2)
            for (uint64_t table = 0; table <= 1 << 20; table += 1 << 19) {
                options.limits.threads = threads;
                options.transpositions = FEWEST_EXACTLY(table);
                fewest_answer *answer = solve(puzzle, &options);
                expect_same_solution(answer, sound);
                fewest_answer_free(answer);
            }
        fewest_answer_free(sound);
        fewest_puzzle_free(puzzle);
    }
}

struct witness {
    pthread_t caller;
    unsigned calls, stop_at;
    uint64_t expanded;
    bool elsewhere, backwards;
};

static bool look_on(void *context, const fewest_statistics *so_far) {
    struct witness *witness = context;
    witness->elsewhere |= !pthread_equal(witness->caller, pthread_self());
    witness->backwards |= so_far->expanded < witness->expanded;
    witness->expanded = so_far->expanded;
    return ++witness->calls != witness->stop_at;
}

/* Both would take hours: one of the hardest boards by the distances of tiles alone, and a block that is far from its goal. */
static void limits_and_interrupts_stop_all_threads(void **state) {
    (void)state;
    static const char *const starts[][2] = {{"fifteen", "14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 x"},
                                            {"klotski", "nBBn / uBBu / n[]n / uoou / o..o"}};
    for (unsigned threads = 1; threads <= 4; threads++)
        for (int n = 0; n < 4; n++) {
            const int table = n % 2;
            fewest_puzzle *puzzle = fewest_load(starts[n / 2][0], &error);
            if (!puzzle || !fewest_set_start(puzzle, starts[n / 2][1], &error))
                fail_msg("%s", error.text);
            struct witness witness = {.caller = pthread_self(), .stop_at = 3};
            fewest_options options = {.size = sizeof options};
            options.algorithm = FEWEST_IDASTAR;
            options.limits.threads = threads;
            options.bound_memory = FEWEST_ZERO;
            options.transpositions = table ? 1 << 16 : FEWEST_ZERO;
            options.limits.progress = look_on;
            options.limits.context = &witness;
            fewest_answer *answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_status(answer), FEWEST_INTERRUPTED);
            assert_int_equal(witness.calls, 3);
            assert_false(witness.elsewhere);
            assert_false(witness.backwards);
            fewest_answer_free(answer);
            options.limits.progress = NULL;
            options.limits.seconds = 0.1;
            double before = few_now();
            answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_limit(answer), FEWEST_TIME_LIMIT);
            assert_true(few_now() - before < 20); /* and not for ever */
            fewest_answer_free(answer);
            options.limits.seconds = 0;
            options.limits.depth = 20;
            answer = solve(puzzle, &options);
            assert_int_equal(fewest_answer_limit(answer), FEWEST_DEPTH_LIMIT);
            fewest_answer_free(answer);
            fewest_puzzle_free(puzzle);
        }
}

static void any_allocation_may_fail(void **state) {
    (void)state;
    static const char peg[] = "board 3 x 4\npieces o .\nmove any direction: o o . -> . . o\n"
                              "start o o o o / o o . o / o o o o\ngoal . . . . / . . . . / . o . .\n";
    static const char *const texts[] = {peg, far_tiles};
    for (size_t i = 0; i < 2; i++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = FEWEST_IDASTAR;
            options.bound_memory = FEWEST_ZERO;
            options.transpositions = 1 << 16;
            options.limits.threads = threads;
            fewest_puzzle *whole = parse(texts[i]);
            fewest_answer *sound = solve(whole, &options);
            bool reached = true;
            for (uint64_t n = 1; reached; n++) {
                fewest_puzzle *puzzle = parse(texts[i]);
                puzzle->fail_at = n;
                fewest_answer *answer = solve(puzzle, &options);
                if (fewest_answer_status(answer) != FEWEST_SYSTEM)
                    expect_same_solution(answer, sound);
                reached = atomic_load(&answer->memory.calls) >= n;
                fewest_answer_free(answer);
                fewest_puzzle_free(puzzle);
            }
            fewest_answer_free(sound);
            fewest_puzzle_free(whole);
        }
}

static void a_number_of_states_to_keep_is_not_exceeded(void **state) {
    (void)state;
    fewest_puzzle *puzzle = fewest_load("tests/puzzles/klotski-small.few", &error);
    assert_non_null(puzzle);
    fewest_options options = {.size = sizeof options};
    options.algorithm = FEWEST_IDASTAR;
    for (uint64_t states = 1; states < 2000; states *= 3) {
        options.limits.states = states;
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_length(answer), 10);
        assert_in_range(fewest_answer_statistics(answer)->remembered, 0, states);
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_never_says_more_than_is_true_and_forgets_little),
        cmocka_unit_test(a_table_that_may_not_grow_still_serves),
        cmocka_unit_test(it_is_known_which_puzzles_are_graded),
        cmocka_unit_test(graded_puzzles_are_solved_as_breadth_first_search_does),
        cmocka_unit_test(peg_solitaire_is_solved_in_order_and_with_little_memory),
        cmocka_unit_test(what_comes_to_the_same_is_left_out_in_order),
        cmocka_unit_test(the_solution_is_the_same_on_any_number_of_threads),
        cmocka_unit_test(limits_and_interrupts_stop_all_threads),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(a_number_of_states_to_keep_is_not_exceeded),
    };
    return cmocka_run_group_tests_name("idastar", tests, go_to_source_root, NULL);
}
