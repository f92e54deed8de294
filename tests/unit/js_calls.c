/* The calls of the JavaScript package, as its build for WebAssembly has them. */
#include "js/core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plain_eight.h"

static unsigned reports;    /* of progress */
static unsigned stop_after; /* reports; 0: never */

static bool listen(const char *progress) {
    assert_non_null(strstr(progress, "\"expanded\""));
    return stop_after == 0 || ++reports < stop_after;
}

/* Parameters as an array of characters, without the zero byte that the compiler adds. */
#define PAIRS(text) text, sizeof(text) - 1

static char *call(const char *name, fewest_puzzle *puzzle, const char *parameters, size_t size, const char *body) {
    char *answer = core_call(name, puzzle, parameters, size, body, strlen(body), listen);
    assert_non_null(answer);
    return answer;
}

/* The call must answer something with this in it. */
static void expect(fewest_puzzle *puzzle, const char *name, const char *parameters, size_t size, const char *body, const char *wanted) {
    char *answer = call(name, puzzle, parameters, size, body);
    if (!strstr(answer, wanted))
        print_error("%s: %s\n", name, answer);
    assert_non_null(strstr(answer, wanted));
    free(answer);
}

static fewest_puzzle *opened(const char *parameters, size_t size, const char *body) {
    char *answer = call("open", NULL, parameters, size, body);
    const char *at = strstr(answer, "\"puzzle\":");
    assert_non_null(at);
    fewest_puzzle *puzzle = (fewest_puzzle *)(uintptr_t)strtoull(at + strlen("\"puzzle\":"), NULL, 10); /* as JavaScript has it */
    free(answer);
    return puzzle;
}

static void a_puzzle_is_opened_solved_and_explored(void **state) {
    fewest_puzzle *puzzle = opened(PAIRS(""), eight);
    (void)state;
    expect(puzzle, "solve", PAIRS("with_states\0001\0"), "", "\"length\":19");
    expect(puzzle, "solve", PAIRS(""), "", "\"states\":null");
    expect(puzzle, "solve", PAIRS("depth\0000\0"), "", "\"limit\":\"depth\"");
    expect(puzzle, "solve", PAIRS("all\0001\0list\0002\0"), "", "\"solutionCount\":\"");
    expect(puzzle, "explore", PAIRS("from_goal\0001\0"), "", "\"states\":181440");
    expect(puzzle, "graph", PAIRS("depth\0001\0"), "", "\"depths\":[0,1,1,1]");
    expect(puzzle, "generate", PAIRS("difficulty\0exact\0depth\00031\0count\0001\0"), "", "\"starts\":[\"");
    fewest_puzzle_free(puzzle);
}

static void another_start_can_be_given(void **state) {
    fewest_puzzle *puzzle = opened(PAIRS("builtin\0eight\0start\0001 2 3 / 4 5 6 / 7 x 8\0"), "");
    (void)state;
    expect(puzzle, "solve", PAIRS(""), "", "\"length\":1");
    expect(puzzle, "with", PAIRS("start\0001 2 3 / 4 5 6 / x 7 8\0"), "", "{}");
    expect(puzzle, "solve", PAIRS(""), "", "\"length\":2");
    expect(puzzle, "with", PAIRS("start\0001 2 3\0"), "", "\"error\"");
    expect(puzzle, "solve", PAIRS(""), "", "\"length\":2");
    fewest_puzzle_free(puzzle);
}

static void mistakes_have_a_place_and_free_what_was_made(void **state) {
    (void)state;
    expect(NULL, "open", PAIRS("name\0mine\0"), "board 1 x 2\npieces a .\nmove a b -> . a\n", "\"line\":3,\"column\":8");
    expect(NULL, "open", PAIRS("start\0001 2\0"), eight, "\"error\"");
    expect(NULL, "open", PAIRS("builtin\0eigth\0"), "", "eight");
    expect(NULL, "open", PAIRS("memory\0001000\0"), eight, "\"limit\":\"memory\"");
    expect(NULL, "solve", PAIRS(""), "", "\"error\"");
    expect(NULL, "dance", PAIRS(""), "", "\"error\"");
    fewest_puzzle *puzzle = opened(PAIRS(""), eight);
    expect(puzzle, "solve", PAIRS("algorithm\0dfs\0"), "", "algorithm is one of auto, bfs, bidirectional, astar, idastar, not 'dfs'");
    expect(puzzle, "explore", PAIRS("method\0x\0"), "", "\"error\"");
    fewest_puzzle_free(puzzle);
}

static void parameters_may_end_anywhere(void **state) {
    fewest_puzzle *puzzle = opened(PAIRS(""), eight);
    (void)state;
    static const char whole[] = "depth\0003\0";
    for (size_t size = 0; size < sizeof whole; size++) {
        char *cut = malloc(size + 1); /* the zero byte is that of the text around it */
        assert_non_null(cut);
        memcpy(cut, whole, size);
        cut[size] = 0;
        expect(puzzle, "explore", cut, size, "", "\"layers\":[1,3,");
        free(cut);
    }
    fewest_puzzle_free(puzzle);
}

static void moves_are_played_and_drawn(void **state) {
    fewest_puzzle *puzzle = opened(PAIRS(""), eight);
    (void)state;
    expect(puzzle, "check", PAIRS("move\0up\0move\0left\0"), "", "\"played\":2");
    expect(puzzle, "check", PAIRS("move\0right\0"), "", "\"verdict\":\"a move fails\"");
    expect(puzzle, "svg_state", PAIRS("state\000123 / 456 / 78x\0"), "", "<svg");
    expect(puzzle, "svg_state", PAIRS(""), "", "\"error\"");
    expect(puzzle, "svg_path", PAIRS("state\000123 / 456 / 7x8\0state\000123 / 456 / 78x\0move\0right\0"), "", "<svg");
    expect(puzzle, "svg_path", PAIRS("state\000123 / 456 / 7x8\0move\0right\0"), "", "one state more than moves");
    fewest_puzzle_free(puzzle);
}

static void a_search_stops_when_it_is_told_to(void **state) {
    fewest_puzzle *puzzle = opened(PAIRS("builtin\0tiles-4x4\0"), "");
    (void)state;
    stop_after = 1;
    expect(puzzle, "explore", PAIRS("method\0hash\0"), "", "\"status\":\"interrupted\"");
    stop_after = reports = 0;
    fewest_puzzle_free(puzzle);
}

static void files_of_other_programs_are_translated(void **state) {
    (void)state;
    expect(NULL, "import", PAIRS("count\0pushes\0"), "#####\n#@$.#\n#####\n", "\"levels\":1");
    expect(NULL, "import", PAIRS(""), eight, "\"rules\":null");
    expect(NULL, "import", PAIRS("count\0jumps\0"), "#####\n#@$.#\n#####\n", "\"error\"");
    expect(NULL, "builtins", PAIRS(""), "", "\"klotski\"");
    expect(NULL, "words", PAIRS(""), "", "\"difficulty\":[\"any\",\"exact\",\"deepest\"]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_puzzle_is_opened_solved_and_explored),
        cmocka_unit_test(another_start_can_be_given),
        cmocka_unit_test(mistakes_have_a_place_and_free_what_was_made),
        cmocka_unit_test(parameters_may_end_anywhere),
        cmocka_unit_test(moves_are_played_and_drawn),
        cmocka_unit_test(a_search_stops_when_it_is_told_to),
        cmocka_unit_test(files_of_other_programs_are_translated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
