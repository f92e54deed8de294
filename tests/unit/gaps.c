/* Bounds by gaps: which pairs of cells are neighbours is found from the rules, and what is counted is what one would count by hand.
 * That no such bound is too high is seen in bound.c, that its searches agree with the others in agree.c. */
#include "corpus.h"

#include "build/build.h"

enum { ROUNDS = 200 };

struct made {
    struct subject subject;
    struct few_memory memory;
    struct few_gaps *gaps;
};

/* On a board of different pieces. */
static void open_gaps(struct made *made, const char *path) {
    uint32_t contents[256];
    for (uint32_t v = 0; v < 256; v++)
        contents[v] = 1;
    subject_open(&made->subject, path);
    few_memory_init(&made->memory, (size_t)1 << 28);
    assert_true(few_build_gaps(&made->memory, (const struct few_rule_space *)made->subject.space, contents, &made->gaps));
}

static void close_gaps(struct made *made) {
    few_bound_free(made->gaps ? &made->gaps->bound : NULL);
    assert_int_equal(atomic_load(&made->memory.used), 0);
    subject_close(&made->subject);
}

static void shuffle(uint16_t *values, uint32_t count, uint64_t *random) {
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t other = (uint32_t)(next_random(random) % i);
        const uint16_t value = values[i - 1];
        values[i - 1] = values[other];
        values[other] = value;
    }
}

static uint32_t bound_of(const struct made *made, const uint16_t *values, uint32_t count) {
    const struct few_space *space = made->subject.space;
    uint64_t state[FEW_MAX_WORDS];
    uint32_t bound;
    assert_true(space->run->write(space, values, count, state));
    few_bound_look_up(&made->gaps->bound, state, 1, &bound);
    return bound;
}

static void pancakes_have_the_gaps_that_one_sees(void **state) {
    (void)state;
    static const uint32_t heights[] = {6, 8, 20, 61};
    uint64_t random = 3;
    for (size_t h = 0; h < sizeof heights / sizeof *heights; h++) {
        const uint32_t count = heights[h];
        uint16_t stack[64];
        char name[32];
        struct made made;
        snprintf(name, sizeof name, "pancake-%u", count);
        open_gaps(&made, name);
        assert_non_null(made.gaps);
        assert_int_equal(made.gaps->pair_count, count); /* with the plate */
        assert_int_equal(made.gaps->drop, 1);
        assert_int_equal(made.gaps->move_count, count - 1);
        for (uint32_t i = 0; i < count; i++)
            stack[i] = (uint16_t)i;
        assert_int_equal(bound_of(&made, stack, count), 0);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            shuffle(stack, count, &random);
            uint32_t expected = stack[count - 1] != count - 1;
            for (uint32_t i = 1; i < count; i++)
                expected += stack[i] != stack[i - 1] + 1 && stack[i] + 1 != stack[i - 1];
            assert_int_equal(bound_of(&made, stack, count), expected);
        }
        close_gaps(&made);
    }
}

/* Every move is undone by itself, and is known to be. */
static void a_flip_undoes_itself(void **state) {
    (void)state;
    struct made made;
    open_gaps(&made, "pancake-9");
    for (uint32_t n = 0; n < made.gaps->move_count; n++) {
        assert_int_equal(made.gaps->moves[n].undone_by, n);
        assert_int_equal(made.gaps->moves[n].before, 1);
        assert_int_equal(made.gaps->moves[n].after, 1);
        assert_int_equal(made.gaps->moves[n].carries, (n + 2) / 2 * 2);
    }
    close_gaps(&made);
}

/* Shifting a ring separates none of its pairs, the turnstile two; what lies in two places by itself, it may separate as well. */
static void topspin_separates_two_pairs(void **state) {
    (void)state;
    struct made made;
    open_gaps(&made, "topspin-9-4");
    assert_non_null(made.gaps);
    assert_int_equal(made.gaps->drop, 2);
    assert_int_equal(made.gaps->pair_count, 11);
    assert_int_equal(made.gaps->moves[0].undone_by, 1);
    assert_int_equal(made.gaps->moves[1].undone_by, 0);
    close_gaps(&made);
}

/* No move turns a ring round: 2 behind 1 is another pair than 1 behind 2. */
static void the_order_counts_where_no_move_changes_it(void **state) {
    (void)state;
    static const uint16_t forwards[] = {3, 3, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3}, backwards[] = {3, 3, 2, 1, 0, 3, 3, 3, 3, 3, 3, 3};
    struct made made;
    open_gaps(&made, "tests/puzzles/two-rings.few");
    assert_non_null(made.gaps);
    const uint32_t least = bound_of(&made, forwards, 12);
    assert_int_equal(bound_of(&made, backwards, 12) > least, true);
    close_gaps(&made);
}

static void sliding_puzzles_have_none(void **state) {
    (void)state;
    static const char *const names[] = {"eight", "fifteen", "tiles-4x5", "tests/puzzles/tiles-two-blanks.few"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct made made;
        open_gaps(&made, names[i]);
        assert_null(made.gaps);
        close_gaps(&made);
    }
}

static void no_failing_allocation_leaves_anything_behind(void **state) {
    (void)state;
    uint32_t contents[256] = {0};
    struct subject subject;
    bool made = false;
    subject_open(&subject, "pancake-6");
    for (uint64_t at = 1; !made && at < 1000; at++) {
        struct few_memory memory;
        struct few_gaps *gaps;
        few_memory_init(&memory, (size_t)1 << 28);
        memory.fail_at = at;
        made = few_build_gaps(&memory, (const struct few_rule_space *)subject.space, contents, &gaps);
        assert_true(made == (gaps != NULL));
        few_bound_free(gaps ? &gaps->bound : NULL);
        assert_int_equal(atomic_load(&memory.used), 0);
    }
    assert_true(made);
    subject_close(&subject);
}

/* Lengths by breadth-first search, and by IDA* with and without a table, with threads. */
static void stacks_are_solved_alike(void **state) {
    (void)state;
    enum { COUNT = 8 };
    fewest_error error;
    fewest_puzzle *puzzle = fewest_load("pancake-8", &error);
    assert_non_null(puzzle);
    uint16_t stack[COUNT] = {0, 1, 2, 3, 4, 5, 6, 7};
    uint64_t random = 11;
    for (uint32_t round = 0; round < (SANITIZED ? 10 : 60); round++) {
        char text[4 * COUNT] = "";
        size_t length = 0;
        shuffle(stack, COUNT, &random);
        for (uint32_t i = 0; i < COUNT; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%u ", stack[i] + 1u);
        assert_true(fewest_set_start(puzzle, text, &error));
        for (uint32_t way = 0; way < 5; way++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = way == 0 ? FEWEST_BFS : way == 4 ? FEWEST_ASTAR : FEWEST_IDASTAR;
            options.bound_memory = FEWEST_ZERO;
            options.transpositions = way == 2 ? 1 << 16 : FEWEST_ZERO;
            options.limits.threads = way == 3 ? 2 : 1;
            fewest_answer *answer = fewest_solve(puzzle, &options, &error);
            assert_non_null(answer);
            assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
            if (way == 0)
                length = fewest_answer_length(answer);
            assert_int_equal(fewest_answer_length(answer), length);
            fewest_answer_free(answer);
        }
    }
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pancakes_have_the_gaps_that_one_sees),
        cmocka_unit_test(a_flip_undoes_itself),
        cmocka_unit_test(topspin_separates_two_pairs),
        cmocka_unit_test(the_order_counts_where_no_move_changes_it),
        cmocka_unit_test(sliding_puzzles_have_none),
        cmocka_unit_test(no_failing_allocation_leaves_anything_behind),
        cmocka_unit_test(stacks_are_solved_alike),
    };
    return cmocka_run_group_tests(tests, go_to_source_root, NULL);
}
