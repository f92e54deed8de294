/* Breadth-first search on disk: in every puzzle of the corpus that is small enough it ends as in memory does, with as long a solution and the same first one, state by
 * state and move by move; by ranks and by states, with one thread and with two, with moves that can be inverted and as if they could not, and with as little memory as it
 * takes. Limits are kept, every refused allocation is survived, with a checkpoint too, and no file is left. */
#include "corpus.h"

#include "search/disk/disk.h"
#include "search/keeper.h"
#include "search/layers/bfs_disk.h"
#include "search/search.h"
#include "temporary.h"

#include <dirent.h>
#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    LEAST_BUDGET = 768 << 10,
    MOST_BUDGET = 64 << 20,
    MOST_STATES = SANITIZED ? 5000 : 60000,
};

struct trial {
    bool by_states, no_inverse, listed;
    unsigned threads;
    size_t budget;
    uint64_t disk_limit, fail_at, max_states, max_depth;
    bool stops; /* the report says so */
    bool kept, goes_on; /* in a checkpoint, at first and where it ends early; from there */
};

struct outcome {
    enum few_end end;
    struct few_memory memory;
    struct few_disk disk;
    struct few_solutions solutions;
    struct few_counts counts;
    struct few_keeper keeper;
};

static char folder[256], checkpoint[300];

static void write_nothing(void *context, struct few_out *out) {
    (void)context;
    few_out_number(out, 0);
}

static void begin_keeping(struct outcome *outcome, struct few_watch *watch, struct few_in *in, struct trial trial) {
    struct few_keeper *keeper = &outcome->keeper;
    *keeper = (struct few_keeper){.path = trial.kept ? checkpoint : NULL, .about = write_nothing, .next = HUGE_VAL, .every = 1e6};
    if (!trial.kept)
        return;
    few_memory_init(&keeper->memory, 4 << 20);
    watch->keeper = keeper;
    if (!trial.goes_on)
        return;
    assert_true(few_in_open(in, checkpoint, &few_checkpoint_form, &keeper->memory, &keeper->error));
    assert_int_equal(few_in_number(in), 0);
    keeper->from = in;
}

static bool stop(void *context, const struct few_counts *counts) {
    (void)context;
    (void)counts;
    return false;
}

static struct few_watch watch_for(const struct subject *subject, struct outcome *outcome, struct trial trial) {
    const struct few_puzzle *rules = subject->puzzle->rules;
    return (struct few_watch){.memory = &outcome->memory, .store = trial.by_states ? &few_hashed_kind : NULL, .max_states = trial.max_states,
                              .max_depth = trial.max_depth ? trial.max_depth : UINT64_MAX, .within = rules->has_within ? rules->within : UINT64_MAX,
                              .threads = trial.threads, .report = trial.stops ? stop : NULL};
}

static void search_on_disk(struct outcome *outcome, const struct subject *subject, const struct few_problem *problem, struct trial trial) {
    struct few_space *space = subject->puzzle->model->space;
    const struct few_space_functions *run = space->run;
    struct few_space_functions one_way = *run;
    one_way.predecessors = NULL;
    few_memory_init(&outcome->memory, trial.budget ? trial.budget : MOST_BUDGET);
    few_solutions_init(&outcome->solutions, &outcome->memory, space->words);
    assert_true(few_disk_open(&outcome->disk, folder, trial.disk_limit, trial.kept ? checkpoint : NULL, &outcome->memory));
    outcome->memory.fail_at = trial.fail_at;
    struct few_watch watch = watch_for(subject, outcome, trial);
    watch.disk = &outcome->disk;
    struct few_in in;
    begin_keeping(outcome, &watch, &in, trial);
    if (trial.no_inverse)
        space->run = &one_way;
    outcome->end = few_search_bfs_on_disk(problem, &watch, 1, false, &outcome->solutions);
    space->run = run;
    outcome->counts = watch.counts;
    if (trial.goes_on)
        few_in_close(&in);
    assert_true(trial.kept || outcome->disk.used == 0 || outcome->disk.failed);
}

static void release(struct outcome *outcome) {
    few_solutions_free(&outcome->solutions);
    few_disk_close(&outcome->disk);
    assert_int_equal(outcome->memory.used, 0);
}

static void search_in_memory(struct outcome *outcome, const struct subject *subject, const struct few_problem *problem, uint64_t max_states) {
    few_memory_init(&outcome->memory, SIZE_MAX / 2);
    few_solutions_init(&outcome->solutions, &outcome->memory, subject->space->words);
    struct few_watch watch = watch_for(subject, outcome, (struct trial){.max_states = max_states});
    outcome->end = few_search_bfs(problem, &watch, 1, false, &outcome->solutions);
    outcome->counts = watch.counts;
}

static bool same_list(const struct few_list *a, const struct few_list *b) {
    return a->count == b->count && (a->count == 0 || memcmp(a->items, b->items, a->count * a->size) == 0);
}

static void assert_same(const struct outcome *on_disk, const struct outcome *in_memory, const char *path, struct trial trial) {
    const bool same = on_disk->end == in_memory->end && same_list(&on_disk->solutions.moves, &in_memory->solutions.moves) &&
                      same_list(&on_disk->solutions.states, &in_memory->solutions.states) && on_disk->solutions.cost == in_memory->solutions.cost &&
                      on_disk->solutions.total == in_memory->solutions.total;
    if (!same || on_disk->counts.depth != in_memory->counts.depth)
        fail_msg("%s%s%s, %u threads, %zu bytes: end %d and in memory %d, cost %llu and %llu, depth %llu and %llu: %s", path,
                 trial.by_states ? ", by states" : "", trial.no_inverse ? ", not inverted" : "", trial.threads, trial.budget, (int)on_disk->end,
                 (int)in_memory->end, (unsigned long long)on_disk->solutions.cost, (unsigned long long)in_memory->solutions.cost,
                 (unsigned long long)on_disk->counts.depth, (unsigned long long)in_memory->counts.depth, on_disk->disk.error.message);
}

static struct totals {
    size_t solved, unsolvable;
} totals;

/* With as little memory as it takes. Returns how many files there were. */
static uint64_t compare(const struct subject *subject, const struct few_problem *problem, const struct outcome *in_memory, struct trial trial) {
    struct outcome on_disk;
    trial.budget = LEAST_BUDGET;
    for (; trial.budget <= MOST_BUDGET; trial.budget += trial.budget / 4) {
        search_on_disk(&on_disk, subject, problem, trial);
        assert_true(on_disk.memory.peak <= trial.budget);
        if (on_disk.end != FEW_MEMORY_LIMIT)
            break;
        release(&on_disk);
    }
    assert_true(trial.budget <= MOST_BUDGET);
    assert_same(&on_disk, in_memory, subject->path, trial);
    totals.solved += on_disk.end == FEW_SOLVED;
    totals.unsolvable += on_disk.end == FEW_UNSOLVABLE;
    release(&on_disk);
    return on_disk.disk.next;
}

static void examine(struct subject *subject, void *context) {
    struct few_problem problem = {.space = subject->space, .starts = subject->starts, .start_count = subject->start_count};
    struct outcome in_memory;
    (void)context;
    if (!few_costs_are_equal(subject->space) || subject->space->no_goal || subject->start_count == 0)
        return;
    search_in_memory(&in_memory, subject, &problem, MOST_STATES);
    if (in_memory.end != FEW_STATE_LIMIT) {
        assert_true(in_memory.end == FEW_SOLVED || in_memory.end == FEW_UNSOLVABLE);
        compare(subject, &problem, &in_memory, (struct trial){.threads = 1});
        compare(subject, &problem, &in_memory, (struct trial){.by_states = true, .threads = 2});
        compare(subject, &problem, &in_memory, (struct trial){.no_inverse = true});
    }
    few_solutions_free(&in_memory.solutions);
    assert_int_equal(in_memory.memory.used, 0);
}

static void the_first_solution_is_that_of_a_search_in_memory(void **state) {
    (void)state;
    each_puzzle("tests/puzzles/*.few", examine, NULL);
    each_puzzle("puzzles/*.few", examine, NULL);
    if (getenv("FEWEST_VERBOSE"))
        fprintf(stderr, "%zu solved, %zu unsolvable\n", totals.solved, totals.unsolvable);
    assert_true(totals.solved > 300);
    assert_true(totals.unsolvable > 30);
}

/* A larger one, whose layers are many runs: they are merged in several steps, and what is marked is looked for in several chunks. */
static void many_runs_are_merged(void **state) {
    (void)state;
    struct subject subject;
    struct outcome in_memory;
    if (SANITIZED)
        return;
    static const char *const names[] = {"hanoi-9-4", "solitaire"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        subject_open(&subject, names[i]);
        struct few_problem problem = {.space = subject.space, .starts = subject.starts, .start_count = subject.start_count};
        search_in_memory(&in_memory, &subject, &problem, 0);
        const uint64_t most = 3 + in_memory.counts.depth; /* files, if only what is marked were merged, and each layer were one run there */
        for (unsigned threads = 1; threads <= 2; threads++)
            assert_true(compare(&subject, &problem, &in_memory, (struct trial){.threads = threads}) > most);
        compare(&subject, &problem, &in_memory, (struct trial){.no_inverse = true});
        few_solutions_free(&in_memory.solutions);
        subject_close(&subject);
    }
}

/* Layers share a file: there may be more of them than a process may have files. */
static void deep_searches_need_few_files(void **state) {
    (void)state;
    struct subject subject;
    struct outcome in_memory, on_disk;
    struct rlimit before, few;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    few = before;
    few.rlim_cur = 24;
    subject_open(&subject, "tests/puzzles/klotski.few");
    struct few_problem problem = {.space = subject.space, .starts = subject.starts, .start_count = subject.start_count};
    search_in_memory(&in_memory, &subject, &problem, 0);
    assert_true(in_memory.counts.depth > few.rlim_cur);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    search_on_disk(&on_disk, &subject, &problem, (struct trial){.budget = 8 << 20});
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_same(&on_disk, &in_memory, subject.path, (struct trial){0});
    few_solutions_free(&in_memory.solutions);
    release(&on_disk);
    subject_close(&subject);
}

static void limits_are_kept(void **state) {
    (void)state;
    static const struct {
        struct trial trial;
        enum few_end end;
    } cases[] = {
        {{.disk_limit = 3000}, FEW_NO_DISK},
        {{.max_states = 700}, FEW_STATE_LIMIT},
        {{.max_depth = 9}, FEW_DEPTH_LIMIT},
        {{.budget = 300 << 10}, FEW_MEMORY_LIMIT},
        {{.stops = true}, FEW_INTERRUPTED},
    };
    struct subject subject;
    struct outcome outcome;
    subject_open(&subject, "eight");
    const struct few_problem problem = {.space = subject.space, .starts = subject.starts, .start_count = subject.start_count};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        search_on_disk(&outcome, &subject, &problem, cases[i].trial);
        if (outcome.end != cases[i].end)
            fail_msg("case %zu: end %d instead of %d", i, (int)outcome.end, (int)cases[i].end);
        if (cases[i].trial.disk_limit) {
            assert_true(outcome.disk.most <= cases[i].trial.disk_limit);
            assert_non_null(strstr(outcome.disk.error.message, "--disk-limit"));
        }
        if (cases[i].trial.max_depth)
            assert_int_equal(outcome.counts.depth, cases[i].trial.max_depth);
        release(&outcome);
    }
    subject_close(&subject);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    struct subject subject;
    struct outcome outcome;
    subject_open(&subject, "tests/puzzles/tiles-2x3.few");
    const struct few_problem problem = {.space = subject.space, .starts = subject.starts, .start_count = subject.start_count};
    for (int no_inverse = 0; no_inverse < 2; no_inverse++)
        for (uint64_t fail_at = 1;; fail_at++) {
            search_on_disk(&outcome, &subject, &problem, (struct trial){.fail_at = fail_at, .threads = 2, .no_inverse = no_inverse, .budget = 4 << 20});
            const bool was_reached = outcome.memory.calls >= fail_at;
            assert_int_equal(outcome.end, was_reached ? FEW_NO_MEMORY : FEW_SOLVED);
            release(&outcome);
            if (!was_reached)
                break;
        }
    subject_close(&subject);
}

static bool is_kept(void) {
    return access(checkpoint, R_OK) == 0;
}

/* To the same solution. Then nobody refers to the files any more. */
static void expect_it_goes_on(const struct subject *subject, const struct few_problem *problem, const struct outcome *in_memory, struct trial trial) {
    struct outcome outcome;
    search_on_disk(&outcome, subject, problem, trial);
    if (outcome.keeper.error.kind != FEW_ERROR_NONE)
        fail_msg("%s", outcome.keeper.error.message);
    assert_same(&outcome, in_memory, subject->path, trial);
    few_disk_clean(&outcome.disk, NULL, 0);
    release(&outcome);
    assert_int_equal(unlink(checkpoint), 0);
}

static void kept_it_goes_on_wherever_memory_is_refused(void **state) {
    (void)state;
    struct subject subject;
    struct outcome in_memory, outcome;
    subject_open(&subject, "tests/puzzles/tiles-2x3.few");
    const struct few_problem problem = {.space = subject.space, .starts = subject.starts, .start_count = subject.start_count};
    search_in_memory(&in_memory, &subject, &problem, 0);
    for (int no_inverse = 0; no_inverse < 2; no_inverse++) {
        const struct trial whole = {.kept = true, .goes_on = true, .threads = 2, .no_inverse = no_inverse, .budget = 4 << 20};
        size_t continued = 0;
        bool was_reached = true;
        for (uint64_t fail_at = 1; was_reached; fail_at += no_inverse ? 4 : 1) {
            struct trial trial = whole;
            trial.fail_at = fail_at;
            trial.goes_on = false;
            search_on_disk(&outcome, &subject, &problem, trial);
            was_reached = outcome.memory.calls >= fail_at;
            release(&outcome);
            trial.goes_on = true;
            trial.fail_at = fail_at % 16 + 1; /* and again while it is read */
            if (is_kept()) {
                search_on_disk(&outcome, &subject, &problem, trial);
                assert_true(outcome.end == FEW_SOLVED || outcome.end == FEW_NO_MEMORY);
                release(&outcome);
            }
            continued += is_kept();
            if (is_kept())
                expect_it_goes_on(&subject, &problem, &in_memory, whole);
        }
        assert_true(continued > 2);
    }
    few_solutions_free(&in_memory.solutions);
    subject_close(&subject);
}

static void kept_it_goes_on_from_each_depth(void **state) {
    (void)state;
    struct subject subject;
    struct outcome in_memory, outcome;
    subject_open(&subject, "eight");
    const struct few_problem problem = {.space = subject.space, .starts = subject.starts, .start_count = subject.start_count};
    search_in_memory(&in_memory, &subject, &problem, 0);
    for (unsigned way = 0; way < 4; way++) {
        struct trial trial = {.kept = true, .threads = 1 + way % 2, .by_states = way % 2, .no_inverse = way / 2};
        for (trial.max_depth = 1; trial.max_depth < in_memory.counts.depth; trial.max_depth += 3) {
            search_on_disk(&outcome, &subject, &problem, trial);
            assert_int_equal(outcome.end, FEW_DEPTH_LIMIT);
            release(&outcome);
            trial.goes_on = true;
        }
        trial.max_depth = 0;
        expect_it_goes_on(&subject, &problem, &in_memory, trial);
    }
    few_solutions_free(&in_memory.solutions);
    subject_close(&subject);
}

static void no_file_is_left(void **state) {
    (void)state;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (const struct dirent *entry; (entry = readdir(open)) != NULL;)
        assert_int_equal(entry->d_name[0], '.');
    closedir(open);
    assert_int_equal(rmdir(folder), 0);
}

static int begin(void **state) {
    snprintf(folder, sizeof folder, "%s/fewest-disk-search-XXXXXX", temporary_folder());
    if (!mkdtemp(folder))
        return -1;
    snprintf(checkpoint, sizeof checkpoint, "%s.kept", folder);
    return go_to_source_root(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_solution_is_that_of_a_search_in_memory),
        cmocka_unit_test(many_runs_are_merged),
        cmocka_unit_test(deep_searches_need_few_files),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(kept_it_goes_on_wherever_memory_is_refused),
        cmocka_unit_test(kept_it_goes_on_from_each_depth),
        cmocka_unit_test(no_file_is_left),
    };
    return cmocka_run_group_tests_name("disk_search", tests, begin, NULL);
}
