/* Limits hold before a search begins: while a text is read, while rules are expanded, while goals are compiled. */
#include "api.h"

#include <fewest/explore.h>
#include <fewest/space.h>
#include <fewest/tables.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/order.h"
#include "base/sort.h"

/* Rules of a million choices each, fifty of them. */
static char *many_choices(void) {
    enum { ROOM = 1 << 14 };
    char *text = malloc(ROOM);
    int at = snprintf(text, ROOM, "board 1 x 8\npieces 0..99\nlet u = 0..99\nlet v = 0..99\nlet w = 0..99\n"
                                  "start 0 1 2 3 4 5 6 7\ngoal 1 1 1 1 1 1 1 1\n");
    for (int i = 0; i < 50; i++)
        at += snprintf(text + at, (size_t)(ROOM - at), "move m%d, at 1,%d: u v w -> v w u where u <= %d\n", i, 1 + i % 5,
                       99 - i / 10);
    return text;
}

/* A text of many goals, some megabytes. */
static char *many_goals(size_t count) {
    static const char head[] = "board 4 x 4\npieces 1..15 .\nlet t = 1..15\nmove any direction: . t -> t .\n"
                               "start 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 . 15\n";
    static const char goal[] = "goal 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 .\n";
    char *text = malloc(sizeof head + count * sizeof goal);
    size_t at = sizeof head - 1;
    memcpy(text, head, at);
    for (size_t i = 0; i < count; i++, at += sizeof goal - 1)
        memcpy(text + at, goal, sizeof goal - 1);
    text[at] = 0;
    return text;
}

static bool refuse(void *context, const fewest_statistics *so_far) {
    unsigned *asked = context;
    (void)so_far;
    ++*asked;
    return false;
}

static void compiling_keeps_to_the_time(void **state) {
    (void)state;
    char *text = many_choices();
    fewest_options options = {.size = sizeof options};
    options.limits.seconds = 0.05;
    fewest_puzzle *puzzle = parse(text);
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    assert_non_null(answer);
    assert_int_equal(fewest_answer_status(answer), FEWEST_LIMIT);
    assert_int_equal(fewest_answer_limit(answer), FEWEST_TIME_LIMIT);
    fewest_answer_free(answer);
    fewest_explore_options to_explore = {.size = sizeof to_explore};
    to_explore.limits.seconds = 0.05;
    assert_null(fewest_explore(puzzle, &to_explore, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_int_equal(error.limit, FEWEST_TIME_LIMIT);
    assert_null(fewest_graph_around(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_false(fewest_tabulate(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    fewest_generate_options generate = {.size = sizeof generate};
    generate.limits.seconds = 0.05;
    assert_null(fewest_generate(puzzle, &generate, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    fewest_puzzle_free(puzzle);
    free(text);
}

/* Rules of a million choices each, none of which `where` allows: nothing is made, so that only the trying takes time. */
static char *refused_choices(const char *head) {
    enum { ROOM = 1 << 12, RULES = 12 };
    char *text = malloc(ROOM);
    int at = snprintf(text, ROOM, "%s\npieces 0..9\nlet a, b, c, d, e, f = 0..9\nstart 1 2 3 4 5 6\ngoal 6 5 4 3 2 1\n", head);
    for (int i = 0; i < RULES; i++)
        at += snprintf(text + at, (size_t)(ROOM - at), "move m%d: a b c d e f -> b c d e f a where a+b+c+d+e+f < 0\n", i);
    return text;
}

/* The clock was read only for choices that were allowed: these puzzles were called unsolvable, long after the limit. */
static void refused_choices_keep_to_the_time(void **state) {
    (void)state;
    static const char *const heads[] = {"board 6", "string 6"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char *text = refused_choices(heads[i]);
        size_t step;
        fewest_limits limits = {.seconds = 0.01};
        fewest_puzzle *puzzle = fewest_parse_within(text, strlen(text), "text", &limits, &error);
        assert_non_null(puzzle);
        fewest_options options = {.size = sizeof options, .limits = limits};
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        assert_non_null(answer);
        assert_int_equal(fewest_answer_status(answer), FEWEST_LIMIT);
        assert_int_equal(fewest_answer_limit(answer), FEWEST_TIME_LIMIT);
        fewest_answer_free(answer);
        fewest_explore_options to_explore = {.size = sizeof to_explore, .limits = limits};
        assert_null(fewest_explore(puzzle, &to_explore, &error));
        assert_int_equal(error.limit, FEWEST_TIME_LIMIT);
        assert_int_equal(fewest_check(puzzle, NULL, 0, &step, NULL, &error), FEWEST_CANNOT_CHECK);
        assert_int_equal(error.limit, FEWEST_TIME_LIMIT);
        if (i == 0) { /* a cell is placed by what moves, which the rules tell */
            assert_false(fewest_set_start(puzzle, "1,1", &error));
            assert_int_equal(error.limit, FEWEST_TIME_LIMIT);
        }
        fewest_puzzle_free(puzzle);
        free(text);
    }
}

static void compiling_keeps_to_the_memory(void **state) {
    (void)state;
    char *text = many_choices();
    fewest_options options = {.size = sizeof options};
    options.limits.memory = 4 << 20;
    fewest_puzzle *puzzle = parse(text);
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    assert_non_null(answer);
    assert_int_equal(fewest_answer_status(answer), FEWEST_LIMIT);
    assert_int_equal(fewest_answer_limit(answer), FEWEST_MEMORY_LIMIT);
    assert_true(fewest_answer_statistics(answer)->peak_bytes <= options.limits.memory);
    fewest_answer_free(answer);
    fewest_explore_options to_explore = {.size = sizeof to_explore};
    to_explore.limits.memory = options.limits.memory;
    assert_null(fewest_explore(puzzle, &to_explore, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_int_equal(error.limit, FEWEST_MEMORY_LIMIT);
    fewest_puzzle_free(puzzle);
    free(text);
}

static void compiling_can_be_interrupted(void **state) {
    (void)state;
    char *text = many_choices();
    unsigned asked = 0;
    fewest_options options = {.size = sizeof options};
    options.limits.progress = refuse;
    options.limits.context = &asked;
    fewest_puzzle *puzzle = parse(text);
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    assert_non_null(answer);
    assert_int_equal(fewest_answer_status(answer), FEWEST_INTERRUPTED);
    assert_int_equal(asked, 1);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    free(text);
}

/* Calls without options of their own have those of the load. */
static void a_puzzle_keeps_its_limits(void **state) {
    (void)state;
    char *text = many_choices();
    size_t step;
    fewest_limits limits = {0};
    limits.seconds = 0.05;
    fewest_puzzle *puzzle = fewest_parse_within(text, strlen(text), "text", &limits, &error);
    assert_non_null(puzzle);
    assert_null(fewest_random_state(puzzle, 10, 1, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_int_equal(error.limit, FEWEST_TIME_LIMIT);
    assert_int_equal(fewest_check(puzzle, NULL, 0, &step, NULL, &error), FEWEST_CANNOT_CHECK);
    assert_int_equal(error.status, FEWEST_LIMIT);
    char fingerprint[33];
    assert_false(fewest_fingerprint(puzzle, fingerprint, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    fewest_puzzle_free(puzzle);
    free(text);
}

static void reading_keeps_to_its_limits(void **state) {
    (void)state;
    char *text = many_goals(100000);
    const size_t length = strlen(text);
    fewest_limits limits = {0};
    limits.memory = 1 << 20;
    assert_null(fewest_parse_within(text, length, "text", &limits, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_int_equal(error.limit, FEWEST_MEMORY_LIMIT);
    limits.memory = 0;
    limits.seconds = 1e-6;
    assert_null(fewest_parse_within(text, length, "text", &limits, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_int_equal(error.limit, FEWEST_TIME_LIMIT);
    free(text);
}

/* A file is read into the budget, too: one that is nothing but long. */
static void files_keep_to_their_limits(void **state) {
    (void)state;
    const char *folder = getenv("TMPDIR");
    char path[4096], name[32];
    snprintf(path, sizeof path, "%s/fewest-limits-XXXXXX", folder && *folder ? folder : "/tmp");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    unlink(path); /* so that nothing is left of it, however this ends */
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    FILE *file = fdopen(descriptor, "w");
    fputs("board 2\npieces a b\nmove a b -> b a\nstart a b\ngoal b a\n", file);
    for (int i = 0; i < 1 << 16; i++)
        fputs("; a comment that nobody reads, of sixty-four bytes, or just so\n", file);
    assert_int_equal(fflush(file), 0);
    fewest_limits limits = {0};
    limits.memory = 1 << 20;
    assert_null(fewest_load_within(name, &limits, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    assert_int_equal(error.limit, FEWEST_MEMORY_LIMIT);
    limits.memory = 64 << 20;
    fewest_puzzle *puzzle = fewest_load_within(name, &limits, &error);
    assert_non_null(puzzle);
    fewest_puzzle_free(puzzle);
    fclose(file);
}

/* After a goal that was too much, the puzzle is as it was. */
static void a_refused_goal_changes_nothing(void **state) {
    (void)state;
    static const char line[] = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 .";
    fewest_limits limits = {0};
    limits.memory = 1 << 20;
    char *text = many_goals(1);
    fewest_puzzle *puzzle = fewest_parse_within(text, strlen(text), "text", &limits, &error);
    assert_non_null(puzzle);
    enum { BLANKS = 4 << 20 };
    char *goal = malloc(BLANKS + sizeof line);
    memset(goal, ' ', BLANKS);
    memcpy(goal + BLANKS, line, sizeof line);
    assert_false(fewest_set_goal(puzzle, goal, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    fewest_answer *answer = solve(puzzle, NULL);
    assert_int_equal(fewest_answer_length(answer), 1);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    free(goal);
    free(text);
}

/* Each goal was tested against all, and the list sorted anew behind each: a hundred million steps here. What is listed
 * is the same. */
static void many_goals_are_listed_once(void **state) {
    (void)state;
    char *text = many_goals(10000);
    fewest_puzzle *puzzle = parse(text);
    fewest_explore_options to_explore = {.size = sizeof to_explore};
    to_explore.from_goal = true;
    to_explore.limits.depth = 1;
    fewest_exploration *explored = fewest_explore(puzzle, &to_explore, &error);
    assert_non_null(explored);
    assert_int_equal(fewest_exploration_layer(explored, 0), 1);
    assert_int_equal(fewest_exploration_layer(explored, 1), 2);
    fewest_exploration_free(explored);
    fewest_puzzle_free(puzzle);
    free(text);
}

/* Six robots that slide until they are stopped: 127,512,000 arrangements, of which 3,541 are reached. */
static const char sliders[] = "board 5 x 5\npieces a b c d e f .\nlet r = a b c d e f\nlet s = a b c d e f\n"
                              "move any direction: r . s -> . r s\nmove any direction: r . . s -> . . r s\n"
                              "move any direction: r . . . s -> . . . r s\n"
                              "start a . . . b / . . . . . / . . c . . / . . . . . / f . d . e\n"
                              "goal _ _ _ _ _ / _ _ _ _ _ / _ _ a _ _ / _ _ _ _ _ / _ _ _ _ _\n";

static void memory_goes_by_what_is_reached(void **state) {
    (void)state;
    enum { LITTLE = 8 << 20 }; /* a table of all arrangements has 32 or 128 MB */
    fewest_puzzle *puzzle = parse(sliders);
    fewest_exploration *explored = fewest_explore(puzzle, NULL, &error);
    assert_non_null(explored);
    assert_int_equal(fewest_exploration_states(explored), 3541);
    assert_true(fewest_exploration_statistics(explored)->peak_bytes < LITTLE);
    fewest_exploration_free(explored);
    static const fewest_remember stores[] = {FEWEST_REMEMBER_AUTO, FEWEST_REMEMBER_RANK, FEWEST_REMEMBER_HASH};
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        fewest_options options = {.size = sizeof options};
        options.algorithm = FEWEST_BFS;
        options.remember = stores[i];
        fewest_answer *answer = solve(puzzle, &options);
        assert_int_equal(fewest_answer_length(answer), 11);
        assert_true(fewest_answer_statistics(answer)->peak_bytes < LITTLE);
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

/* Where many are reached, they move from the hash table to one by rank, and the answer is the same. */
static void a_table_is_taken_once_it_pays(void **state) {
    (void)state;
    fewest_puzzle *puzzle = fewest_load("tiles-3x4", &error);
    assert_non_null(puzzle);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        char *start = fewest_random_state(puzzle, 24, seed, &error);
        assert_non_null(start);
        assert_true(fewest_set_start(puzzle, start, &error));
        fewest_free(start);
        fewest_options options = {.size = sizeof options};
        options.algorithm = FEWEST_BFS;
        options.all = true;
        fewest_answer *by_rank = solve(puzzle, &options);
        options.remember = FEWEST_REMEMBER_HASH;
        fewest_answer *by_hash = solve(puzzle, &options);
        assert_int_equal(fewest_answer_length(by_rank), fewest_answer_length(by_hash));
        assert_int_equal(fewest_answer_solutions(by_rank), fewest_answer_solutions(by_hash));
        const fewest_statistics *statistics = fewest_answer_statistics(by_rank);
        assert_int_equal(statistics->remembered, fewest_answer_statistics(by_hash)->remembered);
        if (statistics->remembered > 100000)
            assert_string_not_equal(statistics->store, "hash table");
        fewest_answer_free(by_rank);
        fewest_answer_free(by_hash);
    }
    fewest_puzzle_free(puzzle);
}

struct item {
    uint32_t key, place;
};

static int by_key(const void *a, const void *b, void *context) {
    const struct item *x = a, *y = b;
    assert_non_null(context);
    return (x->key > y->key) - (x->key < y->key);
}

static void assert_sorted(const struct item *items, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        assert_true(items[i - 1].key < items[i].key ||
                    (items[i - 1].key == items[i].key && items[i - 1].place < items[i].place));
}

static void sorting_is_stable(void **state) {
    (void)state;
    enum { MOST = 1000 };
    struct item items[MOST];
    struct few_memory memory;
    few_memory_init(&memory, 1 << 20);
    for (uint32_t count = 0; count < MOST; count += 1 + count / 10) {
        struct item others[MOST];
        for (uint32_t i = 0; i < count; i++)
            others[i] = items[i] = (struct item){(i * 7919 + count) % 37, i};
        assert_true(few_sort(&memory, items, count, sizeof *items, by_key, &memory));
        assert_sorted(items, count);
        few_order_plain(others, count, sizeof *others, by_key, &memory);
        assert_sorted(others, count);
        assert_memory_equal(items, others, count * sizeof *items);
    }
    assert_int_equal(atomic_load(&memory.used), 0);
    struct few_stopper stopper = {.stopped = FEW_STOP_ASKED};
    memory.stopper = &stopper;
    assert_false(few_sort(&memory, items, MOST, sizeof *items, by_key, &memory));
}

/* Boards of eight and eight, of which two meet the goal: they are tried one after the other, and nothing is allocated. */
static void goals_are_listed_while_the_clock_is_looked_at(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board 4 x 4\npieces a b\nmove any direction: a b -> b a\n"
                                  "start a a a a / a a a a / b b b b / b b b b\ngoal nowhere, any direction: a a\n");
    assert_true(few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, NULL));
    uint64_t *goals;
    size_t count, room;
    enum few_goal_list result;
    for (int late = 0; late < 2; late++) {
        struct few_watch watch = {.memory = &puzzle->memory, .deadline = late ? 1e-9 : 0};
        const enum few_end end = few_model_goals_within(puzzle->model, &watch, 4096, &goals, &count, &room, &result);
        assert_int_equal(end, late ? FEW_TIME_LIMIT : FEW_RUNNING);
        assert_int_equal(result, late ? FEW_GOALS_LABORIOUS : FEW_GOALS_LISTED);
        assert_int_equal(count, late ? 0 : 2);
        few_free(&puzzle->memory, goals, room * sizeof *goals);
        assert_null(puzzle->memory.stopper);
    }
    fewest_puzzle_free(puzzle);
}

/* Each would take all there is otherwise, or for ever. */
static void calls_with_null_for_options_keep_to_the_limits_of_the_puzzle(void **state) {
    (void)state;
    fewest_limits limits = {0};
    limits.memory = 3 << 20;
    for (int later = 0; later < 2; later++) {
        fewest_puzzle *puzzle = fewest_load_within("fifteen", later ? NULL : &limits, &error);
        assert_non_null(puzzle);
        if (later)
            assert_true(fewest_set_limits(puzzle, &limits, &error));
        assert_true(fewest_set_start(puzzle, "15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 x", &error));
        fewest_exploration *explored = fewest_explore(puzzle, NULL, &error);
        assert_non_null(explored);
        assert_int_equal(fewest_exploration_limit(explored), FEWEST_MEMORY_LIMIT);
        assert_true(fewest_exploration_statistics(explored)->peak_bytes <= limits.memory);
        fewest_exploration_free(explored);
        fewest_bound_check check;
        assert_false(fewest_check_bound(puzzle, NULL, &check, NULL, &error));
        assert_int_equal(error.limit, FEWEST_MEMORY_LIMIT);
        assert_null(fewest_graph_around(puzzle, NULL, &error));
        assert_int_equal(error.status, FEWEST_LIMIT);
        assert_false(fewest_tabulate(puzzle, NULL, &error));
        assert_int_equal(error.status, FEWEST_LIMIT);
        assert_false(fewest_table_build(puzzle, FEWEST_TABLE_DISTANCES, NULL, "/dev/null/none", &error));
        fewest_puzzle_free(puzzle);
    }
    /* Searching, of a puzzle that searches from both ends find too large. */
    fewest_puzzle *puzzle = fewest_load_within("tiles-5x5", &limits, &error);
    limits = (fewest_limits){0};
    unsigned asked = 0;
    limits.progress = refuse;
    limits.context = &asked;
    assert_true(fewest_set_limits(puzzle, &limits, &error));
    char *start = fewest_random_state(puzzle, 10000, 7, &error);
    assert_true(start && fewest_set_start(puzzle, start, &error));
    fewest_answer *answer = fewest_solve(puzzle, NULL, &error);
    assert_int_equal(fewest_answer_status(answer), FEWEST_INTERRUPTED);
    assert_true(asked > 0);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    fewest_free(start);

    char *text = many_choices();
    limits = (fewest_limits){0};
    limits.seconds = 0.05;
    puzzle = fewest_parse_within(text, strlen(text), NULL, &limits, &error);
    assert_null(fewest_generate(puzzle, NULL, &error));
    assert_int_equal(error.limit, FEWEST_TIME_LIMIT);
    fewest_puzzle_free(puzzle);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiling_keeps_to_the_time),   cmocka_unit_test(refused_choices_keep_to_the_time), cmocka_unit_test(compiling_keeps_to_the_memory),
        cmocka_unit_test(compiling_can_be_interrupted),  cmocka_unit_test(a_puzzle_keeps_its_limits),
        cmocka_unit_test(reading_keeps_to_its_limits),   cmocka_unit_test(files_keep_to_their_limits),
        cmocka_unit_test(a_refused_goal_changes_nothing), cmocka_unit_test(many_goals_are_listed_once),
        cmocka_unit_test(sorting_is_stable),             cmocka_unit_test(memory_goes_by_what_is_reached),
        cmocka_unit_test(a_table_is_taken_once_it_pays),
        cmocka_unit_test(calls_with_null_for_options_keep_to_the_limits_of_the_puzzle),
        cmocka_unit_test(goals_are_listed_while_the_clock_is_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
