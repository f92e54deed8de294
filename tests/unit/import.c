/* Files of other programs: which kind they are, the texts that are made of them, and mistakes with their places. What the texts
 * mean is compared with plain searches in tests/import. */
#include "import/import.h"
#include "unit/api.h"

/* One sample of each kind. */
static const char rush[] = "xooooooAAoGBCoHoGBCoHFFooDDDoEoooooE\n";
static const char sokoban[] = "#####\n#@$.#\n#####\n";
static const char edges[] = "a b 3\nb c\n";
static const char words[] = "cat\ncot\ndog\n";
#define SAS_HEAD "begin_version\n3\nend_version\nbegin_metric\n1\nend_metric\n"
#define SAS_VARIABLES                                                                                    \
    "2\nbegin_variable\nvar0\n-1\n2\nAtom at(box, a_1)\nNegatedAtom at(box, a_1)\nend_variable\n"        \
    "begin_variable\nvar1\n-1\n2\nAtom var0()\n<none of those>\nend_variable\n0\n"
#define SAS_ENDS "begin_state\n0\n1\nend_state\nbegin_goal\n1\n1 0\nend_goal\n"
static const char sas[] = SAS_HEAD SAS_VARIABLES SAS_ENDS
    "2\nbegin_operator\nlift box\n0\n1\n0 0 0 1\n3\nend_operator\n"
    "begin_operator\nat\n1\n0 1\n1\n0 1 -1 0\n1\nend_operator\n0\n";
static const char twisty[] = "# a ring\nName Ring\nSet CORNER 2 3\nSet DOT 3 1\nSolved\nCORNER\n1 2\n0 0\nDOT\n1 1 2\nEnd\n"
                             "Move t\nCORNER\n2 1\n0 1\nEnd\nMove r\nDOT\n2 3 1\nEnd\n";

static char *rules_of(const char *text, const struct import_options *options) {
    fewest_error error = {0};
    char *rules = import_rules(text, strlen(text), "file", options, &error);
    if (!rules) fail_msg("%s", error.text);
    return rules;
}

static void check_kind(const char *text, const char *kind) {
    const char *found = import_kind(text, strlen(text), NULL);
    if (!kind) assert_null(found);
    else if (!found) fail_msg("%s is not recognised in: %s", kind, text);
    else assert_string_equal(found, kind);
}

static void a_file_is_recognised_by_its_content(void **state) {
    (void)state;
    check_kind(rush, "Rush Hour");
    check_kind("; some\n\n17 xooooooAAoGBCoHoGBCoHFFooDDDoEoooooE 3214\n", "Rush Hour");
    check_kind("\xef\xbb\xbf..B...C.B...CAAB..C..D.....D...EEE...", "Rush Hour");
    check_kind(sokoban, "Sokoban");
    check_kind("A level\nby nobody\n\n  ####\n  #@.#\n  # $#\n  #  #\n  ####\n", "Sokoban");
    check_kind(edges, "an edge list");
    check_kind("# towns\nstart goal 5\ngoal 7\n", "an edge list");
    check_kind(sas, "a planning task");
    check_kind("begin_version\n3\nboard x\nmove y\n", "a planning task");
    check_kind(twisty, "a twisty puzzle");
    check_kind(words, NULL);
    const struct import_options as_words = {.words = true};
    assert_string_equal(import_kind(words, strlen(words), &as_words), "a word list");
}

static void puzzle_files_and_mazes_are_for_the_library(void **state) {
    (void)state;
    check_kind("", NULL);
    check_kind("title x\n", NULL);
    check_kind("titel x\nboard 2\n", NULL);
    check_kind("; x\nboard 3 x 3\npieces # @ $\nstart\n    ###\n    #@$\n    ###\n", NULL);
    check_kind("titel x\nboard 3 x 3\npieces # @ $\nstart\n    ###\n    #@$\n    ###\n", NULL);
    check_kind("0 1\n0 0\n", NULL);
    check_kind("type octile\nheight 1\nwidth 2\nmap\n..\n", NULL);
    fewest_error error = {0};
    assert_null(import_rules("title x\n", 8, "file", NULL, &error));
    assert_non_null(strstr(error.text, "a puzzle file already"));
    assert_null(import_rules("prose it is\nof no use to anyone\n", 32, "file", NULL, &error));
    assert_non_null(strstr(error.text, "none of the files that can be read"));
}

static void check_rules(const char *text, const struct import_options *options, const char *wanted) {
    char *rules = rules_of(text, options);
    assert_string_equal(rules, wanted);
    fewest_error error = {0};
    fewest_puzzle *puzzle = fewest_parse(rules, strlen(rules), "rules", &error);
    if (!puzzle) fail_msg("%s", error.text);
    fewest_puzzle_free(puzzle);
    free(rules);
}

static void a_level_becomes_a_floor_with_two_moves_on_it(void **state) {
    (void)state;
    check_rules(" ####\n##+ #\n#-$* #\n######\n", NULL,
                "title   Sokoban, level 1\n"
                "board   4 x 6\n"
                "pieces  @ $ .                     ; the keeper, a box, nothing\n"
                "floor   # - t                     ; walls, floor, targets\n"
                "        ######\n"
                "        ##t-##\n"
                "        #--t-#\n"
                "        ######\n"
                "names   u d l r\n"
                "move    any direction:               @ . -> . @\n"
                "move    {DIRECTION}, any direction:  @ $ . -> . @ $     ; a push is a capital letter\n"
                "start\n"
                "        ######\n"
                "        ##@.##\n"
                "        #.$$.#\n"
                "        ######\n"
                "goal    every t has $\n");
}

static void a_board_becomes_a_rule_for_each_length_of_cars(void **state) {
    (void)state;
    const char board[] = "9 .....xAA.x..B..x..B........x........ 5";
    check_rules(board, NULL,
                "title   Rush Hour, board 1\n"
                "board   6 x 6\n"
                "pieces  . x A B                      ; . is empty, x is a wall, a letter is a car\n"
                "let     car = A B\n"
                "; A car goes forwards or backwards; any number of cells is one move.\n"
                "move    {car}, any direction, repeat:  car car . -> . car car\n"
                "draw    A A as block red\n"
                "draw    B / B as block blue\n"
                "start\n"
                "        . . . . . x\n"
                "        A A . x . .\n"
                "        B . . x . .\n"
                "        B . . . . .\n"
                "        . . . x . .\n"
                "        . . . . . .\n"
                "goal                              ; A is at the exit\n"
                "        _ _ _ _ _ _\n"
                "        _ _ _ _ A A\n"
                "        _ _ _ _ _ _\n"
                "        _ _ _ _ _ _\n"
                "        _ _ _ _ _ _\n"
                "        _ _ _ _ _ _\n");
    const struct import_options steps = {.count = IMPORT_STEPS};
    char *rules = rules_of(board, &steps);
    assert_non_null(strstr(rules, "move    {car}, any direction:  car car . -> . car car\n"));
    assert_null(strstr(rules, "repeat"));
    free(rules);
    rules = rules_of("oooooooooooBAAoooBoooooBCCCCooDDDDDo", NULL);
    assert_non_null(strstr(rules, "let     car = A\nlet     truck = B\nlet     truck4 = C\nlet     truck5 = D\n"));
    assert_non_null(strstr(rules, "move    {truck4}, any direction, repeat:  truck4 truck4 truck4 truck4 . -> . truck4 "));
    free(rules);
}

#define ASK "; No start and no goal are in the file: give them as \"CELL is @\" and --goal \"CELL is @\".\n"

static void edges_become_links_and_moves_are_called_by_where_they_lead(void **state) {
    (void)state;
    check_rules(edges, NULL,
                "title   A graph\n"
                "cells   a b c\n"
                "links   a-b:3 b-c\n"
                "pieces  @ .\n"
                "move    to-{to}, along links:  @ . -> . @\n" ASK);
    check_rules("harbour bridge 2\nbridge market\n", NULL,
                "title   A graph\n"
                "cells   harbour bridge market\n"
                "links   harbour-bridge:2 bridge-market\n"
                "pieces  @ .\n"
                "move    {to}, along links:  @ . -> . @\n" ASK);
    const struct import_options one_way = {.one_way = true};
    check_rules("; c\n1 at\nat New_York 7\nat at\nNew-York (a..b)\n", &one_way,
                "title   A graph, one way along each edge\n"
                "cells   1 at New-York New-York-4 -a.-b\n"
                "pieces  @ .\n"
                "move    to-at, on 1 at:  @ . -> . @\n"
                "move    to-New-York, on at New-York, cost 7:  @ . -> . @\n"
                "move    to--a.-b, on New-York-4 -a.-b:  @ . -> . @\n" ASK);
}

static void links_that_could_be_read_as_others_become_moves(void **state) {
    (void)state;
    check_rules("up up-hill 5\nup-up hill\nhill foot\n", NULL,
                "title   A graph\n"
                "cells   up up-hill up-up hill foot\n"
                "pieces  @ .\n"
                "move    to-up-hill, on up up-hill, cost 5:  @ . -> . @\n"
                "move    to-up, on up-hill up, cost 5:  @ . -> . @\n"
                "move    to-hill, on up-up hill:  @ . -> . @\n"
                "move    to-up-up, on hill up-up:  @ . -> . @\n"
                "move    to-foot, on hill foot:  @ . -> . @\n"
                "move    to-hill, on foot hill:  @ . -> . @\n" ASK);
}

static void words_that_differ_in_one_letter_are_linked(void **state) {
    (void)state;
    const struct import_options as_words = {.words = true};
    check_rules("# list\ncat\r\ncot\r\ndog\r\ncat\r\ncät\r\nword\r\n", &as_words,
                "title   Words: a move changes one letter\n"
                "cells   cat cot dog cät word\n"
                "links   cat-cot cat-cät cot-cät\n"
                "pieces  @ .\n"
                "move    {to}, along links:  @ . -> . @\n" ASK);
}

static void operators_of_a_planning_task_become_moves(void **state) {
    (void)state;
    check_rules(sas, NULL,
                "title   A planning task\n"
                "var     var0-1 = at-box-a-1 not-at-box-a-1\n"
                "var     var1 = var0 none\n"
                "start   var0-1 is at-box-a-1\n"
                "        and var1 is none\n"
                "goal    var1 is var0\n"
                "let     any-var1 = var0 none\n"
                "move    lift-box, cost 3:  var0-1 at-box-a-1 -> not-at-box-a-1\n"
                "move    do-at:  var0-1 not-at-box-a-1, var1 any-var1 -> var0\n");
}

static void turns_of_a_twisty_puzzle_become_cycles_of_cells(void **state) {
    (void)state;
    /* What stands in slot 2 is turned by one before it comes to slot 1. */
    check_rules(twisty, NULL,
                "title   Ring\n"
                "; Each piece has a cell for each of its orientations; its number stands in the one that it has.\n"
                "; CORNER: cells 1 to 6, 3 for a piece\n"
                "; DOT: cells 7 to 9, 1 for a piece\n"
                "board   9\n"
                "pieces  . 1..3\n"
                "move    t:  cycle (1 4 2 5 3 6)\n"
                "move    t2:  cycle (1 2 3) (4 5 6)\n"
                "move    t3:  cycle (1 5) (2 6) (3 4)\n"
                "move    t2':  cycle (1 3 2) (4 6 5)\n"
                "move    t':  cycle (1 6 3 5 2 4)\n"
                "move    r:  cycle (7 9 8)\n"
                "move    r':  cycle (7 8 9)\n"
                "start   1 . . 2 . . 1 1 2\n"
                "goal    1 . . 2 . . 1 1 2\n");
}

static void turning_the_whole_puzzle_is_no_move(void **state) {
    (void)state;
    check_rules("Set A 2 1\nSolved\nEnd\nMoveAlias B R\nMove x\nA\n2 1\nEnd\nMove R\nA\n2 1\nEnd\nMove UFRv\nA\n2 1\nEnd\nMove xy\nA\n2 1\nEnd\n"
                "MoveSequence S R R\n", NULL,
                "title   A twisty puzzle\n"
                "; Each piece has a cell for each of its orientations; its number stands in the one that it has.\n"
                "; A: cells 1 to 2, 1 for a piece\n"
                "board   2\n"
                "pieces  . 1..2\n"
                "; x turns the whole puzzle, which is no move.\n"
                "move    R:  cycle (1 2)\n"
                "; UFRv turns the whole puzzle, which is no move.\n"
                "move    xy:  cycle (1 2)\n"
                "start   1 2\n"
                "goal    1 2\n");
}

static void the_level_that_is_asked_for_is_taken(void **state) {
    (void)state;
    const char *two = "#####\n#@$.#\n#####\n\nsecond\n#####\n#.$@#\n#####";
    const struct import_options second = {.level = 2}, third = {.level = 3};
    char *rules = rules_of(two, &second);
    assert_non_null(strstr(rules, "title   Sokoban, level 2\n"));
    assert_non_null(strstr(rules, "        #.$@#\n"));
    free(rules);
    fewest_error error = {0};
    assert_null(import_rules(two, strlen(two), "file", &third, &error));
    assert_string_equal(error.text, "file: there is no level 3: the file has 2\n");
}

/* ---- Mistakes */

struct wrong {
    const char *text;
    unsigned line, column;
    const char *saying;
    struct import_options options;
};

static const struct wrong wrongs[] = {
    {"xooooooAAoGBCoHoGBCoHFFooDDDoEoooooEo", 1, 1, "has 36 characters, this one has 37", {0}},
    {"1 xooooooAAoGBCoHoGBCoHFFooDDDoEooooo", 1, 3, "has 36 characters, this one has 35", {0}},
    {"xooooooAAoGBCoHoGBCoHFFooDDDoEoooooE\nprose\n", 2, 1, "no board of 36 characters", {.level = 2}},
    {"AAooooooooBooooooooooooooooooooooooo", 1, 11, "car B has one cell", {0}},
    {"AAooooooooBoooooooooBooooooooooooooo", 1, 21, "car B is not one straight piece", {0}},
    {"AAoooBBoooooBooooooooooooooooooooooo", 1, 7, "car B is not one straight piece", {0}},
    {"AAoooooooBBoooooooooBooooooooooooooo", 1, 21, "car B is not one straight piece", {0}},
    {"BBAAAAooooooAAoooooooooooooooooooooo", 1, 13, "car A is not one straight piece", {0}},
    {"oooooAoooooAoooooooooooooooooooooooAAx", 1, 1, "has 36 characters, this one has 38", {0}},
    {"ooooBoooooBoooooBooooooooooooooooooo", 1, 1, "there is no car A", {0}},
    {"ooooBoooooBoAoooBooooooooooooooooooo", 1, 13, "car A", {0}},
    {"BAAxooxxxxxxxooooooooooooooooooooooo", 1, 1, "car B has one cell", {0}},
    {"#####\n#@$x#\n#####\n", 2, 4, "no symbol of a Sokoban level", {0}},
    {"#####\n# $.#\n#####\n", 1, 1, "no keeper", {0}},
    {"######\n#@$.@#\n######\n", 2, 5, "a second keeper", {0}},
    {"#####\n#@$ #\n#####\n", 1, 1, "no target", {0}},
    {"######\n#@$..#\n######\n", 1, 1, "2 targets in this level and only 1 box", {0}},
    {"x\n\n#####\n#@$.\n#####\n", 4, 5, "not closed by walls", {0}},
    {"#####\n#@$.#\n## ##\n", 3, 3, "not closed by walls", {0}},
    {"#####\n#@$.#\n#####\n", 0, 0, "steps cannot be counted in this file: it is Sokoban", {.count = IMPORT_STEPS}},
    {"#####\n#@$.#\n#####\n", 0, 0, "there is no such count", {.count = 77}},
    {"a b\nb c\nc d\nd e\n e\n", 5, 2, "a second node is missing", {0}},
    {"a b\nb c\nc d\nd e\nd e 5 6\n", 5, 5, "more than three words", {0}},
    {"ä b\nb c\nc d\nd e\nü e 5.5\n", 5, 5, "a cost must be a whole number from 0 to 1000000000", {0}},
    {"a b\nb c\nc d\nd e\nd e high\n", 5, 5, "this is not a cost", {0}},
    {"a b 1.5\n", 1, 5, "a cost must be a whole number", {0}},
    {"a b 1.5\nb c -0,25\nc d 1e-3\n", 1, 5, "multiply all costs by the same number", {0}},
    {"a b 2\nb c .5\nc d 3\nd e 1E3\n", 2, 5, "a cost must be a whole number", {0}},
    {"a b 99999999999999999999\n", 1, 5, "a cost must be a whole number", {0}},
    {"a b -3\n", 1, 5, "between 0 and 1000000000", {0}},
    {"a b 1000000001\n", 1, 5, "between 0 and 1000000000", {0}},
    {"a a\n", 1, 1, "no edge leads from one node to another", {0}},
    {"a b\n", 0, 0, "there is one puzzle in this file, not 2", {.level = 2}},
    {"a b\nb \xff\n", 2, 3, "not UTF-8: byte 0xff", {0}},
    {"a b\nb \xed\xa0\x80\n", 2, 3, "not UTF-8: byte 0xed", {0}},
    {"begin_version\n4\nend_version\n", 2, 1, "only version 3 is read", {0}},
    {"begin_version\n3\n", 2, 3, "the file ends too early", {0}},
    {"begin_version\n3\nend\n", 3, 1, "`end_version` should stand here", {0}},
    {"begin_version\n3\nend_version\nbegin_metric\n2\n", 5, 1, "the metric should stand here, a whole number from 0 to 1", {0}},
    {SAS_HEAD "0\n", 7, 1, "the task has no variable", {0}},
    {SAS_HEAD "99999\n", 7, 1, "the file is too short for so many", {0}},
    {SAS_HEAD "1\nbegin_variable\nvar0\n0\n2\n", 10, 1, "variable var0 is set by axioms", {0}},
    {SAS_HEAD "1\nbegin_variable\nvar0\n-1\n0\nend_variable\n", 11, 1, "variable var0 has no value", {0}},
    {SAS_HEAD SAS_VARIABLES "begin_state\n0\n2\n", 25, 1, "a value of the variable should stand here", {0}},
    {SAS_HEAD SAS_VARIABLES "begin_state\n0 0\n", 24, 3, "more in this line than should be", {0}},
    {SAS_HEAD SAS_VARIABLES "begin_state\n0\n0\nend_state\nbegin_goal\n0\n", 28, 1, "the task has no goal", {0}},
    {SAS_HEAD SAS_VARIABLES "begin_state\n0\n0\nend_state\nbegin_goal\n1\n0\n", 29, 2, "one of its values is missing", {0}},
    {SAS_HEAD SAS_VARIABLES SAS_ENDS "1\nbegin_operator\na\n0\n1\n1 0 1 0 1\n1\nend_operator\n0\n", 36, 1, "a conditional effect", {0}},
    {SAS_HEAD SAS_VARIABLES SAS_ENDS "1\nbegin_operator\na\n1\n0 1\n1\n0 0 1 0\n1\nend_operator\n0\n", 37, 1, "var0-1 is twice", {0}},
    {SAS_HEAD SAS_VARIABLES SAS_ENDS "1\nbegin_operator\na\n0\n1\n0 0 1 0\n1000000001\nend_operator\n0\n", 37, 1, "cost more than 1000000000", {0}},
    {SAS_HEAD SAS_VARIABLES SAS_ENDS "1\nbegin_operator\na\n0\n1\n0 0 1 0\n1\nend_operator\n1\nx\n", 39, 1, "the task has axioms", {0}},
    {SAS_HEAD SAS_VARIABLES SAS_ENDS "1\nbegin_operator\na\n0\n0\n1\nend_operator\n0\n", 0, 0, "no operator of the task changes", {0}},
    {"Set A 2 1\nSet A 2 1\n", 2, 5, "a second set of this name", {0}},
    {"Set A 0 1\n", 1, 7, "the number of pieces should stand here", {0}},
    {"Set A 9999 9999\n", 1, 5, "too large together", {0}},
    {"Set A 2\n", 1, 9, "the file ends where the number of orientations should stand", {0}},
    {"Name x\nSet A 2 1\nMove a\n", 3, 1, "the solved state should stand before the moves", {0}},
    {"Set A 2 1\nSolved\nB\n1 2\nEnd\n", 3, 1, "no set of this name", {0}},
    {"Set A 2 2\nSolved\nA\n1 3\nEnd\n", 4, 3, "a piece should stand here, a whole number from 1 to 2", {0}},
    {"Set A 2 2\nSolved\nA\n1 2\n0 2\nEnd\n", 5, 3, "an orientation should stand here, a whole number from 0 to 1", {0}},
    {"Set A 2 1\nSolved\nEnd\nMove a\nA\n2 2\nEnd\n", 6, 3, "piece 2 is twice in this move", {0}},
    {"Set A 2 2\nSolved\nEnd\nMove a\nA\n1 2\n0 ?\nEnd\n", 7, 3, "an orientation should stand here", {0}},
    {"Set A 2 1\nSolved\nEnd\nSolved\nEnd\n", 4, 1, "for the second time", {0}},
    {"Set A 2 1\nSolved\nEnd\nSet B 2 1\n", 4, 5, "sets stand before", {0}},
    {"Set A 2 1\nSolved\nEnd\nIllegal A 1 2\n", 4, 1, "Illegal is not supported", {0}},
    {"Set A 2 1\nSolved\nEnd\nMove a\nEnd\n", 1, 1, "no move that changes anything", {0}},
    {"Set A 19 1\nSolved\nEnd\nMove a\nA\n2 3 4 5 1 7 8 9 10 11 12 6 14 15 16 17 18 19 13\nEnd\nMove b\nA\n"
     "2 3 1 5 6 7 4 9 10 11 12 8 14 15 16 17 18 19 13\nEnd\n", 8, 6, "this move has more than 100 powers", {0}},
    {"a b\nb c\x01\n", 2, 4, "a control character in the text (byte 0x01)", {0}},
    {"cat\n\xc2\x8b\n", 2, 1, "a control character in the text (byte 0x8b)", {.words = true}},
    {"cat\ncot dog\n", 2, 5, "a second word in this line", {.words = true}},
    {"cat\ndog\n", 1, 1, "no two of these words differ in one letter", {.words = true}},
};

static void every_mistake_has_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        const struct wrong *wrong = &wrongs[i];
        fewest_error error = {0};
        char *rules = import_rules(wrong->text, strlen(wrong->text), "file", &wrong->options, &error);
        if (rules) fail_msg("no mistake is found in: %s", wrong->text);
        if (!strstr(error.message, wrong->saying)) fail_msg("%s: %s", wrong->text, error.message);
        if (error.line != wrong->line || error.column != wrong->column) fail_msg("%s: %s", wrong->text, error.text);
        assert_int_equal(error.status, FEWEST_INVALID);
        assert_non_null(strstr(error.text, error.message));
    }
    fewest_error error = {0};
    assert_null(import_rules("a b\nb\0 c\n", 9, "file", NULL, &error));
    assert_string_equal(error.message, "there is a NUL byte in the text");
    assert_int_equal(error.line, 2);
}

static void a_mistake_is_shown_under_its_line(void **state) {
    (void)state;
    fewest_error error = {0};
    const char roads[] = "ä b\nb c\nc d\nd e\nü e 5.5\r\n";
    assert_null(import_rules(roads, strlen(roads), "roads.txt", NULL, &error));
    assert_string_equal(error.text, "roads.txt:5:5: a cost must be a whole number from 0 to 1000000000: where there are fractions, multiply all costs by the same number\n"
                                    "  5 | ü e 5.5\n"
                                    "    |     ^^^\n");
    char long_line[3001];
    memset(long_line, 'a', 3000);
    memcpy(long_line + 2000, " b ", 3);
    long_line[3000] = '\0';
    char *both;
    assert_true(asprintf(&both, "a b\na b\na b\na b\n%s", long_line) > 0);
    assert_null(import_rules(both, strlen(both), "file", NULL, &error)); /* of the line only what is around the place */
    assert_int_equal(error.column, 2004);
    assert_non_null(strstr(error.text, "aaa b aaa"));
    free(both);
}

/* Whatever is cut off, the rules are whole or the error says why. */
static void every_beginning_of_a_file_is_read_without_harm(void **state) {
    (void)state;
    static const char *const samples[] = {rush, sokoban, edges, words, sas, twisty, "# a\n  ####\n###  #\n#@$. #\n######\n"};
    const struct import_options options[] = {{0}, {.words = true}, {.one_way = true}, {.level = 2}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        for (size_t length = 0; length <= strlen(samples[i]); length++)
            for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
                char *exact = malloc(length + !length); /* so that the sanitizer sees what is read behind it */
                memcpy(exact, samples[i], length);
                fewest_error error = {0};
                char *rules = import_rules(exact, length, "file", &options[k], &error);
                assert_true(rules || (error.message[0] && error.text[0]));
                free(rules);
                free(exact);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_recognised_by_its_content),
        cmocka_unit_test(puzzle_files_and_mazes_are_for_the_library),
        cmocka_unit_test(a_level_becomes_a_floor_with_two_moves_on_it),
        cmocka_unit_test(a_board_becomes_a_rule_for_each_length_of_cars),
        cmocka_unit_test(edges_become_links_and_moves_are_called_by_where_they_lead),
        cmocka_unit_test(links_that_could_be_read_as_others_become_moves),
        cmocka_unit_test(words_that_differ_in_one_letter_are_linked),
        cmocka_unit_test(operators_of_a_planning_task_become_moves),
        cmocka_unit_test(turns_of_a_twisty_puzzle_become_cycles_of_cells),
        cmocka_unit_test(turning_the_whole_puzzle_is_no_move),
        cmocka_unit_test(the_level_that_is_asked_for_is_taken),
        cmocka_unit_test(every_mistake_has_its_place),
        cmocka_unit_test(a_mistake_is_shown_under_its_line),
        cmocka_unit_test(every_beginning_of_a_file_is_read_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
