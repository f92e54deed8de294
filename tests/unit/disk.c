/* Exploring on disk: the same layers, moves and farthest states as in memory, by sets, by ranks and by states, with one thread and with
 * two, for each number of parts, and however little memory there is; what is damaged there is noticed, and every refused allocation is
 * survived. */
#include "corpus.h"

#include "search/explore/checkpoint.h"
#include "search/disk/disk.h"
#include "search/explore/explore.h"
#include "search/disk/run_file.h"
#include "temporary.h"

#include <dirent.h>
#include <fcntl.h>

enum { KEPT = 4 };

struct outcome {
    enum few_end end;
    struct few_memory memory;
    struct few_disk disk;
    struct few_exploration result;
    struct few_counts counts;
};

struct trial {
    enum few_explore_method method;
    bool on_disk, symmetry, backward;
    unsigned threads;
    uint64_t parts, limit, fail_at, max_states;
    size_t budget;
};

static void explore(struct outcome *outcome, const struct subject *subject, struct trial trial) {
    const struct few_problem problem = {.space = subject->space, .starts = subject->starts, .start_count = subject->start_count};
    few_memory_init(&outcome->memory, trial.budget ? trial.budget : SIZE_MAX / 2);
    few_exploration_init(&outcome->result, &outcome->memory, subject->space->words);
    outcome->result.method = trial.method;
    outcome->result.backward = trial.backward;
    outcome->result.threads = trial.threads ? trial.threads : 1;
    outcome->result.shared_from = 1;
    outcome->result.keep = KEPT;
    outcome->result.symmetry_use = trial.symmetry ? FEW_SYMMETRY_ON : FEW_SYMMETRY_OFF;
    outcome->result.always_disk = trial.on_disk;
    outcome->result.disk_parts = trial.parts;
    if (trial.on_disk) {
        assert_true(few_disk_open(&outcome->disk, temporary_folder(), trial.limit, NULL, &outcome->memory));
        outcome->result.disk = &outcome->disk;
    }
    outcome->memory.fail_at = trial.fail_at;
    struct few_watch watch = {.memory = &outcome->memory, .max_states = trial.max_states, .max_depth = UINT64_MAX};
    outcome->end = few_explore(&problem, &watch, &outcome->result);
    outcome->counts = watch.counts;
}

static void release(struct outcome *outcome) {
    if (outcome->result.disk)
        few_disk_close(&outcome->disk);
    few_exploration_free(&outcome->result);
    assert_int_equal(outcome->memory.used, 0);
}

static void assert_same(const struct outcome *a, const struct outcome *b, const char *what) {
    if (a->end != b->end || a->result.depths.count != b->result.depths.count || a->result.farthest.count != b->result.farthest.count)
        fail_msg("%s: end %d and %d, %zu and %zu layers, %zu and %zu farthest", what, (int)a->end, (int)b->end, a->result.depths.count,
                 b->result.depths.count, a->result.farthest.count, b->result.farthest.count);
    if (a->result.depths.count)
        assert_memory_equal(a->result.depths.items, b->result.depths.items, a->result.depths.count * sizeof(uint64_t));
    if (a->result.farthest.count)
        assert_memory_equal(a->result.farthest.items, b->result.farthest.items, a->result.farthest.count * a->result.farthest.size);
    if (a->end == FEW_SOLVED && a->result.symmetries == b->result.symmetries) {
        assert_int_equal(a->counts.expanded, b->counts.expanded);
        assert_int_equal(a->counts.generated, b->counts.generated);
    }
}

static void compare(const char *name, struct trial trial, uint64_t max_states) {
    struct subject subject;
    struct outcome on_disk, in_memory;
    char what[200];
    subject_open(&subject, name);
    trial.max_states = max_states;
    trial.on_disk = true;
    explore(&on_disk, &subject, trial);
    assert_true(on_disk.result.on_disk);
    if (trial.method == FEW_EXPLORE_SETS)
        assert_int_equal(on_disk.result.method, FEW_EXPLORE_SETS);
    assert_true(on_disk.disk.written > 0);
    explore(&in_memory, &subject, (struct trial){.method = trial.method, .symmetry = trial.symmetry, .backward = trial.backward, .max_states = max_states});
    snprintf(what, sizeof what, "%s, method %d, %u threads, %llu parts", name, (int)trial.method, trial.threads, (unsigned long long)trial.parts);
    assert_same(&on_disk, &in_memory, what);
    release(&on_disk);
    release(&in_memory);
    subject_close(&subject);
}

static void by_sets_parts_do_not_matter(void **state) {
    (void)state;
    const uint64_t parts[] = {1, 3, 9};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (unsigned threads = 1; threads <= 2; threads++)
            compare("tiles-2x5", (struct trial){.method = FEW_EXPLORE_SETS, .parts = parts[i], .threads = threads}, 0);
    compare("eight", (struct trial){.method = FEW_EXPLORE_SETS, .parts = 1}, 0);
}

static void by_runs_it_is_as_in_memory(void **state) {
    (void)state;
    static const char *const names[] = {"eight", "two-jugs", "klotski", "strings", "solitaire", "hanoi-6-4", "four-in-line", "maze", "sokoban", "lock"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            const uint64_t most = SANITIZED ? 20000 : 100000;
            struct subject subject;
            subject_open(&subject, names[i]);
            const bool ranks = subject.space->ranks && subject.space->ranks < 1 << 26 && subject.space->run->unrank;
            subject_close(&subject);
            compare(names[i], (struct trial){.method = FEW_EXPLORE_HASH, .threads = threads}, most);
            if (ranks)
                compare(names[i], (struct trial){.method = FEW_EXPLORE_RANK, .threads = threads}, most);
            compare(names[i], (struct trial){.method = FEW_EXPLORE_HASH, .threads = threads, .symmetry = true}, most);
        }
}

/* Room for few keys: many runs, which are merged in several steps. */
static void little_memory_is_enough(void **state) {
    (void)state;
    struct subject subject;
    struct outcome on_disk, in_memory;
    subject_open(&subject, "eight");
    explore(&in_memory, &subject, (struct trial){.method = FEW_EXPLORE_RANK});
    bool was_refused = false;
    for (size_t budget = 512 << 10; budget <= 4 << 20; budget *= 2)
        for (unsigned threads = 1; threads <= 2; threads++) {
            explore(&on_disk, &subject, (struct trial){.method = FEW_EXPLORE_RANK, .on_disk = true, .budget = budget, .threads = threads});
            assert_true(on_disk.memory.peak <= budget);
            if (on_disk.end == FEW_MEMORY_LIMIT)
                was_refused = true;
            else
                assert_same(&on_disk, &in_memory, "little memory");
            release(&on_disk);
        }
    assert_true(was_refused);
    release(&in_memory);
    subject_close(&subject);
}

static void a_limit_on_the_disk_is_kept(void **state) {
    (void)state;
    struct subject subject;
    struct outcome outcome;
    subject_open(&subject, "eight");
    for (int method = 0; method < 2; method++) {
        const struct trial trial = {.method = method ? FEW_EXPLORE_SETS : FEW_EXPLORE_RANK, .on_disk = true, .parts = method, .limit = 20000};
        explore(&outcome, &subject, trial);
        assert_int_equal(outcome.end, FEW_NO_DISK);
        assert_non_null(strstr(outcome.disk.error.message, "--disk-limit"));
        assert_true(outcome.disk.most <= trial.limit);
        assert_true(outcome.result.depths.count > 5); /* what was finished is there */
        release(&outcome);
    }
    subject_close(&subject);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    struct subject subject;
    struct outcome outcome;
    subject_open(&subject, "tiles-2x3");
    for (int method = 0; method < 2; method++)
        for (uint64_t fail_at = 1;; fail_at++) {
            explore(&outcome, &subject, (struct trial){.method = method ? FEW_EXPLORE_SETS : FEW_EXPLORE_RANK, .on_disk = true, .parts = method,
                                                       .fail_at = fail_at, .threads = 2});
            const enum few_end end = outcome.end;
            const bool used = outcome.result.on_disk;
            assert_true(end == FEW_SOLVED || end == FEW_NO_MEMORY || end == FEW_RUNNING);
            if (end == FEW_SOLVED)
                assert_int_equal(outcome.result.states, 360);
            const bool was_reached = outcome.memory.calls >= fail_at;
            release(&outcome);
            if (!was_reached && used)
                break;
        }
    subject_close(&subject);
}

/* Keys of one word and of several, in runs of several blocks. */
static void runs_are_read_as_they_were_written(void **state) {
    (void)state;
    enum { COUNT = 60000 };
    static uint8_t buffer[FEW_RUN_BLOCK];
    struct few_memory memory;
    struct few_disk disk;
    few_memory_init(&memory, SIZE_MAX / 2);
    assert_true(few_disk_open(&disk, temporary_folder(), 0, NULL, &memory));
    for (uint32_t words = 1; words <= 3; words++) {
        struct few_run_file run = few_no_run;
        struct few_run_writer writer;
        struct few_run_reader reader;
        assert_true(few_keys_begin(&writer, &disk, &run, NULL, words, buffer, false));
        for (uint64_t i = 0; i < COUNT; i++)
            assert_true(few_keys_put(&writer, (const uint64_t[]){words == 1 ? i * i : i / 1000, words == 2 ? i * 3 : i / 10, ~i}));
        assert_true(few_keys_end(&writer));
        assert_int_equal(run.count, COUNT);
        bool more = few_keys_open(&reader, &disk, &run, words, buffer);
        for (uint64_t i = 0; i < COUNT; i++, more = few_keys_next(&reader)) {
            const uint64_t key[] = {words == 1 ? i * i : i / 1000, words == 2 ? i * 3 : i / 10, ~i};
            assert_true(more);
            assert_memory_equal(reader.key, key, words * sizeof *key);
        }
        assert_false(more);
        /* A byte in its midst. */
        uint8_t byte;
        assert_int_equal(pread(run.file.descriptor, &byte, 1, 70000), 1);
        byte ^= 4;
        assert_int_equal(pwrite(run.file.descriptor, &byte, 1, 70000), 1);
        uint64_t read = 0;
        for (more = few_keys_open(&reader, &disk, &run, words, buffer); more; more = few_keys_next(&reader))
            read++;
        assert_true(read < COUNT && disk.failed);
        assert_non_null(strstr(disk.error.message, "a checksum is wrong"));
        disk.failed = false;
        disk.error = (struct few_error){0};
        few_disk_drop(&disk, &run.file);
        assert_int_equal(disk.used, 0);
    }
    few_disk_close(&disk);
}

/* ---- Checkpoints */

static void about_nothing(void *context, struct few_out *out) {
    (void)context;
    few_out_number(out, 7);
}

/* Explores up to some depth, from the checkpoint if there is one, and keeps it there. */
static void explore_some(struct outcome *outcome, const struct subject *subject, struct trial trial, const char *folder, const char *path, uint64_t depth,
                         bool goes_on) {
    const struct few_problem problem = {.space = subject->space, .starts = subject->starts, .start_count = subject->start_count};
    struct few_keeper keeper = {.path = path, .every = 3600, .next = 1e300, .about = about_nothing};
    struct few_in from;
    few_memory_init(&keeper.memory, 1 << 20);
    few_memory_init(&outcome->memory, SIZE_MAX / 2);
    few_exploration_init(&outcome->result, &outcome->memory, subject->space->words);
    outcome->result.method = trial.method;
    outcome->result.threads = trial.threads;
    outcome->result.keep = KEPT;
    outcome->result.symmetry_use = FEW_SYMMETRY_OFF;
    outcome->result.always_disk = true;
    outcome->result.disk_parts = trial.parts;
    outcome->result.keeper = &keeper;
    assert_true(few_disk_open(&outcome->disk, folder, 0, path, &outcome->memory));
    outcome->result.disk = &outcome->disk;
    if (goes_on) {
        assert_true(few_in_open(&from, path, &few_checkpoint_form, &keeper.memory, &keeper.error));
        assert_int_equal(few_in_number(&from), 7);
        keeper.from = &from;
    }
    struct few_watch watch = {.memory = &outcome->memory, .max_depth = depth};
    outcome->end = few_explore(&problem, &watch, &outcome->result);
    outcome->counts = watch.counts;
    if (keeper.error.kind != FEW_ERROR_NONE)
        fail_msg("%s", keeper.error.message);
    if (goes_on)
        few_in_close(&from);
    assert_int_equal(keeper.memory.used, 0);
}

static size_t count_files(const char *folder) {
    size_t count = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (const struct dirent *entry; (entry = readdir(open)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(open);
    return count;
}

/* Layer after layer in runs of its own; at the end there are no files any more. */
static void layers_on_disk_are_gone_on_with(void **state) {
    (void)state;
    static const struct {
        const char *name;
        struct trial trial;
    } cases[] = {
        {"tiles-2x5", {.method = FEW_EXPLORE_SETS, .parts = 3, .threads = 2}},
        {"eight", {.method = FEW_EXPLORE_RANK, .threads = 1}},
        {"eight", {.method = FEW_EXPLORE_HASH, .threads = 2}},
        {"solitaire", {.method = FEW_EXPLORE_RANK, .threads = 1}},
    };
    for (size_t c = SANITIZED; c < sizeof cases / sizeof *cases - SANITIZED; c++) {
        struct subject subject;
        struct outcome whole, some;
        char folder[256], path[300];
        snprintf(folder, sizeof folder, "%s/fewest-disk-XXXXXX", temporary_folder());
        assert_non_null(mkdtemp(folder));
        snprintf(path, sizeof path, "%s.kept", folder);
        subject_open(&subject, cases[c].name);
        explore(&whole, &subject, (struct trial){.method = cases[c].trial.method});
        bool goes_on = false;
        for (uint64_t depth = 3; depth < 300; depth += 9, goes_on = true) {
            explore_some(&some, &subject, cases[c].trial, folder, path, depth, goes_on);
            if (some.end == FEW_SOLVED)
                break;
            assert_int_equal(some.end, FEW_DEPTH_LIMIT);
            assert_int_equal(some.result.depths.count, depth + 1);
            assert_true(count_files(folder) > 0);
            release(&some);
        }
        assert_true(goes_on);
        assert_same(&some, &whole, cases[c].name);
        assert_int_equal(count_files(folder), 0);
        release(&some);
        release(&whole);
        subject_close(&subject);
        assert_int_equal(unlink(path), 0);
        assert_int_equal(rmdir(folder), 0);
    }
}

/* Files have the name of their checkpoint. One that was killed before its checkpoint spoke of them has left them to the next. */
static void what_a_killed_process_left_is_found_again(void **state) {
    (void)state;
    struct few_memory memory;
    char folder[256], kept[300], other[300];
    snprintf(folder, sizeof folder, "%s/fewest-disk-XXXXXX", temporary_folder());
    assert_non_null(mkdtemp(folder));
    snprintf(kept, sizeof kept, "%s.kept", folder);
    snprintf(other, sizeof other, "%s.other", folder);
    few_memory_init(&memory, SIZE_MAX / 2);
    for (size_t left = 0; left < 3; left++) {
        struct few_disk disk;
        struct few_disk_file file;
        assert_true(few_disk_open(&disk, folder, 0, left == 2 ? other : kept, &memory));
        assert_int_equal(count_files(folder), left);
        assert_true(few_disk_create(&disk, &file));
        close(file.descriptor);
        few_disk_close(&disk);
    }
    struct few_disk disk;
    assert_true(few_disk_open(&disk, folder, 0, kept, &memory));
    few_disk_clean(&disk, NULL, 0);
    few_disk_close(&disk);
    assert_int_equal(count_files(folder), 1); /* the other's stays */
    assert_true(few_disk_open(&disk, folder, 0, other, &memory));
    few_disk_clean(&disk, NULL, 0);
    few_disk_close(&disk);
    assert_int_equal(rmdir(folder), 0);
}

static void a_folder_that_is_none_is_refused(void **state) {
    (void)state;
    struct few_memory memory;
    struct few_disk disk;
    few_memory_init(&memory, SIZE_MAX / 2);
    assert_false(few_disk_open(&disk, "/nowhere/at/all", 0, NULL, &memory));
    assert_non_null(strstr(disk.error.message, "/nowhere/at/all"));
    few_disk_close(&disk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_read_as_they_were_written),
        cmocka_unit_test(by_sets_parts_do_not_matter),
        cmocka_unit_test(by_runs_it_is_as_in_memory),
        cmocka_unit_test(little_memory_is_enough),
        cmocka_unit_test(a_limit_on_the_disk_is_kept),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(layers_on_disk_are_gone_on_with),
        cmocka_unit_test(what_a_killed_process_left_is_found_again),
        cmocka_unit_test(a_folder_that_is_none_is_refused),
    };
    return cmocka_run_group_tests_name("disk", tests, go_to_source_root, NULL);
}
