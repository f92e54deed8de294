/* Searches by layers that are kept in a checkpoint, from within: wherever memory is refused, what was written goes on to the same answer; where it is refused
 * while a file is read, the file is as good as before; and files made by somebody who means harm, with digests that are right, do none. */
#include "api.h"
#include "table_path.h"

#include "base/digest.h"
#include "search/keeper.h"

#include <fewest/explore.h>

static const char tiles[] = "board 2 x 3\npieces 1..5 x\nlet t = 1..5\nmove any direction: x t -> t x\n"
                            "start 4 5 x / 1 2 3\ngoal 1 2 3 / 4 5 x\n";
static const char frogs[] = "board 7\npieces a b .\nmove: a . -> . a\nmove: a b . -> . b a\nmove: . b -> b .\n"
                            "move: . a b -> b a .\nstart a a a . b b b\ngoal b b b . a a a\n";
/* Moves cannot be inverted. */
static const char lost[] = "string 9\nlet tail = rest\nlet x = a b\nmove cut: # tail ->\nmove mark: ab -> a#\nmove more: x a tail -> tail x x\n"
                           "move swap: ab -> ba\nmove swap: ba -> ab\nstart abab\ngoal aa##\ngoal a##\n";
/* Deeper than a byte can tell. */
static const char deep[] = "var A = 0..300\nlet a = 0..299\nlet b = 1..300\nmove up: A a -> a+1\nmove drop: A b -> 0\nstart A is 0\ngoal A is 300\n";
/* Two words a state, some thousand states. */
static const char rings[] = "board 12\npieces a..l\nmove left: cycle (4 3 2 1)\nmove right: cycle (1 2 3 4)\nmove flip: cycle (4 8 12)\n"
                            "start b a c d e f g l i j k h\ngoal a b c d e f g h i j k l\nwithin 9\n";

struct subject {
    const char *text;
    fewest_algorithm algorithm;
    fewest_remember remember;
};

static const struct subject subjects[] = {
    {tiles, FEWEST_BFS, FEWEST_REMEMBER_AUTO},          {tiles, FEWEST_BIDIRECTIONAL, FEWEST_REMEMBER_HASH},
    {tiles, FEWEST_BIDIRECTIONAL, FEWEST_REMEMBER_TREE}, {frogs, FEWEST_BFS, FEWEST_REMEMBER_HASH},
    {frogs, FEWEST_BIDIRECTIONAL, FEWEST_REMEMBER_AUTO}, {lost, FEWEST_BFS, FEWEST_REMEMBER_AUTO},
    {deep, FEWEST_BFS, FEWEST_REMEMBER_AUTO},           {deep, FEWEST_BFS, FEWEST_REMEMBER_HASH},
    {rings, FEWEST_BIDIRECTIONAL, FEWEST_REMEMBER_AUTO},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static fewest_options options_of(const struct subject *subject) {
    return (fewest_options){.size = sizeof(fewest_options), .algorithm = subject->algorithm, .remember = subject->remember, .all = true, .list = 3};
}

static void expect_same(const fewest_answer *answer, const fewest_answer *sound) {
    assert_int_equal(fewest_answer_status(answer), fewest_answer_status(sound));
    assert_int_equal(fewest_answer_length(answer), fewest_answer_length(sound));
    assert_int_equal(fewest_answer_solutions(answer), fewest_answer_solutions(sound));
    assert_int_equal(fewest_answer_listed(answer), fewest_answer_listed(sound));
    for (size_t solution = 0; solution < fewest_answer_listed(sound); solution++)
        for (size_t i = 0; i < fewest_answer_length(sound); i++)
            assert_int_equal(fewest_answer_move_number(answer, solution, i), fewest_answer_move_number(sound, solution, i));
}

static fewest_answer *plain(const struct subject *subject) {
    const fewest_options options = options_of(subject);
    fewest_puzzle *puzzle = parse(subject->text);
    fewest_answer *answer = solve(puzzle, &options);
    fewest_puzzle_free(puzzle);
    return answer;
}

/* Up to some states, kept; 0: no limit. The allocation with that number is refused. *reached: whether there was one. */
static fewest_answer *run(const struct subject *subject, bool resume, uint64_t states, uint64_t fail_at, bool *reached) {
    fewest_options options = options_of(subject);
    options.checkpoint = resume ? NULL : path;
    options.resume = resume ? path : NULL;
    options.limits.states = states;
    options.every = 1000;
    fewest_puzzle *puzzle = parse(subject->text);
    puzzle->fail_at = fail_at;
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    if (reached)
        *reached = !answer || atomic_load(&answer->memory.calls) >= fail_at;
    fewest_puzzle_free(puzzle);
    return answer;
}

static void expect_it_goes_on(const struct subject *subject, const fewest_answer *sound) {
    fewest_answer *answer = run(subject, true, 0, 0, NULL);
    if (!answer)
        fail_msg("%s", error.message);
    expect_same(answer, sound);
    fewest_answer_free(answer);
}

static void wherever_memory_is_refused_it_goes_on(void **state) {
    (void)state;
    for (size_t i = 0; i < SUBJECTS; i++) {
        fewest_answer *sound = plain(&subjects[i]);
        bool reached = true;
        for (uint64_t n = 1; reached; n++) {
            unlink(path);
            fewest_answer *answer = run(&subjects[i], false, 0, n, &reached);
            if (answer && fewest_answer_status(answer) != FEWEST_SYSTEM)
                expect_same(answer, sound);
            if (access(path, R_OK) == 0)
                expect_it_goes_on(&subjects[i], sound);
            fewest_answer_free(answer);
        }
        fewest_answer_free(sound);
    }
}

struct file {
    uint8_t *bytes;
    size_t size;
};

static struct file read_file(void) {
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    struct file file = {0};
    fseek(stream, 0, SEEK_END);
    file.size = (size_t)ftell(stream);
    rewind(stream);
    file.bytes = malloc(file.size);
    assert_int_equal(fread(file.bytes, 1, file.size, stream), file.size);
    fclose(stream);
    return file;
}

static void write_file(const struct file *file) {
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(file->bytes, 1, file->size, stream), file->size);
    fclose(stream);
}

/* A checkpoint in the midst of the search. */
static struct file midway(const struct subject *subject, const fewest_answer *sound, uint64_t part) {
    unlink(path);
    fewest_answer *answer = run(subject, false, fewest_answer_statistics(sound)->remembered * part / 8 + 1, 0, NULL);
    assert_non_null(answer);
    assert_int_equal(fewest_answer_status(answer), FEWEST_LIMIT);
    assert_true(fewest_answer_is_kept(answer));
    fewest_answer_free(answer);
    return read_file();
}

static void a_file_that_could_not_be_read_for_want_of_memory_is_left_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < SUBJECTS; i++) {
        fewest_answer *sound = plain(&subjects[i]);
        struct file file = midway(&subjects[i], sound, 5);
        bool reached = true;
        for (uint64_t n = 1; reached; n++) {
            write_file(&file);
            fewest_answer *answer = run(&subjects[i], true, 0, n, &reached);
            if (answer && fewest_answer_status(answer) != FEWEST_SYSTEM)
                expect_same(answer, sound);
            expect_it_goes_on(&subjects[i], sound);
            fewest_answer_free(answer);
        }
        free(file.bytes);
        fewest_answer_free(sound);
    }
}

static void make_digests_good(struct file *file) {
    enum { SIZE = 16, BODY = 24, HEAD = 40, STREAM = 56 };
    struct few_digest digest;
    const uint64_t size = file->size;
    memcpy(file->bytes + SIZE, &size, sizeof size);
    few_digest_begin(&digest);
    few_digest_add(&digest, file->bytes + STREAM, file->size - STREAM);
    struct few_digest_value value = few_digest_end(&digest);
    memcpy(file->bytes + BODY, &value, sizeof value);
    few_digest_begin(&digest);
    few_digest_add(&digest, file->bytes, HEAD);
    value = few_digest_end(&digest);
    memcpy(file->bytes + HEAD, &value, sizeof value);
}

/* Whatever is said then: a solution that is printed is one. */
static void go_on_from(const struct subject *subject) {
    fewest_answer *answer = run(subject, true, 1000000, 0, NULL);
    for (size_t i = 0; answer && fewest_answer_status(answer) == FEWEST_SOLVED && i < fewest_answer_length(answer); i++)
        assert_non_null(fewest_answer_move(answer, 0, i));
    fewest_answer_free(answer);
}

static void a_forged_file_does_no_harm(void **state) {
    (void)state;
    enum { STREAM = 56 };
    for (size_t i = 0; i < SUBJECTS; i++) {
        fewest_answer *sound = plain(&subjects[i]);
        struct file file = midway(&subjects[i], sound, 3);
        const size_t step = file.size / 400 + 1;
        for (size_t at = STREAM + i % step; at < file.size; at += step)
            for (unsigned change = 0; change < 3; change++) {
                const uint8_t was = file.bytes[at];
                file.bytes[at] = change == 0 ? was ^ 1 : change == 1 ? 0xff : (uint8_t)(was + 0x40);
                make_digests_good(&file);
                write_file(&file);
                go_on_from(&subjects[i]);
                file.bytes[at] = was;
            }
        for (size_t cut = STREAM; cut < file.size; cut += file.size / 60 + 1) {
            struct file shorter = {file.bytes, cut};
            make_digests_good(&shorter);
            write_file(&shorter);
            assert_null(run(&subjects[i], true, 0, 0, NULL));
        }
        free(file.bytes);
        fewest_answer_free(sound);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wherever_memory_is_refused_it_goes_on),
        cmocka_unit_test(a_file_that_could_not_be_read_for_want_of_memory_is_left_alone),
        cmocka_unit_test(a_forged_file_does_no_harm),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
