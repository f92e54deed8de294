/* Protects the words of a solution. The moves come from a table, not from a real space, so that
 * every way in which labels, places and results can coincide is written down here. */
#include "language/solution.h"
#include "parsed.h"

enum { NONE = -1, NO_CELL = 0, UP = 0, DOWN = 1, LEFT = 2, RIGHT = 3 };

/* One move of the only state there is; numbered in this order, but given by the space backwards. */
struct row {
    uint32_t rule;
    int direction;
    uint32_t cell;    /* from 1 */
    uint64_t result;  /* 0 ends the table */
    const char *word; /* what it is called */
    uint32_t cost;
};

struct table {
    struct few_space space;
    const struct row *rows;
};

static size_t successors(const struct few_space *space, const uint64_t *states, size_t count,
                         uint64_t *next, struct few_step *steps) {
    const struct table *table = (const struct table *)space;
    (void)states;
    assert_int_equal(count, 1);
    for (uint32_t i = 0, rows = space->max_successors; i < rows; i++) {
        const struct row *row = &table->rows[rows - 1 - i];
        next[2 * i] = 77;
        next[2 * i + 1] = row->result;
        steps[i] = (struct few_step){0, 100 + rows - 1 - i, row->cost ? row->cost : 1};
    }
    return space->max_successors;
}

static struct few_move_place place(const struct few_space *space, const uint64_t *state,
                                   uint32_t move) {
    const struct row *row = &((const struct table *)space)->rows[move - 100];
    (void)state;
    return (struct few_move_place){row->rule, row->direction,
                                   row->cell ? row->cell - 1 : FEW_NO_CELL, 0};
}

static const struct few_space_functions functions = {.successors = successors, .place = place};
static const uint64_t here[2] = {1, 2};

static struct table table_of(const struct row *rows) {
    struct table table = {.space = {.run = &functions, .words = 2}, .rows = rows};
    while (rows[table.space.max_successors].result) table.space.max_successors++;
    return table;
}

static enum few_word_reading read_word(const struct few_puzzle *puzzle, const struct table *table,
                                       const char *word, uint32_t *row, struct few_error *error) {
    struct few_step step = {0};
    uint64_t next[2] = {0};
    *error = (struct few_error){0};
    enum few_word_reading reading =
        few_read_word(&memory, puzzle, &table->space, here, word, &step, next, error);
    assert_int_equal(reading == FEW_WORD_FITS, error->kind == FEW_ERROR_NONE);
    *row = step.move - 100;
    if (reading == FEW_WORD_FITS) {
        assert_int_equal(next[0], 77);
        assert_int_equal(next[1], table->rows[*row].result);
    }
    return reading;
}

/* Every move has its word, and the word leads where the move does. */
static void check_words(const char *text, const struct row *rows) {
    struct few_puzzle *puzzle = parse(text);
    struct table table = table_of(rows);
    for (uint32_t i = 0; i < table.space.max_successors; i++) {
        size_t bytes;
        const char *word = few_move_word(&memory, puzzle, &table.space, here, 100 + i, &bytes);
        assert_string_equal(word, rows[i].word);
        uint32_t found;
        struct few_error error;
        if (read_word(puzzle, &table, word, &found, &error) != FEW_WORD_FITS)
            fail_msg("%s: %s", word, error.message);
        assert_int_equal(rows[found].result, rows[i].result);
        few_word_free(&memory, word, bytes);
    }
    few_puzzle_free(puzzle);
}

#define BOARD "board 3 x 4\npieces a b\n"

static void labels_are_names_and_directions(void **state) {
    (void)state;
    const char *text = BOARD
        "names N S W E\nmove any direction: a b -> b a\nmove jump, any direction: a b -> b a\n"
        "move go: a -> b\nmove b -> a\n";
    check_words(text, (const struct row[]){
                          {0, UP, 1, 1, "N", 0},
                          {0, DOWN, 1, 2, "S", 0},
                          {0, LEFT, 1, 3, "W", 0},
                          {0, RIGHT, 1, 4, "E", 0},
                          {1, UP, 2, 5, "jump-N", 0},
                          {1, RIGHT, 2, 6, "jump-E", 0},
                          {2, NONE, 3, 7, "go", 0},
                          {3, NONE, 4, 8, "move", 0},
                          {0},
                      });
}

static void a_place_follows_where_the_label_fits_several_results(void **state) {
    (void)state;
    check_words(BOARD "move go: a -> b\nmove any direction: a b -> b a\n",
                (const struct row[]){
                    {0, NONE, 1, 1, "go@1,1", 0},
                    {0, NONE, 6, 2, "go@2,2", 0},
                    {0, NONE, 12, 3, "go@3,4", 0},
                    {1, UP, 12, 4, "up", 0},
                    {1, DOWN, 12, 5, "down", 0},
                    {0},
                });
    check_words(
        "board 12\npieces a b\nmove go: a -> b\n",
        (const struct row[]){{0, NONE, 1, 1, "go@1", 0}, {0, NONE, 12, 2, "go@12", 0}, {0}});
    check_words(
        "string 12\nmove ab -> b\n",
        (const struct row[]){{0, NONE, 1, 1, "ab->b@1", 0}, {0, NONE, 7, 2, "ab->b@7", 0}, {0}});
}

static void no_place_is_needed_where_all_results_are_the_same(void **state) {
    (void)state;
    check_words(BOARD "move go: a -> b\nmove stay: b -> a\n", (const struct row[]){
                                                                  {0, NONE, 1, 1, "go", 0},
                                                                  {0, NONE, 6, 1, "go", 0},
                                                                  {1, NONE, 6, 2, "stay", 0},
                                                                  {0},
                                                              });
}

static void a_number_follows_where_the_place_does_not_decide(void **state) {
    (void)state;
    check_words(BOARD "move go: a -> b\nmove go: a -> b\n", (const struct row[]){
                                                                {0, NONE, 1, 9, "go@1,1#1", 0},
                                                                {0, NONE, 1, 5, "go@1,1#2", 0},
                                                                {0, NONE, 2, 8, "go@1,2", 0},
                                                                {1, NONE, 1, 5, "go@1,1#2", 0},
                                                                {1, NONE, 1, 7, "go@1,1#3", 0},
                                                                {1, NONE, 1, 9, "go@1,1#1", 0},
                                                                {1, NONE, 1, 1, "go@1,1#4", 0},
                                                                {0},
                                                            });
}

static void a_move_without_a_pattern_has_no_place(void **state) {
    (void)state;
    check_words("var A = 0..3\nlet a = 0..3\nmove pour: A a -> 0\nmove pour: A a -> 3\nmove fill: "
                "A 0 -> 3\n",
                (const struct row[]){
                    {0, NONE, NO_CELL, 3, "pour#1", 0},
                    {1, NONE, NO_CELL, 2, "pour#2", 0},
                    {2, NONE, NO_CELL, 1, "fill", 0},
                    {0},
                });
}

static void rules_of_strings_are_called_by_their_sides(void **state) {
    (void)state;
    check_words("string 9\nlet n = 1..9\nlet m = ring 1..9\nlet long = a b\nmove abc -> xu\nmove n "
                "a -> n+1 b\n"
                "move n m -> 8-n+2-0 m-12\nmove long long ->\nmove a_ -> __\nmove gone: aa ->\n",
                (const struct row[]){
                    {0, NONE, 1, 1, "abc->xu", 0},
                    {1, NONE, 1, 2, "na->n+1b", 0},
                    {2, NONE, 1, 3, "nm->8-n+2-0m-12", 0},
                    {3, NONE, 1, 4, "longlong->", 0},
                    {4, NONE, 1, 5, "a_->__", 0},
                    {5, NONE, 1, 6, "gone", 0},
                    {0},
                });
}

/* `@` and `#` may be pieces of a string. */
static void labels_may_hold_the_marks_of_places(void **state) {
    (void)state;
    check_words("string 9\nmove a@ -> #\nmove a -> b\n", (const struct row[]){
                                                             {0, NONE, 1, 1, "a@->#@1", 0},
                                                             {0, NONE, 3, 2, "a@->#@3", 0},
                                                             {1, NONE, 1, 3, "a->b", 0},
                                                             {0},
                                                         });
}

static void rules_of_one_label_are_one_move(void **state) {
    (void)state;
    check_words(BOARD "move go-up: a -> b\nmove go, any direction: a -> b\nmove up: a -> b\n"
                      "move any direction: a -> b\n",
                (const struct row[]){
                    {0, NONE, 1, 1, "go-up@1,1", 0},
                    {1, UP, 2, 2, "go-up@1,2", 0},
                    {1, DOWN, 2, 3, "go-down", 0},
                    {2, NONE, 1, 4, "up@1,1", 0},
                    {3, UP, 2, 5, "up@1,2", 0},
                    {0},
                });
}

static void labels_that_read_the_same_are_the_same(void **state) {
    (void)state;
    static const struct row rows[] = {
        {0, NONE, 1, 1, "go-up@1,1", 0}, {1, UP, 6, 2, "go-up@2,2", 0}, {1, DOWN, 6, 3, "go-down", 0}, {2, NONE, 3, 3, "up", 0}, {0}};
    check_words(BOARD "move go-up: a -> b\nmove go, any direction: a b -> b a\nmove up: a -> b\n", rows);
}

static void a_label_is_no_new_text(void **state) {
    (void)state;
    static const struct row rows[] = {{0, NONE, 1, 1, "", 0}, {1, NONE, 2, 2, "", 0}, {0}};
    struct few_puzzle *puzzle = parse(BOARD "move go: a -> b\nmove up: b -> a\n");
    struct table table = table_of(rows);
    size_t bytes = 1;
    const uint64_t calls = memory.calls;
    assert_string_equal(few_move_word(&memory, puzzle, &table.space, here, 100, &bytes), "go");
    assert_int_equal(bytes, 0);
    assert_int_equal(memory.calls, calls);
    few_puzzle_free(puzzle);
}

static void reading_takes_the_first_of_the_cheapest(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(BOARD "move go: a -> b\nmove go: a -> b\nmove go: a -> b\n");
    struct table table = table_of((const struct row[]){
        {0, NONE, 1, 1, "", 7}, {1, NONE, 1, 1, "", 3}, {2, NONE, 1, 1, "", 3}, {0}});
    uint32_t row;
    struct few_error error;
    assert_int_equal(read_word(puzzle, &table, "go", &row, &error), FEW_WORD_FITS);
    assert_int_equal(row, 1);
    few_puzzle_free(puzzle);
}

struct reading {
    const char *word;
    enum few_word_reading reading;
    const char *message, *hint; /* "": nothing */
};

static void check_readings(const char *text, const struct row *rows,
                           const struct reading *readings) {
    struct few_puzzle *puzzle = parse(text);
    struct table table = table_of(rows);
    for (; readings->word; readings++) {
        uint32_t row;
        struct few_error error;
        if (read_word(puzzle, &table, readings->word, &row, &error) != readings->reading)
            fail_msg("%s: %s", readings->word, error.message);
        assert_string_equal(error.message, readings->message);
        assert_string_equal(error.hint, readings->hint);
    }
    few_puzzle_free(puzzle);
}

static void what_cannot_be_read_is_explained(void **state) {
    (void)state;
    static const struct row rows[] = {
        {0, UP, 3, 1, "", 0},
        {0, RIGHT, 7, 2, "", 0},
        {1, NONE, 1, 3, "", 0},
        {1, NONE, 6, 4, "", 0},
        {1, NONE, 6, 5, "", 0},
        {1, NONE, 6, 4, "", 0},
        {0},
    };
    static const char *const possible = "possible here: `up`, `right`, `go@1,1`, `go@2,2#1`, …";
    static const char *const go = "possible here: `go@1,1`, `go@2,2#1`, `go@2,2#2`";
    static const char *const form = "a place is written as `@ROW,COLUMN`, a choice as `#K`";
    check_readings(
        BOARD "move any direction: a b -> b a\nmove go: a -> b\n", rows,
        (const struct reading[]){
            {"up", FEW_WORD_FITS, "", ""},
            {"up@1,3", FEW_WORD_FITS, "", ""},
            {"up@3", FEW_WORD_FITS, "", ""},
            {"up#1", FEW_WORD_FITS, "", ""},
            {"up@3#1", FEW_WORD_FITS, "", ""},
            {"go@1", FEW_WORD_FITS, "", ""},
            {"go@6#2", FEW_WORD_FITS, "", ""},
            {"go#3", FEW_WORD_FITS, "", ""},
            {"go", FEW_WORD_AMBIGUOUS,
             "`go` fits 3 different moves here: say which by @CELL, as in `go@1,1`", ""},
            {"go@2,2", FEW_WORD_AMBIGUOUS,
             "`go@2,2` fits 2 different moves here: say which by #K, as in `go@2,2#1`", ""},
            {"down", FEW_WORD_IMPOSSIBLE, "`down` is not possible here", possible},
            {"down@1,1", FEW_WORD_IMPOSSIBLE, "`down@1,1` is not possible here", possible},
            {"up@1,1", FEW_WORD_IMPOSSIBLE,
             "`up@1,1` is not possible here, but it is at another cell", "possible here: `up`"},
            {"go@2", FEW_WORD_IMPOSSIBLE, "`go@2` is not possible here, but it is at another cell",
             go},
            {"go@1#2", FEW_WORD_IMPOSSIBLE,
             "`go@1#2` is not possible here: there is only 1 such move", go},
            {"go@6#3", FEW_WORD_IMPOSSIBLE,
             "`go@6#3` is not possible here: there are only 2 such moves", go},
            {"go@4,1", FEW_WORD_IMPOSSIBLE, "`go@4,1` cannot be: the board has no such cell", ""},
            {"go@1,5", FEW_WORD_IMPOSSIBLE, "`go@1,5` cannot be: the board has no such cell", ""},
            {"go@13", FEW_WORD_IMPOSSIBLE, "`go@13` cannot be: the board has no such cell", ""},
            {"go@0", FEW_WORD_IMPOSSIBLE, "`go@0` cannot be: the board has no such cell", ""},
            {"go@99999999999999999999999", FEW_WORD_IMPOSSIBLE,
             "`go@999999999999999999999…` cannot be: the board has no such cell", ""},
            {"go@", FEW_WORD_UNKNOWN, "`go@` does not end as the word of a move can", form},
            {"go@1,", FEW_WORD_UNKNOWN, "`go@1,` does not end as the word of a move can", form},
            {"go@1x", FEW_WORD_UNKNOWN, "`go@1x` does not end as the word of a move can", form},
            {"go#0", FEW_WORD_UNKNOWN, "`go#0` does not end as the word of a move can", form},
            {"go#1@1", FEW_WORD_UNKNOWN, "`go#1@1` does not end as the word of a move can", form},
            {"rihgt", FEW_WORD_UNKNOWN, "there is no move called `rihgt`", "did you mean `right`?"},
            {"dwon@1,2", FEW_WORD_UNKNOWN, "there is no move called `dwon@1,2`",
             "did you mean `down`?"},
            {"Go", FEW_WORD_UNKNOWN, "there is no move called `Go`", "did you mean `go`?"},
            {"sideways", FEW_WORD_UNKNOWN, "there is no move called `sideways`", ""},
            {"@1,1", FEW_WORD_UNKNOWN, "there is no move called `@1,1`", ""},
            {"", FEW_WORD_UNKNOWN, "there is no move called ``", ""},
            {0},
        });
    check_readings(
        BOARD "move go: a -> b\n", (const struct row[]){{0}},
        (const struct reading[]){
            {"go", FEW_WORD_IMPOSSIBLE, "`go` is not possible here: no move is", ""}, {0}});
    check_readings(
        "string 5\nmove a -> b\n", (const struct row[]){{0, NONE, 2, 1, "", 0}, {0}},
        (const struct reading[]){
            {"a->b@2", FEW_WORD_FITS, "", ""},
            {"a->b@1", FEW_WORD_IMPOSSIBLE,
             "`a->b@1` is not possible here, but it is at another cell", "possible here: `a->b`"},
            {"a->b@1,2", FEW_WORD_UNKNOWN, "`a->b@1,2` does not end as the word of a move can",
             "a place is written as `@N`, a choice as `#K`"},
            {"a->c", FEW_WORD_UNKNOWN, "there is no move called `a->c`", "did you mean `a->b`?"},
            {0},
        });
    check_readings(
        "var A = 0..3\nmove fill: A 0 -> 3\n",
        (const struct row[]){{0, NONE, NO_CELL, 1, "", 0}, {0}},
        (const struct reading[]){
            {"fill", FEW_WORD_FITS, "", ""},
            {"fill@1", FEW_WORD_IMPOSSIBLE, "`fill@1` cannot be: the board has no such cell", ""},
            {0},
        });
}

static void words_of_unknown_moves_are_refused(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(BOARD "move go: a -> b\n");
    struct table table = table_of((const struct row[]){{0, NONE, 1, 1, "", 0}, {0}});
    size_t bytes;
    assert_null(few_move_word(&memory, puzzle, &table.space, here, 5, &bytes));
    few_puzzle_free(puzzle);
}

/* Many moves of one name and place: the numbers still follow the order of moves. */
static void numbers_follow_the_order_of_moves(void **state) {
    (void)state;
    enum { MOVES = 300 };
    static struct row rows[MOVES + 1];
    static char words[MOVES][16];
    uint32_t seen[101] = {0}, results = 0;
    for (uint32_t i = 0; i < MOVES; i++) {
        uint64_t result = i * 7919u % 100 + 1;
        if (!seen[result]) seen[result] = ++results;
        snprintf(words[i], sizeof words[i], "go@1,2#%u", seen[result]);
        rows[i] = (struct row){i % 2, NONE, 2, result, words[i], 0};
    }
    check_words(BOARD "move go: a -> b\nmove go: a -> b\n", rows);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    static const struct row rows[] = {{0, NONE, 1, 1, "", 0}, {0, NONE, 2, 2, "", 0}, {0}};
    static const struct {
        const char *word;
        enum few_word_reading reading;
    } words[] = {{"go@1", FEW_WORD_FITS},
                 {"go", FEW_WORD_AMBIGUOUS},
                 {"up", FEW_WORD_IMPOSSIBLE},
                 {"go@3", FEW_WORD_IMPOSSIBLE},
                 {"xx", FEW_WORD_UNKNOWN}};
    struct few_puzzle *puzzle = parse(BOARD "move go: a -> b\nmove up: b -> a\n");
    struct table table = table_of(rows);
    size_t used = memory.used, bytes;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        bool done = false;
        for (uint64_t n = 1; !done; n++) {
            memory.fail_at = memory.calls + n;
            uint32_t row;
            struct few_error error;
            enum few_word_reading reading = read_word(puzzle, &table, words[i].word, &row, &error);
            done = memory.calls < memory.fail_at;
            assert_int_equal(reading, done ? words[i].reading : FEW_WORD_NO_MEMORY);
            assert_int_equal(error.kind == FEW_ERROR_MEMORY, !done);
            assert_int_equal(memory.used, used);
        }
    }
    const char *word = NULL;
    for (uint64_t n = 1; !word; n++) {
        memory.fail_at = memory.calls + n;
        word = few_move_word(&memory, puzzle, &table.space, here, 100, &bytes);
        assert_int_equal(word == NULL, memory.calls >= memory.fail_at);
        if (!word) assert_int_equal(memory.used, used);
    }
    memory.fail_at = 0;
    few_word_free(&memory, word, bytes);
    few_puzzle_free(puzzle);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, nothing_leaks)
    const struct CMUnitTest tests[] = {
        TEST(labels_are_names_and_directions),
        TEST(a_place_follows_where_the_label_fits_several_results),
        TEST(no_place_is_needed_where_all_results_are_the_same),
        TEST(a_number_follows_where_the_place_does_not_decide),
        TEST(a_move_without_a_pattern_has_no_place),
        TEST(rules_of_strings_are_called_by_their_sides),
        TEST(labels_may_hold_the_marks_of_places),
        TEST(rules_of_one_label_are_one_move),
        TEST(labels_that_read_the_same_are_the_same),
        TEST(a_label_is_no_new_text),
        TEST(reading_takes_the_first_of_the_cheapest),
        TEST(what_cannot_be_read_is_explained),
        TEST(words_of_unknown_moves_are_refused),
        TEST(numbers_follow_the_order_of_moves),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
