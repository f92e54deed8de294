/* Distance tables on disk: for every puzzle of the corpus that is small enough, the file has the same bytes as that of a table in memory, with as little memory
 * as it takes, and in many parts. Limits are kept, every refused allocation is survived, and no file is left. */
#include "corpus.h"

#include "api/open_goals.h"
#include "build/table_disk.h"
#include "temporary.h"

enum {
    LEAST_BUDGET = 512 << 10,
    MOST_BUDGET = 64 << 20,
    MOST_RANKS = 1 << 20, /* looking for goals among more takes longer than the tables */
    MOST_STATES = SANITIZED ? 2000 : 6000,
    PART = 1 << 10, /* bytes: so that even small tables are made of many parts */
};

static char folder[256];

struct trial {
    size_t budget;
    unsigned threads;
    uint64_t fail_at, disk_limit, max_states;
};

/* Writes the sections of a table to a file, and reads it. NULL: it cannot be written. */
static uint8_t *bytes_of(const struct few_table_section *sections, uint32_t count, struct few_memory *memory, size_t *size, struct few_error *error) {
    char path[300];
    snprintf(path, sizeof path, "%s/table", folder);
    if (!few_table_file_write(memory, path, FEW_TABLE_DISTANCES, (struct few_digest_value){0}, sections, count, error))
        return NULL;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    assert_int_equal(unlink(path), 0);
    return bytes;
}

static uint8_t *build_in_memory(const struct few_problem *problem, size_t *size, bool *by_rank) {
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct few_watch watch = {.memory = &memory, .max_states = MOST_STATES, .max_depth = UINT64_MAX};
    struct few_distances_sections made;
    struct few_table table;
    struct few_error error = {0};
    uint8_t *bytes = NULL;
    if (few_table_build(&table, problem, &watch) == FEW_SOLVED) {
        if (few_distances_arrange(&table, &made, &error)) {
            *by_rank = made.about.ranks != 0;
            bytes = bytes_of(made.list, made.count, &memory, size, &error);
            few_distances_release(&table, &made);
        } else {
            assert_non_null(strstr(error.message, "254 moves"));
        }
        few_table_free(&table);
    }
    assert_int_equal(memory.used, 0);
    return bytes;
}

/* NULL: *end is why. */
static uint8_t *build_on_disk(const struct few_problem *problem, struct trial trial, size_t *size, enum few_end *end, uint64_t *calls) {
    struct few_memory memory;
    struct few_disk disk;
    few_memory_init(&memory, trial.budget);
    assert_true(few_disk_open(&disk, folder, trial.disk_limit, NULL, &memory));
    memory.fail_at = trial.fail_at;
    struct few_watch watch = {.memory = &memory, .max_states = trial.max_states, .max_depth = UINT64_MAX, .threads = trial.threads};
    struct few_distances_sections made;
    struct few_disk_table table;
    struct few_error error = {0};
    uint8_t *bytes = NULL;
    *end = few_disk_table_explore(&table, problem, &watch, &disk, NULL);
    table.part = PART;
    if (*end == FEW_SOLVED && few_disk_table_arrange(&table, &made, &error))
        bytes = bytes_of(made.list, made.count, &memory, size, &error);
    if (*end == FEW_SOLVED && !bytes)
        *end = table.end != FEW_RUNNING ? table.end : error.kind == FEW_ERROR_MEMORY || error.kind == FEW_ERROR_MEMORY_LIMIT ? few_refused(&watch) : FEW_CONTRADICTION;
    few_disk_table_drop(&table);
    few_disk_table_free(&table);
    few_disk_close(&disk);
    *calls = memory.calls;
    assert_true(memory.peak <= trial.budget);
    assert_int_equal(memory.used, 0);
    return bytes;
}

static struct totals {
    size_t by_rank, by_state, changed;
} totals;

/* With as little memory as it takes. */
static void compare(const struct subject *subject, const struct few_problem *problem, unsigned threads) {
    size_t wanted_size, size = 0;
    uint64_t calls;
    bool by_rank;
    uint8_t *wanted = build_in_memory(problem, &wanted_size, &by_rank), *got = NULL;
    if (!wanted)
        return;
    for (struct trial trial = {.budget = LEAST_BUDGET, .threads = threads}; !got; trial.budget += trial.budget / 3) {
        enum few_end end;
        assert_true(trial.budget < MOST_BUDGET);
        got = build_on_disk(problem, trial, &size, &end, &calls);
        if (!got && end != FEW_MEMORY_LIMIT)
            fail_msg("%s: end %d", subject->path, (int)end);
    }
    if (size != wanted_size || memcmp(got, wanted, size) != 0)
        fail_msg("%s: %zu bytes, and in memory %zu; they differ", subject->path, size, wanted_size);
    totals.by_rank += by_rank;
    totals.by_state += !by_rank;
    totals.changed += !by_rank && problem->space->ranks != 0;
    free(got);
    free(wanted);
}

static void examine(struct subject *subject, void *context) {
    const struct few_space *space = subject->space;
    struct few_problem problem = {.space = space, .goals_listed = true};
    struct few_watch watch = {.memory = &subject->puzzle->memory, .max_states = MOST_STATES, .max_depth = UINT64_MAX};
    struct few_open_goals found;
    if (space->ranks > MOST_RANKS || !few_costs_are_equal(space) || space->no_goal || !space->run->predecessors || few_model_steps(subject->puzzle->model, true) != UINT64_MAX)
        return;
    const enum few_end end = few_open_goals_find(&found, subject->puzzle, &watch, FEW_MOST_GOALS);
    problem.goals = found.goals.items;
    problem.goal_count = found.goals.count;
    if (end == FEW_RUNNING && found.known && (!found.around || space->undirected))
        compare(subject, &problem, *(const unsigned *)context);
    few_open_goals_free(&found);
}

static void the_file_is_that_of_a_table_in_memory(void **state) {
    (void)state;
    each_puzzle("tests/puzzles/*.few", examine, &(unsigned){2});
    if (getenv("FEWEST_VERBOSE"))
        fprintf(stderr, "%zu by rank, %zu by state, %zu of these from ranks\n", totals.by_rank, totals.by_state, totals.changed);
    assert_true(totals.by_rank > 50 && totals.by_state > 20 && totals.changed > 10);
}

static void with_goals(const char *name, void (*use)(const struct few_problem *problem)) {
    struct subject subject;
    struct few_open_goals found;
    subject_open(&subject, name);
    struct few_watch watch = {.memory = &subject.puzzle->memory, .max_depth = UINT64_MAX};
    assert_int_equal(few_open_goals_find(&found, subject.puzzle, &watch, FEW_MOST_GOALS), FEW_RUNNING);
    use(&(struct few_problem){.space = subject.space, .goals_listed = true, .goals = found.goals.items, .goal_count = found.goals.count});
    few_open_goals_free(&found);
    subject_close(&subject);
}

static void refuse_each(const struct few_problem *problem) {
    size_t size;
    uint64_t calls = UINT64_MAX;
    enum few_end end;
    for (uint64_t fail_at = 1; fail_at <= calls; fail_at++) {
        uint8_t *got = build_on_disk(problem, (struct trial){.budget = 4 << 20, .threads = 2, .fail_at = fail_at}, &size, &end, &calls);
        assert_int_equal(got == NULL, calls >= fail_at);
        assert_int_equal(end, got ? FEW_SOLVED : FEW_NO_MEMORY);
        free(got);
    }
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    with_goals("tests/puzzles/tiles-2x3.few", refuse_each); /* by rank */
    with_goals("rush-hour", refuse_each);                   /* by state */
}

static void reach_limits(const struct few_problem *problem) {
    static const struct {
        struct trial trial;
        enum few_end end;
    } cases[] = {
        {{.budget = 4 << 20, .disk_limit = 3000}, FEW_NO_DISK},
        {{.budget = 4 << 20, .max_states = 700}, FEW_STATE_LIMIT},
        {{.budget = 300 << 10}, FEW_MEMORY_LIMIT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size;
        uint64_t calls;
        enum few_end end;
        assert_null(build_on_disk(problem, cases[i].trial, &size, &end, &calls));
        assert_int_equal(end, cases[i].end);
    }
}

static void limits_are_kept(void **state) {
    (void)state;
    with_goals("eight", reach_limits);
}

static void no_file_is_left(void **state) {
    (void)state;
    assert_int_equal(rmdir(folder), 0);
}

static int begin(void **state) {
    snprintf(folder, sizeof folder, "%s/fewest-table-disk-XXXXXX", temporary_folder());
    return mkdtemp(folder) ? go_to_source_root(state) : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_is_that_of_a_table_in_memory),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(no_file_is_left),
    };
    return cmocka_run_group_tests_name("table_disk", tests, begin, NULL);
}
