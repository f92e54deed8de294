/* What the rules only ever move together: it is found where it is so, and in every state that can be reached it is so. */
#include <fewest/explore.h>
#include <fewest/pictures.h>
#include <glob.h>
#include <unistd.h>

#include "api.h"

enum { MOST_STATES = 2000 };

static int go_to_source_root(void **state) {
    (void)state;
    const char *root = getenv("FEWEST_SOURCE_ROOT");
    return root ? chdir(root) : 0;
}

/* The bonds in words: `n/u [-]`, a hyphen to the right, a slash to what is below. */
static void expect_bonds(const char *text, const char *expected) {
    fewest_puzzle *puzzle = parse(text);
    size_t count;
    fewest_bond *bonds = fewest_bonds(puzzle, &count);
    char found[200] = "";
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(found);
        snprintf(found + length, sizeof found - length, "%s%s%c%s", i ? " " : "", fewest_piece(puzzle, bonds[i].piece),
                 bonds[i].below ? '/' : '-', fewest_piece(puzzle, bonds[i].other));
    }
    assert_string_equal(found, expected);
    fewest_free(bonds);
    fewest_puzzle_free(puzzle);
}

static void a_car_of_its_own_letter_is_one_body(void **state) {
    (void)state;
    expect_bonds("board 3 x 4\npieces A T .\nlet c = A\nmove any direction: c c . -> . c c\nmove any direction: T T T . -> . T T T\n"
                 "start AA.T / ...T / ...T\n", "A-A A/A T-T T/T");
}

static void two_letters_that_go_together_are_a_pair_however_many_there_are(void **state) {
    (void)state;
    expect_bonds("board 3 x 3\npieces n u o .\nmove n / u / . -> . / n / u\nmove n . / u . -> . n / . u\nmove o . -> . o\n"
                 "start n n . / u u o / . . .\n", "n/u");
}

static void a_block_of_four_letters_has_a_bond_on_every_side(void **state) {
    (void)state;
    expect_bonds("board 2 x 4\npieces a b c d .\nmove a b . / c d . -> . a b / . c d\nstart a b . . / c d . .\n",
                 "a-b a/c b/d c-d");
}

/* A block that turns into another one keeps together all the time. */
static void letters_may_change_as_long_as_they_change_together(void **state) {
    (void)state;
    expect_bonds("board 1 x 4\npieces [ ] { } .\nmove [ ] . -> . [ ]\nmove [ ] -> { }\nmove { } . -> . { }\nstart [ ] . .\n", "[-]");
}

static void what_one_rule_parts_is_no_block(void **state) {
    (void)state;
    expect_bonds("board 1 x 5\npieces A .\nmove A A . -> . A A\nmove A . -> . A\nstart A A . . .\n", "");
    expect_bonds("board 1 x 5\npieces [ ] .\nmove [ ] . -> . [ ]\nmove ] . -> . ]\nstart [ ] . . .\n", "");
    expect_bonds("board 1 x 5\npieces [ ] .\nmove [ ] . -> . [ ]\nmove [ -> .\nstart [ ] . . .\n", "");
    expect_bonds("board 1 x 5\npieces A .\nmove A A . -> . A A\nmove . -> A\nstart A A . . .\n", "");
    expect_bonds("board 1 x 5\npieces A B .\nmove A A . -> . A A\nmove cycle (1 2 3)\nstart A A . . B\n", "");
    expect_bonds("board 1 x 5\npieces A .\nlet t = A .\nmove t . -> . t\nstart A A . . .\n", "");
}

/* Two cars of one letter: whose halves they are cannot be told where they meet. */
static void two_cars_of_one_letter_are_no_bodies(void **state) {
    (void)state;
    expect_bonds("board 1 x 7\npieces A .\nmove left or right: A A . -> . A A\nstart A A . . A A .\n", "");
}

static void what_never_moves_is_a_wall_and_no_block(void **state) {
    (void)state;
    expect_bonds("board 1 x 5\npieces # A .\nmove A . -> . A\nstart A . . # #\n", "");
}

static void where_a_block_cannot_be_nothing_can_part_it(void **state) {
    (void)state;
    /* the second rule needs an A alone */
    expect_bonds("board 1 x 5\npieces A .\nmove A A . -> . A A\nmove . A . -> . . A\nstart A A . . .\n", "A-A A/A");
    /* the pair lies between the edges only where the first rule puts it */
    expect_bonds("board 1 x 4\npieces [ ] .\nmove [ ] . -> . [ ]\nmove . ] -> ] .\nstart [ ] . .\n", "[-]");
}

static void without_a_start_or_a_grid_nothing_is_said(void **state) {
    (void)state;
    expect_bonds("board 1 x 5\npieces A .\nmove A A . -> . A A\n", "");
    expect_bonds("board 1 x 5 wrapped\npieces A .\nmove A A . -> . A A\nstart A A . . .\n", "");
    expect_bonds("string 5\nmove ab -> ba\nstart ab\n", "");
    expect_bonds("var v = 0 1\nmove v 0 -> 1\nstart v is 0\n", "");
}

/* ---- All states of many puzzles */

/* Whether `one` in these states lies like in those: the same shape elsewhere. */
static bool same_shape(const uint16_t *a, const uint16_t *b, size_t rows, size_t columns, uint16_t piece) {
    size_t first_a = 0, first_b = 0, count_a = 0, count_b = 0;
    const size_t cells = rows * columns;
    while (a[first_a] != piece) first_a++;
    while (first_b < cells && b[first_b] != piece) first_b++;
    if (first_b == cells) return false;
    for (size_t i = 0; i < cells; i++) {
        count_b += b[i] == piece;
        if (a[i] != piece) continue;
        count_a++;
        const long row = (long)(i / columns + first_b / columns) - (long)(first_a / columns);
        const long column = (long)(i % columns + first_b % columns) - (long)(first_a % columns);
        if (row < 0 || column < 0 || row >= (long)rows || column >= (long)columns) return false;
        if (b[(size_t)row * columns + (size_t)column] != piece) return false;
    }
    return count_a == count_b;
}

static bool bond_holds(const fewest_bond *bond, const uint16_t *first, const uint16_t *now, size_t rows, size_t columns) {
    if (bond->piece == bond->other) return same_shape(first, now, rows, columns, bond->piece);
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            const size_t cell = row * columns + column;
            const bool next = bond->below ? row + 1 < rows : column + 1 < columns, last = bond->below ? row > 0 : column > 0;
            const size_t step = bond->below ? columns : 1;
            if (now[cell] == bond->piece && (!next || now[cell + step] != bond->other)) return false;
            if (now[cell] == bond->other && (!last || now[cell - step] != bond->piece)) return false;
        }
    }
    return true;
}

/* Looks at the states around the start; how many bonds there are. */
static size_t check_bonds(fewest_puzzle *puzzle, const char *name) {
    size_t count, ignored;
    fewest_error error = {0};
    fewest_bond *bonds = fewest_bonds(puzzle, &count);
    if (count == 0) return 0;
    const fewest_parts parts = fewest_parts_of(puzzle);
    const fewest_options options = {.limits = {.states = MOST_STATES, .depth = 1000}};
    fewest_graph *graph = fewest_graph_around(puzzle, &options, &error);
    if (!graph) fail_msg("%s: %s", name, error.text);
    uint16_t *first = fewest_read_state(puzzle, fewest_graph_node(graph, 0).state, &ignored, &error);
    for (size_t n = 0; n < fewest_graph_nodes(graph); n++) {
        const char *text = fewest_graph_node(graph, n).state;
        uint16_t *now = fewest_read_state(puzzle, text, &ignored, &error);
        assert_non_null(now);
        for (size_t i = 0; i < count; i++)
            if (!bond_holds(&bonds[i], first, now, parts.rows, parts.columns))
                fail_msg("%s: %s and %s are apart in %s", name, fewest_piece(puzzle, bonds[i].piece),
                         fewest_piece(puzzle, bonds[i].other), text);
        fewest_free(now);
    }
    fewest_free(first);
    fewest_graph_free(graph);
    fewest_free(bonds);
    return count;
}

static void in_all_states_of_the_corpus_bonds_hold(void **state) {
    (void)state;
    static const char *const patterns[] = {"puzzles/*.few", "tests/puzzles/*.few"};
    size_t with_bonds = 0;
    for (size_t p = 0; p < 2; p++) {
        glob_t found;
        assert_int_equal(glob(patterns[p], 0, NULL, &found), 0);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            fewest_error error = {0};
            fewest_puzzle *puzzle = fewest_load(found.gl_pathv[i], &error);
            if (!puzzle) fail_msg("%s", error.text);
            with_bonds += check_bonds(puzzle, found.gl_pathv[i]) > 0;
            fewest_puzzle_free(puzzle);
        }
        globfree(&found);
    }
    assert_true(with_bonds > 0); /* Klotski */
}

static uint64_t next_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* Rules that move blocks, some that part them, and some that look as if they did. */
static void write_random(char *text, size_t room, uint64_t *seed) {
    static const char *const rules[] = {
        "A A . -> . A A", "A B . -> . A B", ". A B -> A B .", "A / B / . -> . / A / B", "A . / A . -> . A / . A", "A A / . . -> . . / A A",
        "C . -> . C", "A . -> . A", "B . C -> . B C", "A B C . -> . A B C", "A A . / A _ . -> . A A / . A _", "B A -> A B", ". A . -> A . .",
        "C C . -> . C C", "C . / C . -> . C / . C", "A B -> B A", "A C -> C C", "C A -> C .", ". B -> B .", "A B / . . -> . . / A B"};
    static const char *const starts[] = {"A A . .", "A B . .", ". A B .", "A B C .", "C C . A", "A . C .", "C A B .", ". . . .", "A A C C",
                                         "B . . B", ". A A C", "A A B ."};
    const size_t rows = 2 + next_random(seed) % 2, count = 1 + next_random(seed) % 4;
    size_t length = (size_t)snprintf(text, room, "board %zu x 4\npieces A B C .\n", rows);
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, room - length, "move %s%s\n", next_random(seed) % 3 ? "" : "any direction: ",
                                   rules[next_random(seed) % (sizeof rules / sizeof *rules)]);
    length += (size_t)snprintf(text + length, room - length, "start");
    for (size_t row = 0; row < rows; row++)
        length += (size_t)snprintf(text + length, room - length, "%s %s", row ? " /" : "",
                                   starts[next_random(seed) % (sizeof starts / sizeof *starts)]);
}

static void in_all_states_of_random_puzzles_bonds_hold(void **state) {
    (void)state;
    enum { PUZZLES = 4000, LEAST = 100 };
    uint64_t seed = 20261117;
    size_t with_bonds = 0;
    for (int i = 0; i < PUZZLES; i++) {
        char text[1000];
        fewest_error error = {0};
        write_random(text, sizeof text, &seed);
        fewest_puzzle *puzzle = fewest_parse(text, strlen(text), "random", &error);
        if (!puzzle) continue; /* a pattern that is larger than the board */
        with_bonds += check_bonds(puzzle, text) > 0;
        fewest_puzzle_free(puzzle);
    }
    assert_true(with_bonds >= LEAST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_of_its_own_letter_is_one_body),
        cmocka_unit_test(two_letters_that_go_together_are_a_pair_however_many_there_are),
        cmocka_unit_test(a_block_of_four_letters_has_a_bond_on_every_side),
        cmocka_unit_test(letters_may_change_as_long_as_they_change_together),
        cmocka_unit_test(what_one_rule_parts_is_no_block),
        cmocka_unit_test(two_cars_of_one_letter_are_no_bodies),
        cmocka_unit_test(what_never_moves_is_a_wall_and_no_block),
        cmocka_unit_test(where_a_block_cannot_be_nothing_can_part_it),
        cmocka_unit_test(without_a_start_or_a_grid_nothing_is_said),
        cmocka_unit_test(in_all_states_of_the_corpus_bonds_hold),
        cmocka_unit_test(in_all_states_of_random_puzzles_bonds_hold),
    };
    return cmocka_run_group_tests(tests, go_to_source_root, NULL);
}
