/* Pattern databases of sliding puzzles on boards of any form: every entry is what plain relaxing of all arrangements says,
 * and `table verify` says so, too. On boards with an odd ring a piece of a group may come to a place by an odd and by an even
 * number of its moves, which it cannot on a grid; where the blank cannot go back, its regions are others. */
#include "api.h"
#include "table_path.h"

#include "build/patterns.h"
#include "build/table_patterns.h"

#include <unistd.h>

enum { FAR_AWAY = 1000 };

struct board {
    const char *name;
    uint32_t cells;
    const char *links;      /* "12 23 …" */
    const char *start, *goal; /* a character for each cell: x is the blank, _ in the goal is any piece */
    const char *groups[4];  /* none: chosen by the library */
    bool one_way;           /* the blank goes from the first cell of a link to the second only */
};

static fewest_puzzle *puzzle_of(const struct board *board) {
    char text[900];
    int at = snprintf(text, sizeof text, "board %u\npieces x 1..9\nlet t = 1..9\n", board->cells);
    if (!board->one_way)
        at += snprintf(text + at, sizeof text - (size_t)at, "move along links: x t -> t x\n");
    for (const char *link = board->links; *link; link += link[2] ? 3 : 2)
        at += snprintf(text + at, sizeof text - (size_t)at, board->one_way ? "move on %c %c: x t -> t x\n" : "links %c-%c\n",
                       link[0], link[1]);
    at += snprintf(text + at, sizeof text - (size_t)at, "start");
    for (uint32_t i = 0; i < board->cells; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %c", board->start[i]);
    at += snprintf(text + at, sizeof text - (size_t)at, "\ngoal");
    for (uint32_t i = 0; i < board->cells; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %c", board->goal[i]);
    snprintf(text + at, sizeof text - (size_t)at, "\n");
    return parse(text);
}

/* What is known of one key: its members' characters, and the truth for each arrangement of them and each place of the blank. */
struct relaxed {
    const struct board *board;
    const struct few_sums *sums;
    const struct few_exchanges *exchanges;
    const struct few_key *key;
    char members[10]; /* a digit of an arrangement is an index into them, plus one; 0: anything else */
    uint32_t values[10], base;
    bool with_blank;
    uint32_t arrangements, *whole, whole_count; /* those that have each member as often as the start */
    uint16_t *distance;                         /* [arrangement * cells + place of the blank] */
};

static uint32_t digit(const struct relaxed *r, uint32_t arrangement, uint32_t cell) {
    while (cell--)
        arrangement /= r->base;
    return arrangement % r->base;
}

static uint32_t power(const struct relaxed *r, uint32_t cell) {
    uint32_t result = 1;
    while (cell--)
        result *= r->base;
    return result;
}

/* The packed values of pieces are as the start has them. */
static uint32_t value_at_start(const struct relaxed *r, const uint64_t *start, uint32_t cell) {
    const struct few_exchanges *e = r->exchanges;
    return few_field_get(start, e->field[cell]);
}

static bool has_weight(const struct relaxed *r, uint32_t value) {
    for (uint32_t i = 0; i < r->sums->fields; i++)
        if (r->key->weights[i * r->sums->stride + value])
            return true;
    return false;
}

static void find_members(struct relaxed *r, const uint64_t *start) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->board->cells; i++) {
        const char piece = r->board->start[i];
        const uint32_t value = value_at_start(r, start, i);
        if (!has_weight(r, value))
            continue;
        if (piece == 'x') {
            r->with_blank = true;
        } else if (!memchr(r->members, piece, count)) {
            r->members[count] = piece;
            r->values[count++] = value;
        }
    }
    r->base = count + 1;
    r->arrangements = power(r, r->board->cells);
}

/* Whether the arrangement has each member as often as the start. */
static bool is_whole(const struct relaxed *r, uint32_t arrangement) {
    for (uint32_t m = 0; r->members[m]; m++) {
        int left = 0;
        for (uint32_t i = 0; i < r->board->cells; i++)
            left += (r->board->start[i] == r->members[m]) - (digit(r, arrangement, i) == m + 1);
        if (left != 0)
            return false;
    }
    return true;
}

static void list_whole(struct relaxed *r) {
    r->whole = malloc(r->arrangements * sizeof *r->whole);
    for (uint32_t a = 0; a < r->arrangements; a++)
        if (is_whole(r, a))
            r->whole[r->whole_count++] = a;
}

static void begin(struct relaxed *r) {
    const uint32_t cells = r->board->cells;
    const bool has_blank = strchr(r->board->goal, 'x') != NULL;
    uint32_t goal = 0;
    for (uint32_t i = 0; i < cells; i++) {
        const char *member = strchr(r->members, r->board->goal[i]);
        goal += member ? (uint32_t)(member - r->members + 1) * power(r, i) : 0;
    }
    r->distance = malloc((size_t)r->arrangements * cells * sizeof *r->distance);
    for (size_t i = 0; i < (size_t)r->arrangements * cells; i++)
        r->distance[i] = FAR_AWAY;
    for (uint32_t i = 0; i < cells; i++)
        if (r->board->goal[i] == (has_blank ? 'x' : '_'))
            r->distance[goal * cells + i] = 0;
}

/* The blank goes from one cell to another; true: that made a distance smaller. */
static bool relax(struct relaxed *r, uint32_t arrangement, uint32_t from, uint32_t to) {
    const uint32_t piece = digit(r, arrangement, to);
    if (digit(r, arrangement, from) != 0)
        return false;
    const uint32_t next = arrangement - piece * power(r, to) + piece * power(r, from);
    const uint16_t through = (uint16_t)(r->distance[next * r->board->cells + to] + (piece != 0));
    uint16_t *here = &r->distance[arrangement * r->board->cells + from];
    if (through >= *here)
        return false;
    *here = through;
    return true;
}

static void relax_all(struct relaxed *r) {
    for (bool better = true; better;) {
        better = false;
        for (uint32_t w = 0; w < r->whole_count; w++)
            for (const char *link = r->board->links; *link; link += link[2] ? 3 : 2) {
                better |= relax(r, r->whole[w], (uint32_t)(link[0] - '1'), (uint32_t)(link[1] - '1'));
                if (!r->board->one_way)
                    better |= relax(r, r->whole[w], (uint32_t)(link[1] - '1'), (uint32_t)(link[0] - '1'));
            }
    }
}

static void compare(const struct relaxed *r) {
    const uint32_t cells = r->board->cells, stride = r->sums->stride, *weights = r->key->weights;
    size_t compared = 0;
    for (uint32_t w = 0; w < r->whole_count; w++) {
        const uint32_t a = r->whole[w];
        uint32_t key = 0, least = FAR_AWAY;
        for (uint32_t i = 0; i < cells; i++)
            if (digit(r, a, i))
                key += weights[i * stride + r->values[digit(r, a, i) - 1]];
        for (uint32_t i = 0; i < cells; i++) {
            const uint32_t distance = r->distance[a * cells + i];
            const uint32_t entry = key + (r->with_blank ? weights[i * stride + r->exchanges->blank] : 0);
            least = distance < least ? distance : least;
            if (r->with_blank && digit(r, a, i) == 0) {
                assert_in_range(entry, 0, r->key->size - 1);
                assert_int_equal(r->key->entries[entry], distance == FAR_AWAY ? FEW_TABLE_NO_PATH : distance);
                compared++;
            }
        }
        if (!r->with_blank) {
            assert_in_range(key, 0, r->key->size - 1);
            assert_int_equal(r->key->entries[key], least == FAR_AWAY ? FEW_TABLE_NO_PATH : least);
            compared++;
        }
    }
    assert_int_not_equal(compared, 0);
}

static void write_tables(const struct board *board, fewest_puzzle *puzzle) {
    fewest_options options = {.size = sizeof options};
    options.patterns = board->groups;
    while (board->groups[options.pattern_count])
        options.pattern_count++;
    if (!fewest_table_build(puzzle, FEWEST_TABLE_PATTERNS, &options, path, &error))
        fail_msg("%s: %s", board->name, error.message);
}

/* Makes the tables of the board, in the puzzle and in a file. */
static fewest_puzzle *with_tables(const struct board *board) {
    fewest_puzzle *puzzle = puzzle_of(board);
    write_tables(board, puzzle);
    const struct few_keys *keys = few_patterns_parts(puzzle->model->bound).keys;
    assert_non_null(keys);
    assert_non_null(puzzle->model->facts->exchanges);
    assert_int_not_equal(keys->count, 0);
    for (uint32_t k = 0; k < keys->count; k++)
        assert_non_null(keys->list[k].entries);
    return puzzle;
}

static void check_entries(const struct board *board, fewest_puzzle *puzzle) {
    const struct few_keys *keys = few_patterns_parts(puzzle->model->bound).keys;
    uint64_t *start;
    size_t count, room;
    assert_true(few_model_starts(puzzle->model, &puzzle->memory, &start, &count, &room));
    for (uint32_t k = 0; k < keys->count; k++) {
        struct relaxed r = {.board = board, .sums = &keys->sums, .exchanges = puzzle->model->facts->exchanges, .key = &keys->list[k]};
        find_members(&r, start);
        list_whole(&r);
        begin(&r);
        relax_all(&r);
        compare(&r);
        free(r.distance);
        free(r.whole);
    }
    few_free(&puzzle->memory, start, room * sizeof *start);
}

static const struct board boards[] = {
    {"a ring of 5 with twins", 5, "12 23 34 45 51", "1212x", "2211x", {"1", "2"}, false},
    {"a ring of 7 with twins", 7, "12 23 34 45 56 67 71", "123x123", "21331x2", {"1", "2", "3"}, false},
    {"a ring of 7 with twins in one group", 7, "12 23 34 45 56 67 71", "123x123", "21331x2", {"1,2", "3"}, false},
    {"a ring of 5 with different pieces", 5, "12 23 34 45 51", "1234x", "2143x", {"1,2", "3,4"}, false},
    {"a ring of 5, groups as they come", 5, "12 23 34 45 51", "1234x", "2143x", {NULL}, false},
    {"two rings of 3", 5, "12 23 31 34 45 53", "12x12", "21x21", {"1", "2"}, false},
    {"two rings of 3 with different pieces", 5, "12 23 31 34 45 53", "12x34", "21x43", {"1,3", "2,4"}, false},
    {"a ring of 3 on a stalk", 6, "12 23 31 34 45 56", "11x223", "22x311", {"1,3", "2"}, false},
    {"a ring of 3 on a stalk, groups as they come", 6, "12 23 31 34 45 56", "11x223", "22x311", {NULL}, false},
    {"a ring of 5, the blank anywhere", 5, "12 23 34 45 51", "1212x", "2_11_", {"1"}, false},
    {"a ring of 5, one way", 5, "12 23 34 45 51", "1212x", "1221x", {"1", "2"}, true},
    {"rings of 3 and 4, one way", 6, "12 23 31 34 45 56 63", "12x123", "3211x2", {"1,3", "2"}, true},
    {"rings of 3 and 4, one way, groups as they come", 6, "12 23 31 34 45 56 63", "12x345", "3214x5", {NULL}, true},
    {"a ring of 9 with twins, groups as they come", 9, "19 12 23 34 45 56 67 78 89", "4123x5123", "2341x2351", {NULL}, false},
    {"a ring of 4 with stalks and five in a group", 8, "12 23 34 41 15 26 37 48", "12345x67", "2154x376", {"1,2,3,4,5", "6,7"}, false},
    {"a star with six in a group", 7, "12 13 14 15 16 17 23", "123456x", "214365x", {"1,2,3,4,5,6"}, false},
    {"a ring of 6 with a chord", 6, "12 23 34 45 56 61 13", "11223x", "x32211", {"1", "2,3"}, false},
};

static void entries_are_the_least_numbers_of_moves(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        fewest_puzzle *puzzle = with_tables(&boards[i]);
        check_entries(&boards[i], puzzle);
        fewest_puzzle_free(puzzle);
    }
}

/* Fills the table of the pieces before `end` in both ways. */
static void compare_fills(fewest_puzzle *puzzle, uint32_t end, bool with_blank) {
    const struct few_rule_space *space = (const struct few_rule_space *)puzzle->model->space;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    struct few_rule_facts *facts = few_rule_facts_find(&memory, space);
    const struct few_exchanges *exchanges = facts->facts.exchanges;
    const struct few_build build = {.facts = facts};
    struct few_keys *keys = few_keys_for(space, &memory);
    struct few_key *tables[2] = {few_keys_add(keys), few_keys_add(keys)};
    bool member[FEW_MOST_VALUES] = {false};
    uint8_t group[16];
    uint32_t copies[FEW_MOST_VALUES];
    uint64_t entries;
    memset(group, FEW_NO_GROUP, sizeof group);
    for (uint32_t value = 0; value < space->layout.cell_values; value++) {
        const few_code piece = space->layout.cell_piece[value];
        group[piece] = value != exchanges->blank && piece < end ? 0 : FEW_NO_GROUP;
        member[value] = group[piece] == 0;
        copies[value] = 1;
    }
    assert_true(few_sets_fit(exchanges, keys->sums.stride, member, copies));
    for (int by_sets = 0; by_sets < 2; by_sets++) {
        struct few_work work = {.build = &build, .left = UINT64_MAX};
        assert_true(few_weigh_group(keys, space, exchanges, tables[by_sets], 0, group, with_blank, &entries));
        assert_non_null(few_keys_add_table(keys, tables[by_sets], entries));
        memset((uint8_t *)(uintptr_t)tables[by_sets]->entries, 0, entries);
        assert_true((by_sets ? few_fill_by_sets : few_fill_exchange_table)(keys, tables[by_sets], member, with_blank, &work));
    }
    assert_memory_equal(tables[0]->entries, tables[1]->entries, entries);
    few_bound_free(&keys->bound);
    few_rule_facts_free(facts);
    assert_int_equal(memory.used, 0);
}

/* Of two to six pieces: up to 720 orders, twelve words of a set. Without the blank in the key, the least of all its regions
 * counts, and walls of pieces part them. */
static void tables_filled_by_sets_and_one_by_one_are_the_same(void **state) {
    (void)state;
    const struct board grid = {"a grid", 8, "12 23 34 56 67 78 15 26 37 48", "1234567x", "7654321x", {NULL}, false};
    const struct board comb = {"a ring of 4 with stalks", 8, "12 23 34 41 15 26 37 48", "12345x67", "2154x376", {NULL}, false};
    const struct board *both[] = {&grid, &comb};
    for (size_t b = 0; b < 2; b++) {
        struct few_error inner = {0};
        fewest_puzzle *puzzle = puzzle_of(both[b]);
        assert_true(few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, &inner));
        for (uint32_t end = 3; end <= 7; end++)
            for (int with_blank = 0; with_blank < 2; with_blank++)
                compare_fills(puzzle, end, with_blank);
        fewest_puzzle_free(puzzle);
    }
}

static void tables_of_odd_rings_are_verified(void **state) {
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        fewest_puzzle *puzzle = with_tables(&boards[i]);
        if (!fewest_table_verify(path, NULL, NULL, &error)) {
            print_error("%s: %s\n", boards[i].name, error.message);
            wrong++;
        }
        fewest_puzzle_free(puzzle);
    }
    assert_int_equal(wrong, 0);
}

static void every_wrong_entry_of_an_odd_ring_is_found(void **state) {
    (void)state;
    const struct board *board = &boards[sizeof boards / sizeof *boards - 1];
    fewest_puzzle *puzzle = with_tables(board);
    const struct few_key *key = &few_patterns_parts(puzzle->model->bound).keys->list[1];
    uint8_t *entries = (uint8_t *)(uintptr_t)key->entries;
    for (uint64_t i = 0; i < key->size; i += 5)
        for (int change = -1; change <= 1; change += 2) {
            entries[i] = (uint8_t)(entries[i] + change);
            write_tables(board, puzzle);
            entries[i] = (uint8_t)(entries[i] - change);
            assert_false(fewest_table_verify(path, NULL, NULL, &error));
        }
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_the_least_numbers_of_moves),
        cmocka_unit_test(tables_filled_by_sets_and_one_by_one_are_the_same),
        cmocka_unit_test(tables_of_odd_rings_are_verified),
        cmocka_unit_test(every_wrong_entry_of_an_odd_ring_is_found),
    };
    return cmocka_run_group_tests_name("sliding_tables", tests, make_path, remove_path);
}
