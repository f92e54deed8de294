/* Table files made by somebody who means harm: every field is changed, and the digests are made good. Whatever is done with
 * such a file, it ends with an error or a right answer: what verifying accepts is as good as the table itself, and what it
 * refuses is harmless either. Run under the sanitizers, this is where a look outside of anything would be seen. */
#include "api.h"
#include "table_path.h"

#include "build/table_format.h"
#include "build/table_patterns.h"

#include <fewest/explore.h>
#include <fewest/tables.h>
#include <unistd.h>

static const char tiles[] = "board 2 x 3\npieces 1..5 x\nlet t = 1..5\nmove any direction: x t -> t x\n"
                            "start 1 2 3 / 4 x 5\ngoal 1 2 3 / 4 5 x\n";
static const char frogs[] = "board 5\npieces a b .\nmove: a . -> . a\nmove: a b . -> . b a\nmove: . b -> b .\n"
                            "move: . a b -> b a .\nstart a a . b b\ngoal b b . a a\n";
static const char lamps[] = "board 9\npieces 0 1\nmove: 0 -> 1\nstart 0 0 0 0 0 0 0 0 0\ngoal 1 0 0 1 0 0 0 0 0\n";
/* A walker whose steps cannot be undone. */
static const char river[] = "board 3 x 4\npieces @ . #\nmove right: @ . -> . @\nmove down: @ . -> . @\n"
                            "start @ . # . / . . . . / # . . .\ngoal _ _ _ _ / _ _ _ _ / _ _ _ @\n";
/* Two pieces that never meet in a move: their tables may be added up. */
static const char carts[] = "board 3 x 3\npieces A B .\nmove any direction: A . -> . A\nmove any direction: B . -> . B\n"
                            "start A B . / . . . / . . .\ngoal _ _ _ / _ _ _ / _ B A\n";

struct subject {
    const char *text;
    fewest_table_kind kind;
    const char *patterns[2];
};

static const struct subject subjects[] = {
    {tiles, FEWEST_TABLE_DISTANCES, {0}},  {frogs, FEWEST_TABLE_DISTANCES, {0}}, {lamps, FEWEST_TABLE_DISTANCES, {0}},
    {jugs, FEWEST_TABLE_DISTANCES, {0}},   {maze, FEWEST_TABLE_DISTANCES, {0}},  {river, FEWEST_TABLE_DISTANCES, {0}},
    {rewriting, FEWEST_TABLE_DISTANCES, {0}}, {tiles, FEWEST_TABLE_PATTERNS, {"1,2", "3,4,5"}},
    {tiles, FEWEST_TABLE_PATTERNS, {0}},   {jugs, FEWEST_TABLE_PATTERNS, {0}},   {carts, FEWEST_TABLE_PATTERNS, {"A", "B"}},
};

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
    file.bytes = malloc(file.size + 1);
    assert_int_equal(fread(file.bytes, 1, file.size, stream), file.size);
    fclose(stream);
    return file;
}

/* With both digests made good, as far as the number of sections can be believed. */
static void write_forged(struct file file) {
    struct few_table_header header;
    struct few_table_entry entries[FEW_TABLE_SECTIONS] = {0};
    memcpy(&header, file.bytes, sizeof header);
    const size_t body = FEW_TABLE_HEADER + (size_t)header.sections * sizeof *entries;
    if (header.sections <= FEW_TABLE_SECTIONS && body <= file.size) {
        struct few_digest digest;
        few_digest_begin(&digest);
        few_digest_add(&digest, file.bytes + body, file.size - body);
        header.body = few_digest_end(&digest);
        memcpy(entries, file.bytes + FEW_TABLE_HEADER, header.sections * sizeof *entries);
        header.head = few_table_head_digest(&header, entries);
        memcpy(file.bytes, &header, sizeof header);
    }
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(file.bytes, 1, file.size, stream), file.size);
    fclose(stream);
}

static fewest_options options_of(const struct subject *subject) {
    fewest_options options = {.size = sizeof options};
    options.limits.memory = 64 << 20;
    options.limits.seconds = 20;
    options.algorithm = subject->kind == FEWEST_TABLE_PATTERNS ? FEWEST_ASTAR : FEWEST_AUTO;
    options.patterns = subject->patterns[0] ? subject->patterns : NULL;
    options.pattern_count = subject->patterns[0] ? 2 : 0;
    return options;
}

static uint64_t cost_of(fewest_puzzle *puzzle, const struct subject *subject) {
    fewest_options options = options_of(subject);
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    if (!answer)
        return UINT64_MAX;
    uint64_t cost = fewest_answer_status(answer) == FEWEST_SOLVED ? fewest_answer_cost(answer) : UINT64_MAX;
    fewest_answer_free(answer);
    return cost;
}

/* One number for some starts that were drawn. */
static uint64_t draw(fewest_puzzle *puzzle, fewest_difficulty difficulty) {
    fewest_generate_options options = {.size = sizeof options};
    options.count = 3;
    options.difficulty = difficulty;
    options.limits.memory = 64 << 20;
    options.limits.seconds = 20;
    fewest_instances *made = fewest_generate(puzzle, &options, &error);
    struct few_digest digest;
    few_digest_begin(&digest);
    for (size_t i = 0; made && i < fewest_instances_count(made); i++) {
        few_digest_text(&digest, fewest_instances_state(made, i));
        few_digest_number(&digest, fewest_instances_depth(made, i));
    }
    fewest_instances_free(made);
    return few_digest_end(&digest).words[0];
}

struct truth {
    uint64_t cost, hardest, any;
};

static struct truth truth_of(fewest_puzzle *puzzle, const struct subject *subject) {
    struct truth truth = {cost_of(puzzle, subject), 0, 0};
    if (subject->kind == FEWEST_TABLE_DISTANCES) {
        truth.hardest = draw(puzzle, FEWEST_DEEPEST);
        truth.any = draw(puzzle, FEWEST_ANY_DEPTH);
    }
    return truth;
}

static size_t accepted, refused;

/* Everything that takes a file. */
static void use(const struct subject *subject, const struct truth *truth) {
    fewest_table_info info;
    fewest_table_read_info(path, &info, &error);
    fewest_options options = options_of(subject);
    fewest_puzzle *puzzle = parse(subject->text);
    bool right = fewest_table_verify(path, puzzle, &options, &error);
    fewest_puzzle_free(puzzle);
    fewest_table_verify(path, NULL, &options, &error);
    puzzle = parse(subject->text);
    if (fewest_table_load(puzzle, path, &error)) {
        struct truth found = truth_of(puzzle, subject);
        if (right)
            assert_memory_equal(&found, truth, sizeof found);
    } else {
        assert_false(right);
        assert_int_not_equal(error.status, FEWEST_SYSTEM);
        assert_int_equal(cost_of(puzzle, subject), truth->cost);
    }
    fewest_puzzle_free(puzzle);
    accepted += right;
    refused += !right;
}

static void put(struct file file, size_t at, uint64_t value, size_t bytes) {
    memcpy(file.bytes + at, &value, bytes);
}

/* A word in every way that numbers are wrong in. */
static void forge_word(const struct subject *subject, const struct truth *truth, struct file file, size_t at) {
    uint64_t before = 0, state = at * 77 + 5;
    const size_t bytes = file.size - at < sizeof before ? file.size - at : sizeof before;
    memcpy(&before, file.bytes + at, bytes);
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    const uint64_t values[] = {0, before + 1, before - 1, UINT64_MAX, UINT64_C(1) << 63, before ^ UINT64_C(1) << (state >> 58),
                               before ^ UINT64_C(1) << 32, before * 2, state};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i] != before) {
            put(file, at, values[i], bytes);
            write_forged(file);
            use(subject, truth);
        }
    put(file, at, before, bytes);
}

static void forge_byte(const struct subject *subject, const struct truth *truth, struct file file, size_t at) {
    const uint8_t before = file.bytes[at], values[] = {0, 1, (uint8_t)(before + 1), (uint8_t)(before - 1), 255};
    for (size_t i = 0; i < sizeof values; i++)
        if (values[i] != before) {
            file.bytes[at] = values[i];
            write_forged(file);
            use(subject, truth);
        }
    file.bytes[at] = before;
}

/* Header and directory by words; short sections by words and by bytes; of long ones some words. */
static void forge_all(const struct subject *subject) {
    enum { SHORT = 600, SOME = 12 };
    const size_t stride = getenv("FEWEST_SANITIZED") && *getenv("FEWEST_SANITIZED") ? 3 : 1; /* sanitized, one takes ten times as long */
    fewest_options options = options_of(subject);
    fewest_puzzle *puzzle = parse(subject->text);
    const struct truth truth = truth_of(puzzle, subject);
    if (!fewest_table_build(puzzle, subject->kind, &options, path, &error))
        fail_msg("%s", error.text);
    fewest_puzzle_free(puzzle);
    struct file file = read_file();
    struct few_table_header header;
    struct few_table_entry entries[FEW_TABLE_SECTIONS];
    memcpy(&header, file.bytes, sizeof header);
    memcpy(entries, file.bytes + FEW_TABLE_HEADER, header.sections * sizeof *entries);
    use(subject, &truth);
    assert_int_equal(accepted, 1);
    for (size_t at = 0; at < FEW_TABLE_HEADER + header.sections * sizeof *entries; at += 8)
        forge_word(subject, &truth, file, at);
    for (uint32_t i = 0; i < header.sections; i++) {
        const size_t first = entries[i].offset, size = entries[i].size;
        const size_t step = size <= SHORT ? 8 : (size / SOME * stride + 7) / 8 * 8;
        for (size_t at = 0; at < size; at += step)
            forge_word(subject, &truth, file, first + at);
        for (size_t at = 0; at < size; at += size <= SHORT ? 5 * stride : size / SOME * stride + 1)
            forge_byte(subject, &truth, file, first + at);
        if (strncmp(entries[i].name, "origin", 6) == 0 || strncmp(entries[i].name, "tables", 6) == 0)
            for (size_t at = 0; at < size; at += stride)
                forge_byte(subject, &truth, file, first + at);
    }
    free(file.bytes);
}

static void nothing_in_a_file_is_believed(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        accepted = refused = 0;
        forge_all(&subjects[i]);
        if (refused < 100 || getenv("FEWEST_TELL"))
            fprintf(stderr, "# subject %zu: %zu accepted, %zu refused\n", i, accepted, refused);
        assert_true(refused > 100);
    }
}

/* The states that were kept of the last layers, replaced by words that are no states. */
static void impossible_states_in_the_last_layers_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {tiles, frogs, lamps, jugs, maze, rewriting};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fewest_puzzle *puzzle = parse(texts[i]);
        if (!fewest_table_build(puzzle, FEWEST_TABLE_DISTANCES, NULL, path, &error))
            fail_msg("%s", error.text);
        struct file file = read_file();
        struct few_table_header header;
        struct few_table_entry entry;
        memcpy(&header, file.bytes, sizeof header);
        for (uint32_t k = 0; k < header.sections; k++) {
            memcpy(&entry, file.bytes + FEW_TABLE_HEADER + k * sizeof entry, sizeof entry);
            if (strcmp(entry.name, "far") == 0)
                memset(file.bytes + entry.offset, 0xff, entry.size);
        }
        write_forged(file);
        assert_false(fewest_table_verify(path, puzzle, NULL, &error));
        assert_int_equal(error.status, FEWEST_INVALID);
        assert_false(fewest_table_load(puzzle, path, &error));
        assert_non_null(strstr(error.message, "does not fit this puzzle"));
        free(file.bytes);
        fewest_puzzle_free(puzzle);
    }
}

/* Each number alone that says for what layout of a state the tables were made. */
static void pattern_tables_for_another_layout_are_refused(void **state) {
    (void)state;
    static const size_t places[] = {offsetof(struct few_patterns_about, exchanges), offsetof(struct few_patterns_about, words),
                                    offsetof(struct few_patterns_about, fields), offsetof(struct few_patterns_about, stride)};
    fewest_puzzle *puzzle = parse(tiles);
    assert_true(fewest_table_build(puzzle, FEWEST_TABLE_PATTERNS, NULL, path, &error));
    struct file file = read_file();
    struct few_table_header header;
    struct few_table_entry entry;
    size_t about = 0;
    memcpy(&header, file.bytes, sizeof header);
    for (uint32_t k = 0; k < header.sections; k++) {
        memcpy(&entry, file.bytes + FEW_TABLE_HEADER + k * sizeof entry, sizeof entry);
        if (strcmp(entry.name, "about") == 0)
            about = entry.offset;
    }
    assert_int_not_equal(about, 0);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        uint64_t before;
        memcpy(&before, file.bytes + about + places[i], sizeof before);
        put(file, about + places[i], before + 1, sizeof before);
        write_forged(file);
        assert_false(fewest_table_load(puzzle, path, &error));
        put(file, about + places[i], before, sizeof before);
    }
    write_forged(file);
    assert_true(fewest_table_load(puzzle, path, &error));
    free(file.bytes);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_in_a_file_is_believed),
        cmocka_unit_test(impossible_states_in_the_last_layers_are_refused),
        cmocka_unit_test(pattern_tables_for_another_layout_are_refused),
    };
    return cmocka_run_group_tests_name("forged_tables", tests, make_path, remove_path);
}
