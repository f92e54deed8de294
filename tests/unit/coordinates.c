/* Coordinates are those of the states that can be reached: each state has one value of each, values change by tables as the state
 * does by its moves, and explorations by them find what those by hash find. */
#include "wreaths.h"

#include "api/exploration.h"
#include "facts/coordinates.h"

#include <fewest/explore.h>

enum { MOST_STATES = SANITIZED ? 5000 : 60000, KEPT = 7 };

/* ---- Explorations */

struct totals {
    size_t puzzles, several, dense, refused;
};

static fewest_exploration *explore(fewest_puzzle *puzzle, fewest_method method, uint64_t threads, bool from_goal, fewest_error *error) {
    fewest_explore_options options = {.size = sizeof options, .method = method, .hardest = KEPT, .from_goal = from_goal};
    options.limits.threads = threads;
    options.limits.states = method == FEWEST_METHOD_HASH ? MOST_STATES : 0;
    return fewest_explore(puzzle, &options, error);
}

static void assert_same(const char *text, const fewest_exploration *a, const fewest_exploration *b) {
    bool same = fewest_exploration_layers(a) == fewest_exploration_layers(b) &&
                fewest_exploration_hardest(a) == fewest_exploration_hardest(b) &&
                fewest_exploration_statistics(a)->generated == fewest_exploration_statistics(b)->generated &&
                fewest_exploration_statistics(a)->expanded == fewest_exploration_statistics(b)->expanded;
    for (size_t d = 0; same && d < fewest_exploration_layers(a); d++)
        same = fewest_exploration_layer(a, d) == fewest_exploration_layer(b, d);
    for (size_t i = 0; same && i < fewest_exploration_hardest(a); i++)
        same = strcmp(fewest_exploration_state(a, i), fewest_exploration_state(b, i)) == 0;
    if (!same)
        fail_msg("explored by hash and by coordinates this is not the same:\n%s", text);
}

/* The values of a state, as one number. */
static uint64_t number_of(const struct few_coordinates *all, const uint32_t *values) {
    uint64_t number = 0;
    for (uint32_t n = 0; n < all->count; n++)
        number = number * all->coordinate[n].values + values[n];
    return number;
}

static void values_of(const struct few_coordinates *all, uint64_t number, uint32_t *values) {
    for (uint32_t n = all->count; n-- > 0; number /= all->coordinate[n].values)
        values[n] = (uint32_t)(number % all->coordinate[n].values);
}

/* Behind each move of these values is a state that a move of the puzzle leads to, and there is no other. Notes the numbers of these. */
static void try_moves(struct subject *subject, const struct few_coordinates *all, uint64_t number, uint64_t *numbers) {
    const size_t words = subject->space->words, size = words * sizeof(uint64_t);
    uint64_t here[FEW_MAX_WORDS], there[FEW_MAX_WORDS];
    uint32_t values[FEW_MOST_COORDINATES], next[FEW_MOST_COORDINATES];
    values_of(all, number, values);
    assert_true(few_coordinates_state(all, values, here));
    const size_t made = subject->space->run->successors(subject->space, here, 1, subject->next, subject->steps);
    bool *met = calloc(made + 1, sizeof *met);
    for (uint32_t m = 0; m < all->moves; m++) {
        for (uint32_t n = 0; n < all->count; n++) {
            const struct few_coordinate *coordinate = &all->coordinate[n];
            next[n] = 0; /* where the move comes from these values */
            while (few_coordinate_from(coordinate, m)[next[n]] != values[n])
                assert_true(++next[n] < coordinate->values);
            if (n + 1 == all->count)
                assert_int_equal(few_column_to(all, m)[values[n]], next[n]);
        }
        assert_true(few_coordinates_state(all, next, there));
        bool found = memcmp(here, there, size) == 0;
        assert_int_equal(found, number_of(all, next) == number);
        for (size_t k = 0; k < made; k++)
            if (memcmp(subject->next + k * words, there, size) == 0)
                met[k] = found = true;
        assert_true(found);
        numbers[m] = number_of(all, next);
    }
    for (size_t k = 0; k < made; k++)
        assert_true(met[k]);
    free(met);
}

static int compare_states(const void *a, const void *b) {
    return memcmp(a, b, sizeof(uint64_t) * 4);
}

/* All combinations of values that moves lead to are as many as said, and no two are the same state. */
static void close_coordinates(struct subject *subject, const struct few_coordinates *all) {
    uint8_t *seen = calloc(all->product, 1);
    uint64_t *queue = calloc(all->states + 1, sizeof *queue), numbers[FEW_COORDINATE_MOVES];
    uint64_t (*states)[4] = calloc(all->states, sizeof *states);
    uint64_t known = 1;
    assert_true(subject->space->words <= 4);
    seen[0] = 1;
    for (uint64_t n = 0; n < known; n++) {
        uint32_t values[FEW_MOST_COORDINATES];
        try_moves(subject, all, queue[n], numbers);
        for (uint32_t m = 0; m < all->moves; m++)
            if (!seen[numbers[m]]) {
                seen[numbers[m]] = 1;
                assert_true(known < all->states);
                queue[known++] = numbers[m];
            }
        values_of(all, queue[n], values);
        assert_true(few_coordinates_state(all, values, states[n]));
    }
    assert_int_equal(known, all->states);
    assert_memory_equal(states[0], subject->starts, subject->space->words * sizeof(uint64_t));
    qsort(states, known, sizeof *states, compare_states);
    for (uint64_t n = 1; n < known; n++)
        assert_true(compare_states(states[n - 1], states[n]) != 0);
    free(seen);
    free(queue);
    free(states);
}

static struct few_coordinates *coordinates_of(struct subject *subject, struct few_memory *memory, const char **why) {
    struct few_coordinates_wish wish = {.most = UINT64_MAX, .ratio = UINT64_MAX};
    if (subject->space->keep->orbit)
        subject->space->keep->orbit(subject->space, memory, subject->starts, &wish);
    *why = wish.why;
    return wish.found;
}

static void look_inside(struct subject *subject, struct totals *totals) {
    const char *why;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct few_coordinates *all = coordinates_of(subject, &memory, &why);
    assert_non_null(all);
    totals->several += all->count > 1;
    totals->dense += all->product == all->states;
    if (all->states <= (SANITIZED ? 500 : 3000) && all->product < 1 << 24)
        close_coordinates(subject, all);
    few_coordinates_free(all);
    assert_int_equal(atomic_load(&memory.used), 0);
}

/* false: there are no coordinates. */
static bool compare_from(struct subject *subject, const char *text, bool from_goal, struct totals *totals) {
    fewest_error error;
    fewest_exploration *by_hash = NULL;
    for (uint64_t threads = 1; threads <= 2; threads++) {
        fewest_exploration *other = explore(subject->puzzle, FEWEST_METHOD_COORDINATES, threads, from_goal, &error);
        if (!other && error.status == FEWEST_INVALID && strstr(error.message, "cannot be explored by coordinates: ")) {
            totals->refused++;
            return false;
        }
        if (!other)
            fail_msg("%s\n%s", error.text, text);
        assert_int_equal(fewest_exploration_method(other), FEWEST_METHOD_COORDINATES);
        if (!by_hash)
            by_hash = explore(subject->puzzle, FEWEST_METHOD_HASH, 1, from_goal, &error);
        assert_non_null(by_hash);
        if (fewest_exploration_status(by_hash) == FEWEST_SOLVED) {
            assert_same(text, by_hash, other);
            totals->puzzles++;
        }
        fewest_exploration_free(other);
    }
    fewest_exploration_free(by_hash);
    return true;
}

static void compare(struct subject *subject, const char *text, struct totals *totals) {
    if (!compare_from(subject, text, false, totals))
        return;
    look_inside(subject, totals);
    compare_from(subject, text, true, totals);
}

static void explorations_by_coordinates_are_those_by_hash(void **state) {
    (void)state;
    struct totals totals = {0};
    generator = chosen_seed();
    print_message("# FEWEST_SEED=%llu\n", (unsigned long long)generator);
    for (int round = 0; round < (SANITIZED ? 150 : 300); round++) {
        char path[] = "/tmp/fewest-coordinates-XXXXXX", text[TEXT];
        struct subject subject;
        write_puzzle(text);
        open_text(&subject, path, text);
        compare(&subject, text, &totals);
        subject_close(&subject);
        unlink(path);
    }
    print_message("# %zu explorations; %zu with several coordinates, %zu dense; %zu refused\n", totals.puzzles, totals.several,
                  totals.dense, totals.refused);
    assert_true(totals.puzzles >= (SANITIZED ? 200 : 500));
    assert_true(totals.several >= (SANITIZED ? 20 : 60));
    assert_true(totals.dense >= (SANITIZED ? 50 : 120));
}

static void compare_subject(struct subject *subject, void *context) {
    compare(subject, subject->path, context);
}

static void explorations_of_puzzle_files_are_those_by_hash(void **state) {
    (void)state;
    struct totals totals = {0};
    each_puzzle("puzzles/*.few", compare_subject, &totals);
    each_puzzle("tests/puzzles/*.few", compare_subject, &totals);
    print_message("# %zu explorations, %zu refused\n", totals.puzzles, totals.refused);
    assert_true(totals.puzzles >= 10);
    assert_true(totals.refused >= 100);
}

/* ---- Known ones */

static void a_cube_is_a_permutation_and_an_orientation(void **state) {
    (void)state;
    struct few_memory memory;
    struct subject subject;
    const char *why;
    few_memory_init(&memory, SIZE_MAX / 2);
    subject_open(&subject, "pocket-cube");
    struct few_coordinates *all = coordinates_of(&subject, &memory, &why);
    assert_non_null(all);
    assert_int_equal(all->count, 2);
    assert_int_equal(all->coordinate[0].values, 729);
    assert_int_equal(all->coordinate[1].values, 5040);
    assert_int_equal(all->states, 3674160);
    assert_int_equal(all->product, 3674160);
    few_coordinates_free(all);
    subject_close(&subject);
}

/* The 2 x 2 x 2 cube with the same colour on opposite faces: four corners are alike, and the other four. */
static void corners_that_are_alike_have_places_and_turns(void **state) {
    (void)state;
    static const char text[] = "board   24\npieces  W R G\n"
                               "move    R: cycle (1 8 10 5) (2 9 11 6) (3 7 12 4)\n"
                               "move    F: cycle (7 11 22 20) (8 12 23 21) (9 10 24 19)\n"
                               "move    U: cycle (1 13 19 7) (2 14 20 8) (3 15 21 9)\n"
                               "move    D: cycle (4 16 22 10) (5 17 23 11) (6 18 24 12)\n"
                               "start   WRG WGR WGR WRG WGR WRG WRG WGR\n";
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(text, strlen(text), NULL, &error);
    assert_non_null(puzzle);
    const fewest_explore_options options = {.size = sizeof options, .method = FEWEST_METHOD_HASH};
    fewest_exploration *by_hash = fewest_explore(puzzle, &options, &error);
    fewest_exploration *found = explore(puzzle, FEWEST_METHOD_COORDINATES, 1, false, &error);
    if (!by_hash || !found)
        fail_msg("%s", error.message);
    assert_int_equal(fewest_exploration_states(found), 70 * 2187);
    assert_int_equal(fewest_exploration_layers(found), fewest_exploration_layers(by_hash));
    for (size_t depth = 0; depth < fewest_exploration_layers(found); depth++)
        assert_int_equal(fewest_exploration_layer(found, depth), fewest_exploration_layer(by_hash, depth));
    fewest_exploration_free(by_hash);
    fewest_exploration_free(found);
    fewest_puzzle_free(puzzle);
}

static void what_has_no_coordinates_is_refused_by_name(void **state) {
    (void)state;
    static const struct {
        const char *path, *why;
    } puzzles[] = {
        {"eight", "does more than to permute"},
        {"strings", "not rules for a board"},
        {"lights-out-3x3", "does more than to permute"},
        {"topspin-10-4", "has too many arrangements"},
    };
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        fewest_error error;
        fewest_puzzle *puzzle = fewest_load(puzzles[i].path, &error);
        assert_non_null(puzzle);
        assert_null(explore(puzzle, FEWEST_METHOD_COORDINATES, 1, false, &error));
        assert_int_equal(error.status, FEWEST_INVALID);
        if (!strstr(error.message, puzzles[i].why))
            fail_msg("%s: %s", puzzles[i].path, error.message);
        fewest_puzzle_free(puzzle);
    }
}

/* ---- Limits */

struct trial {
    unsigned threads;
    size_t budget;
    uint64_t fail_at, max_states, max_depth;
    bool (*report)(void *context, const struct few_counts *counts);
};

/* Explores by coordinates, and sees that all memory is given back. */
static enum few_end try_to_explore(const struct subject *subject, struct trial trial, struct few_exploration *seen, struct few_memory *memory) {
    const struct few_problem problem = {.space = subject->space, .starts = subject->starts, .start_count = subject->start_count};
    few_memory_init(memory, trial.budget ? trial.budget : SIZE_MAX / 2);
    memory->fail_at = trial.fail_at;
    few_exploration_init(seen, memory, subject->space->words);
    seen->method = FEW_EXPLORE_COORDINATES;
    seen->threads = trial.threads;
    seen->keep = KEPT;
    seen->shared_from = 1;
    struct few_watch watch = {.memory = memory, .max_states = trial.max_states,
                              .max_depth = trial.max_depth ? trial.max_depth : UINT64_MAX, .report = trial.report};
    const enum few_end end = few_explore(&problem, &watch, seen);
    few_exploration_free(seen);
    assert_int_equal(atomic_load(&memory->used), 0);
    return end;
}

static void budgets_are_kept_and_predicted(void **state) {
    (void)state;
    struct subject subject;
    subject_open(&subject, "cube-2x2x3");
    bool refused = false, explored = false;
    for (size_t budget = 64 << 10; budget <= 64 << 20; budget *= 2)
        for (unsigned threads = 1; threads <= 2; threads++) {
            struct few_exploration seen;
            struct few_memory memory;
            const enum few_end end = try_to_explore(&subject, (struct trial){.threads = threads, .budget = budget}, &seen, &memory);
            const uint64_t peak = atomic_load(&memory.peak);
            assert_true(peak <= budget);
            assert_true(end == FEW_SOLVED || end == FEW_MEMORY_LIMIT || (end == FEW_RUNNING && seen.unsuited));
            refused |= end != FEW_SOLVED;
            explored |= end == FEW_SOLVED;
            if (end == FEW_SOLVED)
                assert_int_equal(seen.states, 241920);
        }
    assert_true(refused && explored);
    subject_close(&subject);
    subject_open(&subject, "pocket-cube");
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct few_exploration seen;
        struct few_memory memory;
        assert_int_equal(try_to_explore(&subject, (struct trial){.threads = threads}, &seen, &memory), FEW_SOLVED);
        const uint64_t peak = atomic_load(&memory.peak);
        assert_int_equal(seen.states, 3674160);
        assert_int_equal(seen.expected, 3674160);
        assert_true(seen.needed <= peak && peak <= seen.needed + seen.needed / 20);
    }
    subject_close(&subject);
}

static bool stop(void *context, const struct few_counts *counts) {
    (void)context;
    (void)counts;
    return false;
}

static void an_exploration_can_be_stopped(void **state) {
    (void)state;
    struct subject subject;
    subject_open(&subject, "cube-2x2x3");
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct few_exploration seen;
        struct few_memory memory;
        assert_int_equal(try_to_explore(&subject, (struct trial){.threads = threads, .report = stop}, &seen, &memory), FEW_INTERRUPTED);
        assert_int_equal(try_to_explore(&subject, (struct trial){.threads = threads, .max_states = 1000}, &seen, &memory), FEW_STATE_LIMIT);
        assert_true(seen.states > 1000 && seen.states < 241920);
        assert_int_equal(try_to_explore(&subject, (struct trial){.threads = threads, .max_depth = 3}, &seen, &memory), FEW_DEPTH_LIMIT);
    }
    subject_close(&subject);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    struct subject subject;
    subject_open(&subject, "cube-1x3x3");
    uint64_t solved = 0;
    for (uint64_t n = 1; n <= 400 && solved < 3; n++) {
        struct few_exploration seen;
        struct few_memory memory;
        const enum few_end end = try_to_explore(&subject, (struct trial){.threads = 2, .fail_at = n}, &seen, &memory);
        assert_true(end == FEW_SOLVED || end == FEW_NO_MEMORY || (end == FEW_RUNNING && seen.unsuited));
        solved += end == FEW_SOLVED;
        assert_true(end != FEW_SOLVED || seen.states == 192);
    }
    assert_int_equal(solved, 3);
    subject_close(&subject);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explorations_by_coordinates_are_those_by_hash),
        cmocka_unit_test(explorations_of_puzzle_files_are_those_by_hash),
        cmocka_unit_test(a_cube_is_a_permutation_and_an_orientation),
        cmocka_unit_test(corners_that_are_alike_have_places_and_turns),
        cmocka_unit_test(what_has_no_coordinates_is_refused_by_name),
        cmocka_unit_test(budgets_are_kept_and_predicted),
        cmocka_unit_test(an_exploration_can_be_stopped),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("coordinates", tests, go_to_source_root, NULL);
}
