/* Protects the readers of mazes: what they read is solved, mistakes have a place, and start and
 * goal can be given as cells. */
#include "base/list.h"
#include "spaces.h"

#include "spaces/walker/maze.h"
#include "spaces/walker/walker.h"

static struct few_puzzle *read_maze(struct few_memory *memory, const char *text,
                                    struct few_error *error) {
    few_memory_init(memory, 1 << 30);
    return few_maze_parse(memory, "maze", text, strlen(text), error);
}

/* The length of a shortest path, by plain layers; -1: there is none. */
static int solve(struct few_memory *memory, const struct few_puzzle *puzzle) {
    struct few_error error = {0};
    assert_true(few_walker_fits(memory, puzzle));
    struct few_space *space = few_walker_space(memory, puzzle, &error);
    assert_non_null(space);
    int depth = -1, result = -1;
    uint64_t *layer = calloc(space->ranks * 2, sizeof *layer), *next = layer + space->ranks;
    bool *seen = calloc(space->ranks, 1);
    size_t count = 1;
    struct few_list starts;
    few_list_init(&starts, memory, sizeof *layer);
    assert_true(few_walker_starts(space, &starts));
    assert_int_equal(starts.count, 1);
    layer[0] = *(const uint64_t *)few_list_at(&starts, 0);
    few_list_free(&starts);
    seen[layer[0]] = true;
    for (depth = 0; count > 0 && result < 0; depth++) {
        size_t more = 0;
        for (size_t i = 0; i < count; i++) {
            uint64_t found[8];
            bool goal;
            space->run->is_goal(space, &layer[i], 1, &goal);
            result = goal ? depth : result;
            size_t moves = space->run->successors(space, &layer[i], 1, found, NULL);
            for (size_t k = 0; k < moves; k++)
                if (!seen[found[k]]) {
                    seen[found[k]] = true;
                    next[more++] = found[k];
                }
        }
        memcpy(layer, next, more * sizeof *next);
        count = more;
    }
    free(layer);
    free(seen);
    few_walker_space_free(space);
    return result;
}

static void mazes_are_read_and_solved(void **context) {
    (void)context;
    static const struct {
        const char *text;
        unsigned rows, columns;
        int moves;
    } cases[] = {
        {"01000\n01010\n00000\n01110\n00010\n", 5, 5, 8},
        {"0 1 0 0 0\r\n0 1 0 1 0\r\n\r\n0 0 0 0 0\r\n0 1 1 1 0\r\n0 0 0 1 0", 5, 5, 8},
        {" 0\t1 0\n 00 0\n", 2, 3, 3},
        {"0", 1, 1, 0},
        {"1", 1, 1, -1},
        {"10\n00\n", 2, 2, -1},
        {"00\n01\n", 2, 2, -1},
        {"00\n11\n00\n", 3, 2, -1},
        {"00000000000000000000000000000000000000000000000000000000000000000000000000\n"
         "11111111111111111111111111111111111111111111111111111111111111111111111110",
         2, 74, 74},
        {"type octile\nheight 3\nwidth 4\nmap\n@..T\n@.OW\nGS@.\n", 3, 4, -1},
        {"type octile\r\nheight 3\r\nwidth 4\r\nmap\r\n@..T\r\n@.OW\r\nGS@@\r\n", 3, 4, 2},
        {"type octile\nheight 1\nwidth 2\nmap\n@@\n", 1, 2, -1},
        {"\xef\xbb\xbf" "01000\n01010\n00000\n01110\n00010\n", 5, 5, 8},
        {"\xef\xbb\xbf" "type octile\nheight 2\nwidth 2\nmap\n.@\n..\n", 2, 2, 2},
        {"01000\r01010\r00000\r01110\r00010\r", 5, 5, 8},
        {"0 1\r\r0 0", 2, 2, 2},
        {"type octile\rheight 2\rwidth 2\rmap\r.@\r..\r", 2, 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct few_memory memory;
        struct few_error error = {0};
        assert_true(few_maze_looks_like(cases[i].text, strlen(cases[i].text)));
        struct few_puzzle *puzzle = read_maze(&memory, cases[i].text, &error);
        if (!puzzle) fail_msg("%u:%u %s", error.line, error.column, error.message);
        assert_int_equal(puzzle->rows, cases[i].rows);
        assert_int_equal(puzzle->columns, cases[i].columns);
        assert_int_equal(solve(&memory, puzzle), cases[i].moves);
        few_puzzle_free(puzzle);
        assert_int_equal(memory.used, 0);
    }
    assert_false(few_maze_looks_like("", 0));
    assert_false(few_maze_looks_like("board 3 x 3\n", 12));
    assert_false(few_maze_looks_like("\n\n; 0 1\n", 8));
    assert_false(few_maze_looks_like("0 2\n", 4));
}

static void mistakes_in_mazes_have_a_place(void **context) {
    (void)context;
    static const struct {
        const char *text;
        unsigned line, column;
        const char *message;
    } cases[] = {
        {"000\n0000\n000\n", 2, 4, "4 cells, but the first has 3"},
        {"000\n000\n\n  00\n", 4, 5, "2 cells, but the first has 3"},
        {"0 0\n0 x\n", 2, 3, "only 0"},
        {"000\n0 0 2\n", 2, 5, "only 0"},
        {"type tile\n", 1, 1, "type octile"},
        {"type octile\nheight x\n", 2, 1, "height"},
        {"type octile\nheight 2\nwidth 0\n", 3, 1, "width"},
        {"type octile\nheight 2\nwidth 2\n..\n..\n", 4, 1, "`map`"},
        {"type octile\nheight 2\nwidth 2\nmap\n..\n", 3, 1, "fewer than 2 x 2"},
        {"type octile\nheight 2\nwidth 2\nmap\n..\n.\n", 6, 2, "1 cell, but the width is 2"},
        {"type octile\nheight 2\nwidth 2\nmap\n...\n..\n", 5, 3, "3 cells, but the width is 2"},
        {"type octile\nheight 2\nwidth 2\nmap\n.x\n..\n", 5, 2, "a map has only"},
        {"type octile\nheight 2\nwidth 2\nmap\n..\n..\n..\n", 7, 1, "more rows"},
        {"type octile\nheight 3\nwidth 2\nmap\n..\n..\n\n\n", 9, 1, "2 rows, but the height is 3"},
        {"type octile\nheight 99999999999999999999\nwidth 2\nmap\n..\n", 2, 1, "height"},
        {"type octile\nheight 200000000\nwidth 200000000\nmap\n..\n", 3, 1, "fewer than"},
        {" \n", 1, 1, "no maze"},
        {"\xef\xbb\xbf" "000\n0x0\n", 2, 2, "only 0"},
        {"000\r000\r0x0\r", 3, 2, "only 0"},
        {"000\r000\r00\r", 3, 3, "2 cells, but the first has 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct few_memory memory;
        struct few_error error = {0};
        assert_null(read_maze(&memory, cases[i].text, &error));
        assert_int_equal(error.kind, FEW_ERROR_INPUT);
        if (!strstr(error.message, cases[i].message) || error.line != cases[i].line ||
            error.column != cases[i].column || error.source_column != cases[i].column)
            fail_msg("%u:%u %s\n%s", error.line, error.column, error.message, cases[i].text);
        assert_int_equal(memory.used, 0);
    }
}

static bool place(struct few_puzzle *puzzle, const char *text, bool goal, struct few_error *error) {
    memset(error, 0, sizeof *error);
    return few_maze_place(puzzle, "START", text, strlen(text), goal, error);
}

static void start_and_goal_can_be_given_as_cells(void **context) {
    (void)context;
    struct few_memory memory;
    struct few_error error = {0};
    struct few_puzzle *puzzle = read_maze(&memory, "0010\n0010\n0010\n0000\n", &error);
    assert_int_equal(solve(&memory, puzzle), 6);
    assert_true(place(puzzle, "1,2", false, &error));
    assert_int_equal(solve(&memory, puzzle), 5);
    assert_true(place(puzzle, "1,4", true, &error));
    assert_int_equal(solve(&memory, puzzle), 8);
    for (int goal = 0; goal < 2; goal++) { /* in the wall: nothing changes */
        assert_false(place(puzzle, "2,3", goal, &error));
        assert_int_equal(error.kind, FEW_ERROR_INPUT);
        assert_non_null(strstr(error.message, "cannot stand there"));
        assert_int_equal(solve(&memory, puzzle), 8);
    }
    assert_true(place(puzzle, "4,4", false, &error));
    assert_int_equal(solve(&memory, puzzle), 3);
    assert_false(place(puzzle, "5,1", false, &error));
    assert_int_equal(error.column, 1);
    assert_false(place(puzzle, "1,0", true, &error));
    assert_int_equal(error.column, 3);
    assert_false(place(puzzle, "1, 2", true, &error));
    assert_true(few_maze_is_cell("12,3", 4));
    assert_false(few_maze_is_cell("123", 3));
    assert_false(few_maze_is_cell("1,", 2));
    few_puzzle_free(puzzle);
    assert_int_equal(memory.used, 0);

    few_memory_init(&memory, 1 << 30);
    puzzle = parse(&memory,
                   "board 2 x 3\npieces k . #\nmove any direction: . k -> k .\nstart k.#/..#\n");
    assert_true(place(puzzle, "2,2", true, &error));
    assert_int_equal(solve(&memory, puzzle), 2);
    few_puzzle_free(puzzle);
    puzzle = parse(&memory,
                   "board 2 x 3\npieces k . #\nmove any direction: . k -> k .\nstart kk#/..#\n");
    assert_false(place(puzzle, "2,2", true, &error));
    few_puzzle_free(puzzle);
    assert_int_equal(memory.used, 0);
}

/* Nothing can move there, and still the piece stands where it stands. */
static void one_free_cell_is_start_and_goal(void **context) {
    (void)context;
    static const struct {
        const char *maze, *start, *goal;
        int moves;
    } cases[] = {{"01\n", NULL, "1,1", 0},  {"01\n", NULL, NULL, -1},  {"0\n", NULL, "1,1", 0},
                 {"10\n", "1,2", "1,2", 0}, {"10\n", NULL, "1,2", -1}, {"1\n0\n", "2,1", "2,1", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct few_memory memory;
        struct few_error error = {0};
        struct few_puzzle *puzzle = read_maze(&memory, cases[i].maze, &error);
        for (int turn = 0; turn < 2; turn++) {
            assert_true(!cases[i].start || place(puzzle, cases[i].start, false, &error));
            assert_true(!cases[i].goal || place(puzzle, cases[i].goal, true, &error));
            assert_int_equal(solve(&memory, puzzle), cases[i].moves);
        }
        few_puzzle_free(puzzle);
    }
}

/* In blocks of many cells as in single ones; 0xa0 differs from a blank in its highest bit alone. */
static void only_blanks_stand_between_digits(void **context) {
    (void)context;
    for (unsigned byte = 1; byte < 256; byte++)
        for (unsigned place = 0; place < 2; place++) {
            char text[2 * 200 + 1];
            for (unsigned i = 0; i < 200; i++) {
                text[2 * i] = '0';
                text[2 * i + 1] = i == 99 || i == 199 ? '\n' : ' ';
            }
            text[400] = 0;
            text[2 * (100 + (place ? 98 : 20)) + 1] = (char)byte;
            bool blank = byte == ' ' || byte == '\t' || byte == '\v' || byte == '\f' || byte == '\r';
            struct few_memory memory;
            struct few_error error = {0};
            struct few_puzzle *puzzle = read_maze(&memory, text, &error);
            assert_true(blank || !puzzle);
            few_puzzle_free(puzzle);
            assert_int_equal(memory.used, 0);
        }
}

static void every_allocation_may_fail(void **context) {
    (void)context;
    struct few_puzzle *maze = NULL;
    for (uint64_t n = 1; !maze; n++) {
        struct few_memory memory;
        struct few_error error = {0};
        few_memory_init(&memory, 1 << 30);
        memory.fail_at = n;
        maze = few_maze_parse(&memory, "maze", "00\n00\n", 6, &error);
        if (!maze) assert_int_equal(error.kind, FEW_ERROR_MEMORY);
        few_puzzle_free(maze);
        assert_int_equal(memory.used, 0);
        assert_true(n < 1000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mazes_are_read_and_solved),
        cmocka_unit_test(mistakes_in_mazes_have_a_place),
        cmocka_unit_test(start_and_goal_can_be_given_as_cells),
        cmocka_unit_test(one_free_cell_is_start_and_goal),
        cmocka_unit_test(only_blanks_stand_between_digits),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
