/* Programs made of puzzles: choices that do not go with a puzzle are refused, with the reason; names of any kind and comments
 * cannot break a program; memory that runs out is no more than an error. */
#include "api.h"

#include <fewest/export.h>

#include "export/export.h"

static const char frogs[] = "board 3\npieces F .\nmove F . -> . F\nstart F..\ngoal ..F\n";
static const char tolls[] = "board 3\npieces F .\nmove any direction, cost 2:  F . -> . F\nstart F..\ngoal ..F\n";
static const char lines[] = "board 3\npieces F .\nmove any direction:  F . -> . F\nstart FF.\ngoal somewhere: . F\n";

static const char slides[] = "board 3\npieces a b .\nlet t = a b\nmove {t}, left or right, repeat:  t . -> . t\nnever . . b\nstart a.b\ngoal .ab\n";

static const char lots[] = "cells n o p\nlinks n-o:2 o-p\npieces 1 2 .\nfloor # a b\n a b a\nvar v = 0..3\nlet x, y = 1 2\nlet k = 0..3\n"
                           "move {x}-{to}, along links, cost x+weight:  x .|b -> . x\nmove put, cost 2*y:  . -> y, v k -> k+1 where y = 1 or k > 0\n"
                           "never count x > 2 and v < 1\nnever n is 1 and o is 1\nstart n is 1 and v is 0\ngoal every b has x and count 2 on a = 1\n";

static fewest_puzzle *parsed(const char *text) {
    fewest_puzzle *puzzle = fewest_parse(text, strlen(text), "text", &error);
    assert_non_null(puzzle);
    return puzzle;
}

static char *export_text(const char *text, fewest_export_options options) {
    fewest_puzzle *puzzle = parsed(text);
    options.size = sizeof options;
    char *program = fewest_export(puzzle, &options, &error);
    fewest_puzzle_free(puzzle);
    return program;
}

static void assert_refused(const char *text, fewest_export_options options, const char *why, const char *instead) {
    assert_null(export_text(text, options));
    assert_int_equal(error.status, FEWEST_INVALID);
    assert_non_null(strstr(error.message, why));
    assert_non_null(strstr(error.hint, instead));
}

static void assert_written(const char *text, fewest_export_options options, const char *part) {
    char *program = export_text(text, options);
    assert_non_null(program);
    assert_non_null(strstr(program, part));
    fewest_free(program);
}

#define WITH(...) (fewest_export_options){__VA_ARGS__}

static void refuses_what_does_not_apply(void **state) {
    (void)state;
    assert_refused(eight, WITH(.remember = FEWEST_EXPORT_STD), "C has no container", "cpp");
    assert_refused(eight, WITH(.language = FEWEST_EXPORT_PYTHON, .remember = FEWEST_EXPORT_HASH), "hash tables", "std");
    assert_refused(rewriting, WITH(.remember = FEWEST_EXPORT_PERFECT), "different lengths", "hash");
    assert_refused(fifteen, WITH(.remember = FEWEST_EXPORT_PERFECT), "more than 67108864 places", "hash");
    assert_refused("board 3 x 3\npieces a b c d e f g h\nlet p = a b c d e f g h\nmove p -> a\nstart abc / def / gha\ngoal aaa / aaa / aaa\n",
                   WITH(.remember = FEWEST_EXPORT_PERFECT), "more than 67108864 places", "hash"); /* 8^9 is twice that */
    assert_refused("string\nmove a -> aa\nstart a\ngoal aab\nwithin 1000000\n", WITH(0), "within 1000000 moves a string may grow", "string 40");
    assert_refused("string 70000\nmove a -> b\nstart a\ngoal b\n", WITH(0), "may have 70000 letters", "string 40");
    assert_refused("board 3\npieces a b .\nlet t = a b\nmove left or right, until blocked:  . -> t\nstart a..\ngoal ab.\n", WITH(0), "`until blocked`", "each value");
    assert_refused("string 3\nlet t = a \xc3\xa4\nmove {t}: t -> b\nstart a\ngoal b\n", WITH(0), "beyond ASCII", "Python");
    assert_refused(frogs, WITH(.search = FEWEST_EXPORT_BIDIRECTIONAL), "undone", "bfs");
    assert_refused(lines, WITH(.search = FEWEST_EXPORT_BIDIRECTIONAL), "cannot be listed", "bfs");
    assert_refused(tolls, WITH(.search = FEWEST_EXPORT_BIDIRECTIONAL), "costs", "Dijkstra");
    assert_refused(lines, WITH(.search = FEWEST_EXPORT_ASTAR), "lower bound", "bfs");
    assert_refused(tolls, WITH(.path = FEWEST_EXPORT_MAP), "heap", "parents");
    assert_refused(eight, WITH(.search = FEWEST_EXPORT_ASTAR, .queue = FEWEST_EXPORT_TWO), "heap", "one");
    assert_refused(eight, WITH(.search = FEWEST_EXPORT_BIDIRECTIONAL, .path = FEWEST_EXPORT_NONE), "both ends", "parents");
    assert_refused("board 2\npieces a b\nmove a -> b\nstart a a\n", WITH(0), "no goal", "--goal");
    assert_refused("board 1000 x 1000\npieces a\nvar v = 0 1\nmove v 0 -> 1\ngoal v is 1\n", WITH(0), "cells", "");
}

static void writes_what_applies(void **state) {
    (void)state;
    assert_written(eight, WITH(.remember = FEWEST_EXPORT_PERFECT), "Cantor");
    assert_written(swaps, WITH(.remember = FEWEST_EXPORT_PERFECT), "arrangements");
    assert_written(jugs, WITH(.remember = FEWEST_EXPORT_PERFECT), "digits of a number");
    assert_written(rewriting, WITH(.search = FEWEST_EXPORT_BIDIRECTIONAL), "backward");
    assert_written(eight, WITH(.search = FEWEST_EXPORT_ASTAR), "lower bound");
    assert_written(eight, WITH(.language = FEWEST_EXPORT_CPP, .remember = FEWEST_EXPORT_STD), "std::unordered_set");
    assert_written(eight, WITH(.comments = FEWEST_EXPORT_ZH), "什么是状态");
    assert_written(eight, WITH(.language = FEWEST_EXPORT_PYTHON), "parent = dict.fromkeys(starts)");
    assert_written(tolls, WITH(.language = FEWEST_EXPORT_PYTHON), "heapq");
    assert_written(slides, WITH(0), "for (int here = first; lay(here, way, 2, at); here = beyond(here, way))");
    assert_written(slides, WITH(.language = FEWEST_EXPORT_PYTHON), "f\"{text[t]}{way_words[way - LEFT]}-{steps}\"");
}

static void a_reader_finds_nothing_that_is_not_needed(void **state) {
    (void)state;
    static const char rows[] = "board 3\npieces F .\nmove F . -> . F\nstart FF.\ngoal somewhere, any direction: F F\n";
    assert_written(rows, WITH(0), "is enough. */\n    static const int ways[2] = {DOWN, RIGHT};\n"); /* in no block of its own */
    assert_written(swaps, WITH(0), "each is the number that it is written as. */\nstatic const char piece_text");
    assert_written(eight, WITH(0), "the others have names. */\nenum { x };");
}

static void nothing_in_a_puzzle_ends_a_comment_or_a_text(void **state) {
    (void)state;
    static const char odd[] = "title  a */ b /* c ?\?= d\\\nboard 2\npieces \" \\ int ?\?=\nmove new: \" \" -> int ?\?=\nstart \" \"\ngoal int ?\?=\n";
    assert_written(odd, WITH(0), "a * / b / * c ? ?= d\\ \n");
    assert_written(odd, WITH(0), "\"\\\"\", \"\\\\\", \"int\", \"?\\?=\"");
}

static void unknown_options_are_an_error(void **state) {
    (void)state;
    assert_null(export_text(eight, WITH(.language = (fewest_export_language)77)));
    assert_non_null(strstr(error.message, "language"));
}

/* Under the sanitizers, one request in so many is refused: there are thousands of them, and each begins anew. */
#if defined(__SANITIZE_ADDRESS__)
enum { EVERY = 7 };
#else
enum { EVERY = 1 };
#endif

static void refuse_each_block(const char *rules, enum few_export_language language) {
    fewest_puzzle *puzzle = parsed(rules);
    const struct few_export_choices choices = {.language = language};
    char *text = NULL;
    for (uint64_t fail_at = 1; !text; fail_at += EVERY) {
        struct few_memory memory;
        struct few_error inner = {0};
        size_t bytes;
        few_memory_init(&memory, SIZE_MAX);
        memory.fail_at = fail_at;
        text = few_export(&memory, puzzle->rules, &choices, &bytes, &inner);
        if (text)
            few_free(&memory, text, bytes);
        else
            assert_int_equal(inner.kind, FEW_ERROR_MEMORY);
        assert_int_equal(memory.used, 0);
    }
    fewest_puzzle_free(puzzle);
}

static void memory_that_runs_out_is_an_error(void **state) {
    (void)state;
    refuse_each_block(jugs, FEW_EXPORT_C);
    refuse_each_block(slides, FEW_EXPORT_C);
    refuse_each_block(slides, FEW_EXPORT_PYTHON);
    refuse_each_block(lots, FEW_EXPORT_CPP);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_does_not_apply),
        cmocka_unit_test(writes_what_applies),
        cmocka_unit_test(a_reader_finds_nothing_that_is_not_needed),
        cmocka_unit_test(nothing_in_a_puzzle_ends_a_comment_or_a_text),
        cmocka_unit_test(unknown_options_are_an_error),
        cmocka_unit_test(memory_that_runs_out_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
