/* Sliding puzzles whose states take several words: IDA* with tables, with distances, with transpositions and on threads finds the
 * solution that breadth-first search finds, move by move; parity is known; one table serves groups that are images of each other. */
#include "api.h"
#include "table_path.h"

#include "build/patterns.h"
#include "build/table_patterns.h"

#include <fewest/tables.h>

enum { MOST_CELLS = 32 };

static uint64_t next_random(uint64_t *generator) {
    *generator = *generator * UINT64_C(6364136223846793005) + 1442695040888963407;
    return *generator >> 33;
}

/* A grid, and behind its last cell a tail into which the blank can go, but not back. */
struct shape {
    uint32_t rows, columns, tail;
    bool ring; /* the tail is a way back to the first cell */
    bool blank_first;
};

static uint32_t cells_of(const struct shape *shape) {
    return shape->rows * shape->columns + shape->tail;
}

static fewest_puzzle *puzzle_of(const struct shape *shape, const uint8_t *start) {
    char text[4000];
    const uint32_t grid = shape->rows * shape->columns, cells = cells_of(shape);
    size_t at = (size_t)snprintf(text, sizeof text, "board %u\npieces x 1..%u\nlet t = 1..%u\nmove along links: x t -> t x\n", cells, cells - 1, cells - 1);
    for (uint32_t c = 0; c < grid; c++) {
        if (c % shape->columns + 1 < shape->columns)
            at += (size_t)snprintf(text + at, sizeof text - at, "links %u-%u\n", c + 1, c + 2);
        if (c + shape->columns < grid)
            at += (size_t)snprintf(text + at, sizeof text - at, "links %u-%u\n", c + 1, c + shape->columns + 1);
    }
    for (uint32_t c = grid; c < cells; c++)
        at += (size_t)snprintf(text + at, sizeof text - at, shape->ring ? "links %u-%u\n" : "move on %u %u: x t -> t x\n", c, c + 1);
    if (shape->ring)
        at += (size_t)snprintf(text + at, sizeof text - at, "links %u-1\n", cells);
    at += (size_t)snprintf(text + at, sizeof text - at, "start");
    for (uint32_t c = 0; c < cells; c++)
        at += (size_t)(start[c] ? snprintf(text + at, sizeof text - at, " %u", start[c]) : snprintf(text + at, sizeof text - at, " x"));
    at += (size_t)snprintf(text + at, sizeof text - at, "\ngoal");
    for (uint32_t c = 0; c < cells; c++) {
        const uint32_t piece = shape->blank_first ? c : c + 1 < grid ? c + 1 : c + 1 == grid ? 0 : c;
        at += (size_t)(piece ? snprintf(text + at, sizeof text - at, " %u", piece) : snprintf(text + at, sizeof text - at, " x"));
    }
    snprintf(text + at, sizeof text - at, "\n");
    return parse(text);
}

static void set_goal(const struct shape *shape, uint8_t *board) {
    const uint32_t grid = shape->rows * shape->columns;
    for (uint32_t c = 0; c < cells_of(shape); c++)
        board[c] = (uint8_t)(shape->blank_first ? c : c + 1 < grid ? c + 1 : c + 1 == grid ? 0 : c);
}

/* Moves the blank about in the grid. */
static void shuffle(const struct shape *shape, uint8_t *board, uint32_t steps, uint64_t *generator) {
    const uint32_t columns = shape->columns, grid = shape->rows * columns;
    uint32_t blank = 0;
    while (board[blank])
        blank++;
    for (uint32_t step = 0; step < steps;) {
        const uint32_t way = next_random(generator) % 4;
        const uint32_t to = way == 0 ? blank + 1 : way == 1 ? blank - 1 : way == 2 ? blank + columns : blank - columns;
        if (to >= grid || (way < 2 && to / columns != blank / columns))
            continue;
        board[blank] = board[to];
        board[to] = 0;
        blank = to;
        step++;
    }
}

static fewest_answer *solve_by(fewest_puzzle *puzzle, fewest_algorithm algorithm, uint64_t memory, uint64_t transpositions, unsigned threads) {
    fewest_options options = {.size = sizeof options};
    options.algorithm = algorithm;
    options.bound_memory = memory;
    options.transpositions = transpositions;
    options.limits.threads = threads;
    return solve(puzzle, &options);
}

static void expect_same(fewest_answer *answer, fewest_answer *sound) {
    assert_int_equal(fewest_answer_status(answer), fewest_answer_status(sound));
    assert_int_equal(fewest_answer_length(answer), fewest_answer_length(sound));
    for (size_t step = 0; step < fewest_answer_length(sound); step++)
        assert_string_equal(fewest_answer_move(answer, 0, step), fewest_answer_move(sound, 0, step));
    fewest_answer_free(answer);
}

static void compare_searches(const struct shape *shape, uint32_t steps, uint32_t starts, uint64_t seed) {
    uint64_t generator = seed;
    for (uint32_t n = 0; n < starts; n++) {
        uint8_t board[MOST_CELLS];
        set_goal(shape, board);
        shuffle(shape, board, steps, &generator);
        fewest_puzzle *puzzle = puzzle_of(shape, board);
        fewest_answer *sound = solve_by(puzzle, FEWEST_BIDIRECTIONAL, 0, 0, 1);
        assert_int_equal(fewest_answer_status(sound), FEWEST_SOLVED);
        expect_same(solve_by(puzzle, FEWEST_IDASTAR, FEWEST_ZERO, 0, 1), sound);
        expect_same(solve_by(puzzle, FEWEST_IDASTAR, FEWEST_ZERO, 1 << 20, 1), sound);
        expect_same(solve_by(puzzle, FEWEST_IDASTAR, 1 << 16, 0, 1), sound);
        expect_same(solve_by(puzzle, FEWEST_IDASTAR, 1 << 16, 1 << 20, 3), sound);
        expect_same(solve_by(puzzle, FEWEST_IDASTAR, 1 << 21, 0, 1), sound);
        assert_non_null(puzzle->model->facts->exchanges);
        assert_true(puzzle->model->space->words > 1);
        expect_same(solve_by(puzzle, FEWEST_ASTAR, 1 << 21, 0, 1), sound);
        expect_same(solve_by(puzzle, FEWEST_AUTO, 0, 0, 1), sound);
        fewest_answer_free(sound);
        fewest_puzzle_free(puzzle);
    }
}

/* The whole space of a small grid, in states that take two words. */
static void small_grids_with_a_tail_are_solved_in_order(void **state) {
    (void)state;
    compare_searches(&(struct shape){2, 3, 11, false, false}, 200, 12, 1);
    compare_searches(&(struct shape){2, 4, 9, false, true}, 200, 5, 2);
    compare_searches(&(struct shape){3, 3, 8, false, false}, 200, 4, 3);
    compare_searches(&(struct shape){3, 3, 9, false, true}, 200, 2, 4);
}

static void large_boards_are_solved_in_order(void **state) {
    (void)state;
    compare_searches(&(struct shape){3, 6, 0, false, false}, 30, 3, 5);
    compare_searches(&(struct shape){4, 5, 0, false, true}, 30, 3, 6);
    compare_searches(&(struct shape){5, 5, 0, false, false}, 26, 2, 7);
    compare_searches(&(struct shape){3, 4, 5, true, false}, 30, 3, 8);
    compare_searches(&(struct shape){2, 15, 1, false, false}, 20, 2, 9);
}

/* Two pieces exchanged: no moves lead there, and that is known at once. */
static void the_other_half_is_known(void **state) {
    (void)state;
    const struct shape shapes[] = {{5, 5, 0, false, false}, {4, 5, 0, false, true}, {3, 3, 9, false, false}};
    uint64_t generator = 11;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (uint32_t n = 0; n < 20; n++) {
            uint8_t board[MOST_CELLS];
            set_goal(&shapes[i], board);
            shuffle(&shapes[i], board, 100 + n, &generator);
            uint32_t a = 0, b;
            while (!board[a])
                a++;
            for (b = a + 1; !board[b];)
                b++;
            const uint8_t piece = board[a];
            board[a] = board[b];
            board[b] = piece;
            fewest_puzzle *puzzle = puzzle_of(&shapes[i], board);
            fewest_answer *answer = solve_by(puzzle, FEWEST_IDASTAR, FEWEST_ZERO, 0, 1);
            assert_int_equal(fewest_answer_status(answer), FEWEST_UNSOLVABLE);
            fewest_answer_free(answer);
            fewest_puzzle_free(puzzle);
        }
}

/* ---- Images */

/* The entries of a shared table beside those of a table made for the group itself, for all places of its two pieces. */
static void compare_tables(struct few_keys *keys, const struct few_rule_space *space, const struct few_build *build, const struct few_key *shared,
                           const uint8_t *group, uint32_t which) {
    const struct few_exchanges *exchanges = few_exchanges_of(build);
    struct few_work work = {.build = build, .left = UINT64_MAX};
    struct few_key *own = few_keys_add(keys);
    bool member[FEW_MOST_VALUES] = {false};
    uint32_t values[2] = {0}, found = 0;
    uint64_t entries;
    for (uint32_t v = 0; v < space->layout.cell_values; v++)
        if (group[space->layout.cell_piece[v]] == which) {
            member[v] = true;
            values[found++] = v;
        }
    assert_int_equal(found, 2);
    assert_true(few_weigh_group(keys, space, exchanges, own, (uint8_t)which, group, false, &entries));
    assert_non_null(few_keys_add_table(keys, own, entries));
    assert_true(few_fill_exchange_table(keys, own, member, false, &work));
    for (uint32_t a = 0; a < exchanges->places; a++)
        for (uint32_t b = 0; b < exchanges->places; b++) {
            const uint32_t stride = keys->sums.stride;
            const uint32_t theirs = shared->weights[a * stride + values[0]] + shared->weights[b * stride + values[1]];
            const uint32_t ours = own->weights[a * stride + values[0]] + own->weights[b * stride + values[1]];
            assert_in_range(theirs, 0, shared->size - 1);
            assert_true(a == b || shared->entries[theirs] == own->entries[ours]);
        }
}

/* All pairs of pieces beside each other pair. How many share a table. */
static uint32_t compare_pairs(const struct shape *shape) {
    uint8_t board[MOST_CELLS], group[MOST_CELLS + 1];
    struct few_error inner = {0};
    struct few_memory memory;
    struct few_images images;
    uint32_t sharing = 0, other;
    const uint32_t pieces = cells_of(shape) - 1;
    set_goal(shape, board);
    fewest_puzzle *puzzle = puzzle_of(shape, board);
    assert_true(few_puzzle_prepare(puzzle, FEW_TO_SOLVE, NULL, &inner));
    const struct few_rule_space *space = (const struct few_rule_space *)puzzle->model->space;
    few_memory_init(&memory, SIZE_MAX);
    struct few_rule_facts *facts = few_rule_facts_find(&memory, space);
    const struct few_build build = {.facts = facts};
    few_images_find(&images, facts->facts.exchanges);
    for (uint32_t p = 0; p < facts->facts.exchanges->places; p++)
        assert_int_equal(images.map[0][p], p);
    uint64_t generator = 5;
    for (uint32_t n = 0; n < 400; n++) {
        uint32_t chosen[4];
        for (uint32_t i = 0; i < 4; i++) {
            chosen[i] = 1 + (uint32_t)next_random(&generator) % pieces;
            for (uint32_t k = 0; k < i; k++)
                if (chosen[k] == chosen[i])
                    i--, k = i;
        }
        memset(group, FEW_NO_GROUP, sizeof group);
        for (uint32_t i = 0; i < 4; i++)
            group[chosen[i]] = (uint8_t)(i / 2);
        struct few_keys *keys = few_keys_for(space, &memory);
        struct few_key *first = few_keys_add(keys), *second = few_keys_add(keys);
        if (few_images_share(&images, facts->facts.exchanges, &space->layout, group, 1, &other)) {
            struct few_work work = {.build = &build, .left = UINT64_MAX};
            bool member[FEW_MOST_VALUES] = {false};
            uint64_t entries;
            for (uint32_t v = 0; v < space->layout.cell_values; v++)
                member[v] = group[space->layout.cell_piece[v]] == 0;
            assert_int_equal(other, 0);
            assert_true(few_weigh_group(keys, space, facts->facts.exchanges, first, 0, group, false, &entries));
            assert_non_null(few_keys_add_table(keys, first, entries));
            assert_true(few_fill_exchange_table(keys, first, member, false, &work));
            few_weigh_by_image(keys, &images, facts->facts.exchanges, &space->layout, group, 1, 0, second);
            compare_tables(keys, space, &build, second, group, 1);
            sharing++;
        }
        few_bound_free(&keys->bound);
    }
    few_rule_facts_free(facts);
    assert_int_equal(memory.used, 0);
    fewest_puzzle_free(puzzle);
    return sharing;
}

static void images_have_the_same_entries(void **state) {
    (void)state;
    assert_in_range(compare_pairs(&(struct shape){3, 3, 0, false, false}), 10, 400);
    assert_in_range(compare_pairs(&(struct shape){2, 4, 0, false, true}), 5, 400);
    assert_in_range(compare_pairs(&(struct shape){3, 5, 0, false, false}), 2, 400);
    assert_in_range(compare_pairs(&(struct shape){5, 5, 0, false, false}), 1, 400);
    compare_pairs(&(struct shape){2, 3, 4, false, false}); /* the tail lets no image but one */
    compare_pairs(&(struct shape){2, 2, 3, true, false});
}

/* Where the pieces of a group shut the blank in, those of an image must, too. */
static void an_image_lets_the_blank_in_where_the_other_does(void **state) {
    (void)state;
    const struct shape shape = {3, 3, 0, false, true}; /* the blank at home in the first corner, which 1 and 3 shut off */
    uint8_t board[MOST_CELLS], group[MOST_CELLS + 1];
    struct few_error inner = {0};
    struct few_memory memory;
    struct few_images images;
    uint32_t other;
    set_goal(&shape, board);
    fewest_puzzle *puzzle = puzzle_of(&shape, board);
    assert_true(few_puzzle_prepare(puzzle, FEW_TO_SOLVE, NULL, &inner));
    const struct few_rule_space *space = (const struct few_rule_space *)puzzle->model->space;
    few_memory_init(&memory, SIZE_MAX);
    struct few_rule_facts *facts = few_rule_facts_find(&memory, space);
    few_images_find(&images, facts->facts.exchanges);
    assert_int_equal(images.count, 8);
    memset(group, FEW_NO_GROUP, sizeof group);
    group[1] = group[3] = 0;
    group[5] = group[7] = 1; /* around the opposite corner: the blank is outside */
    assert_false(few_images_share(&images, facts->facts.exchanges, &space->layout, group, 1, &other));
    memset(group, FEW_NO_GROUP, sizeof group);
    group[2] = group[5] = 0; /* these shut nothing off, and are mirrored by 6 and 7 */
    group[6] = group[7] = 1;
    assert_true(few_images_share(&images, facts->facts.exchanges, &space->layout, group, 1, &other));
    few_rule_facts_free(facts);
    fewest_puzzle_free(puzzle);
}

/* A file has the table of two groups once, and is refused if an entry is wrong. */
static void a_shared_table_is_in_a_file_once(void **state) {
    (void)state;
    static const char *const groups[] = {"1,2", "3,4", "5,6"}; /* the first two are mirrored */
    static const char start[] = "1 x 3 4 / 5 2 6 7 / 9 10 11 8";
    fewest_options options = {.size = sizeof options};
    options.patterns = groups;
    options.pattern_count = 3;
    options.algorithm = FEWEST_IDASTAR;
    fewest_puzzle *puzzle = fewest_load("tiles-3x4", &error), *other = fewest_load("tiles-3x4", &error);
    assert_true(puzzle && other && fewest_set_start(puzzle, start, &error) && fewest_set_start(other, start, &error));
    assert_true(fewest_table_build(puzzle, FEWEST_TABLE_PATTERNS, &options, path, &error));
    const struct few_keys *keys = few_patterns_parts(puzzle->model->bound).keys;
    assert_int_equal(keys->count, 3);
    assert_int_equal(keys->list[0].shares + keys->list[2].shares, 0);
    assert_int_equal(keys->list[1].shares, 1);
    assert_ptr_equal(keys->list[1].entries, keys->list[0].entries);
    assert_true(fewest_table_verify(path, NULL, NULL, &error));
    assert_true(fewest_table_load(other, path, &error));
    const struct few_keys *read = few_patterns_parts(other->model->bound).keys;
    assert_int_equal(read->list[1].shares, 1);
    assert_ptr_equal(read->list[1].entries, read->list[0].entries);
    fewest_answer *sound = solve_by(puzzle, FEWEST_BIDIRECTIONAL, 0, 0, 1);
    expect_same(solve(other, &options), sound);
    expect_same(solve(puzzle, &options), sound);
    fewest_answer_free(sound);
    uint8_t *entry = (uint8_t *)(uintptr_t)keys->list[0].entries + 1;
    for (int change = -1; change <= 1; change += 2) {
        *entry = (uint8_t)(*entry + change);
        assert_true(fewest_table_build(puzzle, FEWEST_TABLE_PATTERNS, &options, path, &error));
        assert_false(fewest_table_verify(path, NULL, NULL, &error));
        *entry = (uint8_t)(*entry - change);
    }
    fewest_puzzle_free(puzzle);
    fewest_puzzle_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_grids_with_a_tail_are_solved_in_order),
        cmocka_unit_test(large_boards_are_solved_in_order),
        cmocka_unit_test(the_other_half_is_known),
        cmocka_unit_test(images_have_the_same_entries),
        cmocka_unit_test(a_shared_table_is_in_a_file_once),
        cmocka_unit_test(an_image_lets_the_blank_in_where_the_other_does),
    };
    return cmocka_run_group_tests_name("large_slides", tests, make_path, remove_path);
}
