/* What a text becomes: every example of the language, number by number. Texts that are wrong have their
 * messages in diagnostics.c, and what must never happen is in parse_anything.c. */
#include "examples.h"

static void assert_pattern(const struct few_puzzle *puzzle, const struct few_part *part, uint32_t rows,
                           uint32_t columns, const char *before, const char *after) {
    assert_int_equal(part->kind, FEW_PART_PATTERN);
    assert_int_equal(part->rows, rows);
    assert_int_equal(part->columns, columns);
    assert_codes(puzzle, part->before, (size_t)rows * columns, before);
    assert_codes(puzzle, part->after, (size_t)rows * part->after_columns, after);
}

static void assert_var_part(const struct few_puzzle *puzzle, const struct few_part *part, uint32_t var,
                            const char *before, const char *after) {
    assert_int_equal(part->kind, FEW_PART_VAR);
    assert_int_equal(part->var, var);
    assert_codes(puzzle, part->before, 1, before);
    assert_codes(puzzle, part->after, 1, after);
}

static void eight_puzzle(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(eight);
    assert_string_equal(puzzle->title, "Eight puzzle");
    assert_string_equal(puzzle->file, "test.few");
    assert_true(puzzle->is_grid);
    assert_false(puzzle->is_string);
    assert_int_equal(puzzle->rows, 3);
    assert_int_equal(puzzle->columns, 3);
    assert_int_equal(puzzle->piece_count, 9);
    assert_int_equal(puzzle->board_piece_count, 9);
    for (uint32_t i = 0; i < 8; i++) {
        assert_true(puzzle->pieces[i].is_number);
        assert_int_equal(puzzle->pieces[i].number, i + 1);
        assert_int_equal(puzzle->board_pieces[i], i);
    }
    assert_string_equal(puzzle->pieces[8].text, "x");
    assert_false(puzzle->pieces[8].is_number);
    assert_int_equal(puzzle->let_count, 1);
    assert_string_equal(puzzle->lets[0].name, "t");
    assert_int_equal(puzzle->lets[0].count, 8);
    assert_int_equal(puzzle->lets[0].domain[7], 7);
    assert_false(puzzle->lets[0].ring);
    assert_string_equal(puzzle->directions[0], "u");
    assert_string_equal(puzzle->directions[3], "r");
    assert_int_equal(puzzle->move_count, 1);
    const struct few_move *move = puzzle->moves;
    assert_null(move->name);
    assert_true(move->any_direction);
    assert_false(move->along_links);
    assert_int_equal(move->at, FEW_NOWHERE);
    assert_null(move->on);
    assert_int_equal(move->cost, 1);
    assert_int_equal(move->part_count, 1);
    assert_int_equal(move->condition_count, 0);
    assert_int_equal(move->where.line, 7);
    assert_int_equal(move->where.column, 1);
    assert_pattern(puzzle, move->parts, 1, 2, "x t", "t x");
    assert_int_equal(move->parts[0].where.line, 7);
    assert_int_equal(move->parts[0].where.column, 25);
    assert_int_equal(move->parts[0].where.width, 3);
    assert_true(puzzle->start.given);
    assert_int_equal(puzzle->start.board.rows, 3);
    assert_codes(puzzle, puzzle->start.board.cells, 9, "2 3 4 1 5 x 7 6 8");
    assert_int_equal(puzzle->start.where.line, 9);
    assert_int_equal(puzzle->goal_count, 1);
    assert_int_equal(puzzle->goals[0].count, 1);
    assert_int_equal(puzzle->goals[0].conditions[0].kind, FEW_GOAL_DRAWING);
    assert_codes(puzzle, puzzle->goals[0].conditions[0].drawing.cells, 9, "1 2 3 4 5 6 7 8 x");
    assert_false(puzzle->has_within);
    assert_string_equal(puzzle->text, eight);
    few_puzzle_free(puzzle);
}

static void four_in_a_line(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(four);
    assert_int_equal(puzzle->piece_count, 3);
    assert_int_equal(puzzle->var_count, 1);
    assert_string_equal(puzzle->vars[0].name, "turn");
    assert_int_equal(puzzle->vars[0].count, 2);
    assert_int_equal(puzzle->vars[0].values[1], 1);
    assert_int_equal(puzzle->move_count, 2);
    assert_string_equal(puzzle->moves[1].name, "white");
    assert_int_equal(puzzle->moves[0].part_count, 2);
    assert_pattern(puzzle, &puzzle->moves[0].parts[0], 1, 2, "B O", "O B");
    assert_var_part(puzzle, &puzzle->moves[0].parts[1], 0, "B", "W");
    assert_codes(puzzle, puzzle->start.board.cells, 16, "B W B O W B W B B W B W W B W O");
    assert_int_equal(puzzle->start.vars[0], FEW_CODE_ANY);
    assert_int_equal(puzzle->goal_count, 2);
    const struct few_condition *condition = puzzle->goals[1].conditions;
    assert_int_equal(condition->kind, FEW_GOAL_SOMEWHERE);
    assert_true(condition->any_direction);
    assert_true(condition->diagonal);
    assert_int_equal(condition->drawing.rows, 1);
    assert_codes(puzzle, condition->drawing.cells, condition->drawing.columns, "W W W W");
    assert_string_equal(puzzle->directions[1], "down");
    few_puzzle_free(puzzle);
}

static void solitaire_and_swap(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(solitaire);
    assert_string_equal(puzzle->moves[0].name, "slide");
    assert_string_equal(puzzle->moves[1].name, "jump");
    assert_true(puzzle->moves[1].any_direction);
    assert_pattern(puzzle, puzzle->moves[1].parts, 1, 3, "o o .", ". o o");
    assert_false(puzzle->start.given);
    assert_int_equal(puzzle->goal_count, 0);
    few_puzzle_free(puzzle);
    puzzle = parse(swap);
    assert_pattern(puzzle, puzzle->moves[0].parts, 1, 2, "0 1", "1 0");
    few_puzzle_free(puzzle);
}

static void lock_with_a_ring(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(lock);
    assert_false(puzzle->is_grid);
    assert_int_equal(puzzle->rows, 1);
    assert_int_equal(puzzle->columns, 4);
    assert_int_equal(puzzle->let_count, 3);
    assert_true(puzzle->lets[0].ring);
    assert_false(puzzle->lets[2].ring);
    assert_string_equal(puzzle->lets[2].name, "b");
    assert_int_equal(puzzle->sum_count, 2);
    assert_true(puzzle->sums[0].ring);
    assert_int_equal(puzzle->sums[0].constant, 1);
    assert_int_equal(puzzle->sums[1].constant, -1);
    assert_pattern(puzzle, puzzle->moves[0].parts, 1, 1, "n", "sum0");
    few_code plus = puzzle->moves[0].parts[0].after[0], minus = puzzle->moves[1].parts[0].after[0];
    uint16_t assignment[3] = {8, 2, 2}; /* n is 9, a and b are 3 */
    assert_codes(puzzle, (few_code[]){few_code_value(puzzle, plus, assignment)}, 1, "1");
    assert_codes(puzzle, (few_code[]){few_code_value(puzzle, minus, assignment)}, 1, "8");
    assignment[0] = 0;
    assert_codes(puzzle, (few_code[]){few_code_value(puzzle, minus, assignment)}, 1, "9");
    assert_int_equal(puzzle->moves[2].condition_count, 1);
    const struct few_comparison *condition = puzzle->moves[2].conditions;
    assert_int_equal(condition->comparator, FEW_UNEQUAL);
    assert_int_equal(condition->left.count, 1);
    assert_int_equal(condition->left.names[0], 1);
    assert_int_equal(condition->right.names[0], 2);
    assert_int_equal(condition->left.piece, FEW_CODE_ANY);
    assert_false(few_comparison_holds(puzzle, condition, assignment));
    assignment[2] = 3;
    assert_true(few_comparison_holds(puzzle, condition, assignment));
    few_puzzle_free(puzzle);
}

static void string_rewriting(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(rewriting);
    assert_true(puzzle->is_string);
    assert_true(puzzle->any_character);
    assert_int_equal(puzzle->max_length, 20);
    assert_int_equal(puzzle->move_count, 3);
    const struct few_part *part = puzzle->moves[0].parts;
    assert_int_equal(part->rows, 1);
    assert_int_equal(part->columns, 3);
    assert_int_equal(part->after_columns, 2);
    assert_pattern(puzzle, part, 1, 3, "a b c", "x u");
    assert_pattern(puzzle, puzzle->moves[2].parts, 1, 1, "y", "y z");
    assert_codes(puzzle, puzzle->start.board.cells, puzzle->start.board.columns, "a b c d");
    assert_codes(puzzle, puzzle->goals[0].conditions[0].drawing.cells, 3, "x y z");
    assert_true(puzzle->has_within);
    assert_int_equal(puzzle->within, 10);
    assert_int_equal(puzzle->piece_count, 8);
    assert_int_equal(puzzle->board_piece_count, 8);
    few_puzzle_free(puzzle);
}

static void two_jugs(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(jugs);
    assert_int_equal(puzzle->rows, 0);
    assert_int_equal(puzzle->var_count, 2);
    assert_int_equal(puzzle->vars[1].count, 6);
    assert_int_equal(puzzle->piece_count, 6);
    assert_int_equal(puzzle->board_piece_count, 0);
    assert_int_equal(puzzle->move_count, 4);
    assert_string_equal(puzzle->moves[0].name, "fill-A");
    assert_string_equal(puzzle->moves[3].name, "pour-A");
    assert_var_part(puzzle, &puzzle->moves[0].parts[0], 0, "a", "3");
    assert_var_part(puzzle, &puzzle->moves[2].parts[1], 1, "b", "sum0");
    assert_var_part(puzzle, &puzzle->moves[3].parts[0], 0, "a", "sum1");
    assert_int_equal(puzzle->sums[1].count, 2);
    assert_int_equal(puzzle->sums[1].constant, -5);
    uint16_t assignment[2] = {3, 4}; /* a is 3, b is 4 */
    assert_codes(puzzle, (few_code[]){few_code_value(puzzle, FEW_CODE_SUM | 1, assignment)}, 1, "2");
    assert_int_equal(few_code_value(puzzle, FEW_CODE_SUM | 0, assignment), FEW_CODE_ANY); /* 7 is no piece */
    assert_false(few_comparison_holds(puzzle, puzzle->moves[2].conditions, assignment));
    assert_true(few_comparison_holds(puzzle, puzzle->moves[3].conditions, assignment));
    assert_null(puzzle->start.board.cells);
    assert_codes(puzzle, puzzle->start.vars, 2, "0 0");
    assert_int_equal(puzzle->goals[0].conditions[0].kind, FEW_GOAL_VAR);
    assert_int_equal(puzzle->goals[0].conditions[0].var, 1);
    assert_codes(puzzle, &puzzle->goals[0].conditions[0].value, 1, "4");
    few_puzzle_free(puzzle);
}

static void maze_with_blanks(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(maze);
    assert_codes(puzzle, puzzle->start.board.cells, 10, "@ 1 0 0 0 0 1 0 1 0");
    const struct few_drawing *goal = &puzzle->goals[0].conditions[0].drawing;
    assert_int_equal(goal->rows, 5);
    for (int i = 0; i < 24; i++)
        assert_int_equal(goal->cells[i], FEW_CODE_ANY);
    assert_codes(puzzle, goal->cells + 24, 1, "@");
    few_puzzle_free(puzzle);
}

static void blocks_and_continued_lines(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 3x3\n"
                                      "pieces a b\n"
                                      "   c\n"
                                      "goal\n"
                                      "   _ _ b   ; a comment\n"
                                      "; one at the begin of a line\n"
                                      "\n"
                                      "   b b b /\n"
                                      "   _ _ _\n"
                                      "title Two\n"
                                      "\tlines: of  (it), / all\n"
                                      "move turn,\n"
                                      "     any direction:\n"
                                      "  a b\n"
                                      "  b _\n"
                                      "  ->\n"
                                      "  b a / c _\n"
                                      "start\n"
                                      "\n"
                                      "  abc\n"
                                      "  a b c\n"
                                      "  ab c\n");
    assert_int_equal(puzzle->piece_count, 3);
    assert_string_equal(puzzle->title, "Two lines: of (it), / all");
    assert_string_equal(puzzle->moves[0].name, "turn");
    assert_true(puzzle->moves[0].any_direction);
    assert_pattern(puzzle, puzzle->moves[0].parts, 2, 2, "a b b _", "b a c _");
    assert_int_equal(puzzle->moves[0].parts[0].where.line, 14);
    assert_codes(puzzle, puzzle->start.board.cells, 9, "a b c a b c a b c");
    assert_codes(puzzle, puzzle->goals[0].conditions[0].drawing.cells, 9, "_ _ b b b b _ _ _");
    few_puzzle_free(puzzle);
}

static void line_ends_and_byte_order_mark(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(
        "\xef\xbb\xbftitle A\r\nboard 2 x 2\r\npieces a b\r\nmove a b -> b a\r\n"
        "start\r\n  a b\r\n  b a\r\n\r\ngoal b a / _ _");
    assert_string_equal(puzzle->title, "A");
    assert_codes(puzzle, puzzle->start.board.cells, 4, "a b b a");
    assert_int_equal(puzzle->moves[0].where.line, 4);
    assert_int_equal(puzzle->goal_count, 1);
    few_puzzle_free(puzzle);
}

static void ranges(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 3\npieces a..c X..Z -2..2 . .. ... o..o\nmove a b -> b a\n");
    const char *expected[] = {"a", "b", "c", "X", "Y", "Z", "-2", "-1", "0", "1", "2", ".", "..", "...", "o"};
    assert_int_equal(puzzle->piece_count, 15);
    for (int i = 0; i < 15; i++)
        assert_string_equal(puzzle->pieces[i].text, expected[i]);
    assert_true(puzzle->pieces[6].is_number);
    assert_int_equal(puzzle->pieces[6].number, -2);
    assert_int_equal(puzzle->number_count, 5);
    few_puzzle_free(puzzle);
}

static void words_and_characters(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 6\npieces a b ab 10 1 0 + - n-1 über ü\nlet n = 1 0\n"
                                      "move w: ab ba 10 b0 -> ab ba 01 b\n"
                                      "move s: n + - n-1 ü n -> n n+0 - n-1 über n+1\n"
                                      "start abb 10 üü\n"
                                      "goal ü_n___\n");
    assert_pattern(puzzle, puzzle->moves[0].parts, 1, 6, "ab b a 10 b 0", "ab b a 0 1 b");
    assert_pattern(puzzle, puzzle->moves[1].parts, 1, 6, "n + - n-1 ü n", "n sum0 - n-1 über sum1");
    assert_codes(puzzle, puzzle->start.board.cells, 6, "a b b 10 ü ü");
    assert_codes(puzzle, puzzle->goals[0].conditions[0].drawing.cells, 6, "ü _ n _ _ _");
    assert_int_equal(puzzle->sum_count, 2);
    few_puzzle_free(puzzle);
}

/* Words of the language stand for pieces where no confusion is possible. */
static void words_of_the_language_as_pieces(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(
        "board 3\npieces at on is any cycle somewhere ring\nvar goal = is any\n"
        "let r = ring\nlet q = ring at on\n"
        "move cycle: at on -> on at, goal is -> any\nmove cycle on -> on cycle\n"
        "start somewhere on cycle and goal is is\n"
        "goal somewhere r q and somewhere: somewhere\n");
    assert_string_equal(puzzle->moves[0].name, "cycle");
    assert_pattern(puzzle, puzzle->moves[1].parts, 1, 2, "cycle on", "on cycle");
    assert_codes(puzzle, puzzle->start.board.cells, 3, "somewhere on cycle");
    assert_codes(puzzle, puzzle->start.vars, 1, "is");
    assert_false(puzzle->lets[0].ring);
    assert_true(puzzle->lets[1].ring);
    assert_codes(puzzle, puzzle->goals[0].conditions[0].drawing.cells, 3, "somewhere r q");
    assert_int_equal(puzzle->goals[0].conditions[1].kind, FEW_GOAL_SOMEWHERE);
    few_puzzle_free(puzzle);
}

/* `V is any` is every value of V, unless one of them is called so: what is written of a state must be read as that state. */
static void a_value_called_any_is_that_value(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 1\npieces any .\nvar v = x any\nvar w = x y\n"
                                      "move any -> ., v x -> any, w x -> y\n"
                                      "start any and v is any and w is any\ngoal v is any\n");
    assert_codes(puzzle, puzzle->start.vars, 1, "any");
    assert_int_equal(puzzle->start.vars[1], FEW_CODE_ANY);
    assert_codes(puzzle, &puzzle->goals[0].conditions[0].value, 1, "any");
    few_puzzle_free(puzzle);
}

/* The word `10` is two cells where it is only the value of a var, wherever that is declared. */
static void values_of_vars_are_no_pieces(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 2\npieces 0 1\nvar v = 10 11\nmove 10 -> 01, v 10 -> 11\n");
    assert_pattern(puzzle, puzzle->moves[0].parts, 1, 2, "1 0", "0 1");
    assert_var_part(puzzle, &puzzle->moves[0].parts[1], 0, "10", "11");
    assert_int_equal(puzzle->piece_count, 4);
    assert_int_equal(puzzle->board_piece_count, 2);
    few_puzzle_free(puzzle);
}

/* Words are compared by their first eight bytes at once, then by the rest. */
static void long_words_may_differ_in_any_letter(void **state) {
    (void)state;
    for (size_t length = 1; length <= 18; length++)
        for (size_t at = 0; at < length; at++) {
            char text[200], one[20] = {0}, other[20] = {0};
            memset(one, 'a', length);
            memset(other, 'a', length);
            other[at] = 'b';
            snprintf(text, sizeof text, "board 2\npieces %s %s\nmove %s %s -> %s %s\n", one, other, one, other, other, one);
            struct few_puzzle *puzzle = parse(text);
            assert_int_equal(puzzle->piece_count, 2);
            assert_int_equal(puzzle->moves[0].parts[0].before[0], 0);
            assert_int_equal(puzzle->moves[0].parts[0].before[1], 1);
            few_puzzle_free(puzzle);
        }
}

static void a_name_of_values_stands_in_cells_once_they_are_pieces(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 2\nvar v = 1 2\nlet t = 1 2\npieces 1 2 x\nmove x t -> t x\n");
    assert_pattern(puzzle, puzzle->moves[0].parts, 1, 2, "x t", "t x");
    assert_int_equal(puzzle->board_piece_count, 3);
    few_puzzle_free(puzzle);
}

static void qualifiers(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("links 1-2 6-4\nboard 2 x 3\npieces a b\nlinks 2-3\n"
                                      "move one, at 2,1, cost 7: a b -> b a\n"
                                      "move at 3, any direction: a b -> b a\n"
                                      "move on 1,1 5 6..6: a b a -> b a b\n"
                                      "move along links, cost 1000000: a b -> b a\n"
                                      "move any, at 1: a -> b\n"
                                      "move : a -> b\n"
                                      "move a -> b\n"
                                      "move turn: cycle (1 2 3) (4..6), a -> b, a a -> b b\n");
    const struct few_move *moves = puzzle->moves;
    assert_string_equal(moves[0].name, "one");
    assert_int_equal(moves[0].at, 3);
    assert_int_equal(moves[0].cost, 7);
    assert_null(moves[1].name);
    assert_int_equal(moves[1].at, 2);
    assert_true(moves[1].any_direction);
    assert_int_equal(moves[2].on_count, 3);
    assert_int_equal(moves[2].on[0], 0);
    assert_int_equal(moves[2].on[1], 4);
    assert_int_equal(moves[2].on[2], 5);
    assert_true(moves[3].along_links);
    assert_int_equal(moves[3].cost, 1000000);
    assert_string_equal(moves[4].name, "any");
    assert_null(moves[5].name);
    assert_null(moves[6].name);
    assert_int_equal(moves[7].part_count, 3);
    const struct few_part *cycle = moves[7].parts;
    assert_int_equal(cycle->kind, FEW_PART_CYCLE);
    assert_int_equal(cycle->cycles, 2);
    assert_int_equal(cycle->lengths[0], 3);
    assert_int_equal(cycle->lengths[1], 3);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(cycle->cells[i], i);
    assert_int_equal(puzzle->link_count, 3);
    assert_int_equal(puzzle->links[1][0], 5);
    assert_int_equal(puzzle->links[1][1], 3);
    assert_int_equal(puzzle->links[2][1], 2);
    few_puzzle_free(puzzle);
}

static void conditions_without_white_space(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(
        "board 3\npieces 1..9 < a=b\nlet a, b = 1..9\nlet c = < a=b\n"
        "move a b c -> b a c where a+b<=5,a!=b, a>b-1, c = <, c=a=b, -a+2 = 100\n");
    const struct few_move *move = puzzle->moves;
    static const enum few_comparator comparators[] = {FEW_AT_MOST, FEW_UNEQUAL, FEW_GREATER,
                                                      FEW_EQUAL,   FEW_EQUAL,   FEW_EQUAL};
    assert_int_equal(move->condition_count, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(move->conditions[i].comparator, comparators[i]);
    assert_int_equal(move->conditions[0].left.count, 2);
    assert_int_equal(move->conditions[2].right.constant, -1);
    assert_codes(puzzle, &move->conditions[3].right.piece, 1, "<");
    assert_codes(puzzle, &move->conditions[4].right.piece, 1, "a=b");
    assert_int_equal(move->conditions[5].left.signs[0], -1);
    assert_int_equal(move->conditions[5].right.constant, 100);
    assert_int_equal(move->conditions[5].right.piece, FEW_CODE_ANY);
    uint16_t assignment[3] = {2, 1, 10}; /* a is 3, b is 2, c is a=b */
    static const bool expected[] = {true, true, true, false, true, false};
    for (int i = 0; i < 6; i++)
        assert_int_equal(few_comparison_holds(puzzle, &move->conditions[i], assignment), expected[i]);
    few_puzzle_free(puzzle);
}

/* A formula and the values of a from 1 to 6 for which it holds. */
static void formulas_are_joined_by_words_and_parentheses(void **state) {
    (void)state;
    static const struct {
        const char *where, *holds;
    } cases[] = {
        {"a = 1 or a = 2 and a > 1", "12"},
        {"a = 1 and a > 1 or a = 2", "2"},
        {"(a = 1 or a = 2) and a > 1", "2"},
        {"a > 1, a = 1 or a = 2", "2"}, /* a comma separates whole conditions */
        {"a = 1 or a = 2, a > 1", "2"},
        {"not a = 1", "23456"},
        {"not not a < 3", "12"},
        {"not a < 3 and a < 5", "34"},
        {"not (a < 3 and a < 5)", "3456"},
        {"not (a = 1 or a = 5, a > 2)", "12346"},
        {"not (not (a = 1 or a = 3) or a = 3)", "1"},
        {"(a<2 or (a=3 or a=4)) and not(a=4), a!=1 or 1=2", "3"},
        {"a*a > 10, 2*a-1 < 11", "45"},
        {"a*2 = 4 or 3*a*a = 75", "25"},
        {"7-2*a = 1", "3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200], holds[8] = "";
        snprintf(text, sizeof text, "board 1\npieces 1..6\nlet a = 1..6\nmove a -> 1 where %s\n", cases[i].where);
        struct few_puzzle *puzzle = parse(text);
        for (uint16_t value = 0; value < 6; value++)
            if (few_move_allowed(puzzle, puzzle->moves, &value))
                holds[strlen(holds)] = (char)('1' + value);
        assert_string_equal(holds, cases[i].holds);
        few_puzzle_free(puzzle);
    }
}

/* `*` multiplies only where it is no piece. */
static void a_star_that_is_a_piece_is_a_cell(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 3\npieces 1..6 *\nlet a, b = 1..6\nmove a 1 b -> a*b\n");
    assert_pattern(puzzle, puzzle->moves[0].parts, 1, 3, "a 1 b", "a * b");
    few_puzzle_free(puzzle);
    puzzle = parse("string 3\nlet a, b = 1 2\nmove a b -> a*b\n");
    assert_int_equal(puzzle->moves[0].parts[0].after_columns, 3);
    few_puzzle_free(puzzle);
    puzzle = parse("board 3\npieces 1..6\nlet a, b = 1..6\nmove a 1 b -> a*b 1 1\n");
    assert_pattern(puzzle, puzzle->moves[0].parts, 1, 3, "a 1 b", "sum0 1 1");
    uint16_t assignment[2] = {1, 2};
    assert_int_equal(few_code_value(puzzle, puzzle->moves[0].parts[0].after[0], assignment), 5); /* 2 * 3 is 6 */
    assignment[0] = 2;
    assert_int_equal(few_code_value(puzzle, puzzle->moves[0].parts[0].after[0], assignment), FEW_CODE_ANY);
    few_puzzle_free(puzzle);
}

/* Words of the language may be names, and a name before a sign is no word of the language. */
static void not_may_be_a_name(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 1\npieces 1..6\nlet not, or = 1..6\nmove not -> or where not not = or or or = 3\n");
    assert_int_equal(puzzle->moves[0].condition_count, 2);
    assert_int_equal(puzzle->moves[0].free_count, 1);
    assert_true(few_move_allowed(puzzle, puzzle->moves, (uint16_t[]){1, 0}));
    assert_false(few_move_allowed(puzzle, puzzle->moves, (uint16_t[]){1, 1}));
    assert_true(few_move_allowed(puzzle, puzzle->moves, (uint16_t[]){2, 2}));
    few_puzzle_free(puzzle);
}

/* Each once, in the order in which they are written. */
static void names_on_no_left_side_are_free(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 2\npieces 1..4\nlet a, b, c, d, e = 1..4\nmove a b -> c+d b where e > a, c < 3\n"
                                      "move a b -> b a\nmove a -> b, b -> a\nmove a -> b+b\n");
    assert_int_equal(puzzle->moves[0].free_count, 3);
    for (unsigned i = 0; i < 3; i++) assert_int_equal(few_code_index(puzzle->moves[0].free[i]), i + 2);
    assert_int_equal(puzzle->moves[1].free_count, 0);
    assert_int_equal(puzzle->moves[2].free_count, 0);
    assert_int_equal(puzzle->moves[3].free_count, 1);
    assert_int_equal(few_code_index(puzzle->moves[3].free[0]), 1);
    few_puzzle_free(puzzle);
}

static void goals_of_all_kinds(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(
        "board 2 x 2\npieces a b\nvar v = 1 2\nlet t = a b\nlet n = 1 2\n"
        "move a b -> b a, v 1\n"
        "goal t t / _ _ and v is n and nowhere, any direction: t b and b_ / _b\n");
    const struct few_goal *goal = puzzle->goals;
    assert_int_equal(goal->count, 4);
    assert_codes(puzzle, goal->conditions[0].drawing.cells, 4, "t t _ _");
    assert_codes(puzzle, &goal->conditions[1].value, 1, "n");
    assert_int_equal(goal->conditions[2].kind, FEW_GOAL_NOWHERE);
    assert_true(goal->conditions[2].any_direction);
    assert_false(goal->conditions[2].diagonal);
    assert_codes(puzzle, goal->conditions[2].drawing.cells, 2, "t b");
    assert_codes(puzzle, goal->conditions[3].drawing.cells, 4, "b _ _ b");
    assert_var_part(puzzle, &puzzle->moves[0].parts[1], 0, "1", "_");
    few_puzzle_free(puzzle);
}

static void start_and_goal_given_later(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(eight);
    static const char one_row[] = "1 2 3 4 5 6 7 x 8", rows[] = "12345678x";
    assert_true(few_parse_start(puzzle, "START", one_row, strlen(one_row), &error));
    assert_codes(puzzle, puzzle->start.board.cells, 9, "1 2 3 4 5 6 7 x 8");
    assert_int_equal(puzzle->start.board.rows, 3);
    assert_int_equal(puzzle->start.where.line, 0);
    assert_true(few_parse_goal(puzzle, "--goal", rows, strlen(rows), &error));
    assert_int_equal(puzzle->goal_count, 1);
    assert_true(few_parse_goal(puzzle, "--goal", "somewhere: 1 2 and 1__/___/___", 30, &error));
    assert_int_equal(puzzle->goals[0].count, 2);

    static const char wrong[] = "1 2 3 / 4 5 6 / 7 y 8";
    assert_false(few_parse_start(puzzle, "START", wrong, strlen(wrong), &error));
    assert_codes(puzzle, puzzle->start.board.cells, 9, "1 2 3 4 5 6 7 x 8");
    char report[FEW_ERROR_FORMATTED];
    assert_true(few_error_format(&error, report, sizeof report));
    assert_string_equal(report,
                        "START:1:19: `y` is not a declared piece\n"
                        "  1 | 1 2 3 / 4 5 6 / 7 y 8\n"
                        "    |                   ^\n"
                        "    = did you mean `x`?\n");
    memset(&error, 0, sizeof error);
    assert_false(few_parse_goal(puzzle, "--goal", "", 0, &error));
    assert_string_equal(error.message, "the goal is missing here");
    assert_int_equal(puzzle->goals[0].count, 2);
    memset(&error, 0, sizeof error);
    assert_false(few_parse_start(puzzle, "START", NULL, 0, &error));
    few_puzzle_free(puzzle);
}

/* A string puzzle without `pieces` takes characters it has never seen, but forgets them if the rest is wrong. */
static void new_characters_given_later(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(rewriting);
    assert_true(few_parse_start(puzzle, "START", "abq", 3, &error));
    assert_int_equal(puzzle->piece_count, 9);
    assert_int_equal(puzzle->board_piece_count, 9);
    assert_codes(puzzle, puzzle->start.board.cells, puzzle->start.board.columns, "a b q");
    assert_false(few_parse_start(puzzle, "START", "w/w", 3, &error));
    assert_int_equal(puzzle->piece_count, 9);
    assert_codes(puzzle, puzzle->start.board.cells, puzzle->start.board.columns, "a b q");
    few_puzzle_free(puzzle);
}

static void values_given_later(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(four);
    static const char start[] = "turn is W and\nBBBB\nWWWW\nBBBB\nOOOO";
    assert_true(few_parse_start(puzzle, "START", start, strlen(start), &error));
    assert_codes(puzzle, puzzle->start.vars, 1, "W");
    assert_codes(puzzle, puzzle->start.board.cells, 8, "B B B B W W W W");
    assert_false(few_parse_start(puzzle, "START", "BBBBBBBBBBBBBBBB", 16, &error));
    assert_string_equal(error.message, "the start does not say what `turn` is");
    assert_codes(puzzle, puzzle->start.vars, 1, "W");
    few_puzzle_free(puzzle);
}

static void late_mistakes_have_their_place(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse(eight);
    assert_false(few_puzzle_fail(puzzle, puzzle->moves[0].parts[0].where, &error, "too much of %s", "it"));
    char report[FEW_ERROR_FORMATTED];
    assert_true(few_error_format(&error, report, sizeof report));
    assert_string_equal(report,
                        "test.few:7:25: too much of it\n"
                        "  7 | move    any direction:  x t -> t x                ; x goes where t was\n"
                        "    |                         ^^^\n");
    memset(&error, 0, sizeof error);
    struct few_where far = {99, 99, 99}, none = {0};
    assert_false(few_puzzle_fail(puzzle, far, &error, "out of range"));
    memset(&error, 0, sizeof error);
    assert_false(few_puzzle_fail(puzzle, none, &error, "no place"));
    assert_true(few_error_format(&error, report, sizeof report));
    assert_string_equal(report, "test.few: no place\n");
    few_puzzle_free(puzzle);
}

static void errors_are_cut_to_small_buffers(void **state) {
    (void)state;
    char report[FEW_ERROR_FORMATTED];
    assert_null(parse_bytes("board 3\npieces a b\nmove a c -> b a\n", 35));
    for (size_t size = 0; size < 110; size++) {
        memset(report, '#', sizeof report);
        bool complete = few_error_format(&error, report, size);
        assert_int_equal(report[size], '#');
        if (size)
            assert_non_null(memchr(report, 0, size));
        assert_int_equal(complete,
                         size > strlen("test.few:3:8: `c` is not a declared piece\n"
                                       "  3 | move a c -> b a\n    |        ^\n"
                                       "    = did you mean `b`?\n"));
    }
    struct few_error plain = {.kind = FEW_ERROR_SYSTEM, .message = "it broke"};
    assert_true(few_error_format(&plain, report, sizeof report));
    assert_string_equal(report, "it broke\n");
}

/* A range has something other than dots on both sides. */
static void words_with_dots_at_an_end_are_pieces(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 3\npieces 1.. ..2 3..4 ...\nmove: 1.. ..2 -> ..2 1..\n"
                                      "start 1.. ..2 ...\ngoal ..2 1.. ...\n");
    static const char *const expected[] = {"1..", "..2", "3", "4", "..."};
    assert_int_equal(puzzle->piece_count, 5);
    for (size_t i = 0; i < 5; i++) assert_string_equal(puzzle->pieces[i].text, expected[i]);
    few_puzzle_free(puzzle);
}

/* Of one, two, three and four bytes, in one word; U+10000 and U+1F600 begin with the byte 0xf0, U+100000 with 0xf4. */
static void a_word_is_taken_apart_into_characters_of_any_length(void **state) {
    (void)state;
    struct few_puzzle *puzzle = parse("board 6\npieces a \u00e9 \u265e \U00010000 \U0001f600 \U00100000\nmove: a -> \u00e9\n"
                                      "start \U0001f600a\U00010000\u265e\u00e9\U00100000\ngoal a_____\n");
    static const uint16_t expected[] = {4, 0, 3, 2, 1, 5};
    for (size_t i = 0; i < 6; i++) assert_int_equal(puzzle->start.board.cells[i], expected[i]);
    few_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(eight_puzzle),
        TEST(four_in_a_line),
        TEST(solitaire_and_swap),
        TEST(lock_with_a_ring),
        TEST(string_rewriting),
        TEST(two_jugs),
        TEST(maze_with_blanks),
        TEST(blocks_and_continued_lines),
        TEST(line_ends_and_byte_order_mark),
        TEST(ranges),
        TEST(words_and_characters),
        TEST(words_of_the_language_as_pieces),
        TEST(a_value_called_any_is_that_value),
        TEST(values_of_vars_are_no_pieces),
        TEST(long_words_may_differ_in_any_letter),
        TEST(a_name_of_values_stands_in_cells_once_they_are_pieces),
        TEST(qualifiers),
        TEST(conditions_without_white_space),
        TEST(formulas_are_joined_by_words_and_parentheses),
        TEST(a_star_that_is_a_piece_is_a_cell),
        TEST(not_may_be_a_name),
        TEST(names_on_no_left_side_are_free),
        TEST(goals_of_all_kinds),
        TEST(start_and_goal_given_later),
        TEST(new_characters_given_later),
        TEST(values_given_later),
        TEST(late_mistakes_have_their_place),
        TEST(errors_are_cut_to_small_buffers),
        TEST(words_with_dots_at_an_end_are_pieces),
        TEST(a_word_is_taken_apart_into_characters_of_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
