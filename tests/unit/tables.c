/* Tables in files: what is written is read, whatever is wrong with a file is seen, every wrong distance is found by
 * verifying, and any allocation may be refused. */
#include "api.h"
#include "table_path.h"

#include "api/fingerprint.h"
#include "api/open_goals.h"
#include "build/table_distances.h"
#include "build/table_patterns.h"
#include "visited/internal.h"

#include <fewest/explore.h>
#include <fewest/tables.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static const char tiles[] = "board 2 x 3\npieces 1..5 x\nlet t = 1..5\nmove any direction: x t -> t x\n"
                            "start 1 2 3 / 4 x 5\ngoal 1 2 3 / 4 5 x\n";
static const char one_way[] = "board 7\npieces a b .\nmove: a . -> . a\nmove: a b . -> . b a\nmove: . b -> b .\n"
                              "move: . a b -> b a .\nstart a a a . b b b\ngoal b b b . a a a\n";
/* Too many ranks for a table by rank to be the smaller one. */
static const char lamps[] = "board 12\npieces 0 1\nmove: 0 -> 1\nstart 0 0 0 0 0 0 0 0 0 0 0 0\n"
                            "goal 1 0 0 1 0 0 0 0 0 0 0 0\n";

/* More layers than a byte can count; two bits an entry have no such limit. */
static const char deep[] = "var n = 0..600\nlet k = 0..600\nmove up: n k -> k+1\nmove down: n k -> k-1\n"
                           "start n is 600\ngoal n is 0\n";
/* A table of more entries than are verified at a time. */
static const char wheels[] = "var n = 0..19\nvar m = 0..19\nlet k = 0..19\nmove n-up: n k -> k+1\nmove n-down: n k -> k-1\n"
                             "move m-up: m k -> k+1\nmove m-down: m k -> k-1\nstart n is 0 and m is 0\ngoal n is 9 and m is 17\n";

static void make(fewest_puzzle *puzzle) {
    if (!fewest_table_build(puzzle, FEWEST_TABLE_DISTANCES, NULL, path, &error))
        fail_msg("%s", error.message);
}

static void a_digest_does_not_depend_on_how_bytes_come(void **state) {
    (void)state;
    uint8_t bytes[1000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37 + i / 11);
    struct few_digest digest;
    few_digest_begin(&digest);
    few_digest_add(&digest, bytes, sizeof bytes);
    struct few_digest_value whole = few_digest_end(&digest);
    for (size_t piece = 1; piece < 300; piece += 7) {
        few_digest_begin(&digest);
        for (size_t at = 0; at < sizeof bytes; at += piece)
            few_digest_add(&digest, bytes + at, sizeof bytes - at < piece ? sizeof bytes - at : piece);
        struct few_digest_value pieces = few_digest_end(&digest);
        assert_memory_equal(&whole, &pieces, sizeof whole);
    }
}

static void a_digest_sees_every_bit_and_every_length(void **state) {
    (void)state;
    enum { MOST = 200 };
    static struct few_digest_value seen[MOST * 9];
    size_t count = 0;
    for (size_t length = 0; length < MOST; length++)
        for (unsigned bit = 0; bit < (length ? 9 : 1); bit++) {
            uint8_t bytes[MOST] = {0};
            if (bit < 8 && length)
                bytes[length * 7 % length] ^= (uint8_t)(1u << bit);
            struct few_digest digest;
            few_digest_begin(&digest);
            few_digest_add(&digest, bytes, length);
            seen[count++] = few_digest_end(&digest);
        }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(seen[i].words[0], seen[k].words[0]);
            assert_int_not_equal(seen[i].words[1], seen[k].words[1]);
        }
}

static void what_is_written_is_read(void **state) {
    (void)state;
    static const char *const texts[] = {eight, tiles, one_way, lamps, swaps, rewriting, jugs, maze, deep, wheels};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fewest_puzzle *maker = parse(texts[i]), *reader = parse(texts[i]);
        fewest_answer *searched = solve(reader, NULL);
        make(maker);
        assert_true(fewest_table_load(reader, path, &error));
        fewest_answer *found = solve(reader, NULL);
        assert_string_equal(fewest_answer_statistics(found)->algorithm, "table");
        assert_int_equal(fewest_answer_status(found), fewest_answer_status(searched));
        assert_int_equal(fewest_answer_length(found), fewest_answer_length(searched));
        assert_int_equal(reader->table.states, maker->table.states);
        assert_int_equal(few_visited_is_ranked(reader->table.seen), texts[i] != rewriting && texts[i] != lamps);
        bool right = fewest_table_verify(path, texts[i] == maze ? reader : NULL, NULL, &error);
        if (!right)
            fail_msg("%s", error.message);
        fewest_answer_free(searched);
        fewest_answer_free(found);
        fewest_puzzle_free(maker);
        fewest_puzzle_free(reader);
    }
}

static uint8_t *read_file(size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void write_file(const uint8_t *bytes, size_t size) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    assert_int_equal(truncate(path, (off_t)size), 0);
}

static void expect_refused(fewest_puzzle *puzzle) {
    error.message[0] = '\0';
    assert_false(fewest_table_load(puzzle, path, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, path));
    assert_false(puzzle->has_table);
}

/* Bits of the header one by one, of the rest some; and every length. */
static void a_flipped_bit_or_a_cut_is_refused_wherever_it_is(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(jugs);
    make(puzzle);
    few_puzzle_drop_table(puzzle);
    size_t size;
    uint8_t *bytes = read_file(&size);
    for (size_t bit = 0; bit < size * 8; bit += bit < 96 * 8 ? 1 : 13) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        write_file(bytes, size);
        expect_refused(puzzle);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (size_t length = 0; length < size; length++) {
        write_file(bytes, length);
        expect_refused(puzzle);
    }
    write_file(bytes, size);
    assert_true(fewest_table_load(puzzle, path, &error));
    free(bytes);
    fewest_puzzle_free(puzzle);
}

/* The check by neighbours alone, of the table that a puzzle has. */
static enum few_end verify_in_memory(fewest_puzzle *puzzle) {
    struct few_watch watch = {.memory = &puzzle->memory, .max_depth = UINT64_MAX, .within = UINT64_MAX};
    struct few_problem problem = {.space = puzzle->model->space, .goals_listed = true};
    struct few_open_goals found;
    uint64_t where[FEW_MAX_WORDS];
    const char *wrong;
    assert_int_equal(few_open_goals_find(&found, puzzle, &watch, FEW_MOST_GOALS), FEW_RUNNING);
    problem.goals = found.goals.items;
    problem.goal_count = found.goals.count;
    enum few_end end = few_distances_verify(&puzzle->table, &problem, &watch, &wrong, where);
    few_open_goals_free(&found);
    assert_int_equal(end == FEW_UNSOLVABLE, wrong != NULL);
    return end;
}

/* Who watches it sees how far it is: the states are counted in the watch that was given. */
static void the_making_of_a_table_is_counted(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    assert_true(few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, NULL));
    struct few_watch watch = {.memory = &puzzle->memory, .max_depth = UINT64_MAX, .within = UINT64_MAX, .store = &few_hashed_kind};
    struct few_problem problem = {.space = puzzle->model->space, .goals_listed = true};
    struct few_open_goals found;
    struct few_table table;
    assert_int_equal(few_open_goals_find(&found, puzzle, &watch, FEW_MOST_GOALS), FEW_RUNNING);
    problem.goals = found.goals.items;
    problem.goal_count = found.goals.count;
    assert_int_equal(few_table_build(&table, &problem, &watch), FEW_SOLVED);
    assert_int_equal(watch.counts.remembered, 181440);
    assert_ptr_equal(watch.store, &few_hashed_kind); /* which the table did not use, and has left */
    few_table_free(&table);
    few_open_goals_free(&found);
    fewest_puzzle_free(puzzle);
}

/* Every entry in turn is made wrong in every way. In a file with a right checksum the counts tell of it, or the
 * neighbours; in memory only the neighbours can. */
static void expect_every_change_found(const char *text) {
    fewest_puzzle *puzzle = parse(text);
    make(puzzle);
    struct few_visited *seen = puzzle->table.seen;
    assert_int_equal(verify_in_memory(puzzle), FEW_SOLVED);
    const unsigned bits = seen->tag_bits, in_byte = bits == 2 ? 4 : 1;
    for (uint64_t slot = 0; slot < seen->end; slot++) {
        const unsigned shift = (unsigned)(slot % in_byte) * bits, right = few_visited_tag(seen, slot);
        for (unsigned tag = 0; tag < (bits == 2 ? 4u : puzzle->table.layers.count + 2); tag++) {
            uint8_t *byte = seen->tags + slot / in_byte, before = *byte;
            if (tag == right)
                continue;
            *byte = (uint8_t)((*byte & ~(((1u << bits) - 1) << shift)) | tag << shift);
            make(puzzle);
            assert_int_equal(verify_in_memory(puzzle), FEW_UNSOLVABLE);
            *byte = before;
            assert_false(fewest_table_verify(path, NULL, NULL, &error));
            assert_int_equal(error.status, FEWEST_INVALID);
            assert_true(strstr(error.message, "is wrong: ") || strstr(error.message, "does not fit"));
        }
    }
    fewest_puzzle_free(puzzle);
}

static void every_wrong_distance_is_found_by_its_neighbours(void **state) {
    (void)state;
    expect_every_change_found("board 2 x 2\npieces 1..3 x\nlet t = 1..3\nmove any direction: x t -> t x\n"
                              "start 1 2 / 3 x\ngoal 1 2 / x 3\n");
    expect_every_change_found("board 3 x 2\npieces 0 1 2\nmove any direction: 0 1 -> 1 0\n"
                              "start 0 0 / 0 1 / 1 2\ngoal 0 1 / 0 0 / 1 2\n");
    expect_every_change_found(jugs);
    expect_every_change_found("board 5\npieces a b .\nmove: a . -> . a\nmove: a b . -> . b a\nmove: . b -> b .\n"
                              "move: . a b -> b a .\nstart a a . b b\ngoal b b . a a\n");
}

/* More than a million states meet the goal, so that every state is looked at; one in eight of them must never be. */
static void goals_that_are_looked_for_obey(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board 22\npieces 0 1\nlet b = ring 0 1\nmove turn: b -> b+1\n"
                                  "never 111___________________\nstart 0000000000000000000000\ngoal _____________________1\n");
    assert_true(fewest_tabulate(puzzle, NULL, &error));
    assert_false(puzzle->table.around);
    assert_int_equal(puzzle->table.states, 7 << 19);
    assert_int_equal(((const uint64_t *)puzzle->table.layers.items)[0], 7 << 18);
    fewest_puzzle_free(puzzle);
}

/* 2^25 boards times 6 rows are too many to look at when the start leads to 54 states. */
static void open_goals_are_found_from_a_start_that_leads_to_few_states(void **state) {
    (void)state;
    fewest_puzzle *puzzle = fewest_load("queens-5", &error);
    assert_non_null(puzzle);
    make(puzzle);
    assert_true(puzzle->table.around);
    assert_int_equal(puzzle->table.states, 46);
    assert_int_equal(((const uint64_t *)puzzle->table.layers.items)[0], 10);
    assert_true(fewest_table_verify(path, NULL, NULL, &error));
    fewest_table_info info;
    assert_true(fewest_table_read_info(path, &info, &error));
    assert_non_null(strstr(info.parameters, "only states that its start leads to"));
    fewest_puzzle_free(puzzle);
}

static void other_things_that_are_wrong_are_found(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(tiles);
    make(puzzle);
    ((uint64_t *)puzzle->table.layers.items)[5]++;
    make(puzzle);
    assert_false(fewest_table_verify(path, NULL, NULL, &error));
    ((uint64_t *)puzzle->table.layers.items)[5]--;
    uint64_t *far = puzzle->table.far.items, first = far[0];
    far[0] = far[1];
    make(puzzle);
    assert_false(fewest_table_verify(path, NULL, NULL, &error));
    far[0] = first;
    make(puzzle);
    assert_true(fewest_table_verify(path, NULL, NULL, &error));
    fewest_puzzle_free(puzzle);
}

static void far_distances_of_moves_that_cannot_be_undone_are_kept_but_not_in_files(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("var n = 0..400\nlet k = 0..400\nmove: n k -> k+1\nstart n is 0\ngoal n is 400\n");
    expect_length(puzzle, 400);
    assert_true(fewest_tabulate(puzzle, NULL, &error));
    expect_length(puzzle, 400);
    assert_false(fewest_table_build(puzzle, FEWEST_TABLE_DISTANCES, NULL, path, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, "254"));
    assert_true(fewest_set_goal(puzzle, "n is 254", &error));
    assert_true(fewest_tabulate(puzzle, NULL, &error));
    expect_length(puzzle, 254);
    fewest_puzzle_free(puzzle);
}

static void make_patterns(fewest_puzzle *puzzle, const fewest_options *options) {
    if (!fewest_table_build(puzzle, FEWEST_TABLE_PATTERNS, options, path, &error))
        fail_msg("%s", error.message);
}

/* Two tables that are added up, and tables by rank, a small one and one of several batches. */
static void every_wrong_entry_of_a_pattern_database_is_found(void **state) {
    (void)state;
    static const char *const groups[] = {"1,2", "3,4,5"};
    static const char *const texts[] = {tiles, jugs, wheels};
    static const uint64_t strides[] = {7, 1, 19};
    for (int by_rank = 0; by_rank < 3; by_rank++) {
        fewest_puzzle *puzzle = parse(texts[by_rank]);
        fewest_options options = {.size = sizeof options};
        options.patterns = by_rank ? NULL : groups;
        options.pattern_count = by_rank ? 0 : 2;
        make_patterns(puzzle, &options);
        assert_true(fewest_table_verify(path, NULL, NULL, &error));
        const struct few_patterns_parts parts = few_patterns_parts(puzzle->model->bound);
        assert_int_equal(parts.tables != NULL, by_rank > 0);
        uint8_t *entries = by_rank ? parts.tables->list[0]->entries : (uint8_t *)(uintptr_t)parts.keys->list[1].entries;
        uint64_t size = by_rank ? parts.tables->list[0]->size : parts.keys->list[1].size;
        for (uint64_t i = 0; i < size; i += strides[by_rank])
            for (int change = -1; change <= 1; change += 2) {
                entries[i] = (uint8_t)(entries[i] + change);
                make_patterns(puzzle, &options);
                entries[i] = (uint8_t)(entries[i] - change);
                assert_false(fewest_table_verify(path, NULL, NULL, &error));
                assert_non_null(strstr(error.message, "is wrong: "));
            }
        fewest_puzzle_free(puzzle);
    }
}

static bool count_and_stop(void *context, const fewest_statistics *so_far) {
    uint64_t *told = context;
    (*told)++;
    assert_true(so_far->remembered > 0 && so_far->bytes > 0);
    return false;
}

/* The making of pattern databases tells how far it is, and ends when it is told to; then it can be done again. */
static void the_making_of_databases_can_be_stopped(void **state) {
    (void)state;
    fewest_puzzle *puzzle = fewest_load("fifteen", &error);
    assert_non_null(puzzle);
    uint64_t told = 0;
    fewest_options options = {.size = sizeof options};
    options.bound_memory = UINT64_C(1) << 30;
    options.patterns = (const char *const[]){"1,2,3,4,5,6,7,8"};
    options.pattern_count = 1;
    options.limits.progress = count_and_stop;
    options.limits.context = &told;
    assert_false(fewest_table_build(puzzle, FEWEST_TABLE_PATTERNS, &options, path, &error));
    assert_int_equal(error.status, FEWEST_INTERRUPTED);
    assert_int_equal(told, 1);
    options.limits.progress = NULL;
    options.limits.seconds = 0.05;
    assert_false(fewest_table_build(puzzle, FEWEST_TABLE_PATTERNS, &options, path, &error));
    assert_int_equal(error.status, FEWEST_LIMIT);
    options.limits.seconds = 0;
    options.patterns = (const char *const[]){"1,2,3"};
    if (!fewest_table_build(puzzle, FEWEST_TABLE_PATTERNS, &options, path, &error))
        fail_msg("%s", error.text);
    fewest_puzzle_free(puzzle);
}

static void any_allocation_may_be_refused(void **state) {
    (void)state;
    static const char *const texts[] = {tiles, one_way, rewriting, lamps};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fewest_puzzle *maker = parse(texts[i]);
        make(maker);
        fewest_puzzle_free(maker);
        for (int action = 0; action < (texts[i] == rewriting ? 3 : 6); action++) {
            fewest_table_kind kind = action < 3 ? FEWEST_TABLE_DISTANCES : FEWEST_TABLE_PATTERNS;
            if (action == 3) {
                maker = parse(texts[i]);
                make_patterns(maker, NULL);
                fewest_puzzle_free(maker);
            }
            bool reached = true;
            for (uint64_t n = 1; reached; n++) {
                fewest_puzzle *puzzle = parse(texts[i]);
                puzzle->memory.fail_at = atomic_load(&puzzle->memory.calls) + n;
                bool done = action % 3 == 0   ? fewest_table_build(puzzle, kind, NULL, path, &error)
                            : action % 3 == 1 ? fewest_table_load(puzzle, path, &error)
                                          : fewest_table_verify(path, puzzle, NULL, &error);
                reached = atomic_load(&puzzle->memory.calls) >= puzzle->memory.fail_at;
                /* Another rank is taken where there is no memory for the first: the table does not fit then. */
                if (!done && !strstr(error.message, "another puzzle") && !strstr(error.message, "does not fit"))
                    assert_int_equal(error.status, FEWEST_SYSTEM);
                puzzle->memory.fail_at = 0;
                fewest_answer *answer = solve(puzzle, NULL);
                assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
                fewest_answer_free(answer);
                fewest_puzzle_free(puzzle);
            }
        }
    }
}

/* ---- Several writers, and what they leave */

struct writer {
    pthread_t thread;
    fewest_puzzle *puzzle;
    unsigned failed;
};

static void *write_again_and_again(void *context) {
    struct writer *writer = context;
    fewest_error mine;
    for (int i = 0; i < 25; i++)
        writer->failed += !fewest_table_build(writer->puzzle, FEWEST_TABLE_DISTANCES, NULL, path, &mine);
    return NULL;
}

/* Names that begin as the path does and go on: what a writer has beside it. */
static size_t count_beside(void) {
    char folder[64];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    *slash = '\0';
    DIR *opened = opendir(folder);
    size_t count = 0;
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;)
        count += strncmp(entry->d_name, slash + 1, strlen(slash + 1)) == 0 && strcmp(entry->d_name, slash + 1) != 0;
    closedir(opened);
    return count;
}

static void several_threads_write_to_one_path(void **state) {
    (void)state;
    struct writer writers[4] = {0};
    char other[sizeof path]; /* where writing takes its time */
    memcpy(other, path, sizeof path);
    snprintf(path, sizeof path, "/tmp/fewest-written-XXXXXX");
    close(mkstemp(path));
    for (size_t i = 0; i < 4; i++) {
        writers[i].puzzle = parse(tiles);
        assert_true(fewest_tabulate(writers[i].puzzle, NULL, &error));
        assert_int_equal(pthread_create(&writers[i].thread, NULL, write_again_and_again, &writers[i]), 0);
    }
    for (size_t i = 0; i < 4; i++) {
        pthread_join(writers[i].thread, NULL);
        assert_int_equal(writers[i].failed, 0);
        fewest_puzzle_free(writers[i].puzzle);
    }
    assert_true(fewest_table_verify(path, NULL, NULL, &error));
    assert_int_equal(count_beside(), 0);
    unlink(path);
    memcpy(path, other, sizeof path);
}

static int touch(const char *end) {
    char name[96];
    snprintf(name, sizeof name, "%s%s", path, end);
    int descriptor = open(name, O_WRONLY | O_CREAT, 0666);
    assert_true(descriptor >= 0);
    return descriptor;
}

static void what_dead_writers_left_is_removed_by_the_next(void **state) {
    (void)state;
    static const char *const left[] = {".77.new", ".1-0.new", ".4194305-17.new"};
    for (size_t i = 0; i < 3; i++)
        close(touch(left[i]));
    int held = touch(".1-1.new"), other = touch(".backup.new");
    assert_int_equal(flock(held, LOCK_EX), 0);
    fewest_puzzle *puzzle = parse(tiles);
    make(puzzle);
    assert_int_equal(count_beside(), 2); /* of a writer that lives, and what is none of ours */
    close(held);
    close(other);
    make(puzzle);
    assert_int_equal(count_beside(), 1);
    char name[96];
    snprintf(name, sizeof name, "%s.backup.new", path);
    unlink(name);
    fewest_puzzle_free(puzzle);
}

static void a_table_that_is_cut_short_while_it_is_used_does_no_harm(void **state) {
    (void)state;
    static const char *const texts[] = {eight, rewriting};
    for (size_t i = 0; i < 2; i++) {
        fewest_puzzle *puzzle = parse(texts[i]);
        fewest_answer *searched = solve(puzzle, NULL);
        make(puzzle);
        assert_true(fewest_table_load(puzzle, path, &error));
        assert_int_equal(truncate(path, 0), 0);
        fewest_answer *found = solve(puzzle, NULL);
        assert_string_equal(fewest_answer_statistics(found)->algorithm, "table");
        assert_int_equal(fewest_answer_length(found), fewest_answer_length(searched));
        fewest_instances *made = fewest_generate(puzzle, NULL, &error);
        assert_non_null(made);
        fewest_instances_free(made);
        fewest_answer_free(searched);
        fewest_answer_free(found);
        fewest_puzzle_free(puzzle);
    }
    fewest_puzzle *puzzle = parse(eight);
    fewest_options options = {.size = sizeof options};
    options.algorithm = FEWEST_ASTAR;
    fewest_answer *searched = solve(puzzle, &options);
    make_patterns(puzzle, NULL);
    assert_true(fewest_table_load(puzzle, path, &error));
    assert_int_equal(truncate(path, 0), 0);
    fewest_answer *found = solve(puzzle, &options);
    assert_int_equal(fewest_answer_length(found), fewest_answer_length(searched));
    assert_non_null(strstr(fewest_answer_reason(found), "from a file"));
    fewest_answer_free(searched);
    fewest_answer_free(found);
    fewest_puzzle_free(puzzle);
}

static void a_space_of_your_own_has_no_fingerprint(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse(eight);
    char text[33];
    const struct few_space_keeping keeping = {0};
    struct few_space space = {.keep = &keeping};
    struct few_model model = {.space = &space};
    struct few_digest_value fingerprint;
    struct few_error inner = {0};
    assert_false(few_model_fingerprint(&model, true, &fingerprint, &inner));
    assert_true(fewest_fingerprint(puzzle, text, &error));
    assert_int_equal(strlen(text), 32);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_making_of_a_table_is_counted),
        cmocka_unit_test(a_digest_does_not_depend_on_how_bytes_come),
        cmocka_unit_test(a_digest_sees_every_bit_and_every_length),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_flipped_bit_or_a_cut_is_refused_wherever_it_is),
        cmocka_unit_test(every_wrong_distance_is_found_by_its_neighbours),
        cmocka_unit_test(other_things_that_are_wrong_are_found),
        cmocka_unit_test(far_distances_of_moves_that_cannot_be_undone_are_kept_but_not_in_files),
        cmocka_unit_test(every_wrong_entry_of_a_pattern_database_is_found),
        cmocka_unit_test(the_making_of_databases_can_be_stopped),
        cmocka_unit_test(goals_that_are_looked_for_obey),
        cmocka_unit_test(open_goals_are_found_from_a_start_that_leads_to_few_states),
        cmocka_unit_test(any_allocation_may_be_refused),
        cmocka_unit_test(several_threads_write_to_one_path),
        cmocka_unit_test(what_dead_writers_left_is_removed_by_the_next),
        cmocka_unit_test(a_table_that_is_cut_short_while_it_is_used_does_no_harm),
        cmocka_unit_test(a_space_of_your_own_has_no_fingerprint),
    };
    return cmocka_run_group_tests_name("tables", tests, make_path, remove_path);
}
